//! One type: its derives, its attributes and those of its fields.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use proc_macro2::Span;
use quote::ToTokens;
use syn::{Field, Type};
use wheelwright_spelling::{
    Here, READ_BY_SCHEMARS, SAME_IN_KUBE, Subject, Tool, Within, arguments, instead, of_serde,
    source as written, spelling, text_of, ungrouped,
};

use crate::edit::{Edits, indent, remove_pieces, with_line};
use crate::inventory::{Data, Derive, Found, Inventory};
use crate::meta::{Around, List, Piece, lists};
use crate::note::{Kind, Note};
use crate::reach::Reach;
use crate::source::Source;
use crate::{function, union};

/// What all types together are made into.
pub(crate) struct Rewrite<'i, 's> {
    pub(crate) sources: &'s [Source],
    pub(crate) inventory: &'i Inventory<'s>,
    pub(crate) reach: &'i Reach,
    /// Of each source.
    pub(crate) edits: Vec<Edits>,
    pub(crate) notes: Vec<Note>,
    /// Names of ours that stand where theirs stood.
    pub(crate) claims: Vec<Claim>,
    /// Functions that give a JSON value now.
    pub(crate) functions: BTreeSet<String>,
    /// Sources that name `serde_json` now.
    pub(crate) json: BTreeSet<usize>,
    /// Lists that go, by the attribute around them.
    gone: BTreeMap<(usize, usize), Gone>,
}

/// A name of ours in place of theirs.
pub(crate) struct Claim {
    pub(crate) file: usize,
    pub(crate) scope: Vec<String>,
    pub(crate) range: Range<usize>,
    /// What theirs is called here, if it stands alone.
    pub(crate) bare: Option<String>,
    /// What stays in front.
    pub(crate) prefix: String,
    /// `Schema` or `CustomResource`.
    pub(crate) ours: &'static str,
}

struct Gone {
    attribute: Range<usize>,
    siblings: Vec<Range<usize>>,
    which: BTreeSet<usize>,
}

/// What becomes of a piece.
enum Fate {
    /// It is a key of ours in this form.
    Same,
    /// These keys.
    Write(String),
    /// Parts of it are written otherwise.
    Within(Vec<(Range<usize>, String)>),
    /// It says nothing here.
    Gone,
    /// In words, for people.
    Hand(String),
}

/// What the attributes of one place stand on.
#[derive(Clone, Copy)]
struct Spot<'t> {
    is_type: bool,
    subject: Option<&'t Type>,
    /// All lists there.
    beside: &'t [List],
    /// Whether the attributes of others stay.
    keeps: bool,
}

/// The keys that only somebody who installs the CRD has a use for, as kube-derive spells them.
const OF_CRD: &[&str] = &[
    "singular",
    "shortname",
    "category",
    "annotation",
    "label",
    "printcolumn",
    "selectable",
    "scale",
    "served",
    "storage",
    "deprecated",
    "doc",
    "validation",
];

impl<'i, 's> Rewrite<'i, 's> {
    pub(crate) fn new(
        sources: &'s [Source],
        inventory: &'i Inventory<'s>,
        reach: &'i Reach,
    ) -> Self {
        Self {
            sources,
            inventory,
            reach,
            edits: vec![Edits::default(); sources.len()],
            notes: Vec::new(),
            claims: Vec::new(),
            functions: BTreeSet::new(),
            json: BTreeSet::new(),
            gone: BTreeMap::new(),
        }
    }

    pub(crate) fn note(&mut self, kind: Kind, file: usize, span: Span, text: impl Into<String>) {
        self.notes.push(Note {
            kind,
            place: self.sources[file].place(span),
            text: text.into(),
        });
    }

