//! The versions of a kind beside its hub.

use serde_json::Value;

use crate::{resource::CustomResource, table::Root};

/// How an object of a version is read by its Rust type.
#[derive(Clone, Copy, Debug)]
pub struct Reader {
    /// The version.
    pub version: &'static str,
    /// What serde says of an object that it cannot read.
    pub read: fn(&Value) -> Result<(), String>,
}

impl Reader {
    /// That of a root struct.
    #[must_use]
    pub const fn of<R: CustomResource>() -> Self {
        Self {
            version: R::ROOT.version,
            read: |object| match R::deserialize(object) {
                Ok(_) => Ok(()),
                Err(error) => Err(error.to_string()),
            },
        }
    }
}

/// The spokes of a wheel, a nested tuple: `(A, (B, ()))`.
pub trait Spokes: sealed::Sealed {
    /// Appends their tables, in order.
    #[doc(hidden)]
    fn append(roots: &mut Vec<&'static Root>);
    /// Appends how their objects are read, in order.
    #[doc(hidden)]
    fn append_readers(readers: &mut Vec<Reader>);
}

impl Spokes for () {
    fn append(_: &mut Vec<&'static Root>) {}
    fn append_readers(_: &mut Vec<Reader>) {}
}

impl<First: CustomResource, Rest: Spokes> Spokes for (First, Rest) {
    fn append(roots: &mut Vec<&'static Root>) {
        roots.push(First::ROOT);
        Rest::append(roots);
    }

    fn append_readers(readers: &mut Vec<Reader>) {
        readers.push(Reader::of::<First>());
        Rest::append_readers(readers);
    }
}

mod sealed {
    pub trait Sealed {}
    impl Sealed for () {}
    impl<First, Rest> Sealed for (First, Rest) {}
}
