//! What loops cost, and what is known of their variables.

use crate::syntax::{Comprehension, Literal, Name, NodeId, NodeKind};
use crate::types::Type;

use super::arithmetic::{Cost, Size};
use super::estimate::{Estimator, Local};
use super::path::Step;

impl<'c> Estimator<'c, '_> {
    /// Whether a loop runs never, and only names a value: what `optMap` and `sortBy` expand to.
    pub(super) fn binds(&self, parts: &Comprehension) -> bool {
        self.follows()
            && matches!(self.kind(parts.range), NodeKind::List { elements, .. } if elements.is_empty())
            && matches!(
                self.kind(parts.condition),
                NodeKind::Literal(Literal::Bool(false))
            )
            && parts.accumulator != "__result__"
    }

    pub(super) fn enter_loop(&mut self, id: NodeId) {
        let NodeKind::Comprehension(parts) = self.kind(id) else {
            return;
        };
        if !self.follows() {
            // Before cel-go 0.23 only the first variable was followed, and neither the second nor the accumulator.
            let step = match self.checked.type_of(parts.range) {
                Type::List(_) => Some(Step::Elements),
                Type::Map(_) => Some(Step::Keys),
                _ => None,
            };
            let range = self.known[parts.range.index()].path;
            self.locals.push(Local {
                name: parts.variable.clone(),
                path: step.and(range),
                step,
                size: None,
                entry: None,
            });
            return;
        }
        let accumulated = Local {
            name: parts.accumulator.clone(),
            path: self.path(parts.init),
            step: None,
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
    pub(super) fn push_local(
        &mut self,
        range: NodeId,
        name: &Name,
        (step, size): (Step<'c>, Option<Size>),
    ) {
        let path = self.path(range);
        let path = Some(self.paths.append(path, step));
        self.locals.push(Local {
            name: name.clone(),
            path,
            step: None,
            size,
            entry: None,
        });
    }

    pub(super) fn leave_loop(&mut self, id: NodeId) {
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

    pub(super) fn finish_loop(&mut self, id: NodeId, parts: &Comprehension) -> Cost {
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
}
