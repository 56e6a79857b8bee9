//! Schemas of types that only have a `schemars::JsonSchema`, normalised to structural form.

/// The JSON schema of `T` for what serde writes.
#[cfg(feature = "schemars")]
pub(crate) fn json_schema_of<T: schemars::JsonSchema + ?Sized>() -> Result<serde_json::Value, String> {
    let generator = schemars::generate::SchemaSettings::draft2020_12().into_generator();
    Ok(generator.into_root_schema_for::<T>().into())
}
