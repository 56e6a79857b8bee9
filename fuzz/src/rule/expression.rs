//! Well-typed expressions by chance.

use std::rc::Rc;

use super::schema::Place;
use super::signature::{BOOL, Form, INT, Signature, TEXT, Ty, all};
use super::text;
use crate::Random;

/// Makes expressions for a place.
pub struct Writer<'p> {
    place: &'p Place,
    /// The server's minor version.
    minor: u8,
    /// Whether arguments may hide their types behind `dyn`, which makes mistakes that show when the rule runs.
    loose: bool,
    signatures: Rc<Vec<Signature>>,
    variables: Vec<(String, Ty)>,
}

impl<'p> Writer<'p> {
    /// For new rules at the place on a server of 1.`minor`.
    #[must_use]
    pub fn new(place: &'p Place, minor: u8, loose: bool) -> Self {
        thread_local!(static SIGNATURES: Rc<Vec<Signature>> = Rc::new(all()));
        Self {
            place,
            minor,
            loose,
            signatures: SIGNATURES.with(Rc::clone),
            variables: Vec::new(),
        }
    }

    /// A rule.
    pub fn rule(&mut self, random: &mut Random) -> String {
        let depth = 1 + random.below(4);
        self.expression(&BOOL, depth, random)
    }

    /// An expression of any type.
    pub fn any(&mut self, random: &mut Random) -> String {
        let ty = self.some_type(random, 2);
        let depth = 1 + random.below(3);
        self.expression(&ty, depth, random)
    }

    fn some_type(&self, random: &mut Random, depth: usize) -> Ty {
        const PLAIN: &[&str] = &[
            "bool",
            "int",
            "int",
            "uint",
            "double",
            "string",
            "string",
            "bytes",
            "duration",
            "timestamp",
        ];
        let index = random.below(if depth == 0 { 6 } else { 10 });
        match index {
            0..=3 => Ty::Plain(PLAIN[random.below(PLAIN.len())]),
            4 if !self.place.paths.is_empty() => self.place.paths
                [random.below(self.place.paths.len())]
            .1
            .clone(),
            4 | 5 => TEXT,
            6 | 7 => Ty::list(self.some_type(random, depth - 1)),
            8 => Ty::map(TEXT, self.some_type(random, depth - 1)),
            _ => Ty::optional(self.some_type(random, depth - 1)),
        }
    }

    /// What is there of a type: fields, and variables of macros.
    fn known(&self, ty: &Ty, random: &mut Random) -> Option<String> {
        let variables: Vec<&String> = self
            .variables
            .iter()
            .filter(|(_, of)| of == ty)
            .map(|(name, _)| name)
            .collect();
        if !variables.is_empty() && random.below(3) != 0 {
            return Some(variables[random.below(variables.len())].clone());
        }
        let root = ["self", "self", "self", "oldSelf"][random.below(4)];
        let mut fields: Vec<&str> = self
            .place
            .paths
            .iter()
            .filter(|(_, of)| of == ty)
            .map(|(path, _)| path.as_str())
            .collect();
        if self.place.ty == *ty {
            fields.push("");
        }
        if fields.is_empty() {
            return None;
        }
        let path = fields[random.below(fields.len())];
        Some(format!("{root}{path}"))
    }

    fn leaf(&mut self, ty: &Ty, random: &mut Random) -> String {
        if random.below(3) != 0
            && let Some(known) = self.known(ty, random)
        {
            return known;
        }
        self.literal(ty, "", 0, random)
    }

