//! `wheelwright import`, run as a program.

mod command;

use command::{Folder, run};

/// A package for the modules.
const PACKAGE: (&str, &str) = ("Cargo.toml", "[package]\nname = \"kitchen\"\n");

const CRD: &str = "\
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
              size: {type: integer, format: int32, maximum: 2147483647}
";

/// The exit code, the output and the errors; then whether the module was written.
fn import(files: &[(&str, &str)], arguments: &[&str]) -> (i32, String, String, bool) {
    let folder = Folder::new(&[&[PACKAGE], files].concat());
    let (code, out, err) = run(&folder, &[&["import"], arguments].concat(), "");
    let (seen, ..) = run(
        &folder,
        &["check", "-q", "src/api/pizzas.example.com.yaml"],
        "",
    );
    (code, out, err, seen == 0)
}

#[test]
fn a_crd_is_written_once_and_checked_from_then_on() {
    let folder = Folder::new(&[
        PACKAGE,
        ("crd.yaml", CRD),
        ("changed.yaml", &CRD.replace("int32", "int64")),
    ]);
    let (code, out, err) = run(&folder, &["import", "crd.yaml"], "");
    assert_eq!((code, err.as_str()), (0, ""));
    assert!(
        out.starts_with("pizzas.example.com -> src/api/pizzas (2 files, "),
        "{out}"
    );
    assert!(
        out.contains("  function: v1 .spec.size: what no key says of `format`, `maximum`, `type`"),
        "{out}"
    );

    let (code, out, _) = run(&folder, &["check", "src/api/pizzas.example.com.yaml"], "");
    assert_eq!(code, 0, "{out}");

    let (code, out, err) = run(&folder, &["import", "crd.yaml"], "");
    assert_eq!((code, out.as_str()), (2, ""));
    assert!(
        err.contains("src/api/pizzas/mod.rs is there already, and yours, as are 2 more files"),
        "{err}"
    );

    let (code, out, _) = run(&folder, &["import", "--check", "crd.yaml"], "");
    assert_eq!(
        (code, out.as_str()),
        (
            0,
            "src/api/pizzas.example.com.yaml: as pizzas.example.com\n"
        )
    );
    let (code, out, _) = run(&folder, &["import", "--check", "changed.yaml"], "");
    assert_eq!(code, 1);
    let path = "spec.versions[0].schema.openAPIV3Schema.properties.spec.properties.size.format";
    assert!(
        out.contains(&format!("{path}: \"int32\" here, \"int64\" in the CRD")),
        "{out}"
    );
}

#[test]
fn further_crds_join_the_modules_that_are_there() {
    let other = CRD.replace("pizzas", "drinks").replace("Pizza", "Drink");
    let folder = Folder::new(&[PACKAGE, ("a.yaml", CRD), ("b.yaml", &other)]);
    assert_eq!(
        run(&folder, &["import", "-q", "a.yaml"], ""),
        (0, String::new(), String::new())
    );
    assert_eq!(
        run(&folder, &["import", "-q", "b.yaml"], ""),
        (0, String::new(), String::new())
    );
    let (code, out, _) = run(&folder, &["import", "--check", "a.yaml", "b.yaml"], "");
    assert_eq!(code, 0, "{out}");
}

#[test]
fn the_group_chooses() {
    let other = CRD.replace("example.com", "example.org");
    let files = [("a.yaml", CRD), ("b.yaml", &*other)];
    let (code, out, _, is_written) =
        import(&files, &["--group", "example.com", "a.yaml", "b.yaml"]);
    assert_eq!(code, 0);
    assert!(out.contains("b.yaml:1:1: skipped") && is_written, "{out}");
    let (code, _, err, _) = import(&files, &["--group", "example.net", "a.yaml"]);
    assert_eq!(code, 2);
    assert!(
        err.contains("no CustomResourceDefinition of group `example.net`"),
        "{err}"
    );
}

#[test]
fn what_a_server_refuses_is_not_written_and_neither_is_anything_else() {
    let untyped = CRD
        .replace("type: integer, ", "")
        .replace("pizzas", "drinks");
    let files = [("a.yaml", CRD), ("b.yaml", &*untyped)];
    let (code, out, _, is_written) = import(&files, &["a.yaml", "b.yaml"]);
    assert_eq!(code, 1, "{out}");
    assert!(
        out.contains("--> b.yaml:20:15") && out.contains("Nothing is written."),
        "{out}"
    );
    assert!(!is_written);

    let old = CRD.replace("apiextensions.k8s.io/v1", "apiextensions.k8s.io/v1beta1");
    let (code, out, ..) = import(&[("crd.yaml", &*old)], &["crd.yaml"]);
    assert_eq!(code, 1, "{out}");
    assert!(
        out.contains("v1beta1") && out.contains("crd.yaml:1"),
        "{out}"
    );

    let (code, out, ..) = import(&[("a.yaml", CRD), ("b.yaml", CRD)], &["a.yaml", "b.yaml"]);
    assert_eq!(code, 1);
    assert!(
        out.contains("this CRD is at a.yaml:1:1 already") && out.contains("--> b.yaml:4:9"),
        "{out}"
    );
}

