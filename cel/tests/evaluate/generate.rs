//! Well-typed expressions and objects, by chance.

use serde_json::{Value, json};
use wheelwright_cel::KubeVersion;

/// Every list, map and text is bounded, so that estimates are.
pub(crate) const SCHEMA: &str = r#"{
  "type": "object",
  "properties": {
    "i": {"type": "integer"}, "j": {"type": "integer"},
    "s": {"type": "string", "maxLength": 12}, "t": {"type": "string", "maxLength": 6},
    "b": {"type": "boolean"}, "n": {"type": "number"},
    "d": {"type": "string", "format": "duration"}, "ts": {"type": "string", "format": "date-time"},
    "a-b": {"type": "integer"},
    "li": {"type": "array", "maxItems": 4, "items": {"type": "integer"}},
    "ls": {"type": "array", "maxItems": 4, "items": {"type": "string", "maxLength": 6}},
    "set": {"type": "array", "maxItems": 4, "x-kubernetes-list-type": "set", "items": {"type": "string", "maxLength": 6}},
    "lm": {"type": "array", "maxItems": 4, "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["k"],
      "items": {"type": "object", "required": ["k"], "properties": {"k": {"type": "string", "maxLength": 4}, "v": {"type": "integer"}}}},
    "mi": {"type": "object", "maxProperties": 3, "additionalProperties": {"type": "integer"}},
    "ms": {"type": "object", "maxProperties": 3, "additionalProperties": {"type": "string", "maxLength": 6}},
    "o": {"type": "object", "properties": {"k": {"type": "string", "maxLength": 4}, "v": {"type": "integer"}}}
  }
}"#;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Ty {
    Bool,
    Int,
    Double,
    Text,
    Duration,
    Time,
    Ints,
    Texts,
    IntMap,
    TextMap,
    OptionalInt,
    Quantity,
    Address,
}

/// A source of cases; the same seed gives the same.
pub(crate) struct Generator {
    state: u64,
    server: KubeVersion,
    variables: Vec<(String, Ty)>,
}

impl Generator {
    pub(crate) const fn new(seed: u64, server: KubeVersion) -> Self {
        Self {
            state: seed | 1,
            server,
            variables: Vec::new(),
        }
    }

    fn below(&mut self, count: usize) -> usize {
        // Xorshift, and the high bits of it.
        self.state ^= self.state << 13;
        self.state ^= self.state >> 7;
        self.state ^= self.state << 17;
        usize::try_from(self.state >> 33).unwrap_or(0) % count
    }

