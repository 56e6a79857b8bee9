//! The law itself.

use std::{any::type_name, env, fmt::Debug};

use serde::{Serialize, de::DeserializeOwned};
use serde_json::{Value, json};
use wheelwright::{Schema, generate::Generator, schema};
use wheelwright_rules::{Admission, Outcome, Rules, Verdict, crd};

use crate::{
    record::Record,
    rule::keys_hold,
    sample::{Random, Sample},
    smaller::smaller,
};

/// Asserts both halves of the law, and that what serde writes it reads again and writes alike.
#[track_caller]
pub(crate) fn holds<T: Schema + Sample + Serialize + DeserializeOwned + Debug>() {
    law::<T>(true);
}

/// Asserts both halves of the law for a type that serde does not write as it reads it.
#[track_caller]
pub(crate) fn holds_one_way<T: Schema + Sample + Serialize + DeserializeOwned + Debug>() {
    law::<T>(false);
}

/// Asserts the law for values that serde reads from JSON of this schema: what it writes of them is taken too.
#[track_caller]
pub(crate) fn holds_for_what_is_read<T: Serialize + DeserializeOwned>(schema: Value, rounds: u64) {
    let server = Server::with(schema);
    let name = type_name::<T>();
    let mut accepted = 0;
    for seed in seeds(rounds) {
        let value = Generator::new(seed)
            .size(1 + (seed % 3) as usize)
            .value(&server.schema);
        let Ok(stored) = server.stores(&value) else {
            continue;
        };
        accepted += 1;
        let outcome = serde_json::from_value::<T>(stored.clone())
            .map_err(|error| format!("unreadable: {error}"))
            .and_then(|value| {
                serde_json::to_value(value).map_err(|error| format!("unwritable: {error}"))
            })
            .and_then(|written| {
                server
                    .takes_and_gives_back::<T>(&written, true)
                    .map_err(|why| format!("{why}\nwritten: {written}"))
            });
        if let Err(why) = outcome {
            panic!(
                "{name}, seed {seed}: {why}\nstored: {stored}\nschema: {:#}",
                server.schema
            );
        }
    }
    assert!(
        accepted > 0,
        "{name}: none of the generated values is valid\nschema: {:#}",
        server.schema
    );
}

#[track_caller]
fn law<T: Schema + Sample + Serialize + DeserializeOwned + Debug>(symmetric: bool) {
    what_is_written_validates::<T>(symmetric);
    what_validates_is_read::<T>();
}

#[track_caller]
fn what_is_written_validates<T: Schema + Sample + Serialize + DeserializeOwned + Debug>(
    symmetric: bool,
) {
    what_is_written_is_taken::<T>(&Server::of::<T>(), symmetric);
}

/// Asserts the first half of the law for a type whose schema is this.
#[track_caller]
pub(crate) fn holds_for_what_is_written<T: Sample + Serialize + DeserializeOwned + Debug>(
    schema: Value,
) {
    what_is_written_is_taken::<T>(&Server::with(schema), true);
}

#[track_caller]
fn what_is_written_is_taken<T: Sample + Serialize + DeserializeOwned + Debug>(
    server: &Server,
    symmetric: bool,
) {
    let name = type_name::<T>();
    for seed in seeds(150) {
        let value = T::sample(&mut Random::new(seed));
        let written = serde_json::to_value(&value)
            .unwrap_or_else(|error| panic!("{name} {value:?}: {error}"));
        if let Err(why) = server.takes_and_gives_back::<T>(&written, symmetric) {
            panic!(
                "{name}, seed {seed}: {why}\nvalue: {value:?}\nwritten: {written}\nschema: {:#}",
                server.schema
            );
        }
    }
}

/// Asserts the second half of the law, for types that narrow what the Rust types hold.
#[track_caller]
pub(crate) fn what_validates_is_read<T: Schema + DeserializeOwned>() {
    let server = Server::of::<T>();
    let name = type_name::<T>();
    let mut record = Record::of::<T>(&server.schema);
    let mut accepted = 0;
    let mut made = 0;
    for seed in seeds(400) {
        let mut generator = Generator::new(seed).size(1 + (seed % 5) as usize);
        let mut value = generator.value(&server.schema);
        for round in 0..3 {
            let verdict = server.read::<T>(&value);
            record.add(&value, server.takes(&value));
            if round == 0 {
                made += 1;
                accepted += usize::from(!matches!(verdict, Read::Refused));
            }
            if let Read::Fails(error) = verdict {
                let small = smaller(value, &|value| {
                    matches!(server.read::<T>(value), Read::Fails(_))
                });
                panic!(
                    "{name}, seed {seed}, round {round}: {error}\nvalid but unreadable: {small}\nschema: {:#}",
                    server.schema
                );
            }
            generator.mutate(&mut value);
        }
    }
    record.write();
    if accepted * 4 < made {
        let refused = Generator::new(0).value(&server.schema);
        let why = server.stores(&refused);
        panic!(
            "{name}: only {accepted} of {made} generated values are valid; {refused}: {why:?}\nschema: {:#}",
            server.schema
        );
    }
}

