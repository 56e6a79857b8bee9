//! `wheelwright apply`, run as a program.

mod command;

use command::{Folder, run};
use serde_json::{Value, json};

const CRD: &str = "\
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: pizzas.example.com}
spec:
  group: example.com
  names: {kind: Pizza, plural: pizzas}
  scope: Namespaced
  versions:
  - name: v1
    served: true
    storage: true
    subresources: {status: {}}
    schema:
      openAPIV3Schema:
        type: object
        properties:
          spec:
            type: object
            properties:
              size: {type: integer, default: 30, maximum: 60}
              note: {type: string}
          status: {type: object, properties: {cost: {type: integer}}}
  - name: v1alpha1
    served: true
    storage: false
    schema:
      openAPIV3Schema:
        type: object
        properties:
          spec: {type: object, properties: {size: {type: integer}, old: {type: string}}}
  - name: v0
    served: false
    storage: false
    schema: {openAPIV3Schema: {type: object}}
";

fn pizza(version: &str, spec: &str) -> String {
    format!("apiVersion: example.com/{version}\nkind: Pizza\nmetadata:\n  name: p\nspec: {spec}\n")
}

/// Runs `apply` on one object.
fn apply(object: &str, more: &[&str]) -> (i32, String, String) {
    let folder = Folder::new(&[("crd.yaml", CRD), ("o.yaml", object)]);
    run(
        &folder,
        &[&["apply", "--crd", "crd.yaml", "o.yaml"], more].concat(),
        "",
    )
}

#[test]
fn what_is_set_and_dropped_is_listed() {
    let (code, out, _) = apply(
        &pizza("v1", "{note: null, colour: red}"),
        &["--validate=warn"],
    );
    assert_eq!(code, 0, "{out}");
    assert!(
        out.contains("warning: unknown field \"spec.colour\"\n --> o.yaml:5:20\n"),
        "{out}"
    );
    assert!(
        out.contains(
            "accepted: Pizza p (o.yaml:1:1), stored as v1\n  - spec.note\n  + spec.size: 30\n"
        ),
        "{out}"
    );
}

/// go.yaml.in/yaml/v2, which kubectl reads with: `found unknown escape character`.
#[test]
fn an_escape_that_kubectl_does_not_know_cannot_be_read() {
    let (code, out, _) = apply(&pizza("v1", "{note: \"https:\\/\\/shop.test\"}"), &[]);
    assert_eq!(code, 2);
    assert!(
        out.starts_with("error: cannot be read: kubectl knows no escape `\\/`: write `/`, or put the text in single quotes\n --> o.yaml:5:21\n"),
        "{out}"
    );
}

/// As kubectl's `--validate`, whose default is strict.
#[test]
fn unknown_fields_are_refused_unless_one_says_otherwise() {
    let object = pizza("v1", "{colour: red, note: x, note: z}");
    for strict in [
        &[][..],
        &["--validate"],
        &["--validate=strict"],
        &["--validate=true"],
    ] {
        let (code, out, _) = apply(&object, strict);
        assert_eq!(code, 1, "{out}");
        assert!(
            out.contains("error: unknown field \"spec.colour\"")
                && out.contains("warning: duplicate field \"spec.note\""),
            "{out}"
        );
    }
    let (code, out, _) = apply(&object, &["--strict"]);
    assert_eq!(code, 1);
    assert!(
        out.contains("error: duplicate field \"spec.note\""),
        "{out}"
    );
    let (code, out, _) = apply(&pizza("v1", "{note: x, note: z}"), &[]);
    assert_eq!(code, 0, "kubectl sends the last value alone: {out}");
    for ignored in ["--validate=ignore", "--validate=false"] {
        let (code, out, _) = apply(&object, &[ignored]);
        assert_eq!(code, 0);
        assert!(
            out.starts_with("accepted: Pizza p (o.yaml:1:1), stored as v1\n  - spec.colour\n"),
            "{out}"
        );
    }
}

