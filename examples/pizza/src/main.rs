//! `cargo run -p pizza` shows the restaurant at work; `-- crd` prints its CRD, `-- convert` converts.

use std::{
    error::Error,
    io::{Read, Write},
    process::ExitCode,
};

use pizza::{Pizzas, Toppings};
use serde_json::{Value, json};
use wheelwright::{
    convert::Plan,
    manifest::Manifest,
    rules::{Admission, Rules},
    table::Deprecation,
};

const USAGE: &str = "\
cargo run -p pizza                  this page
cargo run -p pizza -- crd           the CRD of Pizza as YAML, both versions, as committed in examples/pizza/crd.yaml
cargo run -p pizza -- crd topping   the CRD of Topping, as committed in examples/pizza/topping.crd.yaml
cargo run -p pizza -- plan          how the versions convert, field by field; `plan markdown`, `plan mermaid`
cargo run -p pizza -- convert --to v1beta1 < pizzas.yaml
                                    converts objects, Lists and ConversionReviews, YAML or JSON; a review says itself
                                    to which version
";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let done = match arguments.as_slice() {
        [] => show(),
        ["crd"] => print_crd(&Pizzas::manifest()),
        ["crd", "topping"] => print_crd(&Toppings::manifest()),
        ["plan"] => print_plan(|plan| format!("{plan}\n")),
        ["plan", "markdown"] => print_plan(Plan::markdown),
        ["plan", "mermaid"] => print_plan(Plan::mermaid),
        ["convert"] => convert(None),
        ["convert", "--to", version] => convert(Some(version)),
        ["help" | "-h" | "--help"] => {
            print!("{USAGE}");
            Ok(())
        }
        other => Err(format!(
            "`{}` is not a command of this example\n\n{USAGE}",
            other.join(" ")
        )
        .into()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("pizza: {error}");
            ExitCode::FAILURE
        }
    }
}

fn print_plan(text: impl Fn(&Plan) -> String) -> Result<(), Box<dyn Error>> {
    print!("{}", text(&Pizzas::plan()?));
    Ok(())
}

/// Standard input to standard output; nothing is written where something cannot be converted.
fn convert(version: Option<&str>) -> Result<(), Box<dyn Error>> {
    let mut file = String::new();
    std::io::stdin().read_to_string(&mut file)?;
    let converted = Pizzas::convert_documents(&file, version)?;
    std::io::stdout().write_all(converted.as_bytes())?;
    Ok(())
}

fn print_crd(manifest: &Manifest) -> Result<(), Box<dyn Error>> {
    print!("{}", manifest.yaml()?);
    Ok(())
}

fn show() -> Result<(), Box<dyn Error>> {
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

    println!("Next:\n\n{USAGE}");
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
