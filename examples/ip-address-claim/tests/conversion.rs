//! The cluster's name: a label in the oldest version, a field since.

use ip_address_claim::IPAddressClaims;
use serde_json::{Value, json};

const LABEL: &str = "cluster.x-k8s.io/cluster-name";
const KEPT: &str = "ipam.cluster.x-k8s.io/kept-by-conversion";

fn claim(version: &str, label: Option<&str>, cluster: Option<&str>) -> Value {
    let mut claim = json!({
        "apiVersion": format!("ipam.cluster.x-k8s.io/{version}"),
        "kind": "IPAddressClaim",
        "metadata": {"name": "node-a", "labels": {"tier": "edge"}},
        "spec": {"poolRef": {"apiGroup": "ipam.cluster.x-k8s.io", "kind": "InClusterIPPool", "name": "main"}},
    });
    if let Some(label) = label {
        claim["metadata"]["labels"][LABEL] = label.into();
    }
    if let Some(cluster) = cluster {
        claim["spec"]["clusterName"] = cluster.into();
    }
    claim
}

fn convert(object: &Value, version: &str) -> Value {
    IPAddressClaims::convert_object(object, version).unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn the_label_becomes_the_field_and_stays() {
    let old = claim("v1alpha1", Some("one"), None);
    for version in ["v1beta1", "v1beta2"] {
        let new = claim(version, Some("one"), Some("one"));
        assert_eq!(convert(&old, version), new);
        assert_eq!(convert(&new, "v1alpha1"), old);
    }
}

/// Cluster API's own code overwrites the first label, and gives the second object a name.
#[test]
fn a_label_that_says_something_else_comes_back() {
    for (label, cluster) in [
        (Some("other"), Some("one")),
        (Some("other"), None),
        (None, Some("one")),
        (None, Some("no label, with blanks")),
    ] {
        let new = claim("v1beta2", label, cluster);
        let old = convert(&new, "v1alpha1");
        assert_eq!(convert(&convert(&old, "v1beta1"), "v1beta2"), new);
        if label.is_none() && cluster == Some("one") {
            assert_eq!(old["metadata"]["labels"][LABEL], "one");
        }
    }
}

#[test]
fn an_edited_label_wins() {
    let mut old = convert(&claim("v1beta2", None, Some("one")), "v1alpha1");
    old["metadata"]["labels"][LABEL] = json!("two");
    // The newer version had no label, and none is needed for it to say so.
    let new = convert(&old, "v1beta2");
    assert_eq!(new, claim("v1beta2", None, Some("two")));
    assert_eq!(convert(&new, "v1alpha1"), old);
}

/// The pool has no group, which the newer version asks for.
#[test]
fn a_stand_in_travels_no_further() {
    let mut old = claim("v1beta1", None, None);
    old["spec"]["poolRef"] = json!({"kind": "Pool", "name": "main"});
    let mut new = convert(&old, "v1beta2");
    assert_eq!(new["spec"]["poolRef"]["apiGroup"], "core");
    assert!(new["metadata"]["annotations"][KEPT].is_string());
    assert_eq!(convert(&new, "v1beta1"), old);

    new["spec"]["poolRef"]["apiGroup"] = json!("example.com");
    assert_eq!(
        convert(&new, "v1beta1")["spec"]["poolRef"],
        json!({"apiGroup": "example.com", "kind": "Pool", "name": "main"})
    );
}

/// The newest version must have a spec, and a claim without one has that which Rust reads of it. A label alone is none at the
/// version in between, and says no cluster.
#[test]
fn no_spec_becomes_what_is_read_of_it() {
    let mut old = claim("v1alpha1", Some("one"), None);
    if let Some(members) = old.as_object_mut() {
        members.remove("spec");
    }
    let new = convert(&old, "v1beta2");
    // The pool that Rust reads has no words, for which others stand in.
    assert_eq!(
        new["spec"],
        json!({"poolRef": {"apiGroup": "core", "kind": "None", "name": "none"}})
    );
    assert_eq!(convert(&new, "v1alpha1"), old);
}
