//! One object, put to both releases.

use serde_json::Value;
use wheelwright_rules::{ErrorKind, FieldError};

use crate::conversion::Conversion;
use crate::place::{Changes, Part, Path, declared, get, shown};
use crate::related::Sought;
use crate::side::{Refused, Side};

/// A request, or what becomes of what is stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Act {
    Create,
    WriteStatus,
    Read,
    Update,
    Edit,
}

/// What the new release does otherwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum What {
    Refuses,
    Drops,
    /// It sets another value, or none.
    Sets,
}

/// Something that an object meets in the new release and did not in the old.
#[derive(Clone, Debug)]
pub(crate) struct Effect {
    pub(crate) act: Act,
    pub(crate) what: What,
    /// The places that it is about; none where the server names none.
    pub(crate) at: Vec<Path>,
    pub(crate) errors: Vec<FieldError>,
    /// How many errors there are beside those.
    pub(crate) others: usize,
    /// What is another, or is not there any more.
    pub(crate) values: Vec<Changed>,
    /// The server's words where it names no errors.
    pub(crate) text: String,
}

/// A value as both releases have it.
#[derive(Clone, Debug)]
pub(crate) struct Changed {
    pub(crate) at: Path,
    pub(crate) old: Option<Value>,
    pub(crate) new: Option<Value>,
}

impl Effect {
    /// What the releases do, in words.
    pub(crate) fn words(&self) -> (String, String) {
        const MOST: usize = 4;
        match self.what {
            What::Refuses if self.errors.is_empty() => {
                ("accepted".to_owned(), format!("refused: {}", self.text))
            }
            What::Refuses => {
                let mut lines: Vec<String> = self
                    .errors
                    .iter()
                    .take(MOST)
                    .map(ToString::to_string)
                    .collect();
                let others = self.others + self.errors.len().saturating_sub(MOST);
                if others > 0 {
                    lines.push(format!("(and {others} more)"));
                }
                (
                    "accepted".to_owned(),
                    format!("refused: {}", lines.join("\n")),
                )
            }
            What::Drops | What::Sets => {
                let side = |of: &dyn Fn(&Changed) -> Option<Value>| {
                    let lines = self.values.iter().take(MOST).map(|changed| {
                        let value =
                            of(changed).map_or_else(|| "nothing".to_owned(), |value| brief(&value));
                        format!("{}: {value}", shown(&changed.at))
                    });
                    lines.collect::<Vec<_>>().join("\n")
                };
                (
                    side(&|changed| changed.old.clone()),
                    side(&|changed| changed.new.clone()),
                )
            }
        }
    }

    /// Whether the request fails as a whole: the conversion does.
    pub(crate) fn is_without_place(&self) -> bool {
        self.what == What::Refuses && self.errors.is_empty() && self.at.is_empty()
    }

    /// A request that fails, with no place to name.
    fn failed(act: Act, text: String) -> Self {
        Self {
            act,
            what: What::Refuses,
            at: Vec::new(),
            errors: Vec::new(),
            others: 0,
            values: Vec::new(),
            text,
        }
    }

    fn refused(act: Act, refused: &Refused) -> Self {
        Self {
            act,
            what: What::Refuses,
            at: refused.paths(),
            errors: refused.errors.clone(),
            others: 0,
            values: Vec::new(),
            text: refused.text.clone(),
        }
    }
}

/// What became of an object in both releases.
#[derive(Debug)]
pub(crate) struct Run {
    /// What a client of the old release reads.
    pub(crate) read_old: Value,
    /// What one of the new release reads of it.
    pub(crate) read_new: Option<Value>,
    pub(crate) effects: Vec<Effect>,
}

/// Both releases, at one version.
#[derive(Clone, Copy)]
pub(crate) struct Trial<'s> {
    pub(crate) old: &'s Side<'s>,
    pub(crate) new: &'s Side<'s>,
    pub(crate) version: &'s str,
    /// Whether each version counts as stored by itself, whatever converts.
    pub(crate) is_alone: bool,
}

