//! Patches, one change at a time.

use std::collections::HashSet;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use wheelwright::{
    CustomResource, Schema,
    webhook::admission::{Hooks, Request},
};

use crate::{
    kitchen::{Kitchen, Kitchens, Oven, Shelf, Visit},
    pizza::{
        Pizzas, topping,
        v1beta1::{Crust, Pizza},
    },
    review::{Review, pizza},
};

pub(crate) async fn patch_of(spec: Value, change: fn(&mut Kitchen)) -> Value {
    let handler = move |mut kitchen: Kitchen, _: Request<Kitchen>| async move {
        change(&mut kitchen);
        kitchen
    };
    let hooks = Hooks::builder()
        .wheel::<Kitchens>()
        .mutate::<Kitchen>(handler)
        .build()
        .unwrap();
    let mut object = json!({"apiVersion": "example.com/v2", "kind": "Kitchen", "metadata": {"name": "k"}, "spec": spec});
    if object["spec"] == "absent" {
        object.as_object_mut().unwrap().remove("spec");
    }
    let review = Review::create(&object).with(&json!({
        "kind": {"group": "example.com", "version": "v2", "kind": "Kitchen"},
        "resource": {"group": "example.com", "version": "v2", "resource": "kitchens"},
    }));
    review.mutate_at(&hooks, "kitchen").await.allowed().patch
}

pub(crate) fn kitchen(rest: &Value) -> Value {
    let mut spec = json!({
        "title": "t", "size": "Small", "ovens": 1, "opened": "2026-01-02T03:04:05Z", "fire": {"gas": {"bars": 1}},
    });
    for (name, value) in rest.as_object().into_iter().flatten() {
        spec[name.as_str()] = value.clone();
    }
    spec
}

#[tokio::test]
async fn one_item_is_one_operation() {
    let steps = || kitchen(&json!({"steps": ["a", "b", "c"]}));
    let patch = patch_of(steps(), |kitchen| {
        kitchen.spec.steps.insert(0, "new".to_owned());
    })
    .await;
    assert_eq!(
        patch,
        json!([{"op": "add", "path": "/spec/steps/0", "value": "new"}])
    );
    let patch = patch_of(steps(), |kitchen| kitchen.spec.steps.push("new".to_owned())).await;
    assert_eq!(
        patch,
        json!([{"op": "add", "path": "/spec/steps/3", "value": "new"}])
    );
    let patch = patch_of(steps(), |kitchen| drop(kitchen.spec.steps.remove(1))).await;
    assert_eq!(patch, json!([{"op": "remove", "path": "/spec/steps/1"}]));
    let patch = patch_of(steps(), |kitchen| kitchen.spec.steps[1] = "new".to_owned()).await;
    assert_eq!(
        patch,
        json!([{"op": "replace", "path": "/spec/steps/1", "value": "new"}])
    );
    let visits = kitchen(
        &json!({"visits": [{"by": "a", "day": 1}, {"by": "b", "day": 2}, {"by": "c", "day": 3}]}),
    );
    let patch = patch_of(visits, |kitchen| {
        kitchen.spec.visits[1].fine = true;
        kitchen.spec.visits.insert(
            0,
            Visit {
                by: "z".to_owned(),
                day: 9,
                fine: false,
            },
        );
    });
    assert_eq!(
        patch.await,
        json!([
            {"op": "add", "path": "/spec/visits/1/fine", "value": true},
            {"op": "add", "path": "/spec/visits/0", "value": {"by": "z", "day": 9, "fine": false}},
        ])
    );
}

#[tokio::test]
async fn parents_are_made_where_there_are_none() {
    let retitle: fn(&mut Kitchen) = |kitchen| kitchen.spec.title = "new".to_owned();
    for (spec, op) in [(json!("absent"), "add"), (Value::Null, "add")] {
        let patch = patch_of(spec, retitle).await;
        assert_eq!(
            patch,
            json!([{"op": op, "path": "/spec", "value": {"title": "new"}}]),
            "no made-up member"
        );
    }
    let patch = patch_of(json!({}), retitle).await;
    assert_eq!(
        patch,
        json!([{"op": "add", "path": "/spec/title", "value": "new"}])
    );
    let patch = patch_of(kitchen(&json!({"oven": {"fan": true}})), |kitchen| {
        kitchen.spec.oven = Some(Oven {
            celsius: 180,
            fan: Some(true),
        });
    });
    assert_eq!(
        patch.await,
        json!([{"op": "add", "path": "/spec/oven/celsius", "value": 180}])
    );
}

