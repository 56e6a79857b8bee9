//! Rules and objects made to cost more than they are charged for, or to break the evaluator.

use std::time::{Duration, Instant};

use serde_json::{Value, json};
use wheelwright_cel::rule::{OldSelf, check_expression};
use wheelwright_cel::{Activation, Budget, Environment, KubeVersion, Layout, Program, Target};

/// Slow machines and unoptimised builds included.
const PATIENCE: Duration = Duration::from_mins(1);

/// The value or the error of an expression, in text.
fn evaluate(
    rule: &str,
    schema: &Value,
    object: &Value,
    server: KubeVersion,
    budget: Budget,
) -> String {
    let schema = wheelwright_cel::schema::Schema::from_json(schema);
    let declared = schema.declare(server).expect("the schema has a type");
    let environment = Environment::stored(server);
    let checked = match check_expression(rule, &declared, OldSelf::Required, environment) {
        Ok(checked) => checked,
        Err(errors) => return format!("refused: {errors}"),
    };
    let target = Target {
        environment,
        layout: Layout::of(&schema).into(),
        optional_old_self: false,
    };
    let program = match Program::compile(&checked, target) {
        Ok(program) => program,
        Err(error) => return format!("refused: {error}"),
    };
    let activation = Activation {
        self_value: Some(object),
        old_self: None,
    };
    let start = Instant::now();
    let evaluation = program.evaluate(activation, budget);
    let took = start.elapsed();
    assert!(took < PATIENCE, "{took:?} for {rule:.200}");
    match evaluation.result {
        Ok(value) => value.to_answer()["value"].to_string(),
        Err(error) => error.to_string(),
    }
}

fn newest(rule: &str, object: &Value) -> String {
    let schema = json!({ "type": "array", "items": { "type": "string" } });
    evaluate(rule, &schema, object, KubeVersion::NEWEST, Budget::PER_CALL)
}

const STOPPED: &str = "operation cancelled: actual cost limit exceeded";

/// `self` doubled so many times: a list of a length that no memory holds, made for next to nothing.
fn doubled(times: usize, rest: &str) -> String {
    format!("[self]{}[0]{rest}", ".map(x, x + x)".repeat(times))
}

#[test]
fn lists_longer_than_memory_are_looked_at_within_the_budget() {
    let object = json!(["a", "b"]);
    for (rest, answer) in [
        (".size()", "\"2147483648\""),
        (".isSorted()", STOPPED),
        (".max()", STOPPED),
        (".join()", STOPPED),
        (".indexOf('z')", STOPPED),
        (".reverse().size()", STOPPED),
        (".distinct().size()", STOPPED),
        (".sort().size()", STOPPED),
        (".all(y, y != 'z')", STOPPED),
        (".slice(0, 1000000000).size()", STOPPED),
        (" == self", "false"),
        ("[2147483647]", "\"b\""),
        (".last().value()", "\"b\""),
    ] {
        assert_eq!(newest(&doubled(30, rest), &object), answer, "{rest}");
    }
    let rule = doubled(30, "") + " == " + &doubled(30, "");
    assert_eq!(newest(&rule, &object), STOPPED);
    let rule = format!("'z' in {}", doubled(30, ""));
    assert_eq!(newest(&rule, &object), STOPPED);
}

#[test]
fn work_that_costs_do_not_see_is_bounded() {
    let object = json!(["a"]);
    // Nested lists of the same list: the outer one has two elements.
    let nested = format!("[dyn(self)]{}[0]", ".map(x, dyn([x, x]))".repeat(40));
    let rule = format!("{nested} == {nested}");
    assert_eq!(newest(&rule, &object), STOPPED);
    let rule = format!("'%s'.format([{nested}])");
    assert_eq!(newest(&rule, &object), STOPPED);
    // Many times a look at many short texts, which costs nothing.
    let big = format!("[self]{}", ".map(x, x + x)".repeat(20));
    let rule =
        format!("{big}.all(big, lists.range(90000).all(i, big.isSorted() || big.size() > 0))");
    assert_eq!(newest(&rule, &object), STOPPED);
}

