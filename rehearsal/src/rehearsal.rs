//! Objects, as an API server with the new release would have them.

use std::io::{self, Read};
use std::path::Path;
use std::{error, fmt};

use serde_json::Value;
use wheelwright_rules::{ReadError, Rules, Version};

use crate::difference::first;
use crate::dump::{DumpError, each, files};
use crate::problem::{Cause, Problem};
use crate::report::{Report, Versions};

/// The bytes that names and values of an object's annotations may have together, as the [API server][limit] has it.
///
/// [limit]: https://kubernetes.io/docs/concepts/overview/working-with-objects/annotations/
const ANNOTATIONS: usize = 256 << 10;

/// So many errors of an object are named.
const NAMED: usize = 3;

/// What converts an object, as JSON, to a version, or says why it does not.
pub type Convert = Box<dyn Fn(&str, &str) -> Result<String, String> + Send + Sync>;

/// The conversions of the new release.
pub struct Conversion {
    /// The annotation that keeps what a version lacks.
    pub annotation: String,
    /// What converts.
    pub convert: Convert,
}

impl fmt::Debug for Conversion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Conversion")
            .field("annotation", &self.annotation)
            .finish_non_exhaustive()
    }
}

/// Why a release cannot be tried.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Unready {
    /// A webhook converts the objects, and its conversion was not given.
    NeedsConversion,
    /// The CRD or the mapping has errors.
    Wrong(String),
}

impl Unready {
    /// For errors of the CRD or the mapping.
    #[must_use]
    pub fn new(reason: impl fmt::Display) -> Self {
        Self::Wrong(reason.to_string())
    }
}

impl fmt::Display for Unready {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NeedsConversion => {
                f.write_str("a webhook converts its objects: give its conversion")
            }
            Self::Wrong(reason) => f.write_str(reason),
        }
    }
}

impl error::Error for Unready {}

/// Objects of a kind, tried with a new release.
#[derive(Debug)]
pub struct Rehearsal {
    /// The name of the CRD, if it says a plural.
    #[cfg(feature = "cluster")]
    name: Option<String>,
    rules: Rules,
    /// None where only `apiVersion` changes.
    conversion: Option<Conversion>,
    report: Report,
}

impl Rehearsal {
    /// With the CRD of the new release, and its conversion; without one, the strategy is `None`: only `apiVersion` changes, and a
    /// server drops what the other version does not know.
    ///
    /// # Errors
    ///
    /// Where the CRD cannot be read, has a pattern that is none or beyond the limits of this library, or leaves conversion to
    /// a webhook, and there is none here.
    pub fn new(crd: &Value, conversion: Option<Conversion>) -> Result<Self, Unready> {
        if conversion.is_none() && crd["spec"]["conversion"]["strategy"] == "Webhook" {
            return Err(Unready::NeedsConversion);
        }
        let rules = Rules::from_crd(crd).map_err(Unready::new)?;
        Ok(Self {
            #[cfg(feature = "cluster")]
            name: crd["spec"]["names"]["plural"]
                .as_str()
                .map(|plural| format!("{plural}.{}", rules.group())),
            rules,
            conversion,
            report: Report::default(),
        })
    }

    /// Tries all objects of dumps: files as [`read`](Self::read) takes them, the files of JSON and YAML in folders, and standard input
    /// for `-`. Says after each object how many there were.
    ///
    /// # Errors
    ///
    /// Where one cannot be read. What was read before is tried.
    pub fn read_files<P: AsRef<Path>>(
        &mut self,
        dumps: impl IntoIterator<Item = P>,
        mut progress: impl FnMut(u64),
    ) -> Result<(), DumpError> {
        for dump in dumps {
            if dump.as_ref() == "-" {
                self.read("<stdin>", io::stdin().lock(), &mut progress)?;
                continue;
            }
            for (name, file) in files(dump.as_ref())? {
                self.read(&name, file, &mut progress)?;
            }
        }
        Ok(())
    }

