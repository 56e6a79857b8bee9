//! What the commands do when nobody reads what they write.

use std::{
    io::{BufRead as _, BufReader, Write as _},
    process::{Child, Command, Output, Stdio},
    thread::sleep,
    time::Duration,
};

fn begin(arguments: &[&str]) -> Child {
    Command::new(env!("CARGO_BIN_EXE_pizza"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

/// Ends with standard output closed, or standard error.
fn unread(arguments: &[&str], input: &str, is_error: bool) -> Output {
    let mut child = begin(arguments);
    if is_error {
        drop(child.stderr.take());
    } else {
        drop(child.stdout.take());
    }
    // Not every command reads.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    child.wait_with_output().unwrap()
}

const PIZZA: &str = "\
apiVersion: restaurant.programming-kubernetes.info/v1alpha1
kind: Pizza
metadata: {name: margherita}
spec: {toppings: [mozzarella]}
";

#[test]
fn every_command_ends_quietly_when_its_output_is_not_read_on() {
    for arguments in [
        &[][..],
        &["crd"],
        &["crd", "topping"],
        &["plan"],
        &["plan", "markdown"],
        &["plan", "mermaid"],
        &["convert", "--to", "v1beta1"],
        &["deploy"],
        &["--help"],
    ] {
        let ended = unread(arguments, PIZZA, false);
        let said = String::from_utf8(ended.stderr).unwrap();
        assert_eq!(
            (ended.status.code(), &*said),
            (Some(0), ""),
            "{arguments:?}"
        );
    }
}

#[test]
fn a_refusal_that_nobody_reads_is_one() {
    let ended = unread(&["convert", "--to", "v7"], PIZZA, true);
    assert_eq!(ended.status.code(), Some(1));
}

#[test]
fn a_certificate_whose_authority_is_not_named_is_said_to_need_it() {
    let made = wheelwright::webhook::tls::Memory::for_hosts(["localhost"]).unwrap();
    let folder = std::env::temp_dir().join(format!("pizza-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let file = |name: &str, text: &str| {
        let path = folder.join(name);
        std::fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let (cert, key) = (
        file("tls.crt", made.certificate()),
        file("tls.key", made.key()),
    );
    let mut child = begin(&[
        "serve",
        "--listen",
        "127.0.0.1:0",
        "--cert",
        &cert,
        "--key",
        &key,
    ]);
    let mut line = String::new();
    let mut out = BufReader::new(child.stdout.take().unwrap());
    out.read_line(&mut line).unwrap();
    child.kill().unwrap();
    child.wait().unwrap();
    std::fs::remove_dir_all(&folder).unwrap();
    assert!(
        line.starts_with("caBundle: not known") && line.contains("--ca"),
        "{line}"
    );
}

#[cfg(unix)]
#[test]
fn a_server_whose_log_nobody_reads_goes_on_to_its_proper_end() {
    let mut child = begin(&["serve", "--listen", "127.0.0.1:0", "--toppings", "tomato"]);
    let mut out = BufReader::new(child.stdout.take().unwrap());
    let mut line = String::new();
    while !line.contains("/metrics") {
        line.clear();
        assert_ne!(out.read_line(&mut line).unwrap(), 0, "ended early");
    }
    drop(child.stderr.take());
    let terminate = |child: &Child| {
        let id = child.id().to_string();
        let sent = Command::new("kill").args(["-TERM", &id]).status().unwrap();
        assert!(sent.success());
    };
    terminate(&child);
    sleep(Duration::from_millis(500));
    assert_eq!(child.try_wait().unwrap(), None, "no drain delay");
    terminate(&child);
    assert_eq!(child.wait().unwrap().code(), Some(0));
}
