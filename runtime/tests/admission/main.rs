//! Admission: reviews in, answers out.

mod handlers;
mod kitchen;
mod laws;
mod patches;
mod pizza;
#[path = "../resource/random.rs"]
mod random;
mod restaurant;
mod review;
mod shapes;
