//! The Go peer: the same objects through controller-runtime's conversion webhook, in a process of its own.

use std::{path::Path, process::Command};

use conversion_bench::review;

/// Builds and runs it, and prints its figures beside ours; says so where Go is missing.
pub(crate) fn run(hub: &[String], spoke: &[String], split_and_write: f64) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../peers/conversion");
    if Command::new("go").arg("version").output().is_err() {
        println!("\ncontroller-runtime: not measured, Go is missing");
        return;
    }
    for (direction, objects, version) in [("down", hub, "v1alpha1"), ("up", spoke, "v1")] {
        let file = std::env::temp_dir().join(format!("wheelwright-bench-{direction}.json"));
        let objects = objects.get(..100).unwrap_or(objects);
        if let Err(error) = std::fs::write(&file, review(objects, version)) {
            println!("\ncontroller-runtime: not measured: {error}");
            return;
        }
        let output = Command::new("go")
            .args(["run", ".", &file.to_string_lossy()])
            .current_dir(&folder)
            .env("GOWORK", "off")
            .env("GOMAXPROCS", "1")
            .output();
        match output {
            Ok(output) if output.status.success() => {
                let text = String::from_utf8_lossy(&output.stdout).trim().to_owned();
                let speed: f64 = text.parse().unwrap_or(0.0);
                println!(
                    "controller-runtime, one core, {direction}: {speed:.0} MB/s ({:.3} of split and write back)",
                    speed / split_and_write
                );
            }
            Ok(output) => println!(
                "controller-runtime, {direction}: not measured: {}",
                String::from_utf8_lossy(&output.stderr).trim()
            ),
            Err(error) => println!("controller-runtime, {direction}: not measured: {error}"),
        }
        // The file is in the temporary folder; that it stays is no harm.
        let _ = std::fs::remove_file(file);
    }
}
