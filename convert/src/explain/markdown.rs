//! Markdown.

use super::Plan;

pub(super) fn write(plan: &Plan) -> String {
    let mut out = format!(
        "# Conversion of {} ({})\n\nThe hub is {}.\n",
        text(&plan.kind),
        text(&plan.group),
        text(&plan.hub)
    );
    for spoke in &plan.spokes {
        out.push_str(&format!(
            "\n## {} and {}\n\n| {} | step | {} | what may be lost or refused |\n|---|---|---|---|\n",
            text(&spoke.version),
            text(&spoke.hub),
            text(&spoke.version),
            text(&spoke.hub)
        ));
        for row in &spoke.rows {
            let paths = |paths: &[String]| {
                let paths: Vec<String> = paths.iter().map(|path| code(path)).collect();
                paths.join("<br>")
            };
            let notes = row
                .marked_notes(code, |prose| prose.replace('|', "\\|"))
                .join("<br>");
            out.push_str(&format!(
                "| {} | {} | {} | {} |\n",
                paths(&row.spoke),
                text(&row.words()),
                paths(&row.hub),
                notes.replace("NO STAND-IN", "**no stand-in**"),
            ));
        }
    }
    for remark in plan.remarks() {
        out.push_str(&format!("\n{}\n", remark.replace('|', "\\|")));
    }
    out
}

/// Code in a cell of a table: a bar would end the cell, and a backtick the code.
fn code(text: &str) -> String {
    let fence = if text.contains('`') { "``" } else { "`" };
    format!("{fence}{}{fence}", text.replace('|', "\\|"))
}

/// Text without meaning to Markdown.
fn text(text: &str) -> String {
    let mut out = String::new();
    for letter in text.chars() {
        if matches!(letter, '|' | '*' | '_' | '`' | '<' | '[' | '\\') {
            out.push('\\');
        }
        out.push(letter);
    }
    out
}
