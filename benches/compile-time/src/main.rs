//! What the derives cost at compile time, beside `serde` alone, `schemars` and `kube-derive`, all in one run.
//!
//! `cargo run --release -p compile-time [-- ROUNDS]` writes one crate per side under `target/compile-time`, each with
//! 100 specs of 20 fields, builds the dependencies first, and then times `cargo check`, `cargo build` and a check after
//! one renamed field, round by round in turn so that a busy machine hits all sides alike. The figures are medians.

use std::{
    fmt::Write as _,
    fs, io,
    path::{Path, PathBuf},
    process::{Command, ExitCode},
    time::{Duration, Instant},
};

const SPECS: usize = 100;

/// One way to write the same 100 specs.
struct Side {
    name: &'static str,
    dependencies: &'static str,
    /// Attributes before each spec; `{i}` is its number.
    spec: &'static str,
}

const OURS: &str = "#[derive(wheelwright::CustomResource, wheelwright::Schema, Serialize, Deserialize, Clone, Debug)]\n\
                    #[crd(group = \"example.com\", version = \"v1\", kind = \"Kind{i}\", namespaced)]";

/// Four rules for each spec, as operators write them: 400 in all.
const WITH_RULES: &str = "#[derive(wheelwright::CustomResource, wheelwright::Schema, Serialize, Deserialize, Clone, Debug)]\n\
                          #[crd(group = \"example.com\", version = \"v1\", kind = \"Kind{i}\", namespaced)]\n\
                          #[schema(\n\
                              rule(\"self.replicas >= 0 && self.replicas <= {i} + 1000\", message = \"too many\"),\n\
                              rule(\"!self.paused || has(self.suspend) && self.suspend\", message = \"suspend what is paused\"),\n\
                              rule(\"self.generation >= oldSelf.generation\", message = \"only grows\"),\n\
                              rule(\"!has(self.path) || self.path.startsWith('/') && !self.path.contains('..')\", message = \"absolute\"),\n\
                          )]";

const SIDES: [Side; 6] = [
    Side {
        name: "serde",
        dependencies: "",
        spec: "#[derive(Serialize, Deserialize, Clone, Debug)]",
    },
    Side {
        name: "serde + schemars",
        dependencies: "schemars = \"1.2\"\n",
        spec: "#[derive(Serialize, Deserialize, Clone, Debug, schemars::JsonSchema)]",
    },
    Side {
        name: "serde + schemars + kube-derive",
        dependencies: "serde_json = \"1\"\nschemars = \"1.2\"\nkube = { version = \"5\", default-features = false, features = [\"derive\"] }\n\
                       k8s-openapi = { version = \"0.29\", features = [\"latest\", \"schemars\"] }\n",
        spec: "#[derive(kube::CustomResource, Serialize, Deserialize, Clone, Debug, schemars::JsonSchema)]\n\
               #[kube(group = \"example.com\", version = \"v1\", kind = \"Kind{i}\", namespaced)]",
    },
    Side {
        name: "serde + wheelwright",
        dependencies: "wheelwright = { path = \"{root}/runtime\" }\n",
        spec: OURS,
    },
    // `JsonSchema` alone brings no types of Kubernetes either, whose impls rustc reads where there are others of their traits.
    Side {
        name: "serde + wheelwright without kube",
        dependencies: "wheelwright = { path = \"{root}/runtime\", default-features = false }\n",
        spec: OURS,
    },
    Side {
        name: "serde + wheelwright with 400 rules",
        dependencies: "wheelwright = { path = \"{root}/runtime\" }\n",
        spec: WITH_RULES,
    },
];

/// The 20 fields of each spec: what operators' specs mostly hold.
const FIELDS: [(&str, &str); 20] = [
    ("image", "String"),
    ("replicas", "i32"),
    ("paused", "bool"),
    ("service_account_name", "Option<String>"),
    ("priority", "Option<i32>"),
    ("timeout_seconds", "u32"),
    ("generation", "i64"),
    ("ratio", "f64"),
    ("args", "Vec<String>"),
    ("ports", "Vec<u16>"),
    ("labels", "std::collections::BTreeMap<String, String>"),
    ("limits", "std::collections::BTreeMap<String, i64>"),
    ("host", "String"),
    ("path", "Option<String>"),
    ("class_name", "Option<String>"),
    ("suspend", "Option<bool>"),
    ("history_limit", "Option<u32>"),
    ("volumes", "Option<Vec<String>>"),
    ("strategy", "String"),
    ("message", "String"),
];

