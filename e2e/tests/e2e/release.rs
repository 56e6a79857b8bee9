//! What is said of a new release of a CRD is what a real server does: each object that shows a finding, and each update that no
//! server takes.
//!
//! `WHEELWRIGHT_E2E_RELEASES=FOLDER` puts the releases in a folder to it instead, each with the next one: files named by their tags
//! (`v1.2.0.yaml`), one folder for each CRD.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::{env, fs};

use e2e::{Answer, Cluster, Crd, Result, assert_agreed};
use serde_json::{Value, json};
use tokio::sync::Mutex;
use wheelwright_release::{Course, Finding, Options, Party, Report, Verdict, diff, rollback};

/// A field that only the new release has: who may write it is served by that.
const MARK: &str = "wheelwrightMark";

fn crd(plural: &str, spec: &Value) -> Value {
    json!({
        "apiVersion": "apiextensions.k8s.io/v1",
        "kind": "CustomResourceDefinition",
        "metadata": {"name": format!("{plural}.release.e2e.example.com")},
        "spec": {
            "group": "release.e2e.example.com",
            "names": {"kind": "Step", "plural": plural},
            "scope": "Namespaced",
            "versions": [{
                "name": "v1", "served": true, "storage": true,
                "subresources": {"status": {}},
                "schema": {"openAPIV3Schema": {"type": "object", "properties": {
                    "spec": {"type": "object", "properties": spec},
                    "status": {"type": "object", "properties": {"phase": {"type": "string"}}},
                }}},
            }],
        },
    })
}

/// Steps that break somebody, one of each kind.
fn steps() -> Vec<(Value, Value)> {
    let text = |more: Value| {
        let mut text = json!({"type": "string"});
        if let (Some(text), Value::Object(more)) = (text.as_object_mut(), more) {
            text.extend(more);
        }
        json!({"a": text, "b": {"type": "integer"}})
    };
    let list = |more: Value| {
        let mut list = text(json!({}));
        list["a"] = json!({"type": "array", "items": {"type": "string"}});
        if let (Some(list), Value::Object(more)) = (list["a"].as_object_mut(), more) {
            list.extend(more);
        }
        list
    };
    let number = |more: Value| {
        let mut number = text(more);
        number["a"]["type"] = json!("integer");
        number
    };
    let inner = |more: Value| {
        let mut inner = json!({"type": "object", "properties": {"c": {"type": "string"}, "d": {"type": "integer"}}});
        if let (Some(inner), Value::Object(more)) = (inner.as_object_mut(), more) {
            inner.extend(more);
        }
        json!({"a": inner})
    };
    let none = json!({});
    vec![
        (
            text(json!({"enum": ["x", "y"]})),
            text(json!({"enum": ["x"]})),
        ),
        (text(none.clone()), text(json!({"maxLength": 3}))),
        (text(none.clone()), text(json!({"pattern": "^[a-z]*$"}))),
        (text(none.clone()), text(json!({"format": "date"}))),
        (text(json!({"default": "x"})), text(json!({"default": "y"}))),
        (text(none.clone()), text(json!({"default": "y"}))),
        (text(none.clone()), number(none.clone())),
        (text(none.clone()), json!({"b": {"type": "integer"}})),
        (text(json!({"nullable": true})), text(none.clone())),
        (
            number(json!({"maximum": 60})),
            number(json!({"maximum": 50})),
        ),
        (list(none.clone()), list(json!({"maxItems": 2}))),
        (
            list(none.clone()),
            list(json!({"x-kubernetes-list-type": "set"})),
        ),
        (inner(none.clone()), inner(json!({"required": ["c"]}))),
        (
            inner(none.clone()),
            inner(json!({"x-kubernetes-validations": [{"rule": "!has(self.d) || self.d < 7"}]})),
        ),
        (
            inner(none.clone()),
            inner(json!({"anyOf": [{"required": ["c"]}, {"required": ["d"]}]})),
        ),
        (
            inner(json!({"x-kubernetes-preserve-unknown-fields": true})),
            inner(none),
        ),
    ]
}

#[tokio::test]
async fn the_server_does_what_is_said_of_a_release() -> Result {
    judged(Course::Upgrade).await
}

/// The steps of a release, each gone back: what the new release stored meets the CRD of the old one.
#[tokio::test]
async fn the_server_does_what_is_said_of_a_rollback() -> Result {
    judged(Course::Rollback).await
}

static TURN: Mutex<()> = Mutex::const_new(());

