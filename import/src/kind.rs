//! A kind: its modules, from its CRD.

use std::collections::BTreeSet;

use serde_json::Value;
use wheelwright_grammar::plural::default_plural;
use wheelwright_rules::crd;

use crate::attribute::{Doc, Words, attribute};
use crate::conversion::conversion;
use crate::model::{Fate, Note};
use crate::read::{Crd, Deprecation, Refusal, Version, read};
use crate::root::{self, Root};
use crate::shape::Shapes;
use crate::spoke::{Outcome, narrowings};
use crate::tidy::Unknown;
use crate::{File, Imported, Options, default, manifest, name, share, spoke, write};

/// The annotation in which kubectl keeps the whole CRD.
const LAST_APPLIED: &str = "kubectl.kubernetes.io/last-applied-configuration";

/// The annotation without which no group of the Kubernetes community is taken.
const APPROVAL: &str = "api-approved.kubernetes.io";

/// A version, or several that differ in nothing but their names.
struct Group<'c> {
    versions: Vec<&'c Version>,
    module: String,
    root: Root,
}

impl Group<'_> {
    fn names(&self) -> Vec<&str> {
        let versions = self.versions.iter();
        versions.map(|version| version.name.as_str()).collect()
    }
}

/// How often types of Kubernetes are given up so that more versions map.
const ATTEMPTS: usize = 8;

/// Where and how modules are written.
#[derive(Clone, Copy)]
struct Wanted<'w> {
    module: &'w str,
    folder: &'w str,
    options: Options<'w>,
}

pub(crate) fn import(
    given: &Value,
    module: &str,
    folder: &str,
    options: Options<'_>,
) -> Result<Imported, Vec<Refusal>> {
    let wanted = Wanted {
        module,
        folder,
        options,
    };
    let mut own = BTreeSet::new();
    let (mut best, mut outcome) = attempt(given, wanted, &own)?;
    let draft = options.draft;
    let mut left = outcome.left(draft);
    for _ in 0..ATTEMPTS {
        let known = own.len();
        own.append(&mut outcome.mixed);
        if own.len() == known {
            break;
        }
        let next = attempt(given, wanted, &own)?;
        outcome = next.1;
        if outcome.left(draft) < left {
            left = outcome.left(draft);
            best = next.0;
        }
    }
    Ok(best)
}

