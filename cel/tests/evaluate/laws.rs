//! Laws over generated expressions: what is well typed never meets a type that it has no function for, and what it costs
//! keeps to its estimate, but for what a server estimates at too little.

use serde_json::Value;
use wheelwright_cel::rule::{OldSelf, check_expression};
use wheelwright_cel::{
    Activation, Budget, Checked, Environment, Evaluation, KubeVersion, Layout, Program, Target,
    estimate,
};

use crate::excess::occurrences;
use crate::generate::{Generator, SCHEMA};

const CASES: u32 = 4_000;

/// An expression that was generated and checked.
struct Case<'c> {
    rule: &'c str,
    object: &'c Value,
    checked: &'c Checked,
    /// What it costs at most, by the estimate.
    worst: u64,
}

/// Runs a law over generated cases of one server.
fn each_case(server: KubeVersion, mut law: impl FnMut(&Case<'_>, Evaluation<'_>)) {
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
        let case = Case {
            rule: &rule,
            object: &object,
            checked: &checked,
            worst,
        };
        law(&case, evaluation);
    }
    assert!(
        checked_count > CASES / 2,
        "only {checked_count} were checked"
    );
}

#[test]
fn what_is_well_typed_has_no_type_errors() {
    for server in [KubeVersion::OLDEST, KubeVersion::NEWEST] {
        each_case(server, |case, evaluation| {
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
                assert!(!of_types, "{server} {}\n{}\n{text}", case.rule, case.object);
            }
        });
    }
}

/// A server's own costs are above its estimates only where an expression uses a construct that is named in `excess`:
/// by one for each field, index and comparison that runs once, and by no more than twice the estimate otherwise.
#[test]
fn nothing_costs_more_than_its_estimate_but_what_is_named() {
    let server = KubeVersion::NEWEST;
    let mut strict = 0;
    each_case(server, |case, evaluation| {
        let (cost, worst) = (evaluation.cost, case.worst);
        let used = occurrences(case.checked);
        let once = used.iter().filter(|used| used.costs_one()).count();
        let most = if once == used.len() {
            worst.saturating_add(once as u64)
        } else {
            worst.saturating_mul(2).saturating_add(once as u64)
        };
        strict += u32::from(used.is_empty());
        assert!(
            cost <= most,
            "{}\n{}\ncost {cost}, estimate {worst}, at most {most} for {used:?}",
            case.rule,
            case.object
        );
    });
    assert!(
        strict > CASES / 4,
        "only {strict} use nothing that is named"
    );
}
