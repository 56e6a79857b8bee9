//! The API server's program, built when its sources are not those of the last build.

use std::env::consts::{ARCH, OS};
use std::ffi::OsStr;
use std::fs::{self, File};
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::error::StartError;

const SOURCES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/apiserver");

/// What the server says it is. Without, its `gitVersion` is a placeholder.
const VERSION: &str = "-s -w -X k8s.io/component-base/version.gitVersion=v1.37.2";

/// The program's path, once it is there and up to date.
pub(crate) fn built() -> Result<PathBuf, StartError> {
    build(Path::new(SOURCES), OsStr::new("go"))
}

fn build(sources: &Path, go: &OsStr) -> Result<PathBuf, StartError> {
    let folder = sources.join("bin");
    let program = folder.join("apiserver");
    let built_from = folder.join("built-from");
    fs::create_dir_all(&folder).map_err(StartError::io(&folder))?;

    // Several test processes may come here at once: the first builds, the others find it built.
    let lock = folder.join("lock");
    let lock_file = File::create(&lock).map_err(StartError::io(&lock))?;
    lock_file.lock().map_err(StartError::io(&lock))?;

    let fingerprint = fingerprint(sources).map_err(StartError::io(sources))?;
    if program.exists() && fs::read_to_string(&built_from).is_ok_and(|known| known == fingerprint) {
        return Ok(program);
    }
    let partial = folder.join("apiserver.partial");
    let mut build = Command::new(go)
        .args(["build", "-trimpath", "-ldflags", VERSION, "-o"])
        .args([partial.as_os_str(), OsStr::new(".")])
        .current_dir(sources)
        .env("CGO_ENABLED", "0")
        .env("GOWORK", "off")
        .spawn()
        .map_err(|error| match error.kind() {
            io::ErrorKind::NotFound => StartError::NoGo,
            _ => StartError::io(go)(error),
        })?;
    // Not by `eprintln!`, which the test harness would keep back while minutes pass.
    let _ = writeln!(
        io::stderr(),
        "e2e: building the API server, which takes minutes the first time"
    );
    let status = build.wait().map_err(StartError::io(go))?;
    if !status.success() {
        return Err(StartError::Build(status));
    }
    fs::rename(&partial, &program).map_err(StartError::io(&program))?;
    fs::write(&built_from, fingerprint).map_err(StartError::io(&built_from))?;
    Ok(program)
}

/// Changes whenever a file that the build reads, or the way it is built, changes.
fn fingerprint(sources: &Path) -> io::Result<String> {
    let mut files = fs::read_dir(sources)?
        .map(|entry| Ok(entry?.path()))
        .collect::<io::Result<Vec<PathBuf>>>()?;
    files.retain(|file| {
        let extension = file.extension().and_then(OsStr::to_str);
        matches!(extension, Some("go" | "mod" | "sum"))
    });
    files.sort();
    let mut hasher = DefaultHasher::new();
    (VERSION, ARCH, OS).hash(&mut hasher);
    for file in files {
        file.file_name().hash(&mut hasher);
        fs::read(&file)?.hash(&mut hasher);
    }
    Ok(format!("{:016x}\n", hasher.finish()))
}

#[cfg(test)]
mod tests {
    use std::ffi::OsStr;
    use std::fs;

    use super::build;
    use crate::error::StartError;

    #[test]
    fn without_go_the_error_says_what_to_do() {
        let sources =
            std::env::temp_dir().join(format!("wheelwright-e2e-no-go-{}", std::process::id()));
        fs::create_dir_all(&sources).expect("a folder for the test");
        let error =
            build(&sources, OsStr::new("go-that-nobody-has")).expect_err("nothing to build with");
        fs::remove_dir_all(&sources).expect("the test's own folder");
        assert!(matches!(error, StartError::NoGo), "{error}");
        let message = error.to_string();
        assert!(message.contains("install Go 1.26"), "{message}");
        assert!(message.contains("WHEELWRIGHT_E2E_KUBECONFIG"), "{message}");
    }
}
