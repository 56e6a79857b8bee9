//! Attributes of other derives that stand on an item where ours stands too. What they say of values would not hold:
//! the schema is made of ours.

use proc_macro2::{Delimiter, Group, Ident, Span, TokenStream, TokenTree};
use syn::{Attribute, Data, DeriveInput, Fields, Meta};
use wheelwright_spelling::{
    Argument, Here, Spelling, Subject, Tool, nests_too_deeply, of_serde, read, spelling, split,
    ungroup,
};

use crate::attrs::keys;
use crate::attrs::schema_keys::{FORMS, ignored};
use crate::attrs::serde::FieldSerde;
use crate::diag::Errors;

/// What says in other words what is valid.
const OF_SCHEMA: &[Tool] = &[
    Tool::Schemars,
    Tool::Validator,
    Tool::Garde,
    Tool::KubeSchema,
];

/// Attributes on a type that derives `Schema`, on its variants and on its fields.
pub(crate) fn schema_conflicts(input: &DeriveInput, errors: &Errors) {
    Conflicts::new("schema", OF_SCHEMA, errors).all(&spots(input));
}

/// Attributes of kube-derive on a struct that derives `CustomResource`.
pub(crate) fn resource_conflicts(attributes: &[Attribute], errors: &Errors) {
    Conflicts::new("crd", &[Tool::Kube], errors).all(&[Spot::of_type(attributes)]);
}

/// A type, variant or field with its attributes.
#[derive(Clone, Copy)]
struct Spot<'i> {
    attributes: &'i [Attribute],
    /// Those of the variant around a field.
    variant: &'i [Attribute],
    /// The type of a field.
    subject: Subject<'i>,
    is_type: bool,
}

impl<'i> Spot<'i> {
    fn of_type(attributes: &'i [Attribute]) -> Self {
        Self {
            attributes,
            variant: &[],
            subject: Subject::default(),
            is_type: true,
        }
    }
}

/// The type first.
fn spots(input: &DeriveInput) -> Vec<Spot<'_>> {
    let mut spots = vec![Spot::of_type(&input.attrs)];
    match &input.data {
        Data::Struct(data) => spots.extend(of_fields(&data.fields, &[])),
        Data::Enum(data) => {
            for variant in &data.variants {
                spots.push(Spot {
                    is_type: false,
                    ..Spot::of_type(&variant.attrs)
                });
                spots.extend(of_fields(&variant.fields, &variant.attrs));
            }
        }
        Data::Union(_) => {}
    }
    spots
}

fn of_fields<'i>(fields: &'i Fields, variant: &'i [Attribute]) -> impl Iterator<Item = Spot<'i>> {
    fields.iter().map(move |field| Spot {
        attributes: &field.attrs,
        variant,
        subject: Subject(Some(&field.ty)),
        is_type: false,
    })
}

struct Conflicts<'e> {
    /// Our attribute.
    ours: &'static str,
    tools: &'static [Tool],
    /// For the whole type.
    ignored: Vec<Tool>,
    /// Whose first error has said how to have both.
    hinted: Vec<Tool>,
    errors: &'e Errors,
}

/// A key of another derive.
struct Other<'s> {
    tool: Tool,
    name: Ident,
    argument: Argument,
    subject: Subject<'s>,
}

impl<'e> Conflicts<'e> {
    fn new(ours: &'static str, tools: &'static [Tool], errors: &'e Errors) -> Self {
        Self {
            ours,
            tools,
            ignored: Vec::new(),
            hinted: Vec::new(),
            errors,
        }
    }

    fn tool(&self, attribute: &Attribute) -> Option<Tool> {
        let is = |tool: &&Tool| attribute.path().is_ident(tool.attribute());
        self.tools.iter().find(is).copied()
    }

