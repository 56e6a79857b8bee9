//! How the values of a step follow, with all names resolved.

use serde_json::Value;

use super::{
    Builder, Holder, Result, Sides, Target, alike, copied, list_map_keys, nest,
    schema::member_schema,
};
use crate::{
    convert::plan::{
        Both, CountedPlan, HowPlan, ListPlan, Node, Place, SerdeDefault, StepPlan,
        member::{Member, member_of, peel},
    },
    schema::tree,
    table::{How, Mapping, Nest, Shape, Side, Tree, Type},
};

impl Builder<'_> {
    pub(super) fn how(
        &self,
        how: &'static How,
        line: u32,
        targets: &Both<Vec<Target>>,
    ) -> Result<HowPlan> {
        let one = |side: Side| targets.of(side).first();
        let schema = |side: Side| {
            let target = one(side)?;
            let is_metadata = target.metadata.is_some();
            target.schema.or_else(|| is_metadata.then(Place::tag))
        };
        let both = || Both {
            spoke: schema(Side::Spoke),
            hub: schema(Side::Hub),
        };
        // The schemas where one side is deeper by one level.
        let within = |deeper: Side, name: &str| {
            let mut schemas = both();
            let inner = schemas.of(deeper).and_then(|schema| {
                if name.is_empty() {
                    schema.get("items")
                } else {
                    member_schema(schema, name)
                }
            });
            *schemas.of_mut(deeper) = inner;
            schemas
        };
        let absent = |side: Side, name: &str, through_list: bool| {
            let ty = inner_type(one(side)?.ty?, through_list);
            let Some(Member::Named(field)) = member_of(ty, name) else {
                return None;
            };
            SerdeDefault::of(&field, Holder::Type(ty).default())
        };
        let member = |side: Side, name: &str, through_list: bool| {
            let ty = one(side)
                .and_then(|target| target.ty)
                .map(|ty| inner_type(ty, through_list));
            match ty.and_then(|ty| member_of(ty, name)) {
                Some(Member::Named(field)) => Ok(field.wire.to_owned()),
                Some(Member::Unknown) | None if ty.is_none() => Ok(name.to_owned()),
                Some(Member::Unknown) => Ok(name.to_owned()),
                _ => Err(self
                    .at
                    .error(line, format!("the type has no field `{name}`"))),
            }
        };
        self.sides(how, line, both())?;
        Ok(match how {
            How::Nest(map) => HowPlan::Nest(nest(map, both(), &self.at)?),
            How::Only(run) => HowPlan::Only(*run),
            // A value that must be there and that nobody has said is what it is in Rust.
            How::Default(run) => {
                let mut targets = targets.spoke.iter().chain(&targets.hub);
                HowPlan::Only(targets.any(Target::wants).then_some(*run))
            }
            How::Elsewhere => HowPlan::Only(None),
            How::WrapList { list, nest: map } => HowPlan::WrapList {
                list: *list,
                node: nest(map, within(*list, ""), &self.at)?,
            },
            How::WrapObject {
                object,
                member: name,
                nest: map,
            } => {
                let wire = member(*object, name, false)?;
                HowPlan::WrapObject {
                    object: *object,
                    node: nest(map, within(*object, &wire), &self.at)?,
                    absent: absent(*object, name, false),
                    member: wire,
                }
            }
            How::Counted {
                counts,
                item,
                count,
                any_order,
                nest: map,
            } => {
                let (item, count) = (member(*counts, item, true)?, member(*counts, count, true)?);
                let items = schema(*counts).and_then(|schema| schema.get("items"));
                let of_count = items.and_then(|items| member_schema(items, &count));
                let number = |keyword: &str| {
                    of_count
                        .and_then(|schema| schema.get(keyword))
                        .and_then(Value::as_i64)
                };
                let mut schemas = both().each(|schema| schema.get("items"));
                *schemas.of_mut(*counts) = items.and_then(|items| member_schema(items, &item));
                HowPlan::Counted(CountedPlan {
                    counts: *counts,
                    item,
                    default: number("default"),
                    maximum: number("maximum"),
                    count,
                    any_order: *any_order,
                    node: nest(map, schemas, &self.at)?,
                })
            }
            How::Format {
                text,
                literals,
                parts,
                empty,
            } => HowPlan::Format {
                text: *text,
                literals,
                parts,
                empty,
            },
            How::Delimited { text, by } => HowPlan::Delimited { text: *text, by },
            How::Keyed {
                map,
                key,
                value,
                nest: inner,
            } => {
                let list = map.other();
                let mut schemas = both();
                *schemas.of_mut(list) = schema(list).and_then(|schema| schema.get("items"));
                *schemas.of_mut(*map) =
                    schema(*map).and_then(|schema| schema.get("additionalProperties"));
                let key = member(list, key, true)?;
                if value.is_empty() {
                    let node = match inner.mapping {
                        Mapping::Same if inner.through.is_empty() => {
                            let keyless = |side| schemas.of(side).map(|of| without(of, &key));
                            let (spoke, hub) = (keyless(Side::Spoke), keyless(Side::Hub));
                            let schemas = Both {
                                spoke: spoke.as_ref(),
                                hub: hub.as_ref(),
                            };
                            copied(schemas, line, &self.at)?;
                            Node::Copy
                        }
                        _ => {
                            // Items are whole without their key.
                            let items = schemas.of(list).map(|of| lacking(of, &key));
                            *schemas.of_mut(list) = items.as_ref();
                            nest(inner, schemas, &self.at)?
                        }
                    };
                    HowPlan::Keyed {
                        map: *map,
                        key,
                        value: None,
                        absent: None,
                        node,
                    }
                } else {
                    let absent = absent(list, value, true);
                    let value = member(list, value, true)?;
                    let schema = schemas.of_mut(list);
                    *schema = schema.and_then(|schema| member_schema(schema, &value));
                    HowPlan::Keyed {
                        map: *map,
                        key,
                        value: Some(value),
                        absent,
                        node: self.held(inner, schemas, line)?,
                    }
                }
            }
            How::Gathered { map, keys } => {
                let value = schema(*map).and_then(|schema| schema.get("additionalProperties"));
                for target in targets.of(map.other()) {
                    let mut schemas = Both {
                        spoke: value,
                        hub: value,
                    };
                    *schemas.of_mut(map.other()) = target.schema;
                    copied(schemas, line, &self.at)?;
                }
                HowPlan::Gathered {
                    map: *map,
                    keys,
                    nulls: Place::new(Vec::new(), value).nullable,
                }
            }
            How::Keys { pairs, nest: map } => {
                let values = both().each(|schema| schema.get("additionalProperties"));
                HowPlan::Keys {
                    pairs,
                    node: self.held(map, values, line)?,
                }
            }
            How::Values(pairs) => {
                let json = |value: &Option<Tree>| {
                    value
                        .as_ref()
                        .map(tree)
                        .transpose()
                        .map_err(|error| self.at.error(line, error))
                };
                let pairs = pairs
                    .iter()
                    .map(|(spoke, hub)| Ok((json(spoke)?, json(hub)?)))
                    .collect::<Result<_>>()?;
                HowPlan::Values(pairs)
            }
            How::Coerced => HowPlan::Coerced,
            How::Factor {
                numerator,
                denominator,
            } => {
                if *numerator == 0 || *denominator == 0 {
                    return Err(self.at.error(line, "a factor of 0 loses every value"));
                }
                HowPlan::Factor {
                    numerator: *numerator,
                    denominator: *denominator,
                }
            }
            How::Duration { text, unit } => HowPlan::Duration {
                text: *text,
                unit: *unit,
            },
            How::Quantity { text, unit } => HowPlan::Quantity { text: *text, unit },
            How::Each(how) => HowPlan::Nest(self.each(how, line, targets)?),
            How::Calls(calls) => HowPlan::Calls(*calls),
        })
    }
}

