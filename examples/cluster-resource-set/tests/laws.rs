//! The laws of conversion.

#[test]
fn laws() {
    cluster_resource_set::ClusterResourceSets::assert_laws();
}
