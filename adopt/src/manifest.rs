//! `Cargo.toml`: the dependencies that come and go.

use std::collections::BTreeSet;

use toml_edit::{Array, DocumentMut, InlineTable, Item, Table, TableLike, Value, value};

use crate::source::{Place, Unreadable};

/// A manifest as it is read.
pub(crate) struct Manifest {
    /// The path of the file, from the folder that was given.
    pub(crate) file: String,
    pub(crate) text: String,
    document: DocumentMut,
}

/// What the sources of a package need and no longer need.
#[derive(Default)]
pub(crate) struct Needs {
    pub(crate) adopted: bool,
    /// Crates that some source names still.
    pub(crate) named: BTreeSet<String>,
    pub(crate) json: bool,
}

const TABLES: &[&str] = &["dependencies", "dev-dependencies", "build-dependencies"];

/// The release that is written.
const VERSION: &str = concat!(
    env!("CARGO_PKG_VERSION_MAJOR"),
    ".",
    env!("CARGO_PKG_VERSION_MINOR")
);

/// Features of schemars for a crate's types, and ours for the same.
const FEATURES: &[(&str, &str)] = &[
    ("bytes", "bytes"),
    ("chrono", "chrono"),
    ("either", "either"),
    ("indexmap", "indexmap"),
    ("jiff", "jiff"),
    ("raw_value", "raw_value"),
    ("url", "url"),
    ("uuid", "uuid"),
];

impl Manifest {
    pub(crate) fn parse(file: &str, text: &str) -> Result<Self, Unreadable> {
        let document = text.parse().map_err(|error: toml_edit::TomlError| {
            let at = error.span().map_or(0, |span| span.start);
            let before = text.get(..at).unwrap_or_default();
            Unreadable {
                place: Place {
                    file: file.to_owned(),
                    line: before.matches('\n').count() + 1,
                    column: before
                        .chars()
                        .rev()
                        .take_while(|char| *char != '\n')
                        .count()
                        + 1,
                },
                reason: format!("this does not parse: {}", error.message()),
            }
        })?;
        Ok(Self {
            file: file.to_owned(),
            text: text.to_owned(),
            document,
        })
    }

    pub(crate) fn is_package(&self) -> bool {
        self.document.contains_key("package")
    }

    /// The folders and patterns of the workspace's members, and what is excluded.
    pub(crate) fn members(&self) -> (Vec<String>, Vec<String>) {
        let list = |name: &str| {
            let array = self
                .document
                .get("workspace")
                .and_then(|workspace| workspace.get(name));
            let array = array.and_then(Item::as_array);
            let texts = array.into_iter().flatten().filter_map(Value::as_str);
            texts.map(str::to_owned).collect()
        };
        (list("members"), list("exclude"))
    }

    /// All tables of dependencies.
    fn tables(&mut self) -> Vec<&mut dyn TableLike> {
        let mut found: Vec<&mut dyn TableLike> = Vec::new();
        for (name, item) in self.document.iter_mut() {
            if TABLES.contains(&name.get()) {
                found.extend(item.as_table_like_mut());
            } else if name == "target" {
                for (_, target) in item
                    .as_table_like_mut()
                    .into_iter()
                    .flat_map(TableLike::iter_mut)
                {
                    for (name, item) in target
                        .as_table_like_mut()
                        .into_iter()
                        .flat_map(TableLike::iter_mut)
                    {
                        if TABLES.contains(&name.get()) {
                            found.extend(item.as_table_like_mut());
                        }
                    }
                }
            }
        }
        found
    }

    /// What is written of a dependency somewhere.
    pub(crate) fn dependency(&self, name: &str) -> Option<&Item> {
        let workspace = self
            .document
            .get("workspace")
            .and_then(|workspace| workspace.get("dependencies"));
        let own = TABLES.iter().filter_map(|table| self.document.get(table));
        own.chain(workspace).find_map(|table| table.get(name))
    }

    /// Whose version is too old for ours, with the line.
    pub(crate) fn outdated(&self) -> Vec<(Place, String)> {
        let mut found = Vec::new();
        for (name, least) in [
            ("kube", "5"),
            ("kube-core", "5"),
            ("kube-derive", "5"),
            ("k8s-openapi", "0.29"),
        ] {
            let Some(item) = self.dependency(name) else {
                continue;
            };
            let version = item
                .as_str()
                .or_else(|| item.get("version").and_then(Item::as_str));
            let Some(version) = version.filter(|version| !is_at_least(version, least)) else {
                continue;
            };
            let line = self
                .text
                .lines()
                .position(|line| is_of(line, name))
                .map_or(1, |line| line + 1);
            found.push((
                Place {
                    file: self.file.clone(),
                    line,
                    column: 1,
                },
                format!("`{name} = \"{version}\"`: wheelwright is for {name} {least}; update it first, then adopt"),
            ));
        }
        found
    }

