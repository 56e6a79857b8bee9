//! The check of types.
//!
//! The rules are those of cel-go's checker, one for one; what they find wrong has its texts.

mod aggregate;
mod call;
mod hint;
mod message;
mod names;
mod unify;

use std::sync::Arc;

use crate::checked::{Checked, Reference};
use crate::environment::Environment;
use crate::error::{Errors, Lack, Reports};
use crate::syntax::{Ast, Literal, Name, NodeId, NodeKind, operator};
use crate::types::Type;
use crate::validate::validate;

use message::Fields;
use unify::{Substitutions, Undecided, is_fieldless_object};

/// A variable that an expression can use.
#[derive(Debug, Clone)]
pub struct Variable {
    /// Its name, such as `self`.
    pub name: Name,
    /// Its type.
    pub ty: Type,
}

impl Variable {
    /// A variable of this name and type.
    pub fn new(name: impl Into<Name>, ty: Type) -> Self {
        Self {
            name: name.into(),
            ty,
        }
    }
}

/// Checks the types of an expression.
///
/// `text` is what the tree was parsed from.
pub fn check(
    ast: Ast,
    text: &str,
    environment: Environment,
    variables: &[Variable],
) -> Result<Checked, Errors> {
    let count = ast.len();
    let mut checker = Checker {
        ast,
        text,
        environment,
        variables,
        types: vec![Type::Error; count],
        references: vec![Reference::None; count],
        known: Substitutions::new(),
        scopes: Vec::new(),
        reports: Reports::default(),
    };
    checker.run();
    if checker.known.exhausted() {
        checker.reports.nowhere(
            text,
            "the types of the expression are too large to check".to_owned(),
            Some("do not nest a map literal's own keys and values in one another".to_owned()),
        );
    }
    if !checker.reports.is_empty() {
        return Err(checker.reports.into_errors(text));
    }
    for index in 0..count {
        if let Some(ty) = checker.types.get(index).cloned() {
            checker.types[index] = checker.known.substitute(&ty, Undecided::Dyn);
        }
    }
    let checked = Checked {
        ast: checker.ast,
        types: checker.types,
        references: checker.references,
    };
    let mut reports = checker.reports;
    validate(&checked, text, environment, &mut reports);
    if reports.is_empty() {
        Ok(checked)
    } else {
        Err(reports.into_errors(text))
    }
}

/// What to do next. An explicit stack, so that no expression is too deep.
#[derive(Debug, Clone, Copy)]
enum Task {
    /// Look at a node, before its children.
    Visit(NodeId),
    /// Give a node its type, after its children.
    Finish(NodeId),
    /// Open the scopes of a loop, after its range and its first value.
    EnterLoop(NodeId),
    /// See that the loop's condition is a bool.
    Condition(NodeId),
    /// See that the loop's step is of the accumulator's type, and close the inner scope.
    Step(NodeId),
    /// See that a field of a message, by its place in the text, has a value of its type.
    Field(NodeId, usize, Fields),
}

struct Checker<'a> {
    ast: Ast,
    text: &'a str,
    environment: Environment,
    variables: &'a [Variable],
    types: Vec<Type>,
    references: Vec<Reference>,
    known: Substitutions,
    /// The variables of the loops around, innermost last.
    scopes: Vec<(Name, Type)>,
    reports: Reports,
}

