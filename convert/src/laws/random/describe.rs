//! Pairs as text.

use std::fmt::Write as _;

use super::maker::Pair;
use crate::{
    manifest::schema_of,
    table::{How, Mapping, Nest, Run, Spot, Step, VariantContent},
};

pub(super) fn describe(pair: &Pair) -> String {
    let mut out = String::new();
    for root in &pair.roots {
        let schema = schema_of(root).unwrap_or_default();
        for member in ["spec", "status"] {
            let schema = &schema["properties"][member];
            if !schema.is_null() {
                _ = writeln!(out, "{} {member}: {schema}", root.version);
            }
        }
    }
    for of in &pair.mappings {
        _ = writeln!(out, "{} - {}", of.spoke.version, of.hub.version);
        mapping(&mut out, of.spec, 1);
        if let Some(status) = of.status {
            out.push_str("status\n");
            mapping(&mut out, status, 1);
        }
    }
    out
}

fn mapping(out: &mut String, of: &Mapping, depth: usize) {
    match of {
        Mapping::Fields(fields) => steps(out, fields.steps, depth),
        Mapping::Variants(of) => {
            for step in of.variants {
                let spaces = 2 * depth;
                _ = write!(out, "{:spaces$}{} - {}", "", step.spoke, step.hub);
                stand_in(out, " stands in", step.stand_in);
                out.push('\n');
                match &step.content {
                    VariantContent::Unit => {}
                    VariantContent::Newtype(nest) => mapping(out, nest.mapping, depth + 1),
                    VariantContent::Fields(of) => steps(out, of, depth + 1),
                }
            }
        }
        other => _ = writeln!(out, "{other:?}"),
    }
}

fn steps(out: &mut String, steps: &[Step], depth: usize) {
    for step in steps {
        let spaces = 2 * depth;
        let places = |spots: &[Spot]| {
            let texts: Vec<_> = spots.iter().map(spot).collect();
            texts.join(" + ")
        };
        let (spoke, hub) = (places(step.spoke), places(step.hub));
        _ = write!(out, "{:spaces$}{spoke} - {hub}", "");
        let inner = match &step.how {
            How::Nest(Nest {
                mapping: Mapping::Same,
                ..
            }) => None,
            How::Nest(nest) => {
                _ = write!(out, " {:?}", nest.through);
                Some(nest.mapping)
            }
            How::Only(run) => {
                stand_in(out, "only", *run);
                None
            }
            How::Default(run) => {
                stand_in(out, "default", Some(*run));
                None
            }
            how => {
                _ = write!(out, " {how:?}");
                None
            }
        };
        stand_in(out, "or", step.up_or);
        stand_in(out, "or_back", step.down_or);
        out.push('\n');
        if let Some(inner) = inner {
            mapping(out, inner, depth + 1);
        }
    }
}

fn spot(of: &Spot) -> String {
    match of {
        Spot::Field(path) => path.join("."),
        Spot::Label(name) => format!("label {name}"),
        Spot::Annotation(name) => format!("annotation {name}"),
    }
}

fn stand_in(out: &mut String, word: &str, run: Option<Run>) {
    if let Some(Ok(value)) = run.map(|run| (run.0)()) {
        _ = write!(out, ", {word} {value}");
    }
}
