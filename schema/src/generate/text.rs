use wheelwright_grammar::pattern::Pattern;

use super::{Effective, Generator};

/// Characters of every length in UTF-8, of those that need quoting in JSON or YAML, and of those that are easily lost.
const CHARACTERS: [char; 24] = [
    'a', 'b', 'z', 'A', 'Z', '0', '9', '-', '.', '/', '_', ' ', '"', '\\', '\'', ':', '#', '\n',
    '\t', 'é', 'ß', '中', '😀', '\u{0}',
];

/// Texts that something else could be made of by mistake.
const SUSPICIOUS: [&str; 16] = [
    "",
    "null",
    "true",
    "~",
    "1",
    "0",
    "-1",
    "1.5",
    "1e3",
    "0x1f",
    "2020-01-01",
    "a b",
    " a",
    "a\n",
    "{}",
    "metadata",
];

impl Generator {
    pub(super) fn text(&mut self, schema: &Effective<'_>) -> String {
        let (least, most) = (schema.count("minLength"), schema.count("maxLength"));
        let fits = |text: &str| {
            let length = u64::try_from(text.chars().count()).unwrap_or(u64::MAX);
            least.is_none_or(|least| least <= length) && most.is_none_or(|most| length <= most)
        };
        // No pattern knows how many days a month has.
        let is_date = matches!(
            schema.text("format"),
            Some("date-time" | "datetime" | "date")
        );
        let fits =
            |text: &str| fits(text) && (!is_date || text.get(8..10).is_none_or(|day| day <= "28"));
        let patterns: Vec<Pattern> = schema
            .patterns()
            .filter_map(|pattern| Pattern::parse(pattern).ok())
            .collect();
        if !patterns.is_empty() {
            let mut text = self.until(fits, |generator| {
                // One after the other: of several patterns one is often about the start and one about the end.
                let samples = patterns
                    .iter()
                    .map(|pattern| pattern.sample(&mut |count| generator.random.below(count)));
                samples.collect()
            });
            // A pattern without `$` says nothing of what follows.
            let missing = least
                .unwrap_or(0)
                .saturating_sub(text.chars().count() as u64)
                .min(10_000);
            text.extend((0..missing).map(|_| self.character()));
            return text;
        }
        if let Some(format) = schema.text("format")
            && let Some(text) = self.format(format)
        {
            return text;
        }
        if self.random.one_in(4) {
            let text = self.until(fits, Self::some_text);
            if fits(&text) {
                return text;
            }
        }
        let length = self.length(least, most);
        (0..length).map(|_| self.character()).collect()
    }

    /// Tries until a text will do, but not for ever.
    fn until(
        &mut self,
        fits: impl Fn(&str) -> bool,
        mut make: impl FnMut(&mut Self) -> String,
    ) -> String {
        let mut text = make(self);
        for _ in 0..20 {
            if fits(&text) {
                break;
            }
            text = make(self);
        }
        text
    }

    pub(super) fn some_text(&mut self) -> String {
        self.random
            .pick(&SUSPICIOUS)
            .copied()
            .unwrap_or_default()
            .to_owned()
    }

    fn character(&mut self) -> char {
        // Mostly letters: texts are read by whoever looks at a failure.
        let count = if self.random.one_in(3) {
            CHARACTERS.len()
        } else {
            5
        };
        CHARACTERS
            .get(self.random.below(count))
            .copied()
            .unwrap_or('a')
    }

    /// A key of a map, which may have to match a rule such as `k.matches('…')`.
    pub(super) fn key(&mut self, rule: Option<&str>) -> String {
        let pattern = rule.and_then(|rule| rule.split_once("k.matches('")?.1.split_once("')"));
        if let Some((pattern, _)) = pattern
            && !self.random.one_in(10)
            && let Ok(pattern) = Pattern::parse(&pattern.replace("\\'", "'").replace("\\\\", "\\"))
        {
            return pattern.sample(&mut |count| self.random.below(count));
        }
        match self.random.below(4) {
            0 => self.some_text(),
            1 => self.random.below(300).to_string(),
            _ => (0..=self.random.below(self.size + 1))
                .map(|_| self.character())
                .collect(),
        }
    }

    /// A text of a format that the API server checks.
    fn format(&mut self, format: &str) -> Option<String> {
        let mut digits = |count: usize| -> String {
            (0..count)
                .filter_map(|_| char::from_digit(u32::try_from(self.random.below(10)).ok()?, 10))
                .collect()
        };
        Some(match format {
            "date-time" | "datetime" => {
                let zone = if digits(1).as_str() < "5" {
                    "Z"
                } else {
                    "+02:00"
                };
                format!(
                    "20{}-0{}-1{}T1{}:0{}:1{}{zone}",
                    digits(2),
                    1 + digits(1).len(),
                    digits(1),
                    digits(1),
                    digits(1),
                    digits(1)
                )
            }
            "date" => format!("20{}-0{}-1{}", digits(2), 1 + digits(1).len(), digits(1)),
            "duration" => format!("{}h{}m", digits(1), digits(1)),
            "ipv4" => format!("10.1{}.2.1{}", digits(1), digits(2)),
            "ipv6" => format!("fe80::{}:1", digits(3)),
            "cidr" => format!("10.1{}.0.0/16", digits(1)),
            "uuid" | "uuid4" => format!(
                "a{}-{}-4{}-8{}-{}",
                digits(7),
                digits(4),
                digits(3),
                digits(3),
                digits(12)
            ),
            "byte" => format!(
                "{}==",
                ["YQ", "Yg", "Zm8tYmFyYg", "AA"].get(digits(1).len() % 4)?
            ),
            "uri" => format!("https://example.com/{}", digits(2)),
            "email" => format!("a{}@example.com", digits(2)),
            "hostname" => format!("host-{}", digits(2)),
            "mac" => format!(
                "00:1{}:2{}:3{}:4{}:5{}",
                digits(1),
                digits(1),
                digits(1),
                digits(1),
                digits(1)
            ),
            _ => return None,
        })
    }
}
