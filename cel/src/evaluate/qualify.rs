//! Fields and indices, taken of nodes while a program is made.

use super::plan::{CompileError, Planned};
use super::program::{Attribute, Base, Node, Qualifier, QualifierKey};
use crate::schema::unescape;
use crate::syntax::NodeId;
use crate::value::Value;

impl Node {
    pub(super) const fn is_constant(&self) -> bool {
        matches!(self, Self::Constant(_))
    }

    /// The node as something to take a field of.
    pub(super) fn into_attribute(self, id: NodeId) -> Attribute {
        match self {
            Self::Attribute(attribute) => *attribute,
            value => Attribute {
                id,
                base: Base::Value(value),
                qualifiers: Vec::new(),
                test: false,
            },
        }
    }
}

impl Qualifier {
    pub(super) fn name(name: &str, place: Option<usize>, optional: bool, test: bool) -> Self {
        Self {
            key: QualifierKey::Name {
                value: name.into(),
                property: unescape(name).map(|property| (&*property).into()),
                place,
            },
            optional,
            test,
        }
    }

    fn key(key: QualifierKey, optional: bool) -> Self {
        Self {
            key,
            optional,
            test: false,
        }
    }
}

impl Attribute {
    /// Takes a field or an index; of a choice, of what is chosen.
    pub(super) fn qualify(&mut self, qualifier: Qualifier) {
        self.qualifiers.push(qualifier);
    }
}

pub(super) fn index(id: NodeId, operands: [Node; 2], optional: bool) -> Planned<Node> {
    let [operand, index] = operands;
    let qualifier = match index {
        Node::Constant(Value::String(text)) => Qualifier::name(&text, None, optional, false),
        Node::Constant(
            value @ (Value::Int(_) | Value::Uint(_) | Value::Bool(_) | Value::Double(_)),
        ) => Qualifier::key(QualifierKey::Constant(value), optional),
        Node::Constant(value) => {
            let message = format!("invalid qualifier type: {}", value.cel_go_type());
            return Err(CompileError::new(id, message));
        }
        value => {
            let attribute = value.into_attribute(id);
            Qualifier::key(QualifierKey::Attribute(Box::new(attribute)), optional)
        }
    };
    let mut attribute = operand.into_attribute(id);
    attribute.id = id;
    attribute.qualify(qualifier);
    Ok(Node::Attribute(Box::new(attribute)))
}

pub(super) fn conditional(id: NodeId, mut nodes: Vec<Node>) -> Node {
    let mut next = || nodes.pop().unwrap_or(Node::Constant(Value::Null));
    let (no, yes, condition) = (next(), next(), next());
    Node::Attribute(Box::new(Attribute {
        id,
        base: Base::Conditional {
            condition,
            branches: Box::new([yes.into_attribute(id), no.into_attribute(id)]),
        },
        qualifiers: Vec::new(),
        test: false,
    }))
}
