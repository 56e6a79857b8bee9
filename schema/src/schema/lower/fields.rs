//! Structs and struct variants.

use serde_json::{Value, json};

use super::{At, Lower, Spot};
use crate::{
    schema::{
        cel,
        node::{Closed, Constraint, Kinds, Node},
        problem::Cause,
    },
    table::{Field, Flag, Key, Members, Run, Shape, Struct, Type},
};

impl Lower {
    pub(super) fn structure(&mut self, structure: &'static Struct, at: At) -> Node {
        let mut node = self.members(
            structure.fields,
            structure.deny_unknown,
            structure.default,
            at,
        );
        if let Some((tag, value)) = structure.tag {
            // Written, and not looked at when reading.
            let mut constant = Node::new(at.source, Kinds::STRING);
            constant.set("enum", [value]);
            self.insert_tag(&mut node, tag, constant, at);
        }
        node
    }

    /// Adds the tag beside the members.
    pub(super) fn insert_tag(&mut self, node: &mut Node, tag: &str, property: Node, at: At) {
        // A map that had the object to itself has it no more; beside others it was reported.
        if node.additional.is_some() && node.properties.is_empty() {
            self.report(at, Cause::FlattenValues);
        }
        self.insert(node, tag, property, at);
    }

    /// An object of these fields. `default` writes the whole container's default.
    pub(super) fn members(
        &mut self,
        fields: Members,
        deny_unknown: bool,
        default: Option<Run>,
        at: At,
    ) -> Node {
        let mut node = Node::new(at.source, Kinds::OBJECT);
        node.closed = if deny_unknown {
            Closed::Yes
        } else {
            Closed::No
        };
        for field in fields.iter() {
            let at = At {
                source: at.source.field(field),
                ..at.entering(field.keys)
            };
            if field.flags.has(Flag::Flatten) {
                self.flatten(&mut node, field, at);
            } else {
                self.field(&mut node, field, default, at);
            }
        }
        if node.additional.is_some() && !node.properties.is_empty() {
            self.report(at, Cause::FlattenValues);
        }
        node
    }

    fn field(&mut self, parent: &mut Node, field: Field, container: Option<Run>, at: At) {
        let replacement = self.replacement(field.keys, at);
        let given = replacement.is_some();
        let mut node = replacement.unwrap_or_else(|| self.node(field.ty, at));
        node.source = at.source;
        let doc = field.doc.text();
        if !doc.is_empty() {
            node.set("description", doc);
        }
        self.keys(&mut node, field.keys, Spot::Field, at);
        if field
            .keys
            .iter()
            .any(|key| matches!(key, Key::SerdeDefault))
        {
            self.serde_default(&mut node, &field, container, at);
        } else if takes_default(&node, &field, at) {
            self.taken_default(&mut node, &field, container, at);
        }
        let required = self.presence(&mut node, &field, given, at);
        if field.flags.has(Flag::NeverRead) && parent.closed == Closed::Yes {
            self.report(at, Cause::NeverReadButDenied);
        }
        if field.keys.iter().any(|key| matches!(key, Key::Immutable)) {
            cannot_be_unset(parent, field.wire, &node, required);
        }
        let aliases = field.keys.iter().find_map(|key| match key {
            Key::Aliases(names) => Some(*names),
            _ => None,
        });
        if let Some(aliases) = aliases {
            self.aliases(parent, &field, aliases, &node, required, at);
        } else if required {
            parent.require(field.wire);
        }
        self.insert(parent, field.wire, node, at);
    }

    /// Adds a property, of which there must be no other of that name.
    pub(super) fn insert(&mut self, parent: &mut Node, name: &str, node: Node, at: At) {
        if parent.properties.insert(name.to_owned(), node).is_some() {
            self.report(at, Cause::Collision(name.to_owned()));
        }
    }

    /// The default that serde would use, as the schema's.
    fn serde_default(&mut self, node: &mut Node, field: &Field, container: Option<Run>, at: At) {
        let value = match (field.default, container) {
            (Some(run), _) => run.caught(),
            (None, Some(run)) => run
                .caught()
                .map(|mut whole| whole.get_mut(field.wire).map_or(Value::Null, Value::take)),
            (None, None) => return self.report(at, Cause::NoSerdeDefault),
        };
        match value {
            Ok(value) => self.default(node, value, at),
            Err(error) => self.report(
                at,
                Cause::Run {
                    what: "default",
                    error,
                },
            ),
        }
    }

    /// Takes serde's default as the schema's, as one of all of a type: what is no value, or is not written, is left out.
    fn taken_default(&mut self, node: &mut Node, field: &Field, container: Option<Run>, at: At) {
        let value = match taken_default(field, container) {
            Taken::Value(value) => value,
            Taken::Nothing => return,
            Taken::Unknown => return self.report(at, Cause::UnknownDefault),
            Taken::Failed(error) => {
                let what = "default";
                return self.report(at, Cause::Run { what, error });
            }
        };
        self.default(node, value, at);
        node.taken_default = true;
    }

