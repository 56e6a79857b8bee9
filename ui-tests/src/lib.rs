//! Nothing here: the cases are beside, see `README.md`.