async fn judged(course: Course) -> Result {
    let cluster = Cluster::shared().await?;
    let mut tally = Tally::of(course);
    if let Ok(folder) = env::var("WHEELWRIGHT_E2E_RELEASES") {
        // Both courses install the same CRDs.
        let _turn = TURN.lock().await;
        for files in histories(Path::new(&folder)) {
            let read: Vec<(String, Value)> = files
                .iter()
                .filter_map(|file| Some((file.display().to_string(), read(file)?)))
                .collect();
            for pair in read.windows(2) {
                let [(_, old), (file, new)] = pair else {
                    continue;
                };
                tally.judge(&cluster, old, new, file).await?;
            }
        }
    } else {
        for (number, (old, new)) in steps().into_iter().enumerate() {
            let plural = match course {
                Course::Rollback => format!("backs{number}"),
                _ => format!("steps{number}"),
            };
            // What tightens on its way back was loosened by the release.
            let (old, new) = match course {
                Course::Rollback => (new, old),
                _ => (old, new),
            };
            let (old, new) = (crd(&plural, &old), crd(&plural, &new));
            let before = tally.confirmed;
            tally.judge(&cluster, &old, &new, &plural).await?;
            assert!(
                tally.confirmed > before,
                "nothing of step {number} was shown to the server"
            );
        }
        let impossible = match course {
            Course::Rollback => irreversible(),
            _ => impossible(),
        };
        for (number, change) in impossible.into_iter().enumerate() {
            let plural = match course {
                Course::Rollback => format!("irreversible{number}"),
                _ => format!("impossible{number}"),
            };
            let old = crd(&plural, &json!({"a": {"type": "string"}}));
            let mut new = old.clone();
            change(&mut new);
            let before = tally.impossible;
            tally.judge(&cluster, &old, &new, "impossible").await?;
            assert!(
                tally.impossible > before,
                "step {number} is said to be possible"
            );
        }
    }
    println!("{tally:?}");
    assert_agreed(&tally.differing);
    Ok(())
}

/// Changes of a CRD that no server takes.
fn impossible() -> Vec<fn(&mut Value)> {
    vec![
        |crd| crd["spec"]["scope"] = json!("Cluster"),
        |crd| crd["spec"]["versions"][0]["name"] = json!("v2"),
        |crd| crd["spec"]["names"]["kind"] = json!("Other thing"),
        |crd| {
            let schema = &mut crd["spec"]["versions"][0]["schema"]["openAPIV3Schema"];
            schema["properties"]["spec"]["default"] = json!(7);
        },
    ]
}

/// Changes of a CRD that a server takes, and not back.
fn irreversible() -> Vec<fn(&mut Value)> {
    vec![
        // The new version is stored, which the old CRD does not have.
        |crd| {
            let mut version = crd["spec"]["versions"][0].clone();
            version["name"] = json!("v2");
            crd["spec"]["versions"][0]["storage"] = json!(false);
            if let Some(versions) = crd["spec"]["versions"].as_array_mut() {
                versions.push(version);
            }
        },
    ]
}

#[derive(Debug, Default)]
struct Tally {
    course: Course,
    /// Steps of which the server said what each object met.
    confirmed: usize,
    impossible: usize,
    /// Requests that only the finding knows, and findings about versions and endpoints.
    unasked: usize,
    /// Steps whose old CRD today's server does not take, or whose object needs more than the CRD.
    unusable: usize,
    differing: Vec<String>,
}

impl Tally {
    fn of(course: Course) -> Self {
        Self {
            course,
            ..Self::default()
        }
    }

    async fn judge(&mut self, cluster: &Cluster, old: &Value, new: &Value, name: &str) -> Result {
        let compared = match self.course {
            Course::Rollback => rollback,
            _ => diff,
        };
        let Ok(mut report) = compared(old, new, &Options::default()) else {
            self.unusable += 1;
            return Ok(());
        };
        let (old, new) = match self.course {
            Course::Rollback => (new, old),
            _ => (old, new),
        };
        if self.course == Course::Rollback {
            turn(&mut report);
        }
        if report.verdict() == Verdict::Impossible {
            let Ok(crd) = cluster.install(old).await else {
                self.unusable += 1;
                return Ok(());
            };
            let answer = update(cluster, &crd, new).await?;
            if answer.code < 400 {
                self.differing
                    .push(format!("{name}: the server takes it, against\n{report}"));
            }
            self.impossible += 1;
            return cluster.uninstall(&crd).await;
        }
        for finding in &report.findings {
            // What is noted of the way back is what the server does, too.
            let is_noted = self.course == Course::Rollback && finding.witness.is_some();
            if finding.level == Verdict::NewVersion || is_noted {
                self.confirm(cluster, old, new, finding, name).await?;
            }
        }
        Ok(())
    }

