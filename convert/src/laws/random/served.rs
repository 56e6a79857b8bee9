//! A pair as it is served: its CRD, the API server's rules for it, and what converts by it.

use serde_json::Value;
use wheelwright_rules::Rules;

use super::{maker::Pair, refused, types::leak};
use crate::{
    Converter,
    manifest::{Conversion, Manifest},
};

pub(super) struct Served {
    pub(super) manifest: Manifest,
    pub(super) crd: Value,
    pub(super) converter: &'static Converter,
}

impl Served {
    /// Serves a pair. The error says why there is no such CRD, or no such mapping.
    pub(super) fn new(pair: &Pair) -> Result<Self, String> {
        if let Some(why) = pair.mappings.iter().find_map(|of| refused(of.spec)) {
            return Err(why);
        }
        let manifest = Manifest::new(pair.roots.clone())
            .conversion(Conversion::webhook_url("https://localhost/convert"));
        let crd = manifest.json().map_err(|report| format!("CRD: {report}"))?;
        let converter = Converter::new(&pair.roots, &pair.mappings, true)
            .map_err(|error| format!("plan: {error}"))?;
        Ok(Self {
            manifest,
            crd,
            converter: leak(converter),
        })
    }

    pub(super) fn rules(&self) -> Rules {
        Rules::from_stored_crd(&self.crd).expect("it was made here")
    }

    /// The name of each version, and the schema of its objects.
    pub(super) fn versions(&self) -> impl Iterator<Item = (&str, &Value)> {
        let versions = self.crd["spec"]["versions"].as_array().into_iter();
        versions.flatten().filter_map(|version| {
            let schema = &version["schema"]["openAPIV3Schema"];
            Some((version["name"].as_str()?, schema))
        })
    }
}
