//! Types that only have a `JsonSchema`.
