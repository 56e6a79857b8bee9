#![doc = include_str!("../docs/webhook.md")]

pub mod admission {
    #![doc = include_str!("../docs/admission.md")]

    #[doc(inline)]
    pub use wheelwright_webhook::admission::*;
}
pub mod deploy {
    #![doc = include_str!("../docs/deploy.md")]

    #[doc(inline)]
    pub use wheelwright_deploy::*;
}
pub mod tls {
    #![doc = include_str!("../docs/certificates.md")]

    #[doc(inline)]
    pub use wheelwright_webhook::tls::*;
}

#[doc(inline)]
pub use wheelwright_webhook::{
    Answer, Deadlines, DeprecatedWrite, Failure, Kind, Limits, NotServed, RequestSpan, Running,
    Seen, Served, Server, ServerError, Shutdown,
};
