//! Untagged enums: serde reads the first variant that fits.

use quote::ToTokens as _;

use crate::diag::Errors;
use crate::expand::written::is_option;
use crate::model::{Content, Enum, Field, Tagging, Variant};

/// No variant is read as an earlier one, as far as names and written types tell.
pub(super) fn variants(shape: &Enum<'_>, errors: &Errors) {
    // With unknown fields denied, an earlier variant does not take a later one's.
    if shape.deny_unknown.is_some() {
        return;
    }
    let is_untagged =
        |variant: &&Variant<'_>| variant.untagged || matches!(shape.tagging, Tagging::Untagged);
    let untagged: Vec<_> = shape.variants.iter().filter(is_untagged).collect();
    for (i, written) in untagged.iter().enumerate() {
        let reader = untagged[..i]
            .iter()
            .find_map(|reader| Some((reader, lost(reader, written)?)));
        if let Some((reader, lost)) = reader {
            errors.at(
                written.span,
                format_args!(
                    "serde reads `{}` as `{}`, which comes first and takes any object with its fields, and loses \
                     `{lost}`; write `{0}` first, or `#[serde(deny_unknown_fields)]` on the enum",
                    written.ident, reader.ident
                ),
            );
        }
    }
}

/// The first field that is lost when the one variant is read as the other; nothing where it may not be.
fn lost<'v>(reader: &Variant<'_>, written: &'v Variant<'_>) -> Option<&'v str> {
    let (Content::Struct(reads), Content::Struct(writes)) = (&reader.content, &written.content)
    else {
        return None;
    };
    if reader.broken || written.broken || reads.iter().chain(writes).any(is_flattened) {
        return None;
    }
    let taken =
        reads.iter().all(
            |read| match writes.iter().find(|write| write.wire == read.wire) {
                Some(write) => is_same(read, write),
                None => read.has_default() || may_be_absent(read),
            },
        );
    let kept = |write: &&Field<'_>| reads.iter().any(|read| read.wire == write.wire);
    let lost = writes.iter().find(|write| !kept(write))?;
    taken.then_some(lost.wire.as_str())
}

fn is_flattened(field: &Field<'_>) -> bool {
    field.serde.flatten.key_span().is_some()
}

/// Whether two fields read the same values: their types are written alike, and serde does nothing else with them.
fn is_same(read: &Field<'_>, write: &Field<'_>) -> bool {
    let text = |field: &Field<'_>| field.written.to_token_stream().to_string();
    text(read) == text(write)
        && read.serde.with.deserialize.key_span().is_none()
        && write.serde.with.serialize.key_span().is_none()
}

/// Whether serde reads an object without the field, as an `Option` is written.
fn may_be_absent(field: &Field<'_>) -> bool {
    field.serde.with.deserialize.key_span().is_none() && is_option(field.written)
}
