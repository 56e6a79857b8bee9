//! Tables and schemas → plans.

use serde_json::Value;

use super::{
    Both, CountedPlan, Direction, FieldsPlan, HowPlan, ListPlan, Node, Place, PlanError, StepPlan,
    member::{Member, member_of, of_field, peel},
    reads::Reads,
    variants,
};
use crate::{
    schema::tree,
    table::{
        Content, Field, Fields, How, Mapping, Nest, Root, RootMapping, Run, Shape, Side, SpecPlace,
        Spot, Step, Struct, Through, Tree, Type,
    },
};

/// What the members of an object are known by.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Holder {
    Type(&'static Type),
    Fields(&'static [Field]),
    /// The root object.
    Root,
}

impl Holder {
    fn member(self, name: &str) -> Option<Member> {
        match self {
            Self::Type(ty) => member_of(ty, name),
            Self::Fields(fields) => fields
                .iter()
                .find(|field| field.ident == name)
                .map(of_field),
            Self::Root => None,
        }
    }
}

/// The schemas of a value on both sides, where they are known.
pub(crate) type Sides<'s> = Both<Option<&'s Value>>;

type Result<T> = std::result::Result<T, PlanError>;

/// Where errors are reported: the attribute that the mapping comes from.
#[derive(Clone, Debug)]
pub(super) struct At {
    file: &'static str,
    line: u32,
    name: &'static str,
}

impl At {
    fn of(fields: &Fields) -> Self {
        Self {
            file: fields.place.file,
            line: fields.place.line,
            name: fields.spoke.name,
        }
    }

    pub(super) const fn new(file: &'static str, line: u32, name: &'static str) -> Self {
        Self { file, line, name }
    }

    pub(super) fn error(&self, line: u32, what: impl Into<String>) -> PlanError {
        let line = if line == 0 { self.line } else { line };
        PlanError {
            place: format!("{}:{line}: {}", self.file, self.name),
            what: what.into(),
        }
    }
}

/// The plan of a value.
pub(super) fn node(mapping: &'static Mapping, schemas: Sides, at: &At) -> Result<Node> {
    match mapping {
        Mapping::Same => Ok(Node::Copy),
        Mapping::Fields(map) => fields(map, schemas).map(|plan| Node::Fields(Box::new(plan))),
        Mapping::Variants(map) => {
            variants::compile(map, schemas).map(|plan| Node::Variants(Box::new(plan)))
        }
        Mapping::Inner(inner) => nest(inner, schemas, at),
        Mapping::Calls(calls) => Ok(Node::Calls(*calls)),
    }
}

/// The plan of a value within containers.
pub(super) fn nest(nest: &Nest, schemas: Sides, at: &At) -> Result<Node> {
    let Some((first, rest)) = nest.through.split_first() else {
        return node(nest.mapping, schemas, at);
    };
    let inner = |schemas| {
        let through: &'static [Through] = rest_of(rest);
        nest_of(through, nest.mapping, schemas, at)
    };
    match first {
        Through::List => {
            let items = schemas.each(|schema| schema.get("items"));
            let item = inner(items)?;
            if matches!(item, Node::Copy) {
                return Ok(Node::Copy);
            }
            Ok(Node::List(Box::new(ListPlan {
                item,
                keys: Both {
                    spoke: list_map_keys(schemas.spoke),
                    hub: list_map_keys(schemas.hub),
                },
            })))
        }
        Through::Map => {
            let values = schemas.each(|schema| schema.get("additionalProperties"));
            let value = inner(values)?;
            if matches!(value, Node::Copy) {
                return Ok(Node::Copy);
            }
            Ok(Node::Map(Box::new(value)))
        }
    }
}

/// The rest of a chain of containers: it is `'static` because the table is.
const fn rest_of(rest: &'static [Through]) -> &'static [Through] {
    rest
}

fn nest_of(
    through: &'static [Through],
    mapping: &'static Mapping,
    schemas: Sides,
    at: &At,
) -> Result<Node> {
    nest(&Nest { through, mapping }, schemas, at)
}

impl<'s> Sides<'s> {
    fn each(self, next: impl Fn(&'s Value) -> Option<&'s Value>) -> Self {
        Self {
            spoke: self.spoke.and_then(&next),
            hub: self.hub.and_then(&next),
        }
    }
}

fn list_map_keys(schema: Option<&Value>) -> Vec<String> {
    schema
        .and_then(|schema| schema.get("x-kubernetes-list-map-keys"))
        .and_then(Value::as_array)
        .into_iter()
        .flatten()
        .filter_map(|key| key.as_str().map(str::to_owned))
        .collect()
}

/// The plan of a struct.
pub(crate) fn fields(map: &'static Fields, schemas: Sides) -> Result<FieldsPlan> {
    let mut builder = Builder::new(schemas, At::of(map));
    let holders = Both {
        spoke: Holder::Type(map.spoke),
        hub: Holder::Type(map.hub),
    };
    builder.steps(map.steps, &holders, &Both::default(), false)?;
    Ok(builder.finish(false))
}

/// One step of a struct by itself, for Rust values: its schemas are those of the types.
pub(crate) fn step(map: &'static Fields, index: usize) -> Result<StepPlan> {
    let at = At::of(map);
    let Some(table) = map.steps.get(index) else {
        return Err(at.error(0, format!("there is no step {index}")));
    };
    let schema = |ty: &'static Type| {
        crate::schema::of(ty)
            .map(|described| described.schema)
            .map_err(|problems| {
                let texts: Vec<_> = problems.iter().map(ToString::to_string).collect();
                at.error(0, texts.join("; "))
            })
    };
    let (spoke, hub) = (schema(map.spoke)?, schema(map.hub)?);
    let schemas = Both {
        spoke: Some(&spoke),
        hub: Some(&hub),
    };
    let mut builder = Builder::new(schemas, at.clone());
    let holders = Both {
        spoke: Holder::Type(map.spoke),
        hub: Holder::Type(map.hub),
    };
    builder.step(table, &holders, &Both::default(), true)?;
    let step = builder.plan.steps.pop();
    step.ok_or_else(|| at.error(table.line, "the step does nothing by itself"))
}

/// The plan of the content of a struct variant.
pub(super) fn content(
    steps: &'static [Step],
    holders: &Both<Holder>,
    schemas: Sides,
    at: At,
) -> Result<FieldsPlan> {
    let mut builder = Builder::new(schemas, at);
    builder.steps(steps, holders, &Both::default(), false)?;
    Ok(builder.finish(false))
}

/// The plan of root objects.
pub(crate) fn root(map: &'static RootMapping, schemas: Sides) -> Result<FieldsPlan> {
    let at = At::new(map.spoke.place.file, map.spoke.place.line, map.spoke.kind);
    let mut builder = Builder::new(schemas, at);
    for member in ["kind", "metadata"] {
        let path = Both {
            spoke: vec![member.to_owned()],
            hub: vec![member.to_owned()],
        };
        builder.copy(path, None);
    }
    let prefix = Both {
        spoke: spec_path(map.spoke),
        hub: spec_path(map.hub),
    };
    if prefix.spoke.is_empty() || prefix.hub.is_empty() {
        match map.spec {
            Mapping::Fields(spec) => {
                let holders = Both {
                    spoke: Holder::Type(spec.spoke),
                    hub: Holder::Type(spec.hub),
                };
                builder.steps(spec.steps, &holders, &prefix, true)?;
            }
            Mapping::Same => builder.copy_members(map.spoke.spec.ty(), &prefix)?,
            _ => {
                return Err(builder.at.error(
                    0,
                    "a resource without `spec` maps field by field: derive `Spoke` on the struct",
                ));
            }
        }
    } else {
        builder.value(map.spec, prefix.clone(), false)?;
        builder.hoist(map.spec, &prefix)?;
    }
    let status = Both {
        spoke: vec!["status".to_owned()],
        hub: vec!["status".to_owned()],
    };
    match (
        map.spoke.status.is_some(),
        map.hub.status.is_some(),
        map.status,
    ) {
        (_, _, Some(mapping)) => {
            builder.value(mapping, status.clone(), true)?;
            builder.hoist(mapping, &status)?;
        }
        (false, false, None) => {}
        _ => {
            return Err(builder.at.error(
                0,
                format!(
                    "only one of the versions {} and {} has a status, which the other would lose: give both one \
                     (`status = …` in `#[crd(…)]`), it may be the same type",
                    map.spoke.version, map.hub.version
                ),
            ));
        }
    }
    Ok(builder.finish(true))
}

fn spec_path(root: &Root) -> Vec<String> {
    match root.spec {
        SpecPlace::Spec(_) => vec!["spec".to_owned()],
        SpecPlace::Root(_) => Vec::new(),
    }
}

/// Where a spot leads.
struct Target<'s> {
    path: Vec<String>,
    schema: Option<&'s Value>,
    /// The schema of the object that it is a member of.
    parent: Option<&'s Value>,
    ty: Option<&'static Type>,
    /// A flattened field: its members stand in the object at `path`.
    flat: bool,
    metadata: Option<Place>,
    serde_default: Option<Run>,
}

struct Builder<'s> {
    plan: FieldsPlan,
    schemas: Sides<'s>,
    at: At,
}

