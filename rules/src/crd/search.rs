//! Looking through a schema for nodes of a kind.

use crate::schema::{Additional, Dependency, Items, Schema};

impl Schema {
    /// Whether any node, the root first, is of a kind. Nothing is left out, not even what a server never accepts.
    /// Source: `SchemaHas` of apiextensions' validation.
    pub(crate) fn any(&self, is_wanted: &impl Fn(&Schema) -> bool) -> bool {
        is_wanted(self) || self.children().any(|child| child.any(is_wanted))
    }

    /// Visits every node, the root first.
    pub(crate) fn visit<'s>(&'s self, visitor: &mut impl FnMut(&'s Schema)) {
        visitor(self);
        self.children().for_each(|child| child.visit(visitor));
    }

    /// What stands in `allOf`, `anyOf`, `oneOf` and `not`.
    pub(crate) fn combinators(&self) -> impl Iterator<Item = &Schema> {
        self.all_of
            .iter()
            .chain(&self.any_of)
            .chain(&self.one_of)
            .chain(self.not.as_deref())
    }

    fn children(&self) -> impl Iterator<Item = &Schema> {
        let items: &[Schema] = match &self.items {
            None | Some(Items::Nothing) => &[],
            Some(Items::One(schema)) => std::slice::from_ref(schema),
            Some(Items::Many(schemas)) => schemas,
        };
        let additional = [&self.additional_properties, &self.additional_items]
            .into_iter()
            .filter_map(|additional| match additional {
                Some(Additional::Schema(schema)) => Some(&**schema),
                _ => None,
            });
        let dependencies = self
            .dependencies
            .values()
            .filter_map(|dependency| match dependency {
                Dependency::Schema(schema) => Some(&**schema),
                _ => None,
            });
        items
            .iter()
            .chain(self.combinators())
            .chain(self.properties.values())
            .chain(additional)
            .chain(self.pattern_properties.values())
            .chain(self.definitions.values())
            .chain(dependencies)
    }
}