impl Checker<'_> {
    fn run(&mut self) {
        let mut tasks = vec![Task::Visit(self.ast.root)];
        while let Some(task) = tasks.pop() {
            if self.known.exhausted() {
                return;
            }
            match task {
                Task::Visit(node) => self.visit(node, &mut tasks),
                Task::Finish(node) => self.finish(node),
                Task::EnterLoop(node) => self.enter_loop(node),
                Task::Condition(node) => self.assert_type(node, &Type::Bool),
                Task::Step(node) => self.leave_step(node),
                Task::Field(node, field, fields) => self.message_field(node, field, fields),
            }
        }
    }

    fn type_of(&self, node: NodeId) -> &Type {
        &self.types[node.index()]
    }

    fn set_type(&mut self, node: NodeId, ty: Type) {
        self.types[node.index()] = ty;
    }

    fn resolved(&mut self, node: NodeId) -> Type {
        let ty = self.types[node.index()].clone();
        self.known.substitute(&ty, Undecided::Keep)
    }

    fn report(&mut self, node: NodeId, message: String, hint: Option<String>) {
        let node = self.ast.node(node);
        self.reports
            .at(self.text, node.position, node.span, message, hint);
    }

    /// Reports at a node what this server lacks and newer ones have.
    fn report_lacking(&mut self, node: NodeId, message: String, hint: String, lack: Lack) {
        let node = self.ast.node(node);
        let place = (node.position, node.span);
        self.reports.lacking(self.text, place, message, hint, lack);
    }

    fn mismatch(&mut self, node: NodeId, expected: &Type, found: &Type) {
        let message = format!(
            "expected type '{}' but found '{}'",
            shown(expected),
            shown(found)
        );
        let hint = conversion_hint(expected, found);
        self.report(node, message, hint);
    }

    fn assert_type(&mut self, node: NodeId, wanted: &Type) {
        let given = self.type_of(node).clone();
        if !self.known.assignable(wanted, &given) {
            self.mismatch(node, wanted, &given);
        }
    }

    fn visit(&mut self, id: NodeId, tasks: &mut Vec<Task>) {
        match &self.ast.nodes[id.index()].kind {
            NodeKind::Literal(literal) => {
                let ty = match literal {
                    Literal::Null => Type::Null,
                    Literal::Bool(_) => Type::Bool,
                    Literal::Int(_) => Type::Int,
                    Literal::Uint(_) => Type::Uint,
                    Literal::Double(_) => Type::Double,
                    Literal::String(_) => Type::String,
                    Literal::Bytes(_) => Type::Bytes,
                };
                self.set_type(id, ty);
            }
            NodeKind::Ident(name) => {
                let name = name.clone();
                self.identifier(id, &name);
            }
            NodeKind::Select { operand, test, .. } => {
                let operand = *operand;
                if *test || !self.qualified_name(id) {
                    tasks.push(Task::Finish(id));
                    tasks.push(Task::Visit(operand));
                }
            }
            NodeKind::Call { .. } => self.visit_call(id, tasks),
            NodeKind::List { elements, .. } => {
                tasks.push(Task::Finish(id));
                tasks.extend(elements.iter().rev().map(|element| Task::Visit(*element)));
            }
            NodeKind::Map(entries) => {
                tasks.push(Task::Finish(id));
                for entry in entries.iter().rev() {
                    tasks.push(Task::Visit(entry.value));
                    tasks.push(Task::Visit(entry.key));
                }
            }
            NodeKind::Struct { .. } => self.visit_message(id, tasks),
            NodeKind::Comprehension(parts) => {
                tasks.extend([
                    Task::Finish(id),
                    Task::Visit(parts.result),
                    Task::Step(id),
                    Task::Visit(parts.step),
                    Task::Condition(parts.condition),
                    Task::Visit(parts.condition),
                    Task::EnterLoop(id),
                    Task::Visit(parts.init),
                    Task::Visit(parts.range),
                ]);
            }
        }
    }

    fn finish(&mut self, id: NodeId) {
        match &self.ast.nodes[id.index()].kind {
            NodeKind::Select {
                operand,
                field,
                test,
            } => {
                let (operand, field, test) = (*operand, field.clone(), *test);
                let selected = self.select(id, operand, &field, false);
                let ty = if test {
                    Type::Bool
                } else {
                    self.known.substitute(&selected, Undecided::Keep)
                };
                self.set_type(id, ty);
            }
            NodeKind::Call { .. } => self.finish_call(id),
            NodeKind::List { .. } => self.finish_list(id),
            NodeKind::Map(_) => self.finish_map(id),
            NodeKind::Comprehension(parts) => {
                let result = parts.result;
                // The accumulator's scope.
                self.scopes.pop();
                let ty = self.resolved(result);
                self.set_type(id, ty);
            }
            NodeKind::Literal(_) | NodeKind::Ident(_) | NodeKind::Struct { .. } => {}
        }
    }

    /// The type of a field, of an operand that has been checked.
    fn select(&mut self, id: NodeId, operand: NodeId, field: &str, optional: bool) -> Type {
        let operand_type = self.resolved(operand);
        let (target, is_optional) = match &operand_type {
            Type::Optional(inner) => ((**inner).clone(), true),
            _ => (operand_type, false),
        };
        let selected = match &target {
            Type::Map(entry) => entry.1.clone(),
            Type::Object(object) => {
                let object = Arc::clone(object);
                self.object_field(id, &object, field)
            }
            Type::Opaque(opaque) if is_fieldless_object(*opaque) => {
                let message = format!("unexpected failed resolution of '{}'", opaque.name());
                self.report(
                    id,
                    message,
                    Some(format!(
                        "a {} has no fields; call its functions",
                        opaque.name()
                    )),
                );
                Type::Error
            }
            Type::Param(_) => {
                self.known.assignable(&Type::Dyn, &target);
                Type::Dyn
            }
            Type::Unknown => Type::Unknown,
            Type::Dyn | Type::Error => Type::Dyn,
            _ => {
                let message = format!("type '{}' does not support field selection", shown(&target));
                let hint = names::no_field_hint(&target, field);
                self.report(id, message, hint);
                Type::Dyn
            }
        };
        if is_optional || optional {
            Type::optional(selected)
        } else {
            selected
        }
    }

    /// Whether a call is of the operator `.?`.
    fn optional_field(&self, function: &str, arguments: &[NodeId]) -> Option<String> {
        if function != operator::OPTIONAL_SELECT {
            return None;
        }
        let [_, field] = arguments else { return None };
        match self.ast.kind(*field) {
            NodeKind::Literal(Literal::String(field)) => Some(field.to_string()),
            _ => None,
        }
    }
}

/// A type in a message, cut where it is longer than anyone reads.
fn shown(ty: &Type) -> String {
    use std::fmt::Write;

    struct Cut(String);

    impl Write for Cut {
        fn write_str(&mut self, text: &str) -> std::fmt::Result {
            if self.0.len() > 4096 {
                return Err(std::fmt::Error);
            }
            self.0.push_str(text);
            Ok(())
        }
    }

    let mut cut = Cut(String::new());
    // What does not fit is left out.
    let _ = write!(cut, "{ty}");
    cut.0
}

/// How to get a value of the one type from the other.
fn conversion_hint(expected: &Type, found: &Type) -> Option<String> {
    match (expected, found) {
        (Type::Int, Type::Double) | (Type::Double, Type::Int) => Some(format!(
            "convert one of them: `{expected}(…)`; `1.0` is a double, `1` an int"
        )),
        (
            Type::String,
            Type::Int | Type::Double | Type::Bool | Type::Duration | Type::Timestamp,
        ) => Some("convert it: `string(…)`".to_owned()),
        (Type::Bool, Type::Optional(_)) => {
            Some("take the value of the optional: `.orValue(false)`".to_owned())
        }
        _ => None,
    }
}
