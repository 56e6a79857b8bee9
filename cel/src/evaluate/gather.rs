//! The steps of `map` and `filter`, which gather a list: `accumulator + [element]`, perhaps on a condition.

use super::function::Function;
use super::program::{Attribute, Base, Call, Node, Single, Step, Variable};
use crate::overload::Overload;
use crate::value::Value;

/// A step that can gather in place, where it is one.
pub(super) fn gather(step: Node, accumulator: usize) -> Step {
    match step {
        Node::Call(call) if is_append(&call, accumulator) => match single(*call) {
            Some(single) => Step::Append(single),
            None => Step::Other(Node::Constant(Value::Null)),
        },
        Node::Attribute(attribute) if is_conditional_append(&attribute, accumulator) => {
            conditional(*attribute)
        }
        step => Step::Other(step),
    }
}

fn is_accumulator(attribute: &Attribute, slot: usize) -> bool {
    matches!(&attribute.base, Base::Variable(variable) if *variable == Variable::Accumulator(slot))
        && attribute.qualifiers.is_empty()
        && !attribute.test
}

fn is_append(call: &Call, slot: usize) -> bool {
    call.function == Function::Add
        && call.overload == Some(Overload::AddList)
        && match &*call.arguments {
            [Node::Attribute(left), right] => is_accumulator(left, slot) && is_single(right),
            _ => false,
        }
}

/// A list of one element, which may be a constant; the list too, then.
fn is_single(node: &Node) -> bool {
    match node {
        Node::List { elements, .. } => matches!(&**elements, [(_, false)]),
        Node::Constant(Value::List(list)) => list.len() == 1,
        _ => false,
    }
}

fn single(call: Call) -> Option<Single> {
    let (element, is_made) = match call.arguments.into_vec().pop()? {
        Node::List { elements, .. } => (elements.into_vec().pop()?.0, true),
        Node::Constant(Value::List(list)) => (Node::Constant(list.get(0)?.ok()?), false),
        _ => return None,
    };
    Some(Single { element, is_made })
}

fn is_conditional_append(attribute: &Attribute, slot: usize) -> bool {
    let Base::Conditional { branches, .. } = &attribute.base else {
        return false;
    };
    let [yes, no] = &**branches;
    let appends = matches!(&yes.base, Base::Value(Node::Call(call)) if is_append(call, slot));
    appends
        && yes.qualifiers.is_empty()
        && is_accumulator(no, slot)
        && attribute.qualifiers.is_empty()
        && !attribute.test
}

fn conditional(attribute: Attribute) -> Step {
    if let Base::Conditional {
        condition,
        branches,
    } = attribute.base
    {
        let [yes, _] = *branches;
        if let Base::Value(Node::Call(call)) = yes.base
            && let Some(single) = single(*call)
        {
            return Step::AppendIf { condition, single };
        }
    }
    Step::Other(Node::Constant(Value::Null))
}
