//! What a server estimates at less than it can cost: each construct with the estimate and the cost of a real server.

use serde_json::{Value, json};
use wheelwright_cel::rule::{OldSelf, check_expression};
use wheelwright_cel::syntax::operator;
use wheelwright_cel::syntax::{Ast, NodeId, NodeKind};
use wheelwright_cel::{
    Activation, Budget, Checked, Environment, KubeVersion, Layout, Program, Target, Type, estimate,
};

use crate::generate::SCHEMA;

/// A construct that can cost more than its estimate.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Excess {
    /// `==` and `!=` of a value that the schema gives no length: comparing it costs one.
    Equality,
    /// A field or an element of what is computed: what it is taken of costs one more.
    Computed,
    /// A loop over what is computed: the estimate may not know how long the texts in it are.
    ComputedRange,
    /// `split`, which makes one piece more than it is estimated at.
    Split,
    /// `distinct` of texts, which costs a tenth more.
    Distinct,
}

/// What a server says of expressions that cost more than their estimate: the estimate and the cost on
/// [`recorded_object`], of 1.37.2.
const RECORDED: [(Excess, &str, u64, u64); 13] = [
    (Excess::Equality, "self.i == 1", 2, 3),
    (Excess::Equality, "self.n != 1.5", 2, 3),
    (Excess::Equality, "self.o == self.o", 4, 5),
    (Excess::Equality, "self.li.exists(x, x == 9)", 23, 27),
    (Excess::Computed, "[self.i, 2][0]", 13, 14),
    (Excess::Computed, "{'a': self.i}.a", 33, 34),
    (Excess::Computed, "self.li.reverse()[0]", 18, 19),
    (
        Excess::ComputedRange,
        "(self.ls + self.set).all(x, x.contains(x))",
        46,
        54,
    ),
    (
        Excess::ComputedRange,
        "(self.b ? self.ls : self.set).all(x, x.contains(x))",
        25,
        28,
    ),
    (
        Excess::ComputedRange,
        "[self.s].all(x, isQuantity(x))",
        17,
        19,
    ),
    (
        Excess::ComputedRange,
        "{self.s: 1}.all(k, k.contains(k))",
        38,
        42,
    ),
    (Excess::Split, "'a'.split('a').all(x, true)", 5, 8),
    (Excess::Distinct, "self.ls.distinct()", 45, 46),
];

fn recorded_object() -> Value {
    json!({
        "i": 1, "n": 1.5, "b": true, "s": "x,yx,yx,yx,y",
        "li": [1, 2, 3, 4], "ls": ["a", "b", "k", "1h"], "set": ["a", "b", "k", "1h"],
        "o": { "k": "1Gi", "v": 1 },
    })
}

/// An occurrence of a construct.
#[derive(Debug)]
pub(crate) struct Occurrence {
    pub(crate) excess: Excess,
    /// Whether it may run more than once.
    pub(crate) in_loop: bool,
}

impl Occurrence {
    /// Whether it costs one more than its estimate, and no more than that.
    pub(crate) fn costs_one(&self) -> bool {
        !self.in_loop && matches!(self.excess, Excess::Equality | Excess::Computed)
    }
}

/// The constructs that an expression uses.
pub(crate) fn occurrences(checked: &Checked) -> Vec<Occurrence> {
    let mut found = Vec::new();
    visit(checked, checked.ast().root(), false, &mut found);
    found
}

fn visit(checked: &Checked, id: NodeId, in_loop: bool, found: &mut Vec<Occurrence>) {
    let ast = checked.ast();
    let kind = ast.kind(id);
    found.extend(excess(checked, kind).map(|excess| Occurrence { excess, in_loop }));
    if let NodeKind::Comprehension(parts) = kind {
        visit(checked, parts.range, in_loop, found);
        for part in [parts.init, parts.condition, parts.step, parts.result] {
            visit(checked, part, true, found);
        }
    } else {
        kind.each_child(|child| visit(checked, child, in_loop, found));
    }
}

