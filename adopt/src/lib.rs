//! A crate that derives `kube::CustomResource` and `schemars::JsonSchema`, rewritten in place to wheelwright's derives.
//!
//! [`plan`] reads the packages below a folder and says what would change; [`Plan::write`] writes it, all or nothing. Only
//! derives, attributes, bounds and imports change, and `Cargo.toml`; comments and formatting stay. What has no counterpart
//! stays as it is, is a [`Note`] with what to write, and is refused by the compiler until then: nothing is lost unsaid.
//!
//! [`rewrite`] does the same for texts:
//!
//! ```
//! let before = r#"
//! use kube::CustomResource;
//! use schemars::JsonSchema;
//! use serde::{Deserialize, Serialize};
//!
//! #[derive(CustomResource, JsonSchema, Serialize, Deserialize, Clone, Debug)]
//! #[kube(group = "example.com", version = "v1", kind = "Pizza", shortname = "pz")]
//! pub struct PizzaSpec {
//!     #[schemars(range(min = 1, max = 60))] // in centimetres
//!     pub size: u8,
//! }
//! "#;
//! let rewritten = wheelwright_adopt::rewrite(&[("src/pizza.rs", before)], false).unwrap();
//! assert_eq!(rewritten.texts[0], r#"
//! use wheelwright::{CustomResource, Schema};
//! use serde::{Deserialize, Serialize};
//!
//! #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
//! #[crd(group = "example.com", version = "v1", kind = "Pizza", shortname = "pz", cluster)]
//! pub struct PizzaSpec {
//!     #[schema(minimum = 1, maximum = 60)] // in centimetres
//!     pub size: u8,
//! }
//! "#);
//! ```
//!
//! [`explain`] says what differs between the CRDs before and after.

mod edit;
mod explain;
mod function;
mod import;
mod inventory;
mod item;
mod manifest;
mod meta;
mod note;
mod package;
mod patch;
mod reach;
mod source;
mod union;

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

pub use self::explain::{Explained, Fate, explain};
pub use self::note::{Kind, Note};
pub use self::source::{Place, Unreadable};

use inventory::{Derive, Inventory};
use item::Rewrite;
use manifest::Needs;
use package::Tree;
use reach::Reach;
use source::{Source, idents};

/// Texts that are rewritten.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Rewritten {
    /// In the order in which they were given.
    pub texts: Vec<String>,
    /// What there is to say, in the order of the sources.
    pub notes: Vec<Note>,
    /// How many custom resources there are.
    pub resources: usize,
    /// How many types were rewritten, those included.
    pub types: usize,
    /// Which of the texts have a type that was rewritten.
    adopted: BTreeSet<usize>,
    /// Which of the texts name `serde_json` now.
    json: BTreeSet<usize>,
}

/// What would change below a folder.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Plan {
    /// The files that change.
    pub changes: Vec<Change>,
    /// What there is to say: of the sources, then of the manifests.
    pub notes: Vec<Note>,
    /// How many custom resources there are.
    pub resources: usize,
    /// How many types are rewritten, those included.
    pub types: usize,
    folder: PathBuf,
}

/// A file that changes.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Change {
    /// Its path, from the folder that was given.
    pub path: String,
    /// What it holds.
    pub before: String,
    /// What it is to hold.
    pub after: String,
}

/// Rewrites sources that belong together, each with its name.
///
/// `all`: also types that derive `JsonSchema` and are part of no custom resource in these sources. Without, they are left as
/// they are: they may be for something else.
///
/// # Errors
///
/// Every source that does not parse, with its place.
pub fn rewrite(sources: &[(&str, &str)], all: bool) -> Result<Rewritten, Vec<Unreadable>> {
    // A parser that calls itself is given room for whatever the limit on brackets lets pass.
    const ROOM: usize = 256 << 20;
    std::thread::scope(|scope| {
        let worker = std::thread::Builder::new()
            .stack_size(ROOM)
            .spawn_scoped(scope, || rewritten(sources, all));
        let failed = |reason: String| {
            vec![Unreadable {
                place: Place {
                    file: sources
                        .first()
                        .map_or_else(String::new, |(name, _)| (*name).to_owned()),
                    line: 1,
                    column: 1,
                },
                reason,
            }]
        };
        match worker {
            Ok(worker) => worker.join().unwrap_or_else(|_| {
                Err(failed("the rewriting failed; please report it".to_owned()))
            }),
            Err(error) => Err(failed(error.to_string())),
        }
    })
}

/// What a source has in it that is of concern; others need not even parse.
const WORDS: &[&str] = &[
    "JsonSchema",
    "CustomResource",
    "KubeSchema",
    "CELSchema",
    "schemars",
];

