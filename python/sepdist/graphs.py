"""Functions about one graph, and pictures and reports of two."""

from __future__ import annotations

import errno
import os
import pathlib
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Iterable, Literal, Mapping, Sequence

import numpy as np

from . import _html
from ._ask import Listing, Text, ask, ask_pair, pandas, write_file
from ._convert import as_graph
from ._native import call
from ._reading import integer, keywords, metric_names, unknown, value_of
from ._tables import CLASSES, DRAW, METRICS, OPTIONS, SETTINGS, SIMULATE, ClassName, CompareOptions, DrawOptions, FormatName, ReadOptions, SimulateOptions, SourceOptions
from .errors import OptionError, option
from .graph import Graph, check_choice

if TYPE_CHECKING:
    from typing_extensions import Unpack


View = Literal["auto", "nodes", "matrix", "time", "process"]


@dataclass(frozen=True, repr=False)
class Separators(Listing):
    """The sets that separation distances read off a graph. A loop goes through the pairs.

    Attributes
    ----------
    nodes : list of dict
        For each ``node`` its ``markov_blanket`` and its ``possible_parents``.
    pairs : list of dict
        Each with ``x``, ``y``, ``claim`` ("separated", "adjacent" or "inseparable") and ``separators``, from the name of a metric to a set.
    """

    nodes: list[dict[str, Any]]
    pairs: list[dict[str, Any]]
    _list = "pairs"

    def to_frame(self) -> Any:
        """Return a pandas frame with one row for each pair, and a column for each metric."""
        return pandas().DataFrame([{"x": p["x"], "y": p["y"], "claim": p["claim"], **(p.get("separators") or {})} for p in self.pairs])

    def __repr__(self) -> str:
        return f"<Separators of {len(self)} pairs>"


@dataclass(frozen=True, repr=False)
class Check(Text):
    """The class of a graph, or ``why`` it is not of its class, with nodes that show it as ``witness``. It is true if the graph is valid."""

    valid: bool
    graph_class: str
    nodes: int
    edges: int
    equivalence_class_size: int | None = None
    why: str = ""
    witness: Sequence[str] = ()

    def __bool__(self) -> bool:
        return self.valid

    def __repr__(self) -> str:
        return f"<{'valid' if self.valid else 'invalid'} {self.graph_class}: {self.nodes} nodes, {self.edges} edges{': ' + self.why if self.why else ''}>"


@dataclass(frozen=True, repr=False)
class Drawing:
    """A picture of a graph, or of the differences of two. A notebook shows it."""

    data: bytes
    format: str

    @property
    def text(self) -> str:
        """The SVG, DOT, Mermaid or TikZ source."""
        return self.data.decode("utf-8")

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<Drawing: {self.format}, {len(self.data)} bytes>"

    def _repr_html_(self) -> str | None:
        return _html.picture(self.text) if self.format == "svg" else None


class Metrics(list[dict[str, Any]]):
    """The table of metrics: a list of dicts that is shown as names and what they measure."""

    def __repr__(self) -> str:
        return "\n".join(f"{d['name']:<26}{_cut(d['doc'], 120)}" for d in self)

    def _repr_html_(self) -> str:
        return _html.table(["metric", "group", "what it is"], [(d["name"], d["group"], d["doc"]) for d in self])


def _cut(text: str, most: int) -> str:
    return text if len(text) <= most else text[:most - 1].rstrip() + "…"


@keywords(SourceOptions)
def check(graph: Any, graph_class: ClassName | None = None, **options: Unpack[SourceOptions]) -> Check:
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
    answer, _ = ask("check", graph, {**options, "graph_class": graph_class})
    data = answer["check"]
    size = data["equivalence_class_size"]
    return Check.of_answer(data, answer["text"], graph_class=data["class"], equivalence_class_size=None if size is None else int(size))


