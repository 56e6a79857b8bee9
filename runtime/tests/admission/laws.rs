//! The laws of patches, over random objects and random changes. A failure prints its seed.

use std::sync::{Arc, Mutex};

use bytes::Bytes;
use json_patch::Patch;
use serde_json::{Value, json};
use wheelwright::webhook::admission::{Hooks, Request, Stage};

use crate::{
    kitchen::{self, Kitchen, KitchenSpec, Kitchens},
    random::Random,
};

const ROUNDS: u64 = 300;

/// What the handler does to what it sees.
type Change = Box<dyn FnOnce(&mut Kitchen) + Send>;

/// What it was told, and what it saw and made.
type Notes = (Option<Change>, Option<(Kitchen, Kitchen)>);

/// A handler that does whatever it is told next.
#[derive(Clone, Default)]
struct Told(Arc<Mutex<Notes>>);

impl Told {
    fn hooks(&self) -> Hooks {
        let told = self.clone();
        let handler = move |mut kitchen: Kitchen, _: Request<Kitchen>| {
            let mut told = told.0.lock().unwrap();
            let seen = kitchen.clone();
            if let Some(change) = told.0.take() {
                change(&mut kitchen);
            }
            told.1 = Some((seen, kitchen.clone()));
            async move { kitchen }
        };
        Hooks::builder()
            .mutate::<Kitchen>(handler)
            .wheel::<Kitchens>()
            .build()
            .unwrap()
    }

    /// The patch, the object with it, and what the handler saw and made; none if it was not asked.
    async fn mutate(
        &self,
        hooks: &Hooks,
        object: &Value,
        change: Change,
    ) -> (Value, Value, Option<(Kitchen, Kitchen)>) {
        *self.0.lock().unwrap() = (Some(change), None);
        let version = object["apiVersion"]
            .as_str()
            .unwrap()
            .trim_start_matches("example.com/");
        let review = json!({
            "kind": "AdmissionReview", "apiVersion": "admission.k8s.io/v1",
            "request": {
                "uid": "1", "operation": "CREATE", "object": object, "oldObject": null,
                "kind": {"group": "example.com", "version": version, "kind": "Kitchen"},
                "resource": {"group": "example.com", "version": version, "resource": "kitchens"},
            },
        });
        let answer = hooks
            .answer(Stage::Mutating, None, None, Bytes::from(review.to_string()))
            .await;
        let review: Value = serde_json::from_slice(&answer.body).unwrap();
        let response = &review["response"];
        assert_eq!(
            response["allowed"],
            true,
            "{response} {object} {:?}",
            self.0.lock().unwrap().1
        );
        let patch: Value = match response.get("patch") {
            None => json!([]),
            Some(patch) => {
                let patch: k8s_openapi::ByteString = serde_json::from_value(patch.clone()).unwrap();
                serde_json::from_slice(&patch.0).unwrap()
            }
        };
        let operations: Patch = serde_json::from_value(patch.clone()).unwrap();
        let mut patched = object.clone();
        json_patch::patch(&mut patched, &operations)
            .unwrap_or_else(|error| panic!("{patch}: {error}"));
        (patch, patched, self.0.lock().unwrap().1.take())
    }
}

fn spec_of(kitchen: &Kitchen) -> Value {
    serde_json::to_value(&kitchen.spec).unwrap()
}

fn seeds() -> impl Iterator<Item = u64> {
    let first: u64 = std::env::var("WHEELWRIGHT_LAW_SEED")
        .ok()
        .and_then(|text| text.parse().ok())
        .unwrap_or(0);
    first..first + ROUNDS
}

#[tokio::test]
async fn a_patch_is_exactly_what_the_handler_changed() {
    let told = Told::default();
    let hooks = told.hooks();
    let (mut asked, mut changed) = (0, 0);
    for seed in seeds() {
        let mut random = Random::new(seed);
        let mut object = kitchen::raw(&kitchen::spec(&mut random), &mut random);
        object["apiVersion"] =
            ["example.com/v2", "example.com/v2beta1"][random.below(2) as usize].into();
        let unknown = unknown(&mut object, &mut random);

        let (patch, ..) = told.mutate(&hooks, &object, Box::new(|_| {})).await;
        assert_eq!(
            patch,
            json!([]),
            "seed {seed}: nothing was changed in {object}"
        );

        let change = change(seed);
        let (patch, patched, made) = told.mutate(&hooks, &object, change).await;
        let Some((before, after)) = made else {
            panic!("seed {seed}: {object} was not shown to the handler");
        };
        asked += 1;
        let case = format!("seed {seed}: {object}\n{patch}\n{patched}");
        assert_eq!(patch == json!([]), before == after, "{case}");
        changed += usize::from(before != after);
        exact(
            &object["spec"],
            &patched["spec"],
            [&spec_of(&before), &spec_of(&after)],
            &case,
        );
        for name in unknown {
            assert_eq!(patched["spec"][&name], json!({"kept": [1, null]}), "{case}");
        }
        for member in ["apiVersion", "kind", "metadata"] {
            assert_eq!(patched[member], object[member], "{case}");
        }

        let (_, _, again) = told.mutate(&hooks, &patched, Box::new(|_| {})).await;
        assert_eq!(again.map(|(seen, _)| seen), Some(after.clone()), "{case}");
        let set = Box::new(move |kitchen: &mut Kitchen| *kitchen = after);
        let (second, ..) = told.mutate(&hooks, &patched, set).await;
        assert_eq!(second, json!([]), "{case}");
    }
    assert!(
        asked == ROUNDS && changed > ROUNDS as usize / 2,
        "{asked} {changed}"
    );
}

