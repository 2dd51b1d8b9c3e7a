"""The command line: ``python -m sepdist``.

It has the commands of the program sepdist that concern one graph or two, with the same flags, files and
texts. Those for many files and for a browser are in the program only: the engine of this package is
built without them, which keeps it small.
"""

from __future__ import annotations

import argparse
import csv
import json
import os
import sys
from typing import Any, Callable, Iterable, Sequence

from . import __version__, api, engine, errors
from .codes import CODES
from .errors import Error, ParseError
from .graph import Graph
from .objects import Reading
from .tables import CLASSES

_LISTS = ("latent", "selected", "sources", "targets")

# What only the program has, and what serves in Python.
PROGRAM = {
    "batch": "python -m sepdist study compares many pairs",
    "completion": "",
    "experiment": "sepdist.simulate and sepdist.compare_many in Python do the same in a loop",
    "falsify": "sepdist.falsify in Python tests a graph against data",
    "matrix": "sepdist.compare_many in Python compares many pairs",
    "merge": "",
    "plot": "to_frame() in Python gives a pandas frame to plot",
    "reproduce": "",
    "roc": "",
    "serve": "",
    "summary": "to_frame() in Python gives a pandas frame to group",
}


class _Usage(Exception):
    """The command was called in a wrong way."""


def _parser() -> argparse.ArgumentParser:
    p = argparse.ArgumentParser(prog="python -m sepdist", description="How far is a learned causal graph from a known one, and why?", allow_abbrev=False,
                                epilog=f"The program sepdist also has {', '.join(PROGRAM)}: https://github.com/sepdist/sepdist")
    p.add_argument("--version", action="version", version=f"sepdist {__version__}")
    commands = p.add_subparsers(dest="command", metavar="COMMAND", required=True)

    def add(name: str, text: str, run: Callable[[argparse.Namespace], int | None], *files: str) -> argparse.ArgumentParser:
        c = commands.add_parser(name, help=text, description=text, allow_abbrev=False)
        c.set_defaults(run=run)
        for f in files:
            optional = f.startswith("[")
            f = f.strip("[]")
            more: dict[str, Any] = {"nargs": "*"} if f.endswith("...") else {"nargs": "?"} if optional else {}
            f = f.removesuffix("...")
            c.add_argument(f.lower(), metavar=f, help="a file; - is standard input" if f in ("GRAPH", "TRUTH", "GUESS") else None, **more)
        return c

    def forms(c: argparse.ArgumentParser, *names: str) -> None:
        group = c.add_mutually_exclusive_group()
        for name in names:
            group.add_argument(f"--{name}", dest="form", action="store_const", const=name, help=f"print {name}")

    def reading(c: argparse.ArgumentParser, *roles: str) -> None:
        for role in ("", *(r + "-" for r in roles)):
            def flag(name: str, text: str, role: str = role, **more: Any) -> None:
                c.add_argument(f"--{role}{name}", help=argparse.SUPPRESS if role else text, **more)

            flag("class", "class of the graph; inferred unless given", choices=CLASSES)
            flag("orientation", "whether an entry in row i, column j means i → j or j → i", choices=("row-to-col", "col-to-row"))
            flag("codes", "which tool's code the entries of a matrix are in", choices=tuple(CODES))
            flag("format", "format of the file")
            flag("threshold", "weights of at most this size are not edges", type=float)
            flag("directed", "whether the edges of a list are directed", nargs="?", const="true", choices=("true", "false"))
            flag("opposite-arcs", "what a → b and b → a together mean", choices=("undirected", "cycle"))
            flag("nan", "what a pair of NaN entries means", choices=("bidirected", "undirected"))
            flag("mark-at", "which mark an entry is", choices=("row", "column"))
            flag("drop-self-loops", "drop edges from a node to itself", action="store_true")
        c.add_argument("--lag0", action="store_true", help="use only the contemporaneous part of a time series")

    def matching(c: argparse.ArgumentParser) -> None:
        c.add_argument("--as", dest="as_class", choices=CLASSES, help="convert both graphs to this class first")
        c.add_argument("--latent", help="unobserved nodes of the truth, separated by commas")
        c.add_argument("--selected", help="nodes of the truth that are always conditioned on, separated by commas")
        c.add_argument("--project", action="store_true", help="treat all nodes missing from the guess as latent")
        c.add_argument("--rename", action="append", metavar="OLD=NEW,...", help="rename nodes of the guess; or a file with a line old,new for each")
        c.add_argument("--by-position", action="store_true", help="match nodes by their position, not by their names")
        reading(c, "truth", "guess")

    def comparing(c: argparse.ArgumentParser) -> None:
        c.add_argument("--invalid", help="what to do with a guess that violates its class")
        c.add_argument("--ambiguous", help="value for a guess with ambiguous triples: min, mean, max or all")
        c.add_argument("--unreadable-as-1", action="store_true", help="set the distance of a guess without a valid reading to 1")
        c.add_argument("--max-readings", type=int, help="maximum number of readings of a guess to examine")
        c.add_argument("--max-seconds", type=float, help="stop searching for readings after this time")
        c.add_argument("--symmetric", nargs="?", const="mean", help="combine both directions: mean, geometric, harmonic, or a weight; write --symmetric=mean before a file")
        c.add_argument("--sources", help="count only pairs (x, y) with x among these nodes")
        c.add_argument("--targets", help="count only pairs (x, y) with y among these nodes")
        c.add_argument("--weights", help="CSV file of x, y, weight for ordered pairs")
        c.add_argument("--pairs", type=int, help="sample this many ordered pairs instead of counting all")
        c.add_argument("--max-order", type=int, help="highest order of s/c-metrics")
        c.add_argument("--order-weights", help="weights of the orders 0, 1, ... of s/c-metrics, separated by commas")
        c.add_argument("--ungraded", action="store_true", help="weight all statements of s/c-metrics equally")
        c.add_argument("--statements", help="CSV file of x, y and then the nodes of the set")
        c.add_argument("--samples", type=int, help="sample this many statements of each order of s/c-metrics")
        c.add_argument("--precision", type=float, help="sample statements of s/c-metrics until the interval has this half-width")
        c.add_argument("--exact-limit", type=int, help="compute s/c-metrics exactly up to this many nodes")
        c.add_argument("--max-lag", type=int, help="time series: count pairs of moments at most this far apart")
        c.add_argument("--window", type=int, help="time series: number of slices of the s/c-metrics")
        c.add_argument("--links", help="time series: count only these kinds of pairs: contemporaneous, lagged, auto, cross")
        c.add_argument("--seed", type=int, help="seed of the random numbers")
        c.add_argument("--workers", type=int, help="number of parallel workers")
        matching(c)

    def written(c: argparse.ArgumentParser, default: str | None) -> None:
        c.add_argument("--out", "-o", default=default, help="file to write")
        c.add_argument("--force", action="store_true", help="overwrite a file that exists")

    c = add("compare", "Measure how far a guess is from the truth", _compare, "TRUTH", "GUESS")
    c.add_argument("--metrics", default="default", help="metrics and groups of metrics, separated by commas")
    c.add_argument("--baseline", type=int, help="compare with this many random guesses")
    forms(c, "json", "csv", "markdown")
    comparing(c)
    c = add("explain", "Show which claims of the guess are wrong, and why", _explain, "TRUTH", "GUESS", "[X]", "[Y]")
    c.add_argument("--metric", default="zl-sd", help="the metric whose claims are shown")
    c.add_argument("--limit", type=int, default=20, help="number of claims to show")
    c.add_argument("--reverse", action="store_true", help="show claims of the truth that are wrong in the guess")
    c.add_argument("--repairs", action="store_true", help="show how much each single repair of an edge would help, and a list of repairs")
    c.add_argument("--metrics", help="with --repairs: metrics shown beside --metric")
    forms(c, "json")
    comparing(c)
    c = add("check", "Determine the class of a graph, or what it violates", _check, "GRAPH")
    forms(c, "json")
    reading(c)
    c = add("convert", "Write a graph in another format, or as a graph of another class", _convert, "GRAPH", "[OUT]")
    c.add_argument("--to", help="format to write")
    c.add_argument("--as", dest="as_class", choices=CLASSES, help="class to convert the graph to")
    c.add_argument("--window", type=int, help="project a time series onto this many slices, up to t")
    c.add_argument("--latent", help="unobserved variables of the time series, with --window")
    c.add_argument("--lossy", action="store_true", help="write what the format can hold")
    c.add_argument("--to-orientation", choices=("row-to-col", "col-to-row"))
    c.add_argument("--to-codes", choices=tuple(CODES))
    c.add_argument("--force", action="store_true", help="overwrite a file that exists")
    reading(c)
    c = add("draw", "Draw a graph, or the differences between truth and guess", _draw, "GRAPH", "[GUESS]")
    c.add_argument("--to", help="svg, dot, mermaid or tikz")
    c.add_argument("--title", default="", help="text above the picture")
    c.add_argument("--view", default="auto", help="nodes, matrix or auto; of a time series time or process")
    c.add_argument("--no-legend", action="store_true", help="omit the legend")
    written(c, "-")
    matching(c)
    c = add("report", "Write a report on a guess as one HTML file", _report, "TRUTH", "GUESS")
    c.add_argument("--metrics", default="all", help="metrics and groups of metrics, separated by commas")
    c.add_argument("--title", default="", help="text above the report")
    c.add_argument("--explain", help="metrics whose wrong claims are shown, separated by commas")
    c.add_argument("--limit", type=int, default=12, help="number of wrong claims to show for each metric")
    c.add_argument("--baseline", type=int, help="compare with this many random guesses")
    written(c, None)
    comparing(c)
    c = add("separated", "Tell whether a set separates two nodes, or show an open path", _separated, "GRAPH", "X", "Y")
    c.add_argument("--given", default="", help="nodes of the set, separated by commas")
    forms(c, "json")
    reading(c)
    c = add("separators", "List the sets that separate two nodes, by each strategy", _separators, "GRAPH", "[X]", "[Y]")
    c.add_argument("--metrics", default="", help="separation distances whose sets are listed")
    forms(c, "json")
    reading(c)
    c = add("members", "List the graphs of an equivalence class one by one", _members, "GRAPH")
    c.add_argument("--limit", type=int, default=100, help="number of graphs to list")
    forms(c, "json")
    reading(c)
    c = add("simulate", "Generate a random graph, or change a graph at random", _simulate, "[GRAPH]")
    for name, kind, text in (
        ("nodes", int, "number of nodes"), ("edges", int, "number of edges"), ("probability", float, "probability that a pair of nodes has an edge"),
        ("bidirected", float, "probability that an edge is bidirected"), ("bows", float, "probability of a bidirected edge beside a directed one"),
        ("two-cycles", float, "probability of a reverse edge beside a directed one"), ("known", float, "probability that an edge is oriented as background knowledge"),
        ("latent", int, "number of additional latent nodes"), ("selected", int, "number of additional selection nodes"), ("max-lag", int, "time series: largest lag of a link"),
        ("auto", float, "time series: share of the links that join a variable with itself"), ("prefix", str, "prefix of the node names"),
        ("remove", int, "number of edges to remove"), ("reverse", int, "number of directed edges to reverse"), ("add", int, "number of edges to add"),
        ("any", int, "number of further random changes"), ("seed", int, "seed of the random numbers"),
    ):
        c.add_argument(f"--{name}", type=kind, help=text)
    c.add_argument("--to", help="format to write")
    written(c, "-")
    reading(c)
    add("metrics", "List metrics, or describe some in detail", _metrics, "[NAME...]")
    add("formats", "List formats, or describe some in detail", _formats, "[NAME...]")
    add("study", "Compare many pairs, on this machine or on a cluster", lambda a: None)
    add("version", "Print the version", lambda a: print(f"sepdist {__version__} for Python"))
    return p


