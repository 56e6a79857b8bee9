//! kube-derive's `#[kube(…)]`, by the keys of `#[crd(…)]`.

use proc_macro2::{Delimiter, TokenStream, TokenTree};

use super::Form::{Any, Pair, Text, Value};
use super::Here::{Made, Words};
use super::code::{kept, listed, literal, paired, quoted, renamed};
use super::rule::root_rule;
use super::schema::Tool;
use super::{Spelling, Subject, spelling};
use crate::attrs::{Argument, split};

const KUBE: &[Tool] = &[Tool::Kube];
/// What no tool takes, but people write.
const NOBODY: &[Tool] = &[];

/// Keys on the spec struct. What has the same name and form in both is not here.
#[rustfmt::skip]
pub(super) const CRD: &[Spelling] = &[
    spelling("root", KUBE, Value, Made(root, "write `struct = Pizza`")),
    spelling("struct", KUBE, Text, Made(root, "write `struct = Pizza`")),
    spelling("doc", KUBE, Any, Made(doc, "write `root(description = \"…\")`")),
    spelling("namespaced", KUBE, Value, Made(namespaced, "write `namespaced` or `cluster`")),
    spelling("scope", NOBODY, Any, Made(scope, "write `namespaced` or `cluster`")),
    spelling("derive", KUBE, Value, Made(derive, "write `derive(PartialEq)`")),
    spelling("attr", KUBE, Value, Made(attr, "write `attr(must_use)`")),
    spelling("status", KUBE, Text, Made(status, "write `status = PizzaStatus`")),
    spelling("annotation", KUBE, Pair, Made(annotation, "write `annotation(\"key\" = \"value\")`")),
    spelling("label", KUBE, Pair, Made(label, "write `label(\"key\" = \"value\")`")),
    spelling("validation", KUBE, Any, Made(root_rule, "write `root(rule(\"self.metadata.name != 'x'\", message = \"…\"))`")),
    spelling("rule", NOBODY, Any, Made(root_rule, "write `root(rule(\"self.metadata.name != 'x'\", message = \"…\"))`")),
    spelling("printcolumn", KUBE, Value, Made(column, "write `printcolumn(name = \"…\", type = \"string\", path = \".spec.…\")`")),
    spelling("scale", KUBE, Value, Made(scale, "write `scale(spec = \".spec.replicas\", status = \".status.replicas\")`")),
    spelling("schema", KUBE, Any, Words("write `client` for somebody else's resource, of whose fields no schema is asked; a schema made by hand is `#[schema(with = function)]` on the spec struct")),
    spelling("crates", KUBE, Any, Words("leave it out: generated code names other crates through this one; where this one is re-exported, write `crate = path`")),
    spelling("group_resolver", KUBE, Any, Words("a resource has one group, which stands in its CRD: write `group = \"…\"`")),
    spelling("apiextensions", KUBE, Any, Words("leave it out: the CRD is always of `apiextensions.k8s.io/v1`")),
    spelling("cel", KUBE, Any, Words("leave it out: a wheel judges objects by their schema without a cluster, `Pizzas::validate(&pizza)`")),
];

/// Keys of `printcolumn(…)`.
#[rustfmt::skip]
pub(super) const COLUMN: &[Spelling] = &[
    spelling("type_", KUBE, Any, Made(column_type, "write `type = \"string\"`")),
    spelling("json_path", KUBE, Any, Made(column_path, "write `path = \".spec.…\"`")),
    spelling("jsonPath", KUBE, Any, Made(column_path, "write `path = \".spec.…\"`")),
];

/// Keys of `scale(…)`.
#[rustfmt::skip]
pub(super) const SCALE: &[Spelling] = &[
    spelling("spec_replicas_path", KUBE, Any, Made(scale_spec, "write `spec = \".spec.replicas\"`")),
    spelling("status_replicas_path", KUBE, Any, Made(scale_status, "write `status = \".status.replicas\"`")),
    spelling("label_selector_path", KUBE, Any, Made(scale_selector, "write `selector = \".status.selector\"`")),
];

