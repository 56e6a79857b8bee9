//! What one CEL rule says of another.
//!
//! Rules are brought into one form: what is joined by `&&` becomes a set of conditions, what is joined by `||` a set of
//! alternatives, comparisons are turned to one side, and the order of what may stand in any order is fixed. A rule follows
//! from another if each of its conditions does; a condition follows from one whose alternatives are among its own, or from a
//! comparison of the same with a stricter constant. What is not found to follow is not said to differ.

use std::collections::BTreeSet;

use serde_json::{Value, json};
use wheelwright_cel::syntax::{Ast, Literal, NodeId, NodeKind, operator, parse};
use wheelwright_cel::{Environment, KubeVersion};

/// A rule in the one form.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Canonical {
    conditions: BTreeSet<Condition>,
    constants: Vec<Value>,
}

/// Alternatives, one of which must hold.
type Condition = BTreeSet<Atom>;

/// Something that holds or not.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Atom {
    text: String,
    is_denied: bool,
    /// Of a comparison with a number: the rest of it, `<` or `<=`, and which side the number is on.
    bound: Option<Bound>,
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Bound {
    of: String,
    is_upper: bool,
    /// The greatest or smallest integer that is taken.
    limit: i64,
}

/// The forms grow no larger than this.
const MOST: usize = 200;

impl Canonical {
    /// The form of an expression; nothing if it is none, or too large.
    pub(crate) fn of(text: &str) -> Option<Self> {
        Self::among(text, &|_, _| false)
    }

    /// The form of an expression for objects that never have some fields, or never some constants in them.
    pub(crate) fn among(text: &str, is_never: &dyn Fn(&str, Option<&str>) -> bool) -> Option<Self> {
        let ast = parse(text, Environment::stored(KubeVersion::default())).ok()?;
        if ast.depth() > 120 {
            return None;
        }
        let reader = Reader {
            ast: &ast,
            is_never,
        };
        let conditions = reader.conditions(ast.root(), false)?;
        let mut constants = Vec::new();
        for id in ast.nodes() {
            match ast.kind(id) {
                NodeKind::Literal(Literal::Int(number)) => {
                    constants.extend([
                        json!(number),
                        json!(number.saturating_add(1)),
                        json!(number.saturating_sub(1)),
                    ]);
                }
                NodeKind::Literal(Literal::String(text)) => constants.push(json!(text)),
                _ => {}
            }
        }
        Some(Self {
            conditions,
            constants,
        })
    }

    /// Values that the rule compares with, and those beside them.
    pub(crate) fn constants(&self) -> &[Value] {
        &self.constants
    }

    /// Whether it holds of everything.
    pub(crate) fn is_always(&self) -> bool {
        self.conditions.is_empty()
    }

    /// Whether the two say the same.
    pub(crate) fn is_same(&self, other: &Self) -> bool {
        self.conditions == other.conditions
    }

    /// Whether this one holds wherever the other does.
    pub(crate) fn follows(&self, other: &Self) -> bool {
        self.conditions.iter().all(|condition| {
            other.conditions.iter().any(|stronger| {
                stronger
                    .iter()
                    .all(|atom| condition.iter().any(|weaker| weaker.follows(atom)))
            })
        })
    }
}

impl Atom {
    fn follows(&self, other: &Self) -> bool {
        if self == other {
            return true;
        }
        match (&self.bound, &other.bound) {
            (Some(own), Some(other)) if own.of == other.of && own.is_upper == other.is_upper => {
                if own.is_upper {
                    other.limit <= own.limit
                } else {
                    other.limit >= own.limit
                }
            }
            _ => false,
        }
    }
}

struct Reader<'a> {
    ast: &'a Ast,
    is_never: &'a dyn Fn(&str, Option<&str>) -> bool,
}