    pub(crate) fn item(&mut self, at: usize) {
        let found = &self.inventory.types[at];
        let keeps = self.reach.both.contains(&at);
        let is_client = found.kube("schema").as_deref() == Some("disabled");
        self.derives(found, keeps, is_client);
        let mut of_type = Keys::default();
        for list in &found.lists {
            match tool(list) {
                Some(Tool::Kube) if found.is_resource() => self.kube(at, list, is_client),
                Some(Tool::Kube) | None => {}
                Some(tool) => {
                    let spot = Spot {
                        is_type: true,
                        subject: None,
                        beside: &found.lists,
                        keeps,
                    };
                    self.list(found, list, tool, spot, &mut of_type);
                }
            }
        }
        if is_client && !found.has_schema() {
            return;
        }
        let keys = self.as_before(at);
        let derive = found
            .derived
            .iter()
            .find(|derived| derived.derive != Derive::Resource);
        if let (Some(derived), false) = (derive, keys.is_empty()) {
            let text = format!("schema({})", keys.join(", "));
            self.beside(found.file, &found.lists[derived.list], &text);
        }
        match found.data {
            Data::Struct(fields) => {
                for field in fields {
                    self.field(found, field, keeps);
                }
            }
            Data::Enum(item) => {
                for variant in &item.variants {
                    let own = lists(&self.sources[found.file], &variant.attrs);
                    let mut keys = Keys::default();
                    for list in &own {
                        if let Some(tool) = tool(list).filter(|tool| *tool != Tool::Kube) {
                            let spot = Spot {
                                is_type: false,
                                subject: None,
                                beside: &own,
                                keeps,
                            };
                            self.list(found, list, tool, spot, &mut keys);
                        }
                    }
                    for field in &variant.fields {
                        self.field(found, field, keeps);
                    }
                }
            }
        }
    }

    fn derives(&mut self, found: &Found<'s>, keeps: bool, is_client: bool) {
        let mut has_schema = false;
        let mut gone: BTreeMap<usize, BTreeSet<usize>> = BTreeMap::new();
        for derived in &found.derived {
            let piece = &found.lists[derived.list].pieces[derived.piece];
            let (ours, prefix) = match derived.derive {
                Derive::Resource if !found.is_resource() => continue,
                Derive::Resource => ("CustomResource", String::new()),
                Derive::JsonSchema | Derive::KubeSchema if keeps && !has_schema => {
                    ("Schema", format!("{}, ", written(&piece.tokens)))
                }
                Derive::JsonSchema | Derive::KubeSchema if keeps => continue,
                Derive::JsonSchema | Derive::KubeSchema if !has_schema => ("Schema", String::new()),
                Derive::JsonSchema | Derive::KubeSchema => {
                    gone.entry(derived.list).or_default().insert(derived.piece);
                    continue;
                }
            };
            has_schema |= ours == "Schema";
            self.claims.push(Claim {
                file: found.file,
                scope: found.scope.clone(),
                range: piece.range.clone(),
                bare: derived.is_bare.then(|| derived.written.clone()),
                prefix,
                ours,
            });
        }
        for (list, which) in gone {
            let list = &found.lists[list];
            if which.len() == list.pieces.len() {
                self.remove(found.file, &list.around);
                continue;
            }
            let ranges: Vec<_> = list
                .pieces
                .iter()
                .map(|piece| piece.range.clone())
                .collect();
            let gone: Vec<bool> = (0..ranges.len()).map(|at| which.contains(&at)).collect();
            let text = &self.sources[found.file].text;
            remove_pieces(text, &ranges, &gone, &mut self.edits[found.file]);
        }
        if found.is_resource() && !has_schema && !is_client {
            let text = format!(
                "`{}` has its `JsonSchema` by hand, or by a macro: derive `wheelwright::Schema`; a schema made by hand is \
                 `#[schema(with = function)]` on the struct",
                found.ident
            );
            self.note(Kind::Hand, found.file, found.ident.span(), text);
        }
    }

