//! The files of a project, from templates.

use serde_json::Value;
use wheelwright_yaml::write::to_string;

use super::folder::Place;
use super::names::Names;
use super::source::Source;
use crate::rustfmt::rustfmt;

/// A file of the project.
#[derive(Debug)]
pub(super) struct File {
    /// Its path from the project, with `/`.
    pub(super) path: &'static str,
    pub(super) text: String,
}

/// Cargo packages no folder that has a `Cargo.toml`, and git goes by a `.gitignore` wherever it is: these have other names here.
const MANIFEST: &str = include_str!("../../templates/new/package.toml");
const PROFILE: &str = include_str!("../../templates/new/profile.toml");

const FILES: &[(&str, &str)] = &[
    (".gitignore", include_str!("../../templates/new/gitignore")),
    ("Dockerfile", include_str!("../../templates/new/Dockerfile")),
    ("README.md", include_str!("../../templates/new/README.md")),
    ("crd.yaml", include_str!("../../templates/new/crd.yaml")),
    (
        "samples/refused.yaml",
        include_str!("../../templates/new/samples/refused.yaml"),
    ),
    (
        "samples/v1.yaml",
        include_str!("../../templates/new/samples/v1.yaml"),
    ),
    (
        "samples/v1alpha1.yaml",
        include_str!("../../templates/new/samples/v1alpha1.yaml"),
    ),
    (
        "src/controller.rs",
        include_str!("../../templates/new/src/controller.rs"),
    ),
    (
        "src/installation.rs",
        include_str!("../../templates/new/src/installation.rs"),
    ),
    ("src/lib.rs", include_str!("../../templates/new/src/lib.rs")),
    (
        "src/main.rs",
        include_str!("../../templates/new/src/main.rs"),
    ),
    ("src/v1.rs", include_str!("../../templates/new/src/v1.rs")),
    (
        "src/v1alpha1.rs",
        include_str!("../../templates/new/src/v1alpha1.rs"),
    ),
    (
        "src/webhook.rs",
        include_str!("../../templates/new/src/webhook.rs"),
    ),
    (
        "tests/api.rs",
        include_str!("../../templates/new/tests/api.rs"),
    ),
];

/// What a workspace has for all of its members.
const ALONE: &[(&str, &str)] = &[
    (
        ".dockerignore",
        include_str!("../../templates/new/dockerignore"),
    ),
    (
        ".github/workflows/ci.yaml",
        include_str!("../../templates/new/ci.yaml"),
    ),
];

/// All files of a project. Rust is as rustfmt has it, where there is one: where a line breaks depends on the names.
pub(super) fn files(names: &Names, source: &Source, place: &Place) -> Vec<File> {
    let context = match place {
        Place::Alone => ".".to_owned(),
        Place::Member { root, .. } => format!("-f Dockerfile {root}"),
    };
    let plural_key = if names.is_irregular {
        format!("    plural = \"{}\",\n", names.plural)
    } else {
        String::new()
    };
    let singular = names.singular();
    let values: &[(&str, &str)] = &[
        ("name", &names.package),
        ("crate", &names.library),
        ("app", &names.app),
        ("kind", &names.kind),
        ("singular", &singular),
        ("plural", &names.plural),
        ("wheel", &names.wheel),
        ("group", &names.group),
        ("plural_key", &plural_key),
        ("context", &context),
        ("source", &source.key()),
    ];
    let manifest = match place {
        Place::Alone => fill(MANIFEST, values) + PROFILE,
        Place::Member { .. } => fill(MANIFEST, values),
    };
    let alone = match place {
        Place::Alone => ALONE,
        Place::Member { .. } => &[],
    };
    let rest = FILES.iter().chain(alone).map(|(path, template)| {
        let text = fill(template, values);
        let formatted = path.strip_suffix(".rs").and_then(|_| rustfmt(&text));
        File {
            path,
            text: formatted.unwrap_or(text),
        }
    });
    let mut files = vec![File {
        path: "Cargo.toml",
        text: manifest,
    }];
    files.extend(rest);
    files
}

/// The template with each `{{name}}` replaced by its value, and `{{name:yaml}}` by the value as a scalar of YAML: a kind may be
/// called `No`.
fn fill(template: &str, values: &[(&str, &str)]) -> String {
    let mut text = template.to_owned();
    for (name, value) in values {
        let scalar = to_string(&Value::from(*value));
        text = text
            .replace(&format!("{{{{{name}:yaml}}}}"), scalar.trim_end())
            .replace(&format!("{{{{{name}}}}}"), value);
    }
    text
}
