//! Admission: reviews in, answers out.

mod pizza;
mod restaurant;
mod review;
