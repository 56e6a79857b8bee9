//! The modules written for the CRDs in `crds` are committed, compiled here, and emit those CRDs.
//!
//! `WHEELWRIGHT_UPDATE=1 cargo test -p wheelwright-import` writes the modules anew.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::{env, fs};

use serde_json::{Value, json};
use wheelwright::manifest::Manifest;
use wheelwright_import::{Imported, Options, differences, import_with};

#[rustfmt::skip]
#[allow(clippy::all, clippy::pedantic, unreachable_pub, dead_code, reason = "what is written is for the crates of others")]
#[path = "generated/oddities/mod.rs"]
mod oddities;

#[rustfmt::skip]
#[allow(clippy::all, clippy::pedantic, unreachable_pub, dead_code, reason = "what is written is for the crates of others")]
#[path = "generated/lamps/mod.rs"]
mod lamps;

#[rustfmt::skip]
#[allow(clippy::all, clippy::pedantic, unreachable_pub, dead_code, reason = "what is written is for the crates of others")]
#[path = "generated/notes/mod.rs"]
mod notes;

#[rustfmt::skip]
#[allow(clippy::all, clippy::pedantic, unreachable_pub, dead_code, reason = "what is written is for the crates of others")]
#[path = "generated/doubts/mod.rs"]
mod doubts;

#[rustfmt::skip]
#[allow(clippy::all, clippy::pedantic, unreachable_pub, dead_code, reason = "what is written is for the crates of others")]
#[path = "generated/bakers/mod.rs"]
mod bakers;

#[rustfmt::skip]
#[allow(clippy::all, clippy::pedantic, unreachable_pub, dead_code, reason = "what is written is for the crates of others")]
#[path = "generated/kilns/mod.rs"]
mod kilns;

#[rustfmt::skip]
#[allow(clippy::all, clippy::pedantic, unreachable_pub, dead_code, reason = "what is written is for the crates of others")]
#[path = "generated/looms/mod.rs"]
mod looms;

#[rustfmt::skip]
#[allow(clippy::all, clippy::pedantic, unreachable_pub, dead_code, reason = "what is written is for the crates of others")]
#[path = "generated/clocks/mod.rs"]
mod clocks;

#[rustfmt::skip]
#[allow(clippy::all, clippy::pedantic, unreachable_pub, dead_code, reason = "what is written is for the crates of others")]
#[path = "generated/stalls/mod.rs"]
mod stalls;

/// The modules with the names of their CRDs' files.
const MODULES: [&str; 9] = [
    "oddities", "lamps", "notes", "doubts", "bakers", "kilns", "looms", "clocks", "stalls",
];

/// A file that was written.
fn written<'d>(done: &'d Imported, path: &str) -> &'d str {
    let mut files = done.files.iter();
    &files.find(|file| file.path == path).unwrap().text
}

fn tests() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests")
}

fn crd(name: &str) -> Value {
    let text = fs::read_to_string(tests().join(format!("crds/{name}.yaml"))).unwrap();
    let mut documents = wheelwright_yaml::documents(&text);
    documents.remove(0).unwrap().value
}

fn imported(name: &str) -> Imported {
    let options = Options {
        samples: &samples(name),
        ..Options::default()
    };
    import_with(&crd(name), name, "tests/generated/", options).unwrap()
}

/// Objects at both versions, if there is a file of them.
fn samples(name: &str) -> Vec<Value> {
    let text = fs::read_to_string(tests().join(format!("crds/{name}.samples.yaml")));
    let documents = wheelwright_yaml::documents(&text.unwrap_or_default());
    documents
        .into_iter()
        .map(|document| document.unwrap().value)
        .collect()
}

/// What a server makes of a CRD that leaves out what it fills in, and takes `required` for the set that it is.
fn kept(mut crd: Value) -> Value {
    fn sort(schema: &mut Value) {
        let Value::Object(keywords) = schema else {
            return;
        };
        if let Some(Value::Array(names)) = keywords.get_mut("required") {
            names.sort_by_key(Value::to_string);
        }
        for (keyword, value) in keywords.iter_mut() {
            match (keyword.as_str(), value) {
                ("properties", Value::Object(members)) => members.values_mut().for_each(sort),
                ("items" | "additionalProperties", value) => sort(value),
                _ => {}
            }
        }
    }
    let spec = &mut crd["spec"];
    if spec.get("conversion").is_none() {
        spec["conversion"] = json!({"strategy": "None"});
    }
    for version in spec["versions"].as_array_mut().unwrap() {
        sort(&mut version["schema"]["openAPIV3Schema"]);
    }
    crd
}