@keywords(SourceOptions)
def convert(graph: Any, to: FormatName | None = None, *, as_class: ClassName | None = None, path: Any = None, lossy: bool = False,
            to_orientation: str | None = None, to_codes: str | None = None, window: int | None = None, latent: Sequence[str] = (), **options: Unpack[SourceOptions]) -> Any:
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
        Nodes that are not observed: the result is the MAG of the others, or of class ``as_class``; for a
        time series with ``window``.

    Returns
    -------
    Graph, str or bytes
        Without ``to`` and ``path`` the graph; else what was written, bytes where it is not text.
    """
    header: dict[str, Any] = {"as": as_class or "", "to": to or "", "file": "" if path is None else os.fspath(path)}
    out = {"orientation": to_orientation, "codes": to_codes, "lossy": "true" if lossy else None}
    header["output"] = {k: v for k, v in out.items() if v is not None}
    if window is not None:
        header["window"] = integer("window", window, 1)
    if latent:
        header["latent"] = [latent] if isinstance(latent, str) else [str(v) for v in latent]
    g = as_graph(graph, **options)
    answer, arrays = ask("convert", g, {}, **header)
    if to is None and path is None:
        return Graph._decode(answer["graph"], arrays, g.name)
    data = bytes(arrays[answer["data"]])
    if path is not None:
        write_file(path, data)
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


@keywords(DrawOptions, {**SETTINGS, **OPTIONS})
def draw(truth: Any, guess: Any = None, *, path: Any = None, to: str | None = None, title: str = "", view: View = "auto", legend: bool = True,
         **options: Unpack[DrawOptions]) -> Drawing:
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

    Returns
    -------
    Drawing
        Shown by notebooks; ``text`` is the source.
    """
    to = _picture_format(path, to)
    header: dict[str, Any] = {"to": to, "title": title, "view": view, "legend": bool(legend)}
    if guess is None:
        answer, arrays = ask("draw", truth, options, **header)
    else:
        for k in options:
            if k in OPTIONS and k not in DRAW:
                raise TypeError(f"unexpected keyword {k!r}: it does not change the picture")
        answer, arrays = ask_pair("draw", truth, guess, options, **header)
    d = Drawing(bytes(arrays[answer["data"]]), to)
    if path is not None:
        write_file(path, d.data)
    return d


@keywords(CompareOptions)
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
    shown = [explain] if isinstance(explain, str) else None if explain is None else list(explain)
    answer, arrays = ask_pair("report", truth, guess, options, progress, metrics=metric_names(metrics), title=title, explain=shown, limit=integer("limit", limit))
    write_file(path, arrays[answer["data"]])
    return os.fspath(path)


@keywords(ReadOptions)
def read(path: Any, **options: Unpack[ReadOptions]) -> Graph:
    """Read the graph in a file of any format: see :func:`as_graph` for the keywords."""
    return as_graph(pathlib.Path(path), **options)


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


@keywords(SourceOptions)
def separated(graph: Any, x: Any, y: Any, given: Any = (), **options: Unpack[SourceOptions]) -> bool:
    """Say whether nodes are separated in a graph given others (m-separation; sigma-separation in cyclic graphs).

    Parameters
    ----------
    graph : object
        Anything that :func:`as_graph` takes, with its keywords.
    x, y : str or list of str
        Nodes; of a time series moments, such as "x(t-1)".
    given : str or list of str
        Nodes that are conditioned on.
    """
    g = as_graph(graph, **options)
    answer, _ = ask("separated", g, {}, x=_nodes(g, x), y=_nodes(g, y), given=_nodes(g, given))
    return bool(answer["separated"])


@keywords(SourceOptions)
def separators(graph: Any, x: Any = None, y: Any = None, metrics: Any = (), **options: Unpack[SourceOptions]) -> Separators:
    """List the sets that separate two nodes, as the separation distances read them off a guess.

    Parameters
    ----------
    graph : object
        Anything that :func:`as_graph` takes, with its keywords.
    x, y : str, optional
        Two nodes; left out, all ordered pairs of nodes without an edge.
    metrics : str or list of str
        Separation distances; left out, all that are defined for the class of the graph.
    """
    answer, _ = ask("separators", graph, options, metrics=metric_names(metrics) if metrics else [], x=[] if x is None else [str(x)], y=[] if y is None else [str(y)])
    return Separators.of_answer(answer["separators"], answer["text"])


