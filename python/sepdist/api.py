"""The functions of the package."""

from __future__ import annotations

import dataclasses
import difflib
import errno
import math
import operator
import os
from typing import TYPE_CHECKING, Any, Iterable, Mapping, Sequence

import numpy as np

from . import errors as _errors
from .codes import int8_of
from .engine import call, decode, encode, error_of
from .errors import ConversionError, Error, OptionError, option
from .graph import Graph, check_choice
from .objects import Reading, as_graph, convert_object
from .results import Check, Comparison, Comparisons, Drawing, Explanation, Metrics, Repairs, Separators
from .tables import CLASSES, DRAW_OPTIONS, METRICS_DOC, OPTIONS, OPTIONS_DOC, ClassName, CompareOptions, FormatName, MetricName

if TYPE_CHECKING:
    from typing_extensions import Unpack

_READING = ("orientation", "codes", "names", "threshold", "opposite_arcs", "nan", "lag0", "drop_self_loops")


def _split(given: dict[str, Any]) -> tuple[dict[str, Any], dict[str, Any], dict[str, Any]]:
    """Return how graphs are read, their classes, and how they are compared."""
    reading = {k: given.pop(k) for k in _READING if k in given}
    classes = {k: given.pop(k) for k in ("truth_class", "guess_class") if k in given}
    for k, v in classes.items():
        if v is not None:
            check_choice(k, v, CLASSES)
    for k in given:
        if k not in OPTIONS:
            known = ("metrics", "progress", *_READING, "truth_class", "guess_class", *OPTIONS)
            close = difflib.get_close_matches(k, known, 1)
            raise TypeError(f"unexpected keyword {k!r}: " + (f"did you mean {close[0]}?" if close else f"expected one of {', '.join(known)}"))
    options = {}
    for k, v in given.items():
        if v is None or v is False:
            continue
        options["as" if k == "as_class" else k.replace("_", "-")] = _value(k, v)
    return reading, classes, options


def _value(k: str, v: Any) -> Any:
    """Return the value of a keyword as the engine takes it."""
    kind, least = OPTIONS[k]
    expected = ""
    try:
        if kind in ("int", "uint"):
            return _integer(k, v, least)
        if kind == "float":
            return _number(k, v)
        if k == "links":
            expected = "a list of kinds of pairs"
            return [str(x).strip() for x in (v.split(",") if isinstance(v, str) else v)]
        if kind == "strings":
            expected = "a list of names"
            return [str(x) for x in ([v] if isinstance(v, str) else v)]
        if kind == "weights":
            expected = "a mapping from (x, y) to a weight, or rows of x, y and weight"
            return _weights(v)
        if kind == "mapping":
            expected = "a mapping from old names to new ones"
            return {str(old): str(new) for old, new in v.items()}
        if kind == "statements":
            expected = "rows of x, y and then the nodes of the set"
            if isinstance(v, str):
                raise TypeError
            return [[str(x) for x in row] for row in v]
        if kind == "floats":
            expected = "a list of numbers"
            return [_number(k, x) for x in v]
        if k == "symmetric":
            return "mean" if v is True else str(v)
        if kind == "string" and not isinstance(v, str):
            raise OptionError(f"{_errors.option(k, v)}: expected a text", option=k)
    except OptionError:
        raise
    except (TypeError, ValueError, AttributeError, IndexError):
        raise OptionError(f"{_errors.option(k, v)}: expected {expected}", option=k) from None
    return v.item() if isinstance(v, np.generic) else v


def _integer(option: str, v: Any, least: int = 0) -> int:
    try:
        n = -1 if isinstance(v, (bool, np.bool_)) else operator.index(v)
    except TypeError:
        n = -1
    if n < least:
        raise OptionError(f"{_errors.option(option, v)}: expected a whole number from {least} up", option=option)
    return n


def _number(option: str, v: Any) -> float:
    try:
        x = float(v) if not isinstance(v, str) else math.nan
    except (TypeError, ValueError):
        x = math.nan
    if not math.isfinite(x):
        raise OptionError(f"{_errors.option(option, v)}: expected a number", option=option)
    return x


def _weights(w: Any) -> list[list[Any]]:
    rows = []
    for pair, v in w.items() if isinstance(w, Mapping) else (((x, y), v) for x, y, v in w):
        if isinstance(pair, str):
            raise TypeError
        x, y = pair
        rows.append([str(x), str(y), _number(f"weights[{x}, {y}]", v)])
    return rows