impl Builder<'_> {
    /// What becomes of values that a step holds; where they are copied, the step's line is where it is said.
    fn held(&self, map: &Nest, schemas: Sides, line: u32) -> Result<Node> {
        match map.mapping {
            Mapping::Same if map.through.is_empty() => {
                copied(schemas, line, &self.at).map(|()| Node::Copy)
            }
            _ => nest(map, schemas, &self.at),
        }
    }

    /// What becomes of each item of a list, or of each value of a map.
    fn each(&self, how: &'static How, line: u32, targets: &Both<Vec<Target>>) -> Result<Node> {
        let schema = |side: Side| targets.of(side).first().and_then(|target| target.schema);
        let is = |what| {
            let mut sides = [Side::Spoke, Side::Hub].into_iter();
            sides.all(|side| alike::other_than(schema(side), what).is_none())
        };
        let (keyword, is_list) = match (is("a list"), is("a map")) {
            (true, _) => ("items", true),
            (_, true) => ("additionalProperties", false),
            _ => {
                return Err(self
                    .at
                    .error(line, "`each` takes lists on both sides, or maps"));
            }
        };
        let item = |side: Side| {
            let ty = targets.of(side).first().and_then(|target| target.ty);
            Target {
                path: vec![keyword.to_owned()],
                schema: schema(side).and_then(|schema| schema.get(keyword)),
                ty: ty.and_then(|ty| match &peel(ty).shape {
                    Shape::List(list) => Some(list.items),
                    Shape::Map(map) => Some(map.value),
                    _ => None,
                }),
                ..Target::default()
            }
        };
        let items = Both {
            spoke: vec![item(Side::Spoke)],
            hub: vec![item(Side::Hub)],
        };
        let how = self.how(how, line, &items)?;
        let place = |side: Side| {
            let item = item(side);
            vec![
                Place::new(item.path, item.schema)
                    .of_type(item.ty)
                    .always_there(),
            ]
        };
        let value = Node::Value(Box::new(StepPlan {
            places: Both {
                spoke: place(Side::Spoke),
                hub: place(Side::Hub),
            },
            how,
            mirrored: Both::default(),
            or: Both::default(),
            table: None,
        }));
        Ok(if is_list {
            Node::List(Box::new(ListPlan {
                item: value,
                keys: Both {
                    spoke: list_map_keys(schema(Side::Spoke)),
                    hub: list_map_keys(schema(Side::Hub)),
                },
            }))
        } else {
            Node::Map(Box::new(value))
        })
    }
}

/// The schema of an object without a member, which is the key that the object is found by.
fn without(schema: &Value, member: &str) -> Value {
    let mut schema = schema.clone();
    if let Some(Value::Object(properties)) = schema.get_mut("properties") {
        properties.remove(member);
    }
    schema
}

/// The schema of an object that need not have a member, which is the key that the object is found by.
fn lacking(schema: &Value, member: &str) -> Value {
    let mut schema = schema.clone();
    if let Some(Value::Array(required)) = schema.get_mut("required") {
        required.retain(|name| name != member);
    }
    let property = schema
        .pointer_mut("/properties")
        .and_then(|of| of.get_mut(member));
    if let Some(Value::Object(property)) = property {
        property.remove("default");
    }
    schema
}

fn inner_type(ty: &'static Type, through_list: bool) -> &'static Type {
    match &peel(ty).shape {
        Shape::List(list) if through_list => peel(list.items),
        _ => peel(ty),
    }
}
