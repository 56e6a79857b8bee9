//! Files of objects, lists and reviews.

mod error;
mod read;

use std::borrow::Cow;

use serde_json::Value;

use super::{
    ConversionError, Converter,
    json::{Json, Members, check, get},
    review::{self, Name},
};

pub use error::{DocumentError, DocumentErrors};
use read::{Document, Format};

/// Converts what a file holds to a version: objects, lists of objects and `ConversionReview`s, as YAML or JSON, one document
/// or several. It comes back as what it is: a review is answered by a review, a list stays one, YAML stays YAML, and JSON
/// stays JSON, one document a line, with its numbers and the order of its members.
///
/// The version is a name such as `v1` or `group/v1`; files that hold nothing but reviews need none, for a review says
/// itself what it wants.
///
/// # Errors
///
/// Everything that cannot be read or converted, with its line, the object's name, the path and the reason. Then there is no
/// text at all.
pub fn documents(
    converters: &[&Converter],
    file: &str,
    version: Option<&str>,
) -> Result<String, DocumentErrors> {
    let (format, documents) = read::documents(file);
    let mut out = String::new();
    let mut errors = Vec::new();
    if documents.is_empty() {
        errors.push(DocumentError {
            line: 1,
            object: String::new(),
            error: ConversionError::new("there is nothing to convert: the file holds no object"),
        });
    }
    for (index, document) in documents.into_iter().enumerate() {
        let converted = document.and_then(|document| {
            let converted = Conversion {
                converters,
                version,
                line: document.line,
            };
            converted.run(&document)
        });
        match converted {
            Ok(text) => write(&mut out, &text, format, index),
            Err(mut error) => errors.append(&mut error),
        }
    }
    if errors.is_empty() {
        Ok(out)
    } else {
        Err(DocumentErrors(errors))
    }
}

fn write(out: &mut String, json: &str, format: Format, index: usize) {
    match format {
        Format::Json => {
            out.push_str(json);
            out.push('\n');
        }
        Format::Yaml => {
            if index > 0 {
                out.push_str("---\n");
            }
            // The text was made here; what no `Value` holds has been read from none.
            let value: Value = serde_json::from_str(json).unwrap_or_default();
            out.push_str(&crate::yaml::to_string(&value));
        }
    }
}

/// The conversion of one document.
struct Conversion<'c> {
    converters: &'c [&'c Converter],
    version: Option<&'c str>,
    line: usize,
}

