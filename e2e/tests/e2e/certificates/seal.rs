//! A kind of two versions, with handlers.

use wheelwright::webhook::Server;
use wheelwright::webhook::admission::{Denial, Request};

pub(super) mod v1 {
    use serde::{Deserialize, Serialize};
    use wheelwright::{CustomResource, Schema};

    /// A seal of wax.
    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(
        group = "certificates.e2e.example.com",
        version = "v1",
        kind = "Seal",
        namespaced,
        storage
    )]
    pub(crate) struct SealSpec {
        /// Its colour.
        pub(crate) wax: String,
        /// Who pressed it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub(crate) by: Option<String>,
    }
}

pub(super) mod v1beta1 {
    use serde::{Deserialize, Serialize};
    use wheelwright::{CustomResource, Schema, Spoke};

    /// A seal of wax.
    #[derive(CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
    #[crd(hub = super::v1::Seal, version = "v1beta1")]
    #[spoke(hub = super::v1::SealSpec)]
    pub(crate) struct SealSpec {
        /// Its colour.
        #[spoke(rename = "wax")]
        pub(crate) colour: String,
        /// Who pressed it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub(crate) by: Option<String>,
    }
}

wheelwright::wheel!(pub(super) Seals = v1::Seal, [v1beta1::Seal]);

async fn press(mut seal: v1::Seal, _: Request<v1::Seal>) -> v1::Seal {
    seal.spec.by = Some("the webhook".to_owned());
    seal
}

async fn examine(request: Request<v1::Seal>) -> Result<(), Denial> {
    match request.object {
        Some(seal) if seal.spec.wax == "none" => Err(Denial::new("a seal without wax")),
        _ => Ok(()),
    }
}

pub(super) fn server() -> Server {
    Server::new()
        .wheel::<Seals>()
        .mutate::<v1::Seal>(press)
        .validate::<v1::Seal, _>(examine)
}
