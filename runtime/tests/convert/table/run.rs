//! What comes of rows.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};
use serde_saphyr::Spanned;
use wheelwright::convert::Converter;

use super::{
    difference::differences,
    row::{Hop, Row, cases},
    values::values,
};
use crate::mappings::{self, Mapping};

/// How many rows a file has, cases counted, and what is said of each that fails.
pub(super) fn all(file: &str, text: &str) -> (usize, Vec<String>) {
    type Rows = BTreeMap<String, Vec<Spanned<Map<String, Value>>>>;
    // `n` and `on` are texts.
    let options = serde_saphyr::options! { strict_booleans: true };
    let rows: Rows = match serde_saphyr::from_str_with_options(text, options) {
        Ok(rows) => rows,
        Err(error) => return (0, vec![format!("{file}: {error}")]),
    };
    let mut count = 0;
    let mut failures = Vec::new();
    for (name, rows) in rows {
        let Some(mapping) = mappings::find(&name) else {
            failures.push((0, format!("{file}: `{name}` is no mapping of mappings/")));
            continue;
        };
        if rows.is_empty() {
            failures.push((0, format!("{file}: `{name}` has no rows")));
        }
        for row in rows {
            let line = row.referenced.line();
            let place = format!("{file}:{line} {name}");
            let cases = match cases(row.value) {
                Ok(cases) => cases,
                Err(why) => {
                    count += 1;
                    failures.push((line, format!("{place}: {why}")));
                    continue;
                }
            };
            for (name, row) in cases {
                count += 1;
                if let Err(why) = run(mapping, row) {
                    let why = why.replace('\n', "\n  ");
                    let mapping = mapping.file;
                    let said = format!("{place}: {name}\n  {why}\n  look at: {mapping}");
                    failures.push((line, said));
                }
            }
        }
    }
    // As they stand in the file, not by the names of mappings.
    failures.sort();
    (count, failures.into_iter().map(|(_, said)| said).collect())
}

fn run(mapping: &Mapping, mut row: Row) -> Result<(), String> {
    let converter = (mapping.converter)().map_err(|error| error.to_string())?;
    let versions: Vec<&str> = converter.versions().collect();
    let has = |version: &String| {
        let known = versions.contains(&version.as_str());
        known
            .then_some(())
            .ok_or(format!("`{version}` is none of the versions {versions:?}"))
    };
    has(&row.from)?;
    let route = row.route(&versions)?;
    let subject = Subject { converter };
    let start = subject.object(&mut row)?;
    let is_part = row.part.is_some();
    // A part of an object is no value, and values keep nothing.
    let has_value = !is_part && row.kept.is_none();
    if !has_value && row.values.is_some() {
        return Err("of what it is about there are no values".to_owned());
    }

    let mut at = (row.from.clone(), start.clone());
    let mut there: Option<Value> = None;
    let mut is_edited = false;
    let last = route
        .len()
        .checked_sub(1)
        .ok_or("its `route` goes nowhere")?;
    for (index, hop) in route.into_iter().enumerate() {
        has(&hop.to)?;
        let (version, object) = &at;
        let outcome = converter.convert_text(&object.to_string(), &hop.to);
        let tried = format!("{version} → {}", hop.to);
        let said = |why: String| {
            let found = match &outcome {
                Ok(text) => format!("found {text}"),
                Err(error) => format!("failed {error}"),
            };
            format!("{tried}: {why}\nof {object}\n{found}")
        };
        if index == 0 && has_value {
            let outcome = outcome.as_ref().map_err(ToString::to_string);
            values(
                mapping,
                [version, &hop.to],
                object,
                outcome,
                row.values.take(),
            )
            .map_err(&said)?;
        }
        if let Some(fails) = hop.expect.as_ref().and_then(|expect| expect.fails.as_ref()) {
            let Err(error) = &outcome else {
                return Err(said(format!("expected to fail with {}", fails.said())));
            };
            if !fails.is(&error.to_string()) {
                return Err(said(format!("expected {}", fails.said())));
            }
            if index != last || hop.edit.is_some() || hop.forge.is_some() {
                return Err(said("nothing comes after a failure".to_owned()));
            }
            return Ok(());
        }
        let Ok(text) = &outcome else {
            return Err(said("expected to convert".to_owned()));
        };
        let found: Value = serde_json::from_str(text).map_err(|error| said(error.to_string()))?;
        // What an object keeps may have another form than the row's, and another after an edit.
        let same = match &there {
            Some(there) if hop.again => Some((there, !is_edited)),
            _ if hop.to == row.from && !is_edited => Some((&start, row.kept.is_none())),
            _ => None,
        };
        subject
            .check(object, &found, &hop, same, is_part)
            .map_err(&said)?;
        let mut next = found;
        if let Some(edit) = &hop.edit {
            patch(&mut next, edit).map_err(|why| said(format!("the edit: {why}")))?;
        }
        if there.is_none() {
            there = Some(next.clone());
        }
        if let Some(forge) = &hop.forge {
            subject
                .forge(&mut next, forge)
                .map_err(|why| said(format!("the forgery: {why}")))?;
        }
        is_edited |= hop.edit.is_some() || hop.forge.is_some();
        at = (hop.to, next);
    }
    Ok(())
}

