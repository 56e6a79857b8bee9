//! A small fuzzer for the stable toolchain: seeds from `seeds/`, mutated at random, put to an entry point until its time is
//! over. The tests are the targets, one for each entry point.
//!
//! `cargo test --release -p fuzz` gives each two seconds; `WHEELWRIGHT_FUZZ_SECONDS` and `WHEELWRIGHT_FUZZ_SEED` choose others.
//! What an input breaks is printed with the seed and the input itself, which then belongs into `seeds/`.

mod mutate;
pub mod rule;

use std::fs;
use std::panic::{self, AssertUnwindSafe};
use std::path::Path;
use std::time::{Duration, Instant};

pub use mutate::Random;

/// How long an answer to a small input may take, on a busy machine and without optimization.
const PATIENCE: Duration = Duration::from_secs(20);

/// The largest input that mutation makes.
pub const LARGEST: usize = 1 << 14;

/// The number that a variable of the environment has, if it has one.
#[must_use]
pub fn number(variable: &str, otherwise: u64) -> u64 {
    let given = std::env::var(variable).ok();
    given
        .and_then(|text| text.parse().ok())
        .unwrap_or(otherwise)
}

/// The seeds of an entry point.
///
/// # Panics
///
/// If there are none.
#[must_use]
pub fn seeds(name: &str) -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("seeds")
        .join(name);
    let entries = fs::read_dir(&folder).map(|entries| entries.filter_map(Result::ok));
    let mut files: Vec<_> = entries
        .map(|entries| entries.map(|entry| entry.path()).collect())
        .unwrap_or_default();
    files.sort();
    let seeds: Vec<_> = files
        .iter()
        .filter_map(|file| fs::read(file).ok())
        .collect();
    assert!(!seeds.is_empty(), "{} has no seeds", folder.display());
    seeds
}

/// Puts mutated seeds to `target` until the time is over.
///
/// # Panics
///
/// If the target panics or takes too long, with the input.
pub fn fuzz(name: &str, target: impl Fn(&[u8])) {
    let seeds = seeds(name);
    let seed = number("WHEELWRIGHT_FUZZ_SEED", 1);
    let end = Instant::now() + Duration::from_secs(number("WHEELWRIGHT_FUZZ_SECONDS", 2));
    let mut random = Random::new(seed);
    let mut inputs = seeds.iter().cloned();
    let mut tried = 0_u64;
    while Instant::now() < end || tried < 100 {
        // First the seeds as they are.
        let input = inputs.next().unwrap_or_else(|| random.mutated(&seeds));
        tried += 1;
        let start = Instant::now();
        let ended = panic::catch_unwind(AssertUnwindSafe(|| target(&input)));
        let text = || String::from_utf8_lossy(&input).into_owned();
        assert!(
            ended.is_ok(),
            "{name}, seed {seed}, input {tried}: {:?}",
            text()
        );
        assert!(
            start.elapsed() < PATIENCE,
            "{name}, seed {seed}, input {tried} took {:?}: {:?}",
            start.elapsed(),
            text()
        );
    }
    println!("{name}: {tried} inputs");
}
