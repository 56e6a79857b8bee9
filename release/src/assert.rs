//! The types of today beside the releases of before, in a test.

use std::collections::BTreeSet;
use std::path::Path;
use std::{fs, io};

use serde_json::Value;
use wheelwright_schema::manifest::Manifest;

use crate::accept::{AcceptError, accept};
use crate::conversion::Convert;
use crate::diff::{Options, diff};
use crate::ended::Notice;
use crate::finding::{Course, Report};
use crate::past::{Past, RECORDED, age, name_of, past};
use crate::record::record;
use crate::rollback::rollback;

/// The file in the folder with the findings that somebody accepted.
const ACCEPTED: &str = "accepted";

/// The environment variable that names the release to add.
const RELEASE: &str = "WHEELWRIGHT_RELEASE";

/// Fails if the types of today break somebody who uses a release of before: one line in a test keeps an API compatible.
///
/// The folder, relative to the package, holds the CRDs of past releases, as YAML or JSON, in whatever files and folders; those of
/// other kinds are left aside. The types are compared with each of them as [`diff`](crate::diff()) does, with the conversion of
/// the wheel. The failure names each finding that breaks, with an object that shows it.
///
/// Beside the CRD in `v1.2.0.yaml`, a file `v1.2.0.objects.jsonl` holds objects of that release and what it made of them at other
/// versions ([`record`](crate::record())). They are converted by the code of today, and what clients of that release would read
/// otherwise is reported: another value, none, a default, or what the annotation kept and is not understood any more.
///
/// What is released is added by the same test:
///
/// ```sh
/// WHEELWRIGHT_RELEASE=v1.2.0 cargo test past_releases
/// ```
///
/// writes `releases/v1.2.0/pizzas.example.com.yaml` and `….objects.jsonl`, unless an earlier release is broken. A release that is
/// there is never written over. Without its objects, the conversion of a release counts as that of today.
///
/// A file `accepted` in the folder may accept findings, each with a reason, as [`accept`](crate::accept()) reads it; a line must
/// be of use for one of the releases.
///
/// ```no_run
/// # use serde::{Deserialize, Serialize};
/// # use wheelwright::{CustomResource, Schema};
/// # /// A pizza.
/// # #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
/// # #[crd(group = "example.com", version = "v1", kind = "Pizza", namespaced)]
/// # pub struct PizzaSpec {}
/// # wheelwright::wheel!(pub Pizzas = Pizza);
/// wheelwright::assert_release!(Pizzas, "releases/");
/// // With settings:
/// wheelwright::assert_release!(Pizzas, Pizzas::manifest().max_description(0), "releases/");
/// // Without the conversion:
/// wheelwright::assert_release!({ Pizzas::manifest().max_description(0) }, "releases/");
/// // And the last release can take over again:
/// wheelwright::assert_release!(Pizzas, "releases/", rollback);
/// // A field may go that was deprecated in the last two releases which had it:
/// wheelwright::assert_release!(Pizzas, "releases/", deprecated_for = 2);
/// ```
///
/// # The way back
///
/// With `rollback` at the end, the last release in the folder, by the numbers in the names (`v1.9.0` before `v1.10.0-rc.1` before
/// `v1.10.0`), has to take over again from the types of today, as [`rollback`](crate::rollback()) says: read, keep and go on taking
/// what they may have stored. The code of that release is not at hand; its conversion counts as that of today, and where today's
/// annotation of a recorded object is another, that is undecided, and no failure. To have both programs in view, compare them with
/// `wheelwright diff --rollback --convert-old`. Lines of `accepted` for the way back begin with `rollback-`.
#[macro_export]
macro_rules! assert_release {
    ($wheel:ty, $folder:expr, deprecated_for = $releases:expr $(,)?) => {
        $crate::assert_deprecated(
            &<$wheel>::manifest(),
            {
                use $crate::private::{Mapped as _, Unmapped as _};
                (&&$crate::private::Probe::<$wheel>::new()).conversion()
            },
            ::core::env!("CARGO_MANIFEST_DIR"),
            $folder,
            $releases,
        )
    };
    ($wheel:ty, $folder:expr, rollback $(,)?) => {
        $crate::assert_release!($wheel, <$wheel>::manifest(), $folder, rollback)
    };
    ($wheel:ty, $manifest:expr, $folder:expr, rollback $(,)?) => {
        $crate::assert_rollback(
            &$manifest,
            {
                use $crate::private::{Mapped as _, Unmapped as _};
                (&&$crate::private::Probe::<$wheel>::new()).conversion()
            },
            ::core::env!("CARGO_MANIFEST_DIR"),
            $folder,
        )
    };
    ($manifest:expr, $folder:expr, rollback $(,)?) => {
        $crate::assert_rollback(
            &$manifest,
            ::core::option::Option::None,
            ::core::env!("CARGO_MANIFEST_DIR"),
            $folder,
        )
    };
    ($wheel:ty, $folder:expr $(,)?) => {
        $crate::assert_release!($wheel, <$wheel>::manifest(), $folder)
    };
    ($wheel:ty, $manifest:expr, $folder:expr $(,)?) => {
        $crate::assert_release(
            &$manifest,
            {
                use $crate::private::{Mapped as _, Unmapped as _};
                (&&$crate::private::Probe::<$wheel>::new()).conversion()
            },
            ::core::env!("CARGO_MANIFEST_DIR"),
            $folder,
        )
    };
    ($manifest:expr, $folder:expr $(,)?) => {
        $crate::assert_release(
            &$manifest,
            ::core::option::Option::None,
            ::core::env!("CARGO_MANIFEST_DIR"),
            $folder,
        )
    };
}

