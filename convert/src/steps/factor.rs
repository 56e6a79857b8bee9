//! Numbers times a factor.

use super::{
    Compiled, Direction, Json, Kind, One, OneWay, Origin, Pass, Result, Side, StepKind, StepPlan,
    last_within, listed, schema::outside, unlike,
};

/// A multiple.
#[derive(Debug)]
pub(crate) struct Factor {
    numerator: i64,
    denominator: i64,
}

impl Factor {
    pub(super) fn compile(numerator: i64, denominator: i64, of: &Origin) -> Compiled<Self> {
        of.expect(&[(Side::Spoke, "a number"), (Side::Hub, "a number")], "")?;
        if numerator == 0 || denominator == 0 {
            return Err(of.error("a factor of 0 loses every value"));
        }
        Ok(Self {
            numerator,
            denominator,
        })
    }

    /// What it multiplies and what it divides by.
    const fn of(&self, direction: Direction) -> (i64, i64) {
        match direction {
            Direction::Up => (self.numerator, self.denominator),
            Direction::Down => (self.denominator, self.numerator),
        }
    }
}

impl StepKind for Factor {
    /// Integers stay integers, rounded towards zero where the factor does not divide them; what is cut off is kept. What is
    /// beyond 64 bits becomes the last number within, and is kept: whoever wrote it keeps nobody from reading the object.
    fn value<'a>(&'a self, input: &Json<'a>, pass: Pass<'a, '_>) -> Result<One<'a>> {
        if input.kind() != Kind::Number {
            return unlike();
        }
        let (over, under) = self.of(pass.way.direction);
        let output = if let Some(integer) = input.as_i64() {
            let result = i128::from(integer) * i128::from(over) / i128::from(under);
            Json::display(result.clamp(i64::MIN.into(), i64::MAX.into()))
        } else {
            let text = input.number_text();
            let float: f64 = text.and_then(|text| text.parse().ok()).unwrap_or_default();
            #[expect(clippy::cast_precision_loss, reason = "factors are small")]
            let result = float * over as f64 / under as f64;
            Json::of_value(&result.clamp(f64::MIN, f64::MAX).into())
        };
        Ok(Some(last_within(output, pass)))
    }

    fn words(&self, _: &StepPlan) -> (&'static str, String) {
        let under = match self.denominator {
            1 => String::new(),
            denominator => format!("/{denominator}"),
        };
        ("factor", format!("{}{under}", self.numerator))
    }

    fn lost(&self, way: OneWay) -> Option<String> {
        let (over, under) = self.of(way.direction);
        let mut lost = Vec::new();
        if over % under != 0 {
            lost.push("what the division leaves over");
        }
        let fits = |bound: i64| {
            let result = i128::from(bound) * i128::from(over) / i128::from(under);
            i64::try_from(result).is_ok()
        };
        if outside(way.source(), fits) {
            lost.push("what is beyond 64 bits");
        }
        listed(&lost)
    }
}