/// Imports with structs at these paths, whatever types of Kubernetes they are.
fn attempt(
    given: &Value,
    wanted: Wanted<'_>,
    own: &BTreeSet<String>,
) -> Result<(Imported, Outcome), Vec<Refusal>> {
    let Wanted { module, folder, .. } = wanted;
    let crd = read(given)?;
    let ident = ident(&crd.kind);
    let mut shapes = Shapes::default();
    shapes.root.clone_from(&ident);
    shapes.own.clone_from(own);
    let mut groups: Vec<Group<'_>> = Vec::new();
    let mut modules = BTreeSet::new();
    // A version whose spec is a field maps to no spec by itself.
    let is_alone = crd.versions.iter().all(root::is_spec_alone);
    for version in &crd.versions {
        shapes.version.clone_from(&version.name);
        for Unknown { path, name } in &version.unknown {
            let text =
                format!("a server knows no `{name}` there and drops it; the types leave it out");
            shapes.note(Fate::Differs, path, text);
        }
        let same = |group: &&mut Group<'_>| {
            group
                .versions
                .first()
                .is_some_and(|first| is_same(first, version))
        };
        if let Some(group) = groups.iter_mut().find(same) {
            group.versions.push(version);
            continue;
        }
        shapes.module = groups.len();
        let root = root::read(&mut shapes, version, &ident, is_alone);
        let module = name::unique(&name::module(&version.name), "_", &mut modules);
        groups.push(Group {
            versions: vec![version],
            module,
            root,
        });
    }
    let mut notes = std::mem::take(&mut shapes.notes);
    let roots: Vec<&Root> = groups.iter().map(|group| &group.root).collect();
    let (conversion_key, conversion) = conversion(&crd, &roots, &mut notes);
    let annotations = annotations(given, &crd, &mut notes);
    share::describe(&mut shapes.types);
    default::mark(&mut shapes.types);
    let mut known = share::foreign(&shapes.types);
    known.insert(ident.clone());
    share::name(&mut shapes.types, &known);
    let names: Vec<String> = groups.iter().map(|group| group.module.clone()).collect();
    let versions: Vec<Vec<&str>> = groups.iter().map(Group::names).collect();
    let (hub, spokes) = versions
        .split_first()
        .map_or((&[][..], &[][..]), |(hub, spokes)| (hub, spokes));
    let of = [crd.group.as_str(), crd.kind.as_str()];
    let samples: Vec<_> = spokes
        .iter()
        .map(|own| spoke::pairs(wanted.options.samples, of, [own, hub]))
        .collect();
    let outcome = spoke::add(
        &mut shapes,
        &groups
            .iter()
            .map(|group| (group.root.spec, group.root.status))
            .collect::<Vec<_>>(),
        &groups
            .iter()
            .filter_map(|group| Some(&group.versions.first()?.schema))
            .collect::<Vec<_>>(),
        &names,
        (wanted.options, &samples),
        &mut notes,
    );
    let found = narrowed(&groups, &outcome, &mut notes);

    let mut attributes = Vec::new();
    for (at, group) in groups.iter().enumerate() {
        let mut keys = Vec::new();
        let hub_has_status = groups.first().is_some_and(|hub| hub.root.status.is_some());
        if at > 0 && hub_has_status != group.root.status.is_some() {
            // `hub` asks for a status where the hub has one, and only there.
            keys.extend(identity(&crd, group, &ident));
            keys.extend(flags(&crd, group));
            let approval = annotations.iter().filter(|(name, _)| name == APPROVAL);
            keys.extend(approval.map(|pair| metadata("annotation", pair)));
        } else if at == 0 {
            keys.extend(identity(&crd, group, &ident));
            keys.extend(flags(&crd, group));
            keys.extend(annotations.iter().map(|pair| metadata("annotation", pair)));
            keys.extend(crd.labels.iter().map(|pair| metadata("label", pair)));
            keys.extend(conversion_key.clone());
        } else {
            let hub = groups
                .first()
                .map(|hub| hub.module.as_str())
                .unwrap_or_default();
            keys.push(Doc::of(format!("hub = super::{hub}::{ident}")));
            keys.extend(
                group
                    .versions
                    .first()
                    .map(|version| Doc::said("version", &version.name)),
            );
            keys.extend(flags(&crd, group));
        }
        if let Some(status) = group.root.status.and_then(|id| shapes.types.get(id)) {
            let path = match names.get(status.module) {
                Some(module) if status.module != at => format!("super::{module}::"),
                _ => String::new(),
            };
            let ty = format!("{path}{}", status.name);
            keys.push(if group.root.has_nullable_status {
                let parts = vec![Doc::of(format!("type = {ty}")), Doc::of("nullable")];
                Doc::Call("status".to_owned(), parts)
            } else {
                Doc::of(format!("status = {ty}"))
            });
        }
        keys.extend(group.root.keys.iter().cloned());
        attributes.push((group.root.spec, attribute("crd", keys, 0)));
    }
    for (id, attribute) in attributes {
        if let Some(ty) = shapes.types.get_mut(id) {
            ty.crd = Some(attribute);
        }
    }
    let newer: Vec<_> = shapes.newer.iter().copied().collect();
    let words = Words {
        types: &shapes.types,
        functions: &shapes.functions,
        newer: &newer,
        modules: None,
    };
    let mut files = Vec::new();
    for (at, group) in groups.iter().enumerate() {
        let versions: Vec<String> = group
            .versions
            .iter()
            .map(|version| format!("`{}`", version.name))
            .collect();
        let head = format!("{} of `{}`.", versions.join(", "), crd.kind);
        files.push(File {
            path: format!("{module}/{}.rs", group.module),
            text: write::module(&head, at, &names, &words),
        });
        let schemas = write::schemas(at, &names, &words).into_iter();
        files.extend(schemas.map(|(name, text)| File {
            path: format!("{module}/{name}"),
            text,
        }));
    }
    let all: Vec<(&Version, &Root)> = groups
        .iter()
        .flat_map(|group| group.versions.iter().map(|version| (*version, &group.root)))
        .collect();
    let emitted = manifest::manifest(&crd, &annotations, conversion, &all);
    let full = format!("{}.{}", crd.plural, crd.group);
    let wheel = wheel(&crd, &ident);
    files.insert(
        0,
        File {
            path: format!("{module}/mod.rs"),
            text: index(
                &crd,
                &wheel,
                &names,
                &ident,
                &format!("{folder}{full}.yaml"),
                found.as_deref(),
            ),
        },
    );
    files.push(File {
        path: format!("{full}.yaml"),
        text: manifest::yaml(&emitted),
    });
    let imported = Imported {
        name: full,
        module: module.to_owned(),
        wheel,
        files,
        notes: gather(notes),
        manifest: emitted,
    };
    Ok((imported, outcome))
}

fn is_same(one: &Version, other: &Version) -> bool {
    one.schema == other.schema
        && one.subresources == other.subresources
        && one.columns == other.columns
        && one.selectable == other.selectable
}

