//! Which change gives which verdict, and whom it hurts. Why stands beside each: what the API server does is known from its
//! own rules, not from this crate.

mod pair;

use pair::{changed, compared, crd, found, of_versions, spec, version};
use serde_json::{Value, json};
use wheelwright_release::Party::{Readers, Stored, Writers};
use wheelwright_release::{Options, Verdict, accept, releases};

fn object_of(finding: &wheelwright_release::Finding) -> &Value {
    &finding
        .witness
        .as_ref()
        .unwrap_or_else(|| panic!("{finding} has an object"))
        .object
}

#[test]
fn the_same_release_is_a_patch_and_so_are_texts() {
    let old = crd(&spec(
        &json!({"size": {"type": "integer", "description": "in cm"}}),
    ));
    let report = compared(&old, &old);
    assert_eq!(
        (report.verdict(), report.findings.len(), report.texts),
        (Verdict::Patch, 0, 0)
    );

    let new = crd(&spec(
        &json!({"size": {"type": "integer", "description": "in centimetres"}}),
    ));
    let report = compared(&old, &new);
    assert_eq!(
        (report.verdict(), report.findings.len(), report.texts),
        (Verdict::Patch, 0, 1)
    );
}

#[test]
fn a_new_field_is_compatible_with_a_default_or_without() {
    let old = json!({"size": {"type": "integer"}});
    for field in [
        json!({"type": "string"}),
        json!({"type": "string", "default": "thin"}),
    ] {
        let report = changed(&old, &json!({"size": {"type": "integer"}, "dough": field}));
        assert_eq!(report.verdict(), Verdict::Compatible, "{report}");
        assert_eq!(report.undecided().count(), 0, "{report}");
    }
}

#[test]
fn a_field_that_is_gone_is_dropped_from_manifests_and_from_what_is_stored() {
    let report = changed(
        &json!({"size": {"type": "integer"}, "dough": {"type": "string"}}),
        &json!({"size": {"type": "integer"}}),
    );
    assert_eq!(report.verdict(), Verdict::NewVersion);
    let finding = found(&report, "field-pruned");
    assert_eq!(
        (finding.field.as_str(), finding.hurts.as_slice()),
        ("spec.dough", [Writers, Stored].as_slice())
    );
    assert!(object_of(finding)["spec"]["dough"].is_string(), "{finding}");
    let step = &finding.witness.as_ref().expect("an object").steps[0];
    assert!(
        step.old.starts_with("spec.dough: \"") && step.new == "spec.dough: nothing",
        "{finding}"
    );
    // Nothing else is needed to show it.
    assert!(
        object_of(finding)["spec"].get("size").is_none(),
        "{finding}"
    );
}

/// The server discards errors of values that do not change, so that only who writes the value is hurt.
#[test]
fn a_value_that_is_gone_from_an_enum_hurts_writers_only() {
    let report = changed(
        &json!({"dough": {"type": "string", "enum": ["thin", "thick"]}, "size": {"type": "integer"}}),
        &json!({"dough": {"type": "string", "enum": ["thin"]}, "size": {"type": "integer"}}),
    );
    let finding = found(&report, "enum-tightened");
    assert_eq!(
        (finding.level, finding.hurts.as_slice()),
        (Verdict::NewVersion, [Writers].as_slice())
    );
    assert_eq!(object_of(finding)["spec"], json!({"dough": "thick"}));
}

/// The items of an atomic list are not correlated: a change of one judges all of them.
#[test]
fn in_an_atomic_list_the_same_hurts_stored_objects() {
    let list = |values: &Value| {
        json!({"toppings": {"type": "array", "items": {"type": "object", "properties": {
            "name": {"type": "string", "enum": values}, "grams": {"type": "integer"},
        }}}})
    };
    let report = changed(&list(&json!(["basil", "ham"])), &list(&json!(["basil"])));
    let finding = found(&report, "enum-tightened");
    assert_eq!(finding.field, "spec.toppings[].name");
    assert_eq!(finding.hurts, [Writers, Stored], "{finding}");
}