#[test]
fn what_cannot_be_read_or_written_ends_with_2() {
    let half = &CRD[..CRD.len() - 20];
    for (text, wanted) in [
        (half, "crd.yaml:20"),
        ("a: [", "crd.yaml:1"),
        ("just words", "crd.yaml"),
        ("\u{0}", "crd.yaml"),
    ] {
        let (code, out, err, is_written) = import(&[("crd.yaml", text)], &["crd.yaml"]);
        assert_eq!(code, 2, "{text}: {out}{err}");
        assert!((out + &err).contains(wanted), "{text}");
        assert!(!is_written);
    }
    let pod = "apiVersion: v1\nkind: Pod\nmetadata: {name: a}\n";
    let (code, _, err, _) = import(&[("pod.yaml", pod)], &["pod.yaml"]);
    assert_eq!(code, 2);
    assert!(
        err.contains("there is no CustomResourceDefinition"),
        "{err}"
    );
    let (code, out, _, _) = import(&[], &["nowhere"]);
    assert_eq!(code, 2, "{out}");
    let (code, _, err, _) = import(&[("crd.yaml", CRD), ("src/api", "a file")], &["crd.yaml"]);
    assert_eq!(code, 2);
    assert!(err.contains("src/api is no folder"), "{err}");
    let (code, _, err, _) = import(&[("crd.yaml", CRD), ("src", "a file")], &["crd.yaml"]);
    assert_eq!(code, 2);
    assert!(
        err.contains("src/api/mod.rs cannot be read") && err.contains("nothing is written"),
        "{err}"
    );
}

#[test]
fn a_conversion_that_the_crd_does_not_name_is_yours() {
    let version = CRD.split_once("  - name: v1\n").unwrap().1;
    let older = version
        .replace("storage: true", "storage: false")
        .replace("int32", "int64");
    let folder = Folder::new(&[
        PACKAGE,
        ("crd.yaml", &format!("{CRD}  - name: v1beta1\n{older}")),
    ]);
    let (code, out, err) = run(&folder, &["import", "crd.yaml"], "");
    assert_eq!(code, 0, "{out}{err}");
    assert!(
        out.contains("  decide: spec.conversion: the CRD says nothing of conversion"),
        "{out}"
    );
    assert!(
        out.contains("  decide: v1beta1: no `Spoke` is written: `.spec.size`: its types differ"),
        "{out}"
    );
    folder.change(
        "src/api/pizzas.example.com.yaml",
        "    strategy: None\n",
        "    strategy: Webhook\n    webhook: {clientConfig: {url: https://example.com/convert}, conversionReviewVersions: [v1]}\n",
    );
    let (code, out, _) = run(&folder, &["import", "--check", "crd.yaml"], "");
    assert_eq!(
        (code, out.as_str()),
        (
            0,
            "src/api/pizzas.example.com.yaml: as pizzas.example.com\n"
        )
    );
}

#[test]
fn a_manifest_that_is_missing_or_broken_fails_the_check() {
    let (code, out, _, _) = import(&[("crd.yaml", CRD)], &["--check", "crd.yaml"]);
    assert_eq!(code, 1);
    assert!(
        out.contains("src/api/pizzas.example.com.yaml is missing"),
        "{out}"
    );
    let files = [
        ("crd.yaml", CRD),
        ("src/api/pizzas.example.com.yaml", "a: [\n"),
    ];
    let (code, _, err, _) = import(&files, &["--check", "crd.yaml"]);
    assert_eq!(code, 2);
    assert!(err.contains("src/api/pizzas.example.com.yaml:"), "{err}");
}

/// Two versions that have one field under two names.
fn two_versions() -> String {
    let (before, version) = CRD.split_once("  - name: v1\n").unwrap();
    let older = version
        .replace("storage: true", "storage: false")
        .replace("size:", "width:");
    format!("{before}  - name: v1\n{version}  - name: v1beta1\n{older}")
}

