//! Rust as rustfmt has it.

use std::io::Write;
use std::process::{Command, Stdio};

/// The text as rustfmt has it, where there is one.
pub(crate) fn rustfmt(text: &str) -> Option<String> {
    let mut child = Command::new("rustfmt")
        .args(["--edition", "2024", "--emit", "stdout"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .ok()?;
    let mut stdin = child.stdin.take()?;
    let given = text.to_owned();
    let writer = std::thread::spawn(move || stdin.write_all(given.as_bytes()).is_ok());
    let output = child.wait_with_output().ok()?;
    let is_read = writer.join().unwrap_or(false);
    let text = String::from_utf8(output.stdout).ok()?;
    (is_read && output.status.success() && !text.is_empty()).then_some(text)
}
