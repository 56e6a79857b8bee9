//! Several alternatives as one structural node.
//!
//! Inside a combinator there may be no `type`, `nullable`, `default` or `additionalProperties`, and no property that
//! the node itself lacks. So the node (the spine) allows whatever any alternative allows, and one branch per
//! alternative takes away what that alternative does not.

use std::{collections::BTreeSet, fmt};

use serde_json::{Map, Value};

use super::{Branch, Closed, DOCUMENTATION, Kinds, Node};
use crate::table::IntOrStringForm;

/// The outcome of [`join`].
pub(in crate::schema) struct Joined {
    /// What the alternatives have in common.
    pub(in crate::schema) spine: Node,
    /// What each asks for beyond it, in the order of the alternatives.
    pub(in crate::schema) branches: Vec<Branch>,
    pub(in crate::schema) conflicts: Vec<Conflict>,
}

/// Two alternatives that no structural schema holds both of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::schema) struct Conflict {
    /// The positions of the two.
    pub(in crate::schema) between: (usize, usize),
    /// The member where they disagree, such as `a.b[]`; empty: the alternatives as a whole.
    pub(in crate::schema) path: String,
    pub(in crate::schema) kind: ConflictKind,
}

/// Why no structural schema holds both alternatives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ConflictKind {
    /// One takes `null` and the other does not.
    Null,
    /// Different defaults.
    Default,
    /// A default fills a member in that the other refuses to read.
    Filled,
    /// One has a member that the other takes as data.
    Open,
    /// Maps of different values, or a map and a struct.
    Map,
    /// Unknown members are kept for one, and the other refuses to read them.
    Closed,
    /// Different list types, map types and the like.
    Merge,
    /// Different CEL rules.
    Rules,
    /// `metadata` may not be told apart inside a combinator.
    Metadata,
}

impl fmt::Display for ConflictKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Null => "is nullable in one and not in the other",
            Self::Default => "has different defaults",
            Self::Filled => "has a default in one, which the API server fills in for the other too, where it is an unknown field",
            Self::Open => "is a field of one and free data of the other",
            Self::Map => "is a map of other values in one than in the other, or a map in one and a struct in the other",
            Self::Closed => "keeps unknown fields in one and denies them in the other",
            Self::Merge => "has another list type, map type or list-map keys in one than in the other",
            Self::Rules => "has other CEL rules in one than in the other",
            Self::Metadata => "is called `metadata` and differs, which may not be said inside a combinator",
        })
    }
}

/// Unites alternatives. There must be at least one.
pub(in crate::schema) fn join(alternatives: Vec<Node>) -> Option<Joined> {
    let mut join = Join {
        path: Vec::new(),
        conflicts: Vec::new(),
    };
    let numbered = alternatives
        .into_iter()
        .enumerate()
        .map(|(number, node)| Alternative {
            number,
            node,
            branch: Branch::default(),
        });
    let (spine, alternatives) = join.unite(numbered.collect())?;
    let branches = alternatives
        .into_iter()
        .map(|alternative| alternative.branch)
        .collect();
    Some(Joined {
        spine,
        branches,
        conflicts: join.conflicts,
    })
}

struct Alternative {
    number: usize,
    node: Node,
    branch: Branch,
}

struct Join {
    path: Vec<String>,
    conflicts: Vec<Conflict>,
}

const OF_STRINGS: &[&str] = &["pattern", "minLength", "maxLength", "format"];
const OF_NUMBERS: &[&str] = &[
    "minimum",
    "exclusiveMinimum",
    "maximum",
    "exclusiveMaximum",
    "multipleOf",
    "format",
];
const OF_LISTS: &[&str] = &[
    "minItems",
    "maxItems",
    "uniqueItems",
    "x-kubernetes-list-type",
    "x-kubernetes-list-map-keys",
];
const OF_OBJECTS: &[&str] = &[
    "minProperties",
    "maxProperties",
    "additionalProperties",
    "x-kubernetes-map-type",
    "x-kubernetes-embedded-resource",
];
/// Keywords that may not stand in a branch.
const ON_SPINE_ONLY: &[&str] = &[
    "uniqueItems",
    "additionalProperties",
    "x-kubernetes-list-type",
    "x-kubernetes-list-map-keys",
    "x-kubernetes-map-type",
    "x-kubernetes-embedded-resource",
];

