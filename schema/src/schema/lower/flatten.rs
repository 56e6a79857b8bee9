//! `#[serde(flatten)]`, and the content that stands beside a tag: members of one object written by several types.

use super::{At, Lower, Spot, fields::option_of};
use crate::{
    schema::{
        node::{Closed, Constraint, DOCUMENTATION, Kinds, Node, join},
        problem::Cause,
    },
    table::{Enum, Field, Flag, Key, Shape, Tagging, Type},
};

/// Where the members of a type are to stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Flat {
    /// Flat the other fields of a struct.
    Fields,
    /// Flat the tag of an enum.
    Tag(&'static str),
}

impl Flat {
    const fn buffered(self) -> &'static str {
        match self {
            Self::Fields => "a flattened field",
            Self::Tag(_) => "an internally tagged enum",
        }
    }
}

impl Lower {
    pub(super) fn flatten(&mut self, parent: &mut Node, field: Field, at: At) {
        for key in field.keys {
            match key {
                Key::With(_) | Key::Opaque | Key::Description(_) | Key::Loose => {}
                Key::PreserveUnknownFields => parent.preserve = true,
                other => self.report(at, Cause::FlattenKey(other.name())),
            }
        }
        let member = match self.replacement(field.keys, at) {
            Some(given) => self.object(not_null(given), Flat::Fields, at),
            None => self.flat_members(field.ty, Flat::Fields, at),
        };
        let Some(member) = member else { return };
        let map = |node: &Node| node.preserve || node.additional.is_some();
        let sees_all = sees_all(field.ty);
        if (sees_all || map(&member)) && parent.closed != Closed::No {
            self.report(at, Cause::FlattenDenied);
        }
        // A map takes whatever those before it have not taken, and enums with a tag inside take nothing.
        if map(parent) || (map(&member) && parent.sees_all) {
            self.report(at, Cause::FlattenTwice);
        }
        parent.sees_all |= sees_all;
        if field.flags.has(Flag::SkipIf) && !member.required.is_empty() {
            self.report(at, Cause::SkippedButRequired);
        }
        self.absorb(parent, member, at);
    }

    /// The members that a type writes into an object that is not its own; nothing, and a report, where it writes
    /// something else.
    pub(super) fn flat_members(&mut self, ty: &'static Type, place: Flat, at: At) -> Option<Node> {
        let at = At {
            depth: at.depth + 1,
            ..at.entering(ty.keys).within(place.buffered())
        };
        if at.depth > super::MAX_DEPTH {
            self.report(at, Cause::Depth);
            return None;
        }
        let node = match self.replacement(ty.keys, at) {
            Some(given) => self.object(given, place, at),
            None => match &ty.shape {
                Shape::Same(inner) => self.flat_members(inner, place, at),
                Shape::Option(inner) if place == Flat::Fields => {
                    let inner = self.flat_members(inner, place, at)?;
                    Some(self.maybe(inner, at))
                }
                Shape::Null => Some(Node {
                    // Flat a tag, nothing is read from an object without other members only.
                    closed: match place {
                        Flat::Fields => Closed::No,
                        Flat::Tag(_) => Closed::Yes,
                    },
                    ..Node::new(at.source, Kinds::OBJECT)
                }),
                Shape::Any if place == Flat::Fields => Some(Node {
                    preserve: true,
                    ..Node::new(at.source, Kinds::OBJECT)
                }),
                Shape::Struct(structure) => {
                    let node = self.structure(structure, at);
                    // A flattened struct is only given what it knows.
                    let closed = if place == Flat::Fields {
                        Closed::No
                    } else {
                        node.closed
                    };
                    Some(Node { closed, ..node })
                }
                Shape::Enum(enumeration) => self.flat_enum(enumeration, place, at),
                Shape::Map(_) => {
                    let map = self.node(ty, at);
                    return self.map_beside(map, at);
                }
                Shape::Foreign(_) if place == Flat::Fields && option_of(ty).is_some() => {
                    let inner = not_null(self.node(ty, at));
                    let inner = self.object(inner, place, at)?;
                    return Some(self.maybe(inner, at));
                }
                Shape::Given(_) if place == Flat::Fields => {
                    let node = not_null(self.node(ty, at));
                    return self.object(node, place, at);
                }
                Shape::Scalar(_)
                | Shape::List(_)
                | Shape::Given(_)
                | Shape::Foreign(_)
                | Shape::Any
                | Shape::Option(_) => {
                    let node = self.node(ty, at);
                    return self.object(node, place, at);
                }
            },
        };
        let mut node = node?;
        self.keys(&mut node, ty.keys, Spot::Type, at);
        Some(node)
    }

