//! Changes of values by chance that rules look at.

use serde_json::Value;
use wheelwright_schema::generate::random::Random;

use crate::place::{Part, Path, get_mut};
use crate::values::made;

/// Values in which something was changed that rules look at.
pub(crate) fn salted(schema: &Value, constants: &[Value]) -> Vec<Value> {
    let mut random = Random::new(31);
    let mut values = made(schema, 40);
    let plain = values.clone();
    for _ in 0..10 {
        for value in &plain {
            let mut value = value.clone();
            salt(&mut value, constants, &mut random);
            values.push(value);
        }
    }
    values
}

/// Changes some places of a value: puts in a constant, or a text with it, says an item twice, or leaves out a member.
pub(crate) fn salt(value: &mut Value, constants: &[Value], random: &mut Random) {
    let mut places = Vec::new();
    gather(value, &mut Path::new(), &mut places);
    for _ in 0..random.below(4) {
        let Some(at) = random.pick(&places).cloned() else {
            return;
        };
        let constant = random.pick(constants).cloned();
        match (get_mut(value, &at), constant) {
            (Some(Value::String(text)), Some(Value::String(constant))) => {
                *text = match random.below(7) {
                    4 => format!("a.{constant}/a"),
                    5 => format!("{constant}/a"),
                    6 => format!("/a{constant}"),
                    0 => format!("{text}{constant}"),
                    1 => format!("{constant}{text}"),
                    2 => format!("/a{constant}b"),
                    _ => constant,
                };
            }
            (Some(target @ Value::Number(_)), Some(constant @ Value::Number(_))) => {
                *target = constant;
            }
            (Some(Value::Bool(flag)), _) => *flag = !*flag,
            (Some(Value::Array(items)), _) => {
                let again = random.pick(items).cloned();
                items.extend(again);
            }
            (Some(Value::Object(members)), constant) => {
                let names: Vec<String> = members.keys().cloned().collect();
                let Some(name) = random.pick(&names) else {
                    continue;
                };
                let taken = members.remove(name);
                // Of a map, a rule may look at the keys.
                if let (Some(value), Some(Value::String(key)), true) =
                    (taken, constant, random.one_in(2))
                {
                    let key = match random.below(3) {
                        0 => key,
                        1 => format!("a.{key}/a"),
                        _ => format!("{key}/a"),
                    };
                    members.insert(key, value);
                }
            }
            _ => {}
        }
    }
}

fn gather(value: &Value, path: &mut Path, places: &mut Vec<Path>) {
    places.push(path.clone());
    match value {
        Value::Object(members) => {
            for (name, member) in members {
                path.push(Part::Name(name.clone()));
                gather(member, path, places);
                path.pop();
            }
        }
        Value::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                path.push(Part::Index(index));
                gather(item, path, places);
                path.pop();
            }
        }
        _ => {}
    }
}