    /// Puts the object of a finding to the server before and after the update.
    async fn confirm(
        &mut self,
        cluster: &Cluster,
        old: &Value,
        new: &Value,
        finding: &Finding,
        name: &str,
    ) -> Result {
        let Some(witness) = &finding.witness else {
            self.differing
                .push(format!("{name}: there is no object for {finding}"));
            return Ok(());
        };
        let version = version_of(&witness.object);
        // What is between versions takes all of them; a CRD that names no webhook does not convert.
        let of = if finding.id.starts_with("conversion-") {
            unconverted
        } else {
            only
        };
        let (Some(old), Some(mut new)) = (of(old, &version), of(new, &version)) else {
            self.unasked += 1;
            return Ok(());
        };
        let is_turned = witness
            .steps
            .iter()
            .all(|step| step.new.starts_with("accepted, and clients"));
        let (old, mut new) = if is_turned {
            (new, old)
        } else {
            (old, std::mem::take(&mut new))
        };
        mark(&mut new);
        let Ok(crd) = cluster.install(&old).await else {
            self.unusable += 1;
            return Ok(());
        };
        let scene = Scene {
            cluster,
            crd: &crd,
            version: &version,
        };
        let bare = scene.create("bare", &witness.object).await?;
        let Some(was) = scene.write("example", &witness.object).await? else {
            self.unusable += 1;
            self.differing.push(format!(
                "{name}: the server refuses the object before the update: {finding}"
            ));
            return cluster.uninstall(&crd).await;
        };
        let updated = update(cluster, &crd, &new).await?;
        if updated.code >= 400 {
            self.unusable += 1;
            return cluster.uninstall(&crd).await;
        }
        scene.wait(&witness.object).await?;
        for step in &witness.steps {
            let is_refused = step.new.starts_with("refused");
            let is_shown = match step.request.as_str() {
                request @ ("create" | "create, and write its status") => {
                    let (was, is) = if request == "create" {
                        let is = scene.create("another", &witness.object).await?;
                        (
                            bare.as_ref().map(|bare| plain(&bare.body)),
                            is.map(|is| plain(&is.body)),
                        )
                    } else {
                        let is = scene.write("another", &witness.object).await?;
                        (Some(was.clone()), is)
                    };
                    (is_turned || is_refused || is.is_some()) && is != was
                }
                "read it back" => {
                    let read = cluster.get(crd.object(&version, "example")).send().await?;
                    is_refused == (read.code >= 400) && (is_refused || plain(&read.body) != was)
                }
                "update it unchanged" => {
                    let read = cluster
                        .get(crd.object(&version, "example"))
                        .send()
                        .await?
                        .ok()?;
                    let path = crd.object(&version, "example");
                    let answer = cluster.replace(path, &read.body).send().await?;
                    is_refused == (answer.code >= 400)
                }
                // What stored objects meet rests on this one.
                request
                    if request.starts_with("update it, with another spec.")
                        && finding.hurts.contains(&Party::Stored) =>
                {
                    let at = request.trim_start_matches("update it, with another ");
                    let Some(is_refused) = scene.is_refused_beside(at).await? else {
                        self.unasked += 1;
                        continue;
                    };
                    is_refused
                }
                _ => {
                    self.unasked += 1;
                    continue;
                }
            };
            if is_shown {
                self.confirmed += 1;
            } else {
                self.differing
                    .push(format!("{name}: `{}` is not so: {finding}", step.request));
            }
        }
        cluster.uninstall(&crd).await
    }
}

/// Has what the release that is left does stand first, as on the way forth.
fn turn(report: &mut Report) {
    let witnesses = report
        .findings
        .iter_mut()
        .filter_map(|finding| finding.witness.as_mut());
    for step in witnesses.flat_map(|witness| &mut witness.steps) {
        std::mem::swap(&mut step.old, &mut step.new);
    }
}

/// A kind at one version.
struct Scene<'s> {
    cluster: &'s Cluster,
    crd: &'s Crd,
    version: &'s str,
}

