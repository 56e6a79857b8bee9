//! What is said beside the server's message: what was meant, and what to write instead.

use wheelwright_cel::rule::{OldSelf, RuleError, check_rule};
use wheelwright_cel::schema::{Schema, SchemaType};
use wheelwright_cel::{Environment, Error, KubeVersion, Type};

fn schema() -> Schema {
    let of = Schema::of;
    let time = |format: &str| Schema {
        format: format.to_owned(),
        ..of(SchemaType::String)
    };
    Schema::object([
        ("replicas", of(SchemaType::Integer)),
        ("ratio", of(SchemaType::Number)),
        ("name", of(SchemaType::String)),
        ("max-surge", of(SchemaType::String)),
        ("timeout", time("duration")),
        ("since", time("date-time")),
        ("namespace", of(SchemaType::String)),
        (
            "ports",
            Schema::list(Schema::object([("port", of(SchemaType::Integer))])),
        ),
        ("labels", Schema::map(of(SchemaType::String))),
        ("old", Schema::object([("a", of(SchemaType::Integer))])),
        ("new", Schema::object([("a", of(SchemaType::Integer))])),
    ])
}

fn errors(rule: &str, environment: Environment) -> Vec<Error> {
    let node = schema()
        .declare(environment.server())
        .expect("it is an object");
    match check_rule(rule, &node, OldSelf::Required, environment) {
        Err(RuleError::Compilation(errors)) => errors.iter().cloned().collect(),
        other => panic!("{rule}: {other:?}"),
    }
}

/// The part of the rule that the first error is about, its message, and what is said beside it.
#[test]
fn mistakes_are_answered_with_what_was_meant() {
    for (rule, about, message, hint) in [
        (
            "self.replica > 1",
            "self.replica",
            "undefined field 'replica'",
            "did you mean `replicas`?",
        ),
        (
            "google.protobuf.Timestamp{second: 1} < self.since",
            ": 1",
            "undefined field 'second'",
            "the fields are seconds, nanos",
        ),
        (
            "google.protobuf.Empty{}.a == 1",
            "google.protobuf.Empty{}.a",
            "undefined field 'a'",
            "a message of type google.protobuf.Empty has no fields",
        ),
        (
            "google.protobuf.Any{} == null",
            "google.protobuf.Any{}",
            "a message of type 'google.protobuf.Any' cannot be made here",
            "a server makes it, and any message of its own program from it",
        ),
        (
            "google.protobuf.Value{string_value: 'a', number_value: 1.0} == 'a'",
            ": 1.0",
            "the fields 'string_value' and 'number_value' are of one value, and a server sets either by chance",
            "write one of them",
        ),
        (
            "self.max_surge == ''",
            "self.max_surge",
            "undefined field 'max_surge'",
            "did you mean `max__dash__surge`?",
        ),
        (
            "self.`max-surge` == ''",
            "self.`max-surge`",
            "undefined field 'max-surge'",
            "is written `max__dash__surge`",
        ),
        (
            "self.foo == 1",
            "self.foo",
            "undefined field 'foo'",
            "the fields are __namespace__, labels, max__dash__surge",
        ),
        (
            "replicas > 1",
            "replicas",
            "undeclared reference to 'replicas' (in container '')",
            "`self.replicas`",
        ),
        (
            "slef.replicas > 1",
            "slef",
            "undeclared reference to 'slef' (in container '')",
            "did you mean `self`?",
        ),
        (
            "self.name.startWith('a')",
            "self.name.startWith('a')",
            "undeclared reference to 'startWith'",
            "`startsWith`",
        ),
        (
            "self.ports.al(p, p.port > 1)",
            "self.ports.al(p, p.port > 1)",
            "undeclared reference to 'al'",
            "`all`",
        ),
        (
            "self.ports.all(p)",
            "self.ports.all(p)",
            "undeclared reference to 'all'",
            "no form with 1 arguments",
        ),
        (
            "self.ports.port == 1",
            "self.ports.port",
            "type 'list(selfType.ports.@idx)' does not",
            "`.all(item, item.port",
        ),
        (
            "math.abs(1) == 1",
            "math",
            "undeclared reference to 'math'",
            "no functions `math.*`",
        ),
        (
            "self.replicas > '1'",
            "self.replicas > '1'",
            "found no matching overload for '_>_'",
            "without quotes",
        ),
        (
            "self.replicas * 1.5 > 1.0",
            "self.replicas * 1.5",
            "found no matching overload",
            "`int(…)` or `double(…)`",
        ),
        (
            "self.timeout > '1h'",
            "self.timeout > '1h'",
            "found no matching overload",
            "duration('1h')",
        ),
        (
            "self.since > '2024'",
            "self.since > '2024'",
            "found no matching overload",
            "timestamp('2024-",
        ),
        (
            "self.name == null",
            "self.name == null",
            "found no matching overload",
            "has(…)",
        ),
        (
            "self.old == self.new",
            "self.old == self.new",
            "found no matching overload",
            "compare their fields",
        ),
        (
            "self.?name == 'a'",
            "self.?name == 'a'",
            "found no matching overload",
            ".orValue(…)",
        ),
        (
            "quantity('1') > quantity('2')",
            "quantity('1') > quantity('2')",
            "found no matching",
            ".isLessThan(…)",
        ),
        (
            "quantity(self.name) == '1'",
            "quantity(self.name) == '1'",
            "found no matching",
            "quantity('1Gi')",
        ),
        (
            "size(self.name, 1) == 1",
            "size(self.name, 1)",
            "found no matching overload for 'size'",
            "bytes.size()",
        ),
        (
            "self.name.isQuantity()",
            "self.name.isQuantity()",
            "found no matching",
            "it is not called on a value",
        ),
        (
            "contains(self.name, 'a')",
            "contains(self.name, 'a')",
            "found no matching",
            "it is called on a value",
        ),
        (
            "!self.?name",
            "!self.?name",
            "found no matching overload",
            "`!x.orValue(false)`",
        ),
        (
            "self.name = 'a'",
            "= ",
            "Syntax error: token recognition error",
            "compare with `==`",
        ),
        (
            "self.replicas > 1 and true",
            "and",
            "Syntax error: mismatched input 'and'",
            "write `&&`",
        ),
        (
            "self.name.matches('\\d')",
            "'\\d",
            "Syntax error: token recognition error",
            "raw string",
        ),
        (
            "self.name == 'a",
            "'a",
            "Syntax error: token recognition error",
            "not closed",
        ),
        (
            "namespace == ''",
            "namespace",
            "reserved identifier: namespace",
            "`self.__namespace__`",
        ),
        (
            "self.in == ''",
            "in",
            "Syntax error: no viable alternative",
            "`__in__`",
        ),
        (
            "has(self)",
            "self",
            "invalid argument to has() macro",
            "has(self.field)",
        ),
        (
            "[1, 2.0] == []",
            "2.0",
            "expected type 'int' but found 'double'",
            "write `1.0`",
        ),
        (
            "self.timeout < duration('1d')",
            "'1d'",
            "invalid duration argument",
            "there are no days",
        ),
        (
            "self.name.matches('(')",
            "'('",
            "invalid matches argument",
            "is not closed",
        ),
        (
            "Foo{a: 1} == 1",
            "Foo{a: 1}",
            "undeclared reference to 'Foo'",
            "cannot make objects",
        ),
    ] {
        let errors = errors(rule, Environment::default());
        let error = &errors[0];
        assert_eq!(&rule[error.span.range()], about, "{rule}: {error:?}");
        assert!(error.message.starts_with(message), "{rule}: {error:?}");
        let said = error.hint.as_deref().unwrap_or_default();
        assert!(
            said.contains(hint) && hint.is_empty() == said.is_empty(),
            "{rule}: {error:?}"
        );
    }
}