#[track_caller]
fn emits(manifest: &Manifest, name: &str) {
    let emitted = manifest.json().unwrap_or_else(|report| panic!("{report}"));
    let found = differences(&kept(emitted), &kept(crd(name)));
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn oddities_are_emitted_again() {
    emits(&oddities::Oddities::manifest(), "oddities");
}

#[test]
fn versions_columns_and_conversion_are_emitted_again() {
    emits(&lamps::Lamps::manifest(), "lamps");
    emits(&clocks::Clocks::manifest(), "clocks");
}

#[test]
fn a_resource_without_a_spec_is_emitted_again() {
    emits(&notes::Types::manifest(), "notes");
}

#[test]
fn types_of_kubernetes_are_emitted_as_the_crd_has_them() {
    emits(&bakers::Bakers::manifest(), "bakers");
    let object = json!({
        "apiVersion": "example.com/v1", "kind": "Baker", "metadata": {"name": "a"},
        "spec": {
            "passwordSecretRef": {"key": "password", "name": "oven"},
            "ownRef": {"key": "a", "name": "b", "store": "c"},
            "resources": {"limits": {"cpu": "1"}},
            "tolerations": {"a": {"key": "b"}},
        },
        "status": {"conditions": [{
            "lastTransitionTime": "2020-02-02T00:00:00Z", "message": "", "reason": "Baked", "status": "True", "type": "Ready",
        }]},
    });
    let baker: bakers::v1::Baker = serde_json::from_value(object.clone()).unwrap();
    let secret: &k8s_openapi::api::core::v1::SecretKeySelector = &baker.spec.password_secret_ref;
    assert_eq!(secret.name, "oven");
    assert_eq!(serde_json::to_value(&baker).unwrap(), object);
    let notes = imported("bakers").notes.into_iter();
    let notes: Vec<String> = notes
        .map(|note| format!("{} {}", note.place, note.text))
        .collect();
    for what in [
        "v1 .spec.oldSecretRef it is `SecretKeySelector` of k8s-openapi, with the schema of the CRD; written as \"\" where it \
         is absent: .name",
        "`EnvVar` of k8s-openapi, with the schema of the CRD, which has not all of it, so that a server drops: \
         .valueFrom.configMapKeyRef",
    ] {
        assert!(
            notes.iter().any(|note| note.contains(what)),
            "{}",
            notes.join("\n")
        );
    }
}

/// A struct that is a type of Kubernetes at one version only could not become what it is at the other.
#[test]
fn a_type_of_kubernetes_at_one_version_only_stays_a_struct() {
    let mut crd = crd("lamps");
    let key = |more: &[&str]| {
        let names = ["key", "name", "optional"].iter().chain(more);
        let properties: serde_json::Map<String, Value> = names
            .map(|name| {
                let ty = if *name == "optional" {
                    "boolean"
                } else {
                    "string"
                };
                ((*name).to_owned(), json!({"type": ty}))
            })
            .collect();
        json!({"type": "object", "required": ["key", "name"], "properties": properties})
    };
    let mut text_with = |version: usize, more: &[&str]| {
        let schema = &mut crd["spec"]["versions"][version]["schema"]["openAPIV3Schema"];
        schema["properties"]["spec"]["properties"]["secretRef"] = key(more);
        let done = import_with(&crd, "lamps", "", Options::default()).unwrap();
        done.files
            .iter()
            .map(|file| file.text.as_str())
            .collect::<String>()
    };
    // Only v2 has it, then v1 as well, then v1 has more.
    assert!(text_with(0, &[]).contains("SecretKeySelector"));
    assert!(text_with(1, &[]).contains("SecretKeySelector"));
    let text = text_with(1, &["store"]);
    assert!(!text.contains("SecretKeySelector"), "{text}");
    assert!(
        text.contains("#[spoke(hub = super::v2::SecretRef)]"),
        "{text}"
    );
}

#[test]
fn what_is_hardly_meant_is_emitted_again_and_listed() {
    let emitted = doubts::Doubts::manifest().json();
    let emitted = emitted.unwrap_or_else(|report| panic!("{report}"));
    let found = differences(&kept(emitted), &kept(crd("doubts")));
    assert!(found.is_empty(), "{}", found.join("\n"));
    let notes = imported("doubts").notes;
    let doubts: Vec<String> = notes
        .iter()
        .filter(|note| note.fate == wheelwright_import::Fate::Doubt)
        .map(|note| note.text.clone())
        .collect();
    for what in [
        "subresource `status`",
        "`scale`",
        ".status.x",
        "[*].zz",
        "an `enum` beside `nullable`",
        "a `type` beside `x-kubernetes-int-or-string`",
    ] {
        assert!(
            doubts.iter().any(|doubt| doubt.contains(what)),
            "{what}: {}",
            doubts.join("\n")
        );
    }
}

#[test]
fn members_that_no_type_of_a_root_holds_are_listed() {
    let mut kept = crd("oddities");
    kept["spec"]["versions"][0]["schema"]["openAPIV3Schema"]["x-kubernetes-preserve-unknown-fields"] =
        json!(true);
    let done = wheelwright_import::import(&kept, "oddities", "").expect("it is a CRD");
    let is_listed = |note: &wheelwright_import::Note| {
        note.fate == wheelwright_import::Fate::Doubt
            && note.text.contains("members beside the spec and status")
    };
    assert!(done.notes.iter().any(is_listed), "{:?}", done.notes);
    assert!(!imported("oddities").notes.iter().any(is_listed));
}

#[test]
fn the_modules_are_what_is_written() {
    let is_updated = env::var_os("WHEELWRIGHT_UPDATE").is_some_and(|value| value == "1");
    let mut wanted = BTreeSet::new();
    for name in MODULES {
        for file in imported(name).files {
            let path = tests().join("generated").join(&file.path);
            wanted.insert(path.clone());
            if is_updated {
                fs::create_dir_all(path.parent().unwrap()).unwrap();
                fs::write(&path, &file.text).unwrap();
            }
            let held = fs::read_to_string(&path).unwrap_or_default();
            assert!(
                held.replace("\r\n", "\n") == file.text,
                "{} is not what is written",
                file.path
            );
        }
    }
    let mut found = BTreeSet::new();
    let mut open = vec![tests().join("generated")];
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                open.push(path);
            } else {
                found.insert(path);
            }
        }
    }
    assert_eq!(found, wanted, "nothing else is there");
}