# Files.


def _graph(a: argparse.Namespace, path: str, role: str = "") -> Graph:
    """Read a file by the flags for its role, and else those for both."""
    given = vars(a)

    def flag(name: str) -> Any:
        own = given.get(f"{role}_{name}") if role else None
        return given.get(name) if own in (None, False) else own

    directed = flag("directed")
    o = Reading(graph_class=flag("class"), orientation=flag("orientation"), codes=flag("codes"), format=flag("format"), threshold=flag("threshold"),
                directed=None if directed is None else directed == "true", opposite_arcs=flag("opposite_arcs"), nan=flag("nan"), mark_at=flag("mark_at"),
                lag0=bool(flag("lag0")), drop_self_loops=bool(flag("drop_self_loops"))).check()
    if path == "-":
        g = engine._read(sys.stdin.buffer.read(), "stdin", o)
    else:
        g = engine.read_file(path, o)
    for note in g.notes:
        print(f"{g.name}: note: {note}", file=sys.stderr)
    return g


def _pair(a: argparse.Namespace) -> tuple[Graph, Graph]:
    if a.truth == a.guess == "-":
        raise _Usage("standard input can be only one of the two graphs")
    return _graph(a, a.truth, "truth"), _graph(a, a.guess, "guess")


def _rows(path: str, least: int, most: int, flag: str) -> list[list[str]]:
    try:
        with open(path, encoding="utf-8-sig", newline="") as f:
            rows = [row for row in csv.reader(f, skipinitialspace=True) if row]
    except OSError as e:
        raise ParseError(f"{path}: {e.strerror}") from e
    for k, row in enumerate(rows):
        if not least <= len(row) <= most:
            raise ParseError(f"{path}:{k + 1}: {len(row)} values: expected {least if least == most else f'{least} or more'}; see {flag}")
    return rows


