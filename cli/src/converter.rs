//! A conversion by a command or at a URL, one `ConversionReview` for each object.

use std::collections::HashMap;
use std::io::{Read, Write};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

/// As long as an API server waits.
const LONGEST: Duration = Duration::from_secs(30);

/// So often is looked whether a command has ended that has closed its output.
const PAUSE: Duration = Duration::from_millis(2);

/// The most that is read of what a command prints, in bytes.
const MOST_OUTPUT: u64 = 64 << 20;

/// So many bytes of objects are kept with their answers.
const MOST: usize = 16 << 20;

type Answer = Result<Value, String>;

/// Answers by what was asked: an object and an `apiVersion`.
#[derive(Default)]
struct Answers {
    by_question: HashMap<(String, String), Answer>,
    /// The bytes of the objects that were asked about.
    bytes: usize,
}

/// What converts the objects of a release.
pub(crate) struct Converter {
    given: String,
    answers: Mutex<Answers>,
    trouble: Mutex<Option<String>>,
}

impl Converter {
    pub(crate) fn new(given: &str) -> Self {
        Self {
            given: given.to_owned(),
            answers: Mutex::default(),
            trouble: Mutex::default(),
        }
    }

    /// Why it answers no reviews, if it does not.
    pub(crate) fn trouble(&self) -> Option<String> {
        let trouble = locked(&self.trouble);
        let reason = trouble.as_ref()?;
        Some(format!("`{}` converts nothing: {reason}", self.given))
    }

    /// Converts an object to an `apiVersion`; the error is that of the review.
    pub(crate) fn convert(&self, object: &Value, api_version: &str) -> Answer {
        if let Some(reason) = &*locked(&self.trouble) {
            return Err(reason.clone());
        }
        let key = (object.to_string(), api_version.to_owned());
        if let Some(answer) = locked(&self.answers).by_question.get(&key) {
            return answer.clone();
        }
        let answer = match self.ask(object, api_version) {
            Ok(answer) => answer,
            Err(reason) => {
                *locked(&self.trouble) = Some(reason.clone());
                return Err(reason);
            }
        };
        let mut answers = locked(&self.answers);
        answers.bytes += key.0.len();
        if answers.bytes > MOST {
            *answers = Answers {
                bytes: key.0.len(),
                ..Answers::default()
            };
        }
        answers.by_question.insert(key, answer.clone());
        answer
    }

    /// The answer to a review; an error where there is none.
    fn ask(&self, object: &Value, api_version: &str) -> Result<Answer, String> {
        const UID: &str = "wheelwright";
        let review = json!({
            "apiVersion": "apiextensions.k8s.io/v1",
            "kind": "ConversionReview",
            "request": {"uid": UID, "desiredAPIVersion": api_version, "objects": [object]},
        });
        let output = run(self.command(), review.to_string())?;
        let mut documents = wheelwright_yaml::documents(&output).into_iter();
        let review = match (documents.next(), documents.next()) {
            (Some(Ok(review)), None) => review.value,
            _ => {
                return Err(format!(
                    "it prints no ConversionReview, but: {}",
                    start(&output)
                ));
            }
        };
        let Some(response) = review
            .get("response")
            .filter(|response| response.is_object())
        else {
            return Err(format!(
                "it prints no response to a ConversionReview, but: {}",
                start(&output)
            ));
        };
        if response.get("uid").and_then(Value::as_str) != Some(UID) {
            return Err("its response has another uid than the request".to_owned());
        }
        let result = response.get("result");
        let said = |name: &str| result.and_then(|result| result.get(name)?.as_str());
        if said("status") != Some("Success") {
            return Ok(Err(said("message")
                .unwrap_or("it says no reason")
                .to_owned()));
        }
        let objects = response.get("convertedObjects").and_then(Value::as_array);
        match objects.map(Vec::as_slice) {
            Some([object]) => Ok(Ok(object.clone())),
            _ => Err("its response has not one object for one".to_owned()),
        }
    }

    fn command(&self) -> Command {
        let is_url = ["http://", "https://"]
            .iter()
            .any(|scheme| self.given.starts_with(scheme));
        if is_url {
            let mut command = Command::new("curl");
            command.args(["--silent", "--show-error", "--fail-with-body"]);
            command.args(["--header", "Content-Type: application/json"]);
            command.args(["--data-binary", "@-", "--url", &self.given]);
            return command;
        }
        let (shell, flag) = if cfg!(windows) {
            ("cmd", "/C")
        } else {
            ("sh", "-c")
        };
        let mut command = Command::new(shell);
        command.args([flag, &self.given]);
        command
    }
}

/// What is behind a lock, whoever panicked with it.
fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What a command prints that reads a text. What it leaves behind, and holds its output open, is waited for no longer than
/// for itself.
fn run(mut command: Command, input: String) -> Result<String, String> {
    let name = command.get_program().to_string_lossy().into_owned();
    let piped = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let mut child = piped
        .spawn()
        .map_err(|error| format!("{name} cannot be run: {error}"))?;
    let until = Instant::now() + LONGEST;
    if let Some(mut stdin) = child.stdin.take() {
        // One that answers before it has read all does not need it.
        thread::spawn(move || stdin.write_all(input.as_bytes()));
    }
    let (output, errors) = (text(child.stdout.take()), text(child.stderr.take()));
    let ended = received(&output, until).and_then(|output| {
        let status = ended(&mut child, until)?;
        Some((status, output, received(&errors, until)?))
    });
    let Some((status, output, errors)) = ended else {
        // It may have ended by itself.
        let _ = child.kill().and_then(|()| child.wait());
        return Err(format!("it did not answer within {} s", LONGEST.as_secs()));
    };
    if status.success() {
        return Ok(output);
    }
    let said = [&errors, &output]
        .into_iter()
        .find(|text| !text.trim().is_empty());
    Err(format!(
        "{status}: {}",
        start(said.map_or("", String::as_str))
    ))
}

/// How it ended, if it did in time.
fn ended(child: &mut Child, until: Instant) -> Option<ExitStatus> {
    loop {
        match child.try_wait() {
            Ok(Some(status)) => return Some(status),
            Ok(None) if Instant::now() < until => thread::sleep(PAUSE),
            _ => return None,
        }
    }
}

fn received(text: &Receiver<String>, until: Instant) -> Option<String> {
    text.recv_timeout(until.saturating_duration_since(Instant::now()))
        .ok()
}

/// All that comes from there, in the end, up to a limit.
fn text(from: Option<impl Read + Send + 'static>) -> Receiver<String> {
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || {
        let mut bytes = Vec::new();
        // What was read before an error is what there is.
        let _ = from.map(|from| from.take(MOST_OUTPUT).read_to_end(&mut bytes));
        // Nobody may wait for it any more.
        let _ = sender.send(String::from_utf8_lossy(&bytes).into_owned());
    });
    receiver
}

/// The start of what somebody printed.
fn start(text: &str) -> String {
    let line: String = text.trim().chars().take(200).collect();
    if line.is_empty() {
        "nothing".to_owned()
    } else {
        line
    }
}
