//! `x in […]` with constants: a look into a set.

use std::collections::HashSet;

use super::function::Function;
use super::program::{Call, ConstantSet, Node};
use crate::overload::Overload;
use crate::syntax::NodeId;
use crate::value::{List, Value};

pub(super) fn membership(id: NodeId, operands: [Node; 2]) -> Node {
    let [argument, list] = operands;
    let constants = match &list {
        Node::Constant(Value::List(items)) => scalars(items),
        _ => None,
    };
    match constants {
        Some(set) if set.texts.is_empty() && set.others.is_empty() => {
            Node::Constant(Value::Bool(false))
        }
        Some(set) => Node::Member {
            argument: Box::new(argument),
            set: Box::new(set),
        },
        None => Node::Call(Box::new(Call {
            id,
            function: Function::In,
            overload: Some(Overload::InList),
            receiver: None,
            arguments: Box::new([argument, list]),
            sequential: false,
            pattern: None,
        })),
    }
}

/// The elements, if a Go map can have all of them for keys and none is bytes.
fn scalars(list: &List<'static>) -> Option<ConstantSet> {
    let mut set = ConstantSet {
        texts: HashSet::new(),
        others: Vec::new(),
    };
    for item in list {
        match item.ok()? {
            Value::String(text) => {
                set.texts.insert((&*text).into());
            }
            item @ (Value::Bool(_) | Value::Double(_) | Value::Int(_) | Value::Uint(_)) => {
                set.others.push(item);
            }
            _ => return None,
        }
    }
    Some(set)
}
