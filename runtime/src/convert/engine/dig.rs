//! What steps want from within the members of an object.

use super::fields::Work;
use crate::convert::{
    json::Json,
    kept::Kept,
    plan::{Read, Reads},
};

impl<'a> Work<'a, '_> {
    /// Reads what steps want from within a member. `only_reached_into`: no step has an object around it whole.
    pub(super) fn dig(
        &mut self,
        read: &'a Read,
        value: &Json<'a>,
        path: &mut Vec<String>,
        only_reached_into: bool,
        empty_parents: &mut Vec<Vec<String>>,
    ) {
        let is_parent = read.is_parent(only_reached_into);
        let members = match value.clone().into_members() {
            Ok(members) => members,
            Err(value) => {
                if is_parent && !read.elsewhere && self.mode.keeping {
                    let path = itself(path);
                    self.keeping.insert(&path, Kept::Itself(value.into_owned()));
                }
                return;
            }
        };
        if is_parent && members.is_empty() {
            empty_parents.push(path.clone());
        }
        let mut cursor = 0;
        for (name, value) in members {
            let below: &Reads = &read.below;
            path.push(name.clone().into_owned());
            match below.find(&name, &mut cursor) {
                Some(read) => {
                    if !read.below.is_empty() {
                        self.dig(read, &value, path, is_parent, empty_parents);
                    }
                    if let Some((step, place)) = read.taken {
                        self.built.slots.set(step, place, value);
                    }
                }
                // No other step sees the object, so nobody else keeps it.
                None if is_parent && !read.elsewhere && self.mode.keeping => {
                    self.keeping.insert(path, Kept::of(Some(&value)));
                }
                None => {}
            }
            path.pop();
        }
    }
}

/// Where it is kept that the object at a path was there.
pub(super) fn itself(path: &[String]) -> Vec<String> {
    path.iter().cloned().chain([String::new()]).collect()
}