/// The error of a missing member is that of the object around it, which any change in it judges again.
#[test]
fn a_new_requirement_hurts_stored_objects_when_anything_beside_it_changes() {
    let properties = json!({"size": {"type": "integer"}, "dough": {"type": "string"}});
    let mut new = spec(&properties);
    new["required"] = json!(["dough"]);
    let report = compared(&crd(&spec(&properties)), &crd(&new));
    let finding = found(&report, "required-tightened");
    assert_eq!(
        (finding.field.as_str(), finding.hurts.as_slice()),
        ("spec.dough", [Writers, Stored].as_slice())
    );
    let steps = &finding.witness.as_ref().expect("an object").steps;
    assert!(
        steps
            .iter()
            .any(|step| step.request == "update it, with another spec.size"),
        "{finding}"
    );

    new["properties"]["dough"]["default"] = json!("thin");
    let mut old = spec(&properties);
    old["properties"]["dough"]["default"] = json!("thin");
    let report = compared(&crd(&old), &crd(&new));
    assert_eq!(
        report.verdict(),
        Verdict::Compatible,
        "its default sees to it: {report}"
    );
}

/// What a server sets on a write is stored; what is stored already has the old value.
#[test]
fn another_default_hurts_writers_and_a_first_one_stored_objects() {
    let size = |default: Option<i64>| {
        let mut size = json!({"type": "integer"});
        if let Some(default) = default {
            size["default"] = default.into();
        }
        json!({"size": size, "dough": {"type": "string"}})
    };
    for (old, new, hurts) in [
        (Some(30), Some(40), vec![Writers]),
        (Some(30), None, vec![Writers]),
        (None, Some(30), vec![Writers, Stored]),
    ] {
        let report = changed(&size(old), &size(new));
        let finding = found(&report, "default-reread");
        assert_eq!(
            (finding.level, &finding.hurts),
            (Verdict::NewVersion, &hurts),
            "{old:?} → {new:?}: {finding}"
        );
        assert!(object_of(finding)["spec"].get("size").is_none());
    }
}

#[test]
fn bounds_are_shown_by_a_number_just_outside() {
    let report = changed(
        &json!({"size": {"type": "integer", "maximum": 60}}),
        &json!({"size": {"type": "integer", "maximum": 50}}),
    );
    assert_eq!(
        object_of(found(&report, "bound-tightened"))["spec"]["size"],
        51
    );
    for (keyword, was, is, length) in [("maxLength", 9, 8, 9), ("minLength", 1, 3, 1)] {
        let report = changed(
            &json!({"name": {"type": "string", keyword: was}}),
            &json!({"name": {"type": "string", keyword: is}}),
        );
        let finding = found(&report, "length-tightened");
        let name = object_of(finding)["spec"]["name"].as_str().expect("a text");
        assert_eq!(name.chars().count(), length, "{finding}");
    }
    let report = changed(
        &json!({"all": {"type": "array", "items": {"type": "integer"}, "maxItems": 9}}),
        &json!({"all": {"type": "array", "items": {"type": "integer"}, "maxItems": 3}}),
    );
    let all = object_of(found(&report, "count-tightened"))["spec"]["all"]
        .as_array()
        .expect("a list")
        .len();
    assert_eq!(all, 4);
}

/// Of two changes at one place, each is shown by what the other takes.
#[test]
fn each_change_of_a_place_has_an_object_of_its_own() {
    let report = changed(
        &json!({"name": {"type": "string"}}),
        &json!({"name": {"type": "string", "maxLength": 3, "pattern": "^[a-z]*$"}}),
    );
    let name = |id: &str| {
        object_of(found(&report, id))["spec"]["name"]
            .as_str()
            .expect("a text")
            .to_owned()
    };
    assert_eq!(name("length-tightened"), "aaaa");
    let other = name("pattern-tightened");
    assert!(
        other.chars().count() <= 3 && !other.chars().all(|letter| letter.is_ascii_lowercase()),
        "{other}"
    );
}

