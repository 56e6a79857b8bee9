//! The walk over the tree.

use crate::checked::{Checked, Reference};
use crate::environment::Environment;
use crate::overload::Overload;
use crate::schema::Declared;
use crate::syntax::{Literal, Name, NodeId, NodeKind};
use crate::types::Type;

use super::arithmetic::{Cost, Size};
use super::path::{Path, Paths, Step};
use super::unit;

/// The sizes of what is in a list or map.
#[derive(Debug, Clone, Copy)]
pub(super) struct Entry {
    pub(super) list: bool,
    pub(super) key: Size,
    pub(super) value: Size,
}

impl Entry {
    pub(super) fn union(self, other: Self) -> Self {
        Self {
            list: self.list,
            key: self.key.union(other.key),
            value: self.value.union(other.value),
        }
    }
}

/// A variable of a loop.
#[derive(Debug)]
pub(super) struct Local<'c> {
    pub(super) name: Name,
    pub(super) path: Option<Path>,
    /// A step that each use of the variable takes from there anew.
    pub(super) step: Option<Step<'c>>,
    pub(super) size: Option<Size>,
    pub(super) entry: Option<Entry>,
}

/// What is found of a node.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Known {
    pub(super) cost: Cost,
    pub(super) path: Option<Path>,
    pub(super) size: Option<Size>,
    pub(super) entry: Option<Entry>,
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
    pub(super) node: NodeId,
    pub(super) ty: &'c Type,
    pub(super) path: Option<Path>,
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
    pub(super) checked: &'c Checked,
    pub(super) environment: Environment,
    pub(super) root: &'s Declared,
    /// Declarations that are taken to have this many elements at most.
    pub(super) assumed: Vec<(&'s Declared, u64)>,
    /// The declarations whose size has mattered, if that is to be told.
    pub(super) asked: Option<Vec<&'s Declared>>,
    pub(super) known: Vec<Known>,
    pub(super) locals: Vec<Local<'c>>,
    pub(super) paths: Paths<'c>,
    /// The operands kept, of the calls, lists and maps around.
    pub(super) operands: Vec<Operand<'c>>,
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

    pub(super) fn kind(&self, node: NodeId) -> &'c NodeKind {
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

    pub(super) fn local(&self, name: &str) -> Option<&Local<'c>> {
        self.locals.iter().rev().find(|local| local.name == name)
    }

    fn visit(&mut self, id: NodeId, tasks: &mut Vec<Task>) {
        tasks.push(Task::Finish(id));
        match self.kind(id) {
            NodeKind::Literal(_) => {}
            NodeKind::Ident(name) => {
                let local = self.local(name).map(|local| (local.path, local.step));
                let path = match local {
                    Some((path, Some(step))) => Some(self.paths.append(path, step)),
                    Some((path, None)) => path,
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
}

/// The sizes of what is in a list or map together.
fn union_of_sizes<'o, 'c: 'o>(operands: impl Iterator<Item = &'o Operand<'c>>) -> Size {
    operands
        .map(Operand::size)
        .reduce(Size::union)
        .unwrap_or_default()
}
