//! `wheelwright new`: a project that compiles, is tested, and runs.

mod folder;
mod names;
mod source;
mod template;

use std::env::current_dir;
use std::io::{self, Write};

use crate::Exit;
use crate::arguments::NewArguments;
use folder::{Folder, Place};
use names::Names;
use source::Source;

pub(crate) fn run(arguments: &NewArguments, output: &mut impl Write) -> io::Result<Exit> {
    let names = match Names::of(arguments) {
        Ok(names) => names,
        Err(reasons) => {
            for reason in reasons {
                crate::tell(&reason);
            }
            return Ok(Exit::Refused);
        }
    };
    let here = current_dir()?;
    let made = Source::of(arguments.path.as_deref(), &here).and_then(|source| {
        let folder = Folder::new(&here, &names.package)?;
        let place = Place::of(&here);
        let files = template::files(&names, &source, &place);
        folder.write(&files)?;
        Ok((files.len(), place, source))
    });
    let (count, place, source) = match made {
        Ok(made) => made,
        Err(reason) => {
            crate::tell(&format!("{reason} (nothing is written)"));
            return Ok(Exit::Trouble);
        }
    };
    let Names {
        package,
        kind,
        plural,
        group,
        ..
    } = &names;
    writeln!(output, "{package}: {count} files")?;
    writeln!(
        output,
        "{kind} at v1 and v1alpha1 is {plural}.{group}, which can never be renamed: --kind, --group and --plural say otherwise."
    )?;
    if let Place::Member { workspace, .. } = &place {
        writeln!(
            output,
            "{} is a workspace: list {package} in its `members`. Its profile, CI and .dockerignore hold for the project, which has \
             none of its own.",
            workspace.display()
        )?;
    }
    writeln!(output, "{}", source.remark())?;
    writeln!(
        output,
        "Next: `cd {package}` and `cargo test`; README.md says how it comes into a cluster."
    )?;
    Ok(Exit::Success)
}
