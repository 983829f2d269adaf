//! The paper map, `proofs/README.md`, as part of the page: its links lead into the repository.

use crate::html::{Page, Safe, text};
use crate::revision::Revision;
use pulldown_cmark::{CowStr, Event, HeadingLevel, Options, Parser, Tag, TagEnd, html};

/// `proofs/README.md`.
const PAPER_MAP: &str = include_str!("../texts/paper-map.md");

/// From one heading of the map up to the next.
fn section(from: &str) -> &'static str {
    let start = PAPER_MAP.find(from).map_or(0, |at| at + from.len());
    let rest = PAPER_MAP.get(start..).unwrap_or_default();
    let end = rest.find("\n## ").unwrap_or(rest.len());
    rest.get(..end).unwrap_or_default()
}

/// A link of the map, which is in `proofs/`, as seen from anywhere; nothing if the commit is not known.
fn absolute(link: &str, revision: Revision) -> Option<String> {
    match link.strip_prefix("../") {
        _ if link.starts_with("https://") => Some(link.to_owned()),
        Some(path) => revision.address(path),
        None if link.starts_with('#') => revision.address(&format!("proofs/README.md{link}")),
        None => revision.address(&format!("proofs/{link}")),
    }
}

/// Markdown of this repository as HTML that is also XML; raw HTML other than a line break is shown as text.
fn rendered(markdown: &str, revision: Revision) -> String {
    let mut linked = false;
    let events = Parser::new_ext(markdown, Options::ENABLE_TABLES).map(move |event| match event {
        Event::Start(Tag::Link { link_type, dest_url, title, id }) => {
            let address = absolute(&dest_url, revision);
            linked = address.is_some();
            match address {
                Some(address) => {
                    Event::Start(Tag::Link { link_type, dest_url: CowStr::from(address), title, id })
                }
                None => Event::Text("".into()),
            }
        }
        Event::End(TagEnd::Link) if !linked => Event::Text("".into()),
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
pub(crate) fn add(page: &mut Page, revision: Revision) {
    page.part(text("The paper map"));
    // What the page says before its first table.
    let opening = section("# The paper map\n").split("\n| ").next().unwrap_or_default();
    page.raw(&Safe(rendered(opening, revision)));
    // Each table by itself, so that each can be moved under a finger.
    for part in section("\n## The map\n").split("\n### ").skip(1) {
        let (title, table) = part.split_once('\n').unwrap_or((part, ""));
        page.heading(title);
        page.scroll(
            &format!("Paper map: {title}"),
            &Safe(rendered(table, revision).replace("<table>", "<table class=\"wide\">")),
        );
    }
    page.part(text("What is trusted beside the certificates"));
    page.raw(&Safe(rendered(section("\n## What is trusted\n"), revision)));
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
        let page = rendered(source, Revision::KNOWN);
        assert!(rows > 60 && page.matches("<tr><td>").count() == rows, "{rows}");
        let at = |path: &str| format!("href=\"{}", Revision::KNOWN.address(path).unwrap());
        // Links to items end in a line, links to the theory in a heading.
        let setting = at("crates/oracle/src/bound/setting.rs#L");
        let line = page.split_once(&setting).unwrap().1.split_once('"').unwrap().0;
        assert!(line.parse::<usize>().is_ok_and(|line| line > 1), "{line}");
        assert!(page.contains(&at("proofs/theory.md#f30\"")));
        for ending in [".rs\"", ".v\""] {
            assert!(!page.contains(ending), "a link to a file without a line");
        }
        assert_eq!(page.matches("href=").count(), page.matches("href=\"https://").count());
        assert!(!page.contains("<!--") && !section("\n## What is trusted\n").is_empty());
    }

    /// Where the commit is not known no link leads into the repository, and the names stay.
    #[test]
    fn without_a_commit_the_map_has_names_only() {
        let source = section("\n## The map\n");
        let page = rendered(source, Revision::UNKNOWN);
        assert!(!page.contains("<a ") && !page.contains("</a>") && page.contains("<code>kdelta</code>"));
        let names = |page: &str| page.matches("<code>").count();
        assert_eq!(names(&page), names(&rendered(source, Revision::KNOWN)));
    }
}
