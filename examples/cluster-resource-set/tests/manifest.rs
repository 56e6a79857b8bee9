//! The committed CRD is what the types give.

#[test]
fn committed_manifest() {
    wheelwright::assert_manifest!(cluster_resource_set::ClusterResourceSets, "crd.yaml");
}