    /// Writes what the sources need. `root`: the manifest that says what `workspace = true` is, if it is another one.
    pub(crate) fn rewrite(&mut self, needs: &Needs, root: Option<&mut Self>) {
        if !needs.adopted {
            return;
        }
        let inherited = self
            .dependency("schemars")
            .or_else(|| self.dependency("kube"))
            .is_some_and(is_inherited);
        let said = root.as_deref().unwrap_or(&*self).features_of("schemars");
        let mut features = self.features_of("schemars");
        features.extend(said);
        let features = ours(&features);
        let is_latest = self.is_latest() || root.as_deref().is_some_and(Self::is_latest);
        let is_optional = self
            .dependency("schemars")
            .and_then(|item| item.get("optional"))
            .and_then(Item::as_bool)
            .unwrap_or(false);
        let is_whole = self.document.contains_key("workspace");
        let by_workspace = inherited && (root.is_some() || is_whole);
        if self.dependency("wheelwright").is_none() {
            let item = if by_workspace {
                inherited_dependency(is_optional)
            } else {
                dependency(&features, is_latest, is_optional)
            };
            self.add("wheelwright", item);
        }
        if by_workspace {
            match root {
                Some(root) => root.share(&features, is_latest),
                None => self.share(&features, is_latest),
            }
        }
        if needs.json && self.dependency("serde_json").is_none() {
            self.add("serde_json", value("1"));
        }
        if is_optional {
            self.enable(needs.named.contains("schemars"));
        }
        for name in ["schemars", "validator", "garde"] {
            if !needs.named.contains(name) && !self.is_feature(name) {
                for table in self.tables() {
                    table.remove(name);
                }
            }
        }
    }

    fn add(&mut self, name: &str, item: Item) {
        let beside = ["schemars", "kube", "kube-derive", "k8s-openapi", "serde"];
        let place = TABLES.iter().find(|table| {
            self.document
                .get(table)
                .is_some_and(|table| beside.iter().any(|name| table.get(name).is_some()))
        });
        let table = place.copied().unwrap_or("dependencies");
        let table = self
            .document
            .entry(table)
            .or_insert_with(|| Item::Table(Table::new()));
        let Some(table) = table.as_table_like_mut() else {
            return;
        };
        let names: Vec<String> = table.iter().map(|(name, _)| name.to_owned()).collect();
        let is_sorted = names.is_sorted();
        table.insert(name, item);
        if is_sorted
            && let Some(table) = self
                .document
                .get_mut(place.copied().unwrap_or("dependencies"))
        {
            match table {
                Item::Table(table) => table.sort_values(),
                Item::Value(Value::InlineTable(table)) => table.sort_values(),
                _ => {}
            }
        }
    }

    /// The workspace's own line.
    fn share(&mut self, features: &BTreeSet<&'static str>, is_latest: bool) {
        let workspace = self
            .document
            .get_mut("workspace")
            .and_then(Item::as_table_like_mut);
        let Some(table) = workspace
            .and_then(|workspace| workspace.get_mut("dependencies"))
            .and_then(Item::as_table_like_mut)
        else {
            return;
        };
        if !table.contains_key("wheelwright") {
            table.insert("wheelwright", dependency(features, is_latest, false));
        }
    }

    fn features_of(&self, name: &str) -> Vec<String> {
        let item = self.dependency(name).and_then(|item| item.get("features"));
        let features = item.and_then(Item::as_array).into_iter().flatten();
        features
            .filter_map(Value::as_str)
            .map(str::to_owned)
            .collect()
    }

    /// Whether the project chose the newest version that k8s-openapi has. Some version is chosen wherever it compiles, here or in
    /// a dependency, and there can be no second one.
    fn is_latest(&self) -> bool {
        let own = TABLES.iter().filter_map(|table| self.document.get(table));
        let workspace = self
            .document
            .get("workspace")
            .and_then(|workspace| workspace.get("dependencies"));
        let mut lists = own
            .chain(workspace)
            .filter_map(|table| table.get("k8s-openapi")?.get("features")?.as_array());
        let has = |list: &Array, name: &str| list.iter().any(|text| text.as_str() == Some(name));
        let features = self.document.get("features").and_then(Item::as_table_like);
        let mut named = features
            .into_iter()
            .flat_map(TableLike::iter)
            .filter_map(|(_, list)| list.as_array());
        lists.any(|list| has(list, "latest")) || named.any(|list| has(list, "k8s-openapi/latest"))
    }

