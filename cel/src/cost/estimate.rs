//! The walk over the tree.

use crate::checked::{Checked, Reference};
use crate::environment::Environment;
use crate::overload::Overload;
use crate::schema::{Declared, Shape};
use crate::syntax::{Comprehension, Literal, Name, NodeId, NodeKind};
use crate::types::{Opaque, Type};

use super::arithmetic::{Cost, Size};
use super::unit;

/// Where in the schema a value comes from, as far as the server follows it.
///
/// The server follows names from any variable as if it were `self`, and the elements of whatever is not from the
/// schema as if they were `self` itself.
#[derive(Debug, Clone, Copy)]
pub(super) enum Path<'s> {
    /// From nowhere.
    None,
    /// From here.
    At(&'s Declared),
    /// From the name of every field: a string of no known length that counts as empty.
    Key,
    /// From a place that the schema does not have.
    Lost,
}

/// The sizes of what is in a list or map.
#[derive(Debug, Clone, Copy)]
pub(super) struct Entry {
    list: bool,
    key: Size,
    pub(super) value: Size,
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
struct Local<'s> {
    name: Name,
    path: Path<'s>,
    size: Option<Size>,
    entry: Option<Entry>,
}

/// What is found of a node.
#[derive(Debug, Clone, Copy)]
struct Known<'s> {
    cost: Cost,
    path: Path<'s>,
    size: Option<Size>,
    entry: Option<Entry>,
}

/// What to do next. An explicit stack, so that no expression is too deep.
#[derive(Debug, Clone, Copy)]
enum Task {
    Visit(NodeId),
    Finish(NodeId),
    /// Open a loop's scopes, after its range and first value.
    EnterLoop(NodeId),
    /// Close the scope of a loop's variables, after its condition and step.
    LeaveLoop(NodeId),
}

/// What a call costs, beside its arguments; and how large its result is, if that is known.
#[derive(Debug, Clone, Copy)]
pub(super) struct Call {
    pub(super) cost: Cost,
    pub(super) size: Option<Size>,
}

/// An operand of a call, as the tables of costs see it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Operand<'c, 's> {
    pub(super) ty: &'c Type,
    pub(super) path: Path<'s>,
    /// The size that is known, from the expression or from the schema.
    pub(super) size: Option<Size>,
    pub(super) literal: Option<&'c Literal>,
}

impl Operand<'_, '_> {
    pub(super) fn size(&self) -> Size {
        self.size.unwrap_or(Size::UNKNOWN)
    }
}

pub(super) struct Estimator<'c, 's> {
    checked: &'c Checked,
    pub(super) environment: Environment,
    root: &'s Declared,
    /// A declaration that is taken to have this many elements at most.
    assumed: Option<(*const Declared, u64)>,
    /// The declarations whose size has mattered.
    asked: Option<Vec<&'s Declared>>,
    known: Vec<Known<'s>>,
    locals: Vec<Local<'s>>,
}

impl<'c, 's> Estimator<'c, 's> {
    pub(super) fn new(checked: &'c Checked, environment: Environment, root: &'s Declared) -> Self {
        let nothing = Known {
            cost: Cost::of(0),
            path: Path::None,
            size: None,
            entry: None,
        };
        Self {
            checked,
            environment,
            root,
            assumed: None,
            asked: None,
            known: vec![nothing; checked.ast().len()],
            locals: Vec::new(),
        }
    }

    /// Takes a declaration to have this many elements at most.
    pub(super) fn assuming(mut self, declared: &'s Declared, elements: u64) -> Self {
        self.assumed = Some((std::ptr::from_ref(declared), elements));
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

    fn cost(&self, node: NodeId) -> Cost {
        self.known[node.index()].cost
    }

    fn local(&self, name: &str) -> Option<&Local<'s>> {
        self.locals.iter().rev().find(|local| local.name == name)
    }

