//! The walk over the tree.

use crate::checked::{Checked, Reference};
use crate::environment::Environment;
use crate::overload::Overload;
use crate::schema::Declared;
use crate::syntax::{Comprehension, Literal, Name, NodeId, NodeKind};
use crate::types::Type;

use super::arithmetic::{Cost, Size};
use super::path::{Path, Paths, Place, Step};
use super::unit;

/// The sizes of what is in a list or map.
#[derive(Debug, Clone, Copy)]
pub(super) struct Entry {
    list: bool,
    key: Size,
    value: Size,
}

impl Entry {
    fn union(self, other: Self) -> Self {
        Self {
            list: self.list,
            key: self.key.union(other.key),
            value: self.value.union(other.value),
        }
    }
}

/// A variable of a loop.
#[derive(Debug)]
struct Local {
    name: Name,
    path: Option<Path>,
    size: Option<Size>,
    entry: Option<Entry>,
}

/// What is found of a node.
#[derive(Debug, Clone, Copy, Default)]
struct Known {
    cost: Cost,
    path: Option<Path>,
    size: Option<Size>,
    entry: Option<Entry>,
}

/// What to do next. An explicit stack, so that no expression is too deep.
#[derive(Debug, Clone, Copy)]
enum Task {
    Visit(NodeId),
    Finish(NodeId),
    /// Keep what is known of an operand now: its path may be another once the next operand has been visited.
    Keep(NodeId),
    /// Open a loop's scopes, after its range and first value.
    EnterLoop(NodeId),
    /// Close the scope of a loop's variables, after its condition and step.
    LeaveLoop(NodeId),
}

/// What a call costs, and how large its result is, if that is known.
#[derive(Debug, Clone, Copy)]
pub(super) struct Call {
    pub(super) cost: Cost,
    pub(super) size: Option<Size>,
}

/// An operand of a call, as the tables of costs see it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Operand<'c> {
    node: NodeId,
    pub(super) ty: &'c Type,
    path: Option<Path>,
    /// The size that is known, from the expression or from the schema.
    pub(super) size: Option<Size>,
    pub(super) literal: Option<&'c Literal>,
}

impl Operand<'_> {
    pub(super) fn size(&self) -> Size {
        self.size.unwrap_or(Size::UNKNOWN)
    }
}

pub(super) struct Estimator<'c, 's> {
    checked: &'c Checked,
    pub(super) environment: Environment,
    root: &'s Declared,
    /// Declarations that are taken to have this many elements at most.
    assumed: Vec<(&'s Declared, u64)>,
    /// The declarations whose size has mattered, if that is to be told.
    asked: Option<Vec<&'s Declared>>,
    known: Vec<Known>,
    locals: Vec<Local>,
    paths: Paths<'c>,
    /// The operands kept, of the calls, lists and maps around.
    operands: Vec<Operand<'c>>,
}

impl<'c, 's> Estimator<'c, 's> {
    pub(super) fn new(checked: &'c Checked, environment: Environment, root: &'s Declared) -> Self {
        Self {
            checked,
            environment,
            root,
            assumed: Vec::new(),
            asked: None,
            known: vec![Known::default(); checked.ast().len()],
            locals: Vec::new(),
            paths: Paths::default(),
            operands: Vec::new(),
        }
    }

    /// Takes a declaration to have this many elements at most.
    pub(super) fn assuming(mut self, declared: &'s Declared, elements: u64) -> Self {
        self.assumed.push((declared, elements));
        self
    }

    /// The cost, and the declarations whose size has mattered.
    pub(super) fn run_and_tell(mut self) -> (Cost, Vec<&'s Declared>) {
        self.asked = Some(Vec::new());
        let cost = self.walk();
        (cost, self.asked.unwrap_or_default())
    }

    pub(super) fn run(mut self) -> Cost {
        self.walk()
    }

