//! `wheelwright explain`: what a kind and its fields are, as `kubectl explain` says it, and what a server asks of them.

mod resource;
mod text;
mod wrap;

use std::io::{self, Write};

use serde_json::Value;
use wheelwright_docs::known;

use crate::Exit;
use crate::arguments::ExplainArguments;
use crate::input::{self, is_crd};
use resource::{Asked, Named, Resource};
use text::Explained;

pub(crate) fn run(arguments: &ExplainArguments, output: &mut impl Write) -> io::Result<Exit> {
    let input = input::read(&arguments.crds);
    for unreadable in &input.unreadable {
        crate::tell(&format!(
            "{} cannot be read: {}",
            unreadable.name, unreadable.reason
        ));
    }
    if !input.unreadable.is_empty() {
        return Ok(Exit::Trouble);
    }
    let crds: Vec<&Value> = input
        .objects
        .iter()
        .filter(|object| is_crd(object))
        .map(|object| &object.value)
        .collect();
    match explain(&crds, arguments) {
        Ok(text) => {
            output.write_all(text.as_bytes())?;
            Ok(Exit::Success)
        }
        Err(reason) => {
            crate::tell(&reason);
            Ok(Exit::Trouble)
        }
    }
}

fn explain(crds: &[&Value], arguments: &ExplainArguments) -> Result<String, String> {
    let api_version = arguments.api_version.as_deref();
    let asked = Asked::of(crds, &arguments.path, api_version);
    let (name, fields) = (asked.name, asked.fields.clone());
    let resource = match Resource::named(&asked) {
        Named::One(resource) => resource,
        Named::None => {
            let wanted = api_version.map_or_else(String::new, |wanted| format!(" in {wanted}"));
            return Err(format!("no CRD has a kind called \"{name}\"{wanted}"));
        }
        Named::Several(groups) => {
            return Err(format!(
                "several kinds are called \"{name}\": choose one by --api-version, in {}",
                groups.join(" or ")
            ));
        }
    };
    let root = known::resource(&resource.schema);
    let explained = Explained::find(&root, &fields)?;
    Ok(text::render(&resource, &explained, arguments.recursive))
}
