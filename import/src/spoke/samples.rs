//! Objects at several versions, as pairs.

use std::collections::BTreeMap;

use serde_json::Value;

use super::evidence::Seen;

/// The pairs of objects of one name at any of the versions of the one and of the other list, in the order in which they stand.
pub(crate) fn pairs<'p>(
    samples: &'p [Value],
    [group, kind]: [&str; 2],
    [own, hub]: [&[&str]; 2],
) -> Seen<'p> {
    let of = |versions: &[&str]| -> Vec<(Name<'p>, &'p Value)> {
        let objects = samples.iter().filter(|object| {
            let version = object.get("apiVersion").and_then(Value::as_str);
            let version = version.and_then(|version| version.split_once('/'));
            version.is_some_and(|(of, version)| of == group && versions.contains(&version))
                && object.get("kind").is_some_and(|own| own == kind)
        });
        let mut counts: BTreeMap<[Option<&str>; 2], usize> = BTreeMap::new();
        objects
            .map(|object| {
                let names = ["namespace", "name"].map(|key| {
                    let name = object.get("metadata").and_then(|of| of.get(key));
                    name.and_then(Value::as_str)
                });
                let count = counts.entry(names).or_default();
                *count += 1;
                ((names, *count), object)
            })
            .collect()
    };
    let there: BTreeMap<Name<'_>, &Value> = of(hub).into_iter().collect();
    let pairs = of(own).into_iter().filter_map(|(name, object)| {
        let other = there.get(&name)?;
        Some([Some(object), Some(*other)])
    });
    pairs.collect()
}

/// A namespace and a name, and how many objects had them before: files may have one of a name each.
type Name<'p> = ([Option<&'p str>; 2], usize);
