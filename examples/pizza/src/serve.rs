//! The webhook server.

use std::{error::Error, io::Write, path::PathBuf};

use clap::Args;
use pizza::{menu::Menu, restaurant};
use tracing_subscriber::EnvFilter;
use wheelwright::webhook::{
    Running,
    tls::{CertificateSource, Files, Memory},
};

#[derive(Args, Debug)]
pub(crate) struct Options {
    /// Where to listen
    #[arg(long, default_value = ":8443", value_name = "ADDRESS")]
    listen: String,
    /// The certificate, a PEM file, read again as it changes; without it a new one is made for this run
    #[arg(long, value_name = "FILE", requires = "key")]
    cert: Option<PathBuf>,
    /// The certificate's key
    #[arg(long, value_name = "FILE", requires = "cert")]
    key: Option<PathBuf>,
    /// What clients are to trust, where the certificate did not sign itself
    #[arg(long, value_name = "FILE", requires = "cert")]
    ca: Option<PathBuf>,
    /// Hosts that a certificate made for this run is for, besides localhost and 127.0.0.1
    #[arg(long, value_name = "HOST", conflicts_with = "cert")]
    host: Vec<String>,
    /// Makes the certificate with the other replicas and keeps it in a Secret of the cluster
    #[cfg(feature = "cluster")]
    #[arg(long, conflicts_with_all = ["cert", "host"])]
    managed: bool,
    /// The toppings that the restaurant has, instead of the cluster's `Topping` objects
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    toppings: Vec<String>,
}

/// Serves until SIGTERM or SIGINT.
pub(crate) fn serve(options: Options, out: &mut impl Write) -> Result<(), Box<dyn Error>> {
    let filter = EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new("info"));
    tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(std::io::stderr)
        // It would say so by `eprintln!`, which panics where nobody reads the log.
        .log_internal_errors(false)
        .init();
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()?;
    runtime.block_on(run(options, out))
}

async fn run(options: Options, out: &mut impl Write) -> Result<(), Box<dyn Error>> {
    let menu = menu(&options.toppings).await?;
    #[cfg(feature = "cluster")]
    if options.managed {
        let client = kube::Client::try_default().await?;
        let names = pizza::installation::installation(pizza::installation::IMAGE)?
            .managed_names()
            .ok_or("managed certificates are for servers that run in a cluster")?;
        let tls = wheelwright::webhook::tls::Managed::new(client, names);
        return listen(&options.listen, &menu, tls, out).await;
    }
    if let (Some(cert), Some(key)) = (&options.cert, &options.key) {
        let mut files = Files::new(cert, key);
        if let Some(ca) = &options.ca {
            files = files.ca(ca);
        }
        return listen(&options.listen, &menu, files, out).await;
    }
    let mut hosts = vec!["localhost".to_owned(), "127.0.0.1".to_owned()];
    hosts.extend(options.host);
    let memory = Memory::for_hosts(hosts)?;
    listen(&options.listen, &menu, memory, out).await
}

async fn listen(
    address: &str,
    menu: &Menu,
    tls: impl CertificateSource,
    out: &mut impl Write,
) -> Result<(), Box<dyn Error>> {
    let server = restaurant::server(menu).listen(address);
    let begun = |running: &Running| {
        if let Err(error) = announce(running, out) {
            tracing::warn!(%error, "nobody reads where this server is");
        }
    };
    Ok(server.run_with(tls, begun).await?)
}

/// What a CRD and webhook configurations are to say.
fn announce(running: &Running, out: &mut impl Write) -> std::io::Result<()> {
    if let Some(identity) = running.certificates().current() {
        let bundle = match identity.ca_bundle_field() {
            bundle if bundle.is_empty() => {
                "not known, for the certificate did not sign itself: name what did with --ca"
                    .to_owned()
            }
            bundle => bundle,
        };
        writeln!(out, "caBundle: {bundle}\n")?;
    }
    let port = running.local_addr().port();
    for (path, what) in [
        (
            "/convert",
            "conversion, of every kind; reviews of v1 and v1beta1",
        ),
        (
            "/convert/v1beta1/pizza",
            "conversion of pizzas, and /convert/v1/pizza",
        ),
        (
            "/admit/v1beta1/pizza",
            "gives an empty pizza its toppings, and /admit/v1/pizza",
        ),
        (
            "/validate/v1beta1/pizza",
            "refuses toppings that are not known, and /validate/v1/pizza",
        ),
        ("/healthz", "whether the server runs"),
        ("/readyz", "whether it is ready"),
        ("/metrics", "for Prometheus"),
    ] {
        writeln!(out, "https://localhost:{port}{path:<26} {what}")?;
    }
    out.flush()
}

/// The toppings that are said, else those of the cluster.
#[cfg(feature = "cluster")]
async fn menu(said: &[String]) -> Result<Menu, Box<dyn Error>> {
    if !said.is_empty() {
        return Ok(Menu::of(said.iter().cloned()));
    }
    let client = kube::Client::try_default().await.map_err(|error| {
        format!("no cluster whose Topping objects to watch: {error}; name toppings with --toppings tomato,salami to do without")
    })?;
    Ok(Menu::watch(client))
}

/// The toppings that are said, else those that an empty pizza gets.
#[cfg(not(feature = "cluster"))]
#[expect(
    clippy::unused_async,
    reason = "with a cluster it waits for the client"
)]
async fn menu(said: &[String]) -> Result<Menu, Box<dyn Error>> {
    if !said.is_empty() {
        return Ok(Menu::of(said.iter().cloned()));
    }
    let toppings = restaurant::TOPPINGS;
    let group = pizza::installation::WEBHOOK;
    crate::tell(&format!(
        "Known toppings: {}. Name others with --toppings; built with `--features cluster` the server watches the \
         Topping objects of {group} instead.\n",
        toppings.join(", ")
    ));
    Ok(Menu::of(toppings))
}