def _metrics(metrics: Any) -> list[str]:
    if metrics is None:
        metrics = "default"
    if not isinstance(metrics, (str, Iterable)):
        raise OptionError(f"metrics={metrics!r}: expected the name of a metric, or a list of names", option="metrics")
    names = [m for m in metrics.split(",") if m.strip()] if isinstance(metrics, str) else list(metrics)
    if not names:
        raise OptionError("metrics is empty: name a metric, or leave it out", option="metrics")
    return [str(m).strip() for m in names]


def _graph(obj: Any, role: str, reading: dict[str, Any], graph_class: str | None, spare: dict[str, list[OptionError]]) -> Graph:
    """Return the graph of an object. What it says itself need not be stated: that may be for another one."""
    try:
        return _read_as(obj, reading, graph_class)
    except Error as e:
        if isinstance(e, OptionError) and e._known and e.option is not None:
            spare.setdefault(e.option, []).append(e)
            return _graph(obj, role, {**reading, e.option: None}, graph_class, spare)
        if e.role is None:
            e.role = role
            e.args = (f"{role}: {e.args[0]}",) + e.args[1:]
        raise


def _read_as(obj: Any, reading: dict[str, Any], graph_class: str | None) -> Graph:
    if isinstance(obj, Graph) and not any(v is not None for v in reading.values()):
        return obj if graph_class is None else obj.replace(graph_class=graph_class)
    if isinstance(obj, Graph):
        reading = {"lag0": reading.get("lag0", False)}
    return convert_object(obj, Reading(**reading, graph_class=graph_class).check())


def _needed(spare: dict[str, list[OptionError]], graphs: int) -> None:
    """Refuse a keyword that is for none of the graphs."""
    for faults in spare.values():
        if len(faults) == graphs:
            raise faults[0]


def _pair(truth: Any, guess: Any, reading: dict[str, Any], classes: dict[str, Any], by_position: bool = False) -> tuple[Graph, Graph]:
    spare: dict[str, list[OptionError]] = {}
    t = _graph(truth, "truth", reading, classes.get("truth_class"), spare)
    g = _graph(guess, "guess", reading, classes.get("guess_class"), spare)
    _needed(spare, 2)
    if not by_position and t.nameless != g.nameless and set(t.nodes) != set(g.nodes) and len(t) == len(g):
        role = "truth" if t.nameless else "guess"
        raise OptionError(f"{role}: it has no names, and the other graph has: use {'names=[...] to name its nodes in their order, or ' if _errors.door == 'python' else ''}{option('by_position', True)}", role=role, option="names")
    return t, g


class _Progress:
    """Shows a bar of tqdm where it is installed, and nothing elsewhere."""

    def __init__(self, wanted: Any):
        self.bar = None
        self.tell = wanted if callable(wanted) else None
        if wanted and self.tell is None:
            try:
                from tqdm.auto import tqdm
            except ImportError:
                return
            self.bar = tqdm(total=100, unit="%", bar_format="{l_bar}{bar}| {elapsed}<{remaining}", leave=False)

    def __call__(self, share: float) -> None:
        if self.tell is not None:
            self.tell(share)
        elif self.bar is not None:
            self.bar.update(round(100 * share, 1) - self.bar.n)

    def __enter__(self) -> Any:
        return self if self.bar is not None or self.tell is not None else None

    def __exit__(self, *_: Any) -> None:
        if self.bar is not None:
            self.bar.close()


def _compare(truth: Any, guess: Any, metrics: Any, progress: Any, form: str, options: dict[str, Any]) -> tuple[Comparison, str]:
    reading, classes, sent = _split(dict(options))
    t, g = _pair(truth, guess, reading, classes, "by-position" in sent or "rename" in sent)
    parts: list[Any] = []
    header = {"op": "compare", "truth": encode(t, parts), "guess": encode(g, parts), "metrics": _metrics(metrics), "options": sent, "to": form}
    with _Progress(progress) as tell:
        answer, _ = call(header, parts, tell)
    data = answer["comparison"]
    return Comparison(data, t, g, {k: v for k, v in options.items() if k not in _READING}), answer["text"]