impl Join {
    fn unite(&mut self, mut alternatives: Vec<Alternative>) -> Option<(Node, Vec<Alternative>)> {
        let first = alternatives.first()?;
        let source = first.node.source;
        if alternatives
            .iter()
            .all(|other| other.node.same_values(&first.node))
        {
            let mut spine = first.node.clone();
            document(&mut spine, &alternatives);
            return Some((spine, alternatives));
        }
        let kinds = alternatives.iter().fold(Kinds::NONE, |kinds, alternative| {
            kinds.or(alternative.node.kinds)
        });
        let mut spine = Node::new(source, kinds);
        spine.nullable = alternatives
            .iter()
            .any(|alternative| alternative.node.nullable);
        spine.reads_null = alternatives
            .iter()
            .all(|alternative| alternative.node.reads_null);
        spine.int_or_string = alternatives
            .iter()
            .find(|alternative| alternative.node.kinds == Kinds::INT_OR_STRING)
            .map_or(IntOrStringForm::Bare, |alternative| {
                alternative.node.int_or_string
            });
        if spine.nullable && !self.path.is_empty() {
            let refuses = |alternative: &Alternative| {
                !alternative.node.nullable && !alternative.node.reads_null
            };
            self.conflict_if(ConflictKind::Null, &alternatives, refuses);
        }
        document(&mut spine, &alternatives);
        self.default(&mut spine, &alternatives);
        enumeration(&mut spine, &mut alternatives);
        for (kind, keywords) in [
            (Kinds::STRING, OF_STRINGS),
            (Kinds::NUMBER, OF_NUMBERS),
            (Kinds::ARRAY, OF_LISTS),
            (Kinds::OBJECT, OF_OBJECTS),
        ] {
            self.keywords(kind, keywords, &mut spine, &mut alternatives);
        }
        self.members(&mut spine, &mut alternatives);
        self.items(&mut spine, &mut alternatives);
        self.combinators(&mut spine, &mut alternatives);
        for alternative in &mut alternatives {
            alternative.branch.by_kind = alternative.branch.is_empty();
            alternative
                .branch
                .exclude(kinds.without(alternative.node.kinds));
        }
        plain_numbers(&mut spine);
        Some((spine, alternatives))
    }

    fn conflict(&mut self, kind: ConflictKind, between: (usize, usize)) {
        let conflict = Conflict {
            between,
            path: self.path.concat(),
            kind,
        };
        if !self.conflicts.contains(&conflict) {
            self.conflicts.push(conflict);
        }
    }

    /// Reports the first alternative of which `test` holds, and one of which it does not.
    fn conflict_if(
        &mut self,
        kind: ConflictKind,
        alternatives: &[Alternative],
        test: impl Fn(&Alternative) -> bool,
    ) {
        let holds = alternatives.iter().find(|alternative| test(alternative));
        let other = alternatives.iter().find(|alternative| !test(alternative));
        if let (Some(holds), Some(other)) = (holds, other) {
            self.conflict(
                kind,
                (
                    holds.number.min(other.number),
                    holds.number.max(other.number),
                ),
            );
        }
    }

    fn default(&mut self, spine: &mut Node, alternatives: &[Alternative]) {
        let default = alternatives
            .iter()
            .find_map(|alternative| alternative.node.keywords.get("default"));
        if let Some(default) = default {
            spine.set("default", default.clone());
            self.conflict_if(ConflictKind::Default, alternatives, |alternative| {
                alternative.node.keywords.get("default") == Some(default)
            });
        }
    }

