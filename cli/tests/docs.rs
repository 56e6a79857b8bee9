//! `wheelwright docs`, run as a program.

mod command;

use std::fs;

use command::{Folder, run};

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
    schema:
      openAPIV3Schema:
        type: object
        properties:
          spec:
            type: object
            properties:
              size: {type: integer, maximum: 60, description: 'Across, in centimetres.'}
";

const FILES: [&str; 4] = [
    "pizzas.example.com.html",
    "pizzas.example.com.md",
    "pizzas.example.com.mmd",
    "example.com/pizza_v1.json",
];

#[test]
fn files_are_written_and_held() {
    let folder = Folder::new(&[("crds/pizza.yaml", CRD)]);
    let docs = |more: &[&str]| run(&folder, &[&["docs", "--crd", "crds"], more].concat(), "");
    let (exit, output, _) = docs(&["--check"]);
    assert_eq!(
        (exit, output.matches("is missing").count()),
        (1, 4),
        "{output}"
    );
    assert!(!folder.path().join("docs").exists());

    let (exit, output, errors) = docs(&[]);
    assert_eq!((exit, errors.as_str()), (0, ""));
    let mut written: Vec<&str> = output.lines().collect();
    written.sort_unstable();
    let mut wanted = FILES.map(|file| format!("docs/{file}"));
    wanted.sort_unstable();
    assert_eq!(written, wanted);
    let page = fs::read_to_string(folder.path().join("docs").join(FILES[0])).expect("a page");
    assert!(page.contains("id=\"v1.spec.size\""));
    let (exit, output, _) = docs(&["--check"]);
    assert_eq!(
        (exit, output.matches("as it should be").count()),
        (0, 4),
        "{output}"
    );

    folder.change("crds/pizza.yaml", "maximum: 60", "maximum: 50");
    let (exit, output, _) = docs(&["--check", "--quiet"]);
    assert_eq!(
        (exit, output.matches("differs").count()),
        (1, 3),
        "{output}"
    );
    // The picture does not show fields.
    assert!(!output.contains(".mmd"), "{output}");
}

#[test]
fn forms_and_folder_are_as_asked() {
    let folder = Folder::new(&[]);
    let arguments = [
        "docs",
        "--crd",
        "-",
        "--out",
        "a/b",
        "--format",
        "json-schema,mermaid",
    ];
    let (exit, output, errors) = run(&folder, &arguments, CRD);
    assert_eq!((exit, errors.as_str()), (0, ""));
    assert_eq!(
        output,
        "a/b/example.com/pizza_v1.json\na/b/pizzas.example.com.mmd\n"
    );
    let schema = fs::read(folder.path().join("a/b").join(FILES[3])).expect("a schema");
    let schema: serde_json::Value = serde_json::from_slice(&schema).expect("it is JSON");
    assert_eq!(
        schema["properties"]["spec"]["properties"]["size"]["maximum"],
        60
    );
}

#[test]
fn of_what_cannot_be_documented_nothing_is_written() {
    let half = CRD.lines().take(10).collect::<Vec<_>>().join("\n");
    let cut = &CRD[..CRD.len() - 30];
    let loose = CRD.replace(
        "          spec:\n            type: object\n",
        "          spec:\n",
    );
    let no_version = format!(
        "{}  versions: []\n",
        CRD.split("  versions:").next().unwrap_or(CRD)
    );
    let other = CRD.replace("pizzas", "pans").replace("Pizza", "Pan");
    let same_file = CRD.replace("pizzas", "panes").replace("Pizza", "Pan");
    for (name, text, exit, said) in [
        ("loose.yaml", loose.as_str(), 1, "loose.yaml:16:11"),
        ("half.yaml", half.as_str(), 1, "half.yaml:"),
        ("cut.yaml", cut, 2, "cut.yaml:"),
        ("none.yaml", no_version.as_str(), 1, "none.yaml:8:"),
        ("twice.yaml", other.as_str(), 1, "this CRD is at"),
        (
            "same.yaml",
            same_file.as_str(),
            1,
            "example.com/pan_v1.json is of another CRD already",
        ),
        (
            "old.yaml",
            &CRD.replace("k8s.io/v1", "k8s.io/v1beta1"),
            1,
            "old.yaml:1:",
        ),
        ("pizza.yaml", "apiVersion: [", 2, "pizza.yaml:1:"),
    ] {
        let folder = Folder::new(&[("crds/a.yaml", &other), (&format!("crds/{name}"), text)]);
        let (code, output, errors) = run(&folder, &["docs", "--crd", "crds"], "");
        assert_eq!(code, exit, "{name}: {output}{errors}");
        assert!(output.contains(said), "{name}: {output}");
        assert!(output.contains("Nothing is written."), "{name}: {output}");
        assert!(!folder.path().join("docs").exists(), "{name}");
    }
    let folder = Folder::new(&[("pizza.yaml", "apiVersion: v1\nkind: Pod\n"), ("docs", "")]);
    let (exit, _, errors) = run(&folder, &["docs", "--crd", "pizza.yaml"], "");
    assert_eq!(
        (
            exit,
            errors.contains("there is no CustomResourceDefinition")
        ),
        (2, true),
        "{errors}"
    );
    let (exit, _, errors) = run(&folder, &["docs", "--crd", "-"], CRD);
    assert_eq!(
        (exit, errors.contains("docs is no folder")),
        (2, true),
        "{errors}"
    );
    let (exit, _, errors) = run(&folder, &["docs", "--crd", "gone.yaml"], "");
    assert_eq!(exit, 2, "{errors}");
}
