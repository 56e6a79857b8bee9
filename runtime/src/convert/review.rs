//! `ConversionReview`: what an API server sends, and what it is answered.

use std::{fmt, sync::LazyLock};

use super::{
    ConversionError, Converter, Report,
    engine::PANICKED,
    json::{Json, check},
};

/// Bodies above this many bytes are not read: 256 MiB.
pub const MAX_BODY: usize = 256 << 20;

/// Reviews of more objects than this are converted by several threads.
const PARALLEL_FROM: usize = 64;

/// Objects that one thread converts before the results are put together: so few that memory holds little twice.
const BATCH: usize = 64;

/// How many threads convert; to ask the system takes longer than to convert an object.
static THREADS: LazyLock<usize> =
    LazyLock::new(|| std::thread::available_parallelism().map_or(1, usize::from));

/// Why a body is not answered with a review.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NotReview {
    /// The body is longer than [`MAX_BODY`].
    TooLong {
        /// Its length.
        bytes: usize,
    },
    /// The body is no JSON.
    Malformed(String),
    /// The body is JSON, but no `ConversionReview` of `apiextensions.k8s.io` in `v1` or `v1beta1` with a `request`.
    Other(String),
}

impl NotReview {
    /// The HTTP status to answer with.
    #[must_use]
    pub const fn http_status(&self) -> u16 {
        match self {
            Self::TooLong { .. } => 413,
            Self::Malformed(_) => 400,
            Self::Other(_) => 422,
        }
    }
}

impl fmt::Display for NotReview {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLong { bytes } => {
                write!(
                    f,
                    "the body has {bytes} bytes, and at most {MAX_BODY} are read"
                )
            }
            Self::Malformed(what) | Self::Other(what) => f.write_str(what),
        }
    }
}

impl std::error::Error for NotReview {}

/// What may be told of a review: no contents of objects.
#[derive(Clone, Debug, Default)]
#[cfg_attr(not(feature = "_webhook"), expect(dead_code))]
pub(crate) struct Told {
    pub(crate) uid: String,
    pub(crate) desired: String,
    /// The `apiVersion` and `kind` of the first object.
    pub(crate) api_version: String,
    pub(crate) kind: String,
    pub(crate) objects: usize,
    /// Whether the answer says `Failure`.
    pub(crate) failed: bool,
    /// Whether that is because a function of the author's panicked.
    pub(crate) panicked: bool,
}

/// Answers a review about objects of these kinds.
pub fn answer(converters: &[&Converter], body: &[u8]) -> Result<Vec<u8>, NotReview> {
    answer_to(converters, body, None).map(|(answer, _)| answer)
}

/// Answers a review about objects of these kinds, and says what it did, for metrics and logs.
pub fn answer_reporting(
    converters: &[&Converter],
    body: &[u8],
) -> Result<(Vec<u8>, Report), NotReview> {
    let mut report = Report::default();
    let (answer, _) = answer_to(converters, body, Some(&mut report))?;
    Ok((answer, report))
}

/// Answers a review, and tells of it and of what it did.
#[cfg(feature = "_webhook")]
pub(crate) fn answer_told(
    converters: &[&Converter],
    body: &[u8],
) -> Result<(Vec<u8>, Told, Report), NotReview> {
    let mut report = Report::default();
    let (answer, told) = answer_to(converters, body, Some(&mut report))?;
    Ok((answer, told, report))
}

fn answer_to(
    converters: &[&Converter],
    body: &[u8],
    mut report: Option<&mut Report>,
) -> Result<(Vec<u8>, Told), NotReview> {
    if body.len() > MAX_BODY {
        return Err(NotReview::TooLong { bytes: body.len() });
    }
    let text = std::str::from_utf8(body)
        .map_err(|error| NotReview::Malformed(format!("not UTF-8: {error}")))?;
    let review = check(text).map_err(|error| NotReview::Malformed(error.to_string()))?;
    let other = |what: &str| NotReview::Other(what.to_owned());
    let members = review
        .json()
        .into_members()
        .map_err(|_| other("a ConversionReview is an object"))?;
    let find = |name: &str| super::json::get(&members, name);
    let kind = find("kind").and_then(Json::as_str).unwrap_or_default();
    if kind != "ConversionReview" {
        return Err(NotReview::Other(format!(
            "a ConversionReview is expected, not the kind {kind:?}"
        )));
    }
    let api_version = find("apiVersion")
        .and_then(Json::as_str)
        .unwrap_or_default();
    if !matches!(
        &*api_version,
        "apiextensions.k8s.io/v1" | "apiextensions.k8s.io/v1beta1"
    ) {
        return Err(NotReview::Other(format!(
            "a ConversionReview of apiextensions.k8s.io/v1 or v1beta1 is expected, not {api_version:?}"
        )));
    }
    let request = find("request")
        .cloned()
        .and_then(|request| request.into_members().ok())
        .ok_or_else(|| other("the ConversionReview has no `request`"))?;
    let request = Request::of(request);
    let mut told = request.told();
    let mut out = String::with_capacity(body.len() + body.len() / 16 + 256);
    out.push_str("{\"kind\":\"ConversionReview\",\"apiVersion\":");
    Json::string(&api_version).write(&mut out);
    out.push_str(",\"response\":{\"uid\":");
    request.uid.write(&mut out);
    let start = out.len();
    out.push_str(",\"convertedObjects\":[");
    match request.convert(converters, &mut out, report.as_deref_mut()) {
        Ok(()) => out.push_str("],\"result\":{\"status\":\"Success\"}}}"),
        Err(message) => {
            told.failed = true;
            told.panicked = message.contains(PANICKED);
            out.truncate(start);
            if let Some(report) = report {
                *report = Report::default();
            }
            out.push_str(",\"result\":{\"status\":\"Failure\",\"message\":");
            Json::string(&message).write(&mut out);
            out.push_str("}}}");
        }
    }
    Ok((out.into_bytes(), told))
}

