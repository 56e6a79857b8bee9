//! How fast versions are converted: bytes to bytes, beside the rate at which `serde_json` splits the same objects into
//! maps of raw values and writes them back, and beside a Go webhook of controller-runtime, all in one run.
//!
//! `cargo run --release -p conversion-bench`; `-- large` says whether the time grows as the object does.

mod large;
mod peer;

use std::{
    collections::BTreeMap,
    hint::black_box,
    process::{Command, ExitCode},
    time::{Duration, Instant},
};

use conversion_bench::{Services, converted, object, review};
use serde_json::{Value, value::RawValue};

/// What a measurement takes at least.
const LONG_ENOUGH: Duration = Duration::from_millis(600);

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if arguments == ["large"] {
        large::run();
        return ExitCode::SUCCESS;
    }
    if let [word, count] = &arguments[..]
        && word == "memory"
    {
        memory(count.parse().unwrap_or(1));
        return ExitCode::SUCCESS;
    }
    if let [word, count] = &arguments[..]
        && word == "profile"
    {
        return profile(count.parse().unwrap_or(1));
    }
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("conversion-bench: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<(), String> {
    let hub: Vec<String> = (0..1500).map(|n| object(n).to_string()).collect();
    let one = hub.first().ok_or("there is no object")?;
    println!(
        "the object: {} bytes, {} leaves",
        one.len(),
        leaves(&object(0))
    );
    let down = answer(&review(&hub, "v1alpha1"))?;
    let spoke = converted(&down)?;
    let back = converted(&answer(&review(&spoke, "v1"))?)?;
    for (before, after) in hub.iter().zip(&back) {
        let read = |text: &str| serde_json::from_str::<Value>(text).map_err(|e| e.to_string());
        if read(before)? != read(after)? {
            return Err(format!(
                "there and back is another object:\n{before}\n{after}"
            ));
        }
    }

    let bytes: usize = hub.iter().take(100).map(String::len).sum();
    let (split, write) = (
        rate(bytes, || split_all(&hub, false)),
        rate(bytes, || split_all(&hub, true)),
    );
    println!("serde_json, one core: split {split:.0} MB/s, split and write back {write:.0} MB/s\n");
    println!("| objects | direction | MB/s | µs per object | of split and write back |");
    println!("|---|---|---|---|---|");
    for count in [1, 1500, 10_000] {
        for (direction, objects, version) in [("down", &hub, "v1alpha1"), ("up", &spoke, "v1")] {
            let objects: Vec<String> = objects.iter().cycle().take(count).cloned().collect();
            let body = review(&objects, version);
            let speed = rate(body.len(), || drop(black_box(answer(black_box(&body)))));
            #[expect(clippy::cast_precision_loss, reason = "a figure to read")]
            let each = body.len() as f64 / speed / count as f64;
            println!(
                "| {count} | {direction} | {speed:.0} | {each:.1} | {:.2} |",
                speed / write
            );
        }
    }
    println!();
    for count in [1500, 10_000] {
        println!("{}", memory_of(count)?);
    }
    peer::run(&hub, &spoke, write);
    Ok(())
}

fn answer(body: &[u8]) -> Result<Vec<u8>, String> {
    Services::convert(body).map_err(|error| error.to_string())
}

/// The object and its spec as maps of raw values, and written again.
#[inline(never)]
fn split_all(objects: &[String], write: bool) {
    for object in objects.iter().take(100) {
        let Ok(mut members) = serde_json::from_str::<BTreeMap<&str, &RawValue>>(object) else {
            continue;
        };
        let Some(spec) = members.remove("spec") else {
            continue;
        };
        let Ok(inner) = serde_json::from_str::<BTreeMap<&str, &RawValue>>(spec.get()) else {
            continue;
        };
        if write {
            let spec = serde_json::to_string(&inner)
                .ok()
                .and_then(|text| RawValue::from_string(text).ok());
            if let Some(spec) = &spec {
                members.insert("spec", spec);
            }
            black_box(serde_json::to_string(&members).ok());
        } else {
            black_box((members, inner));
        }
    }
}

