//! Many objects, and lists of them at each version.

use e2e::Result;
use serde_json::{Value, json};
use tokio::task::JoinSet;

use super::served::Served;

const COUNT: usize = 1500;
/// So many requests are under way at a time.
const PARALLEL: usize = 16;

/// The toppings of the pizza of that number, at both versions. Of every five, one has repeats that are not neighbours.
fn toppings(number: usize) -> (Value, Value) {
    if number.is_multiple_of(5) {
        (
            json!(["mozzarella", "tomato", "mozzarella"]),
            json!([{"name": "mozzarella", "quantity": 2}, {"name": "tomato", "quantity": 1}]),
        )
    } else {
        let quantity = number % 4 + 1;
        let name = format!("topping-{number}");
        (
            json!(vec![&name; quantity]),
            json!([{"name": name, "quantity": quantity}]),
        )
    }
}

impl Served {
    /// Half of the pizzas at each version.
    async fn bake(&self) -> Result {
        let mut requests = JoinSet::new();
        for number in 0..COUNT {
            let (old, new) = toppings(number);
            let (version, toppings) = if number.is_multiple_of(2) {
                ("v1beta1", new)
            } else {
                ("v1alpha1", old)
            };
            let pizza = self.object(
                version,
                &format!("pizza-{number:04}"),
                &json!({"toppings": toppings}),
            );
            let (cluster, path) = (self.cluster.clone(), self.crd.objects(version));
            if requests.len() == PARALLEL
                && let Some(created) = requests.join_next().await
            {
                created.expect("the task does not panic")?;
            }
            requests.spawn(async move { cluster.create(path, &pizza).send().await?.ok() });
        }
        while let Some(created) = requests.join_next().await {
            created.expect("the task does not panic")?;
        }
        Ok(())
    }

    /// All pizzas at a version, `limit` a page.
    async fn list(&self, version: &str, limit: &str) -> Result<Vec<Value>> {
        let mut pizzas = Vec::new();
        let mut next = String::new();
        loop {
            let mut request = self
                .cluster
                .get(self.crd.objects(version))
                .query("limit", limit);
            if !next.is_empty() {
                request = request.query("continue", &next);
            }
            let mut page = request.send().await?.ok()?.body;
            pizzas.extend(
                page["items"]
                    .as_array_mut()
                    .map(std::mem::take)
                    .unwrap_or_default(),
            );
            match page["metadata"]["continue"].as_str() {
                Some(token) if !token.is_empty() => token.clone_into(&mut next),
                _ => return Ok(pizzas),
            }
        }
    }
}

#[tokio::test]
async fn lists_of_1500_at_each_version() -> Result {
    let pizzas = Served::pizzas().await?;
    pizzas.bake().await?;
    let kept = pizzas.kept();
    for version in ["v1alpha1", "v1beta1"] {
        for limit in ["0", "400"] {
            let items = pizzas.list(version, limit).await?;
            assert_eq!(items.len(), COUNT, "{version}, {limit} a page");
            for (number, item) in items.iter().enumerate() {
                let (mut old, new) = toppings(number);
                // Where the quantities were written, there never was an order of repeats.
                if number.is_multiple_of(10) {
                    old = json!(["mozzarella", "mozzarella", "tomato"]);
                }
                let expected = if version == "v1beta1" { new } else { old };
                assert_eq!(item["metadata"]["name"], format!("pizza-{number:04}"));
                assert_eq!(item["spec"], json!({"toppings": expected}), "{item:#}");
                // Only an order that quantities cannot tell is kept.
                let annotation = &item["metadata"]["annotations"][&kept];
                let lost = version == "v1beta1" && number % 10 == 5;
                assert_eq!(annotation.is_string(), lost, "{item:#}");
            }
        }
    }
    assert!(
        pizzas.webhook.count() >= COUNT,
        "{} calls",
        pizzas.webhook.count()
    );
    pizzas.uninstall().await
}