#[test]
fn what_readers_may_meet_is_a_note_unless_they_cannot_read_it() {
    for (old, new, id) in [
        (
            json!({"type": "string", "enum": ["a"]}),
            json!({"type": "string", "enum": ["a", "b"]}),
            "enum-loosened",
        ),
        (
            json!({"type": "integer", "maximum": 5}),
            json!({"type": "integer", "maximum": 9}),
            "bound-loosened",
        ),
        (
            json!({"type": "string", "pattern": "^a$"}),
            json!({"type": "string"}),
            "pattern-loosened",
        ),
        (
            json!({"type": "string"}),
            json!({"type": "string", "nullable": true}),
            "nullable-loosened",
        ),
    ] {
        let report = changed(&json!({"x": old}), &json!({"x": new}));
        let finding = found(&report, id);
        assert_eq!(
            (report.verdict(), finding.hurts.as_slice()),
            (Verdict::Compatible, [Readers].as_slice()),
            "{report}"
        );
    }
    // A client whose field is an integer cannot decode a text: not the object, nor a list with it.
    let report = changed(
        &json!({"x": {"type": "integer"}}),
        &json!({"x": {"x-kubernetes-int-or-string": true}}),
    );
    let finding = found(&report, "type-loosened");
    assert_eq!(
        (finding.level, finding.hurts.as_slice()),
        (Verdict::NewVersion, [Readers].as_slice())
    );
    assert!(object_of(finding)["spec"]["x"].is_string());
}

fn ruled(rule: &Value) -> Value {
    let mut spec = spec(&json!({
        "min": {"type": "integer", "default": 0},
        "max": {"type": "integer", "default": 9},
        "kind": {"type": "string", "enum": ["A", "B"], "default": "A"},
    }));
    spec["x-kubernetes-validations"] = rule.clone();
    crd(&spec)
}

#[test]
fn rules_are_decided_where_they_can_be() {
    let rule = |text: &str| ruled(&json!([{"rule": text}]));
    let of = |old: &str, new: &str| compared(&rule(old), &rule(new));

    let same = of(
        "self.min <= self.max && self.max < 100",
        "self.max<100 && !(self.min > self.max)",
    );
    // `<=` and `!(>)` are not known to be the same for every type, so that only the order and the spaces are.
    assert!(same.verdict() <= Verdict::NewVersion);
    let same = of(
        "self.min <= self.max && self.max < 100",
        "self.max<100 && (self.min<=self.max)",
    );
    assert_eq!(found(&same, "rule-rewritten").level, Verdict::Patch);
    assert_eq!(same.verdict(), Verdict::Patch, "{same}");

    let looser = of("self.max <= 5", "self.max <= 10");
    assert_eq!(looser.verdict(), Verdict::Compatible, "{looser}");
    assert_eq!(looser.undecided().count(), 0, "{looser}");
    assert!(
        found(&looser, "rule-implied")
            .reason
            .contains("follows from `self.max <= 5`")
    );

    let tighter = of("self.max <= 100", "self.max <= 50");
    let finding = found(&tighter, "rule-tightened");
    let max = object_of(finding)["spec"]["max"]
        .as_i64()
        .expect("a number");
    assert!((51..=100).contains(&max), "{finding}");
    assert_eq!(
        finding.hurts,
        [Writers, Stored],
        "the spec is judged again when it changes: {finding}"
    );
}