#[test]
fn a_shape_that_occurs_often_is_one_type() {
    let text = fs::read_to_string(tests().join("generated/oddities/v1.rs")).unwrap();
    let structs = |name: &str| text.matches(&format!("pub struct {name} {{")).count();
    assert_eq!(structs("OddityRef"), 1);
    assert_eq!(
        text.matches("OddityRef>").count(),
        4,
        "in all of its places"
    );
    assert_eq!(text.matches("pub enum Protocol").count(), 1);
    let spoke = fs::read_to_string(tests().join("generated/lamps/v1.rs")).unwrap();
    assert!(spoke.contains("use super::v2::Size;"), "{spoke}");
    assert!(spoke.contains("status = super::v2::LampStatus,"), "{spoke}");
    assert!(
        !tests().join("generated/lamps/v1beta1.rs").exists(),
        "it is `also(…)` of v1"
    );
}

#[test]
fn objects_convert_as_the_fields_say() {
    let old = json!({
        "apiVersion": "test.k8s.io/v1", "kind": "Lamp", "metadata": {"name": "desk"},
        "spec": {"color": "red", "lumens": 800, "note": "mine", "toggle": "cord", "end": "left", "socket": {"size": "E27"}},
    });
    let new = lamps::v2::LampSpec {
        color: "red".to_owned(),
        lumens: 800,
        socket: Some(lamps::v2::Socket {
            kind: None,
            size: lamps::v2::Size::E27,
        }),
        sockets: None,
        switch_name: Some("cord".to_owned()),
        begin: None,
        finish: None,
        voltage: 230,
    };
    let read: lamps::v1::Lamp = serde_json::from_value(old).unwrap();
    assert_eq!(lamps::v2::LampSpec::from(read.spec), new);
}

