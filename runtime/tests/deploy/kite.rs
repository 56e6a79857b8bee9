//! A kind in two versions, a cluster-scoped one, and a server for both.

use rcgen::{BasicConstraints, CertificateParams, ExtendedKeyUsagePurpose, IsCa, Issuer, KeyPair};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use wheelwright::{
    CustomResource, Schema, Spoke,
    webhook::{
        admission::{Operation, Registration, Stage},
        deploy::{Certificates, Installation},
    },
};

pub mod v1 {
    use super::*;

    /// A kite to fly.
    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
    #[crd(
        group = "sky.example.com",
        version = "v1",
        kind = "Kite",
        storage,
        namespaced,
        status = KiteStatus,
        conversion(webhook(service = "elsewhere/other")),
    )]
    pub struct KiteSpec {
        /// In metres.
        #[schema(maximum = 9)]
        pub span: u32,
    }

    /// Where it is.
    #[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
    pub struct KiteStatus {
        /// In metres.
        pub height: u32,
    }
}

pub mod v0 {
    use super::*;

    /// A kite to fly.
    #[derive(CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug, PartialEq)]
    #[crd(hub = super::v1::Kite, version = "v0", status = super::v1::KiteStatus)]
    #[spoke(hub = super::v1::KiteSpec)]
    pub struct KiteSpec {
        /// In metres.
        #[schema(maximum = 9)]
        #[spoke(to = "span")]
        pub width: u32,
    }
}

/// What kites are made of.
#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[crd(
    group = "sky.example.com",
    version = "v1",
    kind = "Cloth",
    plural = "cloths",
    cluster
)]
pub struct ClothSpec {
    /// Its colour.
    pub colour: String,
}

wheelwright::wheel!(pub Kites = v1::Kite, [v0::Kite]);
wheelwright::wheel!(pub Cloths = Cloth);

/// What is to be registered for kites of all versions, and for cloths.
pub fn registrations() -> Vec<Registration> {
    let mut mutating = Registration::of::<v1::Kite>(Stage::Mutating);
    mutating.versions = vec!["v1".into(), "v0".into()];
    let mut validating = mutating.clone();
    validating.stage = Stage::Validating;
    validating.rule.subresources = vec![String::new(), "status".into()];
    let mut deleting = Registration::of::<v1::Kite>(Stage::Validating);
    deleting.rule.operations = vec![Operation::Delete];
    let cloth = Registration::of::<Cloth>(Stage::Validating);
    vec![mutating, validating, cloth, deleting]
}

/// An authority, and a leaf of it for a host.
pub struct Made {
    pub chain: String,
    pub key: String,
    pub authority: String,
}

pub fn made(host: &str) -> Made {
    let authority_key = KeyPair::generate().unwrap();
    let mut authority = CertificateParams::default();
    authority.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    let certificate = authority.self_signed(&authority_key).unwrap();
    let issuer = Issuer::new(authority, authority_key);
    let key = KeyPair::generate().unwrap();
    let mut leaf = CertificateParams::new(vec![host.to_owned()]).unwrap();
    leaf.extended_key_usages = vec![ExtendedKeyUsagePurpose::ServerAuth];
    Made {
        chain: leaf.signed_by(&key, &issuer).unwrap().pem(),
        key: key.serialize_pem(),
        authority: certificate.pem(),
    }
}

pub const HOST: &str = "kite-webhook.sky.svc";

pub fn given() -> Certificates {
    let made = made(HOST);
    Certificates::given(made.chain, made.key, made.authority)
}

/// Everything there is, with these certificates.
pub fn installation(certificates: Certificates) -> Installation {
    Installation::new("kite-webhook", "sky", "registry.example.com/kite:1.0")
        .crd(Kites::manifest())
        .crd(Cloths::manifest())
        .registrations(registrations())
        .watches("sky.example.com", "cloths")
        .certificates(certificates)
        .label("example.com/team", "kites")
        .sample(json!({
            "apiVersion": "sky.example.com/v1",
            "kind": "Cloth",
            "metadata": {"name": "silk"},
            "spec": {"colour": "red"},
        }))
        .sample(json!({
            "apiVersion": "sky.example.com/v0",
            "kind": "Kite",
            "metadata": {"name": "delta", "namespace": "default"},
            "spec": {"width": 3},
        }))
}

pub fn every_source() -> [Certificates; 4] {
    [
        given(),
        Certificates::cert_manager(),
        Certificates::issued_by("ClusterIssuer", "company"),
        Certificates::Managed,
    ]
}

/// The one object of a kind with a name.
#[track_caller]
pub fn named<'o>(objects: &'o [Value], kind: &str, name: &str) -> &'o Value {
    let mut found = objects
        .iter()
        .filter(|object| object["kind"] == kind && object["metadata"]["name"] == name);
    let first = found.next();
    assert!(found.next().is_none(), "two of {kind} {name}");
    first.unwrap_or_else(|| panic!("no {kind} {name}"))
}

pub fn of_kind<'o>(objects: &'o [Value], kind: &'o str) -> impl Iterator<Item = &'o Value> {
    objects.iter().filter(move |object| object["kind"] == kind)
}
