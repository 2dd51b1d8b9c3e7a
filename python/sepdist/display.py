"""How results look in a notebook, on a light page and on a dark one: text takes the colour of the page, pictures bring their own paper."""

from __future__ import annotations

import html
from typing import Any, Callable, Iterable, Sequence

import numpy as np

_LINE = "border-bottom:1px solid rgba(128,128,128,.35);"
_CELL = f"text-align:left;padding:2px 14px 2px 0;vertical-align:top;background:none;color:inherit;{_LINE}"
_QUIET = "opacity:.75;font-size:90%;margin:.3em 0;"


def _table(head: Sequence[str], rows: Iterable[Sequence[Any]]) -> str:
    def cells(tag: str, row: Sequence[Any]) -> str:
        return "".join(f'<{tag} style="{_CELL}">{html.escape(str(c))}</{tag}>' for c in row)

    body = "".join(f'<tr style="background:none">{cells("td", row)}</tr>' for row in rows)
    return f'<table style="border-collapse:collapse;color:inherit;background:none"><thead><tr style="background:none">{cells("th", head)}</tr></thead><tbody>{body}</tbody></table>'


def _quiet(text: str) -> str:
    return f'<div style="{_QUIET}">{html.escape(text)}</div>'


def picture_html(svg: str) -> str:
    """Return a picture on white paper of its own."""
    svg = svg[max(svg.find("<svg"), 0):]
    return f'<div style="background:#fff;color:#111;padding:8px;border-radius:6px;display:inline-block;max-width:100%;overflow:auto">{svg}</div>'


def _picture(draw: Callable[[], Any]) -> str:
    from .errors import Error

    try:
        return picture_html(draw().text)
    except Error:
        return ""  # a picture is no reason to show nothing


def comparison_html(c: Any) -> str:
    rows = []
    for m, r in c.items():
        rows.append((m, *r._columns()))
    t, g = c.truth, c.guess
    head = f"truth: {t['class']}, {t['edges']} edges; guess: {g['class']}, {g['edges']} edges; {t['nodes']} nodes"
    parts = [_quiet(head), _table(["metric", "value", "count", "note"], rows)]
    parts += [_quiet(f"{m} skipped: {why}") for m, why in c.skipped.items()]
    parts += [_quiet(n) for n in c._equivalence() + c.notes]
    if len(c._graphs[0]) <= 60:
        parts.append(_picture(c.draw))
    return "".join(parts)


def comparisons_html(c: Any) -> str:
    rows = []
    for m, v in c.items():
        v = v[np.isfinite(v)]
        rows.append((m, len(v), *(f"{f(v):.4f}" if len(v) else "" for f in (np.mean, np.median, np.min, np.max))))
    parts = [_quiet(f"{c.pairs} pairs, {c.failed} failed"), _table(["metric", "pairs", "mean", "median", "least", "most"], rows)]
    parts += [_quiet(f"pair {i}: {e}") for i, e in list(c.errors.items())[:3]]
    return "".join(parts)


def explanation_html(e: Any) -> str:
    d = e._data
    rows = []
    for claim in d["claims"]:
        separator = "none" if claim.get("separator") is None else "{" + ", ".join(claim["separator"]) + "}"
        rows.append((claim["x"], claim["y"], separator, " ".join(claim.get("path") or ()), claim.get("kind") or "; ".join(claim.get("why") or ())))
    head = e.text.split("\n", 1)[0]
    return _quiet(head) + _table(["x", "y", "set in the guess", "path", "why"], rows)


def graph_html(g: Any) -> str:
    from .api import draw

    kind = f"{g.graph_class}, " if g.graph_class else ""
    return _quiet(f"{g.name + ': ' if g.name else ''}{kind}{g._size()}") + (_picture(lambda: draw(g)) if len(g) <= 300 else "")