#[test]
fn what_an_older_server_lacks_says_so() {
    let old = |minor| Environment::new(KubeVersion::new(minor).expect("it is known"));
    for (minor, rule, hint) in [
        (
            33,
            "isSemver(self.name)",
            "`isSemver` needs Kubernetes 1.34; this is checked for 1.33",
        ),
        (
            34,
            "self.ports.distinct().size() == 1",
            "`distinct` needs Kubernetes 1.35",
        ),
        (
            31,
            "format.dns1123Label().validate(self.name).hasValue()",
            "needs Kubernetes 1.32",
        ),
        (
            37,
            "self.ports.includes(1)",
            "`includes` comes with Kubernetes 1.38",
        ),
        (36, "self.`namespace` == ''", "need Kubernetes 1.37"),
    ] {
        let errors = errors(rule, old(minor));
        let said: Vec<&str> = errors
            .iter()
            .filter_map(|error| error.hint.as_deref())
            .collect();
        assert!(
            said.iter().any(|said| said.contains(hint)),
            "{rule}: {errors:?}"
        );
    }
}

/// Of what the caller cannot see, nothing is said; of the rest, all.
#[test]
fn unknown_types_fit_everywhere() {
    let schema = Schema::object([
        ("known", Schema::of(SchemaType::String)),
        ("hidden", Schema::unknown()),
        ("list", Schema::list(Schema::unknown())),
    ]);
    let environment = Environment::default();
    let node = schema
        .declare(environment.server())
        .expect("it is an object");
    for rule in [
        "self.hidden",
        "self.hidden.a.b > 1",
        "self.hidden.all(x, x.y == 'a')",
        "self.hidden.exists(k, v, k + v)",
        "self.list.all(x, x > 1 && x.contains('a'))",
        "self.list[0].name == self.known",
        "self.hidden + 1 == 2",
        "self.hidden == 'a' || self.hidden.startsWith('b')",
        "[self.hidden, self.hidden.a, 'a'].size() == 1",
        "self.hidden ? self.hidden : true",
        "self.?hidden.orValue(false)",
        "self.hidden.first().optMap(x, x.y).orValue(true)",
        "duration(self.hidden) > duration('1h')",
        "self.list.map(x, x.z).sort() == []",
    ] {
        let checked = check_rule(rule, &node, OldSelf::Required, environment);
        let checked = checked.unwrap_or_else(|error| panic!("{rule}: {error}"));
        assert!(checked.has_unknown(), "{rule}");
        assert!(
            matches!(checked.result_type(), Type::Bool | Type::Unknown),
            "{rule}"
        );
    }
    for rule in [
        "self.hiden == 1",
        "self.known > 1",
        "self.hidden.all(x, y)",
        "self.hidden.a == 1 && self.known",
    ] {
        assert!(
            check_rule(rule, &node, OldSelf::Required, environment).is_err(),
            "{rule}"
        );
    }
}
