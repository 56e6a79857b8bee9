//! Metadata that cannot be read.

use serde_json::json;
use wheelwright_rules::Refusal;

use crate::support::{create, rules_of};

#[test]
fn a_number_beyond_an_integer_is_shown_as_the_server_writes_it_again() {
    let rules = rules_of(&json!({}));
    for (generation, shown) in [
        (
            json!(18_446_744_073_709_551_615_u64),
            "18446744073709552000",
        ),
        (json!(9_223_372_036_854_775_808_u64), "9223372036854776000"),
        (json!(1e20), "100000000000000000000"),
        (json!(1e21), "1e+21"),
        (json!(-2.5e-7), "-2.5e-7"),
        (json!(1.5), "1.5"),
    ] {
        let outcome = create(
            &rules,
            &json!({"metadata": {"name": "w", "generation": generation}}),
        );
        let text = format!(
            "json: cannot unmarshal number {shown} into Go struct field ObjectMeta.generation of type int64"
        );
        assert_eq!(outcome.refusal, Some(Refusal::BadRequest(text)));
    }
}
