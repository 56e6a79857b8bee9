//! kube-derive's `#[kube(…)]`, by the keys of `#[crd(…)]`.

use proc_macro2::TokenStream;

use crate::Form::{Any, Pair, Text, Value};
use crate::Here::{Made, Unneeded, Words};
use crate::argument::Argument;
use crate::code::{kept, listed, literal, members, paired, renamed, source};
use crate::rule::root_rule;
use crate::schema::Tool;
use crate::{Spelling, Subject, of_line};

const KUBE: &[Tool] = &[Tool::Kube];
/// What no tool takes, but people write.
const NOBODY: &[Tool] = &[];

/// Keys that `#[kube(…)]` takes in the form of `#[crd(…)]`.
pub const SAME_IN_KUBE: &[&str] = &[
    "group",
    "version",
    "kind",
    "plural",
    "singular",
    "namespaced",
    "no_spec",
    "status",
    "category",
    "shortname",
    "selectable",
    "storage",
    "served",
    "deprecated",
];

/// Keys on the spec struct. What has the same name and form in both is not here.
#[rustfmt::skip]
pub(crate) const CRD: &[Spelling] = &[
    of_line("root", KUBE, Value, Made(root, "write `struct = Pizza`")),
    of_line("struct", KUBE, Text, Made(root, "write `struct = Pizza`")),
    of_line("doc", KUBE, Any, Made(doc, "write `root(description = \"…\")`")),
    of_line("namespaced", KUBE, Value, Made(namespaced, "write `namespaced` or `cluster`")),
    of_line("scope", NOBODY, Any, Made(scope, "write `namespaced` or `cluster`")),
    of_line("derive", KUBE, Value, Made(derive, "write `derive(PartialEq)`")),
    of_line("attr", KUBE, Value, Made(attr, "write `attr(must_use)`")),
    of_line("status", KUBE, Text, Made(status, "write `status = PizzaStatus`")),
    of_line("annotation", KUBE, Pair, Made(annotation, "write `annotation(\"key\" = \"value\")`")),
    of_line("label", KUBE, Pair, Made(label, "write `label(\"key\" = \"value\")`")),
    of_line("validation", KUBE, Any, Made(root_rule, "write `root(rule(\"self.metadata.name != 'x'\", message = \"…\"))`")),
    of_line("rule", NOBODY, Any, Made(root_rule, "write `root(rule(\"self.metadata.name != 'x'\", message = \"…\"))`")),
    of_line("printcolumn", KUBE, Value, Made(column, "write `printcolumn(name = \"…\", type = \"string\", path = \".spec.…\")`")),
    of_line("scale", KUBE, Value, Made(scale, "write `scale(spec = \".spec.replicas\", status = \".status.replicas\")`")),
    of_line("schema", KUBE, Any, Words("write `client` for somebody else's resource, of whose fields no schema is asked; a schema made by hand is `#[schema(with = function)]` on the spec struct")),
    of_line("crates", KUBE, Any, Unneeded("generated code names other crates through this one; where this one is re-exported, write `crate = path`")),
    of_line("group_resolver", KUBE, Any, Words("a resource has one group, which stands in its CRD: write `group = \"…\"`")),
    of_line("apiextensions", KUBE, Any, Unneeded("the CRD is always of `apiextensions.k8s.io/v1`")),
    of_line("cel", KUBE, Any, Unneeded("a wheel judges objects by their schema without a cluster, `Pizzas::validate(&pizza)`")),
];

/// Keys of `printcolumn(…)`.
#[rustfmt::skip]
pub(crate) const COLUMN: &[Spelling] = &[
    of_line("type_", KUBE, Any, Made(column_type, "write `type = \"string\"`")),
    of_line("json_path", KUBE, Any, Made(column_path, "write `path = \".spec.…\"`")),
    of_line("jsonPath", KUBE, Any, Made(column_path, "write `path = \".spec.…\"`")),
];

/// Keys of `scale(…)`.
#[rustfmt::skip]
pub(crate) const SCALE: &[Spelling] = &[
    of_line("spec_replicas_path", KUBE, Any, Made(scale_spec, "write `spec = \".spec.replicas\"`")),
    of_line("status_replicas_path", KUBE, Any, Made(scale_status, "write `status = \".status.replicas\"`")),
    of_line("label_selector_path", KUBE, Any, Made(scale_selector, "write `selector = \".status.selector\"`")),
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
    let mut keys = Vec::new();
    for (name, value) in members(object)? {
        keys.push(format!("{} = {}", called(&name)?, source(&value)));
    }
    Some(format!("{key}({})", keys.join(", ")))
}