impl Reader<'_> {
    /// Whether it is false of every object in question: `has(self.gone)`, `self.kind == 'Gone'`.
    fn is_false(&self, id: NodeId) -> bool {
        match self.ast.kind(id) {
            NodeKind::Select {
                operand,
                field,
                test: true,
            } => {
                matches!(self.ast.kind(*operand), NodeKind::Ident(name) if name == "self")
                    && (self.is_never)(field, None)
            }
            _ => matches!(self.call(id), (operator::EQUALS, sides) if self.are_never_equal(sides)),
        }
    }

    fn are_never_equal(&self, sides: &[NodeId]) -> bool {
        let [one, other] = sides else {
            return false;
        };
        let field_of = |id: NodeId| match self.ast.kind(id) {
            NodeKind::Select {
                operand,
                field,
                test: false,
            } if matches!(self.ast.kind(*operand), NodeKind::Ident(name) if name == "self") => {
                Some(field.as_ref())
            }
            _ => None,
        };
        let constant = |id: NodeId| match self.ast.kind(id) {
            NodeKind::Literal(Literal::String(text)) => Some(text.as_ref()),
            _ => None,
        };
        let pair = field_of(*one).zip(constant(*other));
        let pair = pair.or_else(|| field_of(*other).zip(constant(*one)));
        pair.is_some_and(|(field, constant)| (self.is_never)(field, Some(constant)))
    }

    fn conditions(&self, id: NodeId, is_denied: bool) -> Option<BTreeSet<Condition>> {
        let (function, arguments) = self.call(id);
        let (and, or) = if is_denied {
            (operator::OR, operator::AND)
        } else {
            (operator::AND, operator::OR)
        };
        if let (operator::NOT, [inner]) = (function, arguments) {
            return self.conditions(*inner, !is_denied);
        }
        if function == and {
            let mut all = BTreeSet::new();
            for argument in arguments {
                all.extend(self.conditions(*argument, is_denied)?);
            }
            return (all.len() <= MOST).then_some(all);
        }
        if function == or {
            let mut all: BTreeSet<Condition> = BTreeSet::from([Condition::new()]);
            for argument in arguments {
                let own = self.conditions(*argument, is_denied)?;
                if all.len() * own.len() > MOST {
                    return None;
                }
                all = all
                    .iter()
                    .flat_map(|condition| {
                        own.iter()
                            .map(move |other| condition.union(other).cloned().collect())
                    })
                    .collect();
            }
            return Some(all);
        }
        // `a ? b : true` is `!a || b`.
        if let (operator::CONDITIONAL, [test, then, otherwise], false) =
            (function, arguments, is_denied)
        {
            let is_true =
                |id: NodeId| matches!(self.ast.kind(id), NodeKind::Literal(Literal::Bool(true)));
            // If the test fails, the one fails and the other may not.
            if is_true(*otherwise) && self.is_presence(*test) {
                let (not, then) = (
                    self.conditions(*test, true)?,
                    self.conditions(*then, false)?,
                );
                if not.len() * then.len() > MOST {
                    return None;
                }
                let all: BTreeSet<Condition> = not
                    .iter()
                    .flat_map(|condition| {
                        then.iter()
                            .map(move |other| condition.union(other).cloned().collect())
                    })
                    .collect();
                return Some(all);
            }
        }
        let is_unequal =
            matches!(self.call(id), (operator::NOT_EQUALS, sides) if self.are_never_equal(sides));
        if is_unequal || self.is_false(id) {
            let holds = is_unequal != is_denied;
            return Some(if holds {
                BTreeSet::new()
            } else {
                BTreeSet::from([Condition::new()])
            });
        }
        if let NodeKind::Literal(Literal::Bool(value)) = self.ast.kind(id) {
            return Some(if *value == is_denied {
                BTreeSet::from([Condition::new()])
            } else {
                BTreeSet::new()
            });
        }
        Some(BTreeSet::from([Condition::from(
            [self.atom(id, is_denied)],
        )]))
    }

    /// Whether it only asks what is there.
    fn is_presence(&self, id: NodeId) -> bool {
        match self.call(id) {
            (operator::NOT | operator::AND | operator::OR, arguments) => {
                arguments.iter().all(|id| self.is_presence(*id))
            }
            _ => matches!(
                self.ast.kind(id),
                NodeKind::Select { operand, test: true, .. } if matches!(self.ast.kind(*operand), NodeKind::Ident(_))
            ),
        }
    }

    /// The operator and its operands, if it is one.
    fn call(&self, id: NodeId) -> (&str, &[NodeId]) {
        match self.ast.kind(id) {
            NodeKind::Call {
                function,
                target: None,
                arguments,
            } => (function, arguments),
            _ => ("", &[]),
        }
    }

    fn atom(&self, id: NodeId, is_denied: bool) -> Atom {
        let (function, arguments) = self.call(id);
        let (is_equal, is_denied) = match function {
            operator::NOT_EQUALS => (true, !is_denied),
            operator::EQUALS => (true, is_denied),
            _ => (false, is_denied),
        };
        if let (true, [one, other]) = (is_equal, arguments) {
            let mut sides = [self.text(*one), self.text(*other)];
            sides.sort();
            return Atom {
                text: sides.join(" == "),
                is_denied,
                bound: None,
            };
        }
        let bound = self.bound(function, arguments, is_denied);
        if let Some(bound) = bound {
            let sign = if bound.is_upper { "<=" } else { ">=" };
            return Atom {
                text: format!("{} {sign} {}", bound.of, bound.limit),
                is_denied: false,
                bound: Some(bound),
            };
        }
        Atom {
            text: self.text(id),
            is_denied,
            bound: None,
        }
    }

    /// A comparison with an integer. Only what is an integer by its form is taken for one: of doubles, `> 5` is not `>= 6`.
    fn bound(&self, function: &str, arguments: &[NodeId], is_denied: bool) -> Option<Bound> {
        let [one, other] = arguments else {
            return None;
        };
        let number = |id: NodeId| match self.ast.kind(id) {
            NodeKind::Literal(Literal::Int(number)) => Some(*number),
            _ => None,
        };
        let (of, limit, is_turned) = match (number(*one), number(*other)) {
            (None, Some(limit)) => (*one, limit, false),
            (Some(limit), None) => (*other, limit, true),
            _ => return None,
        };
        let (is_upper, is_strict) = match function {
            operator::LESS => (true, true),
            operator::LESS_EQUALS => (true, false),
            operator::GREATER => (false, true),
            operator::GREATER_EQUALS => (false, false),
            _ => return None,
        };
        let is_upper = is_upper != is_turned;
        let (is_upper, is_strict) = if is_denied {
            (!is_upper, !is_strict)
        } else {
            (is_upper, is_strict)
        };
        let is_whole = matches!(
            self.ast.kind(of),
            NodeKind::Call { function, .. } if function == "size" || function == "int"
        );
        let name = self.text(of);
        match (is_strict, is_whole) {
            (false, _) => Some(Bound {
                of: name,
                is_upper,
                limit,
            }),
            (true, true) => Some(Bound {
                of: name,
                is_upper,
                limit: if is_upper {
                    limit.checked_sub(1)?
                } else {
                    limit.checked_add(1)?
                },
            }),
            // Kept apart from what is not strict.
            (true, false) => Some(Bound {
                of: format!("{name}, strictly"),
                is_upper,
                limit,
            }),
        }
    }

    /// A node and what is in it, in one spelling.
    fn text(&self, id: NodeId) -> String {
        let mut out = String::new();
        self.write(id, &mut out);
        out
    }

    fn write(&self, id: NodeId, out: &mut String) {
        match self.ast.kind(id) {
            NodeKind::Literal(literal) => out.push_str(&format!("{literal:?}")),
            NodeKind::Ident(name) => out.push_str(name),
            NodeKind::Select {
                operand,
                field,
                test,
            } => {
                self.write(*operand, out);
                out.push_str(if *test { ".has:" } else { "." });
                out.push_str(field);
            }
            NodeKind::Call {
                function,
                target,
                arguments,
            } => {
                out.push_str(function);
                out.push('(');
                if let Some(target) = target {
                    self.write(*target, out);
                    out.push(';');
                }
                let mut parts: Vec<String> = arguments.iter().map(|id| self.text(*id)).collect();
                if matches!(
                    function.as_ref(),
                    operator::AND | operator::OR | operator::EQUALS | operator::NOT_EQUALS
                ) {
                    parts.sort();
                }
                out.push_str(&parts.join(","));
                out.push(')');
            }
            kind => {
                out.push_str(match kind {
                    NodeKind::List { .. } => "[",
                    NodeKind::Map(_) => "{",
                    NodeKind::Comprehension(_) => "for(",
                    _ => "new(",
                });
                if let NodeKind::Comprehension(parts) = kind {
                    out.push_str(&format!(
                        "{},{:?},{};",
                        parts.variable, parts.second, parts.accumulator
                    ));
                }
                if let NodeKind::List { optional, .. } = kind {
                    out.push_str(&format!("{optional:?};"));
                }
                if let NodeKind::Struct { name, fields } = kind {
                    out.push_str(name);
                    for field in fields {
                        out.push_str(&format!(":{}{}", field.name, field.optional));
                    }
                }
                if let NodeKind::Map(entries) = kind {
                    for entry in entries {
                        out.push_str(if entry.optional { "?" } else { "." });
                    }
                }
                let mut children = Vec::new();
                kind.each_child(|child| children.push(child));
                for child in children {
                    self.write(child, out);
                    out.push(',');
                }
                out.push(']');
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn form(text: &str) -> Canonical {
        Canonical::of(text).expect("it is an expression")
    }

    /// Each pair by the truth table of CEL's operators.
    #[test]
    fn what_is_written_otherwise_is_the_same() {
        for (one, other) in [
            ("self.a && self.b", "self.b&&self.a"),
            ("!(self.a || self.b)", "!self.a && !self.b"),
            ("has(self.a) ? self.b : true", "!has(self.a) || self.b"),
            ("self.x > 5", "5 < self.x"),
            ("!(self.x == 'a')", "self.x != 'a'"),
            ("self.size() > 4", "self.size() >= 5"),
            ("'a' == self.x", "self.x == \"a\""),
        ] {
            assert!(form(one).is_same(&form(other)), "{one} and {other}");
        }
    }

    #[test]
    fn what_differs_is_not_the_same() {
        for (one, other) in [
            ("self.a || self.b", "self.a && self.b"),
            ("has(self.a)", "self.a"),
            ("self.x > 5", "self.x >= 5"),
            // A double may be 5.5.
            ("self.x > 5", "self.x >= 6"),
            ("[self.a]", "[?self.a]"),
            ("self.all(x, x > 1)", "self.exists(x, x > 1)"),
        ] {
            let same = match (Canonical::of(one), Canonical::of(other)) {
                (Some(one), Some(other)) => one.is_same(&other),
                _ => false,
            };
            assert!(!same, "{one} and {other}");
        }
    }

    #[test]
    fn a_weaker_rule_follows_and_a_stronger_one_does_not() {
        for (weak, strong) in [
            ("self.x <= 10", "self.x <= 5"),
            ("self.x >= 1", "self.x >= 2"),
            ("self.a || self.b", "self.a"),
            ("self.a", "self.a && self.b"),
            ("self.x <= 10 || self.y", "self.x <= 9 && self.z"),
            ("self.size() < 9", "self.size() <= 3"),
        ] {
            assert!(form(weak).follows(&form(strong)), "{weak} of {strong}");
            assert!(!form(strong).follows(&form(weak)), "{strong} of {weak}");
        }
        // Of nothing, only what is always true follows.
        assert!(form("true").follows(&form("self.a")));
        assert!(!form("self.a").follows(&form("true")));
        assert!(form("self.a").follows(&form("false")));
    }
}
