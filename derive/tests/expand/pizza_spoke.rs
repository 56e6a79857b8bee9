#[allow(unused_qualifications, long_running_const_eval, deprecated)]
const _: () = {
    use ::wheelwright::__private as __w;
    #[allow(unused_imports)]
    use __w::reach::*;
    type __S = PizzaSpec;
    type __H = super::v1beta1::PizzaSpec;
    #[automatically_derived]
    impl __w::SpokeOf<__H> for __S {
        const MAPPING: __w::Mapping = __w::fields_of!(
            __S, __H, 19; [] [__w::step(& [__w::At(& ["toppings"])], & [__w::At(&
            ["toppings"])], __w::How::Counted { counts : __w::Side::Hub, item : "name",
            count : "quantity", any_order : false, nest : __w::Nest::SAME }, 25),]
        );
    }
    #[automatically_derived]
    impl __w::From<__S> for __H {
        fn from(__s: __S) -> Self {
            __M {
                toppings: __w::must::<
                    __S,
                    _,
                >("", __w::first(__w::up::<__S, __H, _, _>(0, (__s.toppings,)))),
            }
        }
    }
    #[automatically_derived]
    impl __w::From<__H> for __S {
        fn from(__h: __M) -> Self {
            Self {
                toppings: __w::must::<
                    __H,
                    _,
                >("", __w::first(__w::down::<__S, __H, _, _>(0, (__h.toppings,)))),
            }
        }
    }
    #[automatically_derived]
    impl __w::SpokeRoot for Pizza {
        type Hub = super::v1beta1::Pizza;
        const MAPPING: __w::RootMapping = __w::RootMapping {
            spoke: <Pizza as __w::CustomResource>::ROOT,
            hub: <super::v1beta1::Pizza as __w::CustomResource>::ROOT,
            spec: &<__S as __w::SpecOf<
                <super::v1beta1::Pizza as __w::CustomResource>::Spec,
            >>::MAPPING,
            status: __w::Some(__STATUS),
            up_or: __w::None,
            down_or: __w::None,
        };
    }
    #[automatically_derived]
    impl __w::From<Pizza> for super::v1beta1::Pizza {
        fn from(__object: Pizza) -> Self {
            __w::converted(__w::root_up::<Pizza>(&__object))
        }
    }
    #[automatically_derived]
    impl __w::From<super::v1beta1::Pizza> for Pizza {
        fn from(__object: super::v1beta1::Pizza) -> Self {
            __w::converted(__w::root_down::<Pizza>(&__object))
        }
    }
    const __STATUS: &__w::Mapping = __w::assert::status::<
        PizzaStatus,
        <super::v1beta1::Pizza as __w::CustomResource>::Status,
    >(false, false);
    __w::mapped!(__S, __H; [] [] "toppings");
    const _: () = __w::assert::counted::<__S, __H>(0, false);
    const _: () = __w::assert::absent::<__S, __H>(0, false, false);
};
