//! `wheelwright check`, run as a program.

mod command;

use command::{Folder, run};
use serde_json::{Value, json};

/// A CRD of which every server says that it is fine.
const GOOD: &str = "\
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: pizzas.example.com
spec:
  group: example.com
  names: {kind: Pizza, plural: pizzas}
  scope: Namespaced
  versions:
  - name: v1
    served: true
    storage: true
    schema:
      openAPIV3Schema:
        type: object
        properties:
          spec:
            type: object
            properties:
              name: {type: string}
";

/// The same without a type in line 19.
fn bad() -> String {
    GOOD.replace("name: {type: string}", "name: {maxLength: 5}")
}

#[test]
fn a_crd_that_a_server_takes_ends_with_0() {
    let folder = Folder::new(&[("crd.yaml", GOOD)]);
    let (code, out, err) = run(&folder, &["check", "crd.yaml"], "");
    assert_eq!((code, err.as_str()), (0, ""));
    assert_eq!(
        out,
        "accepted: CustomResourceDefinition pizzas.example.com (crd.yaml:1:1), oldest server 1.31 or older\n\
         1 CRD: accepted\n"
    );
    assert_eq!(
        run(&folder, &["check", "-q", "crd.yaml"], ""),
        (0, String::new(), String::new())
    );
}

#[test]
fn a_refusal_ends_with_1_and_points_at_the_line() {
    let folder = Folder::new(&[("crd.yaml", &bad())]);
    let (code, out, _) = run(&folder, &["check", "crd.yaml"], "");
    assert_eq!(code, 1);
    let expected = "\
error: spec.validation.openAPIV3Schema.properties[spec].properties[name].type: Required value: must not be empty for specified object fields
  --> crd.yaml:20:15
   |
20 |               name: {maxLength: 5}
   |               ^^^^
";
    assert!(out.starts_with(expected), "{out}");
    assert!(
        out.contains("\nrefused: CustomResourceDefinition pizzas.example.com (crd.yaml:1:1)\n"),
        "{out}"
    );
    assert!(out.ends_with("1 CRD: refused\n"), "{out}");
}

#[test]
fn other_documents_are_named_and_skipped() {
    let text = format!(
        "{GOOD}---\napiVersion: v1\nkind: ConfigMap\nmetadata: {{namespace: shop, name: settings}}\n"
    );
    let (code, out, _) = run(&Folder::new(&[]), &["check", "-"], &text);
    assert_eq!(code, 0);
    assert!(
        out.contains(
            "skipped: ConfigMap shop/settings (<stdin>:22:1): it is no CustomResourceDefinition\n"
        ),
        "{out}"
    );
    assert!(out.ends_with("1 CRD: accepted; 1 skipped\n"), "{out}");
}

#[test]
fn what_cannot_be_read_ends_with_2() {
    let folder = Folder::new(&[
        ("broken.yaml", "a: b: c\n"),
        ("none.yaml", "apiVersion: v1\nkind: ConfigMap\n"),
        ("good.yaml", GOOD),
    ]);
    for (arguments, words) in [
        (&["check", "broken.yaml", "good.yaml"][..], "broken.yaml:1:"),
        (
            &["check", "absent.yaml", "good.yaml"],
            "error: absent.yaml cannot be read",
        ),
        (&["check", "absent*.yaml"], "no file matches"),
        (&["check", "none.yaml"], "no CRD found"),
    ] {
        let (code, out, _) = run(&folder, arguments, "");
        assert_eq!(code, 2, "{arguments:?}");
        assert!(out.contains(words), "{arguments:?}: {out}");
    }
    let (code, _, err) = run(&folder, &["check"], "");
    assert_eq!(code, 2);
    assert!(err.contains("Usage: wheelwright check"), "{err}");
}

#[test]
fn folders_and_globs_are_followed() {
    let folder = Folder::new(&[
        ("a/crd.yaml", GOOD),
        ("a/b/crd.yml", &bad()),
        ("a/b/notes.txt", "nothing"),
        ("a/c/crd.json", &command::json_of(GOOD)),
    ]);
    let (code, out, _) = run(&folder, &["check", "a"], "");
    assert_eq!(code, 1);
    assert!(out.ends_with("3 CRDs: 2 accepted, 1 refused\n"), "{out}");
    let (code, out, _) = run(
        &folder,
        &["check", "a/*/*.json", "a/*.yaml", "a/crd.yaml"],
        "",
    );
    assert_eq!(code, 0);
    assert!(out.ends_with("2 CRDs: accepted\n"), "{out}");
}

