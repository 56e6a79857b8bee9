//! Dumps of objects: JSON that is read item by item, and YAML.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;
use std::{error, fmt};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde::Deserialize as _;
use serde::de::value::MapAccessDeserializer;
use serde::de::{DeserializeSeed, Deserializer, Error as _, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Value};
use wheelwright_yaml::objects;

/// A dump that cannot be read.
#[derive(Debug)]
#[non_exhaustive]
pub struct DumpError {
    /// Its name.
    pub name: String,
    /// The line, where it is known.
    pub line: Option<usize>,
    /// Why.
    pub reason: String,
}

impl fmt::Display for DumpError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            Some(line) => write!(f, "{}:{line}: {}", self.name, self.reason),
            None => write!(f, "{}: {}", self.name, self.reason),
        }
    }
}

impl error::Error for DumpError {}

/// The longest dump of YAML, which is held whole, in bytes.
const LONGEST: u64 = 256 << 20;

/// A file, or those of JSON and YAML in a folder, by their names.
pub(crate) fn files(path: &Path) -> Result<Vec<(String, File)>, DumpError> {
    let failed = |path: &Path, error: &io::Error| DumpError {
        name: path.display().to_string(),
        line: None,
        reason: error.to_string(),
    };
    let paths = if path.is_dir() {
        let found = wheelwright_yaml::files(path, &["json", "jsonl", "yaml", "yml"]);
        found.map_err(|error| failed(path, &error))?
    } else {
        vec![path.to_owned()]
    };
    let files = paths.into_iter().map(|path| {
        let file = File::open(&path).map_err(|error| failed(&path, &error))?;
        Ok((path.display().to_string(), file))
    });
    files.collect()
}

/// Gives every object of a dump: JSON, one object or list after the other, of which an object at a time is held; or YAML.
pub(crate) fn each(
    name: &str,
    reader: impl Read,
    take: &mut dyn FnMut(Value),
) -> Result<(), DumpError> {
    let failed = |line, reason: String| DumpError {
        name: name.to_owned(),
        line,
        reason,
    };
    let mut reader = BufReader::with_capacity(1 << 16, reader);
    let first = first(&mut reader).map_err(|error| failed(None, error.to_string()))?;
    if first != Some(b'{') {
        return yaml(reader, &failed, take);
    }
    let mut json = serde_json::Deserializer::from_reader(reader);
    loop {
        match json.end() {
            Ok(()) => return Ok(()),
            Err(error) if error.is_io() || error.is_eof() => {
                return Err(failed(None, error.to_string()));
            }
            // There is more.
            Err(_) => {}
        }
        Objects(take).deserialize(&mut json).map_err(|error| {
            let text = error.to_string();
            let reason = text.split(" at line ").next().unwrap_or_default();
            failed(Some(error.line()), reason.to_owned())
        })?;
    }
}

/// The first byte that is no space, which is not taken.
fn first(reader: &mut impl BufRead) -> io::Result<Option<u8>> {
    loop {
        let buffer = reader.fill_buf()?;
        if buffer.is_empty() {
            return Ok(None);
        }
        if let Some(at) = buffer.iter().position(|byte| !byte.is_ascii_whitespace()) {
            let byte = buffer.get(at).copied();
            reader.consume(at);
            return Ok(byte);
        }
        let length = buffer.len();
        reader.consume(length);
    }
}

fn yaml(
    reader: impl Read,
    failed: &dyn Fn(Option<usize>, String) -> DumpError,
    take: &mut dyn FnMut(Value),
) -> Result<(), DumpError> {
    let mut text = String::new();
    let read = reader.take(LONGEST + 1).read_to_string(&mut text);
    read.map_err(|error| failed(None, error.to_string()))?;
    if u64::try_from(text.len()).is_ok_and(|length| length > LONGEST) {
        let reason = format!(
            "YAML of more than {} MiB: dump it as JSON (`-o json`)",
            LONGEST >> 20
        );
        return Err(failed(None, reason));
    }
    for document in wheelwright_yaml::documents(&text) {
        let document =
            document.map_err(|error| failed(Some(error.position.line), error.kind.to_string()))?;
        let start = document.locate_text("").value.start;
        let Value::Object(members) = document.value else {
            return Err(failed(Some(start.line), "it is no object".to_owned()));
        };
        object(members, take);
    }
    Ok(())
}

