//! `Stall` of `example.com`.

pub mod v1;
pub mod v1beta1;

wheelwright::wheel!(
    /// All versions of `Stall`.
    pub Stalls = v1::Stall, [v1beta1::Stall]
);

#[cfg(test)]
mod tests {
    #[test]
    fn emits_the_crd_it_came_from() {
        wheelwright::assert_manifest!(super::Stalls, "tests/generated/stalls.example.com.yaml");
    }

    #[test]
    fn keeps_the_laws() {
        super::Stalls::assert_laws();
    }
}
