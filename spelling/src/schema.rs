//! `#[schemars(…)]`, `#[validate(…)]`, `#[garde(…)]` and `#[x_kube(…)]`, by the keys of `#[schema(…)]`.

use crate::Form::{Any, List, Text};
use crate::Here::{Keys, Made, Nothing, Serde, Unneeded, Words};
use crate::code::{
    contains, description, does_not_contain, example, inner, krate, length, merge_strategy,
    pattern, prefix, range, regex, schema_with, suffix, title, with,
};
use crate::keywords::extend;
use crate::rule::rule;
use crate::{Spelling, of_line};

/// Whose derive an attribute belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tool {
    /// `#[schemars(…)]`.
    Schemars,
    /// `#[validate(…)]`, of validator.
    Validator,
    /// `#[garde(…)]`.
    Garde,
    /// `#[x_kube(…)]`, of kube's `KubeSchema` and `CELSchema`.
    KubeSchema,
    /// `#[kube(…)]`, of kube-derive.
    Kube,
}

impl Tool {
    /// All of them.
    pub const ALL: &'static [Self] = &[
        Self::Schemars,
        Self::Validator,
        Self::Garde,
        Self::KubeSchema,
        Self::Kube,
    ];

    /// The name of its attribute.
    #[must_use]
    pub const fn attribute(self) -> &'static str {
        match self {
            Self::Schemars => "schemars",
            Self::Validator => "validate",
            Self::Garde => "garde",
            Self::KubeSchema => "x_kube",
            Self::Kube => "kube",
        }
    }

    pub(crate) const fn called(self) -> &'static str {
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

/// The keys of validator and garde that schemars reads, too. What the others say was in no schema.
pub const READ_BY_SCHEMARS: &[&str] = &[
    "length", "range", "pattern", "regex", "contains", "required", "email", "url", "ip", "ipv4",
    "ipv6", "inner",
];

