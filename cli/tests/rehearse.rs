//! `wheelwright rehearse`, run as a program.

mod command;

use command::{Folder, run};

fn crd(conversion: &str) -> String {
    let version = |name: &str, storage: bool| {
        format!(
            "  - name: {name}\n    served: true\n    storage: {storage}\n    schema: {{openAPIV3Schema: {{type: object, \
             properties: {{spec: {{type: object, properties: {{size: {{type: integer}}}}}}}}}}}}\n"
        )
    };
    format!(
        "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: {{name: pizzas.example.com}}\nspec:\n  \
         group: example.com\n  names: {{kind: Pizza, plural: pizzas}}\n  scope: Namespaced\n{conversion}  versions:\n{}{}",
        version("v1", true),
        version("v2", false)
    )
}

const WEBHOOK: &str = "  conversion: {strategy: Webhook, webhook: {conversionReviewVersions: [v1], clientConfig: \
                       {service: {namespace: a, name: b}}}}\n";

const DUMP: &str = r#"{"kind": "List", "apiVersion": "v1", "items": [
    {"apiVersion": "example.com/v1", "kind": "Pizza", "metadata": {"name": "a"}, "spec": {"size": 1}}
]}"#;

#[test]
fn without_a_webhook_only_versions_change() {
    let folder = Folder::new(&[("crd.yaml", &crd("")), ("dump.json", DUMP)]);
    let (exit, output, errors) = run(&folder, &["rehearse", "--crd", "crd.yaml", "dump.json"], "");
    assert_eq!((exit, &*errors), (0, ""));
    assert!(
        output.ends_with("\n1 object, nothing would go wrong\n"),
        "{output}"
    );
    let lossy = DUMP.replace("size", "cheese");
    let (exit, output, _) = run(&folder, &["rehearse", "--crd", "crd.yaml", "-"], &lossy);
    assert_eq!(exit, 1);
    let line = "a (v1): the new schema does not know spec.cheese, a server drops it\n";
    assert!(output.starts_with(line), "{output}");
}

#[cfg(unix)]
#[test]
fn a_command_converts() {
    let crd = crd(WEBHOOK);
    let folder = Folder::new(&[("crd.yaml", &crd), ("dump.json", DUMP)]);
    let arguments = [
        "rehearse",
        "--crd",
        "crd.yaml",
        "dump.json",
        "-o",
        "json",
        "--convert",
    ];
    // It gives each object the version that it is asked for, and at v2 another size.
    let script = r#"cat > r; v=$(sed -n 's/.*"desiredAPIVersion":"\([^"]*\)".*/\1/p' r); o='{"apiVersion":"'$v'","kind":"Pizza","metadata":{"name":"a"},"spec":{"size":2}}'; echo '{"kind":"ConversionReview","apiVersion":"apiextensions.k8s.io/v1","response":{"uid":"wheelwright","result":{"status":"Success"},"convertedObjects":['"$o"']}}'"#;
    let (exit, output, errors) = run(&folder, &[&arguments[..], &[script]].concat(), "");
    assert_eq!((exit, &*errors), (1, ""));
    let text = "it comes back from v2 with another spec.size";
    assert!(output.contains(text), "{output}");
    // What converts nothing is trouble, and no finding.
    let (exit, output, errors) = run(&folder, &[&arguments[..], &["exit 3"]].concat(), "");
    assert_eq!((exit, &*output), (2, ""));
    assert!(errors.contains("`exit 3` converts nothing"), "{errors}");
    let (exit, _, errors) = run(&folder, &arguments[..4], "");
    assert_eq!(exit, 2);
    assert!(
        errors.contains("give its conversion, as a command or a URL by --convert"),
        "{errors}"
    );
}

#[test]
fn what_cannot_be_read_is_trouble() {
    let crd = crd("");
    let folder = Folder::new(&[
        ("crd.yaml", &crd),
        ("half.json", &DUMP[..100]),
        ("none.json", "{}"),
    ]);
    let rehearse = |dump: &str| run(&folder, &["rehearse", "--crd", "crd.yaml", dump], "");
    let (exit, output, errors) = rehearse("half.json");
    assert_eq!((exit, &*output), (2, ""));
    assert!(
        errors.starts_with("wheelwright: half.json:2: EOF"),
        "{errors}"
    );
    assert_eq!(rehearse("gone.json").0, 2);
    let (exit, _, errors) = rehearse("none.json");
    assert_eq!(
        (exit, &*errors),
        (2, "wheelwright: there is no object of the CRD's kind\n")
    );
    let (exit, _, errors) = run(
        &folder,
        &["rehearse", "--crd", "none.json", "half.json"],
        "",
    );
    assert_eq!(exit, 2);
    assert!(
        errors.contains("must hold one CustomResourceDefinition"),
        "{errors}"
    );
}

/// Without dumps, the cluster is asked; with one, `e2e` does.
#[cfg(feature = "cluster")]
#[test]
fn what_keeps_it_from_a_cluster_is_said() {
    let config = "apiVersion: v1\nkind: Config\ncurrent-context: here\n\
         clusters: [{name: here, cluster: {server: 'http://127.0.0.1:1'}}]\n\
         users: [{name: me, user: {}}]\n\
         contexts: [{name: here, context: {cluster: here, user: me}}]\n";
    let crd = crd("");
    let folder = Folder::new(&[("crd.yaml", &crd), ("config", config), ("dump.json", DUMP)]);
    let rehearse = |arguments: &[&str]| {
        let (exit, output, errors) = run(
            &folder,
            &[&["rehearse", "--crd", "crd.yaml"], arguments].concat(),
            "",
        );
        assert_eq!((exit, &*output), (2, ""), "{arguments:?}");
        errors
    };
    let errors = rehearse(&["--kubeconfig", "config"]);
    let words = "wheelwright: the API server is not reached: GET /apis/apiextensions.k8s.io/v1/customresourcedefinitions/pizzas.example.com: ";
    assert!(errors.starts_with(words), "{errors}");
    let errors = rehearse(&["--kubeconfig", "none"]);
    assert!(errors.starts_with("wheelwright: none: "), "{errors}");
    let errors = rehearse(&["dump.json", "--context", "here"]);
    assert_eq!(
        errors,
        "wheelwright: dumps are read and no cluster: leave out the dumps, or --kubeconfig and --context\n"
    );
}
