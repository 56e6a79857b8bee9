//! Lists of which steps name items by their keys: while steps run, each is a map from what tells an item apart to the item.

use serde_json::{Map, Value};

use super::{
    Builder, Holder, Result, Sides, list_map_keys,
    schema::{known_member, required_of},
};
use crate::{
    plan::{
        Both, ItemKey, ListItems, NamedItem, Place, StepPlan,
        member::{Member, member_of, peel},
    },
    steps::Only,
    table::{How, Mapping, Nest, Shape, Side, Spot, Step, Type, item},
};

/// The lists of an object that steps see as maps, and the schemas of both sides as those steps see them.
pub(super) struct AsMaps {
    pub(super) lists: Both<Vec<ListItems>>,
    schemas: Both<Option<Value>>,
}

impl AsMaps {
    pub(super) fn of(
        builder: &Builder,
        steps: &'static [Step],
        holders: &Both<Holder>,
        prefix: &Both<Vec<String>>,
    ) -> Result<Self> {
        let mut lists = Both::default();
        find(builder, steps, holders, prefix, &mut lists)?;
        let schemas = |side: Side| {
            let lists: &Vec<ListItems> = lists.of(side);
            let mut schema = (*builder.schemas.of(side))
                .filter(|_| !lists.is_empty())?
                .clone();
            for list in lists {
                let mut place = Some(&mut schema);
                for (depth, name) in list.path.iter().enumerate() {
                    place = place.and_then(|around| {
                        default_as_map(around, &list.path[depth..], list);
                        around.get_mut("properties")?.get_mut(name)
                    });
                }
                if let Some(place) = place {
                    *place = as_map(place.take(), list);
                }
            }
            Some(schema)
        };
        let schemas = Both::by(schemas);
        Ok(Self { lists, schemas })
    }

    /// The schemas where lists are maps.
    pub(super) fn schemas<'s>(&'s self, own: Sides<'s>) -> Sides<'s> {
        Both::by(|side| self.schemas.of(side).as_ref().or(*own.of(side)))
    }
}

/// Notes the lists of which steps name items.
fn find(
    builder: &Builder,
    steps: &'static [Step],
    holders: &Both<Holder>,
    prefix: &Both<Vec<String>>,
    lists: &mut Both<Vec<ListItems>>,
) -> Result<()> {
    for step in steps {
        for (side, spots) in [(Side::Spoke, step.spoke), (Side::Hub, step.hub)] {
            for spot in spots {
                let Spot::Field(names) = spot else { continue };
                let Some(at) = names.iter().position(|name| item::is_item(name)) else {
                    continue;
                };
                let (around, name) = (names.get(..at).unwrap_or_default(), names[at]);
                let target =
                    builder.target(around, *holders.of(side), prefix.of(side), side, step.line)?;
                if target
                    .ty
                    .is_some_and(|ty| matches!(peel(ty).shape, Shape::Map(_)))
                {
                    // The entry that is called so.
                    continue;
                }
                let refused = |what: String| {
                    let what = format!("`{}` names no item: {what}", names.join("."));
                    builder.at.error(step.line, what)
                };
                let is_list = |schema: &&Value| schema.get("type").is_some_and(|ty| ty == "array");
                let Some(schema) = target.schema.filter(is_list) else {
                    return Err(refused("the schema has no list there".to_owned()));
                };
                let keys = keys_of(schema);
                if keys.is_empty() {
                    let what =
                        "nothing tells the items of the list apart (`x-kubernetes-list-map-keys`)";
                    return Err(refused(what.to_owned()));
                }
                let items = Items {
                    ty: target.ty.and_then(items_of),
                    schema: schema.get("items"),
                };
                let named = items.named(name, &keys).map_err(refused)?;
                let lists = lists.of_mut(side);
                match lists.iter_mut().find(|list| list.path == target.path) {
                    Some(list) if list.named.contains(&named) => {}
                    Some(list) => list.named.push(named),
                    None => lists.push(ListItems {
                        path: target.path,
                        keys,
                        named: vec![named],
                    }),
                }
            }
        }
        // What is flattened has its steps in the plan of the object around it.
        if let How::Nest(Nest {
            through: [],
            mapping: Mapping::Fields(map),
        }) = &step.how
            && let ([Spot::Field(own)], [Spot::Field(hub)]) = (step.spoke, step.hub)
        {
            let target = |names, side| {
                builder.target(names, *holders.of(side), prefix.of(side), side, step.line)
            };
            let (own, hub) = (target(own, Side::Spoke)?, target(hub, Side::Hub)?);
            if own.flat || hub.flat {
                let holders = Both::of_types(map);
                let prefix = Both {
                    spoke: own.path,
                    hub: hub.path,
                };
                find(builder, map.steps, &holders, &prefix, lists)?;
            }
        }
    }
    Ok(())
}

/// What tells the items of a list with this schema apart.
fn keys_of(schema: &Value) -> Vec<ItemKey> {
    let member = |name: &str| schema.get("items")?.get("properties")?.get(name);
    let keys = list_map_keys(Some(schema)).into_iter().map(|name| {
        let schema = member(&name);
        let keyword = |keyword: &str| schema.and_then(|schema| schema.get(keyword));
        ItemKey {
            is_text: keyword("type").and_then(Value::as_str) == Some("string"),
            default: keyword("default").cloned(),
            name,
        }
    });
    keys.collect()
}

