//! What a crate's sources have: types with their derives, imports, functions, and who names whom.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use proc_macro2::{Span, TokenStream, TokenTree};
use quote::ToTokens;
use syn::visit::{self, Visit};
use syn::{
    Attribute, Fields, Generics, Ident, ImplItem, Item, ItemEnum, ItemFn, ItemImpl, ItemMacro,
    ItemMod, ItemStruct, ItemType, ItemUse, Type, UseTree, Visibility,
};

use crate::meta::{List, lists};
use crate::source::{Source, idents};

/// The derives that are rewritten.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Derive {
    /// `kube::CustomResource`.
    Resource,
    /// `schemars::JsonSchema`.
    JsonSchema,
    /// `kube::KubeSchema` or `kube::CELSchema`, which make a `JsonSchema` too.
    KubeSchema,
}

impl Derive {
    pub(crate) fn named(name: &str) -> Option<Self> {
        Some(match name {
            "CustomResource" => Self::Resource,
            "JsonSchema" => Self::JsonSchema,
            "KubeSchema" | "CELSchema" => Self::KubeSchema,
            _ => return None,
        })
    }
}

/// A derive of a type that is to be rewritten.
#[derive(Clone)]
pub(crate) struct Derived {
    pub(crate) derive: Derive,
    /// The name in the list, or the last of its path.
    pub(crate) written: String,
    pub(crate) is_bare: bool,
    /// Which of the type's lists, and which piece of it.
    pub(crate) list: usize,
    pub(crate) piece: usize,
}

/// A struct or an enum.
pub(crate) struct Found<'s> {
    /// Which source.
    pub(crate) file: usize,
    /// The modules around it, within the file.
    pub(crate) scope: Vec<String>,
    pub(crate) ident: &'s Ident,
    pub(crate) data: Data<'s>,
    pub(crate) lists: Vec<List>,
    pub(crate) derived: Vec<Derived>,
    /// Whether a derive of ours is there already.
    pub(crate) is_ours: bool,
    /// Whether validator's or garde's own derive reads the attributes as well.
    pub(crate) validates: bool,
}

#[derive(Clone, Copy)]
pub(crate) enum Data<'s> {
    Struct(&'s Fields),
    Enum(&'s ItemEnum),
}

/// One name that a `use` brings in.
#[derive(Clone)]
pub(crate) struct Leaf {
    pub(crate) file: usize,
    pub(crate) scope: Vec<String>,
    /// What it is called where it comes from.
    pub(crate) name: String,
    /// What it is called here.
    pub(crate) alias: String,
    pub(crate) is_public: bool,
    /// The words in front of it.
    pub(crate) path: Vec<String>,
    /// The whole item.
    pub(crate) item: Range<usize>,
    /// Which `use` of all.
    pub(crate) number: usize,
    /// The pieces of the innermost braces around it, and which of them it is; none if it stands alone.
    pub(crate) siblings: Option<(Vec<Range<usize>>, usize)>,
}

/// A function that may give a schema.
pub(crate) struct Function<'s> {
    pub(crate) file: usize,
    pub(crate) signature: &'s syn::Signature,
    pub(crate) block: &'s syn::Block,
}

/// A bound `T: JsonSchema`.
pub(crate) struct Bound {
    pub(crate) file: usize,
    /// The type whose impl it is on.
    pub(crate) owner: Option<String>,
    pub(crate) path: Range<usize>,
    pub(crate) is_bare: bool,
    pub(crate) scope: Vec<String>,
}

#[derive(Default)]
pub(crate) struct Inventory<'s> {
    pub(crate) types: Vec<Found<'s>>,
    pub(crate) leaves: Vec<Leaf>,
    pub(crate) functions: BTreeMap<String, Vec<Function<'s>>>,
    pub(crate) bounds: Vec<Bound>,
    /// Hand-written `impl JsonSchema for`: the name of the type.
    pub(crate) by_hand: BTreeMap<String, (usize, Span)>,
    /// `type A = …;`
    pub(crate) aliases: BTreeMap<String, TokenStream>,
    /// Names whose `JsonSchema` is used otherwise: `schema_for!(A)`, and in impls by hand.
    pub(crate) asked: BTreeSet<String>,
    /// Macros that make or hold what cannot be seen.
    pub(crate) macros: Vec<(usize, Span, String)>,
    /// Functions that are called, by their last names.
    pub(crate) called: BTreeSet<String>,
    /// The first attribute in a source of stackable-versioned, which makes resources by itself.
    pub(crate) versioned: BTreeMap<usize, Span>,
}