/// Nobody could have what is new, so that a rule about it hurts nobody.
#[test]
fn a_rule_about_what_is_new_is_compatible() {
    let old = ruled(&json!([]));
    let mut new = old.clone();
    let spec = &mut new["spec"]["versions"][0]["schema"]["openAPIV3Schema"]["properties"]["spec"];
    spec["properties"]["extra"] = json!({"type": "string"});
    spec["properties"]["kind"]["enum"] = json!(["A", "B", "C"]);
    spec["x-kubernetes-validations"] = json!([
        {"rule": "!has(self.extra) || self.min > 3"},
        {"rule": "self.kind == 'C' ? self.min > 3 : true"},
        {"rule": "!(has(self.extra) && self.kind != 'C')"},
    ]);
    let report = compared(&old, &new);
    assert_eq!(report.verdict(), Verdict::Compatible, "{report}");
    let decided = report
        .findings
        .iter()
        .filter(|finding| finding.id == "rule-implied")
        .count();
    assert_eq!(decided, 2, "{report}");
    // Without a default the kind may not be there, and the comparison fails.
    {
        let side = &mut new;
        let kind = &mut side["spec"]["versions"][0]["schema"]["openAPIV3Schema"]["properties"]["spec"]
            ["properties"]["kind"];
        kind.as_object_mut().expect("a schema").remove("default");
        side["spec"]["versions"][0]["schema"]["openAPIV3Schema"]["properties"]["spec"]["x-kubernetes-validations"] =
            json!([{"rule": "self.kind != 'C' || self.min > 3"}]);
    }
    let report = compared(&old, &new);
    assert!(
        report
            .findings
            .iter()
            .all(|finding| finding.id != "rule-implied"),
        "{report}"
    );
}

#[test]
fn a_rule_about_changes_is_shown_by_a_change() {
    let report = compared(
        &ruled(&json!([])),
        &ruled(&json!([{"rule": "self.max >= oldSelf.max", "message": "no less"}])),
    );
    let finding = found(&report, "rule-tightened");
    assert_eq!(
        (finding.level, finding.hurts.as_slice()),
        (Verdict::NewVersion, [Writers].as_slice()),
        "{finding}"
    );
    let steps = &finding.witness.as_ref().expect("an object").steps;
    assert!(
        steps[0].request.starts_with("update it, with spec: "),
        "{finding}"
    );
    assert!(steps[0].new.contains("no less"), "{finding}");
}

#[test]
fn a_rule_that_nobody_can_decide_is_said_to_be_undecided() {
    // It always holds, which only arithmetic says.
    let report = compared(
        &ruled(&json!([])),
        &ruled(&json!([{"rule": "(self.max - self.max) * 7 == 0"}])),
    );
    let finding = found(&report, "rule-tightened");
    assert_eq!(finding.level, Verdict::Compatible);
    assert!(finding.undecided.is_some(), "{finding}");
    assert_eq!(report.undecided().count(), 1);
}

#[test]
fn only_the_message_of_a_rule_is_text() {
    let rule = |message: &str| ruled(&json!([{"rule": "self.max > 0", "message": message}]));
    assert_eq!(compared(&rule("a"), &rule("b")).verdict(), Verdict::Patch);
}

#[test]
fn versions_that_are_gone_break_and_the_stored_one_cannot_go() {
    let one = spec(&json!({"size": {"type": "integer"}}));
    let old = of_versions(&json!([
        version("v1beta1", false, &one),
        version("v1", true, &one)
    ]));
    let report = compared(&old, &of_versions(&json!([version("v1", true, &one)])));
    let finding = found(&report, "version-tightened");
    assert_eq!(
        (report.verdict(), finding.versions.as_slice()),
        (Verdict::NewVersion, ["v1beta1".to_owned()].as_slice())
    );
    assert_eq!(object_of(finding)["apiVersion"], "example.com/v1beta1");

    let report = compared(&old, &of_versions(&json!([version("v1beta1", true, &one)])));
    assert_eq!(report.verdict(), Verdict::Impossible, "{report}");
    let finding = found(&report, "update-refused");
    assert!(
        finding.reason.contains("status.storedVersions[0]"),
        "{finding}"
    );

    let mut unserved = old.clone();
    unserved["spec"]["versions"][0]["served"] = json!(false);
    assert_eq!(
        found(&compared(&old, &unserved), "served-tightened").level,
        Verdict::NewVersion
    );
}