impl<'s> Builder<'s> {
    fn new(schemas: Sides<'s>, at: At) -> Self {
        Self {
            plan: FieldsPlan::default(),
            schemas,
            at,
        }
    }

    /// Adds the steps of a struct whose places stand under a prefix. `labels`: whether the object is the root.
    fn steps(
        &mut self,
        steps: &'static [Step],
        holders: &Both<Holder>,
        prefix: &Both<Vec<String>>,
        labels: bool,
    ) -> Result<()> {
        for step in steps {
            self.step(step, holders, prefix, labels)?;
        }
        Ok(())
    }

    /// Adds the steps of a spec or status that reach into the metadata, which its own plan leaves out.
    fn hoist(&mut self, mapping: &'static Mapping, prefix: &Both<Vec<String>>) -> Result<()> {
        let Mapping::Fields(map) = mapping else {
            return Ok(());
        };
        let holders = Both {
            spoke: Holder::Type(map.spoke),
            hub: Holder::Type(map.hub),
        };
        for step in map.steps.iter().filter(|step| touches_metadata(step)) {
            self.step(step, &holders, prefix, true)?;
        }
        Ok(())
    }

    fn step(
        &mut self,
        step: &'static Step,
        holders: &Both<Holder>,
        prefix: &Both<Vec<String>>,
        labels: bool,
    ) -> Result<()> {
        let mut targets = Both {
            spoke: self.targets(step, Side::Spoke, holders, prefix)?,
            hub: self.targets(step, Side::Hub, holders, prefix)?,
        };
        if matches!(step.how, How::Elsewhere) || (touches_metadata(step) && !labels) {
            for side in [Side::Spoke, Side::Hub] {
                for target in targets.of(side) {
                    let reads = &mut self.plan.sides.of_mut(side).reads;
                    if target.metadata.is_none()
                        && let Some(read) = reads.at(&target.path)
                    {
                        read.elsewhere = true;
                        self.plan.sides.of_mut(side).reached = true;
                    }
                }
            }
            return Ok(());
        }
        let flat = targets.spoke.iter().chain(&targets.hub).any(|t| t.flat);
        if let (true, How::Nest(nest), [spoke], [hub]) =
            (flat, &step.how, &*targets.spoke, &*targets.hub)
        {
            let prefix = Both {
                spoke: spoke.path.clone(),
                hub: hub.path.clone(),
            };
            return match (nest.through, nest.mapping) {
                ([], Mapping::Fields(map)) => {
                    let holders = Both {
                        spoke: Holder::Type(map.spoke),
                        hub: Holder::Type(map.hub),
                    };
                    self.steps(map.steps, &holders, &prefix, false)
                }
                (_, Mapping::Same) => match spoke.ty.or(hub.ty) {
                    Some(ty) => self.copy_members(ty, &prefix),
                    None => Ok(()),
                },
                _ => Err(self.at.error(
                    step.line,
                    "what is flattened maps field by field: derive `Spoke` on the struct, without a list or map around it",
                )),
            };
        }
        if let (true, How::Only(None)) = (flat, &step.how) {
            for side in [Side::Spoke, Side::Hub] {
                for target in targets.of(side) {
                    if let (true, Some(ty)) = (target.flat, target.ty) {
                        self.members_of_one_side(ty, side, &target.path, step)?;
                    }
                }
            }
            return Ok(());
        }
        if flat {
            return Err(self.at.error(
                step.line,
                "a flattened field takes part in no step but one to one: name the fields within it",
            ));
        }
        let how = self.how(step, &targets)?;
        let mut places: Both<Vec<Place>> = Both::default();
        for side in [Side::Spoke, Side::Hub] {
            let targets = std::mem::take(targets.of_mut(side));
            *places.of_mut(side) = targets
                .into_iter()
                .map(|target| {
                    let place = target.metadata.unwrap_or_else(|| {
                        Place::new(target.path, target.schema).within(target.parent)
                    });
                    place.read_by_serde_as(target.serde_default)
                })
                .collect();
        }
        let mut mirrored = Both::default();
        for (side, other) in [(Side::Spoke, Side::Hub), (Side::Hub, Side::Spoke)] {
            let of = |side: Side| {
                let places: &Vec<Place> = places.of(side);
                places.iter().filter(|place| place.is_metadata).count()
            };
            if of(side) == 0 && of(other) > 0 {
                *mirrored.of_mut(side) = of(other);
            }
        }
        for (side, spots) in [(Side::Spoke, step.hub), (Side::Hub, step.spoke)] {
            if *mirrored.of(side) > 0 {
                let copies = spots.iter().filter_map(|spot| match spot {
                    Spot::Label(key) => Some(Place::metadata("labels", key)),
                    Spot::Annotation(key) => Some(Place::metadata("annotations", key)),
                    Spot::Field(_) => None,
                });
                places.of_mut(side).extend(copies);
            }
        }
        drop_on_one_side(&mut places);
        self.plan.steps.push(StepPlan {
            places,
            how,
            mirrored,
            or: Both {
                spoke: step.down_or,
                hub: step.up_or,
            },
            table: Some(step),
        });
        Ok(())
    }

