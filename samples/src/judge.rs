//! What a server says of samples, beside what they say of themselves.

use std::collections::HashMap;
use std::fmt;
use std::path::Path;

use serde_json::Value;
use wheelwright_rehearsal::{Cause, Rehearsal};
use wheelwright_rules::{Admission, FieldValidation, Refusal, Rules, RulesError, Version};
use wheelwright_yaml::{Document, documents};

use crate::expectation::{Expectation, Expectations};
use crate::markdown::blocks;

/// A file of samples.
#[derive(Clone, Debug)]
pub struct Text {
    /// Its name, by which it is Markdown or not, and by which it is named in reports.
    pub name: String,
    /// What it holds.
    pub text: String,
}

impl Text {
    /// A file of this name.
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            text: text.into(),
        }
    }

    /// The documents, with the lines before each.
    fn parts(&self) -> Vec<(usize, String)> {
        let ending = Path::new(&self.name).extension();
        let is_markdown = ending.is_some_and(|ending| {
            ending.eq_ignore_ascii_case("md") || ending.eq_ignore_ascii_case("markdown")
        });
        if is_markdown {
            let blocks = blocks(&self.text).into_iter();
            blocks.map(|block| (block.line, block.text)).collect()
        } else {
            vec![(0, self.text.clone())]
        }
    }
}

/// What is wrong with a sample.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Fault {
    /// The file.
    pub file: String,
    /// The line, from 1 on.
    pub line: usize,
    /// What is wrong.
    pub reason: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.file, self.line, self.reason)
    }
}

/// What became of samples.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Report {
    /// How many there were.
    pub samples: usize,
    /// How many of them show what is wrong.
    pub expecting: usize,
    /// How many documents are of other kinds.
    pub others: usize,
    /// What is wrong, in the order of the files.
    pub faults: Vec<Fault>,
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for fault in &self.faults {
            writeln!(f, "{fault}")?;
        }
        let ending = if self.samples == 1 { "" } else { "s" };
        write!(f, "{} sample{ending}", self.samples)?;
        if self.expecting > 0 {
            write!(f, ", {} of which an error is expected", self.expecting)?;
        }
        if self.others > 0 {
            write!(f, "; {} of other kinds left aside", self.others)?;
        }
        Ok(())
    }
}

/// The kinds that samples are of, by group and kind.
#[derive(Debug)]
pub struct Kinds(HashMap<(String, String), Rules>);

impl Kinds {
    /// Those of CRDs.
    ///
    /// # Errors
    ///
    /// Where a CRD cannot be read, or has a pattern that is none or beyond the limits of this library.
    pub fn of(crds: &[Value]) -> Result<Self, RulesError> {
        let rules = crds.iter().map(|crd| {
            let rules = Rules::from_crd(crd)?;
            Ok(((rules.group().to_owned(), rules.kind().to_owned()), rules))
        });
        rules.collect::<Result<_, _>>().map(Self)
    }

    /// What a server says of the samples in these files, where it is another thing than they say.
    #[must_use]
    pub fn judge(&self, texts: &[Text]) -> Report {
        self.judge_by(texts, None)
    }

    /// Besides, each sample that is taken is converted to every version that is served and back, and comes back as it was.
    #[must_use]
    pub fn judge_converting(&self, texts: &[Text], rehearsal: &Rehearsal) -> Report {
        self.judge_by(texts, Some(rehearsal))
    }

    fn judge_by(&self, texts: &[Text], rehearsal: Option<&Rehearsal>) -> Report {
        let mut report = Report::default();
        for file in texts {
            for (before, text) in file.parts() {
                let mut expectations = Expectations::of(&text);
                let place = Place {
                    file: &file.name,
                    before,
                };
                for document in documents(&text) {
                    let document = match document {
                        Ok(document) => document,
                        Err(error) => {
                            let hint = if before > 0 {
                                "; if it is no object, write `ignore` behind the language of the block"
                            } else {
                                ""
                            };
                            let reason = format!("{}{hint}", error.kind);
                            report.faults.push(place.fault(error.position.line, reason));
                            continue;
                        }
                    };
                    let start = document.locate_text("").value.start.line;
                    let sample = Sample {
                        place: &place,
                        start,
                        expected: expectations.take(start),
                        document,
                        rehearsal,
                    };
                    self.judge_sample(&sample, &mut report);
                }
            }
        }
        report
    }

