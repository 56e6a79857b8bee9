//! Three sites, one written at each version, that use what only that version has, and what each version must read.

use serde_json::{Value, json};

/// A site, and what it looks like at each version.
pub(crate) struct Sample {
    pub(crate) name: &'static str,
    pub(crate) version: &'static str,
    pub(crate) labels: Value,
    pub(crate) spec: Value,
    /// As `VERSIONS`.
    pub(crate) reads: [Value; 3],
}

pub(crate) fn all() -> [Sample; 3] {
    [alpha(), beta(), gamma()]
}

fn alpha() -> Sample {
    let routes = json!([{"path": "/"}, {"path": "/api"}]);
    let listeners = json!([{"name": "http", "number": 80}, {"name": "https", "number": 443}]);
    Sample {
        name: "alpha",
        version: "v1alpha1",
        labels: json!({}),
        spec: json!({
            "name": "Alpha", "listeners": listeners, "routes": routes, "tags": "a,b", "timeout": "1m30s", "legacy": true,
        }),
        reads: [
            json!({
                "title": "Alpha", "replicas": 3,
                "listeners": [
                    {"name": "http", "port": 80, "protocol": "TCP"}, {"name": "https", "port": 443, "protocol": "TCP"},
                ],
                "routes": routes, "tags": ["a", "b"], "timeoutSeconds": 90, "strategy": "rolling",
            }),
            json!({
                "title": "Alpha", "replicas": 3, "listeners": listeners, "routes": routes, "tags": ["a", "b"],
                "timeout": "1m30s", "theme": "blue",
            }),
            json!({
                "name": "Alpha", "replicas": 3, "listeners": listeners, "routes": routes, "tags": "a,b",
                "timeout": "1m30s", "legacy": true,
            }),
        ],
    }
}

/// `90s` and `1m30s` are the same to `v1`, and `x,y` cannot be told from two tags at `v1alpha1`.
fn beta() -> Sample {
    Sample {
        name: "beta",
        version: "v1beta1",
        labels: json!({"site.e2e.example.com/owner": "team-a", "app": "shop"}),
        spec: json!({
            "title": "Beta", "listeners": [{"name": "http", "number": 80, "hostname": "example.com"}],
            "routes": [{"path": "/", "retries": 3}, {"path": "/"}], "storeClass": "fast", "storeSizeMi": 10,
            "tags": ["x,y", "z"], "timeout": "90s", "theme": "red",
        }),
        reads: [
            json!({
                "title": "Beta", "replicas": 1, "listeners": [{"name": "http", "port": 80, "protocol": "TCP"}],
                "routes": [{"path": "/"}, {"path": "/"}], "owner": "team-a", "store": {"class": "fast", "sizeMi": 10},
                "tags": ["x,y", "z"], "timeoutSeconds": 90, "strategy": "rolling",
            }),
            json!({
                "title": "Beta", "replicas": 1,
                "listeners": [{"name": "http", "number": 80, "hostname": "example.com"}],
                "routes": [{"path": "/", "retries": 3}, {"path": "/"}], "storeClass": "fast", "storeSizeMi": 10,
                "tags": ["x,y", "z"], "timeout": "90s", "theme": "red",
            }),
            json!({
                "name": "Beta", "replicas": 1, "listeners": [{"name": "http", "number": 80}],
                "routes": [{"path": "/"}, {"path": "/"}], "tags": "", "timeout": "90s",
            }),
        ],
    }
}

/// The owner is no label's value.
fn gamma() -> Sample {
    let listeners = json!([{"name": "http", "number": 8080}, {"name": "dns", "number": 53}]);
    let spec = json!({
        "title": "Gamma", "replicas": 2,
        "listeners": [
            {"name": "http", "port": 8080, "protocol": "TCP", "tls": "secret"},
            {"name": "dns", "port": 53, "protocol": "UDP"},
        ],
        "routes": [{"path": "/", "weight": 5}, {"path": "/", "weight": 7}], "owner": "no value of a label",
        "store": {"class": "slow"}, "tags": [], "timeoutSeconds": 5, "strategy": "recreate",
    });
    Sample {
        name: "gamma",
        version: "v1",
        labels: json!({"app": "shop"}),
        spec: spec.clone(),
        reads: [
            spec,
            json!({
                "title": "Gamma", "replicas": 2, "listeners": listeners, "routes": [{"path": "/"}, {"path": "/"}],
                "storeClass": "slow", "tags": [], "timeout": "5s", "theme": "blue",
            }),
            json!({
                "name": "Gamma", "replicas": 2, "listeners": listeners, "routes": [{"path": "/"}, {"path": "/"}],
                "tags": "", "timeout": "5s",
            }),
        ],
    }
}
