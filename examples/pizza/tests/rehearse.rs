//! `pizza rehearse`: what an upgrade would make of the pizzas that are there.

use std::{
    io::Write as _,
    process::{Command, Stdio},
};

fn rehearse(dump: &str) -> (Option<i32>, String, String) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_pizza"))
        .args(["rehearse", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    stdin.write_all(dump.as_bytes()).unwrap();
    drop(stdin);
    let ended = child.wait_with_output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (ended.status.code(), text(ended.stdout), text(ended.stderr))
}

fn list(spec: &str) -> String {
    let pizza = format!(
        r#"{{"apiVersion": "restaurant.programming-kubernetes.info/v1alpha1", "kind": "Pizza",
            "metadata": {{"name": "a", "namespace": "shop"}}, "spec": {spec}}}"#
    );
    format!(r#"{{"apiVersion": "v1", "items": [{pizza}, {pizza}], "kind": "List"}}"#)
}

#[test]
fn pizzas_that_convert_are_counted() {
    let (exit, output, errors) = rehearse(&list(r#"{"toppings": ["salami", "tomato", "salami"]}"#));
    assert_eq!((exit, &*errors), (Some(0), ""));
    let lines: Vec<&str> = output.lines().collect();
    let row: Vec<&str> = lines[1].split_whitespace().collect();
    // That there were two portions apart is kept: three toppings are two with quantities.
    assert_eq!(row[..5], ["v1alpha1", "v1beta1", "2", "2", "2"]);
    assert_eq!(lines[2], "2 objects, nothing would go wrong");
}

#[test]
fn what_would_go_wrong_is_named_and_fails() {
    let (exit, output, errors) = rehearse(&list(r#"{"cheese": "gouda"}"#));
    assert_eq!(exit, Some(1));
    let line = "shop/a (v1alpha1): the new schema does not know spec.cheese, a server drops it";
    assert_eq!(output.lines().next(), Some(line));
    assert_eq!(errors, "");
}

#[test]
fn half_a_dump_is_said() {
    let whole = list("{}");
    let (exit, _, errors) = rehearse(&whole[..whole.len() / 2]);
    assert_eq!(exit, Some(2));
    assert!(errors.starts_with("error: <stdin>:2: EOF"), "{errors}");
}
