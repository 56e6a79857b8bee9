//! The types keep their promises, and all that is generated from them is what it should be.

use greetings::{
    Greetings,
    controller::config_map,
    installation::{IMAGE, installation},
    v1::{Greeting, GreetingSpec},
};

/// What a client wrote at one version comes back from every other, over thousands of generated objects.
#[test]
fn conversion_loses_nothing() {
    Greetings::assert_laws();
}

/// `cargo run -- crd > crd.yaml` writes it anew.
#[test]
fn the_committed_crd_is_that_of_the_types() {
    wheelwright::assert_manifest!(Greetings, "crd.yaml");
}

#[test]
fn samples_are_what_they_show() {
    wheelwright::assert_samples!(Greetings, "samples");
}

#[test]
fn a_server_would_take_all_that_is_installed() {
    let installation = installation(IMAGE).expect("handlers of the wheel");
    installation.check().unwrap();
}

#[test]
fn a_config_map_says_it() {
    let spec = GreetingSpec {
        text: "hello".into(),
        copies: 2,
        loud: true,
    };
    let map = config_map(&Greeting::new("first", spec));
    assert_eq!(map.metadata.name.as_deref(), Some("first-greeting"));
    assert_eq!(map.data.unwrap()["text"], "HELLO\nHELLO\n");
}
