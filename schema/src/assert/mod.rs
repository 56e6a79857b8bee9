//! What only the tables of several types can tell, checked while the user's crate compiles.
//!
//! Each function is called in a `const` beside the table it is about and fails the build at its caller. It follows one
//! path or looks at one level, so that it stays cheap, and lets pass what a `const` cannot know: `check()` decides that.

mod amount;
mod bound;
mod fit;
mod held;
mod hub;
mod limits;
mod message;
mod path;
mod presence;
mod rule;
mod trail;
mod value;
mod walk;
mod wheel;

pub use amount::{amount, ordered};
pub use bound::{array_len, bound};
pub use fit::{
    column, embedded, format, int_or_string, integer, list, map, number, object, scalar, structure,
    text,
};
pub use held::{items, list_map_key, map_key, set, values};
pub use hub::{
    hub_conversion, hub_kind, hub_pairs, hub_scope, hub_text, hub_texts, hub_with_status,
    hub_without_status,
};
pub use message::{Message, same};
pub use path::{
    ITEMS, column_path, column_type, no_spec, scale_selector, scale_spec, scale_status, selectable,
};
pub use presence::{
    can_be_unset, flattened, left_out, nested_default, nullable, optional, reads_unknown,
    same_presence, tagged,
};
pub use rule::{correlated, rule_path, seen};
pub use value::{default, enum_values};
pub use wheel::wheel;
