//! All fields of a type, however deep, with the way to each.

use serde_json::Value;

use crate::{
    schema::Source,
    table::{
        Content, Enum, Field, Flag, Members, Root, Shape, SpecPlace, Struct, Tagging, Type, Variant,
    },
};

/// One step from a value to a value in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    /// A member of an object, by its wire name.
    Member(&'static str),
    /// Each item of a list.
    Items,
    /// Each value of a map.
    Values,
}

/// A field where it stands in an object. A type that is used twice has its fields visited twice.
#[derive(Clone, Debug)]
pub(crate) struct Visit<'p> {
    pub(crate) source: Source,
    pub(crate) field: Field,
    /// The struct that holds the field, unless a variant does.
    pub(crate) container: Option<&'static Struct>,
    /// The way from the object down.
    pub(crate) path: &'p [Step],
}

/// Visits the fields of an object in source order, each before what is in it, the spec's before the status'.
pub(crate) fn for_each_field(root: &Root, mut visit: impl FnMut(&Visit<'_>)) {
    let mut walk = Walk {
        path: Vec::new(),
        visit: &mut visit,
    };
    match root.spec {
        SpecPlace::Root(spec) => walk.ty(spec),
        SpecPlace::Spec(spec) => walk.below(Some(Step::Member("spec")), |walk| walk.ty(spec)),
    }
    if let Some(status) = root.status {
        walk.below(Some(Step::Member("status")), |walk| walk.ty(status));
    }
}

/// The schema of what the steps lead to.
pub(crate) fn node<'s>(schema: &'s Value, path: &[Step]) -> Option<&'s Value> {
    path.iter().try_fold(schema, |schema, step| match step {
        Step::Member(name) => schema.get("properties")?.get(name),
        Step::Items => schema.get("items"),
        Step::Values => schema.get("additionalProperties"),
    })
}

/// The way as people write it: `.spec.toppings[*].name`.
pub(crate) fn shown(path: &[Step]) -> String {
    let steps = path.iter().map(|step| match step {
        Step::Member(name) => format!(".{name}"),
        Step::Items => "[*]".to_owned(),
        Step::Values => ".*".to_owned(),
    });
    steps.collect()
}

struct Walk<'v> {
    path: Vec<Step>,
    visit: &'v mut dyn FnMut(&Visit<'_>),
}

impl Walk<'_> {
    fn ty(&mut self, ty: &'static Type) {
        match &ty.shape {
            Shape::Option(inner) | Shape::Same(inner) => self.ty(inner),
            Shape::List(list) => self.below(Some(Step::Items), |walk| walk.ty(list.items)),
            Shape::Map(map) => self.below(Some(Step::Values), |walk| walk.ty(map.value)),
            Shape::Struct(shape) => self.fields(Source::of(ty), shape.fields, Some(shape)),
            Shape::Enum(shape) => shape
                .variants
                .iter()
                .for_each(|variant| self.variant(ty, shape, variant)),
            Shape::Scalar(_) | Shape::Null | Shape::Any | Shape::Given(_) | Shape::Foreign(_) => {}
        }
    }

    fn below(&mut self, step: Option<Step>, inside: impl FnOnce(&mut Self)) {
        let depth = self.path.len();
        self.path.extend(step);
        inside(self);
        self.path.truncate(depth);
    }

    fn fields(&mut self, owner: Source, fields: Members, container: Option<&'static Struct>) {
        for field in fields.iter() {
            let flat = field.flags.has(Flag::Flatten);
            self.below((!flat).then_some(Step::Member(field.wire)), |walk| {
                let source = Source {
                    field: Some(field),
                    ty: field.ty,
                    ..owner
                };
                (walk.visit)(&Visit {
                    source,
                    field,
                    container,
                    path: &walk.path,
                });
                walk.ty(field.ty);
            });
        }
    }

    fn variant(&mut self, owner: &'static Type, shape: &Enum, variant: &'static Variant) {
        let step = match shape.tagging {
            _ if variant.untagged => None,
            Tagging::External => Some(Step::Member(variant.wire)),
            Tagging::Adjacent(_, content) => Some(Step::Member(content)),
            Tagging::Internal(_) | Tagging::Untagged => None,
        };
        self.below(step, |walk| match variant.content {
            Content::Unit => {}
            Content::Newtype(ty) => walk.ty(ty),
            Content::Struct(fields) => {
                let source = Source {
                    variant: Some(variant),
                    ..Source::of(owner)
                };
                walk.fields(source, fields, None);
            }
        });
    }
}
