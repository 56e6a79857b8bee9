//! Tables and schemas → plans.

use serde_json::Value;

mod alike;
mod claimed;
mod finish;
mod flattened;
mod holder;
mod items;
mod made;
mod members;
mod mirrored;
mod origin;
mod root;
mod schema;
mod skipped;
mod tags;
mod targets;
mod twice;
mod whole;
mod written;

use super::{
    Both, CallsPlan, FieldsPlan, ListPlan, Node, Place, PlanError, SerdeDefault, StepPlan, variants,
};
use crate::{
    steps,
    table::{Fields, How, Mapping, Nest, Side, Step, Through, Type},
};

pub(crate) use holder::Holder;
use items::AsMaps;
pub(super) use members::own_members;
pub(crate) use origin::{Origin, is_copied};
pub(crate) use root::root;
pub(crate) use schema::member_schema;
use tags::touches_metadata;

/// The schemas of a value on both sides, where they are known.
pub(crate) type Sides<'s> = Both<Option<&'s Value>>;

pub(crate) type Result<T> = std::result::Result<T, PlanError>;

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

    /// The schema that a type has by itself.
    fn schema_of(&self, ty: &'static Type) -> Result<Value> {
        crate::schema::of(ty)
            .map(|described| described.schema)
            .map_err(|problems| {
                let texts: Vec<_> = problems.iter().map(ToString::to_string).collect();
                self.error(0, texts.join("; "))
            })
    }

    pub(super) fn error(&self, line: u32, what: impl Into<String>) -> PlanError {
        let line = if line == 0 { self.line } else { line };
        PlanError::new(format!("{}:{line}: {}", self.file, self.name), what.into())
    }
}

/// The plan of a value.
pub(super) fn node(mapping: &'static Mapping, schemas: Sides, at: &At) -> Result<Node> {
    match mapping {
        Mapping::Same => copied(schemas, 0, at).map(|()| Node::Copy),
        Mapping::Fields(map) => fields(map, schemas).map(|plan| Node::Fields(Box::new(plan))),
        Mapping::Variants(map) => {
            variants::compile(map, schemas).map(|plan| Node::Variants(Box::new(plan)))
        }
        Mapping::Inner(inner) => nest(inner, schemas, at),
        Mapping::Calls(calls) => {
            let filled = |schema: Option<&Value>| {
                let place = schema.map(|schema| Place::new(Vec::new(), Some(schema)));
                place.filter(|place| place.has_default_within)
            };
            Ok(Node::Calls(Box::new(CallsPlan {
                calls: *calls,
                filled: Both::by(|side| filled(*schemas.of(side))),
            })))
        }
    }
}

/// Refuses to copy what says something else on the other side, where it would be pruned.
fn copied(schemas: Sides, line: u32, at: &At) -> Result<()> {
    let Some(difference) = alike::unlike(schemas) else {
        return Ok(());
    };
    Err(at.error(
        line,
        format!("it would be copied, but {difference}; say how the one becomes the other, with functions if nothing else does: `with = function, back = function`"),
    ))
}

