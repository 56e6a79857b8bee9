#![doc = include_str!("../docs/crate.md")]

pub mod convert {
    #![doc = include_str!("../docs/conversion.md")]

    #[cfg(feature = "kube")]
    #[doc(inline)]
    pub use wheelwright_convert::answer_review;
    #[doc(inline)]
    pub use wheelwright_convert::{
        ConversionError, Conversions, Converter, Law, Laws, Loss, MAX_BODY, MAX_OBJECT,
        MappedSpokes, Narrowing, NotReview, Plan, PlanError, Refusal, RefusedField, Report, Row,
        SpokeOf, SpokePlan, SpokeRoot, Violation, Way, answer, answer_reporting,
    };
    #[cfg(feature = "documents")]
    #[doc(inline)]
    pub use wheelwright_convert::{DocumentError, DocumentErrors, documents};
}
pub mod manifest {
    #![doc = include_str!("../docs/manifest.md")]

    #[doc(inline)]
    pub use wheelwright_schema::manifest::*;
}
#[doc(hidden)]
pub mod private;
pub mod rule {
    #![doc = include_str!("../docs/rule.md")]

    #[doc(inline)]
    pub use wheelwright_schema::rule::*;
}
pub mod schema {
    #![doc = include_str!("../docs/law.md")]

    #[doc(inline)]
    pub use wheelwright_schema::schema::*;
}
#[cfg(any(feature = "webhook", feature = "webhook-aws-lc-rs"))]
pub mod webhook;
mod wheel;
#[cfg(feature = "docs")]
pub mod docs {
    #![doc = include_str!("../docs/docs.md")]

    #[doc(inline)]
    pub use wheelwright_docs::{
        Documents, File, Form, MAX_FIELDS, Mapping, Mappings, NotDocumented, Row,
    };

    pub use crate::wheel::NoDocuments;
}
#[cfg(feature = "install")]
#[doc(inline)]
pub use wheelwright_install::{self as install, install};
#[cfg(feature = "migration")]
#[doc(inline)]
pub use wheelwright_migration as migration;
#[cfg(feature = "rehearsal")]
#[doc(inline)]
pub use wheelwright_rehearsal as rehearsal;
#[cfg(feature = "release")]
#[doc(inline)]
pub use wheelwright_release::{self as release, assert_release};
#[cfg(feature = "samples")]
#[doc(inline)]
pub use wheelwright_samples::{self as samples, assert_samples};
#[doc(inline)]
pub use wheelwright_schema::{
    CustomResource, ObjectMeta, Schema, Spokes, admit, assert_manifest, check, emit, generate,
};
#[doc(hidden)]
pub use wheelwright_table as table;
#[doc(inline)]
pub use wheelwright_yaml::write as yaml;

#[cfg(all(
    feature = "webhook-managed",
    not(any(feature = "webhook", feature = "webhook-aws-lc-rs"))
))]
compile_error!(
    "the feature `webhook-managed` makes certificates for a server: turn on `webhook`, for cryptography by ring, or \
     `webhook-aws-lc-rs`, too"
);

pub use convert::{ConversionError, SpokeOf, SpokeRoot};
pub use wheel::Wheel;
#[doc = include_str!("../docs/custom_resource.md")]
#[doc(inline)]
pub use wheelwright_derive::CustomResource;
#[doc = include_str!("../docs/schema.md")]
#[doc(inline)]
pub use wheelwright_derive::Schema;
#[doc = include_str!("../docs/spoke.md")]
#[doc(inline)]
pub use wheelwright_derive::Spoke;

// Under the name that the derives of this release, and they alone, expand to.
wheelwright_derive::__private!(private);

#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
struct Readme;
