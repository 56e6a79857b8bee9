use wheelwright::Schema;

#[derive(Schema)]
pub struct Nest<T> {
    pub value: T,
    pub inner: Option<Box<Wider<T>>>,
}

#[derive(Schema)]
pub struct Wider<T> {
    pub value: T,
    pub inner: Option<Box<Nest<Vec<T>>>>,
}

#[derive(Schema)]
pub struct PizzaSpec {
    pub deep: Nest<String>,
}

fn main() {}
