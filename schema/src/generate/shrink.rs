//! Making a value small without losing what it shows.
//!
//! Each member and item is tried once from the outside in, those of long lists in halves: what shows a bound of a thousand
//! items is looked at a few dozen times, where trying all that is one step smaller takes thousands.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::place::{Part, Path, get, get_mut, put};

/// Values that are tried at most; of a large one fewer, because each takes its time.
const ATTEMPTS: usize = 1_000;
const ATTEMPTS_AT_LARGE: usize = 60;
/// What is large, in bytes of JSON.
const LARGE: usize = 20_000;
/// And for no longer than this: what looks at a value may be an author's.
const TIME: Duration = Duration::from_secs(10);
/// Items of a list that are tried one by one.
const SINGLE: usize = 6;

/// Takes out of a value what is not needed to show what it shows, and puts plain texts and numbers in the place of others.
#[derive(Clone, Copy, Debug, Default)]
pub struct Shrinker<'p> {
    /// Members of the value that are left as they are.
    stays: &'static [&'static str],
    /// The text or number that is spoken of; it may go, but not become another.
    place: Option<&'p [Part]>,
}

impl<'p> Shrinker<'p> {
    /// Of an object of an API, which keeps its type and its metadata, and the value at this place if it keeps that.
    #[must_use]
    pub const fn of_object(place: &'p [Part]) -> Self {
        Self {
            stays: &["apiVersion", "kind", "metadata"],
            place: Some(place),
        }
    }

    /// The smallest value that was found to be still what it was.
    pub fn shrink(self, value: &Value, is_still: &dyn Fn(&Value) -> bool) -> Value {
        let is_large = value.to_string().len() > LARGE;
        let mut search = Search {
            value: value.clone(),
            left: if is_large {
                ATTEMPTS_AT_LARGE
            } else {
                ATTEMPTS
            },
            end: Instant::now() + TIME,
            shrinker: self,
            is_still,
        };
        // What was needed may not be once something else is gone.
        loop {
            let before = search.value.clone();
            search.reduce(&Path::new());
            search.plain(&Path::new());
            if search.value == before {
                return search.value;
            }
        }
    }
}

struct Search<'s> {
    value: Value,
    left: usize,
    end: Instant,
    shrinker: Shrinker<'s>,
    is_still: &'s dyn Fn(&Value) -> bool,
}

impl Search<'_> {
    /// Keeps a change if the value is still what it was.
    fn attempt(&mut self, change: impl Fn(&mut Value) -> bool) -> bool {
        if self.left == 0 || Instant::now() > self.end {
            return false;
        }
        self.left -= 1;
        let mut changed = self.value.clone();
        let is_kept = change(&mut changed) && (self.is_still)(&changed);
        if is_kept {
            self.value = changed;
        }
        is_kept
    }

    /// The places of the members and of the first items of what stands at one.
    fn below(&self, at: &Path) -> Vec<Path> {
        let parts: Vec<Part> = match get(&self.value, at) {
            Some(Value::Object(members)) => {
                let names = members.keys().filter(|name| {
                    let stays = self.shrinker.stays;
                    !at.is_empty() || !stays.contains(&name.as_str())
                });
                names.cloned().map(Part::Name).collect()
            }
            Some(Value::Array(items)) => (0..items.len().min(SINGLE)).map(Part::Index).collect(),
            _ => Vec::new(),
        };
        let path = |part| at.iter().cloned().chain([part]).collect();
        parts.into_iter().map(path).collect()
    }

    fn reduce(&mut self, at: &Path) {
        if let Some(Value::Array(items)) = get(&self.value, at) {
            let mut size = items.len();
            while size > 1 {
                size = size.div_ceil(2);
                while self.len(at) > size && self.attempt(|value| cut(value, at, size)) {}
            }
            // From the end: what stands before an item keeps its place.
            for below in self.below(at).iter().rev() {
                self.attempt(|value| put(value, below, None));
            }
            for below in self.below(at) {
                self.reduce(&below);
            }
        } else {
            for below in self.below(at) {
                if !self.attempt(|value| put(value, &below, None)) {
                    self.reduce(&below);
                }
            }
        }
    }

    fn len(&self, at: &Path) -> usize {
        get(&self.value, at)
            .and_then(Value::as_array)
            .map_or(0, Vec::len)
    }

    /// Texts and numbers that say nothing become plain ones.
    fn plain(&mut self, at: &Path) {
        for below in self.below(at) {
            self.plain(&below);
        }
        if self.shrinker.place == Some(at) {
            return;
        }
        let (own, others) = match get(&self.value, at) {
            Some(Value::String(own)) => {
                let first: String = own.chars().take(1).collect();
                let others = ["a", "A", &first, "a.example.com"];
                (json!(own), others.map(Value::from).to_vec())
            }
            Some(own @ Value::Number(_)) => (own.clone(), vec![json!(1), json!(0), json!(2)]),
            _ => return,
        };
        // Each is plainer than those that follow, so that a value becomes another once.
        for other in others.into_iter().take_while(|other| *other != own) {
            if self.attempt(|value| put(value, at, Some(other.clone()))) {
                return;
            }
        }
    }
}

/// Takes so many items from the end of a list.
fn cut(value: &mut Value, at: &Path, count: usize) -> bool {
    let Some(Value::Array(items)) = get_mut(value, at) else {
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
        let is_still = |object: &Value| {
            let spec = &object["spec"];
            let all = spec["all"].as_array();
            spec["name"].is_string()
                && all.is_some_and(|all| all.len() > 3)
                && spec["oven"]["heat"].is_number()
        };
        let found = Shrinker::of_object(&place).shrink(&object, &is_still);
        let mut expected = object.clone();
        expected["spec"] = json!({"name": "zß", "all": [1, 1, 1, 1], "oven": {"heat": 1}});
        assert_eq!(found, expected);

        // Of a value alone, nothing stays that is not needed.
        let found = Shrinker::default().shrink(&object, &is_still);
        expected["spec"]["name"] = json!("a");
        assert_eq!(found, json!({"spec": expected["spec"]}));
        let is_still = |value: &Value| value.as_str().is_some_and(|text| text.starts_with('z'));
        let found = Shrinker::default().shrink(&json!("zß"), &is_still);
        assert_eq!(found, "z");
    }

    /// `a` was needed for as long as `b` was there.
    #[test]
    fn what_is_needed_for_something_else_goes_after_it() {
        let is_still = |value: &Value| {
            let has = |name: &str| value.get(name).is_some();
            has("c") && (has("a") || !has("b"))
        };
        let found = Shrinker::default().shrink(&json!({"a": 1, "b": 1, "c": "-x"}), &is_still);
        assert_eq!(found, json!({"c": "a"}));
    }

    /// Of thousands of items, a few dozen values are tried.
    #[test]
    fn a_long_list_is_not_tried_item_by_item() {
        let tried = std::cell::Cell::new(0);
        let object = json!({"all": vec![7; 3_000]});
        let found = Shrinker::default().shrink(&object, &|object| {
            tried.set(tried.get() + 1);
            object["all"]
                .as_array()
                .is_some_and(|all| all.len() > 1_000)
        });
        assert_eq!(found["all"].as_array().map(Vec::len), Some(1_001));
        assert!(tried.get() <= 100, "{} were", tried.get());
    }
}