    /// `#[kube(…)]` as `#[crd(…)]`.
    fn kube(&mut self, at: usize, list: &List, is_client: bool) {
        let found = &self.inventory.types[at];
        let mut fates: Vec<Fate> = list
            .pieces
            .iter()
            .map(|piece| self.kube_piece(found, piece, is_client))
            .collect();
        for (piece, fate) in list.pieces.iter().zip(&fates) {
            if let Fate::Hand(words) = fate {
                let text = format!("`{}` in `#[kube(…)]`: {words}", piece.name);
                self.note(Kind::Hand, found.file, piece.span, text);
            }
        }
        merge_roots(&mut fates);
        let is_last = found
            .lists
            .iter()
            .rfind(|list| list.name == "kube")
            .is_some_and(|last| last.range == list.range);
        let mut more = Vec::new();
        if is_last {
            let all = || found.lists.iter().filter(|list| list.name == "kube");
            if !all().any(|list| list.find("namespaced").is_some()) {
                more.push("cluster");
            }
            if is_client {
                more.push("client");
            } else if self.defaults_within(at) {
                more.push("serde_defaults");
            }
        }
        self.write(found.file, list, "crd", &list.pieces, &fates, &more);
    }

    fn kube_piece(&mut self, found: &Found<'s>, piece: &Piece, is_client: bool) -> Fate {
        let source = &self.sources[found.file];
        if is_client && (OF_CRD.contains(&piece.name.as_str()) || piece.name == "schema") {
            if piece.name != "schema" {
                let text = format!(
                    "`{}` is left out: the CRD of a `client` is somebody else's",
                    piece.name
                );
                self.note(Kind::Said, found.file, piece.span, text);
            }
            return Fate::Gone;
        }
        if let Some(spelling) = spelling(Tool::Kube, &piece.name, &piece.argument) {
            if let Some(keys) = spelling.keys(&piece.argument, Subject::default()) {
                return Fate::Write(keys);
            }
            if matches!(spelling.here(), Here::Nothing(_) | Here::Unneeded(_)) {
                self.note(
                    Kind::Said,
                    found.file,
                    piece.span,
                    format!(
                        "`{}` is left out: {}",
                        piece.name,
                        why(&spelling.words(None))
                    ),
                );
                return Fate::Gone;
            }
            return Fate::Hand(spelling.words(None));
        }
        let within = match piece.name.as_str() {
            "printcolumn" => Within::Column,
            "scale" => Within::Scale,
            name if SAME_IN_KUBE.contains(&name) => return Fate::Same,
            _ => {
                return Fate::Hand(
                    "kube-derive 5 has no such key; write what it says in `#[crd(…)]`".to_owned(),
                );
            }
        };
        let parts = piece.within(source).into_iter().filter_map(|part| {
            let keys = instead(within, &part.name, &part.argument, false)?.keys?;
            Some((part.range, written(&keys)))
        });
        Fate::Within(parts.collect())
    }

    /// Whether serde fills in a field of a type, for which schemars writes a default into the schema.
    fn has_defaults(&self, found: &Found<'s>) -> bool {
        let source = &self.sources[found.file];
        let says = |lists: &[List]| {
            let mut serde = lists.iter().filter(|list| list.name == "serde");
            serde.any(|list| list.find("default").is_some())
        };
        let fields = found.fields();
        let mut fields = fields.into_iter().flatten();
        says(&found.lists) || fields.any(|field| says(&lists(source, &field.attrs)))
    }

    /// Whether serde fills in a field of a type or of one within.
    fn defaults_within(&self, at: usize) -> bool {
        let mut within = self.reach.within(at, true).into_iter();
        within.any(|at| self.has_defaults(&self.inventory.types[at]))
    }

    /// Whether Kubernetes' own types are in the fields of a type: kube-derive knows no lists with keys of theirs.
    fn has_kubernetes(&self, at: usize) -> bool {
        let found = &self.inventory.types[at];
        let names = &self.reach.names[at];
        let is_theirs = |name: &String| {
            let leaf = self.inventory.leaf(found.file, &found.scope, name);
            leaf.is_some_and(|leaf| {
                let mut path = self.inventory.leaves[leaf].path.iter();
                path.any(|step| step == "k8s_openapi")
            })
        };
        names.contains("k8s_openapi") || names.iter().any(is_theirs)
    }

