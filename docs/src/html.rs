//! One page of HTML, which loads nothing and needs no network.

use std::collections::{HashMap, HashSet};

use wheelwright_yaml::write::to_string;

use crate::mapping::{Elsewhere, Mappings, by_field, fragment};
use crate::markdown::{kind_facts, version_facts};
use crate::prose::{Block, Piece, blocks, pieces, visible};
use crate::reference::{Field, Level, Reference, Version};
use crate::words::Rule;

const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");
/// A description beside a name that is closed ends after so many characters.
const SHORT: usize = 100;

pub(crate) fn write(reference: &Reference, mappings: Option<&Mappings>) -> String {
    let mut page = Page {
        out: String::new(),
        ids: HashSet::new(),
        elsewhere: mappings.map(by_field).unwrap_or_default(),
    };
    for version in &reference.versions {
        collect(&version.fields, &mut page.ids);
    }
    page.page(reference, mappings);
    page.out
}

fn collect(fields: &[Field], ids: &mut HashSet<String>) {
    for field in fields {
        ids.insert(field.id.clone());
        collect(&field.fields, ids);
    }
}

struct Page<'p> {
    out: String,
    /// What can be linked to.
    ids: HashSet<String>,
    elsewhere: HashMap<String, Vec<Elsewhere<'p>>>,
}

