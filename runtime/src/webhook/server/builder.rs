//! What a server serves.

use std::{fmt, sync::Arc, time::Duration};

use http::HeaderMap;
use tokio::net::TcpListener;

use super::{
    ServerError,
    admit::Admit,
    limits::{Deadlines, Limits},
    phase::Gate,
    running::{self, Running},
};
use crate::{
    Wheel,
    convert::{Converter, MappedSpokes},
    manifest::Manifest,
    resource::CustomResource,
    rules::Rules,
    webhook::{admission::Registration, tls::CertificateSource},
};

/// Gives a request's span its parent, from its headers.
pub type RequestSpan = fn(&HeaderMap, &tracing::Span);

/// A [`Wheel`] that a server can serve.
pub trait Served {
    /// What the server and its deployment need of it.
    ///
    /// # Errors
    ///
    /// If the CRD has errors, or its mappings contradict it.
    fn served() -> Result<ServedWheel, ServerError>;
}

/// A kind that is served.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct ServedWheel {
    /// The CRD.
    pub manifest: Manifest,
    /// The conversions between its versions.
    pub converter: &'static Converter,
    /// What an API server does with its objects.
    pub rules: &'static Rules,
}

impl<Hub: CustomResource, S: MappedSpokes + 'static> Served for Wheel<Hub, S> {
    fn served() -> Result<ServedWheel, ServerError> {
        Ok(ServedWheel {
            manifest: Self::manifest(),
            converter: Self::converter().map_err(|error| ServerError::Wheel(error.to_string()))?,
            rules: Self::rules().map_err(|error| ServerError::Wheel(error.to_string()))?,
        })
    }
}

/// An HTTPS server for conversion and admission.
#[must_use]
pub struct Server {
    pub(super) address: String,
    pub(super) wheels: Vec<ServedWheel>,
    pub(super) error: Option<ServerError>,
    pub(super) admit: Option<Arc<dyn Admit>>,
    pub(super) gates: Vec<Gate>,
    pub(super) request_span: Option<RequestSpan>,
    pub(super) limits: Limits,
    pub(super) deadlines: Deadlines,
    pub(super) drain: Duration,
}

impl Default for Server {
    fn default() -> Self {
        Self::new()
    }
}

impl fmt::Debug for Server {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kinds: Vec<&str> = self
            .wheels
            .iter()
            .map(|wheel| wheel.converter.kind())
            .collect();
        f.debug_struct("Server")
            .field("address", &self.address)
            .field("kinds", &kinds)
            .field("gates", &self.gates)
            .finish_non_exhaustive()
    }
}

impl Server {
    /// A server that serves nothing yet, on port 8443 of all addresses.
    pub fn new() -> Self {
        Self {
            address: ":8443".to_owned(),
            wheels: Vec::new(),
            error: None,
            admit: None,
            gates: Vec::new(),
            request_span: None,
            limits: Limits::default(),
            deadlines: Deadlines::default(),
            drain: Duration::from_secs(5),
        }
    }

    /// Converts between the versions of a wheel. What is wrong with it is an error of [`bind`](Self::bind).
    pub fn wheel<W: Served>(mut self) -> Self {
        match W::served() {
            Ok(wheel) => {
                let (group, kind) = (wheel.converter.group(), wheel.converter.kind());
                let twice = self
                    .wheels
                    .iter()
                    .any(|other| other.converter.is_for(group, kind));
                if twice {
                    let error = ServerError::Wheel(format!(
                        "{kind}.{group} is served twice: call `wheel` once for it"
                    ));
                    self.error.get_or_insert(error);
                } else {
                    self.wheels.push(wheel);
                }
            }
            Err(error) => {
                self.error.get_or_insert(error);
            }
        }
        self
    }

    /// Answers admission reviews by these handlers.
    #[doc(hidden)]
    pub fn admit(mut self, admit: impl Admit) -> Self {
        self.admit = Some(Arc::new(admit));
        self
    }

    /// Listens on this address: a [`SocketAddr`](std::net::SocketAddr), or text such as `0.0.0.0:8443` or `:8443`, which is all addresses of the
    /// machine and the default. Port 0 is any that is free, see [`Running::local_addr`].
    pub fn listen(mut self, address: impl fmt::Display) -> Self {
        self.address = address.to_string();
        self
    }

    /// How much is taken at once.
    pub fn limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    /// How long each phase may take.
    pub fn deadlines(mut self, deadlines: Deadlines) -> Self {
        self.deadlines = deadlines;
        self
    }

    /// How long the server goes on after it was told to end, while `/readyz` says no: the time in which clients learn that
    /// they are to go elsewhere. Default: 5 s.
    pub fn drain(mut self, delay: Duration) -> Self {
        self.drain = delay;
        self
    }

    /// Is ready only when this says so; `/readyz` names what is missing. The test is called at each probe and must not block.
    pub fn ready_when(
        mut self,
        name: impl Into<String>,
        is_open: impl Fn() -> bool + Send + Sync + 'static,
    ) -> Self {
        self.gates.push(Gate {
            name: name.into(),
            is_open: Arc::new(is_open),
        });
        self
    }

    /// Calls this with the headers and the span of each review before anything else: where OpenTelemetry sets the parent
    /// that `traceparent` names.
    pub fn request_span(mut self, request_span: RequestSpan) -> Self {
        self.request_span = Some(request_span);
        self
    }

    /// What is served.
    #[must_use]
    pub fn wheels(&self) -> &[ServedWheel] {
        &self.wheels
    }

    /// What webhook configurations are to say of the handlers.
    #[must_use]
    pub fn registrations(&self) -> Vec<Registration> {
        self.admit
            .as_ref()
            .map(|admit| admit.registrations())
            .unwrap_or_default()
    }

    /// Serves until SIGTERM or SIGINT; a second one ends the server at once.
    ///
    /// # Errors
    ///
    /// As [`bind`](Self::bind), or if the process cannot listen to signals.
    pub async fn run(self, tls: impl CertificateSource) -> Result<(), ServerError> {
        running::run(self, Box::new(tls)).await
    }

    /// Serves in the background, from when this returns.
    ///
    /// # Errors
    ///
    /// If a wheel has errors, the address is not to be had, or there is no first certificate.
    pub async fn bind(self, tls: impl CertificateSource) -> Result<Running, ServerError> {
        running::bind(self, Box::new(tls)).await
    }

    pub(super) async fn listener(&self) -> Result<TcpListener, ServerError> {
        let failed = |error| ServerError::Listen {
            address: self.address.clone(),
            error,
        };
        let Some(port) = self.address.strip_prefix(':') else {
            return TcpListener::bind(&self.address).await.map_err(failed);
        };
        // Both families at once where the system has both.
        match TcpListener::bind(format!("[::]:{port}")).await {
            Ok(listener) => Ok(listener),
            Err(_) => TcpListener::bind(format!("0.0.0.0:{port}"))
                .await
                .map_err(failed),
        }
    }
}