/// The plan of a value within containers.
pub(super) fn nest(map: &Nest, schemas: Sides, at: &At) -> Result<Node> {
    let Some((first, through)) = map.through.split_first() else {
        return node(map.mapping, schemas, at);
    };
    let mapping = map.mapping;
    let inner = |schemas| nest(&Nest { through, mapping }, schemas, at);
    match first {
        Through::List => {
            let items = schemas.each(|schema| schema.get("items"));
            let item = inner(items)?;
            if matches!(item, Node::Copy) {
                return Ok(Node::Copy);
            }
            Ok(Node::List(Box::new(ListPlan {
                item,
                keys: Both::by(|side| list_map_keys(*schemas.of(side))),
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

impl<'s> Sides<'s> {
    pub(crate) fn each(self, next: impl Fn(&'s Value) -> Option<&'s Value>) -> Self {
        Self::by(|side| self.of(side).and_then(&next))
    }

    /// Where one side is deeper by one level.
    pub(crate) fn inside(
        mut self,
        side: Side,
        next: impl Fn(&'s Value) -> Option<&'s Value>,
    ) -> Self {
        let schema = self.of_mut(side);
        *schema = schema.and_then(next);
        self
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
    let holders = Both::of_types(map);
    object(map.steps, &holders, schemas, At::of(map))
}

/// One step of a struct by itself, for Rust values: its schemas are those of the types.
pub(crate) fn step(map: &'static Fields, index: usize) -> Result<StepPlan> {
    let at = At::of(map);
    let Some(table) = map.steps.get(index) else {
        return Err(at.error(0, format!("there is no step {index}")));
    };
    let (spoke, hub) = (at.schema_of(map.spoke)?, at.schema_of(map.hub)?);
    let schemas = Both {
        spoke: Some(&spoke),
        hub: Some(&hub),
    };
    let holders = Both::of_types(map);
    let builder = Builder::new(schemas, at.clone());
    let maps = AsMaps::of(
        &builder,
        std::slice::from_ref(table),
        &holders,
        &Both::default(),
    )?;
    let mut builder = builder.seen(&maps);
    builder.step(table, &holders, &Both::default())?;
    builder.note_required();
    let step = builder.plan.steps.pop();
    step.ok_or_else(|| at.error(table.line, "the step does nothing by itself"))
}

/// The plan of an object: a struct, or the content of a struct variant.
pub(super) fn object(
    steps: &'static [Step],
    holders: &Both<Holder>,
    schemas: Sides,
    at: At,
) -> Result<FieldsPlan> {
    let prefix = Both::default();
    let builder = Builder::new(schemas, at);
    let maps = AsMaps::of(&builder, steps, holders, &prefix)?;
    let mut builder = builder.seen(&maps);
    builder.steps(steps, holders, &prefix)?;
    builder.rest_of_items(&maps.lists);
    builder.finish(false)
}

/// Where a spot leads.
#[derive(Default)]
struct Target<'s> {
    path: Vec<String>,
    schema: Option<&'s Value>,
    /// The schema of the object that it is a member of.
    parent: Option<&'s Value>,
    ty: Option<&'static Type>,
    /// A flattened field: its members stand in the object at `path`.
    flat: bool,
    metadata: Option<Place>,
    /// Whether serde reads no object without it. Of a variant's members the schema does not say it.
    must: bool,
    /// What serde reads where a member on the way is the first that is absent: the last one last.
    serde_defaults: Vec<Option<SerdeDefault>>,
    /// Whether serde leaves some value out when it writes.
    skips: bool,
    /// The flattened fields that it is within, and the objects among whose members theirs stand.
    flat_ones: Vec<(Vec<String>, &'static Type)>,
}

impl Target<'_> {
    /// Whether a value must stand there, and none does by itself.
    fn wants(&self) -> bool {
        let place = Place::new(self.path.clone(), self.schema).within(self.parent);
        place.wants() || self.must && !place.has_default
    }
}

struct Builder<'s> {
    plan: FieldsPlan,
    schemas: Sides<'s>,
    /// The steps of labels and annotations that the root took over, by where they were and what they are about.
    hoisted: Vec<Vec<String>>,
    flat: Vec<made::Flat>,
    /// What serde reads where a member that leads to the places of steps is the first that is absent.
    around: Both<Vec<Option<SerdeDefault>>>,
    at: At,
}

impl<'s> Builder<'s> {
    fn new(schemas: Sides<'s>, at: At) -> Self {
        Self {
            plan: FieldsPlan::default(),
            schemas,
            hoisted: Vec::new(),
            flat: Vec::new(),
            around: Both::default(),
            at,
        }
    }

    /// A builder that sees these lists as maps.
    fn seen<'m>(self, maps: &'m AsMaps) -> Builder<'m>
    where
        's: 'm,
    {
        let mut builder = Builder::new(maps.schemas(self.schemas), self.at);
        builder.plan.lists = maps.lists.clone();
        builder
    }

    /// Adds the steps of a struct whose places stand under a prefix.
    fn steps(
        &mut self,
        steps: &'static [Step],
        holders: &Both<Holder>,
        prefix: &Both<Vec<String>>,
    ) -> Result<()> {
        for step in steps {
            // What is in no version is made for values of Rust alone.
            if holders.hub.skips(step) {
                continue;
            }
            if touches_metadata(step) {
                self.leave_tag(step, holders, prefix)?;
            } else {
                self.step(step, holders, prefix)?;
            }
        }
        Ok(())
    }

    fn step(
        &mut self,
        step: &'static Step,
        holders: &Both<Holder>,
        prefix: &Both<Vec<String>>,
    ) -> Result<()> {
        let mut targets = Both {
            spoke: self.targets(step, Side::Spoke, holders, prefix)?,
            hub: self.targets(step, Side::Hub, holders, prefix)?,
        };
        for side in [Side::Spoke, Side::Hub] {
            for (path, ty) in targets.of(side).iter().flat_map(|target| &target.flat_ones) {
                self.note_flat(side, path, ty)?;
            }
        }
        if matches!(step.how, How::Elsewhere) {
            return self.leave(step, &targets);
        }
        if targets.spoke.iter().chain(&targets.hub).any(|t| t.flat) {
            return self.flattened(step, &targets);
        }
        let origin = Origin {
            builder: self,
            line: step.line,
            targets: &targets,
        };
        let how = steps::compile(&step.how, &origin)?;
        let mut places: Both<Vec<Place>> = Both::default();
        for side in [Side::Spoke, Side::Hub] {
            let targets = std::mem::take(targets.of_mut(side));
            *places.of_mut(side) = targets
                .into_iter()
                .map(|target| {
                    let place = target.metadata.unwrap_or_else(|| {
                        Place::new(target.path, target.schema).within(target.parent)
                    });
                    place
                        .of_type(target.ty)
                        .read_by_serde_as(target.serde_defaults)
                        .skipped(target.skips)
                        .read(target.must)
                })
                .collect();
        }
        drop_on_one_side(&mut places);
        let mut plan = StepPlan::new(places, how, Some(step));
        plan.or = Both {
            spoke: step.down_or,
            hub: step.up_or,
        };
        if let Some(refused) = written::refused(&plan) {
            return Err(self.at.error(step.line, refused));
        }
        self.plan.steps.push(plan);
        Ok(())
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
