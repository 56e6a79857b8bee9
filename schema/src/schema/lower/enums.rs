//! Enums in the four forms that serde has for them.

use serde_json::{Value, json};
use wheelwright_cel::schema::escape;

use super::{At, Lower, Spot, flatten::Flat, legend::legend, overlap, taken};
use crate::{
    schema::{
        cel,
        node::{Branch, Closed, Constraint, Joined, Kinds, Node},
        problem::Cause,
    },
    table::{Content, Enum, Key, Tagging, Variant},
};

/// One alternative, and the variant it stands for; the unit variants of an externally tagged enum are one together.
struct Alternative {
    name: &'static str,
    node: Node,
}

impl Lower {
    /// An enum by itself, or (`beside`) as members of an object of which others are written elsewhere.
    pub(super) fn enumeration(&mut self, enumeration: &'static Enum, beside: bool, at: At) -> Node {
        let (untagged, tagged): (Vec<&'static Variant>, Vec<&'static Variant>) = enumeration
            .variants
            .iter()
            .partition(|variant| variant.untagged || enumeration.tagging == Tagging::Untagged);
        let of_tagged = match enumeration.tagging {
            _ if tagged.is_empty() => None,
            Tagging::External => self.external(&tagged, beside, enumeration.deny_unknown, at),
            Tagging::Internal(tag) => self.internal(&tagged, tag, enumeration.deny_unknown, at),
            Tagging::Adjacent(tag, content) => {
                self.adjacent(&tagged, (tag, content), enumeration.deny_unknown, at)
            }
            Tagging::Untagged => None,
        };
        let node = if untagged.is_empty() {
            of_tagged
        } else {
            self.untagged(of_tagged, &untagged, enumeration.deny_unknown, at)
        };
        node.unwrap_or_else(|| {
            self.report(at, Cause::NoVariants);
            Node::null(at.source)
        })
    }