/// A message holds a copy of each value in it, and lists that are all the same one are many then.
#[test]
fn messages_of_lists_of_lists_are_bounded() {
    let shared = "[1].map(x, [x, x])".to_owned() + &".map(x, [x, x])".repeat(40);
    let rule = format!("google.protobuf.ListValue{{values: {shared}}} == []");
    assert_eq!(newest(&rule, &json!([])), STOPPED);
    let rule = "google.protobuf.ListValue{values: self} == self";
    assert_eq!(
        newest(&doubled(40, &format!(".all(x, {rule})")), &json!(["a"])),
        STOPPED
    );
}

/// What a server has a value for, and this crate has not: no operator may take it for an error of the rule.
#[test]
fn what_is_not_known_ends_an_evaluation() {
    for (rule, what) in [
        (
            "true in [google.protobuf.Timestamp{seconds: 253402300800} == null] || true",
            "a timestamp of 253402300800 seconds, which is not of the years 1 to 9999",
        ),
        (
            "google.protobuf.StringValue{value: dyn(quantity('1'))} == '1' || true",
            "the text of a kubernetes.Quantity",
        ),
        (
            "google.protobuf.Value{list_value: dyn({'values': [self[0]]})} == [] || true",
            "a map in the place of a list",
        ),
    ] {
        let expected = format!("not known here, though a server takes it: {what}");
        assert_eq!(newest(rule, &json!(["a"])), expected, "{rule}");
    }
}

#[test]
fn texts_stay_within_the_budget() {
    let object = json!(["0123456789".repeat(10)]);
    for grow in ["x + x", "x.replace('', x)", "[x, x].join(x)"] {
        let rule = format!(
            "[self[0]]{}[0].size()",
            format!(".map(x, {grow})").repeat(60)
        );
        assert_eq!(newest(&rule, &object), STOPPED, "{grow}");
    }
    let many = json!([",".repeat(100_000)]);
    assert_eq!(newest("self[0].split('').size()", &many), "\"100000\"");
    let long = "'%.999999999999999999f'.format([1.5]).size() < 300";
    assert_eq!(newest(long, &many), "true");
}

/// What a server's code answers, of 1.37.2, asked beside.
#[test]
fn what_a_server_bears_is_answered_in_its_words() {
    let object = json!(["a"]);
    for (rule, answer) in [
        (
            "lists.range(1000001).size()",
            "lists.range: size 1000001 exceeds maximum allowed (1000000)",
        ),
        ("'%.99999999f'.format([1.5])", "\"%!(NOVERB)\""),
        (
            "{bytes(self[0]): 1}",
            "internal error: runtime error: hash of unhashable type types.Bytes",
        ),
        // Gathering a constant costs two for each, and no more.
        (
            "lists.range(100000).map(x, 'abcdefghij').size()",
            "\"100000\"",
        ),
    ] {
        assert_eq!(newest(rule, &object), answer, "{rule}");
    }
}

/// A real server does not come back from the first.
#[test]
fn quantities_with_great_exponents_take_no_time() {
    let object = json!([]);
    for (rule, answer) in [
        ("quantity('1e999999999') == quantity('1')", "false"),
        (
            "quantity('1e999999999') == quantity('1000e999999996')",
            "true",
        ),
        (
            "quantity('1e999999999').isGreaterThan(quantity('99999999999999999999999'))",
            "true",
        ),
        (
            "quantity('1e999999999').add(quantity('1')).sign() > 0",
            "refused",
        ),
        (
            "sign(quantity('1e999999999').add(quantity('1'))) > 0",
            STOPPED,
        ),
        (
            "quantity('1e999999999').asApproximateFloat() > 1e300",
            "true",
        ),
        ("isQuantity('1e1000000000')", "true"),
    ] {
        let ours = newest(rule, &object);
        assert!(ours.starts_with(answer), "{rule}: {ours}");
    }
}

#[test]
fn patterns_of_the_object_are_compiled_once_each_and_not_without_end() {
    let object = Value::Array((0..2_500).map(|i| json!(format!("a{i}|b"))).collect());
    let rule = "self.all(p, 'x'.matches(p) || true)";
    let start = Instant::now();
    let schema = json!({ "type": "array", "items": { "type": "string" } });
    let ours = evaluate(
        rule,
        &schema,
        &object,
        KubeVersion::NEWEST,
        Budget(u64::MAX),
    );
    assert_eq!(ours, STOPPED);
    assert!(start.elapsed() < PATIENCE * 4);
}

