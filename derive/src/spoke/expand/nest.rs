//! Nested mappings: the containers around a type as it is written, and values on their way through them.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::{GenericArgument, PathArguments, Type};

use super::{Direction, here, places};
use crate::expand::written::{is_standard, start};
use crate::lower::ungrouped;
use crate::spoke::attrs::Spot;

/// One container around a type.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in crate::spoke) enum Layer {
    Option,
    Box,
    Shared(&'static str),
    List,
    Array,
    Map,
}

/// A written type: what it holds, and the containers around that.
pub(in crate::spoke) struct Peeled<'t> {
    pub(in crate::spoke) layers: Vec<Layer>,
    pub(in crate::spoke) leaf: &'t Type,
    /// Made of the standard library's types alone, so that it is copied.
    pub(in crate::spoke) standard: bool,
}

impl<'t> Peeled<'t> {
    pub(in crate::spoke) fn of(ty: &'t Type) -> Self {
        let standard = is_standard(ty);
        let (mut layers, mut leaf) = (Vec::new(), ty);
        while let Some((layer, inner)) = layer(leaf) {
            layers.push(layer);
            leaf = inner;
        }
        Self {
            layers,
            leaf: ungrouped(leaf),
            standard,
        }
    }

    /// Without the outermost list.
    pub(super) fn item(&self) -> Self {
        let behind = self
            .layers
            .iter()
            .position(|layer| matches!(layer, Layer::List | Layer::Array | Layer::Map))
            .map_or(0, |at| at + 1);
        Self {
            layers: self.layers.get(behind..).unwrap_or_default().to_vec(),
            leaf: self.leaf,
            standard: self.standard,
        }
    }

    pub(super) fn is_list_or_map(&self) -> bool {
        !self.standard
            && self
                .layers
                .iter()
                .any(|layer| matches!(layer, Layer::List | Layer::Array | Layer::Map))
    }

    pub(super) fn is_option(&self) -> bool {
        self.layers.first() == Some(&Layer::Option)
    }

    /// What is within the `Option` around all.
    pub(super) fn some(&self) -> Self {
        Self {
            layers: self.layers.get(1..).unwrap_or_default().to_vec(),
            leaf: self.leaf,
            standard: self.standard,
        }
    }

