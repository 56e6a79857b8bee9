//! The search for objects that show the differences of schemas.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use serde_json::Value;
use wheelwright_rules::crd::compare::{Difference, Direction, Kind};
use wheelwright_rules::{FieldPath, Segment};

use crate::attack::{self, Sample};
use crate::conversion::Conversion;
use crate::finding::{Course, Finding, Verdict, Witness};
use crate::fix;
use crate::hunt::{Found, Missing, Quarry, hunt};
use crate::leaf::{Contrast, Leaf};
use crate::maker::Maker;
use crate::ownership;
use crate::place::{self, steps_of};
use crate::readers::{self, Foreign};
use crate::related::Sought;
use crate::ruling::{self, Decided};
use crate::side::Side;
use crate::story::{broken, story, surprised};
use crate::trial::{Effect, Trial};

/// Values made in the search for witnesses of one version.
const BUDGET: u64 = 40_000;

/// The search for witnesses of one CRD takes no longer than this on top of what counts; a usual CRD takes milliseconds.
const LONGEST: Duration = Duration::from_mins(1);

/// Findings of objects that no difference foresaw; more say no more.
const MOST_UNFORESEEN: usize = 20;

/// The finding of a conversion that fails.
const REFUSED: &str = "conversion-refused";

/// Both sides, for what is said of the CRD: the release that is left counts as the old one, and the one that is gone to as the new.
pub(crate) struct Sides<'s> {
    pub(crate) course: Course,
    pub(crate) name: &'s str,
    pub(crate) old: &'s Side<'s>,
    pub(crate) new: &'s Side<'s>,
}

pub(crate) struct Work<'s> {
    course: Course,
    started: Instant,
    name: String,
    old: &'s Side<'s>,
    new: &'s Side<'s>,
    /// By version; the second makes objects of the new release.
    makers: BTreeMap<String, (Maker<'s>, Maker<'s>)>,
    samples: BTreeMap<String, Vec<Sample>>,
}

/// What came of a search.
enum Shown {
    Yes(Box<Found>),
    No(Missing),
}

impl<'s> Work<'s> {
    pub(crate) fn new(course: Course, name: &str, old: &'s Side<'s>, new: &'s Side) -> Self {
        let mut work = Self {
            course,
            started: Instant::now(),
            name: name.to_owned(),
            old,
            new,
            makers: BTreeMap::new(),
            samples: BTreeMap::new(),
        };
        for version in old.version_names() {
            if old.is_served(version) && new.schema(version).is_some() {
                let samples = attack::samples(work.trial(version));
                work.samples.insert(version.to_owned(), samples);
            }
        }
        work
    }

    /// How many objects were made by chance.
    pub(crate) fn tried(&self) -> usize {
        self.samples.values().map(Vec::len).sum()
    }

