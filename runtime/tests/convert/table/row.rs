//! What a row says.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::{Map, Value};

/// A row, or one of its cases.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Row {
    pub(super) from: String,
    to: Option<String>,
    pub(super) object: Option<Value>,
    pub(super) part: Option<Value>,
    pub(super) kept: Option<Value>,
    expect: Option<Outcome>,
    edit: Option<Value>,
    forge: Option<Value>,
    back: Option<Outcome>,
    again: Option<Outcome>,
    route: Option<Vec<Hop>>,
    pub(super) values: Option<String>,
}

/// A conversion, what comes of it, and an edit of that.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Hop {
    pub(super) to: String,
    pub(super) expect: Option<Outcome>,
    pub(super) edit: Option<Value>,
    /// An edit of what is kept, as whoever may write annotations can make it.
    pub(super) forge: Option<Value>,
    /// Whether it is the object that was here before, as it was edited.
    #[serde(skip)]
    pub(super) again: bool,
}

/// What comes of a conversion.
#[derive(Deserialize)]
pub(super) struct Outcome {
    #[serde(default)]
    pub(super) at: BTreeMap<String, Value>,
    #[serde(default)]
    pub(super) lacks: Vec<String>,
    pub(super) kept: Option<Value>,
    pub(super) fails: Option<Fails>,
    /// Members of the object. One of another name than the object's is none that it has, and fails.
    #[serde(flatten)]
    pub(super) members: Map<String, Value>,
}

#[derive(Deserialize)]
#[serde(untagged)]
pub(super) enum Fails {
    /// The message, or its beginning.
    Text(String),
    /// Words in it.
    Words(Vec<String>),
}

impl Fails {
    pub(super) fn is(&self, message: &str) -> bool {
        match self {
            Self::Text(text) => match text.strip_suffix('…') {
                Some(beginning) => message.starts_with(beginning),
                None => message == text,
            },
            Self::Words(words) => words.iter().all(|word| message.contains(word)),
        }
    }

    pub(super) fn said(&self) -> String {
        match self {
            Self::Text(text) => format!("{text:?}"),
            Self::Words(words) => format!("a message with {words:?}"),
        }
    }
}

/// The cases of a row, each with the name that it is reported by.
pub(super) fn cases(mut row: Map<String, Value>) -> Result<Vec<(String, Row)>, String> {
    let Some(Value::String(name)) = row.remove("name") else {
        return Err("it has no `name`".to_owned());
    };
    let of = |row: Map<String, Value>| {
        serde_json::from_value::<Row>(row.into()).map_err(|error| format!("{name}\n  {error}"))
    };
    let Some(cases) = row.remove("cases") else {
        return Ok(vec![(name.clone(), of(row)?)]);
    };
    let cases: Vec<Map<String, Value>> =
        serde_json::from_value(cases).map_err(|error| format!("{name}\n  `cases`: {error}"))?;
    let count = cases.len();
    if count < 2 {
        return Err(format!("{name}\n  it has {count} `cases`; one is a row"));
    }
    let each = cases.into_iter().enumerate().map(|(index, case)| {
        let mut all = row.clone();
        all.extend(case);
        Ok((format!("{name} (case {} of {count})", index + 1), of(all)?))
    });
    each.collect()
}

impl Row {
    /// Its hops, of a mapping with these versions.
    pub(super) fn route(&mut self, versions: &[&str]) -> Result<Vec<Hop>, String> {
        if let Some(route) = self.route.take() {
            let short = self.to.is_some() || self.edit.is_some() || self.forge.is_some();
            let outcomes = [&self.expect, &self.back, &self.again];
            if short || outcomes.iter().any(|outcome| outcome.is_some()) {
                return Err("a `route` says all hops, with what comes of them".to_owned());
            }
            return Ok(route);
        }
        let mut others = versions.iter().filter(|version| **version != self.from);
        let to = match (self.to.take(), others.next(), others.next()) {
            (Some(to), ..) => to,
            (None, Some(other), None) => (*other).to_owned(),
            _ => return Err(format!("`to` which of the versions {versions:?}?")),
        };
        let ends =
            |outcome: &Option<Outcome>| outcome.as_ref().is_some_and(|it| it.fails.is_some());
        let fails = ends(&self.expect) || ends(&self.back);
        let hop = |to: &str, expect| Hop {
            to: to.to_owned(),
            expect,
            edit: None,
            forge: None,
            again: false,
        };
        let (is_edited, says_back) = (self.edit.is_some(), self.back.is_some());
        let mut there = hop(&to, self.expect.take());
        (there.edit, there.forge) = (self.edit.take(), self.forge.take());
        let ended = ends(&there.expect);
        let mut hops = vec![there];
        if !ended || says_back {
            hops.push(hop(&self.from, self.back.take()));
        }
        let goes_again = is_edited || self.kept.is_some() && !says_back;
        if self.again.is_some() || goes_again && !fails {
            let mut again = hop(&to, self.again.take());
            again.again = true;
            hops.push(again);
        }
        Ok(hops)
    }
}
