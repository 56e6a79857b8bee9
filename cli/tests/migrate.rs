//! `wheelwright migrate` where there is no cluster to ask; with one, `e2e` does.
#![cfg(feature = "cluster")]

mod command;

use command::{Folder, run};

const KUBECONFIG: &str = "apiVersion: v1\nkind: Config\ncurrent-context: here\n\
     clusters: [{name: here, cluster: {server: 'http://127.0.0.1:1'}}]\n\
     users: [{name: me, user: {}}]\n\
     contexts: [{name: here, context: {cluster: here, user: me}}]\n";

#[test]
fn what_keeps_it_from_a_cluster_is_said_in_words() {
    let folder = Folder::new(&[("config", KUBECONFIG), ("broken", "clusters: 3\n")]);
    for (arguments, words) in [
        (
            ["--kubeconfig", "none"].as_slice(),
            "wheelwright: none: failed to read kubeconfig from",
        ),
        (&["--kubeconfig", "broken"], "wheelwright: broken: "),
        (
            &["--kubeconfig", "config", "--context", "there"],
            "wheelwright: config: failed to load current context: there",
        ),
        (
            &["--kubeconfig", "config"],
            "wheelwright: the API server is not reached: GET /apis/apiextensions.k8s.io/v1/customresourcedefinitions/pizzas.example.com: ",
        ),
        (
            &["--kubeconfig", "config", "--status"],
            "wheelwright: the API server is not reached: ",
        ),
    ] {
        let (code, out, error) = run(
            &folder,
            &[&["migrate", "pizzas.example.com"], arguments].concat(),
            "",
        );
        assert_eq!((code, out.as_str()), (2, ""), "{arguments:?}: {error}");
        assert!(error.starts_with(words), "{arguments:?}: {error}");
    }
}