    /// Keywords that only apply to values of `kind`: on the spine where all that take such values agree.
    fn keywords(
        &mut self,
        kind: Kinds,
        keywords: &[&str],
        spine: &mut Node,
        alternatives: &mut [Alternative],
    ) {
        let of = |alternative: &Alternative| -> Map<String, Value> {
            if !alternative.node.kinds.has(kind) {
                return Map::new();
            }
            let other_format = kind == Kinds::NUMBER && alternative.node.kinds.has(Kinds::STRING);
            keywords
                .iter()
                .filter(|keyword| !(other_format && **keyword == "format"))
                .filter_map(|keyword| alternative.node.keywords.get_key_value(*keyword))
                .map(|(keyword, value)| (keyword.clone(), value.clone()))
                .collect()
        };
        let takes = |alternative: &&Alternative| alternative.node.kinds.has(kind);
        let Some(first) = alternatives.iter().find(takes).map(of) else {
            return;
        };
        if alternatives
            .iter()
            .filter(takes)
            .all(|alternative| of(alternative) == first)
        {
            spine.keywords.extend(first);
            return;
        }
        for keyword in ON_SPINE_ONLY
            .iter()
            .filter(|keyword| keywords.contains(keyword))
        {
            let holders: Vec<&Alternative> = alternatives.iter().filter(takes).collect();
            let value = holders
                .iter()
                .find_map(|holder| holder.node.keywords.get(*keyword));
            let Some(value) = value.cloned() else {
                continue;
            };
            let has = |holder: &&&Alternative| holder.node.keywords.get(*keyword) == Some(&value);
            if let (Some(with), Some(without)) = (
                holders.iter().find(has),
                holders.iter().find(|holder| !has(holder)),
            ) {
                let between = (
                    with.number.min(without.number),
                    with.number.max(without.number),
                );
                self.conflict(ConflictKind::Merge, between);
            }
            spine.set(keyword, value);
        }
        let integers = |alternative: &&Alternative| {
            alternative.node.kinds.and(Kinds::NUMBER) == Kinds::INTEGER
        };
        if kind == Kinds::NUMBER
            && alternatives
                .iter()
                .filter(takes)
                .all(|alternative| integers(&alternative))
        {
            spine.set("format", "int64");
        }
        for alternative in alternatives
            .iter_mut()
            .filter(|alternative| alternative.node.kinds.has(kind))
        {
            let mut own = of(alternative);
            if kind == Kinds::NUMBER && own.remove("format").is_some_and(|format| format == "int32")
            {
                own.entry("minimum").or_insert(i32::MIN.into());
                own.entry("maximum").or_insert(i32::MAX.into());
            }
            own.retain(|keyword, _| !ON_SPINE_ONLY.contains(&keyword.as_str()));
            alternative.branch.keywords.extend(own);
        }
    }

