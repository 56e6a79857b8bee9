///A pizza to bake.
#[allow(unused_qualifications)]
#[derive(::wheelwright::__private::Clone, ::wheelwright::__private::Debug, PartialEq)]
pub struct Pizza {
    /// Name, namespace, labels and the like.
    pub metadata: ::wheelwright::__private::ObjectMeta,
    /// What is wanted.
    pub spec: PizzaSpec,
    /// What is observed.
    pub status: ::wheelwright::__private::Option<PizzaStatus>,
}
#[allow(unused_qualifications, long_running_const_eval, deprecated)]
const _: () = {
    use ::wheelwright::__private as __w;
    #[allow(unused_imports)]
    use __w::ForeignType as _;
    #[automatically_derived]
    impl __w::CustomResource for Pizza {
        type Spec = PizzaSpec;
        type Status = PizzaStatus;
        const TABLE: __w::Root = __w::Root {
            group: "restaurant.programming-kubernetes.info",
            kind: "Pizza",
            plural: "pizzas",
            singular: "pizza",
            list_kind: "PizzaList",
            short_names: &["pz"],
            categories: &["all"],
            conversion: __w::Some(__w::Conversion::Webhook {
                client: __w::ClientConfig::Service(__w::Service {
                    namespace: "pizza-crd",
                    name: "webhook",
                    path: "/convert/v1beta1/pizza",
                    port: 443,
                }),
                review_versions: &["v1", "v1beta1"],
            }),
            version: "v1beta1",
            storage: true,
            status: __w::Some(__w::Of::<PizzaStatus>::TYPE.table()),
            columns: &[
                __w::Column::new("Cost", "number", ".status.cost"),
                __w::Column::new("Age", "date", ".metadata.creationTimestamp"),
            ],
            ..__w::root_of::<
                PizzaSpec,
            >(false, __w::Place::at(::core::module_path!(), ::core::file!(), 8))
        };
    }
    __w::root! {
        root, pub Pizza, PizzaSpec, PizzaStatus, [status], __w::None,
        __w::kube_core::NamespaceResourceScope
    }
    const _: () = {
        __w::assert::column_path(
            <Pizza as __w::CustomResource>::ROOT,
            &["status", "cost"],
        );
        __w::assert::column_type(
            <Pizza as __w::CustomResource>::ROOT,
            &["status", "cost"],
            "number",
        )
    };
};
#[allow(unused_qualifications, long_running_const_eval, deprecated)]
const _: () = {
    use ::wheelwright::__private as __w;
    #[allow(unused_imports)]
    use __w::{AnyShell as _, ForeignType as _};
    #[automatically_derived]
    impl __w::Schema for PizzaSpec {
        const TYPE: &'static __w::Type = &__w::Type {
            name: "PizzaSpec",
            place: __w::Place::at(::core::module_path!(), ::core::file!(), 23),
            doc: "A pizza to bake.",
            shape: __w::structure(
                &["toppings", "toppings"],
                "What lies on it. Empty or absent: admission gives it tomato, mozzarella and salami.",
                "27",
                &[__w::Of::<Vec<PizzaTopping>>::TYPE.table()],
                &[
                    __w::given(
                        0,
                        &[__w::Key::ListMapKeys(&["name"]), __w::Key::MaxItems(32)],
                        __w::Flag::Default as u8,
                        __w::Some(__w::Run(__w::default_of::<Vec<PizzaTopping>>)),
                    ),
                ],
            ),
            keys: __w::NO_KEYS,
        };
    }
    const _: () = __w::assert::list_map_key(
        __w::Of::<Vec<PizzaTopping>>::TYPE.table(),
        "name",
    );
};
#[allow(unused_qualifications, long_running_const_eval, deprecated)]
const _: () = {
    use ::wheelwright::__private as __w;
    #[automatically_derived]
    impl __w::Schema for PizzaTopping {
        const TYPE: &'static __w::Type = &__w::Type {
            name: "PizzaTopping",
            place: __w::Place::at(::core::module_path!(), ::core::file!(), 32),
            doc: "A topping, and how much of it.",
            shape: __w::structure(
                &["name", "name", "quantity", "quantity"],
                "The name of a `Topping` object.\0How many portions.",
                "35 39",
                __w::types::<(String, u32)>(),
                &[
                    __w::given(
                        0,
                        &[__w::Key::MinLength(1), __w::Key::MaxLength(63)],
                        0,
                        __w::None,
                    ),
                    __w::given(
                        1,
                        &[
                            __w::Key::Default(__w::Tree::Int(1)),
                            __w::Key::Minimum(__w::Number::Int(1)),
                            __w::Key::Maximum(__w::Number::Int(100)),
                        ],
                        __w::Flag::Default as u8 | __w::Flag::DefaultCalled as u8,
                        __w::Some(__w::Run(|| __w::to_value::<u32>(&one()))),
                    ),
                ],
            ),
            keys: __w::NO_KEYS,
        };
    }
    const _: () = __w::assert::default(<u32 as __w::Schema>::TYPE, __w::Tree::Int(1));
};
#[allow(unused_qualifications, long_running_const_eval, deprecated)]
const _: () = {
    use ::wheelwright::__private as __w;
    #[automatically_derived]
    impl __w::Schema for PizzaStatus {
        const TYPE: &'static __w::Type = &__w::Type {
            name: "PizzaStatus",
            place: __w::Place::at(::core::module_path!(), ::core::file!(), 44),
            doc: "What the restaurant says of the pizza.",
            shape: __w::structure(
                &["cost", "cost"],
                "What it costs.",
                "47",
                __w::types::<(Option<f64>,)>(),
                &[
                    __w::given(
                        0,
                        __w::NO_KEYS,
                        __w::Flag::Default as u8 | __w::Flag::SkipIf as u8,
                        __w::Some(__w::Run(__w::default_of::<Option<f64>>)),
                    ),
                ],
            ),
            keys: __w::NO_KEYS,
        };
    }
};