    /// Whether a type is the status of a custom resource here.
    fn is_status(&self, found: &Found<'s>) -> bool {
        let mut resources = self
            .inventory
            .types
            .iter()
            .filter(|found| found.is_resource());
        resources.any(|resource| {
            let status = resource.kube("status");
            let last = status.as_deref().and_then(|path| path.rsplit("::").next());
            last.is_some_and(|last| found.ident == last.trim())
        })
    }

    /// The keys on a type that keep what was in its schema without a key.
    fn as_before(&self, at: usize) -> Vec<&'static str> {
        let found = &self.inventory.types[at];
        let mut keys = Vec::new();
        let is_root = found.is_resource() || self.is_status(found);
        // Where the resource is none of these, each type says it for itself.
        let is_alone = self.reach.elsewhere;
        let within = |at| self.reach.within(at, false).into_iter();
        if is_root && within(at).any(|at| self.has_kubernetes(at))
            || is_alone && self.has_kubernetes(at)
        {
            keys.push("loose");
        }
        if is_alone && !found.is_resource() && self.has_defaults(found) {
            keys.push("serde_defaults");
        }
        keys
    }

    fn field(&mut self, found: &Found<'s>, field: &Field, keeps: bool) {
        let source = &self.sources[found.file];
        let own = lists(source, &field.attrs);
        let mut keys = Keys::default();
        for list in &own {
            if let Some(tool) = tool(list).filter(|tool| *tool != Tool::Kube) {
                let spot = Spot {
                    is_type: false,
                    subject: Some(&field.ty),
                    beside: &own,
                    keeps,
                };
                self.list(found, list, tool, spot, &mut keys);
            }
        }
        let serde = |key: &str| {
            own.iter()
                .any(|list| list.name == "serde" && list.find(key).is_some())
        };
        let mut more = Vec::new();
        let is_skipped = serde("skip") || serde("skip_serializing") && serde("skip_deserializing");
        let calls = serde("with") || serde("serialize_with") || serde("deserialize_with");
        if calls && !is_skipped && keys.written.is_empty() && !keys.has_hand {
            let ty = written(&field.ty.to_token_stream());
            more.push(format!("as = {ty}"));
            let text = format!(
                "serde calls a function for this field: the schema is that of `{ty}` as before; write `as = Type` or \
                 `with = function` if it writes something else"
            );
            self.note(Kind::Said, found.file, first(field), text);
        }
        let is_replaced = calls || ["as", "with"].iter().any(|key| keys.written.contains(*key));
        if !is_skipped
            && !is_replaced
            && let Some(key) = atomic(&field.ty)
            && keys.add(&key)
        {
            more.push(key);
        }
        if serde("alias") && !is_skipped {
            more.push("accept_aliases".to_owned());
        }
        if !more.is_empty() {
            let at = source.range(first(field)).start;
            let space = indent(&source.text, at);
            let text = format!("#[schema({})]\n{space}", more.join(", "));
            self.edits[found.file].insert(at, text);
        }
    }

    /// A list of another tool as `#[schema(…)]`.
    fn list(
        &mut self,
        found: &Found<'s>,
        list: &List,
        tool: Tool,
        spot: Spot<'_>,
        keys: &mut Keys,
    ) {
        let is_rule = matches!(tool, Tool::Validator | Tool::Garde);
        let stays = is_rule && found.validates || spot.keeps;
        let mut fates = Vec::new();
        let mut is_unread = false;
        for piece in &list.pieces {
            let is_read = !is_rule || READ_BY_SCHEMARS.contains(&piece.name.as_str());
            let fate = if is_read {
                self.piece(found, piece, tool, spot)
            } else {
                is_unread = true;
                Fate::Gone
            };
            let fate = match fate {
                Fate::Write(text) if !keys.add(&text) => Fate::Gone,
                fate => fate,
            };
            if let Fate::Hand(words) = &fate {
                keys.has_hand = true;
                let text = format!("`{}` in `#[{}(…)]`: {words}", piece.name, tool.attribute());
                self.note(Kind::Hand, found.file, piece.span, text);
            }
            fates.push(fate);
        }
        if !stays {
            self.write(found.file, list, "schema", &list.pieces, &fates, &[]);
            return;
        }
        let mut ours: Vec<String> = fates
            .iter()
            .filter_map(|fate| match fate {
                Fate::Write(keys) => Some(keys.clone()),
                _ => None,
            })
            .collect();
        if is_rule && is_unread && !fates.iter().any(|fate| matches!(fate, Fate::Hand(_))) {
            ours.push(format!("ignore({})", tool.attribute()));
        }
        if !ours.is_empty() {
            self.beside(found.file, list, &format!("schema({})", ours.join(", ")));
        }
    }

    fn piece(&mut self, found: &Found<'s>, piece: &Piece, tool: Tool, spot: Spot<'_>) -> Fate {
        if tool == Tool::Schemars && piece.name == "bound" {
            return match text_of(&piece.argument) {
                Some(text) => Fate::Write(format!("bound = \"{}\"", ours_in(&text))),
                None => Fate::Hand("write `bound = \"T: wheelwright::Schema\"`".to_owned()),
            };
        }
        if tool == Tool::Schemars
            && piece.name == "default"
            && !spot.is_type
            && !says(spot.beside, "serde", piece)
        {
            match text_of(&piece.argument) {
                Some(path) => return Fate::Write(format!("default = {path}()")),
                // The API server takes a default of `null` as none.
                None if Subject(spot.subject).is_option() => return Fate::Gone,
                None => {}
            }
        }
        let Some(spelling) = spelling(tool, &piece.name, &piece.argument) else {
            return Fate::Hand("write what it says in `#[schema(…)]`".to_owned());
        };
        if piece.name == "schema_with" && spot.keeps {
            return Fate::Hand(
                "the function serves schemars as well: write `with = function`, of one that gives a `serde_json::Value`"
                    .to_owned(),
            );
        }
        if piece.name == "schema_with"
            && let Err(words) = function::rewrite(self, piece)
        {
            return Fate::Hand(words);
        }
        if let Some(keys) = spelling.keys(&piece.argument, Subject(spot.subject)) {
            if spot.is_type
                && let Some(keys) = union::counted(&self.sources[found.file], found, &keys)
            {
                let text = format!(
                    "`{keys}` in place of a combinator: it takes a `null` for a value that is left out, as serde writes it"
                );
                self.note(Kind::Said, found.file, piece.span, text);
                return Fate::Write(keys);
            }
            if matches!(piece.name.as_str(), "with" | "schema_with") && must_be(piece, spot) {
                return Fate::Write(format!("{keys}, required"));
            }
            return Fate::Write(keys);
        }
        match spelling.here() {
            Here::Nothing(_) | Here::Unneeded(_) => Fate::Gone,
            Here::Serde if spot.is_type && piece.name == "rename" => Fate::Gone,
            Here::Serde if says(spot.beside, "serde", piece) => Fate::Gone,
            Here::Serde => Fate::Hand(of_serde(&piece.name).to_owned()),
            _ => Fate::Hand(spelling.words(None)),
        }
    }

    /// Writes a list anew, piece by piece. What is left to people stays in an attribute of the old name.
    fn write(
        &mut self,
        file: usize,
        list: &List,
        name: &str,
        pieces: &[Piece],
        fates: &[Fate],
        more: &[&str],
    ) {
        let text = &self.sources[file].text;
        let stays = |fate: &Fate| matches!(fate, Fate::Same | Fate::Write(_) | Fate::Within(_));
        let is_hand = |fate: &Fate| matches!(fate, Fate::Hand(_));
        let last = fates.iter().rposition(stays);
        let Some(last) = last else {
            let instead = (!more.is_empty()).then(|| format!("{name}({})", more.join(", ")));
            match (fates.iter().any(is_hand), instead) {
                (false, None) => self.remove(file, &list.around),
                (false, Some(text)) => self.edits[file].replace(list.range.clone(), text),
                (true, None) => {}
                (true, Some(text)) => self.beside(file, list, &text),
            }
            return;
        };
        let edits = &mut self.edits[file];
        edits.replace(list.path.clone(), name);
        for (piece, fate) in pieces.iter().zip(fates) {
            match fate {
                Fate::Write(keys) => edits.replace(piece.range.clone(), keys.clone()),
                Fate::Within(parts) => {
                    for (range, keys) in parts {
                        edits.replace(range.clone(), keys.clone());
                    }
                }
                Fate::Same | Fate::Gone | Fate::Hand(_) => {}
            }
        }
        if !more.is_empty() {
            let end = pieces[last].range.end;
            let start = pieces[last].range.start;
            let space = indent(text, start);
            let is_alone = text[..start].ends_with(&format!("\n{space}"));
            let between = if is_alone {
                format!(",\n{space}")
            } else {
                ", ".to_owned()
            };
            edits.insert(end, format!("{between}{}", more.join(&between)));
        }
        let ranges: Vec<_> = pieces.iter().map(|piece| piece.range.clone()).collect();
        let gone: Vec<bool> = fates.iter().map(|fate| !stays(fate)).collect();
        remove_pieces(text, &ranges, &gone, edits);
        let left: Vec<String> = pieces
            .iter()
            .zip(fates)
            .filter(|(_, fate)| is_hand(fate))
            .map(|(piece, _)| text[piece.range.clone()].to_owned())
            .collect();
        if !left.is_empty() {
            let old = &text[list.path.clone()];
            self.beside(file, list, &format!("{old}({})", left.join(", ")));
        }
    }

    /// Another list behind one.
    fn beside(&mut self, file: usize, list: &List, text: &str) {
        let source = &self.sources[file].text;
        if list.around.siblings.is_some() {
            self.edits[file].insert(list.range.end, format!(", {text}"));
        } else {
            let space = indent(source, list.around.attribute.start);
            let line = format!("\n{space}#[{text}]");
            self.edits[file].insert(list.around.attribute.end, line);
        }
    }

    fn remove(&mut self, file: usize, around: &Around) {
        let text = &self.sources[file].text;
        match &around.siblings {
            None => {
                let range = with_line(text, around.attribute.clone());
                self.edits[file].remove(range);
            }
            Some((siblings, which)) => {
                let gone = self
                    .gone
                    .entry((file, around.attribute.start))
                    .or_insert_with(|| Gone {
                        attribute: around.attribute.clone(),
                        siblings: siblings.clone(),
                        which: BTreeSet::new(),
                    });
                gone.which.insert(*which);
            }
        }
    }

    /// Takes out of each `cfg_attr` what goes, or all of it.
    pub(crate) fn finish(&mut self) {
        for ((file, _), gone) in std::mem::take(&mut self.gone) {
            let text = &self.sources[file].text;
            if gone.which.len() == gone.siblings.len() {
                self.edits[file].remove(with_line(text, gone.attribute));
            } else {
                let which: Vec<bool> = (0..gone.siblings.len())
                    .map(|at| gone.which.contains(&at))
                    .collect();
                remove_pieces(text, &gone.siblings, &which, &mut self.edits[file]);
            }
        }
    }
}