    fn members(&mut self, spine: &mut Node, alternatives: &mut [Alternative]) {
        self.maps(spine, alternatives);
        let objects = |alternative: &&mut Alternative| alternative.node.kinds.has(Kinds::OBJECT);
        let names: BTreeSet<String> = alternatives
            .iter_mut()
            .filter(objects)
            .flat_map(|object| object.node.properties.keys().cloned())
            .collect();
        for name in names {
            let (mut having, mut lacking) = (Vec::new(), Vec::new());
            for alternative in alternatives.iter_mut().filter(objects) {
                match alternative.node.properties.get(&name) {
                    Some(property) => {
                        having.push(Alternative {
                            number: alternative.number,
                            node: property.clone(),
                            branch: Branch::default(),
                        });
                    }
                    None => lacking.push(alternative),
                }
            }
            let holder = having.first().map_or(0, |first| first.number);
            self.path.push(if self.path.is_empty() {
                name.clone()
            } else {
                format!(".{name}")
            });
            let Some((property, having)) = self.unite(having) else {
                self.path.pop();
                continue;
            };
            if name == "metadata"
                && having
                    .iter()
                    .any(|alternative| !alternative.branch.is_empty())
            {
                let other = having.last().map_or(0, |last| last.number);
                self.conflict(ConflictKind::Metadata, (holder, other));
            }
            for alternative in lacking {
                let between = (
                    holder.min(alternative.number),
                    holder.max(alternative.number),
                );
                if alternative.node.preserve || alternative.node.additional.is_some() {
                    self.conflict(ConflictKind::Open, between);
                } else if property.has_default() {
                    if alternative.node.closed != Closed::No {
                        self.conflict(ConflictKind::Filled, between);
                    }
                } else {
                    alternative.branch.forbidden.push(name.clone());
                }
            }
            for inner in having.into_iter().filter(|inner| !inner.branch.is_empty()) {
                if let Some(outer) = alternatives
                    .iter_mut()
                    .find(|outer| outer.number == inner.number)
                {
                    outer.branch.properties.insert(name.clone(), inner.branch);
                }
            }
            spine.properties.insert(name, property);
            self.path.pop();
        }
        let required =
            |alternative: &Alternative, name: &String| alternative.node.required.contains(name);
        let common: Vec<String> = match alternatives
            .iter()
            .find(|alternative| alternative.node.kinds.has(Kinds::OBJECT))
        {
            Some(first) => first.node.required.clone(),
            None => return,
        };
        spine.required = common
            .into_iter()
            .filter(|name| {
                let mut objects = alternatives
                    .iter()
                    .filter(|alternative| alternative.node.kinds.has(Kinds::OBJECT));
                objects.all(|object| required(object, name))
            })
            .collect();
        for object in alternatives.iter_mut().filter(objects) {
            let own = object
                .node
                .required
                .iter()
                .filter(|name| !spine.required.contains(name));
            object.branch.required = own.cloned().collect();
        }
    }

    /// Free members: `additionalProperties` and unknown fields that are kept.
    fn maps(&mut self, spine: &mut Node, alternatives: &mut [Alternative]) {
        let objects = |alternative: &&mut Alternative| alternative.node.kinds.has(Kinds::OBJECT);
        for alternative in alternatives.iter_mut().filter(objects) {
            if alternative
                .node
                .additional
                .as_ref()
                .is_some_and(|values| values.is_any())
            {
                alternative.node.additional = None;
                alternative.node.preserve = true;
            }
        }
        let values = alternatives
            .iter()
            .find_map(|alternative| alternative.node.additional.clone());
        if let Some(values) = values {
            let other = |alternative: &Alternative| {
                alternative.node.kinds.has(Kinds::OBJECT)
                    && !alternative
                        .node
                        .additional
                        .as_ref()
                        .is_some_and(|other| other.same_values(&values))
            };
            self.conflict_if(ConflictKind::Map, alternatives, other);
            spine.additional = Some(values);
        }
        let kinds = spine.kinds;
        let untyped =
            kinds.json_type().is_none() && kinds != Kinds::INT_OR_STRING && kinds != Kinds::NONE;
        // What has no type is structural only where unknown fields are preserved.
        spine.preserve = untyped
            || alternatives
                .iter()
                .any(|alternative| alternative.node.preserve);
        if spine.preserve {
            self.conflict_if(ConflictKind::Closed, alternatives, |alternative| {
                alternative.node.closed == Closed::Yes
            });
            for alternative in alternatives
                .iter_mut()
                .filter(|alternative| alternative.node.closed == Closed::OneMember)
            {
                alternative
                    .branch
                    .keywords
                    .insert("maxProperties".to_owned(), 1.into());
            }
        }
        let mut objects = alternatives
            .iter()
            .filter(|alternative| alternative.node.kinds.has(Kinds::OBJECT));
        spine.closed = if objects
            .clone()
            .any(|object| object.node.closed == Closed::Yes)
        {
            Closed::Yes
        } else if !untyped
            && objects.clone().next().is_some()
            && objects.all(|object| object.node.closed == Closed::OneMember)
        {
            Closed::OneMember
        } else {
            Closed::No
        };
    }