/// The conversion of a kind, from the version of an object to an `apiVersion`.
pub type Converter = fn(&Value, &str) -> Result<Value, String>;

/// See [`assert_release!`](crate::assert_release!).
///
/// # Panics
///
/// If a release is broken, if there is none of this kind in the folder, if a file of the folder cannot be read, if a release that
/// is to be added is there already or cannot be written, or if the manifest has errors.
#[track_caller]
pub fn assert_release(
    manifest: &Manifest,
    convert: Option<Converter>,
    package: &str,
    folder: &str,
) {
    // No closures: the failure is at the caller's line.
    if let Err(message) = held(manifest, convert, package, folder, Held::default()) {
        panic!("{message}");
    }
}

/// See [`assert_release!`](crate::assert_release!) with `rollback`.
///
/// # Panics
///
/// As [`assert_release()`], and if the last release cannot take over again.
#[track_caller]
pub fn assert_rollback(
    manifest: &Manifest,
    convert: Option<Converter>,
    package: &str,
    folder: &str,
) {
    let held_to = Held {
        rolls_back: true,
        ..Held::default()
    };
    if let Err(message) = held(manifest, convert, package, folder, held_to) {
        panic!("{message}");
    }
}

/// See [`assert_release!`](crate::assert_release!) with `deprecated_for`.
///
/// # Panics
///
/// As [`assert_release()`], but for what goes after it was deprecated in as many releases.
#[track_caller]
pub fn assert_deprecated(
    manifest: &Manifest,
    convert: Option<Converter>,
    package: &str,
    folder: &str,
    releases: usize,
) {
    let held_to = Held {
        deprecated_for: Some(releases),
        ..Held::default()
    };
    if let Err(message) = held(manifest, convert, package, folder, held_to) {
        panic!("{message}");
    }
}

/// What the types are held to besides.
#[derive(Clone, Copy, Debug, Default)]
struct Held {
    /// Whether the last release has to be able to take over again.
    rolls_back: bool,
    /// In how many releases what goes has to be deprecated.
    deprecated_for: Option<usize>,
}

