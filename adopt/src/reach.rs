//! Which types are part of a custom resource, and which must keep their `JsonSchema`.

use std::collections::{BTreeMap, BTreeSet};

use quote::ToTokens;
use syn::Fields;
use wheelwright_spelling::text_of;

use crate::inventory::{Data, Derive, Found, Inventory};
use crate::source::idents;

/// What becomes of the types, by their place in the inventory.
pub(crate) struct Reach {
    /// Those that are rewritten.
    pub(crate) adopted: BTreeSet<usize>,
    /// Whether some may be part of something that is not rewritten now.
    pub(crate) elsewhere: bool,
    /// Those of them that keep what they had, for somebody asks for it.
    pub(crate) both: BTreeSet<usize>,
    /// The names in the fields of each type.
    pub(crate) names: Vec<BTreeSet<String>>,
    /// The types that these names are of.
    within: Vec<Vec<usize>>,
    /// Those in the status of a resource, too.
    all_within: Vec<Vec<usize>>,
}

impl Found<'_> {
    pub(crate) fn derives(&self, derive: Derive) -> bool {
        self.derived.iter().any(|derived| derived.derive == derive)
    }

    pub(crate) fn has_schema(&self) -> bool {
        self.derives(Derive::JsonSchema) || self.derives(Derive::KubeSchema)
    }

    /// A key of `#[kube(…)]` that is a text.
    pub(crate) fn kube(&self, key: &str) -> Option<String> {
        let kube = self.lists.iter().filter(|list| list.name == "kube");
        let piece = kube
            .flat_map(|list| &list.pieces)
            .find(|piece| piece.name == key)?;
        text_of(&piece.argument).or_else(|| match &piece.argument {
            wheelwright_spelling::Argument::Value(value) => Some(value.to_string()),
            _ => None,
        })
    }

    /// A custom resource whose schema kube makes.
    pub(crate) fn is_resource(&self) -> bool {
        self.derives(Derive::Resource)
            && !self.is_ours
            && self.kube("schema").as_deref() != Some("manual")
    }

    pub(crate) fn fields(&self) -> Vec<&Fields> {
        match self.data {
            Data::Struct(fields) => vec![fields],
            Data::Enum(item) => item
                .variants
                .iter()
                .map(|variant| &variant.fields)
                .collect(),
        }
    }

    /// The names in the types of the fields, and in what stands for them.
    fn names(&self, with_status: bool) -> BTreeSet<String> {
        let mut names = BTreeSet::new();
        for field in self.fields().into_iter().flatten() {
            idents(field.ty.to_token_stream(), &mut |ident| {
                names.insert(ident.to_string());
            });
            // `with = "Type"` is a text.
            for attribute in field
                .attrs
                .iter()
                .filter(|attribute| !attribute.path().is_ident("doc"))
            {
                for literal in literals(attribute) {
                    if let Ok(tokens) = literal.parse() {
                        idents(tokens, &mut |ident| {
                            names.insert(ident.to_string());
                        });
                    }
                }
            }
        }
        let status = self.kube("status").filter(|_| with_status);
        if let Some(status) = status.and_then(|status| status.parse().ok()) {
            idents(status, &mut |ident| {
                names.insert(ident.to_string());
            });
        }
        names
    }
}

/// Texts in an attribute.
fn literals(attribute: &syn::Attribute) -> Vec<String> {
    let mut found = Vec::new();
    let mut open = vec![attribute.meta.to_token_stream().into_iter()];
    while let Some(innermost) = open.last_mut() {
        match innermost.next() {
            Some(proc_macro2::TokenTree::Literal(literal)) => {
                if let syn::Lit::Str(text) = syn::Lit::new(literal) {
                    found.push(text.value());
                }
            }
            Some(proc_macro2::TokenTree::Group(group)) => open.push(group.stream().into_iter()),
            Some(_) => {}
            None => {
                open.pop();
            }
        }
    }
    found
}

impl Reach {
    /// `all`: also types that no custom resource has.
    pub(crate) fn of(inventory: &Inventory<'_>, all: bool) -> Self {
        let mut by_name: BTreeMap<String, Vec<usize>> = BTreeMap::new();
        for (at, found) in inventory.types.iter().enumerate() {
            by_name.entry(found.ident.to_string()).or_default().push(at);
        }
        let names = |with_status: bool| -> Vec<BTreeSet<String>> {
            let of = |found: &Found<'_>| with_aliases(found.names(with_status), inventory);
            inventory.types.iter().map(of).collect()
        };
        let [all_names, names] = [names(true), names(false)];
        let next = |names: &[BTreeSet<String>]| -> Vec<Vec<usize>> {
            let of = |names: &BTreeSet<String>| {
                let found = names.iter().filter_map(|name| by_name.get(name));
                found.flatten().copied().collect()
            };
            names.iter().map(of).collect()
        };
        let [all_within, within] = [next(&all_names), next(&names)];
        let follow = |start: Vec<usize>| followed(&all_within, start);
        // What is ours already leads on, where somebody began by hand.
        let is_start =
            |found: &Found<'_>| found.is_resource() || found.is_ours || all && found.has_schema();
        let start = inventory
            .types
            .iter()
            .enumerate()
            .filter(|(_, found)| is_start(found));
        let reached = follow(start.map(|(at, _)| at).collect());
        let adopted: BTreeSet<usize> = reached
            .into_iter()
            .filter(|at| {
                let found = &inventory.types[*at];
                !found.is_ours
                    && (found.is_resource()
                        || found.has_schema() && !found.derives(Derive::Resource))
            })
            .collect();
        // Whoever keeps `JsonSchema` asks its fields for it.
        let asking = inventory.types.iter().enumerate().filter(|(at, found)| {
            !adopted.contains(at) && (found.has_schema() || found.derives(Derive::Resource))
        });
        let mut asked: Vec<usize> = asking.map(|(at, _)| at).collect();
        asked.extend(
            inventory
                .asked
                .iter()
                .filter_map(|name| by_name.get(name))
                .flatten(),
        );
        let both = follow(asked).intersection(&adopted).copied().collect();
        Self {
            elsewhere: all || inventory.types.iter().any(|found| found.is_ours),
            adopted,
            both,
            names,
            within,
            all_within,
        }
    }

    /// A type and all within, with those in its status if that is asked.
    pub(crate) fn within(&self, at: usize, with_status: bool) -> BTreeSet<usize> {
        let within = if with_status {
            &self.all_within
        } else {
            &self.within
        };
        followed(within, vec![at])
    }
}

fn followed(within: &[Vec<usize>], start: Vec<usize>) -> BTreeSet<usize> {
    let (mut seen, mut open) = (BTreeSet::new(), start);
    while let Some(at) = open.pop() {
        if seen.insert(at) {
            open.extend(&within[at]);
        }
    }
    seen
}

fn with_aliases(mut names: BTreeSet<String>, inventory: &Inventory<'_>) -> BTreeSet<String> {
    let mut open: Vec<String> = names.iter().cloned().collect();
    while let Some(name) = open.pop() {
        if let Some(tokens) = inventory.aliases.get(&name) {
            idents(tokens.clone(), &mut |ident| {
                if names.insert(ident.to_string()) {
                    open.push(ident.to_string());
                }
            });
        }
    }
    names
}
