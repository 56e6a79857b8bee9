//! The example at work, with no cluster.

use std::{
    error::Error,
    io::{self, Write},
};

use pizza::{Pizzas, Toppings};
use serde_json::{Value, json};
use wheelwright::{
    admit::{Admission, Rules},
    manifest::{Deprecation, Manifest},
};

const NEXT: &str = "\
cargo run -p pizza                  this page
cargo run -p pizza -- crd           the CRD of Pizza as YAML, both versions, as committed in examples/pizza/crd.yaml
cargo run -p pizza -- crd topping   the CRD of Topping, as committed in examples/pizza/topping.crd.yaml
cargo run -p pizza -- plan          how the versions convert, field by field; `plan markdown`, `plan mermaid`
cargo run -p pizza -- convert --to v1beta1 < pizzas.yaml
                                    converts objects, Lists and ConversionReviews, YAML or JSON; a review says itself
                                    to which version
cargo run -p pizza -- rehearse pizzas.json
                                    what an upgrade would make of pizzas that are there: of `kubectl get pizzas -A -o json`
cargo run -p pizza -- serve         the webhooks, conversion and admission, on https://localhost:8443
cargo run -p pizza -- deploy        all that installs them in a cluster, as YAML; `--to FOLDER` for files and kustomize
";

pub(crate) fn page(out: &mut impl Write) -> Result<(), Box<dyn Error>> {
    writeln!(
        out,
        "The pizza restaurant: `Pizza` in two versions and `Topping` in one, written as Rust structs in\n\
         examples/pizza/src. Everything below comes from their derives; no cluster is asked.\n"
    )?;
    versions(out, &Pizzas::manifest())?;
    versions(out, &Toppings::manifest())?;

    let rules = Rules::from_crd(&Pizzas::crd_json()?)?;
    writeln!(
        out,
        "A margherita at v1beta1, and what an API server would store:\n"
    )?;
    let margherita = json!({
        "apiVersion": "restaurant.programming-kubernetes.info/v1beta1",
        "kind": "Pizza",
        "metadata": {"name": "margherita"},
        "spec": {"toppings": [{"name": "mozzarella"}, {"name": "tomato", "quantity": 2}], "stone": "oven"},
    });
    order(out, &rules, margherita)?;
    writeln!(out, "A pizza that it would refuse:\n")?;
    let doubtful = json!({
        "apiVersion": "restaurant.programming-kubernetes.info/v1beta1",
        "kind": "Pizza",
        "metadata": {"name": "doubtful"},
        "spec": {"toppings": [{"name": "salami", "quantity": 101}, {"name": "salami"}, {"quantity": 1}]},
    });
    order(out, &rules, doubtful)?;

    writeln!(
        out,
        "A quattro stagioni as old clients write it, as v1beta1 has it, and back again:\n"
    )?;
    let old = json!({
        "apiVersion": "restaurant.programming-kubernetes.info/v1alpha1",
        "kind": "Pizza",
        "metadata": {"name": "quattro-stagioni"},
        "spec": {"toppings": ["mozzarella", "tomato", "mozzarella"]},
    });
    let new = Pizzas::convert_object(&old, "v1beta1")?;
    writeln!(out, "  {}\n  {}", old["spec"], new["spec"])?;
    writeln!(out, "  {}", new["metadata"]["annotations"])?;
    writeln!(
        out,
        "  {}\n",
        Pizzas::convert_object(&new, "v1alpha1")?["spec"]
    )?;
    writeln!(out, "How the versions convert, field by field:\n")?;
    for line in Pizzas::plan()?.to_string().lines() {
        writeln!(out, "{}", format!("  {line}").trim_end())?;
    }
    writeln!(out)?;

    writeln!(out, "Next:\n\n{NEXT}")?;
    Ok(())
}

fn versions(out: &mut impl Write, manifest: &Manifest) -> io::Result<()> {
    writeln!(out, "{}\n", manifest.name())?;
    writeln!(
        out,
        "  {:<10} {:<8} {:<9} deprecated",
        "version", "served", "storage"
    )?;
    for version in manifest.versions() {
        let yes = |flag| if flag { "yes" } else { "-" };
        writeln!(
            out,
            "  {:<10} {:<8} {:<9} {}",
            version.name,
            yes(version.served),
            yes(version.storage),
            yes(version.deprecation != Deprecation::No)
        )?;
    }
    writeln!(out)
}

fn order(out: &mut impl Write, rules: &Rules, pizza: Value) -> io::Result<()> {
    let Some(version) = rules.version("v1beta1") else {
        return Ok(());
    };
    let outcome = version.admit(Admission::create(pizza));
    let errors = outcome.errors();
    for error in errors {
        writeln!(out, "  refused: {error}")?;
    }
    if let (Some(stored), true) = (&outcome.object, errors.is_empty()) {
        writeln!(out, "  {}", stored["spec"])?;
    }
    for path in &outcome.unknown_fields {
        writeln!(out, "  pruned: {path}")?;
    }
    writeln!(out)
}
