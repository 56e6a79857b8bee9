//! `#[schemars(…)]`, `#[validate(…)]`, `#[garde(…)]` and `#[x_kube(…)]`, by the keys of `#[schema(…)]`.

use super::Form::{Any, List, Text};
use super::Here::{Keys, Made, Nothing, Serde, Words};
use super::code::{
    contains, description, does_not_contain, example, krate, length, merge_strategy, pattern,
    prefix, range, schema_with, suffix, title, with,
};
use super::keywords::extend;
use super::rule::rule;
use super::{Spelling, conflicts, spelling};

/// Whose derive an attribute belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Tool {
    Schemars,
    Validator,
    Garde,
    KubeSchema,
    Kube,
}

impl Tool {
    pub(crate) const ALL: &'static [Self] = &[
        Self::Schemars,
        Self::Validator,
        Self::Garde,
        Self::KubeSchema,
        Self::Kube,
    ];

    /// The name of its attribute.
    pub(crate) fn attribute(self) -> &'static str {
        match self {
            Self::Schemars => "schemars",
            Self::Validator => "validate",
            Self::Garde => "garde",
            Self::KubeSchema => "x_kube",
            Self::Kube => "kube",
        }
    }

    pub(super) fn called(self) -> &'static str {
        match self {
            Self::Schemars => "schemars",
            Self::Validator => "validator",
            Self::Garde => "garde",
            Self::KubeSchema => "kube's `KubeSchema`",
            Self::Kube => "kube-derive",
        }
    }
}

use Tool::{Garde, KubeSchema, Schemars, Validator};

const ALL: &[Tool] = &[Schemars, Validator, Garde];
const RULES: &[Tool] = &[Validator, Garde];
const SCHEMARS: &[Tool] = &[Schemars];
const PATTERNS: &[Tool] = &[Schemars, Garde];
/// What no tool takes, but people write.
const NOBODY: &[Tool] = &[];

const LENGTH: &str = "write `min_length`/`max_length` on strings, `min_items`/`max_items` on lists, or \
                      `min_properties`/`max_properties` on maps";
const RULE: &str = "write `rule(\"self.x > 0\", message = \"…\")`";
const SAME: &str =
    "leave it out and write what both fields are to be on the struct: `rule(\"self.a == self.b\")`";

