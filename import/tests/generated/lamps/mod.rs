//! `Lamp` of `test.k8s.io`.

pub mod v1;
pub mod v1alpha1;
pub mod v2;

wheelwright::wheel!(
    /// All versions of `Lamp`.
    pub Lamps = v2::Lamp, [v1::Lamp, v1alpha1::Lamp]
);

#[cfg(test)]
mod tests {
    #[test]
    fn emits_the_crd_it_came_from() {
        wheelwright::assert_manifest!(super::Lamps, "tests/generated/lamps.test.k8s.io.yaml");
    }
}
