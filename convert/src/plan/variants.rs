//! Enums.

use std::borrow::Cow;

use serde_json::Value;

use super::{
    Both, FieldsPlan, Node, Place, PlanError, StepPlan,
    compile::{At, Holder, Sides, member_schema, nest, object, own_members},
    member::enum_of,
};
use crate::table::{
    Content, Enum, Mapping, Nest, Run, Side, Tagging, Type, Variant, VariantContent, Variants,
};

/// An enum whose variants map.
#[derive(Debug)]
pub(crate) struct VariantsPlan {
    pub(crate) enums: Both<EnumSide>,
    /// Where members of one variant have defaults, the API server sets them whatever variant it is.
    pub(crate) filled: Both<Option<Box<Place>>>,
    /// Where a value of it stands, if one may stand in for a variant.
    pub(crate) places: Both<Option<Box<Place>>>,
    pub(crate) cases: Vec<Case>,
}

/// One side's enum.
#[derive(Debug, Default)]
pub(crate) struct EnumSide(pub(crate) Option<&'static Enum>);

/// Variants that correspond.
#[derive(Debug)]
pub(crate) struct Case {
    /// The variant of each side.
    pub(crate) variants: Both<Option<&'static Variant>>,
    pub(crate) content: CaseContent,
    pub(crate) stand_in: Option<Run>,
}

/// What becomes of what they hold.
#[derive(Debug)]
pub(crate) enum CaseContent {
    Unit,
    Newtype(Node),
    Fields(Box<FieldsPlan>),
}

const UNTAGGED: &str = "nothing in JSON tells an untagged variant from others, so it can only be the same in both versions; \
    map the whole type: `#[spoke(with = function, back = function)]`";

impl Case {
    fn is_untagged(&self) -> bool {
        let sides = [self.variants.spoke, self.variants.hub];
        sides.into_iter().flatten().any(|variant| variant.untagged)
    }

    /// The content is whole without the tag that stands among its members.
    fn leave_out_tags(&mut self, enums: &Both<&Enum>) {
        let (CaseContent::Fields(plan) | CaseContent::Newtype(Node::Fields(plan))) =
            &mut self.content
        else {
            return;
        };
        for side in [Side::Spoke, Side::Hub] {
            if let Tagging::Internal(tag) = enums.of(side).tagging {
                let complete = &mut plan.sides.of_mut(side).complete;
                complete.retain(|member| member != tag);
            }
        }
    }

    /// Whether a value of it is the same on both sides.
    fn is_copied(&self) -> bool {
        let (Some(spoke), Some(hub)) = (self.variants.spoke, self.variants.hub) else {
            return false;
        };
        let is_copied = match &self.content {
            CaseContent::Newtype(node) => matches!(node, Node::Copy),
            CaseContent::Fields(plan) => plan.steps.iter().all(StepPlan::is_copy),
            CaseContent::Unit => false,
        };
        spoke.untagged && hub.untagged && is_copied
    }
}

pub(super) fn compile(map: &'static Variants, schemas: Sides) -> Result<VariantsPlan, PlanError> {
    let at = At::new(map.place.file, map.place.line, map.spoke.name);
    let not_enum = || {
        at.error(
            0,
            "an enum maps to an enum; give functions for the whole type",
        )
    };
    let spoke = enum_of(map.spoke).ok_or_else(not_enum)?;
    let hub = enum_of(map.hub).ok_or_else(not_enum)?;
    for side in [spoke, hub] {
        if matches!(side.tagging, Tagging::Untagged) {
            return Err(at.error(0, UNTAGGED));
        }
    }
    let cases: Vec<Case> = map
        .variants
        .iter()
        .map(|step| {
            let find = |enumeration: &'static Enum, name: &str| {
                if name.is_empty() {
                    return Ok(None);
                }
                enumeration
                    .variants
                    .iter()
                    .find(|variant| variant.ident == name)
                    .map(Some)
                    .ok_or_else(|| at.error(step.line, format!("there is no variant `{name}`")))
            };
            let variants = Both {
                spoke: find(spoke, step.spoke)?,
                hub: find(hub, step.hub)?,
            };
            let contents = Both {
                spoke: content_schema(spoke, variants.spoke, schemas.spoke),
                hub: content_schema(hub, variants.hub, schemas.hub),
            };
            let schemas = Both::by(|side| contents.of(side).as_deref());
            let content = match &step.content {
                VariantContent::Unit => CaseContent::Unit,
                VariantContent::Newtype(map) => {
                    let beside = [(spoke, variants.spoke), (hub, variants.hub)];
                    let ty = beside
                        .into_iter()
                        .find_map(|(of, variant)| flat_content(of, variant?));
                    CaseContent::Newtype(match (ty, map) {
                        (
                            Some(ty),
                            Nest {
                                through: [],
                                mapping: Mapping::Same,
                            },
                        ) => own_members(ty, schemas, &at)?,
                        _ => nest(map, schemas, &at)?,
                    })
                }
                VariantContent::Fields(steps) => {
                    let holder = |side: Side| {
                        let content = variants.of(side).map_or(&Content::Unit, |v| &v.content);
                        Holder::of(content)
                    };
                    let plan = object(steps, &Both::by(holder), schemas, at.clone())?;
                    CaseContent::Fields(Box::new(plan))
                }
            };
            let mut case = Case {
                variants,
                content,
                stand_in: step.stand_in,
            };
            case.leave_out_tags(&Both { spoke, hub });
            if case.is_untagged() && !case.is_copied() {
                return Err(at.error(step.line, UNTAGGED));
            }
            Ok(case)
        })
        .collect::<Result<_, PlanError>>()?;
    let filled = |of: &Enum, schema: Option<&Value>| {
        let schema = match of.tagging {
            Tagging::Internal(_) => schema,
            Tagging::Adjacent(_, content) => member_schema(schema?, content),
            Tagging::External | Tagging::Untagged => return None,
        };
        Some(Box::new(Place::new(Vec::new(), schema)))
    };
    let has_stand_in = |side: Side| {
        let mut cases = cases.iter();
        cases.any(|case| case.stand_in.is_some() && case.variants.of(side).is_none())
    };
    let place = |side: Side| {
        has_stand_in(side).then(|| Box::new(Place::new(Vec::new(), *schemas.of(side))))
    };
    Ok(VariantsPlan {
        places: Both::by(place),
        filled: Both {
            spoke: filled(spoke, schemas.spoke),
            hub: filled(hub, schemas.hub),
        },
        enums: Both {
            spoke: EnumSide(Some(spoke)),
            hub: EnumSide(Some(hub)),
        },
        cases,
    })
}

