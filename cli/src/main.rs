//! The `wheelwright` command.
fn main() {}