/// What is written on one place.
#[derive(Default)]
struct Keys {
    written: BTreeSet<String>,
    has_hand: bool,
}

impl Keys {
    /// Whether none of the keys stands there yet; two tools may say the same.
    fn add(&mut self, keys: &str) -> bool {
        let names: Vec<String> = keys
            .parse()
            .map(wheelwright_spelling::split)
            .unwrap_or_default()
            .into_iter()
            .filter_map(wheelwright_spelling::read)
            .map(|(name, _)| name.to_string())
            .collect();
        let is_new = |name: &String| name == "rule" || !self.written.contains(name);
        let all = names.iter().all(is_new);
        if all {
            self.written.extend(names);
        }
        all
    }
}

/// The key with which a set is a list that apply replaces, as kube-derive has it.
fn atomic(ty: &Type) -> Option<String> {
    let Type::Path(path) = ungrouped(ty) else {
        return None;
    };
    let last = path.path.segments.last()?.ident.to_string();
    let mut held = arguments(path);
    match last.as_str() {
        "BTreeSet" | "HashSet" | "IndexSet" => Some("list_type = \"atomic\"".to_owned()),
        "Option" | "Box" | "Arc" | "Rc" => atomic(held.next()?),
        "Vec" | "VecDeque" => Some(format!("items({})", atomic(held.next()?)?)),
        "BTreeMap" | "HashMap" | "IndexMap" => Some(format!("values({})", atomic(held.nth(1)?)?)),
        _ => None,
    }
}