fn rewritten(sources: &[(&str, &str)], all: bool) -> Result<Rewritten, Vec<Unreadable>> {
    let (mut parsed, mut errors, mut places) = (Vec::new(), Vec::new(), Vec::new());
    let package_concerns = sources.iter().any(|(_, text)| concerns(text));
    for (at, (name, text)) in sources.iter().enumerate() {
        match Source::parse(name, text) {
            Ok(source) => {
                places.push(at);
                parsed.push(source);
            }
            Err(error) if concerns(text) => errors.push(error),
            // A template, say: no type of concern is in it.
            Err(_) => {}
        }
    }
    if !errors.is_empty() && package_concerns {
        return Err(errors);
    }
    let inventory = Inventory::of(&parsed);
    let reach = Reach::of(&inventory, all);
    let mut rewrite = Rewrite::new(&parsed, &inventory, &reach);
    for at in &reach.adopted {
        rewrite.item(*at);
    }
    left(&mut rewrite);
    rewrite.finish();
    import::finish(&mut rewrite);
    let mut notes = std::mem::take(&mut rewrite.notes);
    notes.sort_by(|one, other| (&one.place, one.kind).cmp(&(&other.place, other.kind)));
    let mut texts: Vec<String> = sources.iter().map(|(_, text)| (*text).to_owned()).collect();
    for ((source, edits), at) in parsed
        .iter()
        .zip(std::mem::take(&mut rewrite.edits))
        .zip(&places)
    {
        if edits.is_empty() {
            continue;
        }
        let Some(text) = edits.apply(&source.text) else {
            return Err(vec![Unreadable {
                place: Place {
                    file: source.name.clone(),
                    line: 1,
                    column: 1,
                },
                reason: "two changes of this file want the same place; please report it".to_owned(),
            }]);
        };
        texts[*at] = text;
    }
    let of = |which: &BTreeSet<usize>| which.iter().map(|file| places[*file]).collect();
    let adopted: BTreeSet<usize> = reach
        .adopted
        .iter()
        .map(|at| inventory.types[*at].file)
        .collect();
    Ok(Rewritten {
        texts,
        notes,
        resources: inventory
            .types
            .iter()
            .filter(|found| found.is_resource())
            .count(),
        types: reach.adopted.len(),
        adopted: of(&adopted),
        json: of(&rewrite.json),
    })
}

fn concerns(text: &str) -> bool {
    WORDS.iter().any(|word| text.contains(word))
}

/// What is not rewritten.
fn left(rewrite: &mut Rewrite<'_, '_>) {
    let inventory = rewrite.inventory;
    for (at, found) in inventory.types.iter().enumerate() {
        let (file, span) = (found.file, found.ident.span());
        if found.is_ours {
            continue;
        }
        if found.derives(Derive::Resource) && !found.is_resource() {
            let text = format!(
                "`{}` has `schema = \"manual\"` and is left as it is: derive `wheelwright::Schema` on its types, or give the \
                 schema by `#[schema(with = function)]` on the struct, a `fn() -> serde_json::Value`",
                found.ident
            );
            rewrite.note(Kind::Hand, file, span, text);
        } else if found.has_schema() && !rewrite.reach.adopted.contains(&at) {
            let text = format!(
                "`{}` is part of no custom resource here, and keeps its `JsonSchema`",
                found.ident
            );
            rewrite.note(Kind::Said, file, span, text);
        } else if rewrite.reach.both.contains(&at) {
            let text = format!(
                "`{}` keeps its `JsonSchema` as well, for somebody asks it for that",
                found.ident
            );
            rewrite.note(Kind::Said, file, span, text);
        }
    }
    for (name, (file, span)) in &inventory.by_hand {
        let text = format!(
            "`{name}` keeps its own `impl JsonSchema`, which a field takes as it is; as a type's parameter it needs a newtype \
             around it that derives `wheelwright::Schema`"
        );
        rewrite.note(Kind::Said, *file, *span, text);
    }
    for (file, span) in &inventory.versioned {
        let text = "`#[versioned(…)]` of stackable-versioned makes resources by itself: write each version with \
                    `#[derive(wheelwright::CustomResource)]`, and join them by `wheelwright::wheel!`";
        rewrite.note(Kind::Hand, *file, *span, text);
    }
    for (file, span, name) in &inventory.macros {
        let text = format!(
            "the macro `{name}` has derives in it that are not rewritten: write `wheelwright::Schema` there"
        );
        rewrite.note(Kind::Hand, *file, *span, text);
    }
}