impl<'s> Inventory<'s> {
    pub(crate) fn of(sources: &'s [Source]) -> Self {
        let mut inventory = Self::default();
        for (file, source) in sources.iter().enumerate() {
            let mut walk = Walk {
                inventory: &mut inventory,
                source,
                file,
                scope: Vec::new(),
                uses: 0,
            };
            walk.visit_file(&source.file);
            asked(source.tokens.clone(), &mut inventory.asked);
        }
        inventory
    }

    /// The import that a bare name comes from, as far as the file tells.
    pub(crate) fn leaf(&self, file: usize, scope: &[String], name: &str) -> Option<usize> {
        let mut visible = self.leaves.iter().enumerate().filter(|(_, leaf)| {
            leaf.file == file && leaf.alias == name && scope.starts_with(&leaf.scope)
        });
        let first = visible.next()?;
        // The innermost one.
        Some(
            visible
                .fold(first, |best, next| {
                    if next.1.scope.len() > best.1.scope.len() {
                        next
                    } else {
                        best
                    }
                })
                .0,
        )
    }
}

/// The macros and functions that ask a type for its JSON schema.
const ASKING: &[&str] = &[
    "schema_for",
    "subschema_for",
    "into_root_schema_for",
    "root_schema_for",
    "schema_for_value",
];

fn asked(tokens: TokenStream, names: &mut BTreeSet<String>) {
    let mut open = vec![(tokens.into_iter(), 0_usize)];
    while let Some((innermost, near)) = open.last_mut() {
        match innermost.next() {
            Some(TokenTree::Ident(ident)) => {
                if ASKING.iter().any(|asking| ident == asking) {
                    // `::<A>`, `!(A)`.
                    *near = 12;
                } else if *near > 0 {
                    names.insert(ident.to_string());
                }
            }
            Some(TokenTree::Group(group)) => {
                let near = *near;
                open.push((group.stream().into_iter(), near));
            }
            Some(TokenTree::Punct(punct)) if punct.as_char() == ';' => *near = 0,
            Some(_) => *near = near.saturating_sub(1),
            None => {
                open.pop();
            }
        }
    }
}

/// Names in front of parentheses.
fn calls(tokens: TokenStream, names: &mut BTreeSet<String>) {
    let mut open = vec![(tokens.into_iter(), None)];
    while let Some((innermost, last)) = open.last_mut() {
        match innermost.next() {
            Some(TokenTree::Ident(ident)) => *last = Some(ident.to_string()),
            Some(TokenTree::Group(group)) => {
                names.extend(last.take());
                open.push((group.stream().into_iter(), None));
            }
            Some(_) => *last = None,
            None => {
                open.pop();
            }
        }
    }
}

struct Walk<'i, 's> {
    inventory: &'i mut Inventory<'s>,
    source: &'s Source,
    file: usize,
    scope: Vec<String>,
    uses: usize,
}

/// Whether a path names a trait or derive of kube's or schemars', and not ours.
fn is_theirs(path: &[String]) -> bool {
    path.first().is_none_or(|first| first != "wheelwright")
}

/// The words of a path.
pub(crate) fn words(tokens: &TokenStream) -> Vec<String> {
    tokens
        .clone()
        .into_iter()
        .filter_map(|tree| match tree {
            TokenTree::Ident(ident) => Some(ident.to_string()),
            _ => None,
        })
        .collect()
}