@keywords(SourceOptions)
def members(graph: Any, limit: int = 100, **options: Unpack[SourceOptions]) -> list[Graph]:
    """List the graphs of an equivalence class.

    For a DAG or CPDAG these are the DAGs of its class, for an MPDAG the DAGs that it represents, for
    a MAG or PAG the MAGs of its class without undirected edges.

    Parameters
    ----------
    graph : object
        Anything that :func:`as_graph` takes, with its keywords.
    limit : int
        How many to list at most; ``check(graph).equivalence_class_size`` is how many there are.
    """
    g = as_graph(graph, **options)
    answer, arrays = ask("members", g, {}, limit=integer("limit", limit))
    ends, marks = (np.frombuffer(arrays[answer[k]], dtype=t).reshape(-1, 2) for k, t in (("ends", "<i4"), ("marks", np.uint8)))
    found: list[Graph] = []
    at = 0
    for m in answer["edges"]:
        found.append(Graph.from_arrays(answer["nodes"], ends[at:at + m], marks[at:at + m], name=g.name))
        at += m
    return found


@keywords(SimulateOptions, SIMULATE)
def simulate(graph_class: ClassName = "dag", nodes: int | None = None, edges: int | None = None, *, graph: Any = None, **options: Unpack[SimulateOptions]) -> Graph:
    """Draw a random graph of a class, or change a graph at random.

    Parameters
    ----------
    graph_class : str
        "dag", "cpdag", "mpdag", "mag", "admg", "pag" or "cyclic"; "ts-dag", "ts-cpdag" or "ts-admg"
        for a time series. The same seed gives the same graph on every machine.
    graph : object, optional
        A graph to change: ``remove``, ``reverse``, ``add`` or change in ``any`` way this many edges.
    **options
    """
    given: dict[str, Any] = {"nodes": nodes, "edges": edges, **options}
    request = simulation(given, graph is not None)
    if graph is None:
        if nodes is None or edges is None and options.get("probability") is None:
            raise OptionError(f"how large is the graph? Use {option('nodes', '...')} and {option('edges', '...')} or {option('probability', '...')}", option="nodes" if nodes is None else "edges")
        check_choice("graph_class", graph_class, CLASSES)
        answer, arrays = call({"op": "simulate", "class": graph_class, **request})
    else:
        answer, arrays = ask("simulate", graph, {}, **request)
    return Graph._decode(answer["graph"], arrays)


def simulation(given: Mapping[str, Any], change: bool | None = None) -> dict[str, Any]:
    """Return the fields of a request for random graphs, for random changes, or for both."""
    unknown(given, tuple(SIMULATE))
    values = {k: value_of(k, v, SIMULATE) for k, v in given.items() if v is not None}
    request = {"seed": values.pop("seed", 1), "bidirected": values.pop("bidirected", 0)}
    changes = {k: values.pop(k) for k in ("remove", "reverse", "add", "any") if k in values}
    if change is not True:
        request["random"] = {"prefix": "X", **{k.replace("_", "-"): v for k, v in values.items()}}
    if change is True or change is None and changes:
        request["changes"] = changes
    return request


def metrics() -> Metrics:
    """Return the table of metrics: a list of dicts, which a notebook can put into a frame.

    Each has ``name``, ``doc``, ``group``, ``truth`` and ``guess`` (the classes it is defined for),
    ``symmetric`` and ``score`` (the larger, the better).
    """
    answer, _ = call({"op": "metrics"})
    return Metrics(answer["metrics"])


if metrics.__doc__:  # not with python -OO
    metrics.__doc__ += f"\n    The metrics are {', '.join(METRICS)}."
