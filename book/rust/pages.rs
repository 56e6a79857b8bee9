//! The pages with Rust in them, as documentation that is tested.

/// A module for each page.
macro_rules! pages {
    ($($name:ident = $path:literal;)*) => {
        $(
            #[cfg(doctest)]
            #[allow(rustdoc::invalid_codeblock_attributes, reason = "`file=` is for the test of commands")]
            #[doc = include_str!(concat!("../src/", $path))]
            mod $name {}
        )*
    };
}

pages! {
    cookbook = "cookbook.md";
    designing_versions = "designing-versions.md";
    from_go = "from-go.md";
    from_stackable_versioned = "from-stackable-versioned.md";
    from_kube_derive = "from-kube-derive.md";
}