#[test]
fn what_no_server_takes_is_impossible() {
    let old = crd(&spec(&json!({"size": {"type": "integer"}})));
    let mut scope = old.clone();
    scope["spec"]["scope"] = json!("Cluster");
    let mut broken = old.clone();
    broken["spec"]["versions"][0]["schema"]["openAPIV3Schema"]["properties"]["spec"]["properties"]
        ["size"]["type"] = json!("int");
    let mut rule = old.clone();
    rule["spec"]["versions"][0]["schema"]["openAPIV3Schema"]["properties"]["spec"]["x-kubernetes-validations"] =
        json!([{"rule": "self.nothing > 1"}]);
    for new in [scope, broken, rule] {
        let report = compared(&old, &new);
        assert_eq!(report.verdict(), Verdict::Impossible, "{report}");
        assert_eq!(
            report.findings[0].level,
            Verdict::Impossible,
            "the worst comes first"
        );
    }
}

#[test]
fn a_status_of_its_own_is_no_part_of_a_manifest_any_more() {
    let mut old = crd(&spec(&json!({})));
    let schema = &mut old["spec"]["versions"][0]["schema"]["openAPIV3Schema"];
    schema["properties"]["status"] =
        json!({"type": "object", "properties": {"ready": {"type": "boolean"}}});
    let mut new = old.clone();
    new["spec"]["versions"][0]["subresources"] = json!({"status": {}});
    let finding = found(&compared(&old, &new), "subresource-changed").clone();
    assert_eq!(
        (finding.level, finding.hurts.as_slice()),
        (Verdict::NewVersion, [Writers].as_slice())
    );
    assert!(object_of(&finding)["status"].is_object());
    let finding = found(&compared(&new, &old), "subresource-changed").clone();
    assert!(
        finding.witness.expect("an object").steps[0]
            .new
            .starts_with("404")
    );
}

/// A status is written by a request of its own; what the server then refuses is shown so.
#[test]
fn what_only_the_status_has_is_written_there() {
    let with = |phase: &Value| {
        let mut crd = crd(&spec(&json!({})));
        let version = &mut crd["spec"]["versions"][0];
        version["schema"]["openAPIV3Schema"]["properties"]["status"] =
            json!({"type": "object", "properties": {"phase": phase}});
        version["subresources"] = json!({"status": {}});
        crd
    };
    let report = compared(
        &with(&json!({"type": "string", "enum": ["Baking", "Done"]})),
        &with(&json!({"type": "string", "enum": ["Baking"]})),
    );
    let finding = found(&report, "enum-tightened");
    assert_eq!(object_of(finding)["status"], json!({"phase": "Done"}));
    assert_eq!(
        finding.witness.as_ref().expect("an object").steps[0].request,
        "create, and write its status"
    );
}

#[test]
fn lists_that_are_merged_from_now_on_refuse_what_is_there_twice() {
    let list = |kind: &str| json!({"all": {"type": "array", "items": {"type": "string"}, "x-kubernetes-list-type": kind}});
    let report = changed(&list("atomic"), &list("set"));
    let all = object_of(found(&report, "list-type-tightened"))["spec"]["all"]
        .as_array()
        .expect("a list")
        .clone();
    assert_eq!(all.len(), 2);
    assert_eq!(all.first(), all.last());
}

