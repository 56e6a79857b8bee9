//! `KEYS.md` is made of the table by which sources are rewritten. `WHEELWRIGHT_UPDATE=1` writes it anew.

use std::fs;
use std::path::Path;

use wheelwright_spelling::{
    Here, READ_BY_SCHEMARS, SAME_IN_KUBE, Spelling, Tool, Within, of_serde,
};

const HEAD: &str = "# What to write for the keys of kube-derive, schemars, validator and garde

Of kube-derive 5, schemars 1, validator and garde, every key, and what stands for it in `#[crd(…)]` and `#[schema(…)]`.
`wheelwright adopt` writes it; where it does not say itself what to write, the derives do, at the key. Made by
`WHEELWRIGHT_UPDATE=1 cargo test -p wheelwright-adopt --test keys`, of the table that both read.

What no key shows:

| | with kube-derive and schemars | here | `adopt` writes |
|---|---|---|---|
| scope | `Cluster`, unless `namespaced` | said always | `cluster` |
| `#[serde(default)]` | is the default in the CRD | is serde's alone, unless a key says so | `#[crd(serde_defaults)]` |
| `Option<T>` | nullable | nullable if serde writes `null` | nothing: a `null` that is dropped reads as one that is kept |
| `oneOf` of members that are `Option`s | counts a `null` as there | the same, and refuses what serde writes so | `exactly_one_of(…)` |
| `BTreeSet`, `HashSet` | a list that apply replaces | a set | `list_type = \"atomic\"` |
| types of `k8s-openapi` | as their Rust types are | as Kubernetes has them: keyed lists, bounds | `loose` |
| `serde(with)`, `deserialize_with` | the schema of the field's type | must be said | `as = Type` |
| `serde(alias)` | pruned | must be said | `accept_aliases` |
| the description of `.spec` | the doc comment; the root says that it is generated | the root has the doc comment | nothing |
| an `Option` with `schemars(with)`, `schema_with` | required, and never `null` | as serde has it | `required`, where serde always writes it |
| `impl JsonSchema for T` by hand | | stands in fields as it is | nothing |
| `Rule`s with a client, `validate_cel` | generated | `Pizzas::validate(&pizza)` of a wheel | nothing |
";

fn cell(text: &str) -> String {
    text.replace('|', "\\|")
}

fn row(spelling: &Spelling) -> String {
    let here = match spelling.here() {
        Here::Keys(keys) => format!("`{keys}`"),
        Here::Made(_, words) | Here::Words(words) => (*words).to_owned(),
        Here::Serde => of_serde(spelling.name()).to_owned(),
        Here::Nothing(why) | Here::Unneeded(why) => format!("nothing: {why}"),
    };
    let here = here.strip_prefix("write ").unwrap_or(&here);
    format!("| `{}` | {} |\n", spelling.name(), cell(here))
}

fn table(title: &str, said: &str, rows: impl IntoIterator<Item = String>) -> String {
    let rows: String = rows.into_iter().collect();
    format!("\n## {title}\n\n{said}\n\n| key | write |\n|---|---|\n{rows}")
}

/// The spellings of a tool, each name once: what says nothing goes first, as when sources are read.
fn of(tool: Tool) -> Vec<String> {
    let mut seen: Vec<&str> = Vec::new();
    let mut rows = Vec::new();
    for spelling in tool
        .spellings()
        .iter()
        .filter(|spelling| spelling.tools().contains(&tool))
    {
        if seen.contains(&spelling.name()) {
            continue;
        }
        seen.push(spelling.name());
        let mut all = tool.spellings().iter();
        let nothing = all.find(|other| {
            other.name() == spelling.name()
                && other.tools().contains(&tool)
                && matches!(other.here(), Here::Nothing(_))
        });
        rows.push(row(nothing.unwrap_or(spelling)));
    }
    rows
}

fn within(within: Within) -> Vec<String> {
    within
        .spellings()
        .filter(|spelling| !matches!(spelling.here(), Here::Serde))
        .map(row)
        .collect()
}

fn page() -> String {
    let same: Vec<String> = SAME_IN_KUBE.iter().map(|key| format!("`{key}`")).collect();
    let read: Vec<String> = READ_BY_SCHEMARS
        .iter()
        .map(|key| format!("`{key}`"))
        .collect();
    let mut page = HEAD.to_owned();
    page += &table(
        "`#[kube(…)]` in `#[crd(…)]`",
        &format!("In the same form: {}.", same.join(", ")),
        of(Tool::Kube),
    );
    page += &table(
        "In `printcolumn(…)`",
        "`name`, `description`, `format` and `priority` are the same.",
        within(Within::Column),
    );
    page += &table(
        "In `scale(…)`",
        "All three have shorter names.",
        within(Within::Scale),
    );
    page += &table(
        "`#[schemars(…)]` in `#[schema(…)]`",
        "`adopt` writes `default = \"f\"` as `default = f()`, and `bound = \"T: JsonSchema\"` as `bound = \"T: wheelwright::Schema\"`.",
        of(Tool::Schemars),
    );
    page += &table(
        "`#[x_kube(…)]` in `#[schema(…)]`",
        "Of `KubeSchema` and `CELSchema`.",
        of(Tool::KubeSchema),
    );
    let rules = format!(
        "schemars reads {}, and these are rewritten; what the others say was in no CRD. Where the type derives `Validate`, the \
         attributes stay beside ours, with `ignore(…)`.",
        read.join(", ")
    );
    page += &table(
        "`#[validate(…)]` in `#[schema(…)]`",
        &rules,
        of(Tool::Validator),
    );
    page += &table(
        "`#[garde(…)]` in `#[schema(…)]`",
        "Likewise.",
        of(Tool::Garde),
    );
    page
}

#[test]
fn the_page_is_what_the_table_says() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("KEYS.md");
    let page = page();
    if std::env::var_os("WHEELWRIGHT_UPDATE").is_some() {
        fs::write(&path, &page).unwrap();
    }
    let held = fs::read_to_string(&path).unwrap_or_default();
    assert!(
        held == page,
        "KEYS.md is not what the table says: run this test with WHEELWRIGHT_UPDATE=1"
    );
}

/// Every key of kube-derive 5 and of schemars 1 has a line; the lists are those of their documentation.
#[test]
fn no_key_is_missing() {
    let page = page();
    for key in [
        "doc",
        "root",
        "derive",
        "schema",
        "printcolumn",
        "scale",
        "crates",
        "annotation",
        "label",
        "validation",
        "cel",
    ] {
        assert!(page.contains(&format!("| `{key}` |")), "{key}");
    }
    for key in [
        "rename",
        "rename_all",
        "rename_all_fields",
        "tag",
        "content",
        "untagged",
        "default",
        "skip",
        "skip_serializing",
        "skip_deserializing",
        "skip_serializing_if",
        "flatten",
        "with",
        "bound",
        "serialize_with",
        "title",
        "description",
        "example",
        "deny_unknown_fields",
        "transparent",
        "schema_with",
        "transform",
        "extend",
        "inline",
        "crate",
        "length",
        "range",
        "pattern",
        "regex",
        "contains",
        "required",
        "email",
        "url",
        "ip",
        "ipv4",
        "ipv6",
        "inner",
        "into",
        "from",
        "try_from",
        "remote",
    ] {
        assert!(page.contains(&format!("| `{key}` |")), "{key}");
    }
}
