//! The files of samples.

use std::fs;
use std::io::Read as _;
use std::path::Path;
use std::{error, fmt, io};

use crate::judge::Text;

/// The longest file that is read, in bytes.
const LONGEST: u64 = 16 << 20;

/// A file or folder that cannot be read.
#[derive(Debug)]
#[non_exhaustive]
pub struct ReadError {
    /// Its name.
    pub file: String,
    /// Why.
    pub reason: io::Error,
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.file, self.reason)
    }
}

impl error::Error for ReadError {
    fn source(&self) -> Option<&(dyn error::Error + 'static)> {
        Some(&self.reason)
    }
}

/// A file, or the files of YAML, JSON and Markdown in a folder and in those within, by their names. A file
/// that is named is read whatever its name; one of more than 16 MiB is an error.
///
/// # Errors
///
/// Where a file or folder cannot be read.
pub fn read(path: &Path) -> Result<Vec<Text>, ReadError> {
    let failed = |path: &Path| {
        let file = path.display().to_string();
        |reason| ReadError { file, reason }
    };
    let files = if path.is_dir() {
        let found = wheelwright_yaml::files(path, &["yaml", "yml", "json", "md"]);
        found.map_err(failed(path))?
    } else {
        vec![path.to_owned()]
    };
    let texts = files.into_iter().map(|file| {
        let text = text(&file).map_err(failed(&file))?;
        Ok(Text::new(file.display().to_string(), text))
    });
    texts.collect()
}

fn text(file: &Path) -> io::Result<String> {
    let mut text = String::new();
    fs::File::open(file)?
        .take(LONGEST + 1)
        .read_to_string(&mut text)?;
    if u64::try_from(text.len()).is_ok_and(|length| length > LONGEST) {
        let reason = format!("it is longer than {} MiB", LONGEST >> 20);
        return Err(io::Error::other(reason));
    }
    Ok(text)
}