    /// Tries all objects of a dump, and says after each how many there were: JSON as `kubectl get -o json` writes it, or one object or
    /// list after the other, or what `etcdctl get --prefix -w json` prints, of which one object at a time is held; or YAML of at most
    /// 256 MiB.
    ///
    /// # Errors
    ///
    /// Where it cannot be read. What was read before is tried.
    pub fn read(
        &mut self,
        name: &str,
        reader: impl Read,
        mut progress: impl FnMut(u64),
    ) -> Result<(), DumpError> {
        each(name, reader, &mut |object| {
            self.object(object);
            progress(self.count());
        })
    }

    /// How many objects were tried or left aside.
    pub(crate) const fn count(&self) -> u64 {
        self.report.objects + self.report.others
    }

    /// The name of the CRD, if it says a plural.
    #[cfg(feature = "cluster")]
    pub(crate) fn name(&self) -> Option<&str> {
        self.name.as_deref()
    }

    /// Tries an object, as a client reads it at any version.
    pub fn object(&mut self, object: Value) {
        let text = |path: &[&str]| {
            let found = path.iter().try_fold(&object, |value, name| value.get(name));
            found.and_then(Value::as_str).unwrap_or_default().to_owned()
        };
        let api_version = text(&["apiVersion"]);
        let (group, version) = api_version.split_once('/').unwrap_or(("", &api_version));
        if group != self.rules.group() || text(&["kind"]) != self.rules.kind() {
            self.report.others += 1;
            return;
        }
        self.report.objects += 1;
        let (namespace, name) = (
            text(&["metadata", "namespace"]),
            text(&["metadata", "name"]),
        );
        let version = version.to_owned();
        let (causes, counts) = self.tried(&version, object);
        for (other, of) in counts {
            let key = (version.clone(), other);
            self.report.versions.entry(key).or_default().add(of);
        }
        let problems = causes.into_iter().map(|cause| Problem {
            namespace: namespace.clone(),
            name: name.clone(),
            version: version.clone(),
            cause,
        });
        self.report.add(problems.collect());
    }

    /// What would go wrong with an object of the kind, which is not counted.
    #[must_use]
    pub fn causes(&self, object: Value) -> Vec<Cause> {
        let api_version = object.get("apiVersion").and_then(Value::as_str);
        let version = api_version.and_then(|text| text.rsplit('/').next());
        let version = version.unwrap_or_default().to_owned();
        self.tried(&version, object).0
    }

    /// What would go wrong with an object, and what became of it at the other versions.
    fn tried(&self, version: &str, object: Value) -> (Vec<Cause>, Vec<(String, Versions)>) {
        let Some(version) = self.rules.version(version) else {
            return (vec![Cause::NoVersion], Vec::new());
        };
        let mut trial = Trial {
            rehearsal: self,
            version,
            causes: Vec::new(),
        };
        let counts = trial.run(object);
        (trial.causes, counts)
    }

    /// What became of them.
    #[must_use]
    pub const fn report(&self) -> &Report {
        &self.report
    }

    /// What became of them.
    #[must_use]
    pub fn into_report(self) -> Report {
        self.report
    }
}

/// One object.
struct Trial<'r> {
    rehearsal: &'r Rehearsal,
    version: Version<'r>,
    causes: Vec<Cause>,
}

