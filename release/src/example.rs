//! Objects to show.

use serde_json::Value;
use wheelwright_rules::RulesError;

use crate::cluster;
use crate::side::Side;

/// A small object of each version that a server takes as it stands, in the order of the CRD: nothing in it is dropped. None
/// where no object was found, as where a rule in CEL asks for something that nobody guesses.
///
/// # Errors
///
/// If the CRD cannot be read, or one of its patterns cannot be compiled.
pub fn examples(crd: &Value) -> Result<Vec<(String, Option<Value>)>, RulesError> {
    let side = Side::of(crd)?;
    let versions = side.rules().versions();
    let names: Vec<String> = versions.map(|version| version.name().to_owned()).collect();
    Ok(names
        .into_iter()
        .map(|version| {
            let object = cluster::least(&side, &version);
            (version, object)
        })
        .collect())
}
