//! From one written key to what it says. Checks that need no other key are made here.

use wheelwright_grammar::pattern::Pattern;
use wheelwright_grammar::printer_column;
use wheelwright_grammar::vocabulary::{LIST_TYPES, MAP_TYPES};

use syn::punctuated::Punctuated;
use syn::{LitStr, Token, WherePredicate};

use super::deprecated::NOTE;
use super::forms::is_repeatable;
use super::rule;
use super::{Column, Given, IntOrString, ListType, Place, Rule, SchemaKeys, What};
use crate::attrs::tree::Node;
use crate::attrs::value::{Amount, Number};
use crate::attrs::{Argument, Form, Key, Slot, report_duplicate};
use wheelwright_spelling::Tool;

impl SchemaKeys {
    /// Adds one key, with what belongs to it of the keys behind it, or reports why it cannot be taken.
    pub(super) fn add(&mut self, key: &Key<'_>, parts: &[Key<'_>], place: Place) {
        let name = key.form.name;
        if rule::is_part(key) {
            rule::report_lone_part(key);
            return;
        }
        if let Some(refusal) = place.refusal(name) {
            key.errors.at(
                key.span,
                format_args!("`{name}` does not fit here: {refusal}"),
            );
            return;
        }
        match name {
            "as" => self.as_type.set(key, key.syntax("a type")),
            "accept_aliases" => self.accept_aliases.set(key, key.bare()),
            "deprecated" => self.deprecated.set(key, note(key)),
            "crate" => self.krate.set(key, key.syntax("a path")),
            "bound" => self.bound.set(key, bounds(key)),
            // Read where the other attributes are.
            "ignore" => drop(tools(key)),
            _ if self.find(name).is_some() && !is_repeatable(name) => report_duplicate(key),
            _ => {
                if let Some(what) = what(key, parts) {
                    self.given.push(Given {
                        name,
                        key: key.span,
                        value: key.value_span(),
                        what,
                    });
                }
            }
        }
    }
}

/// `Some` for every form in the table whose value can be read.
fn what(key: &Key<'_>, parts: &[Key<'_>]) -> Option<What> {
    Some(match key.form.name {
        "title" => What::Title(key.string()?),
        "description" => What::Description(key.string()?),
        "format" => What::Format(key.string()?),
        "no_bounds" => key.bare().map(|()| What::NoBounds)?,
        "pattern" => What::Pattern(pattern(key)?),
        "min_length" => What::MinLength(size(key)?),
        "max_length" => What::MaxLength(size(key)?),
        "minimum" => What::Minimum(key.amount("a number")?),
        "maximum" => What::Maximum(key.amount("a number")?),
        "exclusive_minimum" => What::ExclusiveMinimum(key.amount("a number")?),
        "exclusive_maximum" => What::ExclusiveMaximum(key.amount("a number")?),
        "multiple_of" => What::MultipleOf(factor(key)?),
        "min_items" => What::MinItems(size(key)?),
        "max_items" => What::MaxItems(size(key)?),
        "min_properties" => What::MinProperties(size(key)?),
        "max_properties" => What::MaxProperties(size(key)?),
        "enum_values" => What::Enum(key.trees()?),
        "nullable" => What::Nullable(key.flag()?),
        "required" => key.bare().map(|()| What::Required(true))?,
        "optional" => key.bare().map(|()| What::Required(false))?,
        "default" => default(key)?,
        "serde_defaults" => What::SerdeDefaults(is_nested(key)?),
        "no_default" => key.bare().map(|()| What::NoDefault)?,
        "loose" => key.bare().map(|()| What::Loose)?,
        "nested_default" => key.bare().map(|()| What::DefaultFromMembers)?,
        "example" => What::Example(key.tree()?),
        "external_docs" => external_docs(key)?,
        "list_type" => What::ListType(list_type(key)?),
        "list_map_keys" => What::ListMapKeys(key.distinct_strings()?),
        "map_type" => What::MapType(is_atomic(key)?),
        "struct_type" => What::StructType(is_atomic(key)?),
        "int_or_string" => What::IntOrString(int_or_string(key)?),
        "preserve_unknown_fields" => key.bare().map(|()| What::PreserveUnknownFields)?,
        "embedded_resource" => key.bare().map(|()| What::EmbeddedResource)?,
        "immutable" => key.bare().map(|()| What::Immutable)?,
        "exactly_one_of" => What::ExactlyOneOf(key.distinct_strings()?),
        "at_most_one_of" => What::AtMostOneOf(key.distinct_strings()?),
        "at_least_one_of" => What::AtLeastOneOf(key.distinct_strings()?),
        "rule" => What::Rule(Rule::read(key, parts)?),
        "one_of" => What::OneOf(key.trees()?),
        "any_of" => What::AnyOf(key.trees()?),
        "all_of" => What::AllOf(key.trees()?),
        "not" => What::Not(key.tree_or_list()?),
        "items" => What::Items(SchemaKeys::within(key, Place::Held)?),
        "values" => What::Values(SchemaKeys::within(key, Place::Held)?),
        "with" => What::With(key.syntax("the path of a function")?),
        "opaque" => key.bare().map(|()| What::Opaque)?,
        "column" => What::Column(column(key)?),
        _ => return None,
    })
}

