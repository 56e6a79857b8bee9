//! What a server serves.

use std::{fmt, io, net::SocketAddr, sync::Arc, time::Duration};

use http::HeaderMap;
use tokio::net::{TcpListener, TcpSocket, lookup_host};

use super::{
    ServerError,
    accept::BACKLOG,
    limits::{Deadlines, Limits},
    phase::Gate,
    running::{self, Running},
};
use crate::{
    Kind, Served,
    admission::{Handled, Hooks, HooksBuilder, Mutate, Registration, Validate},
    tls::CertificateSource,
};

/// Gives a request's span its parent, from its headers.
pub type RequestSpan = fn(&HeaderMap, &tracing::Span);

/// An HTTPS server for conversion and admission.
#[must_use]
pub struct Server {
    pub(super) address: String,
    pub(super) kinds: Vec<Kind>,
    pub(super) problems: Vec<String>,
    pub(super) hooks: HooksBuilder,
    pub(super) gates: Vec<Gate>,
    pub(super) request_span: Option<RequestSpan>,
    pub(super) limits: Limits,
    pub(super) deadlines: Deadlines,
    pub(super) drain: Duration,
    #[cfg(feature = "install")]
    pub(super) install: Option<(wheelwright_install::Client, wheelwright_install::Install)>,
}

impl Default for Server {
    fn default() -> Self {
        Self::new()
    }
}

impl fmt::Debug for Server {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kinds: Vec<&str> = self.kinds.iter().map(Kind::kind).collect();
        f.debug_struct("Server")
            .field("address", &self.address)
            .field("kinds", &kinds)
            .field("handlers", &self.hooks)
            .field("gates", &self.gates)
            .finish_non_exhaustive()
    }
}

impl Server {
    /// A server that serves nothing yet, on port 8443 of all addresses.
    pub fn new() -> Self {
        Self {
            address: ":8443".to_owned(),
            kinds: Vec::new(),
            problems: Vec::new(),
            hooks: Hooks::builder(),
            gates: Vec::new(),
            request_span: None,
            limits: Limits::default(),
            deadlines: Deadlines::default(),
            drain: Duration::from_secs(5),
            #[cfg(feature = "install")]
            install: None,
        }
    }

    /// Converts between the versions of a wheel, and lets handlers for one of them answer for all. What is wrong with it is
    /// an error of [`bind`](Self::bind).
    pub fn wheel<W: Served>(mut self) -> Self {
        match W::kind() {
            Ok(kind) => {
                let (group, name) = (kind.group(), kind.kind());
                if self
                    .kinds
                    .iter()
                    .any(|other| other.group() == group && other.kind() == name)
                {
                    self.problems.push(format!(
                        "{name}.{group} is served twice: call `wheel` once for it"
                    ));
                } else {
                    self.hooks = self.hooks.kind(kind.clone());
                    self.kinds.push(kind);
                }
            }
            Err(error) => self.problems.push(error.to_string()),
        }
        self
    }

    /// A handler that may change objects, at `/admit/v1/<kind>`: an `async fn(T, Request<T>)` that gives the object back. For
    /// creates and updates, unless [`on`](crate::admission::on) says otherwise. Several for one kind run in order,
    /// each with what those before it made.
    pub fn mutate<T: Handled>(mut self, handler: impl Mutate<T>) -> Self {
        self.hooks = self.hooks.mutate::<T>(handler);
        self
    }

