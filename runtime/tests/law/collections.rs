use std::collections::{BTreeSet, BinaryHeap, HashSet, LinkedList, VecDeque};

use serde_json::json;

use crate::law::{holds, problems_of, refuses, schema_of};

forms! {
    #[derive(PartialEq, Eq, PartialOrd, Ord, Hash)]
    struct Item {
        name: String,
        port: u16,
    }
}

#[test]
fn lists() {
    holds::<Vec<u8>>();
    holds::<Vec<Item>>();
    holds::<Vec<Option<String>>>();
    holds::<Vec<Vec<i64>>>();
    holds::<VecDeque<bool>>();
    holds::<LinkedList<char>>();
    holds::<Vec<()>>();
}

#[test]
fn arrays_have_one_length() {
    holds::<[u8; 0]>();
    holds::<[u8; 1]>();
    holds::<[Item; 3]>();
    refuses::<[u8; 2]>(json!([1]));
    refuses::<[u8; 2]>(json!([1, 2, 3]));
}

#[test]
fn sets() {
    holds::<BTreeSet<String>>();
    // Written in no order.
    crate::law::holds_one_way::<HashSet<i32>>();
    holds::<BTreeSet<Item>>();
    holds::<BTreeSet<Vec<u8>>>();
    holds::<BTreeSet<bool>>();
    refuses::<BTreeSet<u8>>(json!([1, 1]));
}

#[test]
fn heaps() {
    // Written in the heap's own order.
    crate::law::holds_one_way::<BinaryHeap<u8>>();
}

#[test]
fn items_of_a_set_are_atomic() {
    let schema = schema_of::<BTreeSet<Item>>();
    assert_eq!(schema["x-kubernetes-list-type"], "set");
    assert_eq!(schema["items"]["x-kubernetes-map-type"], "atomic");
    // A list without a list type is.
    let schema = schema_of::<BTreeSet<Vec<u8>>>();
    assert_eq!(schema["items"].get("x-kubernetes-list-type"), None);
    // The API server: "must be atomic as item of a list with x-kubernetes-list-type=set".
    holds::<BTreeSet<BTreeSet<u8>>>();
}

#[test]
fn items_of_a_set_are_never_null() {
    let problems = problems_of::<BTreeSet<Option<u8>>>();
    assert!(problems[0].contains("may not be `null`"), "{problems:?}");
}
