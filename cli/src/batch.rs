//! `wheelwright batch`: questions as JSON Lines in, answers as JSON Lines out, one for one and in order.

mod cel;
mod crd;
mod line;
mod object;

use std::io::{self, BufRead, Write};

use clap::ValueEnum;
use serde_json::{Map, Value};
use wheelwright_rules::{BadValue, FieldError, KubeVersion, json};

use line::{Line, read_line};

/// What is asked in every line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Question {
    /// Is the CRD `crd` accepted on create?
    Crd,
    /// Is the CRD `new` accepted as an update of `old`?
    Update,
    /// What becomes of `object` in `version` of `crd`, when it is created or replaces `old`?
    Object,
    /// Does `rule` compile on `schema`, what does it cost, and what does it say of `self` and `oldSelf`?
    Cel,
}

/// Answers every line until the input ends.
pub(crate) fn run(
    question: Question,
    server: KubeVersion,
    mut input: impl BufRead,
    mut output: impl Write,
) -> io::Result<()> {
    let mut objects = object::Judge::new(server);
    let mut line = Vec::new();
    loop {
        let answer = match read_line(&mut input, &mut line)? {
            Line::End => return output.flush(),
            Line::Blank => continue,
            Line::TooLong => Err(format!("the line is longer than {} bytes", line::LIMIT)),
            Line::Read => match question {
                Question::Crd => ask(&line, |request| crd::check(&request.members, server)),
                Question::Update => {
                    ask(&line, |request| crd::check_update(&request.members, server))
                }
                Question::Object => ask(&line, |request| objects.answer(request)),
                Question::Cel => ask(&line, |request| cel::answer(&request.members, server)),
            },
        };
        let answer = answer.unwrap_or_else(request_error);
        crate::json::write(&mut output, &answer)?;
        output.write_all(b"\n")?;
        // Who asks may wait for the answer before asking on.
        output.flush()?;
    }
}

type Answer = Map<String, Value>;

/// A request as it was read.
struct Request {
    members: Map<String, Value>,
    duplicate_fields: Vec<String>,
}

impl Request {
    fn read(line: &[u8]) -> Result<Self, String> {
        let document = json::parse(line).map_err(|error| error.to_string())?;
        let Value::Object(members) = document.value else {
            return Err("a request is an object".to_owned());
        };
        Ok(Self {
            members,
            duplicate_fields: document.duplicate_fields,
        })
    }

    /// A part that the question cannot do without.
    fn part(&self, name: &str) -> Result<&Value, String> {
        self.members
            .get(name)
            .ok_or_else(|| format!("a request needs `{name}`"))
    }

    /// The paths of fields that are given more than once in a part.
    fn duplicates_in(&self, name: &str) -> Vec<String> {
        let inside = |path: &String| Some(path.strip_prefix(name)?.strip_prefix('.')?.to_owned());
        self.duplicate_fields.iter().filter_map(inside).collect()
    }
}

/// Reads a request and answers it with its own `id`.
fn ask(
    line: &[u8],
    answer: impl FnOnce(&Request) -> Result<Answer, String>,
) -> Result<Answer, String> {
    let request = Request::read(line)?;
    let mut answer = answer(&request).unwrap_or_else(request_error);
    answer.extend(
        request
            .members
            .get("id")
            .map(|id| ("id".to_owned(), id.clone())),
    );
    Ok(answer)
}

fn request_error(text: String) -> Answer {
    Map::from_iter([("request_error".to_owned(), text.into())])
}

/// Errors in the form of an answer, sorted by field, type and text.
fn errors(errors: &[FieldError]) -> Value {
    let mut errors: Vec<_> = errors
        .iter()
        .map(|error| (error.path.to_string(), error.kind.cause(), error))
        .collect();
    errors.sort_by_cached_key(|(field, cause, error)| (field.clone(), *cause, error.to_string()));
    errors
        .into_iter()
        .map(|(field, cause, error)| answer_error(&field, cause, error))
        .collect()
}

fn answer_error(field: &str, cause: &str, error: &FieldError) -> Value {
    const TEXT: usize = 600;
    const BAD_VALUE: usize = 300;
    let mut answer = Map::new();
    answer.insert("type".to_owned(), cause.into());
    answer.insert("field".to_owned(), field.into());
    answer.insert("detail".to_owned(), error.detail.as_str().into());
    match error.shown_value() {
        Some(BadValue::Json(Value::String(text))) => {
            answer.insert("bad_value".to_owned(), cut(text, BAD_VALUE).into());
        }
        Some(BadValue::Json(value)) => {
            answer.insert("bad_value".to_owned(), value.clone());
        }
        Some(other) => {
            let text = other.to_string();
            let value =
                serde_json::from_str(&text).unwrap_or_else(|_| cut(&text, BAD_VALUE).into());
            answer.insert("bad_value".to_owned(), value);
        }
        None => {}
    }
    let text = error.to_string();
    if text.len() > TEXT {
        answer.insert("text_len".to_owned(), text.len().into());
    }
    answer.insert("text".to_owned(), cut(&text, TEXT).into());
    Value::Object(answer)
}

/// The beginning of a text, at most so many bytes of it.
fn cut(text: &str, limit: usize) -> &str {
    let mut end = text.len().min(limit);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    text.get(..end).unwrap_or_default()
}
