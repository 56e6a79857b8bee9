//! The report for people, and for a changelog.

use std::fmt;

use wheelwright_yaml::write;

use crate::finding::{Course, Finding, Report, Verdict, Witness};

/// The findings with their objects, the worst first, and the verdict in the last line.
impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for finding in &self.findings {
            writeln!(f, "{finding}")?;
        }
        f.write_str(&self.summary())
    }
}

impl Report {
    /// The verdict and what it rests on, in one line.
    #[must_use]
    pub fn summary(&self) -> String {
        let mut parts = vec![plural(self.crds, "CRD")];
        let breaking = self
            .findings
            .iter()
            .filter(|finding| finding.counted().is_breaking());
        let count = breaking.count();
        if count > 0 {
            let s = if count == 1 { "s" } else { "" };
            parts.push(format!("{} that break{s}", plural(count, "finding")));
        }
        let undecided = self.undecided().count();
        if undecided > 0 {
            parts.push(format!("{undecided} undecided"));
        }
        let accepted = self
            .findings
            .iter()
            .filter(|finding| finding.accepted.is_some())
            .count();
        if accepted > 0 {
            parts.push(format!("{accepted} accepted"));
        }
        if self.texts > 0 {
            let s = if self.texts == 1 { "s" } else { "" };
            parts.push(format!(
                "{} that differ{s}",
                plural(self.texts, "description")
            ));
        }
        parts.push(format!("{} tried", plural(self.tried, "generated object")));
        format!("{}: {}", self.course.name(self.verdict()), parts.join(", "))
    }
}

fn plural(count: usize, what: &str) -> String {
    let s = if count == 1 { "" } else { "s" };
    format!("{count} {what}{s}")
}

impl Finding {
    /// How bad it is, in a word or two.
    #[must_use]
    pub const fn heading(&self) -> &'static str {
        match (&self.accepted, &self.undecided, self.level) {
            (Some(_), ..) => "accepted",
            (None, Some(_), Verdict::Patch | Verdict::Compatible) => "undecided",
            (None, _, Verdict::Impossible) => "impossible",
            (None, _, Verdict::NewVersion) => "breaks",
            (None, _, Verdict::Compatible) if !self.hurts.is_empty() => "note",
            (None, _, Verdict::Compatible) => "compatible",
            (None, _, Verdict::Patch) => "patch",
        }
    }

    /// Who is hurt, in words; empty if nobody is.
    #[must_use]
    pub fn hurt(&self) -> String {
        let names: Vec<&str> = self.hurts.iter().map(|party| party.name()).collect();
        names.join(", ")
    }
}

impl Finding {
    /// How bad it is, what it is, and what differs: `breaks: bound-tightened pizzas.example.com/v1/spec.size: maximum 60 → 50`.
    #[must_use]
    pub fn headline(&self) -> String {
        let reason = self.reason.replace('\n', " ");
        format!("{}: {}: {reason}", self.heading(), self.key())
    }

    /// The rest, line by line: who is hurt, what to do, and the object with what each release does.
    #[must_use]
    pub fn details(&self) -> Vec<String> {
        let mut lines = Vec::new();
        if !self.hurts.is_empty() {
            lines.push(format!("who: {}", self.hurt()));
        }
        if let Some(undecided) = &self.undecided {
            lines.push(format!("undecided: {undecided}"));
        }
        if let Some(accepted) = &self.accepted {
            lines.push(format!("accepted: {accepted}"));
        }
        if self.level.is_breaking() || self.undecided.is_some() {
            lines.push(format!("fix: {}", self.fix));
        }
        if let Some(witness) = &self.witness {
            lines.extend(witness.to_string().lines().map(|line| format!("  {line}")));
        }
        lines
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.headline())?;
        self.details()
            .iter()
            .try_for_each(|line| write!(f, "\n  {line}"))
    }
}

/// The object as YAML, and what each release does, as comments.
impl fmt::Display for Witness {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for step in &self.steps {
            let new = step.new.replace('\n', "\n#        ");
            writeln!(f, "# {}", step.request)?;
            writeln!(f, "#   old: {}", step.old.replace('\n', "\n#        "))?;
            writeln!(f, "#   new: {new}")?;
        }
        f.write_str(write::to_string(&self.object).trim_end())
    }
}

impl Report {
    fn title(&self) -> String {
        let title = match self.course {
            Course::Upgrade => "API",
            Course::Rollback => "Rollback",
        };
        format!("{title}: {}", self.course.name(self.verdict()))
    }

    /// A section for a changelog: what breaks with its objects, then what is compatible, in Markdown.
    #[must_use]
    pub fn markdown(&self) -> String {
        let mut text = format!("## {}\n", self.title());
        let sections = [
            ("Impossible", "impossible"),
            ("Breaks", "breaks"),
            ("Undecided", "undecided"),
            ("Accepted", "accepted"),
            ("To be noted", "note"),
            ("Compatible", "compatible"),
            ("Texts", "patch"),
        ];
        for (title, heading) in sections {
            let findings: Vec<&Finding> = self
                .findings
                .iter()
                .filter(|finding| finding.heading() == heading)
                .collect();
            if findings.is_empty() {
                continue;
            }
            text += &format!("\n### {title}\n\n");
            for finding in findings {
                text += &format!("- `{}`: {}", finding.place(), inline(&finding.reason));
                if !finding.hurts.is_empty() {
                    text += &format!(" ({})", finding.hurt());
                }
                for (label, said) in [
                    ("Undecided", &finding.undecided),
                    ("Accepted", &finding.accepted),
                ] {
                    if let Some(said) = said {
                        text += &format!(". {label}: {}", inline(said));
                    }
                }
                text.push('\n');
                if finding.level.is_breaking() && finding.accepted.is_none() {
                    text += &format!("  Instead: {}.\n", inline(&finding.fix));
                    if let Some(witness) = &finding.witness {
                        text += "\n  ```yaml\n";
                        for line in witness.to_string().lines() {
                            text += &format!("  {line}\n");
                        }
                        text += "  ```\n";
                    }
                }
            }
        }
        text += &format!("\n{}.\n", self.summary());
        text
    }
}

/// One line, with nothing that Markdown would take for its own.
fn inline(text: &str) -> String {
    text.replace('\n', " ")
        .replace('<', "&lt;")
        .replace('|', "\\|")
}
