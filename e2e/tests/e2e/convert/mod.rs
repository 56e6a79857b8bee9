//! Kinds of several versions, converted by a webhook of ours that a real server calls.

mod apply;
mod defaults;
mod failing;
mod flip;
mod gate;
mod lists;
mod migrate;
mod pizza;
mod rehearse;
mod samples;
mod served;
mod site;
mod sparse;
mod status;
mod watch;
mod writes;

/// Conversion by itself, which the other tests take for granted.
#[test]
fn the_kinds_of_these_tests_obey_the_laws() {
    pizza::Pizzas::assert_laws();
    gate::Gates::assert_laws();
    site::Sites::assert_laws();
}
