//! Texts that are numbers.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use wheelwright::{CustomResource, Schema, Spoke};

mod v2 {
    use super::*;

    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(
        group = "example.com",
        version = "v2",
        kind = "Price",
        namespaced,
        storage
    )]
    pub struct PriceSpec {
        pub amount: f64,
        pub tax: f64,
        pub per: String,
    }
}

mod v1 {
    use super::*;

    #[derive(CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
    #[crd(hub = super::v2::Price, version = "v1")]
    #[spoke(hub = v2::PriceSpec, fallible(up))]
    pub struct PriceSpec {
        #[spoke(coerced)]
        pub amount: String,
        #[spoke(to("tax", "per"), format = "{tax} per {per}")]
        pub tax: String,
    }
}

wheelwright::wheel!(pub(crate) Prices = v2::Price, [v1::Price]);

fn old(amount: &str) -> Value {
    json!({
        "apiVersion": "example.com/v1", "kind": "Price", "metadata": {"name": "p"},
        "spec": {"amount": amount, "tax": format!("{amount} per piece")},
    })
}

/// The API server holds floats of 64 bits, and writes them as Go does: `1.5`, `1000`, `1e+21`.
#[test]
fn how_a_number_was_written_comes_back_though_the_api_server_writes_it_otherwise() {
    for (amount, stored) in [
        ("1.5", "1.5"),
        ("1.50", "1.5"),
        ("1.0", "1"),
        ("1e3", "1000"),
        ("-0.0", "0"),
        ("1e21", "1e+21"),
        ("0.0000001", "1e-7"),
        ("12345678901234567890", "12345678901234567000"),
        ("0.1000000000000000055511151231257827", "0.1"),
    ] {
        let new = Prices::converter()
            .unwrap()
            .convert_text(&old(amount).to_string(), "v2")
            .unwrap();
        assert!(
            new.contains(&format!(r#""amount":{stored},"tax":{stored},"#)),
            "{new}"
        );
        let new: Value = serde_json::from_str(&new).unwrap();
        assert_eq!(Prices::convert_object(&new, "v1").unwrap(), old(amount));
    }
}

#[test]
fn a_number_that_no_api_server_holds_is_none() {
    let error = Prices::convert_object(&old("1e999"), "v2").unwrap_err();
    assert!(error.to_string().contains("is no number"), "{error}");
}