#[tokio::test]
async fn a_part_of_what_is_there_by_default_brings_the_rest_along() {
    let patch = patch_of(kitchen(&json!({})), |kitchen| {
        kitchen.spec.hearth.celsius = 180;
    });
    assert_eq!(
        patch.await,
        json!([{"op": "add", "path": "/spec/hearth", "value": {"celsius": 180, "fan": true}}])
    );
}

#[tokio::test]
async fn nothing_is_written_as_null_where_the_server_drops_it() {
    let shelves = kitchen(&json!({"shelves": [{"name": "top", "width": 1, "label": "l"}]}));
    let patch = patch_of(shelves, |kitchen| {
        kitchen.spec.shelves[0].label = None;
        kitchen.spec.shelves.push(Shelf {
            name: "new".to_owned(),
            width: 1,
            label: None,
        });
    });
    assert_eq!(
        patch.await,
        json!([
            {"op": "add", "path": "/spec/shelves/1", "value": {"name": "new", "width": 1}},
            {"op": "remove", "path": "/spec/shelves/0/label"},
        ])
    );
}

#[tokio::test]
async fn a_list_that_is_read_in_another_order_is_written_whole() {
    let visit = |by: &str| json!({"by": by, "day": 1, "fine": true});
    let guests = kitchen(&json!({"guests": [visit("b"), visit("a")]}));
    let patch = patch_of(guests, |kitchen| drop(kitchen.spec.guests.remove(0)));
    assert_eq!(
        patch.await,
        json!([{"op": "remove", "path": "/spec/guests/1"}]),
        "a has gone"
    );
}

#[tokio::test]
async fn the_order_of_a_set_is_nobodys_change() {
    let set = || kitchen(&json!({"tags": ["c", "a", "b"]}));
    let changed = patch_of(set(), |kitchen| {
        kitchen.spec.tags.remove("a");
        kitchen.spec.tags.insert("0".to_owned());
    });
    assert_eq!(
        changed.await,
        json!([
            {"op": "add", "path": "/spec/tags/3", "value": "0"},
            {"op": "remove", "path": "/spec/tags/1"},
        ])
    );
}

/// Of a hash set every copy is written in another order.
#[tokio::test]
async fn a_set_that_was_made_anew_is_the_same() {
    /// What lies ready.
    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(group = "example.com", version = "v1", kind = "Tray", namespaced)]
    struct TraySpec {
        forks: HashSet<u32>,
        spoons: HashSet<u32>,
    }
    let again = |mut tray: Tray, _: Request<Tray>| async move {
        tray.spec.forks = tray.spec.forks.iter().copied().collect();
        tray.spec.spoons = tray.spec.spoons.iter().copied().collect();
        tray.spec.spoons.insert(100);
        tray
    };
    let hooks = Hooks::builder().mutate::<Tray>(again).build().unwrap();
    let items: Vec<u32> = (0..50).rev().collect();
    let object = json!({
        "apiVersion": "example.com/v1", "kind": "Tray", "metadata": {"name": "t"},
        "spec": {"forks": items, "spoons": items},
    });
    let review = Review::create(&object).with(&json!({
        "kind": {"group": "example.com", "version": "v1", "kind": "Tray"},
        "resource": {"group": "example.com", "version": "v1", "resource": "trays"},
    }));
    let answered = review.mutate_at(&hooks, "tray").await.allowed();
    assert_eq!(
        answered.patch,
        json!([{"op": "add", "path": "/spec/spoons/50", "value": 100}])
    );
}

#[tokio::test]
async fn keys_of_maps_are_escaped() {
    let patch = patch_of(
        kitchen(&json!({"limits": {"a/b": 1, "c~d": 2, "-": 3}})),
        |kitchen| {
            kitchen.spec.limits.insert("a/b".to_owned(), 7);
            kitchen.spec.limits.remove("c~d");
            kitchen.spec.limits.insert("-".to_owned(), 8);
            kitchen.spec.limits.insert(String::new(), 9);
        },
    );
    assert_eq!(
        patch.await,
        json!([
            {"op": "remove", "path": "/spec/limits/c~0d"},
            {"op": "add", "path": "/spec/limits/", "value": 9},
            {"op": "replace", "path": "/spec/limits/-", "value": 8},
            {"op": "replace", "path": "/spec/limits/a~1b", "value": 7},
        ])
    );
}