/// Reads the packages below a folder: that of its `Cargo.toml`, and the members of its workspace.
///
/// # Errors
///
/// Every file that cannot be read or does not parse, with its place.
pub fn plan(folder: &Path, all: bool) -> Result<Plan, Vec<Unreadable>> {
    let mut tree = Tree::read(folder)?;
    let sources: Vec<(&str, &str)> = tree
        .packages
        .iter()
        .flat_map(|package| &package.sources)
        .map(|(name, text)| (name.as_str(), text.as_str()))
        .collect();
    let rewritten = rewrite(&sources, all)?;
    let mut notes = rewritten.notes.clone();
    let mut changes: Vec<Change> = sources
        .iter()
        .zip(&rewritten.texts)
        .filter(|((_, before), after)| before != after)
        .map(|((path, before), after)| Change {
            path: (*path).to_owned(),
            before: (*before).to_owned(),
            after: after.clone(),
        })
        .collect();
    let mut first = 0;
    let mut needed = Vec::new();
    for package in &tree.packages {
        let own = first..first + package.sources.len();
        let mut needs = Needs {
            adopted: rewritten.adopted.range(own.clone()).next().is_some(),
            json: rewritten.json.range(own.clone()).next().is_some(),
            ..Needs::default()
        };
        for text in &rewritten.texts[own.clone()] {
            named(text, &mut needs.named);
        }
        first = own.end;
        needed.push((package.manifest, needs));
    }
    for manifest in &tree.manifests {
        let is_adopted = needed.iter().any(|(_, needs)| needs.adopted);
        if is_adopted {
            notes.extend(manifest.outdated().into_iter().map(|(place, text)| Note {
                kind: Kind::Hand,
                place,
                text,
            }));
        }
    }
    for (at, needs) in needed {
        match tree.root.filter(|root| *root != at) {
            Some(root) => {
                // The root stands in front of all members.
                let (before, from) = tree.manifests.split_at_mut(at);
                from[0].rewrite(&needs, before.get_mut(root));
            }
            None => tree.manifests[at].rewrite(&needs, None),
        }
    }
    for manifest in &tree.manifests {
        let after = manifest.written();
        if after != manifest.text {
            changes.push(Change {
                path: manifest.file.clone(),
                before: manifest.text.clone(),
                after,
            });
        }
    }
    Ok(Plan {
        changes,
        notes,
        resources: rewritten.resources,
        types: rewritten.types,
        folder: folder.to_owned(),
    })
}

/// The crates that a source names, in texts and macros too.
fn named(text: &str, names: &mut BTreeSet<String>) {
    let Ok(tokens) = text.parse::<proc_macro2::TokenStream>() else {
        // It is as it was: whatever it names stays.
        names.extend(["schemars", "validator", "garde"].map(str::to_owned));
        return;
    };
    idents(tokens, &mut |ident| {
        names.insert(ident.to_string());
    });
}

impl Plan {
    /// How many places are left to people.
    #[must_use]
    pub fn by_hand(&self) -> usize {
        self.notes
            .iter()
            .filter(|note| note.kind == Kind::Hand)
            .count()
    }

    /// What would change, as a patch that `git apply` and `patch -p1` take in the folder.
    #[must_use]
    pub fn patch(&self) -> String {
        self.changes
            .iter()
            .map(|change| patch::unified(&change.path, &change.before, &change.after))
            .collect()
    }

    /// Writes the files, all or none: first beside them, then in their places.
    ///
    /// # Errors
    ///
    /// The first file that cannot be written; then all are as they were.
    pub fn write(&self) -> io::Result<()> {
        let beside = |path: &Path| {
            let mut name = path.as_os_str().to_owned();
            name.push(".adopted");
            PathBuf::from(name)
        };
        let paths: Vec<PathBuf> = self
            .changes
            .iter()
            .map(|change| self.folder.join(&change.path))
            .collect();
        let told = |path: &Path, error: io::Error| {
            io::Error::new(error.kind(), format!("{}: {error}", path.display()))
        };
        let written = self
            .changes
            .iter()
            .zip(&paths)
            .try_for_each(|(change, path)| {
                let new = beside(path);
                fs::write(&new, &change.after)
                    .and_then(|()| fs::set_permissions(&new, fs::metadata(path)?.permissions()))
                    .map_err(|error| told(&new, error))
            });
        let clear = || {
            for path in &paths {
                let _ = fs::remove_file(beside(path));
            }
        };
        if let Err(error) = written {
            clear();
            return Err(error);
        }
        for (at, path) in paths.iter().enumerate() {
            if let Err(error) = fs::rename(beside(path), path) {
                for (change, path) in self.changes.iter().zip(&paths).take(at) {
                    let _ = fs::write(path, &change.before);
                }
                clear();
                return Err(told(path, error));
            }
        }
        Ok(())
    }
}
