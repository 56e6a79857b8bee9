//! How large values are.

use crate::schema::Declared;
use crate::syntax::{Literal, NodeId, NodeKind};
use crate::types::Type;

use super::arithmetic::Size;
use super::estimate::{Entry, Estimator, Operand};
use super::path::{Path, Place};

impl<'c, 's> Estimator<'c, 's> {
    pub(super) fn operand(&mut self, node: NodeId) -> Operand<'c> {
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

    pub(super) fn path(&self, node: NodeId) -> Option<Path> {
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

    pub(super) fn set_entry(&mut self, node: NodeId, entry: Entry) {
        if self.follows() {
            self.known[node.index()].entry = Some(entry);
        }
    }

    pub(super) fn copy_sizes(&mut self, to: NodeId, from: NodeId) {
        let size = self.size(from);
        self.set_size(to, size);
        if let Some(entry) = self.entry(from) {
            self.set_entry(to, entry);
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

    /// How large a value is: as was found of it, as it is written, as its schema says, as its type says.
    pub(super) fn size(&mut self, node: NodeId) -> Option<Size> {
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

    pub(super) fn written_size(&self, node: NodeId) -> Option<Size> {
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

    pub(super) fn declared_size(&mut self, declared: &'s Declared) -> Size {
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

    pub(super) fn is_scalar(&self, ty: &Type) -> bool {
        match ty {
            Type::Bool
            | Type::Double
            | Type::Duration
            | Type::Int
            | Type::Timestamp
            | Type::Uint => true,
            Type::Optional(value) => self.follows() && self.is_scalar(value),
            Type::Wrapper(value) => self.is_scalar(value),
            _ => false,
        }
    }
}
