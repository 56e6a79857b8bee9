//! What reviews report: objects by versions, what travels, and what is delivered though its schema refuses it.

mod stand_ins;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use wheelwright::{
    CustomResource, Schema, Spoke,
    admit::Rules,
    convert::{Converter, Report, answer_reporting},
    generate::Generator,
    manifest::Conversion,
};

use crate::mappings;

mod v1 {
    use super::*;

    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(
        group = "example.com",
        version = "v1",
        kind = "Tray",
        namespaced,
        storage
    )]
    #[serde(rename_all = "camelCase")]
    pub(crate) struct TraySpec {
        #[schema(list_map_keys("name"), max_items = 3)]
        #[serde(default)]
        pub(crate) cups: Vec<Cup>,
        #[schema(minimum = 1, maximum = 65535)]
        pub(crate) port: i32,
        pub(crate) host: String,
        #[schema(pattern = "^[a-z]+$", max_length = 4)]
        pub(crate) code: String,
        pub(crate) labels: std::collections::BTreeMap<String, Text>,
        #[schema(min_items = 1)]
        pub(crate) lines: Vec<String>,
        pub(crate) size: Size,
        pub(crate) owner: String,
        pub(crate) ratio: f64,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    pub(crate) struct Cup {
        #[schema(min_length = 1)]
        pub(crate) name: String,
        #[schema(minimum = 1, maximum = 5)]
        pub(crate) quantity: u32,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    pub(crate) struct Text {
        #[schema(max_length = 3)]
        pub(crate) text: String,
        pub(crate) color: String,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    pub(crate) enum Size {
        Small,
        Large,
    }
}

mod v1beta1 {
    use super::*;

    #[derive(CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
    #[crd(hub = v1::Tray, version = "v1beta1")]
    #[spoke(hub = v1::TraySpec, fallible(up))]
    #[serde(rename_all = "camelCase")]
    pub(crate) struct TraySpec {
        #[spoke(counted(item = "name", count = "quantity"))]
        #[serde(default)]
        pub(crate) cups: Vec<String>,
        #[spoke(to("host", "port"), format = "{host}:{port}")]
        pub(crate) host_port: String,
        #[schema(max_length = 5)]
        pub(crate) code: String,
        pub(crate) labels: std::collections::BTreeMap<String, Text>,
        pub(crate) lines: Vec<String>,
        #[spoke(with = size_up, back = size_down)]
        pub(crate) size: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[spoke(with = Option::unwrap_or_default, back = Some)]
        pub(crate) owner: Option<String>,
        #[spoke(with = f64::from, back = narrow)]
        pub(crate) ratio: f32,
    }

    #[expect(clippy::cast_possible_truncation, reason = "the nearest there is")]
    fn narrow(ratio: f64) -> f32 {
        ratio as f32
    }

    #[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
    #[spoke(hub = v1::Text)]
    pub(crate) struct Text {
        pub(crate) text: String,
        #[spoke(rename = "color")]
        pub(crate) colour: String,
    }

    fn size_up(size: String) -> v1::Size {
        if size == "large" {
            v1::Size::Large
        } else {
            v1::Size::Small
        }
    }

    fn size_down(size: v1::Size) -> String {
        match size {
            v1::Size::Small => "small".to_owned(),
            v1::Size::Large => "large".to_owned(),
        }
    }
}

wheelwright::wheel!(pub(crate) Trays = v1::Tray, [v1beta1::Tray]);

fn tray(name: &str, spec: Value) -> Value {
    json!({"apiVersion": "example.com/v1beta1", "kind": "Tray", "metadata": {"name": name}, "spec": spec})
}

fn good() -> Value {
    json!({
        "cups": ["tea"], "hostPort": "h:80", "code": "abc", "labels": {"a": {"text": "a", "colour": "red"}},
        "lines": ["x"], "size": "small", "owner": "me", "ratio": 0.5,
    })
}

fn ask(converter: &Converter, desired: &str, objects: &[Value]) -> (Value, Report) {
    let review = json!({
        "kind": "ConversionReview", "apiVersion": "apiextensions.k8s.io/v1",
        "request": {"uid": "u", "desiredAPIVersion": desired, "objects": objects},
    });
    let (answer, report) =
        answer_reporting(&[converter], review.to_string().as_bytes()).expect("a review");
    (serde_json::from_slice(&answer).expect("JSON"), report)
}

/// Where the schema refuses something of one object, and how often.
fn refused(spec: Value) -> Vec<(String, u64)> {
    let converter = Trays::converter().expect("a plan");
    let (answer, report) = ask(converter, "example.com/v1", &[tray("t", spec)]);
    assert_eq!(
        answer["response"]["result"]["status"], "Success",
        "{answer}"
    );
    let [conversions] = &report.conversions[..] else {
        panic!("one kind and pair of versions: {report:?}");
    };
    assert_eq!(conversions.objects, 1);
    assert_eq!(
        conversions.unfit,
        u64::from(!conversions.refused.is_empty())
    );
    let fields = conversions.refused.iter();
    fields
        .map(|field| (field.path.clone(), field.values))
        .collect()
}

fn with(name: &str, value: Value) -> Value {
    let mut spec = good();
    spec[name] = value;
    spec
}

#[test]
fn what_the_schema_refuses_is_named_by_its_place() {
    let at = |path: &str, values| vec![(path.to_owned(), values)];
    assert_eq!(refused(good()), []);
    assert_eq!(
        refused(with("cups", json!(["a", "b", "c", "d"]))),
        at(".spec.cups", 1)
    );
    assert_eq!(
        refused(with("cups", json!(["a", "a", "a", "a", "a", "a"]))),
        at(".spec.cups[*].quantity", 1)
    );
    assert_eq!(
        refused(with("cups", json!(["", "b"]))),
        at(".spec.cups[*].name", 1)
    );
    assert_eq!(refused(with("hostPort", json!("h:0"))), at(".spec.port", 1));
    assert_eq!(refused(with("code", json!("ABC"))), at(".spec.code", 1));
    assert_eq!(refused(with("code", json!("abcde"))), at(".spec.code", 1));
    assert_eq!(refused(with("lines", json!([]))), at(".spec.lines", 1));
    let long = json!({
        "secret": {"text": "long", "colour": ""}, "b": {"text": "b", "colour": ""}, "c": {"text": "more", "colour": ""},
    });
    assert_eq!(refused(with("labels", long)), at(".spec.labels[*].text", 2));
}

#[test]
fn an_answer_counts_objects_by_versions() {
    let converter = Trays::converter().expect("a plan");
    let mut other = tray("o", good());
    other["apiVersion"] = "example.com/v1".into();
    let lossy = tray("l", with("cups", json!(["a", "b", "a"])));
    let many = with(
        "cups",
        json!(
            (0..7)
                .collect::<Vec<u32>>()
                .iter()
                .map(u32::to_string)
                .collect::<Vec<_>>()
        ),
    );
    let marked = tray(
        "m",
        with(
            "cups",
            json!(
                (0..50_000)
                    .map(|n| format!("{}", n % 2000))
                    .collect::<Vec<_>>()
            ),
        ),
    );
    let objects = [tray("a", good()), other, lossy, tray("b", many), marked];
    let (answer, report) = ask(converter, "example.com/v1", &objects[..4]);
    assert_eq!(
        answer["response"]["result"]["status"], "Success",
        "{answer}"
    );
    let [conversions] = &report.conversions[..] else {
        panic!("one kind and pair of versions: {report:?}");
    };
    assert_eq!(
        (&*conversions.group, &*conversions.kind),
        ("example.com", "Tray")
    );
    assert_eq!((conversions.from, conversions.to), ("v1beta1", "v1"));
    assert_eq!(
        (
            conversions.objects,
            conversions.keeping,
            conversions.marked,
            conversions.unfit
        ),
        (3, 1, 0, 1)
    );

    // What cannot be stored fails the review, and then nothing was converted.
    let (answer, report) = ask(converter, "example.com/v1", &objects);
    assert_eq!(answer["response"]["result"]["status"], "Failure");
    assert_eq!(report, Report::default());
}

#[test]
fn large_reviews_are_counted_in_full() {
    let converter = Trays::converter().expect("a plan");
    let objects: Vec<Value> = (0..500)
        .map(|n| {
            tray(
                &n.to_string(),
                with("hostPort", json!(format!("h:{}", 65_286 + n))),
            )
        })
        .collect();
    let (_, report) = ask(converter, "example.com/v1", &objects);
    assert_eq!(report.conversions[0].objects, 500);
    assert_eq!(report.conversions[0].unfit, 250);
    assert_eq!(report.conversions[0].refused[0].values, 250);
}

#[test]
fn parts_of_objects_are_not_counted_as_unfit() {
    let converter = Trays::converter().expect("a plan");
    let mut part = tray("p", json!({"hostPort": "h:0"}));
    part["metadata"] = json!({});
    let (answer, report) = ask(converter, "example.com/v1", &[part]);
    assert_eq!(
        answer["response"]["convertedObjects"][0]["spec"],
        json!({"host": "h", "port": 0})
    );
    assert_eq!(
        (report.conversions[0].objects, report.conversions[0].unfit),
        (1, 0)
    );
}

/// Of objects that are valid where they come from, those are unfit that the rules of an API server refuse.
fn reports_as_rules_judge(converter: &Converter, rules: &Rules, crd: &Value) -> [usize; 2] {
    let mut counts = [0, 0];
    let versions = crd["spec"]["versions"].as_array().expect("versions");
    for (seed, version) in (0..400_u64).flat_map(|seed| versions.iter().map(move |v| (seed, v))) {
        let from = version["name"].as_str().expect("a name");
        let mut generator = Generator::new(seed).size(3);
        let mut object = generator.value(&version["schema"]["openAPIV3Schema"]);
        object["apiVersion"] = format!("{}/{from}", converter.group()).into();
        object["kind"] = converter.kind().into();
        object["metadata"] = json!({"name": "x"});
        let judge = rules.version(from).expect("a version");
        judge.prune(&mut object);
        judge.default(&mut object);
        if !judge.validate(&object).is_empty() {
            continue;
        }
        for to in converter.versions().filter(|to| *to != from) {
            let desired = format!("{}/{to}", converter.group());
            let (answer, report) = ask(converter, &desired, &[object.clone()]);
            let Some(conversions) = report.conversions.first() else {
                continue;
            };
            let converted = &answer["response"]["convertedObjects"][0];
            let errors = rules.version(to).expect("a version").validate(converted);
            assert_eq!(
                conversions.unfit > 0,
                !errors.is_empty(),
                "seed {seed}, {from} to {to}\n{object}\n{converted}\n{errors:?}\n{:?}",
                conversions.refused
            );
            counts[usize::from(errors.is_empty())] += 1;
        }
    }
    counts
}

macro_rules! reports {
    ($($name:ident $wheel:ty;)*) => {$(
        #[test]
        fn $name() {
            let crd = <$wheel>::manifest().conversion(Conversion::webhook_url("https://x/"));
            let crd = crd.json().expect("a CRD");
            let [unfit, fit] = reports_as_rules_judge(
                <$wheel>::converter().expect("a plan"),
                &Rules::from_stored_crd(&crd).expect("rules"),
                &crd,
            );
            assert!(fit > 20, "{unfit} unfit, {fit} fit");
        }
    )*};
}

reports! {
    trays Trays;
    probes mappings::schemas::refused_by_schema::Probes;
    things super::everything::Things;
    menus super::review::menu::Menu;
    ovens super::review::oven::Ovens;
    timers mappings::units::durations_and_factors::Timers;
    absent mappings::texts::address_parts::Images;
    called mappings::names::object_names::Routes;
    empty_statuses mappings::objects::status_or_none::Claims;
    flattened mappings::flattened::removed_flattened::Jobs;
    groups mappings::nested::members_of_pool::Pools;
    keyed mappings::maps::keyed_lists::Shops;
    labels mappings::labels::label_fields::Claims;
    parents mappings::maps::entries_beside_others::Parcels;
    pizzas super::pizza::Pizzas;
    reached mappings::nested::template_of_fleet::Fleets;
    refused_by_steps mappings::texts::levels_and_addresses::Lamps;
    stand_ins mappings::required::stand_ins::Doors;
    third_versions mappings::objects::colour_of_items::Racks;
}