impl Scene<'_> {
    /// Creates an object; nothing if it is refused.
    async fn create(&self, name: &str, object: &Value) -> Result<Option<Answer>> {
        let mut object = object.clone();
        object["metadata"]["name"] = name.into();
        let path = self.crd.objects(self.version);
        let created = self.cluster.create(path, &object).send().await?;
        Ok((created.code < 400).then_some(created))
    }

    /// Creates an object and writes its status; nothing if either is refused.
    async fn write(&self, name: &str, object: &Value) -> Result<Option<Value>> {
        let Some(created) = self.create(name, object).await? else {
            return Ok(None);
        };
        let mut body = created.body;
        if let Some(status) = object
            .get("status")
            .filter(|status| body.get("status") != Some(status))
        {
            let path = self.crd.subresource(self.version, name, "status");
            body["status"] = status.clone();
            let answer = self.cluster.replace(path, &body).send().await?;
            // Where there is none, what the server made of the object is all.
            if answer.code >= 400 && answer.code != 404 {
                return Ok(None);
            }
        }
        let path = self.crd.object(self.version, name);
        let read = self.cluster.get(path).send().await?.ok()?;
        Ok(Some(plain(&read.body)))
    }

    /// Whether an update with another value at the place is refused; nothing if the place is no member of an object.
    async fn is_refused_beside(&self, at: &str) -> Result<Option<bool>> {
        if at.contains('[') {
            return Ok(None);
        }
        let path = self.crd.object(self.version, "example");
        let read = self.cluster.get(path.clone()).send().await?.ok()?.body;
        let pointer = format!("/{}", at.replace('.', "/"));
        let (above, name) = pointer.rsplit_once('/').unwrap_or_default();
        // One of these is of its type, and not what is there.
        let stored = read.pointer(&pointer);
        let others = [
            json!(1),
            json!(2),
            json!("a"),
            json!("b"),
            json!(true),
            json!(false),
        ];
        for value in others.into_iter().filter(|value| stored != Some(value)) {
            let mut object = read.clone();
            let Some(around) = object.pointer_mut(above).and_then(Value::as_object_mut) else {
                return Ok(None);
            };
            around.insert(name.to_owned(), value);
            let answer = self
                .cluster
                .replace(path.clone(), &object)
                .dry_run()
                .send()
                .await?;
            let message = answer.at("/message").as_str().unwrap_or_default();
            if !message.contains(&format!("{at} in body must be of type")) {
                return Ok(Some(answer.code >= 400));
            }
        }
        Ok(None)
    }

    /// Waits until the new release is served.
    async fn wait(&self, object: &Value) -> Result {
        let mut object = object.clone();
        object["metadata"]["name"] = json!("marked");
        object[MARK] = json!("x");
        for _ in 0..200 {
            let path = self.crd.objects(self.version);
            let request = self.cluster.create(path, &object).dry_run().strict();
            let answer = request.send().await?;
            let message = answer.at("/message").as_str().unwrap_or_default();
            if !message.contains(&format!("unknown field \"{MARK}\"")) {
                return Ok(());
            }
            tokio::time::sleep(std::time::Duration::from_millis(50)).await;
        }
        panic!("the new release is not served after 10 s");
    }
}

/// What an object says, without what is of this one object.
fn plain(object: &Value) -> Value {
    let mut object = object.clone();
    if let Some(members) = object.as_object_mut() {
        members.remove("metadata");
    }
    object
}

fn version_of(object: &Value) -> String {
    let version = object["apiVersion"].as_str().unwrap_or_default();
    version.rsplit('/').next().unwrap_or_default().to_owned()
}

async fn update(cluster: &Cluster, crd: &Crd, new: &Value) -> Result<Answer> {
    let installed = cluster.get(crd.definition()).send().await?.ok()?;
    let mut new = new.clone();
    new["metadata"]["resourceVersion"] = installed.at("/metadata/resourceVersion").clone();
    new["metadata"]["labels"] = installed.at("/metadata/labels").clone();
    cluster.replace(crd.definition(), &new).send().await
}

/// The CRD with one version alone, so that nothing has to be converted.
fn only(crd: &Value, version: &str) -> Option<Value> {
    let mut crd = crd.clone();
    let versions = crd["spec"]["versions"].as_array()?;
    let mut own = versions.iter().find(|own| own["name"] == version)?.clone();
    own["storage"] = json!(true);
    if own["served"] != true {
        return None;
    }
    crd["spec"]["versions"] = json!([own]);
    let spec = crd["spec"].as_object_mut()?;
    spec.remove("conversion");
    crd.as_object_mut()?.remove("status");
    Some(crd)
}

