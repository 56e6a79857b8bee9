//! Values that their own schema refused when they were kept: they come back all the same, so who brings one is asked.

use super::{Annotation, Complement};

/// The versions of which an annotation brings back what their schemas refuse, and the annotation of the object as it was does not.
#[must_use]
pub fn brought(annotation: &str, before: Option<&str>) -> Vec<String> {
    let annotation = Annotation::read(annotation);
    let before = before.map(Annotation::read).unwrap_or_default();
    let of = |annotation: &Annotation, version: &str| {
        let mut marks = Vec::new();
        if let Some(kept) = annotation.of(version) {
            find(kept, &mut Vec::new(), &mut marks);
        }
        marks
    };
    let versions = annotation.owners().into_iter();
    let brings = |version: &String| {
        let known = of(&before, version);
        let marks = of(&annotation, version);
        marks.iter().any(|mark| !known.contains(mark))
    };
    versions.filter(brings).collect()
}

/// The way to what was refused, and what it was.
type Mark = (Vec<String>, String);

fn find(kept: &Complement, at: &mut Vec<String>, marks: &mut Vec<Mark>) {
    let mut within = |name: String, kept: &Complement| {
        at.push(name);
        find(kept, at, marks);
        at.pop();
    };
    match kept {
        Complement::Refused(kept) => marks.push((at.clone(), kept.json().text())),
        Complement::Members(members) => {
            for (name, kept) in members {
                within(name.clone(), kept);
            }
        }
        Complement::Keyed { items, .. } => {
            for (key, kept) in items {
                within(key.clone(), kept);
            }
        }
        Complement::Aligned { items, .. } => {
            for (index, kept) in items {
                within(index.to_string(), kept);
            }
        }
        Complement::Absent | Complement::Value(_) | Complement::First(_) => {}
    }
}