/// Each place that nobody can decide names the keys of `Spoke` that fit its types, and a type that becomes two has both.
#[test]
fn a_draft_says_at_each_place_what_may_be_written() {
    let whole = imported("drafts");
    let spoke = |of: &Imported| {
        let mut files = of.files.iter();
        let file = files.find(|file| file.path == "drafts/v1beta1.rs").unwrap();
        file.text.clone()
    };
    assert!(!spoke(&whole).contains("Spoke"), "{}", spoke(&whole));
    let options = Options {
        draft: true,
        ..Options::default()
    };
    let drafted = import_with(&crd("drafts"), "drafts", "tests/generated/", options);
    let text = spoke(&drafted.unwrap());
    for (field, ways) in [
        ("size: Option<i32>", &["`or = 3`"][..]),
        (
            "city: String",
            &["`to = \"place.city\"`", "`removed = \"\".to_owned()`"],
        ),
        (
            "hue: String",
            &["`rename = \"owner\"`", "`removed = \"\".to_owned()`"],
        ),
        ("timeout: Option<String>", &["`duration = \"s\"`"]),
        ("tags: Option<String>", &["`delimited = \",\"`"]),
        ("colour: Option<Vec<String>>", &["`unwrap`"]),
        (
            "state: Option<bool>",
            &["`values(true = \"Up\", false = \"Down\")`"],
        ),
        (
            "env: Option<BTreeMap<String, String>>",
            &["`keyed(\"name\", \"value\")`"],
        ),
        ("source: Option<String>", &["`wrap = \"url\"`"]),
    ] {
        let end = text
            .find(&format!("pub {field},"))
            .unwrap_or_else(|| panic!("{field}: {text}"));
        let from = text[..end].rfind("\n    pub ").unwrap_or(0);
        let about = text[from..end].replace("\\\"", "\"");
        assert!(about.contains("undecided = "), "{field}: {about}");
        for way in ways {
            assert!(about.contains(way), "{field}: no {way}: {about}");
        }
    }
    for said in [
        "the hub must have `owner`; `added(owner = \"\".to_owned())`",
        "the hub must have `place`; `added(place = value)`",
        "the hub has no `Sleepy`; on each, `removed = super::v1::Mode::Fast` or another value",
        "only the hub has `Slow`, `Idle`; `added(Slow = Mode::Fast, Idle = Mode::Fast)`",
    ] {
        assert!(text.contains(said), "no {said}: {text}");
    }
    // One shape here, two there: each has a mapping of its own.
    assert!(
        text.contains("#[spoke(hub = super::v1::First, added(tag))]"),
        "{text}"
    );
    assert!(
        text.contains("#[spoke(hub = super::v1::Second, added(secret))]"),
        "{text}"
    );
}

/// What was found in the samples makes the one of the other, both ways, but for what two places explain.
#[test]
fn mappings_are_found_in_samples() {
    let samples = samples("kilns");
    for pair in samples[..4].chunks(2) {
        let [own, there] = pair else { continue };
        let mut there = there.clone();
        let spec = there["spec"].as_object_mut().unwrap();
        for twin in ["left", "right"] {
            spec.remove(twin);
        }
        let old: kilns::v1beta1::Kiln = serde_json::from_value(own.clone()).unwrap();
        let new = kilns::v1::Kiln::try_from(old).unwrap();
        let mut converted = serde_json::to_value(&new).unwrap();
        converted["metadata"]
            .as_object_mut()
            .unwrap()
            .remove("annotations");
        let ports = converted["spec"]["ports"].as_array_mut().unwrap();
        ports.sort_by_key(|port| port["name"].to_string());
        assert_eq!(converted, there);
        let back = serde_json::to_value(kilns::v1beta1::Kiln::from(new)).unwrap();
        assert_eq!(back["spec"], own["spec"]);
        assert_eq!(back["status"], own["status"]);
    }
    let notes = imported("kilns").notes;
    let is_unsure =
        |text: &str| text.starts_with("`.spec.hand` may have become `.spec.left` or `.spec.right`");
    assert!(notes.iter().any(|note| is_unsure(&note.text)), "{notes:?}");
    // In a draft it does not compile, and names both.
    let options = Options {
        draft: true,
        samples: &samples,
        ..Options::default()
    };
    let done = import_with(&crd("kilns"), "kilns", "tests/generated/", options).unwrap();
    let text = written(&done, "kilns/v1beta1.rs");
    let (_, about) = text.split_once("undecided = ").unwrap();
    let (about, rest) = about.split_once("pub ").unwrap();
    assert!(
        about.contains("may have become `.spec.left` or `.spec.right`"),
        "{text}"
    );
    assert!(rest.starts_with("hand:"), "{text}");
    // One that contradicts the rest, of so few, is enough.
    let mut contradicted = samples.clone();
    contradicted[3]["spec"]["timeoutSeconds"] = json!(91);
    let options = Options {
        samples: &contradicted,
        ..Options::default()
    };
    let done = import_with(&crd("kilns"), "kilns", "tests/generated/", options).unwrap();
    let text = written(&done, "kilns/v1beta1.rs");
    assert!(!text.contains("rename = \"timeout_seconds\""), "{text}");
    assert!(text.contains("rename = \"names\""), "{text}");
}

