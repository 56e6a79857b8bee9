//! What a plan says of every kind of step, and whether conversions keep what it says.

use serde_json::{Value, json};
use wheelwright::generate::Generator;

use super::{covers_every_field, losses, row};
use crate::everything::Things;

#[test]
fn every_kind_of_step_has_its_row() {
    let plan = Things::plan().expect("a plan");
    for (path, step) in [
        (".spec.same", "same"),
        (".spec.oldName", "rename"),
        (".spec.group.moved", "to"),
        (".spec.one", "wrap"),
        (".spec.boxed", "wrap"),
        (".spec.hostPort", "format"),
        (".spec.port", "format"),
        (".spec.words", "delimited"),
        (".spec.items[name].onlyOld", "removed"),
        (".spec.items[name].inner[*].extra", "added"),
        (".spec.plain[*].count", "rename"),
        (".spec.byName.*.onlyNew", "added"),
        (".spec.labels", "keys"),
        (".spec.mode=Quick", "rename"),
        (".spec.mode=Medium", "removed"),
        (".spec.choice.details.color", "rename"),
        (".spec.choice=nothing", "added"),
        (".spec.number", "coerced"),
        (".spec.minutes", "factor"),
        (".spec.timeout", "duration"),
        (".spec.upper", "with"),
        (".metadata.labels['example.com/owner']", "from_label"),
        (".status.onlyNew", "added"),
    ] {
        assert_eq!(row(&plan, "v1", path).step, step, "{path}");
    }
    // 60 × minutes ≤ 1600 fits, and minutes are not all seconds.
    let minutes = row(&plan, "v1", ".spec.minutes");
    assert_eq!(
        losses(minutes),
        [None, Some(("v2", &[".spec.seconds".to_owned()][..]))]
    );
    // Of an enum all is kept.
    let medium = row(&plan, "v1", ".spec.mode=Medium");
    assert_eq!(
        losses(medium)[0],
        Some(("v1", &[".spec.mode".to_owned()][..]))
    );
    // The object that `group.moved` is in may be there without it.
    assert_eq!(row(&plan, "v1", ".spec.group").step, "parent");
}

#[test]
fn every_field_of_every_version_has_a_row() {
    covers_every_field(&Things::plan().expect("a plan"), Things::manifest());
}

/// The paths of the leaves of what is kept: members, and `[]` for an item of a list.
fn leaves(kept: &Value, path: &mut Vec<String>, found: &mut Vec<Vec<String>>) {
    let mut below = |name: &str, kept: &Value| {
        path.push(name.to_owned());
        leaves(kept, path, found);
        path.pop();
    };
    match kept {
        Value::Object(members) => {
            for (name, kept) in members {
                below(name, kept);
            }
        }
        Value::Array(form) => match &form[..] {
            [Value::String(word), kept] if word == "refused" => leaves(kept, path, found),
            [Value::String(word), items, others @ ..] if word == "keyed" => {
                for item in items.as_array().expect("items") {
                    below("[]", &item[1]);
                }
                if !others.is_empty() {
                    found.push(path.clone());
                }
            }
            [Value::String(word), _, items, others @ ..] if word == "aligned" => {
                for kept in items.as_object().expect("items").values() {
                    below("[]", kept);
                }
                if !others.is_empty() {
                    found.push(path.clone());
                }
            }
            _ => found.push(path.clone()),
        },
        other => panic!("{other} is kept at {path:?}"),
    }
}

/// Whether a path of an object is one of a plan's.
fn is_at(path: &[String], planned: &str) -> bool {
    // Where there are no labels at all, that is kept.
    if let [metadata, tags] = path
        && metadata == "metadata"
    {
        return planned.starts_with(&format!(".metadata.{tags}['"));
    }
    let (plain, quoted) = planned.split_once("['").unwrap_or((planned, ""));
    let mut segments = Vec::new();
    for name in plain.split('.').skip(1) {
        let (name, lists) = name.split_at(name.find('[').unwrap_or(name.len()));
        segments.push(name);
        segments.extend(lists.matches('[').map(|_| "[]"));
    }
    segments.extend(quoted.strip_suffix("']"));
    path.len() == segments.len()
        && path
            .iter()
            .zip(segments)
            .all(|(name, planned)| name == planned || planned == "*")
}

#[test]
fn what_is_kept_of_generated_objects_is_what_the_plan_says() {
    let plan = Things::plan().expect("a plan");
    let url = wheelwright::manifest::Conversion::webhook_url("https://localhost/convert");
    let crd = Things::manifest().conversion(url).json().expect("a CRD");
    let mut generator = Generator::new(7);
    let mut kept_leaves = 0;
    for version in crd["spec"]["versions"].as_array().expect("versions") {
        let name = version["name"].as_str().expect("a name");
        let to = if name == "v1" { "v2" } else { "v1" };
        let planned: Vec<&String> = plan.spokes[0]
            .rows
            .iter()
            .flat_map(|row| [&row.up, &row.down])
            .filter_map(|way| way.loss.as_ref())
            .filter(|loss| loss.owner == name)
            .flat_map(|loss| &loss.paths)
            .collect();
        for _ in 0..300 {
            let mut object = generator.value(&version["schema"]["openAPIV3Schema"]);
            object["apiVersion"] = format!("example.com/{name}").into();
            object["kind"] = "Thing".into();
            object["metadata"] = json!({"name": "t"});
            // Some of the steps may refuse a value.
            let Ok(converted) = Things::convert_object(&object, to) else {
                continue;
            };
            let text = &converted["metadata"]["annotations"]["example.com/kept-by-conversion"];
            let Some(text) = text.as_str() else {
                continue;
            };
            let kept: Value = serde_json::from_str(text).expect("JSON");
            let mut found = Vec::new();
            leaves(&kept["kept"][name], &mut Vec::new(), &mut found);
            kept_leaves += found.len();
            for path in found {
                assert!(
                    planned.iter().any(|planned| is_at(&path, planned)),
                    "{name} {path:?} of {object}\n{plan}"
                );
            }
        }
    }
    assert!(kept_leaves > 500, "{kept_leaves}");
}

#[test]
fn texts_say_the_same() {
    let plan = Things::plan().expect("a plan");
    let (table, markdown, mermaid) = (plan.to_string(), plan.markdown(), plan.mermaid());
    for row in &plan.spokes[0].rows {
        for path in row.spoke.iter().chain(&row.hub) {
            assert!(table.contains(path), "{path}");
            assert!(markdown.contains(&format!("`{path}`")), "{path}");
            assert!(mermaid.contains(&format!("[\"{path}\"]")), "{path}");
        }
    }
    // As many cells in each line of a table, and every node that an arrow goes to is there.
    let cells = |line: &str| line.replace("\\|", "").matches('|').count();
    for line in markdown.lines().filter(|line| line.starts_with('|')) {
        assert_eq!(cells(line), 5, "{line}");
    }
    for node in mermaid
        .split_whitespace()
        .filter(|word| word.contains("_f"))
    {
        let id = node.split(['[', '{']).next().unwrap_or_default();
        assert!(mermaid.contains(&format!("    {id}[")), "{id}");
    }
    assert_eq!(mermaid.matches("subgraph").count(), 2);
}