    fn visit(&mut self, id: NodeId, tasks: &mut Vec<Task>) {
        match self.kind(id) {
            NodeKind::Literal(_) => {}
            NodeKind::Ident(name) => {
                let path = match self.local(name) {
                    Some(local) => local.path,
                    // Before cel-go 0.23 the accumulator is no variable that is followed.
                    None if name == "__result__" => Path::None,
                    None => Path::At(self.root),
                };
                let known = &mut self.known[id.index()];
                known.path = path;
                known.cost = Cost::of(unit::SELECT);
            }
            NodeKind::Comprehension(parts) => {
                tasks.push(Task::Finish(id));
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
            NodeKind::Call {
                target, arguments, ..
            } => {
                tasks.push(Task::Finish(id));
                tasks.extend(target.map(Task::Visit));
                tasks.extend(
                    arguments
                        .iter()
                        .rev()
                        .map(|argument| Task::Visit(*argument)),
                );
            }
            kind => {
                tasks.push(Task::Finish(id));
                let start = tasks.len();
                kind.each_child(|child| tasks.push(Task::Visit(child)));
                tasks[start..].reverse();
            }
        }
    }

    fn finish(&mut self, id: NodeId) -> Cost {
        match self.kind(id) {
            NodeKind::Literal(_) | NodeKind::Ident(_) => self.cost(id),
            NodeKind::Select {
                operand,
                field,
                test,
            } => {
                let cost = self.cost(*operand);
                if *test {
                    return cost;
                }
                self.known[id.index()].path = Self::step(self.path(*operand), field, self.root);
                match self.checked.type_of(*operand) {
                    Type::Map(_) | Type::Object(_) => cost.plus(Cost::of(unit::SELECT)),
                    _ => cost,
                }
            }
            NodeKind::Call { .. } => self.finish_call(id),
            NodeKind::List { elements, .. } => {
                let mut cost = Cost::of(unit::LIST);
                let mut value = Size {
                    min: if elements.is_empty() { 0 } else { u64::MAX },
                    max: 0,
                };
                for element in elements {
                    cost = cost.plus(self.cost(*element));
                    if self.follows() {
                        value = value.union(self.size_or_unknown(*element));
                    }
                }
                self.known[id.index()].entry = self.follows().then_some(Entry {
                    list: true,
                    key: Size::of(1),
                    value,
                });
                cost
            }
            NodeKind::Map(entries) => {
                let mut cost = Cost::of(unit::MAP);
                let nothing = Size {
                    min: if entries.is_empty() { 0 } else { u64::MAX },
                    max: 0,
                };
                let (mut key, mut value) = (nothing, nothing);
                for entry in entries {
                    cost = cost.plus(self.cost(entry.key)).plus(self.cost(entry.value));
                    if self.follows() {
                        key = key.union(self.size_or_unknown(entry.key));
                        value = value.union(self.size_or_unknown(entry.value));
                    }
                }
                self.known[id.index()].entry = self.follows().then_some(Entry {
                    list: false,
                    key,
                    value,
                });
                cost
            }
            NodeKind::Struct { fields, .. } => {
                fields.iter().fold(Cost::of(unit::STRUCT), |cost, field| {
                    cost.plus(self.cost(field.value))
                })
            }
            NodeKind::Comprehension(parts) => self.finish_loop(id, parts),
        }
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
            self.enter_loop_of_old(parts);
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
        let list = entry.map_or_else(
            || matches!(self.checked.type_of(parts.range), Type::List(_)),
            |entry| entry.list,
        );
        let path = self.path(parts.range);
        let key = entry.map(|entry| entry.key);
        let value = entry.map(|entry| entry.value);
        let local = |name: &Name, path, size| Local {
            name: name.clone(),
            path,
            size,
            entry: None,
        };
        let elements = Self::elements(path, self.root);
        let keys = if list {
            // The server looks for the indices in the schema, and finds nothing.
            Self::lost(path, self.root)
        } else {
            Self::keys(path, self.root)
        };
        match &parts.second {
            Some(second) => {
                self.locals.push(local(&parts.variable, keys, key));
                self.locals.push(local(second, elements, value));
            }
            None if list => self.locals.push(local(&parts.variable, elements, value)),
            None => self.locals.push(local(&parts.variable, keys, key)),
        }
    }

    /// Before cel-go 0.23 only the first variable was followed, and neither the second nor the accumulator.
    fn enter_loop_of_old(&mut self, parts: &Comprehension) {
        let path = self.known[parts.range.index()].path;
        let path = match self.checked.type_of(parts.range) {
            Type::List(_) => Self::elements(path, self.root),
            Type::Map(_) => Self::keys(path, self.root),
            _ => Path::None,
        };
        self.locals.push(Local {
            name: parts.variable.clone(),
            path,
            size: None,
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
        let mut cost = self
            .cost(parts.range)
            .plus(self.cost(parts.init))
            .plus(self.cost(parts.result));
        if self.binds(parts) {
            let (size, entry) = (self.size(parts.result), self.entry(parts.result));
            self.locals.pop();
            self.set_size(id, size);
            self.set_entry(id, entry);
            return cost;
        }
        if self.follows() {
            self.locals.pop();
        }
        let count = self.size_or_unknown(parts.range);
        cost = cost.plus(count.each(self.cost(parts.condition).plus(self.cost(parts.step))));
        if !self.follows() {
            self.set_size(id, Some(count));
            return cost;
        }
        match self.kind(parts.init) {
            NodeKind::Literal(_) => {
                let size = self.size(parts.init);
                self.set_size(id, size);
            }
            NodeKind::List { .. } | NodeKind::Map(_) => {
                self.set_size(id, Some(count));
                let entry = self.entry(parts.step);
                self.set_entry(id, entry);
            }
            _ => {}
        }
        cost
    }

    fn finish_call(&mut self, id: NodeId) -> Cost {
        let NodeKind::Call {
            function,
            target,
            arguments,
        } = self.kind(id)
        else {
            return Cost::of(0);
        };
        if self.follows()
            && function == "dyn"
            && let [argument] = arguments.as_slice()
        {
            let (size, entry) = (self.size(*argument), self.entry(*argument));
            self.set_size(id, size);
            self.set_entry(id, entry);
            return self.cost(*argument).plus(Cost::of(1));
        }
        let Reference::Function(overloads) = self.checked.reference(id) else {
            return Cost::of(0);
        };
        let mut operands = Vec::with_capacity(arguments.len());
        for argument in arguments {
            operands.push(self.operand(*argument));
        }
        let target_operand = target.map(|target| self.operand(target));
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
            match (overload, arguments.first()) {
                (Overload::IndexList | Overload::IndexMap, Some(container)) => {
                    if self.follows() {
                        size = self.entry(*container).map(|entry| entry.value);
                    }
                    let path = self.path(*container);
                    self.known[id.index()].path = Self::elements(path, self.root);
                }
                _ => {}
            }
            if size.is_none() && self.follows() {
                size = self.size(id);
            }
        }
        self.set_size(id, size);
        target.map_or(costs, |target| costs.plus(self.cost(target)))
    }

    pub(super) fn costs_of(&self, arguments: &[NodeId]) -> Cost {
        arguments
            .iter()
            .fold(Cost::of(0), |sum, argument| sum.plus(self.cost(*argument)))
    }

    pub(super) fn cost_of(&self, node: NodeId) -> Cost {
        self.cost(node)
    }

    fn operand(&mut self, node: NodeId) -> Operand<'c, 's> {
        let size = self.size(node);
        Operand {
            ty: self.checked.type_of(node),
            path: self.path(node),
            size,
            literal: match self.kind(node) {
                NodeKind::Literal(literal) => Some(literal),
                _ => None,
            },
        }
    }

    /// How large the elements of a list are, if the operand is one.
    pub(super) fn element(&mut self, operand: &Operand<'c, 's>) -> Option<(&'c Type, Size)> {
        let ty: &'c Type = match operand.ty {
            Type::List(element) | Type::Optional(element) | Type::Type(Some(element)) => element,
            Type::Map(entry) => &entry.0,
            _ => return None,
        };
        let size = match operand.path {
            Path::None => None,
            path => self.declared_size(Self::elements(path, self.root)),
        };
        Some((ty, size.unwrap_or(Size::UNKNOWN)))
    }

    fn path(&self, node: NodeId) -> Path<'s> {
        if self.follows()
            && let NodeKind::Ident(name) = self.kind(node)
            && let Some(local) = self.local(name)
        {
            return local.path;
        }
        self.known[node.index()].path
    }