/// A struct that came apart, places that went from one struct to another, and values that are called, joined or counted otherwise:
/// each sample becomes its pair, and what no pair shows is as its names say.
#[test]
fn what_came_apart_is_found() {
    let samples = samples("looms");
    for pair in samples.chunks(2) {
        let [own, there] = pair else { continue };
        let (mut own, mut there) = (own.clone(), there.clone());
        for (old, new, number) in [
            ("plain-weave", "PlainWeave", 90),
            ("fancy-twill", "FancyTwill", 61),
        ] {
            own["spec"]["pattern"] = json!(old);
            there["spec"]["pattern"] = json!(new);
            own["spec"]["idleTimeout"] = json!(format!("{}m{}s", number / 60, number % 60));
            there["spec"]["idleTimeoutSeconds"] = json!(number);
            let mut converted = looms::Looms::convert_object(&own, "v1").unwrap();
            let annotations = converted["metadata"]
                .as_object_mut()
                .unwrap()
                .remove("annotations");
            assert_eq!(converted, there);
            converted["metadata"]["annotations"] = annotations.unwrap_or_default();
            let back = looms::Looms::convert_object(&converted, "v1beta1").unwrap();
            assert_eq!(back["spec"], own["spec"]);
        }
    }
    let notes = imported("looms").notes;
    let is_doubt = |note: &&wheelwright_import::Note| note.text.contains("may have become");
    assert!(!notes.iter().any(|note| is_doubt(&note)), "{notes:?}");
}

