//! What `#[derive(CustomResource)]` knows once attributes are read, names made and rules kept.

use syn::{Ident, Path, Type, Visibility};
use wheelwright_cel::KubeRange;

use crate::attrs::crd::{
    Also, Column, Conversion, Flags, Scale, Selectable, Spec, StatusForm, Tag, TypeMeta,
};
use crate::attrs::schema_keys::SchemaKeys;
use crate::diag::Spanned;
use proc_macro2::{Span, TokenStream};

/// One version of a custom resource.
pub(crate) struct Resource<'i> {
    /// The struct the derive is written on.
    pub(crate) spec_ident: &'i Ident,
    pub(crate) vis: &'i Visibility,
    pub(crate) doc: String,
    /// Where the `#[crd]` attribute stands.
    pub(crate) attribute: Span,
    pub(crate) root: Root,
    pub(crate) identity: Identity,
    pub(crate) version: String,
    pub(crate) flags: Flags,
    pub(crate) also: Vec<Also>,
    pub(crate) status: Option<Spanned<Type>>,
    pub(crate) status_form: StatusForm,
    pub(crate) scale: Option<Scale>,
    pub(crate) columns: Vec<Column>,
    pub(crate) selectable: Vec<Spanned<Selectable>>,
    /// Of a resource whose CRD is somebody else's: no schema is known.
    pub(crate) client: bool,
    /// Where `no_spec` stands.
    pub(crate) no_spec: Option<Span>,
    pub(crate) schema: RootSchema,
    /// Serde's defaults become the schema's in all types.
    pub(crate) serde_defaults: bool,
    /// The servers that the CRD is for.
    pub(crate) kube: Option<KubeRange>,
    pub(crate) krate: Option<Path>,
}

/// The root struct.
pub(crate) struct Root {
    pub(crate) ident: Ident,
    pub(crate) derives: Vec<Path>,
    pub(crate) attributes: Vec<TokenStream>,
}

/// What all versions of a resource have in common.
pub(crate) enum Identity {
    /// Said here.
    Own(Own),
    /// The hub's; what is repeated here must be the same.
    Hub(Path, Repeated),
}

/// The identity of a hub, or of the only version.
#[derive(Default)]
pub(crate) struct Own {
    pub(crate) group: String,
    pub(crate) kind: String,
    pub(crate) plural: String,
    pub(crate) singular: String,
    pub(crate) list_kind: String,
    pub(crate) cluster: bool,
    pub(crate) short_names: Vec<Spanned<String>>,
    pub(crate) categories: Vec<Spanned<String>>,
    pub(crate) annotations: Vec<Tag>,
    pub(crate) labels: Vec<Tag>,
    pub(crate) conversion: Option<Conversion>,
}

/// What a spoke says although its hub does.
pub(crate) struct Repeated {
    /// Keys with one string, by name.
    pub(crate) texts: Vec<(&'static str, Spanned<String>)>,
    /// `namespaced` or `cluster`; whether it is the latter.
    pub(crate) cluster: Option<Spanned<bool>>,
    pub(crate) short_names: Vec<Spanned<String>>,
    pub(crate) categories: Vec<Spanned<String>>,
    pub(crate) annotations: Vec<Tag>,
    pub(crate) labels: Vec<Tag>,
    pub(crate) conversion: Option<Spanned<Conversion>>,
    /// The root struct's name is written, rather than taken from the path.
    pub(crate) named: bool,
}

/// The root object's own schema.
pub(crate) struct RootSchema {
    pub(crate) spec: Spec,
    pub(crate) metadata_required: bool,
    pub(crate) type_meta: Option<TypeMeta>,
    pub(crate) name: Option<SchemaKeys>,
    pub(crate) generate_name: Option<SchemaKeys>,
    pub(crate) keys: Option<SchemaKeys>,
}

impl Resource<'_> {
    /// Whether an object may lack what the derived struct holds.
    pub(crate) fn may_lack_spec(&self) -> bool {
        self.no_spec.is_none() && !matches!(self.schema.spec, Spec::Required)
    }
}
