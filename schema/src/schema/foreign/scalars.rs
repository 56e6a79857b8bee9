//! Numbers and strings.

use serde_json::{Map, Value};

use super::{
    super::{
        lower::numbers,
        node::{Kinds, LARGEST_BOUND, Node},
    },
    problem::Cause,
    read::Reader,
    well_known,
};
use crate::table::{Integer, Number};

impl Reader<'_> {
    pub(super) fn numbers(&mut self, keywords: &Map<String, Value>, node: &mut Node) -> Option<()> {
        let integers = node.kinds.and(Kinds::NUMBER) == Kinds::INTEGER;
        let minimum = self.limit(keywords, "minimum", "exclusiveMinimum", f64::max);
        let maximum = self.limit(keywords, "maximum", "exclusiveMaximum", f64::min);
        if integers {
            let format = keywords
                .get("format")
                .and_then(Value::as_str)
                .and_then(range_of);
            let low = minimum.map_or(i128::MIN, |limit| limit.at_least());
            let high = maximum.map_or(i128::MAX, |limit| limit.at_most());
            self.range(low, high, format, node)?;
        } else {
            for (limit, keyword, exclusive) in [
                (minimum, "minimum", "exclusiveMinimum"),
                (maximum, "maximum", "exclusiveMaximum"),
            ] {
                if let Some(limit) = limit {
                    node.set(keyword, limit.value);
                    if limit.exclusive {
                        node.set(exclusive, true);
                    }
                }
            }
            if let Some(format @ ("float" | "double")) =
                keywords.get("format").and_then(Value::as_str)
                && node.kinds == Kinds::NUMBER
            {
                node.set("format", format);
            }
        }
        self.factor(keywords, integers, node)
    }

    /// A bound: inclusive, exclusive as a number, or exclusive as a boolean beside it.
    fn limit(
        &mut self,
        keywords: &Map<String, Value>,
        inclusive: &str,
        exclusive: &str,
        tighter: fn(f64, f64) -> f64,
    ) -> Option<Limit> {
        let mut limit: Option<Limit> = None;
        for (keyword, is_exclusive) in [(inclusive, false), (exclusive, true)] {
            let value = match keywords.get(keyword) {
                None => continue,
                Some(Value::Number(number)) => number.clone(),
                Some(Value::Bool(flag)) if is_exclusive => {
                    if let Some(limit) = limit.as_mut().filter(|_| *flag) {
                        limit.exclusive = true;
                    }
                    continue;
                }
                Some(_) => {
                    self.problem::<()>(Cause::Malformed {
                        keyword: keyword.to_owned(),
                        expected: "a number",
                    });
                    continue;
                }
            };
            let new = Limit {
                value,
                exclusive: is_exclusive,
            };
            limit = match limit {
                // The exclusive one of two equal bounds is the tighter.
                Some(old)
                    if tighter(old.float(), new.float())
                        .total_cmp(&new.float())
                        .is_ne() =>
                {
                    Some(old)
                }
                _ => Some(new),
            };
        }
        limit
    }

    /// The range of an integer, as far as it narrows what the API server's integers can be.
    fn range(
        &mut self,
        low: i128,
        high: i128,
        format: Option<Integer>,
        node: &mut Node,
    ) -> Option<()> {
        let range = format.unwrap_or(Integer {
            min: i128::MIN,
            max: i128::MAX,
        });
        let (low, high) = (low.max(range.min), high.min(range.max));
        if low > high || low > i128::from(LARGEST_BOUND) || high < i128::from(i64::MIN) {
            return self.problem(Cause::Nothing);
        }
        let mut integer = match format {
            Some(range) => numbers::integer(range, node.source),
            None => Node::new(node.source, Kinds::INTEGER),
        };
        numbers::lower_bound(&mut integer, Number::Int(low), false);
        numbers::upper_bound(&mut integer, Number::Int(high), false);
        // `format` is no longer that of the integers where there may be strings.
        if node.kinds != Kinds::INTEGER {
            numbers::format(&mut integer, "");
        }
        node.keywords.extend(integer.keywords);
        Some(())
    }

    fn factor(
        &mut self,
        keywords: &Map<String, Value>,
        integers: bool,
        node: &mut Node,
    ) -> Option<()> {
        let Some(factor) = keywords.get("multipleOf") else {
            return Some(());
        };
        let Some(number) = factor.as_f64().filter(|number| *number > 0.0) else {
            return self.problem(Cause::Malformed {
                keyword: "multipleOf".to_owned(),
                expected: "a number above 0",
            });
        };
        if number.fract() == 0.0 {
            node.set("multipleOf", factor.clone());
        } else if !integers || number.recip().fract() != 0.0 {
            return self.problem(Cause::Factor(factor.to_string()));
        }
        Some(())
    }

    pub(super) fn strings(&mut self, keywords: &Map<String, Value>, node: &mut Node) -> Option<()> {
        self.count(keywords, "minLength", node)?;
        self.count(keywords, "maxLength", node)?;
        if let Some(pattern) = keywords.get("pattern") {
            if !pattern.is_string() {
                return self.problem(Cause::Malformed {
                    keyword: "pattern".to_owned(),
                    expected: "a string",
                });
            }
            node.set("pattern", pattern.clone());
        }
        if keywords.get("contentEncoding").and_then(Value::as_str) == Some("base64") {
            well_known::format("byte", node);
        }
        if let Some(format) = keywords.get("format").and_then(Value::as_str) {
            well_known::format(format, node);
        }
        Some(())
    }
}

/// A bound as it is written.
struct Limit {
    value: serde_json::Number,
    exclusive: bool,
}

impl Limit {
    fn float(&self) -> f64 {
        self.value.as_f64().unwrap_or(0.0)
    }

    /// The smallest integer that a lower bound allows.
    fn at_least(&self) -> i128 {
        let value = self.whole(f64::ceil);
        value.saturating_add((self.exclusive && self.is_whole()).into())
    }

    /// The largest integer that an upper bound allows.
    fn at_most(&self) -> i128 {
        let value = self.whole(f64::floor);
        value.saturating_sub((self.exclusive && self.is_whole()).into())
    }

    fn is_whole(&self) -> bool {
        !self.value.is_f64() || self.float().fract() == 0.0
    }

    fn whole(&self, round: fn(f64) -> f64) -> i128 {
        match (self.value.as_i64(), self.value.as_u64()) {
            (Some(value), _) => value.into(),
            (None, Some(value)) => value.into(),
            #[expect(
                clippy::cast_possible_truncation,
                reason = "rounded, and cut at the ends of a range that no integer leaves"
            )]
            (None, None) => round(self.float()) as i128,
        }
    }
}

/// The range of a `format` of integers.
fn range_of(format: &str) -> Option<Integer> {
    let of = |min: i128, max: i128| Some(Integer { min, max });
    match format {
        "int8" => of(i8::MIN.into(), i8::MAX.into()),
        "int16" => of(i16::MIN.into(), i16::MAX.into()),
        "int32" => of(i32::MIN.into(), i32::MAX.into()),
        "uint8" => of(0, u8::MAX.into()),
        "uint16" => of(0, u16::MAX.into()),
        "uint32" => of(0, u32::MAX.into()),
        "uint64" | "uint" => of(0, u64::MAX.into()),
        "uint128" => of(0, i128::MAX),
        "int64" | "int" => of(i64::MIN.into(), i64::MAX.into()),
        "int128" => of(i128::MIN, i128::MAX),
        _ => None,
    }
}
