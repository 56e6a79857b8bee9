//! Documents of a kind.

use std::fmt;

use wheelwright_docs::{Documents, Mapping, Mappings, NotDocumented, Row};

use super::Wheel;
use crate::{
    CustomResource,
    check::Report,
    convert::{MappedSpokes, Plan, PlanError},
};

/// Why there are no documents of a wheel.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum NoDocuments {
    /// The manifest has errors.
    Manifest(Report),
    /// The mappings have.
    Mapping(PlanError),
    /// The CRD cannot be documented.
    Crd(NotDocumented),
}

impl fmt::Display for NoDocuments {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Manifest(report) => report.fmt(f),
            Self::Mapping(error) => error.fmt(f),
            Self::Crd(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for NoDocuments {}

impl<Hub: CustomResource, S: MappedSpokes + 'static> Wheel<Hub, S> {
    /// The reference of all versions as a page, Markdown, pictures and JSON Schemas for editors, with what becomes of each field
    /// at the other versions.
    ///
    /// ```
    /// use serde::{Deserialize, Serialize};
    /// use wheelwright::{CustomResource, Schema, docs::Form};
    ///
    /// /// A pizza to bake.
    /// #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
    /// #[crd(group = "example.com", version = "v1", kind = "Pizza", namespaced)]
    /// pub struct PizzaSpec {
    ///     /// Across, in centimetres.
    ///     #[schema(maximum = 60)]
    ///     pub size: u32,
    /// }
    ///
    /// wheelwright::wheel!(pub Pizzas = Pizza);
    ///
    /// let documents = Pizzas::docs()?;
    /// assert!(documents.html().contains("Across, in centimetres."));
    /// for file in documents.files(&[Form::Html, Form::JsonSchema]) {
    ///     // std::fs::write(docs.join(file.path), file.text)?;
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Where the manifest has errors, or the mappings do.
    pub fn docs() -> Result<Documents, NoDocuments> {
        let crd = Self::manifest().json().map_err(NoDocuments::Manifest)?;
        let plan = Self::plan().map_err(NoDocuments::Mapping)?;
        let documents = Documents::of(&crd).map_err(NoDocuments::Crd)?;
        Ok(documents.mappings(mappings(&plan)))
    }
}

fn mappings(plan: &Plan) -> Mappings {
    Mappings {
        hub: plan.hub.clone(),
        mappings: plan
            .spokes
            .iter()
            .map(|spoke| {
                let mut alone = plan.clone();
                alone.spokes = vec![spoke.clone()];
                Mapping {
                    spoke: spoke.version.clone(),
                    hub: spoke.hub.clone(),
                    rows: spoke
                        .rows
                        .iter()
                        .map(|row| Row {
                            spoke: row.spoke.clone(),
                            hub: row.hub.clone(),
                            step: row.words(),
                            notes: row.notes(),
                        })
                        .collect(),
                    picture: alone.mermaid(),
                }
            })
            .collect(),
        remarks: plan.remarks(),
    }
}
