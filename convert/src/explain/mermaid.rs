//! A Mermaid flowchart.

use std::collections::BTreeMap;

use super::Plan;

pub(super) fn write(plan: &Plan) -> String {
    let mut nodes = Nodes::default();
    let mut edges = String::new();
    let mut keeps = false;
    for (at, spoke) in plan.spokes.iter().enumerate() {
        for (index, row) in spoke.rows.iter().enumerate() {
            let left: Vec<String> = row
                .spoke
                .iter()
                .map(|path| nodes.node(&spoke.version, path))
                .collect();
            let right: Vec<String> = row
                .hub
                .iter()
                .map(|path| nodes.node(&spoke.hub, path))
                .collect();
            let label = label(&row.words());
            match (&left[..], &right[..]) {
                ([left], [right]) => {
                    edges.push_str(&format!("  {left} <-- \"{label}\" --> {right}\n"));
                }
                ([], []) => {}
                ([], only) | (only, []) => {
                    keeps = true;
                    for node in only {
                        edges.push_str(&format!("  {node} -. \"{label}\" .-> kept\n"));
                    }
                }
                _ => {
                    let step = format!("step{at}x{index}");
                    edges.push_str(&format!("  {step}{{{{\"{label}\"}}}}\n"));
                    for left in &left {
                        edges.push_str(&format!("  {left} <--> {step}\n"));
                    }
                    for right in &right {
                        edges.push_str(&format!("  {step} <--> {right}\n"));
                    }
                }
            }
            // What a step of both sides loses.
            if !left.is_empty() && !right.is_empty() {
                for (way, from) in [(&row.up, &left), (&row.down, &right)] {
                    if way.loss.is_some() {
                        keeps = true;
                        for node in from {
                            edges.push_str(&format!("  {node} -.-> kept\n"));
                        }
                    }
                }
            }
        }
    }
    let mut out = "flowchart LR\n".to_owned();
    for (version, paths) in &nodes.0 {
        let id = Nodes::version(version);
        let hub = if *version == plan.hub { " (hub)" } else { "" };
        out.push_str(&format!("  subgraph {id} [\"{}{hub}\"]\n", label(version)));
        for (index, path) in paths.iter().enumerate() {
            out.push_str(&format!("    {id}f{index}[\"{}\"]\n", label(path)));
        }
        out.push_str("  end\n");
    }
    if keeps {
        out.push_str(&format!(
            "  kept[(\"annotation {}\")]\n",
            label(&plan.annotation)
        ));
    }
    out.push_str(&edges);
    out
}

/// The fields of each version, in the order they are met.
#[derive(Default)]
struct Nodes(BTreeMap<String, Vec<String>>);

impl Nodes {
    fn node(&mut self, version: &str, path: &str) -> String {
        let paths = self.0.entry(version.to_owned()).or_default();
        let index = paths
            .iter()
            .position(|known| known == path)
            .unwrap_or_else(|| {
                paths.push(path.to_owned());
                paths.len() - 1
            });
        format!("{}f{index}", Self::version(version))
    }

    /// Versions are DNS labels: identifiers, but for dashes.
    fn version(version: &str) -> String {
        format!("{}_", version.replace('-', "_"))
    }
}

/// A text between quotation marks.
fn label(text: &str) -> String {
    let mut out = String::new();
    for letter in text.chars() {
        match letter {
            '"' => out.push_str("#quot;"),
            '#' => out.push_str("#35;"),
            '<' => out.push_str("#lt;"),
            '>' => out.push_str("#gt;"),
            '`' => out.push('\''),
            _ => out.push(letter),
        }
    }
    out
}
