//! The reviews that are asked, and what they must be answered.

use bytes::Bytes;
use conversion_bench::{Services, converted, object, review};

use crate::{Failed, Result, client::Protocol, client::Target, side::Kind};

/// More objects than this repeat, for to make them takes longer than to convert them.
const DISTINCT: usize = 500;

/// A review of objects.
pub(crate) struct Review {
    pub(crate) name: String,
    pub(crate) objects: usize,
    pub(crate) body: Bytes,
    /// What ours answers.
    answer: Vec<String>,
}

impl Review {
    /// From the version that is stored to the old one.
    pub(crate) fn down(count: usize) -> Result<Self> {
        Self::new("down", &objects(count), "v1alpha1")
    }

    /// From the old version to the one that is stored.
    pub(crate) fn up(count: usize) -> Result<Self> {
        let old = Self::down(count)?.answer;
        Self::new("up", &old, "v1")
    }

    fn new(direction: &str, objects: &[String], version: &str) -> Result<Self> {
        let body = review(objects, version);
        let answer = converted(&Services::convert(&body).failed("the review")?)?;
        Ok(Self {
            name: match objects.len() {
                1 => format!("1 object {direction}"),
                count => format!("{count} objects {direction}"),
            },
            objects: objects.len(),
            body: body.into(),
            answer,
        })
    }

    /// Asks once, holds the answer against what it must be, and returns its length. The peer writes objects its own way.
    pub(crate) async fn check(&self, kind: Kind, target: &Target) -> Result<usize> {
        let answer = target
            .connect(Protocol::Http1)
            .await?
            .ask(&self.body)
            .await?;
        let objects = converted(&answer)?;
        let right = match kind {
            Kind::Peer => objects.len() == self.objects,
            Kind::Floor | Kind::Ours => objects == self.answer,
        };
        if right {
            Ok(answer.len())
        } else {
            Err(format!(
                "{} answers something else to {}",
                kind.name(),
                self.name
            ))
        }
    }
}

/// From the version that is stored to the old one, without what is to be answered.
pub(crate) fn large(count: usize) -> Bytes {
    review(&objects(count), "v1alpha1").into()
}

fn objects(count: usize) -> Vec<String> {
    let distinct: Vec<String> = (0..count.min(DISTINCT))
        .map(|number| object(number).to_string())
        .collect();
    distinct.iter().cycle().take(count).cloned().collect()
}
