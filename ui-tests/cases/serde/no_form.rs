use wheelwright::Schema;

#[derive(Schema)]
pub union Either {
    pub number: u32,
    pub float: f32,
}

#[derive(Schema)]
pub enum Never {}

fn main() {}