    fn targets(
        &self,
        step: &'static Step,
        side: Side,
        holders: &Both<Holder>,
        prefix: &Both<Vec<String>>,
    ) -> Result<Vec<Target<'s>>> {
        let spots = match side {
            Side::Spoke => step.spoke,
            Side::Hub => step.hub,
        };
        spots
            .iter()
            .map(|spot| match spot {
                Spot::Label(key) => Ok(metadata("labels", key)),
                Spot::Annotation(key) => Ok(metadata("annotations", key)),
                Spot::Field(names) => {
                    self.target(names, *holders.of(side), prefix.of(side), side, step.line)
                }
            })
            .collect()
    }

    fn target(
        &self,
        names: &[&str],
        holder: Holder,
        prefix: &[String],
        side: Side,
        line: u32,
    ) -> Result<Target<'s>> {
        let mut target = Target {
            path: prefix.to_vec(),
            schema: self.schema_at(side, prefix),
            parent: None,
            ty: None,
            flat: true,
            metadata: None,
            serde_default: None,
        };
        let mut holder = Some(holder);
        for name in names {
            let member = match holder {
                Some(holder) => holder.member(name).ok_or_else(|| {
                    self.at.error(
                        line,
                        format!(
                            "`{}` leads to no field: `{name}` is unknown",
                            names.join(".")
                        ),
                    )
                })?,
                None => Member::Unknown,
            };
            let (wire, ty) = match member {
                Member::Flat(ty) => {
                    target.ty = Some(ty);
                    holder = Some(Holder::Type(ty));
                    continue;
                }
                Member::Named(field) => {
                    target.serde_default = field.default;
                    (field.wire.to_owned(), Some(field.ty))
                }
                Member::Entry(ty) => ((*name).to_owned(), Some(ty)),
                Member::Unknown => (known_member(target.schema, name), None),
            };
            target.flat = false;
            target.parent = target.schema;
            target.schema = target
                .schema
                .and_then(|schema| member_schema(schema, &wire));
            target.path.push(wire);
            target.ty = ty;
            holder = ty.map(Holder::Type);
        }
        // Whether the last name is that of a flattened field.
        if target.path.len() == prefix.len() {
            target.flat = true;
        }
        Ok(target)
    }

    fn schema_at(&self, side: Side, path: &[String]) -> Option<&'s Value> {
        path.iter()
            .try_fold((*self.schemas.of(side))?, |schema, name| {
                member_schema(schema, name)
            })
    }

    /// A value at one place of each side.
    fn value(
        &mut self,
        mapping: &'static Mapping,
        path: Both<Vec<String>>,
        is_status: bool,
    ) -> Result<()> {
        let schemas = Both {
            spoke: self.schema_at(Side::Spoke, &path.spoke),
            hub: self.schema_at(Side::Hub, &path.hub),
        };
        let how = HowPlan::Nest(node(mapping, schemas.clone(), &self.at)?);
        let place = |side: Side, path: Vec<String>| {
            let mut place = Place::new(path, *schemas.of(side)).within(*self.schemas.of(side));
            place.is_status = is_status;
            place
        };
        let mut places = Both {
            spoke: vec![place(Side::Spoke, path.spoke)],
            hub: vec![place(Side::Hub, path.hub)],
        };
        drop_on_one_side(&mut places);
        self.plan.steps.push(StepPlan {
            places,
            how,
            mirrored: Both::default(),
            or: Both::default(),
            table: None,
        });
        Ok(())
    }

    fn copy(&mut self, path: Both<Vec<String>>, table: Option<&'static Step>) {
        let places = Both {
            spoke: vec![Place::new(
                path.spoke.clone(),
                self.schema_at(Side::Spoke, &path.spoke),
            )],
            hub: vec![Place::new(
                path.hub.clone(),
                self.schema_at(Side::Hub, &path.hub),
            )],
        };
        self.plan.steps.push(StepPlan {
            places,
            how: HowPlan::Nest(Node::Copy),
            mirrored: Both::default(),
            or: Both::default(),
            table,
        });
    }

    /// Copies the members that a type writes into an object that is not its own.
    fn copy_members(&mut self, ty: &'static Type, prefix: &Both<Vec<String>>) -> Result<()> {
        match &peel(ty).shape {
            Shape::Struct(Struct { fields, tag, .. }) => {
                for field in *fields {
                    match of_field(field) {
                        Member::Flat(ty) => self.copy_members(ty, prefix)?,
                        _ => self.copy_member(field.wire, prefix),
                    }
                }
                if let Some((tag, _)) = tag {
                    self.copy_member(tag, prefix);
                }
                Ok(())
            }
            Shape::Enum(enumeration) => {
                // Every member that any variant writes.
                let schema = crate::schema::of(ty).map_err(|problems| {
                    let texts: Vec<_> = problems.iter().map(ToString::to_string).collect();
                    self.at.error(0, texts.join("; "))
                })?;
                let _ = enumeration;
                let members = schema.schema.get("properties").and_then(Value::as_object);
                for name in members.into_iter().flat_map(|members| members.keys()) {
                    self.copy_member(name, prefix);
                }
                Ok(())
            }
            // Members that no field has: they are copied because both sides keep what they do not know.
            _ => Ok(()),
        }
    }

    /// Members that a type writes into an object that is not its own, and that the other side lacks.
    fn members_of_one_side(
        &mut self,
        ty: &'static Type,
        side: Side,
        prefix: &[String],
        step: &'static Step,
    ) -> Result<()> {
        let Shape::Struct(Struct { fields, .. }) = &peel(ty).shape else {
            return Err(self.at.error(
                step.line,
                "of what is flattened, only the fields of structs can be of one version alone",
            ));
        };
        for field in *fields {
            if let Member::Flat(ty) = of_field(field) {
                self.members_of_one_side(ty, side, prefix, step)?;
                continue;
            }
            let mut path = prefix.to_vec();
            path.push(field.wire.to_owned());
            let place = Place::new(path.clone(), self.schema_at(side, &path));
            let mut places: Both<Vec<Place>> = Both::default();
            places
                .of_mut(side)
                .push(place.read_by_serde_as(field.default));
            self.plan.steps.push(StepPlan {
                places,
                how: HowPlan::Only(None),
                or: Both::default(),
                mirrored: Both::default(),
                table: Some(step),
            });
        }
        Ok(())
    }

    fn copy_member(&mut self, wire: &str, prefix: &Both<Vec<String>>) {
        let mut path = prefix.clone();
        path.spoke.push(wire.to_owned());
        path.hub.push(wire.to_owned());
        self.copy(path, None);
    }

    fn how(&self, step: &'static Step, targets: &Both<Vec<Target>>) -> Result<HowPlan> {
        let one = |side: Side| targets.of(side).first();
        let schema = |side: Side| one(side).and_then(|target| target.schema);
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
                    .error(step.line, format!("the type has no field `{name}`"))),
            }
        };
        Ok(match &step.how {
            How::Nest(map) => HowPlan::Nest(nest(map, both(), &self.at)?),
            How::Only(run) => HowPlan::Only(*run),
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
            } => HowPlan::Format {
                text: *text,
                literals,
                parts,
            },
            How::Delimited { text, by } => HowPlan::Delimited { text: *text, by },
            How::Keyed {
                map,
                key,
                nest: inner,
            } => {
                let list = Direction::Up.other_side(*map);
                let mut schemas = both();
                *schemas.of_mut(list) = schema(list).and_then(|schema| schema.get("items"));
                *schemas.of_mut(*map) =
                    schema(*map).and_then(|schema| schema.get("additionalProperties"));
                HowPlan::Keyed {
                    map: *map,
                    key: member(list, key, true)?,
                    node: nest(inner, schemas, &self.at)?,
                }
            }
            How::Gathered { map, keys } => HowPlan::Gathered { map: *map, keys },
            How::Keys(pairs) => HowPlan::Keys(pairs),
            How::Values(pairs) => {
                let json = |value: &Option<Tree>| {
                    value
                        .as_ref()
                        .map(tree)
                        .transpose()
                        .map_err(|error| self.at.error(step.line, error))
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
                    return Err(self.at.error(step.line, "a factor of 0 loses every value"));
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
            How::Calls(calls) => HowPlan::Calls(*calls),
        })
    }

    fn finish(mut self, is_root: bool) -> FieldsPlan {
        for side in [Side::Spoke, Side::Hub] {
            let schema = *self.schemas.of(side);
            let keyword = |name: &str| schema.and_then(|schema| schema.get(name));
            let mut complete: Vec<String> = keyword("required")
                .and_then(Value::as_array)
                .into_iter()
                .flatten()
                .filter_map(|name| name.as_str().map(str::to_owned))
                .collect();
            for (name, schema) in keyword("properties")
                .and_then(Value::as_object)
                .into_iter()
                .flatten()
            {
                if schema.get("default").is_some() && !complete.contains(name) {
                    complete.push(name.clone());
                }
            }
            let depth = |index: &usize| {
                let step = self.plan.steps.get(*index);
                let places = step.map(|step| step.places.of(side).as_slice());
                let depths = places
                    .unwrap_or_default()
                    .iter()
                    .map(|place| place.path.len());
                depths.max().unwrap_or(0)
            };
            let mut order: Vec<usize> = (0..self.plan.steps.len()).collect();
            order.sort_by_key(depth);
            let plan = self.plan.sides.of_mut(side);
            plan.order = order;
            plan.complete = complete;
            plan.is_root = is_root;
            plan.preserves = schema.is_none()
                || keyword("x-kubernetes-preserve-unknown-fields").and_then(Value::as_bool)
                    == Some(true)
                || keyword("additionalProperties")
                    .is_some_and(|value| value != &Value::Bool(false));
            let mut reads = std::mem::take(&mut plan.reads);
            for (index, step) in self.plan.steps.iter().enumerate() {
                for (position, place) in step.places.of(side).iter().enumerate() {
                    reads.take(place, index, position);
                }
                copied(step, side, &mut reads);
            }
            if is_root && let Some(read) = reads.at(&["apiVersion".to_owned()]) {
                read.elsewhere = true;
            }
            // What reaches further in than this object's own steps do comes from around it.
            let reached = self.plan.steps.iter().any(|step| {
                let inner = match step.nest() {
                    Some(Node::Fields(inner)) => inner.sides.of(side).reached,
                    _ => false,
                };
                let mut places = step.places.of(side).iter();
                inner && places.any(|place| !reads.reaches_into(&place.path))
            });
            let plan = self.plan.sides.of_mut(side);
            plan.reached |= reached;
            reads.parents(&[], &mut plan.parents);
            plan.reads = reads;
        }
        self.plan
    }
}

