//! Printer columns, scale, selectable fields.

use serde::{Deserialize, Serialize};
use wheelwright::private::assert;
use wheelwright::table::{Root, SpecPlace};
use wheelwright::{CustomResource, Schema};

use super::{Bare, Field, words};
use crate::variants::CronTab;

fn column_type(path: &[&str], ty: &str) -> Option<String> {
    words(|| assert::column_type(Field::ROOT, path, ty))
}

#[test]
fn paths_that_lead_to_a_field_pass() {
    for path in [
        &["spec", "text"][..],
        &["spec", "maybe", "deepName"],
        &["spec", "boxed", "deepName"],
        &["spec", "list", assert::ITEMS, "size"],
        &["spec", "map", "any key", "size"],
        &["spec", "any", "what", "ever"],
        &["spec", "extra"],
        &["spec", "shape", "type"],
        &["spec", "shape", "side"],
        &["spec", "opaque", "what", "ever"],
        &["spec", "open", "whatever"],
        &["status", "replicas"],
        &["metadata", "labels", "x"],
        &["kind"],
    ] {
        assert_eq!(
            words(|| assert::column_path(Field::ROOT, path)),
            None,
            "{path:?}"
        );
    }
}

#[test]
fn paths_that_lead_nowhere_are_refused_with_what_there_is() {
    let fields = "`text`, `number`, `integer`, `flag`, `maybe`, `boxed`, `list`, `map`, `any`, `colour`, `shape`, `extra`, \
                  `defaulted`, `serde_defaulted`, `either`, `opaque`, `open`";
    for (path, reason) in [
        (
            &["spec", "txet"][..],
            format!("`.spec.txet` does not exist: `FieldSpec` has {fields}"),
        ),
        (
            &["spec", "maybe", "deep_name"],
            "`.spec.maybe.deep_name` does not exist: `Inner` has `deepName`, `size`".into(),
        ),
        (
            &["spec", "text", "x"],
            "`.spec.text.x` does not exist: `.spec.text` is a string, not an object".into(),
        ),
        (
            &["spec", "list", "size"],
            "`.spec.list.size` does not exist: `.spec.list` is a list, not an object".into(),
        ),
        (
            &["spec", "boxed", "[]"],
            "`.spec.boxed[*]` does not exist: `.spec.boxed` is an object, not a list".into(),
        ),
        (
            &["spec", "colour", "x"],
            "`.spec.colour.x` does not exist: `.spec.colour` is a string, not an object".into(),
        ),
        (
            &["status", "x"],
            "`.status.x` does not exist: `FieldStatus` has `replicas`".into(),
        ),
        (
            &["more"],
            "`.more` does not exist: an object has `metadata`, `spec` and `status`".into(),
        ),
    ] {
        let expected =
            format!("printcolumn: {reason}; the API server would leave the column empty");
        assert_eq!(
            words(|| assert::column_path(Field::ROOT, path)),
            Some(expected)
        );
    }
    // No member of any variant.
    let words = words(|| assert::column_path(Field::ROOT, &["spec", "shape", "height"])).unwrap();
    assert!(
        words.contains("`.spec.shape.height` does not exist"),
        "{words}"
    );
}

#[test]
fn a_column_type_fits_what_the_server_can_show_of_the_field() {
    // `string` prints anything; the others show values of their own JSON type only, whole numbers of either kind.
    for (path, fitting) in [
        (&["spec", "text"][..], &["string", "date"][..]),
        (&["spec", "colour"], &["string", "date"]),
        (&["spec", "number"], &["string", "number", "integer"]),
        (&["spec", "extra"], &["string", "number", "integer"]),
        (&["spec", "flag"], &["string", "boolean"]),
        (&["spec", "list"], &["string"]),
        (&["spec", "boxed"], &["string"]),
        (
            &["spec", "either"],
            &["string", "date", "number", "integer"],
        ),
        (
            &["spec", "any"],
            &["string", "date", "number", "integer", "boolean"],
        ),
        (
            &["metadata", "name"],
            &["string", "date", "number", "integer", "boolean"],
        ),
    ] {
        for ty in ["string", "date", "number", "integer", "boolean"] {
            assert_eq!(
                column_type(path, ty).is_none(),
                fitting.contains(&ty),
                "{path:?} as {ty}"
            );
        }
    }
    assert_eq!(
        column_type(&["spec", "flag"], "integer").unwrap(),
        "printcolumn: type `integer` does not fit `.spec.flag`, which is a boolean: the API server would leave the column \
         empty; write `type = \"boolean\"`"
    );
}

#[test]
fn replicas_are_always_there() {
    let spec = |path: &[&str]| words(|| assert::scale_spec(Field::ROOT, path));
    for path in [
        &["spec", "integer"][..],
        &["spec", "extra"],
        &["spec", "defaulted"],
        &["spec", "any"],
    ] {
        assert_eq!(spec(path), None, "{path:?}");
    }
    for path in [
        &["spec", "serde_defaulted"][..],
        &["spec", "map", "x", "size"],
        &["spec", "maybe", "size"],
    ] {
        assert!(spec(path).unwrap().contains("may be absent"), "{path:?}");
    }
    for path in [
        &["spec", "text"][..],
        &["spec", "number"],
        &["spec", "either"],
    ] {
        assert!(
            spec(path)
                .unwrap()
                .contains("name a field that is an integer"),
            "{path:?}"
        );
    }
    // A status may lack it: the server reports 0.
    assert_eq!(
        words(|| assert::scale_status(Field::ROOT, &["status", "replicas"])),
        None
    );
    assert_eq!(
        words(|| assert::scale_selector(Field::ROOT, &["spec", "text"])),
        None
    );
    assert!(
        words(|| assert::scale_selector(Field::ROOT, &["spec", "boxed"]))
            .unwrap()
            .contains("is an object")
    );
    let none = words(|| assert::scale_status(Bare::ROOT, &["status", "replicas"])).unwrap();
    assert!(
        none.contains("the resource has no status; write `status = Type`"),
        "{none}"
    );
}

#[test]
fn selectable_fields_are_strings_booleans_or_integers() {
    let refused = |path: &[&str]| words(|| assert::selectable(Field::ROOT, path)).is_some();
    for path in [
        &["spec", "text"][..],
        &["spec", "colour"],
        &["spec", "flag"],
        &["spec", "integer"],
        &["spec", "map", "k", "size"],
    ] {
        assert!(!refused(path), "{path:?}");
    }
    for path in [
        &["spec", "number"][..],
        &["spec", "list"],
        &["spec"],
        &["spec", "either"],
        &["spec", "nope"],
        &["spec", "list", "size"],
    ] {
        assert!(refused(path), "{path:?}");
    }
}

#[test]
fn members_of_the_object_are_not_fields() {
    #[derive(Schema, Serialize, Deserialize)]
    struct Taken {
        status: String,
    }
    let with = |status| Root {
        spec: SpecPlace::Root(Taken::TYPE),
        status,
        ..*CronTab::ROOT
    };
    assert_eq!(words(|| assert::no_spec(CronTab::ROOT)), None);
    assert_eq!(words(|| assert::no_spec(&with(None))), None);
    let words = words(|| assert::no_spec(&with(CronTab::ROOT.status))).unwrap();
    assert!(words.contains("the field `status` of `Taken`"), "{words}");
}
