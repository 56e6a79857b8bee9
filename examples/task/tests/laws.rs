//! Conversion loses nothing.

#[test]
fn laws() {
    task::Tasks::assert_laws();
}
