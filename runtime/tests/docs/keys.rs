//! The key tables of the derives, as their source has them.

/// A source file with tables of keys.
pub(crate) struct Source(&'static str);

pub(crate) const SCHEMA: Source = Source(include_str!(
    "../../../derive/src/attrs/schema_keys/forms.rs"
));
pub(crate) const SCHEMA_VALUES: Source = Source(include_str!(
    "../../../derive/src/attrs/schema_keys/read.rs"
));
pub(crate) const RULE: Source = Source(include_str!(
    "../../../derive/src/attrs/schema_keys/rule.rs"
));
pub(crate) const CRD: Source = Source(include_str!("../../../derive/src/attrs/crd/forms.rs"));
pub(crate) const SPOKE: Source = Source(include_str!("../../../derive/src/spoke/attrs/forms.rs"));
pub(crate) const SERDE: Source = Source(include_str!("../../../derive/src/attrs/serde.rs"));

impl Source {
    /// The keys of the table that is this constant.
    pub(crate) fn names(&self, table: &str) -> Vec<&'static str> {
        names(self.behind(&format!("const {table}: &[Form]")))
    }

    /// The keys of the table within this function.
    pub(crate) fn names_in(&self, function: &str) -> Vec<&'static str> {
        names(self.behind(&format!("\nfn {function}(")))
    }

    fn behind(&self, words: &str) -> &'static str {
        let (_, behind) = self
            .0
            .split_once(words)
            .unwrap_or_else(|| panic!("there is no `{words}`"));
        behind
    }
}

/// The first string of each form up to the end of the table: `form("name", …)` or `Form { name: "name", … }`.
fn names(table: &'static str) -> Vec<&'static str> {
    let (table, _) = table.split_once("];").expect("a table ends");
    let forms = table
        .split("form(")
        .skip(1)
        .chain(table.split("name: ").skip(1));
    let names: Vec<_> = forms.filter_map(|form| form.split('"').nth(1)).collect();
    assert!(!names.is_empty(), "no keys are found in {table}");
    names
}