def _options(a: argparse.Namespace) -> dict[str, Any]:
    """Return the flags of comparing as keywords."""
    o = {k: v for k in api.OPTIONS if (v := getattr(a, k, None)) is not None and v is not False}
    for name in _LISTS:
        if name in o:
            o[name] = o[name].split(",")
    if "order_weights" in o:
        o["order_weights"] = [_number("--order-weights", x) for x in o["order_weights"].split(",")]
    if "rename" in o:
        o["rename"] = _renamed(o["rename"])
    if "weights" in o:
        rows = _rows(o["weights"], 3, 3, "--weights")
        if rows and rows[0][2].strip().lower() in ("weight", "w"):
            rows = rows[1:]
        o["weights"] = [(x, y, _number("--weights", w)) for x, y, w in rows]
    if "statements" in o:
        o["statements"] = _rows(o["statements"], 2, sys.maxsize, "--statements")
    return o


def _number(flag: str, text: str) -> float:
    try:
        if "_" in text:  # a number only in Python
            raise ValueError
        return float(text)
    except ValueError:
        raise _Usage(f"{flag}: {text!r} is not a number") from None


def _renamed(flags: list[str]) -> dict[str, str]:
    names: dict[str, str] = {}
    for flag in flags:
        pairs = [pair.split("=", 1) for pair in flag.split(",")] if "=" in flag else [row for row in _rows(flag, 2, 2, "--rename") if row != ["old", "new"]]
        for pair in pairs:
            if len(pair) != 2 or "" in pair:
                raise _Usage(f"--rename: {'='.join(pair)!r} is not of the form OLD=NEW")
            if names.setdefault(*pair) != pair[1]:
                raise _Usage(f"--rename: {pair[0]} is renamed to both {names[pair[0]]} and {pair[1]}")
    return names