    pub(crate) fn sides(&self) -> Sides<'_> {
        Sides {
            course: self.course,
            name: &self.name,
            old: self.old,
            new: self.new,
        }
    }

    fn trial<'t>(&self, version: &'t str) -> Trial<'t>
    where
        's: 't,
    {
        Trial {
            old: self.old,
            new: self.new,
            version,
            is_alone: false,
        }
    }

    /// What a difference of a schema does.
    pub(crate) fn of_schema(&mut self, difference: &Difference) -> Option<Finding> {
        let version = difference.version.clone()?;
        let steps = steps_of(difference)?;
        let mut finding = self.blank(difference);
        if !self.old.is_served(&version) {
            finding.reason += " (the version is not served)";
            return Some(finding);
        }
        let (ours, theirs) = (
            place::schema_at(self.old.schema(&version)?, &steps).cloned(),
            place::schema_at(self.new.schema(&version)?, &steps).cloned(),
        );
        let mut sought = Sought {
            kind: difference.kind,
            rule: None,
            is_transition: false,
        };
        let (mut constants, mut rule) = (Vec::new(), None);
        if difference.kind == Kind::Rule {
            match ruling::decide(difference, ours.as_ref(), theirs.as_ref(), &mut finding) {
                Decided::Done => return Some(finding),
                Decided::Search(search) => {
                    sought.rule = Some(search.text);
                    sought.is_transition = search.is_transition;
                    constants = search.constants;
                    rule = search.rule;
                }
            }
        }
        let keyword = difference.path.segments().last().map(|last| match last {
            Segment::Field(name) => name.clone(),
            _ => String::new(),
        });
        let contrast = Contrast {
            kind: difference.kind,
            keyword: keyword.as_deref().unwrap_or_default(),
            one: ours.as_ref(),
            other: theirs.as_ref(),
            rule: rule.as_ref(),
            constants: &constants,
        };
        let is_new = ours.is_none() && difference.kind == Kind::Default;
        let may_break = !is_new
            && matches!(
                difference.direction,
                Direction::Tightened | Direction::Changed | Direction::Pruned | Direction::Reread
            );
        // Who read the new release goes with it, and what the old one gives besides is as it was.
        let may_surprise = self.course == Course::Upgrade
            && (matches!(
                difference.direction,
                Direction::Loosened | Direction::Changed
            ) && difference.kind != Kind::Field
                || difference.kind == Kind::Default && difference.new.is_none());
        if is_new {
            "default-loosened".clone_into(&mut finding.id);
            finding.reason += ", and so is the field";
        } else if contrast.is_without_effect() {
            finding.reason += ", which says nothing of values of this type";
            return Some(finding);
        } else if may_break && contrast.is_exhausted() {
            finding.reason += "; every value that there was is still taken";
            return Some(finding);
        }
        if self.started.elapsed() > LONGEST {
            if may_break {
                finding.undecided = Some(Missing::Budget.text().to_owned());
            }
            return Some(finding);
        }
        if may_break {
            match self.show(&version, &steps, contrast, &sought) {
                Shown::Yes(found) => {
                    broken(&mut finding, &found);
                    return Some(finding);
                }
                Shown::No(missing) => finding.undecided = Some(missing.text().to_owned()),
            }
        }
        if matches!(difference.kind, Kind::ListType | Kind::MapType) {
            ownership::judge(&self.sides(), difference, &version, &steps, &mut finding);
        }
        if may_surprise && !sought.is_transition {
            let turned = Contrast {
                one: contrast.other,
                other: contrast.one,
                ..contrast
            };
            let leaves = turned.leaves(steps.is_empty());
            let quarry = Quarry {
                steps: &steps,
                leaves: &leaves,
                sought: &sought,
                constants: &constants,
            };
            let trial = Trial {
                old: self.new,
                new: self.old,
                version: &version,
                is_alone: false,
            };
            let maker = &mut self.makers(&version).1;
            if let Ok(found) = hunt(trial, maker, quarry) {
                surprised(&mut finding, difference, &found);
                let elsewhere = readers::elsewhere(&self.sides(), &version, &found.manifest);
                if let (Some(witness), false) = (finding.witness.as_mut(), elsewhere.is_empty()) {
                    witness.steps.extend(elsewhere.iter().map(Foreign::step));
                }
            }
        }
        Some(finding)
    }

    fn makers(&mut self, version: &str) -> &mut (Maker<'s>, Maker<'s>) {
        let (old, new) = (self.old, self.new);
        self.makers.entry(version.to_owned()).or_insert_with(|| {
            (
                Maker::new(old, new, version, BUDGET),
                Maker::new(new, old, version, BUDGET),
            )
        })
    }

    fn blank(&self, difference: &Difference) -> Finding {
        let mut field = difference.field.clone();
        if difference.kind == Kind::Rule {
            let text = difference.new.as_ref().or(difference.old.as_ref());
            let text = text.and_then(Value::as_str).unwrap_or_default();
            field += &format!("{{{:08x}}}", fingerprint(text));
        }
        Finding {
            id: id_of(difference),
            crd: self.name.clone(),
            versions: difference.version.iter().cloned().collect(),
            field,
            path: difference.path.clone(),
            level: match (difference.kind, difference.direction) {
                // What is said when a rule fails is text.
                (Kind::Rule, Direction::Other) => Verdict::Patch,
                _ => Verdict::Compatible,
            },
            hurts: Vec::new(),
            reason: difference.words.clone(),
            fix: fix::of(difference.kind, difference.direction).to_owned(),
            witness: None,
            undecided: None,
            accepted: None,
        }
    }

    /// An object that shows it: one made for it, or one of those that were made already.
    fn show(
        &mut self,
        version: &str,
        steps: &[place::Step],
        contrast: Contrast<'_>,
        sought: &Sought,
    ) -> Shown {
        let mut leaves = contrast.leaves(steps.is_empty());
        if sought.is_transition {
            leaves = vec![Leaf::AsMade];
        }
        let quarry = Quarry {
            steps,
            leaves: &leaves,
            sought,
            constants: contrast.constants,
        };
        let trial = Trial {
            old: self.old,
            new: self.new,
            version,
            is_alone: false,
        };
        let missing = match hunt(trial, &mut self.makers(version).0, quarry) {
            Ok(found) => return Shown::Yes(Box::new(found)),
            Err(missing) => missing,
        };
        let samples = self.samples.get(version).into_iter().flatten();
        for sample in samples {
            let Some(place) = place::find(&sample.manifest, steps) else {
                continue;
            };
            if sample
                .effects
                .iter()
                .any(|effect| sought.is(effect, &place))
            {
                let found = crate::hunt::finish(trial, &sample.manifest, &place, sought);
                return Shown::Yes(Box::new(found));
            }
        }
        Shown::No(missing)
    }

    /// What generated objects met that no finding says.
    pub(crate) fn unforeseen(&self, findings: &[Finding]) -> Vec<Finding> {
        let mut found: Vec<Finding> = Vec::new();
        for (version, samples) in &self.samples {
            let trial = self.trial(version);
            for sample in samples {
                for effect in &sample.effects {
                    for at in &effect.at {
                        let field = attack::field(self.old.schema(version), at);
                        let is_known = findings.iter().chain(&found).any(|finding| {
                            let known = finding.field.split('{').next().unwrap_or_default();
                            finding.versions.contains(version)
                                && finding.level.is_breaking()
                                && (attack::is_within(&field, known)
                                    || attack::is_within(known, &field))
                        });
                        if !is_known && found.len() < MOST_UNFORESEEN {
                            let object = attack::reduced(trial, &sample.manifest, effect, Some(at));
                            found.push(self.met(trial, object, effect, field));
                        }
                    }
                    let is_known = found
                        .iter()
                        .chain(findings)
                        .any(|finding| finding.id == REFUSED && finding.versions.contains(version));
                    if effect.is_without_place() && !is_known {
                        let object = attack::reduced(trial, &sample.manifest, effect, None);
                        found.push(self.met(trial, object, effect, String::new()));
                    }
                }
            }
        }
        found
    }

    /// What a generated object met.
    fn met(&self, trial: Trial<'_>, manifest: Value, effect: &Effect, field: String) -> Finding {
        let effects = |trial: Trial<'_>| {
            let run = trial.run(&manifest);
            run.map(|run| run.effects).unwrap_or_default()
        };
        let alone = Trial {
            is_alone: true,
            ..trial
        };
        let is_by_schemas = effects(alone).iter().any(|other| other.what == effect.what);
        let (id, reason, fix) = if effect.is_without_place() {
            (
                REFUSED,
                "the conversion refuses what it took",
                "convert what the old release converted",
            )
        } else if is_by_schemas {
            (
                "unforeseen",
                "a generated object meets what no single difference says",
                "keep what the old release takes",
            )
        } else {
            let reason = match self.new.conversion() {
                Conversion::Identity => {
                    "what is written here is not kept by the version that it is stored in now"
                }
                _ => "the releases convert an object differently",
            };
            (
                "conversion-changed",
                reason,
                "convert as the old release did, and leave another meaning to a new field or a new version",
            )
        };
        let seen = Found {
            effects: effects(trial),
            manifest,
            edit: None,
        };
        let (hurts, steps) = story(&seen);
        Finding {
            id: id.to_owned(),
            crd: self.name.clone(),
            versions: vec![trial.version.to_owned()],
            field,
            path: FieldPath::root(),
            level: Verdict::NewVersion,
            hurts,
            reason: reason.to_owned(),
            fix: fix.to_owned(),
            witness: Some(Witness {
                object: seen.manifest,
                steps,
            }),
            undecided: None,
            accepted: None,
        }
    }
}

/// `required-tightened`; of what no object shows, the kind says enough.
pub(crate) fn id_of(difference: &Difference) -> String {
    let mut id = String::new();
    for letter in difference.kind.name().chars() {
        if letter.is_ascii_uppercase() {
            id.push('-');
        }
        id.push(letter.to_ascii_lowercase());
    }
    format!("{id}-{}", difference.direction.name())
}

/// Tells rules at one place apart (FNV-1a).
fn fingerprint(text: &str) -> u32 {
    text.bytes().fold(0x811c_9dc5, |hash, byte| {
        (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193)
    })
}