fn held(
    manifest: &Manifest,
    convert: Option<Converter>,
    package: &str,
    folder: &str,
    held: Held,
) -> Result<(), String> {
    let crd = manifest.json().map_err(|report| report.to_string())?;
    let yaml = manifest.yaml().map_err(|report| report.to_string())?;
    let release = std::env::var(RELEASE).ok().filter(|name| !name.is_empty());
    let types = Types {
        crd: &crd,
        yaml: &yaml,
        convert: convert.as_ref().map(|convert| convert as &Convert<'_>),
        held,
    };
    types.hold(&Path::new(package).join(folder), folder, release.as_deref())
}

/// The types of today.
#[derive(Clone, Copy)]
struct Types<'t> {
    crd: &'t Value,
    yaml: &'t str,
    convert: Option<&'t Convert<'t>>,
    held: Held,
}

impl Types<'_> {
    /// Compares the types with the releases of a folder, then adds one.
    fn hold(self, folder: &Path, shown: &str, release: Option<&str>) -> Result<(), String> {
        let name = name_of(self.crd).unwrap_or_default();
        let past = match past(folder, shown, name) {
            Err(_) if release.is_some() && !folder.exists() => Vec::new(),
            past => past?,
        };
        if past.is_empty() && release.is_none() {
            return Err(format!(
                "{shown} holds no release of {name}: add one by `{RELEASE}=v1.0.0 cargo test`, or write the CRD of the last one there, \
                 as `{shown}/v1.0.0.yaml`"
            ));
        }
        self.compare(&past, folder, shown)?;
        release.map_or(Ok(()), |release| self.add(folder, shown, release, name))
    }

    fn compare(self, past: &[Past], folder: &Path, shown: &str) -> Result<(), String> {
        let accepted = match fs::read_to_string(folder.join(ACCEPTED)) {
            Ok(text) => Some(text),
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(error) => return Err(format!("{shown}/{ACCEPTED}: {error}")),
        };
        let mut stale: Option<BTreeSet<(usize, String)>> = None;
        let mut broken = Vec::new();
        let mut unused_back = BTreeSet::new();
        let last = past.iter().max_by_key(|release| age(&release.within));
        let mut earlier: Vec<&Past> = past.iter().collect();
        earlier.sort_by_key(|release| age(&release.within));
        let earlier: Vec<Value> = earlier.iter().map(|release| release.crd.clone()).collect();
        let notice = self.held.deprecated_for.map(|releases| Notice {
            releases,
            earlier: &earlier,
        });
        if let Some(release) = last.filter(|_| self.held.rolls_back) {
            let mut report = rollback(&release.crd, self.crd, &self.options(release))
                .map_err(|trouble| format!("{}: {trouble}", release.file))?;
            if let Some(text) = &accepted {
                unused_back = unused(accept(&mut report, text));
            }
            if report.verdict().is_breaking() {
                broken.push(said(&release.file, &report));
            }
        }
        for release in past {
            let options = Options {
                notice,
                ..self.options(release)
            };
            let mut report = diff(&release.crd, self.crd, &options)
                .map_err(|trouble| format!("{}: {trouble}", release.file))?;
            if let Some(text) = &accepted {
                let unused = unused(accept(&mut report, text));
                stale = Some(match stale {
                    Some(stale) => stale.intersection(&unused).cloned().collect(),
                    None => unused,
                });
            }
            if report.verdict().is_breaking() {
                broken.push(said(&release.file, &report));
            }
        }
        let stale: BTreeSet<(usize, String)> = stale.unwrap_or_default();
        let stale = stale.union(&unused_back);
        let stale = stale.map(|(line, reason)| format!("{shown}/{ACCEPTED}:{line}: {reason}"));
        let said: Vec<String> = broken.into_iter().chain(stale).collect();
        if said.is_empty() {
            Ok(())
        } else {
            Err(said.join("\n\n"))
        }
    }

    fn options<'o>(&'o self, release: &'o Past) -> Options<'o> {
        Options {
            convert_new: self.convert,
            recorded: &release.recorded,
            ..Options::default()
        }
    }

    /// Writes the CRD of today and its objects as a release.
    fn add(self, folder: &Path, shown: &str, release: &str, name: &str) -> Result<(), String> {
        let is_name = |letter: char| letter.is_ascii_alphanumeric() || "-_+.".contains(letter);
        if release.starts_with('.') || !release.chars().all(is_name) {
            return Err(format!(
                "{RELEASE}: {release} is no name of a release; write one like `v1.2.0`"
            ));
        }
        let within = folder.join(release);
        let crd = within.join(format!("{name}.yaml"));
        if crd.exists() {
            return Err(format!(
                "{shown}/{release}/{name}.yaml is there already: a release is not changed; name another in {RELEASE}"
            ));
        }
        let recorded = match self.convert {
            Some(convert) => record(self.crd, convert).map_err(|trouble| trouble.to_string())?,
            None => String::new(),
        };
        let written = fs::create_dir_all(&within).and_then(|()| {
            if !recorded.is_empty() {
                fs::write(within.join(format!("{name}{RECORDED}")), recorded)?;
            }
            fs::write(crd, self.yaml)
        });
        written.map_err(|error| format!("{shown}/{release}: {error}"))
    }
}

