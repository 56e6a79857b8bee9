//! Laws over generated expressions: what is well typed never meets a type that it has no function for, and what it costs
//! keeps to its estimate as far as a server's costs do.

use serde_json::Value;
use wheelwright_cel::rule::{OldSelf, check_expression};
use wheelwright_cel::{
    Activation, Budget, Environment, KubeVersion, Layout, Program, Target, estimate,
};

use crate::generate::{Generator, SCHEMA};

const CASES: u32 = 4_000;

/// Runs a law over generated cases of one server.
fn each_case(
    server: KubeVersion,
    mut law: impl FnMut(&str, &Value, u64, wheelwright_cel::Evaluation<'_>),
) {
    let seed = std::env::var("WHEELWRIGHT_CEL_SEED")
        .ok()
        .and_then(|seed| seed.parse().ok())
        .unwrap_or(20_261_125);
    println!("seed {seed}: set WHEELWRIGHT_CEL_SEED to repeat it or for others");
    let json: Value = serde_json::from_str(SCHEMA).expect("the schema is JSON");
    let schema = wheelwright_cel::schema::Schema::from_json(&json);
    let declared = schema.declare(server).expect("the schema has a type");
    let environment = Environment::stored(server);
    let mut generator = Generator::new(seed, server);
    let mut checked_count = 0;
    for _ in 0..CASES {
        let rule = generator.rule();
        let object = generator.object();
        let old = generator.object();
        let checked = match check_expression(&rule, &declared, OldSelf::Required, environment) {
            Ok(checked) => checked,
            // Literals that cannot be converted are refused.
            Err(errors) => {
                let text = errors.to_string();
                assert!(text.contains("invalid"), "{rule}\n{text}");
                continue;
            }
        };
        let worst = estimate(&checked, environment, &declared).max;
        let target = Target {
            environment,
            layout: Layout::of(&schema).into(),
            optional_old_self: false,
        };
        let Ok(program) = Program::compile(&checked, target) else {
            continue;
        };
        checked_count += 1;
        let activation = Activation {
            self_value: Some(&object),
            old_self: Some(&old),
        };
        let evaluation = program.evaluate(activation, Budget::PER_CALL);
        law(&rule, &object, worst, evaluation);
    }
    assert!(
        checked_count > CASES / 2,
        "only {checked_count} were checked"
    );
}

#[test]
fn what_is_well_typed_has_no_type_errors() {
    for server in [KubeVersion::OLDEST, KubeVersion::NEWEST] {
        each_case(server, |rule, object, _, evaluation| {
            if let Err(error) = evaluation.result {
                let text = error.to_string();
                let of_types = text.starts_with("no such overload")
                    || text.starts_with("got '")
                    || text.starts_with("unsupported")
                    || text.starts_with("invalid data")
                    || text.starts_with("internal error");
                // A server's evaluator breaks where `sort` and `distinct` are asked for a field that is not there.
                let breaks =
                    "internal error: interface conversion: *types.Err is not traits.Lister";
                let of_types = of_types && !text.starts_with(breaks);
                assert!(!of_types, "{server} {rule}\n{object}\n{text}");
            }
        });
    }
}

/// A server's own costs are above its estimates now and then, by one for each call that it estimates at nothing: scalars
/// compared with `==`, and texts of length nothing.
#[test]
fn nothing_costs_much_more_than_its_estimate() {
    let server = KubeVersion::NEWEST;
    each_case(server, |rule, object, worst, evaluation| {
        let cost = evaluation.cost;
        assert!(
            cost <= worst.saturating_mul(2).saturating_add(2),
            "{rule}\n{object}\ncost {cost}, estimate {worst}"
        );
    });
}