    /// Refuses what is no object.
    fn object(&mut self, node: Node, place: Flat, at: At) -> Option<Node> {
        let is_object = node.kinds == Kinds::OBJECT && !node.nullable;
        if is_object || (node.is_any() && place == Flat::Fields) {
            return Some(Node {
                kinds: Kinds::OBJECT,
                nullable: false,
                ..node
            });
        }
        let of = if node.nullable && node.kinds != Kinds::NONE {
            format!("{} or `null`", node.kinds)
        } else {
            node.kinds.to_string()
        };
        self.report(
            at,
            match place {
                Flat::Fields => Cause::FlattenKind(of),
                Flat::Tag(tag) => Cause::TaggedContent { tag, of },
            },
        );
        None
    }

    fn flat_enum(&mut self, enumeration: &'static Enum, place: Flat, at: At) -> Option<Node> {
        let node = self.enumeration(enumeration, true, at);
        if place == Flat::Fields
            && node.closed == Closed::Yes
            && !matches!(enumeration.tagging, Tagging::External)
        {
            self.report(at, Cause::FlattenDenied);
        }
        let closed = match (place, &enumeration.tagging) {
            (Flat::Fields, _) => Closed::No,
            // Flat the tag there must be one member and no other.
            (Flat::Tag(_), Tagging::External) => Closed::Yes,
            (Flat::Tag(_), _) => node.closed,
        };
        self.object(Node { closed, ..node }, place, at)
    }

    /// A map among other members takes what is left over, with keys as they come.
    fn map_beside(&mut self, mut map: Node, at: At) -> Option<Node> {
        let plain = map.rules.is_empty() && map.properties.is_empty();
        let Some(values) = map.additional.take().filter(|_| plain) else {
            self.report(at, Cause::FlattenKeys);
            return None;
        };
        if values.is_any() {
            map.preserve = true;
        } else {
            map.additional = Some(values);
        }
        Some(map)
    }

    /// Members that are there together or not at all. Serde reads an incomplete set as none.
    fn maybe(&mut self, mut inner: Node, at: At) -> Node {
        // What is filled in beside nothing is no value of it.
        if !inner.required.is_empty() {
            inner.forget_taken_defaults();
        }
        if inner.preserve || inner.additional.is_some() {
            if let Some(member) = inner.required.first() {
                self.report(at, Cause::FlattenMaybe(member.clone()));
            }
            return inner;
        }
        let none = Node::new(inner.source, Kinds::OBJECT);
        let Some(joined) = join(vec![inner.clone(), none]) else {
            return inner;
        };
        for conflict in joined.conflicts {
            self.report(
                at,
                Cause::Variants {
                    first: "Some",
                    second: "None",
                    member: conflict.path,
                    conflict: conflict.kind,
                },
            );
        }
        let mut spine = joined.spine;
        if joined.branches.iter().all(|branch| !branch.is_empty()) {
            let branches = joined
                .branches
                .into_iter()
                .map(crate::schema::node::Branch::into_value);
            spine
                .constraints
                .push(Constraint::AnyOf(branches.collect()));
        }
        spine
    }

    /// Makes the members of one object those of another.
    pub(super) fn absorb(&mut self, parent: &mut Node, member: Node, at: At) {
        for (name, property) in member.properties {
            self.insert(parent, &name, property, at);
        }
        for name in member.required {
            parent.require(&name);
        }
        for keyword in member.keywords.into_iter().map(|(keyword, _)| keyword) {
            if !DOCUMENTATION.contains(&keyword.as_str()) {
                self.report(at, Cause::FlattenKeyword(keyword));
            }
        }
        if member.immutable {
            self.report(at, Cause::FlattenKey("immutable"));
        }
        parent.constraints.extend(member.constraints);
        parent.rules.extend(member.rules);
        parent.preserve |= member.preserve;
        if member.additional.is_some() {
            parent.additional = member.additional;
        }
    }
}

/// What whoever wrote the schema says of `null` is about the value by itself.
fn not_null(node: Node) -> Node {
    Node {
        nullable: false,
        ..node
    }
}

/// Whether serde shows the flattened type all members that are left over, and leaves them to others as well.
fn sees_all(ty: &'static Type) -> bool {
    match &ty.shape {
        Shape::Same(inner) | Shape::Option(inner) => sees_all(inner),
        Shape::Enum(enumeration) => matches!(
            enumeration.tagging,
            Tagging::Internal(_) | Tagging::Untagged
        ),
        _ => false,
    }
}
