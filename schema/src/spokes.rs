//! The versions of a kind beside its hub.

use crate::{resource::CustomResource, table::Root};

/// The spokes of a wheel, a nested tuple: `(A, (B, ()))`.
pub trait Spokes: sealed::Sealed {
    /// Appends their tables, in order.
    #[doc(hidden)]
    fn append(roots: &mut Vec<&'static Root>);
}

impl Spokes for () {
    fn append(_: &mut Vec<&'static Root>) {}
}

impl<First: CustomResource, Rest: Spokes> Spokes for (First, Rest) {
    fn append(roots: &mut Vec<&'static Root>) {
        roots.push(First::ROOT);
        Rest::append(roots);
    }
}

mod sealed {
    pub trait Sealed {}
    impl Sealed for () {}
    impl<First, Rest> Sealed for (First, Rest) {}
}
