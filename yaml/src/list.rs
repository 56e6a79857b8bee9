//! Lists of objects.

use serde_json::{Map, Value};

/// The objects of a list, or the object that it is: as kubectl has it, a list has `items`, and a kind that ends in `List`. Where an
/// item says neither `apiVersion` nor `kind`, it has them of the list: of a `PizzaList`, each is a `Pizza`.
///
/// ```
/// use serde_json::json;
/// use wheelwright_yaml::objects;
///
/// let list = json!({"apiVersion": "example.com/v1", "kind": "PizzaList", "items": [{"spec": {}}]});
/// let pizza = json!({"apiVersion": "example.com/v1", "kind": "Pizza", "spec": {}});
/// assert_eq!(objects(list), Ok(vec![pizza.clone()]));
/// assert_eq!(objects(pizza.clone()), Err(pizza));
/// ```
pub fn objects(value: Value) -> Result<Vec<Value>, Value> {
    let Value::Object(mut members) = value else {
        return Err(value);
    };
    let kind = text(&members, "kind")
        .strip_suffix("List")
        .map(str::to_owned);
    let items = match (kind.is_some(), members.get_mut("items")) {
        (true, Some(Value::Array(items))) => std::mem::take(items),
        _ => return Err(Value::Object(members)),
    };
    let kind = kind.filter(|kind| !kind.is_empty());
    let typed = items.into_iter().map(|mut item| {
        // kubectl takes both from the list, or none.
        if let (Some(kind), Some(item)) = (&kind, item.as_object_mut())
            && text(item, "kind").is_empty()
            && text(item, "apiVersion").is_empty()
        {
            item.insert("kind".to_owned(), kind.as_str().into());
            item.insert("apiVersion".to_owned(), text(&members, "apiVersion").into());
        }
        item
    });
    Ok(typed.collect())
}

fn text<'m>(members: &'m Map<String, Value>, name: &str) -> &'m str {
    members
        .get(name)
        .and_then(Value::as_str)
        .unwrap_or_default()
}