impl Conversion<'_> {
    fn run(&self, document: &Document) -> Result<String, Vec<DocumentError>> {
        let checked = check(&document.text)
            .map_err(|malformed| self.fail(&ConversionError::new(malformed.to_string())))?;
        let Ok(mut members) = checked.json().into_members() else {
            return Err(self.fail(&ConversionError::new("it is no object")));
        };
        let kind = text(&members, "kind").unwrap_or_default().into_owned();
        if kind == "ConversionReview" {
            return self.review(&members, &document.text);
        }
        let is_list = kind.ends_with("List")
            && get(&members, "items").is_some_and(|items| items.clone().into_items().is_ok());
        if !is_list {
            return Ok(self.one(Json::Object(members), None)?.text());
        }
        self.list(&mut members, &kind)?;
        Ok(Json::Object(members).text())
    }

    /// A review, with the version that it asks for.
    fn review(&self, members: &Members, body: &str) -> Result<String, Vec<DocumentError>> {
        let desired = get(members, "request").and_then(|request| {
            let desired = request.member("desiredAPIVersion")?;
            Some(desired.as_str()?.into_owned())
        });
        if let (Some(version), Some(desired)) = (self.version, &desired)
            && version != desired
            && desired.rsplit_once('/').map(|(_, name)| name) != Some(version)
        {
            return Err(self.fail(&ConversionError::new(format!(
                "the ConversionReview asks for {desired}, not for {version}: a review is answered as it asks"
            ))));
        }
        let failed = |what: String| self.fail(&ConversionError::new(what));
        let answer = review::answer(self.converters, body.as_bytes())
            .map_err(|not_review| failed(not_review.to_string()))?;
        let answer = String::from_utf8(answer).map_err(|error| failed(error.to_string()))?;
        let result = check(&answer).ok().and_then(|answer| {
            let answer = answer.json();
            Some(answer.member("response")?.member("result")?.into_owned())
        });
        let member = |name: &str| {
            let member = result.as_ref()?.member(name)?;
            Some(member.as_str()?.into_owned())
        };
        if member("status").as_deref() == Some("Success") {
            Ok(answer)
        } else {
            Err(failed(member("message").unwrap_or_default()))
        }
    }

    /// A `List`, or a list of a kind, whose items may leave out what the list says.
    fn list(&self, members: &mut Members, kind: &str) -> Result<(), Vec<DocumentError>> {
        let api_version = text(members, "apiVersion").map(Cow::into_owned);
        let typed = api_version.as_deref().filter(|_| kind != "List");
        let mut errors = Vec::new();
        for (name, value) in members.iter_mut() {
            if name != "items" {
                continue;
            }
            let items = value.clone().into_items().unwrap_or_default();
            let mut converted = Vec::with_capacity(items.len());
            for (index, item) in items.into_iter().enumerate() {
                let item = match typed {
                    Some(api_version) => complete(item, api_version, kind),
                    None => item,
                };
                match self.one(item, Some(index)) {
                    Ok(item) => converted.push(item.into_owned()),
                    Err(mut error) => errors.append(&mut error),
                }
            }
            *value = Json::Array(converted);
        }
        if let (Some(api_version), Some(version)) = (typed, self.version)
            && let Some((group, _)) = api_version.split_once('/')
        {
            let name = version.rsplit('/').next().unwrap_or(version);
            for (_, value) in members.iter_mut().filter(|(name, _)| name == "apiVersion") {
                *value = Json::string(&format!("{group}/{name}"));
            }
        }
        if errors.is_empty() {
            Ok(())
        } else {
            Err(errors)
        }
    }

    /// One object, which may be an item of a list.
    fn one<'a>(
        &'a self,
        object: Json<'a>,
        index: Option<usize>,
    ) -> Result<Json<'a>, Vec<DocumentError>> {
        let name = Name::of(&object).to_string();
        let failed = |error: ConversionError| {
            let place = index.map_or_else(String::new, |index| format!("items[{index}]"));
            vec![DocumentError {
                line: self.line,
                object: format!("{place}{name}").trim().to_owned(),
                error,
            }]
        };
        let Some(version) = self.version else {
            return Err(failed(ConversionError::new(
                "say to which version it is to be converted; only a ConversionReview says so itself",
            )));
        };
        let group = object.member("apiVersion").and_then(|api_version| {
            let api_version = api_version.as_str()?;
            let (group, _) = api_version.split_once('/')?;
            Some(group.to_owned())
        });
        let desired = match (version.contains('/'), group) {
            (false, Some(group)) => format!("{group}/{version}"),
            _ => version.to_owned(),
        };
        review::convert_one(self.converters, object, &desired, None).map_err(failed)
    }

    fn fail(&self, error: &ConversionError) -> Vec<DocumentError> {
        vec![DocumentError {
            line: self.line,
            object: String::new(),
            error: error.clone(),
        }]
    }
}

fn text<'m>(members: &'m Members, name: &str) -> Option<Cow<'m, str>> {
    get(members, name).and_then(Json::as_str)
}

/// An item with the `apiVersion` and `kind` that its list says for it.
fn complete<'a>(item: Json<'a>, api_version: &str, list_kind: &str) -> Json<'a> {
    let kind = list_kind.strip_suffix("List").unwrap_or(list_kind);
    let mut members = match item.into_members() {
        Ok(members) => members,
        Err(item) => return item,
    };
    for (name, value) in [("kind", kind), ("apiVersion", api_version)] {
        if get(&members, name).is_none() {
            members.insert(0, (name.into(), Json::string(value)));
        }
    }
    Json::Object(members)
}
