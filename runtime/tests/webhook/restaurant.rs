//! A kind in two versions, a certificate, and a server of both.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use wheelwright::{
    ConversionError, CustomResource, Schema, Spoke,
    webhook::{
        Deadlines, Limits, Running, Server,
        tls::{CertificateSource, Identity, Keeping, Publisher},
    },
};

pub mod v1 {
    use super::*;

    /// A pizza.
    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(
        group = "example.com",
        version = "v1",
        kind = "Pizza",
        namespaced,
        storage,
        conversion(webhook(service = "pizza/webhook", path = "/convert"))
    )]
    pub struct PizzaSpec {
        /// What lies on it.
        #[serde(default)]
        pub toppings: Vec<String>,
        /// The oven; `broken` cannot be converted, and `hot` panics.
        #[schema(max_length = 9)]
        #[serde(default)]
        pub oven: String,
    }
}

pub mod v1alpha1 {
    use super::*;

    /// A pizza.
    #[derive(CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
    #[crd(hub = super::v1::Pizza, version = "v1alpha1")]
    #[spoke(hub = super::v1::PizzaSpec, fallible(up))]
    pub struct PizzaSpec {
        /// What lies on it.
        #[spoke(rename = "toppings")]
        #[serde(default)]
        pub on: Vec<String>,
        /// The oven.
        #[spoke(try_with = heat, back = cool)]
        #[serde(default)]
        pub oven: String,
    }

    fn heat(oven: String) -> Result<String, ConversionError> {
        match oven.as_str() {
            "broken" => Err(ConversionError::new("the oven is broken")),
            "hot" => panic!("too hot"),
            "slow" => {
                std::thread::sleep(std::time::Duration::from_millis(700));
                Ok(oven)
            }
            _ => Ok(oven),
        }
    }

    fn cool(oven: String) -> String {
        oven
    }
}

wheelwright::wheel!(
    /// All versions.
    pub Pizzas = v1::Pizza, [v1alpha1::Pizza]
);

/// A self-signed certificate for `localhost`.
pub fn identity() -> Identity {
    let key = rcgen::generate_simple_self_signed(["localhost".to_owned()]).unwrap();
    let pem = key.cert.pem();
    Identity::from_pem(&pem, &key.signing_key.serialize_pem(), &pem).unwrap()
}

/// Publishes one identity, and then whatever a test sends.
pub struct Given(pub tokio::sync::mpsc::UnboundedReceiver<Identity>);

impl CertificateSource for Given {
    fn keep(mut self: Box<Self>, publisher: Publisher) -> Keeping {
        Box::pin(async move {
            while let Some(identity) = self.0.recv().await {
                publisher.publish(identity);
            }
            Ok(())
        })
    }
}

pub fn given(identity: Identity) -> (tokio::sync::mpsc::UnboundedSender<Identity>, Given) {
    let (sender, receiver) = tokio::sync::mpsc::unbounded_channel();
    sender.send(identity).unwrap();
    (sender, Given(receiver))
}

/// A server of pizzas on any port, which ends quickly.
pub fn server() -> Server {
    Server::new()
        .wheel::<Pizzas>()
        .listen("127.0.0.1:0")
        .drain(std::time::Duration::ZERO)
}

pub async fn start(server: Server) -> Running {
    let (_, source) = given(identity());
    server.bind(source).await.unwrap()
}

/// A server with these limits and deadlines.
pub async fn start_with(
    limits: impl FnOnce(&mut Limits),
    deadlines: impl FnOnce(&mut Deadlines),
) -> Running {
    let (mut own, mut times) = (Limits::default(), Deadlines::default());
    limits(&mut own);
    deadlines(&mut times);
    start(server().limits(own).deadlines(times)).await
}

pub fn pizza(version: &str, oven: &str) -> Value {
    let toppings = if version == "v1" { "toppings" } else { "on" };
    json!({
        "apiVersion": format!("example.com/{version}"), "kind": "Pizza", "metadata": {"name": "margherita"},
        "spec": {toppings: ["mozzarella"], "oven": oven},
    })
}

/// A review that asks for these at a version.
pub fn review(objects: &[Value], to: &str) -> String {
    json!({
        "apiVersion": "apiextensions.k8s.io/v1", "kind": "ConversionReview",
        "request": {"uid": "u-1", "desiredAPIVersion": format!("example.com/{to}"), "objects": objects},
    })
    .to_string()
}
