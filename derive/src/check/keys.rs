//! Rules between the keys of one list.

use wheelwright_grammar::bounds::leave_nothing;

use crate::attrs::schema_keys::{Given, ListType, SchemaKeys, What};
use crate::diag::Errors;

use super::{default, schemas};

/// Everything that one key list shows by itself.
pub(crate) fn keys(keys: &SchemaKeys, errors: &Errors) {
    sizes(keys, errors);
    bounds(keys, errors);
    list_keys(keys, errors);
    kinds(keys, errors);
    presence(keys, errors);
    replacements(keys, errors);
    nullable_enum(keys, errors);
    default::literal(keys, errors);
    default::distinct(keys, errors);
    schemas::all(keys, errors);
    for given in &keys.given {
        if let What::Items(held) | What::Values(held) = &given.what {
            self::keys(held, errors);
        }
    }
}

/// The least length or count is not over the most.
fn sizes(keys: &SchemaKeys, errors: &Errors) {
    let size = |name| {
        let given = keys.find(name)?;
        Some((given, given.what.size()?.known()?))
    };
    for (least, most) in [
        ("min_length", "max_length"),
        ("min_items", "max_items"),
        ("min_properties", "max_properties"),
    ] {
        if let (Some((given, min)), Some((_, max))) = (size(least), size(most))
            && min > max
        {
            errors.at(
                given.value,
                format_args!("`{least}` is {min}, over `{most} = {max}`: no value would pass"),
            );
        }
    }
}

/// The lower bound is not over the upper one, and each is given in one form.
fn bounds(keys: &SchemaKeys, errors: &Errors) {
    let (lower, upper) = (lower(keys), upper(keys));
    for bounds in [&lower, &upper] {
        if let [first, second] = &bounds[..] {
            errors.at(
                second.key,
                format_args!(
                    "there is one bound at either end, and `{}` is given already; keep one",
                    first.name
                ),
            );
        }
    }
    let known = |bounds: &[&Given]| {
        let given: &Given = bounds.first().copied()?;
        Some((given.name, given.value, given.what.bound()?.known()?))
    };
    if let (Some((lower, at, least)), Some((upper, _, most))) = (known(&lower), known(&upper)) {
        let is_open = [lower, upper]
            .iter()
            .any(|name| name.starts_with("exclusive"));
        if leave_nothing(least.as_f64(), most.as_f64(), is_open) {
            errors.at(
                at,
                format_args!(
                    "`{lower} = {least}` leaves nothing below `{upper} = {most}`: no value would pass"
                ),
            );
        }
    }
}

/// The bounds at the lower end.
fn lower(keys: &SchemaKeys) -> Vec<&Given> {
    given(keys, ["minimum", "exclusive_minimum"])
}

/// The bounds at the upper end.
fn upper(keys: &SchemaKeys) -> Vec<&Given> {
    given(keys, ["maximum", "exclusive_maximum"])
}

fn given<'k>(keys: &'k SchemaKeys, names: [&str; 2]) -> Vec<&'k Given> {
    let given = keys.given.iter();
    given.filter(|given| names.contains(&given.name)).collect()
}

/// A list has keys if and only if it is a map.
fn list_keys(keys: &SchemaKeys, errors: &Errors) {
    let list_type = keys.given.iter().find_map(|given| match given.what {
        What::ListType(list_type) => Some((given, list_type)),
        _ => None,
    });
    match (list_type, keys.find("list_map_keys")) {
        (Some((given, ListType::Map)), None) => errors.at(
            given.value,
            "a list of type map needs its keys (the API server: `must not be empty if x-kubernetes-list-type is map`); \
             write `list_map_keys(\"name\")`",
        ),
        (Some((given, ListType::Atomic | ListType::Set)), Some(_)) => errors.at(
            given.value,
            "only a list of type map has keys (the API server: `must be map if x-kubernetes-list-map-keys is \
             non-empty`); remove `list_type` or `list_map_keys`",
        ),
        _ => {}
    }
}

