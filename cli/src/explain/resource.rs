//! The kind that a name means, in one of its versions.

use std::collections::BTreeSet;

use serde_json::Value;
use wheelwright_grammar::version;

/// A kind in one version.
pub(super) struct Resource {
    pub(super) group: String,
    pub(super) kind: String,
    pub(super) version: String,
    /// The schema of the version, or nothing.
    pub(super) schema: Value,
    /// All versions, by priority, each with what is special about it.
    pub(super) versions: Vec<(String, Vec<&'static str>)>,
    pub(super) plural: String,
    pub(super) short_names: Vec<String>,
    pub(super) scope: String,
}

/// What a name means.
pub(super) enum Named {
    None,
    One(Box<Resource>),
    /// Kinds of these groups.
    Several(Vec<String>),
}

fn text<'v>(value: &'v Value, name: &str) -> &'v str {
    value.get(name).and_then(Value::as_str).unwrap_or_default()
}

fn flag(value: &Value, name: &str) -> bool {
    value.get(name).and_then(Value::as_bool).unwrap_or_default()
}

fn list<'v>(value: &'v Value, name: &str) -> &'v [Value] {
    let list = value.get(name).and_then(Value::as_array);
    list.map(Vec::as_slice).unwrap_or_default()
}

/// What is asked for.
pub(super) struct Asked<'p> {
    /// The name of a kind.
    pub(super) name: &'p str,
    pub(super) fields: Vec<&'p str>,
    api_version: Option<String>,
    /// The CRDs that may be meant.
    crds: Vec<&'p Value>,
}

impl<'p> Asked<'p> {
    /// Reads a path as kubectl does: the name of a resource, also with its group, and fields: `crates.spec`,
    /// `crates.shop.test.spec`. As in other commands of kubectl a version may stand before the group.
    pub(super) fn of(crds: &[&'p Value], path: &'p str, api_version: Option<&str>) -> Self {
        let path = path.trim_end_matches('.');
        let (name, rest) = path.split_once('.').unwrap_or((path, ""));
        let fields = |rest: &'p str| rest.split('.').filter(|field| !field.is_empty()).collect();
        let called: Vec<&Value> = crds
            .iter()
            .copied()
            .filter(|crd| {
                let names = crd.get("spec").and_then(|spec| spec.get("names"));
                names.is_some_and(|names| is_called(names, name))
            })
            .collect();
        // The longest group leaves the fewest fields.
        let in_group = called
            .iter()
            .filter_map(|crd| Some((*crd, after_group(crd, rest)?)))
            .min_by_key(|(_, (_, rest))| rest.len());
        match in_group {
            Some((crd, (version, rest))) => Self {
                name,
                fields: fields(rest),
                api_version: api_version.or(version).map(str::to_owned),
                crds: vec![crd],
            },
            None => Self {
                name,
                fields: fields(rest),
                api_version: api_version.map(str::to_owned),
                crds: called,
            },
        }
    }
}

/// The version, if one is named, and what stands behind the group of a CRD at the beginning of a path.
fn after_group<'p>(crd: &Value, path: &'p str) -> Option<(Option<&'p str>, &'p str)> {
    let spec = crd.get("spec")?;
    let group = text(spec, "group");
    let behind = |path: &'p str| {
        let rest = path.strip_prefix(group).filter(|_| !group.is_empty())?;
        (rest.is_empty() || rest.starts_with('.')).then_some(rest)
    };
    if let Some(rest) = behind(path) {
        return Some((None, rest));
    }
    let (version, path) = path.split_once('.')?;
    let is_version = list(spec, "versions")
        .iter()
        .any(|known| text(known, "name") == version);
    let rest = behind(path).filter(|_| is_version)?;
    Some((Some(version), rest))
}

impl Resource {
    /// The kind that is asked for. Without a version, the one with the highest priority that is served.
    pub(super) fn named(asked: &Asked<'_>) -> Named {
        let mut found: Vec<Self> = asked
            .crds
            .iter()
            .filter_map(|crd| Self::of(crd.get("spec")?, asked.api_version.as_deref()))
            .collect();
        match found.len() {
            0 => Named::None,
            1 => found
                .pop()
                .map_or(Named::None, |one| Named::One(Box::new(one))),
            _ => {
                let groups: BTreeSet<String> = found
                    .iter()
                    .map(|resource| format!("{}/{}", resource.group, resource.version))
                    .collect();
                Named::Several(groups.into_iter().collect())
            }
        }
    }

    fn of(spec: &Value, api_version: Option<&str>) -> Option<Self> {
        let group = text(spec, "group");
        let wanted = match api_version {
            None => None,
            Some(api_version) => match api_version.split_once('/') {
                Some((of, version)) if of == group => Some(version),
                Some(_) => return None,
                None => Some(api_version),
            },
        };
        let mut versions: Vec<&Value> = list(spec, "versions").iter().collect();
        versions.sort_by(|a, b| version::compare(text(b, "name"), text(a, "name")));
        let version = match wanted {
            Some(wanted) => versions
                .iter()
                .find(|version| text(version, "name") == wanted),
            None => versions
                .iter()
                .find(|version| flag(version, "served"))
                .or(versions.first()),
        }?;
        let names = spec.get("names")?;
        let schema = version
            .get("schema")
            .and_then(|schema| schema.get("openAPIV3Schema"));
        Some(Self {
            group: group.to_owned(),
            kind: text(names, "kind").to_owned(),
            version: text(version, "name").to_owned(),
            schema: schema.cloned().unwrap_or_default(),
            versions: versions
                .iter()
                .map(|version| (text(version, "name").to_owned(), remarks(version)))
                .collect(),
            plural: text(names, "plural").to_owned(),
            short_names: list(names, "shortNames")
                .iter()
                .filter_map(|name| Some(name.as_str()?.to_owned()))
                .collect(),
            scope: text(spec, "scope").to_owned(),
        })
    }
}

fn is_called(names: &Value, name: &str) -> bool {
    let kind = text(names, "kind");
    let singular = match text(names, "singular") {
        "" => kind,
        singular => singular,
    };
    [text(names, "plural"), singular, kind]
        .iter()
        .any(|own| own.eq_ignore_ascii_case(name))
        || list(names, "shortNames").iter().any(|short| short == name)
}

fn remarks(version: &Value) -> Vec<&'static str> {
    [
        (flag(version, "storage"), "storage"),
        (flag(version, "deprecated"), "deprecated"),
        (!flag(version, "served"), "not served"),
    ]
    .into_iter()
    .filter_map(|(is, word)| is.then_some(word))
    .collect()
}
