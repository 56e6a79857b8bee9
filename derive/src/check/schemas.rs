//! The literal schemas of `one_of`, `any_of`, `all_of` and `not`: what a structural schema may say there.

use proc_macro2::Span;
use wheelwright_grammar::pattern::Pattern;
use wheelwright_grammar::suggest;

use crate::attrs::schema_keys::{SchemaKeys, What};
use crate::attrs::tree::{Node, Tree};
use crate::attrs::value::Number;
use crate::diag::{Errors, Spanned};

/// What a keyword holds.
#[derive(Clone, Copy)]
enum Holds {
    Text,
    Pattern,
    Number,
    Count,
    Flag,
    Values,
    Names,
    Schema,
    Schemas,
    Members,
    Anything,
    /// It is forbidden here; the API server says why.
    Nothing(&'static str),
}

const EMPTY: &str = "must be empty to be structural";
const UNDEFINED: &str = "must be undefined to be structural";
const FALSE: &str = "must be false to be structural";

const KEYWORDS: &[(&str, Holds)] = &[
    ("allOf", Holds::Schemas),
    ("anyOf", Holds::Schemas),
    ("enum", Holds::Values),
    ("example", Holds::Anything),
    ("exclusiveMaximum", Holds::Flag),
    ("exclusiveMinimum", Holds::Flag),
    ("externalDocs", Holds::Anything),
    ("format", Holds::Text),
    ("items", Holds::Schema),
    ("maxItems", Holds::Count),
    ("maxLength", Holds::Count),
    ("maxProperties", Holds::Count),
    ("maximum", Holds::Number),
    ("minItems", Holds::Count),
    ("minLength", Holds::Count),
    ("minProperties", Holds::Count),
    ("minimum", Holds::Number),
    ("multipleOf", Holds::Number),
    ("not", Holds::Schema),
    ("oneOf", Holds::Schemas),
    ("pattern", Holds::Pattern),
    ("properties", Holds::Members),
    ("required", Holds::Names),
    ("$ref", Holds::Nothing("$ref is not supported")),
    (
        "additionalItems",
        Holds::Nothing("additionalItems is not supported"),
    ),
    ("additionalProperties", Holds::Nothing(UNDEFINED)),
    ("default", Holds::Nothing(UNDEFINED)),
    (
        "definitions",
        Holds::Nothing("definitions is not supported"),
    ),
    (
        "dependencies",
        Holds::Nothing("dependencies is not supported"),
    ),
    ("description", Holds::Nothing(EMPTY)),
    ("nullable", Holds::Nothing(FALSE)),
    (
        "patternProperties",
        Holds::Nothing("patternProperties is not supported"),
    ),
    ("title", Holds::Nothing(EMPTY)),
    ("type", Holds::Nothing(EMPTY)),
    (
        "uniqueItems",
        Holds::Nothing(
            "uniqueItems cannot be set to true since the runtime complexity becomes quadratic",
        ),
    ),
    ("x-kubernetes-embedded-resource", Holds::Nothing(FALSE)),
    ("x-kubernetes-int-or-string", Holds::Nothing(FALSE)),
    ("x-kubernetes-list-map-keys", Holds::Nothing(EMPTY)),
    ("x-kubernetes-list-type", Holds::Nothing(UNDEFINED)),
    ("x-kubernetes-map-type", Holds::Nothing(UNDEFINED)),
    (
        "x-kubernetes-preserve-unknown-fields",
        Holds::Nothing(FALSE),
    ),
    ("x-kubernetes-validations", Holds::Nothing(EMPTY)),
];

/// The schemas of one key list.
pub(super) fn all(keys: &SchemaKeys, errors: &Errors) {
    for given in &keys.given {
        match &given.what {
            What::AnyOf(schemas) if is_int_or_string(schemas) => {}
            What::AllOf(schemas) => {
                for (i, schema) in schemas.iter().enumerate() {
                    if i > 0 || !holds_int_or_string(schema) {
                        self::schema(schema, errors);
                    }
                }
            }
            What::OneOf(schemas) | What::AnyOf(schemas) => {
                for schema in schemas {
                    self::schema(schema, errors);
                }
            }
            What::Not(schema) => self::schema(schema, errors),
            _ => {}
        }
    }
}

/// `{ type: "integer" }, { type: "string" }`: the one place where the server lets a type stand.
fn is_int_or_string(schemas: &[Tree]) -> bool {
    let is = |schema: &Tree, wanted: &str| match &schema.node {
        Node::Object(members) => matches!(
            &members[..],
            [(name, Tree { node: Node::Str(ty), .. })] if name.value == "type" && ty == wanted
        ),
        _ => false,
    };
    matches!(schemas, [first, second] if is(first, "integer") && is(second, "string"))
}

fn holds_int_or_string(schema: &Tree) -> bool {
    match &schema.node {
        Node::Object(members) => members.iter().any(|(name, value)| {
            name.value == "anyOf"
                && matches!(&value.node, Node::Array(schemas) if is_int_or_string(schemas))
        }),
        _ => false,
    }
}

fn schema(schema: &Tree, errors: &Errors) {
    match &schema.node {
        Node::Object(members) => {
            for (name, value) in members {
                keyword(name, value, errors);
            }
        }
        Node::Run(_) => {}
        _ => errors.at(
            schema.span,
            "a schema is an object: `{ pattern: \"^a\" }`, `{ required: [\"name\"] }`",
        ),
    }
}

fn keyword(name: &Spanned<String>, value: &Tree, errors: &Errors) {
    let Some((_, holds)) = KEYWORDS.iter().find(|(known, _)| *known == name.value) else {
        unknown(name, errors);
        return;
    };
    if let Holds::Nothing(server) = holds {
        errors.at(
            name.span,
            format_args!(
                "`{}` cannot stand here: a nested schema only restricts values; write it on the field, or as a key \
                 (the API server: `{server}`)",
                name.value
            ),
        );
    } else {
        self::value(&name.value, *holds, value, errors);
    }
}

fn unknown(name: &Spanned<String>, errors: &Errors) {
    let mut message = format!(
        "`{}` is no keyword of a schema, and the API server drops it",
        name.value
    );
    let known = KEYWORDS
        .iter()
        .filter(|(_, holds)| !matches!(holds, Holds::Nothing(_)))
        .map(|(known, _)| *known);
    if let Some(meant) = suggest::closest(&name.value, known) {
        message = format!("{message}; did you mean `{meant}`?");
    }
    errors.at(name.span, message);
}

fn value(keyword: &str, holds: Holds, value: &Tree, errors: &Errors) {
    let wanted = match (holds, &value.node) {
        (_, Node::Run(_))
        | (Holds::Anything | Holds::Nothing(_), _)
        | (Holds::Text, Node::Str(_))
        | (Holds::Number, Node::Number(_))
        | (Holds::Flag, Node::Bool(_))
        | (Holds::Values, Node::Array(_)) => return,
        (Holds::Count, Node::Number(Number::Int(count))) if i64::try_from(*count).is_ok() => return,
        (Holds::Names, Node::Array(names))
            if names
                .iter()
                .all(|name| matches!(name.node, Node::Str(_) | Node::Run(_))) =>
        {
            return;
        }
        (Holds::Pattern, Node::Str(pattern)) => return self::pattern(pattern, value.span, errors),
        (Holds::Schema, Node::Object(_)) => return schema(value, errors),
        (Holds::Schemas, Node::Array(schemas)) => {
            if keyword != "anyOf" || !is_int_or_string(schemas) {
                for schema in schemas {
                    self::schema(schema, errors);
                }
            }
            return;
        }
        (Holds::Members, Node::Object(members)) => return self::members(members, errors),
        (Holds::Text | Holds::Pattern, _) => "a text: \"…\"",
        (Holds::Number, _) => "a number",
        (Holds::Count, _) => "a whole number",
        (Holds::Flag, _) => "`true` or `false`",
        (Holds::Values, _) => "a list of values: `[…]`",
        (Holds::Names, _) => "a list of names: `[\"name\"]`",
        (Holds::Schema, _) => "a schema: `{ … }`",
        (Holds::Schemas, _) => "a list of schemas: `[{ … }]`",
        (Holds::Members, _) => "schemas by name: `{ name: { … } }`",
    };
    errors.at(value.span, format_args!("`{keyword}` is {wanted}"));
}

fn members(members: &[(Spanned<String>, Tree)], errors: &Errors) {
    for (name, member) in members {
        if name.value == "metadata" {
            errors.at(
                name.span,
                "a nested schema cannot speak of `metadata`; write `name(…)` in `#[crd(…)]`, or a `rule(…)` (the API \
                 server: `must not be specified in a nested context`)",
            );
        }
        schema(member, errors);
    }
}

fn pattern(pattern: &str, span: Span, errors: &Errors) {
    if let Err(error) = Pattern::parse(pattern) {
        errors.at(
            span,
            format_args!(
                "{error} (the API server: `must be a valid regular expression, but isn't: {}`)",
                error.server()
            ),
        );
    }
}
