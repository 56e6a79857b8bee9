//! Holds the conversions of an example against those of the project that its API is of.
//!
//! The project's own conversion code was run on objects, and each line of a file says what came of one: the `input`, the
//! version it went `to`, the `output`, and the paths that were `lost` when the output was converted back. [`Upstream::hold`]
//! converts the same inputs and asserts that
//!
//! * the output is the same, but for annotations, for zeros and empty values, which Go's types drop and print as they like,
//!   and for the differences that the test lists with their reasons;
//! * converting back gives the input, whatever upstream loses;
//! * the output is valid at its version, but for what the test lists with its reason.
//!
//! A few instructive lines are committed with each example. With `WHEELWRIGHT_CONVERSIONS=folder`, the whole file of that
//! folder is held as well (compressed ones by the `zstd` command).
//!
//! [`comes_back`] holds them against what an earlier release of the library itself recorded.

mod compare;
mod kept;

use std::{env, path::Path, process::Command};

use serde_json::Value;
use wheelwright::{ConversionError, admit::Rules, check::Fault};

pub use compare::{differences, differences_in_go};
pub use kept::comes_back;

/// Where ours differs from upstream's, and why.
#[derive(Clone, Copy, Debug)]
pub struct Difference {
    /// The version that is converted to.
    pub to: &'static str,
    /// A path without indices, such as `.spec.checks[]`. Of differences, what lies below it is meant too.
    pub path: &'static str,
    /// Why.
    pub reason: &'static str,
}

/// The conversions of one API.
#[derive(Debug)]
pub struct Upstream {
    /// The committed lines.
    pub selection: &'static str,
    /// The name of the file with all lines.
    pub file: &'static str,
    /// The CRD.
    pub crd: Value,
    /// Our conversion.
    pub convert: fn(&Value, &str) -> Result<Value, ConversionError>,
    /// Where the live fields differ.
    pub differences: &'static [Difference],
    /// What the target schema refuses in ours, by the very path of the error.
    pub refused: &'static [Difference],
}

/// What was found in some lines.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Count {
    /// Lines.
    pub lines: usize,
    /// Lines of which upstream loses something that its types can hold, and ours nothing.
    pub lost_upstream: usize,
    /// Lines of which upstream's output is invalid.
    pub invalid_upstream: usize,
    /// Lines of which ours is.
    pub invalid: usize,
    /// Lines of which the outputs differ.
    pub different: usize,
}

impl Upstream {
    /// Converts every line.
    ///
    /// # Panics
    ///
    /// With the first lines that are not as they must be.
    pub fn hold(&self) {
        let count = self.all(self.selection);
        println!("committed lines: {count:?}");
        let Ok(folder) = env::var("WHEELWRIGHT_CONVERSIONS") else {
            return;
        };
        let count = self.all(&read(&Path::new(&folder).join(self.file)));
        println!("{}: {count:?}", self.file);
    }

    fn all(&self, text: &str) -> Count {
        let rules = Rules::from_crd(&self.crd).expect("the CRD is valid");
        let mut count = Count::default();
        let mut wrong = Vec::new();
        for (line, text) in (1..).zip(text.lines()) {
            let pair: Value = serde_json::from_str(text).expect("each line is a JSON object");
            let problems = self.line(&rules, &pair, &mut count);
            if !problems.is_empty() {
                wrong.push(format!("line {line}: {}\n", problems.join("\n  ")));
            }
        }
        assert!(
            wrong.is_empty(),
            "{} of {} lines are wrong\n{}",
            wrong.len(),
            count.lines,
            wrong
                .get(..wrong.len().min(12))
                .unwrap_or_default()
                .concat()
        );
        count
    }

