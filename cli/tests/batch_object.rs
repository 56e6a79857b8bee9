//! `wheelwright batch object`, as another program drives it.

use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};
use std::time::Duration;

use serde_json::{Value, json};

fn batch(input: &[u8]) -> Vec<Value> {
    let mut child = Command::new(env!("CARGO_BIN_EXE_wheelwright"))
        .args(["batch", "object"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the command starts");
    let mut stdin = child.stdin.take().expect("it is piped");
    let input = input.to_vec();
    let writer = std::thread::spawn(move || stdin.write_all(&input));
    let output = child.wait_with_output().expect("the command ends");
    writer
        .join()
        .expect("no panic")
        .expect("the command reads all");
    assert!(output.status.success());
    let text = String::from_utf8(output.stdout).expect("the answers are text");
    text.lines()
        .map(|line| serde_json::from_str(line).expect("an answer is JSON"))
        .collect()
}

fn crd() -> Value {
    json!({"spec": {
        "group": "example.com",
        "names": {"kind": "Widget"},
        "scope": "Namespaced",
        "versions": [{
            "name": "v1", "served": true, "storage": true, "subresources": {"status": {}},
            "schema": {"openAPIV3Schema": {"type": "object", "properties": {
                "spec": {"type": "object", "properties": {"size": {"type": "number", "maximum": 9, "default": 1}}},
                "status": {"type": "object", "properties": {"size": {"type": "integer"}}},
            }}},
        }],
    }})
}

fn request(id: &str, parts: &Value) -> String {
    let mut request = json!({"id": id, "crd": crd(), "version": "v1"});
    for (name, part) in parts.as_object().expect("parts by name") {
        request[name] = part.clone();
    }
    request.to_string() + "\n"
}

fn widget(fields: &Value) -> Value {
    let mut object =
        json!({"apiVersion": "example.com/v1", "kind": "Widget", "metadata": {"name": "w"}});
    for (name, value) in fields.as_object().expect("fields by name") {
        object[name] = value.clone();
    }
    object
}

#[test]
fn an_answer_does_not_wait_for_the_next_request() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_wheelwright"))
        .args(["batch", "object"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the command starts");
    let mut stdin = child.stdin.take().expect("it is piped");
    stdin
        .write_all(b"{\"id\": 1}\n")
        .expect("the command reads");
    let stdout = child.stdout.take().expect("it is piped");
    let (sender, receiver) = std::sync::mpsc::channel();
    std::thread::spawn(move || {
        let mut line = String::new();
        let read = BufReader::new(stdout).read_line(&mut line);
        sender.send(read.map(|_| line))
    });
    let answer = receiver.recv_timeout(Duration::from_secs(20));
    drop(stdin);
    child.wait().expect("the command ends");
    let answer = answer.expect("an answer in time").expect("a line");
    let answer: Value = serde_json::from_str(&answer).expect("an answer is JSON");
    assert_eq!(answer["id"], 1);
}

#[test]
fn every_request_is_answered_in_order() {
    let mut input = String::new();
    input += &request(
        "good",
        &json!({"object": widget(&json!({"spec": {"x": 1}}))}),
    );
    input += "\n";
    input += &request(
        "bad",
        &json!({"object": widget(&json!({"spec": {"size": 10}}))}),
    );
    input += "no JSON\n[]\n";
    input += &request("no version", &json!({"version": "v2", "object": {}}));
    input += "{\"id\": 7}";
    let answers = batch(input.as_bytes());
    assert_eq!(answers.len(), 6);
    assert_eq!(
        answers[0],
        json!({
            "id": "good", "accepted": true, "errors": [], "pruned": ["spec.x"],
            "object": {
                "apiVersion": "example.com/v1", "kind": "Widget",
                "metadata": {"name": "w", "namespace": "default", "generation": 1}, "spec": {"size": 1},
            },
        })
    );
    assert_eq!(answers[1]["accepted"], false);
    assert_eq!(
        answers[1]["errors"],
        json!([{
            "type": "FieldValueInvalid", "field": "spec.size", "bad_value": 10,
            "detail": "spec.size in body should be less than or equal to 9",
            "text": "spec.size: Invalid value: 10: spec.size in body should be less than or equal to 9",
        }])
    );
    for (answer, id) in
        answers[2..]
            .iter()
            .zip([json!(null), json!(null), json!("no version"), json!(7)])
    {
        assert!(answer["request_error"].is_string(), "{answer}");
        assert_eq!(answer["id"], id);
    }
}

#[test]
fn bytes_that_are_no_text_are_answered() {
    let answers = batch(
        b"\xff\xfe{}\n{\"a\": \"\\ud800\"}\n\0\n{\"crd\":1,\"version\":\"v1\",\"object\":1}\n",
    );
    assert_eq!(answers.len(), 4);
    assert!(
        answers
            .iter()
            .all(|answer| answer["request_error"].is_string())
    );
}

#[test]
fn an_update_needs_no_resource_version() {
    let old = widget(&json!({"spec": {"size": 2}}));
    let new = widget(&json!({"spec": {"size": 2.0}, "status": {"size": 5}}));
    let input = request("object", &json!({"object": new, "old": old}))
        + &request(
            "status",
            &json!({"object": new, "old": old, "subresource": "status"}),
        );
    let answers = batch(input.as_bytes());
    assert!(
        answers.iter().all(|answer| answer["accepted"] == true),
        "{answers:?}"
    );
    // A float without a fraction reads as an integer, and the status is written by itself.
    assert_eq!(answers[0]["object"]["spec"], json!({"size": 2}));
    assert_eq!(answers[0]["object"].get("status"), None);
    assert_eq!(answers[1]["object"]["status"], json!({"size": 5}));
}

#[test]
fn repeated_fields_are_reported() {
    let object = r#"{"apiVersion":"example.com/v1","kind":"Widget","metadata":{"name":"w"},"spec":{"size":1,"size":2}}"#;
    let line = format!(
        "{{\"crd\":{},\"version\":\"v1\",\"object\":{object}}}\n",
        crd()
    );
    let answers = batch(line.as_bytes());
    assert_eq!(
        answers[0]["strict_errors"],
        json!(["duplicate field \"spec.size\""])
    );
    assert_eq!(answers[0]["object"]["spec"], json!({"size": 2}));
}
