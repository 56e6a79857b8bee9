//! Every form that the library's tests hold the law for: a real server takes its CRD, and says of each value what our
//! rules said.

use std::{fs, path::Path};

use e2e::{Cluster, Crd, Result, assert_agreed};
use serde_json::{Value, json};

use crate::cargo::cargo;

/// What the law's tests recorded of one type.
struct Recorded {
    ty: String,
    crd: Value,
    accepted: Vec<Value>,
    refused: Vec<Value>,
}

/// Runs the tests of the law, which write what they do.
fn record(folder: &Path) -> Vec<Recorded> {
    let output = cargo()
        // Of the packages of `cargo test`: alone it would have other features, and all that it depends on be built once more.
        .args(["test", "--quiet", "--workspace", "--exclude=*-bench"])
        .args(["--exclude=compile-time", "--exclude=objects"])
        .args(["--test", "law"])
        .current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
        .env("WHEELWRIGHT_LAW_RECORD", folder)
        // The verdicts are compared, not the rounds.
        .env("WHEELWRIGHT_LAW_ROUNDS", "40")
        .output()
        .unwrap_or_else(|error| panic!("cargo: {error}"));
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "the law does not hold:\n{said}");
    let files =
        fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut recorded: Vec<Recorded> = files
        .filter_map(|file| {
            let text = fs::read_to_string(file.ok()?.path()).ok()?;
            let mut record: Value = serde_json::from_str(&text).ok()?;
            let mut values = |name: &str| match record[name].take() {
                Value::Array(values) => values,
                _ => Vec::new(),
            };
            let (accepted, refused) = (values("accepted"), values("refused"));
            let ty = record["crd"]["metadata"]["annotations"]["example.com/type"].to_string();
            let crd = record["crd"].take();
            Some(Recorded {
                ty,
                crd,
                accepted,
                refused,
            })
        })
        .collect();
    recorded.sort_by(|left, right| left.ty.cmp(&right.ty));
    recorded
}

#[tokio::test]
async fn the_server_agrees_on_every_form() -> Result {
    let folder = std::env::temp_dir().join(format!("wheelwright-law-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let recorded = record(&folder);
    let removed = fs::remove_dir_all(&folder);
    assert!(
        removed.is_ok() && recorded.len() > 100,
        "{} forms were recorded",
        recorded.len()
    );

    let cluster = Cluster::shared().await?;
    let mut differing = Vec::new();
    let mut put = 0;
    // Not all at once: each CRD costs the server memory and a place in its discovery.
    for some in recorded.chunks(24) {
        let mut installed: Vec<(&Recorded, Crd)> = Vec::new();
        for form in some {
            match cluster.install(&form.crd).await {
                Ok(crd) => installed.push((form, crd)),
                Err(error) => differing.push(format!("{}: the CRD is refused: {error}", form.ty)),
            }
        }
        for (form, crd) in &installed {
            for (value, ours) in form
                .accepted
                .iter()
                .map(|value| (value, true))
                .chain(form.refused.iter().map(|value| (value, false)))
            {
                let object = json!({
                    "apiVersion": format!("{}/v1", form.crd["spec"]["group"].as_str().unwrap_or_default()),
                    "kind": form.crd["spec"]["names"]["kind"], "metadata": {"name": "a"}, "spec": {"value": value},
                });
                let answer = cluster
                    .create(crd.objects("v1"), &object)
                    .dry_run()
                    .send()
                    .await?;
                put += 1;
                if (answer.code < 300) != ours {
                    let verdict = if ours { "take" } else { "refuse" };
                    let said = answer.at("/message");
                    differing.push(format!(
                        "{}: we {verdict} {value}, the server: {} {said}",
                        form.ty, answer.code
                    ));
                }
            }
        }
        for (_, crd) in &installed {
            cluster.uninstall(crd).await?;
        }
    }
    println!("{} forms, {put} values", recorded.len());
    assert_agreed(&differing);
    Ok(())
}
