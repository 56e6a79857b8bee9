//! `Loom` of `example.com`.

pub mod v1;
pub mod v1beta1;

wheelwright::wheel!(
    /// All versions of `Loom`.
    pub Looms = v1::Loom, [v1beta1::Loom]
);

#[cfg(test)]
mod tests {
    #[test]
    fn emits_the_crd_it_came_from() {
        wheelwright::assert_manifest!(super::Looms, "tests/generated/looms.example.com.yaml");
    }

    #[test]
    fn keeps_the_laws() {
        super::Looms::assert_laws();
    }
}