/// As a real server does it: objects that were applied before keep the owners that they had, by the old list type.
#[test]
fn another_list_type_changes_who_owns_what() {
    let list = |kind: &str, keys: &[&str]| {
        let mut list = json!({"type": "array", "x-kubernetes-list-type": kind, "items": {
            "type": "object",
            "required": ["name", "id"],
            "properties": {"name": {"type": "string"}, "id": {"type": "string"}},
        }});
        if !keys.is_empty() {
            list["x-kubernetes-list-map-keys"] = json!(keys);
        }
        list
    };
    let map = |kind: &str| json!({"type": "object", "x-kubernetes-map-type": kind, "additionalProperties": {"type": "string"}});
    let (atomic, by_name, by_id) = (
        list("atomic", &[]),
        list("map", &["name"]),
        list("map", &["id"]),
    );
    let within = |inner: &Value| json!({"type": "array", "items": {"type": "object", "properties": {"inner": inner}}});
    let alone = |list: &Value| {
        let mut list = list.clone();
        list["maxItems"] = json!(1);
        list
    };
    for (old, new, id, request) in [
        (
            by_name.clone(),
            atomic.clone(),
            "list-type-loosened",
            "apply it again",
        ),
        (
            map("granular"),
            map("atomic"),
            "map-type-other",
            "apply it again",
        ),
        (
            map("atomic"),
            map("granular"),
            "map-type-other",
            "apply it without",
        ),
        // Of one item there are no two the same, and a set of keys is none of another.
        (
            alone(&atomic),
            alone(&by_name),
            "list-type-tightened",
            "apply it without",
        ),
        (
            alone(&by_name),
            alone(&by_id),
            "list-type-changed",
            "apply it without",
        ),
    ] {
        let report = changed(&json!({"all": old}), &json!({"all": new}));
        let finding = found(&report, id);
        assert_eq!(
            (finding.level, &finding.undecided),
            (Verdict::NewVersion, &None),
            "{finding}"
        );
        let witness = finding.witness.as_ref().expect("an object");
        assert!(witness.steps[0].request.contains(request), "{finding}");
        let all = &witness.object["spec"]["all"];
        assert!(*all != json!([]) && *all != json!({}), "{finding}");

        // What is around it is owned as a whole.
        let report = changed(&json!({"all": within(&old)}), &json!({"all": within(&new)}));
        assert!(!report.verdict().is_breaking(), "{report}");
        assert_eq!(report.undecided().count(), 0, "{report}");
    }
    // One item is not shared.
    let report = changed(
        &json!({"all": alone(&by_name)}),
        &json!({"all": alone(&atomic)}),
    );
    assert!(!report.verdict().is_breaking(), "{report}");
}

#[test]
fn a_conversion_that_is_not_in_view_is_undecided() {
    let one = spec(&json!({"size": {"type": "integer"}}));
    let old = of_versions(&json!([
        version("v1beta1", false, &one),
        version("v1", true, &one)
    ]));
    let mut new = old.clone();
    new["spec"]["conversion"] = json!({"strategy": "Webhook", "webhook": {
        "conversionReviewVersions": ["v1"], "clientConfig": {"url": "https://example.com/convert"},
    }});
    let report = compared(&old, &new);
    assert!(
        found(&report, "conversion-reread").undecided.is_some(),
        "{report}"
    );
}

/// Without a webhook, what the stored version does not declare is dropped when it is written.
#[test]
fn a_field_of_the_stored_version_is_missed_by_the_others() {
    let all = spec(&json!({"size": {"type": "integer"}, "dough": {"type": "string"}}));
    let fewer = spec(&json!({"size": {"type": "integer"}}));
    let of = |stored: &Value| {
        of_versions(&json!([
            version("v1beta1", false, &all),
            version("v1", true, stored)
        ]))
    };
    let report = compared(&of(&all), &of(&fewer));
    let versions: Vec<_> = report
        .findings
        .iter()
        .filter(|finding| finding.level.is_breaking())
        .flat_map(|finding| finding.versions.clone())
        .collect();
    assert!(
        versions.contains(&"v1".to_owned()) && versions.contains(&"v1beta1".to_owned()),
        "{report}"
    );
}

