//! `#[crd(…)]` on a spec struct.

mod columns;
mod conversion;
mod forms;
mod presence;
mod tags;
mod text;
mod version;

use proc_macro2::{Span, TokenStream};
use syn::spanned::Spanned as _;
use syn::{Attribute, Ident, Path};
use wheelwright_cel::{KubeRange, KubeVersion};
use wheelwright_grammar::name;

pub(crate) use self::columns::{Column, Scale, ScalePath, Selectable};
pub(crate) use self::conversion::{Client, Conversion};
pub(crate) use self::forms::CRD as FORMS;
pub(crate) use self::presence::{Spec, Status, StatusForm, TypeMeta};
pub(crate) use self::tags::Tag;
pub(crate) use self::text::{is_good, refusal};
pub(crate) use self::version::{Also, Deprecation, Flags};
use super::schema_keys::{Place, SchemaKeys};
use super::{Key, Slot, keys};
use crate::diag::{Errors, Spanned};

/// The keys, each with its place.
#[derive(Default)]
pub(crate) struct CrdKeys {
    /// The first `#[crd]` attribute, where missing keys are reported.
    pub(crate) attribute: Option<Span>,
    pub(crate) group: Slot<String>,
    pub(crate) version: Slot<String>,
    pub(crate) kind: Slot<String>,
    pub(crate) plural: Slot<String>,
    pub(crate) singular: Slot<String>,
    pub(crate) list_kind: Slot<String>,
    pub(crate) namespaced: Slot<()>,
    pub(crate) cluster: Slot<()>,
    pub(crate) short_names: Vec<Spanned<String>>,
    pub(crate) categories: Vec<Spanned<String>>,
    pub(crate) annotations: Vec<Tag>,
    pub(crate) labels: Vec<Tag>,
    pub(crate) flags: Flags,
    pub(crate) status: Slot<Status>,
    pub(crate) scale: Slot<Scale>,
    pub(crate) columns: Vec<Column>,
    pub(crate) selectable: Vec<Spanned<Selectable>>,
    pub(crate) also: Vec<Also>,
    pub(crate) client: Slot<()>,
    pub(crate) hub: Slot<Path>,
    pub(crate) no_spec: Slot<()>,
    pub(crate) serde_defaults: Slot<()>,
    pub(crate) kube: Slot<KubeRange>,
    pub(crate) spec: Slot<Spec>,
    pub(crate) metadata_required: Slot<()>,
    pub(crate) type_meta: Slot<TypeMeta>,
    pub(crate) name: Slot<SchemaKeys>,
    pub(crate) generate_name: Slot<SchemaKeys>,
    pub(crate) root: Slot<SchemaKeys>,
    pub(crate) conversion: Slot<Conversion>,
    pub(crate) root_struct: Slot<Ident>,
    pub(crate) derives: Vec<Path>,
    pub(crate) attributes: Vec<TokenStream>,
    pub(crate) krate: Slot<Path>,
}

impl CrdKeys {
    /// Reads all `#[crd]` attributes of an item.
    pub(crate) fn of(attributes: &[Attribute], errors: &Errors) -> Self {
        let mut read = Self {
            attribute: attributes
                .iter()
                .find(|attribute| attribute.path().is_ident("crd"))
                .map(|it| it.path().span()),
            ..Self::default()
        };
        for key in keys(attributes, "crd", forms::CRD, errors) {
            read.add(&key);
        }
        Selectable::check_all(&read.selectable, errors);
        read
    }