/// What one version has in a text the other has in parts, as a number of units or as a count: each sample becomes its pair, and so
/// do values that no sample has.
#[test]
fn texts_and_their_parts_are_found() {
    let samples = samples("stalls");
    let mut pairs: Vec<[Value; 2]> = samples
        .chunks(2)
        .map(|pair| [pair[0].clone(), pair[1].clone()])
        .collect();
    let mut unseen = pairs[0].clone();
    let specs = [
        json!({
            "address": "[::1]:443", "image": "localhost:5000/a:b", "version": {"major": 0, "minor": 0},
            "memory": "1536Mi", "graceSeconds": 61, "weight": 90_000, "toppings": ["egg", "egg", "egg"],
            "disks": ["3Gi"],
        }),
        json!({
            "host": "[::1]", "port": 443, "image": {"repository": "localhost:5000/a", "tag": "b"}, "release": "v0.0",
            "memoryMi": 1536, "graceMillis": 61_000, "weight": 90, "toppings": [{"name": "egg", "quantity": 3}],
            "disks": [3],
        }),
    ];
    for (object, spec) in unseen.iter_mut().zip(specs) {
        object["spec"] = spec;
    }
    pairs.push(unseen);
    for [old, new] in &pairs {
        let mut converted = stalls::Stalls::convert_object(old, "v1").unwrap();
        let back = stalls::Stalls::convert_object(&converted, "v1beta1").unwrap();
        assert_eq!(back["spec"], old["spec"]);
        let metadata = converted["metadata"].as_object_mut().unwrap();
        metadata.remove("annotations");
        assert_eq!(converted, *new);
        // Without what was kept, both say the same.
        let mut made = stalls::Stalls::convert_object(new, "v1beta1").unwrap();
        made["metadata"]
            .as_object_mut()
            .unwrap()
            .remove("annotations");
        let again = stalls::Stalls::convert_object(&made, "v1").unwrap();
        assert_eq!(again["spec"], new["spec"]);
    }
    let notes = imported("stalls").notes;
    let found = notes.iter().filter(|note| {
        note.text
            .starts_with("by what stands in 3 pairs of samples")
    });
    let found: Vec<&str> = found.map(|note| note.text.as_str()).collect();
    let [found] = found.as_slice() else {
        panic!("{notes:?}");
    };
    for way in [
        "`.spec.address` to `.spec.host` and `.spec.port` by `format = \"{host}:{port}\"`",
        "`.spec.image` to `.spec.image.repository` and `.spec.image.tag` by `format = \"{repository}:{tag}\"`",
        "`.spec.version.major` and `.spec.version.minor` to `.spec.release` by `format = \"v{major}.{minor}\"`",
        "`.spec.memory` to `.spec.memoryMi` by `quantity = \"Mi\"`",
        "`.spec.graceSeconds` to `.spec.graceMillis` by `factor = 1000`",
        "`.spec.weight` by `factor(1, 1000)`",
        "`.spec.toppings` by `counted(item = \"name\", count = \"quantity\")`",
        "`.spec.disks` by `each(quantity = \"Gi\")`",
    ] {
        assert!(found.contains(way), "{way} in {found}");
    }
    // A text that is not of the parts, of so few, is enough.
    let mut contradicted = samples.clone();
    contradicted[2]["spec"]["address"] = json!("south.example.com/9090");
    let options = Options {
        samples: &contradicted,
        ..Options::default()
    };
    let done = import_with(&crd("stalls"), "stalls", "", options).unwrap();
    assert!(
        done.notes.iter().all(|note| !note.text.contains("{host}")),
        "{:?}",
        done.notes
    );
    // Numbers that are multiples by chance are of no two units.
    let mut multiples = samples.clone();
    for pair in multiples.chunks_mut(2) {
        let [old, new] = pair else { continue };
        let grace = old["spec"]["graceSeconds"].as_i64().unwrap_or_default();
        new["spec"]["graceMillis"] = json!(grace * 37);
    }
    let options = Options {
        samples: &multiples,
        ..Options::default()
    };
    let done = import_with(&crd("stalls"), "stalls", "", options).unwrap();
    let text = written(&done, "stalls/v1beta1.rs");
    assert!(
        text.contains("quantity = \"Mi\"") && !text.contains("factor = 37"),
        "{text}"
    );
    // What stands in for a part that need not be there, nobody knows.
    let mut loose = crd("stalls");
    loose["spec"]["versions"][0]["schema"]["openAPIV3Schema"]["properties"]["spec"]["required"] =
        json!(["host", "memoryMi"]);
    let options = Options {
        draft: true,
        samples: &samples,
        ..Options::default()
    };
    let done = import_with(&loose, "stalls", "", options).unwrap();
    let doubt = "`.spec.address` may have become `.spec.host` and `.spec.port`, of which only some must be there \
        (`format = \"{host}:{port}\"` with a value for what is absent)";
    assert!(
        done.notes.iter().any(|note| note.text.starts_with(doubt)),
        "{:?}",
        done.notes
    );
}