    fn through(&self) -> TokenStream {
        let through = self.layers.iter().filter_map(|layer| match layer {
            Layer::List | Layer::Array => Some(quote!(__w::Through::List)),
            Layer::Map => Some(quote!(__w::Through::Map)),
            Layer::Option | Layer::Box | Layer::Shared(_) => None,
        });
        quote!(&[#(#through),*])
    }

    /// The type of what the hub's place holds: an expression of the type `Leaf`.
    fn projected(&self, from: TokenStream, span: Span) -> TokenStream {
        let mut at = from;
        let mut layers = self.layers.iter().copied().peekable();
        let mut outermost = true;
        loop {
            let (mut shells, mut options) = (0_usize, 0_usize);
            while let Some(layer) = layers
                .next_if(|layer| matches!(layer, Layer::Option | Layer::Box | Layer::Shared(_)))
            {
                shells += 1;
                options += usize::from(layer == Layer::Option);
            }
            // Who may lack a value is what stand-ins are for: one side may have an `Option` around the same shells.
            let shells = if outermost && options == 0 {
                shells + 1
            } else {
                shells
            };
            outermost = false;
            for _ in 0..shells {
                at = quote_spanned!(span=> #at.inner());
            }
            match layers.next() {
                Some(Layer::Map) => at = quote_spanned!(span=> __w::map_of(#at)),
                Some(_) => at = quote_spanned!(span=> __w::list_of(#at)),
                None => return at,
            }
        }
    }

    /// The arguments of `nest` and `nested`: how deep, and the hub's type there.
    pub(super) fn arguments(
        &self,
        hub: &TokenStream,
        from: &TokenStream,
    ) -> (TokenStream, TokenStream) {
        let span = here(start(self.leaf));
        let projected = self.projected(from.clone(), span);
        let h = super::local("__h");
        (
            self.through(),
            quote_spanned!(span=> |#h: &#hub| #projected),
        )
    }

    /// An expression of the type `Nest`.
    pub(super) fn nest(&self, hub: &TokenStream, from: &TokenStream) -> TokenStream {
        if self.standard {
            return quote!(__w::Nest::SAME);
        }
        let span = here(start(self.leaf));
        let leaf = self.leaf;
        let (through, project) = self.arguments(hub, from);
        quote_spanned!(span=> __w::place(#project).nest::<#leaf>(#through))
    }

    /// The value of the other side. `hub` is the place of the hub.
    pub(super) fn convert(&self, value: &TokenStream, direction: &Direction<'_>) -> TokenStream {
        if self.standard {
            return value.clone();
        }
        let way = Way {
            fallible: direction.fallible,
            span: here(start(self.leaf)),
            hub: None,
        };
        way.convert(&self.layers, value)
    }

    /// The conversion where rustc must be told the hub's type.
    pub(super) fn convert_to(
        &self,
        value: &TokenStream,
        direction: &Direction<'_>,
        hub: &TokenStream,
    ) -> TokenStream {
        let way = Way {
            fallible: direction.fallible,
            span: here(start(self.leaf)),
            hub: Some((direction.up, hub)),
        };
        way.convert(&self.layers, value)
    }
}

/// How values go through containers.
struct Way<'t> {
    fallible: bool,
    span: Span,
    /// Whether it is up, and a projection of the hub's type to what is within the containers.
    hub: Option<(bool, &'t TokenStream)>,
}

impl Way<'_> {
    fn function(&self, name: &str) -> TokenStream {
        let name = if self.fallible {
            format!("try_{name}")
        } else {
            name.to_owned()
        };
        let name = Ident::new(&name, self.span);
        quote_spanned!(self.span=> __w::#name)
    }

    fn convert(&self, layers: &[Layer], value: &TokenStream) -> TokenStream {
        let span = self.span;
        let Some((layer, inner)) = layers.split_first() else {
            return match self.hub {
                None => {
                    let into = self.function("into");
                    quote_spanned!(span=> #into(#value))
                }
                Some((up, hub)) => {
                    let into = self.function(if up { "into_as" } else { "from_as" });
                    quote_spanned!(span=> #into(#value, #hub))
                }
            };
        };
        let each = if inner.is_empty() && self.hub.is_none() {
            self.function("into")
        } else {
            let each = self.convert(inner, &quote_spanned!(span=> __v));
            quote_spanned!(span=> |__v| #each)
        };
        let through = self.function(match layer {
            Layer::Option => "option",
            Layer::Box => "boxed",
            Layer::Shared("Rc") => "rc",
            Layer::Shared(_) => "arc",
            Layer::List => "list",
            Layer::Array => "array",
            Layer::Map => "map",
        });
        quote_spanned!(span=> #through(#value, #each))
    }
}

/// What a list's items or a map's values are.
pub(in crate::spoke) fn item_of(ty: &Type) -> Option<&Type> {
    let (layer, inner) = layer(ty)?;
    match layer {
        Layer::List | Layer::Array | Layer::Map => Some(inner),
        Layer::Option | Layer::Box | Layer::Shared(_) => item_of(inner),
    }
}

fn layer(ty: &Type) -> Option<(Layer, &Type)> {
    match ungrouped(ty) {
        Type::Array(array) => Some((Layer::Array, &array.elem)),
        Type::Path(path) if path.qself.is_none() => {
            let last = path.path.segments.last()?;
            let PathArguments::AngleBracketed(held) = &last.arguments else {
                return None;
            };
            let types: Vec<&Type> = held
                .args
                .iter()
                .filter_map(|held| match held {
                    GenericArgument::Type(ty) => Some(ty),
                    _ => None,
                })
                .collect();
            let name = last.ident.to_string();
            let layer = match name.as_str() {
                "Option" => Layer::Option,
                "Box" => Layer::Box,
                "Rc" => Layer::Shared("Rc"),
                "Arc" => Layer::Shared("Arc"),
                "Vec" | "VecDeque" | "BTreeSet" | "HashSet" | "IndexSet" => Layer::List,
                "BTreeMap" | "HashMap" | "IndexMap" => Layer::Map,
                _ => return None,
            };
            let held = usize::from(layer == Layer::Map);
            Some((layer, types.get(held)?))
        }
        _ => None,
    }
}

/// The type of the hub's place: an expression of the type `Leaf` that a projection begins with.
pub(super) fn hub_leaf(spot: &Spot) -> TokenStream {
    places::leaf(spot, &super::local("__h"))
}
