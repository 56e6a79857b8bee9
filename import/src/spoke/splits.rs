//! Texts of one version that the other has in parts, by what stands in pairs of objects: `host:port` and a host and a port.

use std::borrow::Cow;
use std::collections::BTreeSet;

use serde_json::Value;
use wheelwright_grammar::parts;

use super::evidence::{self, Moves, RARELY, Seen};
use super::mapping::Mapping;
use super::pair::{At, Solver, rust_path};
use super::ways::peeled;
use crate::attribute::Doc;
use crate::model::{Field, Ty, Type};
use crate::text::literal;

/// A text is tried with no more places than this.
const CANDIDATES: usize = 6;

/// The most parts of a text.
const PARTS: usize = 4;

/// From so few pairs is taken what may stand between parts.
const MODELS: usize = 3;

/// A text, and what it is put together of.
#[derive(Clone)]
pub(super) struct Split<'f> {
    text: Vec<&'f Field>,
    /// In the order of the text.
    parts: Vec<Vec<&'f Field>>,
    /// One more than there are parts.
    between: Vec<String>,
    /// Whether this version has the text.
    is_own: bool,
    exceptions: usize,
}

impl<'f> Split<'f> {
    /// Its places of this version, and of the hub.
    pub(super) fn places(&self) -> [Vec<&[&'f Field]>; 2] {
        let text = vec![self.text.as_slice()];
        let parts = self.parts.iter().map(Vec::as_slice).collect();
        if self.is_own {
            [text, parts]
        } else {
            [parts, text]
        }
    }

    /// Whether the text must be there where its parts must, or nothing stands in for either.
    pub(super) fn is_whole(&self) -> bool {
        let is_option = evidence::may_lack(&self.text);
        let mut parts = self.parts.iter();
        parts.all(|part| evidence::may_lack(part) == is_option)
    }

    /// Its places of both versions, in words.
    pub(super) fn said(&self, at: At<'_, '_>) -> [String; 2] {
        let [own, theirs] = self.places();
        [(at.own, own), (at.there, theirs)].map(|(around, paths)| {
            let places = paths
                .iter()
                .map(|path| format!("`{around}.{}`", evidence::joined(path)));
            places.collect::<Vec<_>>().join(" and ")
        })
    }

    /// As the key has it.
    pub(super) fn format(&self) -> String {
        let names: Vec<&str> = self.parts.iter().map(|part| last_name(part)).collect();
        let is_one = |name: &str| names.iter().filter(|other| **other == name).count() == 1;
        let names = self.parts.iter().zip(&names).map(|(part, name)| {
            let name = if is_one(name) {
                (*name).to_owned()
            } else {
                rust_path(part)
            };
            format!("{{{name}}}")
        });
        let between: Vec<String> = self
            .between
            .iter()
            .map(|text| text.replace('{', "{{").replace('}', "}}"))
            .collect();
        let between: Vec<&str> = between.iter().map(String::as_str).collect();
        parts::join(&between, names)
    }
}

fn last_name<'f>(path: &[&'f Field]) -> &'f str {
    path.last().map_or("", |field| field.name.as_str())
}

/// The texts of either version that places of the other are parts of, where the two have nothing under the same name or something
/// else, and nothing else was found of them.
pub(super) fn splits<'f>(
    types: &'f [Type],
    [fields, theirs]: [&'f [Field]; 2],
    seen: &Seen<'_>,
    moves: &Moves<'f>,
) -> Vec<Split<'f>> {
    if seen.is_empty() {
        return Vec::new();
    }
    let places = [(fields, theirs, 0), (theirs, fields, 1)].map(|(of, others, side)| {
        let is_alone = |field: &&Field| {
            let other = others.iter().find(|other| other.wire == field.wire);
            other.is_none_or(|other| {
                let [own, their] = if side == 0 {
                    [*field, other]
                } else {
                    [other, *field]
                };
                let seen = evidence::of_paths(seen, &[own], &[their]);
                evidence::is_refuted(types, own, their, &seen)
            })
        };
        let is_known = |path: &[&Field]| {
            moves.found.iter().any(|found| {
                let known = if side == 0 { &found.own } else { &found.path };
                evidence::is_within(path, known) || evidence::is_within(known, path)
            })
        };
        let all = of.iter().filter(is_alone);
        let all = all.flat_map(|field| evidence::places(types, &[field]));
        all.filter(|path| !is_known(path)).collect::<Vec<_>>()
    });
    let columns = [0, 1].map(|side| {
        let of = |path: &Vec<&'f Field>| Column {
            path: path.clone(),
            values: at(path, seen, side == 0),
        };
        places[side]
            .iter()
            .filter(|path| is_scalar(path))
            .map(of)
            .collect::<Vec<_>>()
    });
    let mut found: Vec<Split<'f>> = Vec::new();
    for (side, texts) in columns.iter().enumerate() {
        let texts = texts.iter().filter(|column| column.is_text());
        found.extend(texts.filter_map(|text| split(text, &columns[1 - side], side == 0)));
    }
    // A place is part of one text alone, and no text of a text.
    let shares = |one: &Split<'f>, other: &Split<'f>| {
        let mut sides = one.places().into_iter().zip(other.places());
        sides.any(|(own, others)| {
            let is_in = |path: &&[&Field]| {
                others
                    .iter()
                    .any(|other| evidence::joined(other) == evidence::joined(path))
            };
            own.iter().any(is_in)
        })
    };
    let is_one = |split: &&Split<'f>| {
        let others = found.iter().filter(|other| shares(split, other));
        others.count() == 1
    };
    found.iter().filter(is_one).cloned().collect()
}