    fn judge_sample(&self, sample: &Sample<'_>, report: &mut Report) {
        let member = |name: &str| {
            let member = sample.document.value.get(name);
            member
                .and_then(Value::as_str)
                .unwrap_or_default()
                .to_owned()
        };
        let (api_version, kind) = (member("apiVersion"), member("kind"));
        let (group, version) = api_version.split_once('/').unwrap_or(("", &api_version));
        let is_list = kind.ends_with("List");
        let Some(rules) = self.0.get(&(group.to_owned(), kind)) else {
            if is_list
                && sample
                    .document
                    .value
                    .get("items")
                    .is_some_and(Value::is_array)
            {
                let reason = "a list of objects: write each as a document of its own";
                report.faults.push(sample.fault(reason.to_owned()));
                return;
            }
            if let Some(expected) = sample.expected.first() {
                let reason = "an error is expected of an object whose kind no CRD has";
                let fault = sample.place.fault(expected.line, reason.to_owned());
                report.faults.push(fault);
            }
            report.others += 1;
            return;
        };
        report.samples += 1;
        report.expecting += usize::from(!sample.expected.is_empty());
        let found = match rules.version(version).filter(Version::is_served) {
            Some(version) => sample.errors(&version),
            None => vec![(
                sample.line_of("apiVersion"),
                format!(
                    "no matches for kind {:?} in version {api_version:?}",
                    rules.kind()
                ),
            )],
        };
        let is_expected = |text: &str| {
            let mut expected = sample.expected.iter();
            expected.any(|expected| text.contains(&expected.text))
        };
        for (line, text) in &found {
            if !is_expected(text) {
                report.faults.push(sample.place.fault(*line, text.clone()));
            }
        }
        for expected in &sample.expected {
            if !found.iter().any(|(_, text)| text.contains(&expected.text)) {
                let reason = format!("there is no such error: {}", expected.text);
                report
                    .faults
                    .push(sample.place.fault(expected.line, reason));
            }
        }
    }
}

/// Where a text stands in its file.
struct Place<'f> {
    file: &'f str,
    /// How many lines are before it.
    before: usize,
}

impl Place<'_> {
    fn fault(&self, line: usize, reason: String) -> Fault {
        Fault {
            file: self.file.to_owned(),
            line: self.before + line,
            reason,
        }
    }
}

/// The line of a value, or of the key before it.
fn line(place: wheelwright_yaml::Place) -> usize {
    place.key.unwrap_or(place.value).start.line
}

struct Sample<'f> {
    place: &'f Place<'f>,
    /// The line that it begins with.
    start: usize,
    expected: Vec<Expectation>,
    document: Document,
    rehearsal: Option<&'f Rehearsal>,
}

