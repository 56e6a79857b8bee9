//! `ConversionReview`: what an API server sends, and what it is answered.

mod batch;
mod lanes;
mod object;
mod room;
mod text;
#[cfg(feature = "kube")]
mod typed;

use std::fmt;

use super::{
    Converter, Report,
    json::{Json, Malformed, Out as _, Reader},
};
use batch::{Batch, Failed, Objects, Seen};
use lanes::Job;
pub(super) use object::{Name, convert_one};
pub use room::MAX_OBJECT;
use text::Text;
pub use text::{Parts, Taken};
#[cfg(feature = "kube")]
pub use typed::answer_review;

/// Bodies above this many bytes are not read: 256 MiB.
pub const MAX_BODY: usize = 256 << 20;

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

#[doc(hidden)]
impl From<Malformed> for NotReview {
    fn from(malformed: Malformed) -> Self {
        Self::Malformed(malformed.to_string())
    }
}

/// What may be told of a review: no contents of objects.
#[derive(Clone, Debug, Default)]
pub struct Summary {
    pub uid: String,
    pub desired: String,
    /// The `apiVersion` and `kind` of the first object.
    pub api_version: String,
    pub kind: String,
    pub objects: usize,
    /// Whether the answer says `Failure`.
    pub failed: bool,
    /// Whether that is because a function of the author's panicked.
    pub panicked: bool,
}

/// Answers a review about objects of these kinds.
pub fn answer(converters: &[&Converter], body: &[u8]) -> Result<Vec<u8>, NotReview> {
    answer_to(converters, body, false).map(|answered| answered.out.into_string().into_bytes())
}

/// Answers a review about objects of these kinds, and says what it did, for metrics and logs.
pub fn answer_reporting(
    converters: &[&Converter],
    body: &[u8],
) -> Result<(Vec<u8>, Report), NotReview> {
    let answered = answer_to(converters, body, true)?;
    Ok((answered.out.into_string().into_bytes(), answered.report))
}

/// Answers a review with what was made and with parts of its body, and tells of it and of what it did.
pub fn answer_with_summary(
    converters: &[&Converter],
    body: &[u8],
) -> Result<(Parts, Summary, Report), NotReview> {
    let answered = answer_to(converters, body, true)?;
    let summary = answered.summary();
    Ok((answered.out.into_parts(), summary, answered.report))
}

fn answer_to<'a>(
    converters: &[&Converter],
    body: &'a [u8],
    reporting: bool,
) -> Result<Answered<'a>, NotReview> {
    if body.len() > MAX_BODY {
        return Err(NotReview::TooLong { bytes: body.len() });
    }
    let text = std::str::from_utf8(body)
        .map_err(|error| NotReview::Malformed(format!("not UTF-8: {error}")))?;
    let job = Job {
        converters,
        desired: "",
        reporting,
    };
    let review = Review::read(job, text)?;
    let head = review.head()?;
    let request = review
        .request
        .ok_or_else(|| NotReview::Other("the ConversionReview has no `request`".to_owned()))?;
    match (head.desired, request.objects) {
        (None, objects) => Ok(Answered::refused(
            head,
            objects,
            "the request has no `desiredAPIVersion`",
        )?),
        (_, None) => Ok(Answered::refused(
            head,
            None,
            "the request has no list of `objects`",
        )?),
        (Some(_), Some(mut objects)) => {
            let answered = review
                .answered
                .filter(|answered| answered.head == head && answered.at == objects.at());
            match answered {
                Some(answered) => Ok(answered),
                None => Ok(Answered::of(job, head, &mut objects)?),
            }
        }
    }
}

/// What the answer begins with, and what is asked for; each as it is written in the body.
#[derive(Clone, Copy, PartialEq)]
struct Head<'a> {
    api_version: &'a str,
    uid: &'a str,
    desired: Option<&'a str>,
}

impl Head<'_> {
    fn begin(&self, out: &mut String) {
        out.push_str("{\"kind\":\"ConversionReview\",\"apiVersion\":");
        out.push_str(self.api_version);
        out.push_str(",\"response\":{\"uid\":");
        out.push_str(self.uid);
    }
}

/// A body as far as it was read.
#[derive(Default)]
struct Review<'a> {
    kind: Option<&'a str>,
    api_version: Option<&'a str>,
    request: Option<Request<'a>>,
    answered: Option<Answered<'a>>,
}

#[derive(Default)]
struct Request<'a> {
    uid: Option<&'a str>,
    desired: Option<&'a str>,
    /// Stands within the list.
    objects: Option<Reader<'a>>,
}

impl<'a> Review<'a> {
    /// Reads a body. An API server writes first what it asks for, so its objects are converted as they are read.
    fn read(job: Job, text: &'a str) -> Result<Self, NotReview> {
        let mut reader = Reader::new(text)?;
        let mut review = Self::default();
        if !reader.enter(b'{') {
            reader.value(&mut Vec::new())?;
            reader.end()?;
            return Err(NotReview::Other(
                "a ConversionReview is an object".to_owned(),
            ));
        }
        while let Some(name) = reader.member()? {
            match &*name {
                "kind" => review.kind = Some(reader.value(&mut Vec::new())?),
                "apiVersion" => review.api_version = Some(reader.value(&mut Vec::new())?),
                "request" if reader.enter(b'{') => review.read_request(job, &mut reader)?,
                "request" => {
                    reader.value(&mut Vec::new())?;
                    review.request = None;
                }
                _ => drop(reader.value(&mut Vec::new())?),
            }
        }
        reader.end()?;
        Ok(review)
    }

