//! Steps whose sides are not of the kinds that they take.

use super::{Builder, Result, Sides, alike::other_than};
use crate::table::{How, Side};

impl Builder<'_> {
    /// Refuses a step whose sides are not as it takes them, as every value would be left out.
    pub(super) fn sides(&self, how: &How, line: u32, schemas: Sides) -> Result<()> {
        const REVERSED: &str = "; if the sides are the other way round, write `reversed`";
        let (side, here, there, hint) = match *how {
            How::WrapList { list, .. } => (list, "a list", "", ""),
            How::Delimited { text, .. } => (text, "a text", "a list", REVERSED),
            How::Keyed { map, .. } => (map, "a map", "a list", REVERSED),
            How::Gathered { map, .. } => (map, "a map", "", ""),
            How::Duration { text, .. } | How::Quantity { text, .. } => {
                (text, "a text", "a number", REVERSED)
            }
            How::Factor { .. } => (Side::Spoke, "a number", "a number", ""),
            // Of a map whose keys are an enum, the schema is that of an object.
            How::Keys { .. } => {
                let is_other = |side: &Side| other_than(*schemas.of(*side), "an object").is_some();
                match [Side::Spoke, Side::Hub].into_iter().find(is_other) {
                    Some(side) => (side, "a map", "", ""),
                    None => return Ok(()),
                }
            }
            How::Coerced => {
                let is = |side, what| other_than(*schemas.of(side), what).is_none();
                let both = |what| is(Side::Spoke, what) && is(Side::Hub, what);
                if ["a text", "a number", "a boolean"].into_iter().any(both) {
                    return Ok(());
                }
                let text = if is(Side::Hub, "a text") {
                    Side::Hub
                } else {
                    Side::Spoke
                };
                let scalar = if is(text.other(), "a boolean") {
                    "a boolean"
                } else {
                    "a number"
                };
                (text, "a text", scalar, "")
            }
            _ => return Ok(()),
        };
        let wrong = [(side, here), (side.other(), there)]
            .into_iter()
            .filter(|(_, wanted)| !wanted.is_empty())
            .find_map(|(side, wanted)| other_than(*schemas.of(side), wanted));
        match wrong {
            None => Ok(()),
            Some(what) => Err(self.at.error(line, format!("{what}{hint}"))),
        }
    }
}