def compare(truth: Any, guess: Any, metrics: MetricName | Sequence[MetricName] | str = "default", *, progress: Any = False, **options: Unpack[CompareOptions]) -> Comparison:
    """Measure how far a learned graph (the guess) is from a known one (the truth).

    Parameters
    ----------
    truth, guess : object
        Anything that :func:`as_graph` takes. Nodes are matched by their names.
    metrics : str or list of str
        Names of metrics and groups, see :func:`metrics`. "default" is what fits the classes of
        the two graphs.
    orientation, codes, names, threshold, opposite_arcs, nan, drop_self_loops, lag0
        What objects do not say of themselves, see :func:`as_graph`; for the one of the two graphs
        that needs it, or for both.
    truth_class, guess_class : str, optional
        "dag", "cpdag", "mpdag", "mag", "admg", "pag" or "cyclic"; of time series "ts-dag",
        "ts-cpdag", "ts-admg" or "ts-pag". Inferred unless given.
    **options
    progress : bool or callable
        Show a bar (if tqdm is installed), or call a function with the share of work done.

    Returns
    -------
    Comparison

    Examples
    --------
    >>> truth = Graph(["a", "b", "c"], [("a", "-->", "b"), ("c", "-->", "b")])
    >>> guess = Graph(["a", "b", "c"], [("a", "-->", "b"), ("b", "-->", "c")])
    >>> sepdist.compare(truth, guess)["parent-sd"]
    <parent-sd 0.3333 (2 of 6)>
    """
    return _compare(truth, guess, metrics, progress, "", dict(options))[0]


if compare.__doc__:  # not with python -OO
    compare.__doc__ = compare.__doc__.replace("    **options\n", OPTIONS_DOC)


def explain(truth: Any, guess: Any, metric: MetricName, x: str | None = None, y: str | None = None, *, limit: int = 20, reverse: bool = False, progress: Any = False,
            **options: Unpack[CompareOptions]) -> Explanation:
    """Say which claims of the guess are wrong by a metric, most informative first.

    Parameters
    ----------
    truth, guess : object
        Anything that :func:`as_graph` takes.
    metric : str
        A metric that counts claims about pairs, or an s/c-metric.
    x, y : str, optional
        Speak of this pair only.
    limit : int
        How many claims to show. The edges to blame do not depend on it.
    reverse : bool
        Show the claims of the truth that are wrong in the guess.
    **options
        As in :func:`compare`.

    Returns
    -------
    Explanation
    """
    options.pop("baseline", None)
    reading, classes, sent = _split(dict(options))
    t, g = _pair(truth, guess, reading, classes, "by-position" in sent or "rename" in sent)
    parts: list[Any] = []
    header = {"op": "explain", "truth": encode(t, parts), "guess": encode(g, parts), "metrics": [str(metric)], "options": sent,
              "x": "" if x is None else str(x), "y": "" if y is None else str(y), "limit": _integer("limit", limit), "reverse": bool(reverse)}
    with _Progress(progress) as tell:
        answer, _ = call(header, parts, tell)
    return Explanation(answer["explanation"], answer["text"])


def repairs(truth: Any, guess: Any, metrics: Any = ("zl-sd", "shd"), *, plan: bool = True, progress: Any = False, **options: Unpack[CompareOptions]) -> Repairs:
    """Say how each metric would change if single edges of the guess were drawn as in the truth.

    Parameters
    ----------
    truth, guess : object
        Anything that :func:`as_graph` takes. For a CPDAG or PAG as guess the goal is that of the truth.
    metrics : str or list of str
        The first one decides the order of the repairs.
    plan : bool
        Also search, greedily, for a list of repairs that leads to the best value.
    **options
        As in :func:`compare`.

    Returns
    -------
    Repairs
    """
    options.pop("baseline", None)
    reading, classes, sent = _split(dict(options))
    t, g = _pair(truth, guess, reading, classes, "by-position" in sent or "rename" in sent)
    parts: list[Any] = []
    names = [metrics] if isinstance(metrics, str) else [str(m) for m in metrics]
    header = {"op": "repairs", "truth": encode(t, parts), "guess": encode(g, parts), "metrics": names, "options": sent, "plan": bool(plan)}
    with _Progress(progress) as tell:
        answer, _ = call(header, parts, tell)
    return Repairs(answer["repairs"], answer["text"])