/// Keys that each say what kind of value there is.
fn kinds(keys: &SchemaKeys, errors: &Errors) {
    const APART: &[(&str, &str, &str)] = &[
        (
            "int_or_string",
            "preserve_unknown_fields",
            "an integer or string has no fields",
        ),
        (
            "int_or_string",
            "embedded_resource",
            "an integer or string is no object",
        ),
        (
            "map_type",
            "struct_type",
            "both are written as `x-kubernetes-map-type`",
        ),
        ("opaque", "int_or_string", "opaque values have no type"),
        ("opaque", "embedded_resource", "opaque values have no type"),
        (
            "opaque",
            "preserve_unknown_fields",
            "opaque values keep unknown fields by themselves",
        ),
        ("opaque", "with", "each gives the whole schema"),
        ("with", "int_or_string", "each gives the schema's type"),
    ];
    for (one, other, why) in APART {
        if let (Some(_), Some(given)) = (keys.find(one), keys.find(other)) {
            errors.at(
                given.key,
                format_args!("`{other}` does not go with `{one}`: {why}; keep one"),
            );
        }
    }
}

/// Whether a field must be there is said once.
fn presence(keys: &SchemaKeys, errors: &Errors) {
    let (required, optional) = (keys.find("required"), keys.find("optional"));
    if let (Some(_), Some(optional)) = (required, optional) {
        errors.at(optional.key, "the field is `required`, too; keep one");
    }
    let default = keys.find("default").or(keys.find("nested_default"));
    if let (Some(required), Some(default)) = (required, default) {
        errors.at(
            required.key,
            format_args!(
                "`{}` fills the field in, so it is never missing; remove `required`",
                default.name
            ),
        );
    }
    let taken = default.or(keys.find("serde_defaults"));
    if let (Some(_), Some(none)) = (taken, keys.find("no_default")) {
        errors.at(none.key, "the field has a default, too; keep one");
    }
    if let (Some(_), Some(nested)) = (keys.find("default"), keys.find("nested_default")) {
        errors.at(nested.key, "the field has a `default`, too; keep one");
    }
}

/// `as` and `with` and `opaque` each stand in place of the type's schema; nothing is known of an opaque value.
fn replacements(keys: &SchemaKeys, errors: &Errors) {
    let Some(opaque) = keys.find("opaque") else {
        return;
    };
    for given in &keys.given {
        let says_type = matches!(
            given.what,
            What::Format(_)
                | What::NoBounds
                | What::Pattern(_)
                | What::MinLength(_)
                | What::MaxLength(_)
                | What::Minimum(_)
                | What::Maximum(_)
                | What::ExclusiveMinimum(_)
                | What::ExclusiveMaximum(_)
                | What::MultipleOf(_)
                | What::MinItems(_)
                | What::MaxItems(_)
                | What::MinProperties(_)
                | What::MaxProperties(_)
                | What::ListType(_)
                | What::ListMapKeys(_)
                | What::MapType(_)
                | What::StructType(_)
                | What::Immutable
                | What::Rule(_)
                | What::Items(_)
                | What::Values(_)
        );
        if says_type {
            errors.at(
                given.key,
                format_args!(
                    "`{}` needs a value of a known type, and `{}` keeps any; write `with = function` or `as = Type` \
                     instead of `opaque`",
                    given.name, opaque.name
                ),
            );
        }
    }
}

/// The server looks nulls up in the enum and never finds them.
fn nullable_enum(keys: &SchemaKeys, errors: &Errors) {
    let nullable = keys
        .given
        .iter()
        .find(|given| matches!(given.what, What::Nullable(true)));
    if let (Some(nullable), Some(_)) = (nullable, keys.find("enum_values")) {
        errors.at(
            nullable.key,
            "`nullable` has no effect beside `enum_values`: the API server refuses null whatever the list says \
             (`Unsupported value: null`); remove one of them",
        );
    }
}