/// Asserts that a value is valid and what serde reads from it.
#[track_caller]
#[expect(clippy::needless_pass_by_value, reason = "callers write `json!(…)`")]
pub(crate) fn reads<T: Schema + DeserializeOwned>(value: Value) -> T {
    let server = Server::of::<T>();
    let stored = server
        .stores(&value)
        .unwrap_or_else(|why| panic!("{value}: {why}\nschema: {:#}", server.schema));
    serde_json::from_value(stored.clone()).unwrap_or_else(|error| panic!("{stored}: {error}"))
}

/// Asserts that the API server refuses a value.
#[track_caller]
#[expect(clippy::needless_pass_by_value, reason = "callers write `json!(…)`")]
pub(crate) fn refuses<T: Schema>(value: Value) {
    let server = Server::of::<T>();
    if let Ok(stored) = server.stores(&value) {
        panic!("{value} is taken as {stored}\nschema: {:#}", server.schema);
    }
}

/// The schema of a type.
#[track_caller]
pub(crate) fn schema_of<T: Schema + ?Sized>() -> Value {
    let server = Server::of::<T>();
    Record::of::<T>(&server.schema).write_unless_there();
    server.schema
}

#[track_caller]
fn lowered<T: Schema + ?Sized>() -> Value {
    match schema::of(T::TYPE) {
        Ok(described) => described.schema,
        Err(problems) => panic!(
            "{}",
            problems
                .iter()
                .map(ToString::to_string)
                .collect::<Vec<_>>()
                .join("\n")
        ),
    }
}

/// What is wrong with a type that has no schema.
#[track_caller]
pub(crate) fn problems_of<T: Schema + ?Sized>() -> Vec<String> {
    match schema::of(T::TYPE) {
        Ok(described) => panic!("there is a schema: {:#}", described.schema),
        Err(problems) => problems
            .iter()
            .map(|problem| problem.cause.to_string())
            .collect(),
    }
}

fn seeds(rounds: u64) -> impl Iterator<Item = u64> {
    let number = |name: &str| env::var(name).ok().and_then(|text| text.parse().ok());
    let first: u64 = number("WHEELWRIGHT_LAW_SEED").unwrap_or(0);
    let rounds = number("WHEELWRIGHT_LAW_ROUNDS").unwrap_or(rounds);
    first..first.saturating_add(rounds)
}

/// A CRD of which `spec.value` has the schema.
pub(crate) fn crd(schema: &Value, group: &str) -> Value {
    json!({
        "apiVersion": "apiextensions.k8s.io/v1",
        "kind": "CustomResourceDefinition",
        "metadata": {"name": format!("laws.{group}")},
        "spec": {
            "group": group,
            "names": {"kind": "Law", "plural": "laws"},
            "scope": "Namespaced",
            "versions": [{
                "name": "v1", "served": true, "storage": true,
                "schema": {"openAPIV3Schema": {
                    "type": "object",
                    "properties": {"spec": {"type": "object", "properties": {"value": schema}, "required": ["value"]}},
                }},
            }],
        },
    })
}

enum Read {
    /// The API server refuses it.
    Refused,
    Works,
    Fails(String),
}

/// An API server with a kind whose objects hold a value of a type.
pub(crate) struct Server {
    pub(crate) schema: Value,
    /// All that the server holds objects to.
    whole: Rules,
    /// The same without rules in CEL: the law is about types, and what a rule refuses beyond them, its author meant to be
    /// refused.
    types: Rules,
}

impl Server {
    #[track_caller]
    fn of<T: Schema + ?Sized>() -> Self {
        Self::with(lowered::<T>())
    }

    #[track_caller]
    pub(crate) fn with(schema: Value) -> Self {
        let crd_of = |schema: &Value| {
            let crd = crd(schema, "example.com");
            let rules = Rules::from_crd(&crd);
            (
                crd::check(&crd),
                rules.unwrap_or_else(|error| panic!("{error}\nschema: {schema:#}")),
            )
        };
        let (report, whole) = crd_of(&schema);
        let mut bare = schema.clone();
        without_rules(&mut bare);
        let (_, types) = crd_of(&bare);
        assert!(
            report.is_accepted(),
            "{:?}\nschema: {schema:#}",
            report.errors
        );
        Self {
            schema,
            whole,
            types,
        }
    }

    /// Whether the API server takes the value, rules included.
    fn takes(&self, value: &Value) -> bool {
        admitted(&self.whole, value).verdict() != Verdict::Refused
    }