    /// Features that name a crate, or that have its name.
    fn is_feature(&self, name: &str) -> bool {
        let Some(features) = self.document.get("features").and_then(Item::as_table_like) else {
            return false;
        };
        let dep = format!("dep:{name}");
        features.iter().any(|(_, list)| {
            let list = list
                .as_array()
                .into_iter()
                .flatten()
                .filter_map(Value::as_str);
            let is = |text: &str| {
                text == name
                    || text == dep
                    || text.starts_with(&format!("{name}/"))
                    || text.starts_with(&format!("{name}?/"))
            };
            list.into_iter().any(is)
        })
    }

    /// The feature that turned schemars on turns ours on.
    fn enable(&mut self, both: bool) {
        let mut was = false;
        if let Some(features) = self
            .document
            .get_mut("features")
            .and_then(Item::as_table_like_mut)
        {
            for (_, list) in features.iter_mut() {
                let Some(list) = list.as_array_mut() else {
                    continue;
                };
                let place = list
                    .iter()
                    .position(|text| text.as_str() == Some("dep:schemars"));
                if let Some(place) = place {
                    was = true;
                    if both {
                        list.insert(place + 1, "dep:wheelwright");
                    } else {
                        list.replace(place, "dep:wheelwright");
                    }
                }
            }
        }
        if was {
            return;
        }
        // An optional dependency is a feature of its name.
        let mut list = Array::new();
        if both {
            list.push("dep:schemars");
        }
        list.push("dep:wheelwright");
        let features = self
            .document
            .entry("features")
            .or_insert_with(|| Item::Table(Table::new()));
        if let Some(features) = features.as_table_like_mut() {
            features.insert("schemars", value(list));
        }
    }

    pub(crate) fn written(&self) -> String {
        self.document.to_string()
    }
}

/// Whether a line is a dependency's: `name = …`, `name.version = …` or `[dependencies.name]`.
fn is_of(line: &str, name: &str) -> bool {
    let line = line.trim();
    let own = line.strip_prefix(name);
    own.is_some_and(|rest| rest.trim_start().starts_with(['=', '.']))
        || line.starts_with('[') && line.ends_with(&format!(".{name}]"))
}

fn is_inherited(item: &Item) -> bool {
    item.get("workspace")
        .and_then(Item::as_bool)
        .unwrap_or(false)
}

fn inherited_dependency(is_optional: bool) -> Item {
    let mut table = InlineTable::new();
    table.insert("workspace", true.into());
    if is_optional {
        table.insert("optional", true.into());
    }
    value(table)
}

fn dependency(features: &BTreeSet<&'static str>, is_latest: bool, is_optional: bool) -> Item {
    if is_latest && features.is_empty() && !is_optional {
        return value(VERSION);
    }
    let mut table = InlineTable::new();
    table.insert("version", VERSION.into());
    let mut list = Array::new();
    if !is_latest {
        // Its own default would choose a version of Kubernetes.
        table.insert("default-features", false.into());
        list.push("kube");
    }
    list.extend(features.iter().copied());
    if !list.is_empty() {
        table.insert("features", list.into());
    }
    if is_optional {
        table.insert("optional", true.into());
    }
    value(table)
}

fn ours(features: &[String]) -> BTreeSet<&'static str> {
    let named = |feature: &String| {
        let name = feature.trim_end_matches(|char: char| char.is_ascii_digit());
        FEATURES
            .iter()
            .find(|(theirs, _)| *theirs == name)
            .map(|(_, ours)| *ours)
    };
    features.iter().filter_map(named).collect()
}

/// Whether a requirement is for that version or a later one, as far as its first number tells.
fn is_at_least(requirement: &str, least: &str) -> bool {
    let numbers = |text: &str| -> Vec<u64> {
        text.trim_start_matches(|char: char| !char.is_ascii_digit())
            .split('.')
            .map_while(|part| part.trim().parse().ok())
            .collect()
    };
    let (given, least) = (numbers(requirement), numbers(least));
    given.is_empty() || given >= least
}

#[cfg(test)]
mod tests {
    use super::{Manifest, Needs};

