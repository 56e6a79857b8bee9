//! `wheelwright new`, run as a program. What it makes is compiled as `examples/greetings`, which is what it makes.

mod command;

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;

use command::{Folder, run};

const REPOSITORY: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");

/// All files below a folder.
fn files(folder: &Path) -> BTreeMap<String, String> {
    let mut found = BTreeMap::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(&next).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let name = path.strip_prefix(folder).expect("it is below");
            let text = fs::read_to_string(&path).expect("a text");
            found.insert(name.to_str().expect("UTF-8").to_owned(), text);
        }
    }
    found
}

/// The output in a folder that nobody's workspace is above.
fn made(folder: &Folder, arguments: &[&str]) -> String {
    let (exit, output, errors) = run(folder, &[&["new"], arguments].concat(), "");
    assert_eq!((exit, errors.as_str()), (0, ""), "{arguments:?}");
    output
}

/// To write it anew: `cd examples && rm -r greetings && cargo run -p wheelwright-cli -- new greetings --kind Greeting --path ..`
#[test]
fn the_example_is_what_is_made() {
    let workspace = Folder::new(&[
        ("Cargo.toml", "[workspace]\nmembers = [\"examples/*\"]\n"),
        ("runtime/Cargo.toml", "[package]\nname = \"wheelwright\"\n"),
        ("examples/README.md", ""),
    ]);
    let examples = workspace.path().join("examples");
    let output = Command::new(env!("CARGO_BIN_EXE_wheelwright"))
        .args(["new", "greetings", "--kind", "Greeting", "--path", ".."])
        .current_dir(&examples)
        .output()
        .expect("it runs");
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{output:?}");
    assert!(
        said.contains("greetings.greetings.example.com") && said.contains("is a workspace: list"),
        "{said}"
    );
    let made = files(&examples.join("greetings"));
    let example = files(&Path::new(REPOSITORY).join("examples/greetings"));
    assert_eq!(
        made.keys().collect::<Vec<_>>(),
        example.keys().collect::<Vec<_>>()
    );
    for (path, text) in &made {
        assert_eq!(text, &example[path], "{path}");
    }
}

/// Each is looked at as the tools do that a user has.
#[test]
fn projects_of_any_name_are_sound() {
    for arguments in [
        &["pizza"][..],
        &[
            "cron-tabs_2",
            "--kind",
            "CronTab",
            "--group",
            "stable.example.com",
        ],
        &["people", "--kind", "Person", "--plural", "people"],
        &["policy-controller", "--group", "1.5"],
        // In YAML without quotes it is no text.
        &["no"],
        &["webhook", "--kind", "X509"],
        &["controller"],
    ] {
        let folder = Folder::new(&[]);
        let output = made(&folder, arguments);
        assert!(output.contains("README.md says how"), "{output}");
        let [name, ..] = arguments else { continue };
        let project = folder.path().join(name);
        for (path, text) in files(&project) {
            assert!(!text.contains("{{"), "{name}/{path}: {text}");
            assert!(text.ends_with('\n') && !text.ends_with("\n\n"), "{path}");
            if Path::new(&path)
                .extension()
                .is_some_and(|end| end == "yaml")
            {
                for document in wheelwright_yaml::documents(&text) {
                    document.unwrap_or_else(|error| panic!("{name}/{path}: {error:?}"));
                }
            }
        }
        let format = Command::new("rustfmt")
            .args([
                "--check",
                "--edition",
                "2024",
                "src/lib.rs",
                "src/main.rs",
                "tests/api.rs",
            ])
            .current_dir(&project)
            .output()
            .expect("rustfmt");
        assert!(format.status.success(), "{name}: {format:?}");
        let manifest = Command::new(env!("CARGO"))
            .args([
                "metadata",
                "--no-deps",
                "--offline",
                "--format-version",
                "1",
            ])
            .current_dir(&project)
            .output()
            .expect("cargo");
        assert!(manifest.status.success(), "{name}: {manifest:?}");
        assert!(manifest.stderr.is_empty(), "{name}: {manifest:?}");
        let within = |file: &str| format!("{name}/{file}");
        let (crd, samples) = (within("crd.yaml"), within("samples"));
        let (exit, output, errors) = run(&folder, &["check", &crd], "");
        assert_eq!(exit, 0, "{name}: {output}{errors}");
        let (exit, output, errors) = run(&folder, &["samples", "--crd", &crd, &samples], "");
        assert_eq!(exit, 0, "{name}: {output}{errors}");
        assert!(output.contains("4 samples"), "{name}: {output}");
    }
}

#[test]
fn names_are_those_that_are_said_or_follow() {
    let folder = Folder::new(&[]);
    let output = made(&folder, &["cron_tab-operator"]);
    assert!(
        output.contains("CronTab at v1 and v1alpha1 is crontabs.cron-tab-operator.example.com"),
        "{output}"
    );
    let types = folder.path().join("cron_tab-operator/src/v1.rs");
    let types = fs::read_to_string(types).expect("the types");
    assert!(!types.contains("plural ="), "{types}");
    made(
        &folder,
        &["people", "--kind", "Person", "--plural", "people"],
    );
    let types = fs::read_to_string(folder.path().join("people/src/v1.rs")).expect("the types");
    assert!(types.contains("    plural = \"people\",\n"), "{types}");
    let root = fs::read_to_string(folder.path().join("people/src/lib.rs")).expect("the root");
    assert!(root.contains("pub People = v1::Person"), "{root}");
}