    /// The value as the API server gives it back, or why its type is refused.
    pub(crate) fn stores(&self, value: &Value) -> Result<Value, String> {
        let outcome = admitted(&self.types, value);
        if outcome.verdict() == Verdict::Refused {
            return Err(format!("refused: {:?}", outcome.refusal));
        }
        let stored = outcome.object.unwrap_or_default()["spec"]["value"].take();
        if !keys_hold(&self.schema, &stored) {
            return Err("refused: a rule about keys".to_owned());
        }
        Ok(as_go_writes(stored))
    }

    fn read<T: DeserializeOwned>(&self, value: &Value) -> Read {
        if is_nearly_whole(value) || has_list_for_text(&self.schema, value) {
            return Read::Refused;
        }
        match self.stores(value).map(serde_json::from_value::<T>) {
            Err(_) => Read::Refused,
            Ok(Ok(_)) => Read::Works,
            Ok(Err(error)) => Read::Fails(error.to_string()),
        }
    }

    fn takes_and_gives_back<T: Serialize + DeserializeOwned>(
        &self,
        written: &Value,
        symmetric: bool,
    ) -> Result<(), String> {
        let stored = self.stores(written)?;
        if let Some(lost) = lost(written, &stored, "$") {
            return Err(format!("{lost} is lost; stored: {stored}"));
        }
        let read: T = serde_json::from_value(stored.clone())
            .map_err(|error| format!("unreadable: {error}; stored: {stored}"))?;
        let again = serde_json::to_value(read)
            .map_err(|error| format!("unwritable: {error}; stored: {stored}"))?;
        match symmetric.then(|| lost(written, &again, "$")).flatten() {
            Some(lost) => Err(format!(
                "{lost} is lost when it is read; written again: {again}"
            )),
            None => Ok(()),
        }
    }
}

/// The first part of a value that is not in another. `null` members may be gone, and integers written as floats.
fn lost(whole: &Value, part: &Value, path: &str) -> Option<String> {
    match (whole, part) {
        (Value::Object(whole), Value::Object(part)) => {
            whole
                .iter()
                .find_map(|(name, member)| match part.get(name) {
                    Some(part) => lost(member, part, &format!("{path}.{name}")),
                    None if member.is_null() => None,
                    None => Some(format!("{path}.{name}")),
                })
        }
        (Value::Array(whole), Value::Array(part)) if whole.len() == part.len() => {
            let mut pairs = whole.iter().zip(part).enumerate();
            pairs.find_map(|(index, (whole, part))| lost(whole, part, &format!("{path}[{index}]")))
        }
        (whole, part) if as_go_writes(whole.clone()) == as_go_writes(part.clone()) => None,
        _ => Some(path.to_owned()),
    }
}

fn admitted(rules: &Rules, value: &Value) -> Outcome {
    let object = json!({
        "apiVersion": "example.com/v1", "kind": "Law", "metadata": {"name": "l", "namespace": "n"},
        "spec": {"value": value},
    });
    let version = rules.version("v1").expect("the CRD has it");
    version.admit(Admission::create(object))
}

fn without_rules(value: &mut Value) {
    match value {
        Value::Object(members) => {
            members.remove("x-kubernetes-validations");
            members.values_mut().for_each(without_rules);
        }
        Value::Array(items) => items.iter_mut().for_each(without_rules),
        _ => {}
    }
}

/// Go writes a number without a fraction as an integer: the shortest digits that stand for it, which Rust prints, too.
fn as_go_writes(value: Value) -> Value {
    match value {
        Value::Number(number) => match number.as_f64() {
            Some(float) if number.is_f64() => {
                let integer = format!("{float}").parse::<i64>();
                integer.map_or(Value::Number(number), Value::from)
            }
            _ => Value::Number(number),
        },
        Value::Array(items) => items.into_iter().map(as_go_writes).collect(),
        Value::Object(members) => members
            .into_iter()
            .map(|(name, member)| (name, as_go_writes(member)))
            .collect(),
        other => other,
    }
}

/// To the API server 715827882.3333334 is an integer: it looks at nine digits. No schema can say otherwise.
fn is_nearly_whole(value: &Value) -> bool {
    match value {
        Value::Number(number) => number.as_f64().is_some_and(|float| {
            let off = (float - float.round()).abs();
            off > 0.0 && off <= float.abs() * 4e-9
        }),
        Value::Array(items) => items.iter().any(is_nearly_whole),
        Value::Object(members) => members.values().any(is_nearly_whole),
        _ => false,
    }
}

/// To the API server a list is a string, where the string has a format that it knows.
fn has_list_for_text(schema: &Value, value: &Value) -> bool {
    match value {
        Value::Array(_) if schema["type"] == "string" => true,
        Value::Array(items) => items
            .iter()
            .any(|item| has_list_for_text(&schema["items"], item)),
        Value::Object(members) => members.iter().any(|(name, member)| {
            let declared = &schema["properties"][name];
            let schema = if declared.is_null() {
                &schema["additionalProperties"]
            } else {
                declared
            };
            has_list_for_text(schema, member)
        }),
        _ => false,
    }
}
