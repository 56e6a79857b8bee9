//! `table::Root`: only what differs from a namespaced, served version of which nothing else is said.

use proc_macro2::{Literal, TokenStream};
use quote::{quote, quote_spanned};
use wheelwright_cel::KubeVersion;

use crate::attrs::crd::{
    Also, Client, Column, Conversion, Deprecation, Flags, Scale, Spec, StatusForm, Tag,
};
use crate::attrs::schema_keys::SchemaKeys;
use crate::diag::{Spanned, line};
use crate::expand::keys::keys;
use crate::expand::tree::tree;
use crate::resource::model::{Identity, Own, Resource, RootSchema};

/// An expression of the type `Root`.
pub(super) fn root(resource: &Resource<'_>) -> TokenStream {
    // At the struct's name, where a missing schema is reported.
    let spec = resource.spec_ident;
    let no_spec = resource.no_spec.is_some();
    let line = Literal::u32_unsuffixed(line(resource.attribute));
    let rest = quote! {
        #no_spec, __w::Place::at(::core::module_path!(), ::core::file!(), #line)
    };
    let mut said = Vec::new();
    let (identity, base) = match &resource.identity {
        Identity::Own(own) if resource.client => (own_identity(own), quote!(__w::client_of(#rest))),
        Identity::Own(own) => {
            let root_of = quote_spanned!(spec.span()=> __w::root_of::<#spec>);
            (own_identity(own), quote!(#root_of(#rest)))
        }
        Identity::Hub(hub, _) => {
            let spoke_of = quote_spanned!(spec.span()=> __w::spoke_of::<#spec>);
            let hub = quote!(<#hub as __w::CustomResource>::ROOT);
            let ident = &resource.root.ident;
            said.push(quote!(mapping: __w::Mapped::<#ident>::MAPPING));
            (TokenStream::new(), quote!(#spoke_of(#hub, #rest)))
        }
    };
    let version = &resource.version;
    let flags = flags(&resource.flags);
    if resource.flags.storage.value() == Some(&false) {
        said.push(quote!(never_storage: true));
    }
    if !resource.also.is_empty() {
        let also = resource.also.iter().map(also);
        said.push(quote!(also: &[#(#also),*]));
    }
    if resource.client && resource.status.is_some() {
        said.push(quote!(status: __w::Some(__w::ANY)));
    } else if let Some(status) = &resource.status {
        let (span, status) = (status.span, &status.value);
        said.push(quote_spanned!(span=> status: __w::Some(__w::Of::<#status>::TYPE.table())));
    }
    if resource.may_lack_spec() && !resource.client {
        said.push(quote!(absent_spec: __w::Some(__w::Run(|| __w::to_value(&__ABSENT_SPEC())))));
    }
    match resource.status_form {
        // A client's status has no schema.
        _ if resource.client => {}
        StatusForm::Standard => {}
        StatusForm::Nullable => said.push(quote!(status_form: __w::StatusForm::Nullable)),
        StatusForm::Bare => said.push(quote!(status_form: __w::StatusForm::Bare)),
    }
    if let Some(scale) = &resource.scale {
        said.push(self::scale(scale));
    }
    if !resource.columns.is_empty() {
        let columns = resource.columns.iter().map(column);
        said.push(quote!(columns: &[#(#columns),*]));
    }
    if !resource.selectable.is_empty() {
        let paths = resource.selectable.iter().map(|path| &path.value.text);
        said.push(quote!(selectable: &[#(#paths),*]));
    }
    said.extend(schema(&resource.schema));
    if resource.serde_defaults {
        said.push(quote!(defaults: __w::Defaults::Serde));
    }
    if let Some(servers) = resource.kube {
        let pin = format!("{}..={}", servers.oldest(), servers.newest());
        let pin = if servers.newest() == KubeVersion::NEWEST {
            format!(">={}", servers.oldest())
        } else {
            pin
        };
        said.push(quote!(kube: #pin));
    }
    quote!(__w::Root { #identity version: #version, #flags #(#said,)* ..#base })
}

fn own_identity(own: &Own) -> TokenStream {
    let Own {
        group,
        kind,
        plural,
        singular,
        list_kind,
        ..
    } = own;
    let mut code = quote! {
        group: #group,
        kind: #kind,
        plural: #plural,
        singular: #singular,
        list_kind: #list_kind,
    };
    if own.cluster {
        code.extend(quote!(scope: __w::Scope::Cluster,));
    }
    if !own.short_names.is_empty() {
        let names = texts(&own.short_names);
        code.extend(quote!(short_names: #names,));
    }
    if !own.categories.is_empty() {
        let names = texts(&own.categories);
        code.extend(quote!(categories: #names,));
    }
    if !own.annotations.is_empty() {
        let tags = tags(&own.annotations);
        code.extend(quote!(annotations: #tags,));
    }
    if !own.labels.is_empty() {
        let tags = tags(&own.labels);
        code.extend(quote!(labels: #tags,));
    }
    if let Some(conversion) = &own.conversion {
        let conversion = self::conversion(conversion);
        code.extend(quote!(conversion: __w::Some(#conversion),));
    }
    code
}

/// An expression of the type `&[&str]`.
pub(super) fn texts(texts: &[Spanned<String>]) -> TokenStream {
    let texts = texts.iter().map(|text| &text.value);
    quote!(&[#(#texts),*])
}

/// An expression of the type `&[(&str, &str)]`.
pub(super) fn tags(tags: &[Tag]) -> TokenStream {
    let keys = tags.iter().map(|tag| &tag.key.value);
    let values = tags.iter().map(|tag| &tag.value.value);
    quote!(&[#((#keys, #values)),*])
}

/// An expression of the type `Conversion`.
pub(super) fn conversion(conversion: &Conversion) -> TokenStream {
    let (client, review_versions) = match conversion {
        Conversion::None => return quote!(__w::Conversion::None),
        Conversion::Unchecked => return quote!(__w::Conversion::Unchecked),
        Conversion::Webhook {
            client,
            review_versions,
        } => (client, review_versions),
    };
    let client = match client {
        Client::Url(url) => quote!(__w::ClientConfig::Url(#url)),
        Client::Service {
            namespace,
            name,
            path,
            port,
        } => {
            let port = Literal::u16_unsuffixed(*port);
            quote! {
                __w::ClientConfig::Service(__w::Service {
                    namespace: #namespace,
                    name: #name,
                    path: #path,
                    port: #port,
                })
            }
        }
    };
    quote! {
        __w::Conversion::Webhook { client: #client, review_versions: &[#(#review_versions),*] }
    }
}

/// The members that root and `also` share, where they are not the usual ones.
fn flags(flags: &Flags) -> TokenStream {
    let mut code = TokenStream::new();
    if !flags.is_served() {
        code.extend(quote!(served: false,));
    }
    if flags.is_stored() {
        code.extend(quote!(storage: true,));
    }
    if let Some(deprecation) = flags.deprecated.value() {
        let deprecation = match deprecation {
            Deprecation::Standard => quote!(Standard),
            Deprecation::Text(text) => quote!(Text(#text)),
        };
        code.extend(quote!(deprecation: __w::Deprecation::#deprecation,));
    }
    code
}

fn also(also: &Also) -> TokenStream {
    let version = &also.version.value;
    let flags = flags(&also.flags);
    if flags.is_empty() {
        quote!(__w::Also::new(#version))
    } else {
        quote!(__w::Also { #flags ..__w::Also::new(#version) })
    }
}

fn scale(scale: &Scale) -> TokenStream {
    let (spec, status) = (&scale.spec.value.text, &scale.status.value.text);
    let selector = scale.selector.as_ref().map(|selector| &selector.value.text);
    let optional = scale.optional;
    let selector = selector.map_or(quote!(__w::None), |selector| quote!(__w::Some(#selector)));
    let unchecked = scale.unchecked;
    quote! {
        scale: __w::Some(__w::Scale {
            spec: #spec, status: #status, selector: #selector, optional: #optional, unchecked: #unchecked
        })
    }
}

fn column(column: &Column) -> TokenStream {
    let Column {
        name,
        ty,
        path,
        description,
        format,
        priority,
        unchecked,
        ..
    } = column;
    let (ty, path) = (&ty.value, &path.value);
    let mut said = TokenStream::new();
    if !description.is_empty() {
        said.extend(quote!(description: #description,));
    }
    if !format.is_empty() {
        said.extend(quote!(format: #format,));
    }
    if *priority != 0 {
        let priority = Literal::i32_unsuffixed(*priority);
        said.extend(quote!(priority: #priority,));
    }
    if *unchecked {
        said.extend(quote!(unchecked: true,));
    }
    if said.is_empty() {
        quote!(__w::Column::new(#name, #ty, #path))
    } else {
        quote!(__w::Column { #said ..__w::Column::new(#name, #ty, #path) })
    }
}

fn schema(schema: &RootSchema) -> Option<TokenStream> {
    let mut said = TokenStream::new();
    match &schema.spec {
        Spec::Required => {}
        Spec::Optional => said.extend(quote!(spec: __w::Presence::Optional,)),
        Spec::Default(value) => {
            let value = tree(value);
            said.extend(quote!(spec: __w::Presence::Default(#value),));
        }
    }
    if schema.metadata_required {
        said.extend(quote!(metadata_required: true,));
    }
    if let Some(type_meta) = &schema.type_meta {
        let listed = &type_meta.listed;
        said.extend(quote!(type_meta: &[#(#listed),*],));
        if type_meta.required {
            said.extend(quote!(type_meta_required: true,));
        }
    }
    let mut add = |member: TokenStream, given: &Option<SchemaKeys>| {
        if let Some(given) = given {
            let given = keys(given);
            said.extend(quote!(#member: #given,));
        }
    };
    add(quote!(name), &schema.name);
    add(quote!(generate_name), &schema.generate_name);
    add(quote!(keys), &schema.keys);
    (!said.is_empty())
        .then(|| quote!(schema: __w::RootSchema { #said ..__w::RootSchema::STANDARD }))
}
