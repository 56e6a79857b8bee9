//! How numbers are written, of which a row says nothing.

use serde_json::{Value, json};

use crate::mappings::texts::numbers_as_texts::Prices;

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