def check(graph: Any, graph_class: ClassName | None = None, **reading: Any) -> Check:
    """Say of which class a graph is, or why it is not of the class given, with the nodes that show it.

    Parameters
    ----------
    graph : object
        Anything that :func:`as_graph` takes, with its keywords.
    graph_class : str, optional
        The class to check; inferred unless given.

    Returns
    -------
    Check
        True where the graph is valid.
    """
    g = as_graph(graph, graph_class=graph_class, **reading)
    parts: list[Any] = []
    answer, _ = call({"op": "check", "graph": encode(g, parts)}, parts)
    data = answer["check"]
    return Check(data, answer["text"])


def convert(graph: Any, to: FormatName | None = None, *, as_class: ClassName | None = None, path: Any = None, lossy: bool = False,
            to_orientation: str | None = None, to_codes: str | None = None, window: int | None = None, latent: Sequence[str] = (), **reading: Any) -> Any:
    """Write a graph in another format, or draw it as a graph of another class.

    Parameters
    ----------
    graph : object
        Anything that :func:`as_graph` takes, with its keywords.
    to : str, optional
        Name of a format; ``sepdist formats`` lists them. Left out, it follows from the path.
    as_class : str, optional
        "cpdag" and "pag" give the equivalence class, "dag" and "mag" a member of it, "admg"
        the acyclification of a cyclic graph.
    path : path, optional
        File to write.
    lossy : bool
        Write what the format can hold.
    to_orientation, to_codes : str, optional
        Direction and code of a matrix that is written.
    window : int, optional
        Project a time series onto this many slices, up to t: an ADMG over their moments with the
        separations of the infinite graph. Earlier moments and the variables ``latent`` are hidden.
    latent : list of str
        With ``window``: variables that are not observed.

    Returns
    -------
    Graph, str or bytes
        Without ``to`` and ``path`` the graph; else what was written, bytes where it is not text.
    """
    g = as_graph(graph, **reading)
    parts: list[Any] = []
    header: dict[str, Any] = {"op": "convert", "graph": encode(g, parts), "as": as_class or "", "to": to or "", "file": "" if path is None else os.fspath(path)}
    out = {"orientation": to_orientation, "codes": to_codes, "lossy": "true" if lossy else None}
    header["output"] = {k: v for k, v in out.items() if v is not None}
    if window is not None:
        header["window"] = _integer("window", window, 1)
    if latent:
        header["latent"] = [latent] if isinstance(latent, str) else [str(v) for v in latent]
    answer, arrays = call(header, parts)
    if to is None and path is None:
        return decode(answer["graph"], arrays, g.name)
    data = bytes(arrays[answer["data"]])
    if path is not None:
        with open(path, "wb") as f:
            f.write(data)
    return data if answer["binary"] else data.decode("utf-8")


_PICTURES = {".svg": "svg", ".dot": "dot", ".gv": "dot", ".mmd": "mermaid", ".tex": "tikz", ".tikz": "tikz"}


def _picture_format(path: Any, to: str | None) -> str:
    """Return the format of a picture, by its name unless it is given."""
    formats = tuple(dict.fromkeys(_PICTURES.values()))
    if to is None and path is None:
        return "svg"
    name = f"to={to!r}" if to is not None else os.fspath(path)
    asked = to if to is not None else os.path.splitext(os.fspath(path))[1].lower()
    if asked in _PICTURES or asked in formats:
        return _PICTURES.get(asked, asked)
    if asked.lstrip(".") in ("png", "pdf"):
        raise OptionError(f"{name}: this package writes pictures as {', '.join(formats)}: use a name that ends with .svg; the program `sepdist draw` writes png and pdf, "
                          "and so does cairosvg from the data of the Drawing", option="to", values=formats)
    expected = f"one of {', '.join(formats)}" if to is not None else f"a name that ends with {', '.join(_PICTURES)}; use to=... for another name"
    raise OptionError(f"{name}: expected {expected}", option="to", values=formats)


