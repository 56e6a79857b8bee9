//! The table for terminals.

use std::fmt;

use super::{Plan, Row};

impl fmt::Display for Plan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} of {}, hub {}", self.kind, self.group, self.hub)?;
        for spoke in &self.spokes {
            write!(f, "\n\n")?;
            let head = [
                spoke.version.clone(),
                "step".to_owned(),
                spoke.hub.clone(),
                "what may be lost or refused, up to the hub and down from it".to_owned(),
            ];
            let mut lines = vec![head];
            for row in &spoke.rows {
                lines.extend(cells(row));
            }
            table(f, &lines)?;
        }
        f.write_str("\n")?;
        for remark in self.remarks() {
            write!(f, "\n{remark}")?;
        }
        Ok(())
    }
}

/// The lines that a row takes: one for each path or note, whichever has more.
fn cells(row: &Row) -> Vec<[String; 4]> {
    let notes = row.notes();
    let height = row.spoke.len().max(row.hub.len()).max(notes.len()).max(1);
    (0..height)
        .map(|line| {
            let cell = |texts: &[String]| match texts.get(line) {
                Some(text) => text.clone(),
                None if line == 0 && texts.is_empty() => "-".to_owned(),
                None => String::new(),
            };
            let step = if line == 0 {
                row.words()
            } else {
                String::new()
            };
            let note = notes.get(line).cloned().unwrap_or_default();
            [cell(&row.spoke), step, cell(&row.hub), note]
        })
        .collect()
}

fn table(f: &mut fmt::Formatter<'_>, lines: &[[String; 4]]) -> fmt::Result {
    let width = |column: usize| {
        let cells = lines.iter().filter_map(|line| line.get(column));
        cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
    };
    let widths = [width(0), width(1), width(2)];
    for (index, line) in lines.iter().enumerate() {
        if index > 0 {
            f.write_str("\n")?;
        }
        let mut text = String::new();
        for (cell, width) in line.iter().zip(widths) {
            text.push_str(&format!("{cell:width$}  "));
        }
        text.push_str(&line[3]);
        f.write_str(text.trim_end())?;
    }
    Ok(())
}