/// What the items of a list are known by.
#[derive(Clone, Copy)]
pub(super) struct Items<'s> {
    pub(super) ty: Option<&'static Type>,
    pub(super) schema: Option<&'s Value>,
}

impl Items<'_> {
    /// The name on the wire of a field.
    fn wire(self, name: &str) -> Option<String> {
        match self.ty.map(|ty| member_of(ty, name)) {
            Some(Some(Member::Named(field))) => Some(field.wire.to_owned()),
            None | Some(Some(Member::Unknown)) => Some(known_member(self.schema, name)),
            Some(_) => None,
        }
    }

    /// What an item that a place names is called while steps run.
    pub(super) fn name(self, name: &str) -> String {
        let keys = item::keys(name).map(|(key, value)| {
            let wire = self.wire(key).unwrap_or_else(|| key.to_owned());
            format!("{wire}={value}")
        });
        format!("[{}]", keys.collect::<Vec<_>>().join(","))
    }

    /// The item that a place names.
    fn named(self, name: &str, keys: &[ItemKey]) -> std::result::Result<NamedItem, String> {
        let said = item::keys(name).map(|(key, value)| match self.wire(key) {
            Some(wire) if keys.iter().any(|key| key.name == wire) => Ok((wire, value)),
            Some(_) => Err(format!("`{key}` is no key of the list")),
            None => Err(format!("its items have no `{key}`")),
        });
        let said: Vec<(String, &str)> = said.collect::<std::result::Result<_, _>>()?;
        let values = keys.iter().map(|key| {
            let Some((_, text)) = said.iter().find(|(wire, _)| *wire == key.name) else {
                return Err(format!("it does not say `{}`", key.name));
            };
            key.value_of(text)
                .ok_or_else(|| format!("{text:?} is no value of `{}`", key.name))
        });
        Ok(NamedItem {
            values: values.collect::<std::result::Result<_, _>>()?,
            name: self.name(name),
        })
    }
}

/// The items of a list.
pub(super) fn items_of(ty: &'static Type) -> Option<&'static Type> {
    match peel(ty).shape {
        Shape::List(list) => Some(list.items),
        _ => None,
    }
}

/// Has the default of an object give the list at a path in it as the map that it is seen as.
fn default_as_map(object: &mut Value, path: &[String], of: &ListItems) {
    let default = object.get_mut("default");
    let list = default.and_then(|default| {
        let mut path = path.iter();
        path.try_fold(default, |value, name| value.get_mut(name))
    });
    if let Some(list) = list
        && let Value::Array(items) = list
    {
        *list = of.entries(std::mem::take(items));
    }
}

/// The schema of the map that a list is seen as.
fn as_map(list: Value, of: &ListItems) -> Value {
    let Value::Object(mut list) = list else {
        return list;
    };
    let mut map = Map::new();
    map.insert("type".to_owned(), "object".into());
    if let Some(default) = list.remove("default") {
        let default = match default {
            Value::Array(items) => of.entries(items),
            other => other,
        };
        map.insert("default".to_owned(), default);
    }
    for (keyword, instead) in [
        ("nullable", "nullable"),
        ("minItems", "minProperties"),
        ("maxItems", "maxProperties"),
    ] {
        if let Some(value) = list.remove(keyword) {
            map.insert(instead.to_owned(), value);
        }
    }
    let mut item = list.remove("items").unwrap_or(Value::Null);
    if let Value::Object(item) = &mut item {
        // What they say of the keys is said of who is not there.
        item.remove("x-kubernetes-validations");
        let is_key = |name: &str| of.keys.iter().any(|key| key.name == name);
        if let Some(Value::Object(properties)) = item.get_mut("properties") {
            properties.retain(|name, _| !is_key(name));
        }
        if let Some(Value::Array(required)) = item.get_mut("required") {
            required.retain(|name| !name.as_str().is_some_and(is_key));
        }
    }
    map.insert("additionalProperties".to_owned(), item);
    Value::Object(map)
}

impl Builder<'_> {
    /// What named items have and no step names is of this side alone.
    pub(super) fn rest_of_items(&mut self, lists: &Both<Vec<ListItems>>) {
        for side in [Side::Spoke, Side::Hub] {
            for list in lists.of(side) {
                let item =
                    |named: &NamedItem| [&*list.path, std::slice::from_ref(&named.name)].concat();
                for path in list.named.iter().map(item) {
                    self.rest_of_item(side, &path);
                }
            }
        }
    }

    fn rest_of_item(&mut self, side: Side, path: &[String]) {
        let Some(schema) = self.schema_at(side, path) else {
            return;
        };
        let names = schema.get("properties").and_then(Value::as_object);
        let required = required_of(Some(schema));
        for (name, of) in names.into_iter().flatten() {
            let place = [path, std::slice::from_ref(name)].concat();
            let mut places = self.plan.steps.iter().flat_map(|step| step.places.of(side));
            if required.contains(name) || places.any(|taken| taken.path.starts_with(&place)) {
                continue;
            }
            let mut places: Both<Vec<Place>> = Both::default();
            places
                .of_mut(side)
                .push(Place::new(place, Some(of)).within(Some(schema)));
            let how = Box::new(Only(None));
            self.plan.steps.push(StepPlan::new(places, how, None));
        }
    }
}