    fn read_request(&mut self, job: Job, reader: &mut Reader<'a>) -> Result<(), NotReview> {
        self.request = Some(Request::default());
        while let Some(name) = reader.member()? {
            let request = self.request.get_or_insert_default();
            if name == "objects" && reader.enter(b'[') {
                request.objects = Some(reader.clone());
                // What a later member says otherwise, if any does, is seen in the end.
                match self.head() {
                    Ok(head) if head.desired.is_some() => {
                        self.answered = Some(Answered::of(job, head, reader)?);
                    }
                    _ => {
                        while reader.item()? {
                            reader.value(&mut Vec::new())?;
                        }
                    }
                }
                continue;
            }
            let value = reader.value(&mut Vec::new())?;
            let string = Some(value).filter(|value| value.starts_with('"'));
            match &*name {
                "uid" => request.uid = string.or(request.uid),
                "desiredAPIVersion" => request.desired = string,
                "objects" => request.objects = None,
                _ => {}
            }
        }
        Ok(())
    }

    /// What is known so far, if it is a `ConversionReview` that is answered here.
    fn head(&self) -> Result<Head<'a>, NotReview> {
        let text = |text: Option<&'a str>| {
            let text = Json::raw(text.unwrap_or_default());
            text.as_str().unwrap_or_default().into_owned()
        };
        let (kind, api_version) = (text(self.kind), text(self.api_version));
        if kind != "ConversionReview" {
            return Err(NotReview::Other(format!(
                "a ConversionReview is expected, not the kind {kind:?}"
            )));
        }
        let api_version = match &*api_version {
            "apiextensions.k8s.io/v1" => "\"apiextensions.k8s.io/v1\"",
            "apiextensions.k8s.io/v1beta1" => "\"apiextensions.k8s.io/v1beta1\"",
            _ => {
                return Err(NotReview::Other(format!(
                    "a ConversionReview of apiextensions.k8s.io/v1 or v1beta1 is expected, not {api_version:?}"
                )));
            }
        };
        let request = self.request.as_ref();
        Ok(Head {
            api_version,
            uid: request.and_then(|request| request.uid).unwrap_or("\"\""),
            desired: request.and_then(|request| request.desired),
        })
    }
}

/// The answer about a list of objects.
struct Answered<'a> {
    head: Head<'a>,
    /// Where the list is.
    at: usize,
    seen: Seen<'a>,
    out: Text<'a>,
    report: Report,
    failed: bool,
    panicked: bool,
}

impl<'a> Answered<'a> {
    /// Converts the objects of the list that was entered.
    fn of(job: Job, head: Head<'a>, reader: &mut Reader<'a>) -> Result<Self, Malformed> {
        let mut answered = Self {
            head,
            at: reader.at(),
            seen: Seen::default(),
            out: Text::new(reader.text()),
            report: Report::default(),
            failed: false,
            panicked: false,
        };
        let out = &mut answered.out;
        out.reserve_for(reader.rest());
        head.begin(out.made());
        out.made().push_str(",\"convertedObjects\":[");
        let desired = Json::raw(head.desired.unwrap_or_default());
        let job = Job {
            desired: &desired.as_str().unwrap_or_default(),
            ..job
        };
        let mut objects = Objects::of(reader);
        let report = job.reporting.then_some(&mut answered.report);
        let outcome = lanes::convert(job, &mut objects, out, report)?;
        answered.seen = objects.seen();
        match outcome {
            Ok(()) => out
                .made()
                .push_str("],\"result\":{\"status\":\"Success\"}}}"),
            Err(failed) => answered.fail(&failed),
        }
        Ok(answered)
    }

    /// The answer to a request that lacks something.
    fn refused(
        head: Head<'a>,
        objects: Option<Reader<'a>>,
        message: &str,
    ) -> Result<Self, Malformed> {
        let mut seen = Seen::default();
        if let Some(mut reader) = objects {
            let mut objects = Objects::of(&mut reader);
            while objects.read(&mut Batch::default())? {}
            seen = objects.seen();
        }
        let mut answered = Self {
            head,
            at: 0,
            seen,
            out: Text::new(""),
            report: Report::default(),
            failed: false,
            panicked: false,
        };
        answered.fail(&message.into());
        Ok(answered)
    }

    /// Answers that it failed, in place of what was written.
    fn fail(&mut self, failed: &Failed) {
        self.out.clear();
        let out = self.out.made();
        self.head.begin(out);
        out.push_str(",\"result\":{\"status\":\"Failure\",\"message\":");
        Json::string(&failed.message).write(out);
        out.push_str("}}}");
        self.failed = true;
        self.panicked = failed.panicked;
        self.report = Report::default();
    }

    fn summary(&self) -> Summary {
        let text = |text: &str| Json::raw(text).as_str().unwrap_or_default().into_owned();
        let [api_version, kind] = self.seen.first.map(object::called).unwrap_or_default();
        Summary {
            uid: text(self.head.uid),
            desired: text(self.head.desired.unwrap_or_default()),
            api_version: text(api_version),
            kind: text(kind),
            objects: self.seen.count,
            failed: self.failed,
            panicked: self.panicked,
        }
    }
}