#[test]
fn what_the_storage_version_does_not_have_is_said_to_be_lost() {
    let object = pizza("v1alpha1", "{size: 70, old: x}");
    let (code, out, _) = apply(&object, &[]);
    assert_eq!(code, 0);
    for words in [
        "warning: spec.old: the schema of v1 has no such field, and the conversion strategy None drops it\n --> o.yaml:5:18\n",
        "warning: stored though v1 does not allow it: spec.size: Invalid value: 70: ",
        "\n  - spec.old\n",
    ] {
        assert!(out.contains(words), "{out}");
    }
    let (_, out, _) = apply(&object, &["-o", "json"]);
    let whole: Value = serde_json::from_str(&out).expect("it is JSON");
    assert_eq!(whole["objects"][0]["dropped"], json!(["spec.old"]));
    assert_eq!(apply(&object, &["--deny", "warnings"]).0, 1);
}

/// What Go's encoder and decoder make of the numbers: `strconv.ParseInt` fails, and the shortest text of a float64 is written.
#[test]
fn integers_beyond_64_bits_are_stored_as_floats_and_it_is_said() {
    let crd = CRD.replace("note: {type: string}", "note: {type: number}");
    for (number, stored) in [
        ("9223372036854775808", "9223372036854776000"),
        ("9223372036854775809", "9223372036854776000"),
        ("18446744073709551615", "18446744073709552000"),
        ("18446744073709551616", "18446744073709552000"),
        ("-9223372036854775809", "-9223372036854776000"),
        ("0xffffffffffffffff", "18446744073709552000"),
        ("100000000000000000000000", "1e+23"),
    ] {
        let object = pizza("v1", &format!("{{note: {number}}}"));
        let folder = Folder::new(&[("crd.yaml", &crd), ("o.yaml", &object)]);
        let (code, out, _) = run(&folder, &["apply", "--crd", "crd.yaml", "o.yaml"], "");
        assert_eq!(code, 0);
        let words = format!(
            "warning: spec.note: {number} is beyond 64 bits: the server takes it for a float, and stores {stored}\n --> o.yaml:5:14\n"
        );
        assert!(out.contains(&words), "{out}");
    }
    for number in [
        "9223372036854775807",
        "-9223372036854775808",
        "1e30",
        "18446744073709552000",
        "1.5",
    ] {
        let object = pizza("v1", &format!("{{note: {number}}}"));
        let folder = Folder::new(&[("crd.yaml", &crd), ("o.yaml", &object)]);
        let (_, out, _) = run(&folder, &["apply", "--crd", "crd.yaml", "o.yaml"], "");
        assert!(!out.contains("warning"), "{number}: {out}");
    }
}

#[test]
fn a_number_that_does_not_fit_its_format_is_pointed_at() {
    let crd = CRD.replace(
        "note: {type: string}",
        "note: {type: integer, format: int32}\n              either: {type: string, anyOf: [{minLength: 5}, {maxLength: 1}]}",
    );
    let object = pizza("v1", "{note: 3000000000, either: abc}");
    let folder = Folder::new(&[("crd.yaml", &crd), ("o.yaml", &object)]);
    let (code, out, _) = run(&folder, &["apply", "--crd", "crd.yaml", "o.yaml"], "");
    assert_eq!(code, 1);
    for words in [
        "Checked value must be of type integer with format int32 in spec.note\n --> o.yaml:5:14\n",
        "\"spec.either\" must validate at least one schema (anyOf)\n --> o.yaml:5:34\n",
    ] {
        assert!(out.contains(words), "{out}");
    }
}