impl Sample<'_> {
    fn fault(&self, reason: String) -> Fault {
        self.place.fault(self.start, reason)
    }

    fn line_of(&self, path: &str) -> usize {
        line(self.document.locate_text(path))
    }

    /// What a server says of it, and where.
    fn errors(&self, version: &Version<'_>) -> Vec<(usize, String)> {
        let duplicates = self.document.duplicates.iter();
        let outcome = version.admit(Admission {
            field_validation: FieldValidation::Strict,
            duplicate_fields: duplicates.map(|twice| twice.path.to_string()).collect(),
            ..Admission::create(self.document.value.clone())
        });
        match outcome.refusal {
            Some(Refusal::Invalid(errors)) => {
                let place = |error: &wheelwright_rules::FieldError| match error.named_place() {
                    Some(path) => self.line_of(&path),
                    None => line(self.document.locate(&error.path)),
                };
                let errors = errors.iter();
                errors
                    .map(|error| (place(error), error.to_string()))
                    .collect()
            }
            Some(Refusal::BadRequest(text)) => {
                let unknown = outcome.unknown_fields.first();
                let duplicate = self.document.duplicates.first();
                let line = match (unknown, duplicate) {
                    (Some(path), _) => self.line_of(path),
                    (None, Some(twice)) => twice.key.start.line,
                    (None, None) => self.start,
                };
                vec![(line, text)]
            }
            Some(_) => vec![(self.start, "a server refuses it".to_owned())],
            None => self.converted(outcome.object),
        }
    }

    /// What is wrong with its conversions. That it is invalid at another version is a narrowing that the mapping allows.
    fn converted(&self, object: Option<Value>) -> Vec<(usize, String)> {
        let causes = self.rehearsal.zip(object);
        let causes = causes.map(|(rehearsal, object)| rehearsal.causes(object));
        let causes = causes.into_iter().flatten();
        let wrong = causes.filter(|cause| !matches!(cause, Cause::Invalid { .. }));
        wrong.map(|cause| (self.start, cause.to_string())).collect()
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};
    use wheelwright_rehearsal::{Conversion, Rehearsal};

    use super::{Kinds, Text};

    fn kinds() -> Kinds {
        Kinds::of(&[crd()]).unwrap()
    }

    fn crd() -> Value {
        let schema = json!({"openAPIV3Schema": {"type": "object", "properties": {
            "spec": {"type": "object", "required": ["dough"], "properties": {
                "size": {"type": "integer", "maximum": 60},
                "dough": {"type": "string"},
            }},
        }}});
        let version = |name, served, storage| json!({"name": name, "served": served, "storage": storage, "schema": schema});
        json!({
            "apiVersion": "apiextensions.k8s.io/v1",
            "kind": "CustomResourceDefinition",
            "metadata": {"name": "pizzas.example.com"},
            "spec": {
                "group": "example.com",
                "names": {"kind": "Pizza", "plural": "pizzas"},
                "scope": "Namespaced",
                "versions": [version("v1", true, true), version("v0", false, false)],
            },
        })
    }

    fn faults(text: &str) -> Vec<String> {
        let report = kinds().judge(&[Text::new("a.yaml", text)]);
        report.faults.iter().map(ToString::to_string).collect()
    }

    const HEAD: &str = "apiVersion: example.com/v1\nkind: Pizza\nmetadata: {name: a}\n";

    #[test]
    fn what_a_server_takes_is_a_sample() {
        let text = format!("{HEAD}spec: {{dough: thin}}\n---\nkind: ConfigMap\napiVersion: v1\n");
        let report = kinds().judge(&[Text::new("a.yaml", text)]);
        assert_eq!(report.to_string(), "1 sample; 1 of other kinds left aside");
    }

    #[test]
    fn errors_that_nobody_expects_are_faults_where_they_are() {
        let text = format!("---\n{HEAD}spec:\n  dough: thin\n  size: 99\n");
        let wrong =
            "spec.size: Invalid value: 99: spec.size in body should be less than or equal to 60";
        assert_eq!(faults(&text), [format!("a.yaml:7: {wrong}")]);
        assert_eq!(
            faults(&format!("{HEAD}spec:\n  dough: thin\n  cheese: none\n")),
            ["a.yaml:6: strict decoding error: unknown field \"spec.cheese\""]
        );
        assert_eq!(
            faults(&format!("{HEAD}spec:\n  dough: thin\n  dough: thick\n")),
            ["a.yaml:6: strict decoding error: duplicate field \"spec.dough\""]
        );
    }

    #[test]
    fn each_error_must_be_expected_and_each_expected_must_be_there() {
        let both = format!("{HEAD}spec:\n  size: 99 # error: spec.size: Invalid value: 99\n");
        assert_eq!(faults(&both), ["a.yaml:4: spec.dough: Required value"]);
        let all = format!("# error: spec.dough: Required value\n{both}");
        assert_eq!(faults(&all), Vec::<String>::new());
        let gone = format!("{HEAD}spec: {{dough: thin}} # error: spec.size\n");
        assert_eq!(
            faults(&gone),
            ["a.yaml:4: there is no such error: spec.size"]
        );
    }

    #[test]
    fn a_version_that_is_not_served_takes_no_samples() {
        for version in ["v0", "v2"] {
            let text = format!("kind: Pizza\napiVersion: example.com/{version}\n");
            let wrong = format!(
                "a.yaml:2: no matches for kind \"Pizza\" in version \"example.com/{version}\""
            );
            assert_eq!(faults(&text), [wrong]);
        }
    }

    #[test]
    fn what_is_no_object_is_said_and_never_left_aside() {
        let list = format!(
            "kind: List\napiVersion: v1\nitems:\n- {{{}}}\n",
            "kind: Pizza"
        );
        assert_eq!(
            faults(&list),
            ["a.yaml:1: a list of objects: write each as a document of its own"]
        );
        assert_eq!(
            faults("kind: Pizzza # error: it is\n"),
            ["a.yaml:1: an error is expected of an object whose kind no CRD has"]
        );
        let report = kinds().judge(&[Text::new("a.md", "~~~yaml\n{{ a }}: [\n~~~\n")]);
        let said = report.to_string();
        assert!(
            said.starts_with("a.md:2: ") && said.contains("write `ignore`"),
            "{said}"
        );
    }

    #[test]
    fn what_does_not_come_back_is_a_fault() {
        let text = [Text::new(
            "a.yaml",
            format!("{HEAD}spec: {{dough: thin}}\n"),
        )];
        let judged = |dough: &'static str| {
            let convert = move |object: &str, version: &str| {
                let mut object: Value =
                    serde_json::from_str(object).map_err(|error| error.to_string())?;
                object["apiVersion"] = format!("example.com/{version}").into();
                object["spec"]["dough"] = dough.into();
                Ok(object.to_string())
            };
            let conversion = Conversion {
                annotation: "kept".to_owned(),
                convert: Box::new(convert),
            };
            let mut crd = crd();
            crd["spec"]["versions"][1]["served"] = true.into();
            let rehearsal = Rehearsal::new(&crd, Some(conversion)).unwrap();
            let report = kinds().judge_converting(&text, &rehearsal);
            let faults = report.faults.iter().map(ToString::to_string);
            faults.collect::<Vec<_>>()
        };
        assert_eq!(judged("thin"), Vec::<String>::new());
        let fault = "a.yaml:1: it comes back from v0 with another spec.dough";
        assert_eq!(judged("thick"), [fault]);
    }
}