fn is_scalar(path: &[&Field]) -> bool {
    matches!(type_of(path), Some(Ty::Text | Ty::Int(_) | Ty::Bool))
}

fn type_of<'f>(path: &[&'f Field]) -> Option<&'f Ty> {
    path.last().map(|field| peeled(&field.place.ty))
}

/// A place, and what stands there in each pair.
struct Column<'f, 'p> {
    path: Vec<&'f Field>,
    values: Vec<Option<&'p Value>>,
}

impl<'p> Column<'_, 'p> {
    fn is_text(&self) -> bool {
        type_of(&self.path) == Some(&Ty::Text)
    }

    fn text(&self, row: usize) -> Option<&'p str> {
        self.values.get(row).copied().flatten()?.as_str()
    }

    fn spelled(&self, row: usize) -> Option<Cow<'p, str>> {
        self.values.get(row).copied().flatten().and_then(spelled)
    }

    /// Whether it nearly always is within the text, and differs.
    fn is_part_of(&self, text: &Column<'_, '_>) -> bool {
        let (mut within, mut without, mut different) = (0, 0, BTreeSet::new());
        for row in 0..self.values.len() {
            let Some((text, part)) = text.text(row).zip(self.spelled(row)) else {
                continue;
            };
            if !part.is_empty() && part.len() < text.len() && text.contains(&*part) {
                within += 1;
                different.insert(part);
            } else {
                without += 1;
            }
            // Of many places nearly all are no part: few pairs say so.
            if without * RARELY > self.values.len() {
                return false;
            }
        }
        different.len() > 1 && without * RARELY <= within
    }
}

/// What a pair has: the text, and how each candidate is spelled.
struct Row<'p> {
    text: Option<&'p str>,
    values: Vec<Option<Cow<'p, str>>>,
}

/// The parts of a text, if they are beyond doubt.
fn split<'f>(text: &Column<'f, '_>, others: &[Column<'f, '_>], is_own: bool) -> Option<Split<'f>> {
    let candidates: Vec<&Column<'f, '_>> = others
        .iter()
        .filter(|other| other.is_part_of(text))
        .collect();
    if !(2..=CANDIDATES).contains(&candidates.len()) {
        return None;
    }
    let row = |row: usize| Row {
        text: text.text(row),
        values: candidates.iter().map(|of| of.spelled(row)).collect(),
    };
    let rows: Vec<Row<'_>> = (0..text.values.len()).map(row).collect();
    for count in (2..=candidates.len().min(PARTS)).rev() {
        let mut found: Vec<(Vec<usize>, Vec<String>, usize)> = Vec::new();
        for order in orders(candidates.len(), count) {
            let models = rows.iter().filter_map(|row| between(row, &order));
            for between in models.take(MODELS) {
                let is_known = found
                    .iter()
                    .any(|(known, texts, _)| *known == order && *texts == between);
                if is_known {
                    continue;
                }
                if let Some(exceptions) = exceptions(&rows, &order, &between) {
                    found.push((order.clone(), between, exceptions));
                }
            }
        }
        match found.len() {
            0 => {}
            1 => {
                let (order, between, exceptions) = found.pop()?;
                let parts = order.iter().map(|at| candidates[*at].path.clone());
                return Some(Split {
                    text: text.path.clone(),
                    parts: parts.collect(),
                    between,
                    is_own,
                    exceptions,
                });
            }
            _ => return None,
        }
    }
    None
}

