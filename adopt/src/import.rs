//! `use` lines: what nobody names any more goes, and ours come.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use crate::edit::{indent, remove_pieces, with_line};
use crate::inventory::{Bound, Derive, Leaf};
use crate::item::{Claim, Rewrite};

/// Ours, that an import brings in.
type Names = BTreeSet<&'static str>;

/// What becomes of one import.
#[derive(Default)]
struct Fate {
    /// Places that take ours.
    claims: Vec<usize>,
}

/// Writes our names, and the imports that they need.
pub(crate) fn finish(rewrite: &mut Rewrite<'_, '_>) {
    bounds(rewrite);
    let inventory = rewrite.inventory;
    let claims = std::mem::take(&mut rewrite.claims);
    let mut fates: BTreeMap<usize, Fate> = BTreeMap::new();
    let mut alone = Vec::new();
    for (at, claim) in claims.iter().enumerate() {
        let bare = claim.bare.as_deref();
        let leaf = bare.and_then(|bare| inventory.leaf(claim.file, &claim.scope, bare));
        match leaf.filter(|leaf| !inventory.leaves[*leaf].is_public) {
            Some(leaf) => fates.entry(leaf).or_default().claims.push(at),
            None => alone.push(at),
        }
    }
    for at in alone {
        name(rewrite, &claims[at], true);
    }
    // Of each file: what its imports lose, by the item, and what they gain.
    let mut lost: BTreeSet<usize> = BTreeSet::new();
    let mut gained: BTreeMap<(usize, &[String]), (usize, Names)> = BTreeMap::new();
    for (leaf, fate) in &fates {
        let import = &inventory.leaves[*leaf];
        let ours: BTreeSet<&'static str> = fate.claims.iter().map(|at| claims[*at].ours).collect();
        let is_used = others(rewrite, *leaf, &claims);
        // Two things of one name, or a name that means something else here.
        let is_taken = |name: &str| is_named(rewrite, import, name);
        let clashes = ours.iter().any(|name| {
            if *name == import.alias {
                is_used
            } else {
                is_taken(name)
            }
        });
        for at in &fate.claims {
            name(rewrite, &claims[*at], clashes);
        }
        if !clashes {
            // One line for each module, where the first of theirs is.
            let entry = gained.entry((import.file, &import.scope));
            let (first, names) = entry.or_insert_with(|| (import.number, BTreeSet::new()));
            *first = import.number.min(*first);
            names.extend(ours);
        }
        if !is_used {
            lost.insert(*leaf);
        }
    }
    // Derives that are gone without a name of ours in their place.
    for (at, leaf) in inventory.leaves.iter().enumerate() {
        if is_theirs(leaf) && !leaf.is_public && !fates.contains_key(&at) && is_gone(rewrite, leaf)
        {
            lost.insert(at);
        }
    }
    let gained = gained
        .into_iter()
        .map(|((file, _), (number, names))| ((file, number), names))
        .collect();
    items(rewrite, &lost, &gained);
}

/// What is imported for the attributes that are rewritten.
fn is_theirs(leaf: &Leaf) -> bool {
    const OF_KUBE: &[&str] = &[
        "Rule",
        "Message",
        "Reason",
        "ListMerge",
        "MapMerge",
        "StructMerge",
    ];
    let is_of = |krate: &str| leaf.path.iter().any(|step| step == krate);
    let is_key = OF_KUBE.contains(&leaf.name.as_str()) || Derive::named(&leaf.name).is_some();
    is_of("schemars")
        || is_key
            && leaf
                .path
                .first()
                .is_some_and(|first| first.starts_with("kube"))
}

/// Our name in a place.
fn name(rewrite: &mut Rewrite<'_, '_>, claim: &Claim, with_crate: bool) {
    let krate = if with_crate { "wheelwright::" } else { "" };
    let text = format!("{}{krate}{}", claim.prefix, claim.ours);
    rewrite.edits[claim.file].replace(claim.range.clone(), text);
}

/// Bounds by `JsonSchema` on types that are rewritten, and on their impls.
fn bounds(rewrite: &mut Rewrite<'_, '_>) {
    let inventory = rewrite.inventory;
    let adopted: BTreeSet<String> = rewrite
        .reach
        .adopted
        .difference(&rewrite.reach.both)
        .map(|at| inventory.types[*at].ident.to_string())
        .collect();
    let is_ours = |bound: &&Bound| {
        bound
            .owner
            .as_ref()
            .is_some_and(|owner| adopted.contains(owner))
    };
    for bound in inventory.bounds.iter().filter(is_ours) {
        rewrite.claims.push(Claim {
            file: bound.file,
            scope: bound.scope.clone(),
            range: bound.path.clone(),
            bare: bound.is_bare.then(|| "JsonSchema".to_owned()),
            prefix: String::new(),
            ours: "Schema",
        });
    }
}

