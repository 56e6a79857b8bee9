//! `cargo run -- crd` and `cargo run -- deploy` print manifests, `cargo run -- control` is the controller alone, on your machine, and
//! `serve` is what runs in the cluster.

use std::{error::Error, future::pending};

use greetings::{
    controller::control,
    installation::{IMAGE, installation},
    webhook::server,
};
use kube::Client;
use tokio::sync::oneshot::channel;
use tracing_subscriber::EnvFilter;
use wheelwright::webhook::tls::Managed;

const USAGE: &str = "write one of these behind it
  crd              prints the CRD
  deploy [IMAGE]   prints all that is installed, for `kubectl apply -f -`
  control          runs the controller alone, with the cluster of the kubeconfig
  serve            runs webhooks and controller in a cluster, until SIGTERM";

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    tracing_subscriber::fmt()
        .with_env_filter(EnvFilter::try_from_default_env().unwrap_or_else(|_| "info".into()))
        .with_writer(std::io::stderr)
        .init();
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match arguments[..] {
        ["crd"] => print!("{}", greetings::Greetings::crd_yaml()),
        ["deploy"] => print!("{}", installation(IMAGE)?.yaml()?),
        ["deploy", image] => print!("{}", installation(image)?.yaml()?),
        ["control"] => control(Client::try_default().await?, pending()).await,
        ["serve"] => serve().await?,
        _ => return Err(USAGE.into()),
    }
    Ok(())
}

/// The webhooks end at SIGTERM, and the controller after them.
async fn serve() -> Result<(), Box<dyn Error>> {
    let client = Client::try_default().await?;
    let names = installation(IMAGE)?.managed_names();
    let names = names.ok_or("the certificate is managed for servers in a cluster only")?;
    let (stop, stopped) = channel::<()>();
    let controller = control(client.clone(), async {
        let _ = stopped.await;
    });
    let webhooks = async {
        let ended = server().run(Managed::new(client, names)).await;
        drop(stop);
        ended
    };
    let (ended, ()) = tokio::join!(webhooks, controller);
    Ok(ended?)
}