impl<'s> Trial<'s> {
    pub(crate) fn schema(&self) -> Option<&'s Value> {
        self.old.schema(self.version)
    }

    /// Puts an object that the old release takes as it is to the new one; nothing if it does not.
    pub(crate) fn run(&self, manifest: &Value) -> Option<Run> {
        let version = self.version;
        let written = self.old.write(version, manifest);
        let was = written.stored.ok().filter(|_| !written.has_unknown)?;
        let mut effects = Vec::new();
        // Of what is converted as another release does, it is not known what the old one keeps.
        let is_answered = !self.is_alone && !matches!(self.old.conversion(), Conversion::Like(_));
        let answered = if is_answered {
            self.old.answer(&was, version).ok()?
        } else {
            was.clone()
        };
        match self.new.write(version, manifest).stored {
            Err(refused) => {
                let act = if refused.is_status {
                    Act::WriteStatus
                } else {
                    Act::Create
                };
                effects.push(Effect::refused(act, &refused));
            }
            Ok(is) if !is_answered => {
                self.compare(Act::Create, &was, &is, &mut effects);
            }
            Ok(is) => match self.new.answer(&is, version) {
                Ok(is) => self.compare(Act::Create, &answered, &is, &mut effects),
                Err(text) => effects.push(Effect::failed(Act::Create, text)),
            },
        }
        let mut run = Run {
            read_old: answered,
            read_new: None,
            effects,
        };
        let is_hidden = |side: &Side<'_>| matches!(side.conversion(), Conversion::Hidden);
        // A conversion that is not in view: then each version counts as stored by itself.
        let is_alone = self.is_alone || is_hidden(self.old) || is_hidden(self.new);
        if is_alone {
            self.read(&was, &was, true, &mut run);
            return Some(run);
        }
        for stored_in in self.old.stored() {
            if let Ok(stored) = self.old.convert(&was, stored_in) {
                self.read(&was, &stored, run.read_new.is_none(), &mut run);
            }
        }
        Some(run)
    }

    /// What becomes of an object that the old release has stored, which was written so.
    fn read(&self, was: &Value, stored: &Value, is_first: bool, run: &mut Run) {
        let version = self.version;
        let read_old = match self.old.convert(stored, version) {
            Ok(read) => read,
            Err(_) if is_first => was.clone(),
            // What the old release did not serve either.
            Err(_) => return,
        };
        let mut effects = Vec::new();
        let read_new = match self.new.convert(stored, version) {
            Err(text) => {
                effects.push(Effect::failed(Act::Read, text));
                None
            }
            Ok(read) => {
                self.compare(Act::Read, &read_old, &read, &mut effects);
                if matches!(self.old.conversion(), Conversion::Like(_)) {
                    // What this version does not know any more goes, whatever converted it.
                    let mut known = was.clone();
                    if let Some(rules) = self.new.rules().version(version) {
                        rules.prune(&mut known);
                    }
                    self.compare(Act::Read, was, &known, &mut effects);
                }
                let updated = self.new.update(version, &read, &read, false);
                match updated.map(|updated| self.new.answer(&updated, version)) {
                    Ok(Ok(_)) => {}
                    // What the old release refused as well is no change.
                    _ if self
                        .old
                        .update(version, &read_old, &read_old, false)
                        .is_err() => {}
                    Err(refused) => effects.push(Effect::refused(Act::Update, &refused)),
                    Ok(Err(text)) => effects.push(Effect::failed(Act::Update, text)),
                }
                Some(read)
            }
        };
        for effect in effects {
            let is_known = run.effects.iter().any(|known| {
                (known.act, known.what, &known.at) == (effect.act, effect.what, &effect.at)
            });
            if !is_known {
                run.effects.push(effect);
            }
        }
        if is_first {
            run.read_old = read_old;
            run.read_new = read_new;
        }
    }

    /// Whether an object that the old release takes shows what is sought.
    pub(crate) fn shows(&self, manifest: &Value, sought: &Sought, place: &Path) -> bool {
        if sought.is_of_refusals() {
            let refused = self.new.write(self.version, manifest).stored.err();
            let is_sought = refused.is_some_and(|refused| {
                refused
                    .errors
                    .iter()
                    .any(|error| sought.is_error(error, place))
            });
            let taken = || {
                let written = self.old.write(self.version, manifest);
                written.stored.is_ok() && !written.has_unknown
            };
            return is_sought && taken();
        }
        let run = self.run(manifest);
        run.is_some_and(|run| run.effects.iter().any(|effect| sought.is(effect, place)))
    }

    /// What is lost, and what else is set. What the new release sets in fields that the old one did not have is no change.
    fn compare(&self, act: Act, was: &Value, is: &Value, effects: &mut Vec<Effect>) {
        let changes = Changes::between(was, is);
        let is_own = |path: &Path| {
            let first = path.first();
            !matches!(first, Some(Part::Name(name)) if name == "metadata" || name == "apiVersion")
        };
        let known = |path: &&Path| {
            let schema = self.old.schema(self.version);
            schema.is_some_and(|schema| declared(schema, path).is_some())
        };
        let schema = self.new.schema(self.version);
        let is_declared =
            |path: &Path| schema.is_some_and(|schema| declared(schema, path).is_some());
        let (unset, dropped): (Vec<Path>, Vec<Path>) = changes
            .lost
            .into_iter()
            .filter(is_own)
            .partition(is_declared);
        let set: Vec<Path> = unset
            .into_iter()
            .chain(changes.changed)
            .chain(changes.added.iter().filter(known).cloned())
            .filter(is_own)
            .collect();
        for (what, at) in [(What::Drops, dropped), (What::Sets, set)] {
            if !at.is_empty() {
                let values = at.iter().map(|path| Changed {
                    at: path.clone(),
                    old: get(was, path).cloned(),
                    new: get(is, path).cloned(),
                });
                let values = values.collect();
                effects.push(Effect {
                    act,
                    what,
                    at,
                    errors: Vec::new(),
                    others: 0,
                    values,
                    text: String::new(),
                });
            }
        }
    }

    /// What the new release says to an edit that the old one takes; nothing if the old one does not take it either.
    pub(crate) fn edit(
        &self,
        run: &Run,
        edit: &dyn Fn(&mut Value),
        is_status: bool,
    ) -> Option<(Value, Effect)> {
        let mut was = run.read_old.clone();
        edit(&mut was);
        if was == run.read_old {
            return None;
        }
        let taken = self
            .old
            .update(self.version, &was, &run.read_old, is_status)
            .ok()?;
        // What the old release drops or overrides is no edit.
        if !Changes::between(&strip(&was), &strip(&taken))
            .lost
            .is_empty()
        {
            return None;
        }
        let before = run.read_new.as_ref()?;
        let mut is = before.clone();
        edit(&mut is);
        let refused = self
            .new
            .update(self.version, &is, before, is_status)
            .err()?;
        Some((was, Effect::refused(Act::Edit, &refused)))
    }
}

fn strip(object: &Value) -> Value {
    let mut object = object.clone();
    if let Some(members) = object.as_object_mut() {
        members.remove("metadata");
    }
    object
}

/// A value in not too many words.
pub(crate) fn brief(value: &Value) -> String {
    const LONGEST: usize = 60;
    let text = value.to_string();
    if text.chars().count() <= LONGEST {
        return text;
    }
    let cut: String = text.chars().take(LONGEST).collect();
    format!("{cut}…")
}

/// Whether an error is of the kind that says a value is missing.
pub(crate) fn is_missing(error: &FieldError) -> bool {
    error.kind == ErrorKind::Required
}