    /// A literal that is an argument of a function.
    fn literal(&mut self, ty: &Ty, function: &str, index: usize, random: &mut Random) -> String {
        let quoted = |text: &str| format!("'{text}'");
        match ty {
            Ty::Plain("bool") => ["true", "false"][random.below(2)].to_owned(),
            Ty::Plain("int") => match text::integer(random) {
                _ if function.contains("range") => random.below(6).to_string(),
                i64::MIN => "-9223372036854775808".to_owned(),
                number => number.to_string(),
            },
            Ty::Plain("uint") => {
                ["0u", "1u", "7u", "18446744073709551615u"][random.below(4)].to_owned()
            }
            Ty::Plain("double") => {
                ["0.0", "1.5", "-0.25", "1e3", "2.0", "1e300", "-0.0"][random.below(7)].to_owned()
            }
            Ty::Plain("string") => quoted(text::argument(function, index, random)),
            Ty::Plain("bytes") => {
                ["b''", "b'abc'", "b'\\xff'", "bytes('é')"][random.below(4)].to_owned()
            }
            Ty::Plain("duration" | "timestamp") => {
                let Ty::Plain(name) = ty else {
                    return String::new();
                };
                format!("{name}({})", quoted(text::argument(name, 0, random)))
            }
            Ty::Plain("net.IP") => format!("ip({})", quoted(text::argument("ip", 0, random))),
            Ty::Plain("net.CIDR") => format!("cidr({})", quoted(text::argument("cidr", 0, random))),
            Ty::Plain("kubernetes.URL") => {
                format!("url({})", quoted(text::argument("url", 0, random)))
            }
            Ty::Plain("kubernetes.Quantity") => {
                format!(
                    "quantity({})",
                    quoted(text::argument("quantity", 0, random))
                )
            }
            Ty::Plain("kubernetes.Semver") => {
                format!("semver({})", quoted(text::argument("semver", 0, random)))
            }
            Ty::Plain("kubernetes.NamedFormat") => {
                let name = [
                    "dns1123Label",
                    "uri",
                    "labelValue",
                    "qualifiedName",
                    "date",
                    "byte",
                ][random.below(6)];
                format!("format.{name}()")
            }
            Ty::Plain(_) | Ty::Param(_) => "null".to_owned(),
            Ty::Dyn => {
                let ty = self.some_type(random, 1);
                let inner = self.leaf(&ty, random);
                format!("dyn({inner})")
            }
            Ty::List(item) => {
                let count = random.below(4);
                let items: Vec<String> = (0..count).map(|_| self.leaf(item, random)).collect();
                format!("[{}]", items.join(", "))
            }
            Ty::Map(key, value) => {
                let keys = ["'a'", "'b'", "'x-y'"];
                let count = random.below(3);
                let entries: Vec<String> = keys[..count]
                    .iter()
                    .map(|text| {
                        let key = if **key == TEXT {
                            (*text).to_owned()
                        } else {
                            self.leaf(key, random)
                        };
                        format!("{key}: {}", self.leaf(value, random))
                    })
                    .collect();
                format!("{{{}}}", entries.join(", "))
            }
            Ty::Optional(value) => {
                if random.below(4) == 0 {
                    return "optional.none()".to_owned();
                }
                format!("optional.of({})", self.leaf(value, random))
            }
            Ty::Object(_) => self
                .known(ty, random)
                .unwrap_or_else(|| "dyn({})".to_owned()),
        }
    }

    /// An expression of a type, so many levels deep at most.
    pub fn expression(&mut self, ty: &Ty, depth: usize, random: &mut Random) -> String {
        self.argument(ty, depth, "", 0, random)
    }

    fn argument(
        &mut self,
        ty: &Ty,
        depth: usize,
        function: &str,
        index: usize,
        random: &mut Random,
    ) -> String {
        if self.loose && random.below(30) == 0 {
            let other = if random.below(2) == 0 {
                ty.clone()
            } else {
                self.some_type(random, 1)
            };
            let inner = self.argument(&other, depth.saturating_sub(1), function, index, random);
            return format!("dyn({inner})");
        }
        if depth == 0 || random.below(6) == 0 {
            if random.below(2) == 0
                && let Some(known) = self.known(ty, random)
            {
                return known;
            }
            return self.literal(ty, function, index, random);
        }
        let below = depth - 1;
        match random.below(12) {
            0 => {
                let condition = self.expression(&BOOL, below, random);
                let (yes, no) = (
                    self.expression(ty, below, random),
                    self.expression(ty, below, random),
                );
                format!("({condition} ? {yes} : {no})")
            }
            1..=3 => self.loops(ty, below, random),
            4 => self.optional(ty, below, random),
            _ => self.call(ty, below, random),
        }
    }