#[test]
fn lists_are_taken_apart() {
    let items = bad().replace('\n', "\n  ");
    let text = format!("apiVersion: v1\nkind: List\nitems:\n- {items}");
    let (code, out, _) = run(&Folder::new(&[]), &["check", "-"], &text);
    assert_eq!(code, 1);
    assert!(out.contains("--> <stdin>:23:17\n"), "{out}");
}

#[test]
fn fields_that_there_are_not_are_warnings_unless_strict() {
    let text = GOOD.replace(
        "scope: Namespaced",
        "scope: Namespaced\n  colour: red\n  scope: Cluster",
    );
    let (code, out, _) = run(&Folder::new(&[]), &["check", "-"], &text);
    assert_eq!(code, 0, "{out}");
    assert!(
        out.contains("warning: unknown field \"spec.colour\"\n --> <stdin>:9:3\n"),
        "{out}"
    );
    assert!(
        out.contains("warning: duplicate field \"spec.scope\"\n  --> <stdin>:10:3\n"),
        "{out}"
    );
    let (code, out, _) = run(&Folder::new(&[]), &["check", "--strict", "-"], &text);
    assert_eq!(code, 1);
    assert!(
        out.contains("error: unknown field \"spec.colour\""),
        "{out}"
    );
    assert!(
        out.contains("error: duplicate field \"spec.scope\""),
        "{out}"
    );
    // kubectl asks the server to refuse the first, and of the second it sends the last value alone.
    let (code, out, _) = run(&Folder::new(&[]), &["check", "--validate", "-"], &text);
    assert_eq!(code, 1);
    assert!(
        out.contains("error: unknown field \"spec.colour\"")
            && out.contains("warning: duplicate field \"spec.scope\""),
        "{out}"
    );
    let (code, out, _) = run(
        &Folder::new(&[]),
        &["check", "--validate=ignore", "-"],
        &text,
    );
    assert_eq!((code, out.contains("field")), (0, false), "{out}");
}

#[test]
fn an_update_tolerates_what_is_installed() {
    // A set of objects that are not atomic is refused, but may stay.
    let set = GOOD.replace(
        "name: {type: string}",
        "name: {type: array, x-kubernetes-list-type: set, items: {type: object}}",
    );
    let described = set.replace("type: array,", "type: array, description: names,");
    let folder = Folder::new(&[("old.yaml", &set), ("new.yaml", &described)]);
    assert_eq!(run(&folder, &["check", "new.yaml"], "").0, 1);
    assert_eq!(
        run(&folder, &["check", "new.yaml", "--old", "old.yaml"], "").0,
        0
    );
    let renamed = Folder::new(&[
        ("old.yaml", GOOD),
        (
            "new.yaml",
            &GOOD.replace("example.com\n  names", "example.org\n  names"),
        ),
    ]);
    let (_, out, _) = run(&renamed, &["check", "new.yaml", "--old", "old.yaml"], "");
    assert!(
        out.contains("spec.group: Invalid value: \"example.org\": field is immutable"),
        "{out}"
    );
}

#[test]
fn old_versions_of_the_api_are_refused_with_what_to_write() {
    let text = "apiVersion: apiextensions.k8s.io/v1beta1\nkind: CustomResourceDefinition\nmetadata: {name: a.b.c}\n\
                spec:\n  version: v1\n  validation: {}\n";
    let (code, out, _) = run(&Folder::new(&[]), &["check", "-"], text);
    assert_eq!(code, 1);
    assert!(
        out.contains("instead of `spec.version` write `spec.versions`"),
        "{out}"
    );
    assert!(out.contains("--> <stdin>:5:3\n"), "{out}");
}

#[test]
fn json_says_all_that_people_read() {
    let folder = Folder::new(&[("crd.yaml", &bad())]);
    let (code, out, _) = run(&folder, &["check", "-o", "json", "crd.yaml"], "");
    assert_eq!(code, 1);
    let whole: Value = serde_json::from_str(&out).expect("it is JSON");
    assert_eq!(whole["accepted"], false);
    let object = &whole["objects"][0];
    assert_eq!(
        (&object["verdict"], &object["name"]),
        (&json!("refused"), &json!("pizzas.example.com"))
    );
    let finding = &object["findings"][0];
    assert_eq!(finding["type"], "FieldValueRequired");
    assert_eq!(
        finding["field"],
        "spec.validation.openAPIV3Schema.properties[spec].properties[name].type"
    );
    assert_eq!(
        (&finding["line"], &finding["column"], &finding["endColumn"]),
        (&json!(20), &json!(15), &json!(19))
    );
}

