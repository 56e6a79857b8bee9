//! The same work by the API server's library, in Go.

use std::{
    io::Write,
    path::Path,
    process::{Command, Stdio},
    time::Duration,
};

use serde_json::{Value, json};

use crate::case::{Case, Failed};

/// What Go measured.
pub(crate) struct Measured {
    pub(crate) rules: u64,
    /// The estimates of all rules together.
    pub(crate) cost: u64,
    pub(crate) compile: Duration,
    pub(crate) objects: Vec<Evaluated>,
}

/// What evaluating the rules over an object came to.
pub(crate) struct Evaluated {
    pub(crate) cost: u64,
    pub(crate) time: Duration,
}

pub(crate) fn measured(case: &Case) -> Result<Measured, Failed> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../peers/cel");
    let built = Command::new("go")
        .args(["build", "-trimpath", "-o", "../bin/cel", "."])
        .current_dir(&folder)
        .env("CGO_ENABLED", "0")
        .env("GOWORK", "off")
        .status()
        .map_err(|error| format!("go: {error}"))?;
    if !built.success() {
        return Err("it was not built".into());
    }
    let objects: Vec<&Value> = case.objects.iter().map(|(_, object)| object).collect();
    let request = json!({"crd": case.crd, "version": case.version, "objects": objects});
    let mut child = Command::new(folder.join("../bin/cel"))
        .env("GOMAXPROCS", "1")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()?;
    let mut input = child.stdin.take().ok_or("no input")?;
    writeln!(input, "{request}")?;
    drop(input);
    let output = child.wait_with_output()?;
    let answer: Value = serde_json::from_slice(&output.stdout)?;
    let number = |of: &Value, name: &str| of.get(name).and_then(Value::as_u64);
    let measured = || {
        let objects = answer.get("objects")?.as_array()?.iter().map(|object| {
            Some(Evaluated {
                cost: number(object, "cost")?,
                time: Duration::from_nanos(number(object, "nanoseconds")?),
            })
        });
        Some(Measured {
            rules: number(&answer, "rules")?,
            cost: number(&answer, "cost")?,
            compile: Duration::from_nanos(number(&answer, "compile")?),
            objects: objects.collect::<Option<_>>()?,
        })
    };
    measured().ok_or_else(|| answer.to_string().into())
}