    fn walk(&mut self) -> Cost {
        let root = self.checked.ast().root();
        let mut tasks = vec![Task::Visit(root)];
        while let Some(task) = tasks.pop() {
            match task {
                Task::Visit(node) => self.visit(node, &mut tasks),
                Task::Finish(node) => {
                    let cost = self.finish(node);
                    self.known[node.index()].cost = cost;
                }
                Task::Keep(node) => {
                    let operand = self.operand(node);
                    self.operands.push(operand);
                }
                Task::EnterLoop(node) => self.enter_loop(node),
                Task::LeaveLoop(node) => self.leave_loop(node),
            }
        }
        self.cost(root)
    }

    /// Whether values are followed through lists, maps and variables, as cel-go 0.23 does.
    pub(super) fn follows(&self) -> bool {
        self.environment.server().at_least(33)
    }

    fn kind(&self, node: NodeId) -> &'c NodeKind {
        self.checked.ast().kind(node)
    }

    pub(super) fn cost(&self, node: NodeId) -> Cost {
        self.known[node.index()].cost
    }

    pub(super) fn costs(&self, nodes: &[NodeId]) -> Cost {
        nodes
            .iter()
            .fold(Cost::default(), |sum, node| sum.plus(self.cost(*node)))
    }

    fn local(&self, name: &str) -> Option<&Local> {
        self.locals.iter().rev().find(|local| local.name == name)
    }

    fn visit(&mut self, id: NodeId, tasks: &mut Vec<Task>) {
        tasks.push(Task::Finish(id));
        match self.kind(id) {
            NodeKind::Literal(_) => {}
            NodeKind::Ident(name) => {
                let path = match self.local(name) {
                    Some(local) => local.path,
                    // Before cel-go 0.23 the accumulator was no variable that was followed.
                    None if name == "__result__" => None,
                    None => Some(self.paths.variable(name)),
                };
                self.known[id.index()].path = path;
            }
            NodeKind::Select { operand, .. } => tasks.push(Task::Visit(*operand)),
            NodeKind::Call {
                target, arguments, ..
            } => {
                for operand in target.iter().chain(arguments.iter().rev()) {
                    tasks.push(Task::Keep(*operand));
                    tasks.push(Task::Visit(*operand));
                }
            }
            NodeKind::List { elements, .. } => {
                for element in elements.iter().rev() {
                    tasks.push(Task::Keep(*element));
                    tasks.push(Task::Visit(*element));
                }
            }
            NodeKind::Map(entries) => {
                for entry in entries.iter().rev() {
                    tasks.push(Task::Keep(entry.value));
                    tasks.push(Task::Keep(entry.key));
                    tasks.push(Task::Visit(entry.value));
                    tasks.push(Task::Visit(entry.key));
                }
            }
            NodeKind::Struct { fields, .. } => {
                tasks.extend(fields.iter().rev().map(|field| Task::Visit(field.value)));
            }
            NodeKind::Comprehension(parts) => {
                tasks.push(Task::Visit(parts.result));
                tasks.push(Task::LeaveLoop(id));
                if !self.binds(parts) {
                    tasks.push(Task::Visit(parts.step));
                    tasks.push(Task::Visit(parts.condition));
                }
                tasks.push(Task::EnterLoop(id));
                tasks.push(Task::Visit(parts.init));
                tasks.push(Task::Visit(parts.range));
            }
        }
    }

