//! What is written is read back.

use std::collections::BTreeMap;

use serde::{Serialize, de::DeserializeOwned};
use serde_json::{Value, json};

use crate::pizza::{Pizza, PizzaSpec, PizzaStatus};
use crate::random::Random;
use crate::variants::{Choice, ChoiceSpec, CronTab, CronTabFields};

#[test]
fn a_root_is_written_as_kubernetes_has_it() {
    let mut pizza = Pizza::new(
        "margherita",
        PizzaSpec {
            name: "M".into(),
            ..PizzaSpec::default()
        },
    );
    assert_eq!(
        json!(pizza),
        json!({
            "apiVersion": "restaurant.example.com/v1beta1",
            "kind": "Pizza",
            "metadata": { "name": "margherita" },
            "spec": { "name": "M", "topPings": [], "slices": 0 },
        }),
    );
    pizza.status = Some(PizzaStatus {
        cost: Some(7.5),
        ..PizzaStatus::default()
    });
    assert_eq!(
        json!(pizza)["status"],
        json!({ "cost": 7.5, "slices": 0, "selector": "" })
    );
    // Text keeps the order that kubectl shows.
    let text = serde_json::to_string(&pizza).unwrap();
    let members =
        ["apiVersion", "kind", "metadata", "\"spec", "\"status"].map(|member| text.find(member));
    assert!(members.is_sorted() && members[0].is_some(), "{text}");
}

#[test]
fn without_spec_the_fields_stand_in_the_root() {
    let mut tab = CronTab::new(
        "tab",
        CronTabFields {
            host_name: "h".into(),
            port: Some(80),
        },
    );
    tab.status = Some(true);
    let object = json!({
        "apiVersion": "example.com/v2",
        "kind": "CronTab",
        "metadata": { "name": "tab" },
        "hostName": "h",
        "port": 80,
        "status": true,
    });
    assert_eq!(json!(tab), object);
    assert_eq!(serde_json::from_value::<CronTab>(object).unwrap(), tab);
}

#[test]
fn every_order_of_members_reads_alike() {
    let seed = 20_261_120;
    let mut random = Random::new(seed);
    for round in 0..500 {
        let pizza = pizza(&mut random);
        reads_back(
            &pizza,
            &mut random,
            &format!("pizza, seed {seed}, round {round}"),
        );
        let tab = cron_tab(&mut random);
        reads_back(
            &tab,
            &mut random,
            &format!("tab, seed {seed}, round {round}"),
        );
    }
}

#[test]
fn an_enum_can_be_a_spec() {
    for spec in [ChoiceSpec::Name("x".into()), ChoiceSpec::Number(-1)] {
        let choice = Choice::new("c", spec);
        let object = json!(choice);
        assert!(object["spec"].is_object(), "{object}");
        assert_eq!(serde_json::from_value::<Choice>(object).unwrap(), choice);
    }
}

#[test]
fn metadata_keeps_what_it_does_not_name() {
    let object = json!({
        "apiVersion": "restaurant.example.com/v1beta1",
        "kind": "Pizza",
        "metadata": {
            "name": "a",
            "labels": { "x": "y" },
            "deletionGracePeriodSeconds": 30,
            "managedFields": [{ "manager": "kubectl", "operation": "Apply", "apiVersion": "x/v1" }],
        },
        "spec": { "name": "n", "topPings": [], "slices": 1 },
    });
    let pizza: Pizza = serde_json::from_value(object.clone()).unwrap();
    assert_eq!(
        pizza.metadata.labels,
        Some(BTreeMap::from([("x".into(), "y".into())]))
    );
    assert_eq!(json!(pizza), object);
}

fn reads_back<T: Serialize + DeserializeOwned + PartialEq + std::fmt::Debug>(
    value: &T,
    random: &mut Random,
    case: &str,
) {
    let Value::Object(object) = json!(value) else {
        panic!("{case}: no object")
    };
    let mut members: Vec<_> = object.into_iter().collect();
    random.shuffle(&mut members);
    let members: Vec<_> = members
        .iter()
        .map(|(name, value)| format!("{}:{value}", json!(name)))
        .collect();
    let text = format!("{{{}}}", members.join(","));
    assert_eq!(
        serde_json::from_str::<T>(&text).unwrap(),
        *value,
        "{case}: {text}"
    );
}

fn pizza(random: &mut Random) -> Pizza {
    let spec = PizzaSpec {
        name: random.text(),
        top_pings: (0..random.below(3)).map(|_| random.text()).collect(),
        slices: random.next() as u32,
    };
    let mut pizza = Pizza::new(&random.text(), spec);
    if random.coin() {
        pizza.metadata.annotations = Some(BTreeMap::from([(random.text(), random.text())]));
    }
    pizza.status = random.coin().then(|| PizzaStatus {
        cost: random.coin().then(|| random.next() as i32 as f64 / 8.0),
        slices: random.next() as i32,
        selector: random.text(),
    });
    pizza
}

fn cron_tab(random: &mut Random) -> CronTab {
    let port = random.coin().then(|| random.next() as u16);
    let mut tab = CronTab::new(
        &random.text(),
        CronTabFields {
            host_name: random.text(),
            port,
        },
    );
    tab.status = random.coin().then(|| random.coin());
    tab
}
