//! Making an object small without losing what it shows.
//!
//! Each member and item is tried once from the outside in, those of long lists in halves: what shows a bound of a thousand
//! items is looked at a few dozen times, where trying all that is one step smaller takes thousands.

use serde_json::{Value, json};

use crate::place::{Part, Path, get, get_mut, put};

/// Objects that are tried at most; of a large one fewer, because each takes its time.
const ATTEMPTS: usize = 400;
const ATTEMPTS_AT_LARGE: usize = 60;
/// What is large, in bytes of JSON.
const LARGE: usize = 20_000;
/// Items of a list that are tried one by one.
const SINGLE: usize = 6;

/// Takes out what is not needed for `is_still`, and puts plain values in the place of others, but at `place`.
pub(crate) fn smaller(value: &Value, place: &[Part], is_still: &dyn Fn(&Value) -> bool) -> Value {
    let mut search = Search {
        object: value.clone(),
        left: if value.to_string().len() > LARGE {
            ATTEMPTS_AT_LARGE
        } else {
            ATTEMPTS
        },
        is_still,
    };
    search.reduce(&Path::new());
    search.reduce(&Path::new());
    search.plain(&Path::new(), place);
    search.object
}

struct Search<'s> {
    object: Value,
    left: usize,
    is_still: &'s dyn Fn(&Value) -> bool,
}

impl Search<'_> {
    /// Keeps a change if the object still shows what it has to.
    fn attempt(&mut self, change: impl Fn(&mut Value) -> bool) -> bool {
        if self.left == 0 {
            return false;
        }
        self.left -= 1;
        let mut changed = self.object.clone();
        let is_kept = change(&mut changed) && (self.is_still)(&changed);
        if is_kept {
            self.object = changed;
        }
        is_kept
    }

    fn reduce(&mut self, at: &Path) {
        match get(&self.object, at).cloned() {
            Some(Value::Object(members)) => {
                let is_fixed = |name: &str| match at.first() {
                    None => ["apiVersion", "kind", "metadata"].contains(&name),
                    Some(first) => *first == Part::Name("metadata".to_owned()) && at.len() == 1,
                };
                for name in members.keys().filter(|name| !is_fixed(name)) {
                    let mut below = at.clone();
                    below.push(Part::Name(name.clone()));
                    if !self.attempt(|object| put(object, &below, None)) {
                        self.reduce(&below);
                    }
                }
            }
            Some(Value::Array(items)) => {
                let mut size = items.len();
                while size > 1 {
                    size = size.div_ceil(2);
                    while self.len(at) > size && self.attempt(|object| cut(object, at, size)) {}
                }
                for index in (0..self.len(at).min(SINGLE)).rev() {
                    let mut below = at.clone();
                    below.push(Part::Index(index));
                    self.attempt(|object| put(object, &below, None));
                }
                for index in 0..self.len(at).min(SINGLE) {
                    let mut below = at.clone();
                    below.push(Part::Index(index));
                    self.reduce(&below);
                }
            }
            _ => {}
        }
    }

    fn len(&self, at: &Path) -> usize {
        get(&self.object, at)
            .and_then(Value::as_array)
            .map_or(0, Vec::len)
    }

    /// Texts and numbers that say nothing become plain ones.
    fn plain(&mut self, at: &Path, place: &[Part]) {
        let below: Vec<Part> = match get(&self.object, at) {
            Some(Value::Object(members)) => members.keys().cloned().map(Part::Name).collect(),
            Some(Value::Array(items)) => (0..items.len().min(SINGLE)).map(Part::Index).collect(),
            Some(value @ (Value::String(_) | Value::Number(_))) if at != place => {
                let others = if value.is_string() {
                    [json!("a"), json!("A"), json!("a.example.com")]
                } else {
                    [json!(1), json!(0), json!(2)]
                };
                let value = value.clone();
                for other in others {
                    if other == value || self.attempt(|object| put(object, at, Some(other.clone())))
                    {
                        return;
                    }
                }
                return;
            }
            _ => return,
        };
        let is_meta = at.len() == 1 && at.first() == Some(&Part::Name("metadata".to_owned()));
        for part in below {
            let is_type = at.is_empty()
                && matches!(&part, Part::Name(name) if name == "apiVersion" || name == "kind");
            if !is_type && !is_meta {
                let mut at = at.clone();
                at.push(part);
                self.plain(&at, place);
            }
        }
    }
}

/// Takes so many items from the end of a list.
fn cut(object: &mut Value, at: &Path, count: usize) -> bool {
    let Some(Value::Array(items)) = get_mut(object, at) else {
        return false;
    };
    items.truncate(items.len().saturating_sub(count));
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_needed_goes_and_the_place_stays_as_it_is() {
        let object = json!({
            "apiVersion": "example.com/v1", "kind": "Pizza", "metadata": {"name": "example"},
            "spec": {"name": "zß", "size": 77, "all": [1, 2, 3, 4, 5, 6, 7, 8, 9], "oven": {"heat": 250, "stone": true}},
        });
        let place = [Part::Name("spec".to_owned()), Part::Name("name".to_owned())];
        let found = smaller(&object, &place, &|object| {
            let spec = &object["spec"];
            let all = spec["all"].as_array();
            spec["name"].is_string()
                && all.is_some_and(|all| all.len() > 3)
                && spec["oven"]["heat"].is_number()
        });
        let mut expected = object.clone();
        expected["spec"] = json!({"name": "zß", "all": [1, 1, 1, 1], "oven": {"heat": 1}});
        assert_eq!(found, expected);
    }

    /// Of thousands of items, a few dozen objects are tried.
    #[test]
    fn a_long_list_is_not_tried_item_by_item() {
        let tried = std::cell::Cell::new(0);
        let object = json!({"all": vec![7; 3_000]});
        let found = smaller(&object, &[], &|object| {
            tried.set(tried.get() + 1);
            object["all"]
                .as_array()
                .is_some_and(|all| all.len() > 1_000)
        });
        assert_eq!(found["all"].as_array().map(Vec::len), Some(1_001));
        assert!(tried.get() <= ATTEMPTS, "{} were", tried.get());
    }
}