/// Notes which members are copied without being looked at.
fn copied(step: &StepPlan, side: Side, reads: &mut Reads) {
    let other = match side {
        Side::Spoke => Side::Hub,
        Side::Hub => Side::Spoke,
    };
    let (Some(Node::Copy), [from], [to]) = (
        step.nest(),
        &**step.places.of(side),
        &**step.places.of(other),
    ) else {
        return;
    };
    if from.path.len() == 1
        && to.path.len() == 1
        && (to.nullable || !from.nullable)
        && !to.drops_empty
        && !from.drops_empty
        && let Some(read) = reads.at(&from.path)
    {
        read.copied = Some(to.name().to_owned());
    }
}

/// What neither schema takes is delivered as it is.
fn drop_on_one_side(places: &mut Both<Vec<Place>>) {
    if let ([spoke], [hub]) = (&mut *places.spoke, &mut *places.hub)
        && spoke.drops_empty
        && hub.drops_empty
    {
        (spoke.drops_empty, hub.drops_empty) = (false, false);
    }
}

impl Direction {
    /// The side that is not this one.
    pub(crate) const fn other_side(self, side: Side) -> Side {
        match side {
            Side::Spoke => Side::Hub,
            Side::Hub => Side::Spoke,
        }
    }
}

fn inner_type(ty: &'static Type, through_list: bool) -> &'static Type {
    match &peel(ty).shape {
        Shape::List(list) if through_list => peel(list.items),
        _ => peel(ty),
    }
}

fn touches_metadata(step: &Step) -> bool {
    step.spoke
        .iter()
        .chain(step.hub)
        .any(|spot| !matches!(spot, Spot::Field(_)))
}

fn metadata<'s>(member: &str, key: &str) -> Target<'s> {
    Target {
        path: vec!["metadata".to_owned(), member.to_owned(), key.to_owned()],
        schema: None,
        parent: None,
        ty: None,
        flat: false,
        metadata: Some(Place::metadata(member, key)),
        serde_default: None,
    }
}

/// The schema of a member or of a map's entry.
pub(super) fn member_schema<'s>(schema: &'s Value, name: &str) -> Option<&'s Value> {
    schema
        .get("properties")
        .and_then(|properties| properties.get(name))
        .or_else(|| schema.get("additionalProperties"))
        .filter(|schema| schema.is_object())
}

/// The member that a Rust name means where only the schema is known: itself, or as Kubernetes writes it.
fn known_member(schema: Option<&Value>, name: &str) -> String {
    let has = |name: &str| {
        schema
            .and_then(|schema| schema.get("properties"))
            .is_some_and(|properties| properties.get(name).is_some())
    };
    let mut camel = String::new();
    let mut upper = false;
    for letter in name.chars() {
        if letter == '_' {
            upper = true;
        } else if std::mem::take(&mut upper) {
            camel.extend(letter.to_uppercase());
        } else {
            camel.push(letter);
        }
    }
    if !has(name) && has(&camel) {
        camel
    } else {
        name.to_owned()
    }
}

/// The members of a variant's content.
pub(super) const fn holder_of(content: &Content) -> Holder {
    match content {
        Content::Struct(fields) => Holder::Fields(fields),
        Content::Newtype(ty) => Holder::Type(ty),
        Content::Unit => Holder::Root,
    }
}
