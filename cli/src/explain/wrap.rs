//! Lines of bounded length.

/// Breaks a text at blanks, so that lines have no more characters than this if words allow it, and indents them.
pub(super) fn wrap(text: &str, width: usize, indent: usize) -> String {
    let margin = " ".repeat(indent);
    let mut wrapped = String::new();
    for paragraph in text.trim_end().split('\n') {
        let mut line = 0;
        for word in paragraph.split_whitespace() {
            let length = word.chars().count();
            if line > 0 && line + 1 + length > width {
                wrapped.push('\n');
                line = 0;
            }
            if line == 0 {
                wrapped.push_str(&margin);
            } else {
                wrapped.push(' ');
                line += 1;
            }
            wrapped.push_str(word);
            line += length;
        }
        wrapped.push('\n');
    }
    wrapped
}
