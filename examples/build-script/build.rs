//! Writes the CRD of `src/api.rs` into `crds/` whenever the types change. A CRD that an API server would refuse fails
//! the build.

use wheelwright::emit::{Emit, EmitError};

#[path = "src/api.rs"]
#[expect(
    unreachable_pub,
    reason = "the module is public in the library, and a build script has no users"
)]
mod api;

fn main() -> Result<(), EmitError> {
    Emit::into_folder("crds")
        .manifest(api::Widgets::manifest())
        .run()
}
