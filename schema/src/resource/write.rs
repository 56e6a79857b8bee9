use serde::{
    Serialize, Serializer,
    ser::{Error, SerializeMap, SerializeStruct},
};
use serde_json::{Map, Value};

use super::{ObjectMeta, Rooted, identity::api_version};
use crate::table::{Root, SpecPlace};

/// Writes a root object. `status` is `None` where the resource has none, or the object none yet.
pub fn write<Of: Rooted<Spec: Serialize>, Status: Serialize, S: Serializer>(
    metadata: &ObjectMeta,
    spec: &Of::Spec,
    status: Option<&Status>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    let root = Of::ROOT;
    match root.spec {
        SpecPlace::Spec(_) => {
            let members = if status.is_some() { 5 } else { 4 };
            let mut object = serializer.serialize_struct(root.kind, members)?;
            object.serialize_field("apiVersion", &api_version(root))?;
            object.serialize_field("kind", root.kind)?;
            object.serialize_field("metadata", metadata)?;
            object.serialize_field("spec", spec)?;
            if let Some(status) = status {
                object.serialize_field("status", status)?;
            }
            object.end()
        }
        SpecPlace::Root(_) => {
            let fields = fields_of(root, serde_json::to_value(spec)).map_err(S::Error::custom)?;
            let mut object = serializer.serialize_map(None)?;
            object.serialize_entry("apiVersion", &api_version(root))?;
            object.serialize_entry("kind", root.kind)?;
            object.serialize_entry("metadata", metadata)?;
            for (name, value) in &fields {
                object.serialize_entry(name, value)?;
            }
            if let Some(status) = status {
                object.serialize_entry("status", status)?;
            }
            object.end()
        }
    }
}

fn fields_of(root: &Root, spec: serde_json::Result<Value>) -> Result<Map<String, Value>, String> {
    match spec {
        Ok(Value::Object(fields)) => Ok(fields),
        Ok(_) => Err(format!(
            "`no_spec` of kind `{}`: what is written is not an object, so its fields cannot be members of the root",
            root.kind
        )),
        Err(error) => Err(error.to_string()),
    }
}