    fn finish(&mut self, id: NodeId) -> Cost {
        match self.kind(id) {
            NodeKind::Literal(_) => Cost::default(),
            NodeKind::Ident(_) => Cost::of(unit::SELECT),
            NodeKind::Select {
                operand,
                field,
                test,
            } => {
                let cost = self.cost(*operand);
                // The test itself costs nothing in Kubernetes.
                if *test {
                    return cost;
                }
                let path = self.path(*operand);
                self.known[id.index()].path = Some(self.paths.append(path, Step::Name(field)));
                match self.checked.type_of(*operand) {
                    Type::Map(_) | Type::Object(_) => cost.plus(Cost::of(unit::SELECT)),
                    _ => cost,
                }
            }
            NodeKind::Call { .. } => self.finish_call(id),
            NodeKind::List { elements, .. } => {
                let kept = self.take(elements.len());
                self.set_entry(
                    id,
                    Entry {
                        list: true,
                        key: Size::of(1),
                        value: union_of_sizes(kept.iter()),
                    },
                );
                self.costs(elements).plus(Cost::of(unit::LIST))
            }
            NodeKind::Map(entries) => {
                let kept = self.take(2 * entries.len());
                self.set_entry(
                    id,
                    Entry {
                        list: false,
                        key: union_of_sizes(kept.iter().step_by(2)),
                        value: union_of_sizes(kept.iter().skip(1).step_by(2)),
                    },
                );
                entries.iter().fold(Cost::of(unit::MAP), |cost, entry| {
                    cost.plus(self.cost(entry.key)).plus(self.cost(entry.value))
                })
            }
            NodeKind::Struct { fields, .. } => {
                fields.iter().fold(Cost::of(unit::STRUCT), |cost, field| {
                    cost.plus(self.cost(field.value))
                })
            }
            NodeKind::Comprehension(parts) => self.finish_loop(id, parts),
        }
    }