def _free(a: argparse.Namespace, path: str | None) -> str | None:
    """Return the path of a file to write; None is standard output."""
    if path is None or path == "-":
        return None
    if os.path.isfile(path) and not a.force:
        raise Error(f"{path}: already exists: use --force to overwrite it")
    return path


def _put(text: str | bytes) -> None:
    sys.stdout.flush()
    sys.stdout.buffer.write(text.encode() if isinstance(text, str) else text)


def _json(data: Any) -> str:
    return json.dumps(data, indent=2, ensure_ascii=False) + "\n"


# Commands.


def _compare(a: argparse.Namespace) -> None:
    c, text = api._compare(*_pair(a), a.metrics, False, a.form if a.form in ("csv", "markdown") else "text", _options(a))
    _put(_json(c.to_dict()) if a.form == "json" else text)


def _explain(a: argparse.Namespace) -> None:
    if a.x is not None and a.y is None:
        raise _Usage("expected TRUTH GUESS X Y, got one node only: name the second one")
    if a.metrics is not None and not a.repairs:
        raise _Usage("--metrics needs --repairs: --metric names the metric whose claims are shown")
    found: Any
    if a.repairs:
        if a.x is not None:
            raise _Usage("--repairs is about all edges that differ: omit X and Y")
        found = api.repairs(*_pair(a), [a.metric, *(a.metrics or "shd").split(",")], **_options(a))
    else:
        found = api.explain(*_pair(a), a.metric, a.x, a.y, limit=a.limit, reverse=a.reverse, **_options(a))
    _put(_json(found.to_dict()) if a.form == "json" else found.text)


