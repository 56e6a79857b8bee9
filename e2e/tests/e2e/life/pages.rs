//! What the runbook quotes is what the story saw.

use std::fmt::Display;

use wheelwright_release::{Options, diff, rollback};

use super::releases::Release;
use crate::book::blocks::{blocks, is_said};

/// The pages whose blocks of `text,seen` are held to it.
const PAGES: [(&str, &str); 6] = [
    (
        "runbook/add-a-field.md",
        include_str!("../../../../book/src/runbook/add-a-field.md"),
    ),
    (
        "runbook/rename-a-field.md",
        include_str!("../../../../book/src/runbook/rename-a-field.md"),
    ),
    (
        "runbook/new-version.md",
        include_str!("../../../../book/src/runbook/new-version.md"),
    ),
    (
        "runbook/drop-a-version.md",
        include_str!("../../../../book/src/runbook/drop-a-version.md"),
    ),
    (
        "runbook/roll-back.md",
        include_str!("../../../../book/src/runbook/roll-back.md"),
    ),
    (
        "runbook/uninstall.md",
        include_str!("../../../../book/src/runbook/uninstall.md"),
    ),
];

/// What was said in the story, text by text.
#[derive(Default)]
pub(crate) struct Seen(Vec<String>);

impl Seen {
    pub(crate) fn note(&mut self, what: &dyn Display) {
        self.0.push(what.to_string());
    }

    /// What `wheelwright diff` says of a step between releases, and of the way back with `--rollback`.
    pub(crate) fn step(&mut self, old: &Release, new: &Release) {
        let json = |release: &Release| (release.manifest)().json().expect("it is sound");
        let options = Options {
            convert_old: Some(&old.convert),
            convert_new: Some(&new.convert),
            ..Options::default()
        };
        let (old, new) = (json(old), json(new));
        for judge in [diff, rollback] {
            let report = judge(&old, &new, &options).expect("both can be read");
            self.note(&report);
        }
    }

    /// Each page quotes nothing else.
    pub(crate) fn assert_quoted(&self) {
        let mut wrong = String::new();
        for (page, text) in PAGES {
            for block in blocks(text).iter().filter(|block| block.says("seen")) {
                if !self.0.iter().any(|said| is_said(said, block.code)) {
                    wrong += &format!("--- {page}\n{}", block.code);
                }
            }
        }
        let all = self.0.join("\n---\n");
        assert!(wrong.is_empty(), "{wrong}\n--- what was seen:\n{all}");
    }
}
