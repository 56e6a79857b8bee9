//! Conversion by two memoryless translations, one difference and one relation.
//!
//! With `f` the translation to the next version and `g` the one back, a hop hands out `y`, which is `f(x)` with as much of what was
//! kept of that version laid over it as the [relation](relation) and the schema admit, and keeps `diff(g(y), x)`. On the
//! way back `g(y)` is the base again, so that all that was kept gives `x`; and it is admitted, for the relation says the same of
//! `y` and `x` as it said of `x` and `y`, and what the schema refuses of `x` is kept with a mark. So whatever `f` and `g` are, and
//! whatever is admitted, what is read comes back, as long as either makes the same of objects that are the same to the API
//! server: none of it depends on how well was searched for what to admit. Nothing is kept if and only if `g(y)` is `x`.

use super::{
    Converter,
    admit::{Admission, Admitted, Back},
    compared::comparable,
    faults::Judged,
    holes::Holes,
    route::Hop,
};
use crate::{
    ConversionError,
    complement::{Complement, Entry, Hopping, diff, differences, localize},
    json::{ByName, Json, same},
    memoryless::{
        self, Called, Objects, Segment, Translated, completed, is_named, values_at, without_common,
    },
};

#[cfg(test)]
thread_local! {
    static CAME_BACK: std::cell::Cell<usize> = const { std::cell::Cell::new(0) };
}

/// How often in this thread it was known without a look that an object comes back.
#[cfg(test)]
pub(crate) fn came_back() -> usize {
    CAME_BACK.get()
}

