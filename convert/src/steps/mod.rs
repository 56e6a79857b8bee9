//! What is known of each kind of step: one file each.

mod calls;
mod coerced;
mod counted;
mod delimited;
mod duration;
mod factor;
mod flattened;
mod format;
mod gathered;
mod keyed;
mod keys;
mod kind;
mod nested;
mod only;
mod quantity;
mod schema;
mod values;
mod wrap_list;
mod wrap_object;

use super::{
    ConversionError,
    explain::listed,
    json::{Json, Kind, Members, get},
    memoryless::{self, Mode, Segment, Values},
    narrowed::{Narrowed, narrowed, of_type},
    plan::{Both, Compiled, Direction, Elsewhere, Node, Origin, Place, StepPlan, member_schema},
    relation::{Pair, Walk, below, seen},
    unfit::known,
};
use crate::table::{How, Nest, Side, Unmapped};
use kind::{Pass, Written};

pub(crate) use flattened::Flattened;
pub(crate) use kind::{Inward, OneWay, StepKind};
pub(crate) use nested::Nested;
pub(crate) use only::Only;
pub(crate) use schema::is_required;

/// The kind of a step, of what the table says of it: the only place that names all.
pub(crate) fn compile(how: &'static How, of: &Origin) -> Compiled<Box<dyn StepKind>> {
    Ok(match *how {
        How::Nest(ref nest) => Box::new(Nested(of.nest(nest, of.schemas())?)),
        How::Each(how) => Box::new(Nested(of.each(how)?)),
        How::Only(run) => Box::new(Only(run)),
        // A value that must be there and that nobody has said is what it is in Rust.
        How::Default(run) => Box::new(Only(of.wants().then_some(run))),
        How::Elsewhere => Box::new(Only(None)),
        How::WrapList { list, ref nest } => Box::new(wrap_list::WrapList::compile(list, nest, of)?),
        How::WrapObject {
            object,
            member,
            ref nest,
        } => Box::new(wrap_object::WrapObject::compile(object, member, nest, of)?),
        How::Counted {
            counts,
            item,
            count,
            any_order,
            ref nest,
        } => {
            let names = [item, count];
            let counted = counted::Counted::compile(counts, names, any_order, nest, of)?;
            Box::new(counted)
        }
        How::Format {
            text,
            literals,
            parts,
            empty,
        } => Box::new(format::Format {
            text,
            literals,
            parts,
            empty,
        }),
        How::Delimited { text, by } => Box::new(delimited::Delimited::compile(text, by, of)?),
        How::Keyed {
            map,
            key,
            value,
            ref nest,
        } => Box::new(keyed::Keyed::compile(map, [key, value], nest, of)?),
        How::Gathered { map, keys } => Box::new(gathered::Gathered::compile(map, keys, of)?),
        How::Keys { pairs, ref nest } => Box::new(keys::Keys::compile(pairs, nest, of)?),
        How::Values(rows) => Box::new(values::Table::compile(rows, of)?),
        How::Coerced => Box::new(coerced::Coerced::compile(of)?),
        How::Factor {
            numerator,
            denominator,
        } => Box::new(factor::Factor::compile(numerator, denominator, of)?),
        How::Duration { text, unit } => Box::new(duration::Duration::compile(text, unit, of)?),
        How::Quantity { text, unit } => Box::new(quantity::Quantity::compile(text, unit, of)?),
        How::Calls(calls) => Box::new(calls),
    })
}

/// A list and an object of no values.
const LIST: Json = Json::Array(Vec::new());
const OBJECT: Json = Json::Object(Vec::new());

/// The value of a place, or none.
type One<'a> = Option<Json<'a>>;
type Result<T> = std::result::Result<T, Stop>;

/// Why a step yields no values.
#[derive(Debug)]
pub(crate) enum Stop {
    /// The input is not complete, or is no value of the type.
    Partial,
    /// A value has no counterpart; the path begins within the step's first place.
    Refused(ConversionError),
}

impl Stop {
    /// The failure as it is seen from what the value is a part of.
    fn seen_from(self, outer: impl FnOnce(ConversionError) -> ConversionError) -> Self {
        match self {
            Self::Partial => self,
            Self::Refused(error) => Self::Refused(outer(error)),
        }
    }
}

impl From<Unmapped> for Stop {
    fn from(unmapped: Unmapped) -> Self {
        match unmapped {
            Unmapped::Partial(_) => Self::Partial,
            Unmapped::Refused(reason) => Self::Refused(ConversionError::new(reason)),
            Unmapped::Panicked(reason) => Self::Refused(ConversionError::panicked(reason)),
        }
    }
}

/// A number, or the last within the type of its place, unless something stands in: whoever wrote it keeps nobody from
/// reading the object.
fn last_within<'a>(output: Json<'a>, pass: Pass) -> Json<'a> {
    let stands_in = pass.way.step.or.of(pass.way.to()).is_some();
    let range = pass.way.target().and_then(|place| place.integer);
    match (range, output.as_i64().map(i128::from)) {
        (Some(range), Some(number)) if !(range.min..=range.max).contains(&number) && !stands_in => {
            Json::display(number.clamp(range.min, range.max))
        }
        _ => output,
    }
}

fn first<'i, 'a>(inputs: &'i [Option<Json<'a>>]) -> Option<&'i Json<'a>> {
    inputs.first().and_then(Option::as_ref)
}

/// The list, map or text of no values: an empty one where one must stand and nothing else stands in.
fn holding_nothing<'a>(empty: One<'a>, pass: Pass) -> One<'a> {
    let place = pass.way.target()?;
    let stands_in = pass.way.step.or.of(pass.way.to()).is_some();
    let is_wanted = pass.mode.complete && place.is_required && !stands_in;
    empty.filter(|empty| is_wanted && place.takes(empty))
}

/// A nested value, of which nothing is kept apart.
fn nested<'a>(node: &'a Node, json: &Json<'a>, mode: Mode) -> Result<Json<'a>> {
    if matches!(node, Node::Copy) {
        return Ok(json.clone());
    }
    let mode = mode.strict();
    if matches!(node, Node::Value(_) | Node::Calls(_)) {
        let output = memoryless::whole(node, json, mode).map_err(Stop::Refused)?;
        return output.ok_or(Stop::Partial);
    }
    if memoryless::is_part(node, json, mode.direction) {
        return Err(Stop::Partial);
    }
    memoryless::value(node, json, mode).map_err(Stop::Refused)
}

/// A value that is not of the kind that its schema says.
const fn unlike<T>() -> Result<T> {
    Err(Stop::Partial)
}

fn refused<T>(reason: impl Into<String>) -> Result<T> {
    Err(Stop::Refused(ConversionError::new(reason)))
}
