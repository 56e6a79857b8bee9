//! What the API server makes of answers to admission reviews, with a kind and handlers of these tests.

mod answers;
mod booking;
mod matching;

use e2e::{Answer, Cluster, Result};
use serde_json::{Value, json};
use tokio::sync::{Mutex, MutexGuard};
use wheelwright::webhook::Server;
use wheelwright::webhook::deploy::Installation;

use crate::hosted::{Hosted, until};
use booking::Bookings;

const GROUP: &str = "booking.e2e.example.com";
const WEBHOOK: &str = "bookings.booking.e2e.example.com";

/// The kind with its handlers. One test at a time has it.
struct Desk {
    hosted: Hosted,
    cluster: Cluster,
    configurations: Vec<Value>,
    _turn: MutexGuard<'static, ()>,
}

impl Desk {
    async fn open(server: fn(Server) -> Server) -> Result<Self> {
        static TURN: Mutex<()> = Mutex::const_new(());
        let turn = TURN.lock().await;
        let make = move || server(Server::new().wheel::<Bookings>());
        let mut hosted = Hosted::start(move |_| make()).await?;
        let registrations = make().registrations().expect("handlers of the wheel");
        let installation = Installation::at_url("booking-e2e", &hosted.url)
            .crd(Bookings::manifest())
            .registrations(registrations);
        let objects = hosted.objects_of(installation);
        let is_crd = |object: &Value| object["kind"] == "CustomResourceDefinition";
        let (crds, configurations) = objects.into_iter().partition(is_crd);
        let crds: Vec<Value> = crds;
        hosted.install(&crds).await?;
        Ok(Self {
            cluster: hosted.cluster.clone(),
            hosted,
            configurations,
            _turn: turn,
        })
    }

    /// Registers the handlers, each webhook changed in this way.
    async fn register(&mut self, change: impl Fn(&mut Value)) -> Result {
        let mut changed = self.configurations.clone();
        for configuration in &mut changed {
            for webhook in configuration["webhooks"]
                .as_array_mut()
                .into_iter()
                .flatten()
            {
                change(webhook);
            }
        }
        self.hosted.install(&changed).await
    }

    /// Waits until a booking of this guest, which is only tried, is answered as wished.
    async fn until(
        &self,
        what: &str,
        version: &str,
        guest: &str,
        wished: impl Fn(&Answer) -> bool,
    ) -> Result {
        let booking = booking(version, "tried", guest);
        until(what, async || {
            let request = self.cluster.create(self.bookings(version), &booking);
            Ok(wished(&request.dry_run().send().await?))
        })
        .await
    }

    fn bookings(&self, version: &str) -> String {
        self.hosted.crd("bookings").objects(version)
    }

    fn at(&self, version: &str, name: &str) -> String {
        self.hosted.crd("bookings").object(version, name)
    }

    async fn book(&self, booking: &Value) -> Result<Answer> {
        let version = booking["apiVersion"].as_str().unwrap_or_default();
        let version = version.rsplit('/').next().unwrap_or_default();
        self.cluster
            .create(self.bookings(version), booking)
            .send()
            .await
    }

    async fn close(self) -> Result {
        self.hosted.uninstall().await
    }
}

fn booking(version: &str, name: &str, guest: &str) -> Value {
    let member = if version == "v1" { "guest" } else { "name" };
    json!({
        "apiVersion": format!("{GROUP}/{version}"), "kind": "Booking",
        "metadata": {"name": name, "namespace": "default"},
        "spec": {member: guest},
    })
}

fn denied(why: &str) -> String {
    format!("admission webhook \"{WEBHOOK}\" denied the request: {why}")
}
