//! Objects at several versions, as pairs.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::evidence::Seen;

/// A namespace and a name.
type Name<'p> = [Option<&'p str>; 2];

/// The version of an object of this group and kind, and which one it is.
fn identity<'p>(object: &'p Value, [group, kind]: [&str; 2]) -> Option<(&'p str, Name<'p>)> {
    let text = |value: Option<&'p Value>| value.and_then(Value::as_str);
    let (of, version) = text(object.get("apiVersion"))?.split_once('/')?;
    let metadata = object.get("metadata");
    let name = ["namespace", "name"].map(|key| text(metadata.and_then(|of| of.get(key))));
    (of == group && text(object.get("kind")) == Some(kind)).then_some((version, name))
}

/// The pairs of objects of one name at any of the versions of the one and of the other list, in the order in which they stand.
pub(crate) fn pairs<'p>(samples: &'p [Value], of: [&str; 2], [own, hub]: [&[&str]; 2]) -> Seen<'p> {
    // Files may have one of a name each: the second goes with the second.
    let numbered = |versions: &[&str]| -> Vec<((Name<'p>, usize), &'p Value)> {
        let mut counts: BTreeMap<Name<'p>, usize> = BTreeMap::new();
        let objects = samples.iter().filter_map(|object| {
            let (version, name) = identity(object, of)?;
            versions.contains(&version).then_some((name, object))
        });
        objects
            .map(|(name, object)| {
                let count = counts.entry(name).or_default();
                *count += 1;
                ((name, *count), object)
            })
            .collect()
    };
    let there: BTreeMap<_, &Value> = numbered(hub).into_iter().collect();
    let pairs = numbered(own).into_iter().filter_map(|(name, object)| {
        let other = there.get(&name)?;
        Some([Some(object), Some(*other)])
    });
    pairs.collect()
}

/// Samples of a kind whose counterpart at the stored version is not among them.
#[derive(Clone, Debug)]
pub struct Unpaired<'s> {
    /// The `apiVersion` that they have to be converted to.
    pub stored: String,
    /// The samples, in the order in which they stand.
    pub objects: Vec<&'s Value>,
}

/// The samples of a CRD's kind that pair with none at its stored version; nothing if no sample is of that kind.
///
/// ```
/// # use serde_json::json;
/// let crd = json!({"spec": {
///     "group": "example.com",
///     "names": {"kind": "Pizza"},
///     "versions": [{"name": "v1", "storage": true}, {"name": "v1beta1", "storage": false}],
/// }});
/// let pizza = |version: &str, name: &str| {
///     json!({"apiVersion": format!("example.com/{version}"), "kind": "Pizza", "metadata": {"name": name}})
/// };
/// let samples = [pizza("v1", "a"), pizza("v1beta1", "a"), pizza("v1beta1", "b")];
/// let found = wheelwright_import::unpaired(&crd, &samples).unwrap();
/// assert_eq!((found.stored.as_str(), found.objects), ("example.com/v1", vec![&samples[2]]));
/// ```
#[must_use]
pub fn unpaired<'s>(crd: &Value, samples: &'s [Value]) -> Option<Unpaired<'s>> {
    let spec = crd.get("spec")?;
    let group = spec.get("group")?.as_str()?;
    let kind = spec.get("names")?.get("kind")?.as_str()?;
    let mut versions = spec.get("versions")?.as_array()?.iter();
    let stored = versions.find(|version| version.get("storage") == Some(&Value::Bool(true)))?;
    let stored = stored.get("name")?.as_str()?;
    let all: Vec<_> = samples
        .iter()
        .filter_map(|object| Some((identity(object, [group, kind])?, object)))
        .collect();
    let at_stored: BTreeSet<Name<'_>> = all
        .iter()
        .filter(|((version, _), _)| *version == stored)
        .map(|((_, name), _)| *name)
        .collect();
    let alone = all
        .iter()
        .filter(|((_, name), _)| !at_stored.contains(name));
    (!all.is_empty()).then(|| Unpaired {
        stored: format!("{group}/{stored}"),
        objects: alone.map(|(_, object)| *object).collect(),
    })
}
