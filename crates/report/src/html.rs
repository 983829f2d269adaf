//! HTML for people and for those who listen: one page, nothing loaded, nothing run. Everything that goes in
//! is escaped here.

use kdelta_figures::Figure;
use kdelta_figures::escape;
use kdelta_figures::svg::{Place, style, svg};
use std::fmt::Write;

/// Text that is safe between tags.
#[derive(Debug, Clone)]
pub(crate) struct Safe(pub(crate) String);

/// Plain text.
pub(crate) fn text(plain: impl AsRef<str>) -> Safe {
    Safe(escape(plain.as_ref()))
}

/// A name that somebody else chose: its direction of writing stays its own.
pub(crate) fn name(plain: &str) -> Safe {
    Safe(format!("<bdi>{}</bdi>", escape(plain)))
}

/// A number, which stays on one line.
pub(crate) fn number(plain: impl AsRef<str>) -> Safe {
    Safe(format!("<span class=\"number\">{}</span>", escape(plain.as_ref())))
}

/// Something to type or to look up, letter for letter.
pub(crate) fn code(plain: impl AsRef<str>) -> Safe {
    Safe(format!("<code>{}</code>", escape(plain.as_ref())))
}

const PAGE: &str = include_str!("page.css");

/// A page that grows section by section.
#[derive(Debug, Default)]
pub(crate) struct Page {
    body: String,
    /// Anchors and names, for the table of contents.
    contents: Vec<(String, Safe)>,
    regions: u32,
}

// Writing to a string does not fail.
impl Page {
    /// A part with an entry in the table of contents.
    pub(crate) fn part(&mut self, title: Safe) {
        let anchor = format!("part-{}", self.contents.len() + 1);
        let _ = writeln!(self.body, "<h2 id=\"{anchor}\">{}</h2>", title.0);
        self.contents.push((anchor, title));
    }

    pub(crate) fn heading(&mut self, title: &str) {
        let _ = writeln!(self.body, "<h3>{}</h3>", escape(title));
    }

    pub(crate) fn paragraph(&mut self, content: &Safe) {
        let _ = writeln!(self.body, "<p>{}</p>", content.0);
    }

    /// What is good, or not, in a box of its own.
    pub(crate) fn notice(&mut self, good: bool, content: &Safe) {
        let class = if good { "accepted" } else { "refused" };
        let _ = writeln!(self.body, "<p class=\"notice {class}\">{}</p>", content.0);
    }

    pub(crate) fn list(&mut self, items: impl IntoIterator<Item = Safe>) {
        self.body.push_str("<ul>\n");
        items.into_iter().for_each(|item| {
            let _ = writeln!(self.body, "<li>{}</li>", item.0);
        });
        self.body.push_str("</ul>\n");
    }

    pub(crate) fn command(&mut self, line: &str) {
        let label = format!("Command {}", self.next_region());
        let _ = writeln!(
            self.body,
            "<pre tabindex=\"0\" role=\"region\" aria-label=\"{label}\"><code>{}</code></pre>",
            escape(line)
        );
    }

    /// A table whose first column names the rows.
    pub(crate) fn table(
        &mut self,
        caption: &str,
        header: &[&str],
        rows: impl IntoIterator<Item = Vec<Safe>>,
    ) {
        let head: String =
            header.iter().map(|name| format!("<th scope=\"col\">{}</th>", escape(name))).collect();
        let mut text =
            format!("<table><caption>{}</caption><thead><tr>{head}</tr></thead><tbody>\n", escape(caption));
        for row in rows {
            let cells = row.into_iter().enumerate().map(|(column, cell)| match column {
                0 => format!("<th scope=\"row\">{}</th>", cell.0),
                _ => format!("<td>{}</td>", cell.0),
            });
            let _ = writeln!(text, "<tr>{}</tr>", cells.collect::<String>());
        }
        text.push_str("</tbody></table>");
        self.scroll(caption, &Safe(text));
    }

    /// Something that may be wider than a phone.
    pub(crate) fn scroll(&mut self, what: &str, content: &Safe) {
        let label = format!("{}, {}", escape(what), self.next_region());
        let _ = writeln!(
            self.body,
            "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"{label}\">{}</div>",
            content.0
        );
    }

    pub(crate) fn figure(&mut self, figure: &Figure) {
        let id = format!("figure-{}", self.next_region());
        let drawing = Safe(svg(figure, &id, Place::Page));
        self.body.push_str("<figure>\n");
        self.scroll("Figure", &drawing);
        let _ = writeln!(self.body, "<figcaption>{}</figcaption>\n</figure>", escape(&figure.caption));
    }

    /// Ready-made parts.
    pub(crate) fn raw(&mut self, content: &Safe) {
        self.body.push_str(&content.0);
    }

    fn next_region(&mut self) -> u32 {
        self.regions += 1;
        self.regions
    }

    /// The whole page; the verdict is the first line of the body.
    pub(crate) fn finish(self, verdict: &Safe, good: bool, title: &str, built_from: &Safe) -> String {
        let class = if good { "accepted" } else { "refused" };
        let contents: String = self
            .contents
            .iter()
            .map(|(anchor, name)| format!("<li><a href=\"#{anchor}\">{}</a></li>\n", name.0))
            .collect();
        format!(
            "<!DOCTYPE html>\n<html lang=\"en\" xmlns=\"http://www.w3.org/1999/xhtml\">\n<head>\n<meta charset=\"utf-8\"/>\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n\
             <meta name=\"color-scheme\" content=\"light dark\"/>\n\
             <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\"/>\n\
             <title>{title}</title>\n<style>{PAGE}{style}</style>\n</head>\n<body>\n\
             <header><h1 class=\"{class}\">{verdict}</h1>\n\
             <p>Report of kdelta {version}: which ε′ these mechanisms really give, as they run, in finite precision. \
             {built_from}</p></header>\n\
             <nav aria-label=\"Contents\"><ul>\n{contents}</ul></nav>\n<main>\n{body}</main>\n\
             <footer><p>Written by kdelta {version}. Nothing is loaded from elsewhere and nothing runs in this page.</p></footer>\n\
             </body>\n</html>\n",
            title = escape(title),
            verdict = verdict.0,
            version = env!("CARGO_PKG_VERSION"),
            built_from = built_from.0,
            body = self.body,
            style = style(),
        )
    }
}