    /// A handler that may refuse objects, at `/validate/v1/<kind>`: an `async fn(Request<T>)`. For creates and updates,
    /// unless [`on`](crate::admission::on) says otherwise. Of several for one kind the first that refuses decides.
    pub fn validate<T: Handled, H: Validate<T>>(mut self, handler: H) -> Self {
        self.hooks = self.hooks.validate::<T, H>(handler);
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

    /// Installs CRDs from when the server serves, tries again until that is done, and keeps their conversion stanza until the server is to
    /// end. Their CA bundle is that of the server's certificate, unless it is said. `wheelwright_restored_stanzas_total` counts how often a
    /// stanza was restored.
    ///
    /// The stanza is armed once the server answers through its Service, which has ready pods only: let no
    /// [`ready_when`](Self::ready_when) wait for the CRDs.
    ///
    /// ```no_run
    /// use wheelwright::{install::{Client, Install}, webhook::{Server, tls::Files}};
    /// # use serde::{Deserialize, Serialize};
    /// # use wheelwright::{CustomResource, Schema};
    /// # /// A pizza.
    /// # #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
    /// # #[crd(group = "example.com", version = "v1", kind = "Pizza", namespaced)]
    /// # pub struct PizzaSpec {}
    /// # wheelwright::wheel!(pub Pizzas = Pizza);
    ///
    /// # async fn serve(client: Client) -> Result<(), Box<dyn std::error::Error>> {
    /// let install = Install::new([Pizzas::manifest()]).release(env!("CARGO_PKG_VERSION"));
    /// let tls = Files::new("/tls/tls.crt", "/tls/tls.key").ca("/tls/ca.crt");
    /// Server::new().wheel::<Pizzas>().installs(client, install).run(tls).await?;
    /// # Ok(())
    /// # }
    /// # fn main() {}
    /// ```
    #[cfg(feature = "install")]
    pub fn installs(
        mut self,
        client: wheelwright_install::Client,
        install: wheelwright_install::Install,
    ) -> Self {
        if let Err(error) = install.check() {
            self.problems.push(error.to_string());
        }
        self.install = Some((client, install));
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
    pub fn kinds(&self) -> &[Kind] {
        &self.kinds
    }

    /// What webhook configurations are to say of the handlers.
    ///
    /// # Errors
    ///
    /// What is wrong with wheels and handlers, as [`bind`](Self::bind) says it.
    pub fn registrations(&self) -> Result<Vec<Registration>, ServerError> {
        self.hooks().map(|hooks| hooks.registrations())
    }

    pub(super) fn hooks(&self) -> Result<Hooks, ServerError> {
        let mut problems = self.problems.clone();
        match self.hooks.clone().build() {
            Ok(hooks) if problems.is_empty() => return Ok(hooks),
            Ok(_) => {}
            Err(error) => problems.extend(error.problems),
        }
        Err(ServerError::Registered(problems))
    }

    /// Serves until SIGTERM or SIGINT; a second one ends the server at once.
    ///
    /// # Errors
    ///
    /// As [`bind`](Self::bind), or if the process cannot listen to signals.
    pub async fn run(self, tls: impl CertificateSource) -> Result<(), ServerError> {
        self.run_with(tls, |_| {}).await
    }

    /// As [`run`](Self::run), and calls this once when it serves: to print where, say. Signals end it before, too, while it
    /// waits for its first certificate.
    ///
    /// # Errors
    ///
    /// As [`run`](Self::run).
    pub async fn run_with(
        self,
        tls: impl CertificateSource,
        begun: impl FnOnce(&Running),
    ) -> Result<(), ServerError> {
        running::run(self, Box::new(tls), begun).await
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
            return listen(&self.address).await.map_err(failed);
        };
        // Both families at once where the system has both.
        match listen(&format!("[::]:{port}")).await {
            Ok(listener) => Ok(listener),
            Err(_) => listen(&format!("0.0.0.0:{port}")).await.map_err(failed),
        }
    }
}

/// As [`TcpListener::bind`], which lets 128 connections wait.
async fn listen(address: &str) -> io::Result<TcpListener> {
    let mut failed = io::Error::new(io::ErrorKind::InvalidInput, "no such address");
    for address in lookup_host(address).await? {
        match listen_on(address) {
            Ok(listener) => return Ok(listener),
            Err(error) => failed = error,
        }
    }
    Err(failed)
}

fn listen_on(address: SocketAddr) -> io::Result<TcpListener> {
    let socket = if address.is_ipv4() {
        TcpSocket::new_v4()?
    } else {
        TcpSocket::new_v6()?
    };
    // Else a new process would wait for the last connections of the one before it. Windows means something else by it.
    #[cfg(not(windows))]
    socket.set_reuseaddr(true)?;
    socket.bind(address)?;
    socket.listen(BACKLOG)
}