    /// The operands that were kept last.
    fn take(&mut self, count: usize) -> Vec<Operand<'c>> {
        self.operands.split_off(self.operands.len() - count)
    }

    /// Whether a loop runs never, and only names a value: what `optMap` and `sortBy` expand to.
    fn binds(&self, parts: &Comprehension) -> bool {
        self.follows()
            && matches!(self.kind(parts.range), NodeKind::List { elements, .. } if elements.is_empty())
            && matches!(
                self.kind(parts.condition),
                NodeKind::Literal(Literal::Bool(false))
            )
            && parts.accumulator != "__result__"
    }

    fn enter_loop(&mut self, id: NodeId) {
        let NodeKind::Comprehension(parts) = self.kind(id) else {
            return;
        };
        if !self.follows() {
            // Before cel-go 0.23 only the first variable was followed, and neither the second nor the accumulator.
            let range = self.known[parts.range.index()].path;
            let path = match self.checked.type_of(parts.range) {
                Type::List(_) => Some(self.paths.append(range, Step::Elements)),
                Type::Map(_) => Some(self.paths.append(range, Step::Keys)),
                _ => None,
            };
            self.locals.push(Local {
                name: parts.variable.clone(),
                path,
                size: None,
                entry: None,
            });
            return;
        }
        let accumulated = Local {
            name: parts.accumulator.clone(),
            path: self.path(parts.init),
            size: self.size(parts.init),
            entry: self.entry(parts.init),
        };
        self.locals.push(accumulated);
        if self.binds(parts) {
            return;
        }
        let entry = self.entry(parts.range);
        let list = match entry {
            Some(entry) => entry.list,
            None => matches!(self.checked.type_of(parts.range), Type::List(_)),
        };
        let key = (
            if list { Step::Indices } else { Step::Keys },
            entry.map(|entry| entry.key),
        );
        let value = (Step::Elements, entry.map(|entry| entry.value));
        match &parts.second {
            Some(second) => {
                self.push_local(parts.range, &parts.variable, key);
                self.push_local(parts.range, second, value);
            }
            None => self.push_local(parts.range, &parts.variable, if list { value } else { key }),
        }
    }

    /// A variable for what is one step from the range.
    fn push_local(&mut self, range: NodeId, name: &Name, (step, size): (Step<'c>, Option<Size>)) {
        let path = self.path(range);
        let path = Some(self.paths.append(path, step));
        self.locals.push(Local {
            name: name.clone(),
            path,
            size,
            entry: None,
        });
    }

    fn leave_loop(&mut self, id: NodeId) {
        let NodeKind::Comprehension(parts) = self.kind(id) else {
            return;
        };
        if self.binds(parts) {
            return;
        }
        self.locals.pop();
        if self.follows() && parts.second.is_some() {
            self.locals.pop();
        }
    }

    fn finish_loop(&mut self, id: NodeId, parts: &Comprehension) -> Cost {
        let cost = self.costs(&[parts.range, parts.init, parts.result]);
        if self.binds(parts) {
            self.copy_sizes(id, parts.result);
            self.locals.pop();
            return cost;
        }
        if self.follows() {
            self.locals.pop();
        }
        let count = self.size(parts.range).unwrap_or(Size::UNKNOWN);
        let each = self.costs(&[parts.condition, parts.step]);
        match self.kind(parts.init) {
            _ if !self.follows() => self.set_size(id, Some(count)),
            NodeKind::Literal(_) => {
                let size = self.size(parts.init);
                self.set_size(id, size);
            }
            NodeKind::List { .. } | NodeKind::Map(_) => {
                self.set_size(id, Some(count));
                if let Some(entry) = self.entry(parts.step) {
                    self.set_entry(id, entry);
                }
            }
            _ => {}
        }
        cost.plus(count.each(each))
    }

    fn finish_call(&mut self, id: NodeId) -> Cost {
        let NodeKind::Call {
            function,
            target,
            arguments,
        } = self.kind(id)
        else {
            return Cost::default();
        };
        let mut target_operand = target.and_then(|_| self.operands.pop());
        let mut operands = self.take(arguments.len());
        if self.follows()
            && function == "dyn"
            && let [argument] = arguments.as_slice()
        {
            self.copy_sizes(id, *argument);
            return self.cost(*argument).plus(Cost::of(1));
        }
        if !self.follows() {
            // Sizes were looked up when all was known.
            for operand in target_operand.iter_mut().chain(&mut operands) {
                operand.size = self.size(operand.node);
            }
        }
        let Reference::Function(overloads) = self.checked.reference(id) else {
            return Cost::default();
        };
        let mut costs = Cost {
            min: u64::MAX,
            max: 0,
        };
        let mut size: Option<Size> = None;
        for overload in overloads {
            let call = self.overload(
                id,
                function,
                *overload,
                target_operand.as_ref(),
                &operands,
                arguments,
            );
            costs = costs.union(call.cost);
            if let Some(known) = call.size {
                size = Some(size.map_or(known, |before| before.union(known)));
            }
            if let (Overload::IndexList | Overload::IndexMap, Some(container)) =
                (overload, arguments.first())
            {
                if self.follows() {
                    size = self.entry(*container).map(|entry| entry.value);
                }
                let path = self.path(*container);
                self.known[id.index()].path = Some(self.paths.append(path, Step::Elements));
            }
            if size.is_none() && self.follows() {
                size = self.size(id);
            }
        }
        self.set_size(id, size);
        target.map_or(costs, |target| costs.plus(self.cost(target)))
    }

    fn operand(&mut self, node: NodeId) -> Operand<'c> {
        let size = if self.follows() {
            self.size(node)
        } else {
            None
        };
        // The accumulator is no path.
        let path = self.path(node).filter(|path| {
            !self.paths.begins_at(*path, "__result__") && !self.paths.begins_at(*path, "@result")
        });
        Operand {
            node,
            ty: self.checked.type_of(node),
            path,
            size,
            literal: match self.kind(node) {
                NodeKind::Literal(literal) => Some(literal),
                _ => None,
            },
        }
    }

    /// The type and size of the elements of a list, if the operand is one.
    pub(super) fn element(&mut self, operand: &Operand<'c>) -> Option<(&'c Type, Size)> {
        let ty: &'c Type = match operand.ty {
            Type::List(element) | Type::Optional(element) | Type::Type(Some(element)) => element,
            Type::Map(entry) => &entry.0,
            _ => return None,
        };
        let place = operand
            .path
            .and_then(|path| self.paths.follow(path, self.root));
        let size = match place {
            Some(Place::Declared(declared)) => declared
                .element()
                .map(|element| self.declared_size(element)),
            _ => None,
        };
        Some((ty, size.unwrap_or(Size::UNKNOWN)))
    }

    fn path(&self, node: NodeId) -> Option<Path> {
        if self.follows()
            && let NodeKind::Ident(name) = self.kind(node)
            && let Some(local) = self.local(name)
        {
            return local.path;
        }
        self.known[node.index()].path
    }

    fn set_size(&mut self, node: NodeId, size: Option<Size>) {
        if size.is_some() {
            self.known[node.index()].size = size;
        }
    }

    pub(super) fn set_entry(&mut self, node: NodeId, entry: Entry) {
        if self.follows() {
            self.known[node.index()].entry = Some(entry);
        }
    }

    fn copy_sizes(&mut self, to: NodeId, from: NodeId) {
        let size = self.size(from);
        self.set_size(to, size);
        if let Some(entry) = self.entry(from) {
            self.set_entry(to, entry);
        }
    }

    fn entry(&self, node: NodeId) -> Option<Entry> {
        if let Some(entry) = self.known[node.index()].entry {
            return Some(entry);
        }
        match self.kind(node) {
            NodeKind::Ident(name) => self.local(name)?.entry,
            _ => None,
        }
    }

    pub(super) fn union_of_entries(&self, first: NodeId, second: NodeId) -> Option<Entry> {
        Some(self.entry(first)?.union(self.entry(second)?))
    }

    /// How large a value is: as was found of it, as it is written, as its schema says, as its type says.
    fn size(&mut self, node: NodeId) -> Option<Size> {
        if let Some(size) = self.known[node.index()].size {
            return Some(size);
        }
        if let Some(size) = self.written_size(node) {
            return Some(size);
        }
        let place = self
            .path(node)
            .and_then(|path| self.paths.follow(path, self.root));
        if let Some(place) = place {
            let size = match place {
                Place::Declared(declared) => self.declared_size(declared),
                Place::Key => Size::of(0),
            };
            if self.follows() {
                self.known[node.index()].size = Some(size);
            }
            return Some(size);
        }
        if self.is_scalar(self.checked.type_of(node)) {
            return Some(Size::of(1));
        }
        match self.kind(node) {
            NodeKind::Ident(name) => self.local(name)?.size,
            _ => None,
        }
    }

    fn written_size(&self, node: NodeId) -> Option<Size> {
        let length = match self.kind(node) {
            NodeKind::Literal(Literal::String(text)) => text.chars().count(),
            NodeKind::Literal(Literal::Bytes(bytes)) => bytes.len(),
            NodeKind::Literal(_) => 1,
            NodeKind::List { elements, .. } => elements.len(),
            NodeKind::Map(entries) => entries.len(),
            _ => return None,
        };
        Some(Size::of(length as u64))
    }

    fn declared_size(&mut self, declared: &'s Declared) -> Size {
        if let Some(asked) = &mut self.asked
            && declared.keyword.is_some()
        {
            asked.push(declared);
        }
        let mut assumed = self.assumed.iter();
        let max = match assumed.find(|(assumed, _)| std::ptr::eq(*assumed, declared)) {
            Some((_, elements)) => *elements,
            None => u64::try_from(declared.max_elements).unwrap_or(0),
        };
        Size { min: 0, max }
    }

    fn is_scalar(&self, ty: &Type) -> bool {
        match ty {
            Type::Bool
            | Type::Double
            | Type::Duration
            | Type::Int
            | Type::Timestamp
            | Type::Uint => true,
            Type::Optional(value) => self.follows() && self.is_scalar(value),
            _ => false,
        }
    }
}

/// The sizes of what is in a list or map together.
fn union_of_sizes<'o, 'c: 'o>(operands: impl Iterator<Item = &'o Operand<'c>>) -> Size {
    operands
        .map(Operand::size)
        .reduce(Size::union)
        .unwrap_or_default()
}
