use wheelwright_grammar::name::KEPT_ANNOTATION;

use super::{Complement, Layout, first::is_first};
use crate::json::{Json, check};

/// The number of the format that this library writes.
const FORMAT: i64 = 2;

/// The number of the format that is read, too.
const FIRST_FORMAT: i64 = 1;

/// The name of the annotation of a group's kinds.
#[must_use]
pub fn annotation_name(group: &str) -> String {
    format!("{group}/{KEPT_ANNOTATION}")
}

/// What travels with one object.
#[derive(Clone, Debug, Default)]
pub(crate) struct Annotation {
    /// For each version that lost something: what.
    kept: Vec<(String, Complement)>,
    /// For each version that lost what could not be kept: why.
    unkept: Vec<(String, String)>,
}

impl Annotation {
    /// Reads the annotation's text. Whatever is not in the documented format counts as nothing.
    pub(crate) fn read(text: &str) -> Self {
        Self::parse(text).unwrap_or_default()
    }

    fn parse(text: &str) -> Option<Self> {
        let checked = check(text).ok()?;
        let json = checked.json();
        let format = json.member("format")?.as_i64()?;
        if format != FORMAT && format != FIRST_FORMAT {
            return None;
        }
        let mut annotation = Self::default();
        if let Some(kept) = json.member("kept") {
            for (version, kept) in kept.into_members().ok()? {
                // One version's data may be damaged, and another's not.
                let kept = if format == FIRST_FORMAT {
                    is_first(&kept).then(|| Complement::First(kept.into_owned()))
                } else {
                    Complement::of_json(&kept)
                };
                if let Some(kept) = kept {
                    annotation.kept.push((version.into_owned(), kept));
                }
            }
        }
        if let Some(unkept) = json.member("unkept") {
            for (version, why) in unkept.into_members().ok()? {
                let why = why.as_str()?.into_owned();
                annotation.unkept.push((version.into_owned(), why));
            }
        }
        Some(annotation)
    }

    pub(crate) const fn is_empty(&self) -> bool {
        self.kept.is_empty() && self.unkept.is_empty()
    }

    /// What is kept of a version.
    pub(crate) fn of(&self, version: &str) -> Option<&Complement> {
        let mut kept = self.kept.iter();
        kept.find(|(owner, _)| owner == version)
            .map(|(_, kept)| kept)
    }

    /// Takes what is kept of a version.
    pub(crate) fn take(&mut self, version: &str) -> Option<Complement> {
        let position = self.kept.iter().position(|(owner, _)| owner == version)?;
        Some(self.kept.remove(position).1)
    }

    /// Whether anything is kept of a version.
    pub(crate) fn keeps(&self, version: &str) -> bool {
        self.kept.iter().any(|(owner, _)| owner == version)
    }

    /// Keeps something of a version, in place of what was kept of it.
    pub(crate) fn put(&mut self, version: &str, kept: Option<Complement>) {
        self.take(version);
        self.unkept.retain(|(owner, _)| owner != version);
        if let Some(kept) = kept {
            let position = self
                .kept
                .iter()
                .position(|(owner, _)| owner.as_str() > version)
                .unwrap_or(self.kept.len());
            self.kept.insert(position, (version.to_owned(), kept));
        }
    }

    /// The versions of which something is kept.
    pub(crate) fn owners(&self) -> Vec<String> {
        self.kept.iter().map(|(owner, _)| owner.clone()).collect()
    }

    /// Drops what is kept of items that a version no longer has. `base`: what is made of the live object at that version.
    pub(crate) fn drop_lost_items(&mut self, version: &str, layout: Option<&Layout>, base: &Json) {
        if let Some(kept) = self.take(version) {
            self.put(version, kept.without_lost_items(layout, base));
        }
    }

    /// Why a version's losses could not be kept.
    pub(crate) fn unkept(&self, version: &str) -> Option<&str> {
        self.unkept
            .iter()
            .find(|(owner, _)| owner == version)
            .map(|(_, why)| why.as_str())
    }

    /// Marks a version's losses as not kept.
    pub(crate) fn mark(&mut self, version: &str, why: String) {
        self.put(version, None);
        self.unkept.push((version.to_owned(), why));
    }

    /// The annotation's text.
    pub(crate) fn text(&self) -> String {
        let mut members = vec![("format".into(), Json::display(FORMAT))];
        if !self.kept.is_empty() {
            let kept = self
                .kept
                .iter()
                .map(|(version, kept)| (version.as_str().into(), kept.json()))
                .collect();
            members.push(("kept".into(), Json::Object(kept)));
        }
        if !self.unkept.is_empty() {
            let unkept = self
                .unkept
                .iter()
                .map(|(version, why)| (version.as_str().into(), Json::string(why)))
                .collect();
            members.push(("unkept".into(), Json::Object(unkept)));
        }
        Json::Object(members).text()
    }
}
