//! Costs that Kubernetes' own tests and documents give, and what new and stored expressions may use.

use wheelwright_cel::cost::{Cardinality, RULE_LIMIT};
use wheelwright_cel::rule::{OldSelf, check_rule};
use wheelwright_cel::schema::{Schema, SchemaType};
use wheelwright_cel::{Environment, KubeVersion, estimate};

fn cost(schema: &Schema, rule: &str) -> u64 {
    let environment = Environment::default();
    let node = schema
        .declare(environment.server())
        .expect("expressions can see it");
    let checked = check_rule(rule, &node, OldSelf::Required, environment).expect(rule);
    estimate(&checked, environment, &node).max
}

fn of(ty: SchemaType) -> Schema {
    Schema::of(ty)
}

fn text(max: Option<i64>) -> Schema {
    Schema {
        max_length: max,
        ..of(SchemaType::String)
    }
}

fn list(items: Schema, max: Option<i64>) -> Schema {
    Schema {
        max_items: max,
        ..Schema::list(items)
    }
}

/// The vectors of `TestCostEstimation` in k8s.io/apiextensions-apiserver.
#[test]
fn estimates_are_those_of_kubernetes_own_tests() {
    let number = || of(SchemaType::Number);
    assert_eq!(cost(&list(number(), None), "self.all(x, true)"), 4_718_591);
    assert_eq!(cost(&list(number(), Some(10)), "self.all(x, true)"), 32);
    assert_eq!(
        cost(&list(of(SchemaType::Boolean), None), "self.all(x, true)"),
        1_887_437
    );
    assert_eq!(cost(&Schema::map(number()), "self.all(x, true)"), 1_348_169);
    let required = Schema {
        required: vec!["required".to_owned()],
        ..Schema::object([("required", text(None))])
    };
    assert_eq!(cost(&list(required, None), "self.all(x, true)"), 555_128);
    assert_eq!(cost(&text(None), "self.contains('test')"), 314_574);
    assert_eq!(cost(&text(Some(10)), "self.contains('test')"), 5);
    assert_eq!(cost(&text(None), r#"self.matches("x")"#), 314_574);
    assert_eq!(cost(&text(Some(50)), r#"self.matches("x")"#), 22);
    let pairs = "self.all(x, self.all(y, true))";
    assert!(cost(&list(number(), None), pairs) > RULE_LIMIT);
    assert_eq!(cost(&list(number(), Some(10)), pairs), 352);
    let triples = "self.all(x, self.all(y, self.all(z, true)))";
    assert_eq!(cost(&list(number(), Some(10)), triples), 3552);
    let of_values = |max| Schema {
        longest_enum: Some(9),
        ..text(max)
    };
    assert_eq!(cost(&of_values(None), "self.contains('A')"), 2);
    assert_eq!(cost(&of_values(Some(1000)), "self.contains('A')"), 401);
}

/// A rule on the values of a map of 100 lists of 10 runs 1000 times; without one of the bounds, as often as values of
/// 4 bytes and a comma fit into 3 MiB.
#[test]
fn rules_run_as_often_as_their_place_occurs() {
    let node = of(SchemaType::Boolean)
        .declare(KubeVersion::default())
        .expect("it has a type");
    let bounded = Cardinality::ROOT.below(Some(100)).below(Some(10));
    assert_eq!(bounded.times(&node), 1000);
    assert_eq!(
        Cardinality::ROOT.below(None).below(Some(10)).times(&node),
        3 * 1024 * 1024 / 5
    );
    assert_eq!(Cardinality::ROOT.below(Some(-1)).times(&node), 0);
    assert_eq!(
        Cardinality::ROOT
            .below(Some(i64::MAX))
            .below(Some(i64::MAX))
            .times(&node),
        u64::MAX
    );
}

/// By the compatibility versions of `pkg/cel/environment/base.go`: a new expression one minor later than a stored one.
#[test]
fn stored_expressions_may_use_a_library_a_version_earlier() {
    let list = Schema::object([("l", Schema::list(of(SchemaType::Integer)))]);
    for (rule, stored) in [
        ("self.l.all(i, x, x > 0)", 32),
        ("isSemver('1.2.3')", 33),
        ("self.l.distinct() == self.l", 34),
        ("self.l.includes(1)", 37),
        ("!format.dns1123Label().validate('a').hasValue()", 31),
    ] {
        for server in KubeVersion::all() {
            let node = list.declare(server).expect("it is an object");
            let takes =
                |environment| check_rule(rule, &node, OldSelf::Required, environment).is_ok();
            assert_eq!(
                takes(Environment::stored(server)),
                server.minor() >= stored,
                "{rule} stored on {server}"
            );
            assert_eq!(
                takes(Environment::new(server)),
                server.minor() > stored,
                "{rule} new on {server}"
            );
        }
    }
}