def draw(truth: Any, guess: Any = None, *, path: Any = None, to: str | None = None, title: str = "", view: str = "auto", legend: bool = True,
         **options: Any) -> Drawing:
    """Draw a graph, or the differences between truth and guess.

    Parameters
    ----------
    truth : object
        Anything that :func:`as_graph` takes, with its keywords.
    guess : object, optional
        A second graph over the same nodes.
    path : path, optional
        File to write; its ending says the format.
    to : {"svg", "dot", "mermaid", "tikz"}, optional
        Format, "svg" unless the path says another.
    title : str
        Text above the picture.
    view : {"auto", "nodes", "matrix", "time", "process"}
        Nodes and edges, or a matrix, by default for large graphs; of a time series variables over
        time, or a node for each variable.
    legend : bool
        Whether there is a legend.
    **options
        With two graphs ``truth_class``, ``guess_class``, ``project``, ``rename``, ``by_position``,
        ``latent``, ``selected`` and ``as_class`` as in :func:`compare`.

    Returns
    -------
    Drawing
        Shown by notebooks; ``text`` is the source.
    """
    to = _picture_format(path, to)
    parts: list[Any] = []
    header: dict[str, Any] = {"op": "draw", "to": to, "title": title, "view": view, "legend": bool(legend)}
    if guess is None:
        header["graph"] = encode(as_graph(truth, **options), parts)
    else:
        for k in options:
            if k in OPTIONS and k not in DRAW_OPTIONS:
                raise TypeError(f"unexpected keyword {k!r}: it does not change the picture")
        reading, classes, sent = _split(dict(options))
        t, g = _pair(truth, guess, reading, classes, "by-position" in sent or "rename" in sent)
        header["truth"], header["guess"], header["options"] = encode(t, parts), encode(g, parts), sent
    answer, arrays = call(header, parts)
    d = Drawing(bytes(arrays[answer["data"]]), to)
    if path is not None:
        with open(path, "wb") as f:
            f.write(d.data)
    return d


def report(truth: Any, guess: Any, path: Any, metrics: Any = "all", *, title: str = "", explain: Sequence[str] | None = None, limit: int = 12,
           progress: Any = False, **options: Unpack[CompareOptions]) -> str:
    """Write a report on a guess as one HTML file that loads nothing from the network.

    Parameters
    ----------
    truth, guess : object
        Anything that :func:`as_graph` takes.
    path : path
        File to write.
    metrics : str or list of str
        As in :func:`compare`.
    title : str
        Text above the report.
    explain : list of str, optional
        Metrics whose wrong claims are shown.
    limit : int
        How many claims to show for each.
    **options
        As in :func:`compare`.

    Returns
    -------
    str
        The path.
    """
    folder = os.path.dirname(os.fspath(path))
    if folder and not os.path.isdir(folder):  # before the work, not after it
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), folder)
    reading, classes, sent = _split(dict(options))
    t, g = _pair(truth, guess, reading, classes, "by-position" in sent or "rename" in sent)
    parts: list[Any] = []
    header = {"op": "report", "truth": encode(t, parts), "guess": encode(g, parts), "metrics": _metrics(metrics), "options": sent, "title": title,
              "explain": ([explain] if isinstance(explain, str) else list(explain)) if explain is not None else None, "limit": _integer("limit", limit)}
    with _Progress(progress) as tell:
        answer, arrays = call(header, parts, tell)
    with open(path, "wb") as f:
        f.write(arrays[answer["data"]])
    return os.fspath(path)


def read(path: Any, **reading: Any) -> Graph:
    """Read the graph in a file of any format: see :func:`as_graph` for the keywords."""
    from .engine import read_file

    known = {f.name for f in dataclasses.fields(Reading)}
    for k in reading:
        if k not in known:
            raise TypeError(f"unexpected keyword {k!r}: expected one of {', '.join(sorted(known))}")
    o = Reading(**reading).check()
    g = read_file(path, o)
    return g.replace(nodes=o.names) if o.names is not None and g.nameless else g


def _nodes(g: Graph, v: Any) -> list[str]:
    """Return one node, or several, as names."""
    if isinstance(v, str) or not isinstance(v, Iterable):
        return [str(v)]
    try:
        if str(v) in g.nodes:  # such as the tuple that networkx has for a node
            return [str(v)]
    except Exception:  # some objects have no text
        pass
    return [str(u) for u in v]


def separated(graph: Any, x: Any, y: Any, given: Any = (), **reading: Any) -> bool:
    """Say whether nodes are separated in a graph given others (m-separation; sigma-separation in cyclic graphs).

    Parameters
    ----------
    graph : object
        Anything that :func:`as_graph` takes, with its keywords.
    x, y : str or list of str
        Nodes; of a time series moments, such as "x(t-1)".
    given : str or list of str
        Nodes that are conditioned on.

    Returns
    -------
    bool
    """
    return bool(_separated(graph, x, y, given, reading)["separated"])


def _separated(graph: Any, x: Any, y: Any, given: Any, reading: dict[str, Any]) -> dict[str, Any]:
    g = as_graph(graph, **reading)
    parts: list[Any] = []
    answer, _ = call({"op": "separated", "graph": encode(g, parts), "x": _nodes(g, x), "y": _nodes(g, y), "given": _nodes(g, given)}, parts)
    return answer