/// An object, or those in a list.
fn object(members: Map<String, Value>, take: &mut dyn FnMut(Value)) {
    match objects(Value::Object(members)) {
        Ok(items) => items.into_iter().for_each(take),
        Err(object) => take(object),
    }
}

/// An object, whose items are given one by one if they are objects of a kind.
struct Objects<'t>(&'t mut dyn FnMut(Value));

impl<'de> DeserializeSeed<'de> for Objects<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for Objects<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object or a list of objects")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        let mut members = Map::new();
        let mut gave_items = false;
        while let Some(name) = map.next_key::<String>()? {
            if name == "items" {
                let mut gave = 0;
                let rest = map.next_value_seed(Items {
                    take: self.0,
                    gave: &mut gave,
                })?;
                gave_items |= gave > 0;
                if gave > 0 && rest.as_array().is_some_and(|rest| !rest.is_empty()) {
                    return Err(A::Error::custom("an item of a list is no object of a kind"));
                }
                members.insert(name, rest);
            } else if name == "kvs" && is_of_etcd(&members) {
                map.next_value_seed(KeyValues(self.0))?;
                gave_items = true;
            } else {
                members.insert(name, map.next_value()?);
            }
        }
        if !gave_items {
            object(members, self.0);
        }
        Ok(())
    }
}

/// What stands at `items`: gives the objects of a kind that are in a list, and what is left of it.
struct Items<'t> {
    take: &'t mut dyn FnMut(Value),
    /// How many were given.
    gave: &'t mut u64,
}

impl<'de> DeserializeSeed<'de> for Items<'_> {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Items<'_> {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list of objects")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Value, A::Error> {
        let mut rest = Vec::new();
        while let Some(item) = items.next_element::<Value>()? {
            let is_text = |name: &str| item.get(name).is_some_and(Value::is_string);
            if is_text("apiVersion") && is_text("kind") {
                *self.gave += 1;
                (self.take)(item);
            } else {
                rest.push(item);
            }
        }
        Ok(Value::Array(rest))
    }

    /// A field of somebody's own that is called so.
    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Value, A::Error> {
        Value::deserialize(MapAccessDeserializer::new(map))
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }
}

/// Whether an answer of etcd begins so.
fn is_of_etcd(members: &Map<String, Value>) -> bool {
    members.contains_key("header") && !members.contains_key("kind")
}

/// What stands at `kvs`, as etcd answers: keys and values in base64. An API server stores custom resources as JSON.
struct KeyValues<'t>(&'t mut dyn FnMut(Value));

/// A key of etcd and what it holds.
#[derive(serde::Deserialize)]
struct KeyValue {
    #[serde(default)]
    key: String,
    #[serde(default)]
    value: String,
}

impl<'de> DeserializeSeed<'de> for KeyValues<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_seq(self)
    }
}

impl<'de> Visitor<'de> for KeyValues<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the keys and values of etcd")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut entries: A) -> Result<(), A::Error> {
        while let Some(entry) = entries.next_element::<KeyValue>()? {
            let stored = stored(&entry).map_err(|reason| {
                let key = STANDARD.decode(&entry.key).unwrap_or_default();
                A::Error::custom(format!("{}: {reason}", String::from_utf8_lossy(&key)))
            })?;
            (self.0)(stored);
        }
        Ok(())
    }
}

