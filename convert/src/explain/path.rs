//! Where rows are about.

use std::slice;

use crate::{plan::Both, steps::Inward, table::item};

/// A place on one side.
#[derive(Clone, Debug)]
pub(super) struct At {
    /// The path from the object inwards.
    pub(super) path: String,
    /// The places around it that are only kept as a whole, and together.
    whole: Vec<String>,
}

impl At {
    pub(super) const ROOT: Self = Self {
        path: String::new(),
        whole: Vec::new(),
    };

    /// A place below this one.
    pub(super) fn below(&self, names: &[String]) -> Self {
        let mut path = self.path.clone();
        for name in names {
            push(&mut path, name);
        }
        self.with(path)
    }

    /// A place with something behind this path.
    pub(super) fn suffixed(&self, suffix: &str) -> Self {
        self.with(format!("{}{suffix}", self.path))
    }

    /// The items of a list.
    pub(super) fn items(&self, keys: &[String]) -> Self {
        if keys.is_empty() {
            self.suffixed("[*]")
        } else {
            self.suffixed(&format!("[{}]", keys.join(",")))
        }
    }

    /// What is within the value.
    pub(super) fn inward(&self, inward: &Inward) -> Self {
        match inward {
            Inward::Item => self.suffixed("[0]"),
            Inward::Items(keys) => self.items(keys),
            Inward::Entries => self.suffixed(".*"),
            Inward::Member(name) => self.below(slice::from_ref(name)),
        }
    }

    /// A place of which all is kept where something below is lost.
    pub(super) fn kept_whole(&self) -> Self {
        self.kept_with(std::slice::from_ref(self))
    }

    /// A place that is kept by keeping all of these where something below it is lost.
    pub(super) fn kept_with(&self, places: &[Self]) -> Self {
        let whole = if self.whole.is_empty() {
            places.iter().map(|place| place.path.clone()).collect()
        } else {
            self.whole.clone()
        };
        Self {
            path: self.path.clone(),
            whole,
        }
    }

    /// Where what is lost here is kept.
    pub(super) fn kept(&self) -> Vec<String> {
        if self.whole.is_empty() {
            vec![self.path.clone()]
        } else {
            self.whole.clone()
        }
    }

    fn with(&self, path: String) -> Self {
        Self {
            path,
            whole: self.whole.clone(),
        }
    }
}

impl Both<At> {
    pub(super) fn map(&self, change: impl Fn(&At) -> At) -> Self {
        Self::by(|side| change(self.of(side)))
    }
}

/// Appends a member: `.name`, or quoted where it is no plain name; an item as a place names it.
fn push(path: &mut String, name: &str) {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'$');
    if item::is_item(name) && name.contains('=') {
        path.push_str(name);
    } else if !name.is_empty() && name.bytes().all(plain) {
        path.push('.');
        path.push_str(name);
    } else {
        let text = name.replace('\\', "\\\\").replace('\'', "\\'");
        path.push_str(&format!("['{text}']"));
    }
}
