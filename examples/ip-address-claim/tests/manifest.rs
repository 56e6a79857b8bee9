//! The committed CRD is what the types give.

#[test]
fn committed_manifest() {
    wheelwright::assert_manifest!(ip_address_claim::IPAddressClaims, "crd.yaml");
}
