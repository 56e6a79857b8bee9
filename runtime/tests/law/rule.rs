//! The rules that the lowering writes for the keys of maps, evaluated. They are few; CEL is another crate's.

use serde_json::Value;
use wheelwright_grammar::pattern::Pattern;

/// Whether all key rules of the schema hold of a value.
pub(crate) fn keys_hold(schema: &Value, value: &Value) -> bool {
    match value {
        Value::Object(members) => {
            let rules = schema["x-kubernetes-validations"]
                .as_array()
                .into_iter()
                .flatten();
            let conditions = rules.filter_map(|rule| {
                rule["rule"]
                    .as_str()?
                    .strip_prefix("self.all(k, ")?
                    .strip_suffix(')')
            });
            conditions
                .clone()
                .all(|condition| members.keys().all(|key| holds(condition, key)))
                && members.iter().all(|(name, member)| {
                    let declared = &schema["properties"][name];
                    let schema = if declared.is_null() {
                        &schema["additionalProperties"]
                    } else {
                        declared
                    };
                    keys_hold(schema, member)
                })
        }
        Value::Array(items) => items.iter().all(|item| keys_hold(&schema["items"], item)),
        _ => true,
    }
}

fn holds(condition: &str, key: &str) -> bool {
    let mut rest = condition;
    if let Some(after) = condition.strip_prefix("k.matches('") {
        let (pattern, after) = after.split_once("')").expect("a literal");
        let pattern = Pattern::parse(&pattern.replace("\\'", "'").replace("\\\\", "\\"))
            .expect("Go takes it")
            .to_regex();
        if !regex::Regex::new(&pattern)
            .expect("the regex crate takes it")
            .is_match(key)
        {
            return false;
        }
        rest = after.strip_prefix(" && ").unwrap_or(after);
    }
    rest.is_empty()
        || rest
            .split(" && ")
            .all(|comparison| compare(comparison, key))
}

fn compare(comparison: &str, key: &str) -> bool {
    let words: Vec<&str> = comparison.split(' ').collect();
    let [left, operator, right] = words[..] else {
        panic!("not a rule that the lowering writes: {comparison}")
    };
    if left == "k" {
        assert_eq!(operator, "!=");
        return format!("'{key}'") != right;
    }
    let right: i128 = right.trim_end_matches('u').parse().expect("a number");
    let left = match left {
        "k.size()" => key.chars().count() as i128,
        "int(k)" => match key.parse::<i64>() {
            Ok(value) => value.into(),
            Err(_) => return false,
        },
        "uint(k)" => match key.parse::<u64>() {
            Ok(value) => value.into(),
            Err(_) => return false,
        },
        other => panic!("not a term that the lowering writes: {other}"),
    };
    match operator {
        "==" => left == right,
        ">=" => left >= right,
        "<=" => left <= right,
        other => panic!("not an operator that the lowering writes: {other}"),
    }
}
