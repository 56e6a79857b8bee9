//! The mapping as a const table.

use proc_macro2::{Ident, Literal, TokenStream};
use quote::{quote, quote_spanned};

use super::nest::Peeled;
use super::{here, hub, local, own, places, values, variants};
use crate::diag::{Spanned, line};
use crate::spoke::attrs::{Function, Own, Segment, Spot};
use crate::spoke::model::{How, Record, Shape, Spoke, Step, rust_ident};

/// An expression of the type `Mapping`.
pub(super) fn mapping(spoke: &Spoke<'_>) -> TokenStream {
    match &spoke.shape {
        Shape::Struct(record) => structure(record, spoke),
        Shape::Enum(list) => variants::mapping(list, spoke),
        Shape::Newtype(ty) => {
            let peeled = Peeled::of(ty);
            let h = local("__h");
            let span = here(crate::expand::written::start(ty));
            let nest = peeled.nest(&hub(spoke), &quote_spanned!(span=> __w::leaf(&#h.0)));
            quote!(__w::Mapping::Inner(&#nest))
        }
        Shape::Calls(with, back, bijective) => {
            let s = local("__s");
            let h = local("__h");
            let own = quote!(__w::leaf(#s));
            let hub = quote!(__w::leaf(#h));
            let (own, hub) = ([own], [hub]);
            let up = call(with, &own, &hub, spoke, true);
            let down = call(back, &hub, &own, spoke, false);
            let calls = calls(with, back, &up, &down, *bijective);
            quote!(__w::Mapping::Calls(#calls))
        }
    }
}

/// Fields that are copied in between other steps: the runs of the one and the other.
fn structure(record: &Record<'_>, spoke: &Spoke<'_>) -> TokenStream {
    let (own, hub) = (own(spoke), hub(spoke));
    let attribute = Literal::u32_unsuffixed(line(spoke.attribute));
    let leaves = Leaves::of_struct();
    let mut runs = TokenStream::new();
    let (mut copied, mut others) = (TokenStream::new(), TokenStream::new());
    for step in &record.steps {
        let is_copied = is_plain(step, record).is_some_and(|peeled| peeled.standard);
        match step.spoke.first().and_then(Spot::direct) {
            Some(name) if is_copied => {
                if !others.is_empty() {
                    runs.extend(quote!([#copied] [#others]));
                    (copied, others) = (TokenStream::new(), TokenStream::new());
                }
                let line = Literal::u32_unsuffixed(line(step.span));
                copied.extend(quote!(#name #line));
            }
            _ => {
                let step =
                    lone(step, spoke).unwrap_or_else(|| self::step(step, record, spoke, &leaves));
                others.extend(quote!(#step,));
            }
        }
    }
    quote!(__w::fields_of!(#own, #hub, #attribute; #runs [#copied] [#others]))
}

/// The step of a struct's field that only one side has, and of which nothing is said.
fn lone(step: &Step, spoke: &Spoke<'_>) -> Option<TokenStream> {
    let on_hub = step.spoke.is_empty();
    // No constant of a field's place can be of a parameter.
    if on_hub && !spoke.generics.params.is_empty() {
        return None;
    }
    let spot = if on_hub { &step.hub } else { &step.spoke }.first()?;
    let name = spot
        .direct()
        .filter(|_| matches!(step.how, How::Only(None)))?;
    let of = if on_hub { hub(spoke) } else { own(spoke) };
    let (side, field) = (lone_side(step), rust_ident(name, here(spot.span())));
    let line = Literal::u32_unsuffixed(line(step.span));
    Some(quote_spanned!(here(spot.span())=> __w::lone!(#side #of, #field #name #line)))
}

/// The hub's type, of which rustc says nothing where a place that `added` names is not there: that is said at its name.
fn added(spot: &Spot, spoke: &Spoke<'_>) -> TokenStream {
    let hub = hub(spoke);
    let Some(path) = spot.path().filter(|_| spoke.generics.params.is_empty()) else {
        return hub;
    };
    let names = path.iter().map(Segment::name);
    let span = here(spot.span());
    quote_spanned!(span=> __w::Made<{ __w::assert::added::<#hub>(&[#(#names),*]) }, #hub>)
}

fn lone_side(step: &Step) -> Ident {
    local(if step.spoke.is_empty() {
        "added"
    } else {
        "removed"
    })
}

/// Expressions of the type `Leaf` for the types of places, on the hub or the spoke; never run.
pub(super) struct Leaves<'l> {
    /// As the structs declare them.
    pub(super) declared: &'l dyn Fn(&Spot, bool) -> TokenStream,
    /// As steps get their values.
    pub(super) read: &'l dyn Fn(&Spot, bool) -> TokenStream,
}

fn source(on_hub: bool) -> Ident {
    local(if on_hub { "__h" } else { "__s" })
}

impl Leaves<'_> {
    fn of_struct() -> Self {
        Self {
            declared: &|spot, on_hub| places::leaf(spot, &source(on_hub)),
            read: &|spot, on_hub| places::read_leaf(spot, &source(on_hub)),
        }
    }
}

/// An expression of the type `&[Step]`.
pub(super) fn steps(record: &Record<'_>, spoke: &Spoke<'_>, leaves: &Leaves<'_>) -> TokenStream {
    let steps = record
        .steps
        .iter()
        .map(|step| self::step(step, record, spoke, leaves));
    quote!(&[#(#steps),*])
}

/// Whether the step leaves a field as it is, by name and type.
pub(super) fn is_plain<'r>(step: &'r Step, record: &'r Record<'_>) -> Option<Peeled<'r>> {
    let ([from], [to]) = (step.spoke.as_slice(), step.hub.as_slice()) else {
        return None;
    };
    let plain = matches!(step.how, How::Nest)
        && step.or.is_none()
        && step.or_back.is_none()
        && from.direct().is_some()
        && from.direct() == to.direct();
    let field = record.field(from).filter(|_| plain)?;
    Some(Peeled::of(field.ty))
}

fn step(step: &Step, record: &Record<'_>, spoke: &Spoke<'_>, leaves: &Leaves<'_>) -> TokenStream {
    let line = Literal::u32_unsuffixed(line(step.span));
    let (from, to) = (places::spots(&step.spoke), places::spots(&step.hub));
    if let Some(peeled) = is_plain(step, record) {
        let Some(place) = step.hub.first() else {
            return TokenStream::new();
        };
        if peeled.standard {
            return quote!(__w::same(#from, #line));
        }
        let leaf = peeled.leaf;
        let (through, project) = peeled.arguments(&hub(spoke), &(leaves.declared)(place, true));
        let span = here(crate::expand::written::start(leaf));
        return quote_spanned!(span=> __w::place(#project).nested::<#leaf>(#from, #line, #through));
    }
    if matches!(step.how, How::Only(None)) {
        let on_hub = step.spoke.is_empty();
        let spots = if on_hub { &step.hub } else { &step.spoke };
        let of = match spots.first() {
            Some(spot) if on_hub => added(spot, spoke),
            _ if on_hub => hub(spoke),
            _ => own(spoke),
        };
        let r = source(on_hub);
        let leaf = spots.first().map(|spot| (leaves.declared)(spot, on_hub));
        let (side, spots) = (lone_side(step), if on_hub { to } else { from });
        return quote!(__w::place(|#r: &#of| #leaf).#side(#spots, #line));
    }
    if !step.own.is_empty() {
        let how = how(step, record, spoke, leaves);
        let own = step.own.iter().map(|own| match own {
            Own::Name => quote!(__w::Own::Name),
            Own::Namespace => quote!(__w::Own::Namespace),
        });
        let step = with_stand_ins(step, &[from, to, how], spoke, leaves, &line);
        return quote!(__w::knowing(#step, &[#(#own),*]));
    }
    let field = step.spoke.first().and_then(|spot| record.field(spot));
    let is_copied =
        matches!(step.how, How::Nest) && field.is_none_or(|field| Peeled::of(field.ty).standard);
    if is_copied && step.or.is_none() && step.or_back.is_none() {
        return quote!(__w::moved(#from, #to, #line));
    }
    let how = how(step, record, spoke, leaves);
    with_stand_ins(step, &[from, to, how], spoke, leaves, &line)
}

/// A step with its places and its way.
fn with_stand_ins(
    step: &Step,
    [from, to, how]: &[TokenStream; 3],
    spoke: &Spoke<'_>,
    leaves: &Leaves<'_>,
    line: &Literal,
) -> TokenStream {
    if step.or.is_none() && step.or_back.is_none() {
        return quote!(__w::step(#from, #to, #how, #line));
    }
    let stand_in = |value: &Option<Spanned<TokenStream>>, spots, on_hub| {
        let value = value.as_ref().map(|or| &or.value);
        stand_in(value, spots, (on_hub, false), spoke, leaves)
    };
    let up_or = stand_in(&step.or, &step.hub, true);
    let down_or = stand_in(&step.or_back, &step.spoke, false);
    quote!(__w::step_or(#from, #to, #how, #up_or, #down_or, #line))
}

/// An expression of the type `Option<Run>`: values of places, as a JSON array.
fn stand_in(
    value: Option<&TokenStream>,
    spots: &[Spot],
    (on_hub, is_added): (bool, bool),
    spoke: &Spoke<'_>,
    leaves: &Leaves<'_>,
) -> TokenStream {
    let Some(value) = value else {
        return quote!(__w::None);
    };
    if places::is_no_entry(spots, Some(value)) {
        return quote!(__w::Some(__w::NO_ENTRY));
    }
    let of = match spots.first() {
        Some(spot) if on_hub && is_added => added(spot, spoke),
        _ if on_hub => hub(spoke),
        _ => own(spoke),
    };
    let r = source(on_hub);
    let leaves = spots.iter().map(|spot| (leaves.declared)(spot, on_hub));
    let values = if spots.len() == 1 {
        quote!((#value,))
    } else {
        value.clone()
    };
    quote!(__w::Some(__w::Run(|| __w::pin(|#r: &#of| (#(#leaves,)*)).write(#values))))
}

fn how(step: &Step, record: &Record<'_>, spoke: &Spoke<'_>, leaves: &Leaves<'_>) -> TokenStream {
    match &step.how {
        How::Nest => {
            let nest = if let (Some(from), Some(to)) = (step.spoke.first(), step.hub.first()) {
                if let Some(field) = record.field(from) {
                    Peeled::of(field.ty).nest(&hub(spoke), &(leaves.declared)(to, true))
                } else {
                    quote!(__w::Nest::SAME)
                }
            } else {
                quote!(__w::Nest::SAME)
            };
            quote!(__w::How::Nest(#nest))
        }
        How::Only(value) => {
            let on_hub = step.spoke.is_empty();
            let spots = if on_hub { &step.hub } else { &step.spoke };
            let run = stand_in(value.as_ref(), spots, (on_hub, true), spoke, leaves);
            quote!(__w::How::Only(#run))
        }
        How::Elsewhere(_) => quote!(__w::How::Elsewhere),
        How::Calls(with, back) => {
            let each =
                |spots: &[Spot], leaf: &dyn Fn(&Spot, bool) -> TokenStream, on_hub| -> Vec<_> {
                    spots.iter().map(|spot| leaf(spot, on_hub)).collect()
                };
            let Leaves { declared, read } = leaves;
            let own = || step.own.iter().map(|_| quote!(__w::leaf(&__w::NO_TAG)));
            let (mut from, to) = (
                each(&step.spoke, read, false),
                each(&step.hub, declared, true),
            );
            from.extend(own());
            let up = call(with, &from, &to, spoke, true);
            let (mut from, to) = (
                each(&step.hub, read, true),
                each(&step.spoke, declared, false),
            );
            from.extend(own());
            let down = call(back, &from, &to, spoke, false);
            let calls = calls(with, back, &up, &down, step.bijective);
            quote!(__w::How::Calls(#calls))
        }
        How::Kind(kind) => values::how(kind, step, record, spoke),
    }
}

/// An expression of the type `Calls`.
pub(super) fn calls(
    with: &Function,
    back: &Function,
    up: &TokenStream,
    down: &TokenStream,
    bijective: bool,
) -> TokenStream {
    let (up_may_fail, down_may_fail) = (with.may_fail, back.may_fail);
    quote!(__w::calls(#up, #down, #up_may_fail, #down_may_fail, #bijective))
}

/// An expression of the type `Call`: the function on JSON values.
pub(super) fn call(
    function: &Function,
    inputs: &[TokenStream],
    outputs: &[TokenStream],
    spoke: &Spoke<'_>,
    up: bool,
) -> TokenStream {
    let (s, h) = (local("__s"), local("__h"));
    let (own, hub) = (own(spoke), hub(spoke));
    let (from, from_type, to, to_type) = if up {
        (s, own, h, hub)
    } else {
        (h, hub, s, own)
    };
    let values: Vec<_> = (0..inputs.len())
        .map(|index| local(&format!("__v{index}")))
        .collect();
    let read: Vec<_> = values.iter().map(|value| quote!(#value)).collect();
    let applied = super::calls::applied(&read, function);
    let (method, body) = match (function.may_fail, outputs.len()) {
        (false, 1) => ("call", quote!((#applied,))),
        (false, _) => ("call", applied),
        (true, 1) => ("try_call", quote!(__w::one(#applied))),
        (true, _) => ("try_call", applied),
    };
    let method = local(method);
    quote! {
        __w::Call(|__values| {
            __w::pins(|#from: &#from_type| (#(#inputs,)*), |#to: &#to_type| (#(#outputs,)*))
                .#method(__values, |(#(#values,)*)| #body)
        })
    }
}
