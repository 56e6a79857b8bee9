//! Lists that functions make of one value, of which the other version has more items: an edit of the value is about the item
//! that was made of it, and about no other.

use serde_json::{Value, json};

use crate::mappings::list_items::lists_of_functions::Events;

/// A field whose list a function makes, and how an item is written: that of the hub's value, or another of a name.
type Kind = (&'static str, fn(&str, &str) -> Value);

const KINDS: &[Kind] = &[
    ("keyed", attribute),
    ("twoKeys", |name, value| match name {
        "source" => json!({"port": 80, "protocol": "TCP", "label": value}),
        // Told apart by the second key alone.
        "b" => json!({"port": 80, "protocol": "UDP", "label": value}),
        other => json!({"port": other.len() + 8000, "protocol": "TCP", "label": value}),
    }),
    ("set", |name, value| json!(format!("{name}={value}"))),
    ("plain", |name, value| json!(format!("{name}={value}"))),
    ("objects", attribute),
];

fn attribute(name: &str, value: &str) -> Value {
    json!({"name": name, "value": value})
}

fn event(version: &str, spec: &Value) -> Value {
    json!({"apiVersion": format!("example.com/{version}"), "kind": "Event", "metadata": {"name": "e"}, "spec": spec})
}

/// What becomes of a spec of v2 where at v1 a field is edited meanwhile.
fn edited(field: &str, spec: &Value, edit: &Value) -> Value {
    let mut old = Events::convert_object(&event("v2", spec), "v1").unwrap();
    match edit {
        Value::Null => drop(old["spec"].as_object_mut().unwrap().remove(field)),
        edit => old["spec"][field] = edit.clone(),
    }
    Events::convert_object(&old, "v2").unwrap()["spec"].clone()
}

/// The law: whichever items there are, and wherever the one stands that the function makes, an edit changes that one alone.
#[test]
fn an_edit_leaves_all_other_items_where_they_stood() {
    const OTHERS: [&str; 4] = ["a", "b", "cc", "ddd"];
    for &(field, item) in KINDS {
        for count in 0..=OTHERS.len() {
            for at in 0..=count {
                let list = |value: &str| {
                    let mut items: Vec<_> =
                        OTHERS[..count].iter().map(|name| item(name, "x")).collect();
                    items.insert(at, item("source", value));
                    json!({ field: items })
                };
                let outcome = edited(field, &list("old"), &json!("new"));
                assert_eq!(outcome, list("new"), "{field}, {at} of {count}");
            }
        }
    }
}

/// The same of lists and edits that nobody chose, one edit after the other: each changes the item of the function, and
/// everything else is as it was. The seed is printed.
#[test]
fn edits_of_any_lists_leave_all_other_items() {
    let clock = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    let seed = clock.map_or(1, |since| u64::try_from(since.as_nanos()).unwrap_or(1)) | 1;
    println!("seed {seed}");
    let mut state = seed;
    let mut below = |most: usize| {
        // xorshift64
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        usize::try_from(state % most as u64).unwrap()
    };
    for round in 0..60 {
        let (field, item) = KINDS[below(KINDS.len())];
        let mut items: Vec<Value> = (0..below(6))
            .map(|index| item(&"x".repeat(index + 1), ["1", "2", "3"][below(3)]))
            .collect();
        let at = below(items.len() + 1);
        items.insert(at, item("source", "0"));
        let mut object = event("v2", &json!({ field: items }));
        for edit in 0..4 {
            let value = format!("{edit}{}", below(3));
            let mut old = Events::convert_object(&object, "v1").unwrap();
            old["spec"][field] = json!(value);
            object = Events::convert_object(&old, "v2").unwrap();
            items[at] = item("source", &value);
            assert_eq!(
                object["spec"],
                json!({ field: items }),
                "seed {seed}, round {round}"
            );
        }
    }
}

/// Where the value is taken out, or comes to be, the other items stay.
#[test]
fn other_items_stay_where_the_item_is_taken_out_or_added() {
    for &(field, item) in KINDS {
        let others = [item("a", "x"), item("b", "y")];
        let all = json!({ field: [others[0], item("source", "old"), others[1]] });
        let left = json!({ field: others });
        assert_eq!(edited(field, &all, &Value::Null), left, "{field}");

        let more = edited(field, &left, &json!("new"));
        let more = more[field].as_array().unwrap();
        assert_eq!(more.len(), 3, "{field}: {more:?}");
        for item in others.iter().chain([&item("source", "new")]) {
            assert!(more.contains(item), "{field}: {item} in {more:?}");
        }
    }
}

/// Of a key, the item that an edit writes is the one that there is: a list-map takes no two.
#[test]
fn no_key_is_twice() {
    let spec = json!({"keyed": [attribute("source", "old"), attribute("a", "x")]});
    let new = Events::convert_object(&event("v2", &spec), "v1").unwrap();
    // What was kept is of another object by now.
    let mut forged = new.clone();
    let annotations = &mut forged["metadata"]["annotations"]["example.com/kept-by-conversion"];
    let kept = annotations.as_str().unwrap().replace("\"a\"", "\"source\"");
    *annotations = json!(kept);
    forged["spec"]["keyed"] = json!("new");
    let back = Events::convert_object(&forged, "v2").unwrap();
    assert_eq!(back["spec"]["keyed"], json!([attribute("source", "new")]));
}
