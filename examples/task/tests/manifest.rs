//! The committed CRD is what the types give. Descriptions are cut, for those of Kubernetes' types are long.

#[test]
fn committed_manifest() {
    wheelwright::assert_manifest!(task::Tasks::manifest().max_description(80), "crd.yaml");
}