impl Converter {
    /// Converts an object to the next version, with what was kept of that. Returns it, and what the version it comes from loses.
    /// `seen`: somebody sees it there, and not only what it becomes after that.
    pub(super) fn hop<'a>(
        &'a self,
        hop: &Hop<'a>,
        live: &Json<'a>,
        kept: Option<&Complement>,
        (called, seen): (Called, bool),
    ) -> Result<(Json<'a>, Option<Complement>), ConversionError> {
        let Translated {
            object: plain,
            holes,
            comes_back,
        } = self.translated(hop, live, called);
        let holes = Holes::of(holes, &plain);
        let layout = self.layout(hop.to);
        let read = match kept {
            Some(Complement::First(kept)) => {
                let hopping = Hopping {
                    plan: hop.plan,
                    direction: hop.direction,
                    layout,
                    live,
                    made: &plain,
                };
                hopping.read(kept)
            }
            _ => None,
        };
        let kept = read.as_ref().or(kept);
        let mut entries = kept.map_or_else(Vec::new, |kept| localize(kept, layout, Some(&plain)));
        let has = |name: &str| {
            let is_there = [live, &plain]
                .iter()
                .any(|object| object.member(name).is_some());
            is_there || kept.is_some_and(|kept| kept.makes(name))
        };
        let [has_spec, has_status] = ["spec", "status"].map(has);
        entries.retain(|entry| may_stand(hop, [has_spec, has_status], entry));
        if comes_back && entries.is_empty() {
            #[cfg(test)]
            self.assert_comes_back(hop, [live, &plain], called);
            return Ok((plain, None));
        }
        let admission = Admission {
            converter: self,
            hop,
            live,
            called,
            judged: Judged {
                is_named: is_named(live),
                seen,
            },
        };
        let Admitted {
            made,
            back,
            entries: admitted,
        } = admission.of(plain, entries);
        let Back {
            object: back,
            is_live,
        } = back.unwrap_or_else(|| Back {
            object: self.translated(&hop.back(), &made, called).object,
            is_live: false,
        });
        let is_asked = |place: &[Segment]| {
            let faults = self.faults_at(hop.to, &made, [place], admission.judged);
            let mut lacks = faults.iter().filter(|fault| fault.is_lack());
            lacks.any(|fault| fault.at == place)
        };
        if let Some(why) = holes.loss([live, &made, &back], &admitted, is_asked) {
            return Err(why.clone());
        }
        if is_live {
            return Ok((made, None));
        }
        let lost = self.lost(hop.from, [&back, live], admission.judged.is_named);
        Ok((made, lost))
    }

    /// The way back agrees with what is said of it where it is not gone.
    #[cfg(test)]
    fn assert_comes_back<'a>(
        &'a self,
        hop: &Hop<'a>,
        [live, made]: [&Json<'a>; 2],
        called: Called,
    ) {
        let back = self.translated(&hop.back(), made, called).object;
        let lost = self.lost(hop.from, [&back, live], is_named(live));
        CAME_BACK.set(CAME_BACK.get() + 1);
        assert!(
            lost.is_none(),
            "{} is {}, and comes back as {}",
            live.text(),
            made.text(),
            back.text()
        );
    }

    /// What an object of a root has otherwise than what the way back makes of its conversion.
    fn lost(&self, root: usize, [back, live]: [&Json; 2], is_named: bool) -> Option<Complement> {
        let (base, mut value) = (comparable(back), comparable(live));
        let mut places = differences(&base, &value);
        if places.is_empty() {
            return None;
        }
        // Where the API server sets just that, nothing need be kept to say that it was absent.
        if is_named && values_at(&value, &places).iter().any(Option::is_none) {
            value = self.with_defaults(root, &base, value);
            places = differences(&base, &value);
        }
        let judged = Judged {
            is_named,
            seen: true,
        };
        let faults = self.faults_at(root, live, places.iter().map(Vec::as_slice), judged);
        let refused: Vec<_> = faults.into_iter().map(|fault| fault.at).collect();
        diff(self.layout(root), Some(&base), Some(&value), &refused)
    }

    /// An object of a root with what it lacks, the base has, and the API server sets by default.
    fn with_defaults<'j>(&self, root: usize, base: &Json<'j>, object: Json<'j>) -> Json<'j> {
        let schema = self.objects(root).and_then(|place| place.compiled());
        let Some(schema) = schema else {
            return object;
        };
        let stored = schema.default(Some(without_common(&object).to_value()));
        let agreed =
            stored.and_then(|stored| agreed(&without_common(base), &Json::of_value(&stored)));
        match agreed {
            Some(agreed) => completed(object, agreed.into_owned()),
            None => object,
        }
    }

    /// Translates an object by a mapping, whatever was kept, and without a look at what is lost.
    pub(super) fn translated<'a>(
        &self,
        hop: &Hop<'a>,
        json: &Json<'a>,
        called: Called,
    ) -> Translated<'a> {
        let mode = memoryless::Mode::whole(hop.direction).called(called);
        let objects = hop.reaches.then(|| Objects {
            from: self.objects(hop.from),
            to: self.objects(hop.to),
        });
        memoryless::translate(hop.plan, objects, json, mode)
    }
}

/// Whether what was kept may stand there: nothing of what is the same at all versions but labels and annotations of steps,
/// and of an object that has no spec or status none, unless it is kept that there was one where none is made.
fn may_stand(hop: &Hop, [has_spec, has_status]: [bool; 2], entry: &Entry) -> bool {
    let [Segment::Member(first), rest @ ..] = &entry.at[..] else {
        return false;
    };
    match &**first {
        "apiVersion" | "kind" => false,
        "metadata" => {
            let mut places = hop
                .plan
                .steps
                .iter()
                .flat_map(|step| step.places.of(hop.direction.to()));
            let is_of = |path: &[String]| Segment::members(path).starts_with(&entry.at);
            rest.is_empty() || places.any(|place| place.is_metadata && is_of(&place.path))
        }
        "spec" => has_spec,
        "status" => has_status,
        _ => true,
    }
}

/// What two objects have both.
fn agreed<'j>(one: &Json<'j>, other: &Json) -> Option<Json<'j>> {
    if same(one, other) {
        return Some(one.clone());
    }
    let members = one.clone().into_members().ok()?.into_iter();
    let of_other = other.members()?;
    let of_other = ByName::new(&of_other);
    let both = members.filter_map(|(name, one)| {
        let both = agreed(&one, of_other.get(&name)?)?;
        Some((name, both))
    });
    let both: Vec<_> = both.collect();
    (!both.is_empty()).then_some(Json::Object(both))
}