/// What stands at a place of one version, in each pair that has both structs.
fn at<'p>(path: &[&Field], seen: &Seen<'p>, is_own: bool) -> Vec<Option<&'p Value>> {
    let paths: [&[&Field]; 2] = if is_own { [path, &[]] } else { [&[], path] };
    let seen = evidence::of_paths(seen, paths[0], paths[1]);
    seen.into_iter()
        .map(|[own, their]| if is_own { own } else { their })
        .collect()
}

fn spelled(value: &Value) -> Option<Cow<'_, str>> {
    match value {
        Value::String(text) => Some(Cow::Borrowed(text)),
        Value::Number(_) | Value::Bool(_) => Some(Cow::Owned(value.to_string())),
        _ => None,
    }
}

/// All ways to take some of several in an order.
fn orders(of: usize, count: usize) -> Vec<Vec<usize>> {
    let mut all: Vec<Vec<usize>> = vec![Vec::new()];
    for _ in 0..count {
        let longer = all.iter().flat_map(|order| {
            let rest = (0..of).filter(|next| !order.contains(next));
            rest.map(|next| [order.as_slice(), &[next]].concat())
        });
        all = longer.collect();
    }
    all
}

/// What stands between the values of a row in its text; nothing where they do not follow each other so.
fn between(row: &Row<'_>, order: &[usize]) -> Option<Vec<String>> {
    let mut rest = row.text?;
    let mut between = Vec::with_capacity(order.len() + 1);
    for at in order {
        let value = row.values.get(*at)?.as_deref()?;
        let (before, after) = rest.split_once(value).filter(|_| !value.is_empty())?;
        if before.is_empty() && !between.is_empty() {
            return None;
        }
        between.push(before.to_owned());
        rest = after;
    }
    between.push(rest.to_owned());
    Some(between)
}

/// In how many rows the text is not of these parts, if it is in nearly all others, of which two differ.
fn exceptions(rows: &[Row<'_>], order: &[usize], between: &[String]) -> Option<usize> {
    let between: Vec<&str> = between.iter().map(String::as_str).collect();
    let (mut for_it, mut against, mut different) = (0, 0, BTreeSet::new());
    for row in rows {
        let values: Vec<Option<&str>> = order
            .iter()
            .map(|at| row.values.get(*at)?.as_deref())
            .collect();
        let says = |text: Option<&str>| text.is_some_and(|text| !text.is_empty());
        if !says(row.text) && !values.iter().copied().any(says) {
            continue;
        }
        let values: Option<Vec<&str>> = values.into_iter().collect();
        let holds = row.text.zip(values).is_some_and(|(text, values)| {
            parts::join(&between, &values) == text
                && parts::split(&between, text).as_ref() == Some(&values)
        });
        if holds {
            for_it += 1;
            different.extend(row.text);
        } else {
            against += 1;
        }
    }
    (different.len() > 1 && against * RARELY <= for_it).then_some(against)
}

impl<'t, 'p> Solver<'t, 'p> {
    /// The step between a text and its parts.
    pub(super) fn split(
        &mut self,
        mapping: &mut Mapping<'t, 'p>,
        split: &Split<'t>,
        at: At<'_, 'p>,
    ) {
        let [own, theirs] = split.places();
        mapping.refuses([split.is_own, !split.is_own]);
        let names = |paths: &[&[&Field]]| -> Vec<Doc> {
            let names = paths.iter().map(|path| literal(&rust_path(path)));
            names.map(Doc::Atom).collect()
        };
        let to = match theirs.as_slice() {
            [one] => Doc::said("to", &rust_path(one)),
            several => Doc::Call("to".to_owned(), names(several)),
        };
        let format = split.format();
        let [own_said, theirs_said] = split.said(at);
        let mut text = format!("{own_said} to {theirs_said} by `format = {format:?}`");
        if split.exceptions > 0 {
            text += &format!(" (not in {})", split.exceptions);
        }
        self.moved.push(text);
        let keys = [to, Doc::said("format", &format)];
        if let [[field]] = own.as_slice() {
            mapping.fields.insert(field.wire.clone(), keys.to_vec());
        } else {
            let from = Doc::Call("from".to_owned(), names(&own));
            let keys = [from].into_iter().chain(keys).collect();
            mapping.steps.push(Doc::Call("step".to_owned(), keys));
        }
    }
}
