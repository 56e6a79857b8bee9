//! The committed CRD is what the types give.

#[test]
fn committed_manifest() {
    wheelwright::assert_manifest!(machine_deployment::MachineDeployments, "crd.yaml");
}
