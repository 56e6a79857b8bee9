//! The pizza restaurant.
fn main() {}
