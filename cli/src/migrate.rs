//! `wheelwright migrate`: objects of a cluster stored anew.

use std::io::{self, Write};
use std::time::Duration;

use wheelwright_migration::{Migration, MigrationError, Migrator, Progress, Report};
use wheelwright_rehearsal::Bar;

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
    let client = arguments.cluster.client().await;
    let client = client.map_err(|error| error.to_string())?;
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
        let bar = Bar::new(arguments.quiet);
        let said = |progress: &Progress| match progress {
            Progress::Objects { done, remaining } if bar.is_shown() => bar.set(*done, *remaining),
            progress => bar.say(&format!("wheelwright: {progress}")),
        };
        let ended = migration.run(&client, said).await;
        bar.clear();
        ended
    };
    ended.map_err(|error| error.to_string())
}
