//! A release is tried on the objects of a cluster, which nobody writes meanwhile.

use e2e::Result;
use serde_json::json;
use wheelwright::{manifest::Conversion, rehearsal::Rehearsal};

use super::pizza::Pizzas;
use super::served::Served;

#[tokio::test(flavor = "multi_thread")]
async fn the_objects_of_a_cluster_are_read_and_left_as_they_are() -> Result {
    let pizzas = Served::pizzas().await?;
    for number in 0..3 {
        // Repeats that are not neighbours travel in the annotation.
        let toppings = json!(["mozzarella", "tomato", "mozzarella"]);
        let pizza = json!({"toppings": toppings});
        pizzas
            .create("v1alpha1", &format!("pizza-{number}"), &pizza)
            .await?;
    }
    let all = || async {
        let answer = pizzas.cluster.get(pizzas.crd.all("v1beta1")).send().await?;
        Ok::<_, e2e::Error>(answer.ok()?.body["items"].clone())
    };
    let before = all().await?;
    let client = pizzas.cluster.client();
    let mut rehearsal = Pizzas::rehearsal().expect("it can be tried");
    let mut told = Vec::new();
    let read = rehearsal.read_cluster(&client, |done, follow| told.push((done, follow)));
    read.await.unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(told, [(1, Some(2)), (2, Some(1)), (3, Some(0))]);
    let report = rehearsal.into_report();
    assert!(report.is_ok(), "{report}");
    assert_eq!(report.objects, 3);

    // A release that has no conversion drops what its versions do not share.
    let manifest = Pizzas::manifest().conversion(Conversion::Unchecked).json();
    let crd = manifest.unwrap_or_else(|report| panic!("{report}"));
    let mut rehearsal = Rehearsal::new(&crd, None).expect("it can be tried");
    let read = rehearsal.read_cluster(&client, |_, _| ()).await;
    read.unwrap_or_else(|error| panic!("{error}"));
    let report = rehearsal.into_report();
    let problems: Vec<String> = report.problems.iter().map(ToString::to_string).collect();
    assert!(
        problems
            .iter()
            .any(|problem| problem
                .contains("it comes back from v1alpha1 with another spec.toppings")),
        "{problems:#?}"
    );
    assert_eq!(all().await?, before);

    let nobody = pizzas
        .cluster
        .client_of("wheelwright-e2e-rehearser")
        .await?;
    let mut rehearsal = Pizzas::rehearsal().expect("it can be tried");
    let unread = rehearsal.read_cluster(&nobody, |_, _| ()).await;
    let text = unread.expect_err("no right at all").to_string();
    let words =
        "no right to get customresourcedefinitions.apiextensions.k8s.io in all namespaces: ";
    assert!(text.starts_with(words), "{text}");
    pizzas.uninstall().await
}
