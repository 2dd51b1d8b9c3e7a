"""The command line: ``python -m sepdist``.

It has the commands of the program sepdist that concern one graph or two. For studies of many files
(batch, matrix, experiment, reproduce, roc) use the program itself.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import sys
from typing import Any

from . import __version__, api
from .codes import CODES
from .errors import Error
from .objects import Reading
from .tables import CLASSES

_LISTS = {"latent", "selected", "sources", "targets"}


def _parser() -> argparse.ArgumentParser:
    p = argparse.ArgumentParser(prog="python -m sepdist", description="How far is a learned causal graph from a known one, and why?")
    p.add_argument("--version", action="version", version=f"sepdist {__version__}")
    commands = p.add_subparsers(dest="command", metavar="COMMAND", required=True)

    def add(name: str, text: str, *graphs: str) -> argparse.ArgumentParser:
        c = commands.add_parser(name, help=text, description=text)
        for g in graphs:
            c.add_argument(g.lower().strip("[]"), metavar=g.strip("[]"), nargs="?" if g.startswith("[") else None, help="a file; - is standard input" if g.strip("[]") in ("GRAPH", "TRUTH", "GUESS") else None)
        return c

    def reading(c: argparse.ArgumentParser, *roles: str) -> None:
        for role in ("", *(r + "-" for r in roles)):
            c.add_argument(f"--{role}class", choices=CLASSES, help="class of the graph; inferred unless given")
            c.add_argument(f"--{role}orientation", choices=("row-to-col", "col-to-row"), help="whether an entry in row i, column j means i → j or j → i")
            c.add_argument(f"--{role}codes", choices=tuple(CODES), help="which tool's code the entries of a matrix are in")
            c.add_argument(f"--{role}format", help="format of the file")
            c.add_argument(f"--{role}threshold", type=float, help="weights of at most this size are no edges")
            c.add_argument(f"--{role}opposite-arcs", choices=("undirected", "cycle"), help="what a → b and b → a together mean")
            c.add_argument(f"--{role}nan", choices=("bidirected", "undirected"), help="what a pair of NaN entries means")
            c.add_argument(f"--{role}mark-at", choices=("row", "column"), help="which mark an entry is")
            c.add_argument(f"--{role}lag0", action="store_true", help="take the contemporaneous part of a time series")
            c.add_argument(f"--{role}drop-self-loops", action="store_true", help="drop edges from a node to itself")

    def comparing(c: argparse.ArgumentParser) -> None:
        c.add_argument("--as", dest="as_class", choices=CLASSES, help="convert both graphs to this class first")
        c.add_argument("--project", action="store_true", help="treat all nodes missing from the guess as latent")
        c.add_argument("--by-position", action="store_true", help="match nodes by their position, not by their names")
        c.add_argument("--rename", help="rename nodes of the guess: OLD=NEW,...")
        c.add_argument("--invalid", help="what to do with a guess that violates its class")
        c.add_argument("--ambiguous", help="value for a guess with ambiguous triples: min, mean, max or all")
        c.add_argument("--unreadable-as-1", action="store_true", help="set the distance of a guess without a valid reading to 1")
        c.add_argument("--max-readings", type=int, help="maximum number of readings of a guess to examine")
        c.add_argument("--symmetric", nargs="?", const="mean", help="combine both directions: mean, geometric, harmonic, or a weight")
        for name in sorted(_LISTS):
            c.add_argument(f"--{name}", help="nodes, separated by commas")
        for name in ("pairs", "max-order", "samples", "exact-limit", "seed", "baseline", "workers"):
            c.add_argument(f"--{name}", type=int)
        c.add_argument("--precision", type=float)
        c.add_argument("--ungraded", action="store_true")
        reading(c, "truth", "guess")

    c = add("compare", "Compare a guess with a truth", "TRUTH", "GUESS")
    c.add_argument("--metrics", default="default", help="metrics and groups of metrics, separated by commas")
    for form in ("json", "csv", "markdown"):
        c.add_argument(f"--{form}", action="store_true", help=f"print {form}")
    comparing(c)
    c = add("explain", "Show which claims of the guess are wrong", "TRUTH", "GUESS", "[X]", "[Y]")
    c.add_argument("--metric", default="zl-sd", help="the metric")
    c.add_argument("--limit", type=int, default=20, help="number of claims to show")
    c.add_argument("--json", action="store_true", help="print json")
    comparing(c)
    c = add("check", "Check of which class a graph is", "GRAPH")
    c.add_argument("--json", action="store_true", help="print json")
    reading(c)
    c = add("convert", "Write a graph in another format, or as a graph of another class", "GRAPH", "[OUT]")
    c.add_argument("--to", help="format to write")
    c.add_argument("--as", dest="as_class", choices=CLASSES, help="class to convert the graph to")
    c.add_argument("--lossy", action="store_true", help="write what the format can hold")
    c.add_argument("--to-orientation", choices=("row-to-col", "col-to-row"))
    c.add_argument("--to-codes", choices=tuple(CODES))
    reading(c)
    c = add("draw", "Draw a graph, or the differences between truth and guess", "GRAPH", "[GUESS]")
    c.add_argument("--out", "-o", default="-", help="file to write")
    c.add_argument("--to", help="svg, dot, mermaid or tikz")
    c.add_argument("--title", default="")
    c.add_argument("--view", default="auto")
    c.add_argument("--no-legend", action="store_true")
    reading(c, "truth", "guess")
    c = add("report", "Write a report on a guess as one HTML file", "TRUTH", "GUESS")
    c.add_argument("--out", "-o", required=True, help="file to write")
    c.add_argument("--metrics", default="all")
    c.add_argument("--title", default="")
    comparing(c)
    c = add("simulate", "Draw a random graph of a class, or change a graph at random", "[GRAPH]")
    c.add_argument("--class", default="dag", choices=CLASSES)
    for name in ("nodes", "edges", "remove", "reverse", "add", "any"):
        c.add_argument(f"--{name}", type=int)
    c.add_argument("--probability", type=float)
    c.add_argument("--seed", type=int, default=1)
    add("metrics", "List metrics")
    add("study", "Compare many pairs, on this machine or on a cluster")
    return p


def _graph(a: argparse.Namespace, path: str, role: str = "") -> Any:
    """Read a file by the flags for its role, and else those for both."""
    given = vars(a)

    def flag(name: str) -> Any:
        own = given.get(f"{role}_{name}") if role else None
        return given.get(name) if own in (None, False) else own

    o = Reading(graph_class=flag("class"), orientation=flag("orientation"), codes=flag("codes"), format=flag("format"), threshold=flag("threshold"),
                opposite_arcs=flag("opposite_arcs"), nan=flag("nan"), mark_at=flag("mark_at"), lag0=bool(flag("lag0")), drop_self_loops=bool(flag("drop_self_loops")))
    from .engine import _read, read_file

    if path == "-":
        o.name = "standard input"
        return _read(sys.stdin.buffer.read(), o.name, o.check())
    return read_file(path, o.check())


def _options(a: argparse.Namespace) -> dict[str, Any]:
    given = {k: getattr(a, k, None) for k in api._OPTIONS}
    if isinstance(given["rename"], str):
        given["rename"] = dict(pair.split("=", 1) if "=" in pair else (pair, pair) for pair in given["rename"].split(","))
    return {k: v.split(",") if k in _LISTS else v for k, v in given.items() if v is not None and v is not False}


def _run(a: argparse.Namespace) -> int:
    if a.command == "metrics":
        for m in api.metrics():
            print(f"{m['name']:20} {m['doc']}")
    elif a.command == "check":
        c = api.check(_graph(a, a.graph))
        print(json.dumps(c.to_dict(), indent=2, ensure_ascii=False) if a.json else c.text, end="\n" if a.json else "")
        return 0 if c else 1
    elif a.command == "convert":
        path = None if a.out in (None, "-") else a.out
        data = api.convert(_graph(a, a.graph), a.to or (None if path else "text"), as_class=a.as_class, path=path, lossy=a.lossy, to_orientation=a.to_orientation, to_codes=a.to_codes)
        if path is None:
            sys.stdout.buffer.write(data.encode() if isinstance(data, str) else data)
    elif a.command == "draw":
        graphs = [_graph(a, a.graph, "truth" if a.guess else "")] + ([_graph(a, a.guess, "guess")] if a.guess else [])
        d = api.draw(*graphs, path=None if a.out == "-" else a.out, to=a.to, title=a.title, view=a.view, legend=not a.no_legend)
        if a.out == "-":
            sys.stdout.write(d.text)
    elif a.command == "simulate":
        if a.graph:
            g = api.simulate(graph=_graph(a, a.graph), remove=a.remove or 0, reverse=a.reverse or 0, add=a.add or 0, any=a.any or 0, seed=a.seed)
        else:
            g = api.simulate(getattr(a, "class"), a.nodes, a.edges, probability=a.probability, seed=a.seed)
        sys.stdout.write(g.to_text())
    else:
        truth, guess = _graph(a, a.truth, "truth"), _graph(a, a.guess, "guess")
        for role, g in (("truth", truth), ("guess", guess)):
            for note in g.notes:
                print(f"{g.name or role}: {note}", file=sys.stderr)
        if a.command == "compare":
            form = "csv" if a.csv else "markdown" if a.markdown else "text"
            c, text = api._compare(truth, guess, a.metrics, False, form, _options(a))
            sys.stdout.write(json.dumps(c.to_dict(), indent=2, ensure_ascii=False) + "\n" if a.json else text)
        elif a.command == "explain":
            e = api.explain(truth, guess, a.metric, a.x, a.y, limit=a.limit, **_options(a))
            sys.stdout.write(json.dumps(e.to_dict(), indent=2, ensure_ascii=False) + "\n" if a.json else e.text)
        else:
            api.report(truth, guess, a.out, a.metrics, title=a.title, **_options(a))
    return 0


_KEYWORDS = re.compile(r'\b((?:truth|guess|graph)_class|orientation|codes|threshold|opposite_arcs|nan|mark_at|lag0|drop_self_loops|lossy|project|by_position|rename|latent|selected|invalid|ambiguous|as_class|format)=("([^"]*)"|True)?')


def _flags(text: str) -> str:
    """Return a message with flags in place of keywords."""
    def flag(m: re.Match[str]) -> str:
        name = m[1].replace("_", "-").replace("graph-class", "class").replace("as-class", "as")
        return f"--{name}" + (f" {m[3]}" if m[3] else "")

    return _KEYWORDS.sub(flag, text)


def main(argv: list[str] | None = None) -> int:
    words = sys.argv[1:] if argv is None else argv
    if words[:1] == ["study"]:
        from .study_command import main as study_main

        return study_main(words[1:])
    args = _parser().parse_args(words)
    try:
        return _run(args)
    except Error as e:
        print(f"sepdist: {_flags(str(e))}", file=sys.stderr)
        return 1
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main())
