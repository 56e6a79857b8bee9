//! Whether what is overwritten could be had back.

use std::path::Path;
use std::process::{Command, Stdio};

/// Whether git has all that is in a folder. The error says what to do.
pub(super) fn clean(folder: &Path) -> Result<(), String> {
    let output = Command::new("git")
        .arg("-C")
        .arg(folder)
        .args(["status", "--porcelain", "--", "."])
        .stdin(Stdio::null())
        .output();
    let output = match output {
        Ok(output) if output.status.success() => output,
        _ => {
            return Err(format!(
                "{} is in no git repository, and what is rewritten could not be had back; write --allow-dirty if it may be",
                folder.display()
            ));
        }
    };
    if output.stdout.is_empty() {
        return Ok(());
    }
    let text = String::from_utf8_lossy(&output.stdout);
    let files: Vec<&str> = text.lines().take(3).map(str::trim).collect();
    let more = if text.lines().count() > files.len() {
        ", …"
    } else {
        ""
    };
    Err(format!(
        "there are changes that are not committed ({}{more}); commit or stash them, or write --allow-dirty",
        files.join(", ")
    ))
}
