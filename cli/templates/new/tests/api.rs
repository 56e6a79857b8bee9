//! The types keep their promises, and all that is generated from them is what it should be.

use {{crate}}::{
    {{wheel}},
    controller::config_map,
    installation::{IMAGE, installation},
    v1::{{{kind}}, {{kind}}Spec},
};

/// What a client wrote at one version comes back from every other, over thousands of generated objects.
#[test]
fn conversion_loses_nothing() {
    {{wheel}}::assert_laws();
}

/// `cargo run -- crd > crd.yaml` writes it anew.
#[test]
fn the_committed_crd_is_that_of_the_types() {
    wheelwright::assert_manifest!({{wheel}}, "crd.yaml");
}

#[test]
fn samples_are_what_they_show() {
    wheelwright::assert_samples!({{wheel}}, "samples");
}

#[test]
fn a_server_would_take_all_that_is_installed() {
    let installation = installation(IMAGE).expect("handlers of the wheel");
    installation.check().unwrap();
}

#[test]
fn a_config_map_says_it() {
    let spec = {{kind}}Spec {
        text: "hello".into(),
        copies: 2,
        loud: true,
    };
    let map = config_map(&{{kind}}::new("first", spec));
    assert_eq!(map.metadata.name.as_deref(), Some("first-{{singular}}"));
    assert_eq!(map.data.unwrap()["text"], "HELLO\nHELLO\n");
}
