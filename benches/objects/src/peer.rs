//! The same work by the Go libraries of the API server.

use std::{
    io::Write,
    path::Path,
    process::{Command, Stdio},
    time::Duration,
};

use serde_json::{Value, json};

use crate::{Case, Failed};

/// The best time of each case.
pub(crate) fn times(cases: &[Case]) -> Result<Vec<Duration>, Failed> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../peers");
    let program = folder.join("bin/peers");
    let built = Command::new("go")
        .args(["build", "-trimpath", "-o", "bin/peers", "."])
        .current_dir(&folder)
        .env("CGO_ENABLED", "0")
        .env("GOWORK", "off")
        .status()
        .map_err(|error| format!("go: {error}"))?;
    if !built.success() {
        return Err("it was not built".into());
    }
    let mut requests = Vec::new();
    for case in cases {
        let request = json!({"crd": case.crd, "version": case.version, "object": case.object});
        writeln!(requests, "{request}")?;
    }
    let mut child = Command::new(program)
        .env("GOMAXPROCS", "1")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()?;
    child.stdin.take().ok_or("no input")?.write_all(&requests)?;
    let output = child.wait_with_output()?;
    String::from_utf8(output.stdout)?
        .lines()
        .map(|line| {
            let answer: Value = serde_json::from_str(line)?;
            match answer.get("nanoseconds").and_then(Value::as_f64) {
                Some(nanoseconds) => Ok(Duration::from_secs_f64(nanoseconds / 1e9)),
                None => Err(answer.to_string().into()),
            }
        })
        .collect()
}