fn change(seed: u64) -> Change {
    let mut random = Random::new(seed ^ 0x00c0_ffee);
    Box::new(move |kitchen| {
        kitchen::change(&mut kitchen.spec, &mut random);
        if random.below(20) == 0 {
            let other: KitchenSpec = kitchen::spec(&mut random);
            kitchen.spec = other;
            kitchen.spec.guests.sort_by(kitchen::v2::order);
        }
    })
}

/// Members of the spec that nobody knows.
fn unknown(object: &mut Value, random: &mut Random) -> Vec<String> {
    let Some(spec) = object.get_mut("spec").and_then(Value::as_object_mut) else {
        return Vec::new();
    };
    let names: Vec<String> = (0..random.below(3))
        .map(|number| format!("x{number}/~"))
        .collect();
    for name in &names {
        spec.insert(name.clone(), json!({"kept": [1, null]}));
    }
    names
}

/// What the handler left alone is as it came, be it absent, null, or in a form that serde does not write; what it changed
/// is as it said.
#[track_caller]
fn exact(raw: &Value, patched: &Value, [before, after]: [&Value; 2], case: &str) {
    let names = before
        .as_object()
        .into_iter()
        .chain(after.as_object())
        .flatten()
        .map(|(name, _)| name);
    for name in names {
        let (was, is) = (before.get(name), after.get(name));
        if was == is {
            assert_eq!(raw.get(name), patched.get(name), "{name}, {case}");
        } else if let (Some(Value::Object(_)), Some(Value::Object(_))) = (was, is) {
            // Of what is absent, the default comes along.
            let absent = if name == "hearth" {
                json!({"celsius": 200, "fan": true})
            } else {
                json!({})
            };
            let raw = raw
                .get(name)
                .filter(|value| value.is_object())
                .unwrap_or(&absent);
            exact(
                raw,
                &patched[name.as_str()],
                [was.unwrap(), is.unwrap()],
                case,
            );
        } else if is.is_none_or(Value::is_null) {
            assert!(
                patched.get(name).is_none_or(Value::is_null),
                "{name}, {case}"
            );
        }
    }
}

#[tokio::test]
async fn a_handler_for_the_hub_answers_for_the_older_version() {
    let told = Told::default();
    let hooks = told.hooks();
    let mut changed = 0;
    for seed in seeds() {
        let mut random = Random::new(seed);
        let mut newer = kitchen::raw(&kitchen::spec(&mut random), &mut random);
        if random.coin() && newer["spec"].is_object() {
            newer["metadata"]["annotations"] = json!({"other": "1"});
        }
        let Ok(mut object) = Kitchens::convert_object(&newer, "v1") else {
            panic!("seed {seed}: {newer} is not converted");
        };
        // A client of the older version knows nothing of what is kept, or something else of its own.
        if random.coin() && object["metadata"].get("annotations").is_some() {
            object["metadata"]
                .as_object_mut()
                .unwrap()
                .remove("annotations");
        }
        if random.coin() && object["spec"].is_object() {
            object["spec"]["color"] = "red".into();
        }
        let (patch, ..) = told.mutate(&hooks, &object, Box::new(|_| {})).await;
        assert_eq!(
            patch,
            json!([]),
            "seed {seed}: nothing was changed in {object}"
        );

        let (patch, patched, made) = told.mutate(&hooks, &object, change(seed)).await;
        let (before, after) =
            made.unwrap_or_else(|| panic!("seed {seed}: {object} was not shown to the handler"));
        let case = format!("seed {seed}: {object}\n{patch}\n{patched}");
        assert_eq!(patch == json!([]), before == after, "{case}");
        changed += u64::from(before != after);
        for name in ["color", "x"] {
            assert_eq!(
                patched["spec"].get(name),
                object["spec"].get(name),
                "{case}"
            );
        }
        let renamed = [
            ("title", "name"),
            ("size", "size"),
            ("opened", "opened"),
            ("ratio", "ratio"),
            ("steps", "steps"),
            ("tags", "tags"),
            ("shelves", "shelves"),
            ("visits", "visits"),
            ("oven", "oven"),
            ("fire", "fire"),
            ("hearth", "hearth"),
            ("guests", "guests"),
        ];
        let (was, is) = (spec_of(&before), spec_of(&after));
        for (newer, older) in renamed {
            if was.get(newer) == is.get(newer) {
                assert_eq!(
                    object["spec"].get(older),
                    patched["spec"].get(older),
                    "{older}, {case}"
                );
            }
        }
        let (_, _, again) = told.mutate(&hooks, &patched, Box::new(|_| {})).await;
        assert_eq!(
            again.map(|(seen, _)| seen.spec),
            Some(after.spec.clone()),
            "{case}"
        );
        let set = Box::new(move |kitchen: &mut Kitchen| kitchen.spec = after.spec);
        let (second, ..) = told.mutate(&hooks, &patched, set).await;
        assert_eq!(second, json!([]), "{case}");
    }
    assert!(changed > ROUNDS / 2, "{changed}");
}
