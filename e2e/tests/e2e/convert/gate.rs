//! The gate: one text at the old version, which need not be an address, is two fields at the new one.

use serde::{Deserialize, Serialize};
use wheelwright::{CustomResource, Schema, Spoke};

pub(crate) mod v1 {
    use super::{CustomResource, Deserialize, Schema, Serialize};

    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(
        group = "gate.e2e.example.com",
        version = "v1",
        kind = "Gate",
        namespaced,
        storage
    )]
    pub(crate) struct GateSpec {
        pub(crate) host: String,
        pub(crate) port: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub(crate) note: Option<String>,
    }
}

pub(crate) mod v1beta1 {
    use super::{CustomResource, Deserialize, Schema, Serialize, Spoke, v1};

    #[derive(CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
    #[crd(hub = super::v1::Gate, version = "v1beta1")]
    #[spoke(hub = v1::GateSpec, fallible(up), added(note))]
    #[serde(rename_all = "camelCase")]
    pub(crate) struct GateSpec {
        #[spoke(to("host", "port"), try_with = split, back = |host, port| format!("{host}:{port}"))]
        pub(crate) host_port: String,
        #[spoke(removed)]
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub(crate) remark: Option<String>,
    }

    #[expect(
        clippy::needless_pass_by_value,
        reason = "functions of mappings take values"
    )]
    fn split(text: String) -> Result<(String, String), &'static str> {
        assert!(text != "panic", "a function that panics");
        let (host, port) = text
            .split_once(':')
            .ok_or("hostPort could not be parsed into a separate host and port")?;
        Ok((host.to_owned(), port.to_owned()))
    }
}

wheelwright::wheel!(pub(crate) Gates = v1::Gate, [v1beta1::Gate]);
