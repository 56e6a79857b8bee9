//! The webhook server over real connections: what it answers, and what it survives.

mod client;
mod restaurant;
mod reviews;
