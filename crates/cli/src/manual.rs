//! `kdelta completions` and `kdelta man`: what the shell and the reader of manuals want to know.

use crate::failure::Failure;
use crate::output::print_plain;
use clap::{Args, Command};
use clap_complete::Shell;

#[derive(Debug, Args)]
pub(crate) struct Completions {
    /// Which shell
    shell: Shell,
}

#[derive(Debug, Args)]
pub(crate) struct Manual {
    /// Which command, for example: certify laplace
    command: Vec<String>,
}

pub(crate) fn completions(flags: &Completions, mut program: Command) -> Result<(), Failure> {
    let mut text = Vec::new();
    clap_complete::generate(flags.shell, &mut program, "kdelta", &mut text);
    print_plain(&String::from_utf8_lossy(&text))
}

pub(crate) fn manual(flags: &Manual, mut program: Command) -> Result<(), Failure> {
    program.build();
    let mut page = &program;
    for word in &flags.command {
        page = page.find_subcommand(word).ok_or_else(|| {
            let known: Vec<_> = page.get_subcommands().map(Command::get_name).collect();
            let known = if known.is_empty() { "no commands".to_owned() } else { known.join(", ") };
            Failure::usage(format!("man: \"{}\" has no command \"{word}\"; it has {known}", page.get_name()))
        })?;
    }
    let name =
        ["kdelta"].into_iter().chain(flags.command.iter().map(String::as_str)).collect::<Vec<_>>().join("-");
    let mut text = Vec::new();
    clap_mangen::Man::new(page.clone())
        .title(name)
        .render(&mut text)
        .map_err(|why| Failure::refused(format!("man: {why}")))?;
    print_plain(&String::from_utf8_lossy(&text))
}
