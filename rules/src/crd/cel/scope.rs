//! What the server knows of a schema node's type and number while it walks down to its rules. Source: `CELSchemaContext`
//! of apiextensions' validation.

use wheelwright_cel::KubeVersion;
use wheelwright_cel::cost::Cardinality;
use wheelwright_cel::schema::{Declared, Shape, escape};

use crate::cel::{cardinality_below, structural};
use crate::schema::Schema;

/// What is known of CEL at a node.
#[derive(Clone, Copy, Debug)]
pub(in crate::crd) enum Scope<'t> {
    /// Rules are not looked at.
    Off,
    /// They are.
    On {
        typed: Typed<'t>,
        cardinality: Cardinality,
    },
}

/// The type of a node. The server takes it from the node above where that has rules, or is below one that has.
#[derive(Clone, Copy, Debug)]
pub(in crate::crd) enum Typed<'t> {
    /// Neither the node nor one above it has rules.
    Unasked,
    /// The node has this type.
    Known(&'t Declared),
    /// It is to be made of the schema.
    Own,
    /// The node, or one above it, has no type.
    Untyped,
    /// The server takes the type from where there is none.
    Lost,
    /// As before, but of a node further up.
    BelowLost,
}

impl<'t> Scope<'t> {
    pub(in crate::crd) const ROOT: Self = Self::On {
        typed: Typed::Unasked,
        cardinality: Cardinality::ROOT,
    };

    /// The type of a node, where it has to be made of its schema.
    pub(in crate::crd) fn declare(
        self,
        schema: &Schema,
        is_root: bool,
        server: KubeVersion,
    ) -> Option<Declared> {
        self.is_declared_here(schema)
            .then(|| structural(schema, is_root).declare(server))?
    }

    fn is_declared_here(self, schema: &Schema) -> bool {
        let Self::On { typed, .. } = self else {
            return false;
        };
        match typed {
            Typed::Own => true,
            Typed::Unasked => !schema.validations.is_empty(),
            _ => false,
        }
    }

    /// The scope of the node itself, with what [`Scope::declare`] made of its schema.
    pub(in crate::crd) fn here<'d>(
        self,
        schema: &Schema,
        declared: Option<&'d Declared>,
    ) -> Scope<'d>
    where
        't: 'd,
    {
        match self {
            Self::On { cardinality, .. } if self.is_declared_here(schema) => Scope::On {
                typed: declared.map_or(Typed::Untyped, Typed::Known),
                cardinality,
            },
            scope => scope,
        }
    }

    /// The scope of a property of this node.
    pub(in crate::crd) fn property(self, schema: &Schema, name: &str) -> Self {
        self.below(schema, |declared| {
            let field = escape(name).and_then(|name| declared.field(&name));
            // What an expression cannot name has a type all the same.
            field.map_or(Typed::Own, Typed::Known)
        })
    }

    /// The scope of the items or the values of this node: the server takes their type from that of the whole, be it a list
    /// or a map, and does not expect one that is neither.
    pub(in crate::crd) fn element(self, schema: &Schema) -> Self {
        self.below(schema, |declared| match &declared.shape {
            Shape::List(element) | Shape::Map(element) => Typed::Known(element),
            _ => Typed::Lost,
        })
    }

    fn below(self, schema: &Schema, known: impl FnOnce(&'t Declared) -> Typed<'t>) -> Self {
        let Self::On { typed, cardinality } = self else {
            return Self::Off;
        };
        Self::On {
            typed: match typed {
                Typed::Known(declared) => known(declared),
                Typed::Own | Typed::Untyped => Typed::Untyped,
                Typed::Lost | Typed::BelowLost => Typed::BelowLost,
                Typed::Unasked => Typed::Unasked,
            },
            cardinality: cardinality_below(schema, cardinality),
        }
    }
}
