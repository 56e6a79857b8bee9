//! `printcolumn(…)`, `scale(…)`, `selectable`: what the API server reads out of an object.

use wheelwright_grammar::field_path::{self, FieldPathError};
use wheelwright_grammar::printer_column::{self, ColumnError, Path, Segment};
use wheelwright_grammar::scale_path;
use wheelwright_grammar::vocabulary::MAX_SELECTABLE_FIELDS;

use super::forms::{COLUMN, SCALE};
use super::text::{non_empty, report_missing};
use crate::attrs::{Key, Slot};
use crate::diag::{Errors, Spanned};

/// One `printcolumn(…)`.
pub(crate) struct Column {
    pub(crate) name: String,
    pub(crate) ty: Spanned<String>,
    pub(crate) path: Spanned<String>,
    /// The path, as far as the tables can follow it.
    pub(crate) steps: Steps,
    pub(crate) description: String,
    pub(crate) format: String,
    pub(crate) priority: i32,
    pub(crate) unchecked: bool,
}

/// The names that a path goes through.
pub(crate) struct Steps {
    /// `None` stands for the items of a list.
    pub(crate) names: Vec<Option<String>>,
    /// Nothing comes behind them.
    pub(crate) whole: bool,
}

/// `scale(…)`.
pub(crate) struct Scale {
    pub(crate) spec: Spanned<ScalePath>,
    pub(crate) status: Spanned<ScalePath>,
    pub(crate) selector: Option<Spanned<ScalePath>>,
    pub(crate) optional: bool,
    pub(crate) unchecked: bool,
}

/// A path of `scale(…)`.
pub(crate) struct ScalePath {
    pub(crate) text: String,
    pub(crate) names: Vec<String>,
}

/// One `selectable`.
pub(crate) struct Selectable {
    pub(crate) text: String,
    pub(crate) names: Vec<String>,
}

impl Column {
    pub(super) fn read(key: &Key<'_>) -> Option<Self> {
        let (mut name, mut ty, mut path) = (Slot::default(), Slot::default(), Slot::default());
        let (mut description, mut format, mut priority) =
            (Slot::default(), Slot::default(), Slot::default());
        let mut unchecked = Slot::default();
        for key in &key.nested(COLUMN)? {
            match key.form.name {
                "name" => name.set(key, non_empty(key)),
                "type" => ty.set(key, checked(key, printer_column::check_type)),
                "path" => path.set(key, column_path(key)),
                "description" => description.set(key, key.string()),
                "format" => format.set(key, checked(key, printer_column::check_format)),
                "priority" => priority.set(key, key.integer()),
                _ => unchecked.set(key, key.bare()),
            }
        }
        let missing = [
            ("name", name.key_span()),
            ("type", ty.key_span()),
            ("path", path.key_span()),
        ];
        report_missing(key, &missing);
        let path = path.take()?;
        let (text, steps) = path.value;
        Some(Self {
            name: name.take()?.value,
            ty: ty.take()?,
            path: Spanned::new(text, path.span),
            steps,
            description: description
                .take()
                .map_or_else(String::new, |text| text.value),
            format: format.take().map_or_else(String::new, |text| text.value),
            priority: priority.take().map_or(0, |number| number.value),
            unchecked: unchecked.key_span().is_some(),
        })
    }
}

impl Scale {
    pub(super) fn read(key: &Key<'_>) -> Option<Self> {
        let (mut spec, mut status, mut selector) =
            (Slot::default(), Slot::default(), Slot::default());
        let (mut optional, mut unchecked) = (Slot::default(), Slot::default());
        for key in &key.nested(SCALE)? {
            match key.form.name {
                "spec" => spec.set(key, scale_path(key, scale_path::Root::Spec)),
                "status" => status.set(key, scale_path(key, scale_path::Root::Status)),
                "selector" => selector.set(key, scale_path(key, scale_path::Root::Either)),
                "optional" => optional.set(key, key.flag()),
                _ => unchecked.set(key, key.bare()),
            }
        }
        report_missing(
            key,
            &[("spec", spec.key_span()), ("status", status.key_span())],
        );
        let given = selector.key_span().is_some();
        let selector = selector.take();
        if given && selector.is_none() {
            return None;
        }
        Some(Self {
            spec: spec.take()?,
            status: status.take()?,
            selector,
            optional: optional.take().is_some_and(|optional| optional.value),
            unchecked: unchecked.key_span().is_some(),
        })
    }
}

