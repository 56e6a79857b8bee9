//! What the check finds of an expression.

use crate::answers::Mended;
use crate::overload::Overload;
use crate::syntax::{Ast, NodeId, NodeKind};
use crate::types::Type;

/// An expression, parsed and checked: every node with its type and with what it refers to.
///
/// The check rewrites some nodes of the tree: a qualified name becomes one [`Ident`](crate::syntax::NodeKind::Ident),
/// and a call of a namespaced function (`sets.contains(a, b)`) loses its target.
#[derive(Debug, Clone)]
pub struct Checked {
    pub(crate) ast: Ast,
    pub(crate) types: Vec<Type>,
    pub(crate) references: Vec<Reference>,
}

/// What a node refers to.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Reference {
    /// Nothing: a literal, a field, a comprehension.
    #[default]
    None,
    /// A variable: `self`, `oldSelf`, or a macro's.
    Variable,
    /// A type as a value: `string` in `type(x) == string`.
    Type(Type),
    /// A constant of the environment, with its value.
    Constant(i64),
    /// The signatures of the function that fit; more than one only where an argument's type is not known before run time.
    Function(Vec<Overload>),
}

impl Checked {
    /// The syntax tree, as the check left it.
    #[must_use]
    pub const fn ast(&self) -> &Ast {
        &self.ast
    }

    /// The type of the expression.
    #[must_use]
    pub fn result_type(&self) -> &Type {
        self.type_of(self.ast.root())
    }

    /// Whether the expression uses the old value, which makes it a transition rule.
    #[must_use]
    pub fn uses_old_self(&self) -> bool {
        // As on the server, a loop's variable of this name counts.
        let nodes = self.ast.nodes.iter().zip(&self.references);
        nodes
            .filter(|(_, reference)| matches!(reference, Reference::Variable))
            .any(|(node, _)| matches!(&node.kind, NodeKind::Ident(name) if name == "oldSelf"))
    }

    /// What is called that answers differently by server, as often as it is.
    pub fn mended(&self) -> impl Iterator<Item = Mended> {
        let signatures = self
            .references
            .iter()
            .flat_map(|reference| match reference {
                Reference::Function(signatures) => signatures.as_slice(),
                _ => &[],
            });
        signatures.filter_map(|signature| Mended::of(*signature))
    }

    /// Whether something in the expression is of a type that the caller could not see.
    #[must_use]
    pub fn has_unknown(&self) -> bool {
        self.types.iter().any(|ty| matches!(ty, Type::Unknown))
    }

    /// The type of a node.
    ///
    /// # Panics
    ///
    /// On the id of another tree.
    #[must_use]
    pub fn type_of(&self, node: NodeId) -> &Type {
        &self.types[node.index()]
    }

    /// What a node refers to.
    ///
    /// # Panics
    ///
    /// On the id of another tree.
    #[must_use]
    pub fn reference(&self, node: NodeId) -> &Reference {
        &self.references[node.index()]
    }
}
