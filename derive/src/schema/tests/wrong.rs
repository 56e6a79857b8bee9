//! Keys that are refused, each with the words that matter. Whole messages are in `ui-tests`.

use quote::quote;

use super::{errors, says, with_keys};

#[test]
fn keys_that_are_not_there() {
    says(
        "did you mean `min_length`?",
        &with_keys(&quote!(min_lenght = 1)),
    );
    says(
        "write `minimum = 1, maximum = 5`",
        &with_keys(&quote!(range(min = 1, max = 5))),
    );
    says(
        "write it in `#[serde(…)]`",
        &with_keys(&quote!(rename = "x")),
    );
    says(
        "`title` is given twice",
        &with_keys(&quote!(title = "a", title = "b")),
    );
    says(
        "write `#[schema(…)]`",
        &quote!(
            #[schema]
            struct Pizza {}
        ),
    );
    says(
        "write `#[schema(…)]`",
        &quote!(
            #[schema = "x"]
            struct Pizza {}
        ),
    );
}

#[test]
fn values_of_the_wrong_type() {
    for (keys, wanted) in [
        (quote!(title), "`title` takes a string"),
        (quote!(title = 1), "`title` takes a string"),
        (
            quote!(min_length = "1"),
            "`min_length` takes a whole number",
        ),
        (
            quote!(min_length = 1.5),
            "`min_length` takes a whole number",
        ),
        (quote!(min_length = -1), "counts from 0"),
        (quote!(max_items = 9223372036854775808), "out of range"),
        (quote!(minimum = "1"), "`minimum` takes a number"),
        (quote!(minimum = 1e999), "number"),
        (quote!(nullable = 1), "`true` or `false`"),
        (quote!(immutable = true), "stands alone"),
        (quote!(list_map_keys("a", 1)), "takes strings"),
        (quote!(list_map_keys("a", "a")), "`a` is given twice"),
        (quote!(enum_values()), "takes a list of values"),
        (quote!(default = a + b), "expected a value"),
        (quote!(default = { a: 1, a: 2 }), "`a` is given twice"),
        (quote!(default = null), "no default at all"),
        (quote!(example = ), "has no value"),
        (quote!(with = 3), "takes the path of a function"),
        (quote!(with = "f"), "write `with = f`"),
        (quote!(as = 5), "takes a type"),
        (quote!(list_type = "sett"), "did you mean \"set\"?"),
        (
            quote!(struct_type = "whole"),
            "is one of \"atomic\", \"granular\"",
        ),
        (
            quote!(int_or_string = "all"),
            "is one of \"bare\", \"any_of\", \"all_of\"",
        ),
    ] {
        says(wanted, &with_keys(&keys));
    }
}

