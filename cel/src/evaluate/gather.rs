//! The steps of `map` and `filter`, which gather a list: `accumulator + [element]`, perhaps on a condition.

use super::function::Function;
use super::program::{Attribute, Base, Call, Node, Step, Variable};
use crate::overload::Overload;

/// A step that can gather in place, where it is one.
pub(super) fn gather(step: Node, accumulator: usize) -> Step {
    match step {
        Node::Call(call) if is_append(&call, accumulator) => match element(*call) {
            Some(element) => Step::Append { element },
            None => Step::Other(Node::Constant(crate::value::Value::Null)),
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

/// A list of one element, which may be a constant.
fn is_single(node: &Node) -> bool {
    matches!(node, Node::List { elements, .. } if matches!(&**elements, [(_, false)]))
}

fn element(call: Call) -> Option<Node> {
    match call.arguments.into_vec().pop()? {
        Node::List { elements, .. } => elements.into_vec().pop().map(|(element, _)| element),
        _ => None,
    }
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
            && let Some(element) = element(*call)
        {
            return Step::AppendIf { condition, element };
        }
    }
    Step::Other(Node::Constant(crate::value::Value::Null))
}
