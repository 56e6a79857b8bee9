//! The size of the pizza's server as it is shipped: a release build without the kube client, stripped.

use std::process::Command;

use crate::{
    Failed, Result,
    figures::{Goal, Row, head, quotient},
    side,
};

pub(crate) fn run() -> Result {
    let built = side::build("pizza", "pizza")?;
    let stripped = built.with_file_name("pizza-stripped");
    let mut strip = Command::new("strip");
    let status = strip.arg("-o").args([&stripped, &built]).status();
    if !status.failed("strip")?.success() {
        return Err("strip failed".to_owned());
    }
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
