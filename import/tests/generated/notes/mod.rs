//! `Type` of `notes.example.com`.

pub mod v1;

wheelwright::wheel!(
    /// All versions of `Type`.
    pub Types = v1::Type
);

#[cfg(test)]
mod tests {
    #[test]
    fn emits_the_crd_it_came_from() {
        wheelwright::assert_manifest!(super::Types, "tests/generated/types.notes.example.com.yaml");
    }
}