/// Keys on types, fields and variants. Of two lines with the same name, the first is taken for a key of ours.
#[rustfmt::skip]
pub(super) const SCHEMA: &[Spelling] = &[
    // Values.
    spelling("range", ALL, Any, Made(range, "write `minimum = …, maximum = …`")),
    spelling("length", ALL, Any, Made(length, LENGTH)),
    spelling("byte_length", &[Garde], Any, Words("the API server counts characters: write `max_length = …`")),
    spelling("regex", ALL, Any, Made(pattern, "write `pattern = \"…\"`")),
    spelling("pattern", PATTERNS, List, Made(pattern, "write `pattern = \"…\"`")),
    spelling("contains", ALL, Any, Made(contains, "write `pattern = \"…\"`, which matches anywhere in a text")),
    spelling("does_not_contain", &[Validator], Any, Made(does_not_contain, "write `not = { pattern: \"…\" }`")),
    spelling("prefix", &[Garde], Any, Made(prefix, "write `pattern = \"^…\"`")),
    spelling("suffix", &[Garde], Any, Made(suffix, "write `pattern = \"…$\"`")),
    spelling("ascii", &[Garde], Any, Keys(r#"pattern = "^[\\x00-\\x7F]*$""#)),
    spelling("alphanumeric", &[Garde], Any, Keys(r#"pattern = "^[\\p{L}\\p{N}]*$""#)),
    spelling("non_control_character", &[Validator], Any, Keys(r#"pattern = "^\\P{Cc}*$""#)),
    spelling("email", ALL, Any, Keys("format = \"email\"")),
    spelling("url", ALL, Any, Keys("format = \"uri\"")),
    spelling("ip", ALL, Any, Keys("any_of({ format: \"ipv4\" }, { format: \"ipv6\" })")),
    spelling("ipv4", PATTERNS, Any, Keys("format = \"ipv4\"")),
    spelling("ipv6", PATTERNS, Any, Keys("format = \"ipv6\"")),
    spelling("credit_card", RULES, Any, Keys("format = \"creditcard\"")),
    spelling("phone_number", RULES, Any, Words("write the numbers that you take as a `pattern = \"^\\\\+[0-9]{3,15}$\"`")),
    spelling("inner", PATTERNS, Any, Made(conflicts::inner, "write the keys in `items(…)` on a list, in `values(…)` on a map")),
    spelling("required", RULES, Any, Keys("required, nullable = false")),
    spelling("required", SCHEMARS, Any, Keys("required, nullable = false")),
    spelling("required_nested", &[Validator], Any, Keys("required, nullable = false")),
    spelling("unique_items", NOBODY, Any, Words("the API server forbids `uniqueItems`; write `list_type = \"set\"`")),
    spelling("uniqueItems", NOBODY, Any, Words("the API server forbids `uniqueItems`; write `list_type = \"set\"`")),
    spelling("enum", NOBODY, Any, Words("write `enum_values(…)`")),
    // Rules.
    spelling("validation", &[KubeSchema], Any, Made(rule, RULE)),
    spelling("validate", NOBODY, Any, Words(RULE)),
    spelling("cel", &[KubeSchema], Any, Words("leave it out: a wheel judges objects by their schema without a cluster, `Pizzas::validate(&pizza)`")),
    spelling("custom", RULES, Any, Words("what a function judges the API server cannot see: write a `rule(\"…\")` in CEL, or judge objects in an admission webhook")),
    spelling("schema", &[Validator], Any, Words("what a function judges the API server cannot see: write a `rule(\"…\")` in CEL, or judge objects in an admission webhook")),
    spelling("must_match", &[Validator], Any, Words(SAME)),
    spelling("matches", &[Garde], Any, Words(SAME)),
    // How the API server merges.
    spelling("merge_strategy", &[KubeSchema], Any, Made(merge_strategy, "write `list_type = \"set\"`, `list_map_keys(\"name\")`, `map_type = \"atomic\"` or `struct_type = \"atomic\"`")),
    // Schemas.
    spelling("with", SCHEMARS, Text, Made(with, "write `as = Type`")),
    spelling("schema_with", SCHEMARS, Any, Made(schema_with, "write `with = path::to::function`")),
    spelling("extend", SCHEMARS, Any, Made(extend, "each keyword has a key here, such as `list_type = \"set\"`; what has none is written by `with = function`")),
    spelling("transform", SCHEMARS, Any, Words("what it changes has keys here, and a whole schema is given by `with = function`")),
    spelling("title", SCHEMARS, Any, Made(title, "write `title = \"…\"`")),
    spelling("description", SCHEMARS, Any, Made(description, "write `description = \"…\"`, or a doc comment")),
    spelling("example", SCHEMARS, Any, Made(example, "write `example = …`")),
    spelling("examples", NOBODY, Any, Made(example, "write `example = …`")),
    spelling("deprecated", NOBODY, Any, Words("the API server drops `deprecated`: say it in the doc comment; a version is deprecated in `#[crd(…)]`")),
    spelling("crate", SCHEMARS, Text, Made(krate, "write `crate = path`")),
    // What serde does, which schemars may be told otherwise.
    spelling("rename", SCHEMARS, Any, Serde),
    spelling("rename_all", SCHEMARS, Any, Serde),
    spelling("rename_all_fields", SCHEMARS, Any, Serde),
    spelling("deny_unknown_fields", SCHEMARS, Any, Serde),
    spelling("tag", SCHEMARS, Any, Serde),
    spelling("content", SCHEMARS, Any, Serde),
    spelling("untagged", SCHEMARS, Any, Serde),
    spelling("default", SCHEMARS, Any, Serde),
    spelling("skip", SCHEMARS, Any, Serde),
    spelling("skip_serializing", SCHEMARS, Any, Serde),
    spelling("skip_serializing_if", SCHEMARS, Any, Serde),
    spelling("skip_deserializing", SCHEMARS, Any, Serde),
    spelling("flatten", SCHEMARS, Any, Serde),
    spelling("remote", SCHEMARS, Any, Serde),
    spelling("transparent", SCHEMARS, Any, Serde),
    spelling("into", SCHEMARS, Any, Serde),
    spelling("from", SCHEMARS, Any, Serde),
    spelling("try_from", SCHEMARS, Any, Serde),
    spelling("serialize_with", SCHEMARS, Any, Serde),
    spelling("alias", NOBODY, Any, Serde),
    // What changes nothing of this.
    spelling("crate", SCHEMARS, Any, Nothing("where this crate is, `crate = path` says")),
    spelling("bound", SCHEMARS, Any, Nothing("`bound = \"…\"` is a key here")),
    spelling("inline", SCHEMARS, Any, Nothing("the schema of a CRD has no references, so all of it is inline")),
    spelling("_unstable_ref_variants", SCHEMARS, Any, Nothing("the schema of a CRD has no references")),
    spelling("crate", &[Validator], Any, Nothing("where this crate is, `crate = path` says")),
    spelling("crates", &[KubeSchema], Any, Nothing("where this crate is, `crate = path` says")),
    spelling("skip", RULES, Any, Nothing("nothing is asked of a field that has no key")),
    spelling("nested", &[Validator], Any, Nothing("the schema of a type holds wherever it is used")),
    spelling("dive", &[Garde], Any, Nothing("the schema of a type holds wherever it is used")),
    spelling("allow_unvalidated", &[Garde], Any, Nothing("nothing is asked of a field that has no key")),
    spelling("transparent", &[Garde], Any, Nothing("serde's `transparent` says what is on the wire")),
    spelling("context", RULES, Any, Nothing("a schema has no context")),
    spelling("nest_all_fields", &[Validator], Any, Nothing("the schema of a type holds wherever it is used")),
    spelling("mutable", &[Validator], Any, Nothing("a schema has no context")),
    spelling("adapt", &[Garde], Any, Nothing("a schema has no functions")),
    spelling("rename", &[Garde], Any, Nothing("the API server calls a field by its name on the wire")),
    spelling("code", RULES, Any, Nothing("the API server says what it refuses in its own words")),
    spelling("message", RULES, Any, Nothing("the API server says what it refuses in its own words")),
];