/// What to do instead, which has to be said.
fn note(key: &Key<'_>) -> Option<String> {
    let note = key.string()?;
    if note.trim().is_empty() {
        key.errors.at(key.value_span(), NOTE);
        return None;
    }
    Some(note)
}

/// `key = "T: A + B, U: C"`.
fn bounds(key: &Key<'_>) -> Option<Vec<WherePredicate>> {
    let text = key.syntax::<LitStr>("what stands behind `where`, as a string")?;
    let predicates = text.parse_with(Punctuated::<WherePredicate, Token![,]>::parse_terminated);
    if predicates.is_err() {
        key.wrong("what stands behind `where`, as a string");
    }
    Some(predicates.ok()?.into_iter().collect())
}

/// `key(schemars, validate)`.
pub(super) fn tools(key: &Key<'_>) -> Option<Vec<Tool>> {
    let mut tools = Vec::new();
    for piece in key.pieces("the names of attributes")? {
        let name = piece.to_string();
        let named = Tool::ALL.iter().find(|tool| tool.attribute() == name);
        if named.is_none() {
            let names: Vec<String> = Tool::ALL
                .iter()
                .map(|tool| format!("`{}`", tool.attribute()))
                .collect();
            key.errors.on(
                piece,
                format_args!(
                    "`ignore` takes the attributes of other derives that stand here: {}",
                    names.join(", ")
                ),
            );
        }
        tools.extend(named);
    }
    Some(tools)
}

/// Lengths and counts are 64-bit signed integers in the API.
fn size(key: &Key<'_>) -> Option<Amount<u64>> {
    let what = "a whole number";
    match key.amount(what)? {
        Amount::Known(number) => {
            let size: i64 = key.whole(number, what)?;
            let unsigned = u64::try_from(size).ok();
            if unsigned.is_none() {
                key.errors.at(
                    key.value_span(),
                    format_args!("`{}` counts from 0", key.form.name),
                );
            }
            unsigned.map(Amount::Known)
        }
        Amount::Const(tokens) => Some(Amount::Const(tokens)),
    }
}

fn factor(key: &Key<'_>) -> Option<Amount<Number>> {
    let factor = key.amount("a number")?;
    if factor.known().is_some_and(|factor| factor.as_f64() <= 0.0) {
        key.errors.at(
            key.value_span(),
            "`multiple_of` must be positive: with any other factor the API server refuses every value \
             (`factor MultipleOf declared for … must be positive`)",
        );
        return None;
    }
    Some(factor)
}

fn pattern(key: &Key<'_>) -> Option<String> {
    let pattern = key.string()?;
    match Pattern::parse(&pattern) {
        Ok(_) => Some(pattern),
        Err(error) => {
            key.errors.at(
                key.value_span(),
                format_args!(
                    "{error} (the API server: `must be a valid regular expression, but isn't: {}`)",
                    error.server()
                ),
            );
            None
        }
    }
}

fn default(key: &Key<'_>) -> Option<What> {
    if matches!(key.argument, Argument::Bare) {
        return Some(What::SerdeDefault);
    }
    let tree = key.tree()?;
    if matches!(tree.node, Node::Null) {
        key.errors.at(
            tree.span,
            "the API server takes `default: null` as no default at all; leave the key out",
        );
        return None;
    }
    Some(What::Default(tree))
}