    fn rewritten(text: &str, named: &[&str]) -> String {
        let mut manifest = Manifest::parse("Cargo.toml", text).unwrap();
        let needs = Needs {
            adopted: true,
            named: named.iter().map(|name| (*name).to_owned()).collect(),
            json: false,
        };
        manifest.rewrite(&needs, None);
        manifest.written()
    }

    #[test]
    fn schemars_goes_where_nothing_names_it() {
        let text = "[package]\nname = \"a\"\n\n[dependencies]\nk8s-openapi = { version = \"0.29\", features = [\"latest\"] }\nkube = \"5\" # the client\nschemars = { version = \"1\", features = [\"chrono04\", \"url2\"] }\nserde = \"1\"\n";
        assert_eq!(
            rewritten(text, &["kube", "serde"]),
            "[package]\nname = \"a\"\n\n[dependencies]\nk8s-openapi = { version = \"0.29\", features = [\"latest\"] }\nkube = \"5\" # the client\nserde = \"1\"\nwheelwright = { version = \"0.1\", features = [\"chrono\", \"url\"] }\n"
        );
        assert!(rewritten(text, &["kube", "schemars"]).contains("schemars ="));
    }

    #[test]
    fn the_version_of_kubernetes_stays_the_projects() {
        let text = "[dependencies]\nk8s-openapi = { version = \"0.29\", features = [\"v1_33\"] }\nschemars = \"1\"\n";
        assert!(rewritten(text, &[]).ends_with(
            "wheelwright = { version = \"0.1\", default-features = false, features = [\"kube\"] }\n"
        ));
    }

    #[test]
    fn what_is_written_in_no_order_keeps_it() {
        let text = "[features]\ndefault = [\"k8s-openapi/latest\"]\n[dependencies]\nserde = \"1\"\nschemars = \"1\"\nkube = \"5\"\n";
        assert_eq!(
            rewritten(text, &[]),
            "[features]\ndefault = [\"k8s-openapi/latest\"]\n[dependencies]\nserde = \"1\"\nkube = \"5\"\nwheelwright = \"0.1\"\n"
        );
    }

    #[test]
    fn an_optional_schemars_is_an_optional_wheelwright() {
        let text = "[dependencies]\nschemars = { version = \"1\", optional = true }\n\n[features]\nschema = [\"dep:schemars\"]\n";
        assert_eq!(
            rewritten(text, &[]),
            "[dependencies]\nwheelwright = { version = \"0.1\", default-features = false, features = [\"kube\"], optional = true }\n\n[features]\nschema = [\"dep:wheelwright\"]\n"
        );
        let text = "[dependencies]\nschemars = { version = \"1\", optional = true }\n";
        assert_eq!(
            rewritten(text, &["schemars"]),
            "[dependencies]\nschemars = { version = \"1\", optional = true }\nwheelwright = { version = \"0.1\", default-features = false, features = [\"kube\"], optional = true }\n\n[features]\nschemars = [\"dep:schemars\", \"dep:wheelwright\"]\n"
        );
    }

    #[test]
    fn a_workspace_says_the_version_once() {
        let mut root = Manifest::parse("Cargo.toml", "[workspace]\nmembers = [\"a\"]\n\n[workspace.dependencies]\nschemars = { version = \"1\", features = [\"chrono04\"] }\n").unwrap();
        let mut member = Manifest::parse(
            "a/Cargo.toml",
            "[dependencies]\nschemars.workspace = true\n",
        )
        .unwrap();
        let needs = Needs {
            adopted: true,
            ..Needs::default()
        };
        member.rewrite(&needs, Some(&mut root));
        assert_eq!(
            member.written(),
            "[dependencies]\nwheelwright = { workspace = true }\n"
        );
        assert!(
            root.written()
                .ends_with("wheelwright = { version = \"0.1\", default-features = false, features = [\"kube\", \"chrono\"] }\n")
        );
    }

    #[test]
    fn old_releases_of_kube_are_named() {
        let manifest = Manifest::parse(
            "Cargo.toml",
            "[dependencies]\nkube = { version = \"2.0\" }\nk8s-openapi = \"0.29\"\n",
        )
        .unwrap();
        let outdated = manifest.outdated();
        assert_eq!(outdated.len(), 1);
        assert_eq!(outdated[0].0.line, 2);
        assert!(outdated[0].1.contains("update it first"));
    }

    #[test]
    fn what_does_not_parse_is_told_with_its_line() {
        let Err(error) = Manifest::parse("Cargo.toml", "[package]\nname = \n") else {
            panic!("it parses");
        };
        assert!(error.to_string().starts_with("Cargo.toml:2:"), "{error}");
    }
}
