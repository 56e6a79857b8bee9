//! Which fields an expression takes for present: those that it selects without having asked with `has()`.
//!
//! A selection fails with `no such key` where the object lacks the field. `&&` and `||` take an error for nothing where the
//! other side decides, whichever side it is, and `?:` does not evaluate what it does not choose; so a selection is guarded
//! where something is false, or true, without the field.

use std::collections::HashMap;
use std::sync::Arc;

use crate::checked::{Checked, Reference};
use crate::syntax::{Comprehension, Literal, NodeId, NodeKind, operator};
use crate::types::{ObjectType, Type};

/// A selection that fails on an object without the field.
#[derive(Debug, Clone)]
pub struct Selection {
    /// The node.
    pub node: NodeId,
    /// The type of the object that it selects from, whose name says where in the schema that is declared.
    pub object: Arc<ObjectType>,
    /// The field, as the expression writes it.
    pub field: String,
}

impl Checked {
    /// The selections of declared fields that fail where the object lacks the field, in the order of the text: all but
    /// those that `has()` guards, an optional `?.` or `hasValue()`.
    ///
    /// ```
    /// use wheelwright_cel::schema::{Schema, SchemaType};
    /// use wheelwright_cel::syntax::parse;
    /// use wheelwright_cel::{Environment, Variable, check};
    ///
    /// let schema = Schema::object([("size", Schema::of(SchemaType::Integer))]);
    /// let environment = Environment::default();
    /// let node = schema.declare(environment.server()).expect("expressions can see an object");
    /// let selected = |text: &str| {
    ///     let variables = [Variable::new("self", node.ty.clone())];
    ///     let checked = check(parse(text, environment)?, text, environment, &variables)?;
    ///     Ok::<_, wheelwright_cel::Errors>(checked.unguarded().len())
    /// };
    /// assert_eq!(selected("self.size < 61")?, 1);
    /// assert_eq!(selected("!has(self.size) || self.size < 61")?, 0);
    /// # Ok::<(), wheelwright_cel::Errors>(())
    /// ```
    #[must_use]
    pub fn unguarded(&self) -> Vec<Selection> {
        let mut places = Places::new(self);
        places.node(self.ast.root());
        let mut reads = Reads {
            checked: self,
            places: &places.of,
            without: without(self, &places.of),
            guards: HashMap::new(),
            found: Vec::new(),
        };
        reads.node(self.ast.root());
        reads.found.sort_by_key(|found| {
            let node = self.ast.node(found.node);
            (node.position, found.node)
        });
        reads.found
    }
}

/// A value that an expression can name twice, such as `x.b` of one `x`.
type Place = u32;

/// How a place is named, from another.
#[derive(Debug, PartialEq, Eq, Hash)]
enum Step {
    /// A variable: of the environment, or the nth of the macros.
    Variable(String, u32),
    /// A field.
    Field(Place, String),
    /// An element by a literal.
    Element(Place, String),
    /// An element by the value of another place.
    ElementOf(Place, Place),
}

/// The places of the nodes. A name means what it means in its scope.
struct Places<'c> {
    checked: &'c Checked,
    known: HashMap<Step, Place>,
    of: Vec<Option<Place>>,
    scopes: HashMap<&'c str, Vec<u32>>,
    variables: u32,
}

impl<'c> Places<'c> {
    fn new(checked: &'c Checked) -> Self {
        Self {
            checked,
            known: HashMap::new(),
            of: vec![None; checked.ast.len()],
            scopes: HashMap::new(),
            variables: 0,
        }
    }

    fn node(&mut self, id: NodeId) {
        let checked = self.checked;
        let kind = checked.ast.kind(id);
        if let NodeKind::Comprehension(parts) = kind {
            return self.comprehension(parts);
        }
        kind.each_child(|child| self.node(child));
        let step = match kind {
            NodeKind::Ident(name) if matches!(checked.reference(id), Reference::Variable) => {
                let scope = self.scopes.get(name.as_ref()).and_then(|all| all.last());
                Step::Variable(name.to_string(), scope.copied().unwrap_or_default())
            }
            NodeKind::Select { operand, field, .. } => match self.of[operand.index()] {
                Some(of) => Step::Field(of, field.to_string()),
                None => return,
            },
            NodeKind::Call {
                function,
                arguments,
                ..
            } => match self.element(function, arguments) {
                Some(step) => step,
                None => return,
            },
            _ => return,
        };
        let next = u32::try_from(self.known.len()).unwrap_or(u32::MAX);
        self.of[id.index()] = Some(*self.known.entry(step).or_insert(next));
    }

    /// An element, or an optional field, which is the place of the field.
    fn element(&self, function: &str, arguments: &[NodeId]) -> Option<Step> {
        let [operand, key] = arguments else {
            return None;
        };
        let of = self.of[operand.index()]?;
        match (function, self.checked.ast.kind(*key)) {
            (operator::OPTIONAL_SELECT, NodeKind::Literal(Literal::String(field))) => {
                Some(Step::Field(of, field.to_string()))
            }
            (operator::INDEX, NodeKind::Literal(literal)) => {
                Some(Step::Element(of, format!("{literal:?}")))
            }
            (operator::INDEX, _) => Some(Step::ElementOf(of, self.of[key.index()]?)),
            _ => None,
        }
    }

    fn comprehension(&mut self, parts: &'c Comprehension) {
        self.node(parts.range);
        self.node(parts.init);
        let variables = [Some(&parts.variable), parts.second.as_ref()];
        for name in variables.into_iter().flatten().chain([&parts.accumulator]) {
            self.variables += 1;
            let variable = self.variables;
            self.scopes.entry(name).or_default().push(variable);
        }
        self.node(parts.condition);
        self.node(parts.step);
        for name in variables.into_iter().flatten() {
            self.scopes.entry(name).or_default().pop();
        }
        self.node(parts.result);
        self.scopes.entry(&parts.accumulator).or_default().pop();
    }
}

