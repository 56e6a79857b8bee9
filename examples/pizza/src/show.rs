//! The example at work, with no cluster.

use std::error::Error;

use pizza::{Pizzas, Toppings};
use serde_json::{Value, json};
use wheelwright::{
    manifest::Manifest,
    rules::{Admission, Rules},
    table::Deprecation,
};

const NEXT: &str = "\
cargo run -p pizza                  this page
cargo run -p pizza -- crd           the CRD of Pizza as YAML, both versions, as committed in examples/pizza/crd.yaml
cargo run -p pizza -- crd topping   the CRD of Topping, as committed in examples/pizza/topping.crd.yaml
cargo run -p pizza -- plan          how the versions convert, field by field; `plan markdown`, `plan mermaid`
cargo run -p pizza -- convert --to v1beta1 < pizzas.yaml
                                    converts objects, Lists and ConversionReviews, YAML or JSON; a review says itself
                                    to which version
cargo run -p pizza -- serve         the webhooks, conversion and admission, on https://localhost:8443
cargo run -p pizza -- deploy        all that installs them in a cluster, as YAML; `--to FOLDER` for files and kustomize
";

pub(crate) fn page() -> Result<(), Box<dyn Error>> {
    println!(
        "The pizza restaurant: `Pizza` in two versions and `Topping` in one, written as Rust structs in\n\
         examples/pizza/src. Everything below comes from their derives; no cluster is asked.\n"
    );
    versions(&Pizzas::manifest());
    versions(&Toppings::manifest());

    let rules = Rules::from_crd(&Pizzas::crd_json()?)?;
    println!("A margherita at v1beta1, and what an API server would store:\n");
    let margherita = json!({
        "apiVersion": "restaurant.programming-kubernetes.info/v1beta1",
        "kind": "Pizza",
        "metadata": {"name": "margherita"},
        "spec": {"toppings": [{"name": "mozzarella"}, {"name": "tomato", "quantity": 2}], "stone": "oven"},
    });
    order(&rules, margherita);
    println!("A pizza that it would refuse:\n");
    let doubtful = json!({
        "apiVersion": "restaurant.programming-kubernetes.info/v1beta1",
        "kind": "Pizza",
        "metadata": {"name": "doubtful"},
        "spec": {"toppings": [{"name": "salami", "quantity": 101}, {"name": "salami"}, {"quantity": 1}]},
    });
    order(&rules, doubtful);

    println!("A quattro stagioni as old clients write it, as v1beta1 has it, and back again:\n");
    let old = json!({
        "apiVersion": "restaurant.programming-kubernetes.info/v1alpha1",
        "kind": "Pizza",
        "metadata": {"name": "quattro-stagioni"},
        "spec": {"toppings": ["mozzarella", "tomato", "mozzarella"]},
    });
    let new = Pizzas::convert_object(&old, "v1beta1")?;
    println!("  {}\n  {}", old["spec"], new["spec"]);
    println!("  {}", new["metadata"]["annotations"]);
    println!("  {}\n", Pizzas::convert_object(&new, "v1alpha1")?["spec"]);
    println!("How the versions convert, field by field:\n");
    for line in Pizzas::plan()?.to_string().lines() {
        println!("{}", format!("  {line}").trim_end());
    }
    println!();

    println!("Next:\n\n{NEXT}");
    Ok(())
}

fn versions(manifest: &Manifest) {
    println!("{}\n", manifest.name());
    println!(
        "  {:<10} {:<8} {:<9} deprecated",
        "version", "served", "storage"
    );
    for version in manifest.versions() {
        let yes = |flag| if flag { "yes" } else { "-" };
        println!(
            "  {:<10} {:<8} {:<9} {}",
            version.name,
            yes(version.served),
            yes(version.storage),
            yes(version.deprecation != Deprecation::No)
        );
    }
    println!();
}

fn order(rules: &Rules, pizza: Value) {
    let Some(version) = rules.version("v1beta1") else {
        return;
    };
    let outcome = version.admit(Admission::create(pizza));
    let errors = outcome.errors();
    for error in errors {
        println!("  refused: {error}");
    }
    if let (Some(stored), true) = (&outcome.object, errors.is_empty()) {
        println!("  {}", stored["spec"]);
    }
    for path in &outcome.unknown_fields {
        println!("  pruned: {path}");
    }
    println!();
}
