//! The versions of a kind beside its hub.

use crate::{reader::Reader, resource::CustomResource, table::Root};

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