/// The object that etcd holds; an empty one where it is none of a CRD.
fn stored(entry: &KeyValue) -> Result<Value, String> {
    /// Before what is encrypted at rest.
    const ENCRYPTED: &[u8] = b"k8s:enc:";
    let value = STANDARD.decode(&entry.value);
    let value = value.map_err(|_| "its value is no base64".to_owned())?;
    if value.starts_with(ENCRYPTED) {
        return Err(
            "its value is encrypted at rest: dump the objects by `kubectl get -o json`".to_owned(),
        );
    }
    // Built-in resources are no JSON, and neither are the notes of API servers.
    if value.first() != Some(&b'{') {
        return Ok(Value::Object(Map::new()));
    }
    serde_json::from_slice(&value).map_err(|error| format!("its value is no JSON: {error}"))
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::each;

    fn read(text: &str) -> Result<Vec<Value>, String> {
        let mut objects = Vec::new();
        let read = each("dump", text.as_bytes(), &mut |object| objects.push(object));
        read.map(|()| objects).map_err(|error| error.to_string())
    }

    #[test]
    fn objects_are_those_of_lists_of_streams_and_of_yaml() {
        let one = json!({"apiVersion": "v1", "kind": "A", "metadata": {"name": "one"}});
        let two = json!({"apiVersion": "v1", "kind": "B", "items": [1]});
        let list = json!({"items": [one, two], "apiVersion": "v1", "kind": "List"});
        assert_eq!(read(&list.to_string()).unwrap(), [one.clone(), two.clone()]);
        assert_eq!(
            read(&format!(" {one}\n{two}\n")).unwrap(),
            [one.clone(), two.clone()]
        );
        let yaml = format!("---\n{list}\n---\nkind: C\n");
        assert_eq!(read(&yaml).unwrap(), [one, two, json!({"kind": "C"})]);
        assert_eq!(
            read("{\"kind\": \"List\", \"items\": []}").unwrap(),
            [Value::Null; 0]
        );
        assert_eq!(read("").unwrap(), [Value::Null; 0]);
        let typed = json!({"kind": "AList", "apiVersion": "v1", "items": [{"spec": 1}]});
        let item = json!({"kind": "A", "apiVersion": "v1", "spec": 1});
        assert_eq!(read(&typed.to_string()).unwrap(), [item]);
        let own = json!({"kind": "Shelf", "items": {"a": [{"apiVersion": "v1", "kind": "A"}]}});
        assert_eq!(read(&own.to_string()).unwrap(), [own]);
    }

    /// As `etcdctl get --prefix /registry/example.com -w json` prints them.
    #[test]
    fn objects_are_those_of_a_snapshot() {
        use base64::Engine as _;
        use base64::engine::general_purpose::STANDARD;

        let entry = |key: &str, value: &[u8]| json!({"key": STANDARD.encode(key), "mod_revision": 7, "value": STANDARD.encode(value)});
        let one = json!({"apiVersion": "example.com/v1", "kind": "A", "metadata": {"name": "one"}});
        let key = "/registry/example.com/as/default/one";
        let snapshot = json!({
            "header": {"cluster_id": 1}, "count": 2,
            "kvs": [entry(key, one.to_string().as_bytes()), entry("/registry/secrets/default/s", b"k8s\0\n\x0c")],
        });
        assert_eq!(read(&snapshot.to_string()).unwrap(), [one, json!({})]);
        let refused = |value: &[u8]| {
            read(&json!({"header": {}, "kvs": [entry(key, value)]}).to_string()).unwrap_err()
        };
        let encrypted =
            "dump:1: /registry/example.com/as/default/one: its value is encrypted at rest";
        assert!(refused(b"k8s:enc:aescbc:v1:key1:x").starts_with(encrypted));
        assert!(refused(b"{\"half\"").contains("one: its value is no JSON: EOF"));
        let wrong = read("{\"header\": {}, \"kvs\": [{\"key\": \"L2E=\", \"value\": \"?\"}]}");
        assert_eq!(wrong.unwrap_err(), "dump:1: /a: its value is no base64");
        let own = json!({"header": 1, "kind": "Shelf", "kvs": [1]});
        assert_eq!(read(&own.to_string()).unwrap(), [own]);
    }

    #[test]
    fn half_a_dump_is_an_error_at_its_line() {
        let half = "{\"kind\": \"List\",\n\"items\": [{\"apiVersion\": \"v1\", \"kind\": \"A\"},\n";
        assert_eq!(read(half).unwrap_err(), "dump:3: EOF while parsing a value");
        assert!(read("{} x").unwrap_err().starts_with("dump:1: "));
        assert!(read("a: [\n").unwrap_err().starts_with("dump:"));
        assert_eq!(read("- a\n").unwrap_err(), "dump:1: it is no object");
        let mixed = "{\"items\": [{\"apiVersion\": \"v1\", \"kind\": \"A\"}, 1]}";
        assert!(
            read(mixed)
                .unwrap_err()
                .contains("an item of a list is no object")
        );
    }
}
