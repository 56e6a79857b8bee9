//! What a type does not know of a list's items, and which item it is beside after a change.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use wheelwright::{
    CustomResource, Schema,
    webhook::admission::{Hooks, Request},
};

use crate::{
    kitchen::{Kitchen, Shelf, Visit},
    patches::{kitchen, patch_of},
    review::Review,
};

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
    #[crd(group = "example.com", version = "v1", kind = "Table", namespaced)]
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
    #[crd(group = "example.com", version = "v1", kind = "Order", namespaced)]
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