#[test]
fn github_is_given_annotations() {
    let folder = Folder::new(&[("crd.yaml", &bad())]);
    let (code, out, _) = run(&folder, &["check", "--output", "github", "crd.yaml"], "");
    assert_eq!(code, 1);
    let expected = "::error file=crd.yaml,line=20,endLine=20,col=15,endColumn=18,title=CustomResourceDefinition \
                    pizzas.example.com is refused::spec.validation.openAPIV3Schema.properties[spec].properties[name].type: \
                    Required value: ";
    assert!(out.starts_with(expected), "{out}");
    assert_eq!(out.lines().count(), 1, "{out}");
}

#[test]
fn rules_in_cel_are_compiled_and_costed() {
    let with = |rule: &str| {
        let rules =
            format!("name: {{type: string, x-kubernetes-validations: [{{rule: \"{rule}\"}}]}}");
        GOOD.replace("name: {type: string}", &rules)
    };
    let check = |rule: &str, arguments: &[&str]| {
        let arguments = [&["check", "-"], arguments].concat();
        let (code, out, _) = run(&Folder::new(&[]), &arguments, &with(rule));
        (code, out)
    };
    assert_eq!(check("self != ''", &[]).0, 0);
    let (code, out) = check("self.size() > 1 && other", &[]);
    assert_eq!(code, 1);
    assert!(out.contains("undeclared reference to 'other'"), "{out}");
    let (code, out) = check("self.contains('a')", &["--cost"]);
    assert_eq!(code, 0, "{out}");
    assert!(
        out.contains("314574 × 1") && out.contains("spec.name"),
        "{out}"
    );
    let (code, out) = check("self.matches(self)", &["--cost"]);
    assert_eq!(code, 1);
    assert!(out.contains("give `spec.name` maxLength: "), "{out}");
    // New in 1.34.
    let semver = "isSemver(self)";
    assert_eq!(check(semver, &["--kube", "1.34"]).0, 0);
    let (code, out) = check(semver, &["--kube", "1.33"]);
    assert_eq!(code, 1);
    assert!(out.contains("undeclared reference to 'isSemver'"), "{out}");
}

/// The server prints its structures in Go's form of JSON, here all versions.
#[test]
fn structures_of_the_server_are_shown_to_who_asks_for_them() {
    let other = GOOD
        .split_once("  - name: v1")
        .map(|(_, version)| format!("  - name: v2{version}"));
    let text = format!("{GOOD}{}", other.expect("there is a version"));
    let errors = |arguments: &[&str]| -> Vec<String> {
        let (code, out, _) = run(
            &Folder::new(&[]),
            &[&["check", "-"], arguments].concat(),
            &text,
        );
        assert_eq!(code, 1);
        let lines = out.lines().filter(|line| line.starts_with("error: "));
        lines.map(str::to_owned).collect()
    };
    assert_eq!(
        errors(&[]),
        [
            "error: spec.versions: v1 and v2 have `storage: true`: must have exactly one version marked as storage version",
            "error: status.storedVersions: Invalid value: [\"v1\"]: must have the storage version v2",
        ]
    );
    let verbatim = errors(&["--verbatim"]);
    assert!(
        verbatim[0]
            .starts_with("error: spec.versions: Invalid value: [{\"Name\":\"v1\",\"Served\":true,"),
        "{verbatim:?}"
    );
    let none = GOOD.replace("storage: true", "storage: false");
    let (_, out, _) = run(&Folder::new(&[]), &["check", "-"], &none);
    assert!(
        out.contains("error: spec.versions: no version has `storage: true`: must have"),
        "{out}"
    );
}