/// `serde_defaults`, or `serde_defaults(nested)`.
fn is_nested(key: &Key<'_>) -> Option<bool> {
    const FORMS: &[Form] = &[Form {
        name: "nested",
        write: "nested",
    }];
    if matches!(key.argument, Argument::Bare) {
        return Some(false);
    }
    let mut nested = Slot::default();
    for key in &key.nested(FORMS)? {
        nested.set(key, key.bare());
    }
    Some(nested.value().is_some())
}

fn list_type(key: &Key<'_>) -> Option<ListType> {
    let text = key.string()?;
    match text.as_str() {
        "atomic" => Some(ListType::Atomic),
        "set" => Some(ListType::Set),
        "map" => Some(ListType::Map),
        _ => key.one_of(&text, LIST_TYPES),
    }
}

fn is_atomic(key: &Key<'_>) -> Option<bool> {
    let text = key.string()?;
    match text.as_str() {
        "atomic" => Some(true),
        "granular" => Some(false),
        _ => key.one_of(&text, MAP_TYPES),
    }
}

fn int_or_string(key: &Key<'_>) -> Option<IntOrString> {
    if matches!(key.argument, Argument::Bare) {
        return Some(IntOrString::Bare);
    }
    let text = key.string()?;
    match text.as_str() {
        "bare" => Some(IntOrString::Bare),
        "any_of" => Some(IntOrString::AnyOf),
        "all_of" => Some(IntOrString::AllOf),
        _ => key.one_of(&text, &["bare", "any_of", "all_of"]),
    }
}

fn external_docs(key: &Key<'_>) -> Option<What> {
    const FORMS: &[Form] = &[
        Form {
            name: "url",
            write: "url = \"https://example.com\"",
        },
        Form {
            name: "description",
            write: "description = \"More.\"",
        },
    ];
    let (mut url, mut description) = (Slot::default(), Slot::default());
    for key in &key.nested(FORMS)? {
        match key.form.name {
            "url" => url.set(key, key.string()),
            _ => description.set(key, key.string()),
        }
    }
    if url.key_span().is_none() {
        key.errors.at(
            key.span,
            format_args!("`external_docs` needs an address: `{}`", key.form.write),
        );
    }
    Some(What::ExternalDocs {
        url: url.take()?.value,
        description: description
            .take()
            .map_or_else(String::new, |text| text.value),
    })
}

fn column(key: &Key<'_>) -> Option<Column> {
    const FORMS: &[Form] = &[
        Form {
            name: "name",
            write: "name = \"Phase\"",
        },
        Form {
            name: "type",
            write: "type = \"string\"",
        },
        Form {
            name: "description",
            write: "description = \"What happens now.\"",
        },
        Form {
            name: "format",
            write: "format = \"date-time\"",
        },
        Form {
            name: "priority",
            write: "priority = 1",
        },
    ];
    let (mut name, mut ty, mut description) = (Slot::default(), Slot::default(), Slot::default());
    let (mut format, mut priority) = (Slot::default(), Slot::default());
    for key in &key.nested(FORMS)? {
        match key.form.name {
            "name" => name.set(key, heading(key)),
            "type" => ty.set(key, column_text(key, printer_column::check_type)),
            "description" => description.set(key, key.string()),
            "format" => format.set(key, column_text(key, printer_column::check_format)),
            _ => priority.set(key, key.integer()),
        }
    }
    if name.key_span().is_none() {
        key.errors.at(
            key.span,
            format_args!("a column needs a heading: `{}`", key.form.write),
        );
    }
    let text = |slot: Slot<String>| slot.take().map_or_else(String::new, |text| text.value);
    Some(Column {
        name: name.take()?.value,
        ty: text(ty),
        description: text(description),
        format: text(format),
        priority: priority.take().map_or(0, |priority| priority.value),
    })
}

fn heading(key: &Key<'_>) -> Option<String> {
    let name = key.string()?;
    if name.is_empty() {
        key.errors.at(
            key.value_span(),
            "the heading is empty (the API server: `Required value`)",
        );
        return None;
    }
    Some(name)
}

fn column_text(
    key: &Key<'_>,
    check: fn(&str) -> Result<(), printer_column::ColumnError>,
) -> Option<String> {
    let text = key.string()?;
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