    fn items(&mut self, spine: &mut Node, alternatives: &mut [Alternative]) {
        let items: Vec<Alternative> = alternatives
            .iter()
            .filter_map(|alternative| {
                let items = alternative.node.items.as_deref()?.clone();
                Some(Alternative {
                    number: alternative.number,
                    node: items,
                    branch: Branch::default(),
                })
            })
            .collect();
        self.path.push("[]".to_owned());
        if let Some((item, items)) = self.unite(items) {
            spine.items = Some(Box::new(item));
            for inner in items.into_iter().filter(|inner| !inner.branch.is_empty()) {
                if let Some(outer) = alternatives
                    .iter_mut()
                    .find(|outer| outer.number == inner.number)
                {
                    outer.branch.items = Some(Box::new(inner.branch));
                }
            }
        }
        self.path.pop();
    }

    fn combinators(&mut self, spine: &mut Node, alternatives: &mut [Alternative]) {
        let Some(first) = alternatives.first() else {
            return;
        };
        let (constraints, rules) = (first.node.constraints.clone(), first.node.rules.clone());
        if alternatives
            .iter()
            .all(|alternative| alternative.node.constraints == constraints)
        {
            spine.constraints = constraints;
        } else {
            for alternative in alternatives.iter_mut() {
                alternative
                    .branch
                    .constraints
                    .append(&mut alternative.node.constraints);
            }
        }
        self.conflict_if(ConflictKind::Rules, alternatives, |alternative| {
            alternative.node.rules == rules
        });
        spine.rules = rules;
        spine.key_cost = alternatives
            .iter()
            .map(|alternative| alternative.node.key_cost)
            .max()
            .unwrap_or(0);
        spine.immutable = alternatives
            .iter()
            .any(|alternative| alternative.node.immutable);
    }
}

/// The formats of integers only count where the type is `integer`.
fn plain_numbers(spine: &mut Node) {
    if spine.kinds.json_type().is_some() || !spine.kinds.has(Kinds::INTEGER) {
        return;
    }
    let format = spine
        .keywords
        .get("format")
        .and_then(Value::as_str)
        .unwrap_or_default()
        .to_owned();
    if ["int32", "int64", "float", "double"].contains(&format.as_str()) {
        spine.keywords.remove("format");
    }
    if format == "int32" {
        spine.keywords.entry("minimum").or_insert(i32::MIN.into());
        spine.keywords.entry("maximum").or_insert(i32::MAX.into());
    }
}

/// `enum` applies to values of all kinds.
fn enumeration(spine: &mut Node, alternatives: &mut [Alternative]) {
    let mut union: Vec<Value> = Vec::new();
    let mut all = true;
    for alternative in alternatives.iter() {
        match alternative.node.keywords.get("enum") {
            Some(Value::Array(values)) => {
                union.extend(
                    values
                        .iter()
                        .filter(|value| !union.contains(value))
                        .cloned()
                        .collect::<Vec<_>>(),
                );
            }
            _ => all = false,
        }
    }
    for alternative in alternatives.iter_mut() {
        if let Some(values) = alternative.node.keywords.get("enum")
            && !(all
                && values
                    .as_array()
                    .is_some_and(|values| values.len() == union.len()))
        {
            alternative
                .branch
                .keywords
                .insert("enum".to_owned(), values.clone());
        }
    }
    if all {
        spine.set("enum", union);
    }
}

/// Documentation of all alternatives: their descriptions one after the other, of the rest the first.
fn document(spine: &mut Node, alternatives: &[Alternative]) {
    for keyword in DOCUMENTATION {
        if let Some(value) = alternatives
            .iter()
            .find_map(|alternative| alternative.node.keywords.get(keyword))
        {
            spine.set(keyword, value.clone());
        }
    }
    if let Some(alternative) = alternatives
        .iter()
        .find(|alternative| !alternative.node.legend.is_empty())
    {
        spine.legend.clone_from(&alternative.node.legend);
    }
    let mut descriptions: Vec<&str> = Vec::new();
    for alternative in alternatives {
        if let Some(Value::String(description)) = alternative.node.keywords.get("description")
            && !descriptions.contains(&description.as_str())
        {
            descriptions.push(description);
        }
    }
    if !descriptions.is_empty() {
        spine.set("description", descriptions.join("\n\n"));
    }
}