    fn add(&mut self, key: &Key<'_>) {
        match key.form.name {
            "group" => self
                .group
                .set(key, text::required(key, "a group", name::group)),
            "version" => self.version.set(key, version::version(key)),
            "kind" => self
                .kind
                .set(key, text::required(key, "a kind", name::kind)),
            "plural" => self.plural.set(
                key,
                text::required(key, "a plural name", name::dns1035_label),
            ),
            "singular" => self.singular.set(
                key,
                text::required(key, "a singular name", name::dns1035_label),
            ),
            "list_kind" => self
                .list_kind
                .set(key, text::required(key, "a list kind", name::kind)),
            "namespaced" => self.namespaced.set(key, key.bare()),
            "cluster" => self.cluster.set(key, key.bare()),
            "shortname" => add_label(&mut self.short_names, key, "a short name"),
            "category" => add_label(&mut self.categories, key, "a category"),
            "annotation" => tags::add_annotations(&mut self.annotations, key),
            "label" => tags::add_labels(&mut self.labels, key),
            "served" | "storage" | "deprecated" => self.flags.set(key),
            "status" => self.status.set(key, Status::read(key)),
            "scale" => self.scale.set(key, Scale::read(key)),
            "printcolumn" => self.columns.extend(Column::read(key)),
            "selectable" => {
                let read = Selectable::read(key).map(|path| Spanned::new(path, key.value_span()));
                self.selectable.extend(read);
            }
            "also" => self.also.extend(Also::read(key)),
            "conversion" => self.conversion.set(key, Conversion::read(key)),
            _ => self.add_root(key),
        }
    }

    /// The keys about the root object and its struct.
    fn add_root(&mut self, key: &Key<'_>) {
        match key.form.name {
            "hub" => self
                .hub
                .set(key, key.syntax("the path of the hub's root struct")),
            "client" => self.client.set(key, key.bare()),
            "serde_defaults" => self.serde_defaults.set(key, key.bare()),
            "kube" => self.kube.set(key, pin(key)),
            "no_spec" => self.no_spec.set(key, key.bare()),
            "spec" => self.spec.set(key, Spec::read(key)),
            "metadata" => self.metadata_required.set(key, presence::required(key)),
            "type_meta" => self.type_meta.set(key, TypeMeta::read(key)),
            "name" => self.name.set(key, SchemaKeys::within(key, Place::Name)),
            "generate_name" => self
                .generate_name
                .set(key, SchemaKeys::within(key, Place::Name)),
            "root" => self.root.set(key, SchemaKeys::within(key, Place::Root)),
            "struct" => self.root_struct.set(key, key.syntax("a name")),
            "derive" => self.derives.extend(derives(key).unwrap_or_default()),
            "attr" => self
                .attributes
                .extend(key.pieces("attributes").unwrap_or_default()),
            "crate" => self.krate.set(key, key.syntax("a path")),
            other => debug_assert!(false, "no arm reads `{other}`"),
        }
    }
}

fn add_label(list: &mut Vec<Spanned<String>>, key: &Key<'_>, what: &str) {
    let Some(text) = text::checked(key, what, name::dns1035_label) else {
        return;
    };
    if list.iter().any(|earlier| earlier.value == text) {
        key.errors.at(
            key.value_span(),
            format_args!("`{text}` is there already; keep one"),
        );
    } else {
        list.push(Spanned::new(text, key.value_span()));
    }
}

/// The servers that the CRD is for.
fn pin(key: &Key<'_>) -> Option<KubeRange> {
    let text = key.string()?;
    let read = KubeRange::parse_pin(&text);
    read.map_err(|error| key.errors.at(key.value_span(), error))
        .ok()
}

/// The servers that the `#[crd]` attributes of an item pin, else the newest. What is wrong with the attributes is said by
/// the derive that they are for.
pub(crate) fn pinned(attributes: &[Attribute], errors: &Errors) -> KubeRange {
    let pinned = CrdKeys::of(attributes, errors.muted()).kube.take();
    pinned.map_or_else(newest, |pinned| pinned.value)
}

/// The server that expressions are for where nothing is pinned.
pub(crate) fn newest() -> KubeRange {
    KubeRange::only(KubeVersion::default())
}

fn derives(key: &Key<'_>) -> Option<Vec<Path>> {
    /// What every root struct has.
    const OURS: &[&str] = &["Clone", "Debug", "Serialize", "Deserialize"];
    let mut paths = Vec::new();
    for piece in key.pieces("traits")? {
        let at = piece.span();
        match syn::parse2::<Path>(piece) {
            Ok(path) => match path
                .segments
                .last()
                .filter(|last| OURS.iter().any(|ours| last.ident == ours))
            {
                Some(last) => {
                    key.errors.at(
                        at,
                        format_args!("the root struct is `{}` anyway; leave it out", last.ident),
                    );
                }
                None => paths.push(path),
            },
            Err(_) => key.errors.at(
                at,
                format_args!("`derive` takes traits: `{}`", key.form.write),
            ),
        }
    }
    Some(paths)
}
