//! A typed client of somebody else's resource, of whose fields no schema is asked.

use serde::{Deserialize, Serialize};
use serde_json::json;
use wheelwright::CustomResource;

#[derive(CustomResource, Serialize, Deserialize, Clone, Debug)]
#[crd(group = "snapshot.storage.k8s.io", version = "v1", kind = "VolumeSnapshot", namespaced, client, status = Status,
      derive(PartialEq))]
#[derive(PartialEq)]
pub struct VolumeSnapshotSpec {
    pub source: (u8, String),
}

#[derive(Serialize, Deserialize, Clone, Debug, PartialEq)]
pub struct Status {
    pub size: (u8, u8),
}

#[derive(CustomResource, Serialize, Deserialize, Clone, Debug, Default)]
#[crd(group = "example.com", version = "v1", kind = "Flat", cluster, client, no_spec, plural = "flats", struct = Level)]
pub struct FlatFields {
    pub height: Option<u8>,
}

#[derive(CustomResource, Serialize, Deserialize, Clone, Debug, Default)]
#[crd(group = "example.com", version = "v1", kind = "Bare", cluster, client, spec(optional))]
pub struct BareSpec {}

fn main() {
    let snapshot = VolumeSnapshot::new("s", VolumeSnapshotSpec { source: (1, "disk".into()) });
    let written = serde_json::to_value(&snapshot).unwrap();
    assert_eq!(
        written,
        json!({
            "apiVersion": "snapshot.storage.k8s.io/v1", "kind": "VolumeSnapshot", "metadata": {"name": "s"},
            "spec": {"source": [1, "disk"]},
        })
    );
    assert_eq!(serde_json::from_value::<VolumeSnapshot>(written.clone()).unwrap(), snapshot);
    for (member, other) in [("kind", "Pod"), ("apiVersion", "v1")] {
        let mut other_object = written.clone();
        other_object[member] = json!(other);
        assert!(serde_json::from_value::<VolumeSnapshot>(other_object).is_err());
    }
    let mut observed = written;
    observed["status"] = json!({"size": [1, 2]});
    let observed: VolumeSnapshot = serde_json::from_value(observed).unwrap();
    assert_eq!(observed.status, Some(Status { size: (1, 2) }));

    let flat = serde_json::to_value(Level::new("f", FlatFields { height: Some(1) })).unwrap();
    assert_eq!(flat["height"], json!(1));
    assert_eq!(serde_json::from_value::<Level>(flat).unwrap().spec.height, Some(1));
    let bare = json!({"apiVersion": "example.com/v1", "kind": "Bare", "metadata": {}});
    assert!(serde_json::from_value::<Bare>(bare).is_ok());
}