const OLDER: &str = r#"
{"apiVersion": "example.com/v1beta1", "kind": "Pizza", "metadata": {"name": "one"}, "spec": {"width": 3}}
{"apiVersion": "example.com/v1beta1", "kind": "Pizza", "metadata": {"name": "two"}, "spec": {"width": 4}}
"#;

const REFUSAL: &str = r#"{"apiVersion": "apiextensions.k8s.io/v1", "kind": "ConversionReview", "response":
    {"uid": "wheelwright", "result": {"status": "Failure", "message": "not today"}}}"#;

/// Objects are made where none are given: a command that swaps two names says what became of the field.
#[cfg(unix)]
#[test]
fn mappings_are_found_by_asking_about_objects_that_are_made() {
    let crd = two_versions();
    // Of a review in one line, as it comes: the object, at the other version and with the other name.
    let ask = r#"sed -E -e 's/.*"objects":\[(.*)\].*/\1/' -e 's/example.com.v1beta1"/example.com\/V"/' \
        -e 's/example.com.v1"/example.com\/v1beta1"/' -e 's/example.com.V"/example.com\/v1"/' \
        -e '/v1beta1"/s/"size"/"width"/' -e '/v1beta1"/!s/"width"/"size"/' \
        -e 's/(.*)/{"response":{"uid":"wheelwright","result":{"status":"Success"},"convertedObjects":[\1]}}/'"#;
    let (code, out, err, _) = import(&[("crd.yaml", crd.as_str())], &["crd.yaml", "--ask", ask]);
    assert_eq!((code, err.as_str()), (0, ""));
    let found = "by what stands in 120 pairs of samples: `.spec.width` to `.spec.size`";
    assert!(out.contains(found), "{out}");
}

/// By both versions of two objects, and by what converts the older ones.
#[test]
fn mappings_are_found_in_samples() {
    let crd = two_versions();
    let newer = OLDER.replace("v1beta1", "v1").replace("width", "size");
    let answer = |line: &str| {
        format!(
            r#"{{"apiVersion": "apiextensions.k8s.io/v1", "kind": "ConversionReview", "response":
            {{"uid": "wheelwright", "result": {{"status": "Success"}}, "convertedObjects": [{line}]}}}}"#
        )
    };
    let answers: Vec<String> = newer.trim().lines().map(answer).collect();
    let files = [
        ("crd.yaml", crd.as_str()),
        ("older.json", OLDER),
        ("newer.json", &newer),
        ("one.json", &answers[0]),
        ("two.json", &answers[1]),
    ];
    let (code, out, err, _) = import(&files, &["crd.yaml"]);
    assert_eq!((code, err.as_str()), (0, ""));
    assert!(!out.contains("`.spec.width` to"), "{out}");
    let found = "by what stands in 2 pairs of samples: `.spec.width` to `.spec.size`";
    let (code, out, err, _) = import(
        &files,
        &["crd.yaml", "--samples", "older.json", "newer.json"],
    );
    assert_eq!((code, err.as_str()), (0, ""));
    assert!(out.contains(found), "{out}");
    if cfg!(unix) {
        let ask = r#"grep -q '"one"' && cat one.json || cat two.json"#;
        let arguments = ["crd.yaml", "--samples", "older.json", "--ask", ask];
        let (code, out, err, _) = import(&files, &arguments);
        assert_eq!((code, err.as_str()), (0, ""));
        assert!(out.contains(found), "{out}");
    }
}

#[test]
fn samples_that_say_nothing_are_an_error() {
    let crd = two_versions();
    let other = OLDER.replace("Pizza", "Cake");
    let files = [
        ("crd.yaml", crd.as_str()),
        ("older.json", OLDER),
        ("cake.json", &other),
        ("half.json", "{"),
        ("refusal.json", REFUSAL),
    ];
    for (arguments, said) in [
        (&["--samples", "nowhere.json"][..], "nowhere.json"),
        (&["--samples", "half.json"], "half.json:"),
        (
            &["--samples", "cake.json"],
            "no sample is an object of a CRD",
        ),
        (
            &["--samples", "older.json", "--ask", "exit 3"],
            "`exit 3` converts nothing",
        ),
        (&["--ask", "exit 3"], "`exit 3` converts nothing"),
        (
            &["--ask", "cat refusal.json"],
            "no object that was made of the CRDs is converted, the last with: not today",
        ),
    ] {
        let (code, _, err, is_written) = import(&files, &[&["crd.yaml"], arguments].concat());
        assert_eq!(code, 2, "{arguments:?}: {err}");
        assert!(err.contains(said), "{arguments:?}: {err}");
        assert!(!is_written, "{arguments:?}");
    }
}
