//! What only the tables of several types can tell, checked while the user's crate compiles.
//!
//! Each function is called in a `const` beside the table it is about and fails the build at its caller. It follows one
//! path or looks at one level, so that it stays cheap, and lets pass what a `const` cannot know: `check()` decides that.

mod hub;
mod message;
mod path;
mod walk;
mod wheel;

pub use hub::{
    hub_conversion, hub_kind, hub_pairs, hub_scope, hub_text, hub_texts, hub_with_status,
    hub_without_status,
};
pub use message::{Message, same};
pub use path::{
    ITEMS, column_path, column_type, no_spec, scale_selector, scale_spec, scale_status, selectable,
};
pub use wheel::wheel;
