//! What validation rules cost: parsed, checked and estimated, prepared, and evaluated over objects, beside the API server's
//! own library on cel-go and the crate `kube-cel`, all in one run on the same rules and objects.
//!
//! `cargo run --release -p cel-bench [-- CRD OBJECT...]` times the 109 rules of an `HTTPRoute`, or those of the CRD named, in
//! the version of the objects. The Go program in `benches/peers/cel` is built and run if there is Go. All work on values that
//! are decoded already, on one core. Figures are the best of many short rounds: a busy machine only ever adds to them. Where
//! Go counts another cost than this crate, the run fails.

mod case;
mod kube;
mod peer;
mod rules;

use std::{
    collections::BTreeSet,
    hint::black_box,
    process::ExitCode,
    time::{Duration, Instant},
};

use case::{Case, Failed};
use kube_cel::validate_compiled;
use wheelwright_cel::schema::Schema;

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("cel-bench: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<(), Failed> {
    let case = Case::from_arguments(std::env::args().skip(1))?;
    let mut schema = Schema::from_json(&case.schema);
    // The root of a custom resource is one.
    schema.embedded_resource = true;
    let ours = rules::compiled(&case.schema, &schema)?;
    let go = peer::measured(&case);
    let kube = kube::compiled(&case.schema);
    let (mut differences, mut table) = (Vec::new(), Vec::new());
    let mut row = |what: String, ours: Duration, go: Option<Duration>, kube: Option<Duration>| {
        let [go, kube] = [go, kube].map(|other| other.map_or("—".to_owned(), |o| shown(o, ours)));
        table.push(format!("| {what} | {} | {go} | {kube} |", micros(ours)));
    };
    let differ = |what: &str, ours: u64, go: u64| {
        (ours != go).then(|| format!("{what}: {ours} here, {go} by Go"))
    };

    let measured = go.as_ref().ok();
    if let Some(go) = measured {
        differences.extend(differ("rules", ours.count, go.rules));
        differences.extend(differ("estimated cost", ours.cost, go.cost));
    }
    let checked = best(40, 1, || {
        rules::checked(&case.schema, &schema).map(|rules| rules.cost)
    });
    let prepared = best(40, 1, || {
        rules::compiled(&case.schema, &schema).map(|rules| rules.cost)
    });
    let kube_compiled = best(40, 1, || kube::compiled(&case.schema).is_ok());
    let go_compiled = measured.map(|go| go.compile);
    row(
        format!("{} rules: parse, check, cost", ours.count),
        checked,
        go_compiled,
        None,
    );
    row(
        "the same, and prepare to run".to_owned(),
        prepared,
        go_compiled,
        Some(kube_compiled),
    );
    for (index, (name, object)) in case.objects.iter().enumerate() {
        let (mut runs, mut ran, mut cost) = (0, BTreeSet::new(), 0);
        ours.evaluate(object, |rule, one| {
            runs += 1;
            ran.insert(rule);
            cost += one;
        })?;
        let time = best(200, 16, || {
            let mut cost = 0;
            ours.evaluate(object, |_, one| cost += one).map(|()| cost)
        });
        let go = measured.and_then(|go| go.objects.get(index));
        if let Some(go) = go {
            differences.extend(differ(&format!("cost of {name}"), cost, go.cost));
        }
        let kube = kube
            .as_ref()
            .ok()
            .filter(|kube| validate_compiled(kube, object, None).is_ok());
        let kube = kube.map(|kube| best(200, 4, || validate_compiled(kube, object, None).is_ok()));
        let what = format!("{name}: {runs} evaluations of {} rules", ran.len());
        row(what, time, go.map(|go| go.time), kube);
    }
    println!("| work | wheelwright-cel | Go | kube-cel |\n|---|---|---|---|");
    for line in table {
        println!("{line}");
    }
    println!(
        "\nGo does all of the first two rows at once; kube-cel parses, and neither checks nor estimates."
    );
    if let Err(reason) = go {
        println!("\nGo was not timed: {reason}");
    }
    if let Err(reason) = kube {
        println!("\nkube-cel was not timed: {reason}");
    }
    if differences.is_empty() {
        Ok(())
    } else {
        Err(differences.join("\n").into())
    }
}

fn micros(time: Duration) -> String {
    format!("{:.2} µs", time.as_secs_f64() * 1e6)
}

/// A time, and how many times ours it is.
fn shown(other: Duration, ours: Duration) -> String {
    let times = other.as_secs_f64() / ours.as_secs_f64().max(1e-9);
    format!("{} ({times:.1} ×)", micros(other))
}

/// The best time of a piece of work, done this often at once.
fn best<T>(rounds: u32, often: u32, mut work: impl FnMut() -> T) -> Duration {
    let mut best = Duration::MAX;
    for _ in 0..rounds {
        let start = Instant::now();
        for _ in 0..often {
            black_box(work());
        }
        best = best.min(start.elapsed());
    }
    best / often
}
