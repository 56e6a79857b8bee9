//! Lists, maps and the loops over them.

use crate::syntax::{NodeId, NodeKind};
use crate::types::Type;

use super::{Checker, shown};

impl Checker<'_> {
    /// The more general of what is there already and what comes next. That lists and maps are of one type is seen to
    /// later.
    pub(super) fn join(&mut self, before: Option<Type>, next: Type) -> Type {
        let Some(before) = before else {
            return next;
        };
        if self.known.assignable(&before, &next) {
            return self.known.most_general(before, next);
        }
        Type::Dyn
    }

    /// The type within the optional that a value written with `?` has to be.
    pub(super) fn unwrapped(&mut self, node: NodeId) -> Type {
        let ty = self.type_of(node).clone();
        match &ty {
            Type::Optional(inner) => (**inner).clone(),
            _ if ty.is_dyn() => ty,
            _ => {
                self.mismatch(node, &Type::optional(ty.clone()), &ty);
                ty
            }
        }
    }

    pub(super) fn finish_list(&mut self, id: NodeId) {
        let NodeKind::List { elements, optional } = self.ast.nodes[id.index()].kind.clone() else {
            return;
        };
        let mut joined = None;
        let mut optional = optional.into_iter().peekable();
        for (index, element) in elements.into_iter().enumerate() {
            let is_optional = optional.next_if(|next| *next as usize == index).is_some();
            let ty = if is_optional {
                self.unwrapped(element)
            } else {
                self.type_of(element).clone()
            };
            joined = Some(self.join(joined, ty));
        }
        let element = joined.unwrap_or_else(|| self.known.fresh());
        self.set_type(id, Type::list(element));
    }

    pub(super) fn finish_map(&mut self, id: NodeId) {
        let NodeKind::Map(entries) = self.ast.nodes[id.index()].kind.clone() else {
            return;
        };
        let (mut keys, mut values) = (None, None);
        for entry in entries {
            let key = self.type_of(entry.key).clone();
            keys = Some(self.join(keys, key));
            let value = if entry.optional {
                self.unwrapped(entry.value)
            } else {
                self.type_of(entry.value).clone()
            };
            values = Some(self.join(values, value));
        }
        let ty = if let (Some(key), Some(value)) = (keys, values) {
            Type::map(key, value)
        } else {
            let key = self.known.fresh();
            Type::map(key, self.known.fresh())
        };
        self.set_type(id, ty);
    }

    pub(super) fn enter_loop(&mut self, id: NodeId) {
        let NodeKind::Comprehension(parts) = self.ast.nodes[id.index()].kind.clone() else {
            return;
        };
        let range_type = self.resolved(parts.range);
        let (element, value) = match &range_type {
            Type::List(element) => match parts.second {
                Some(_) => (Type::Int, (**element).clone()),
                None => ((**element).clone(), Type::Error),
            },
            Type::Map(entry) => entry.as_ref().clone(),
            Type::Unknown => (Type::Unknown, Type::Unknown),
            Type::Dyn | Type::Error | Type::Param(_) => {
                self.known.assignable(&Type::Dyn, &range_type);
                (Type::Dyn, Type::Dyn)
            }
            _ => {
                let message = format!(
                    "expression of type '{}' cannot be range of a comprehension (must be list, map, or dynamic)",
                    shown(&range_type)
                );
                let hint = matches!(range_type, Type::Optional(_))
                    .then(|| "take the value of the optional first: `.orValue([])`".to_owned());
                self.report(parts.range, message, hint);
                (Type::Error, Type::Error)
            }
        };
        let accumulated = self.type_of(parts.init).clone();
        self.scopes.push((parts.accumulator, accumulated));
        self.scopes.push((parts.variable, element));
        if let Some(second) = parts.second {
            self.scopes.push((second, value));
        }
    }

    pub(super) fn leave_step(&mut self, id: NodeId) {
        let NodeKind::Comprehension(parts) = &self.ast.nodes[id.index()].kind else {
            return;
        };
        let (init, step, two) = (parts.init, parts.step, parts.second.is_some());
        let wanted = self.type_of(init).clone();
        self.assert_type(step, &wanted);
        self.scopes.pop();
        if two {
            self.scopes.pop();
        }
    }
}
