//! Calls: which function, and which of its signatures fit.

use wheelwright_grammar::suggest::closest;

use crate::KubeVersion;
use crate::checked::Reference;
use crate::environment::{Declaration, Known, Sig, known};
use crate::error::Lack;
use crate::overload::Overload;
use crate::syntax::{MEMBER_MACROS, NodeId, NodeKind, first_with, operator};
use crate::types::Type;

use super::unify::{Substitutions, Undecided};
use super::{Checker, Task, shown};

/// What the names of functions with a `.` begin with.
const NAMESPACES: [&str; 7] = [
    "cel", "format", "ip", "lists", "optional", "sets", "strings",
];

/// Namespaces of functions that CEL has elsewhere.
pub(super) const ABSENT: [&str; 6] = ["base64", "cel", "json", "math", "proto", "regex"];

impl Checker<'_> {
    pub(super) fn visit_call(&mut self, id: NodeId, tasks: &mut Vec<Task>) {
        let NodeKind::Call {
            function,
            target,
            arguments,
        } = &self.ast.nodes[id.index()].kind
        else {
            return;
        };
        if self.optional_field(function, arguments).is_some() {
            tasks.push(Task::Finish(id));
            tasks.push(Task::Visit(arguments[1]));
            tasks.push(Task::Visit(arguments[0]));
            return;
        }
        let namespaced = target.and_then(|target| self.namespaced(target, function));
        tasks.push(Task::Finish(id));
        if namespaced.is_none() {
            tasks.extend(target.map(Task::Visit));
        }
        tasks.extend(
            arguments
                .iter()
                .rev()
                .map(|argument| Task::Visit(*argument)),
        );
        if let Some(name) = namespaced
            && let NodeKind::Call {
                function, target, ..
            } = &mut self.ast.nodes[id.index()].kind
        {
            *function = name.into();
            *target = None;
        }
    }

    /// The function that a target and a name are together, as `sets` and `contains` are.
    fn namespaced(&self, target: NodeId, function: &str) -> Option<&'static str> {
        let NodeKind::Ident(name) = self.ast.kind(target) else {
            return None;
        };
        let namespace = name.strip_prefix('.').unwrap_or(name);
        if !NAMESPACES.contains(&namespace) {
            return None;
        }
        let found = self
            .environment
            .function(&format!("{namespace}.{function}"))?;
        Some(found.name())
    }

    pub(super) fn finish_call(&mut self, id: NodeId) {
        let NodeKind::Call {
            function,
            target,
            arguments,
        } = &self.ast.nodes[id.index()].kind
        else {
            return;
        };
        if let Some(field) = self.optional_field(function, arguments) {
            let operand = arguments[0];
            let selected = self.select(id, operand, &field, true);
            let ty = self.known.substitute(&selected, Undecided::Keep);
            self.set_type(id, ty);
            self.references[id.index()] = Reference::Function(vec![Overload::SelectOptionalField]);
            return;
        }
        let plain = match target {
            None => function.strip_prefix('.').unwrap_or(function),
            Some(_) => function,
        };
        let Some(found) = self.environment.function(plain) else {
            let (function, target, arguments) = (function.clone(), *target, arguments.clone());
            self.undeclared(id, &function, target, &arguments);
            return;
        };
        let member = target.is_some();
        let operands: Vec<NodeId> = target.iter().chain(arguments).copied().collect();
        if !member && plain.len() < function.len() {
            self.name_function(id, found.name());
        }
        if matches!(found.name(), operator::AND | operator::OR) && !member {
            self.logical(id, found, &operands);
            return;
        }
        self.resolve(id, found, member, &operands);
    }

    fn name_function(&mut self, id: NodeId, name: &'static str) {
        if let NodeKind::Call { function, .. } = &mut self.ast.nodes[id.index()].kind {
            *function = name.into();
        }
    }

    /// `&&` and `||` say of each operand what is wrong with it.
    fn logical(&mut self, id: NodeId, function: &Known, operands: &[NodeId]) {
        let mut fits = true;
        for operand in operands {
            let ty = self.type_of(*operand).clone();
            if !self.known.assignable(&ty, &Type::Bool) {
                self.mismatch(*operand, &Type::Bool, &ty);
                fits = false;
            }
        }
        if fits {
            let overload = match function.name() {
                operator::AND => Overload::LogicalAnd,
                _ => Overload::LogicalOr,
            };
            self.references[id.index()] = Reference::Function(vec![overload]);
            self.set_type(id, Type::Bool);
        }
    }

    fn resolve(&mut self, id: NodeId, function: &Known, member: bool, operands: &[NodeId]) {
        let given: Vec<Type> = operands
            .iter()
            .map(|operand| self.type_of(*operand).clone())
            .collect();
        let unseen = given.iter().any(|ty| matches!(ty, Type::Unknown));
        let mut result: Option<Type> = None;
        let mut overloads = Vec::new();
        for declaration in function.declarations(self.environment) {
            if declaration.member != member {
                continue;
            }
            let parameters = self.parameters(declaration);
            // Not before the parameters are made, whose numbers show in messages.
            if declaration.parameters.len() != given.len() {
                continue;
            }
            if !may_fit(declaration, &given) {
                continue;
            }
            let wanted: Vec<Type> = declaration
                .parameters
                .iter()
                .map(|sig| Substitutions::instance(sig, &parameters))
                .collect();
            if !self.known.all_assignable(&given, &wanted) {
                continue;
            }
            if unseen {
                self.known.leave_unknown(&parameters);
            }
            overloads.push(declaration.overload);
            let returned = Substitutions::instance(&declaration.result, &parameters);
            let returned = self.known.substitute(&returned, Undecided::Keep);
            result = Some(match result {
                None => returned,
                Some(before) if before.is_dyn() || self.known.exact(&before, &returned) => before,
                Some(_) => Type::Dyn,
            });
        }
        let Some(result) = result else {
            self.no_overload(id, function, member, &given);
            return;
        };
        let result = if unseen && overloads.len() > 1 && matches!(result, Type::Dyn) {
            Type::Unknown
        } else {
            result
        };
        self.references[id.index()] = Reference::Function(overloads);
        self.set_type(id, result);
    }

    /// The types that this call decides.
    fn parameters(&mut self, declaration: &Declaration) -> [Type; 2] {
        let mut count = 0;
        for sig in declaration.parameters.iter().chain([&declaration.result]) {
            count = count.max(type_parameters(sig));
        }
        let mut fresh = |index: u8| {
            if index < count {
                self.known.fresh()
            } else {
                Type::Dyn
            }
        };
        [fresh(0), fresh(1)]
    }

    fn no_overload(&mut self, id: NodeId, function: &Known, member: bool, given: &[Type]) {
        let given: Vec<Type> = given
            .iter()
            .map(|ty| self.known.substitute(ty, Undecided::Dyn))
            .collect();
        let mut signature = String::new();
        let mut rest = given.as_slice();
        if member && let [target, arguments @ ..] = rest {
            signature = format!("{}.", shown(target));
            rest = arguments;
        }
        let arguments: Vec<String> = rest.iter().map(shown).collect();
        let message = format!(
            "found no matching overload for '{}' applied to '{signature}({})'",
            function.name(),
            arguments.join(", ")
        );
        let hint = super::hint::no_overload(function, self.environment, member, &given);
        self.report(id, message, hint);
    }

    fn undeclared(
        &mut self,
        id: NodeId,
        function: &str,
        target: Option<NodeId>,
        arguments: &[NodeId],
    ) {
        let message = format!("undeclared reference to '{function}' (in container '')");
        let full = target.and_then(|target| match self.ast.kind(target) {
            NodeKind::Ident(namespace) => Some(format!("{namespace}.{function}")),
            _ => None,
        });
        if let Some((what, hint)) = self.later(function, full.as_deref(), arguments.len()) {
            match what {
                Some(what) => self.report_lacking(id, message, hint, Lack::new(what, None)),
                None => self.report(id, message, Some(hint)),
            }
            return;
        }
        // Looking through all names takes its time.
        let hint = if self.reports.is_full() {
            None
        } else {
            self.undeclared_hint(function, full.as_deref(), arguments.len())
        };
        self.report(id, message, hint);
    }

    /// What newer servers have by that name, if it is one of those known, and a hint.
    fn later(
        &self,
        function: &str,
        full: Option<&str>,
        arguments: usize,
    ) -> Option<(Option<String>, String)> {
        let server = self.environment.server();
        let needs = |what: String, since: KubeVersion| {
            let hint = format!("{what} needs Kubernetes {since}; this is checked for {server}");
            (Some(what), hint)
        };
        if let Some(later) = full.and_then(known).or_else(|| known(function)) {
            let (name, since) = (later.name(), later.since());
            return Some(match KubeVersion::new(since) {
                Some(since) => needs(format!("`{name}`"), since),
                None => (None, format!("`{name}` comes with Kubernetes 1.{since}")),
            });
        }
        let since = first_with(function, arguments)?;
        let what = match (function, arguments) {
            ("all" | "exists" | "exists_one", _) => format!("`{function}` with two variables"),
            _ => format!("`{function}`"),
        };
        Some(needs(what, since))
    }

    fn undeclared_hint(
        &self,
        function: &str,
        full: Option<&str>,
        arguments: usize,
    ) -> Option<String> {
        let absent = full
            .and_then(|full| full.split_once('.'))
            .map(|(namespace, _)| namespace)
            .filter(|namespace| ABSENT.contains(namespace));
        if let Some(namespace) = absent {
            return Some(format!("a CRD's rules have no functions `{namespace}.*`"));
        }
        if MEMBER_MACROS.contains(&function) {
            return Some(format!(
                "`{function}` is a macro, and has no form with {arguments} arguments here"
            ));
        }
        // A table of hashes has no order; the answer is to be the same each time.
        let mut names: Vec<&str> = self
            .environment
            .function_names()
            .filter(|name| name.starts_with(|c: char| c.is_ascii_alphabetic()))
            .collect();
        names.extend(MEMBER_MACROS);
        names.sort_unstable();
        let meant = full
            .and_then(|full| closest(full, names.iter().copied()))
            .or_else(|| closest(function, names.iter().copied()))?;
        Some(format!("did you mean `{meant}`?"))
    }
}