    fn line(&self, rules: &Rules, pair: &Value, count: &mut Count) -> Vec<String> {
        let name = |member: &str| pair[member].as_str().unwrap_or_default();
        let (from, to) = (name("from"), name("to"));
        let input = &pair["input"];
        let mut problems: Vec<String> = refusals(rules, from, input)
            .iter()
            .map(|(path, error)| format!("our schema refuses the input: {path} {error}"))
            .collect();
        count.lines += 1;
        count.lost_upstream += usize::from(loses(pair));
        let is_invalid =
            |errors: &Value| errors.as_array().is_some_and(|errors| !errors.is_empty());
        count.invalid_upstream += usize::from(is_invalid(&pair["output_errors"]));
        let output = match (self.convert)(input, to) {
            Ok(output) => output,
            Err(error) => {
                problems.push(format!("it does not convert: {error}"));
                return problems;
            }
        };
        if let Some(theirs) = pair.get("output") {
            let found = differences_in_go(theirs, &output);
            count.different += usize::from(!found.is_empty());
            for (path, theirs, ours) in found {
                if !listed(self.differences, to, &path) {
                    problems.push(format!("{path} is {theirs} upstream, {ours} here"));
                }
            }
        }
        let refused = refusals(rules, to, &output);
        count.invalid += usize::from(!refused.is_empty());
        for (path, error) in refused {
            let is_listed = |known: &Difference| known.to == to && known.path == path;
            if !self.refused.iter().any(is_listed) {
                problems.push(format!("the output is refused: {path} {error}"));
            }
        }
        match (self.convert)(&output, from) {
            Ok(back) => {
                for (path, was, is) in differences(input, &back) {
                    problems.push(format!("{path} was {was}, and comes back as {is}"));
                }
            }
            Err(error) => problems.push(format!("it does not convert back: {error}")),
        }
        problems
    }
}

/// The lines of a file, which may be compressed.
fn read(path: &Path) -> String {
    let text = if path.extension().is_some_and(|name| name == "zst") {
        let output = Command::new("zstd").arg("-dcq").arg(path).output();
        let output = output.expect("the command `zstd` runs");
        assert!(
            output.status.success(),
            "zstd cannot read {}",
            path.display()
        );
        output.stdout
    } else {
        std::fs::read(path).expect("the file can be read")
    };
    String::from_utf8(text).expect("the lines are UTF-8")
}

/// Whether upstream loses something of the input, for which conversion is to blame.
fn loses(pair: &Value) -> bool {
    let paths = |member: &str| pair[member].as_array().cloned().unwrap_or_default();
    let explained: Vec<Value> = [
        "gained",
        "lost_by_go_type",
        "restored_by_defaults",
        "respelled",
    ]
    .iter()
    .flat_map(|member| paths(member))
    .collect();
    paths("lost").iter().any(|path| !explained.contains(path))
}

/// What the schema of a version refuses in an object, or would drop.
fn refusals(rules: &Rules, version: &str, object: &Value) -> Vec<(String, String)> {
    let Some(version) = rules.version(version) else {
        return vec![(String::new(), "no such version".to_owned())];
    };
    let mut pruned = object.clone();
    let dropped = version.prune(&mut pruned);
    let errors = version.validate(object);
    let dropped = dropped.iter().map(|path| {
        (
            without_indices(&format!(".{path}")),
            "would be dropped".to_owned(),
        )
    });
    // That rules were not run names no place: it follows from the errors beside it.
    let errors = errors
        .iter()
        .filter(|error| error.fault != Some(Fault::RulesNotRun));
    let errors = errors.map(|error| {
        (
            without_indices(&format!(".{}", error.path)),
            error.to_string(),
        )
    });
    dropped.chain(errors).collect()
}

/// `.a[3].b` → `.a[].b`.
fn without_indices(path: &str) -> String {
    let mut out = String::new();
    let mut inside = false;
    for letter in path.chars() {
        if letter == ']' {
            inside = false;
        }
        if !inside {
            out.push(letter);
        }
        if letter == '[' {
            inside = true;
        }
    }
    out
}

fn listed(differences: &[Difference], to: &str, path: &str) -> bool {
    differences.iter().any(|difference| {
        let below = path.strip_prefix(difference.path);
        difference.to == to
            && below.is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '[']))
    })
}
