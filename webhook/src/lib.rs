//! The HTTPS server for everything that the author of a CRD must serve.
//!
//! The room of Wheelwright that speaks HTTP and TLS. Its doors are [`Server`] for programs, [`admission::Hooks`] for servers of
//! another make, and [`tls::CertificateSource`] for where certificates come from. A part of `wheelwright`, which is what to
//! depend on.

pub mod admission;
mod answer;
mod kind;
mod server;
pub mod tls;

pub use answer::{Answer, DeprecatedWrite, Failure, Seen};
pub use kind::{Kind, NotServed, Served};
pub use server::{Deadlines, Limits, RequestSpan, Running, Server, ServerError, Shutdown};

use wheelwright_convert as convert;
use wheelwright_schema::{CustomResource, admit, manifest};
use wheelwright_table as table;
