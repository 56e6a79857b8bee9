//! `Oddity` of `example.com`.

pub mod v1;

wheelwright::wheel!(
    /// All versions of `Oddity`.
    pub Oddities = v1::Oddity
);

#[cfg(test)]
mod tests {
    #[test]
    fn emits_the_crd_it_came_from() {
        wheelwright::assert_manifest!(super::Oddities, "tests/generated/oddities.example.com.yaml");
    }
}
