//! Conversion loses nothing.

#[test]
fn laws() {
    machine_health_check::MachineHealthChecks::assert_laws();
}