impl Trial<'_> {
    fn run(&mut self, mut object: Value) -> Vec<(String, Versions)> {
        let dropped = self.version.prune(&mut object);
        if !dropped.is_empty() {
            self.causes.push(Cause::Dropped { paths: dropped });
        }
        let own = self.version.name();
        let object = match self.read(object, own) {
            Ok(object) => object,
            Err(reason) => {
                let version = own.to_owned();
                self.causes.push(Cause::Fails { version, reason });
                return Vec::new();
            }
        };
        self.validate(self.version, &object);
        let served = self.rehearsal.rules.versions().filter(Version::is_served);
        let others: Vec<Version<'_>> = served.filter(|other| other.name() != own).collect();
        let tried = others.into_iter().map(|other| {
            let counts = self.convert(other, &object);
            (other.name().to_owned(), counts)
        });
        tried.collect()
    }

    /// To another version and back, each as a server reads it.
    fn convert(&mut self, other: Version<'_>, object: &Value) -> Versions {
        let mut counts = Versions {
            objects: 1,
            ..Versions::default()
        };
        let version = other.name().to_owned();
        let there = match self.read(object.clone(), other.name()) {
            Ok(there) => there,
            Err(reason) => {
                self.causes.push(Cause::Fails { version, reason });
                return counts;
            }
        };
        counts.converted = 1;
        let annotations = there["metadata"]["annotations"].as_object();
        let kept = self.rehearsal.conversion.as_ref().and_then(|conversion| {
            let kept = annotations?.get(&conversion.annotation)?;
            Some(kept.as_str()?.len())
        });
        if let Some(length) = kept {
            counts.keeping = 1;
            counts.largest = length;
        }
        let sizes = annotations
            .into_iter()
            .flatten()
            .map(|(name, value)| name.len() + value.as_str().map_or(0, str::len));
        let bytes: usize = sizes.sum();
        if bytes > ANNOTATIONS {
            let version = version.clone();
            self.causes.push(Cause::TooLarge { version, bytes });
        }
        self.validate(other, &there);
        match self.read(there, self.version.name()) {
            Err(reason) => self.causes.push(Cause::Stuck { version, reason }),
            Ok(back) => match first(object, &back) {
                None => counts.back = 1,
                Some(path) => self.causes.push(Cause::Differs { version, path }),
            },
        }
        counts
    }

    /// What a client gets of an object at a version.
    fn read(&self, object: Value, version: &str) -> Result<Value, String> {
        let rules = &self.rehearsal.rules;
        let read = match &self.rehearsal.conversion {
            None => rules.read(object, version),
            Some(conversion) => rules.read_with(object, version, |object, _| {
                let text = (conversion.convert)(&object.to_string(), version);
                let text = text.map_err(ReadError::Conversion)?;
                serde_json::from_str(&text)
                    .map_err(|error| ReadError::Conversion(error.to_string()))
            }),
        };
        read.map_err(|error| match error {
            ReadError::Conversion(reason) => reason,
            error => error.to_string(),
        })
    }

    fn validate(&mut self, version: Version<'_>, object: &Value) {
        let errors = version.validate(object);
        if errors.is_empty() {
            return;
        }
        let mut named: Vec<String> = errors.iter().take(NAMED).map(ToString::to_string).collect();
        if errors.len() > NAMED {
            named.push(format!("and {} more", errors.len() - NAMED));
        }
        self.causes.push(Cause::Invalid {
            version: version.name().to_owned(),
            errors: named,
        });
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::{Conversion, Rehearsal, Unready};

    /// Of `v1`, which stores, `v2` and `v0`, which is not served; what is kept is called `kept`.
    fn rehearsal(
        convert: impl Fn(Value, &str) -> Result<Value, String> + Send + Sync + 'static,
    ) -> Rehearsal {
        let version = |name: &str, served: bool| {
            json!({
                "name": name, "served": served, "storage": name == "v1",
                "schema": {"openAPIV3Schema": {"type": "object", "properties": {
                    "spec": {"type": "object", "properties": {
                        "size": {"type": "integer", "maximum": if name == "v2" { 60 } else { 90 }},
                        "dough": {"type": "string", "default": "thin"},
                    }},
                }}},
            })
        };
        let crd = json!({
            "apiVersion": "apiextensions.k8s.io/v1",
            "kind": "CustomResourceDefinition",
            "metadata": {"name": "pizzas.example.com"},
            "spec": {
                "group": "example.com",
                "names": {"kind": "Pizza", "plural": "pizzas"},
                "scope": "Namespaced",
                "versions": [version("v1", true), version("v2", true), version("v0", false)],
            },
        });
        let convert = move |object: &str, version: &str| {
            let mut object: Value =
                serde_json::from_str(object).map_err(|error| error.to_string())?;
            object["apiVersion"] = format!("example.com/{version}").into();
            convert(object, version).map(|object| object.to_string())
        };
        let annotation = "kept".to_owned();
        let convert = Box::new(convert);
        Rehearsal::new(
            &crd,
            Some(Conversion {
                annotation,
                convert,
            }),
        )
        .unwrap()
    }

    fn pizza(spec: &Value) -> Value {
        json!({
            "apiVersion": "example.com/v1", "kind": "Pizza",
            "metadata": {"name": "a", "namespace": "b"}, "spec": spec,
        })
    }

    fn problems(mut rehearsal: Rehearsal, object: Value) -> Vec<String> {
        rehearsal.object(object);
        let problems = rehearsal.report().problems.iter();
        problems.map(ToString::to_string).collect()
    }

    #[test]
    fn what_converts_and_comes_back_is_counted() {
        let mut rehearsal = rehearsal(|mut object, version| {
            match version {
                "v2" => object["metadata"]["annotations"] = json!({"kept": "12345"}),
                _ => drop(
                    object["metadata"]
                        .as_object_mut()
                        .unwrap()
                        .remove("annotations"),
                ),
            }
            Ok(object)
        });
        rehearsal.object(pizza(&json!({"size": 60})));
        rehearsal.object(json!({"apiVersion": "v1", "kind": "Pizza"}));
        let report = rehearsal.report();
        assert!(report.is_ok());
        assert_eq!((report.objects, report.others), (1, 1));
        let [((from, to), counts)] = &report.versions.iter().collect::<Vec<_>>()[..] else {
            panic!("{report}");
        };
        assert_eq!((&**from, &**to), ("v1", "v2"));
        let counts = [
            counts.objects,
            counts.converted,
            counts.back,
            counts.keeping,
        ];
        assert_eq!(
            (counts, report.versions.values().next().unwrap().largest),
            ([1; 4], 5)
        );
        let last = report.to_string().lines().last().unwrap().to_owned();
        assert_eq!(
            last,
            "1 object, nothing would go wrong; 1 of other kinds left aside"
        );
    }

    #[test]
    fn what_a_server_drops_and_refuses_is_said() {
        let same = || rehearsal(|object, _| Ok(object));
        let dropped = "b/a (v1): the new schema does not know spec.cheese, a server drops it";
        assert_eq!(problems(same(), pizza(&json!({"cheese": 1}))), [dropped]);
        let invalid =
            "spec.size: Invalid value: 70: spec.size in body should be less than or equal to 60";
        assert_eq!(
            problems(same(), pizza(&json!({"size": 70}))),
            [format!("b/a (v1): it is invalid at v2: {invalid}")]
        );
        let mut gone = pizza(&json!({}));
        gone["apiVersion"] = "example.com/v3".into();
        assert_eq!(
            problems(same(), gone),
            ["b/a (v3): the new CRD has no such version"]
        );
        // Objects may be stored at a version that is served no more.
        let mut old = pizza(&json!({}));
        old["apiVersion"] = "example.com/v0".into();
        assert_eq!(problems(same(), old), Vec::<String>::new());
    }

    #[test]
    fn what_does_not_come_back_is_said() {
        let lossy = rehearsal(|mut object, _| {
            object["spec"]["dough"] = "thick".into();
            Ok(object)
        });
        assert_eq!(
            problems(lossy, pizza(&json!({}))),
            ["b/a (v1): it comes back from v2 with another spec.dough"]
        );
        let stuck = rehearsal(|object, version| match version {
            "v1" => Err("why".to_owned()),
            _ => Ok(object),
        });
        let fails =
            "it does not come back from v2, so that who reads it there cannot write it: why";
        assert_eq!(
            problems(stuck, pizza(&json!({}))),
            [format!("b/a (v1): {fails}")]
        );
        let failing = rehearsal(|_, _| Err("why".to_owned()));
        let fails = "it cannot be read at v2, and no list at v2 is answered while it is there: why";
        assert_eq!(
            problems(failing, pizza(&json!({}))),
            [format!("b/a (v1): {fails}")]
        );
    }

    /// Without a webhook a server changes `apiVersion`, and drops what the version does not know.
    #[test]
    fn what_the_other_version_does_not_know_is_lost_without_a_webhook() {
        let fields = |names: &[&str]| -> Value {
            let fields = names
                .iter()
                .map(|name| ((*name).to_owned(), json!({"type": "string"})));
            Value::Object(fields.collect())
        };
        let version = |name: &str, names: &[&str]| {
            json!({
                "name": name, "served": true, "storage": name == "v1",
                "schema": {"openAPIV3Schema": {"type": "object", "properties": {
                    "spec": {"type": "object", "properties": fields(names)},
                }}},
            })
        };
        let mut crd = json!({
            "apiVersion": "apiextensions.k8s.io/v1",
            "kind": "CustomResourceDefinition",
            "metadata": {"name": "pizzas.example.com"},
            "spec": {
                "group": "example.com",
                "names": {"kind": "Pizza", "plural": "pizzas"},
                "scope": "Namespaced",
                "versions": [version("v1", &["dough", "cheese"]), version("v2", &["dough"])],
            },
        });
        let rehearsal = Rehearsal::new(&crd, None).unwrap();
        let lost = ["b/a (v1): it comes back from v2 with another spec.cheese"];
        assert_eq!(
            problems(rehearsal, pizza(&json!({"dough": "a", "cheese": "b"}))),
            lost
        );
        let rehearsal = Rehearsal::new(&crd, None).unwrap();
        assert_eq!(
            problems(rehearsal, pizza(&json!({"dough": "a"}))),
            Vec::<String>::new()
        );
        crd["spec"]["conversion"] = json!({"strategy": "Webhook"});
        let error = Rehearsal::new(&crd, None).unwrap_err();
        assert_eq!(error, Unready::NeedsConversion);
    }

    /// A server takes labels and annotations of a webhook's answer, and nothing else of its metadata.
    #[test]
    fn what_a_webhook_does_to_metadata_is_not_taken() {
        let careless = rehearsal(|mut object, _| {
            object["metadata"] =
                json!({"name": "other", "annotations": object["metadata"]["annotations"]});
            Ok(object)
        });
        assert_eq!(problems(careless, pizza(&json!({}))), Vec::<String>::new());
        let other = rehearsal(|mut object, _| {
            object["kind"] = "Other".into();
            Ok(object)
        });
        let said = problems(other, pizza(&json!({})));
        assert!(
            said[0].ends_with("what it gives is of another kind"),
            "{said:?}"
        );
    }

    /// The limit is that of `TotalAnnotationSizeLimitB` of the API server: 256 KiB of names and values.
    #[test]
    fn annotations_of_more_than_a_server_takes_are_said() {
        let with = |bytes: usize| {
            rehearsal(move |mut object, version| {
                match version {
                    "v2" => object["metadata"]["annotations"] = json!({"kept": "x".repeat(bytes)}),
                    _ => drop(
                        object["metadata"]
                            .as_object_mut()
                            .unwrap()
                            .remove("annotations"),
                    ),
                }
                Ok(object)
            })
        };
        let most = (256 << 10) - "kept".len();
        assert_eq!(
            problems(with(most), pizza(&json!({}))),
            Vec::<String>::new()
        );
        let large = problems(with(most + 1), pizza(&json!({})));
        assert!(large[0].contains("at v2 have 262145 bytes"), "{large:?}");
    }

    #[test]
    fn problems_are_listed_up_to_a_thousand_and_counted_beyond() {
        let mut rehearsal = rehearsal(|_, _| Err("why".to_owned()));
        for _ in 0..1001 {
            rehearsal.object(pizza(&json!({})));
        }
        let report = rehearsal.into_report();
        assert_eq!((report.troubled, report.problems.len()), (1001, 1000));
        assert!(report.to_string().contains("\nand 1 more\n"));
        assert_eq!(report.json()["counts"], json!({"fails": 1001}));
    }
}
