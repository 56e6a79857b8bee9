//! Fenced blocks of Markdown.

/// A block of YAML or JSON.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Block {
    /// The line of the fence, from 1 on.
    pub(crate) line: usize,
    pub(crate) text: String,
}

/// A fence, as [CommonMark](https://spec.commonmark.org/0.31.2/#fenced-code-blocks) has it.
struct Fence {
    letter: char,
    length: usize,
    indent: usize,
}

impl Fence {
    /// The fence that a line is, and what stands behind it.
    fn of(line: &str) -> Option<(Self, &str)> {
        let rest = line.trim_start_matches(' ');
        let letter = rest
            .chars()
            .next()
            .filter(|letter| "`~".contains(*letter))?;
        let info = rest.trim_start_matches(letter);
        let length = rest.len() - info.len();
        // Of backticks, the words behind have none: else it is code in a line of text.
        if length < 3 || letter == '`' && info.contains('`') {
            return None;
        }
        let indent = line.len() - rest.len();
        let fence = Self {
            letter,
            length,
            indent,
        };
        Some((fence, info.trim()))
    }

    fn is_closed_by(&self, line: &str) -> bool {
        Self::of(line).is_some_and(|(fence, info)| {
            fence.letter == self.letter
                && fence.length >= self.length
                && fence.indent < self.indent + 4
                && info.is_empty()
        })
    }

    /// A line of the block, without the indentation that the fence has.
    fn inner<'l>(&self, line: &'l str) -> &'l str {
        let own = line.len() - line.trim_start_matches(' ').len();
        line.get(own.min(self.indent)..).unwrap_or(line)
    }
}

/// The blocks of YAML and JSON that do not say `ignore`.
pub(crate) fn blocks(text: &str) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut open: Option<(Fence, Option<Block>)> = None;
    for (index, line) in text.lines().enumerate() {
        open = match open {
            None => Fence::of(line).map(|(fence, info)| {
                let is_sample = is_sample(info);
                let block = is_sample.then(|| Block {
                    line: index + 1,
                    text: String::new(),
                });
                (fence, block)
            }),
            Some((fence, block)) if fence.is_closed_by(line) => {
                blocks.extend(block);
                None
            }
            Some((fence, mut block)) => {
                if let Some(block) = &mut block {
                    block.text.push_str(fence.inner(line));
                    block.text.push('\n');
                }
                Some((fence, block))
            }
        };
    }
    // A fence that nothing closes ends with the file.
    blocks.extend(open.and_then(|(_, block)| block));
    blocks
}

fn is_sample(info: &str) -> bool {
    let mut words = info.split([' ', ',', '\t']);
    let language = words.next().unwrap_or_default().to_ascii_lowercase();
    ["yaml", "yml", "json"].contains(&&*language) && !words.any(|word| word == "ignore")
}

#[cfg(test)]
mod tests {
    use super::{Block, blocks};

    #[test]
    fn blocks_are_those_of_yaml_and_json() {
        let text = "```yaml\na: 1\n```\n```rust\n```yaml\n```\n~~~ json title=x\n{}\n~~~~\n```yaml ignore\n- \n```\n";
        let found = blocks(text);
        let block = |line, text: &str| Block {
            line,
            text: text.to_owned(),
        };
        assert_eq!(found, [block(1, "a: 1\n"), block(7, "{}\n")]);
    }

    #[test]
    fn a_block_in_a_list_is_indented_as_its_fence() {
        let text = "* so:\n\n  ```yml\n  a:\n    b: |\n      ```\n  ```\n* end\n";
        let found = blocks(text);
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].text, "a:\n  b: |\n    ```\n");
    }

    #[test]
    fn a_block_that_nothing_closes_ends_with_the_file() {
        assert_eq!(blocks("````yaml\na: 1\n```\n")[0].text, "a: 1\n```\n");
        assert!(blocks("`` ```yaml` ``\n").is_empty());
    }
}
