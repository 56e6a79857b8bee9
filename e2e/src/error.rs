//! What can go wrong between a test and the API server.

use std::fmt;
use std::io;
use std::path::PathBuf;
use std::process::ExitStatus;
use std::sync::Arc;

use crate::cluster::KUBECONFIG_VARIABLE;

/// Why there is no cluster. It can be cloned, because all tests of a process share the one attempt.
#[derive(Clone)]
#[non_exhaustive]
pub enum StartError {
    /// No `go` to build the API server with.
    NoGo,
    /// `go build` said why on stderr.
    Build(ExitStatus),
    /// The API server ended before it was ready, and said why on stderr.
    Ended(ExitStatus),
    /// The API server took longer than its own deadline.
    Late,
    /// A file or process of the harness itself.
    Io(PathBuf, Arc<io::Error>),
    /// The kubeconfig cannot be used.
    Kubeconfig(PathBuf, String),
}

impl StartError {
    pub(crate) fn io(path: impl Into<PathBuf>) -> impl FnOnce(io::Error) -> Self {
        let path = path.into();
        move |error| Self::Io(path, Arc::new(error))
    }
}

impl fmt::Display for StartError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoGo => write!(
                f,
                "these tests need a Kubernetes API server: install Go 1.26 or newer (https://go.dev/dl), from which one is \
                 built, or set {KUBECONFIG_VARIABLE} to the kubeconfig file of a cluster where CRDs may come and go"
            ),
            Self::Build(status) => write!(
                f,
                "`go build` of the API server failed with {status}, see its words above: it needs Go 1.26 or newer and \
                 the Go module proxy; or set {KUBECONFIG_VARIABLE} to the kubeconfig file of a cluster"
            ),
            Self::Ended(status) => write!(
                f,
                "the API server ended with {status} before it was ready, see its words above"
            ),
            Self::Late => f.write_str("the API server was not ready in time"),
            Self::Io(path, error) => write!(f, "{}: {error}", path.display()),
            Self::Kubeconfig(path, reason) => write!(f, "kubeconfig {}: {reason}", path.display()),
        }
    }
}

/// Why a test failed in the harness. What the API server answers is no error until [`crate::Answer::ok`] asks for success.
#[non_exhaustive]
pub enum Error {
    /// There is no cluster.
    Start(StartError),
    /// The client could not ask.
    Client(String, Box<kube::Error>),
    /// The request cannot be written.
    Request(String, http::Error),
    /// The answer to the request is no JSON.
    Answer(String, serde_json::Error),
    /// The API server refused the request.
    Refused {
        /// Method and path.
        request: String,
        /// The status code.
        code: u16,
        /// The server's words.
        message: String,
    },
    /// The given definition lacks what the harness has to know.
    NoCrd(&'static str),
    /// A CRD of that name was there before, and not by these tests.
    Foreign(String),
    /// The CRD reports that its schema is not structural.
    NonStructural(String, String),
    /// What was waited for did not come.
    Timeout {
        /// What was waited for.
        what: String,
        /// What was seen last.
        last: String,
    },
    /// Running `kubectl` failed.
    Kubectl(String),
    /// The conversion webhook does not start.
    Webhook(String),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Start(error) => error.fmt(f),
            Self::Client(request, error) => write!(f, "{request}: {error}"),
            Self::Request(request, error) => write!(f, "{request}: {error}"),
            Self::Answer(request, error) => {
                write!(f, "the answer to {request} is no JSON: {error}")
            }
            Self::Refused {
                request,
                code,
                message,
            } => write!(f, "{request} was refused with {code}: {message}"),
            Self::NoCrd(field) => write!(f, "not a CustomResourceDefinition: {field} is missing"),
            Self::Foreign(name) => write!(
                f,
                "CRD {name} exists and is not from these tests: delete it, or use another cluster"
            ),
            Self::NonStructural(name, reason) => {
                write!(f, "CRD {name} is not structural: {reason}")
            }
            Self::Timeout { what, last } => {
                write!(f, "waited in vain for {what}; last seen: {last}")
            }
            Self::Kubectl(reason) => write!(f, "kubectl: {reason}"),
            Self::Webhook(reason) => write!(f, "the conversion webhook: {reason}"),
        }
    }
}

/// As `Display`: a test that returns an error shows it so.
impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// As `Display`.
impl fmt::Debug for StartError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl std::error::Error for StartError {}
impl std::error::Error for Error {}

impl From<StartError> for Error {
    fn from(error: StartError) -> Self {
        Self::Start(error)
    }
}

impl From<kube::Error> for Error {
    fn from(error: kube::Error) -> Self {
        Self::Client("a request of kube::Api".into(), Box::new(error))
    }
}
