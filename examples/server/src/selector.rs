//! What selects pods and other workloads, the same in all versions.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use wheelwright::Schema;

/// The result of matchLabels and matchExpressions are `ANDed`. Selects all if empty.
#[derive(Schema, Serialize, Deserialize, Clone, Debug, Default, PartialEq)]
#[serde(rename_all = "camelCase")]
pub struct Selector {
    /// Labels that must be there with these values.
    #[schema(with = any_members)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub match_labels: Option<Map<String, Value>>,
    /// What must hold of labels.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub match_expressions: Option<Vec<Expression>>,
}

/// What must hold of a label.
#[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
pub struct Expression {
    /// The label.
    pub key: String,
    /// What must hold.
    pub operator: Operator,
    /// The values of `In` and `NotIn`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub values: Option<Vec<String>>,
}

/// What may hold of a label.
#[derive(Schema, Serialize, Deserialize, Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operator {
    /// It has one of the values.
    In,
    /// It is absent, or has none of the values.
    NotIn,
    /// It is there.
    Exists,
    /// It is absent.
    DoesNotExist,
}

impl Selector {
    /// Selects nothing: no label is both there and absent.
    #[must_use]
    pub fn nothing() -> Self {
        let expression = |operator| Expression {
            key: "policy.linkerd.io/nothing".to_owned(),
            operator,
            values: None,
        };
        Self {
            match_labels: None,
            match_expressions: Some(vec![
                expression(Operator::Exists),
                expression(Operator::DoesNotExist),
            ]),
        }
    }
}

fn any_members() -> Value {
    json!({"type": "object", "x-kubernetes-preserve-unknown-fields": true})
}
