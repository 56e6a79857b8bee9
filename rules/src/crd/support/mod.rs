//! Which servers take a CRD as it is meant.
//!
//! Nothing here knows what a version brought: the check runs as each server, and what differs is the reason. A new version
//! in the tables is one more column here.

mod meaning;
mod words;

use std::collections::BTreeMap;

use serde_json::Value;
use wheelwright_cel::{KubeRange, KubeVersion, Lack};

use super::cel::{Costs, Remedy, RuleCost};
use super::report::Report;
use super::{check_on, check_update_on, source_path};
use crate::error::{ErrorKind, FieldError};
use crate::fault::Fault;
use crate::path::FieldPath;

/// Which servers take a CRD, and which take it as it is meant: as the newest of them that takes it at all.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Support {
    /// The servers that were asked.
    pub range: KubeRange,
    /// Those that take the CRD as a new one.
    pub taken_by: Vec<KubeVersion>,
    /// Why some do not, or take it for something else. What the oldest server lacks comes last.
    pub reasons: Vec<Reason>,
}

/// Why some servers do not take a CRD, or not as it is meant. `Display` is a sentence.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Reason {
    /// The servers, one next to the other.
    pub servers: KubeRange,
    /// What is different about them.
    pub cause: Cause,
    /// The places in the document, at least one.
    pub paths: Vec<FieldPath>,
    /// Whether only values that nobody has make the difference: then it keeps no server from being the oldest.
    pub is_rare: bool,
}

/// What is different about some servers.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Cause {
    /// They refuse an expression, because they lack what it uses.
    Lacks(Lack),
    /// They estimate that a rule costs more than they allow.
    Cost {
        /// Their estimate, of the newest of them.
        estimate: u64,
        /// The estimate of a server that takes the rule.
        elsewhere: u64,
        /// What would bring it within the limit.
        remedy: Option<Remedy>,
    },
    /// They estimate that the rules of a schema cost more together than they allow.
    Costs {
        /// Their estimate, of the newest of them.
        estimate: u64,
        /// The estimate of a server that takes the rules.
        elsewhere: u64,
    },
    /// They refuse the CRD for another reason, in the server's words.
    Refused(String),
    /// They take a format, and do not hold values to it.
    Unchecked {
        /// The format.
        format: String,
    },
    /// They hold values to a bound that is no number of the type, for which others refuse every value.
    Unfit {
        /// The keyword.
        keyword: &'static str,
    },
    /// A function answers differently.
    Answers {
        /// The function.
        function: &'static str,
        /// What it does on these servers, as the end of a sentence.
        before: &'static str,
    },
}

impl Support {
    /// The servers that take the CRD as it is meant; of several ranges the newest.
    #[must_use]
    pub fn as_meant(&self) -> Option<KubeRange> {
        let means_it = |server: KubeVersion| {
            let mut reasons = self.reasons.iter().filter(|reason| !reason.is_rare);
            self.taken_by.contains(&server) && !reasons.any(|reason| reason.is_about(server))
        };
        let mut versions = self
            .range
            .versions()
            .rev()
            .skip_while(|version| !means_it(*version));
        let newest = versions.next()?;
        let oldest = versions.take_while(|version| means_it(*version)).last();
        Some(KubeRange::between(oldest.unwrap_or(newest), newest))
    }

    /// Whether every server that was asked takes the CRD as it is meant.
    #[must_use]
    pub fn is_everywhere(&self) -> bool {
        self.as_meant() == Some(self.range)
    }
}

impl Reason {
    /// Whether it is about this server.
    #[must_use]
    pub fn is_about(&self, server: KubeVersion) -> bool {
        self.servers.contains(server)
    }

    /// The first server behind those that it is about, if one is known.
    #[must_use]
    pub fn since(&self) -> Option<KubeVersion> {
        KubeVersion::new(self.servers.newest().minor() + 1)
    }
}

/// Asks the servers of a range for a CRD, as a new one.
///
/// ```
/// use serde_json::json;
/// use wheelwright_rules::{KubeRange, crd};
///
/// let crd = json!({
///     "apiVersion": "apiextensions.k8s.io/v1",
///     "kind": "CustomResourceDefinition",
///     "metadata": {"name": "pizzas.example.com"},
///     "spec": {
///         "group": "example.com",
///         "names": {"kind": "Pizza", "plural": "pizzas"},
///         "scope": "Namespaced",
///         "versions": [{
///             "name": "v1", "served": true, "storage": true,
///             "schema": {"openAPIV3Schema": {"type": "object", "properties": {
///                 "dough": {"type": "string", "x-kubernetes-validations": [{"rule": "isSemver(self)"}]},
///                 "oven": {"type": "string", "format": "k8s-short-name"},
///             }}},
///         }],
///     },
/// });
/// let support = crd::support(&crd, KubeRange::default());
/// assert_eq!(support.as_meant().map(|servers| servers.oldest().minor()), Some(35));
/// let reasons: Vec<String> = support.reasons.iter().map(ToString::to_string).collect();
/// assert_eq!(reasons, [
///     "`format: k8s-short-name` is checked from 1.35 on, and ignored before (oven)",
///     "`isSemver` needs 1.34 (dough)",
/// ]);
/// ```
#[must_use]
pub fn support(crd: &Value, range: KubeRange) -> Support {
    ask(crd, range, |server| check_on(crd, server))
}

/// As [`support`], of a CRD that replaces `old`, whose faults are tolerated.
#[must_use]
pub fn support_update(old: &Value, new: &Value, range: KubeRange) -> Support {
    ask(new, range, |server| check_update_on(old, new, server))
}