impl Selectable {
    pub(super) fn read(key: &Key<'_>) -> Option<Self> {
        let text = key.string()?;
        let names: Result<Vec<_>, FieldPathError> = field_path::steps(&text, false)
            .map(|step| step.map(|step| step.0.into_owned()))
            .collect();
        let at = key.value_span();
        match names {
            Err(error) => key.errors.at(
                at,
                format_args!("{error} (the API server: `is an invalid path: {}`)", error.server()),
            ),
            Ok(names) if names.is_empty() => key.errors.at(
                at,
                "the path is empty; write names joined by dots: `.spec.color` (the API server: `Required value`)",
            ),
            Ok(names) if names.first().is_some_and(|first| first == "metadata") => key.errors.at(
                at,
                "objects can be selected by their name and namespace anyway; write a field of the spec or status \
                 (the API server: `must not point to fields in metadata`)",
            ),
            Ok(names) => return Some(Self { text, names }),
        }
        None
    }

    /// Reports repetitions, and more of them than the API server allows.
    pub(super) fn check_all(all: &[Spanned<Self>], errors: &Errors) {
        let mut unique = 0;
        for (i, one) in all.iter().enumerate() {
            if all[..i]
                .iter()
                .any(|earlier| earlier.value.text == one.value.text)
            {
                errors.at(one.span, "this field is selectable already; keep one (the API server: `Duplicate value`)");
                continue;
            }
            unique += 1;
            if unique == MAX_SELECTABLE_FIELDS + 1 {
                errors.at(
                    one.span,
                    format_args!(
                        "at most {MAX_SELECTABLE_FIELDS} fields can be selectable; remove this one (the API server: \
                         `must have at most {MAX_SELECTABLE_FIELDS} items`)"
                    ),
                );
            }
        }
    }
}

fn checked(key: &Key<'_>, check: fn(&str) -> Result<(), ColumnError>) -> Option<String> {
    let text = non_empty(key)?;
    match check(&text) {
        Ok(()) => Some(text),
        Err(error) => {
            key.errors.at(
                key.value_span(),
                format_args!("{error} (the API server: `{}`)", error.server()),
            );
            None
        }
    }
}

fn column_path(key: &Key<'_>) -> Option<(String, Steps)> {
    let text = checked(key, printer_column::check_path)?;
    match Path::parse(&text) {
        Ok(path) => {
            let steps = Steps::of(path.segments());
            Some((text, steps))
        }
        Err(error) => {
            key.errors.at(
                key.value_span(),
                format_args!(
                    "{error}; the API server takes the path as it is, and shows neither this column nor those behind it"
                ),
            );
            None
        }
    }
}

impl Steps {
    fn of(segments: &[Segment]) -> Self {
        let mut names = Vec::new();
        for segment in segments {
            match segment {
                Segment::Field(name) => names.push(Some(name.clone())),
                Segment::Items => names.push(None),
                _ => {
                    return Self {
                        names,
                        whole: false,
                    };
                }
            }
        }
        Self { names, whole: true }
    }
}

fn scale_path(key: &Key<'_>, root: scale_path::Root) -> Option<ScalePath> {
    let text = non_empty(key)?;
    match scale_path::parse(&text, root) {
        Ok(names) => {
            let names = names.into_iter().map(str::to_owned).collect();
            Some(ScalePath { text, names })
        }
        Err(error) => {
            key.errors.at(
                key.value_span(),
                format_args!("{error} (the API server: `{}`)", error.server()),
            );
            None
        }
    }
}
