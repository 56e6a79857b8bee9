//! Values of Rust, of which rows say what becomes of them as objects: what they are by themselves.

use serde_json::{Value, json};

use crate::mappings::{
    list_items::items_anywhere,
    names::object_names,
    objects::two_hubs_of_a_type,
    optional::refused_in_structs,
    required::unsaid_values::{self, v2::Kind},
};

fn read<T: serde::de::DeserializeOwned>(value: Value) -> T {
    serde_json::from_value(value).expect("it reads")
}

#[test]
fn root_objects_of_rust_know_their_name() {
    use object_names::{v1, v2};
    let mut hub = v2::Route::new("r", read(json!({"target": {"name": "a"}})));
    hub.metadata.namespace = Some("prod".to_owned());
    let namespace = |spec: v1::RouteSpec| spec.target.and_then(|target| target.namespace);
    let spoke = v1::Route::from(hub.clone());
    assert_eq!(namespace(spoke.spec).as_deref(), Some("prod"));
    // A value by itself has none.
    assert_eq!(namespace(v1::RouteSpec::from(hub.spec)), None);
}

#[test]
fn root_objects_of_a_kind_without_spec_convert() {
    let old: items_anywhere::v1::Event = read(json!({
        "apiVersion": "example.com/v1", "kind": "Event", "metadata": {"name": "e"},
        "group": {"mode": "m"}, "a": "1", "f": "2", "ready": true, "generic": {"g": "3", "other": 5},
    }));
    let new = serde_json::to_value(items_anywhere::v2::Event::from(old)).expect("it writes");
    let attribute = |name: &str, value: &str| json!({"name": name, "value": value});
    assert_eq!(
        new,
        json!({
            "apiVersion": "example.com/v2", "kind": "Event", "metadata": {"name": "e"},
            "group": {"attributes": [attribute("a", "1")], "mode": "m"},
            "flat_list": [attribute("f", "2")],
            // Serde writes what is absent.
            "conditions": [{"type": "Ready", "status": "True", "reason": null}],
            "generic": {"list": [attribute("g", "3")], "other": 5},
        })
    );
}

/// What is said by serde's function, serde's of the type, the schema's, both and that of the type.
#[test]
fn what_nothing_is_said_of_is_what_the_type_reads() {
    use unsaid_values::{v1, v2};
    let old: v1::ClockSpec = read(json!({
        "color": "white", "place": {"name": "hall"}, "height": 2, "bell": {"Rung": {"by": "me"}}, "whole": {},
        "named": {"name": 1}, "legacy": 9, "read": 9,
    }));
    let new = v2::ClockSpec::from(old);
    assert_eq!((new.hours, new.minutes, new.seconds), (3, 0, 4));
    assert_eq!((new.zone, new.hands, new.kind), (Some(5), 3, Kind::Wall));
    assert_eq!(new.face.as_ref().map(|face| face.marks), Some(3));
    assert_eq!((new.whole.hours, &*new.whole.name), (3, "whole"));
    let v2::Bell::Rung { times, .. } = new.bell;
    assert_eq!(times, 3);
    let old = v1::ClockSpec::from(new);
    assert_eq!((old.legacy, old.read), (3, 0));
}

#[test]
fn what_both_versions_may_lack_stays_absent_though_it_has_a_stand_in() {
    use refused_in_structs::{v1, v2};
    let old: v1::KilnSpec = read(json!({
        "text": "a", "wide": "b", "more": "c", "more_wide": "d", "stone": {"weight": 3},
    }));
    let new = v2::KilnSpec::from(old);
    let more = new.more.as_ref().expect("it has its text");
    assert_eq!((new.label.note.as_ref(), more.note.as_ref()), (None, None));
    assert_eq!(more.text, "c");
    let back = v1::KilnSpec::from(new);
    assert_eq!((back.note, back.more_note), (None, None));
    assert_eq!(back.stone.map(|stone| stone.weight), Some(3));
}

#[test]
fn a_type_becomes_each_of_its_hubs() {
    use two_hubs_of_a_type::{v1, v1alpha1, v2};
    let spec: v1::JobSpec = read(json!({
        "image": {"ref": "nginx", "tag": "1", "policy": "Needed"},
        "secrets": [{"ref": "password", "tag": null, "policy": "Needed"}],
    }));
    let alone = v1alpha1::JobSpec {
        image: spec.image.clone(),
        secrets: Vec::new(),
    };
    assert_eq!(v1alpha1::Only::from(alone).image, spec.image);
    assert_eq!(
        v2::JobSpec::from(spec).secrets[0].policy,
        v2::Mount::OnDemand
    );
}