#[test]
fn a_scale_is_written_to_the_object_of_its_name() {
    let crd = CRD
        .replace(
            "subresources: {status: {}}",
            "subresources: {status: {}, scale: {specReplicasPath: .spec.size, statusReplicasPath: .status.cost}}",
        );
    let scale = |namespace: &str, spec: &str| {
        format!(
            "apiVersion: autoscaling/v1\nkind: Scale\nmetadata: {{name: p, namespace: {namespace}}}\nspec: {spec}\n"
        )
    };
    let other = crd
        .replace("pizzas.example.com", "pies.example.com")
        .replace("kind: Pizza, plural: pizzas", "kind: Pie, plural: pies");
    let old = pizza("v1", "{size: 2, note: x}");
    let folder = Folder::new(&[
        ("crd.yaml", &crd),
        ("other.yaml", &other),
        ("old.yaml", &old),
        ("pie.yaml", &old.replace("kind: Pizza", "kind: Pie")),
        ("alpha.yaml", &pizza("v1alpha1", "{size: 2}")),
        ("scale.yaml", &scale("default", "{replicas: 3}")),
        ("large.yaml", &scale("default", "{replicas: 61}")),
        ("elsewhere.yaml", &scale("shop", "{replicas: 3}")),
    ]);
    let judge = |more: &[&str]| {
        let base = [
            "apply",
            "--crd",
            "crd.yaml",
            "--crd",
            "other.yaml",
            "--subresource",
            "scale",
            "-o",
            "json",
        ];
        let (code, out, _) = run(&folder, &[&base[..], more].concat(), "");
        let whole: Value = serde_json::from_str(&out).expect("it is JSON");
        (code, whole["objects"][0].clone())
    };
    let (code, scaled) = judge(&["--old", "old.yaml", "scale.yaml"]);
    assert_eq!((code, &scaled["kind"]), (0, &json!("Scale")));
    assert_eq!(scaled["stored"]["kind"], "Pizza");
    assert_eq!(scaled["stored"]["spec"], json!({"size": 3, "note": "x"}));
    assert_eq!(scaled["set"], json!([{"field": "spec.size", "value": 3}]));
    for (more, words) in [
        (
            &["--old", "old.yaml", "large.yaml"][..],
            "should be less than or equal to 60",
        ),
        (
            &["--old", "old.yaml", "elsewhere.yaml"],
            "no object that a CRD is given of has its name: give it by --old",
        ),
        (
            &["--old", "alpha.yaml", "scale.yaml"],
            "its CRD declares no subresource scale for Pizza p of example.com/v1alpha1",
        ),
        (
            &["--old", "old.yaml", "--old", "pie.yaml", "scale.yaml"],
            "Pizza p of example.com/v1 and Pie p of example.com/v1 have its name: give one of them by --old",
        ),
    ] {
        let (code, refused) = judge(more);
        assert_eq!(
            (code, &refused["verdict"]),
            (1, &json!("refused")),
            "{refused}"
        );
        let text = refused["findings"][0]["text"]
            .as_str()
            .expect("it says why");
        assert!(text.contains(words), "{text}");
    }
}

#[test]
fn an_object_that_is_not_among_the_old_ones_is_created_and_it_is_said() {
    let folder = Folder::new(&[
        ("crd.yaml", CRD),
        ("old.yaml", &pizza("v1", "{}").replace("name: p", "name: q")),
        ("o.yaml", &pizza("v1", "{}")),
    ]);
    let (code, out, _) = run(
        &folder,
        &["apply", "--crd", "crd.yaml", "--old", "old.yaml", "o.yaml"],
        "",
    );
    assert_eq!(code, 0);
    assert!(
        out.contains("note: no object of its kind and name is among the old ones: it is created\n"),
        "{out}"
    );
}

#[test]
fn rules_in_cel_are_evaluated() {
    let crd = CRD.replace(
        "note: {type: string}",
        "note: {type: string, x-kubernetes-validations: [{rule: self != 'x', message: no x}]}",
    );
    let with = |note: &str| {
        let object = pizza("v1", &format!("{{note: {note}}}"));
        Folder::new(&[("crd.yaml", &crd), ("o.yaml", &object)])
    };
    let base = ["apply", "--crd", "crd.yaml", "o.yaml"];
    assert_eq!(run(&with("z"), &base, "").0, 0);
    let (code, out, _) = run(&with("x"), &base, "");
    assert_eq!(code, 1);
    assert!(
        out.contains("error: spec.note: Invalid value: \"x\": no x\n"),
        "{out}"
    );
    // What was broken before and stays as it is, is only warned of.
    let old = [&base[..], &["--old", "o.yaml"]].concat();
    let (code, out, _) = run(&with("x"), &old, "");
    assert_eq!(code, 0);
    assert!(out.contains("warning: spec.note: Invalid value: "), "{out}");
}

