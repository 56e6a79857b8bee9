//! Where the project has the library from.

use std::fs;
use std::path::{Component, Path};

/// The version of crates.io, or a folder.
#[derive(Debug)]
pub(super) enum Source {
    Published,
    Folder(String),
}

impl Source {
    /// The folder of the library is the one that is said, or `runtime` in it: a checkout of the repository. Where it is said
    /// from the folder above the project, it is written so from the project.
    pub(super) fn of(path: Option<&Path>, here: &Path) -> Result<Self, String> {
        let Some(path) = path else {
            return Ok(Self::Published);
        };
        let tries = [path.to_path_buf(), path.join("runtime")];
        let found = tries.iter().find(|folder| is_library(&here.join(folder)));
        let found = found.ok_or_else(|| {
            format!(
                "{} is no checkout of wheelwright: there is no package `wheelwright` in it, nor in its folder `runtime`",
                path.display()
            )
        })?;
        let text = found
            .to_str()
            .ok_or_else(|| format!("{} is not UTF-8, which Cargo.toml is", path.display()))?;
        // Cargo takes `/` everywhere.
        let text = if cfg!(windows) {
            text.replace('\\', "/")
        } else {
            text.to_owned()
        };
        if found.has_root() || matches!(found.components().next(), Some(Component::Prefix(_))) {
            return Ok(Self::Folder(text));
        }
        let from_here = text.trim_start_matches("./");
        Ok(Self::Folder(match from_here {
            "." | "" => "..".to_owned(),
            _ => format!("../{from_here}"),
        }))
    }

    /// The key of the dependency.
    pub(super) fn key(&self) -> String {
        match self {
            Self::Published => concat!("version = \"", env!("CARGO_PKG_VERSION"), "\"").to_owned(),
            Self::Folder(path) => format!("path = {}", basic(path)),
        }
    }

    /// What there is to say of it.
    pub(super) fn remark(&self) -> &'static str {
        match self {
            Self::Published => concat!(
                "It needs wheelwright ",
                env!("CARGO_PKG_VERSION"),
                " from crates.io; --path takes it from a checkout."
            ),
            Self::Folder(_) => {
                "It takes wheelwright from a folder that `docker build` and CI elsewhere do not see: write a version for them."
            }
        }
    }
}

fn is_library(folder: &Path) -> bool {
    let manifest = fs::read_to_string(folder.join("Cargo.toml"));
    manifest.is_ok_and(|text| {
        let mut lines = text.lines();
        lines.any(|line| line.trim() == "name = \"wheelwright\"")
    })
}

/// A basic string of TOML.
fn basic(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            _ if c.is_control() => out.push_str(&format!("\\u{:04X}", u32::from(c))),
            _ => out.push(c),
        }
    }
    out.push('"');
    out
}

#[cfg(test)]
mod tests {
    use super::basic;

    #[test]
    fn paths_are_strings_of_toml() {
        assert_eq!(basic("a \"b\"\\\u{1}é"), "\"a \\\"b\\\"\\\\\\u0001é\"");
    }
}