#[test]
fn what_is_accepted_is_listed_and_does_not_count() {
    let mut report = changed(&json!({"a": {"type": "string"}}), &json!({}));
    assert_eq!(report.verdict(), Verdict::NewVersion);
    let key = report.findings[0].key();
    assert_eq!(key, "field-pruned pizzas.example.com/v1/spec.a");
    accept(
        &mut report,
        &format!("# ours\n\n{key}: nobody ever set it\n"),
    )
    .expect("it is found");
    assert_eq!(report.verdict(), Verdict::Compatible);
    assert_eq!(
        report.findings[0].accepted.as_deref(),
        Some("nobody ever set it")
    );
    assert!(report.to_string().contains("accepted: nobody ever set it"));

    let errors = accept(
        &mut report,
        "nothing at all\nfield-pruned pizzas.example.com/v1/spec.b: why\nx y:  ",
    )
    .expect_err("none is");
    let lines: Vec<usize> = errors.iter().map(|error| error.line).collect();
    assert_eq!(lines, [1, 2, 3]);
}

#[test]
fn crds_are_matched_by_their_names() {
    let one = crd(&spec(&json!({"size": {"type": "integer"}})));
    let mut other = one.clone();
    other["metadata"]["name"] = json!("ovens.example.com");
    other["spec"]["names"] = json!({"kind": "Oven", "plural": "ovens"});
    let both = [one.clone(), other.clone()];
    let of = |old: &[Value], new: &[Value]| {
        releases(old, new, &Options::default()).expect("all can be read")
    };
    assert_eq!(of(&both, &both).verdict(), Verdict::Patch);
    let added = of(&both[..1], &both);
    assert_eq!(
        (added.verdict(), added.findings[0].key().as_str()),
        (Verdict::Compatible, "crd-new ovens.example.com")
    );
    let gone = of(&both, &both[..1]);
    assert_eq!(
        (gone.verdict(), gone.findings[0].id.as_str()),
        (Verdict::NewVersion, "crd-gone")
    );
    assert_eq!(object_of(&gone.findings[0])["kind"], "Oven");
}

#[test]
fn the_changelog_has_the_objects_and_no_markup_of_the_crd() {
    let report = changed(
        &json!({"a": {"type": "string", "pattern": "^<.*|x$"}}),
        &json!({"a": {"type": "string", "pattern": "^<b|y$"}}),
    );
    let text = report.markdown();
    assert!(text.starts_with("## API: needs a new version\n"), "{text}");
    assert!(text.contains("  ```yaml\n"), "{text}");
    assert!(
        !text
            .lines()
            .any(|line| line.starts_with("- ") && line.contains('<')),
        "{text}"
    );
}

/// The server answers 400 to a field selector that it does not know.
#[test]
fn what_clients_select_by_is_part_of_the_api() {
    let mut old = crd(&spec(&json!({"size": {"type": "integer"}})));
    old["spec"]["versions"][0]["selectableFields"] = json!([{"jsonPath": ".spec.size"}]);
    let mut new = old.clone();
    new["spec"]["versions"][0]["selectableFields"] = json!([]);
    let report = compared(&old, &new);
    let finding = found(&report, "selectable-field-tightened");
    assert_eq!(
        (finding.level, finding.hurts.as_slice()),
        (Verdict::NewVersion, [Readers].as_slice())
    );
    assert_eq!(compared(&new, &old).verdict(), Verdict::Compatible);
}

#[test]
fn a_scale_that_reads_another_field_is_another_scale() {
    let with = |path: &str| {
        let mut crd = crd(&spec(&json!({
            "replicas": {"type": "integer", "minimum": 2}, "ovens": {"type": "integer"},
        })));
        let version = &mut crd["spec"]["versions"][0];
        version["schema"]["openAPIV3Schema"]["properties"]["status"] =
            json!({"type": "object", "properties": {"replicas": {"type": "integer"}}});
        version["subresources"] = json!({"status": {}, "scale": {"specReplicasPath": path, "statusReplicasPath": ".status.replicas"}});
        crd
    };
    let report = compared(&with(".spec.replicas"), &with(".spec.ovens"));
    let finding = found(&report, "subresource-changed");
    assert_eq!(finding.level, Verdict::NewVersion, "{finding}");
    let step = &finding.witness.as_ref().expect("an object").steps[0];
    assert_eq!(step.request, "read its scale");
    assert_ne!(step.old, step.new);
}

