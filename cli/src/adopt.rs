//! `wheelwright adopt`: a crate of kube-derive and schemars becomes one of wheelwright.

mod crds;
mod git;

use std::io::{self, Write};
use std::path::Path;

use wheelwright_adopt::{Kind, Plan, plan};

use crate::Exit;
use crate::arguments::AdoptArguments;
use crds::Crds;

pub(crate) fn run(arguments: &AdoptArguments, output: &mut impl Write) -> io::Result<Exit> {
    if !arguments.before.is_empty() {
        let crds = [&arguments.before, &arguments.after].map(|files| Crds::read(files));
        let [before, after] = crds;
        return match (before, after) {
            (Ok(before), Ok(after)) => before.explain(&after, arguments.quiet, output),
            (before, after) => Ok(troubled(
                [before.err(), after.err()].into_iter().flatten().flatten(),
            )),
        };
    }
    let folder = Path::new(&arguments.path);
    let plan = match plan(folder, arguments.all) {
        Ok(plan) => plan,
        Err(errors) => {
            let exit = troubled(errors.iter().map(ToString::to_string));
            crate::tell("nothing is written");
            return Ok(exit);
        }
    };
    if plan.types == 0 {
        crate::tell(
            "there is no custom resource of kube-derive here; --all takes every type that derives `JsonSchema`",
        );
        return Ok(Exit::Trouble);
    }
    if arguments.dry_run {
        write!(output, "{}", plan.patch())?;
        output.flush()?;
        say(&plan, arguments.quiet, &mut io::stderr())?;
        return Ok(ended(&plan));
    }
    if !arguments.allow_dirty
        && let Err(reason) = git::clean(folder)
    {
        crate::tell(&format!("{reason}; nothing is written"));
        return Ok(Exit::Trouble);
    }
    let before = match arguments
        .crds
        .as_deref()
        .map(|command| Crds::of(command, folder))
    {
        None => None,
        Some(Ok(before)) => Some(before),
        Some(Err(errors)) => {
            let exit = troubled(errors);
            crate::tell("nothing is written");
            return Ok(exit);
        }
    };
    if let Err(error) = plan.write() {
        crate::tell(&format!("{error}; nothing is written"));
        return Ok(Exit::Trouble);
    }
    say(&plan, arguments.quiet, output)?;
    let (Some(before), Some(command)) = (before, arguments.crds.as_deref()) else {
        return Ok(ended(&plan));
    };
    output.flush()?;
    let after = match Crds::of(command, folder) {
        Ok(after) => after,
        Err(errors) => {
            let kept = before.keep(folder);
            for error in errors {
                crate::tell(&error);
            }
            crate::tell(&match kept {
                Ok(file) => format!(
                    "the CRDs from before are in {file}: once the crate compiles, write those of now to a file, and compare them \
                     with `wheelwright adopt --before {file} --after FILE`"
                ),
                Err(error) => format!("the CRDs from before cannot be kept: {error}"),
            });
            return Ok(Exit::Refused);
        }
    };
    let explained = before.explain(&after, arguments.quiet, output)?;
    Ok(match (ended(&plan), explained) {
        (Exit::Success, explained) => explained,
        (ended, _) => ended,
    })
}

fn troubled(errors: impl IntoIterator<Item = String>) -> Exit {
    for error in errors {
        crate::tell(&error);
    }
    Exit::Trouble
}

fn ended(plan: &Plan) -> Exit {
    if plan.by_hand() == 0 {
        Exit::Success
    } else {
        Exit::Refused
    }
}

/// What was done, and what is left.
fn say(plan: &Plan, is_quiet: bool, output: &mut impl Write) -> io::Result<()> {
    for note in &plan.notes {
        match note.kind {
            Kind::Hand => writeln!(output, "by hand: {note}")?,
            Kind::Said if is_quiet => {}
            Kind::Said => writeln!(output, "{note}")?,
        }
    }
    if is_quiet {
        return Ok(());
    }
    let counted = |count: usize, one: &str, several: &str| {
        format!("{count} {}", if count == 1 { one } else { several })
    };
    let left = match plan.by_hand() {
        0 => "nothing is left by hand".to_owned(),
        left => format!("{} left by hand", counted(left, "place is", "places are")),
    };
    writeln!(
        output,
        "{} in {}, {}: {left}",
        counted(plan.types, "type", "types"),
        counted(plan.changes.len(), "file", "files"),
        counted(plan.resources, "custom resource", "custom resources"),
    )
}
