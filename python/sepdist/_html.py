"""Tables and pictures for notebooks, on light and dark pages: text has the colour of the page, pictures have their own background."""

from __future__ import annotations

import html
import re
import unicodedata
from typing import Any, Iterable, Sequence

_LINE = "border-bottom:1px solid rgba(128,128,128,.35);"
_CELL = f"text-align:left;padding:2px 14px 2px 0;vertical-align:top;background:none;color:inherit;{_LINE}"
_QUIET = "opacity:.75;font-size:90%;margin:.3em 0;"

# Characters of names that cannot be seen, besides those of some categories of Unicode: fillers and variation selectors.
_FILLERS = re.compile("[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2065\u2800\u3164\ufe00-\ufe0f\uffa0\U000e0000-\U000e0fff]")
_JOINERS = re.compile("(?<=[\x80-\U0010ffff])(?:[\u200c\u200d](?=[\x80-\U0010ffff])|[\ufe00-\ufe0f])")


def escape(text: str) -> str:
    """Return text for HTML. Characters that cannot be seen, or turn the order of letters, are escapes, as in the terminal."""
    if text.isascii() and text.isprintable():
        return html.escape(text)
    joined = {m.start() for m in _JOINERS.finditer(text)}  # they shape the letters beside them

    def shown(i: int, c: str) -> str:
        hidden = unicodedata.category(c) in ("Cc", "Cf", "Zl", "Zp", "Co", "Cs", "Cn") or _FILLERS.match(c)
        return c.encode("unicode_escape").decode() if hidden and c not in "\n\t" and i not in joined else c

    return html.escape("".join(shown(i, c) for i, c in enumerate(text)))


def table(head: Sequence[str], rows: Iterable[Sequence[Any]], bold: Sequence[Sequence[bool]] = ()) -> str:
    def cells(tag: str, row: Sequence[Any], bold: Sequence[bool] = ()) -> str:
        marks = (*bold, *[False] * len(row))
        return "".join(f'<{tag} style="{_CELL}{"font-weight:bold;" * b}">{escape(str(c))}</{tag}>' for c, b in zip(row, marks))

    body = "".join(f'<tr style="background:none">{cells("td", row, *bold[i:i + 1])}</tr>' for i, row in enumerate(rows))
    return f'<table style="border-collapse:collapse;color:inherit;background:none"><thead><tr style="background:none">{cells("th", head)}</tr></thead><tbody>{body}</tbody></table>'


def quiet(*lines: str) -> str:
    """Return lines in small print."""
    return "".join(f'<div style="{_QUIET}">{escape(line)}</div>' for line in lines)


def picture(svg: str) -> str:
    """Return a picture on white paper."""
    svg = svg[max(svg.find("<svg"), 0):]
    return f'<div style="background:#fff;color:#111;padding:8px;border-radius:6px;display:inline-block;max-width:100%;overflow:auto">{svg}</div>'


def text(text: str) -> str:
    """Return preformatted text."""
    return f'<pre style="background:none;color:inherit">{escape(text)}</pre>'
