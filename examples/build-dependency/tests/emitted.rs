//! What the build script wrote is what the types give.

#[test]
fn emitted() {
    assert_eq!(build_dependency::CRD, gadget_api::Gadgets::crd_yaml());
}