/// Whether the first argument's type lets the signature fit at all: most are told apart by it.
fn may_fit(declaration: &Declaration, given: &[Type]) -> bool {
    let (Some(sig), Some(ty)) = (declaration.parameters.first(), given.first()) else {
        return true;
    };
    match (ty.unwrapped(), sig) {
        (Type::Bool, Sig::Bool | Sig::Param(_) | Sig::Dyn)
        | (Type::Int, Sig::Int | Sig::Param(_) | Sig::Dyn)
        | (Type::Uint, Sig::Uint | Sig::Param(_) | Sig::Dyn)
        | (Type::Double, Sig::Double | Sig::Param(_) | Sig::Dyn)
        | (Type::String, Sig::String | Sig::Param(_) | Sig::Dyn)
        | (Type::Bytes, Sig::Bytes | Sig::Param(_) | Sig::Dyn) => true,
        (Type::Bool | Type::Int | Type::Uint | Type::Double | Type::String | Type::Bytes, _) => {
            false
        }
        _ => true,
    }
}

fn type_parameters(sig: &Sig) -> u8 {
    match sig {
        Sig::Param(index) => index + 1,
        Sig::List(inner) | Sig::Optional(inner) | Sig::TypeOf(inner) => type_parameters(inner),
        Sig::Map(key, value) => type_parameters(key).max(type_parameters(value)),
        _ => 0,
    }
}