def _check(a: argparse.Namespace) -> int:
    g = _graph(a, a.graph)
    c = api.check(g)
    _put(_json(c.to_dict()) if a.form == "json" else c.text)
    if not c:
        print(f"{g.name}: not of its class", file=sys.stderr)
    return 0 if c else 1


def _convert(a: argparse.Namespace) -> None:
    path = _free(a, a.out)
    data = api.convert(_graph(a, a.graph), a.to or (None if path else "text"), as_class=a.as_class, path=path, lossy=a.lossy, to_orientation=a.to_orientation,
                       to_codes=a.to_codes, window=a.window, latent=a.latent.split(",") if a.latent else ())
    if path is None:
        _put(data)


def _draw(a: argparse.Namespace) -> None:
    graphs = [_graph(a, a.graph)] if a.guess is None else [_graph(a, a.graph, "truth"), _graph(a, a.guess, "guess")]
    options = {k: v for k, v in _options(a).items() if k in api.DRAW_OPTIONS}
    if a.guess is None and options:
        raise _Usage(f"--{next(iter(options)).replace('_class', '').replace('_', '-')} needs two graphs (TRUTH GUESS)")
    path = _free(a, a.out)
    d = api.draw(*graphs, path=path, to=a.to, title=a.title, view=a.view, legend=not a.no_legend, **options)
    if path is None:
        _put(d.text)


def _report(a: argparse.Namespace) -> None:
    path = _free(a, a.out)
    if path is None:
        raise _Usage("no file is given: use --out FILE")
    options = _options(a)
    api.report(*_pair(a), path, a.metrics, title=a.title, explain=a.explain.split(",") if a.explain else None, limit=a.limit, **options)


def _separated(a: argparse.Namespace) -> None:
    answer = api._separated(_graph(a, a.graph), a.x, a.y, a.given.split(",") if a.given else [], {})
    _put(_json(answer["separation"]) if a.form == "json" else answer["text"])


def _separators(a: argparse.Namespace) -> None:
    if a.x is not None and a.y is None:
        raise _Usage("expected GRAPH [X Y], got one node only: name the second one")
    found = api.separators(_graph(a, a.graph), a.x, a.y, a.metrics)
    _put(_json(found.to_dict()) if a.form == "json" else found.text)


def _members(a: argparse.Namespace) -> None:
    g = _graph(a, a.graph)
    found, more = api._members(g, a.limit, {})
    for k, one in enumerate(found, 1):
        if a.form == "json":
            _put(json.dumps(json.loads(api.convert(one.replace(name=None), "json")), ensure_ascii=False, separators=(",", ":")) + "\n")
        else:
            _put(("\n" if k > 1 else "") + f"# member {k}\n" + api.convert(one, "text"))
    if more:
        size = api.check(g).equivalence_class_size
        print(f"{g.name}: note: listed {len(found)} of {size or 'more'} graphs: use --limit to list others", file=sys.stderr)


def _simulate(a: argparse.Namespace) -> None:
    drawing = ("nodes", "edges", "probability", "bows", "two_cycles", "known", "latent", "selected", "max_lag", "auto", "prefix")
    changing = ("remove", "reverse", "add", "any")
    for name in drawing if a.graph else changing:
        if getattr(a, name) is not None:
            raise _Usage(f"--{name.replace('_', '-')} {'is for a new graph: omit GRAPH' if a.graph else 'changes a graph: name the GRAPH to change'}")
    given = {k: v for k in (*(changing if a.graph else drawing), "bidirected", "seed") if (v := getattr(a, k)) is not None}
    path = _free(a, a.out)
    if a.graph:
        g = api.simulate(graph=_graph(a, a.graph), **given)
    elif getattr(a, "class") is None:
        raise _Usage(f"no class is given: use --class with one of {', '.join(CLASSES)}")
    else:
        g = api.simulate(getattr(a, "class"), **given)
    data = api.convert(g.replace(name=None), a.to or (None if path else "text"), path=path)
    if path is None:
        _put(data)


