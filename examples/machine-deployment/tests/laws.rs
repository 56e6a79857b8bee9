//! Conversion loses nothing.

#[test]
fn laws() {
    machine_deployment::MachineDeployments::assert_laws();
}
