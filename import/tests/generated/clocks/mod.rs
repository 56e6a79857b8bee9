//! `Clock` of `example.com`.

pub mod v1;
pub mod v1beta1;

wheelwright::wheel!(
    /// All versions of `Clock`.
    pub Clocks = v1::Clock, [v1beta1::Clock]
);

#[cfg(test)]
mod tests {
    #[test]
    fn emits_the_crd_it_came_from() {
        wheelwright::assert_manifest!(super::Clocks, "tests/generated/clocks.example.com.yaml");
    }

    #[test]
    fn keeps_the_laws() {
        super::Clocks::assert_laws();
    }
}
