//! Names of types: short where that is enough, with the name of the type around in front where it is not, and one for each
//! type in all modules.

use std::collections::{BTreeMap, BTreeSet};

use crate::model::{Place, Says, Shape, Ty, Type};
use crate::{k8s, name};

/// Names that say nothing without the type around.
const VAGUE: &[&str] = &[
    "Config", "Data", "Item", "Metadata", "Options", "Param", "Ref", "Rule", "Spec", "Status",
    "Template", "Type",
];

/// The names of Kubernetes' own types that are used.
pub(crate) fn foreign(types: &[Type]) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for ty in types {
        each_place(ty, &mut |place| {
            if let Ty::K8s(path) = place.ty.innermost() {
                names.insert(k8s::ident(path).to_owned());
            }
        });
    }
    names
}

/// Gives each type a name; `roots` are those of the root structs.
pub(crate) fn name(types: &mut [Type], roots: &BTreeSet<String>) {
    let modules = types
        .iter()
        .map(|ty| ty.module)
        .max()
        .map_or(0, |last| last + 1);
    for module in 0..modules {
        let mut taken = roots.clone();
        for id in dependencies(types, module) {
            taken.extend(types.get(id).map(|ty| ty.name.clone()));
        }
        let own: Vec<usize> = (0..types.len())
            .filter(|id| types[*id].module == module)
            .collect();
        for id in &own {
            // Of specs and statuses the name is known.
            if !types[*id].name.is_empty() {
                let name = std::mem::take(&mut types[*id].name);
                types[*id].name = name::unique(&name, "", &mut taken);
            }
        }
        let mut others: Vec<(usize, usize)> = own
            .into_iter()
            .filter(|id| types[*id].name.is_empty())
            .map(|id| (depth(types, id), id))
            .collect();
        others.sort_unstable();
        for (_, id) in others {
            types[id].name = choose(types, id, &mut taken);
        }
    }
}

fn depth(types: &[Type], id: usize) -> usize {
    let parents = std::iter::successors(types[id].parent, |id| types[*id].parent);
    parents.count()
}

fn choose(types: &[Type], id: usize, taken: &mut BTreeSet<String>) -> String {
    let own = name::type_name(&name::common(&types[id].wanted));
    let is_free =
        |name: &String, taken: &BTreeSet<String>| !taken.contains(name) && !name::is_taken(name);
    let mut name = own.clone();
    if !VAGUE.contains(&name.as_str()) && is_free(&name, taken) {
        taken.insert(name.clone());
        return name;
    }
    let mut around = types[id].parent;
    while let Some(parent) = around {
        let Some(ty) = types.get(parent) else { break };
        let stem = ["Spec", "Fields"]
            .iter()
            .find_map(|end| ty.name.strip_suffix(end));
        let stem = stem.filter(|stem| !stem.is_empty()).unwrap_or(&ty.name);
        if !name.starts_with(stem) {
            name = format!("{stem}{own}");
        }
        if is_free(&name, taken) {
            taken.insert(name.clone());
            return name;
        }
        around = ty.parent;
    }
    if name::is_taken(&name) {
        name.push_str("Type");
    }
    name::unique(&name, "", taken)
}

/// The types of other modules that a module's types use.
pub(crate) fn dependencies(types: &[Type], module: usize) -> BTreeSet<usize> {
    let mut used = BTreeSet::new();
    for ty in types.iter().filter(|ty| ty.module == module) {
        each_place(ty, &mut |place| {
            if let Ty::Named(id) = place.ty.innermost()
                && types[*id].module != module
            {
                used.insert(*id);
            }
        });
    }
    used
}

/// Visits the places of a type, and what they hold.
pub(crate) fn each_place(ty: &Type, visit: &mut dyn FnMut(&Place)) {
    match &ty.shape {
        Shape::Struct { fields, .. } => fields
            .iter()
            .for_each(|field| each_inner(&field.place, visit)),
        Shape::Newtype(place) => each_inner(place, visit),
        Shape::Enum(_) => {}
    }
}

fn each_inner(place: &Place, visit: &mut dyn FnMut(&Place)) {
    visit(place);
    for key in &place.keys {
        if let Says::Inner(inner) = &key.says {
            each_inner(inner, visit);
        }
    }
}

/// Describes the types that lists and maps hold as they describe them.
pub(crate) fn describe(types: &mut [Type]) {
    let mut found: BTreeMap<usize, String> = BTreeMap::new();
    for ty in types.iter() {
        each_place(ty, &mut |place| {
            for key in &place.keys {
                if let Says::Inner(inner) = &key.says
                    && let Ty::Named(id) = inner.ty
                    && let Some(text) = &inner.description
                {
                    found.entry(id).or_insert_with(|| text.clone());
                }
            }
        });
    }
    for (id, text) in found {
        if let Some(ty) = types.get_mut(id).filter(|ty| !ty.is_documented) {
            ty.doc = Some(text);
        }
    }
}
