//! The size of the pizza's server as it is shipped: a release build without the kube client, stripped.

use std::{path::Path, process::Command};

use crate::{
    Failed, Result,
    figures::{Goal, Row, head, quotient},
};

pub(crate) fn run() -> Result {
    let this = std::env::current_exe().failed("this program's own path")?;
    let built = this.with_file_name("pizza");
    let stripped = this.with_file_name("pizza-stripped");
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    done(
        Command::new(cargo)
            .args(["build", "--release", "-p", "pizza", "--bin", "pizza"])
            .current_dir(workspace),
    )?;
    done(Command::new("strip").arg("-o").args([&stripped, &built]))?;
    let size = std::fs::metadata(&stripped).failed("the stripped program")?;
    head("The pizza's server");
    Row {
        what: "release binary, stripped".to_owned(),
        unit: "MB",
        floor: None,
        ours: quotient(size.len(), 1_000_000),
        peer: None,
        goal: Goal::AtMost(10.0),
    }
    .print();
    Ok(())
}

fn done(command: &mut Command) -> Result {
    let program = command.get_program().to_string_lossy().into_owned();
    match command.status().failed(&program)? {
        status if status.success() => Ok(()),
        status => Err(format!("{program}: {status}")),
    }
}