def _table(rows: Sequence[Sequence[str]]) -> str:
    """Return columns two blanks apart; the last is as long as it is."""
    widths = [max(map(len, column)) + 2 for column in list(zip(*rows))[:-1]]
    return "".join("".join(cell.ljust(w) for cell, w in zip(row, widths)) + row[-1] + "\n" for row in rows)


def _yes(is_so: bool) -> str:
    return "yes" if is_so else "no"


def _kinds(names: list[str]) -> str:
    return "any" if len(names) == 7 else ", ".join(names)


def _named(rows: Iterable[dict[str, Any]], names: list[str], what: str) -> list[dict[str, Any]]:
    by_name = {r["name"]: r for r in rows}
    for name in names:
        if name not in by_name:
            raise _Usage(f"unknown {what} {name!r}: run python -m sepdist {what}s for a list")
    return [by_name[name] for name in names]


def _metrics(a: argparse.Namespace) -> None:
    answer, _ = engine.call({"op": "metrics"})
    if not a.name:
        _put(_table([("metric", "group", "guess", "truth", "symmetric", "paper", "description"),
                     *((m["name"], m["group"], _kinds(m["guess"]), _kinds(m["truth"]), _yes(m["symmetric"]), m["paper"], m["doc"]) for m in answer["metrics"])]))
        _put("\n" + _table([(g["name"], g["doc"]) for g in answer["groups"]]))
    for k, m in enumerate(_named(answer["metrics"], a.name, "metric")):
        _put(("\n" if k else "") + _table([(m["name"], m["doc"]), ("definition", m["definition"]), ("formula", m["formula"]), ("range", m["range"]), ("guess", _kinds(m["guess"])),
                                           ("truth", _kinds(m["truth"])), ("symmetric", _yes(m["symmetric"])), ("paper", m["paper"])]))


def _formats(a: argparse.Namespace) -> None:
    answer, _ = engine.call({"op": "formats"})
    if not a.name:
        _put(_table([("format", "extensions", "read", "written", "classes", "does not specify"),
                     *((f["name"], " ".join(f["extensions"]) or "–", _yes(f["read"]), _yes(f["written"]), " ".join(f["classes"]), f["silent"] or "–") for f in answer["formats"])]))
    for k, f in enumerate(_named(answer["formats"], a.name, "format")):
        rows = [(f["name"], f["doc"]), ("extensions", " ".join(f["extensions"])), ("read", _yes(f["read"])), ("written", _yes(f["written"])), ("classes", " ".join(f["classes"])),
                ("holds", f["holds"]), ("does not specify", f["silent"]), ("may need", " ".join("--" + x for x in f["asks"]))]
        rows += [(f"in {tool}", save) for tool, save in f["recipes"]]
        _put(("\n" if k else "") + _table([r for r in rows if r[1]]))


def main(argv: list[str] | None = None) -> int:
    """Run a command, and return its exit code: 1 where it fails, 2 where it was called in a wrong way."""
    before, errors.door = errors.door, "command"
    try:
        return _main(sys.argv[1:] if argv is None else argv)
    finally:
        errors.door = before


def _main(argv: list[str]) -> int:
    if argv and argv[0] in PROGRAM:
        instead = f"; {PROGRAM[argv[0]]}" if PROGRAM[argv[0]] else ""
        print(f"python -m sepdist has no command {argv[0]}: install the program sepdist (https://github.com/sepdist/sepdist, docs/install.md){instead}", file=sys.stderr)
        return 2
    if argv[:1] == ["study"]:
        from .study_command import main as study

        return study(argv[1:])
    a = _parser().parse_args(argv)
    try:
        code = a.run(a)
        sys.stdout.flush()
        return code or 0
    except _Usage as e:
        print(f"{e}; see python -m sepdist {a.command} --help", file=sys.stderr)
        return 2
    except Error as e:
        print(e, file=sys.stderr)
        return 1
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except OSError as e:
        print(f"{e.filename}: {e.strerror}" if e.filename else e, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
        return 1
