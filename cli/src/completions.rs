//! `wheelwright completions`: what a shell completes.

use std::io::{self, Write};

use clap::CommandFactory as _;
use clap_complete::aot::Generator as _;

use crate::Exit;
use crate::arguments::{Arguments, CompletionsArguments};

pub(crate) fn run(arguments: &CompletionsArguments, output: &mut impl Write) -> io::Result<Exit> {
    let mut command = Arguments::command();
    command.set_bin_name("wheelwright");
    command.build();
    arguments.shell.try_generate(&command, output)?;
    Ok(Exit::Success)
}