    /// The type stands in front. Nearly all types have no such attribute, and nothing else of them is read.
    fn all(&mut self, spots: &[Spot<'_>]) {
        let found: Vec<Spot<'_>> = spots
            .iter()
            .copied()
            .filter(|spot| {
                let mut attributes = spot.attributes.iter();
                attributes.any(|attribute| self.tool(attribute).is_some())
            })
            .collect();
        if let (Some(first), false) = (spots.first(), found.is_empty()) {
            self.ignored = ignored(first.attributes);
            for spot in &found {
                self.on(spot);
            }
        }
    }

    fn on(&mut self, spot: &Spot<'_>) {
        let is_skipped =
            |attributes: &[Attribute]| FieldSerde::of(attributes, &Errors::new()).is_skipped();
        if !spot.is_type && (is_skipped(spot.attributes) || is_skipped(spot.variant)) {
            return;
        }
        let ignored = ignored(spot.attributes);
        for attribute in spot.attributes {
            let (Some(tool), Meta::List(list)) = (self.tool(attribute), &attribute.meta) else {
                continue;
            };
            let is_ignored = ignored.contains(&tool) || self.ignored.contains(&tool);
            if is_ignored || nests_too_deeply(list.tokens.clone()) {
                continue;
            }
            for (name, argument) in split(list.tokens.clone()).into_iter().filter_map(read) {
                let other = Other {
                    tool,
                    name,
                    argument,
                    subject: spot.subject,
                };
                self.key(&other, spot);
            }
        }
    }

    fn key(&mut self, other: &Other<'_>, spot: &Spot<'_>) {
        let attributes = spot.attributes;
        let name = other.name.to_string();
        let spelling = spelling(other.tool, &name, &other.argument);
        let keys = spelling.and_then(|spelling| spelling.keys(&other.argument, other.subject));
        let said = match spelling.map(Spelling::here) {
            Some(Here::Nothing(_)) => return,
            // The name of a type's schema, which a CRD has no use for.
            Some(Here::Serde) if spot.is_type && name == "rename" => return,
            Some(Here::Serde) => {
                if said("serde", &name, &other.argument, attributes) {
                    return;
                }
                of_serde(&name).to_owned()
            }
            _ if keys
                .as_ref()
                .is_some_and(|keys| written(self.ours, keys, attributes)) =>
            {
                return;
            }
            _ if replaces(&name) && is_replaced(attributes) => return,
            Some(_) => {
                let words =
                    spelling.map_or_else(String::new, |spelling| spelling.words(keys.as_deref()));
                if words.starts_with("write") {
                    format!("{words} in `#[{}(…)]`", self.ours)
                } else {
                    words
                }
            }
            None if self.ours == "crd" => {
                if said("crd", &name, &other.argument, attributes) {
                    return;
                }
                "write it in `#[crd(…)]`".to_owned()
            }
            None => "write what it says in `#[schema(…)]`".to_owned(),
        };
        self.report(other, &name, &said);
    }

    fn report(&mut self, other: &Other<'_>, name: &str, words: &str) {
        let attribute = other.tool.attribute();
        let here = if self.ours == "crd" { "CRD" } else { "schema" };
        let mut message =
            format!("`{name}` in `#[{attribute}(…)]` does not reach this {here}; {words}");
        if !self.hinted.contains(&other.tool) {
            self.hinted.push(other.tool);
            message += &format!(
                "; where the attribute is for another derive alone, write `#[schema(ignore({attribute}))]` on the type"
            );
        }
        self.errors.at(other.name.span(), message);
    }
}

/// Keys that say how the whole schema is made.
fn replaces(name: &str) -> bool {
    matches!(name, "with" | "schema_with" | "transform" | "extend")
}

/// Ours say it too.
fn is_replaced(attributes: &[Attribute]) -> bool {
    keys(attributes, "schema", FORMS, &Errors::new())
        .iter()
        .any(|key| matches!(key.form.name, "with" | "as" | "opaque"))
}

/// All keys that stand in our attributes of that name, as they are written.
fn ours(attribute: &str, attributes: &[Attribute]) -> Vec<String> {
    attributes
        .iter()
        .filter(|candidate| candidate.path().is_ident(attribute))
        .filter_map(|candidate| match &candidate.meta {
            Meta::List(list) => Some(list.tokens.clone()),
            Meta::Path(_) | Meta::NameValue(_) => None,
        })
        .filter(|tokens| !nests_too_deeply(tokens.clone()))
        .flat_map(split)
        .map(|piece| squeezed(&piece))
        .collect()
}

/// Without the spaces, which say nothing and differ with where tokens come from.
fn squeezed(tokens: &TokenStream) -> String {
    let mut text = String::new();
    for token in ungroup(tokens.clone()) {
        match token {
            TokenTree::Group(group) => {
                let (open, close) = match group.delimiter() {
                    Delimiter::Parenthesis => ("(", ")"),
                    Delimiter::Bracket => ("[", "]"),
                    Delimiter::Brace => ("{", "}"),
                    Delimiter::None => ("", ""),
                };
                text += open;
                text += &squeezed(&group.stream());
                text += close;
            }
            token => {
                text += &token.to_string();
                text.push(' ');
            }
        }
    }
    text
}

/// Whether all these keys stand in our attribute.
fn written(attribute: &str, keys: &str, attributes: &[Attribute]) -> bool {
    let Ok(keys) = keys.parse::<TokenStream>() else {
        return false;
    };
    let ours = ours(attribute, attributes);
    split(keys).iter().all(|key| ours.contains(&squeezed(key)))
}

/// Whether the same key stands in the attribute with the same argument.
fn said(attribute: &str, name: &str, argument: &Argument, attributes: &[Attribute]) -> bool {
    let key = match argument {
        Argument::Bare => name.to_owned(),
        Argument::Value(value) => format!("{name} = {value}"),
        Argument::List(group) => format!("{name}{group}"),
    };
    written(attribute, &key, attributes)
}

/// Tokens at another place, so that what is said of them is said there.
pub(crate) fn at(tokens: TokenStream, span: Span) -> TokenStream {
    let moved = |token| match token {
        TokenTree::Group(group) => {
            let mut moved = Group::new(group.delimiter(), at(group.stream(), span));
            moved.set_span(span);
            TokenTree::Group(moved)
        }
        mut token => {
            token.set_span(span);
            token
        }
    };
    tokens.into_iter().map(moved).collect()
}
