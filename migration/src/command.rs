//! What a program that asks a cluster takes of its command line.

use std::fmt;
use std::path::PathBuf;

use clap::Args;
use kube_client::config::{KubeConfigOptions, Kubeconfig};
use kube_client::{Client, Config};

/// Which cluster is asked.
#[derive(Args, Clone, Debug, Default)]
pub struct ClusterArguments {
    /// The kubeconfig; else the files of KUBECONFIG, ~/.kube/config, or the cluster that this runs in
    #[arg(long, value_name = "FILE")]
    kubeconfig: Option<PathBuf>,
    /// The context of the kubeconfig; else its current one
    #[arg(long, value_name = "NAME")]
    context: Option<String>,
}

/// Why there is no cluster to ask, in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoCluster(String);

impl fmt::Display for NoCluster {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for NoCluster {}

impl ClusterArguments {
    /// That of a context of kubectl's kubeconfig.
    #[must_use]
    pub fn of_context(name: impl Into<String>) -> Self {
        Self {
            kubeconfig: None,
            context: Some(name.into()),
        }
    }

    /// Whether they name one, other than that which kubectl would ask.
    #[must_use]
    pub const fn name_one(&self) -> bool {
        self.kubeconfig.is_some() || self.context.is_some()
    }

    /// The cluster that kubectl would ask. TLS is that of `kube`, whose feature is the program's to choose.
    ///
    /// # Errors
    ///
    /// Where there is no kubeconfig, or it cannot be read or has no such context.
    pub async fn client(&self) -> Result<Client, NoCluster> {
        let options = KubeConfigOptions {
            context: self.context.clone(),
            ..KubeConfigOptions::default()
        };
        let mut config = if let Some(path) = &self.kubeconfig {
            let wrong =
                |error: &dyn fmt::Display| NoCluster(format!("{}: {error}", path.display()));
            let read = Kubeconfig::read_from(path).map_err(|error| wrong(&error))?;
            let config = Config::from_custom_kubeconfig(read, &options).await;
            config.map_err(|error| wrong(&error))?
        } else if self.context.is_some() {
            let config = Config::from_kubeconfig(&options).await;
            config.map_err(|error| NoCluster(format!("the kubeconfig: {error}")))?
        } else {
            Config::infer().await.map_err(|error| {
                NoCluster(format!(
                    "there is no cluster to ask; name a kubeconfig by --kubeconfig: {error}"
                ))
            })?
        };
        // Requests are asked again here, and the first one is not.
        config.default_retry = false;
        Client::try_from(config).map_err(|error| NoCluster(error.to_string()))
    }
}