fn ask(crd: &Value, range: KubeRange, check: impl Fn(KubeVersion) -> Report) -> Support {
    let reports: Vec<(KubeVersion, Report)> = range
        .versions()
        .map(|server| (server, check(server)))
        .collect();
    let taken = reports.iter().filter(|(_, report)| report.is_accepted());
    let taken_by: Vec<KubeVersion> = taken.map(|(server, _)| *server).collect();
    // What all refuse is no matter of versions, and what it is meant to be is what the newest can tell.
    let model = taken_by.last().copied().unwrap_or(range.newest());
    let mut found = Found::default();
    let of_model = reports.iter().find(|(server, _)| *server == model);
    if let Some((_, of_model)) = of_model {
        for (server, report) in &reports {
            if *server != model {
                refusals(*server, report, of_model, &mut found);
            }
        }
        meaning::find(crd, model, &taken_by, of_model, &mut found);
    }
    Support {
        range,
        taken_by,
        reasons: found.into_reasons(range),
    }
}

/// What keeps a server from taking what another takes.
fn refusals(server: KubeVersion, report: &Report, model: &Report, found: &mut Found) {
    if let Some(crash) = report.crash.filter(|_| model.crash.is_none()) {
        found.add(server, Cause::Refused(crash.to_string()), FieldPath::root());
    }
    for error in &report.errors {
        // What a schema costs together is said once, or where the rules are too dear by themselves.
        let of_all = report.costs_of(error);
        if error.fault == Some(Fault::AddsToCost) || of_all.is_some_and(has_dear_rule) {
            continue;
        }
        let is_known = |known: &FieldError| known.kind == error.kind && known.path == error.path;
        if model.errors.iter().any(is_known) {
            continue;
        }
        found.add(server, cause(report, error, model), source_path(error));
    }
}

fn cause(report: &Report, error: &FieldError, model: &Report) -> Cause {
    if let Some(broken) = report.broken(error) {
        let lacks = broken.errors.iter().find_map(|error| error.lacks.clone());
        if let Some(lack) = lacks {
            return Cause::Lacks(lack);
        }
        // The text around it shows the whole expression.
        if let Some(first) = broken.errors.first() {
            return Cause::Refused(first.message.clone());
        }
    }
    let here = report.cost_of(error).filter(|rule| rule.is_over());
    if let Some((here, there)) = here.zip(model.cost_of(error)) {
        return Cause::Cost {
            estimate: here.charged,
            elsewhere: there.charged,
            remedy: report.remedy(error).cloned(),
        };
    }
    if let Some((here, there)) = report.costs_of(error).zip(model.costs_of(error)) {
        return Cause::Costs {
            estimate: here.total,
            elsewhere: there.total,
        };
    }
    Cause::Refused(error.body())
}

impl Report {
    /// What the expression costs that an error about costs is about.
    fn cost_of(&self, error: &FieldError) -> Option<&RuleCost> {
        let mut rules = self.costs.iter().flat_map(|costs| &costs.rules);
        rules.find(|rule| rule.path == error.path)
    }

    /// What the rules of the schema cost that an error about costs is about.
    fn costs_of(&self, error: &FieldError) -> Option<&Costs> {
        let mut costs = self.costs.iter();
        costs.find(|costs| error.kind == ErrorKind::Forbidden && costs.path == error.path)
    }
}

fn has_dear_rule(costs: &Costs) -> bool {
    costs.rules.iter().any(RuleCost::is_over)
}

/// Causes, each with its servers and places.
#[derive(Debug, Default)]
struct Found {
    causes: Vec<(Cause, bool, BTreeMap<KubeVersion, Vec<FieldPath>>)>,
}

impl Found {
    fn add(&mut self, server: KubeVersion, cause: Cause, path: FieldPath) {
        self.put(server, cause, path, false);
    }

    fn add_rare(&mut self, server: KubeVersion, cause: Cause, path: FieldPath) {
        self.put(server, cause, path, true);
    }

    fn put(&mut self, server: KubeVersion, cause: Cause, path: FieldPath, is_rare: bool) {
        let known = self.causes.iter_mut();
        let mut same = known.filter(|(known, ..)| known.is_same(&cause));
        let servers = if let Some((known, _, servers)) = same.next() {
            // Costs are those of the newest server, which comes last.
            if !servers.contains_key(&server) {
                *known = cause;
            }
            servers
        } else {
            drop(same);
            self.causes.push((cause, is_rare, BTreeMap::new()));
            match self.causes.last_mut() {
                Some((.., servers)) => servers,
                None => return,
            }
        };
        let paths = servers.entry(server).or_default();
        if !paths.contains(&path) {
            paths.push(path);
        }
    }

    /// A reason for each run of servers, those that reach furthest first.
    fn into_reasons(self, range: KubeRange) -> Vec<Reason> {
        let mut reasons = Vec::new();
        for (cause, is_rare, mut servers) in self.causes {
            let mut run: Option<Reason> = None;
            for server in range.versions() {
                let Some(paths) = servers.remove(&server) else {
                    reasons.extend(run.take());
                    continue;
                };
                let oldest = run.take().map_or(server, |run| run.servers.oldest());
                run = Some(Reason {
                    servers: KubeRange::between(oldest, server),
                    cause: cause.clone(),
                    paths,
                    is_rare,
                });
            }
            reasons.extend(run);
        }
        let order = |reason: &Reason| (reason.is_rare, std::cmp::Reverse(reason.servers.newest()));
        reasons.sort_by_key(order);
        reasons
    }
}

impl Cause {
    /// Whether two causes are one, of different rules.
    fn is_same(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Cost { .. }, Self::Cost { .. }) | (Self::Costs { .. }, Self::Costs { .. }) => {
                true
            }
            _ => self == other,
        }
    }
}
