//! `wheelwright man`: manual pages.

use std::fs;
use std::io::{self, Write};

use clap::CommandFactory as _;
use clap_mangen::Man;

use crate::Exit;
use crate::arguments::{Arguments, ManArguments};

pub(crate) fn run(arguments: &ManArguments, output: &mut impl Write) -> io::Result<Exit> {
    let mut command = Arguments::command();
    // Gives the commands their whole names, by which pages are called.
    command.build();
    let commands = command.get_subcommands().cloned();
    let pages: Vec<Page> = [command.clone()]
        .into_iter()
        .chain(commands)
        .map(Page::of)
        .collect::<io::Result<_>>()?;
    if let Some(folder) = &arguments.out {
        for page in &pages {
            let path = folder.join(&page.file);
            if let Err(error) =
                fs::create_dir_all(folder).and_then(|()| fs::write(&path, &page.text))
            {
                crate::tell(&format!("{} cannot be written: {error}", path.display()));
                return Ok(Exit::Trouble);
            }
            writeln!(output, "{}", path.display())?;
        }
        return Ok(Exit::Success);
    }
    let wanted = match &arguments.command {
        None => "wheelwright.1".to_owned(),
        Some(command) => format!("wheelwright-{command}.1"),
    };
    let Some(page) = pages.iter().find(|page| page.file == wanted) else {
        let known: Vec<&str> = command
            .get_subcommands()
            .map(clap::Command::get_name)
            .collect();
        crate::tell(&format!(
            "there is no such command; write one of {}",
            known.join(", ")
        ));
        return Ok(Exit::Trouble);
    };
    output.write_all(&page.text)?;
    Ok(Exit::Success)
}

struct Page {
    /// `wheelwright-check.1`
    file: String,
    text: Vec<u8>,
}

impl Page {
    fn of(command: clap::Command) -> io::Result<Self> {
        let man = Man::new(command).source(concat!("wheelwright ", env!("CARGO_PKG_VERSION")));
        let mut text = Vec::new();
        man.render(&mut text)?;
        Ok(Self {
            file: man.get_filename(),
            text,
        })
    }
}
