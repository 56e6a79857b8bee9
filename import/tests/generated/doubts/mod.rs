//! `Doubt` of `example.com`.

pub mod v1;
pub mod v1alpha1;
pub mod v1beta1;

wheelwright::wheel!(
    /// All versions of `Doubt`.
    pub Doubts = v1::Doubt, [v1beta1::Doubt, v1alpha1::Doubt]
);

#[cfg(test)]
mod tests {
    #[test]
    fn emits_the_crd_it_came_from() {
        wheelwright::assert_manifest!(super::Doubts, "tests/generated/doubts.example.com.yaml");
    }
}