#[test]
fn the_library_is_that_of_the_registry_or_of_a_checkout() {
    let folder = Folder::new(&[
        (
            "checkout/runtime/Cargo.toml",
            "[package]\nname = \"wheelwright\"\n",
        ),
        ("other/Cargo.toml", "[package]\nname = \"other\"\n"),
    ]);
    let source = |name: &str, path: &[&str]| {
        made(&folder, &[&[name], path].concat());
        let manifest = folder.path().join(name).join("Cargo.toml");
        let manifest = fs::read_to_string(manifest).expect("a manifest");
        let lines = manifest.lines();
        let mut found = lines.filter_map(|line| line.strip_prefix("wheelwright = { "));
        let found = found.next().expect("the dependency");
        found
            .split(", features")
            .next()
            .unwrap_or_default()
            .to_owned()
    };
    let version = format!("version = \"{}\"", env!("CARGO_PKG_VERSION"));
    assert_eq!(source("a", &[]), version);
    let relative = "path = \"../checkout/runtime\"";
    assert_eq!(source("b", &["--path", "checkout"]), relative);
    assert_eq!(source("c", &["--path", "./checkout/runtime"]), relative);
    let absolute = folder.path().join("checkout");
    let absolute = absolute.to_str().expect("UTF-8");
    assert_eq!(
        source("d", &["--path", absolute]),
        format!("path = \"{absolute}/runtime\"")
    );
    for path in ["other", "nowhere"] {
        let (exit, _, errors) = run(&folder, &["new", "e", "--path", path], "");
        assert_eq!(exit, 2);
        assert!(
            errors.contains(&format!("{path} is no checkout of wheelwright")),
            "{errors}"
        );
        assert!(!folder.path().join("e").exists());
    }
}

#[test]
fn what_no_rust_or_server_takes_is_refused_before_anything_is_written() {
    let long = "a".repeat(64);
    let kind = "K".repeat(60);
    let folder = Folder::new(&[]);
    for (arguments, words) in [
        (&["fn"][..], "it is a word of Rust"),
        (&["gen"], "it is a word of Rust"),
        (&["self"], "it is a word of Rust"),
        (&["2pizzas"], "write one such as `pizzas`"),
        (&["Pizzas"], "write one such as `pizzas`"),
        (&["pizzas/../x"], "lower-case letters, digits, `-` and `_`"),
        (&["pízza"], "lower-case letters, digits, `-` and `_`"),
        (&[""], "lower-case letters, digits, `-` and `_`"),
        (&["serde"], "the name of a crate that the project uses"),
        (
            &["k8s-openapi"],
            "the name of a crate that the project uses",
        ),
        (&["deps"], "Cargo keeps a folder of that name"),
        (&["pizza-"], "the name `pizza-`: write lower-case letters"),
        (&[&long], "it is longer than 63 bytes"),
        (
            &["a", "--group", "example"],
            "a domain with at least one dot",
        ),
        (
            &["a", "--group", "Example.com"],
            "the group `Example.com`: write lower-case",
        ),
        (&["a", "--group", ""], "the group ``"),
        (
            &["a", "--group", "a.k8s.io"],
            "one of the Kubernetes community",
        ),
        (
            &["a", "--kind", "cronTab"],
            "write letters and digits that begin with a capital, such as `CronTab`",
        ),
        (&["a", "--kind", "Cron-Tab"], "such as `CronTab`"),
        (&["a", "--kind", "Größe"], "the kind `Größe`: write letters"),
        (&["a", "--kind", ""], "the kind ``"),
        (&["a", "--kind", "Vec"], "write one such as `MyVec`"),
        (
            &["a", "--kind", "Condition"],
            "write one such as `MyCondition`",
        ),
        (&["a", "--kind", &kind], "the list kind"),
        (&["a", "--plural", "Pizzas"], "the plural `Pizzas`"),
        (&["a", "--plural", ""], "the plural ``"),
    ] {
        let (exit, output, errors) = run(&folder, &[&["new"], arguments].concat(), "");
        assert_eq!((exit, output.as_str()), (1, ""), "{arguments:?}: {errors}");
        assert!(errors.contains(words), "{arguments:?}: {errors}");
    }
    // All at once.
    let (_, _, errors) = run(&folder, &["new", "a", "--group", "x", "--kind", "y"], "");
    assert_eq!(errors.lines().count(), 2, "{errors}");
    assert!(files(folder.path()).is_empty());
}

#[test]
fn what_is_there_stays() {
    let folder = Folder::new(&[("full/kept.txt", "mine\n"), ("file", "mine\n")]);
    fs::create_dir(folder.path().join("empty")).expect("a folder");
    for (name, words) in [
        ("full", "the folder full is there and not empty"),
        ("file", "file is there and no folder"),
    ] {
        let (exit, output, errors) = run(&folder, &["new", name], "");
        assert_eq!((exit, output.as_str()), (2, ""), "{errors}");
        assert!(errors.contains(words), "{errors}");
        assert!(errors.contains("nothing is written"), "{errors}");
    }
    let kept: Vec<_> = files(folder.path()).into_keys().collect();
    assert_eq!(kept, ["file", "full/kept.txt"]);
    made(&folder, &["empty"]);
    let mut names: Vec<_> = fs::read_dir(folder.path())
        .expect("a folder")
        .map(|entry| entry.expect("an entry").file_name())
        .collect();
    names.sort();
    assert_eq!(names, ["empty", "file", "full"]);
}
