"""What the site does beyond Markdown: formulas as MathML, blocks that are files, links to the sources."""

import re

from latex2mathml.converter import convert

SOURCE = "https://github.com/sepdist/sepdist/blob/main/"


def formula(source, language, css_class, options, md, **kwargs):
    """Typeset a block ```math."""
    return f'<div class="formula">{convert(source.strip(), display="block")}</div>'


def on_page_markdown(markdown, page, config, files):
    # "```text truth.txt" is a file that the commands of the page read.
    markdown = re.sub(r"^```text (\S+)$", r'``` { .text title="\1" }', markdown, flags=re.M)
    # Files of the repository that are not pages.
    return re.sub(r"\]\(\.\./((?:\.\./)*)([^)#]*)", lambda m: "](" + SOURCE + m[2], markdown)


def on_page_content(html, page, config, files):
    # Wide tables scroll by themselves, and can be scrolled with the keyboard.
    return html.replace("<table>", '<table tabindex="0">')