/// Deep data under a schema as deep, and data that the schema does not expect.
#[test]
fn data_of_any_shape_gives_an_answer() {
    let mut schema = json!({ "type": "integer" });
    let mut object = json!(1);
    for _ in 0..400 {
        schema = json!({ "type": "object", "properties": { "a": schema } });
        object = json!({ "a": object });
    }
    let ours = evaluate(
        "self == self",
        &schema,
        &object,
        KubeVersion::NEWEST,
        Budget::PER_CALL,
    );
    assert_eq!(ours, "true");
    let schema = json!({
        "type": "object",
        "properties": {
            "s": { "type": "string", "format": "date-time" },
            "l": { "type": "array", "items": { "type": "integer" }, "x-kubernetes-list-type": "set" },
            "m": { "type": "object", "additionalProperties": { "type": "string" } },
        },
    });
    let values = [
        json!(null),
        json!(1),
        json!(1.5),
        json!("x"),
        json!([]),
        json!([null]),
        json!({}),
        json!({ "a": null }),
    ];
    for server in KubeVersion::all() {
        for value in &values {
            let object = json!({ "s": value, "l": value, "m": value });
            for rule in [
                "self.s == self.s",
                "self.l == self.l",
                "self.l + self.l == self.l",
                "self.l.all(x, x > 0)",
                "self.m == self.m",
                "self.m.all(k, self.m[k] == 'x')",
                "has(self.m.a)",
                "self == self",
                "'%s'.format([self])",
            ] {
                let _ = evaluate(rule, &schema, &object, server, Budget::PER_CALL);
            }
        }
    }
}

/// Of an optional value in an optional value a choice keeps both, on servers that do.
#[test]
fn choices_keep_optional_values() {
    let rule =
        "(true ? optional.of(optional.of(1)) : optional.none()) == optional.of(optional.of(1))";
    assert_eq!(newest(rule, &json!([])), "true");
}

/// CEL's time ends with the year 9999, also in zones.
#[test]
fn zones_are_known_until_the_end_of_time() {
    for (rule, answer) in [
        (
            "timestamp('9999-12-31T23:59:59Z').getHours('America/New_York')",
            "\"18\"",
        ),
        (
            "timestamp('9999-12-31T23:59:59Z').getFullYear('Europe/Berlin')",
            "\"10000\"",
        ),
        (
            "timestamp('9999-07-01T00:00:00Z').getHours('Europe/Berlin')",
            "\"2\"",
        ),
    ] {
        assert_eq!(newest(rule, &json!([])), answer, "{rule}");
    }
}

/// A server takes the types of these, and cannot prepare them to run, or crashes on them.
#[test]
fn what_cannot_be_prepared_is_refused() {
    let schema =
        json!({ "type": "object", "properties": { "a": { "x-kubernetes-int-or-string": true } } });
    let schema = wheelwright_cel::schema::Schema::from_json(&schema);
    let declared = schema
        .declare(KubeVersion::NEWEST)
        .expect("it is an object");
    for (rule, reason) in [
        (
            "optional.of({})[[]].orValue(true)",
            "invalid qualifier type: *types.baseList",
        ),
        (
            "{}[?{'a': 1}].orValue(true)",
            "invalid qualifier type: *types.baseMap",
        ),
        ("{}[dyn(b'a')] == 1", "invalid qualifier type: types.Bytes"),
        (
            "1 in {b'a': 1}.map(k, 1)",
            "hash of unhashable type types.Bytes",
        ),
        ("[?self.a].size() > 0", "on which the server crashes"),
        ("{?'a': self.a}.size() > 0", "on which the server crashes"),
    ] {
        let environment = Environment::new(KubeVersion::NEWEST);
        let refused =
            wheelwright_cel::rule::check_rule(rule, &declared, OldSelf::Required, environment);
        let text = refused.map(|_| ()).expect_err(rule).to_string();
        assert!(text.contains(reason), "{rule}: {text}");
    }
}
