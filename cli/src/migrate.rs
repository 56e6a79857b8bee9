//! `wheelwright migrate`: objects of a cluster stored anew.

use std::io::{self, Write};
use std::time::Duration;

use kube_client::config::{KubeConfigOptions, Kubeconfig};
use kube_client::{Client, Config};
use wheelwright_migration::{Migration, MigrationError, Migrator, Report};

use crate::Exit;
use crate::arguments::{By, MigrateArguments, MigrateOutput};

pub(crate) fn run(arguments: &MigrateArguments, output: &mut impl Write) -> io::Result<Exit> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    let report = match runtime.block_on(migrate(arguments)) {
        Ok(report) => report,
        Err(error) => {
            crate::tell(&error);
            return Ok(Exit::Trouble);
        }
    };
    match arguments.output {
        MigrateOutput::Human => write!(output, "{report}")?,
        MigrateOutput::Json => writeln!(output, "{}", report.json())?,
    }
    Ok(if report.is_done() {
        Exit::Success
    } else {
        Exit::Refused
    })
}

async fn migrate(arguments: &MigrateArguments) -> Result<Report, String> {
    let client = client(arguments).await?;
    let mut migration = Migration::new(&arguments.crd)
        .by(match arguments.by {
            By::Any => Migrator::Any,
            By::Server => Migrator::Server,
            By::Client => Migrator::Client,
        })
        .rate(arguments.rate)
        .settle(Duration::from_secs(arguments.settle.into()))
        .dry_run(arguments.dry_run);
    for version in &arguments.drops {
        migration = migration.drop_version(version);
    }
    let ended: Result<Report, MigrationError> = if arguments.status {
        migration.inspect(&client).await
    } else {
        let is_quiet = arguments.quiet;
        let progress = |progress: &_| {
            if !is_quiet {
                crate::tell(&format!("{progress}"));
            }
        };
        migration.run(&client, progress).await
    };
    ended.map_err(|error| error.to_string())
}

/// The cluster that kubectl would ask.
async fn client(arguments: &MigrateArguments) -> Result<Client, String> {
    let options = KubeConfigOptions {
        context: arguments.context.clone(),
        ..KubeConfigOptions::default()
    };
    let mut config = if let Some(path) = &arguments.kubeconfig {
        let shown = path.display();
        let read = Kubeconfig::read_from(path).map_err(|error| format!("{shown}: {error}"))?;
        let config = Config::from_custom_kubeconfig(read, &options).await;
        config.map_err(|error| format!("{shown}: {error}"))?
    } else if arguments.context.is_some() {
        let config = Config::from_kubeconfig(&options).await;
        config.map_err(|error| format!("the kubeconfig: {error}"))?
    } else {
        Config::infer().await.map_err(|error| {
            format!("there is no cluster to ask; name a kubeconfig by --kubeconfig: {error}")
        })?
    };
    // Requests are asked again here, and the first one is not.
    config.default_retry = false;
    Client::try_from(config).map_err(|error| error.to_string())
}