/// Applies a JSON patch, which is a list, or a merge patch, and says where it changes nothing.
fn patch(value: &mut Value, edit: &Value) -> Result<(), String> {
    let before = value.clone();
    if edit.is_array() {
        let edit: json_patch::Patch =
            serde_json::from_value(edit.clone()).map_err(|error| error.to_string())?;
        json_patch::patch(value, &edit).map_err(|error| error.to_string())?;
    } else {
        json_patch::merge(value, edit);
    }
    let changes = *value != before;
    changes
        .then_some(())
        .ok_or_else(|| "it changes nothing".to_owned())
}

struct Subject<'m> {
    converter: &'m Converter,
}

impl Subject<'_> {
    /// The object of a row, with what it need not say.
    fn object(&self, row: &mut Row) -> Result<Value, String> {
        let (object, is_whole) = match (&row.object, &row.part) {
            (Some(object), None) => (object, true),
            (None, Some(part)) => (part, false),
            _ => return Err("it has one of `object` and `part`".to_owned()),
        };
        let mut object = object.clone();
        let members = object.as_object_mut().ok_or("the object is none")?;
        let version = format!("{}/{}", self.converter.group(), row.from);
        for (name, value) in [
            ("apiVersion", version),
            ("kind", self.converter.kind().to_owned()),
        ] {
            if members.insert(name.to_owned(), value.into()).is_some() {
                return Err(format!("`{name}` is not said"));
            }
        }
        let metadata = members.entry("metadata").or_insert_with(|| json!({}));
        if is_whole {
            named(metadata);
        }
        if let Some(kept) = &row.kept {
            let text = kept
                .as_str()
                .map_or_else(|| kept.to_string(), str::to_owned);
            metadata["annotations"][self.converter.annotation()] = text.into();
        }
        Ok(object)
    }

    fn forge(&self, object: &mut Value, forge: &Value) -> Result<(), String> {
        let annotations = object.pointer_mut("/metadata/annotations");
        let kept = annotations.and_then(|all| all.get_mut(self.converter.annotation()));
        let kept = kept.ok_or("nothing is kept")?;
        let mut all: Value = serde_json::from_str(kept.as_str().unwrap_or_default())
            .map_err(|error| error.to_string())?;
        patch(&mut all, forge)?;
        *kept = all.to_string().into();
        Ok(())
    }

    /// What an object keeps, which is taken out of it.
    fn take_kept(&self, object: &mut Value) -> Option<Value> {
        let annotations = object
            .pointer_mut("/metadata/annotations")?
            .as_object_mut()?;
        let kept = annotations.remove(self.converter.annotation())?;
        if annotations.is_empty() {
            object["metadata"].as_object_mut()?.remove("annotations");
        }
        Some(kept)
    }

    fn check(
        &self,
        object: &Value,
        found: &Value,
        hop: &Hop,
        same: Option<(&Value, bool)>,
        is_part: bool,
    ) -> Result<(), String> {
        let mut wrong = Vec::new();
        let mut bare = found.clone();
        let kept = self.take_kept(&mut bare);
        let version = format!("{}/{}", self.converter.group(), hop.to);
        if found["apiVersion"] != *version || found["kind"] != self.converter.kind() {
            wrong.push(format!("expected a {} of {version}", self.converter.kind()));
        }
        let keeps_the_same = same.is_some_and(|(_, keeps)| keeps);
        match (&hop.expect, same) {
            (Some(outcome), _) => {
                outcome.check(found, &bare, kept.as_ref(), is_part, &mut wrong)?;
            }
            (None, Some((same, _))) if !keeps_the_same => {
                let mut same = same.clone();
                self.take_kept(&mut same);
                wrong.extend(differences(&same, &bare));
            }
            (None, Some((same, _))) => wrong.extend(differences(same, found)),
            (None, None) => {}
        }
        let says_metadata = match &hop.expect {
            Some(outcome) => outcome.says_metadata(),
            None => same.is_some(),
        };
        if !says_metadata {
            let mut before = object.clone();
            self.take_kept(&mut before);
            let mut alone = json!({"metadata": before["metadata"].take()});
            if is_part && alone["metadata"].is_null() {
                alone["metadata"] = json!({});
            }
            wrong.extend(differences(
                &alone,
                &json!({"metadata": bare["metadata"].take()}),
            ));
        }
        wrong.dedup();
        if wrong.is_empty() {
            Ok(())
        } else {
            Err(wrong.join("\n"))
        }
    }
}

/// Gives metadata a name, if it has none.
pub(super) fn named(metadata: &mut Value) {
    if let Some(metadata) = metadata.as_object_mut() {
        metadata.entry("name").or_insert_with(|| "x".into());
    }
}
