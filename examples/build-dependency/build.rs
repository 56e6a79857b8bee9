//! Writes the CRD of the API crate into `OUT_DIR`. A CRD that an API server would refuse fails the build.

use wheelwright::emit::{Emit, EmitError};

fn main() -> Result<(), EmitError> {
    Emit::into_out_dir()
        .file("gadgets.yaml", gadget_api::Gadgets::manifest())
        .run()
}