/// Keys on types, fields and variants. Of two lines with the same name, the first is taken for a key of ours.
#[rustfmt::skip]
pub(crate) const SCHEMA: &[Spelling] = &[
    // Values.
    of_line("range", ALL, Any, Made(range, "write `minimum = …, maximum = …`")),
    of_line("length", ALL, Any, Made(length, LENGTH)),
    of_line("byte_length", &[Garde], Any, Words("the API server counts characters: write `max_length = …`")),
    of_line("regex", ALL, Any, Made(regex, "write `pattern = \"…\"`")),
    of_line("pattern", PATTERNS, List, Made(pattern, "write `pattern = \"…\"`")),
    of_line("contains", ALL, Any, Made(contains, "write `pattern = \"…\"`, which matches anywhere in a text")),
    of_line("does_not_contain", &[Validator], Any, Made(does_not_contain, "write `not = { pattern: \"…\" }`")),
    of_line("prefix", &[Garde], Any, Made(prefix, "write `pattern = \"^…\"`")),
    of_line("suffix", &[Garde], Any, Made(suffix, "write `pattern = \"…$\"`")),
    of_line("ascii", &[Garde], Any, Keys(r#"pattern = "^[\\x00-\\x7F]*$""#)),
    of_line("alphanumeric", &[Garde], Any, Keys(r#"pattern = "^[\\p{L}\\p{N}]*$""#)),
    of_line("non_control_character", &[Validator], Any, Keys(r#"pattern = "^\\P{Cc}*$""#)),
    of_line("email", ALL, Any, Keys("format = \"email\"")),
    of_line("url", ALL, Any, Keys("format = \"uri\"")),
    of_line("ip", ALL, Any, Keys("any_of({ format: \"ipv4\" }, { format: \"ipv6\" })")),
    of_line("ipv4", PATTERNS, Any, Keys("format = \"ipv4\"")),
    of_line("ipv6", PATTERNS, Any, Keys("format = \"ipv6\"")),
    of_line("credit_card", RULES, Any, Keys("format = \"creditcard\"")),
    of_line("phone_number", RULES, Any, Words("write the numbers that you take as a `pattern = \"^\\\\+[0-9]{3,15}$\"`")),
    of_line("inner", PATTERNS, Any, Made(inner, "write the keys in `items(…)` on a list, in `values(…)` on a map")),
    of_line("required", RULES, Any, Keys("required")),
    of_line("required", SCHEMARS, Any, Keys("required")),
    of_line("required_nested", &[Validator], Any, Keys("required")),
    of_line("unique_items", NOBODY, Any, Words("the API server forbids `uniqueItems`; write `list_type = \"set\"`")),
    of_line("uniqueItems", NOBODY, Any, Words("the API server forbids `uniqueItems`; write `list_type = \"set\"`")),
    of_line("enum", NOBODY, Any, Words("write `enum_values(…)`")),
    // Rules.
    of_line("validation", &[KubeSchema], Any, Made(rule, RULE)),
    of_line("validate", NOBODY, Any, Words(RULE)),
    of_line("cel", &[KubeSchema], Any, Unneeded("a wheel judges objects by their schema without a cluster, `Pizzas::validate(&pizza)`")),
    of_line("custom", RULES, Any, Words("what a function judges the API server cannot see: write a `rule(\"…\")` in CEL, or judge objects in an admission webhook")),
    of_line("schema", &[Validator], Any, Words("what a function judges the API server cannot see: write a `rule(\"…\")` in CEL, or judge objects in an admission webhook")),
    of_line("must_match", &[Validator], Any, Words(SAME)),
    of_line("matches", &[Garde], Any, Words(SAME)),
    // How the API server merges.
    of_line("merge_strategy", &[KubeSchema], Any, Made(merge_strategy, "write `list_type = \"set\"`, `list_map_keys(\"name\")`, `map_type = \"atomic\"` or `struct_type = \"atomic\"`")),
    // Schemas.
    of_line("with", SCHEMARS, Text, Made(with, "write `as = Type`")),
    of_line("schema_with", SCHEMARS, Any, Made(schema_with, "write `with = path::to::function`")),
    of_line("extend", SCHEMARS, Any, Made(extend, "each keyword has a key here, such as `list_type = \"set\"`; what has none is written by `with = function`")),
    of_line("transform", SCHEMARS, Any, Words("what it changes has keys here, and a whole schema is given by `with = function`")),
    of_line("title", SCHEMARS, Any, Made(title, "write `title = \"…\"`")),
    of_line("description", SCHEMARS, Any, Made(description, "write `description = \"…\"`, or a doc comment")),
    of_line("example", SCHEMARS, Any, Made(example, "write `example = …`")),
    of_line("examples", NOBODY, Any, Made(example, "write `example = …`")),
    of_line("crate", SCHEMARS, Text, Made(krate, "write `crate = path`")),
    // What serde does, which schemars may be told otherwise.
    of_line("rename", SCHEMARS, Any, Serde),
    of_line("rename_all", SCHEMARS, Any, Serde),
    of_line("rename_all_fields", SCHEMARS, Any, Serde),
    of_line("deny_unknown_fields", SCHEMARS, Any, Serde),
    of_line("tag", SCHEMARS, Any, Serde),
    of_line("content", SCHEMARS, Any, Serde),
    of_line("untagged", SCHEMARS, Any, Serde),
    of_line("default", SCHEMARS, Any, Serde),
    of_line("skip", SCHEMARS, Any, Serde),
    of_line("skip_serializing", SCHEMARS, Any, Serde),
    of_line("skip_serializing_if", SCHEMARS, Any, Serde),
    of_line("skip_deserializing", SCHEMARS, Any, Serde),
    of_line("flatten", SCHEMARS, Any, Serde),
    of_line("remote", SCHEMARS, Any, Serde),
    of_line("transparent", SCHEMARS, Any, Serde),
    of_line("into", SCHEMARS, Any, Serde),
    of_line("from", SCHEMARS, Any, Serde),
    of_line("try_from", SCHEMARS, Any, Serde),
    of_line("serialize_with", SCHEMARS, Any, Serde),
    of_line("alias", NOBODY, Any, Serde),
    // What changes nothing of this.
    of_line("crate", SCHEMARS, Any, Nothing("where this crate is, `crate = path` says")),
    of_line("bound", SCHEMARS, Any, Nothing("`bound = \"…\"` is a key here")),
    of_line("inline", SCHEMARS, Any, Nothing("the schema of a CRD has no references, so all of it is inline")),
    of_line("_unstable_ref_variants", SCHEMARS, Any, Nothing("the schema of a CRD has no references")),
    of_line("crate", &[Validator], Any, Nothing("where this crate is, `crate = path` says")),
    of_line("crates", &[KubeSchema], Any, Nothing("where this crate is, `crate = path` says")),
    of_line("skip", RULES, Any, Nothing("nothing is asked of a field that has no key")),
    of_line("nested", &[Validator], Any, Nothing("the schema of a type holds wherever it is used")),
    of_line("dive", &[Garde], Any, Nothing("the schema of a type holds wherever it is used")),
    of_line("allow_unvalidated", &[Garde], Any, Nothing("nothing is asked of a field that has no key")),
    of_line("transparent", &[Garde], Any, Nothing("serde's `transparent` says what is on the wire")),
    of_line("context", RULES, Any, Nothing("a schema has no context")),
    of_line("nest_all_fields", &[Validator], Any, Nothing("the schema of a type holds wherever it is used")),
    of_line("mutable", &[Validator], Any, Nothing("a schema has no context")),
    of_line("adapt", &[Garde], Any, Nothing("a schema has no functions")),
    of_line("rename", &[Garde], Any, Nothing("the API server calls a field by its name on the wire")),
    of_line("code", RULES, Any, Nothing("the API server says what it refuses in its own words")),
    of_line("message", RULES, Any, Nothing("the API server says what it refuses in its own words")),
];