/// The name of the root struct.
fn ident(kind: &str) -> String {
    let is_word = kind.starts_with(|c: char| c.is_ascii_alphabetic())
        && kind.chars().all(|c| c.is_ascii_alphanumeric());
    if is_word
        && name::escape(kind) == kind
        && !name::is_taken(kind)
        && kind.starts_with(|c: char| c.is_ascii_uppercase())
    {
        return kind.to_owned();
    }
    let name = name::type_name(kind);
    if name::is_taken(&name) {
        format!("{name}Resource")
    } else {
        name
    }
}

fn identity(crd: &Crd, group: &Group<'_>, ident: &str) -> Vec<Doc> {
    let mut keys = vec![Doc::said("group", &crd.group)];
    keys.extend(
        group
            .versions
            .first()
            .map(|version| Doc::said("version", &version.name)),
    );
    keys.push(Doc::said("kind", &crd.kind));
    if crd.kind != *ident {
        keys.push(Doc::of(format!("struct = {ident}")));
    }
    if crd.plural != default_plural(&crd.kind) {
        keys.push(Doc::said("plural", &crd.plural));
    }
    if crd.singular != wheelwright_grammar::go_text::to_lower(&crd.kind) {
        keys.push(Doc::said("singular", &crd.singular));
    }
    if crd.list_kind != format!("{}List", crd.kind) {
        keys.push(Doc::said("list_kind", &crd.list_kind));
    }
    keys.push(Doc::of(if crd.is_cluster {
        "cluster"
    } else {
        "namespaced"
    }));
    keys.extend(
        crd.short_names
            .iter()
            .map(|name| Doc::said("shortname", name)),
    );
    keys.extend(
        crd.categories
            .iter()
            .map(|name| Doc::said("category", name)),
    );
    keys
}

/// `annotation("…" = "…")`
fn metadata(key: &str, (name, value): &(String, String)) -> Doc {
    let pair = format!(
        "{} = {}",
        crate::text::literal(name),
        crate::text::literal(value)
    );
    Doc::Call(key.to_owned(), vec![Doc::Atom(pair)])
}

/// Whether versions are stored, served and deprecated.
fn flags(crd: &Crd, group: &Group<'_>) -> Vec<Doc> {
    let of = |version: &Version| {
        let mut keys = Vec::new();
        if version.is_stored && crd.versions.len() > 1 {
            keys.push(Doc::of("storage"));
        }
        if !version.is_served {
            keys.push(Doc::of("served = false"));
        }
        match &version.deprecated {
            Deprecation::Text(warning) => keys.push(Doc::said("deprecated", warning)),
            Deprecation::Yes => keys.push(Doc::of("deprecated")),
            Deprecation::No => {}
        }
        keys
    };
    let mut versions = group.versions.iter();
    let mut keys = versions
        .next()
        .map(|version| of(version))
        .unwrap_or_default();
    keys.extend(versions.map(|version| {
        let mut parts = vec![Doc::said("version", &version.name)];
        parts.extend(of(version));
        Doc::Call("also".to_owned(), parts)
    }));
    keys
}

/// The annotations that a server takes.
fn annotations(given: &Value, crd: &Crd, notes: &mut Vec<Note>) -> Vec<(String, String)> {
    let is_refused = |crd: &Value| {
        let report = crd::check(crd);
        report
            .errors
            .iter()
            .any(|error| error.path.to_string().starts_with("metadata.annotations"))
    };
    let any = is_refused(given);
    let mut kept = Vec::new();
    for (name, value) in &crd.annotations {
        let text = if name == LAST_APPLIED {
            "kubectl keeps the CRD in it, as it was applied last; it is left out"
        } else if any && is_refused(&with_annotation(given, name, value)) {
            "a server refuses the annotation; it is left out"
        } else {
            kept.push((name.clone(), value.clone()));
            continue;
        };
        let place = format!("metadata.annotations[{name:?}]");
        notes.push(Note {
            fate: Fate::Differs,
            place,
            text: text.to_owned(),
        });
    }
    kept
}

fn with_annotation(given: &Value, name: &str, value: &str) -> Value {
    let mut crd = given.clone();
    if let Some(metadata) = crd.get_mut("metadata").and_then(Value::as_object_mut) {
        let one = serde_json::Map::from_iter([(name.to_owned(), Value::from(value))]);
        metadata.insert("annotations".to_owned(), one.into());
    }
    crd
}

