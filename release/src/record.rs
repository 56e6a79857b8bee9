//! Objects of a release, and what it makes of them at other versions, for later releases to be held to.

use serde_json::Value;
use wheelwright_rules::crd;

use crate::conversion::{Conversion, Convert};
use crate::cover::cover;
use crate::diff::Trouble;
use crate::recorded::{Recorded, differences};
use crate::side::{Side, is_whole};

/// Objects of one version at most.
const MOST: usize = 100;
/// Bytes of a line at most; those of a usual kind have a few hundred.
const LONGEST: usize = 60_000;

/// Records what a release makes of its objects: JSON Lines, as [`Recorded::read`] reads them, the same for the same release.
///
/// For each served version and the one that is stored there are objects of either, which have, as far as any is taken, every
/// field, every member of every enum and both truths, with what the conversion makes of them at the other version. A CRD with one
/// version has no lines.
///
/// # Errors
///
/// If the CRD cannot be read, stores no version, or has rules that cannot be used.
pub fn record(crd: &Value, convert: &Convert<'_>) -> Result<String, Trouble> {
    if let Some(unreadable) = crd::check(crd).unreadable {
        return Err(Trouble::New(unreadable));
    }
    if !is_whole(crd) {
        return Err(Trouble::NewHalf);
    }
    let side = Side::of(crd).map_err(Trouble::NewRules)?;
    let side = side.converted(Conversion::By(convert));
    let storage = side.storage().to_owned();
    let mut text = String::new();
    for version in side.version_names() {
        if version == storage || !side.is_served(version) {
            continue;
        }
        for (from, to) in [(storage.as_str(), version), (version, storage.as_str())] {
            for recorded in of_version(&side, from, to) {
                text += &recorded.line();
                text.push('\n');
            }
        }
    }
    Ok(text)
}

fn of_version(side: &Side<'_>, from: &str, to: &str) -> Vec<Recorded> {
    let mut all = Vec::new();
    cover(side, from, MOST, &mut |object| {
        let Ok(there) = side.convert(object, to) else {
            return false;
        };
        let Ok(back) = side.convert(&there, from) else {
            return false;
        };
        let recorded = Recorded {
            from: from.to_owned(),
            to: to.to_owned(),
            back: (!differences(object, &back).is_empty()).then_some(back),
            object: object.clone(),
            there,
        };
        let is_short = recorded.line().len() <= LONGEST;
        if is_short {
            all.push(recorded);
        }
        is_short
    });
    all
}