/// What the stored version must have and an older one need not: what stood in for it in each of several samples, if the schema
/// takes it, and that it does is said.
#[test]
fn what_stood_in_for_absence_is_found() {
    let version = |name: &str, is_stored: bool| {
        let required = if is_stored {
            json!(["size"])
        } else {
            json!([])
        };
        json!({"name": name, "served": true, "storage": is_stored, "schema": {"openAPIV3Schema": {
            "type": "object", "required": ["spec"], "properties": {"spec": {
                "type": "object", "required": required,
                "properties": {"size": {"type": "integer", "format": "int32", "minimum": 1}},
            }},
        }}})
    };
    let crd = json!({
        "apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition",
        "metadata": {"name": "tarts.example.com"},
        "spec": {
            "group": "example.com", "names": {"kind": "Tart", "plural": "tarts"}, "scope": "Namespaced",
            "versions": [version("v1", true), version("v1beta1", false)],
        },
    });
    let found = |stood_in: &[i32]| {
        let mut samples = Vec::new();
        for (number, stood_in) in stood_in.iter().enumerate() {
            let object = |version: &str, spec: Value| {
                json!({
                    "apiVersion": format!("example.com/{version}"), "kind": "Tart",
                    "metadata": {"name": format!("tart-{number}")}, "spec": spec,
                })
            };
            samples.push(object("v1beta1", json!({})));
            samples.push(object("v1", json!({"size": stood_in})));
        }
        let options = Options {
            samples: &samples,
            ..Options::default()
        };
        let done = import_with(&crd, "tarts", "", options).unwrap();
        let is_said = done.notes.iter().any(|note| {
            note.text
                .contains("`or = 20` for `.spec.size` that is absent")
        });
        let text = written(&done, "tarts/v1beta1.rs");
        assert!(!text.contains("or = 0"), "the schema refuses it: {text}");
        let is_written = text.contains("or = 20");
        assert_eq!(is_said, is_written, "{stood_in:?}: {:?}", done.notes);
        is_written
    };
    assert!(found(&[20, 20]));
    assert!(!found(&[20]), "one may be by chance");
    assert!(!found(&[20, 20, 30]), "not always the same");
    assert!(!found(&[0, 0]), "the schema refuses it");
}

#[test]
fn what_no_key_says_is_listed() {
    let lines = |name: &str| -> Vec<String> {
        let notes = imported(name).notes.into_iter();
        notes
            .map(|note| format!("{:?} {}: {}", note.fate, note.place, note.text))
            .collect()
    };
    let odd = lines("oddities");
    for (path, keyword) in [
        (".spec.most", "maximum"),
        (".spec.ports[*]", "required"),
        (".spec.undeclared", "required"),
    ] {
        let is_listed = |line: &&String| {
            line.starts_with("Function") && line.contains(path) && line.contains(keyword)
        };
        assert!(
            odd.iter().any(|line| is_listed(&line)),
            "{path}: {}",
            odd.join("\n")
        );
    }
    assert!(
        !odd.iter().any(|line| line.starts_with("Differs")),
        "{}",
        odd.join("\n")
    );
    let lamps = lines("lamps");
    let is_renamed =
        |line: &String| line.ends_with("description: `.spec.toggle` to `.spec.switchName`");
    assert!(lamps.iter().any(is_renamed), "{}", lamps.join("\n"));
    let is_unsure = |line: &String| {
        line.starts_with("Decide v1: `.spec.end` may have become `.spec.begin` or `.spec.finish`")
    };
    assert!(lamps.iter().any(is_unsure), "{}", lamps.join("\n"));
    // A scale takes no numbers below 0.
    let is_narrowed = |line: &String| {
        line.starts_with("Decide v1: v2 may refuse")
            && line.contains("`.status.lumens`: numbers below 0")
    };
    assert!(lamps.iter().any(is_narrowed), "{}", lamps.join("\n"));
    assert!(
        lamps.iter().any(|line| line.starts_with("Decide v1alpha1")
            && line.contains("`.spec.brightness`: only this version has it, and it must be there")
            && line
                .contains("`.spec.lumens`: only the stored version has it, and it must be there")
            && line.contains("`.status`: only one of the versions has it")),
        "{}",
        lamps.join("\n")
    );
}

#[test]
fn an_object_without_its_spec_has_the_defaults_of_the_schema() {
    let odd: oddities::v1::Oddity = serde_json::from_value(json!({
        "apiVersion": "example.com/v1", "kind": "Oddity", "metadata": {"name": "a"},
    }))
    .unwrap();
    assert_eq!(odd.spec.words, ["a", "b\"c"]);
    assert_eq!(odd.spec.filled.as_deref(), Some("full"));
    assert_eq!(odd.spec.limits.cpu, 2);
    assert_eq!(odd.spec.limits.memory, "1Gi");
    assert_eq!(serde_json::to_value(&odd).unwrap()["spec"]["bare"], 80);
    assert_eq!(
        lamps::v1alpha1::LampSpec::default().brightness,
        1,
        "of the spec's own default"
    );
}
