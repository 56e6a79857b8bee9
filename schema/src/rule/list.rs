//! The rules of all versions, and those of one place.

use std::marker::PhantomData;

use wheelwright_rules::Rules;

use super::{NoRule, Rule, SchemaPath};
use crate::admit::{NotValid, rules_of};
use crate::check::Origin;
use crate::manifest::{self, Manifest};
use crate::resource::CustomResource;

/// Every CEL rule of the versions of a kind, in the order of the CRD, those of a value before those of what is in it.
#[derive(Clone, Debug)]
pub struct RuleList {
    rules: Vec<Rule>,
}

/// The rules at one place of one version.
#[derive(Clone, Debug)]
pub struct RulesAt {
    rules: Vec<Rule>,
}

/// The rules of a kind that has this one version.
///
/// # Errors
///
/// If [`Manifest::check`] finds errors.
pub fn of<R: CustomResource>() -> Result<RuleList, NotValid> {
    struct One<R>(PhantomData<R>);

    let manifest = manifest::of::<R>();
    let rules = rules_of::<One<R>>(|| manifest.clone())?;
    Ok(list(rules, &manifest))
}

/// The rules of a kind, led back to the source.
#[doc(hidden)]
#[must_use]
pub fn list(rules: &'static Rules, manifest: &Manifest) -> RuleList {
    let built = manifest.build();
    let rules = rules.versions().flat_map(|version| {
        let mut objects = built.versions.iter();
        let object = objects.find(|(found, _)| found.name == version.name());
        let described = object.map(|(_, object)| &object.described);
        version.rules().into_iter().map(move |at| {
            let path = at.schema_path().to_string();
            let below = path
                .trim_start_matches("openAPIV3Schema")
                .trim_start_matches('.');
            let source = described.and_then(|described| described.source_of(below));
            Rule {
                version: version.name(),
                origin: source.map(Origin::Type),
                at,
            }
        })
    });
    RuleList {
        rules: rules.collect(),
    }
}

impl RuleList {
    /// One after the other.
    pub fn iter(&self) -> std::slice::Iter<'_, Rule> {
        self.rules.iter()
    }

    /// How many there are.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.rules.len()
    }

    /// Whether there are none.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.rules.is_empty()
    }

    /// The rules of a version about the values at a path: `.spec`, `.spec.toppings[*]`, `.` for the whole object.
    ///
    /// # Errors
    ///
    /// If there are none, with what may have been meant.
    pub fn at(&self, version: &str, path: &str) -> Result<RulesAt, NoRule> {
        let wanted: SchemaPath = path.parse()?;
        let of_version: Vec<&Rule> = self.iter().filter(|rule| rule.version == version).collect();
        if of_version.is_empty() {
            return Err(NoRule::Version {
                version: version.to_owned(),
                known: distinct(self.iter().map(|rule| rule.version.to_owned())),
            });
        }
        let at = of_version.iter().filter(|rule| *rule.path() == wanted);
        let rules: Vec<Rule> = at.map(|rule| Rule::clone(rule)).collect();
        if rules.is_empty() {
            return Err(NoRule::Place {
                version: version.to_owned(),
                path: wanted.to_string(),
                known: distinct(of_version.iter().map(|rule| rule.path().to_string())),
            });
        }
        Ok(RulesAt { rules })
    }
}

impl<'l> IntoIterator for &'l RuleList {
    type Item = &'l Rule;
    type IntoIter = std::slice::Iter<'l, Rule>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl RulesAt {
    /// One after the other, in the order of the schema.
    pub fn iter(&self) -> std::slice::Iter<'_, Rule> {
        self.rules.iter()
    }

    /// The one rule that has these words in its expression or its message.
    ///
    /// # Errors
    ///
    /// If there is none, or more than one.
    pub fn find(&self, words: &str) -> Result<Rule, NoRule> {
        let has = |rule: &&Rule| rule.text().contains(words) || rule.message().contains(words);
        let found: Vec<&Rule> = self.iter().filter(has).collect();
        let texts = |rules: &[&Rule]| rules.iter().map(|rule| rule.text().to_owned()).collect();
        match found.as_slice() {
            [rule] => Ok(Rule::clone(rule)),
            [] => Err(NoRule::Words {
                words: words.to_owned(),
                rules: texts(&self.iter().collect::<Vec<_>>()),
            }),
            several => Err(NoRule::Several {
                words: words.to_owned(),
                rules: texts(several),
            }),
        }
    }
}

impl<'l> IntoIterator for &'l RulesAt {
    type Item = &'l Rule;
    type IntoIter = std::slice::Iter<'l, Rule>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

fn distinct(names: impl Iterator<Item = String>) -> Vec<String> {
    let mut names: Vec<String> = names.collect();
    names.dedup();
    names
}
