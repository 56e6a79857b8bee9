//! A list of objects, page by page.

use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use serde::Deserialize;
use serde::de::DeserializeOwned;

use crate::access::Right;
use crate::error::MigrationError;
use crate::request::{Answer, Ask, Cluster, JSON, read};

/// How often a list may expire before a page of it comes.
const EXPIRIES: u32 = 20;
/// How many pages without an object may follow each other.
const EMPTY_PAGES: u32 = 100;

/// Objects of a resource in all namespaces, of which a page at a time is held.
pub(crate) struct List<'l> {
    cluster: &'l Cluster<'l>,
    /// What it takes.
    right: Right<'l>,
    path: String,
    accept: &'static str,
    /// Objects of a page.
    limit: u32,
    /// Where it goes on; nothing after the last page.
    token: Option<String>,
    /// Pages without an object, one after the other.
    empty: u32,
    /// Whether nothing was asked of the cluster before.
    is_first: bool,
}

/// A page of a list.
pub(crate) struct Page<T> {
    pub(crate) objects: Vec<T>,
    /// How many objects follow, where the server says it.
    pub(crate) remaining: Option<u64>,
}

#[derive(Deserialize)]
struct Answered<T> {
    #[serde(default)]
    metadata: Metadata,
    #[serde(default = "Vec::new")]
    items: Vec<T>,
}

#[derive(Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
struct Metadata {
    #[serde(rename = "continue")]
    token: String,
    remaining_item_count: Option<u64>,
}

impl<'l> List<'l> {
    /// The list at a path, which `right` is for.
    pub(crate) fn new(cluster: &'l Cluster<'l>, right: Right<'l>, path: String) -> Self {
        Self {
            cluster,
            right,
            path,
            accept: JSON,
            limit: 500,
            token: Some(String::new()),
            empty: 0,
            is_first: false,
        }
    }

    /// As the first that is asked of the cluster.
    pub(crate) const fn first(mut self) -> Self {
        self.is_first = true;
        self
    }

    /// How objects are asked for.
    pub(crate) const fn accept(mut self, accept: &'static str) -> Self {
        self.accept = accept;
        self
    }

    /// How many objects a page has; 500 by default.
    pub(crate) fn limit(mut self, objects: u32) -> Self {
        self.limit = objects.max(1);
        self
    }

    /// The next page; none after the last.
    pub(crate) async fn next<T: DeserializeOwned>(
        &mut self,
    ) -> Result<Option<Page<T>>, MigrationError> {
        let Some(mut token) = self.token.take() else {
            return Ok(None);
        };
        let mut expiries = 0;
        let (ask, answered) = loop {
            let (path, limit) = (&self.path, self.limit);
            let query = if token.is_empty() {
                format!("{path}?limit={limit}")
            } else {
                let token = utf8_percent_encode(&token, NON_ALPHANUMERIC);
                format!("{path}?limit={limit}&continue={token}")
            };
            let ask = Ask::get(query).accept(self.accept);
            let answer = if std::mem::take(&mut self.is_first) {
                self.cluster.ask_first(&ask).await?
            } else {
                self.cluster.ask(&ask).await?
            };
            match answer {
                // The list is older than the server keeps lists. It goes on after the last object, on what there is now.
                Answer::Failure(failure) if failure.code == 410 && expiries < EXPIRIES => {
                    expiries += 1;
                    failure.token().unwrap_or_default().clone_into(&mut token);
                }
                Answer::TooLarge if limit > 1 => self.limit /= 2,
                Answer::Failure(failure) if failure.is_missing_right("list") => {
                    return Err(self.right.missing(failure.message));
                }
                answer => {
                    let answered: Answered<T> = read(&ask, answer)?;
                    break (ask, answered);
                }
            }
        };
        self.empty = if answered.items.is_empty() {
            self.empty + 1
        } else {
            0
        };
        if self.empty > EMPTY_PAGES {
            return Err(MigrationError::Unreadable {
                request: ask.name(),
                error: "the server gives page after page without an object".to_owned(),
            });
        }
        let Metadata {
            token,
            remaining_item_count,
        } = answered.metadata;
        self.token = Some(token).filter(|token| !token.is_empty());
        Ok(Some(Page {
            objects: answered.items,
            remaining: remaining_item_count,
        }))
    }

    /// Whether no page follows.
    pub(crate) const fn is_over(&self) -> bool {
        self.token.is_none()
    }
}
