//! The syntax tree: nodes in one vector, children before their parents, macros expanded as cel-go expands them.

use std::borrow::Cow;

use super::Span;

/// A name: of a variable, a field or a function.
pub type Name = Cow<'static, str>;

/// Which node of an [`Ast`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeId(pub(crate) u32);

impl NodeId {
    /// The node's place in the tree's vector, for tables beside it.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// An expression, parsed.
///
/// The nodes lie in one vector and refer to each other by [`NodeId`]; a node's children come before it. Walk it with a
/// stack of your own, or recurse up to [`Ast::depth`].
#[derive(Debug, Clone, PartialEq)]
pub struct Ast {
    pub(crate) nodes: Vec<Node>,
    pub(crate) root: NodeId,
    pub(crate) macros: Vec<MacroCall>,
    pub(crate) depth: u32,
}

/// One node.
#[derive(Debug, Clone, PartialEq)]
pub struct Node {
    /// What it is.
    pub kind: NodeKind,
    /// All of the text that it stands for; of an expanded macro's parts, the macro call's.
    pub span: Span,
    /// The byte that the server points at in messages: the operator, the `.`, the `(` of a call.
    pub position: u32,
}

/// What a node is.
#[derive(Debug, Clone, PartialEq)]
pub enum NodeKind {
    /// A constant.
    Literal(Literal),
    /// A variable or a type; after the check also a qualified name.
    Ident(Name),
    /// `operand.field`, or the test `has(operand.field)`.
    Select {
        /// What the field is taken of.
        operand: NodeId,
        /// The field.
        field: Name,
        /// Whether it is the test of the macro `has`.
        test: bool,
    },
    /// A call of a function or operator ([`super::operator`]). After the check a namespaced function (`sets.contains`)
    /// has no target.
    Call {
        /// The function's name.
        function: Name,
        /// The receiver, where it is called on one.
        target: Option<NodeId>,
        /// The arguments, without the receiver.
        arguments: Vec<NodeId>,
    },
    /// `[a, b, ?c]`
    List {
        /// The elements.
        elements: Vec<NodeId>,
        /// The indices of those with `?`, ascending.
        optional: Vec<u32>,
    },
    /// `{key: value, ?key: value}`
    Map(Vec<MapEntry>),
    /// `Name{field: value}`
    Struct {
        /// The type's name.
        name: Name,
        /// The fields set.
        fields: Vec<StructField>,
    },
    /// What the macros of iteration expand to.
    Comprehension(Box<Comprehension>),
}

/// A constant in the text.
#[derive(Debug, Clone, PartialEq)]
pub enum Literal {
    /// `null`
    Null,
    /// `true`, `false`
    Bool(bool),
    /// `1`, `0x1f`
    Int(i64),
    /// `1u`
    Uint(u64),
    /// `1.5`
    Double(f64),
    /// `'text'`, unescaped
    String(Box<str>),
    /// `b'text'`, unescaped
    Bytes(Box<[u8]>),
}

/// An entry of a map literal.
#[derive(Debug, Clone, PartialEq)]
pub struct MapEntry {
    /// The key.
    pub key: NodeId,
    /// The value.
    pub value: NodeId,
    /// Whether it is written `?key: value`.
    pub optional: bool,
    /// The byte of the `:`.
    pub position: u32,
}

/// A field of a struct literal.
#[derive(Debug, Clone, PartialEq)]
pub struct StructField {
    /// The field's name.
    pub name: Name,
    /// Its value.
    pub value: NodeId,
    /// Whether it is written `?field: value`.
    pub optional: bool,
    /// The byte of the `:`.
    pub position: u32,
}

/// A loop: for each element of the range, while the condition holds, the accumulator becomes the step's value.
#[derive(Debug, Clone, PartialEq)]
pub struct Comprehension {
    /// What is iterated over.
    pub range: NodeId,
    /// The variable of the element (of a map: the key), or with two variables of the index.
    pub variable: Name,
    /// With two variables, that of the element or the map's value.
    pub second: Option<Name>,
    /// The accumulator's name.
    pub accumulator: Name,
    /// The accumulator's first value.
    pub init: NodeId,
    /// Whether to go on.
    pub condition: NodeId,
    /// The accumulator's next value.
    pub step: NodeId,
    /// The value of the whole.
    pub result: NodeId,
}

/// A macro call as it was written, by the node that it became.
#[derive(Debug, Clone, PartialEq)]
pub struct MacroCall {
    /// The node that it became.
    pub node: NodeId,
    /// The macro's name.
    pub function: Name,
}

impl Ast {
    /// The expression as a whole.
    #[must_use]
    pub const fn root(&self) -> NodeId {
        self.root
    }

    /// One node.
    ///
    /// # Panics
    ///
    /// On the id of another tree.
    #[must_use]
    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.index()]
    }

    /// One node's kind.
    #[must_use]
    pub fn kind(&self, id: NodeId) -> &NodeKind {
        &self.node(id).kind
    }

    /// How many nodes there are, those that the check replaced included.
    #[must_use]
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether there are none; there always is one.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// Every node, children before their parents.
    pub fn nodes(&self) -> impl DoubleEndedIterator<Item = NodeId> + use<> {
        (0..u32::try_from(self.nodes.len()).unwrap_or(u32::MAX)).map(NodeId)
    }

    /// How deep the tree is.
    #[must_use]
    pub const fn depth(&self) -> u32 {
        self.depth
    }

    /// The macro that became this node, if one did.
    #[must_use]
    pub fn macro_call(&self, id: NodeId) -> Option<&MacroCall> {
        self.macros.iter().find(|call| call.node == id)
    }
}

impl NodeKind {
    /// Every child, in the order in which the server looks at them.
    pub fn each_child(&self, mut visit: impl FnMut(NodeId)) {
        match self {
            Self::Literal(_) | Self::Ident(_) => {}
            Self::Select { operand, .. } => visit(*operand),
            Self::Call {
                target, arguments, ..
            } => {
                target.iter().copied().for_each(&mut visit);
                arguments.iter().copied().for_each(visit);
            }
            Self::List { elements, .. } => elements.iter().copied().for_each(visit),
            Self::Map(entries) => {
                for entry in entries {
                    visit(entry.key);
                    visit(entry.value);
                }
            }
            Self::Struct { fields, .. } => fields.iter().for_each(|field| visit(field.value)),
            Self::Comprehension(parts) => {
                for part in [
                    parts.range,
                    parts.init,
                    parts.condition,
                    parts.step,
                    parts.result,
                ] {
                    visit(part);
                }
            }
        }
    }

    pub(super) fn each_child_mut(&mut self, mut visit: impl FnMut(&mut NodeId)) {
        match self {
            Self::Literal(_) | Self::Ident(_) => {}
            Self::Select { operand, .. } => visit(operand),
            Self::Call {
                target, arguments, ..
            } => {
                target.iter_mut().for_each(&mut visit);
                arguments.iter_mut().for_each(visit);
            }
            Self::List { elements, .. } => elements.iter_mut().for_each(visit),
            Self::Map(entries) => {
                for entry in entries {
                    visit(&mut entry.key);
                    visit(&mut entry.value);
                }
            }
            Self::Struct { fields, .. } => {
                for field in fields {
                    visit(&mut field.value);
                }
            }
            Self::Comprehension(parts) => {
                let parts = &mut **parts;
                visit(&mut parts.range);
                visit(&mut parts.init);
                visit(&mut parts.condition);
                visit(&mut parts.step);
                visit(&mut parts.result);
            }
        }
    }
}