/// What the Kubernetes page says of `oldSelf`, `optionalOldSelf`, `messageExpression`, `reason` and `fieldPath`.
#[test]
fn rules_see_the_old_value_and_choose_their_words() {
    let crd = CRD
        .replace(
            "              size: {type: integer, default: 30, maximum: 60}\n              note: {type: string}\n",
            r#"
              size:
                type: integer
                default: 30
                x-kubernetes-validations:
                - {rule: oldSelf.hasValue() || self < 50, optionalOldSelf: true, message: starts small}
                - {rule: "!oldSelf.hasValue() || self >= oldSelf.value()", optionalOldSelf: true, message: never shrinks}
              note:
                type: string
                x-kubernetes-validations: [{rule: self == oldSelf, message: stays}]
            x-kubernetes-validations:
            - rule: "!has(self.note) || self.size > 10"
              messageExpression: "self.size > 0 ? 'no note on a small size' : 'no note on nothing'"
              reason: FieldValueForbidden
              fieldPath: .note
"#,
        );
    let told = |old: Option<&str>, new: &str| {
        let folder = Folder::new(&[
            ("crd.yaml", &crd),
            ("old.yaml", &pizza("v1", old.unwrap_or("{}"))),
            ("o.yaml", &pizza("v1", new)),
        ]);
        let mut arguments = vec!["apply", "--crd", "crd.yaml", "o.yaml"];
        if old.is_some() {
            arguments.extend(["--old", "old.yaml"]);
        }
        let (code, out, _) = run(&folder, &arguments, "");
        let errors: Vec<String> = out
            .lines()
            .filter_map(|line| line.strip_prefix("error: "))
            .map(ToOwned::to_owned)
            .collect();
        assert_eq!(code == 0, errors.is_empty(), "{out}");
        errors
    };
    let none: [&str; 0] = [];

    assert_eq!(told(None, "{size: 49, note: x}"), none);
    assert_eq!(
        told(None, "{size: 50}"),
        ["spec.size: Invalid value: 50: starts small"]
    );
    assert_eq!(
        told(None, "{size: 5, note: x}"),
        ["spec.note: Forbidden: no note on a small size"]
    );

    assert_eq!(
        told(Some("{size: 49, note: x}"), "{size: 70, note: x}"),
        none
    );
    assert_eq!(
        told(Some("{size: 49, note: x}"), "{size: 48, note: z}"),
        [
            "spec.note: Invalid value: \"z\": stays",
            "spec.size: Invalid value: 48: never shrinks",
        ]
    );
    // A rule about change is not asked where there was nothing before.
    assert_eq!(told(Some("{size: 49}"), "{size: 49, note: z}"), none);
}

#[test]
fn a_refusal_points_at_the_value() {
    let (code, out, _) = apply(&pizza("v1", "{size: 61}"), &[]);
    assert_eq!(code, 1);
    let expected = "\
error: spec.size: Invalid value: 61: spec.size in body should be less than or equal to 60
 --> o.yaml:5:14
  |
5 | spec: {size: 61}
  |              ^^
";
    assert!(out.starts_with(expected), "{out}");
}

/// Defaults are those of the version of the request; what is stored has the fields of the stored version.
#[test]
fn yaml_is_what_is_stored() {
    let (code, out, _) = apply(&pizza("v1alpha1", "{size: 5, old: x}"), &["-o", "yaml"]);
    assert_eq!(code, 0);
    assert_eq!(
        out,
        "---\napiVersion: example.com/v1\nkind: Pizza\nmetadata:\n  generation: 1\n  name: p\n  namespace: default\n\
         spec:\n  size: 5\n"
    );
    let (code, out, err) = apply(&pizza("v1", "{size: x}"), &["-o", "yaml"]);
    assert_eq!((code, out.as_str()), (1, ""));
    assert!(err.contains("must be of type integer"), "{err}");
}

