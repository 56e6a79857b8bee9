use super::like;
use crate::table::Text;

macro_rules! hyphenated {
    () => {
        "[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}"
    };
}

/// The format `uuid` would let hyphens stand in some places and not in others.
pub(in crate::schema) const UUID: Text = like(concat!("^", hyphenated!(), "$"));
pub(in crate::schema) const UUID_SIMPLE: Text = like("^[0-9a-fA-F]{32}$");
pub(in crate::schema) const UUID_BRACED: Text = like(concat!(r"^\{", hyphenated!(), r"\}$"));
pub(in crate::schema) const UUID_URN: Text = like(concat!("^urn:uuid:", hyphenated!(), "$"));

/// Standard alphabet, padded, no bits left over. Not the format `byte`, which refuses the empty string.
pub(in crate::schema) const BASE64: Text =
    like("^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/][AQgw]==|[A-Za-z0-9+/]{2}[AEIMQUYcgkosw048]=)?$");

/// A number, perhaps with a decimal or binary suffix or an exponent.
pub(in crate::schema) const QUANTITY: Text = like(concat!(
    r"^(\+|-)?(([0-9]+(\.[0-9]*)?)|(\.[0-9]+))",
    r"(([KMGTPE]i)|[numkMGTPE]|([eE](\+|-)?(([0-9]+(\.[0-9]*)?)|(\.[0-9]+))))?$"
));