#[tokio::test]
async fn another_variant_takes_the_place_of_the_first() {
    let patch = patch_of(kitchen(&json!({})), |kitchen| {
        kitchen.spec.fire = crate::kitchen::Fire::Wood(crate::kitchen::Wood {
            kind: "oak".to_owned(),
        });
    });
    assert_eq!(
        patch.await,
        json!([
            {"op": "remove", "path": "/spec/fire/gas"},
            {"op": "add", "path": "/spec/fire/wood", "value": {"kind": "oak"}},
        ])
    );
}

#[tokio::test]
async fn an_object_that_cannot_be_read_is_left_to_the_server() {
    for wrong in [
        json!({"title": 1}),
        json!("text"),
        json!({"shelves": {}}),
        json!({"opened": "yesterday"}),
    ] {
        let spec = if wrong.is_object() {
            kitchen(&wrong)
        } else {
            wrong
        };
        let patch = patch_of(spec, |kitchen| kitchen.spec.title.clear()).await;
        assert_eq!(patch, json!([]));
    }
}

fn restaurant(change: fn(&mut Pizza)) -> Hooks {
    let handler = move |mut pizza: Pizza, _: Request<Pizza>| async move {
        change(&mut pizza);
        pizza
    };
    Hooks::builder()
        .wheel::<Pizzas>()
        .mutate::<Pizza>(handler)
        .build()
        .unwrap()
}

const KEPT: &str = "restaurant.programming-kubernetes.info/kept-by-conversion";

#[tokio::test]
async fn what_only_the_hub_can_hold_is_kept_in_the_patch() {
    let hooks = restaurant(|pizza| {
        pizza.spec.note = Some("hot".to_owned());
        pizza.spec.toppings.insert(0, topping("corn", 2));
    });
    let old = pizza(
        "v1alpha1",
        &json!({"spec": {"toppings": ["ham"], "color": "red"}}),
    );
    let answered = Review::create(&old).mutate(&hooks).await.allowed();
    let mutated = answered.mutated;
    assert_eq!(
        mutated["spec"],
        json!({"toppings": ["corn", "corn", "ham"], "color": "red"})
    );
    let newer = Pizzas::convert_object(&mutated, "v1beta1").unwrap();
    assert_eq!(newer["spec"]["note"], "hot");
    assert_eq!(
        answered.patch.as_array().unwrap().len(),
        3,
        "two toppings and one annotation: {}",
        answered.patch
    );
    assert_eq!(
        Pizzas::convert_object(&newer, "v1alpha1").unwrap()["spec"],
        mutated["spec"]
    );
}

#[tokio::test]
async fn a_handler_cannot_lose_what_conversion_keeps() {
    let hooks = restaurant(|pizza| {
        pizza.metadata.annotations = None;
        pizza.metadata.labels = Some([("a".to_owned(), "b".to_owned())].into());
    });
    let newer = pizza(
        "v1beta1",
        &json!({
            "metadata": {"annotations": {"other": "1"}},
            "spec": {"toppings": [{"name": "ham", "quantity": 1}], "crust": "Thick", "note": "hot"},
        }),
    );
    let older = Pizzas::convert_object(&newer, "v1alpha1").unwrap();
    assert!(older["metadata"]["annotations"][KEPT].is_string());
    for object in [&older, &{
        let mut kept = newer.clone();
        kept["metadata"]["annotations"][KEPT] = "whatever it says".into();
        kept
    }] {
        let answered = Review::create(object).mutate(&hooks).await.allowed();
        let mut expected = object.clone();
        expected["metadata"]["annotations"]
            .as_object_mut()
            .unwrap()
            .remove("other");
        expected["metadata"]["labels"] = json!({"a": "b"});
        assert_eq!(answered.mutated, expected, "{}", answered.patch);
    }
    let answered = Review::create(&older).mutate(&hooks).await.allowed();
    let back = Pizzas::convert_object(&answered.mutated, "v1beta1").unwrap();
    assert_eq!(back["spec"], newer["spec"]);
    let _ = Crust::Thick;
}

#[tokio::test]
async fn the_default_of_what_is_absent_comes_along_where_a_part_of_it_is_changed() {
    let hooks = restaurant(|pizza| pizza.spec.crust = Crust::Thick);
    let bare = pizza("v1alpha1", &json!({"spec": {}}));
    let answered = Review::create(&bare).mutate(&hooks).await.allowed();
    assert_eq!(answered.mutated["spec"], json!({}));
    let newer = Pizzas::convert_object(&answered.mutated, "v1beta1").unwrap();
    assert_eq!(newer["spec"]["crust"], "Thick", "{}", answered.mutated);
}
