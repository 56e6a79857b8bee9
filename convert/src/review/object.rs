//! One object of a review or a file.

use std::fmt;

use crate::{
    ConversionError, Converter, Report,
    json::{Json, Reader},
};

pub(crate) fn convert_one<'a>(
    converters: &[&'a Converter],
    object: Json<'a>,
    desired: &str,
    report: Option<&mut Report>,
) -> Result<Json<'a>, ConversionError> {
    // Opened here once; what is no object has neither version nor kind.
    let object = match object.into_members() {
        Ok(members) => Json::Object(members),
        Err(other) => other,
    };
    let text = |name: &str| {
        object
            .member(name)
            .and_then(|value| value.as_str().map(std::borrow::Cow::into_owned))
            .unwrap_or_default()
    };
    let (api_version, kind) = (text("apiVersion"), text("kind"));
    let group = api_version.split_once('/').map_or("", |(group, _)| group);
    let desired_group = desired.split_once('/').map_or("", |(group, _)| group);
    let converter = converters
        .iter()
        .find(|converter| converter.is_for(group, &kind));
    let Some(converter) = converter else {
        let mut known: Vec<String> = converters
            .iter()
            .map(|converter| format!("{}.{}", converter.kind(), converter.group()))
            .collect();
        known.sort_unstable();
        return Err(ConversionError::new(if kind.is_empty() {
            "it is no object with an `apiVersion` and a `kind`".to_owned()
        } else {
            format!(
                "{kind:?} of {api_version:?} is not converted here, only {}",
                known.join(", ")
            )
        }));
    };
    if desired_group != group {
        return Err(ConversionError::new(format!(
            "its group is {group:?}, and that of the desired version {desired_group:?}"
        )));
    }
    converter.convert_reporting(object, desired, report)
}

/// What an object is called in messages.
pub(crate) struct Name(String);

impl Name {
    pub(crate) fn of(object: &Json) -> Self {
        let text = |json: &Json, name: &str| {
            json.member(name)
                .and_then(|value| value.as_str().map(std::borrow::Cow::into_owned))
        };
        let mut out = String::new();
        if let Some(kind) = text(object, "kind") {
            out.push(' ');
            out.push_str(&kind);
        }
        if let Some(metadata) = object.member("metadata")
            && let Some(name) = text(&metadata, "name").or_else(|| text(&metadata, "generateName"))
        {
            out.push(' ');
            if let Some(namespace) = text(&metadata, "namespace") {
                out.push_str(&namespace);
                out.push('/');
            }
            out.push_str(&name);
        }
        if let Some(version) = text(object, "apiVersion") {
            out.push_str(" at ");
            out.push_str(&version);
        }
        Self(out)
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// The `apiVersion` and `kind` of an object as they are written; no more of it is read than that takes.
pub(super) fn called(text: &str) -> [&str; 2] {
    let mut called = [None; 2];
    if let Ok(mut reader) = Reader::new(text)
        && reader.enter(b'{')
    {
        while called.contains(&None)
            && let Ok(Some(name)) = reader.member()
            && let Ok(value) = reader.value(&mut Vec::new())
        {
            match &*name {
                "apiVersion" => called[0] = Some(value),
                "kind" => called[1] = Some(value),
                _ => {}
            }
        }
    }
    called.map(Option::unwrap_or_default)
}
