//! The HTTPS server for conversion and admission, in feature `webhook`.

pub mod admission;
mod answer;
pub mod tls;

pub use answer::{Answer, Failure, Seen};
