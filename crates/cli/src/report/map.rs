//! The paper map, `proofs/README.md`, as part of the page: its links lead into the repository.

use super::html::{Page, Safe, repository, text};
use crate::sources::PAPER_MAP;
use pulldown_cmark::{CowStr, Event, HeadingLevel, Options, Parser, Tag, TagEnd, html};

/// From one heading of the map up to the next.
fn section(from: &str) -> &'static str {
    let start = PAPER_MAP.find(from).map_or(0, |at| at + from.len());
    let rest = PAPER_MAP.get(start..).unwrap_or_default();
    let end = rest.find("\n## ").unwrap_or(rest.len());
    rest.get(..end).unwrap_or_default()
}

/// A link of the map, which is in `proofs/`, as seen from anywhere.
fn absolute(link: &str) -> String {
    match link.strip_prefix("../") {
        _ if link.starts_with("https://") => link.to_owned(),
        Some(path) => repository(path),
        None if link.starts_with('#') => repository(&format!("proofs/README.md{link}")),
        None => repository(&format!("proofs/{link}")),
    }
}

/// Markdown of this repository as HTML that is also XML; raw HTML other than a line break is shown as text.
fn rendered(markdown: &str) -> String {
    let events = Parser::new_ext(markdown, Options::ENABLE_TABLES).map(|event| match event {
        Event::Start(Tag::Link { link_type, dest_url, title, id }) => {
            Event::Start(Tag::Link { link_type, dest_url: CowStr::from(absolute(&dest_url)), title, id })
        }
        Event::InlineHtml(tag) if &*tag == "<br>" => Event::HardBreak,
        Event::Html(comment) if comment.starts_with("<!--") => Event::Text("".into()),
        Event::Html(raw) | Event::InlineHtml(raw) => Event::Text(raw),
        Event::Start(Tag::Heading { id, classes, attrs, .. }) => {
            Event::Start(Tag::Heading { level: HeadingLevel::H3, id, classes, attrs })
        }
        Event::End(TagEnd::Heading(_)) => Event::End(TagEnd::Heading(HeadingLevel::H3)),
        other => other,
    });
    let mut out = String::new();
    html::push_html(&mut out, events);
    out.replace("<th>", "<th scope=\"col\">")
}

/// The map and what is trusted, at the end of the page.
pub(super) fn add(page: &mut Page) {
    page.part(text("The paper map"));
    page.paragraph(&text(
        "For every definition, condition, mechanism, theorem and formula of Gazeau, Miller and Palamidessi, Preserving differential \
         privacy under finite-precision semantics (QAPL 2013): its repaired form, the Rust item that implements it, and what \
         proves it.",
    ));
    // Each table by itself, so that each can be moved under a finger.
    for part in section("\n## The map\n").split("\n### ").skip(1) {
        let (title, table) = part.split_once('\n').unwrap_or((part, ""));
        page.heading(title);
        page.scroll(
            &format!("Paper map: {title}"),
            &Safe(rendered(table).replace("<table>", "<table class=\"wide\">")),
        );
    }
    page.part(text("What is trusted beside the certificates"));
    page.raw(&Safe(rendered(section("\n## What is trusted\n"))));
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every row of the map is in the page, and every link leaves for the repository.
    #[test]
    fn the_whole_map_with_links_into_the_repository() {
        let source = section("\n## The map\n");
        let rows =
            source.lines().filter(|line| line.starts_with("| ") && !line.starts_with("| paper ")).count();
        let page = rendered(source);
        assert!(rows > 60 && page.matches("<tr><td>").count() == rows, "{rows}");
        assert!(page.contains(
            "href=\"https://github.com/kdelta/kdelta/blob/main/crates/oracle/src/bound/setting.rs\""
        ));
        assert!(page.contains("blob/main/proofs/theory.md#f30\""));
        assert_eq!(page.matches("href=").count(), page.matches("href=\"https://").count());
        assert!(!page.contains("<!--") && !section("\n## What is trusted\n").is_empty());
    }
}
