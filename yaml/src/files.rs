//! The files in a folder.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::{fs, io};

/// How deep folders are followed.
const DEPTH: usize = 64;

/// The files in a folder and in those within whose names end so, such as `yaml`, by their names. Links to folders are not
/// followed.
///
/// ```
/// let files = wheelwright_yaml::files("src".as_ref(), &["rs"])?;
/// assert!(files.contains(&"src/lib.rs".into()));
/// # Ok::<(), std::io::Error>(())
/// ```
///
/// # Errors
///
/// Where a folder cannot be read, or folders are nested more than 64 deep; the error names it.
pub fn files(folder: &Path, endings: &[&str]) -> io::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    walk(folder, 0, endings, &mut files)?;
    Ok(files)
}

fn walk(folder: &Path, depth: usize, endings: &[&str], files: &mut Vec<PathBuf>) -> io::Result<()> {
    let failed =
        |error: &dyn std::fmt::Display| io::Error::other(format!("{}: {error}", folder.display()));
    if depth > DEPTH {
        return Err(failed(&"folders are nested too deep"));
    }
    let entries = fs::read_dir(folder).and_then(Iterator::collect);
    let mut entries: Vec<_> = entries.map_err(|error| failed(&error))?;
    entries.sort_by_key(fs::DirEntry::file_name);
    for entry in entries {
        let path = entry.path();
        let ending = path.extension().and_then(OsStr::to_str);
        if entry.file_type().map_err(|error| failed(&error))?.is_dir() {
            walk(&path, depth + 1, endings, files)?;
        } else if ending.is_some_and(|ending| endings.contains(&ending)) && path.is_file() {
            files.push(path);
        }
    }
    Ok(())
}
