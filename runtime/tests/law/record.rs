//! What is put to a real API server as well.

use std::{
    any::type_name,
    env, fs,
    hash::{DefaultHasher, Hash as _, Hasher as _},
    path::PathBuf,
};

use serde_json::{Value, json};

use crate::law::crd;

/// The file that `WHEELWRIGHT_LAW_RECORD` names a folder for holds a CRD and
/// values with our verdicts.
pub(crate) struct Record {
    file: Option<PathBuf>,
    crd: Value,
    accepted: Vec<Value>,
    refused: Vec<Value>,
}

impl Record {
    pub(crate) fn of<T: ?Sized>(schema: &Value) -> Self {
        let name = type_name::<T>();
        let mut hash = DefaultHasher::new();
        name.hash(&mut hash);
        let id = hash.finish();
        let folder = env::var_os("WHEELWRIGHT_LAW_RECORD").map(PathBuf::from);
        Self {
            file: folder.map(|folder| folder.join(format!("{id:016x}.json"))),
            crd: {
                let mut crd = crd(schema, &format!("l{id:x}.example.com"));
                crd["metadata"]["annotations"] = json!({"example.com/type": name});
                crd
            },
            accepted: Vec::new(),
            refused: Vec::new(),
        }
    }

    pub(crate) fn add(&mut self, value: &Value, accepted: bool) {
        let values = if accepted {
            &mut self.accepted
        } else {
            &mut self.refused
        };
        if self.file.is_some() && values.len() < 25 {
            values.push(value.clone());
        }
    }

    /// Records the CRD alone, of a type that no law holds for.
    pub(crate) fn write_unless_there(self) {
        if self.file.as_ref().is_some_and(|file| !file.exists()) {
            self.write();
        }
    }

    pub(crate) fn write(self) {
        if let Some(file) = self.file {
            let record =
                json!({"crd": self.crd, "accepted": self.accepted, "refused": self.refused});
            fs::write(&file, record.to_string())
                .unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        }
    }
}