/// Whether an import is used by others than those that take ours.
fn others(rewrite: &Rewrite<'_, '_>, leaf: usize, claims: &[Claim]) -> bool {
    let import = &rewrite.inventory.leaves[leaf];
    let of_ours: Vec<&Range<usize>> = claims
        .iter()
        .filter(|claim| claim.file == import.file && claim.prefix.is_empty())
        .map(|claim| &claim.range)
        .collect();
    let source = &rewrite.sources[import.file];
    let mut is_used = false;
    source.idents(|ident| {
        if *ident == import.alias {
            let at = source.range(ident.span()).start;
            let is_import = is_in_use(rewrite, import.file, at);
            let is_claimed = of_ours.iter().any(|range| range.contains(&at));
            is_used |= !is_import && !is_claimed && !rewrite.edits[import.file].covers(at);
        }
    });
    is_used
}

/// Whether nothing names an import any more.
fn is_gone(rewrite: &Rewrite<'_, '_>, import: &Leaf) -> bool {
    let source = &rewrite.sources[import.file];
    let (mut was, mut is) = (false, false);
    source.idents(|ident| {
        if *ident == import.alias {
            let at = source.range(ident.span()).start;
            if !is_in_use(rewrite, import.file, at) {
                was = true;
                is |= !rewrite.edits[import.file].covers(at);
            }
        }
    });
    was && !is
}

/// Whether something in the file has this name already.
fn is_named(rewrite: &Rewrite<'_, '_>, import: &Leaf, name: &str) -> bool {
    let source = &rewrite.sources[import.file];
    let mut found = false;
    source.idents(|ident| found |= *ident == name);
    found
}

fn is_in_use(rewrite: &Rewrite<'_, '_>, file: usize, at: usize) -> bool {
    let mut leaves = rewrite.inventory.leaves.iter();
    leaves.any(|leaf| leaf.file == file && leaf.item.contains(&at))
}

/// Takes names out of `use` items, and writes ours.
fn items(
    rewrite: &mut Rewrite<'_, '_>,
    lost: &BTreeSet<usize>,
    gained: &BTreeMap<(usize, usize), Names>,
) {
    let inventory = rewrite.inventory;
    // All leaves of an item, to see whether any stays.
    let mut of_items: BTreeMap<(usize, usize), Vec<usize>> = BTreeMap::new();
    for (at, leaf) in inventory.leaves.iter().enumerate() {
        of_items
            .entry((leaf.file, leaf.number))
            .or_default()
            .push(at);
    }
    for (item, leaves) in of_items {
        let gone: Vec<usize> = leaves
            .iter()
            .copied()
            .filter(|at| lost.contains(at))
            .collect();
        let ours = gained.get(&item);
        if gone.is_empty() && ours.is_none() {
            continue;
        }
        let first = &inventory.leaves[leaves[0]];
        let source = &rewrite.sources[item.0];
        let text = &source.text;
        let edits = &mut rewrite.edits[item.0];
        let import = ours.map(|names| {
            let names: Vec<&str> = names.iter().copied().collect();
            match &names[..] {
                [one] => format!("use wheelwright::{one};"),
                _ => format!("use wheelwright::{{{}}};", names.join(", ")),
            }
        });
        if gone.len() == leaves.len() {
            match import {
                Some(import) => edits.replace(first.item.clone(), import),
                None => edits.remove(with_line(text, first.item.clone())),
            }
            continue;
        }
        if let Some(import) = import {
            let space = indent(text, first.item.start);
            edits.insert(first.item.end, format!("\n{space}{import}"));
        }
        remove_from_groups(text, &gone, &inventory.leaves, edits);
    }
}

/// Takes leaves out of the braces around them; a group that is left empty goes with what is around it.
fn remove_from_groups(text: &str, gone: &[usize], leaves: &[Leaf], edits: &mut crate::edit::Edits) {
    let mut groups: BTreeMap<usize, (Vec<Range<usize>>, BTreeSet<usize>)> = BTreeMap::new();
    for at in gone {
        if let Some((siblings, which)) = &leaves[*at].siblings
            && let Some(first) = siblings.first()
        {
            let group = groups
                .entry(first.start)
                .or_insert_with(|| (siblings.clone(), BTreeSet::new()));
            group.1.insert(*which);
        }
    }
    for (siblings, which) in groups.into_values() {
        let gone: Vec<bool> = (0..siblings.len()).map(|at| which.contains(&at)).collect();
        let mut left = gone.iter().zip(&siblings).filter(|(gone, _)| !**gone);
        if let (Some((_, only)), None) = (left.next(), left.next())
            && let Some(braces) = braces(text, &siblings)
            && !matches!(&text[only.clone()], "self" | "*")
        {
            edits.replace(braces, &text[only.clone()]);
        } else {
            remove_pieces(text, &siblings, &gone, edits);
        }
    }
}

/// The braces around pieces, if nothing but them and a comma is there.
fn braces(text: &str, pieces: &[Range<usize>]) -> Option<Range<usize>> {
    let before = text[..pieces.first()?.start].trim_end();
    let after = text[pieces.last()?.end..].trim_start();
    let after = after.strip_prefix(',').unwrap_or(after).trim_start();
    let open = before.strip_suffix('{')?.len();
    let close = text.len() - after.strip_prefix('}')?.len();
    Some(open..close)
}