    pub(super) fn set_size(&mut self, node: NodeId, size: Option<Size>) {
        if size.is_some() {
            self.known[node.index()].size = size;
        }
    }

    pub(super) fn set_entry(&mut self, node: NodeId, entry: Option<Entry>) {
        if entry.is_some() {
            self.known[node.index()].entry = entry;
        }
    }

    pub(super) fn entry(&self, node: NodeId) -> Option<Entry> {
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

    fn size_or_unknown(&mut self, node: NodeId) -> Size {
        self.size(node).unwrap_or(Size::UNKNOWN)
    }

    /// How large a value is: as was found of it, as it is written, as its schema says, as its type says.
    fn size(&mut self, node: NodeId) -> Option<Size> {
        if let Some(size) = self.known[node.index()].size {
            return Some(size);
        }
        if let Some(size) = self.written_size(node) {
            return Some(size);
        }
        if let Some(size) = self.declared_size(self.path(node)) {
            self.known[node.index()].size = Some(size);
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

    fn declared_size(&mut self, path: Path<'s>) -> Option<Size> {
        let max = match path {
            Path::None | Path::Lost => return None,
            Path::Key => 0,
            Path::At(declared) => {
                if let Some(asked) = &mut self.asked
                    && declared.keyword.is_some()
                {
                    asked.push(declared);
                }
                match self.assumed {
                    Some((assumed, elements)) if std::ptr::eq(assumed, declared) => elements,
                    _ => u64::try_from(declared.max_elements).unwrap_or(0),
                }
            }
        };
        Some(Size { min: 0, max })
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

    /// The path to a field.
    fn step(path: Path<'s>, name: &str, root: &'s Declared) -> Path<'s> {
        match path {
            // The first step of a path is taken to be a variable's name.
            Path::None => Path::At(root),
            Path::At(declared) => declared.field(name).map_or(Path::Lost, Path::At),
            Path::Key | Path::Lost => Path::Lost,
        }
    }

    fn elements(path: Path<'s>, root: &'s Declared) -> Path<'s> {
        match path {
            Path::None => Path::At(root),
            Path::At(declared) => declared.element().map_or(Path::Lost, Path::At),
            Path::Key | Path::Lost => Path::Lost,
        }
    }

    fn keys(path: Path<'s>, root: &'s Declared) -> Path<'s> {
        match path {
            Path::None => Path::At(root),
            Path::At(declared) if matches!(declared.shape, Shape::Map(_)) => Path::Key,
            _ => Path::Lost,
        }
    }

    fn lost(path: Path<'s>, root: &'s Declared) -> Path<'s> {
        match path {
            Path::None => Path::At(root),
            _ => Path::Lost,
        }
    }
}

/// Whether two values of a type are compared at a cost of 1.
pub(super) const fn compares_at_once(opaque: Opaque) -> bool {
    matches!(
        opaque,
        Opaque::Ip | Opaque::Cidr | Opaque::Quantity | Opaque::Semver
    )
}