/// What only people see is noted, and breaks no client.
#[test]
fn columns_and_short_names_are_noted() {
    let mut old = crd(&spec(&json!({"size": {"type": "integer"}})));
    old["spec"]["names"]["shortNames"] = json!(["pz"]);
    old["spec"]["versions"][0]["additionalPrinterColumns"] =
        json!([{"name": "Size", "type": "integer", "jsonPath": ".spec.size"}]);
    let mut new = old.clone();
    new["spec"]["names"]["shortNames"] = json!([]);
    new["spec"]["versions"][0]["additionalPrinterColumns"] = json!([]);
    let report = compared(&old, &new);
    assert_eq!(report.verdict(), Verdict::Compatible, "{report}");
    let keys: Vec<String> = report
        .findings
        .iter()
        .map(wheelwright_release::Finding::key)
        .collect();
    assert_eq!(
        keys,
        [
            "names-tightened pizzas.example.com/pz",
            "column-other pizzas.example.com/v1/Size"
        ]
    );
}

#[test]
fn a_version_is_not_deprecated_before_there_is_another() {
    let one = spec(&json!({"size": {"type": "integer"}}));
    let old = of_versions(&json!([version("v1beta1", true, &one)]));
    let mut new = old.clone();
    new["spec"]["versions"][0]["deprecated"] = json!(true);
    assert_eq!(
        found(&compared(&old, &new), "deprecation-without-successor").versions,
        ["v1beta1"]
    );
    new["spec"]["versions"]
        .as_array_mut()
        .expect("a list")
        .push(version("v1", false, &one));
    let report = compared(&old, &new);
    assert!(
        report
            .findings
            .iter()
            .all(|finding| finding.id != "deprecation-without-successor"),
        "{report}"
    );
    assert_eq!(report.verdict(), Verdict::Compatible);

    // Neither is news of one that was deprecated before, nor of one that nobody is served.
    let is_said = |old: &Value, new: &Value| {
        let report = compared(old, new);
        let mut findings = report.findings.iter();
        findings.any(|finding| finding.id == "deprecation-without-successor")
    };
    let mut deprecated = of_versions(&json!([version("v1beta1", true, &one)]));
    deprecated["spec"]["versions"][0]["deprecated"] = json!(true);
    let mut described = deprecated.clone();
    described["spec"]["versions"][0]["schema"]["openAPIV3Schema"]["description"] = json!("older");
    assert!(!is_said(&deprecated, &described));
    let two = |is_deprecated: bool| {
        let mut crd = of_versions(&json!([
            version("v1beta1", true, &one),
            version("v1alpha1", false, &one)
        ]));
        crd["spec"]["versions"][0]["deprecated"] = json!(true);
        crd["spec"]["versions"][1]["served"] = json!(false);
        crd["spec"]["versions"][1]["deprecated"] = json!(is_deprecated);
        crd
    };
    assert!(!is_said(&two(false), &two(true)));
}

/// What a combinator refuses now may be a value that no generator makes by chance.
#[test]
fn a_value_that_a_combinator_names_is_tried() {
    let words = json!(["lukewarm-on-tuesdays", "cold"]);
    for refused in [
        json!({"not": {"enum": words}}),
        json!({"not": {"anyOf": [{"enum": words}]}}),
    ] {
        let mut heat = json!({"type": "string"});
        let old = json!({"heat": heat});
        let members = refused.as_object().expect("keywords").clone();
        heat.as_object_mut().expect("a schema").extend(members);
        let report = changed(&old, &json!({"heat": heat}));
        let finding = found(&report, "combinator-tightened");
        assert!(finding.undecided.is_none(), "{finding}");
        let shown = &object_of(finding)["spec"]["heat"];
        assert!(
            words.as_array().expect("words").contains(shown),
            "{finding}"
        );
    }
}
