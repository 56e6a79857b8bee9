use wheelwright::Schema;

#[derive(Schema)]
pub struct Folder {
    pub files: Vec<File>,
}

#[derive(Schema)]
pub struct File {
    pub within: Option<Box<Folder>>,
}

fn main() {}