struct Request<'a> {
    uid: Json<'a>,
    desired: Option<String>,
    objects: Option<Vec<Json<'a>>>,
}

impl<'a> Request<'a> {
    fn of(members: super::json::Members<'a>) -> Self {
        let mut request = Self {
            uid: Json::raw("\"\""),
            desired: None,
            objects: None,
        };
        for (name, value) in members {
            match &*name {
                "uid" if value.as_str().is_some() => request.uid = value,
                "desiredAPIVersion" => request.desired = value.as_str().map(Into::into),
                "objects" => request.objects = value.into_items().ok(),
                _ => {}
            }
        }
        request
    }

    fn told(&self) -> Told {
        let first = self.objects.as_ref().and_then(|objects| objects.first());
        let text = |name: &str| {
            let value = first.and_then(|object| object.member(name));
            let text = value.and_then(|value| value.as_str().map(std::borrow::Cow::into_owned));
            text.unwrap_or_default()
        };
        Told {
            uid: self.uid.as_str().map(Into::into).unwrap_or_default(),
            desired: self.desired.clone().unwrap_or_default(),
            api_version: text("apiVersion"),
            kind: text("kind"),
            objects: self.objects.as_ref().map_or(0, Vec::len),
            failed: false,
            panicked: false,
        }
    }

    /// Writes all converted objects, or says what is wrong with the first that cannot be.
    fn convert(
        self,
        converters: &[&Converter],
        out: &mut String,
        mut report: Option<&mut Report>,
    ) -> Result<(), String> {
        let Some(desired) = self.desired else {
            return Err("the request has no `desiredAPIVersion`".to_owned());
        };
        let Some(objects) = self.objects else {
            return Err("the request has no list of `objects`".to_owned());
        };
        if objects.len() < PARALLEL_FROM {
            return write_all(converters, 0, objects, &desired, out, report);
        }
        let threads = *THREADS;
        if threads < 2 {
            return write_all(converters, 0, objects, &desired, out, report);
        }
        let mut first = 0;
        let mut objects = objects.into_iter().peekable();
        while objects.peek().is_some() {
            let mut batches = Vec::new();
            for _ in 0..threads {
                let batch: Vec<Json> = objects.by_ref().take(BATCH).collect();
                if !batch.is_empty() {
                    let count = batch.len();
                    batches.push((first, batch));
                    first += count;
                }
            }
            let desired = desired.as_str();
            let is_reporting = report.is_some();
            let results: Vec<Result<Part, String>> = std::thread::scope(|scope| {
                let handles: Vec<_> = batches
                    .into_iter()
                    .map(|(first, batch)| {
                        scope.spawn(move || {
                            let (mut out, mut report) = Part::default();
                            let reporting = is_reporting.then_some(&mut report);
                            write_all(converters, first, batch, desired, &mut out, reporting)?;
                            Ok((out, report))
                        })
                    })
                    .collect();
                handles
                    .into_iter()
                    .map(|handle| {
                        handle.join().unwrap_or_else(|_| {
                            Err("a thread of the conversion panicked".to_owned())
                        })
                    })
                    .collect()
            });
            for part in results {
                let (text, done) = part?;
                if let Some(report) = report.as_deref_mut() {
                    report.add(done);
                }
                if !out.ends_with('[') {
                    out.push(',');
                }
                out.push_str(&text);
            }
        }
        Ok(())
    }
}

/// What one thread makes.
type Part = (String, Report);

fn write_all(
    converters: &[&Converter],
    first: usize,
    objects: Vec<Json>,
    desired: &str,
    out: &mut String,
    mut report: Option<&mut Report>,
) -> Result<(), String> {
    for (index, object) in objects.into_iter().enumerate() {
        if index > 0 {
            out.push(',');
        }
        let named = object.clone();
        let failed = |error: ConversionError| {
            let name = Name::of(&named);
            format!("objects[{}]{name}, to {desired}: {error}", first + index)
        };
        convert_one(converters, object, desired, report.as_deref_mut())
            .map_err(failed)?
            .write(out);
    }
    Ok(())
}

pub(super) fn convert_one<'a>(
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
pub(super) struct Name(String);

impl Name {
    pub(super) fn of(object: &Json) -> Self {
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