fn root(argument: &Argument, _: Subject<'_>) -> Option<String> {
    renamed("struct", argument)
}

fn doc(argument: &Argument, _: Subject<'_>) -> Option<String> {
    kept("description", argument).map(|description| format!("root({description})"))
}

fn namespaced(argument: &Argument, _: Subject<'_>) -> Option<String> {
    let Argument::Value(value) = argument else {
        return None;
    };
    match value.to_string().as_str() {
        "true" => Some("namespaced".to_owned()),
        "false" => Some("cluster".to_owned()),
        _ => None,
    }
}

fn scope(argument: &Argument, _: Subject<'_>) -> Option<String> {
    let Argument::Value(value) = argument else {
        return None;
    };
    match literal(value.clone())?.to_lowercase().as_str() {
        "namespaced" => Some("namespaced".to_owned()),
        "cluster" => Some("cluster".to_owned()),
        _ => None,
    }
}

fn derive(argument: &Argument, _: Subject<'_>) -> Option<String> {
    listed("derive", argument)
}

fn attr(argument: &Argument, _: Subject<'_>) -> Option<String> {
    listed("attr", argument)
}

fn status(argument: &Argument, _: Subject<'_>) -> Option<String> {
    renamed("status", argument)
}

fn annotation(argument: &Argument, _: Subject<'_>) -> Option<String> {
    paired("annotation", argument)
}

fn label(argument: &Argument, _: Subject<'_>) -> Option<String> {
    paired("label", argument)
}

fn column_type(argument: &Argument, _: Subject<'_>) -> Option<String> {
    kept("type", argument)
}

fn column_path(argument: &Argument, _: Subject<'_>) -> Option<String> {
    kept("path", argument)
}

fn scale_spec(argument: &Argument, _: Subject<'_>) -> Option<String> {
    kept("spec", argument)
}

fn scale_status(argument: &Argument, _: Subject<'_>) -> Option<String> {
    kept("status", argument)
}

fn scale_selector(argument: &Argument, _: Subject<'_>) -> Option<String> {
    kept("selector", argument)
}

/// `printcolumn = r#"{"name": "…", "type": "…", "jsonPath": "…"}"#`.
fn column(argument: &Argument, _: Subject<'_>) -> Option<String> {
    json("printcolumn", argument, |member| {
        Some(match member {
            "jsonPath" => "path",
            "name" => "name",
            "type" => "type",
            "description" => "description",
            "format" => "format",
            "priority" => "priority",
            _ => return None,
        })
    })
}

/// `scale = r#"{"specReplicasPath": "…", "statusReplicasPath": "…"}"#`.
fn scale(argument: &Argument, _: Subject<'_>) -> Option<String> {
    json("scale", argument, |member| {
        Some(match member {
            "specReplicasPath" => "spec",
            "statusReplicasPath" => "status",
            "labelSelectorPath" => "selector",
            _ => return None,
        })
    })
}

/// A JSON object in a text as `key(…)`.
fn json(
    key: &str,
    argument: &Argument,
    called: impl Fn(&str) -> Option<&'static str>,
) -> Option<String> {
    let Argument::Value(value) = argument else {
        return None;
    };
    // JSON is Rust, as far as tokens go.
    let object: TokenStream = literal(value.clone())?.parse().ok()?;
    let Some(TokenTree::Group(members)) = object.into_iter().next() else {
        return None;
    };
    if members.delimiter() != Delimiter::Brace {
        return None;
    }
    let mut keys = Vec::new();
    for member in split(members.stream()) {
        let mut tokens = member.into_iter();
        let name = literal(tokens.next()?.into())?;
        tokens.next()?;
        let value: TokenStream = tokens.collect();
        let value = literal(value.clone()).map_or_else(|| value.to_string(), |text| quoted(&text));
        keys.push(format!("{} = {value}", called(&name)?));
    }
    Some(format!("{key}({})", keys.join(", ")))
}
