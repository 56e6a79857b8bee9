use wheelwright::Schema;

macro_rules! levels {
    ($($outer:ident { $inner:ident },)*) => {$(
        #[derive(Schema)]
        pub struct $outer {
            pub inner: Option<$inner>,
        }
    )*};
}

levels! {
    L48 { L47 }, L47 { L46 }, L46 { L45 }, L45 { L44 }, L44 { L43 }, L43 { L42 }, L42 { L41 },
    L41 { L40 }, L40 { L39 }, L39 { L38 }, L38 { L37 }, L37 { L36 }, L36 { L35 }, L35 { L34 },
    L34 { L33 }, L33 { L32 }, L32 { L31 }, L31 { L30 }, L30 { L29 }, L29 { L28 }, L28 { L27 },
    L27 { L26 }, L26 { L25 }, L25 { L24 }, L24 { L23 }, L23 { L22 }, L22 { L21 }, L21 { L20 },
    L20 { L19 }, L19 { L18 }, L18 { L17 }, L17 { L16 }, L16 { L15 }, L15 { L14 }, L14 { L13 },
    L13 { L12 }, L12 { L11 }, L11 { L10 }, L10 { L9 }, L9 { L8 }, L8 { L7 }, L7 { L6 }, L6 { L5 },
    L5 { L4 }, L4 { L3 }, L3 { L2 }, L2 { L1 }, L1 { L0 },
}

#[derive(Schema)]
pub struct L0 {}

fn main() {}
