//! What calls cost.

use crate::overload::Overload;
use crate::syntax::NodeId;

use super::arithmetic::{Cost, Size};
use super::estimate::{Call, Estimator, Operand};
use super::unit;

impl<'c> Estimator<'c, '_> {
    /// A call by one of its signatures, with its arguments but without its target.
    pub(super) fn overload(
        &mut self,
        id: NodeId,
        function: &str,
        overload: Overload,
        target: Option<&Operand<'c>>,
        operands: &[Operand<'c>],
        arguments: &[NodeId],
    ) -> Call {
        let costs = self.costs(arguments);
        let library = self
            .list_call(overload, target, operands)
            .or_else(|| self.kubernetes_call(function, overload, target, operands));
        if let Some(call) = library {
            return Call {
                cost: call.cost.plus(costs),
                size: call.size,
            };
        }
        let call = match (overload, operands) {
            (Overload::LogicalAnd | Overload::LogicalOr, _) => {
                let [left, right] = arguments else {
                    return Call {
                        cost: costs,
                        size: None,
                    };
                };
                // The right may not be looked at.
                let (left, right) = (self.cost(*left), self.cost(*right));
                let cost = Cost {
                    min: left.min,
                    max: left.plus(right).max,
                };
                return Call { cost, size: None };
            }
            (Overload::Conditional, [_, yes, no]) => {
                let size = yes.size().union(no.size());
                if let Some(entry) = self.union_of_entries(arguments[1], arguments[2]) {
                    self.set_entry(id, entry);
                }
                let either = self.cost(arguments[1]).union(self.cost(arguments[2]));
                return Call {
                    cost: self.cost(arguments[0]).plus(either),
                    size: Some(size),
                };
            }
            (Overload::AddString | Overload::AddBytes | Overload::AddList, [left, right]) => {
                let size = left.size().plus(right.size());
                if let Some(entry) = self.union_of_entries(arguments[0], arguments[1]) {
                    self.set_entry(id, entry);
                }
                let cost = match overload {
                    Overload::AddList => Cost::of(unit::CALL),
                    _ => size.scaled(unit::STRING),
                };
                Call {
                    cost,
                    size: Some(size),
                }
            }
            _ => self.plain_call(overload, target, operands),
        };
        Call {
            cost: call.cost.plus(costs),
            size: call.size,
        }
    }

    fn plain_call(
        &self,
        overload: Overload,
        target: Option<&Operand<'c>>,
        operands: &[Operand<'c>],
    ) -> Call {
        let cost = |cost| Call { cost, size: None };
        match (overload, target, operands) {
            (Overload::StringFormat, Some(target), _) => cost(target.size().scaled(unit::STRING)),
            (Overload::StringToBytes, _, [text]) => {
                let size = text.size();
                Call {
                    cost: size.scaled(unit::STRING),
                    size: Some(Size {
                        min: size.min,
                        max: size.max.wrapping_mul(4),
                    }),
                }
            }
            (Overload::BytesToString, _, [bytes]) => {
                let size = bytes.size();
                Call {
                    cost: size.scaled(unit::STRING),
                    size: Some(Size {
                        min: size.min / 4,
                        max: size.max,
                    }),
                }
            }
            (Overload::StringsQuote, _, [text]) => {
                let size = text.size();
                Call {
                    cost: size.scaled(unit::STRING),
                    size: Some(Size {
                        min: size.min.wrapping_add(2),
                        max: size.max.wrapping_mul(2).wrapping_add(2),
                    }),
                }
            }
            (Overload::StartsWithString | Overload::EndsWithString, _, [part]) => {
                cost(part.size().scaled(unit::STRING))
            }
            (Overload::InList, _, [_, list]) => cost(list.size().scaled(1.0)),
            (Overload::MatchesString, Some(text), [pattern]) => {
                cost(matching(text.size(), pattern.size()))
            }
            (Overload::Matches, _, [text, pattern]) if self.environment.server().at_least(37) => {
                cost(matching(text.size(), pattern.size()))
            }
            (Overload::ContainsString, Some(text), [part]) => cost(
                text.size()
                    .scaled(unit::STRING)
                    .times(part.size().scaled(unit::STRING)),
            ),
            (_, _, [left, right]) if compares(overload) => {
                let max = left.size().max.min(right.size().max);
                let compared = Cost {
                    min: u64::from(max > 0),
                    max,
                };
                cost(compared.scaled(unit::STRING))
            }
            _ => cost(Cost::of(unit::CALL)),
        }
    }
}

/// Looking for a pattern in a text; an empty text counts as one character.
pub(super) fn matching(text: Size, pattern: Size) -> Cost {
    let text = text.plus(Size::of(1)).scaled(unit::STRING);
    text.times(pattern.scaled(unit::PATTERN))
}

/// Whether a signature goes through both of its operands until they differ.
const fn compares(overload: Overload) -> bool {
    matches!(
        overload,
        Overload::Equals
            | Overload::NotEquals
            | Overload::LessString
            | Overload::LessEqualsString
            | Overload::GreaterString
            | Overload::GreaterEqualsString
            | Overload::LessBytes
            | Overload::LessEqualsBytes
            | Overload::GreaterBytes
            | Overload::GreaterEqualsBytes
    )
}
