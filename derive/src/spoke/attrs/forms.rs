//! The keys of `#[spoke(…)]`.

use crate::attrs::Form;

const fn form(name: &'static str, write: &'static str) -> Form {
    Form { name, write }
}

/// On the type.
pub(in crate::spoke) const CONTAINER: &[Form] = &[
    form("hub", "hub = super::v1::PizzaSpec"),
    form("fallible", "fallible(up, down)"),
    form("added", "added(field, other = 1)"),
    form("elsewhere", "elsewhere(field, other = 1)"),
    form("part", "part(\"field\" = Type)"),
    form("part_back", "part_back(\"field\" = Type)"),
    form(
        "step",
        "step(from(\"a.b\", \"c\"), to(\"x.y\"), with = function, back = function)",
    ),
    form("with", "with = function"),
    form("back", "back = function"),
    form("try_with", "try_with = function"),
    form("try_back", "try_back = function"),
    form("or", "or = value"),
    form("or_back", "or_back = value"),
    form("bijective", "bijective"),
    form("undecided", "undecided = \"what is to be decided\""),
    form("crate", "crate = path"),
];

/// On a field.
pub(in crate::spoke) const FIELD: &[Form] =
    &joined::<{ ON_FIELD.len() + HOW.len() }>(ON_FIELD, HOW);

/// In `step(…)`.
pub(in crate::spoke) const STEP: &[Form] = &joined::<{ IN_STEP.len() + HOW.len() }>(IN_STEP, HOW);

const ON_FIELD: &[Form] = &[
    form("rename", "rename = \"field\""),
    form("to", "to = \"field.inner\""),
    form("to_label", "to_label = \"example.com/name\""),
    form("to_annotation", "to_annotation = \"example.com/name\""),
    form("and", "and(\"other_field\")"),
    form("from_name", "from_name"),
    form("from_namespace", "from_namespace"),
    form("undecided", "undecided = \"what is to be decided\""),
];

const IN_STEP: &[Form] = &[
    form("from", "from(\"a.b\", \"c\")"),
    form("from_label", "from_label = \"example.com/name\""),
    form("from_annotation", "from_annotation = \"example.com/name\""),
    form("from_name", "from_name"),
    form("from_namespace", "from_namespace"),
    form("to", "to = \"field.inner\""),
    form("to_label", "to_label = \"example.com/name\""),
    form("to_annotation", "to_annotation = \"example.com/name\""),
];

/// What any step may say.
const HOW: &[Form] = &[
    form("removed", "removed = value"),
    form("elsewhere", "elsewhere = value"),
    form("wrap", "wrap = \"member\""),
    form("unwrap", "unwrap = \"member\""),
    form("counted", "counted(item = \"name\", count = \"quantity\")"),
    form("format", "format = \"{host}:{port}\""),
    form("delimited", "delimited = \",\""),
    form("keyed", "keyed = \"name\""),
    form("gathered", "gathered(\"key\", \"other\")"),
    form("keys", "keys(\"old\" = \"new\")"),
    form(
        "values",
        "values(true = \"Enabled\", absent = \"Disabled\")",
    ),
    form("coerced", "coerced"),
    form("factor", "factor = 60"),
    form("duration", "duration = \"s\""),
    form("quantity", "quantity = \"Mi\""),
    form("parsed", "parsed"),
    form("each", "each(wrap = \"name\")"),
    form("with", "with = function"),
    form("back", "back = function"),
    form("try_with", "try_with = function"),
    form("try_back", "try_back = function"),
    form("or", "or = value"),
    form("or_back", "or_back = value"),
    form("reversed", "reversed"),
    form("bijective", "bijective"),
];

const fn joined<const N: usize>(first: &[Form], second: &[Form]) -> [Form; N] {
    let mut all = [form("", ""); N];
    let mut at = 0;
    while at < N {
        all[at] = if at < first.len() {
            first[at]
        } else {
            second[at - first.len()]
        };
        at += 1;
    }
    all
}

/// On a variant.
pub(in crate::spoke) const VARIANT: &[Form] = &[
    form("rename", "rename = \"Variant\""),
    form("removed", "removed = value"),
    form("added", "added(field, other = 1)"),
    form("elsewhere", "elsewhere(field, other = 1)"),
    form("undecided", "undecided = \"what is to be decided\""),
];

/// In `each(…)`.
pub(in crate::spoke) const EACH: &[Form] = &[
    form("wrap", "wrap = \"member\""),
    form("unwrap", "unwrap = \"member\""),
    form("delimited", "delimited = \",\""),
    form("values", "values(true = \"Enabled\", false = \"Disabled\")"),
    form("coerced", "coerced"),
    form("factor", "factor = 60"),
    form("duration", "duration = \"s\""),
    form("quantity", "quantity = \"Mi\""),
    form("parsed", "parsed"),
    form("reversed", "reversed"),
];

/// In `counted(…)`.
pub(in crate::spoke) const COUNTED: &[Form] = &[
    form("item", "item = \"name\""),
    form("count", "count = \"quantity\""),
    form("any_order", "any_order"),
    form("reversed", "reversed"),
];

/// In `fallible(…)`.
pub(in crate::spoke) const FALLIBLE: &[Form] = &[form("up", "up"), form("down", "down")];
