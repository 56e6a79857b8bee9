//! Members and items of alternatives.

use std::collections::BTreeSet;

use super::{Alternative, ConflictKind, Join};
use crate::schema::node::{Branch, Closed, Kinds, Node};

impl Join {
    pub(super) fn members(&mut self, spine: &mut Node, alternatives: &mut [Alternative]) {
        self.maps(spine, alternatives);
        let names: BTreeSet<String> = alternatives
            .iter()
            .filter(|alternative| alternative.node.kinds.has(Kinds::OBJECT))
            .flat_map(|object| object.node.properties.keys().cloned())
            .collect();
        for name in names {
            self.path.push(if self.path.is_empty() {
                name.clone()
            } else {
                format!(".{name}")
            });
            self.member(name, spine, alternatives);
            self.path.pop();
        }
        required(spine, alternatives);
    }

    /// One member, which some of the alternatives have.
    fn member(&mut self, name: String, spine: &mut Node, alternatives: &mut [Alternative]) {
        let mut having: Vec<Alternative> = alternatives
            .iter()
            .filter_map(|object| inner(object, object.node.properties.get(&name)))
            .collect();
        dispensable_nulls(&name, &mut having, alternatives);
        let Some((property, having)) = self.unite(having) else {
            return;
        };
        let holder = having.first().map_or(0, |first| first.number);
        if name == "metadata"
            && having
                .iter()
                .any(|alternative| !alternative.branch.is_empty())
        {
            let other = having.last().map_or(0, |last| last.number);
            self.conflict(ConflictKind::Metadata, (holder, other));
        }
        for alternative in alternatives
            .iter_mut()
            .filter(|alternative| alternative.node.kinds.has(Kinds::OBJECT))
        {
            if let Some(inner) = having
                .iter()
                .find(|inner| inner.number == alternative.number)
            {
                if !inner.branch.is_empty() {
                    alternative
                        .branch
                        .properties
                        .insert(name.clone(), inner.branch.clone());
                }
                continue;
            }
            let between = (
                holder.min(alternative.number),
                holder.max(alternative.number),
            );
            if alternative.node.preserve || alternative.node.additional.is_some() {
                self.conflict(ConflictKind::Open, between);
            } else if !property.has_default() {
                alternative.branch.forbidden.push(name.clone());
            } else if alternative.node.closed != Closed::No {
                self.conflict(ConflictKind::Filled, between);
            }
        }
        spine.properties.insert(name, property);
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

    pub(super) fn items(&mut self, spine: &mut Node, alternatives: &mut [Alternative]) {
        let items = alternatives
            .iter()
            .filter_map(|list| inner(list, list.node.items.as_deref()))
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
}

/// Where one alternative does not read `null`, others need not be `null` if they may as well be absent: the API server
/// drops a `null` that is not allowed, and serde reads both alike.
fn dispensable_nulls(name: &str, having: &mut [Alternative], parents: &[Alternative]) {
    let may_be_absent = |alternative: &Alternative| {
        let parent = parents
            .iter()
            .find(|parent| parent.number == alternative.number);
        alternative.node.reads_null
            && !alternative.node.has_default()
            && parent.is_some_and(|parent| !parent.node.may_require(name))
    };
    if having.iter().all(|alternative| alternative.node.reads_null) {
        return;
    }
    for alternative in having {
        if may_be_absent(alternative) {
            alternative.node.nullable = false;
        }
    }
}

/// A part of an alternative, as an alternative of its own.
fn inner(alternative: &Alternative, part: Option<&Node>) -> Option<Alternative> {
    Some(Alternative {
        number: alternative.number,
        node: part?.clone(),
        branch: Branch::default(),
    })
}

/// What all require is required; what only some do, by their branches.
fn required(spine: &mut Node, alternatives: &mut [Alternative]) {
    let is_object = |alternative: &&mut Alternative| alternative.node.kinds.has(Kinds::OBJECT);
    let mut objects: Vec<&mut Alternative> = alternatives.iter_mut().filter(is_object).collect();
    let Some(first) = objects.first() else { return };
    let mut common = first.node.required.clone();
    common.retain(|name| {
        objects
            .iter()
            .all(|object| object.node.required.contains(name))
    });
    for object in &mut objects {
        let own = object
            .node
            .required
            .iter()
            .filter(|name| !common.contains(name));
        object.branch.required = own.cloned().collect();
    }
    spine.required = common;
}
