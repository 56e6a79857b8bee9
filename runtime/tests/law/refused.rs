//! Types that cannot keep the law.