    /// Settles whether the field may be `null`, and answers whether it must be there.
    fn presence(&mut self, node: &mut Node, field: &Field, given: bool, at: At) -> bool {
        let flags = field.flags;
        let (mut says_nullable, mut says_required) = (None, None);
        for key in field.keys {
            match key {
                Key::Nullable(nullable) => says_nullable = Some(*nullable),
                Key::Required(required) => says_required = Some(*required),
                _ => {}
            }
        }
        let option = option_of(field.ty);
        let left_out =
            flags.has(Flag::SkipIf) && option.is_none_or(|inner| option_of(inner).is_none());
        if given && option.is_some() {
            node.reads_null = true;
            node.nullable = true;
        }
        match says_nullable {
            Some(true) => {
                if !node.reads_null && !given && !flags.has(Flag::ReadWith) {
                    self.report(at, Cause::Nullable);
                }
                node.nullable = true;
            }
            Some(false) => node.nullable = false,
            // What is left out instead of written as `null` need not be `null`.
            None if left_out && node.kinds != Kinds::NONE => node.nullable = false,
            None => {}
        }
        let never_read = flags.has(Flag::NeverRead);
        let serde_requires = !never_read
            && !flags.has(Flag::Default)
            && (option.is_none() || flags.has(Flag::ReadWith));
        let requires = serde_requires && !node.has_default();
        if requires && flags.has(Flag::NeverWritten) {
            self.report(at, Cause::NeverWritten);
        } else if requires && flags.has(Flag::SkipIf) {
            self.report(at, Cause::SkippedButRequired);
        }
        match says_required {
            None => requires,
            Some(true) => {
                if node.has_default() {
                    self.report(at, Cause::RequiredWithDefault);
                }
                if option.is_some() && !node.nullable && !flags.has(Flag::SkipIf) {
                    self.report(at, Cause::RequiredButNull);
                }
                true
            }
            Some(false) => {
                if requires {
                    self.report(at, Cause::Optional);
                }
                false
            }
        }
    }

    /// Serde reads the field under any of its names, but only under one of them at a time.
    fn aliases(
        &mut self,
        parent: &mut Node,
        field: &Field,
        aliases: &[&str],
        node: &Node,
        required: bool,
        at: At,
    ) {
        if node.has_default()
            && let Some(alias) = aliases.first()
        {
            self.report(at, Cause::DefaultWithAlias((*alias).to_owned()));
        }
        let names: Vec<&str> = std::iter::once(field.wire)
            .chain(aliases.iter().copied())
            .collect();
        let only = |name: &&str| json!({"required": [name]});
        if required {
            parent
                .constraints
                .push(Constraint::OneOf(names.iter().map(only).collect()));
        } else {
            for (position, first) in names.iter().enumerate() {
                for second in names.iter().skip(position + 1) {
                    parent
                        .constraints
                        .push(Constraint::Not(json!({"required": [first, second]})));
                }
            }
        }
        for alias in aliases {
            self.insert(parent, alias, node.clone(), at);
        }
    }
}

/// What becomes of serde's default of a field among all of a type.
pub(crate) enum Taken {
    Value(Value),
    /// There is none, it is `null`, or `skip_serializing_if` leaves it out.
    Nothing,
    /// It is of the struct, whose default does not show it.
    Unknown,
    Failed(String),
}

/// Serde's default of a field, run.
pub(crate) fn taken_default(field: &Field, container: Option<Run>) -> Taken {
    let whole = |run: Run| {
        run.caught().map(|mut whole| {
            let member = whole.get_mut(field.wire).map(Value::take);
            member.ok_or(field.flags.has(Flag::SkipIf))
        })
    };
    let value = match (field.default, container) {
        _ if field.flags.has(Flag::NeverRead) => return Taken::Nothing,
        (Some(run), _) => run.caught().map(Ok),
        (None, Some(run)) => whole(run),
        (None, None) => return Taken::Nothing,
    };
    match value {
        Err(error) => Taken::Failed(error),
        Ok(Err(is_skipped)) if is_skipped => Taken::Nothing,
        Ok(Err(_)) => Taken::Unknown,
        Ok(Ok(Value::Null)) => Taken::Nothing,
        Ok(Ok(value)) => match field.skips.map(Run::caught) {
            Some(Ok(Value::Bool(true))) => Taken::Nothing,
            Some(Err(error)) => Taken::Failed(error),
            _ => Taken::Value(value),
        },
    }
}

/// Whether serde's default of the field is taken without a word on the field itself.
fn takes_default(node: &Node, field: &Field, at: At) -> bool {
    let is = |test: fn(&Key) -> bool| field.keys.iter().any(test);
    let asked = at.defaults || is(|key| matches!(key, Key::TakenDefault));
    let spoken = is(|key| {
        matches!(
            key,
            Key::Default(_)
                | Key::DefaultFromMembers
                | Key::NoDefault
                | Key::Required(true)
                | Key::Aliases(_)
        )
    });
    asked && !spoken && !node.has_default()
}

/// The type in an `Option`. Not of a newtype around one, which serde does not read without.
pub(crate) fn option_of(ty: &'static Type) -> Option<&'static Type> {
    match &ty.shape {
        Shape::Option(inner) => Some(inner),
        Shape::Foreign(foreign) if (foreign.rust)().starts_with("core::option::Option<") => {
            Some(ty)
        }
        _ => None,
    }
}

/// The other half of `immutable`: without it a value could be taken away and then set anew.
fn cannot_be_unset(parent: &mut Node, name: &str, node: &Node, required: bool) {
    if (required && !node.nullable) || node.has_default() {
        return;
    }
    if let (Some(before), Some(now)) = (
        cel::is_set("oldSelf", name, node),
        cel::is_set("self", name, node),
    ) {
        parent.rules.push(cel::rule(
            format!("!{before} || {now}"),
            format!("{name} cannot be taken away once it is set"),
        ));
    }
}
