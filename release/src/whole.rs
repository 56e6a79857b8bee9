//! CRDs that only one of the releases has.

use serde_json::Value;
use wheelwright_rules::{FieldPath, crd};

use crate::cluster;
use crate::diff::Trouble;
use crate::finding::{BACK, Course, Finding, Party, Report, Step, Verdict, Witness};
use crate::side::{Side, is_whole};

/// A CRD that the new release does not have.
pub(crate) fn gone(old: &Value, name: &str) -> Result<Report, Trouble> {
    if let Some(unreadable) = crd::check(old).unreadable {
        return Err(Trouble::Old(unreadable));
    }
    if !is_whole(old) {
        return Err(Trouble::OldHalf);
    }
    let side = Side::of(old).map_err(Trouble::OldRules)?;
    let version = side.storage().to_owned();
    let witness = cluster::least(&side, &version).map(|object| Witness {
        object,
        steps: vec![Step::new(
            "read it back",
            "found",
            "404: there is no such kind; with the CRD, its objects are deleted",
        )],
    });
    Ok(Report {
        crds: 1,
        findings: vec![Finding {
            id: "crd-gone".to_owned(),
            crd: name.to_owned(),
            versions: Vec::new(),
            field: String::new(),
            path: FieldPath::root(),
            level: Verdict::NewVersion,
            hurts: vec![Party::Stored, Party::Writers, Party::Readers],
            reason: "the CRD is gone".to_owned(),
            fix: "keep the CRD, with its versions deprecated, until nobody has objects of it"
                .to_owned(),
            witness,
            undecided: None,
            accepted: None,
        }],
        ..Report::default()
    })
}

/// A CRD that the new release does not have, and the old one gets back: where it was removed, its objects were deleted with it.
pub(crate) fn restored(old: &Value, name: &str) -> Result<Report, Trouble> {
    let mut report = added(old, name).map_err(Trouble::turned)?;
    report.course = Course::Rollback;
    report
        .findings
        .retain(|finding| finding.level.is_breaking());
    for finding in &mut report.findings {
        finding.id = format!("{BACK}{}", finding.id);
        "the server refuses the CRD of the old release where there is none"
            .clone_into(&mut finding.reason);
    }
    Ok(report)
}

/// A CRD that the old release does not have. Who rolls back applies the old CRDs, and removes none.
pub(crate) fn left(new: &Value, name: &str) -> Result<Report, Trouble> {
    let mut report = gone(new, name).map_err(Trouble::turned)?;
    report.course = Course::Rollback;
    for finding in &mut report.findings {
        finding.id = format!("{BACK}crd-left");
        finding.level = Verdict::Compatible;
        "the old release does not have the CRD: its objects stay, and nobody looks after them"
            .clone_into(&mut finding.reason);
        "leave the CRD where it is: with it, its objects are deleted".clone_into(&mut finding.fix);
        finding.witness = None;
    }
    Ok(report)
}

/// A CRD that the old release did not have.
pub(crate) fn added(new: &Value, name: &str) -> Result<Report, Trouble> {
    let refused = crd::check(new);
    if let Some(unreadable) = refused.unreadable {
        return Err(Trouble::New(unreadable));
    }
    if !is_whole(new) {
        return Err(Trouble::NewHalf);
    }
    let finding = |level, reason: String| Finding {
        id: "crd-new".to_owned(),
        crd: name.to_owned(),
        versions: Vec::new(),
        field: String::new(),
        path: FieldPath::root(),
        level,
        hurts: Vec::new(),
        reason,
        fix: "say it in the notes of the release".to_owned(),
        witness: None,
        undecided: None,
        accepted: None,
    };
    let findings = if refused.is_accepted() {
        vec![finding(Verdict::Compatible, "the CRD is new".to_owned())]
    } else {
        let errors = refused.errors.iter().map(ToString::to_string);
        errors
            .map(|error| {
                finding(
                    Verdict::Impossible,
                    format!("no server takes the new CRD: {error}"),
                )
            })
            .collect()
    };
    Ok(Report {
        crds: 1,
        findings,
        ..Report::default()
    })
}