#[test]
fn what_a_server_takes_and_does_not_work_is_warned_of() {
    let text = GOOD
        .replace("name: {type: string}", "name: {type: integer, enum: [1, two]}")
        .replace(
            "storage: true\n",
            "storage: true\n    subresources: {status: {}, scale: {specReplicasPath: .spec.name, statusReplicasPath: .spec.name, labelSelectorPath: .spec.name}}\n",
        )
        .replace("statusReplicasPath: .spec.name", "statusReplicasPath: .status.name")
        .replace("type: object\n        properties", "type: object\n        required: [status]\n        properties");
    let (code, out, _) = run(&Folder::new(&[]), &["check", "-"], &text);
    assert_eq!(code, 0, "{out}");
    for words in [
        "warning: the enum value \"two\" is never taken: must be of type integer: \"string\"\n  --> <stdin>:22:47\n",
        "warning: the selector of the scale at `.spec.name` is integer; it must be string,",
        "warning: `status` must be there, and the subresource status takes it away from every object that is created: the server \
         refuses each\n  --> <stdin>:17:20\n",
    ] {
        assert!(out.contains(words), "{out}");
    }
    let large = |length: usize| {
        GOOD.replace(
            "{type: string}",
            &format!("{{type: string, description: {}}}", "x".repeat(length)),
        )
    };
    let (code, out, _) = run(&Folder::new(&[]), &["check", "-"], &large(262_144));
    assert_eq!(code, 0);
    assert!(out.contains(" bytes: `kubectl apply` notes what it applies down in an annotation, where 262144 bytes"), "{out}");
    let (code, out, _) = run(&Folder::new(&[]), &["check", "-"], &large(1_600_000));
    assert_eq!(code, 1);
    assert!(out.contains("error: the CRD has 1600"), "{out}");
    assert!(
        !run(&Folder::new(&[]), &["check", "-"], &large(260_000))
            .1
            .contains("bytes")
    );
}

#[test]
fn an_unknown_format_is_pointed_at_and_the_one_meant_is_named() {
    // `int32` is one of integers; of strings it is none.
    let text = GOOD.replace(
        "name: {type: string}",
        "size: {type: integer, format: int32}\n              name: {type: string, format: int32}\n              day: {type: string, format: dat}",
    );
    let (code, out, _) = run(&Folder::new(&[]), &["check", "-"], &text);
    assert_eq!(code, 0);
    for words in [
        "warning: unrecognized format \"int32\"\n  --> <stdin>:21:44\n",
        "warning: unrecognized format \"dat\"\n  --> <stdin>:22:43\n",
        " = did you mean `date`?\n",
    ] {
        assert!(out.contains(words), "{out}");
    }
}

#[test]
fn warnings_fail_where_they_are_denied() {
    let text = GOOD.replace(
        "name: {type: string}",
        "name: {type: string, format: colour}",
    );
    let warned = run(&Folder::new(&[]), &["check", "-"], &text);
    assert_eq!(warned.0, 0);
    assert!(
        warned.1.contains("warning: unrecognized format \"colour\""),
        "{}",
        warned.1
    );
    let (code, out, _) = run(&Folder::new(&[]), &["check", "--deny=warnings", "-"], &text);
    assert_eq!(code, 1);
    assert!(
        out.contains("error: unrecognized format \"colour\"\n  --> <stdin>:20:44\n"),
        "{out}"
    );
    let (code, out, _) = run(
        &Folder::new(&[]),
        &["check", "--deny", "warnings", "-o", "json", "-"],
        &text,
    );
    let whole: Value = serde_json::from_str(&out).expect("it is JSON");
    assert_eq!((code, &whole["accepted"]), (1, &json!(false)));
    assert_eq!(whole["objects"][0]["verdict"], "refused");
}

/// A CRD whose schema of `name` is this, checked.
fn check_name(schema: &str, arguments: &[&str]) -> (i32, String) {
    let crd = GOOD.replace("name: {type: string}", &format!("name: {schema}"));
    let arguments = [&["check", "-"], arguments].concat();
    let (code, out, _) = run(&Folder::new(&[]), &arguments, &crd);
    (code, out)
}