    fn call(&mut self, ty: &Ty, below: usize, random: &mut Random) -> String {
        let signatures = Rc::clone(&self.signatures);
        let mut fitting: Vec<(&Signature, Vec<(char, Ty)>)> = signatures
            .iter()
            .filter(|signature| signature.since <= self.minor)
            .filter_map(|signature| {
                let mut bound = Vec::new();
                signature
                    .result
                    .unify(ty, &mut bound)
                    .then_some((signature, bound))
            })
            .collect();
        // Else most of what gives a bool compares.
        if random.below(3) != 0 {
            let is_plain = |signature: &Signature| !matches!(signature.form, Form::Infix(_));
            if fitting.iter().any(|(signature, _)| is_plain(signature)) {
                fitting.retain(|(signature, _)| is_plain(signature));
            }
        }
        if fitting.is_empty() {
            return self.leaf(ty, random);
        }
        let (signature, mut bound) = fitting.swap_remove(random.below(fitting.len()));
        let mut names = Vec::new();
        signature
            .parameters
            .iter()
            .for_each(|ty| ty.parameters(&mut names));
        for name in names {
            if !bound.iter().any(|(bound, _)| *bound == name) {
                let is_key = signature
                    .parameters
                    .iter()
                    .any(|ty| matches!(ty, Ty::Map(key, _) if **key == Ty::Param(name)));
                let some = if is_key {
                    TEXT
                } else {
                    self.some_type(random, 1)
                };
                bound.push((name, some));
            }
        }
        let name = match signature.form {
            Form::Global(name) | Form::Member(name) => name,
            _ => "",
        };
        if name == "format" {
            return self.format(below, random);
        }
        let arguments: Vec<String> = signature
            .parameters
            .iter()
            .enumerate()
            .map(|(index, ty)| self.argument(&ty.with(&bound), below, name, index, random))
            .collect();
        match signature.form {
            Form::Global(name) => format!("{name}({})", arguments.join(", ")),
            Form::Member(name) => format!("{}.{name}({})", arguments[0], arguments[1..].join(", ")),
            Form::Infix(operator) => format!("({} {operator} {})", arguments[0], arguments[1]),
            Form::Prefix(operator) => format!("{operator}({})", arguments[0]),
            Form::Index("[?]") => format!("{}[?{}]", arguments[0], arguments[1]),
            Form::Index(_) => format!("{}[{}]", arguments[0], arguments[1]),
        }
    }

    fn format(&mut self, below: usize, random: &mut Random) -> String {
        const VERBS: &[&str] = &[
            "%s", "%d", "%x", "%f", "%.2f", "%e", "%X", "%o", "%b", "%%", "%.0e",
        ];
        let count = random.below(3);
        let mut text = "a".to_owned();
        let mut arguments = Vec::new();
        for _ in 0..count {
            let verb = VERBS[random.below(VERBS.len())];
            text.push_str(verb);
            if verb != "%%" {
                let ty = match verb {
                    _ if random.below(8) == 0 => self.some_type(random, 1),
                    "%s" => self.some_type(random, 2),
                    "%f" | "%.2f" | "%e" | "%.0e" => Ty::Plain("double"),
                    _ => INT,
                };
                arguments.push(self.expression(&ty, below, random));
            }
        }
        format!("'{text}'.format([{}])", arguments.join(", "))
    }

    fn variable(&mut self, ty: &Ty) -> String {
        let name = format!("x{}", self.variables.len());
        self.variables.push((name.clone(), ty.clone()));
        name
    }

