//! `#[schema(…)]` keys in the schema.

use serde_json::{Value, json};

use crate::law::schema_of;