impl Page<'_> {
    fn raw(&mut self, html: &str) {
        self.out.push_str(html);
    }

    fn text(&mut self, text: &str) {
        self.out.push_str(&escape(text));
    }

    fn element(&mut self, tag: &str, text: &str) {
        self.raw(&format!("<{tag}>{}</{tag}>", escape(text)));
    }

    fn page(&mut self, reference: &Reference, mappings: Option<&Mappings>) {
        let kind = escape(&reference.kind);
        let name = escape(&reference.name);
        self.raw(&format!(
            "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
             <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; \
             script-src 'unsafe-inline'; base-uri 'none'; form-action 'none'\">\n\
             <meta name=\"color-scheme\" content=\"light dark\">\n\
             <title>{kind} ({name})</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n\
             <a class=\"skip\" href=\"#_reference\">To the reference</a>\n<header>\n<h1>{kind}</h1>\n\
             <form id=\"_search\" role=\"search\" hidden>\n<label for=\"_query\">Search fields</label>\n\
             <input id=\"_query\" type=\"search\" autocomplete=\"off\" spellcheck=\"false\" aria-controls=\"_found\">\n\
             <button type=\"button\" id=\"_open\">Open all</button>\n<button type=\"button\" id=\"_close\">Close all</button>\n\
             <p id=\"_count\" role=\"status\"></p>\n<ol id=\"_found\"></ol>\n</form>\n\
             <nav aria-label=\"Versions\">\n<ul>\n"
        ));
        for version in &reference.versions {
            let name = &version.name;
            let remarks = version.remarks().join(", ");
            self.raw(&format!(
                "<li><a href=\"#{name}\">{name}</a> {remarks}</li>\n"
            ));
        }
        if mappings.is_some_and(|mappings| !mappings.mappings.is_empty()) {
            self.raw("<li><a href=\"#_between\">between the versions</a></li>\n");
        }
        self.raw("</ul>\n</nav>\n</header>\n<main id=\"_reference\">\n");
        self.facts(&kind_facts(reference));
        for version in &reference.versions {
            self.version(reference, version);
        }
        if let Some(mappings) = mappings {
            self.mappings(mappings);
        }
        self.raw(&format!(
            "</main>\n<script>\n{SCRIPT}</script>\n</body>\n</html>\n"
        ));
    }

    fn facts(&mut self, facts: &[(&str, String)]) {
        if facts.is_empty() {
            return;
        }
        self.raw("<dl>\n");
        for (name, value) in facts {
            self.element("dt", name);
            self.element("dd", value);
            self.raw("\n");
        }
        self.raw("</dl>\n");
    }

    fn version(&mut self, reference: &Reference, version: &Version) {
        let name = &version.name;
        self.raw(&format!("<section id=\"{name}\" aria-label=\"{name}\">\n"));
        self.element("h2", &reference.api_version(version));
        self.raw("\n<p class=\"remarks\">");
        self.text(&version.remarks().join(", "));
        self.raw("</p>\n");
        if let Some(warning) = &version.deprecation {
            self.raw("<p class=\"warning\">Deprecated: ");
            self.inline(warning);
            self.raw("</p>\n");
        }
        self.prose(&version.description);
        self.facts(&version_facts(version));
        if !version.rules.is_empty() {
            self.rules(&version.rules);
        }
        if !version.columns.is_empty() {
            self.raw(
                "<table>\n<caption>What <code>kubectl get</code> shows</caption>\n<thead><tr><th scope=\"col\">Column</th>\
                 <th scope=\"col\">Path</th><th scope=\"col\">Description</th></tr></thead>\n<tbody>\n",
            );
            for column in &version.columns {
                self.raw("<tr><td>");
                self.text(&column.name);
                self.raw(if column.is_wide {
                    " (with <code>-o wide</code>)"
                } else {
                    ""
                });
                self.raw("</td><td>");
                self.element("code", &column.path);
                self.raw("</td><td>");
                self.inline(&column.description);
                self.raw("</td></tr>\n");
            }
            self.raw("</tbody>\n</table>\n");
        }
        if let Some(example) = &version.example {
            self.raw("<details class=\"example\"><summary>A small object</summary>\n<pre><code>");
            self.text(&to_string(example));
            self.raw("</code></pre></details>\n");
        }
        self.raw("<h3>Fields</h3>\n");
        self.fields(&version.fields);
        self.raw("</section>\n");
    }

    fn fields(&mut self, fields: &[Field]) {
        if fields.is_empty() {
            return;
        }
        self.raw("<ul class=\"fields\">\n");
        for field in fields {
            self.raw("<li>");
            self.field(field);
            self.raw("</li>\n");
        }
        self.raw("</ul>\n");
    }

    fn field(&mut self, field: &Field) {
        let id = escape(&field.id);
        self.raw(&format!(
            "<details class=\"field\" id=\"{id}\"><summary><code>"
        ));
        self.text(&field.name);
        self.raw(&format!(
            "</code> <span class=\"type\">{}</span>",
            field.type_name
        ));
        if field.must_be_written() {
            self.raw(" <strong>required</strong>");
        }
        if field.deprecation.is_some() {
            self.raw(" <em>deprecated</em>");
        }
        let description = field.levels.iter().map(|level| level.description.as_str());
        let short = description
            .filter(|text| !text.is_empty())
            .map(short)
            .next();
        if let Some(short) = short {
            self.raw(" <span class=\"short\">");
            self.text(&short);
            self.raw("</span>");
        }
        self.raw(&format!(
            "</summary>\n<div class=\"body\">\n<p class=\"path\"><a href=\"#{id}\"><code>"
        ));
        self.text(&field.path);
        self.raw(&format!("</code></a> {}</p>\n", field.presence()));
        self.about(field);
        self.fields(&field.fields);
        self.raw("</div></details>");
    }

    fn about(&mut self, field: &Field) {
        for level in &field.levels {
            if !level.description.is_empty() {
                self.raw("<div class=\"text\">");
                if let Some(of) = level.of {
                    self.raw(&format!("<p class=\"of\">{}:</p>", of.words()));
                }
                self.prose(&level.description);
                self.raw("</div>\n");
            }
        }
        self.raw("<dl>\n");
        let start = self.out.len();
        if let Some(default) = &field.default {
            self.raw("<dt>default</dt><dd>");
            self.element("code", default);
            self.raw("</dd>\n");
        }
        if let Some(changes) = field.changes {
            self.raw(&format!("<dt>once set</dt><dd>{changes}</dd>\n"));
        }
        for level in &field.levels {
            self.level(level);
        }
        let elsewhere = self.elsewhere.get(&field.id).cloned().unwrap_or_default();
        for other in &elsewhere {
            self.elsewhere(other);
        }
        if self.out.len() == start {
            self.out.truncate(start - "<dl>\n".len());
        } else {
            self.raw("</dl>\n");
        }
    }

    fn level(&mut self, level: &Level) {
        let of = level
            .of
            .map_or_else(String::new, |of| format!("{}: ", of.words()));
        if !level.values.is_empty() {
            self.raw(&format!("<dt>{of}one of</dt><dd>"));
            for (position, value) in level.values.iter().enumerate() {
                self.raw(if position > 0 { ", " } else { "" });
                self.element("code", value);
            }
            self.raw("</dd>\n");
        }
        for fact in &level.facts {
            match &fact.value {
                Some(value) => {
                    self.raw(&format!("<dt>{of}{}</dt><dd>", fact.words));
                    self.element("code", value);
                    self.raw("</dd>\n");
                }
                None => self.raw(&format!("<dt>{of}value</dt><dd>{}</dd>\n", fact.words)),
            }
        }
        if let Some(apply) = &level.apply {
            self.raw(&format!("<dt>{of}server-side apply</dt><dd>"));
            self.text(apply);
            self.raw("</dd>\n");
        }
        if !level.rules.is_empty() {
            self.raw(&format!("<dt>{of}rules</dt><dd>"));
            self.rules(&level.rules);
            self.raw("</dd>\n");
        }
    }

    fn rules(&mut self, rules: &[Rule]) {
        self.raw("<ul class=\"rules\">");
        for rule in rules {
            self.raw("<li>");
            if let Some(message) = &rule.message {
                self.inline(message);
                self.raw("<br>");
            }
            self.element("code", &rule.rule);
            self.raw("</li>");
        }
        self.raw("</ul>\n");
    }

    fn elsewhere(&mut self, other: &Elsewhere<'_>) {
        self.raw("<dt>at ");
        self.text(other.version);
        self.raw("</dt><dd>");
        if other.paths.is_empty() {
            self.raw("nothing");
        }
        for (position, path) in other.paths.iter().enumerate() {
            self.raw(if position > 0 { " and " } else { "" });
            self.link(other.version, path);
        }
        self.raw(" (");
        self.text(&other.row.step);
        self.raw(")");
        for note in &other.row.notes {
            self.raw("<br>");
            self.inline(note);
        }
        self.raw("</dd>\n");
    }

    /// A path of a version, with a link where there is a field.
    fn link(&mut self, version: &str, path: &str) {
        let id = fragment(version, path);
        let shown = if path.is_empty() { "." } else { path };
        if self.ids.contains(&id) {
            self.raw(&format!("<a href=\"#{}\">", escape(&id)));
            self.element("code", shown);
            self.raw("</a>");
        } else {
            self.element("code", shown);
        }
    }

    fn mappings(&mut self, mappings: &Mappings) {
        if mappings.mappings.is_empty() {
            return;
        }
        self.raw("<section id=\"_between\" aria-label=\"Between the versions\">\n<h2>Between the versions</h2>\n");
        for mapping in &mappings.mappings {
            let (spoke, hub) = (escape(&mapping.spoke), escape(&mapping.hub));
            self.raw(&format!(
                "<table>\n<caption>{spoke} and {hub}</caption>\n<thead><tr><th scope=\"col\">{spoke}</th>\
                 <th scope=\"col\">step</th><th scope=\"col\">{hub}</th>\
                 <th scope=\"col\">what may be lost or refused; up is to {hub}</th></tr></thead>\n<tbody>\n"
            ));
            for row in &mapping.rows {
                self.raw("<tr><td>");
                self.links(&mapping.spoke, &row.spoke);
                self.raw("</td><td>");
                self.text(&row.step);
                self.raw("</td><td>");
                self.links(&mapping.hub, &row.hub);
                self.raw("</td><td>");
                for (position, note) in row.notes.iter().enumerate() {
                    self.raw(if position > 0 { "<br>" } else { "" });
                    self.inline(note);
                }
                self.raw("</td></tr>\n");
            }
            self.raw("</tbody>\n</table>\n");
        }
        for remark in &mappings.remarks {
            self.raw("<p>");
            self.inline(remark);
            self.raw("</p>\n");
        }
        self.raw("</section>\n");
    }

    fn links(&mut self, version: &str, paths: &[String]) {
        for (position, path) in paths.iter().enumerate() {
            self.raw(if position > 0 { "<br>" } else { "" });
            self.link(version, path);
        }
    }

    fn prose(&mut self, text: &str) {
        for block in blocks(text) {
            match block {
                Block::Paragraph(text) => {
                    self.raw("<p>");
                    self.inline(&text);
                    self.raw("</p>\n");
                }
                Block::List(items) => {
                    self.raw("<ul>");
                    for item in items {
                        self.raw("<li>");
                        self.inline(&item);
                        self.raw("</li>");
                    }
                    self.raw("</ul>\n");
                }
                Block::Code(code) => {
                    self.raw("<pre><code>");
                    self.text(&code);
                    self.raw("</code></pre>\n");
                }
            }
        }
    }

    fn inline(&mut self, text: &str) {
        for piece in pieces(text) {
            match piece {
                Piece::Text(text) => self.text(text),
                Piece::Code(text) => self.element("code", text),
                Piece::Address(address) => {
                    let address = escape(address);
                    self.raw(&format!(
                        "<a href=\"{address}\" rel=\"noopener noreferrer nofollow\">{address}</a>"
                    ));
                }
            }
        }
    }
}

/// The begin of a description, on one line.
fn short(text: &str) -> String {
    let mut short = String::new();
    let mut length = 0;
    for word in text.split_whitespace() {
        length += word.chars().count() + 1;
        if length > SHORT {
            short.push('…');
            break;
        }
        if !short.is_empty() {
            short.push(' ');
        }
        short.push_str(word);
        if word.ends_with('.') {
            break;
        }
    }
    short
}

/// Text without meaning to HTML, between tags and in attributes.
fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            _ => out.push(visible(letter)),
        }
    }
    out
}
