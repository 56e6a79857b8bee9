//! What must not compile, with the words the user sees, and what must.

/// All errors of a case, and nothing else, in the committed words.
#[test]
fn refused() {
    trybuild::TestCases::new().compile_fail("cases/*/*.rs");
}

/// What comes close to a refused case, and what foreign surroundings must not break.
#[test]
fn accepted() {
    let cases = trybuild::TestCases::new();
    cases.pass("pass/*.rs");
    cases.pass("hygiene/*.rs");
}