    /// A macro over a list or a map.
    fn loops(&mut self, ty: &Ty, below: usize, random: &mut Random) -> String {
        let item = self.some_type(random, 1);
        let is_map = random.below(3) == 0;
        let range_ty = if is_map {
            Ty::map(TEXT, item.clone())
        } else {
            Ty::list(item.clone())
        };
        let (first, second) = if is_map { (TEXT, item) } else { (INT, item) };
        let pairs = self.minor >= 33 && random.below(3) == 0;
        let depth = self.variables.len();
        // The range does not see the variables.
        let range = |writer: &mut Self, random: &mut Random| {
            writer.expression(&range_ty, below.min(1), random)
        };
        let text = match ty {
            Ty::Plain("bool") => {
                let range = range(self, random);
                let variables = self.loop_variables(pairs, is_map, &first, &second);
                let body = self.expression(&BOOL, below, random);
                let name = match random.below(3) {
                    0 => "all",
                    1 => "exists",
                    _ if pairs => "existsOne",
                    _ => "exists_one",
                };
                format!("{range}.{name}({variables}, {body})")
            }
            Ty::List(wanted) if !is_map && !pairs && random.below(3) == 0 => {
                let list = self.expression(ty, below, random);
                if self.minor >= 35 && random.below(2) == 0 {
                    let key = ["int", "string", "double", "duration", "bool"][random.below(5)];
                    let variable = self.variable(wanted);
                    let body = self.expression(&Ty::Plain(key), below, random);
                    format!("{list}.sortBy({variable}, {body})")
                } else {
                    let variable = self.variable(wanted);
                    let body = self.expression(&BOOL, below, random);
                    format!("{list}.filter({variable}, {body})")
                }
            }
            Ty::List(wanted) => {
                let range = range(self, random);
                let variables = self.loop_variables(pairs, is_map, &first, &second);
                let name = if pairs { "transformList" } else { "map" };
                let filter = if random.below(3) == 0 {
                    format!("{}, ", self.expression(&BOOL, below, random))
                } else {
                    String::new()
                };
                let body = self.expression(wanted, below, random);
                format!("{range}.{name}({variables}, {filter}{body})")
            }
            Ty::Map(key, wanted) if self.minor >= 33 && **key == TEXT => {
                let range = range(self, random);
                let variables = self.loop_variables(true, is_map, &first, &second);
                let body = self.expression(wanted, below, random);
                if is_map && random.below(2) == 0 {
                    format!("{range}.transformMap({variables}, {body})")
                } else {
                    let key = self.expression(&TEXT, below.min(1), random);
                    format!("{range}.transformMapEntry({variables}, {{{key}: {body}}})")
                }
            }
            _ => self.call(ty, below, random),
        };
        self.variables.truncate(depth);
        text
    }

    fn loop_variables(&mut self, pairs: bool, is_map: bool, first: &Ty, second: &Ty) -> String {
        if pairs {
            let first = self.variable(first);
            format!("{first}, {}", self.variable(second))
        } else {
            self.variable(if is_map { first } else { second })
        }
    }

    /// Something with optional values or with `has`.
    fn optional(&mut self, ty: &Ty, below: usize, random: &mut Random) -> String {
        let fields = &self.place.paths;
        let root = ["self", "oldSelf"][random.below(2)];
        let has_dot = |path: &&(String, Ty)| path.0.rsplit_once('.').is_some();
        match ty {
            Ty::Plain("bool") => {
                let fields: Vec<&(String, Ty)> = fields.iter().filter(has_dot).collect();
                if fields.is_empty() {
                    return self.leaf(ty, random);
                }
                format!("has({root}{})", fields[random.below(fields.len())].0)
            }
            Ty::Optional(wanted) => {
                let fitting: Vec<String> = fields
                    .iter()
                    .filter(|(_, of)| of == &**wanted)
                    .map(|(path, _)| path.replace('.', ".?"))
                    .collect();
                if !fitting.is_empty() && random.below(2) == 0 {
                    return format!("{root}{}", fitting[random.below(fitting.len())]);
                }
                let from = self.some_type(random, 1);
                let source = self.expression(&Ty::optional(from.clone()), below, random);
                let depth = self.variables.len();
                let variable = self.variable(&from);
                let text = if random.below(2) == 0 {
                    format!(
                        "{source}.optMap({variable}, {})",
                        self.expression(wanted, below, random)
                    )
                } else {
                    format!(
                        "{source}.optFlatMap({variable}, {})",
                        self.expression(ty, below, random)
                    )
                };
                self.variables.truncate(depth);
                text
            }
            _ => {
                let value = self.expression(&Ty::optional(ty.clone()), below, random);
                let other = self.expression(ty, below, random);
                format!("{value}.orValue({other})")
            }
        }
    }
}
