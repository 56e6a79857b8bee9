//! Owner references.

use std::fmt;

use serde_json::{Map, Value};

use super::{ObjectMeta, replace};
use crate::decode::{Decoder, Step};
use crate::print::go_json;

/// One entry of `ownerReferences`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct OwnerReference {
    pub(crate) api_version: String,
    pub(crate) kind: String,
    pub(crate) name: String,
    pub(crate) uid: String,
    pub(crate) controller: Option<bool>,
    pub(crate) block_owner_deletion: Option<bool>,
}

impl OwnerReference {
    pub(super) fn decode<'v>(decoder: &mut Decoder<'v>, value: &'v Value) -> Step<Self> {
        let mut reference = Self::default();
        decoder.structure(value, "v1.OwnerReference", |decoder, key, value| {
            match key {
                "apiVersion" => replace(&mut reference.api_version, decoder.string(value)),
                "kind" => replace(&mut reference.kind, decoder.string(value)),
                "name" => replace(&mut reference.name, decoder.string(value)),
                "uid" => replace(&mut reference.uid, decoder.string_of(value, "types.UID")),
                "controller" => reference.controller = decoder.boolean(value),
                "blockOwnerDeletion" => reference.block_owner_deletion = decoder.boolean(value),
                _ => return Ok(false),
            }
            Ok(true)
        })?;
        Ok(reference)
    }

    fn members(&self) -> impl Iterator<Item = (&'static str, Value)> {
        let texts = [
            ("apiVersion", &self.api_version),
            ("kind", &self.kind),
            ("name", &self.name),
            ("uid", &self.uid),
        ];
        let flags = [
            ("controller", self.controller),
            ("blockOwnerDeletion", self.block_owner_deletion),
        ];
        texts
            .into_iter()
            .map(|(key, text)| (key, Value::from(text.as_str())))
            .chain(
                flags
                    .into_iter()
                    .filter_map(|(key, flag)| Some((key, flag?.into()))),
            )
    }

    pub(super) fn to_value(&self) -> Value {
        Value::Object(
            self.members()
                .map(|(key, value)| (key.to_owned(), value))
                .collect::<Map<_, _>>(),
        )
    }
}

/// In the order of the server's type.
impl fmt::Display for OwnerReference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("{")?;
        for (position, (key, value)) in self.members().enumerate() {
            let comma = if position == 0 { "" } else { "," };
            write!(f, "{comma}\"{key}\":{}", go_json(&value))?;
        }
        f.write_str("}")
    }
}

/// References as the server prints a list of them.
pub(super) fn print_list(references: &[OwnerReference]) -> String {
    let items: Vec<String> = references.iter().map(ToString::to_string).collect();
    format!("[{}]", items.join(","))
}

impl ObjectMeta {
    /// Leaves out owner references that are there already; the server warns of them.
    pub(crate) fn drop_repeated_owners(&mut self) -> Option<String> {
        let mut kept: Vec<OwnerReference> = Vec::new();
        let mut repeated = Vec::new();
        for reference in self.owner_references.drain(..) {
            if kept.contains(&reference) {
                repeated.push(reference.uid);
            } else {
                kept.push(reference);
            }
        }
        self.owner_references = kept;
        (!repeated.is_empty()).then(|| {
            format!(
                ".metadata.ownerReferences contains duplicate entries; API server dedups owner references in 1.20+, and \
                 may reject such requests as early as 1.24; please fix your requests; duplicate UID(s) observed: {}",
                repeated.join(", ")
            )
        })
    }
}
