/// Joins the versions of a resource into a wheel: the hub, which is stored or converted through, and the spokes.
///
/// The wheel is a type alias for `Wheel<Hub, (Spoke, (Spoke, ()))>`. That the versions fit together is checked at
/// compile time: one storage version, no version twice, one group, kind, plural and scope.
///
/// ```ignore
/// wheelwright::wheel!(
///     /// All versions of `Pizza`.
///     pub Pizzas = v1beta1::Pizza, [v1alpha1::Pizza]
/// );
/// wheelwright::wheel!(pub Toppings = v1alpha1::Topping);
/// ```
#[macro_export]
macro_rules! wheel {
    ($($wheel:tt)*) => {
        $crate::__private::wheel! { $crate; $($wheel)* }
    };
}
