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

async fn patch_of(spec: Value, change: fn(&mut Kitchen)) -> Value {
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

fn kitchen(rest: &Value) -> Value {
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
async fn what_a_type_does_not_know_of_an_item_stays_with_the_item() {
    let shelves = kitchen(&json!({"shelves": [
        {"name": "top", "width": 3, "x": 1}, {"name": "middle", "x": 2}, {"name": "low", "x": 3},
    ]}));
    let patch = patch_of(shelves, |kitchen| {
        kitchen.spec.shelves.remove(1);
        kitchen.spec.shelves.reverse();
        kitchen.spec.shelves[0].width = 7;
        kitchen.spec.shelves.push(Shelf {
            name: "new".to_owned(),
            width: 1,
            label: None,
        });
    });
    let mut object = json!({"spec": kitchen(&json!({"shelves": [
        {"name": "top", "width": 3, "x": 1}, {"name": "middle", "x": 2}, {"name": "low", "x": 3},
    ]}))});
    let patch: json_patch::Patch = serde_json::from_value(patch.await).unwrap();
    json_patch::patch(&mut object, &patch).unwrap();
    assert_eq!(
        object["spec"]["shelves"][0],
        json!({"name": "low", "width": 7, "x": 3})
    );
    assert_eq!(
        object["spec"]["shelves"][1],
        json!({"name": "top", "width": 3, "x": 1})
    );
    assert_eq!(object["spec"]["shelves"][2]["name"], "new");
    assert_eq!(object["spec"]["shelves"][2]["width"], 1);
}

/// A list without keys: an item that a handler only moves is the same item, whatever its neighbours are now.
#[tokio::test]
async fn what_a_type_does_not_know_of_an_item_moves_with_it() {
    let spec = || {
        kitchen(&json!({"visits": [
            {"by": "f", "day": 0, "x": "f"}, {"by": "e", "day": 1, "x": "e"}, {"by": "c", "day": 1, "x": "c"},
            {"by": "b", "day": 1, "fine": true, "x": "b, fine"}, {"by": "b", "day": 1, "x": "b"},
        ]}))
    };
    let reverse: fn(&mut Kitchen) = |kitchen| kitchen.spec.visits.reverse();
    let change: fn(&mut Kitchen) = |kitchen| {
        kitchen.spec.visits.rotate_right(2);
        kitchen.spec.visits.remove(3);
        kitchen.spec.visits[2].day = 7;
    };
    for (handler, expected) in [
        (reverse, vec!["b", "b, fine", "c", "e", "f"]),
        (change, vec!["b, fine", "b", "f", "c"]),
    ] {
        let patch: json_patch::Patch =
            serde_json::from_value(patch_of(spec(), handler).await).unwrap();
        let mut object = json!({"spec": spec()});
        json_patch::patch(&mut object, &patch).unwrap();
        let visits = object["spec"]["visits"].as_array().unwrap();
        let found: Vec<_> = visits.iter().map(|visit| visit["x"].clone()).collect();
        assert_eq!(found, expected, "{patch}");
    }
}

/// What of the visits the type does not know, after a change.
async fn strangers(visits: &[Value], change: fn(&mut Kitchen)) -> Vec<Value> {
    let spec = kitchen(&json!({"visits": visits}));
    let patch = patch_of(spec.clone(), change).await;
    let patch: json_patch::Patch = serde_json::from_value(patch).unwrap();
    let mut object = json!({"spec": spec});
    json_patch::patch(&mut object, &patch).unwrap();
    let visits = object["spec"]["visits"].as_array().unwrap();
    visits.iter().map(|visit| visit["x"].clone()).collect()
}

#[tokio::test]
async fn what_a_type_does_not_know_moves_with_any_number_of_items_that_change() {
    let change: fn(&mut Kitchen) = |kitchen| {
        for visit in &mut kitchen.spec.visits {
            visit.fine = true;
        }
        kitchen.spec.visits.reverse();
    };
    let visit = |at: usize| json!({"by": at.to_string(), "day": at % 200, "x": at});
    for count in [3, 7, 450] {
        let visits: Vec<Value> = (0..count).map(visit).collect();
        let expected: Vec<Value> = (0..count).rev().map(Value::from).collect();
        assert_eq!(strangers(&visits, change).await, expected);
    }
}

#[tokio::test]
async fn of_a_long_list_that_changes_everywhere_items_are_found_where_they_stand() {
    let visit = |at: usize| json!({"by": at.to_string(), "day": at % 200, "x": at});
    let visits: Vec<Value> = (0..2000).map(visit).collect();
    let change: fn(&mut Kitchen) = |kitchen| {
        for visit in &mut kitchen.spec.visits {
            visit.fine = true;
        }
        kitchen.spec.visits.remove(700);
    };
    let expected: Vec<Value> = (0..2000).filter(|at| *at != 700).map(Value::from).collect();
    assert_eq!(strangers(&visits, change).await, expected);
}

/// What has more in common is the same item, though others would be in order.
#[tokio::test]
async fn what_a_type_does_not_know_goes_to_the_item_that_is_most_alike() {
    /// What is laid.
    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(group = "example.com", version = "v1", kind = "Table")]
    struct TableSpec {
        seats: Vec<Seat>,
    }
    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    struct Seat {
        name: String,
        side: String,
        row: u8,
        taken: bool,
    }
    let handler = |mut table: Table, _: Request<Table>| async move {
        table.spec.seats.reverse();
        table
            .spec
            .seats
            .iter_mut()
            .for_each(|seat| seat.taken = true);
        table
    };
    let hooks = Hooks::builder().mutate::<Table>(handler).build().unwrap();
    let seat =
        |name: &str| json!({"name": name, "side": "left", "row": 1, "taken": false, "x": name});
    let object = json!({
        "apiVersion": "example.com/v1", "kind": "Table", "metadata": {"name": "t"},
        "spec": {"seats": [seat("a"), seat("b"), seat("c")]},
    });
    let review = Review::create(&object).with(&json!({
        "kind": {"group": "example.com", "version": "v1", "kind": "Table"},
        "resource": {"group": "example.com", "version": "v1", "resource": "tables"},
    }));
    let answered = review.mutate_at(&hooks, "table").await.allowed();
    for seat in answered.mutated["spec"]["seats"].as_array().unwrap() {
        assert_eq!(seat["x"], seat["name"], "{}", answered.patch);
    }
}

/// Items of items: lists, and objects that hold everything in one member, as the variants of an enum do.
#[tokio::test]
async fn what_a_type_does_not_know_stays_within_items_that_change_within() {
    /// What is ordered.
    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(group = "example.com", version = "v1", kind = "Order")]
    struct OrderSpec {
        rows: Vec<Vec<Visit>>,
        fires: Vec<Fuel>,
    }
    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    #[serde(rename_all = "camelCase")]
    enum Fuel {
        Wood(Log),
        Coal(Log),
    }
    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    struct Log {
        kind: String,
        dry: bool,
    }
    let handler = |mut order: Order, _: Request<Order>| async move {
        order.spec.rows[0][1].fine = true;
        order.spec.rows[1].push(Visit {
            by: "new".to_owned(),
            day: 1,
            fine: true,
        });
        order.spec.rows.reverse();
        let (Fuel::Wood(log) | Fuel::Coal(log)) = &mut order.spec.fires[1];
        log.dry = true;
        order.spec.fires.reverse();
        order
    };
    let hooks = Hooks::builder().mutate::<Order>(handler).build().unwrap();
    let visit = |by: &str| json!({"by": by, "day": 1, "fine": false, "x": by});
    let wood = |kind: &str| json!({"wood": {"kind": kind, "dry": false, "x": kind}});
    let object = json!({
        "apiVersion": "example.com/v1", "kind": "Order", "metadata": {"name": "o"},
        "spec": {
            "rows": [[visit("a"), visit("b")], [visit("c")]],
            "fires": [wood("oak"), wood("ash")],
        },
    });
    let review = Review::create(&object).with(&json!({
        "kind": {"group": "example.com", "version": "v1", "kind": "Order"},
        "resource": {"group": "example.com", "version": "v1", "resource": "orders"},
    }));
    let answered = review.mutate_at(&hooks, "order").await.allowed();
    let spec = &answered.mutated["spec"];
    for place in ["/rows/0/0", "/rows/1/0", "/rows/1/1"] {
        let visit = spec.pointer(place).unwrap();
        assert_eq!(visit["x"], visit["by"], "{place}: {}", answered.patch);
    }
    for place in ["/fires/0/wood", "/fires/1/wood"] {
        let wood = spec.pointer(place).unwrap();
        assert_eq!(wood["x"], wood["kind"], "{place}: {}", answered.patch);
    }
}

/// Of two that look alike, a changed one is the one that stood where it does.
#[tokio::test]
async fn what_a_type_does_not_know_of_a_changed_item_stays_beside_its_neighbours() {
    let spec = kitchen(&json!({"visits": [
        {"by": "a", "day": 1, "x": "first"}, {"by": "b", "day": 9}, {"by": "a", "day": 2, "x": "last"},
    ]}));
    let change: fn(&mut Kitchen) = |kitchen| {
        kitchen.spec.visits.remove(0);
        kitchen.spec.visits[1].day = 3;
    };
    let patch: json_patch::Patch =
        serde_json::from_value(patch_of(spec.clone(), change).await).unwrap();
    let mut object = json!({"spec": spec});
    json_patch::patch(&mut object, &patch).unwrap();
    assert_eq!(object["spec"]["visits"][1]["x"], "last", "{patch}");
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
    #[crd(group = "example.com", version = "v1", kind = "Tray")]
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