#[test]
fn keys_in_places_where_they_say_nothing() {
    for (item, place) in [
        (
            quote!(
                #[schema(required)]
                struct Pizza {
                    a: u8,
                }
            ),
            "write it on a named field",
        ),
        (
            quote!(
                struct Pizza(#[schema(optional)] u8);
            ),
            "write it on a named field",
        ),
        (
            quote!(
                struct Pizza {
                    #[schema(items(required))]
                    a: Vec<u8>,
                }
            ),
            "write it on a named field",
        ),
        (
            quote!(
                struct Pizza {
                    #[schema(crate = x)]
                    a: u8,
                }
            ),
            "write it on the type",
        ),
        (
            quote!(
                struct Pizza {
                    #[schema(exactly_one_of("a", "b"))]
                    a: u8,
                }
            ),
            "write it on the struct",
        ),
        (
            quote!(
                #[schema(exactly_one_of("a", "b"))]
                enum Pizza {
                    A,
                }
            ),
            "write it on the struct",
        ),
        (
            quote!(
                #[schema(nullable)]
                struct Pizza {
                    a: u8,
                }
            ),
            "write `Option<…>`",
        ),
        (
            quote!(
                enum Pizza {
                    #[schema(default = 1)]
                    A(u8),
                }
            ),
            "write it on a field",
        ),
        (
            quote!(
                struct Pizza {
                    #[schema(values(column(name = "X")))]
                    a: Map,
                }
            ),
            "a column shows a named field",
        ),
    ] {
        says(place, &item);
    }
}

#[test]
fn keys_that_contradict_each_other() {
    for (keys, why) in [
        (
            quote!(min_length = 3, max_length = 2),
            "no value would pass",
        ),
        (quote!(minimum = 3, maximum = 2), "no value would pass"),
        (
            quote!(minimum = 2, exclusive_maximum = 2),
            "no value would pass",
        ),
        (quote!(minimum = 2, exclusive_minimum = 2), "keep one"),
        (
            quote!(items(min_items = 3, max_items = 2)),
            "no value would pass",
        ),
        (
            quote!(list_type = "set", list_map_keys("a")),
            "must be map if x-kubernetes-list-map-keys is non-empty",
        ),
        (
            quote!(list_type = "map"),
            "must not be empty if x-kubernetes-list-type is map",
        ),
        (quote!(required, optional), "keep one"),
        (quote!(required, default = 1), "remove `required`"),
        (quote!(default = 1, nested_default), "keep one"),
        (
            quote!(opaque, max_length = 1),
            "`max_length` needs a value of a known type",
        ),
        (quote!(int_or_string, preserve_unknown_fields), "keep one"),
        (
            quote!(nullable, enum_values("a")),
            "Unsupported value: null",
        ),
        (quote!(default), "there is no serde default to take"),
    ] {
        says(why, &with_keys(&keys));
    }
}

#[test]
fn defaults_that_their_own_keys_refuse() {
    for keys in [
        quote!(default = "c", enum_values("a", "b")),
        quote!(default = "", min_length = 1),
        quote!(default = "äöü", max_length = 2),
        quote!(default = 0, minimum = 1),
        quote!(default = 1.5, maximum = 1),
        quote!(default = 1, exclusive_minimum = 1),
        quote!(default = 3, multiple_of = 2),
        quote!(default = [], min_items = 1),
        quote!(default = { a: 1 }, max_properties = 0),
    ] {
        says("its own schema does not take", &with_keys(&keys));
    }
    for keys in [
        quote!(default = "äöü", max_length = 3),
        quote!(default = 1.0, enum_values(1)),
        quote!(default = DEFAULT, enum_values("a")),
        quote!(default = 2, multiple_of = 2, minimum = 2, maximum = 2),
    ] {
        assert_eq!(errors(with_keys(&keys)), [""; 0], "{keys}");
    }
}

#[test]
fn rules_that_the_api_server_refuses() {
    for (keys, server) in [
        (quote!(rule()), "rule is not specified"),
        (quote!(rule = ""), "rule is not specified"),
        (
            quote!(rule = "self.a", reason = "Invalid"),
            "is one of \"FieldValueDuplicate\"",
        ),
        (quote!(rule = "self.a", optional_old_self), "oldSelf"),
        (quote!(message = "x"), "belongs to a rule"),
        (quote!(rule("")), "rule is not specified"),
        (quote!(rule(message = "x")), "rule is not specified"),
        (quote!(rule("self.a", rule = "self.b")), "given twice"),
        (
            quote!(rule("self.a\n&& self.b")),
            "message must be specified if rule contains line breaks",
        ),
        (
            quote!(rule("self.a", message = "b\nc")),
            "must not contain line breaks",
        ),
        (
            quote!(rule("self.a", message = " ")),
            "must be non-empty if specified",
        ),
        (
            quote!(rule("self.a", message_expression = "")),
            "messageExpression must be non-empty if specified",
        ),
        (
            quote!(rule("self.a", reason = "Invalid")),
            "is one of \"FieldValueDuplicate\"",
        ),
        (
            quote!(rule("self.a", field_path = "a")),
            "must be a valid path",
        ),
        (
            quote!(rule("self.a", field_path = "")),
            "must be non-empty if specified",
        ),
        (quote!(rule("self.a", optional_old_self)), "oldSelf"),
    ] {
        says(server, &with_keys(&keys));
    }
}

#[test]
fn patterns_that_go_refuses() {
    says(
        "must be a valid regular expression",
        &with_keys(&quote!(pattern = "(?!x)")),
    );
    says(
        "must be a valid regular expression",
        &with_keys(&quote!(items(pattern = "("))),
    );
}

#[test]
fn brackets_without_end() {
    let mut tree = quote!(1);
    for _ in 0..60 {
        tree = quote!([#tree]);
    }
    assert_eq!(errors(with_keys(&quote!(default = #tree))), [""; 0]);
    for _ in 0..1_000 {
        tree = quote!([#tree]);
    }
    says("levels of brackets", &with_keys(&quote!(default = #tree)));
}