/// The versions are those at which real servers begin to take the rule and to check the format.
#[test]
fn the_oldest_server_stands_beside_what_older_ones_lack() {
    let head = "accepted: CustomResourceDefinition pizzas.example.com (<stdin>:1:1), ";
    let semver = "{type: string, x-kubernetes-validations: [{rule: isSemver(self)}]}";
    let short = "{type: string, format: k8s-short-name}";
    for (schema, said) in [
        ("{type: string}", "oldest server 1.31 or older\n"),
        (
            semver,
            "oldest server 1.34\n  `isSemver` needs 1.34 (spec.name), line 20\n",
        ),
        (
            short,
            "oldest server 1.35, taken from 1.31 on\n  `format: k8s-short-name` is checked from 1.35 on, and \
             ignored before (spec.name), line 20\n",
        ),
    ] {
        let (code, out) = check_name(schema, &[]);
        assert_eq!((code, out), (0, format!("{head}{said}1 CRD: accepted\n")));
    }
    // Of one that a newer server refuses, those that took it are named.
    let duration =
        "{type: integer, x-kubernetes-validations: [{rule: \"duration(self) > duration('1s')\"}]}";
    let (code, out) = check_name(duration, &[]);
    assert_eq!(code, 1);
    let said = "(<stdin>:1:1), but taken by 1.31 to 1.36\n  refused from 1.37 on: found no matching overload for 'duration' \
                applied to '(int)' (spec.name), line 20\n";
    assert!(out.contains(said), "{out}");
    let (code, out) = check_name(duration, &["--kube", "1.36"]);
    assert_eq!(code, 0, "{out}");
    assert!(
        out.contains(", oldest server 1.31 or older, newest 1.36\n"),
        "{out}"
    );
}

/// Any server takes it as a new CRD, which is not what is asked.
#[test]
fn servers_are_named_for_a_refused_update_only_if_they_take_that() {
    let new = GOOD.replace("name: v1\n", "name: v2\n");
    let folder = Folder::new(&[("old.yaml", GOOD), ("new.yaml", &new)]);
    let (code, out, _) = run(&folder, &["check", "new.yaml", "--old", "old.yaml"], "");
    assert_eq!(code, 1, "{out}");
    assert!(out.contains("missing from spec.versions"), "{out}");
    assert!(!out.contains("but taken by"), "{out}");
    let (code, out, _) = run(&folder, &["check", "new.yaml"], "");
    assert_eq!(code, 0, "{out}");
}

#[test]
fn the_oldest_server_is_a_number_for_programs() {
    let semver = "{type: string, x-kubernetes-validations: [{rule: isSemver(self)}]}";
    let (_, out) = check_name(semver, &["-o", "json"]);
    let document: Value = serde_json::from_str(&out).unwrap();
    assert_eq!(
        document["objects"][0]["servers"],
        json!({
            "oldest": "1.34",
            "newest": "1.37",
            "takenBy": ["1.34", "1.35", "1.36", "1.37"],
            "reasons": [{
                "servers": ["1.31", "1.32", "1.33"],
                "paths": [
                    "spec.versions[0].schema.openAPIV3Schema.properties[spec].properties[name].x-kubernetes-validations[0].rule",
                ],
                "rare": false,
                "text": "`isSemver` needs 1.34 (spec.name)",
            }],
        })
    );
}

#[test]
fn a_range_of_servers_must_take_a_crd_as_it_is_meant() {
    let semver = "{type: string, x-kubernetes-validations: [{rule: isSemver(self)}]}";
    assert_eq!(check_name(semver, &["--kube", "1.34.."]).0, 0);
    let (code, out) = check_name(semver, &["--kube", "1.33.."]);
    assert_eq!(code, 1);
    assert!(
        out.starts_with("error: `isSemver` needs 1.34 (spec.name)\n  --> <stdin>:20:"),
        "{out}"
    );
    // What is taken and not checked is an error, too, until it is said in other words.
    let (code, out) = check_name(
        "{type: string, format: k8s-short-name}",
        &["--kube", ">=1.34"],
    );
    assert_eq!(code, 1);
    assert!(out.contains("= say it as `pattern`, too\n"), "{out}");
    let said = "{type: string, format: k8s-short-name, pattern: '^[a-z]+$'}";
    assert_eq!(check_name(said, &["--kube", ">=1.34"]).0, 0);
    let int32 = "{type: integer, format: int32}";
    assert_eq!(check_name(int32, &["--kube", "1.31..=1.35"]).0, 0);
    assert_eq!(check_name(int32, &["--kube", "1.31..=1.36"]).0, 1);
    for versions in ["1.30", "1.31..=1.99", "banana", "1.36..=1.33"] {
        let (code, _, err) = run(&Folder::new(&[]), &["check", "--kube", versions, "-"], GOOD);
        assert_eq!(code, 2, "{versions}");
        assert!(err.contains("version"), "{err}");
    }
}
