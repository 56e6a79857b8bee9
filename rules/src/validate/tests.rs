//! The two passes agree.

use serde_json::Value;
use wheelwright_cel::KubeVersion;

use super::{explain, is_valid};
use crate::decode::Decoder;
use crate::node::{Node, Purpose, compile};
use crate::path::FieldPath;
use crate::schema::decode;
use generate::{Random, fitting, schema, value};

#[path = "../../tests/objects/generate.rs"]
mod generate;

#[test]
fn a_value_is_valid_if_and_only_if_it_has_no_errors() {
    let (mut valid, mut invalid) = (0, 0);
    for seed in 0..3_000 {
        let mut random = Random::new(seed);
        let schema = schema(&mut random, 4);
        let decoded = decode(&mut Decoder::default(), &schema).expect("it is a schema");
        let judge = |node: &Node, value: &Value| {
            let is_valid = is_valid(node, value);
            let errors = explain::explain(node, value, None, &FieldPath::root());
            assert_eq!(
                is_valid,
                errors.is_empty(),
                "seed {seed}: {schema} on {value}: {errors:?}"
            );
            is_valid
        };
        for purpose in [
            Purpose::Objects(KubeVersion::NEWEST),
            Purpose::Defaults(KubeVersion::NEWEST),
        ] {
            let node = compile(&decoded, purpose).expect("its patterns are good");
            for _ in 0..4 {
                let is_valid = judge(&node, &fitting(&mut random, &schema));
                (valid, invalid) = if is_valid {
                    (valid + 1, invalid)
                } else {
                    (valid, invalid + 1)
                };
                judge(&node, &value(&mut random, 3));
            }
        }
    }
    assert!(
        valid > 1_000 && invalid > 1_000,
        "{valid} valid and {invalid} invalid values are not enough to tell"
    );
}
