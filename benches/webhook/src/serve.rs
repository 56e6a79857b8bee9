//! A server alone in its process, as a user would write it.

use std::{
    io::{Read as _, Write as _},
    net::SocketAddr,
};

use conversion_bench::Services;
use wheelwright::webhook::{
    Server,
    tls::{CertificateSource, Identity, Keeping, Publisher},
};

use crate::{Failed, Result, floor, side::Listening};

/// Serves until stdin closes.
pub(crate) fn run(name: &str) -> Result {
    std::thread::spawn(|| {
        let _ = std::io::stdin().read_to_end(&mut Vec::new());
        std::process::exit(0);
    });
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .failed("the runtime")?;
    // For 127.0.0.1, and trusted as it is.
    let made =
        rcgen::generate_simple_self_signed(["127.0.0.1".to_owned()]).failed("a certificate")?;
    let ca = made.cert.pem();
    let identity =
        Identity::from_pem(&ca, &made.signing_key.serialize_pem(), &ca).failed("a certificate")?;
    match name {
        "floor" => runtime.block_on(floor::run(identity, &ca)),
        "ours" => runtime.block_on(ours(identity, &ca)),
        other => Err(format!("there is no server {other:?}")),
    }
}

async fn ours(identity: Identity, ca: &str) -> Result {
    let running = Server::new()
        .wheel::<Services>()
        .listen("127.0.0.1:0")
        .bind(Fixed(identity))
        .await
        .failed("the server")?;
    say(running.local_addr(), ca)?;
    // This process ends when stdin closes.
    std::future::pending().await
}

/// A certificate that stays.
struct Fixed(Identity);

impl CertificateSource for Fixed {
    fn keep(self: Box<Self>, publisher: Publisher) -> Keeping {
        Box::pin(async move {
            publisher.publish(self.0);
            Ok(())
        })
    }
}

/// Tells who started this process where it listens.
pub(crate) fn say(address: SocketAddr, ca: &str) -> Result {
    let listening = Listening {
        address,
        ca: ca.to_owned(),
    };
    let line = serde_json::to_string(&listening).failed("the address")?;
    println!("{line}");
    std::io::stdout().flush().failed("stdout")
}
