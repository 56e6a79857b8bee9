//! Admission: reviews in, answers out.

mod handlers;
mod pizza;
mod restaurant;
mod review;
mod shapes;
