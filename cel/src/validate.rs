//! What the server looks at once the types are known: literals that cannot be what they are used for.

mod aggregate;
mod format;
mod literal;
mod message;

use crate::checked::Checked;
use crate::environment::Environment;
use crate::error::Reports;
use crate::syntax::NodeId;

/// Reports what is wrong with the literals of a checked expression.
pub(crate) fn validate(
    checked: &Checked,
    text: &str,
    environment: Environment,
    reports: &mut Reports,
) {
    let mut validator = Validator {
        checked,
        text,
        environment,
        reports,
    };
    validator.literals();
    validator.aggregates();
    validator.formats();
    validator.messages();
}

struct Validator<'a> {
    checked: &'a Checked,
    text: &'a str,
    environment: Environment,
    reports: &'a mut Reports,
}

impl Validator<'_> {
    fn report(&mut self, node: NodeId, message: String, hint: Option<String>) {
        let node = self.checked.ast().node(node);
        self.reports
            .at(self.text, node.position, node.span, message, hint);
    }
}