/// What a value is where a field is absent.
#[derive(Clone, Default)]
struct Without {
    /// The places without which it is false.
    is_false: Vec<Place>,
    /// The places without which it is true.
    is_true: Vec<Place>,
}

/// What follows of the absence of fields, for each node.
fn without(checked: &Checked, places: &[Option<Place>]) -> Vec<Without> {
    let mut all: Vec<Without> = Vec::with_capacity(checked.ast.len());
    for id in checked.ast.nodes() {
        let of = |id: &NodeId| &all[id.index()];
        let found = match checked.ast.kind(id) {
            NodeKind::Select { test: true, .. } => Without {
                is_false: places[id.index()].into_iter().collect(),
                is_true: Vec::new(),
            },
            NodeKind::Call {
                function,
                target,
                arguments,
            } => match (function.as_ref(), arguments.as_slice()) {
                (operator::AND, [left, right]) => Without {
                    is_false: either(&of(left).is_false, &of(right).is_false),
                    is_true: both(&of(left).is_true, &of(right).is_true),
                },
                (operator::OR, [left, right]) => Without {
                    is_false: both(&of(left).is_false, &of(right).is_false),
                    is_true: either(&of(left).is_true, &of(right).is_true),
                },
                (operator::NOT, [operand]) => Without {
                    is_false: of(operand).is_true.clone(),
                    is_true: of(operand).is_false.clone(),
                },
                (operator::CONDITIONAL, [condition, yes, no]) => {
                    let (condition, yes, no) = (of(condition), of(yes), of(no));
                    Without {
                        is_false: either(
                            &both(&condition.is_false, &no.is_false),
                            &both(&condition.is_true, &yes.is_false),
                        ),
                        is_true: either(
                            &both(&condition.is_false, &no.is_true),
                            &both(&condition.is_true, &yes.is_true),
                        ),
                    }
                }
                ("hasValue", []) => Without {
                    is_false: optional_chain(checked, places, *target),
                    is_true: Vec::new(),
                },
                _ => Without::default(),
            },
            _ => Without::default(),
        };
        all.push(found);
    }
    all
}

/// The fields that an optional value asks for: `a` and `a.b` of `self.?a.?b`.
fn optional_chain(
    checked: &Checked,
    places: &[Option<Place>],
    target: Option<NodeId>,
) -> Vec<Place> {
    let mut found = Vec::new();
    let mut at = target;
    while let Some(id) = at {
        at = match checked.ast.kind(id) {
            NodeKind::Call {
                function,
                arguments,
                ..
            } if function == operator::OPTIONAL_SELECT => {
                found.extend(places[id.index()]);
                arguments.first().copied()
            }
            // Of an optional value, this is one, too.
            NodeKind::Select { operand, .. }
                if matches!(checked.type_of(*operand), Type::Optional(_)) =>
            {
                found.extend(places[id.index()]);
                Some(*operand)
            }
            _ => None,
        };
    }
    found.sort_unstable();
    found
}

/// Those of either; both are sorted.
fn either(left: &[Place], right: &[Place]) -> Vec<Place> {
    let mut all = [left, right].concat();
    all.sort_unstable();
    all.dedup();
    all
}

/// Those of both; both are sorted.
fn both(left: &[Place], right: &[Place]) -> Vec<Place> {
    let is_right = |place: &&Place| right.binary_search(place).is_ok();
    left.iter().filter(is_right).copied().collect()
}

struct Reads<'c> {
    checked: &'c Checked,
    places: &'c [Option<Place>],
    without: Vec<Without>,
    /// How many of the guards around a node are of this place.
    guards: HashMap<Place, u32>,
    found: Vec<Selection>,
}

impl Reads<'_> {
    fn node(&mut self, id: NodeId) {
        let kind = self.checked.ast.kind(id);
        match kind {
            NodeKind::Call {
                function,
                arguments,
                ..
            } => match (function.as_ref(), arguments.as_slice()) {
                (operator::AND, [left, right]) => {
                    self.guarded(*left, *right, |without| &without.is_false);
                    self.guarded(*right, *left, |without| &without.is_false);
                }
                (operator::OR, [left, right]) => {
                    self.guarded(*left, *right, |without| &without.is_true);
                    self.guarded(*right, *left, |without| &without.is_true);
                }
                (operator::CONDITIONAL, [condition, yes, no]) => {
                    self.node(*condition);
                    self.guarded(*yes, *condition, |without| &without.is_false);
                    self.guarded(*no, *condition, |without| &without.is_true);
                }
                _ => kind.each_child(|child| self.node(child)),
            },
            NodeKind::Select {
                operand,
                field,
                test,
            } => {
                self.node(*operand);
                let is_guarded = self.places[id.index()]
                    .is_some_and(|place| self.guards.get(&place).is_some_and(|&count| count > 0));
                if let Type::Object(object) = self.checked.type_of(*operand)
                    && !test
                    && !is_guarded
                {
                    self.found.push(Selection {
                        node: id,
                        object: Arc::clone(object),
                        field: field.to_string(),
                    });
                }
            }
            _ => kind.each_child(|child| self.node(child)),
        }
    }

    /// A node whose errors count for nothing where another decides, or which is not evaluated then.
    fn guarded(&mut self, id: NodeId, by: NodeId, decides: fn(&Without) -> &Vec<Place>) {
        let places = decides(&self.without[by.index()]).clone();
        for place in &places {
            *self.guards.entry(*place).or_default() += 1;
        }
        self.node(id);
        for place in &places {
            *self.guards.entry(*place).or_default() -= 1;
        }
    }
}