def separators(graph: Any, x: Any = None, y: Any = None, metrics: Any = (), **reading: Any) -> Separators:
    """List the sets that separate two nodes, as the separation distances read them off a guess.

    Parameters
    ----------
    graph : object
        Anything that :func:`as_graph` takes, with its keywords.
    x, y : str, optional
        Two nodes; left out, all ordered pairs of nodes without an edge.
    metrics : str or list of str
        Separation distances; left out, all that are defined for the class of the graph.

    Returns
    -------
    Separators
    """
    g = as_graph(graph, **reading)
    parts: list[Any] = []
    header = {"op": "separators", "graph": encode(g, parts), "metrics": _metrics(metrics) if metrics else [],
              "x": [] if x is None else [str(x)], "y": [] if y is None else [str(y)]}
    answer, _ = call(header, parts)
    return Separators(answer["separators"], answer["text"])


def members(graph: Any, limit: int = 100, **reading: Any) -> list[Graph]:
    """List the graphs of an equivalence class.

    For a DAG or CPDAG these are the DAGs of its class, for an MPDAG the DAGs that it represents, for
    a MAG or PAG the MAGs of its class without undirected edges.

    Parameters
    ----------
    graph : object
        Anything that :func:`as_graph` takes, with its keywords.
    limit : int
        How many to list at most; ``check(graph).equivalence_class_size`` is how many there are.

    Returns
    -------
    list of Graph
    """
    return _members(graph, limit, reading)[0]


def _members(graph: Any, limit: int, reading: dict[str, Any]) -> tuple[list[Graph], bool]:
    g = as_graph(graph, **reading)
    parts: list[Any] = []
    answer, arrays = call({"op": "members", "graph": encode(g, parts), "limit": _integer("limit", limit)}, parts)
    ends, marks = (np.frombuffer(arrays[answer[k]], dtype=t).reshape(-1, 2) for k, t in (("ends", "<i4"), ("marks", np.uint8)))
    found, at = [], 0
    for m in answer["edges"]:
        found.append(Graph.from_arrays(answer["nodes"], ends[at:at + m], marks[at:at + m], name=g.name))
        at += m
    return found, answer["more"]


def simulate(graph_class: ClassName = "dag", nodes: int | None = None, edges: int | None = None, *, probability: float | None = None, seed: int = 1,
             graph: Any = None, remove: int = 0, reverse: int = 0, add: int = 0, any: int = 0, prefix: str = "X", bidirected: float = 0,
             bows: float = 0, two_cycles: float = 0, known: float = 0, latent: int = 0, selected: int = 0, max_lag: int = 0, auto: float = 0) -> Graph:
    """Draw a random graph of a class, or change a graph at random.

    Parameters
    ----------
    graph_class : str
        "dag", "cpdag", "mpdag", "mag", "admg", "pag" or "cyclic"; "ts-dag", "ts-cpdag" or "ts-admg"
        for a time series.
    nodes, edges : int
        How many; in place of edges, ``probability`` is that of each pair of nodes to have one.
    seed : int
        The same seed gives the same graph on every machine.
    graph : object, optional
        A graph to change: ``remove``, ``reverse``, ``add`` or change in ``any`` way so many edges.
    prefix : str
        What the names of the nodes begin with.
    bidirected, bows, two_cycles, known : float
        Probabilities, for classes that have such edges.
    latent, selected : int
        Further nodes that are projected out.
    max_lag : int
        Time series: the largest lag of a link.
    auto : float
        Time series: share of the links that join a variable with itself.

    Returns
    -------
    Graph
    """
    parts: list[Any] = []
    header: dict[str, Any] = {"op": "simulate", "seed": _integer("seed", seed), "bidirected": _number("bidirected", bidirected)}
    if graph is not None:
        header["graph"] = encode(as_graph(graph), parts)
        header["changes"] = {k: _integer(k, v) for k, v in (("remove", remove), ("reverse", reverse), ("add", add), ("any", any))}
    else:
        if nodes is None or edges is None and probability is None:
            raise OptionError(f"how large is the graph? Use {option('nodes', '...')} and {option('edges', '...')} or {option('probability', '...')}", option="nodes" if nodes is None else "edges")
        check_choice("graph_class", graph_class, CLASSES)
        header["class"] = graph_class
        integers = {"nodes": nodes, "edges": edges or 0, "latent": latent, "selected": selected, "max_lag": max_lag}
        numbers = {"probability": probability or 0, "bows": bows, "two_cycles": two_cycles, "known": known, "auto": auto}
        given = {**{k: _integer(k, v) for k, v in integers.items()}, **{k: _number(k, v) for k, v in numbers.items()}, "prefix": str(prefix)}
        header["random"] = {k.replace("_", "-"): v for k, v in given.items()}
    answer, arrays = call(header, parts)
    return decode(answer["graph"], arrays)