fn tool(list: &List) -> Option<Tool> {
    Tool::ALL
        .iter()
        .copied()
        .find(|tool| tool.attribute() == list.name)
}

/// Where a field begins behind its attributes.
pub(crate) fn first(field: &Field) -> Span {
    let tokens = match (&field.vis, &field.ident) {
        (syn::Visibility::Inherited, Some(ident)) => ident.to_token_stream(),
        (syn::Visibility::Inherited, None) => field.ty.to_token_stream(),
        (vis, _) => vis.to_token_stream(),
    };
    tokens
        .into_iter()
        .next()
        .map_or_else(Span::call_site, |tree| tree.span())
}

/// Whether schemars asks for an `Option` that has the schema of another type: it does not see that it is one.
fn must_be(piece: &Piece, spot: Spot<'_>) -> bool {
    let is_option = Subject(spot.subject).is_option();
    let is_one_here =
        text_of(&piece.argument).is_some_and(|ty| ty.trim_start().starts_with("Option"));
    let mut lists = spot.beside.iter();
    let may_be_absent = lists.any(|list| match list.name.as_str() {
        "serde" => list.find("default").is_some() || list.find("skip_serializing_if").is_some(),
        "schemars" => list.find("default").is_some(),
        _ => false,
    });
    is_option && !is_one_here && !may_be_absent
}

