//! Two and three versions.

/// Two versions of one schema: only `apiVersion` changes between them.
pub mod unchanged {
    use serde::{Deserialize, Serialize};
    use wheelwright::{CustomResource, Schema};

    /// Where to connect. One struct serves both versions.
    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug, Default)]
    #[crd(
        group = "example.com",
        version = "v1",
        kind = "CronTab",
        namespaced,
        shortname = "ct",
        no_spec,
        also(version = "v1beta1", storage),
        conversion(none)
    )]
    pub struct CronTabFields {
        /// The host.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub host: Option<String>,
        /// The port.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub port: Option<String>,
    }

    wheelwright::wheel!(
        /// Both versions.
        pub CronTabs = CronTab
    );
}

/// Two schemas: a webhook converts between them.
pub mod webhook {
    /// `hostPort` in one field; stored.
    pub mod v1beta1 {
        use serde::{Deserialize, Serialize};
        use wheelwright::{CustomResource, Schema};

        /// Where to connect.
        #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug, Default)]
        #[crd(
            group = "example.com",
            version = "v1beta1",
            kind = "CronTab",
            namespaced,
            shortname = "ct",
            no_spec,
            storage,
            conversion(webhook(
                service = "default/example-conversion-webhook-server",
                path = "/crdconvert"
            ))
        )]
        #[serde(rename_all = "camelCase")]
        pub struct CronTabFields {
            /// Host and port, with a colon between.
            #[serde(skip_serializing_if = "Option::is_none")]
            pub host_port: Option<String>,
        }
    }

    /// `host` and `port`.
    pub mod v1 {
        use serde::{Deserialize, Serialize};
        use wheelwright::{CustomResource, Schema};

        /// Where to connect.
        #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug, Default)]
        #[crd(hub = super::v1beta1::CronTab, version = "v1", no_spec)]
        pub struct CronTabFields {
            /// The host.
            #[serde(skip_serializing_if = "Option::is_none")]
            pub host: Option<String>,
            /// The port.
            #[serde(skip_serializing_if = "Option::is_none")]
            pub port: Option<String>,
        }
    }

    wheelwright::wheel!(
        /// Both versions.
        pub CronTabs = v1beta1::CronTab, [v1::CronTab]
    );
}

/// Three versions, two of them deprecated: one with the server's own warning, one with ours.
pub mod deprecated {
    use serde::{Deserialize, Serialize};
    use wheelwright::{CustomResource, Schema};

    /// Where to connect.
    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug, Default)]
    #[crd(
        group = "example.com",
        version = "v1",
        kind = "CronTab",
        namespaced,
        no_spec,
        storage,
        also(
            version = "v1alpha1",
            deprecated = "example.com/v1alpha1 CronTab is deprecated; see http://example.com/v1alpha1-v1 for \
                          instructions to migrate to example.com/v1 CronTab",
        ),
        also(version = "v1beta1", deprecated)
    )]
    pub struct CronTabFields {
        /// The host.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub host: Option<String>,
        /// The port.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub port: Option<String>,
    }

    wheelwright::wheel!(
        /// All three versions.
        pub CronTabs = CronTab
    );
}

/// An old version that is still listed, but no longer served.
pub mod removed {
    use serde::{Deserialize, Serialize};
    use wheelwright::{CustomResource, Schema};

    /// Where to connect.
    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug, Default)]
    #[crd(
        group = "example.com",
        version = "v1",
        kind = "CronTab",
        namespaced,
        no_spec,
        storage,
        also(version = "v1beta1", served = false)
    )]
    pub struct CronTabFields {
        /// The host.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub host: Option<String>,
        /// The port.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub port: Option<String>,
    }

    wheelwright::wheel!(
        /// Both versions.
        pub CronTabs = CronTab
    );
}
