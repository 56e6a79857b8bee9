//! The optional objects that steps make by reaching into them.

use serde_json::Value;

use super::{
    Builder, Result,
    schema::{member_schema, required_of},
};
use crate::{
    plan::{
        MadeObject, StepPlan,
        member::{must, peel},
    },
    table::{Shape, Side, Type},
};

impl Builder<'_> {
    /// The optional objects that steps reach into, if there is anything that they must have.
    pub(super) fn made(&self, side: Side, schema: Option<&Value>) -> Vec<MadeObject> {
        let at = |path: &[String]| {
            let member = |schema, name: &String| member_schema(schema, name);
            path.iter().try_fold(schema?, member)
        };
        let paths = |step: &StepPlan| -> Vec<Vec<String>> {
            let places = step.places.of(side).iter();
            places.map(|place| place.path.clone()).collect()
        };
        let mut found = self.reached(side);
        let parents = found.clone();
        found.sort_by_key(|path| std::cmp::Reverse(path.len()));
        let steps = |reaches: &dyn Fn(&[String]) -> bool| -> Vec<usize> {
            let steps = self.plan.steps.iter().enumerate();
            let steps = steps.filter(|(_, step)| paths(step).iter().any(|path| reaches(path)));
            steps.map(|(index, _)| index).collect()
        };
        let made = found.into_iter().filter_map(|path| {
            let own = at(&path)?;
            let (name, around) = path.split_last()?;
            let required = self.required_within(side, &path, own, &parents);
            let is_optional = !required_of(at(around)).contains(name);
            (is_optional && !required.is_empty()).then(|| MadeObject {
                required,
                steps: steps(&|other| other.len() > path.len() && other.starts_with(&path)),
                holder: steps(&|other| other == path).first().copied(),
                among: None,
                path,
            })
        });
        made.collect()
    }

    /// The objects that steps reach into.
    fn reached(&self, side: Side) -> Vec<Vec<String>> {
        let mut found: Vec<Vec<String>> = Vec::new();
        let steps = self.plan.steps.iter();
        for place in steps.flat_map(|step| step.places.of(side)) {
            for around in (1..place.path.len()).filter_map(|length| place.path.get(..length)) {
                if !found.iter().any(|known| known == around) {
                    found.push(around.to_vec());
                }
            }
        }
        found
    }

    /// Objects of a root object's within a spec or status that labels and annotations go into.
    pub(super) fn made_of_tags(&self, side: Side, schema: Option<&Value>) -> Vec<MadeObject> {
        let mut made = self.made(side, schema);
        made.retain(|made| made.holder.is_none());
        made
    }

    /// What must be in the object at a path, from it inwards: in those within it that must be there, too, where steps reach
    /// into them. `parents`: the objects that steps reach into.
    fn required_within(
        &self,
        side: Side,
        path: &[String],
        schema: &Value,
        parents: &[Vec<String>],
    ) -> Vec<Vec<String>> {
        let mut all = Vec::new();
        for name in self.without_others(side, path, required_of(Some(schema))) {
            let within = [path, std::slice::from_ref(&name)].concat();
            let inner = member_schema(schema, &name);
            if let Some(inner) = inner.filter(|_| parents.contains(&within)) {
                let inner = self.required_within(side, &within, inner, parents);
                all.extend(
                    inner
                        .into_iter()
                        .map(|path| [vec![name.clone()], path].concat()),
                );
            }
            all.push(vec![name]);
        }
        all
    }

    /// Members of the object at a path without those that steps of the objects around this one write.
    fn without_others(&self, side: Side, path: &[String], mut names: Vec<String>) -> Vec<String> {
        let left = |name: &String| {
            let mut left = self.plan.elsewhere.iter();
            left.any(|left| {
                left.side == side
                    && left.path.strip_prefix(path) == Some(std::slice::from_ref(name))
            })
        };
        names.retain(|name| !left(name));
        names
    }

    /// Objects that steps reach into, and whose members stand among those of the object around them.
    pub(super) fn flat_ones(&self, side: Side) -> impl Iterator<Item = MadeObject> {
        let reached = self.reached(side);
        let flat = self.flat.iter().filter(move |flat| flat.side == side);
        flat.filter_map(move |flat| {
            let mut made = MadeObject {
                path: flat.path.clone(),
                among: Some(flat.names.clone()),
                required: self.required_within(side, &flat.path, &flat.schema, &reached),
                steps: Vec::new(),
                holder: None,
            };
            let steps = self.plan.steps.iter().enumerate();
            let within = steps.filter(|(_, step)| {
                let mut places = step.places.of(side).iter();
                places.any(|place| made.has(place))
            });
            made.steps = within.map(|(index, _)| index).collect();
            (!made.required.is_empty()).then_some(made)
        })
    }

    /// Notes which places must be there where the optional struct that is flattened is.
    pub(super) fn required_among(&mut self) {
        for flat in &self.flat {
            let required = required_of(Some(&flat.schema));
            let steps = self.plan.steps.iter_mut();
            for place in steps.flat_map(|step| step.places.of_mut(flat.side)) {
                let rest = place.path.strip_prefix(&*flat.path);
                if matches!(rest, Some([name]) if required.contains(name)) {
                    place.is_required_among = true;
                }
            }
        }
    }

    /// Notes that a struct is flattened into the object at a path, if it is optional.
    pub(super) fn note_flat(
        &mut self,
        side: Side,
        path: &[String],
        ty: &'static Type,
    ) -> Result<()> {
        if must(ty) || !matches!(peel(ty).shape, Shape::Struct(_)) {
            return Ok(());
        }
        let is_known =
            |flat: &Flat| flat.side == side && flat.path == path && std::ptr::eq(flat.ty, ty);
        if self.flat.iter().any(is_known) {
            return Ok(());
        }
        let schema = self.at.schema_of(peel(ty))?;
        let members = schema.get("properties").and_then(Value::as_object);
        let members = members.into_iter().flatten();
        self.flat.push(Flat {
            side,
            path: path.to_vec(),
            ty,
            names: members.map(|(name, _)| name.clone()).collect(),
            schema,
        });
        Ok(())
    }
}

/// An optional struct whose members stand among those of the object at a path.
pub(super) struct Flat {
    side: Side,
    path: Vec<String>,
    ty: &'static Type,
    names: Vec<String>,
    /// Its own.
    schema: Value,
}