/// Whether an attribute of this name has the same key.
fn says(lists: &[List], attribute: &str, piece: &Piece) -> bool {
    let squeezed = |piece: &Piece| piece.tokens.to_string();
    lists
        .iter()
        .filter(|list| list.name == attribute)
        .flat_map(|list| &list.pieces)
        .any(|own| squeezed(own) == squeezed(piece))
}

/// `a: JsonSchema` in a text.
fn ours_in(bound: &str) -> String {
    bound
        .replace("::schemars::JsonSchema", "JsonSchema")
        .replace("schemars::JsonSchema", "JsonSchema")
        .replace("JsonSchema", "wheelwright::Schema")
}

fn why(words: &str) -> &str {
    words.strip_prefix("leave it out: ").unwrap_or(words)
}

/// `root(…)` is written once.
fn merge_roots(fates: &mut [Fate]) {
    let within = |fate: &Fate| match fate {
        Fate::Write(keys) => Some(keys.strip_prefix("root(")?.strip_suffix(')')?.to_owned()),
        _ => None,
    };
    let all: Vec<String> = fates.iter().filter_map(within).collect();
    let mut whole = Some(format!("root({})", all.join(", ")));
    for fate in fates.iter_mut().filter(|fate| within(fate).is_some()) {
        *fate = whole.take().map_or(Fate::Gone, Fate::Write);
    }
}
