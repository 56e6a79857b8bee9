//! The CRDs before and after, and what differs.

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Write};
use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::Value;
use wheelwright_adopt::{Explained, Fate, explain};
use wheelwright_rules::crd::{Assumption, assume, check_update};

use crate::Exit;
use crate::input::{self, Input, Source, files, is_crd};

/// CRDs by their names.
pub(super) struct Crds {
    by_name: BTreeMap<String, Value>,
    /// As they were printed.
    text: String,
}

impl Crds {
    /// Those in files.
    pub(super) fn read(files: &[String]) -> Result<Self, Vec<String>> {
        Self::from(input::read(files), &files.join(", "), String::new())
    }

    /// Those that a command prints, run by the shell in a folder.
    pub(super) fn of(command: &str, folder: &Path) -> Result<Self, Vec<String>> {
        let failed = |reason: String| vec![format!("`{command}`: {reason}")];
        let mut child = Command::new("sh")
            .args(["-c", command])
            .current_dir(folder)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| failed(error.to_string()))?;
        let text = child.stdout.take().map_or(Ok(String::new()), files::text);
        // It must not wait for somebody who reads the rest.
        if text.is_err() {
            let _ = child.kill();
        }
        let status = child.wait().map_err(|error| failed(error.to_string()))?;
        let text = text.map_err(|error| failed(error.to_string()))?;
        if !status.success() {
            return Err(failed(format!("it fails with {status}")));
        }
        let source = Source {
            name: format!("<{command}>"),
            text: text.clone(),
        };
        Self::from(input::of(vec![source]), command, text)
    }

    fn from(input: Input, name: &str, text: String) -> Result<Self, Vec<String>> {
        if !input.unreadable.is_empty() {
            return Err(input.unreadable.iter().map(ToString::to_string).collect());
        }
        let crds = input.objects.into_iter().filter(is_crd);
        let by_name: BTreeMap<String, Value> =
            crds.map(|crd| (crd.name().to_owned(), crd.value)).collect();
        if by_name.is_empty() {
            return Err(vec![format!(
                "{name}: there is no CustomResourceDefinition"
            )]);
        }
        Ok(Self { by_name, text })
    }

    /// Writes them where builds are, and says where.
    pub(super) fn keep(&self, folder: &Path) -> io::Result<String> {
        let target = folder.join("target");
        fs::create_dir_all(&target)?;
        let file = target.join("crds-before-adopt.yaml");
        fs::write(&file, &self.text)?;
        Ok(file.display().to_string())
    }

    /// Says what differs from these, and what to decide.
    pub(super) fn explain(
        &self,
        after: &Self,
        is_quiet: bool,
        output: &mut impl Write,
    ) -> io::Result<Exit> {
        let mut exit = Exit::Success;
        for (name, old) in &self.by_name {
            let Some(new) = after.by_name.get(name) else {
                writeln!(output, "{name}: decide: it is gone")?;
                exit = Exit::Refused;
                continue;
            };
            let explained = match explain(old, new) {
                Ok(explained) => explained,
                Err(error) => {
                    crate::tell(&format!("{name}: {error}"));
                    return Ok(Exit::Trouble);
                }
            };
            let (installed, _) = assume(old, &Assumption::Installed);
            let refused = check_update(&installed, new).errors;
            let decide = explained
                .iter()
                .filter(|one| one.fate == Fate::Decide)
                .count()
                + refused.len();
            if decide > 0 {
                exit = Exit::Refused;
            }
            match (explained.len() + refused.len(), decide) {
                (0, _) if is_quiet => {}
                (0, _) => writeln!(output, "{name}: as before")?,
                (_, 0) if is_quiet => {}
                (all, decide) => {
                    writeln!(output, "{name}: differences: {all}, to decide: {decide}")?;
                }
            }
            for error in refused {
                writeln!(output, "  decide: a server refuses the update\n    {error}")?;
            }
            write(&explained, is_quiet, output)?;
        }
        for name in after
            .by_name
            .keys()
            .filter(|name| !self.by_name.contains_key(*name))
        {
            writeln!(output, "{name}: decide: it is new")?;
            exit = Exit::Refused;
        }
        Ok(exit)
    }
}

/// Each explanation once, with all that it explains.
fn write(explained: &[Explained], is_quiet: bool, output: &mut impl Write) -> io::Result<()> {
    let mut by_why: Vec<(Fate, &str, Vec<&Explained>)> = Vec::new();
    for one in explained
        .iter()
        .filter(|one| !is_quiet || one.fate == Fate::Decide)
    {
        match by_why
            .iter_mut()
            .find(|(fate, why, _)| (*fate, *why) == (one.fate, one.why))
        {
            Some((_, _, all)) => all.push(one),
            None => by_why.push((one.fate, one.why, vec![one])),
        }
    }
    for (fate, why, all) in by_why {
        writeln!(output, "  {}: {why}", fate.name())?;
        for one in all {
            writeln!(output, "    {}", one.difference)?;
        }
    }
    Ok(())
}
