//! What the macros expand to, node for node as cel-go expands them: the cost hangs on it.

use super::ast::{Comprehension, Literal, Name, NodeId, NodeKind};
use super::build::{Builder, Place};
use super::macros::{Arguments, Macro, MacroError};
use super::operator;

/// What a comprehension does with each element.
struct Loop {
    init: NodeId,
    condition: NodeId,
    step: NodeId,
    result: NodeId,
}

/// Makes the nodes that a macro call stands for.
pub(super) struct Expander<'b> {
    pub(super) builder: &'b mut Builder,
    /// The accumulator's name.
    pub(super) accumulator: &'static str,
}

/// The variable of loops that run never, only to give a name to a value.
const UNUSED: &str = "#unused";
/// The name that `sortBy` gives to the list.
const SORT_INPUT: &str = "@__sortBy_input__";

impl Expander<'_> {
    pub(super) fn expand(
        &mut self,
        which: Macro,
        call: &Arguments<'_>,
    ) -> Result<NodeId, MacroError> {
        match (which, call.target) {
            (Macro::Has, _) | (_, None) => self.has(call),
            (Macro::OptMap, Some(target)) => self.optional_map(call, target, false),
            (Macro::OptFlatMap, Some(target)) => self.optional_map(call, target, true),
            (Macro::SortBy, Some(target)) => self.sort_by(call, target),
            (_, Some(target)) => self.iterate(which, call, target),
        }
    }

    fn has(&mut self, call: &Arguments<'_>) -> Result<NodeId, MacroError> {
        let argument = call.arguments[0];
        match &self.builder.node(argument).kind {
            NodeKind::Select {
                operand,
                field,
                test: false,
            } => {
                let kind = NodeKind::Select {
                    operand: *operand,
                    field: field.clone(),
                    test: true,
                };
                Ok(self.builder.push(call.place, kind))
            }
            // The server takes `has(has(a.b))`, and tests `a.b`.
            NodeKind::Select { .. } => Ok(argument),
            _ => Err(MacroError {
                at: argument,
                message: "invalid argument to has() macro".to_owned(),
            }),
        }
    }

    /// The name that an argument is.
    fn name(&self, argument: NodeId, otherwise: &str) -> Result<Name, MacroError> {
        match &self.builder.node(argument).kind {
            NodeKind::Ident(name) => Ok(name.clone()),
            _ => Err(MacroError {
                at: argument,
                message: otherwise.to_owned(),
            }),
        }
    }

    fn not_the_accumulator(&self, argument: NodeId, name: &str) -> Result<(), MacroError> {
        // Before cel-go 0.23 the accumulator has a name that a variable can hide.
        if self.accumulator != "__result__" && matches!(name, "__result__" | "@result") {
            return Err(MacroError {
                at: argument,
                message: "iteration variable overwrites accumulator variable".to_owned(),
            });
        }
        Ok(())
    }

    fn iterate(
        &mut self,
        which: Macro,
        call: &Arguments<'_>,
        target: NodeId,
    ) -> Result<NodeId, MacroError> {
        let arguments = call.arguments;
        let transforms = matches!(
            which,
            Macro::TransformList | Macro::TransformMap | Macro::TransformMapEntry
        );
        // Of the macros with a filter that may be left out, only `map` has one variable.
        let variables = if transforms || (arguments.len() == 3 && which != Macro::Map) {
            2
        } else {
            1
        };
        let otherwise = match which {
            Macro::Map | Macro::Filter => "argument is not an identifier",
            _ => "argument must be a simple name",
        };
        let variable = self.name(arguments[0], otherwise)?;
        let mut second = None;
        if variables == 2 {
            let name = self.name(arguments[1], otherwise)?;
            if name == variable {
                return Err(MacroError {
                    at: arguments[1],
                    message: format!("duplicate variable name: {name}"),
                });
            }
            self.not_the_accumulator(arguments[0], &variable)?;
            self.not_the_accumulator(arguments[1], &name)?;
            second = Some(name);
        } else {
            self.not_the_accumulator(arguments[0], &variable)?;
        }
        let rest = &arguments[variables..];
        let (filter, body) = match (which, rest) {
            (Macro::Filter, [filter, ..]) => (Some(*filter), arguments[0]),
            (_, [filter, body]) => (Some(*filter), *body),
            _ => (None, rest[0]),
        };
        let place = call.place;
        let parts = match which {
            Macro::All => self.all(place, body),
            Macro::Exists => self.exists(place, body),
            Macro::ExistsOne => self.exists_one(place, body),
            Macro::TransformMap => {
                let accumulator = self.accumulated(place);
                let key = self.builder.ident(place, variable.clone());
                let insert =
                    self.builder
                        .call(place, operator::MAP_INSERT, vec![accumulator, key, body]);
                self.gather(place, NodeKind::Map(Vec::new()), insert, filter)
            }
            Macro::TransformMapEntry => {
                let accumulator = self.accumulated(place);
                let insert =
                    self.builder
                        .call(place, operator::MAP_INSERT, vec![accumulator, body]);
                self.gather(place, NodeKind::Map(Vec::new()), insert, filter)
            }
            _ => {
                let accumulator = self.accumulated(place);
                let element = self.builder.list(place, vec![body]);
                let add = self
                    .builder
                    .call(place, operator::ADD, vec![accumulator, element]);
                let empty = NodeKind::List {
                    elements: Vec::new(),
                    optional: Vec::new(),
                };
                self.gather(place, empty, add, filter)
            }
        };
        Ok(self.comprehension(place, target, variable, second, &parts))
    }

    fn comprehension(
        &mut self,
        place: Place,
        range: NodeId,
        variable: Name,
        second: Option<Name>,
        parts: &Loop,
    ) -> NodeId {
        self.builder.comprehension(
            place,
            Comprehension {
                range,
                variable,
                second,
                accumulator: Name::Borrowed(self.accumulator),
                init: parts.init,
                condition: parts.condition,
                step: parts.step,
                result: parts.result,
            },
        )
    }

    fn accumulated(&mut self, place: Place) -> NodeId {
        self.builder.ident(place, self.accumulator)
    }

    fn all(&mut self, place: Place, body: NodeId) -> Loop {
        let init = self.builder.literal(place, Literal::Bool(true));
        let so_far = self.accumulated(place);
        let condition = self
            .builder
            .call(place, operator::NOT_STRICTLY_FALSE, vec![so_far]);
        let so_far = self.accumulated(place);
        let step = self.builder.call(place, operator::AND, vec![so_far, body]);
        let result = self.accumulated(place);
        Loop {
            init,
            condition,
            step,
            result,
        }
    }

    fn exists(&mut self, place: Place, body: NodeId) -> Loop {
        let init = self.builder.literal(place, Literal::Bool(false));
        let so_far = self.accumulated(place);
        let not = self.builder.call(place, operator::NOT, vec![so_far]);
        let condition = self
            .builder
            .call(place, operator::NOT_STRICTLY_FALSE, vec![not]);
        let so_far = self.accumulated(place);
        let step = self.builder.call(place, operator::OR, vec![so_far, body]);
        let result = self.accumulated(place);
        Loop {
            init,
            condition,
            step,
            result,
        }
    }

    fn exists_one(&mut self, place: Place, body: NodeId) -> Loop {
        let init = self.builder.literal(place, Literal::Int(0));
        let condition = self.builder.literal(place, Literal::Bool(true));
        let so_far = self.accumulated(place);
        let one = self.builder.literal(place, Literal::Int(1));
        let more = self.builder.call(place, operator::ADD, vec![so_far, one]);
        let so_far = self.accumulated(place);
        let step = self.builder.conditional(place, body, more, so_far);
        let so_far = self.accumulated(place);
        let one = self.builder.literal(place, Literal::Int(1));
        let result = self
            .builder
            .call(place, operator::EQUALS, vec![so_far, one]);
        Loop {
            init,
            condition,
            step,
            result,
        }
    }

    /// A loop that adds to a list or map, of all elements or of those that the filter lets through.
    fn gather(
        &mut self,
        place: Place,
        empty: NodeKind,
        add: NodeId,
        filter: Option<NodeId>,
    ) -> Loop {
        let init = self.builder.push(place, empty);
        let condition = self.builder.literal(place, Literal::Bool(true));
        let step = match filter {
            Some(filter) => {
                let so_far = self.accumulated(place);
                self.builder.conditional(place, filter, add, so_far)
            }
            None => add,
        };
        let result = self.accumulated(place);
        Loop {
            init,
            condition,
            step,
            result,
        }
    }

    /// A loop over nothing, whose accumulator gives a value a name for the body.
    fn bind(&mut self, place: Place, name: Name, value: NodeId, body: NodeId) -> NodeId {
        let range = self.builder.list(place, Vec::new());
        let condition = self.builder.literal(place, Literal::Bool(false));
        let step = self.builder.ident(place, name.clone());
        self.builder.comprehension(
            place,
            Comprehension {
                range,
                variable: Name::Borrowed(UNUSED),
                second: None,
                accumulator: name,
                init: value,
                condition,
                step,
                result: body,
            },
        )
    }

    fn optional_map(
        &mut self,
        call: &Arguments<'_>,
        target: NodeId,
        flat: bool,
    ) -> Result<NodeId, MacroError> {
        let place = call.place;
        let name = if flat { "optFlatMap" } else { "optMap" };
        let variable = self.name(
            call.arguments[0],
            &format!("{name}() variable name must be a simple identifier"),
        )?;
        let has_value = self
            .builder
            .member_call(place, "hasValue", target, Vec::new());
        let again = self.builder.copy(target);
        let value = self.builder.member_call(place, "value", again, Vec::new());
        let mut yes = self.bind(place, variable, value, call.arguments[1]);
        if !flat {
            yes = self.builder.call(place, "optional.of", vec![yes]);
        }
        let no = self.builder.call(place, "optional.none", Vec::new());
        Ok(self.builder.conditional(place, has_value, yes, no))
    }

    fn sort_by(&mut self, call: &Arguments<'_>, target: NodeId) -> Result<NodeId, MacroError> {
        let place = call.place;
        if matches!(
            self.builder.node(target).kind,
            NodeKind::Literal(_) | NodeKind::Map(_) | NodeKind::Struct { .. }
        ) {
            return Err(MacroError {
                at: target,
                message: "sortBy can only be applied to a list, identifier, comprehension, call or select expression"
                    .to_owned(),
            });
        }
        let input = self.builder.ident(place, SORT_INPUT);
        let keys = self.iterate(Macro::Map, call, input)?;
        let input = self.builder.ident(place, SORT_INPUT);
        let sorted = self
            .builder
            .member_call(place, operator::SORT_BY_KEYS, input, vec![keys]);
        Ok(self.bind(place, Name::Borrowed(SORT_INPUT), target, sorted))
    }
}
