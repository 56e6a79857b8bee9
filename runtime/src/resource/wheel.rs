#[doc = include_str!("../../docs/wheel.md")]
#[macro_export]
macro_rules! wheel {
    ($($wheel:tt)*) => {
        $crate::private::wheel! { $crate; $($wheel)* }
    };
}