def metrics() -> Metrics:
    """Return the table of metrics: a list of dicts, which a notebook can put into a frame.

    Each has ``name``, ``doc``, ``group``, ``truth`` and ``guess`` (the classes it is defined for),
    ``symmetric`` and ``score`` (the larger, the better).
    """
    answer, _ = call({"op": "metrics"})
    return Metrics(answer["metrics"])


if metrics.__doc__:  # not where Python runs with -OO
    metrics.__doc__ += "\n    The metrics are\n" + METRICS_DOC


def compare_many(truths: Any, guesses: Any, metrics: MetricName | Sequence[MetricName] | str = "default", *, progress: Any = False, errors: str = "keep", **options: Unpack[CompareOptions]) -> Comparisons:
    """Compare many pairs of graphs, on all processors.

    Parameters
    ----------
    truths, guesses : sequence or array
        Graphs pair by pair, anything that :func:`as_graph` takes; or one truth for all
        guesses. Integer arrays of shape (pairs, nodes, nodes) are read without a detour.
    metrics : str or list of str
        As in :func:`compare`.
    errors : {"keep", "raise"}
        What to do about pairs that cannot be compared: keep them in ``errors``, with NaN for
        values, or raise the first.
    progress : bool or callable
        As in :func:`compare`.
    **options
        As in :func:`compare`; ``orientation`` and ``codes`` ("plain" or "gadjid") say what arrays mean.

    Returns
    -------
    Comparisons
        A mapping from metric to the array of values.
    """
    if errors not in ("keep", "raise"):
        raise OptionError(f"errors is 'keep' or 'raise', not {errors!r}", option="errors")
    reading, classes, sent = _split(dict(options))
    header: dict[str, Any] = {"op": "compare-many", "metrics": _metrics(metrics), "options": sent}
    parts: list[Any] = []
    stacks = _stack(truths), _stack(guesses)
    plain = not any(reading.get(k) for k in ("names", "threshold", "nan", "lag0", "drop_self_loops"))
    if stacks[0] is not None and stacks[1] is not None and plain:
        pairs = _matrices(header, parts, *stacks, reading, classes)
    else:
        pairs = _graphs(header, parts, truths, guesses, reading, classes)
    with _Progress(progress) as tell:
        answer, arrays = call(header, parts, tell)
    found = answer["metrics"]
    values, wrong, of = (np.frombuffer(arrays[k], dtype="<f8").reshape(pairs, len(found)) for k in range(3))
    failed = answer.get("errors") or []
    if errors == "raise" and failed:
        raise error_of({**failed[0]["error"], "message": f"pair {failed[0]['pair']}: {failed[0]['error']['message']}"})
    return Comparisons(found, values, wrong, of, lambda: {f["pair"]: error_of(f["error"]) for f in failed}, answer["failed"])


def _is_one(obj: Any) -> bool:
    """Say whether an object is a graph, and not a sequence of graphs."""
    if isinstance(obj, np.ndarray):
        return obj.ndim == (3 if obj.dtype.kind in "US" else 2)
    return isinstance(obj, (Graph, str, os.PathLike, Mapping)) or not isinstance(obj, Iterable) or hasattr(obj, "nodes") or hasattr(obj, "columns") or hasattr(obj, "tocoo")


def _stack(graphs: Any) -> np.ndarray | None:
    """Return a stack of integer matrices of one size, if that is what the graphs are."""
    if isinstance(graphs, np.ndarray):
        a = graphs
    elif isinstance(graphs, (list, tuple)) and graphs and all(type(g) is np.ndarray and g.ndim == 2 and g.shape == graphs[0].shape and g.dtype == graphs[0].dtype for g in graphs):
        a = np.stack(graphs)
    else:
        return None
    if a.ndim not in (2, 3) or a.dtype.kind not in "biu" or a.shape[-1] != a.shape[-2]:
        return None
    small = int8_of(a)
    return None if small is None else np.ascontiguousarray(small[None] if a.ndim == 2 else small)