impl<'s> Walk<'_, 's> {
    fn add(
        &mut self,
        ident: &'s Ident,
        attributes: &'s [Attribute],
        generics: &'s Generics,
        data: Data<'s>,
    ) {
        let lists = lists(self.source, attributes);
        let mut derived = Vec::new();
        let (mut validates, mut is_ours) = (false, false);
        for (at, list) in lists
            .iter()
            .enumerate()
            .filter(|(_, list)| list.name == "derive")
        {
            for (piece, found) in list.pieces.iter().enumerate() {
                let path = words(&found.tokens);
                let Some(last) = path.last() else { continue };
                let is_bare = path.len() == 1;
                // A name may be another's here.
                let original = is_bare
                    .then(|| self.inventory.leaf(self.file, &self.scope, last))
                    .flatten()
                    .map(|leaf| &self.inventory.leaves[leaf]);
                let name = original.map_or(last, |leaf| &leaf.name);
                let krate = original
                    .and_then(|leaf| leaf.path.first())
                    .map(String::as_str);
                validates |= name == "Validate";
                if krate == Some("wheelwright") || !is_theirs(&path) {
                    is_ours |= name == "Schema" || name == "CustomResource";
                    continue;
                }
                if let Some(derive) = Derive::named(name) {
                    derived.push(Derived {
                        derive,
                        written: last.clone(),
                        is_bare,
                        list: at,
                        piece,
                    });
                }
            }
        }
        self.inventory.types.push(Found {
            file: self.file,
            scope: self.scope.clone(),
            ident,
            data,
            lists,
            derived,
            is_ours,
            validates,
        });
        self.bounds(generics, Some(ident));
    }

    /// Bounds by `JsonSchema`.
    fn bounds(&mut self, generics: &Generics, owner: Option<&Ident>) {
        struct Paths<'p>(&'p mut Vec<syn::Path>);
        impl<'ast> Visit<'ast> for Paths<'_> {
            fn visit_trait_bound(&mut self, bound: &'ast syn::TraitBound) {
                if bound
                    .path
                    .segments
                    .last()
                    .is_some_and(|last| last.ident == "JsonSchema")
                {
                    self.0.push(bound.path.clone());
                }
                visit::visit_trait_bound(self, bound);
            }
        }
        let mut found = Vec::new();
        Paths(&mut found).visit_generics(generics);
        for path in found {
            self.inventory.bounds.push(Bound {
                file: self.file,
                owner: owner.map(ToString::to_string),
                path: self.source.range_of(&path.to_token_stream()),
                is_bare: path.segments.len() == 1,
                scope: self.scope.clone(),
            });
        }
    }

    fn tree(
        &mut self,
        tree: &UseTree,
        path: &mut Vec<String>,
        item: &ItemUse,
        siblings: Option<(Vec<Range<usize>>, usize)>,
    ) {
        match tree {
            UseTree::Path(step) => {
                path.push(step.ident.to_string());
                self.tree(&step.tree, path, item, siblings);
                path.pop();
            }
            UseTree::Group(group) => {
                let ranges: Vec<_> = group
                    .items
                    .iter()
                    .map(|tree| self.source.range_of(&tree.to_token_stream()))
                    .collect();
                for (at, tree) in group.items.iter().enumerate() {
                    self.tree(tree, path, item, Some((ranges.clone(), at)));
                }
            }
            UseTree::Name(name) => self.leaf(&name.ident, &name.ident, path, item, siblings),
            UseTree::Rename(rename) => {
                self.leaf(&rename.ident, &rename.rename, path, item, siblings);
            }
            UseTree::Glob(glob) => {
                let star = Ident::new("glob", glob.star_token.span);
                self.leaf(&star, &star, path, item, siblings);
            }
        }
    }

    fn leaf(
        &mut self,
        name: &Ident,
        alias: &Ident,
        path: &[String],
        item: &ItemUse,
        siblings: Option<(Vec<Range<usize>>, usize)>,
    ) {
        self.inventory.leaves.push(Leaf {
            file: self.file,
            scope: self.scope.clone(),
            name: name.to_string(),
            alias: alias.to_string(),
            is_public: !matches!(item.vis, Visibility::Inherited),
            path: path.to_vec(),
            item: self.source.range_of(&item.to_token_stream()),
            number: self.uses,
            siblings,
        });
    }

    fn hidden(&mut self, name: &str, tokens: &TokenStream, span: Span) {
        let mut derives = false;
        idents(tokens.clone(), &mut |ident| {
            derives |= ident == "JsonSchema" || ident == "KubeSchema" || ident == "CELSchema";
        });
        if derives {
            self.inventory
                .macros
                .push((self.file, span, name.to_owned()));
        }
    }
}

impl<'s> Visit<'s> for Walk<'_, 's> {
    fn visit_item_mod(&mut self, item: &'s ItemMod) {
        self.scope.push(item.ident.to_string());
        // Imports first: they hold for the whole module, wherever they stand.
        if let Some((_, items)) = &item.content {
            for item in items {
                if let Item::Use(item) = item {
                    self.import(item);
                }
            }
        }
        visit::visit_item_mod(self, item);
        self.scope.pop();
    }