fn excess(checked: &Checked, kind: &NodeKind) -> Option<Excess> {
    let ast = checked.ast();
    match kind {
        NodeKind::Call {
            function,
            arguments,
            target,
        } => match (&**function, arguments.as_slice()) {
            (operator::EQUALS | operator::NOT_EQUALS, operands) => operands
                .iter()
                .any(|operand| {
                    is_without_length(checked.type_of(*operand)) && is_taken(ast, *operand)
                })
                .then_some(Excess::Equality),
            (operator::INDEX, [operand, _]) => {
                (!is_path(ast, *operand)).then_some(Excess::Computed)
            }
            ("split", _) => Some(Excess::Split),
            ("distinct", _) => {
                let list = checked.type_of((*target)?);
                (*list == Type::list(Type::String)).then_some(Excess::Distinct)
            }
            _ => None,
        },
        NodeKind::Select {
            operand,
            test: false,
            ..
        } => (!is_path(ast, *operand)).then_some(Excess::Computed),
        NodeKind::Comprehension(parts) => {
            (!is_place(ast, parts.range)).then_some(Excess::ComputedRange)
        }
        _ => None,
    }
}

const fn is_without_length(ty: &Type) -> bool {
    matches!(ty, Type::Bool | Type::Int | Type::Double | Type::Object(_))
}

/// A variable, a field or an element of one, or one of two such.
fn is_path(ast: &Ast, id: NodeId) -> bool {
    match taken_of(ast, id) {
        Some(operand) => is_path(ast, operand),
        None => is_name_or_choice(ast, id, is_path),
    }
}

/// A variable, a field or an element of anything, or one of two such.
fn is_taken(ast: &Ast, id: NodeId) -> bool {
    taken_of(ast, id).is_some() || is_name_or_choice(ast, id, is_taken)
}

/// What a field or an element is taken of.
fn taken_of(ast: &Ast, id: NodeId) -> Option<NodeId> {
    match ast.kind(id) {
        NodeKind::Select { operand, .. } => Some(*operand),
        NodeKind::Call {
            function,
            arguments,
            ..
        } if function == operator::INDEX => arguments.first().copied(),
        _ => None,
    }
}

fn is_name_or_choice(ast: &Ast, id: NodeId, both: fn(&Ast, NodeId) -> bool) -> bool {
    match ast.kind(id) {
        NodeKind::Ident(_) => true,
        NodeKind::Call {
            function,
            arguments,
            ..
        } if function == operator::CONDITIONAL => {
            arguments.iter().skip(1).all(|branch| both(ast, *branch))
        }
        _ => false,
    }
}

/// A variable, or a field or an element of one.
fn is_place(ast: &Ast, id: NodeId) -> bool {
    match taken_of(ast, id) {
        Some(operand) => is_place(ast, operand),
        None => matches!(ast.kind(id), NodeKind::Ident(_)),
    }
}

#[test]
fn a_server_estimates_less_than_these_cost() {
    let server = KubeVersion::NEWEST;
    let environment = Environment::stored(server);
    let json: Value = serde_json::from_str(SCHEMA).expect("the schema is JSON");
    let schema = wheelwright_cel::schema::Schema::from_json(&json);
    let declared = schema.declare(server).expect("the schema has a type");
    let object = recorded_object();
    for (excess, rule, worst, cost) in RECORDED {
        let checked = check_expression(rule, &declared, OldSelf::Required, environment);
        let checked = checked.unwrap_or_else(|errors| panic!("{rule}\n{errors}"));
        let used = occurrences(&checked);
        assert!(
            used.iter().any(|used| used.excess == excess),
            "{rule}: {used:?}"
        );
        let ours = estimate(&checked, environment, &declared).max;
        assert_eq!(ours, worst, "{rule}");
        let target = Target {
            environment,
            layout: Layout::of(&schema).into(),
            optional_old_self: false,
        };
        let program = Program::compile(&checked, target).expect("the rule can be run");
        let activation = Activation {
            self_value: Some(&object),
            old_self: None,
        };
        let evaluation = program.evaluate(activation, Budget::PER_CALL);
        assert_eq!(evaluation.cost, cost, "{rule}");
        assert!(cost > worst, "{rule}");
    }
}
