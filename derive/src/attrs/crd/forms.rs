//! Which `#[crd(…)]` keys there are.

use crate::attrs::Form;

/// The keys, in the order of the documentation.
pub(crate) const CRD: &[Form] = &[
    form("group", "group = \"example.com\""),
    form("version", "version = \"v1\""),
    form("kind", "kind = \"Pizza\""),
    form("plural", "plural = \"pizzas\""),
    form("singular", "singular = \"pizza\""),
    form("list_kind", "list_kind = \"PizzaList\""),
    form("namespaced", "namespaced"),
    form("cluster", "cluster"),
    form("shortname", "shortname = \"pz\""),
    form("category", "category = \"all\""),
    form(
        "annotation",
        "annotation(\"example.com/owner\" = \"kitchen\")",
    ),
    form("label", "label(\"team\" = \"kitchen\")"),
    form("storage", "storage"),
    form("served", "served = false"),
    form("deprecated", "deprecated = \"use v2\""),
    form("status", "status = PizzaStatus"),
    form(
        "scale",
        "scale(spec = \".spec.replicas\", status = \".status.replicas\", selector = \".status.selector\")",
    ),
    form(
        "printcolumn",
        "printcolumn(name = \"Cost\", type = \"number\", path = \".status.cost\")",
    ),
    form("selectable", "selectable = \".spec.color\""),
    form("also", "also(version = \"v1beta1\", deprecated)"),
    form("client", "client"),
    form("hub", "hub = super::v1::Pizza"),
    form("no_spec", "no_spec"),
    form("serde_defaults", "serde_defaults"),
    form("kube", "kube = \">=1.33\""),
    form("spec", "spec(optional)"),
    form("metadata", "metadata(required)"),
    form("type_meta", "type_meta"),
    form("name", "name(max_length = 63)"),
    form("generate_name", "generate_name(max_length = 57)"),
    form("root", "root(rule(\"self.metadata.name != 'x'\"))"),
    form(
        "conversion",
        "conversion(webhook(service = \"namespace/name\", path = \"/convert\"))",
    ),
    form("struct", "struct = Pizza"),
    form("derive", "derive(PartialEq)"),
    form("attr", "attr(allow(dead_code))"),
    form("crate", "crate = wheelwright"),
];

/// The keys of `status(…)`.
pub(super) const STATUS: &[Form] = &[
    form("type", "type = PizzaStatus"),
    form("nullable", "nullable"),
];

/// The keys of `printcolumn(…)`.
pub(super) const COLUMN: &[Form] = &[
    form("name", "name = \"Cost\""),
    form("type", "type = \"number\""),
    form("path", "path = \".status.cost\""),
    form("description", "description = \"What it costs.\""),
    form("format", "format = \"double\""),
    form("priority", "priority = 1"),
    form("unchecked", "unchecked"),
];

/// The keys of `scale(…)`.
pub(super) const SCALE: &[Form] = &[
    form("spec", "spec = \".spec.replicas\""),
    form("status", "status = \".status.replicas\""),
    form("selector", "selector = \".status.selector\""),
    form("optional", "optional"),
    form("unchecked", "unchecked"),
];

/// The keys of `also(…)`.
pub(super) const ALSO: &[Form] = &[
    form("version", "version = \"v1beta1\""),
    form("served", "served = false"),
    form("storage", "storage"),
    form("deprecated", "deprecated = \"use v2\""),
];

/// The keys of `spec(…)`.
pub(super) const SPEC: &[Form] = &[
    form("required", "required"),
    form("optional", "optional"),
    form("default", "default = {}"),
];

/// The key of `metadata(…)`.
pub(super) const REQUIRED: &[Form] = &[form("required", "required")];

/// The keys of `type_meta(…)`.
pub(super) const TYPE_META: &[Form] = &[
    form("required", "required"),
    form("api_version", "api_version"),
    form("kind", "kind"),
    form("metadata", "metadata"),
];

/// The keys of `conversion(…)`.
pub(super) const CONVERSION: &[Form] = &[
    form("none", "none"),
    form("unchecked", "none, unchecked"),
    form(
        "webhook",
        "webhook(service = \"namespace/name\", path = \"/convert\")",
    ),
];

/// The keys of `webhook(…)`.
pub(super) const WEBHOOK: &[Form] = &[
    form("service", "service = \"namespace/name\""),
    form("path", "path = \"/convert\""),
    form("port", "port = 8443"),
    form("url", "url = \"https://example.com/convert\""),
    form("review_versions", "review_versions(\"v1\", \"v1beta1\")"),
];

const fn form(name: &'static str, write: &'static str) -> Form {
    Form { name, write }
}
