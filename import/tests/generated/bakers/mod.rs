//! `Baker` of `example.com`.

pub mod v1;

wheelwright::wheel!(
    /// All versions of `Baker`.
    pub Bakers = v1::Baker
);

#[cfg(test)]
mod tests {
    #[test]
    fn emits_the_crd_it_came_from() {
        wheelwright::assert_manifest!(super::Bakers, "tests/generated/bakers.example.com.yaml");
    }
}