    fn visit_file(&mut self, file: &'s syn::File) {
        for item in &file.items {
            if let Item::Use(item) = item {
                self.import(item);
            }
        }
        visit::visit_file(self, file);
    }

    fn visit_item_struct(&mut self, item: &'s ItemStruct) {
        self.add(
            &item.ident,
            &item.attrs,
            &item.generics,
            Data::Struct(&item.fields),
        );
        visit::visit_item_struct(self, item);
    }

    fn visit_item_enum(&mut self, item: &'s ItemEnum) {
        self.add(&item.ident, &item.attrs, &item.generics, Data::Enum(item));
        visit::visit_item_enum(self, item);
    }

    fn visit_item_type(&mut self, item: &'s ItemType) {
        self.inventory
            .aliases
            .insert(item.ident.to_string(), item.ty.to_token_stream());
        visit::visit_item_type(self, item);
    }

    fn visit_item_fn(&mut self, item: &'s ItemFn) {
        self.function(&item.sig, &item.block);
        visit::visit_item_fn(self, item);
    }

    fn visit_item_impl(&mut self, item: &'s ItemImpl) {
        let owner = match &*item.self_ty {
            Type::Path(path) => path.path.segments.last().map(|last| last.ident.clone()),
            _ => None,
        };
        let is_json_schema = item
            .trait_
            .as_ref()
            .and_then(|(path, _)| path.segments.last())
            .is_some_and(|last| last.ident == "JsonSchema");
        if is_json_schema {
            if let Some(owner) = &owner {
                let at = (self.file, owner.span());
                self.inventory.by_hand.insert(owner.to_string(), at);
            }
            for item in &item.items {
                idents(item.to_token_stream(), &mut |ident| {
                    self.inventory.asked.insert(ident.to_string());
                });
            }
        } else {
            self.bounds(&item.generics, owner.as_ref());
            for item in &item.items {
                if let ImplItem::Fn(function) = item {
                    self.function(&function.sig, &function.block);
                }
            }
        }
        visit::visit_item_impl(self, item);
    }

    fn visit_expr_call(&mut self, call: &'s syn::ExprCall) {
        if let syn::Expr::Path(path) = &*call.func
            && let Some(last) = path.path.segments.last()
        {
            self.inventory.called.insert(last.ident.to_string());
        }
        visit::visit_expr_call(self, call);
    }

    fn visit_macro(&mut self, mac: &'s syn::Macro) {
        calls(mac.tokens.clone(), &mut self.inventory.called);
        visit::visit_macro(self, mac);
    }

    fn visit_item(&mut self, item: &'s Item) {
        let attributes: &[Attribute] = match item {
            Item::Mod(item) => &item.attrs,
            Item::Struct(item) => &item.attrs,
            Item::Enum(item) => &item.attrs,
            _ => &[],
        };
        let versioned = attributes
            .iter()
            .find(|attribute| attribute.path().is_ident("versioned"));
        if let Some(attribute) = versioned {
            let span = attribute.pound_token.span;
            self.inventory.versioned.entry(self.file).or_insert(span);
        }
        visit::visit_item(self, item);
    }

    fn visit_item_macro(&mut self, item: &'s ItemMacro) {
        let name = item
            .mac
            .path
            .segments
            .last()
            .map_or_else(String::new, |last| last.ident.to_string());
        let name = item.ident.as_ref().map_or(name, ToString::to_string);
        let span = item
            .mac
            .path
            .segments
            .first()
            .map_or_else(Span::call_site, |first| first.ident.span());
        self.hidden(&name, &item.mac.tokens, span);
        visit::visit_item_macro(self, item);
    }
}

impl<'s> Walk<'_, 's> {
    fn import(&mut self, item: &'s ItemUse) {
        self.uses += 1;
        self.tree(&item.tree, &mut Vec::new(), item, None);
    }

    fn function(&mut self, signature: &'s syn::Signature, block: &'s syn::Block) {
        let named = self.inventory.functions.entry(signature.ident.to_string());
        named.or_default().push(Function {
            file: self.file,
            signature,
            block,
        });
    }
}
