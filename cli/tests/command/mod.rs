//! Runs the program in a folder of its own.

use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};

/// A folder with some files, removed in the end.
pub(crate) struct Folder(PathBuf);

impl Folder {
    pub(crate) fn new(files: &[(&str, &str)]) -> Self {
        static NEXT: AtomicUsize = AtomicUsize::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let name = format!("wheelwright-{}-{number}", std::process::id());
        let path = std::env::temp_dir().join(name);
        fs::create_dir_all(&path).expect("a folder");
        for (name, text) in files {
            let file = path.join(name);
            fs::create_dir_all(file.parent().expect("it is in the folder")).expect("a folder");
            fs::write(file, text).expect("a file");
        }
        Self(path)
    }

    /// Where it is.
    #[allow(dead_code, reason = "not all programs of tests need it")]
    pub(crate) fn path(&self) -> &std::path::Path {
        &self.0
    }

    /// Changes what stands in a file.
    #[allow(dead_code, reason = "not all programs of tests need it")]
    pub(crate) fn change(&self, name: &str, from: &str, to: &str) {
        let file = self.0.join(name);
        let text = fs::read_to_string(&file).expect("a file");
        assert!(text.contains(from), "{name} has {from}");
        fs::write(file, text.replace(from, to)).expect("a file");
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Runs the program: its exit code, output, and errors.
#[allow(dead_code, reason = "not all programs of tests need it")]
pub(crate) fn run(folder: &Folder, arguments: &[&str], input: &str) -> (i32, String, String) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_wheelwright"))
        .args(arguments)
        .current_dir(&folder.0)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it starts");
    let mut stdin = child.stdin.take().expect("it is piped");
    let input = input.to_owned();
    let writer = std::thread::spawn(move || drop(stdin.write_all(input.as_bytes())));
    let output = child.wait_with_output().expect("it ends");
    writer.join().expect("it writes");
    let text = |bytes| String::from_utf8(bytes).expect("it is UTF-8");
    (
        output.status.code().expect("it exits"),
        text(output.stdout),
        text(output.stderr),
    )
}

/// A YAML document as JSON.
#[allow(dead_code, reason = "not all programs of tests need it")]
pub(crate) fn json_of(yaml: &str) -> String {
    let document = wheelwright_yaml::documents(yaml)
        .remove(0)
        .expect("it is YAML");
    document.value.to_string()
}
