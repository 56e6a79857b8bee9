//! A conversion by a command or at a URL, one `ConversionReview` for each object.

use std::collections::HashMap;
use std::io::{Read, Write};
use std::process::{Child, Command, Stdio};
use std::sync::{Mutex, MutexGuard, PoisonError, mpsc};
use std::thread;
use std::time::Duration;

use serde_json::{Value, json};

/// As long as an API server waits.
const LONGEST: Duration = Duration::from_secs(30);

/// Answers that are kept.
const MOST: usize = 10_000;

type Answer = Result<Value, String>;

/// What converts the objects of a release.
pub(crate) struct Converter {
    given: String,
    answers: Mutex<HashMap<(String, String), Answer>>,
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
        if let Some(answer) = locked(&self.answers).get(&key) {
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
        if answers.len() >= MOST {
            answers.clear();
        }
        answers.insert(key, answer.clone());
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
        let output = run(self.command(), &review.to_string())?;
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

/// What a command prints that reads a text.
fn run(mut command: Command, input: &str) -> Result<String, String> {
    let name = command.get_program().to_string_lossy().into_owned();
    let piped = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let mut child = piped
        .spawn()
        .map_err(|error| format!("{name} cannot be run: {error}"))?;
    let (sender, ended) = mpsc::channel();
    let (stdin, stdout, stderr) = (child.stdin.take(), child.stdout.take(), child.stderr.take());
    let read = thread::scope(|scope| {
        scope.spawn(move || {
            // One that answers before it has read all does not need it.
            let _ = stdin.map(|mut stdin| stdin.write_all(input.as_bytes()));
        });
        let errors = scope.spawn(move || text(stderr));
        let output = scope.spawn(move || {
            let output = text(stdout);
            let _ = sender.send(());
            output
        });
        let is_late = ended.recv_timeout(LONGEST).is_err();
        if is_late {
            stop(&mut child);
        }
        let joined = (output.join(), errors.join());
        match joined {
            (Ok(output), Ok(errors)) if !is_late => Ok((output, errors)),
            _ => Err(format!("it did not answer within {} s", LONGEST.as_secs())),
        }
    });
    let status = child.wait().map_err(|error| error.to_string())?;
    let (output, errors) = read?;
    if status.success() {
        Ok(output)
    } else {
        Err(format!(
            "{status}: {}",
            start(if errors.trim().is_empty() {
                &output
            } else {
                &errors
            })
        ))
    }
}

fn stop(child: &mut Child) {
    // It may have ended by itself.
    let _ = child.kill();
}

fn text(from: Option<impl Read>) -> String {
    let mut bytes = Vec::new();
    // What was read before an error is what there is.
    let _ = from.map(|mut from| from.read_to_end(&mut bytes));
    String::from_utf8_lossy(&bytes).into_owned()
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