fn main() -> ExitCode {
    let rounds = std::env::args()
        .nth(1)
        .and_then(|n| n.parse().ok())
        .unwrap_or(5);
    match run(rounds) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("compile-time: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run(rounds: usize) -> io::Result<()> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../..")
        .canonicalize()?;
    let target =
        std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from);
    let folder = target.join("compile-time");
    for side in &SIDES {
        write_crate(side, &folder, &root, "image")?;
        for command in ["check", "build"] {
            cargo(side, &folder, command, false)?;
        }
        cargo(side, &folder, "check", true)?;
        println!(
            "{}: {} crates with its dependencies",
            side.name,
            crates(side, &folder)?
        );
    }
    println!(
        "\n{SPECS} specs x {} fields, median of {rounds} rounds, seconds (and what is added over serde)\n",
        FIELDS.len()
    );
    println!("| | {} |", SIDES.map(|side| side.name).join(" | "));
    println!("|---|{}", "---|".repeat(SIDES.len()));
    let mut ratios = String::new();
    for (title, command, rename) in [
        ("check", "check", false),
        ("debug build", "build", false),
        ("check after one renamed field", "check", true),
    ] {
        let mut times = vec![Vec::new(); SIDES.len()];
        for round in 0..rounds {
            for (side, times) in SIDES.iter().zip(&mut times) {
                let first = if rename {
                    format!("image{round}")
                } else {
                    "image".to_owned()
                };
                write_crate(side, &folder, &root, &first)?;
                times.push(cargo(side, &folder, command, rename)?);
            }
        }
        let medians: Vec<f64> = times.into_iter().map(median).collect();
        let mut row = format!("| {title} |");
        for seconds in &medians {
            let _ = write!(row, " {seconds:.2} (+{:.2}) |", seconds - medians[0]);
        }
        println!("{row}");
        for ours in 3..SIDES.len() {
            let added = medians[ours] - medians[0];
            let _ = writeln!(
                ratios,
                "{title}: {} adds {:.2} of schemars, {:.2} of schemars + kube-derive",
                SIDES[ours].name,
                added / (medians[1] - medians[0]),
                added / (medians[2] - medians[0])
            );
        }
    }
    print!("\n{ratios}");
    Ok(())
}

fn package(side: &Side) -> String {
    side.name.replace(" + ", "-").replace(' ', "-")
}

fn write_crate(side: &Side, folder: &Path, root: &Path, first_field: &str) -> io::Result<()> {
    let folder = folder.join(package(side));
    fs::create_dir_all(folder.join("src"))?;
    let dependencies = side
        .dependencies
        .replace("{root}", &root.display().to_string());
    fs::write(
        folder.join("Cargo.toml"),
        format!(
            "[package]\nname = \"{}\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n[workspace]\n\n[dependencies]\n\
             serde = {{ version = \"1\", features = [\"derive\"] }}\n{dependencies}",
            package(side)
        ),
    )?;
    let mut source = String::from("use serde::{Deserialize, Serialize};\n");
    for i in 0..SPECS {
        let _ = writeln!(
            source,
            "\n/// Spec number {i}.\n{}",
            side.spec.replace("{i}", &i.to_string())
        );
        let _ = writeln!(
            source,
            "#[serde(rename_all = \"camelCase\")]\npub struct Kind{i}Spec {{"
        );
        for (n, (name, ty)) in FIELDS.iter().enumerate() {
            // Only the first spec changes: the question is what one edit costs.
            let name = if n == 0 && i == 0 { first_field } else { name };
            let _ = writeln!(
                source,
                "    /// The {name} of spec {i}.\n    pub {name}: {ty},"
            );
        }
        source.push_str("}\n");
    }
    fs::write(folder.join("src/lib.rs"), source)
}

/// Runs `cargo COMMAND` on a crate whose dependencies are built, and gives the wall time.
fn cargo(side: &Side, folder: &Path, command: &str, incremental: bool) -> io::Result<Duration> {
    let folder = folder.join(package(side));
    let start = Instant::now();
    let output = Command::new(env!("CARGO"))
        .args([command, "--quiet"])
        .current_dir(&folder)
        .env("CARGO_TARGET_DIR", folder.join("target"))
        .env("CARGO_INCREMENTAL", if incremental { "1" } else { "0" })
        .output()?;
    let elapsed = start.elapsed();
    if output.status.success() {
        Ok(elapsed)
    } else {
        Err(io::Error::other(format!(
            "{}: {}",
            side.name,
            String::from_utf8_lossy(&output.stderr)
        )))
    }
}

fn crates(side: &Side, folder: &Path) -> io::Result<usize> {
    let output = Command::new(env!("CARGO"))
        .args([
            "tree",
            "--prefix",
            "none",
            "--no-dedupe",
            "-e",
            "normal,build",
            "--format",
            "{p}",
        ])
        .current_dir(folder.join(package(side)))
        .output()?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let mut names: Vec<&str> = text.lines().filter(|line| !line.is_empty()).collect();
    names.sort_unstable();
    names.dedup();
    Ok(names.len())
}

fn median(mut times: Vec<Duration>) -> f64 {
    times.sort_unstable();
    times[times.len() / 2].as_secs_f64()
}