/// The CRD with all versions and no webhook, if it names none by itself and serves the version.
fn unconverted(crd: &Value, version: &str) -> Option<Value> {
    let mut crd = crd.clone();
    if crd["spec"]["conversion"]["strategy"] == "Webhook" {
        return None;
    }
    let mut versions = crd["spec"]["versions"].as_array()?.iter();
    versions.find(|own| own["name"] == version && own["served"] == true)?;
    crd.as_object_mut()?.remove("status");
    Some(crd)
}

fn mark(crd: &mut Value) {
    let versions = crd["spec"]["versions"].as_array_mut();
    for version in versions.into_iter().flatten() {
        version["schema"]["openAPIV3Schema"]["properties"][MARK] = json!({"type": "string"});
    }
}

/// The files of each folder that holds CRDs, in the order of their tags.
fn histories(folder: &Path) -> Vec<Vec<PathBuf>> {
    let mut all: BTreeMap<PathBuf, Vec<PathBuf>> = BTreeMap::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|ending| ending == "yaml") {
                all.entry(folder.clone()).or_default().push(path);
            }
        }
    }
    let tag = |file: &PathBuf| -> Vec<u64> {
        let stem = file
            .file_stem()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        let numbers = stem.split(|letter: char| !letter.is_ascii_digit());
        numbers.filter_map(|number| number.parse().ok()).collect()
    };
    let mut all: Vec<Vec<PathBuf>> = all.into_values().collect();
    for files in &mut all {
        files.sort_by_key(tag);
    }
    all
}

fn read(file: &Path) -> Option<Value> {
    let text = fs::read_to_string(file).ok()?;
    let documents = wheelwright_yaml::documents(&text).into_iter().flatten();
    let mut values = documents.map(|document| document.value);
    values.find(|value| {
        value["kind"] == "CustomResourceDefinition"
            && value["apiVersion"] == "apiextensions.k8s.io/v1"
    })
}

/// Server-side apply by another type of a list: what is said of it in `wheelwright_release`.
#[tokio::test]
async fn the_server_keeps_owners_by_the_old_list_type() -> Result {
    let cluster = Cluster::shared().await?;
    let of = |plural: &str, list: &str, keys: Option<&str>| {
        let mut all = json!({"type": "array", "x-kubernetes-list-type": list, "items": {
            "type": "object",
            "required": ["name", "id"],
            "properties": {"name": {"type": "string"}, "id": {"type": "string"}},
        }});
        if let Some(key) = keys {
            all["x-kubernetes-list-map-keys"] = json!([key]);
        }
        crd(plural, &json!({"all": all}))
    };
    let object = |names: &[&str]| {
        let all: Vec<Value> = names
            .iter()
            .map(|name| json!({"name": name, "id": name}))
            .collect();
        json!({
            "apiVersion": "release.e2e.example.com/v1", "kind": "Step",
            "metadata": {"name": "example", "namespace": "default"}, "spec": {"all": all},
        })
    };
    let (atomic, by_name, by_id) = (("atomic", None), ("map", Some("name")), ("map", Some("id")));
    for (plural, old, new) in [
        ("shared", by_name, atomic),
        ("split", atomic, by_name),
        ("keyed", by_name, by_id),
    ] {
        let (old, mut new) = (of(plural, old.0, old.1), of(plural, new.0, new.1));
        let report = diff(&old, &new, &Options::default()).expect("both are CRDs");
        assert_eq!(report.verdict(), Verdict::NewVersion, "{report}");
        let is_conflict = plural == "shared";
        assert_eq!(
            report.to_string().contains("refused: 409"),
            is_conflict,
            "{report}"
        );

        mark(&mut new);
        let crd = cluster.install(&old).await?;
        let path = crd.object("v1", "example");
        cluster
            .apply(&path, "one", &object(&["a", "b"]))
            .send()
            .await?
            .ok()?;
        if is_conflict {
            cluster
                .apply(&path, "two", &object(&["c"]))
                .send()
                .await?
                .ok()?;
        }
        update(&cluster, &crd, &new).await?.ok()?;
        let scene = Scene {
            cluster: &cluster,
            crd: &crd,
            version: "v1",
        };
        scene.wait(&object(&[])).await?;
        let names: &[&str] = if is_conflict { &["a", "b"] } else { &["a"] };
        let answer = cluster.apply(&path, "one", &object(names)).send().await?;
        if is_conflict {
            assert_eq!(answer.code, 409, "{answer:?}");
        } else {
            let all = answer.ok()?.at("/spec/all").as_array().map(Vec::len);
            assert_eq!(all, Some(2), "{plural}: the item that is left out stays");
        }
        cluster.uninstall(&crd).await?;
    }
    Ok(())
}
