//! What is wrong with an installation.

use std::{error::Error, fmt};

use wheelwright_grammar::{name::NameError, webhook::WebhookUrlError};
use wheelwright_schema::check;

/// One thing that an API server would refuse, or that would not work.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Problem {
    /// A name, label or label value.
    Name {
        /// What it names: `namespace`, `service`.
        of: &'static str,
        /// As it was given.
        value: String,
        /// What is wrong with it.
        errors: Vec<NameError>,
    },
    /// A namespace that every cluster has, and that was to be made.
    SharedNamespace(String),
    /// The image of the container.
    Image(String, &'static str),
    /// No replica at all.
    NoReplicas,
    /// More memory is asked for than may be used.
    Memory {
        /// Mebibytes asked for.
        request: u32,
        /// Mebibytes allowed.
        limit: u32,
    },
    /// Longer than a pod may take to end: seconds.
    Drain(u64),
    /// The URL of a server outside of the cluster.
    Url(String, WebhookUrlError),
    /// A webhook's time to answer, in seconds, is not between 1 and 30.
    Timeout(u8),
    /// A webhook's name has fewer than three parts.
    Unqualified(String),
    /// A name for the webhook of a kind that no handler is for.
    UnknownKind(String),
    /// Two webhooks of one configuration, for these kinds, have one name.
    SameWebhook(String, String, String),
    /// A handler for no operation, no version or no resource.
    EmptyRule(String, &'static str),
    /// Something is allowed of this resource, and no verb says what.
    NoVerb(String),
    /// A condition without an expression, or one name twice.
    Condition(String, &'static str),
    /// More conditions than a webhook may have.
    TooManyConditions(usize),
    /// A CRD that is given twice.
    SameCrd(String),
    /// What an API server would say of a CRD.
    Crd(check::Report),
    /// The certificate, its key, or what is to trust it.
    Certificate(String),
    /// The certificate is not for the host that the API server calls.
    Host {
        /// What it calls.
        host: String,
        /// What the certificate is for.
        certified: Vec<String>,
    },
    /// A sample object, by its position from 0.
    Sample(usize, String),
    /// Nothing to install: no CRD and no handler.
    Nothing,
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Name { of, value, errors } => {
                write!(f, "the {of} `{}` is refused", shown(value))?;
                errors.iter().try_for_each(|error| write!(f, ": {error}"))
            }
            Self::SharedNamespace(namespace) => write!(
                f,
                "every cluster has the namespace `{namespace}`, and others run pods in it that the labels which are given to \
                 a new one would refuse; choose another, or write `existing_namespace()`",
            ),
            Self::Image(image, why) => write!(f, "the image `{}`: {why}", shown(image)),
            Self::NoReplicas => f.write_str(
                "no replica would answer, and every write of the kinds would fail; write `replicas(2)`",
            ),
            Self::Memory { request, limit } => write!(
                f,
                "{request} MiB of memory are requested and {limit} MiB allowed; allow at least what is requested, \
                 and both more than nothing",
            ),
            Self::Drain(seconds) => write!(
                f,
                "a drain of {seconds} s: write at most an hour; an API server waits 30 s for an answer",
            ),
            Self::Url(url, error) => write!(f, "the URL `{}`: {error}", shown(url)),
            Self::Timeout(seconds) => write!(
                f,
                "a webhook may take from 1 to 30 seconds to answer, not {seconds}",
            ),
            Self::Unqualified(name) => write!(
                f,
                "the webhook name `{}` has fewer than three parts; write a domain such as `pizzas.example.com`",
                shown(name)
            ),
            Self::UnknownKind(kind) => write!(
                f,
                "`webhook_name` names the webhook of `{}`, and no handler is for that kind; register one, or write a \
                 kind that has one",
                shown(kind)
            ),
            Self::SameWebhook(name, one, other) => write!(
                f,
                "the webhook for `{one}` and that for `{other}` are both named `{}`; give one another name with \
                 `webhook_name`",
                shown(name)
            ),
            Self::EmptyRule(kind, what) => write!(
                f,
                "the handler for `{kind}` is for no {what}, so that it is never called; name at least one",
            ),
            Self::NoVerb(resource) => write!(
                f,
                "`allows` names no verb for `{}`, or an empty one; name what is done, such as `get`, `list`, `watch`, `create`, `patch`",
                shown(resource)
            ),
            Self::Condition(name, why) => {
                write!(f, "the match condition `{}`: {why}", shown(name))
            }
            Self::TooManyConditions(count) => {
                write!(f, "{count} match conditions; a webhook may have 64")
            }
            Self::SameCrd(name) => write!(f, "the CRD `{name}` is given twice; give it once"),
            Self::Crd(report) => write!(f, "{report}"),
            Self::Certificate(why) => f.write_str(why),
            Self::Host { host, certified } => {
                write!(
                    f,
                    "the API server calls `{host}`, and the certificate is for "
                )?;
                if certified.is_empty() {
                    f.write_str("no host at all")?;
                } else {
                    write!(f, "`{}` only", certified.join("`, `"))?;
                }
                write!(f, "; make one with the DNS name or address `{host}`")
            }
            Self::Sample(position, why) => write!(f, "sample {position}: {why}"),
            Self::Nothing => f.write_str(
                "neither a CRD nor a handler is to be installed; give the manifests of the wheels with `crd`, and \
                 what is registered with `registrations`",
            ),
        }
    }
}

/// As much of a text as is read.
fn shown(text: &str) -> String {
    text.chars().take(300).collect()
}

/// All that is wrong with an installation.
///
/// It is an error to be passed on with `?`, and prints as a text of one paragraph for each problem.
#[derive(Clone)]
pub struct NotInstallable {
    name: String,
    problems: Vec<Problem>,
}

impl NotInstallable {
    pub(super) const fn new(name: String, problems: Vec<Problem>) -> Self {
        Self { name, problems }
    }

    /// What is wrong, in the order in which things are installed.
    #[must_use]
    pub fn problems(&self) -> &[Problem] {
        &self.problems
    }
}

impl fmt::Display for NotInstallable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: ", shown(&self.name))?;
        match self.problems.len() {
            1 => f.write_str("1 error")?,
            errors => write!(f, "{errors} errors")?,
        }
        for problem in &self.problems {
            write!(f, "\n\nerror: {problem}")?;
        }
        Ok(())
    }
}

/// As [`Display`](fmt::Display): `main`, `unwrap` and `assert!` show errors by their `Debug`.
impl fmt::Debug for NotInstallable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl Error for NotInstallable {}
