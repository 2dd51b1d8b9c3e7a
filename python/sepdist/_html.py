"""Tables and pictures for notebooks, on light and dark pages: text has the colour of the page, pictures have their own background."""

from __future__ import annotations

import html
from typing import Any, Iterable, Sequence

_LINE = "border-bottom:1px solid rgba(128,128,128,.35);"
_CELL = f"text-align:left;padding:2px 14px 2px 0;vertical-align:top;background:none;color:inherit;{_LINE}"
_QUIET = "opacity:.75;font-size:90%;margin:.3em 0;"


def table(head: Sequence[str], rows: Iterable[Sequence[Any]], bold: Sequence[Sequence[bool]] = ()) -> str:
    def cells(tag: str, row: Sequence[Any], bold: Sequence[bool] = ()) -> str:
        marks = (*bold, *[False] * len(row))
        return "".join(f'<{tag} style="{_CELL}{"font-weight:bold;" * b}">{html.escape(str(c))}</{tag}>' for c, b in zip(row, marks))

    body = "".join(f'<tr style="background:none">{cells("td", row, *bold[i:i + 1])}</tr>' for i, row in enumerate(rows))
    return f'<table style="border-collapse:collapse;color:inherit;background:none"><thead><tr style="background:none">{cells("th", head)}</tr></thead><tbody>{body}</tbody></table>'


def quiet(*lines: str) -> str:
    """Return lines in small print."""
    return "".join(f'<div style="{_QUIET}">{html.escape(line)}</div>' for line in lines)


def picture(svg: str) -> str:
    """Return a picture on white paper."""
    svg = svg[max(svg.find("<svg"), 0):]
    return f'<div style="background:#fff;color:#111;padding:8px;border-radius:6px;display:inline-block;max-width:100%;overflow:auto">{svg}</div>'


def text(text: str) -> str:
    """Return preformatted text."""
    return f'<pre style="background:none;color:inherit">{html.escape(text)}</pre>'
