//! `wheelwright samples`, run as a program.

mod command;

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
      openAPIV3Schema: {type: object, properties: {spec: {type: object, properties: {size: {type: integer, maximum: 60}}}}}
";

const GOOD: &str =
    "apiVersion: example.com/v1\nkind: Pizza\nmetadata: {name: a}\nspec: {size: 60}\n";
const LARGE: &str =
    "apiVersion: example.com/v1\nkind: Pizza\nmetadata: {name: b}\nspec: {size: 61}\n";

fn samples(files: &[(&str, &str)], arguments: &[&str]) -> (i32, String, String) {
    let mut all = vec![("crd.yaml", CRD)];
    all.extend_from_slice(files);
    let arguments = [&["samples", "--crd", "crd.yaml"], arguments].concat();
    run(&Folder::new(&all), &arguments, "")
}

#[test]
fn files_folders_and_markdown_are_read() {
    let readme =
        format!("A pizza:\n\n```yaml\n{GOOD}```\n\n```yaml\n# error: spec.size\n{LARGE}```\n");
    let config = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: c}\n";
    let files = [
        ("docs/README.md", &*readme),
        ("docs/in/a.yml", GOOD),
        ("c.yaml", config),
    ];
    let (exit, output, errors) = samples(&files, &["docs", "c.yaml"]);
    assert_eq!(
        (exit, &*output, &*errors),
        (
            0,
            "3 samples, 1 of which an error is expected; 1 of other kinds left aside\n",
            ""
        )
    );
}

#[test]
fn what_is_not_as_it_shows_is_refused_at_its_line() {
    let (exit, output, _) = samples(&[("a.yaml", LARGE)], &["a.yaml"]);
    let wrong =
        "spec.size: Invalid value: 61: spec.size in body should be less than or equal to 60";
    assert_eq!(
        (exit, output),
        (1, format!("a.yaml:4: {wrong}\n1 sample\n"))
    );
    let (exit, output, _) = samples(&[("a.yaml", LARGE)], &["a.yaml", "--output", "github"]);
    let line = "::error file=a.yaml,line=4,endLine=4,col=1,endColumn=1,title=a sample is not what it shows::";
    assert_eq!((exit, output), (1, format!("{line}{wrong}\n")));
}

#[test]
fn nothing_to_do_is_trouble() {
    let folder = [("a.md", "No block.\n")];
    let (exit, _, errors) = samples(&folder, &["a.md"]);
    assert_eq!(
        (exit, &*errors),
        (2, "wheelwright: there is no sample of these kinds\n")
    );
    let (exit, output, errors) = samples(&folder, &["gone.yaml"]);
    assert_eq!((exit, &*output), (2, ""));
    assert!(errors.starts_with("wheelwright: gone.yaml: "), "{errors}");
    let twice = Folder::new(&[("a.yaml", GOOD), ("crds/a.yaml", CRD), ("crds/b.yaml", CRD)]);
    let (exit, _, errors) = run(&twice, &["samples", "--crd", "crds", "a.yaml"], "");
    let said = "wheelwright: crds/b.yaml:1:1: pizzas.example.com is given twice, first at crds/a.yaml:1:1\n";
    assert_eq!((exit, &*errors), (2, said));
    let half = Folder::new(&[("a.yaml", GOOD), ("crd.yaml", "kind: [")]);
    let (exit, _, errors) = run(&half, &["samples", "--crd", "crd.yaml", "a.yaml"], "");
    assert_eq!(exit, 2);
    assert!(errors.contains("crd.yaml:1:"), "{errors}");
}
