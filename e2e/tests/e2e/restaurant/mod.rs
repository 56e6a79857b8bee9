//! The pizza restaurant of the example: its own server, with its own handlers, registered with a real API server.

mod leaving;
mod opening;
mod orders;
mod updates;

use std::collections::BTreeMap;

use e2e::{Answer, Cluster, Crd, Result};
use pizza::installation::{WEBHOOK, installation_at, samples};
use pizza::menu::Menu;
use pizza::restaurant::server;
use serde_json::{Value, json};
use tokio::sync::{Mutex, MutexGuard};

use crate::hosted::{Hosted, until};

/// Who installs the example's kinds: one test at a time, for their names are the cluster's.
pub(crate) static TURN: Mutex<()> = Mutex::const_new(());

/// The older version, and the hub.
const VERSIONS: [&str; 2] = ["v1alpha1", "v1beta1"];

/// The restaurant, and what has been installed of it.
struct Restaurant {
    hosted: Hosted,
    cluster: Cluster,
    /// All that there is to install, by kind and name.
    objects: BTreeMap<String, Value>,
    _turn: MutexGuard<'static, ()>,
}

impl Restaurant {
    /// A server of which the API server knows nothing.
    async fn closed() -> Result<Self> {
        let turn = TURN.lock().await;
        let hosted = Hosted::start(|client| server(&Menu::watch(client))).await?;
        let installation = installation_at(&hosted.url).expect("handlers of the wheels");
        let objects = hosted.objects_of(installation).into_iter();
        let objects = objects.map(|object| (crate::hosted::path(&object), object));
        let restaurant = Self {
            cluster: hosted.cluster.clone(),
            objects: objects.collect(),
            hosted,
            _turn: turn,
        };
        restaurant.sweep().await?;
        Ok(restaurant)
    }

    /// Lets go what a test that failed has left: its webhooks, and pizzas that wait for their finalizers.
    async fn sweep(&self) -> Result {
        let cluster = &self.cluster;
        let webhooks = self
            .objects
            .keys()
            .filter(|path| path.contains("webhookconfigurations"));
        for path in webhooks {
            cluster.delete(path).send().await?;
        }
        let pizzas = format!("/apis/{WEBHOOK}/v1beta1/namespaces/default/pizzas");
        let left = cluster.get(&pizzas).send().await?;
        for pizza in left.at("/items").as_array().into_iter().flatten() {
            let name = pizza["metadata"]["name"].as_str().unwrap_or_default();
            let none = json!({"metadata": {"finalizers": null}});
            cluster
                .merge_patch(format!("{pizzas}/{name}"), &none)
                .send()
                .await?;
        }
        Ok(())
    }

    /// All of it, and the toppings of a pizza of which nothing is said.
    async fn open() -> Result<Self> {
        let mut restaurant = Self::closed().await?;
        restaurant.install("").await?;
        for topping in ["tomato", "mozzarella", "salami"] {
            restaurant.stock(topping).await?;
        }
        restaurant.until_registered().await?;
        let empty = bare("v1beta1", "opening");
        until("all toppings are known", async || {
            let request = restaurant
                .cluster
                .create(restaurant.orders("v1beta1"), &empty);
            Ok(request.dry_run().send().await?.code == 201)
        })
        .await?;
        Ok(restaurant)
    }

    /// Installs what has this in its path.
    async fn install(&mut self, part: &str) -> Result {
        let objects = self.objects.iter();
        let objects = objects.filter(|(path, _)| path.contains(part));
        self.hosted.install(objects.map(|(_, object)| object)).await
    }

    /// Waits until both webhooks are called: one of them has something to say to each of these.
    async fn until_registered(&self) -> Result {
        let unknown = pizza("v1beta1", "opening", &json!([{"name": "pineapple"}]));
        until("pizzas are validated", async || {
            let request = self.cluster.create(self.orders("v1beta1"), &unknown);
            Ok(request.dry_run().send().await?.code >= 400)
        })
        .await?;
        let empty = pizza("v1beta1", "opening", &json!([]));
        until("pizzas are mutated", async || {
            let request = self.cluster.create(self.orders("v1beta1"), &empty);
            let answer = request.dry_run().send().await?;
            let message = answer.at("/message").as_str().unwrap_or_default();
            Ok(!message.contains("a pizza needs at least one topping"))
        })
        .await
    }

