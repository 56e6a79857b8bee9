//! The rules of a schema where they stand, and their evaluation over objects.

use serde_json::Value;
use wheelwright_cel::{
    Activation, Budget, Checked, Environment, KubeVersion, Layout, Program, Target,
    Value as Answer,
    cost::estimate,
    rule::{OldSelf, check_rule},
    schema::{Declared, Schema, Shape, escape},
};

use crate::case::Failed;

/// The rules of a schema.
pub(crate) struct Rules<R> {
    root: Node<R>,
    pub(crate) count: u64,
    /// The estimates of all of them together.
    pub(crate) cost: u64,
}

/// The rules of a node and of those below.
struct Node<R> {
    rules: Vec<R>,
    properties: Vec<(String, Self)>,
    /// Of items, or of the values of a map.
    element: Option<Box<Self>>,
}

/// A rule that is ready to run.
pub(crate) struct Rule {
    number: u64,
    program: Program,
    /// It does not run without an old object.
    is_transition: bool,
}

/// The rules parsed, checked and costed.
pub(crate) fn checked(json: &Value, schema: &Schema) -> Result<Rules<()>, Failed> {
    walk(json, schema, &|_, _, _| Ok(()))
}

/// The same, and prepared to run.
pub(crate) fn compiled(json: &Value, schema: &Schema) -> Result<Rules<Rule>, Failed> {
    walk(json, schema, &|number, checked, of| {
        let target = Target {
            environment: Environment::default(),
            layout: Layout::of(of).into(),
            optional_old_self: false,
        };
        Ok(Rule {
            number,
            program: Program::compile(checked, target)?,
            is_transition: checked.uses_old_self(),
        })
    })
}

fn walk<R>(json: &Value, schema: &Schema, make: &Make<'_, R>) -> Result<Rules<R>, Failed> {
    let mut walk = Walk {
        make,
        count: 0,
        cost: 0,
    };
    let declared = schema.declare(KubeVersion::default());
    let root = walk.node(json, schema, declared.as_ref())?;
    Ok(Rules {
        root: root.ok_or("the schema has no rules")?,
        count: walk.count,
        cost: walk.cost,
    })
}

type Make<'m, R> = dyn Fn(u64, &Checked, &Schema) -> Result<R, Failed> + 'm;

struct Walk<'m, R> {
    make: &'m Make<'m, R>,
    count: u64,
    cost: u64,
}

impl<R> Walk<'_, R> {
    /// A node; nothing if neither it nor one below has rules.
    fn node(
        &mut self,
        json: &Value,
        schema: &Schema,
        declared: Option<&Declared>,
    ) -> Result<Option<Node<R>>, Failed> {
        let own = json
            .get("x-kubernetes-validations")
            .and_then(Value::as_array);
        let mut rules = Vec::new();
        for rule in own.into_iter().flatten() {
            let text = rule.get("rule").and_then(Value::as_str).unwrap_or_default();
            let declared = declared.ok_or_else(|| format!("no type for {text}"))?;
            let environment = Environment::default();
            let checked = check_rule(text, declared, OldSelf::Required, environment)
                .map_err(|error| format!("{text}: {error}"))?;
            self.count += 1;
            self.cost += estimate(&checked, environment, declared).max;
            rules.push((self.make)(self.count, &checked, schema)?);
        }
        let mut properties = Vec::new();
        for (name, below) in &schema.properties {
            let json = json.get("properties").and_then(|all| all.get(name));
            let declared = declared.and_then(|declared| declared.field(&escape(name)?));
            if let Some(json) = json
                && let Some(node) = self.node(json, below, declared)?
            {
                properties.push((name.clone(), node));
            }
        }
        let within = match declared.map(|declared| &declared.shape) {
            Some(Shape::List(element) | Shape::Map(element)) => Some(&**element),
            _ => None,
        };
        let mut element = None;
        for (key, below) in [
            ("items", &schema.items),
            ("additionalProperties", &schema.additional_properties),
        ] {
            if let (Some(json), Some(below)) = (json.get(key), below) {
                element = self.node(json, below, within)?.map(Box::new);
            }
        }
        let is_empty = rules.is_empty() && properties.is_empty() && element.is_none();
        Ok((!is_empty).then_some(Node {
            rules,
            properties,
            element,
        }))
    }
}

impl Rules<Rule> {
    /// Evaluates them over an object that is created, all of which must be kept; each is told with its number and its cost.
    pub(crate) fn evaluate(
        &self,
        object: &Value,
        mut ran: impl FnMut(u64, u64),
    ) -> Result<(), Failed> {
        self.root.evaluate(object, &mut ran)
    }
}

impl Node<Rule> {
    fn evaluate(&self, value: &Value, ran: &mut impl FnMut(u64, u64)) -> Result<(), Failed> {
        for rule in self.rules.iter().filter(|rule| !rule.is_transition) {
            let activation = Activation {
                self_value: Some(value),
                old_self: None,
            };
            let evaluation = rule.program.evaluate(activation, Budget::PER_CALL);
            let answer = evaluation.result.map_err(|error| error.to_string())?;
            if !matches!(answer, Answer::Bool(true)) {
                return Err(format!("{} is refused by rule {}", value, rule.number).into());
            }
            ran(rule.number, evaluation.cost);
        }
        if let (Value::Object(members), false) = (value, self.properties.is_empty()) {
            for (name, node) in &self.properties {
                if let Some(value) = members.get(name) {
                    node.evaluate(value, ran)?;
                }
            }
        }
        match (&self.element, value) {
            (Some(node), Value::Array(items)) => {
                items.iter().try_for_each(|item| node.evaluate(item, ran))
            }
            (Some(node), Value::Object(members)) => members
                .values()
                .try_for_each(|value| node.evaluate(value, ran)),
            _ => Ok(()),
        }
    }
}
