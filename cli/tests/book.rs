//! The commands of the book, run. In blocks of ```` ```console ```` of a page, what follows `$` is run by the shell, one after the
//! other in one folder, and what stands below is what it says; `…` stands for anything. Blocks with `file=NAME` are written to
//! that file before. `WHEELWRIGHT_UPDATE=1` writes what the commands say into the pages; whoever does it reads it. Blocks of
//! `console,cluster` are run by `e2e`.
#![cfg(unix)]

#[path = "../../book/rust/blocks.rs"]
mod blocks;
#[path = "../../e2e/tests/e2e/cargo.rs"]
mod cargo;
mod command;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use blocks::{blocks, is_said};
use command::Folder;

const REPOSITORY: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");

/// All pages.
fn pages(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("a file").path();
        if path.is_dir() {
            found.extend(pages(&path));
        } else if path.extension().is_some_and(|end| end == "md") {
            found.push(path);
        }
    }
    found.sort();
    found
}

/// The code, or the file of the repository that it includes.
fn text_of(page: &Path, code: &str) -> String {
    let include = code
        .strip_prefix("{{#include ")
        .and_then(|rest| rest.strip_suffix("}}\n"));
    include.map_or_else(
        || code.to_owned(),
        |path| fs::read_to_string(page.with_file_name(path)).expect(path),
    )
}

/// The program of the project that `wheelwright new greetings --kind Greeting` makes: it is `examples/greetings`.
fn greetings(folder: &Path) -> PathBuf {
    let example = Path::new(REPOSITORY).join("examples/greetings");
    for name in [
        "crd.yaml",
        "src/v1.rs",
        "src/v1alpha1.rs",
        "src/main.rs",
        "tests/api.rs",
    ] {
        let [here, there] = [folder, &example].map(|folder| fs::read_to_string(folder.join(name)));
        assert_eq!(
            here.expect(name),
            there.expect(name),
            "{name} is that of the example"
        );
    }
    let program = Path::new(env!("CARGO_BIN_EXE_wheelwright")).with_file_name("greetings");
    if !program.exists() {
        let built = cargo::cargo()
            .args(["build", "-q", "-p", "greetings"])
            .current_dir(REPOSITORY)
            .status();
        assert!(built.expect("cargo runs").success(), "greetings are built");
    }
    program
}

/// A folder in which commands run.
struct Shell {
    folder: Folder,
    at: PathBuf,
}

impl Shell {
    fn new() -> Self {
        let folder = Folder::new(&[]);
        let at = folder.path().to_owned();
        // The checkout.
        std::os::unix::fs::symlink(REPOSITORY, at.join("wheelwright")).expect("a link");
        Self { folder, at }
    }

    fn write(&self, name: &str, text: &str) {
        let file = self.folder.path().join(name);
        fs::create_dir_all(file.parent().expect("a folder")).expect("a folder");
        fs::write(file, text).expect("a file");
    }

    fn run(&mut self, command: &str) -> String {
        if let Some(folder) = command.strip_prefix("cd ") {
            self.at.push(folder);
            assert!(self.at.is_dir(), "{command}");
            return String::new();
        }
        let mut command = command.to_owned();
        if command == "cargo test" {
            // Those of the example, which are tests of this workspace.
            greetings(&self.at);
            return String::new();
        }
        if let Some(arguments) = command.strip_prefix("cargo run -q -- ") {
            command = format!("{} {arguments}", greetings(&self.at).display());
        }
        let folder = Path::new(env!("CARGO_BIN_EXE_wheelwright")).parent();
        let folder = folder.expect("a folder").display();
        let path = std::env::var("PATH").unwrap_or_default();
        let output = Command::new("sh")
            .arg("-c")
            .arg(format!("{{ {command}\n}} 2>&1"))
            .current_dir(&self.at)
            .env("PATH", format!("{folder}:{path}"))
            .output()
            .expect("a shell");
        String::from_utf8(output.stdout).expect("it is UTF-8")
    }
}

#[test]
fn commands_say_what_the_book_says() {
    let mut wrong = String::new();
    let mut commands = 0;
    for page in pages(&Path::new(REPOSITORY).join("book/src")) {
        let text = fs::read_to_string(&page).expect("a page");
        let mut now = text.clone();
        let mut shell = Shell::new();
        for block in blocks(&text) {
            if let Some(name) = block.value("file") {
                shell.write(name, &text_of(&page, block.code));
            }
            if block.info != "console" {
                continue;
            }
            let mut code = String::new();
            for (command, expected) in block.commands() {
                commands += 1;
                let said = shell.run(command);
                let is_right = is_said(&said, expected);
                if !is_right {
                    wrong += &format!("{}: {command}\n{said}\n", page.display());
                }
                let said = if is_right { expected } else { &said };
                code += &format!("$ {command}\n{}", said.trim_end());
                code += if said.trim_end().is_empty() { "" } else { "\n" };
            }
            now = now.replacen(block.code, &code, 1);
        }
        if now != text && std::env::var_os("WHEELWRIGHT_UPDATE").is_some() {
            fs::write(&page, now).expect("a page");
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
    assert!(commands > 10, "only {commands} commands were found");
}

#[test]
fn an_ellipsis_is_anything() {
    for (said, expected, is) in [
        ("a\nb\n", "a\nb\n", true),
        ("a\nb\n", "a\n", false),
        ("a\nb\nc\n", "a\n…\nc\n", true),
        ("a\nb\nc\n", "a\n…c\n", true),
        ("a\nb\n", "…", true),
        ("ab\n", "b…\n", false),
        ("ab\n", "…a\n", false),
        ("a\n", "a…a\n", false),
    ] {
        assert_eq!(is_said(said, expected), is, "{said:?} {expected:?}");
    }
}

#[test]
fn a_page_is_read_block_by_block() {
    let page = "# A\n\n```text\na\n```\nb\n\n```console,x=1\n$ c\nd\n\n$ e\n```\n\n```y\n```\n";
    let found: Vec<(&str, &str)> = blocks(page)
        .iter()
        .map(|block| (block.info, block.code))
        .collect();
    assert_eq!(
        found,
        [
            ("text", "a\n"),
            ("console,x=1", "$ c\nd\n\n$ e\n"),
            ("y", "")
        ]
    );
    let block = &blocks(page)[1];
    assert_eq!((block.language(), block.value("x")), ("console", Some("1")));
    assert_eq!(block.commands(), [("c", "d\n"), ("e", "")]);
}
