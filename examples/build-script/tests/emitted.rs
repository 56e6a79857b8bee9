//! What the build script wrote is what the types give.

#[test]
fn emitted() {
    assert_eq!(build_script::CRD, build_script::api::Widgets::crd_yaml());
}
