//! Paths into the object: printer columns and scale. What a `const` beside the table cannot follow, such as a schema that
//! a function gives, is followed here. Selectable fields are the API server's to check.

use wheelwright_rules::crd::path;

use super::{Finding, Origin, PathProblem, PathUse, Problem};
use crate::{
    manifest::{Object, path_of},
    table::Root,
};

pub(super) fn check(root: &'static Root, object: &Object, findings: &mut Vec<Finding>) {
    let schema = &object.described.schema;
    let mut find = |of, path: &str, problem, origin| {
        let problem = Problem::Path {
            of,
            path: path.to_owned(),
            problem,
        };
        findings.push(Finding {
            origin: Some(origin),
            ..Finding::new(problem)
        });
    };
    for column in root.columns.iter().filter(|column| !column.unchecked) {
        if let Err(problem) = path::column(schema, column.path, column.ty) {
            find(
                PathUse::Column(column.name.into()),
                column.path,
                problem,
                Origin::Attribute(root),
            );
        }
    }
    for on in &object.columns {
        let path = path_of(&on.path);
        let checked = if on.many {
            Err(PathProblem::Many)
        } else {
            path::column(schema, &path, on.column.ty)
        };
        if let Err(problem) = checked {
            find(
                PathUse::Column(on.column.name.into()),
                &path,
                problem,
                Origin::Type(on.source),
            );
        }
    }
    if let Some(scale) = root.scale.as_ref().filter(|scale| !scale.unchecked) {
        let (integer, string) = ("integer", "string");
        let paths = [
            (PathUse::ScaleSpec, Some(scale.spec), integer),
            (PathUse::ScaleStatus, Some(scale.status), integer),
            (PathUse::ScaleSelector, scale.selector, string),
        ];
        for (of, path, wants) in paths {
            let Some(path) = path else { continue };
            let always = of == PathUse::ScaleSpec && !scale.optional;
            if let Err(problem) = path::scale(schema, path, wants, always) {
                find(of, path, problem, Origin::Attribute(root));
            }
        }
    }
}
