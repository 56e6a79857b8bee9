//! JSON made from schemas, for tests: the same seed gives the same values, on every machine.

mod edit;
mod effective;
mod mutate;
mod number;
#[doc(hidden)]
pub mod place;
#[doc(hidden)]
pub mod random;
mod shrink;
mod text;

use serde_json::{Map, Value};

#[doc(hidden)]
pub use shrink::Shrinker;

use effective::Effective;
use random::Random;

/// Values nest no deeper than this, whatever the schema asks for.
const MAX_DEPTH: usize = 40;

/// Makes JSON values from structural schemas, without end.
///
/// Most of what it makes validates, and much of it sits on the bounds of what does. Whether a value does is for the API
/// server's rules to say: patterns that contradict lengths, `not` and rules in CEL are not solved.
///
/// ```
/// use serde_json::json;
/// use wheelwright::generate::Generator;
///
/// let schema = json!({"type": "integer", "minimum": 1, "maximum": 3});
/// let value = Generator::new(7).value(&schema);
/// assert!((1..=3).contains(&value.as_i64().unwrap()));
/// ```
#[derive(Clone, Debug)]
pub struct Generator {
    random: Random,
    /// Of twelve optional members this many are there.
    fullness: usize,
    /// Whether required members may be missing.
    sparse: bool,
    /// Lists, maps and texts are about this long at most, where the schema leaves it open.
    size: usize,
}

impl Generator {
    /// A generator that always makes the same values from the same seed.
    #[must_use]
    pub const fn new(seed: u64) -> Self {
        Self {
            random: Random::new(seed),
            fullness: 7,
            sparse: false,
            size: 4,
        }
    }

    /// Leaves out any members, required ones too, as objects that are applied in parts do.
    #[must_use]
    pub const fn sparse(self) -> Self {
        Self {
            sparse: true,
            fullness: 5,
            ..self
        }
    }

    /// Makes lists, maps and texts of about this length at most, where the schema leaves it open.
    #[must_use]
    pub const fn size(self, size: usize) -> Self {
        Self { size, ..self }
    }

    /// A value for a schema.
    pub fn value(&mut self, schema: &Value) -> Value {
        self.node(schema, 0)
    }

    fn node(&mut self, schema: &Value, depth: usize) -> Value {
        let Value::Object(keywords) = schema else {
            return Value::Null;
        };
        let schema = effective::of(keywords, &mut self.random);
        for _ in 0..8 {
            let value = self.attempt(&schema, depth);
            if !schema.excludes(&value) {
                return value;
            }
        }
        self.attempt(&schema, depth)
    }

    fn attempt(&mut self, schema: &Effective<'_>, depth: usize) -> Value {
        if schema.nullable() && self.random.one_in(5) {
            return Value::Null;
        }
        if let Some(values) = schema.allowed() {
            return self.random.pick(values).cloned().unwrap_or_default();
        }
        let kinds = schema.kinds();
        let Some(kind) = self.random.pick(&kinds) else {
            return Value::Null;
        };
        match *kind {
            "boolean" => self.random.one_in(2).into(),
            "integer" => self.integer(schema),
            "number" => self.number(schema),
            "string" => self.text(schema).into(),
            "array" => self.list(schema, depth).into(),
            _ => self.object(schema, depth).into(),
        }
    }

    /// A length between two bounds, often one of them.
    fn length(&mut self, least: Option<u64>, most: Option<u64>) -> usize {
        let limit = |bound: u64| usize::try_from(bound).unwrap_or(usize::MAX).min(10_000);
        let least = least.map_or(0, limit);
        let open = least.saturating_add(self.size);
        let most = most.map_or(open, limit).max(least);
        match self.random.below(6) {
            0 => least,
            1 if most <= 300 => most,
            _ => least + self.random.below(most.min(open) - least + 1),
        }
    }

    fn list(&mut self, schema: &Effective<'_>, depth: usize) -> Vec<Value> {
        let mut length = self.length(schema.count("minItems"), schema.count("maxItems"));
        if depth > 4 {
            length = length.min(
                schema
                    .count("minItems")
                    .map_or(1, |least| usize::try_from(least).unwrap_or(1)),
            );
        }
        if depth > MAX_DEPTH {
            return Vec::new();
        }
        let anything = Value::Object(Map::new());
        let item = schema.child("items").unwrap_or(&anything);
        let mut items: Vec<Value> = Vec::new();
        // Items of a set or a keyed list that are there already are tried again, but not for ever.
        for _ in 0..length.saturating_mul(3) {
            if items.len() == length {
                break;
            }
            let value = self.node(item, depth + 1);
            if schema.is_new(&items, &value) {
                items.push(value);
            }
        }
        items
    }

    fn object(&mut self, schema: &Effective<'_>, depth: usize) -> Map<String, Value> {
        let mut object = Map::new();
        if depth > MAX_DEPTH {
            return object;
        }
        let full = self.random.one_in(8);
        let most = schema.count("maxProperties").map_or(usize::MAX, |most| {
            usize::try_from(most).unwrap_or(usize::MAX)
        });
        for (name, property) in schema.properties() {
            let required = schema.requires(name);
            let there = if required {
                !self.sparse || !self.random.one_in(3)
            } else {
                self.optional(full, depth)
            };
            if there && !schema.forbids(name) && (required || object.len() < most) {
                object.insert(name.clone(), self.node(property, depth + 1));
            }
        }
        let least = schema.count("minProperties");
        if let Some(values) = schema.child("additionalProperties") {
            let length = self.length(least, schema.count("maxProperties"));
            for _ in 0..length.saturating_mul(3) {
                if object.len() >= length {
                    break;
                }
                let key = self.key(schema.key_rule());
                object
                    .entry(key)
                    .or_insert_with(|| self.node(values, depth + 1));
            }
        } else if schema.preserves()
            && object.len() < most
            && (least.is_some() || self.random.one_in(3))
        {
            let key = self.key(None);
            if !schema.properties().any(|(name, _)| *name == key) {
                let value = self.anything(depth + 1);
                object.insert(key, value);
            }
        }
        object
    }

    fn optional(&mut self, full: bool, depth: usize) -> bool {
        if full && depth < 4 {
            true
        } else {
            self.random.below(12) < self.fullness.saturating_sub(depth / 2)
        }
    }

    /// Any JSON, of which `null` is the least likely.
    fn anything(&mut self, depth: usize) -> Value {
        let containers = if depth > 5 { 0 } else { 2 };
        match self.random.below(5 + containers) {
            0 => self.random.one_in(2).into(),
            1 | 2 => self.some_number(),
            3 => self.some_text().into(),
            4 => Value::Null,
            5 => (0..self.random.below(3))
                .map(|_| self.anything(depth + 1))
                .collect(),
            _ => (0..self.random.below(3))
                .map(|_| (self.key(None), self.anything(depth + 1)))
                .collect(),
        }
    }
}
