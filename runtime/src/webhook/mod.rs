#![doc = include_str!("../../docs/webhook.md")]

pub mod admission;
mod answer;
pub mod deploy;
mod kind;
mod server;
pub mod tls;

pub use answer::{Answer, Failure, Seen};
pub use kind::{Kind, NotServed, Served};
pub use server::{Deadlines, Limits, RequestSpan, Running, Server, ServerError, Shutdown};
