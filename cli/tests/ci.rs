//! The GitHub Action and the hooks of pre-commit at the root of the repository, run.

mod command;

use std::fs;
use std::process::Command;

use command::{Folder, run};
use serde_json::Value;

const CRD: &str = include_str!("../../examples/greetings/crd.yaml");

fn yaml(text: &str) -> Value {
    let mut documents = wheelwright_yaml::documents(text);
    assert_eq!(documents.len(), 1);
    documents.remove(0).expect("it is YAML").value
}

/// A folder of CRDs, one of a release that breaks somebody, one that no server takes, and the modules of the first.
fn folder() -> Folder {
    let breaking = CRD.replace("maxLength: 256", "maxLength: 255");
    let broken = CRD.replace("scope: Namespaced", "scope: Everywhere");
    assert!(breaking != CRD && broken != CRD);
    let folder = Folder::new(&[
        ("crds dir/crd.yaml", CRD),
        ("breaking/crd.yaml", &breaking),
        ("broken/crd.yaml", &broken),
    ]);
    let (exit, output, errors) = run(&folder, &["import", "crds dir", "--out", "api"], "");
    assert_eq!(exit, 0, "{output}{errors}");
    folder
}

/// What is asked, and how it ends.
const CASES: [(&str, &[&str], i32); 6] = [
    ("check", &["crds dir"], 0),
    ("check", &["crds dir", "broken"], 1),
    ("diff", &["crds dir", "crds dir"], 0),
    ("diff", &["crds dir", "breaking"], 1),
    ("import", &["crds dir", "--out", "api"], 0),
    ("import", &["breaking", "--out", "api"], 1),
];

#[test]
fn hooks_are_commands() {
    let hooks = yaml(include_str!("../../.pre-commit-hooks.yaml"));
    let folder = folder();
    for (name, arguments, exit) in CASES {
        let id = format!("wheelwright-{name}");
        let mut found = hooks.as_array().into_iter().flatten();
        let hook = found.find(|hook| hook["id"] == *id).expect("a hook");
        // With files passed, pre-commit would add them to the arguments.
        assert_eq!(hook["pass_filenames"], false);
        assert_eq!(hook["language"], "system");
        let entry = hook["entry"].as_str().expect("a command");
        let mut words = entry.split(' ');
        assert_eq!(words.next(), Some("wheelwright"));
        let all: Vec<&str> = words.chain(arguments.iter().copied()).collect();
        let (ended, output, errors) = run(&folder, &all, "");
        assert_eq!(ended, exit, "{all:?}: {output}{errors}");
    }
}

/// The step that runs the command, as a runner does: its script by bash, its inputs in the environment.
#[test]
fn the_action_runs_commands() {
    let action = yaml(include_str!("../../action.yml"));
    let steps = action["runs"]["steps"].as_array().expect("steps");
    for step in steps {
        if let Some(script) = step["run"].as_str() {
            assert!(
                !script.contains("${{"),
                "an input in a script is a part of it"
            );
            assert_eq!(step["shell"], "bash");
        }
    }
    let script = steps.last().and_then(|step| step["run"].as_str());
    let script = script.expect("a script");
    let folder = folder();
    let bin = folder.path().join("installed/bin");
    fs::create_dir_all(&bin).expect("a folder");
    fs::copy(env!("CARGO_BIN_EXE_wheelwright"), bin.join("wheelwright")).expect("a copy");
    let act = |command: &str, arguments: &str| {
        let output = Command::new("bash")
            .args([
                "--noprofile",
                "--norc",
                "-e",
                "-o",
                "pipefail",
                "-c",
                script,
            ])
            .env("COMMAND", command)
            .env("ARGUMENTS", arguments)
            .env("FOLDER", folder.path().join("installed"))
            .current_dir(folder.path())
            .output()
            .expect("bash");
        let said = String::from_utf8(output.stdout).expect("UTF-8");
        (output.status.code(), said)
    };
    for (command, arguments, exit) in CASES {
        let lines = arguments.join("\n") + "\n";
        let (ended, said) = act(command, &lines);
        assert_eq!(ended, Some(exit), "{command} {arguments:?}: {said}");
        if exit == 1 && command != "import" {
            assert!(said.contains("::error"), "{command}: {said}");
        }
    }
    let (ended, said) = act("check; echo hacked", "$(echo hacked)");
    assert_eq!(ended, Some(2));
    assert!(said.starts_with("::error::the command is"), "{said}");
    let (ended, said) = act("check", "$(touch hacked)");
    assert_eq!(ended, Some(2), "{said}");
    assert!(!folder.path().join("hacked").exists());
}
