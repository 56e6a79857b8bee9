//! What only the tables of several types can tell, checked while the user's crate compiles.
//!
//! Each function is called in a `const` beside the table it is about and fails the build at its caller. It follows one
//! path or looks at one level, so that it stays cheap, and lets pass what a `const` cannot know: `check()` decides that.

mod message;

pub use message::{Message, same};
