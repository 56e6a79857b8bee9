use wheelwright::Schema;

#[derive(Schema)]
pub union Either {
    pub number: u32,
    pub float: f32,
}

#[derive(Schema)]
pub enum Never {}

#[derive(Schema)]
pub enum Skipped {
    #[serde(skip)]
    A,
    #[serde(skip)]
    B(u8),
}

fn main() {}
