//! As much of the shell's syntax as the documents use: quotes, comments, variables before a command, and `echo` with a
//! pipe.

/// Splits a command line into the text piped into the program, and the words of the program's command.
pub(crate) fn parse(line: &str) -> (Option<String>, Vec<String>) {
    let mut commands = split(line).into_iter();
    let first = commands.next().unwrap_or_default();
    match (first.first().map(String::as_str), commands.next()) {
        (Some("echo"), Some(piped)) => (Some(first[1..].join(" ") + "\n"), piped),
        _ => (None, first),
    }
}

/// The words of each command in a pipeline, without variables set before them.
fn split(line: &str) -> Vec<Vec<String>> {
    let mut commands = vec![Vec::new()];
    let mut word: Option<String> = None;
    let mut quote = None;
    for letter in line.chars().chain([' ']) {
        match (quote, letter) {
            (Some(open), _) if letter == open => quote = None,
            (None, '\'' | '"') => {
                quote = Some(letter);
                word.get_or_insert_default();
            }
            (None, '#') if word.is_none() => break,
            (None, '|') if word.is_none() => commands.push(Vec::new()),
            (None, letter) if letter.is_whitespace() => {
                if let (Some(word), Some(command)) = (word.take(), commands.last_mut()) {
                    command.push(word);
                }
            }
            _ => word.get_or_insert_default().push(letter),
        }
    }
    for command in &mut commands {
        let is_variable = |word: &String| word.split_once('=').is_some_and(|(name, _)| is_name(name));
        let variables = command.iter().take_while(|word| is_variable(word)).count();
        command.drain(..variables);
    }
    commands
}

/// Whether a text can be the name of an environment variable.
fn is_name(text: &str) -> bool {
    !text.is_empty()
        && text.chars().all(|letter| letter.is_ascii_uppercase() || letter.is_ascii_digit() || letter == '_')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotes_keep_words_together() {
        assert_eq!(split("a 'b c' \"d|e\" f#g # comment"), [["a", "b c", "d|e", "f#g"]]);
    }

    #[test]
    fn variables_before_a_command_are_dropped() {
        assert_eq!(split("RUST_LOG=debug X= shangrila serve a=b"), [["shangrila", "serve", "a=b"]]);
    }

    #[test]
    fn echo_pipes_its_words_into_the_program() {
        let (input, words) = parse(r#"echo '{"id":1}' | shangrila engine"#);
        assert_eq!(input.as_deref(), Some("{\"id\":1}\n"));
        assert_eq!(words, ["shangrila", "engine"]);
    }
}
