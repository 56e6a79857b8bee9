#![doc = include_str!("../../docs/webhook.md")]

pub mod admission;
mod answer;
pub mod deploy;
mod server;
pub mod tls;

pub use answer::{Answer, Failure, Seen};
#[doc(hidden)]
pub use server::Admit;
pub use server::{
    Deadlines, Limits, RequestSpan, Running, Served, ServedWheel, Server, ServerError, Shutdown,
};
