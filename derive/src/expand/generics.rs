//! Type parameters, and the bounds that a table needs of them.

use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::{ToTokens as _, quote};
use syn::{ImplGenerics, Type, TypeGenerics, TypePath, WhereClause, parse_quote};

use crate::attrs::serde::DefaultFn;
use crate::lower::{arguments, ungrouped};
use crate::model::{Container, Content, Field, Shape, Struct, Table};

/// The generics of a type, with the bounds of its table.
pub(crate) struct Generics {
    bounded: syn::Generics,
    types: Vec<Ident>,
}

impl Generics {
    pub(crate) fn of(container: &Container<'_>) -> Self {
        let mut generics = Self {
            bounded: container.generics.clone(),
            types: container
                .generics
                .type_params()
                .map(|param| param.ident.clone())
                .collect(),
        };
        if let Some(bounds) = container.keys.bound.value() {
            let bounded = generics.bounded.make_where_clause();
            bounded.predicates.extend(bounds.iter().cloned());
        } else if !generics.types.is_empty() {
            generics.bound(container);
        }
        generics
    }

    /// As they stand in an impl.
    pub(crate) fn bounded(self) -> syn::Generics {
        self.bounded
    }

    /// Whether a `const _` can name the type.
    pub(super) fn is_empty(&self) -> bool {
        self.bounded.params.is_empty()
    }

    pub(super) fn split(&self) -> (ImplGenerics<'_>, TypeGenerics<'_>, Option<&WhereClause>) {
        self.bounded.split_for_impl()
    }

    /// Whether a type parameter stands in the type.
    pub(super) fn mentions_type(&self, ty: &Type) -> bool {
        !self.types.is_empty() && self.stands_in(ty.to_token_stream())
    }

    fn stands_in(&self, tokens: TokenStream) -> bool {
        tokens.into_iter().any(|token| match token {
            TokenTree::Ident(ident) => self.types.contains(&ident),
            TokenTree::Group(group) => self.stands_in(group.stream()),
            TokenTree::Punct(_) | TokenTree::Literal(_) => false,
        })
    }

    fn bound(&mut self, container: &Container<'_>) {
        match &container.shape {
            Shape::Struct(shape) => {
                self.bound_fields(&shape.fields);
                self.bound_default(container, shape);
            }
            Shape::Enum(shape) => {
                for variant in &shape.variants {
                    match &variant.content {
                        Content::Unit => {}
                        Content::Newtype(table, _) => self.bound_table(table),
                        Content::Struct(fields) => self.bound_fields(fields),
                    }
                }
            }
            Shape::Same(table) | Shape::Newtype(table) => self.bound_table(table),
            Shape::Null => {}
        }
    }

    fn bound_fields(&mut self, fields: &[Field<'_>]) {
        for field in fields {
            self.bound_table(&field.table);
            // As serde bounds its own impls, with `Serialize` for the default's JSON.
            match field.serde.default.value() {
                Some(DefaultFn::Trait) => {
                    self.bound_parameters(
                        field.written,
                        &quote!(::core::default::Default + __w::serde::Serialize),
                    );
                }
                Some(DefaultFn::Path(_)) => {
                    self.bound_parameters(field.written, &quote!(__w::serde::Serialize));
                }
                None if field.hidden_default.is_some() => {
                    self.bound_parameters(field.written, &quote!(__w::serde::Serialize));
                }
                None => {}
            }
        }
    }

    fn bound_default(&mut self, container: &Container<'_>, shape: &Struct<'_>) {
        let Some(default) = &shape.default else {
            return;
        };
        let ident = container.ident;
        let (_, type_generics, _) = container.generics.split_for_impl();
        let bounds = match default {
            DefaultFn::Trait => quote!(::core::default::Default + __w::serde::Serialize),
            DefaultFn::Path(_) => quote!(__w::serde::Serialize),
        };
        self.bounded
            .make_where_clause()
            .predicates
            .push(parse_quote!(#ident #type_generics: #bounds));
    }

    fn bound_table(&mut self, table: &Table<'_>) {
        match table {
            Table::Of(ty) => self.bound_parameters(ty, &quote!(__w::Schema)),
            Table::Is(ty) => self.bound_parameters(ty, &quote!(__w::Schema)),
            Table::Shell(_) | Table::Any | Table::Given(_) => {}
        }
    }

    /// Bounds every parameter, or associated type of one, that stands in the type.
    fn bound_parameters(&mut self, ty: &Type, bounds: &TokenStream) {
        match ungrouped(ty) {
            Type::Path(path) => {
                if self.is_parameter(path) {
                    self.bounded
                        .make_where_clause()
                        .predicates
                        .push(parse_quote!(#path: #bounds));
                } else if path
                    .path
                    .segments
                    .last()
                    .is_none_or(|last| last.ident != "PhantomData")
                {
                    for ty in arguments(path) {
                        self.bound_parameters(ty, bounds);
                    }
                }
            }
            Type::Array(array) => self.bound_parameters(&array.elem, bounds),
            Type::Slice(slice) => self.bound_parameters(&slice.elem, bounds),
            Type::Reference(reference) => self.bound_parameters(&reference.elem, bounds),
            _ => {}
        }
    }

    fn is_parameter(&self, path: &TypePath) -> bool {
        match &path.qself {
            // `<T as Trait>::Type`
            Some(qself) => self.mentions_type(&qself.ty),
            None => {
                path.path.leading_colon.is_none()
                    && path
                        .path
                        .segments
                        .first()
                        .is_some_and(|first| self.types.contains(&first.ident))
            }
        }
    }
}