    fn external(
        &mut self,
        variants: &[&'static Variant],
        beside: bool,
        deny_unknown: bool,
        at: At,
    ) -> Option<Node> {
        let is_unit = |variant: &&&Variant| !beside && matches!(variant.content, Content::Unit);
        let units: Vec<&Variant> = variants.iter().filter(is_unit).copied().collect();
        let mut alternatives = Vec::new();
        if let Some(first) = units.first() {
            for unit in &units {
                self.no_schema(unit, at);
            }
            alternatives.push(Alternative {
                name: first.ident,
                node: names(&units, variants, at),
            });
        }
        for variant in variants.iter().filter(|variant| !is_unit(variant)) {
            let at = At {
                source: at.source.variant(variant),
                ..at
            };
            let mut content = match variant.content {
                Content::Unit => Node::null(at.source),
                Content::Newtype(ty) => self.node(ty, at),
                Content::Struct(fields) => self.members(fields, deny_unknown, None, at),
            };
            content.source = at.source;
            if !variant.doc.is_empty() {
                content.set("description", variant.doc);
            }
            self.keys(&mut content, variant.keys, Spot::Inner, at);
            let mut node = Node::new(at.source, Kinds::OBJECT);
            node.closed = Closed::OneMember;
            node.require(variant.wire);
            self.insert(&mut node, variant.wire, content, at);
            alternatives.push(Alternative {
                name: variant.ident,
                node,
            });
        }
        let Joined {
            mut spine,
            branches,
            ..
        } = self.join(alternatives, at)?;
        // Which member is there tells the variants apart.
        choose(
            &mut spine,
            branches.into_iter().map(Branch::tolerant).collect(),
            Constraint::OneOf,
        );
        Some(spine)
    }

    fn internal(
        &mut self,
        variants: &[&'static Variant],
        tag: &'static str,
        deny_unknown: bool,
        at: At,
    ) -> Option<Node> {
        let mut alternatives = Vec::new();
        let mut rules = Vec::new();
        for variant in variants {
            let at = At {
                source: at.source.variant(variant),
                ..at
            };
            let mut node = match variant.content {
                Content::Unit => Node::new(at.source, Kinds::OBJECT),
                Content::Newtype(ty) => match self.flat_members(ty, Flat::Tag(tag), at) {
                    Some(node) => node,
                    None => continue,
                },
                Content::Struct(fields) => self.members(
                    fields,
                    deny_unknown,
                    None,
                    at.within("an internally tagged enum"),
                ),
            };
            self.keys(&mut node, variant.keys, Spot::Type, at);
            self.tag(&mut node, tag, variant, variants, at);
            for rule in node.rules.drain(..) {
                match guarded(rule, tag, variant) {
                    Some(rule) => rules.push(rule),
                    None => self.report(
                        at,
                        Cause::Unseen {
                            what: "a rule on a variant",
                        },
                    ),
                }
            }
            alternatives.push(Alternative {
                name: variant.ident,
                node,
            });
        }
        let mut node = self.tagged(alternatives, tag, variants, at)?;
        node.rules.extend(rules);
        Some(node)
    }

    fn adjacent(
        &mut self,
        variants: &[&'static Variant],
        (tag, content): (&'static str, &'static str),
        deny_unknown: bool,
        at: At,
    ) -> Option<Node> {
        let mut alternatives = Vec::new();
        for variant in variants {
            let at = At {
                source: at.source.variant(variant),
                ..at
            };
            let within = at.within("an adjacently tagged enum");
            let mut node = Node::new(at.source, Kinds::OBJECT);
            node.closed = if deny_unknown {
                Closed::Yes
            } else {
                Closed::No
            };
            let held = match variant.content {
                Content::Unit => {
                    self.no_schema(variant, at);
                    None
                }
                Content::Newtype(ty) => Some(self.node(ty, within)),
                Content::Struct(fields) => Some(self.members(fields, deny_unknown, None, within)),
            };
            if let Some(mut held) = held {
                self.keys(&mut held, variant.keys, Spot::Inner, at);
                node.require(content);
                self.insert(&mut node, content, held, at);
            }
            self.tag(&mut node, tag, variant, variants, at);
            alternatives.push(Alternative {
                name: variant.ident,
                node,
            });
        }
        self.tagged(alternatives, tag, variants, at)
    }

    /// Adds the tag's property, with the one value it has for the variant; of an `other` variant, every value that no
    /// variant has.
    fn tag(
        &mut self,
        node: &mut Node,
        tag: &'static str,
        variant: &Variant,
        variants: &[&Variant],
        at: At,
    ) {
        let mut property = Node::new(at.source, Kinds::STRING);
        if variant.other {
            let known: Vec<&str> = variants
                .iter()
                .filter(|variant| !variant.other)
                .map(|variant| variant.wire)
                .collect();
            // An `enum` without values holds of every value, and its `not` of none.
            if !known.is_empty() {
                property
                    .constraints
                    .push(Constraint::Not(json!({"enum": known})));
            }
        } else {
            property.set("enum", [variant.wire]);
        }
        node.require(tag);
        self.insert_tag(node, tag, property, at);
    }

    fn tagged(
        &mut self,
        alternatives: Vec<Alternative>,
        tag: &str,
        variants: &[&Variant],
        at: At,
    ) -> Option<Node> {
        let Joined {
            mut spine,
            branches,
            ..
        } = self.join(alternatives, at)?;
        if let Some(property) = spine.properties.get_mut(tag) {
            property.legend = legend(variants);
            property.source = at.source;
        }
        if !branches.iter().all(|branch| branch.is_only_about(tag)) {
            choose(&mut spine, branches, Constraint::OneOf);
        }
        Some(spine)
    }

    fn untagged(
        &mut self,
        tagged: Option<Node>,
        variants: &[&'static Variant],
        deny_unknown: bool,
        at: At,
    ) -> Option<Node> {
        let mut alternatives: Vec<Alternative> = tagged
            .into_iter()
            .map(|node| Alternative {
                name: "the tagged variants",
                node,
            })
            .collect();
        for variant in variants {
            let at = At {
                source: at.source.variant(variant),
                ..at
            }
            .within("an untagged enum");
            let mut node = match variant.content {
                Content::Unit => Node::null(at.source),
                Content::Newtype(ty) => self.node(ty, at),
                Content::Struct(fields) => self.members(fields, deny_unknown, None, at),
            };
            self.keys(&mut node, variant.keys, Spot::Type, at);
            alternatives.push(Alternative {
                name: variant.ident,
                node,
            });
        }
        for (position, written) in alternatives.iter().enumerate() {
            let earlier = alternatives.iter().take(position);
            let lossy = earlier
                .filter_map(|reader| Some((reader, overlap::loss(&reader.node, &written.node)?)));
            for (reader, lost) in lossy {
                self.report(
                    at,
                    Cause::Ambiguous {
                        reader: reader.name,
                        written: written.name,
                        lost,
                    },
                );
            }
        }
        let reads_null = alternatives
            .iter()
            .any(|alternative| alternative.node.reads_null);
        let Joined {
            mut spine,
            branches,
            ..
        } = self.join(alternatives, at)?;
        spine.reads_null = reads_null;
        choose(&mut spine, branches, Constraint::AnyOf);
        Some(spine)
    }

    /// Unites alternatives and reports what cannot be united.
    fn join(&mut self, alternatives: Vec<Alternative>, at: At) -> Option<Joined> {
        let (names, nodes): (Vec<&str>, Vec<Node>) = alternatives
            .into_iter()
            .map(|alternative| (alternative.name, alternative.node))
            .unzip();
        let mut joined = taken::join(nodes)?;
        joined.spine.source = at.source;
        let name = |position: usize| names.get(position).copied().unwrap_or_default();
        for conflict in &joined.conflicts {
            let (first, second) = conflict.between;
            let (first, second) = (name(first), name(second));
            self.report(
                at,
                Cause::Variants {
                    first,
                    second,
                    member: conflict.path.clone(),
                    conflict: conflict.kind,
                },
            );
        }
        Some(joined)
    }

    /// Refuses keys on a variant that is only a name.
    fn no_schema(&mut self, variant: &'static Variant, at: At) {
        for key in variant
            .keys
            .iter()
            .filter(|key| !matches!(key, Key::Description(_)))
        {
            self.report(
                At {
                    source: at.source.variant(variant),
                    ..at
                },
                Cause::VariantKey(key.name()),
            );
        }
    }
}

/// A string that is one of these names; any string that names no variant with data where one of them takes the others.
fn names(units: &[&Variant], variants: &[&Variant], at: At) -> Node {
    let mut node = Node::new(at.source, Kinds::STRING);
    if units.iter().any(|unit| unit.other) {
        let is_data = |variant: &&&Variant| !matches!(variant.content, Content::Unit);
        let with_data = variants.iter().filter(is_data);
        let with_data: Vec<&str> = with_data.map(|variant| variant.wire).collect();
        if !with_data.is_empty() {
            node.constraints
                .push(Constraint::Not(json!({"enum": with_data})));
        }
    } else {
        let names: Vec<&str> = units.iter().map(|unit| unit.wire).collect();
        node.set("enum", names);
    }
    node.legend = legend(units);
    node
}

/// Adds the choice between branches, unless the node itself already says all.
fn choose(spine: &mut Node, branches: Vec<Branch>, constraint: fn(Vec<Value>) -> Constraint) {
    let told_by_kind = branches.iter().all(|branch| branch.by_kind);
    if told_by_kind || branches.iter().any(Branch::is_empty) {
        return;
    }
    spine.constraints.push(constraint(
        branches.into_iter().map(Branch::into_value).collect(),
    ));
}

/// A variant's rule, for the enum as a whole.
fn guarded(mut rule: Value, tag: &str, variant: &Variant) -> Option<Value> {
    let tag = escape(tag)?;
    let condition = rule.get("rule")?.as_str()?;
    // A comment in the rule would swallow the parenthesis.
    let (end, breaks) = if condition.contains("//") {
        ("\n)", true)
    } else {
        (")", false)
    };
    // What the server says of a rule without a message; one with line breaks has to have one.
    let said = format!("failed rule: {condition}");
    let guarded = format!(
        "self.{tag} != {} || ({condition}{end}",
        cel::string(variant.wire)
    );
    *rule.get_mut("rule")? = guarded.into();
    if breaks && rule.get("message").is_none() {
        rule.as_object_mut()?
            .insert("message".to_owned(), said.into());
    }
    Some(rule)
}