def _matrices(header: dict[str, Any], parts: list[Any], truths: np.ndarray, guesses: np.ndarray, reading: dict[str, Any], classes: dict[str, Any]) -> int:
    if truths.shape[1] != guesses.shape[1]:
        raise ConversionError(f"truths have {truths.shape[1]} nodes and guesses {guesses.shape[1]}")
    if truths.shape[1] == 0:
        raise ConversionError("the matrices have no nodes")
    if len(truths) not in (1, len(guesses)):
        raise ConversionError(f"{len(truths)} truths and {len(guesses)} guesses: expected as many of both, or one truth")
    codes = reading.get("codes")
    if codes is None:
        codes = "plain" if max(truths.max(initial=0), guesses.max(initial=0)) <= 1 and min(truths.min(initial=0), guesses.min(initial=0)) >= 0 else None
    if codes is None:
        raise OptionError("which code are the entries in? Use codes=\"gadjid\" or another", option="codes")
    code = {"codes": codes, "orientation": reading.get("orientation"), "opposite-arcs": reading.get("opposite_arcs")}
    header["matrices"] = {"nodes": int(truths.shape[1]), "truth": 0, "guess": 1, "code": {k: v for k, v in code.items() if v is not None},
                          "truth-class": classes.get("truth_class") or "", "guess-class": classes.get("guess_class") or ""}
    parts += [truths, guesses]
    return len(guesses)


def _graphs(header: dict[str, Any], parts: list[Any], truths: Any, guesses: Any, reading: dict[str, Any], classes: dict[str, Any]) -> int:
    """Put graphs of any kind into a request: each once, with names that many share."""
    table: list[Graph] = []
    place: dict[tuple[int, Any], int] = {}
    spare: dict[str, list[OptionError]] = {}
    alive = []  # so that no two objects have one id

    def add(obj: Any, role: str, pair: int | None = None) -> int:
        alive.append(obj)
        kind = classes.get(f"{role}_class")
        if (id(obj), kind) not in place:
            place[id(obj), kind] = len(table)
            try:
                table.append(_graph(obj, role, reading, kind, spare))
            except Error as e:
                if pair is not None:
                    e.args = (f"pair {pair}: {e.args[0]}", *e.args[1:])
                raise
        return place[id(obj), kind]

    if _is_one(guesses):
        raise ConversionError("guesses is one graph: pass a list of them, or use sepdist.compare")
    right = [add(g, "guess", i) for i, g in enumerate(guesses)]
    if _is_one(truths):
        left = [add(truths, "truth")] * len(right)
    else:
        left = [add(t, "truth", i) for i, t in enumerate(truths)]
    if len(left) != len(right):
        raise ConversionError(f"{len(left)} truths and {len(right)} guesses: expected as many of both, or one truth")
    _needed(spare, len(table))
    # Time series come last, each as a whole.
    series = [i for i, g in enumerate(table) if g.is_series]
    if series:
        order = [i for i, g in enumerate(table) if not g.is_series] + series
        number = {i: k for k, i in enumerate(order)}
        left, right = [number[i] for i in left], [number[i] for i in right]
        more = [table[i] for i in series]
        table = [g for g in table if not g.is_series]
    names: dict[tuple[str, ...], int] = {}
    kinds: dict[str, int] = {}
    rows = []
    for g in table:
        rows.append((names.setdefault(g.nodes, len(names)), len(g._ends), kinds.setdefault(g.graph_class or "", len(kinds)), len(g.triples)))
    header["graphs"] = {"names": [list(n) for n in names], "classes": list(kinds), "heads": 0, "ends": 1, "marks": 2, "triples": 3, "pairs": 4}
    if series:
        header["graphs"]["more"] = [encode(g, parts) for g in more]
    parts += [np.array(rows, dtype="<i4").reshape(-1, 4),
              np.concatenate([g._ends for g in table]).astype("<i4") if table else np.zeros((0, 2), "<i4"),
              np.concatenate([g._marks for g in table]) if table else np.zeros((0, 2), np.uint8),
              np.array([t for g in table for t in g.triples], dtype="<i4").reshape(-1, 4),
              np.array(list(zip(left, right)), dtype="<i4").reshape(-1, 2)]
    return len(right)