/// What a variant holds, if its members stand beside the tag, among those that other variants may have there.
const fn flat_content(enumeration: &Enum, variant: &Variant) -> Option<&'static Type> {
    match (&enumeration.tagging, &variant.content) {
        (Tagging::Internal(_), Content::Newtype(ty)) if !variant.untagged => Some(ty),
        _ => None,
    }
}

/// The schema of what a variant holds, with the members that only this one requires: a choice beside the members says so.
fn content_schema<'s>(
    enumeration: &Enum,
    variant: Option<&Variant>,
    schema: Option<&'s Value>,
) -> Option<Cow<'s, Value>> {
    let variant = variant?;
    let own = match enumeration.tagging {
        _ if variant.untagged => schema,
        Tagging::External => member_schema(schema?, variant.wire),
        // What stands there is of other variants, and so are their defaults.
        _ if matches!(variant.content, Content::Unit) => return None,
        Tagging::Adjacent(_, content) => member_schema(schema?, content),
        Tagging::Internal(_) | Tagging::Untagged => schema,
    };
    let (tag, content) = match enumeration.tagging {
        Tagging::Internal(tag) if !variant.untagged => (tag, None),
        Tagging::Adjacent(tag, content) if !variant.untagged => (tag, Some(content)),
        _ => return own.map(Cow::Borrowed),
    };
    let required = schema.map_or_else(Vec::new, |schema| {
        required_by(schema, tag, variant.wire, content)
    });
    let own = own?;
    if required.is_empty() {
        return Some(Cow::Borrowed(own));
    }
    let mut own = own.clone();
    if let Some(own) = own.as_object_mut() {
        let names = own
            .entry("required")
            .or_insert_with(|| Value::Array(Vec::new()));
        if let Some(names) = names.as_array_mut() {
            for name in required {
                if !names.contains(&name) {
                    names.push(name);
                }
            }
        }
    }
    Some(Cow::Owned(own))
}

/// What the choice requires where the tag is of this variant: in the object, or in its content.
fn required_by(schema: &Value, tag: &str, wire: &str, content: Option<&str>) -> Vec<Value> {
    let list = |schema: &Value, keyword: &str| -> Vec<Value> {
        let items = schema.get(keyword).and_then(Value::as_array);
        items.cloned().unwrap_or_default()
    };
    let mut choices = list(schema, "oneOf");
    choices.extend(list(schema, "anyOf"));
    for part in list(schema, "allOf") {
        choices.extend(list(&part, "oneOf"));
        choices.extend(list(&part, "anyOf"));
    }
    let is_it = |choice: &&Value| {
        let tags = choice["properties"][tag]["enum"].as_array();
        tags.is_some_and(|tags| matches!(&tags[..], [only] if only == wire))
    };
    let choice = choices.iter().find(is_it);
    choice.map_or_else(Vec::new, |choice| match content {
        Some(content) => list(&choice["properties"][content], "required"),
        None => list(choice, "required"),
    })
}
