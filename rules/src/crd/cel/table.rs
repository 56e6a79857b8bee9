//! Costs as people read them.

use std::fmt;

use super::blame::{Remedy, Unbounded};
use super::cost::{Costs, RuleCost};
use crate::path::{FieldPath, Segment};

/// The longest part of an expression that a table shows.
const LONGEST: usize = 60;

/// What a path of a schema speaks of in an object: `spec.names[*]` for
/// `…openAPIV3Schema.properties[spec].properties[names].items`; the object itself is `self`.
pub(in crate::crd) fn value_path(path: &FieldPath) -> String {
    let mut steps = path.segments().iter();
    steps.find(|step| **step == Segment::Field("openAPIV3Schema".to_owned()));
    let mut text = String::new();
    let mut steps = steps.peekable();
    while let Some(step) = steps.next() {
        match (step, steps.peek()) {
            (Segment::Field(keyword), Some(Segment::Key(name))) if keyword == "properties" => {
                if !text.is_empty() {
                    text.push('.');
                }
                text.push_str(name);
                steps.next();
            }
            (Segment::Field(keyword), _)
                if keyword == "items" || keyword == "additionalProperties" =>
            {
                text.push_str("[*]");
            }
            _ => break,
        }
    }
    if text.is_empty() {
        text.push_str("self");
    }
    text
}

impl RuleCost {
    /// The value that the rule is about, as `spec.names[*]`; `self` for the whole object.
    #[must_use]
    pub fn place(&self) -> String {
        value_path(&self.path)
    }
}

impl Unbounded {
    /// The list, map or string, as `spec.names[*]`.
    #[must_use]
    pub fn place(&self) -> String {
        value_path(&self.path)
    }
}

/// What to do about texts whose length the server does not know.
pub const UNKNOWN_LENGTH: &str = "the server does not know how long the text is that `string(…)` gives: write \
                                  `'… %s …'.format([…])` in place of joining it with `+`";

impl Remedy {
    /// What would do, each by itself: the lists, maps and strings to bound, and the largest bound for each of them.
    #[must_use]
    pub fn ways(&self) -> Vec<(Vec<&Unbounded>, i64)> {
        let alone = self
            .unbounded
            .iter()
            .filter_map(|found| Some((vec![found], found.largest?)));
        let missing = self.unbounded.iter().filter(|found| !found.is_bounded);
        let together = self.together.map(|bound| (missing.collect(), bound));
        alone.chain(together).collect()
    }
}

/// A phrase for each way; one is enough.
impl fmt::Display for Remedy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ways = self.ways();
        for (position, (bounded, largest)) in ways.iter().enumerate() {
            if position > 0 {
                f.write_str("; or ")?;
            }
            if let [
                Unbounded {
                    keyword,
                    is_bounded: true,
                    ..
                },
            ] = bounded[..]
            {
                let place = bounded[0].place();
                write!(f, "lower {keyword} of `{place}` to {largest} or less")?;
                continue;
            }
            for (position, found) in bounded.iter().enumerate() {
                let before = match position {
                    0 => "give",
                    _ if position + 1 == bounded.len() => " and",
                    _ => ",",
                };
                write!(
                    f,
                    "{before} `{}` {}: {largest}",
                    found.place(),
                    found.keyword
                )?;
            }
            f.write_str(" or less")?;
        }
        if ways.is_empty() {
            f.write_str("no bound would do: simplify the expression")?;
            if self.unknown_length {
                write!(f, "; {UNKNOWN_LENGTH}")?;
            }
        }
        Ok(())
    }
}

/// A table with the dearest expression first: what is charged, its share of the total, the estimate of one evaluation, how
/// often it can be evaluated, where it is, and the expression.
impl fmt::Display for Costs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "{}: {} of {} ({:.1} %)",
            self.path,
            self.total,
            Self::LIMIT,
            percent(self.total, Self::LIMIT)
        )?;
        let mut rules: Vec<&RuleCost> = self.rules.iter().collect();
        rules.sort_by_key(|rule| std::cmp::Reverse(rule.charged));
        let width = |text: &str| text.chars().count();
        let places: Vec<String> = rules.iter().map(|rule| rule.place()).collect();
        let widest = places
            .iter()
            .map(|place| width(place))
            .max()
            .unwrap_or_default();
        writeln!(
            f,
            "{:>20} {:>7} {:>20}   {:<10} {:<widest$}  rule",
            "charged", "share", "one evaluation", "times", "where"
        )?;
        for (rule, place) in rules.into_iter().zip(places) {
            let unbounded = if rule.is_bounded { "" } else { "*" };
            let times = format!("{}{unbounded}", rule.cardinality);
            writeln!(
                f,
                "{:>20} {:>5.1} % {:>20} × {times:<10} {place:<widest$}  {}",
                rule.charged,
                self.share(rule) * 100.0,
                rule.estimate,
                shortened(&rule.expression)
            )?;
            if let Some(remedy) = &rule.remedy {
                writeln!(f, "{:>20} {remedy}", "too much:")?;
            }
        }
        if self.rules.iter().any(|rule| !rule.is_bounded) {
            writeln!(
                f,
                "{:>20} a list or map around has no bound: as many as fit into a request",
                "*"
            )?;
        }
        Ok(())
    }
}

fn percent(part: u64, whole: u64) -> f64 {
    #[expect(clippy::cast_precision_loss, reason = "it is for people to read")]
    let percent = part as f64 * 100.0 / whole as f64;
    percent
}

/// An expression on one line.
fn shortened(expression: &str) -> String {
    let words: Vec<&str> = expression.split_whitespace().collect();
    let line = words.join(" ");
    match line.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", line.split_at(end).0),
        None => line,
    }
}

#[cfg(test)]
mod tests {
    use super::{shortened, value_path};
    use crate::path::FieldPath;

    #[test]
    fn places_are_those_of_values() {
        let schema = FieldPath::root()
            .child("spec")
            .child("validation")
            .child("openAPIV3Schema");
        assert_eq!(value_path(&schema), "self");
        let list = schema
            .child("properties")
            .key("spec")
            .child("properties")
            .key("items");
        assert_eq!(
            value_path(&list.child("items").child("properties").key("a")),
            "spec.items[*].a"
        );
        let rule = list
            .child("x-kubernetes-validations")
            .index(0)
            .child("rule");
        assert_eq!(value_path(&rule), "spec.items");
    }

    #[test]
    fn long_expressions_are_cut_between_characters() {
        assert_eq!(shortened("a\n  && b"), "a && b");
        assert_eq!(shortened(&"é".repeat(61)), format!("{}…", "é".repeat(60)));
    }
}