/// The name of the type that joins the versions: `Pizzas`, in the kind's own capitals.
fn wheel(crd: &Crd, ident: &str) -> String {
    let same = crd
        .plural
        .chars()
        .zip(crd.kind.chars())
        .take_while(|(plural, kind)| kind.eq_ignore_ascii_case(plural));
    let length = same.count();
    let wheel = if length > 1 && crd.kind.is_ascii() && crd.plural.is_ascii() {
        name::type_name(&format!("{}{}", &crd.kind[..length], &crd.plural[length..]))
    } else {
        name::type_name(&crd.plural)
    };
    if wheel == *ident || name::is_taken(&wheel) {
        format!("{wheel}Wheel")
    } else {
        wheel
    }
}

/// Lists what versions that map refuse of one another's values, and says which of that the laws are to let pass; nothing where not
/// all of them map.
fn narrowed(
    groups: &[Group<'_>],
    outcome: &Outcome,
    notes: &mut Vec<Note>,
) -> Option<Vec<(String, String)>> {
    let hub = groups.first()?;
    let mapped: Vec<&Group<'_>> = groups
        .iter()
        .filter(|group| group.module == hub.module || outcome.mapped.contains(&group.module))
        .collect();
    let mut refusals = Vec::new();
    for from in &mapped {
        for to in mapped.iter().filter(|to| to.module != from.module) {
            let key = if to.module == hub.module {
                "or"
            } else {
                "or_back"
            };
            let is_step = from.module == hub.module || to.module == hub.module;
            let Some(from) = from.versions.first() else {
                continue;
            };
            for to in &to.versions {
                let found = narrowings(from, to, key, &outcome.apart);
                refusals.extend(found.refusals);
                if is_step {
                    notes.extend(found.notes);
                }
            }
        }
    }
    refusals.sort();
    refusals.dedup();
    let is_whole = groups.len() > 1 && outcome.mapped.len() + 1 == groups.len();
    is_whole.then_some(refusals)
}

/// The test of the laws, where all versions map.
fn laws(wheel: &str, refusals: &[(String, String)]) -> String {
    let mut lines = String::from("\n    #[test]\n    fn keeps_the_laws() {\n");
    if refusals.is_empty() {
        lines += &format!("        super::{wheel}::assert_laws();\n");
    } else {
        lines += "        // What was valid before these rules may be refused by them.\n";
        lines += &format!("        super::{wheel}::laws()\n");
        for (version, place) in refusals {
            lines += &format!(
                "            .refuses({}, {})\n",
                crate::text::literal(version),
                crate::text::literal(place)
            );
        }
        lines += "            .assert();\n";
    }
    lines + "    }\n"
}

fn index(
    crd: &Crd,
    wheel: &str,
    modules: &[String],
    ident: &str,
    yaml: &str,
    refusals: Option<&[(String, String)]>,
) -> String {
    let mut listed = modules.to_vec();
    listed.sort();
    let listed: Vec<String> = listed
        .iter()
        .map(|module| format!("pub mod {module};"))
        .collect();
    let listed = listed.join("\n");
    let mut paths = modules.iter().map(|module| format!("{module}::{ident}"));
    let hub = paths.next().unwrap_or_default();
    let spokes: Vec<String> = paths.collect();
    let spokes = if spokes.is_empty() {
        String::new()
    } else {
        format!(", [{}]", spokes.join(", "))
    };
    let yaml = crate::text::literal(yaml);
    let laws = refusals.map_or_else(String::new, |refusals| laws(wheel, refusals));
    format!(
        "//! `{}` of `{}`.\n\n{listed}\n\nwheelwright::wheel!(\n    /// All versions of `{}`.\n    pub {wheel} = {hub}{spokes}\n);\n\n\
         #[cfg(test)]\nmod tests {{\n    #[test]\n    fn emits_the_crd_it_came_from() {{\n        \
         wheelwright::assert_manifest!(super::{wheel}, {yaml});\n    }}\n{laws}}}\n",
        crd.kind, crd.group, crd.kind
    )
}

/// Notes that say the same of several places, as one.
fn gather(notes: Vec<Note>) -> Vec<Note> {
    const SHOWN: usize = 3;
    let mut gathered: Vec<(Note, Vec<String>)> = Vec::new();
    for note in notes {
        let same = gathered
            .iter_mut()
            .find(|(first, _)| first.fate == note.fate && first.text == note.text);
        match same {
            Some((_, places)) => places.push(note.place),
            None => gathered.push((note.clone(), vec![note.place])),
        }
    }
    let mut notes: Vec<Note> = gathered
        .into_iter()
        .map(|(note, places)| {
            let more = places.len().saturating_sub(SHOWN);
            let mut place = places
                .into_iter()
                .take(SHOWN)
                .collect::<Vec<_>>()
                .join(", ");
            if more > 0 {
                place += &format!(" and {more} more");
            }
            Note { place, ..note }
        })
        .collect();
    notes.sort_by_key(|note| note.fate);
    notes
}
