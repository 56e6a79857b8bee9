//! The server that is measured, as a user would write it.

use conversion_bench::Services;
use webhook_bench::{Failed, Listening, Result};
use wheelwright::webhook::{Server, tls::Memory};

/// Serves until the process ends.
pub(crate) async fn run(tls: Memory) -> Result {
    let ca = tls.ca_bundle().to_owned();
    let running = Server::new()
        .wheel::<Services>()
        .listen("127.0.0.1:0")
        .bind(tls)
        .await
        .failed("the server")?;
    let address = running.local_addr();
    Listening { address, ca }.say()?;
    std::future::pending().await
}
