//! `Kiln` of `example.com`.

pub mod v1;
pub mod v1beta1;

wheelwright::wheel!(
    /// All versions of `Kiln`.
    pub Kilns = v1::Kiln, [v1beta1::Kiln]
);

#[cfg(test)]
mod tests {
    #[test]
    fn emits_the_crd_it_came_from() {
        wheelwright::assert_manifest!(super::Kilns, "tests/generated/kilns.example.com.yaml");
    }

    #[test]
    fn keeps_the_laws() {
        super::Kilns::assert_laws();
    }
}
