//! The folder that modules are written to: all of them, or nothing.

use std::fs;
use std::io;
use std::path::{Path, PathBuf, absolute};

use wheelwright_import::{File, Imported};

use crate::rustfmt::rustfmt;

/// A folder of the user's package.
pub(super) struct Folder {
    given: PathBuf,
    /// From the package, with a slash at its end.
    path: String,
}

impl Folder {
    pub(super) fn of(given: &str) -> Result<Self, String> {
        let given = PathBuf::from(given);
        if given.exists() && !given.is_dir() {
            return Err(format!(
                "{} is no folder; choose another one with --out",
                given.display()
            ));
        }
        let whole = absolute(&given).map_err(|error| format!("{}: {error}", given.display()))?;
        let package = whole
            .ancestors()
            .find(|folder| folder.join("Cargo.toml").is_file());
        let from = package.map_or(given.as_path(), |package| {
            whole.strip_prefix(package).unwrap_or(&whole)
        });
        let mut path = String::new();
        for part in from.components() {
            match part.as_os_str().to_str() {
                Some(".") => {}
                Some("/") => path.push('/'),
                Some(part) => path = path + part + "/",
                None => {
                    return Err(format!(
                        "{} is not UTF-8; choose another one with --out",
                        given.display()
                    ));
                }
            }
        }
        Ok(Self { given, path })
    }

    /// The path from the package.
    pub(super) fn path(&self) -> &str {
        &self.path
    }

    /// A file in it, as people are told of it.
    pub(super) fn shown(&self, name: &str) -> String {
        self.given.join(name).display().to_string()
    }

    /// The text of a file, if it is there.
    pub(super) fn read(&self, name: &str) -> io::Result<Option<String>> {
        match fs::read_to_string(self.given.join(name)) {
            Ok(text) => Ok(Some(text)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Writes all files. What is there already is the user's: then nothing is written.
    pub(super) fn write(&self, imported: &[Imported]) -> Result<(), String> {
        let files: Vec<&File> = imported.iter().flat_map(|done| &done.files).collect();
        let there: Vec<String> = files
            .iter()
            .filter(|file| self.given.join(&file.path).exists())
            .map(|file| self.shown(&file.path))
            .collect();
        if let Some(first) = there.first() {
            let more = match there.len() - 1 {
                0 => String::new(),
                more => format!(", as are {more} more files"),
            };
            return Err(format!(
                "{first} is there already, and yours{more}; remove what is to be written anew, or choose another folder with \
                 --out (nothing is written)"
            ));
        }
        let (index, before) = self.index(imported).map_err(|error| {
            let index = self.shown("mod.rs");
            format!("{index} cannot be read: {error}; choose another folder with --out (nothing is written)")
        })?;
        let mut written = Vec::new();
        let texts = files.iter().map(|file| (file.path.as_str(), format(file)));
        for (path, text) in texts.chain([("mod.rs", index)]) {
            let file = self.given.join(path);
            let folders = missing(&file);
            let done = match file.parent() {
                Some(folder) => fs::create_dir_all(folder).and_then(|()| fs::write(&file, text)),
                None => fs::write(&file, text),
            };
            written.extend(folders);
            written.push(file);
            if let Err(error) = done {
                take_back(&written, before.as_deref(), &self.given);
                return Err(format!(
                    "{} cannot be written: {error} (nothing is written)",
                    self.shown(path)
                ));
            }
        }
        Ok(())
    }

    /// The module of the folder, with the new modules in it, and what it was.
    fn index(&self, imported: &[Imported]) -> io::Result<(String, Option<String>)> {
        let before = self.read("mod.rs")?;
        let mut text = before
            .clone()
            .unwrap_or_else(|| "//! Types of custom resources.\n\n".to_owned());
        let mut names: Vec<&str> = imported.iter().map(|done| done.module.as_str()).collect();
        names.sort_unstable();
        for name in names {
            let line = format!("pub mod {name};");
            if !text.lines().any(|known| known.trim() == line) {
                if !text.ends_with('\n') {
                    text.push('\n');
                }
                text = text + &line + "\n";
            }
        }
        Ok((text, before))
    }
}

/// The folders around a file that are not there, the outermost first.
fn missing(file: &Path) -> Vec<PathBuf> {
    let mut folders: Vec<PathBuf> = file
        .ancestors()
        .skip(1)
        .take_while(|folder| !folder.as_os_str().is_empty() && !folder.exists())
        .map(Path::to_path_buf)
        .collect();
    folders.reverse();
    folders
}

/// Removes what was written, as far as that is possible.
fn take_back(written: &[PathBuf], index: Option<&str>, folder: &Path) {
    for path in written.iter().rev() {
        let _ = match index {
            Some(text) if *path == folder.join("mod.rs") => fs::write(path, text),
            _ if path.is_dir() => fs::remove_dir(path),
            _ => fs::remove_file(path),
        };
    }
}

/// The text as rustfmt has it, where there is one.
fn format(file: &File) -> String {
    let formatted = file.is_rust().then(|| rustfmt(&file.text)).flatten();
    formatted.unwrap_or_else(|| file.text.clone())
}
