//! How versions convert, as whoever knows it says it.

use std::collections::HashMap;

use crate::reference::step;

/// How the versions of a kind convert to each other, in words. `Pizzas::docs()` makes it of the mapping that the types derive.
#[derive(Clone, Debug, Default)]
pub struct Mappings {
    /// The version that all others lead to.
    pub hub: String,
    /// How each other version maps to the one that it leads to.
    pub mappings: Vec<Mapping>,
    /// What holds for all, a sentence each.
    pub remarks: Vec<String>,
}

/// How one version maps to another.
#[derive(Clone, Debug, Default)]
pub struct Mapping {
    /// The version.
    pub spoke: String,
    /// The version that it maps to: the hub, or another on the way there.
    pub hub: String,
    /// What becomes of which fields.
    pub rows: Vec<Row>,
    /// The picture of it, as Mermaid reads it.
    pub picture: String,
}

/// Some fields of one version and those of the other that are made of them.
#[derive(Clone, Debug, Default)]
pub struct Row {
    /// The spoke's fields, `.spec.toppings[name].quantity`; none where only the hub has something.
    pub spoke: Vec<String>,
    /// The hub's fields.
    pub hub: Vec<String>,
    /// What is done: `same`, `rename`.
    pub step: String,
    /// What may be lost, refused or kept, a line each.
    pub notes: Vec<String>,
}

/// What a field is at another version.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Elsewhere<'m> {
    /// The other version.
    pub(crate) version: &'m str,
    /// Its fields, none where there is nothing.
    pub(crate) paths: &'m [String],
    pub(crate) row: &'m Row,
}

/// What fields are at other versions, by the fragments of their links.
pub(crate) fn by_field(mappings: &Mappings) -> HashMap<String, Vec<Elsewhere<'_>>> {
    let mut fields: HashMap<String, Vec<Elsewhere<'_>>> = HashMap::new();
    for mapping in &mappings.mappings {
        for row in &mapping.rows {
            let ways = [
                (&mapping.spoke, &row.spoke, &mapping.hub, &row.hub),
                (&mapping.hub, &row.hub, &mapping.spoke, &row.spoke),
            ];
            for (own, paths, version, others) in ways {
                for path in paths {
                    let all = fields.entry(fragment(own, path)).or_default();
                    all.push(Elsewhere {
                        version,
                        paths: others,
                        row,
                    });
                }
            }
        }
    }
    fields
}

/// The fragment of the field that a path of a plan leads to: keys of items, alternatives and what nobody declares are left out.
pub(crate) fn fragment(version: &str, path: &str) -> String {
    let mut fragment = version.to_owned();
    let mut rest = path;
    while let Some(first) = rest.chars().next() {
        match first {
            '.' => {
                let end = rest
                    .get(1..)
                    .and_then(|rest| rest.find(['.', '[', '(', '=']))
                    .map_or(rest.len(), |at| at + 1);
                let (name, after) = rest.split_at(end);
                let name = name.trim_start_matches('.');
                if name == "<others>" {
                    break;
                }
                fragment.push('.');
                fragment.push_str(&if name == "*" {
                    name.to_owned()
                } else {
                    step(name)
                });
                rest = after;
            }
            '[' => {
                if let Some((name, after)) = quoted(rest) {
                    fragment.push('.');
                    fragment.push_str(&step(&name));
                    rest = after;
                } else {
                    fragment.push_str("[]");
                    rest = rest.split_once(']').map_or("", |(_, after)| after);
                }
            }
            _ => break,
        }
    }
    fragment
}

/// A name in quotation marks: `['a\'b']`.
fn quoted(path: &str) -> Option<(String, &str)> {
    let inside = path.strip_prefix("['")?;
    let mut name = String::new();
    let mut characters = inside.char_indices();
    while let Some((at, character)) = characters.next() {
        match character {
            '\\' => name.extend(characters.next().map(|(_, character)| character)),
            '\'' => return Some((name, inside.get(at..)?.strip_prefix("']")?)),
            _ => name.push(character),
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::fragment;

    #[test]
    fn leads_from_plans_to_fields() {
        for (path, wanted) in [
            ("", "v1"),
            (
                ".spec.toppings[name].quantity",
                "v1.spec.toppings[].quantity",
            ),
            (".spec.list[*]", "v1.spec.list[]"),
            (".spec.map.*.x", "v1.spec.map.*.x"),
            (".spec['a.b\\'c'].d", "v1.spec.a%2Eb%27c.d"),
            (".spec.dough(kind=thin)", "v1.spec.dough"),
            (".spec.dough=thin", "v1.spec.dough"),
            (".spec.<others>", "v1.spec"),
        ] {
            assert_eq!(fragment("v1", path), wanted, "{path}");
        }
    }
}
