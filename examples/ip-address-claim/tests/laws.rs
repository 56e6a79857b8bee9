//! The laws of conversion.

#[test]
fn laws() {
    ip_address_claim::IPAddressClaims::assert_laws();
}