/// Megabytes a second, the best of many short times: what else the machine does takes away from some of them only.
fn rate(bytes: usize, mut work: impl FnMut()) -> f64 {
    let mut best = 0.0_f64;
    for _ in 0..300 {
        let start = Instant::now();
        let mut times = 0_u32;
        while start.elapsed() < LONG_ENOUGH / 300 || times == 0 {
            work();
            times += 1;
        }
        #[expect(clippy::cast_precision_loss, reason = "a figure to read")]
        let speed = bytes as f64 * f64::from(times) / start.elapsed().as_secs_f64() / 1e6;
        best = best.max(speed);
    }
    best
}

fn leaves(value: &Value) -> usize {
    match value {
        Value::Array(items) => items.iter().map(leaves).sum(),
        Value::Object(members) if !members.is_empty() => members.values().map(leaves).sum(),
        _ => 1,
    }
}

/// Converts one review in a process of its own, and says what memory it took beside the body.
fn memory_of(count: usize) -> Result<String, String> {
    let this = std::env::current_exe().map_err(|error| error.to_string())?;
    let output = Command::new(this)
        .args(["memory", &count.to_string()])
        .output()
        .map_err(|error| error.to_string())?;
    Ok(String::from_utf8_lossy(&output.stdout)
        .trim_end()
        .to_owned())
}

/// The work alone, for a profiler.
fn profile(count: usize) -> ExitCode {
    let objects: Vec<String> = (0..100).map(|n| object(n).to_string()).collect();
    let Ok(down) = answer(&review(&objects[..50], "v1alpha1")) else {
        return ExitCode::FAILURE;
    };
    let Ok(spoke) = converted(&down) else {
        return ExitCode::FAILURE;
    };
    let bodies = match std::env::var("DIRECTION").as_deref() {
        Ok("down") => vec![review(&objects[..50], "v1alpha1")],
        Ok("up") => vec![review(&spoke, "v1")],
        _ => vec![review(&objects[..50], "v1alpha1"), review(&spoke, "v1")],
    };
    for _ in 0..count {
        for body in &bodies {
            black_box(answer(body).ok());
        }
        split_all(&objects, true);
    }
    ExitCode::SUCCESS
}

fn memory(count: usize) {
    let text = object(0).to_string();
    let mut body = Vec::with_capacity((text.len() + 1) * count + 4096);
    body.extend_from_slice(&review(&[], "v1alpha1"));
    let at = body
        .windows(2)
        .position(|pair| pair == b"[]")
        .map_or(0, |at| at + 1);
    let rest = body.split_off(at);
    for index in 0..count {
        if index > 0 {
            body.push(b',');
        }
        body.extend_from_slice(text.as_bytes());
    }
    body.extend_from_slice(&rest);
    drop(text);
    // What a server has before its first request.
    drop(Services::converter());
    let before = peak();
    let answered = answer(&body).map_or(0, |answer| answer.len());
    match (before, peak()) {
        #[expect(clippy::cast_precision_loss, reason = "a figure to read")]
        (Some(before), Some(peak)) => println!(
            "memory for {count} objects: body {:.1} MB, answer {:.1} MB, taken for it {:.1} MB, with the body {:.2} of the body",
            body.len() as f64 / 1e6,
            answered as f64 / 1e6,
            (peak - before) as f64 / 1e6,
            (peak - before + body.len() as u64) as f64 / body.len() as f64,
        ),
        _ => println!("memory: not measured, this system has no /proc/self/status"),
    }
}

/// The most memory that the process has had, in bytes.
fn peak() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    let kilobytes: u64 = line.split_whitespace().nth(1)?.parse().ok()?;
    Some(kilobytes * 1024)
}