#[test]
fn json_has_the_object_and_what_became_of_it() {
    let (code, out, _) = apply(
        &pizza("v1", "{note: null}"),
        &["-o", "json", "--namespace", "shop"],
    );
    assert_eq!(code, 0);
    let whole: Value = serde_json::from_str(&out).expect("it is JSON");
    let object = &whole["objects"][0];
    assert_eq!(object["stored"]["spec"], json!({"size": 30}));
    assert_eq!(object["stored"]["metadata"]["namespace"], "shop");
    assert_eq!(object["set"], json!([{"field": "spec.size", "value": 30}]));
    assert_eq!(object["dropped"], json!(["spec.note"]));
}

#[test]
fn an_update_tolerates_old_faults_and_keeps_the_status() {
    let old = pizza("v1", "{size: 99}") + "status: {cost: 7}\n";
    let folder = Folder::new(&[
        ("crd.yaml", CRD),
        ("old.yaml", &old),
        ("new.yaml", &pizza("v1", "{size: 99, note: x}")),
        (
            "status.yaml",
            &(pizza("v1", "{size: 1}") + "status: {cost: 9}\n"),
        ),
    ]);
    let base = ["apply", "--crd", "crd.yaml", "-o", "json"];
    assert_eq!(run(&folder, &[&base[..], &["new.yaml"]].concat(), "").0, 1);
    let stored = |arguments: &[&str]| {
        let (code, out, _) = run(&folder, &[&base[..], arguments].concat(), "");
        assert_eq!(code, 0, "{out}");
        let whole: Value = serde_json::from_str(&out).expect("it is JSON");
        whole["objects"][0]["stored"].clone()
    };
    let updated = stored(&["new.yaml", "--old", "old.yaml"]);
    assert_eq!(updated["spec"], json!({"size": 99, "note": "x"}));
    assert_eq!(updated["status"], json!({"cost": 7}));
    let status = stored(&[
        "status.yaml",
        "--old",
        "old.yaml",
        "--subresource",
        "status",
    ]);
    assert_eq!(status["spec"], json!({"size": 99}));
    assert_eq!(status["status"], json!({"cost": 9}));
}

#[test]
fn versions_that_are_not_served_do_not_exist() {
    for version in ["v0", "v7"] {
        let (code, out, _) = apply(&pizza(version, "{}"), &[]);
        assert_eq!(code, 1);
        assert!(
            out.contains(&format!(
                "no matches for kind \"Pizza\" in version \"example.com/{version}\""
            )),
            "{out}"
        );
        assert!(
            out.contains("the CRD serves example.com/v1, example.com/v1alpha1"),
            "{out}"
        );
    }
}

#[test]
fn objects_without_a_crd_are_skipped() {
    let folder = Folder::new(&[(
        "all.yaml",
        &format!(
            "{CRD}---\n{}---\nkind: Secret\napiVersion: v1\n",
            pizza("v1", "{}")
        ),
    )]);
    let (code, out, _) = run(&folder, &["apply", "all.yaml"], "");
    assert_eq!(code, 0, "{out}");
    assert!(
        out.contains("skipped: Secret (all.yaml:42:1): no CRD has its group and kind"),
        "{out}"
    );
    let folder = Folder::new(&[("o.yaml", "kind: Secret\napiVersion: v1\n")]);
    assert_eq!(run(&folder, &["apply", "o.yaml"], "").0, 2);
}

#[test]
fn objects_of_a_refused_crd_are_not_judged() {
    let crd = CRD.replace("type: integer, default: 30", "type: whole, default: 30");
    let folder = Folder::new(&[("all.yaml", &format!("{crd}---\n{}", pizza("v1", "{}")))]);
    let (code, out, _) = run(&folder, &["apply", "all.yaml"], "");
    assert_eq!(code, 1);
    assert!(
        out.contains("refused: CustomResourceDefinition pizzas.example.com"),
        "{out}"
    );
    assert!(
        out.contains("skipped: Pizza p (all.yaml:36:1): its CRD is refused"),
        "{out}"
    );
}