    fn one_of<'t>(&mut self, choices: &[&'t str]) -> &'t str {
        choices[self.below(choices.len())]
    }

    pub(crate) fn rule(&mut self) -> String {
        let ty = match self.below(8) {
            0 => Ty::Int,
            1 => Ty::Text,
            2 => Ty::Ints,
            _ => Ty::Bool,
        };
        let depth = 1 + self.below(4);
        self.expression(ty, depth)
    }

    fn leaf(&mut self, ty: Ty) -> String {
        let known: Vec<String> = self
            .variables
            .iter()
            .filter(|(_, of)| *of == ty)
            .map(|(name, _)| name.clone())
            .collect();
        if !known.is_empty() && self.below(2) == 0 {
            return known[self.below(known.len())].clone();
        }
        let choices: &[&str] = match ty {
            Ty::Bool => &["self.b", "true", "false", "has(self.o.k)", "has(self.mi.a)"],
            Ty::Int => &[
                "self.i",
                "oldSelf.j",
                "self.a__dash__b",
                "self.o.v",
                "0",
                "1",
                "3",
                "-7",
            ],
            Ty::Double => &["self.n", "1.5", "-0.25", "1e3"],
            Ty::Text => &[
                "self.s",
                "self.t",
                "oldSelf.s",
                "self.o.k",
                "'a'",
                "'1h'",
                "'x,y'",
                "'10'",
            ],
            Ty::Duration => &["self.d", "duration('90s')", "duration('-5ms')"],
            Ty::Time => &["self.ts", "timestamp('2024-02-29T01:02:03.5Z')"],
            Ty::Ints => &["self.li", "oldSelf.li", "[1, 2]", "[3]"],
            Ty::Texts => &["self.ls", "self.set", "oldSelf.set", "['a', 'b']"],
            Ty::IntMap => &["self.mi", "oldSelf.mi", "{'a': 1}"],
            Ty::TextMap => &["self.ms", "{'a': 'b'}"],
            Ty::OptionalInt => &[
                "self.?i",
                "self.?o.?v",
                "self.li[?0]",
                "optional.of(1)",
                "self.mi.?a",
            ],
            Ty::Quantity => &["quantity('1Gi')", "quantity('500m')", "quantity('1e3')"],
            Ty::Address => &["ip('10.0.0.1')", "ip('::1')", "cidr('10.0.0.0/8').ip()"],
        };
        self.one_of(choices).to_owned()
    }

    fn fold(&mut self, range: Ty, name: &str, body: Ty, depth: usize) -> String {
        let item = match range {
            Ty::Ints => Ty::Int,
            _ => Ty::Text,
        };
        let list = self.expression(range, depth);
        let variable = format!("x{}", self.variables.len());
        self.variables.push((variable.clone(), item));
        let body = self.expression(body, depth);
        self.variables.pop();
        format!("{list}.{name}({variable}, {body})")
    }

    fn range(&mut self) -> Ty {
        [Ty::Ints, Ty::Texts, Ty::IntMap][self.below(3)]
    }

    /// An expression of a type, so many levels deep at most.
    fn expression(&mut self, ty: Ty, depth: usize) -> String {
        if depth == 0 || self.below(5) == 0 {
            return self.leaf(ty);
        }
        let below = depth - 1;
        let any = |generator: &mut Self, types: &[Ty]| {
            let ty = types[generator.below(types.len())];
            generator.expression(ty, below)
        };
        if self.below(8) == 0 {
            let condition = self.expression(Ty::Bool, below);
            let (yes, no) = (self.expression(ty, below), self.expression(ty, below));
            return format!("({condition} ? {yes} : {no})");
        }
        match ty {
            Ty::Bool => self.bool(below),
            Ty::Int => match self.below(9) {
                0 => format!(
                    "{}.size()",
                    any(self, &[Ty::Text, Ty::Ints, Ty::Texts, Ty::IntMap])
                ),
                1 => format!(
                    "{}.indexOf({})",
                    any(self, &[Ty::Text]),
                    any(self, &[Ty::Text])
                ),
                2 => format!("{}.sum()", any(self, &[Ty::Ints])),
                3 => format!(
                    "{}.orValue({})",
                    any(self, &[Ty::OptionalInt]),
                    any(self, &[Ty::Int])
                ),
                4 => format!(
                    "int({})",
                    any(self, &[Ty::Text, Ty::Double, Ty::Duration, Ty::Time])
                ),
                5 => format!("{}.getHours()", any(self, &[Ty::Time, Ty::Duration])),
                6 => format!("{}[{}]", any(self, &[Ty::Ints]), any(self, &[Ty::Int])),
                7 => format!(
                    "{}.compareTo({})",
                    any(self, &[Ty::Quantity]),
                    any(self, &[Ty::Quantity])
                ),
                _ => {
                    let operator = self.one_of(&["+", "-", "*", "/", "%"]);
                    format!(
                        "({} {operator} {})",
                        any(self, &[Ty::Int]),
                        any(self, &[Ty::Int])
                    )
                }
            },
            Ty::Double => {
                let operator = self.one_of(&["+", "-", "*", "/"]);
                format!(
                    "({} {operator} {})",
                    any(self, &[Ty::Double]),
                    any(self, &[Ty::Double])
                )
            }
            Ty::Text => match self.below(9) {
                0 => format!("({} + {})", any(self, &[Ty::Text]), any(self, &[Ty::Text])),
                1 => format!(
                    "string({})",
                    any(
                        self,
                        &[Ty::Int, Ty::Double, Ty::Bool, Ty::Duration, Ty::Time]
                    )
                ),
                2 => format!(
                    "{}.substring({})",
                    any(self, &[Ty::Text]),
                    any(self, &[Ty::Int])
                ),
                3 => format!(
                    "{}.{}()",
                    any(self, &[Ty::Text]),
                    self.one_of(&["lowerAscii", "upperAscii", "trim"])
                ),
                4 => format!(
                    "{}.replace({}, {})",
                    any(self, &[Ty::Text]),
                    any(self, &[Ty::Text]),
                    any(self, &[Ty::Text])
                ),
                5 => format!(
                    "{}.join({})",
                    any(self, &[Ty::Texts]),
                    any(self, &[Ty::Text])
                ),
                6 => format!("{}.find('[a-z]+')", any(self, &[Ty::Text])),
                7 => format!("self.ms[{}]", any(self, &[Ty::Text])),
                _ => format!(
                    "{}.charAt({})",
                    any(self, &[Ty::Text]),
                    any(self, &[Ty::Int])
                ),
            },
            Ty::Duration => match self.below(3) {
                0 => format!("duration({})", any(self, &[Ty::Text])),
                1 => format!("({} - {})", any(self, &[Ty::Time]), any(self, &[Ty::Time])),
                _ => format!(
                    "({} + {})",
                    any(self, &[Ty::Duration]),
                    any(self, &[Ty::Duration])
                ),
            },
            Ty::Time => format!(
                "({} + {})",
                any(self, &[Ty::Time]),
                any(self, &[Ty::Duration])
            ),
            Ty::Ints | Ty::Texts => {
                let element = if ty == Ty::Ints { Ty::Int } else { Ty::Text };
                match self.below(6) {
                    0 => format!("({} + {})", any(self, &[ty]), any(self, &[ty])),
                    1 => self.fold(ty, "filter", Ty::Bool, below),
                    2 => {
                        let range = self.range();
                        self.fold(range, "map", element, below)
                    }
                    3 if self.server.minor() >= 34 => {
                        format!(
                            "{}.{}()",
                            any(self, &[ty]),
                            self.one_of(&["sort", "distinct", "reverse"])
                        )
                    }
                    4 if ty == Ty::Texts => {
                        format!(
                            "{}.split({})",
                            any(self, &[Ty::Text]),
                            any(self, &[Ty::Text])
                        )
                    }
                    _ => format!("[{}, {}]", any(self, &[element]), any(self, &[element])),
                }
            }
            Ty::IntMap => format!("{{{}: {}}}", any(self, &[Ty::Text]), any(self, &[Ty::Int])),
            Ty::TextMap => format!("{{{}: {}}}", any(self, &[Ty::Text]), any(self, &[Ty::Text])),
            Ty::OptionalInt => match self.below(3) {
                0 => format!("self.li[?{}]", any(self, &[Ty::Int])),
                1 => format!("self.mi[?{}]", any(self, &[Ty::Text])),
                _ => format!("{}.or({})", any(self, &[ty]), any(self, &[ty])),
            },
            Ty::Quantity => format!("quantity({})", any(self, &[Ty::Text])),
            Ty::Address => format!("ip({})", any(self, &[Ty::Text])),
        }
    }

    fn bool(&mut self, below: usize) -> String {
        let any = |generator: &mut Self, types: &[Ty]| {
            let ty = types[generator.below(types.len())];
            (
                generator.expression(ty, below),
                generator.expression(ty, below),
            )
        };
        match self.below(12) {
            0 => {
                let (a, b) = any(self, &[Ty::Bool]);
                format!("({a} && {b})")
            }
            1 => {
                let (a, b) = any(self, &[Ty::Bool]);
                format!("({a} || {b})")
            }
            2 => format!("!({})", self.expression(Ty::Bool, below)),
            3 => {
                let types = [
                    Ty::Int,
                    Ty::Double,
                    Ty::Text,
                    Ty::Duration,
                    Ty::Time,
                    Ty::Bool,
                ];
                let (a, b) = any(self, &types);
                format!("({a} {} {b})", self.one_of(&["<", "<=", ">", ">="]))
            }
            4 | 5 => {
                let types = [
                    Ty::Int,
                    Ty::Text,
                    Ty::Ints,
                    Ty::Texts,
                    Ty::IntMap,
                    Ty::TextMap,
                    Ty::OptionalInt,
                    Ty::Quantity,
                    Ty::Address,
                    Ty::Time,
                ];
                let (a, b) = any(self, &types);
                format!("({a} {} {b})", self.one_of(&["==", "!="]))
            }
            6 => {
                let (a, b) = any(self, &[Ty::Text]);
                format!(
                    "{a}.{}({b})",
                    self.one_of(&["startsWith", "endsWith", "contains"])
                )
            }
            7 => format!("{}.matches('^[a-z]+$')", self.expression(Ty::Text, below)),
            8 => {
                let text = self.expression(Ty::Text, below);
                let map = self.expression(Ty::IntMap, below);
                format!("({text} in {map})")
            }
            9 => {
                let (a, b) = any(self, &[Ty::Ints, Ty::Texts]);
                format!(
                    "sets.{}({a}, {b})",
                    self.one_of(&["contains", "intersects", "equivalent"])
                )
            }
            10 => format!("isQuantity({})", self.expression(Ty::Text, below)),
            _ => {
                let range = self.range();
                let name = self.one_of(&["all", "exists", "exists_one"]);
                self.fold(range, name, Ty::Bool, below)
            }
        }
    }

    /// An object of the schema, with fields missing.
    pub(crate) fn object(&mut self) -> Value {
        let text = |generator: &mut Self, most: usize| {
            let text = generator.one_of(&[
                "", "a", "b", "k", "1h", "x,y", "10", "1Gi", "é日", "10.0.0.1",
            ]);
            text.chars().take(most).collect::<String>()
        };
        let mut fields = json!({});
        let number = |generator: &mut Self| json!([0, 1, 2, -7, 100][generator.below(5)]);
        for name in ["i", "j", "a-b"] {
            fields[name] = number(self);
        }
        fields["s"] = json!(text(self, 12));
        fields["t"] = json!(text(self, 6));
        fields["b"] = json!(self.below(2) == 0);
        fields["n"] = [json!(1), json!(1.5), json!(-2.25)][self.below(3)].clone();
        fields["d"] = json!(self.one_of(&["1h", "90s", "0s"]));
        fields["ts"] = json!(self.one_of(&["2024-01-02T03:04:05Z", "1999-12-31T23:59:59.5+02:00"]));
        let count = self.below(5);
        fields["li"] = (0..count).map(|_| number(self)).collect();
        for name in ["ls", "set"] {
            let count = self.below(5);
            fields[name] = (0..count).map(|_| json!(text(self, 6))).collect();
        }
        let count = self.below(5);
        fields["lm"] = (0..count)
            .map(|at| json!({ "k": at.to_string(), "v": at }))
            .collect();
        for name in ["a", "k"] {
            if self.below(2) == 0 {
                fields["mi"][name] = number(self);
                fields["ms"][name] = json!(text(self, 6));
            }
        }
        fields["o"] = json!({ "k": text(self, 4) });
        if let Some(fields) = fields.as_object_mut() {
            let names: Vec<String> = fields.keys().cloned().collect();
            for name in names {
                if self.below(8) == 0 {
                    fields.remove(&name);
                }
            }
        }
        fields
    }
}