/// The lines that accepted nothing of one release.
fn unused(accepted: Result<(), Vec<AcceptError>>) -> BTreeSet<(usize, String)> {
    let errors = accepted.err().unwrap_or_default().into_iter();
    errors.map(|error| (error.line, error.reason)).collect()
}

/// What breaks users of a release.
fn said(file: &str, report: &Report) -> String {
    let findings = report.findings.iter();
    let breaking = findings.filter(|finding| finding.counted().is_breaking());
    let mut said = match report.course {
        Course::Upgrade => format!("the types break users of {file}:\n"),
        Course::Rollback => format!("{file} cannot take over again from the types:\n"),
    };
    for finding in breaking {
        said += &format!(
            "{finding}\n  to accept it: `{}: why` in `{ACCEPTED}` of that folder\n",
            finding.key()
        );
    }
    said + &report.summary()
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::PathBuf;

    use serde_json::{Value, json};

    use super::{Held, Types};

    fn crd(most: i64) -> Value {
        json!({
            "apiVersion": "apiextensions.k8s.io/v1",
            "kind": "CustomResourceDefinition",
            "metadata": {"name": "pizzas.example.com"},
            "spec": {
                "group": "example.com",
                "names": {"kind": "Pizza", "plural": "pizzas"},
                "scope": "Namespaced",
                "versions": [{
                    "name": "v1", "served": true, "storage": true,
                    "schema": {"openAPIV3Schema": {"type": "object", "properties": {
                        "spec": {"type": "object", "properties": {"size": {"type": "integer", "maximum": most}}},
                    }}},
                }],
            },
        })
    }

    /// A folder, and whether its last release has to take over again.
    struct Folder(PathBuf, bool);

    impl Folder {
        fn new(name: &str) -> Self {
            let folder = format!("wheelwright-release-{}-{name}", std::process::id());
            let folder = std::env::temp_dir().join(folder);
            fs::create_dir_all(folder.join("v1")).unwrap();
            Self(folder, false)
        }

        fn with(self, file: &str, text: &str) -> Self {
            fs::write(self.0.join(file), text).unwrap();
            self
        }

        fn hold(&self, most: i64) -> Result<(), String> {
            self.add(most, None)
        }

        fn add(&self, most: i64, release: Option<&str>) -> Result<(), String> {
            let (crd, yaml) = (crd(most), crd(most).to_string());
            let types = Types {
                crd: &crd,
                yaml: &yaml,
                convert: None,
                held: Held {
                    rolls_back: self.1,
                    ..Held::default()
                },
            };
            types.hold(&self.0, "releases", release)
        }
    }

    impl Drop for Folder {
        fn drop(&mut self) {
            fs::remove_dir_all(&self.0).unwrap();
        }
    }

    const KEY: &str = "bound-tightened pizzas.example.com/v1/spec.size";

    #[test]
    fn each_release_is_held_to() {
        let other = r#"{"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "pizzas.example.com"}}"#;
        let folder = Folder::new("each")
            .with("v1/crd.json", &crd(60).to_string())
            .with("v2.yaml", &format!("{other}\n---\n{}", crd(50)))
            .with("notes.txt", "{");
        folder.hold(60).unwrap();
        let broken = folder.hold(55).unwrap_err();
        assert!(
            broken.contains("users of releases/v1/crd.json:"),
            "{broken}"
        );
        assert!(broken.contains("size: 56"), "{broken}");
        assert!(broken.contains(&format!("`{KEY}: why`")), "{broken}");
        assert!(!broken.contains("v2.yaml"), "{broken}");
    }

    #[test]
    fn what_is_accepted_is_of_use_for_one_of_them() {
        let folder = Folder::new("accepted")
            .with("v1.yaml", &crd(60).to_string())
            .with("v2.yaml", &crd(50).to_string())
            .with(
                "accepted",
                &format!("# why\n{KEY}: no oven is that large\n"),
            );
        folder.hold(55).unwrap();
        let stale = folder.hold(60).unwrap_err();
        assert!(
            stale.starts_with("releases/accepted:2: nothing is found"),
            "{stale}"
        );
    }

    #[test]
    fn without_a_release_nothing_is_held() {
        let other = crd(1)
            .to_string()
            .replace("pizzas.example", "ovens.example");
        let none = Folder::new("none").with("v1.yaml", &other);
        let none = none.hold(60).unwrap_err();
        assert!(
            none.contains("holds no release of pizzas.example.com"),
            "{none}"
        );
        let missing = Folder(std::env::temp_dir().join("no such folder"), false);
        let missing = std::mem::ManuallyDrop::new(missing).hold(1);
        assert!(missing.unwrap_err().starts_with("releases: "));
    }

    #[test]
    fn what_is_no_release_is_named_by_its_line() {
        let broken =
            Folder::new("broken").with("v1.yaml", "kind: CustomResourceDefinition\nspec: {\n");
        let broken = broken.hold(60).unwrap_err();
        assert!(broken.starts_with("releases/v1.yaml:2: "), "{broken}");
        let twice = Folder::new("twice").with("v1.yaml", "kind: A\nspec: 1\nspec: 2\n");
        let twice = twice.hold(60).unwrap_err();
        assert_eq!(twice, "releases/v1.yaml:3: spec is given twice");
        let mut half = crd(60);
        half["spec"]["versions"] = json!([]);
        let half = Folder::new("half").with("v1.json", &half.to_string());
        let half = half.hold(60).unwrap_err();
        assert!(
            half.starts_with("releases/v1.json: the CRD stores no version"),
            "{half}"
        );
    }

    /// Of several releases the last has to, by its number and not by the order of letters.
    #[test]
    fn the_last_release_takes_over_again() {
        let mut folder = Folder::new("back")
            .with("v1/crd.json", &crd(20).to_string())
            .with("v1.9.0.yaml", &crd(30).to_string())
            .with("v1.10.0.yaml", &crd(50).to_string())
            .with("v1.10.0-rc.1.yaml", &crd(40).to_string());
        folder.1 = true;
        // Those that are larger are not judged again.
        folder.hold(60).unwrap();
        let mut wider = crd(60);
        let spec = "/spec/versions/0/schema/openAPIV3Schema/properties/spec/properties";
        wider.pointer_mut(spec).unwrap()["oven"] = json!({"type": "string"});
        let yaml = wider.to_string();
        let types = Types {
            crd: &wider,
            yaml: &yaml,
            convert: None,
            held: Held {
                rolls_back: true,
                ..Held::default()
            },
        };
        let broken = types.hold(&folder.0, "releases", None).unwrap_err();
        assert!(
            broken.starts_with("releases/v1.10.0.yaml cannot take over again from the types:\n"),
            "{broken}"
        );
        let key = "rollback-field-pruned pizzas.example.com/v1/spec.oven";
        assert!(broken.contains(&format!("`{key}: why`")), "{broken}");

        // A line for the way back says nothing of the other, and the other way round.
        let accepted = format!("{key}: the oven is found again\n");
        let folder = folder.with("accepted", &accepted);
        types.hold(&folder.0, "releases", None).unwrap();
        let forth = Types {
            held: Held::default(),
            ..types
        };
        forth.hold(&folder.0, "releases", None).unwrap();
        let stale = folder.hold(60).unwrap_err();
        assert!(
            stale.starts_with("releases/accepted:1: nothing is found"),
            "{stale}"
        );
    }

    /// A field may go after it was deprecated in as many releases, counted back from the last that has it.
    #[test]
    fn what_was_deprecated_for_long_enough_may_go() {
        let spec = "/spec/versions/0/schema/openAPIV3Schema/properties/spec/properties";
        let with = |description: &str| {
            let mut crd = crd(60);
            crd.pointer_mut(spec).unwrap()["oven"] =
                json!({"type": "string", "description": description});
            crd.to_string()
        };
        let noted = "Where it bakes.\n\nDeprecated: all ovens are alike";
        let folder = Folder::new("notice")
            .with("v1.9.0.yaml", &with("Where it bakes."))
            .with("v1.10.0.yaml", &with(noted))
            .with("v1.11.0.yaml", &with(noted))
            .with("v1.12.0.yaml", &crd(60).to_string());
        let (crd, yaml) = (crd(60), crd(60).to_string());
        let hold = |deprecated_for| {
            let types = Types {
                crd: &crd,
                yaml: &yaml,
                convert: None,
                held: Held {
                    deprecated_for,
                    ..Held::default()
                },
            };
            types.hold(&folder.0, "releases", None)
        };
        let broken = hold(None).unwrap_err();
        assert!(
            broken.contains("field-pruned pizzas.example.com/v1/spec.oven"),
            "{broken}"
        );
        hold(Some(1)).unwrap();
        hold(Some(2)).unwrap();
        let broken = hold(Some(3)).unwrap_err();
        assert!(
            broken.contains("it was deprecated in 2 of the 3 releases that are asked for"),
            "{broken}"
        );
    }

    /// What is added is held to from then on, and never written over.
    #[test]
    fn a_release_is_added_with_its_objects() {
        let folder = Folder::new("added");
        folder.add(60, Some("v1.0.0")).unwrap();
        folder.hold(60).unwrap();
        let broken = folder.add(50, Some("v1.1.0")).unwrap_err();
        assert!(
            broken.contains("users of releases/v1.0.0/pizzas.example.com.yaml"),
            "{broken}"
        );
        assert!(!folder.0.join("v1.1.0").exists());
        let twice = folder.add(60, Some("v1.0.0")).unwrap_err();
        assert!(twice.contains("is there already"), "{twice}");
        for name in ["../v2", "v2/x", ".hidden"] {
            let refused = folder.add(60, Some(name)).unwrap_err();
            assert!(refused.contains("is no name of a release"), "{refused}");
        }

        let mut crd = crd(60);
        let mut older = crd["spec"]["versions"][0].clone();
        older["name"] = json!("v1beta1");
        older["storage"] = json!(false);
        crd["spec"]["versions"].as_array_mut().unwrap().push(older);
        let yaml = crd.to_string();
        let convert = |factor: i64| {
            move |object: &Value, version: &str| {
                let mut object = object.clone();
                if let Some(size) = object["spec"]["size"].as_i64() {
                    object["spec"]["size"] = json!(size.saturating_mul(factor));
                }
                object["apiVersion"] = version.into();
                Ok(object)
            }
        };
        let (same, other) = (convert(1), convert(2));
        let types = |convert| Types {
            crd: &crd,
            yaml: &yaml,
            convert: Some(convert),
            held: Held::default(),
        };
        types(&same)
            .hold(&folder.0, "releases", Some("v1.2.0"))
            .unwrap();
        types(&same).hold(&folder.0, "releases", None).unwrap();
        let broken = types(&other).hold(&folder.0, "releases", None).unwrap_err();
        assert!(
            broken.contains("conversion-changed pizzas.example.com/v1beta1/spec.size"),
            "{broken}"
        );
        let objects = "v1.2.0/pizzas.example.com.objects.jsonl";
        fs::write(folder.0.join(objects), "{}\n").unwrap();
        let broken = types(&same).hold(&folder.0, "releases", None).unwrap_err();
        assert!(
            broken.starts_with(&format!("releases/{objects}: line 1: from ")),
            "{broken}"
        );
    }
}