    fn crd(&self) -> Crd {
        self.hosted.crd("pizzas")
    }

    fn orders(&self, version: &str) -> String {
        self.crd().objects(version)
    }

    /// A topping more. It is of one version, so that the sample of it is right.
    async fn stock(&self, name: &str) -> Result {
        let mut topping = samples().swap_remove(0);
        topping["metadata"]["name"] = json!(name);
        let path = self.hosted.crd("toppings").objects("v1alpha1");
        self.cluster.create(path, &topping).send().await?.ok()?;
        Ok(())
    }

    /// Takes a topping off the menu, and waits until the restaurant knows.
    async fn run_out_of(&self, name: &str) -> Result {
        let path = self.hosted.crd("toppings").object("v1alpha1", name);
        self.cluster.delete(path).send().await?.ok()?;
        let order = pizza("v1beta1", "last", &json!([{"name": name}]));
        until("the menu has changed", async || {
            let request = self.cluster.create(self.orders("v1beta1"), &order);
            Ok(request.dry_run().send().await?.code == 400)
        })
        .await
    }

    async fn order(&self, pizza: &Value) -> Result<Answer> {
        let path = self.orders(version_of(pizza));
        self.cluster.create(path, pizza).send().await
    }

    async fn replace(&self, pizza: &Value) -> Result<Answer> {
        let name = pizza["metadata"]["name"].as_str().unwrap_or_default();
        let path = self.crd().object(version_of(pizza), name);
        self.cluster.replace(path, pizza).send().await
    }

    async fn patch(&self, version: &str, name: &str, change: &Value) -> Result<Answer> {
        let path = self.crd().object(version, name);
        self.cluster.merge_patch(path, change).send().await
    }

    async fn get(&self, version: &str, name: &str) -> Result<Value> {
        let path = self.crd().object(version, name);
        Ok(self.cluster.get(path).send().await?.ok()?.body)
    }

    /// What lies on a pizza, at each version.
    async fn toppings(&self, name: &str) -> Result<[Value; 2]> {
        let [mut older, mut newer] = [
            self.get(VERSIONS[0], name).await?,
            self.get(VERSIONS[1], name).await?,
        ];
        Ok([&mut older, &mut newer].map(|pizza| pizza["spec"]["toppings"].take()))
    }

    async fn close(self) -> Result {
        let path = self.crd().objects("v1beta1");
        self.cluster.delete(path).send().await?.ok()?;
        self.hosted.uninstall().await
    }
}

/// What lies on a pizza of which nothing is said, at each version.
fn house() -> [Value; 2] {
    [
        json!(["tomato", "mozzarella", "salami"]),
        json!([
            {"name": "tomato", "quantity": 1}, {"name": "mozzarella", "quantity": 1}, {"name": "salami", "quantity": 1},
        ]),
    ]
}

/// The same pizza at each version.
fn of(version: &str, toppings: &[&str]) -> Value {
    if version == VERSIONS[0] {
        return json!(toppings);
    }
    let toppings = toppings.iter();
    toppings
        .map(|name| json!({"name": name, "quantity": 1}))
        .collect()
}

fn bare(version: &str, name: &str) -> Value {
    json!({
        "apiVersion": format!("{WEBHOOK}/{version}"), "kind": "Pizza",
        "metadata": {"name": name, "namespace": "default"},
    })
}

fn pizza(version: &str, name: &str, toppings: &Value) -> Value {
    let mut pizza = bare(version, name);
    pizza["spec"] = json!({"toppings": toppings});
    pizza
}

fn version_of(object: &Value) -> &str {
    let version = object["apiVersion"].as_str().unwrap_or_default();
    version.rsplit('/').next().unwrap_or_default()
}

/// What clients read of a denial.
fn denied(why: &str) -> String {
    format!("admission webhook \"{WEBHOOK}\" denied the request: {why}")
}
