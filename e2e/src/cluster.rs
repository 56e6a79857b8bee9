//! The cluster that the tests of a process share.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use kube::config::{KubeConfigOptions, Kubeconfig};
use kube::{Client, Config};

use crate::error::{Error, StartError};
use crate::server::Server;

/// Names the kubeconfig file of the cluster to use instead of one of our own.
pub const KUBECONFIG_VARIABLE: &str = "WHEELWRIGHT_E2E_KUBECONFIG";

enum Origin {
    Started(Server),
    Given(PathBuf),
}

impl Origin {
    fn find() -> Result<Self, StartError> {
        match std::env::var_os(KUBECONFIG_VARIABLE) {
            Some(path) if !path.is_empty() => Ok(Self::Given(path.into())),
            _ => Server::start().map(Self::Started),
        }
    }

    fn kubeconfig(&self) -> PathBuf {
        match self {
            Self::Started(server) => server.kubeconfig(),
            Self::Given(path) => path.clone(),
        }
    }
}

/// A client of the shared cluster.
#[derive(Clone)]
pub struct Cluster {
    origin: &'static Origin,
    client: Client,
}

impl Cluster {
    /// The cluster of this process, started by whoever asks first. The client is new for each caller, because a client
    /// does not outlive the runtime of the test that made it.
    pub async fn shared() -> Result<Self, Error> {
        // Never dropped: the server ends with this process, for its stdin closes then.
        static SHARED: OnceLock<Result<Origin, StartError>> = OnceLock::new();
        let origin = SHARED
            .get_or_init(Origin::find)
            .as_ref()
            .map_err(Clone::clone)?;
        let client = client(&origin.kubeconfig(), None).await?;
        Ok(Self { origin, client })
    }

    /// Whether the cluster is somebody's own, of whatever version and with whatever in it.
    #[must_use]
    pub fn is_given(&self) -> bool {
        matches!(self.origin, Origin::Given(_))
    }

    /// The client, as an administrator.
    #[must_use]
    pub fn client(&self) -> Client {
        self.client.clone()
    }

    /// A client that the server takes for this user: for a service account, `system:serviceaccount:<namespace>:<name>`.
    pub async fn client_of(&self, user: &str) -> Result<Client, Error> {
        Ok(client(&self.origin.kubeconfig(), Some(user)).await?)
    }

    /// What `kubectl` with these arguments prints: the server's own, or with a given cluster the one on the path.
    pub fn kubectl(&self, arguments: &[&str]) -> Result<String, Error> {
        let mut command = match self.origin {
            Origin::Started(server) => server.kubectl(),
            Origin::Given(_) => Command::new("kubectl"),
        };
        // Else it writes to the user's home.
        let cache = match self.origin {
            Origin::Started(server) => server.folder().join("kubectl"),
            Origin::Given(_) => std::env::temp_dir().join("wheelwright-e2e-kubectl"),
        };
        let output = command
            .arg("--kubeconfig")
            .arg(self.origin.kubeconfig())
            .arg("--cache-dir")
            .arg(cache)
            .args(arguments)
            .output()
            .map_err(|error| {
                Error::Kubectl(format!("a given cluster needs it on the path: {error}"))
            })?;
        if output.status.success() {
            Ok(String::from_utf8_lossy(&output.stdout).into_owned())
        } else {
            Err(Error::Kubectl(
                String::from_utf8_lossy(&output.stderr).into_owned(),
            ))
        }
    }

    /// A shell in a folder, for which `kubectl` is the server's own, or with a given cluster the one on the path.
    pub fn shell(&self, folder: &Path) -> Result<Command, Error> {
        let mut shell = Command::new("sh");
        shell.current_dir(folder);
        shell.env("KUBECONFIG", self.origin.kubeconfig());
        if let Origin::Started(server) = self.origin {
            let program = server.kubectl();
            let program = program.get_program().display();
            let bin = folder.join("bin");
            // Its own, which knows no more than what was there before.
            let cache = bin.join("cache");
            let text = format!(
                "#!/bin/sh\nexec '{program}' kubectl --cache-dir '{}' \"$@\"\n",
                cache.display()
            );
            let script = bin.join("kubectl");
            fs::create_dir_all(&bin)
                .and_then(|()| fs::write(&script, text))
                .and_then(|()| fs::set_permissions(&script, fs::Permissions::from_mode(0o755)))
                .map_err(|error| Error::Kubectl(error.to_string()))?;
            let path = std::env::var("PATH").unwrap_or_default();
            shell.env("PATH", format!("{}:{path}", bin.display()));
        }
        Ok(shell)
    }
}

async fn client(kubeconfig: &Path, user: Option<&str>) -> Result<Client, StartError> {
    let refused = |error: String| StartError::Kubeconfig(kubeconfig.to_owned(), error);
    let read = Kubeconfig::read_from(kubeconfig).map_err(|error| refused(error.to_string()))?;
    let mut config = Config::from_custom_kubeconfig(read, &KubeConfigOptions::default())
        .await
        .map_err(|error| refused(error.to_string()))?;
    // A test is to see each answer that the server gives.
    config.default_retry = false;
    config.auth_info.impersonate = user.map(str::to_owned);
    Client::try_from(config).map_err(|error| refused(error.to_string()))
}
