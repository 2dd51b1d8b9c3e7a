"""Functions about one graph, and pictures and reports of two."""

from __future__ import annotations

import errno
import os
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Iterable, Iterator, Sequence, cast

import numpy as np

from . import _html
from ._native import call
from ._reading import integer, metric_names, number, reading_of, split
from ._tables import CLASSES, DRAW_OPTIONS, METRICS_DOC, OPTIONS, ClassName, CompareOptions, FormatName, ReadOptions, SourceOptions
from ._convert import as_graph, read_file, read_pair
from .errors import OptionError, option
from .graph import Graph, check_choice

if TYPE_CHECKING:
    from typing_extensions import Unpack


def pandas() -> Any:
    try:
        import pandas
    except ImportError:
        raise ImportError("to_frame needs pandas, which is not installed: use to_dict") from None
    return pandas


@dataclass(frozen=True, repr=False)
class Text:
    """Data of the engine, and the same as text, which ``print`` shows."""

    data: dict[str, Any]
    text: str

    def __str__(self) -> str:
        return self.text

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain data, as the command line prints it with --json."""
        import copy

        return copy.deepcopy(self.data)

    def _repr_html_(self) -> str:
        return _html.text(self.text)


class Separators(Text):
    """The sets that separation distances read off a graph. A loop goes through the pairs."""

    @property
    def nodes(self) -> list[dict[str, Any]]:
        """For each ``node`` its ``markov_blanket`` and, in a DAG or CPDAG, its ``possible_parents``."""
        return self.data["nodes"]

    @property
    def pairs(self) -> list[dict[str, Any]]:
        """Each with ``x``, ``y``, ``claim`` ("separated", "adjacent" or "inseparable") and ``separators``, from the name of a metric to a set."""
        return self.data["pairs"]

    def __len__(self) -> int:
        return len(self.pairs)

    def __iter__(self) -> Iterator[dict[str, Any]]:
        return iter(self.pairs)

    def to_frame(self) -> Any:
        """Return a pandas frame with one row for each pair, and a column for each metric."""
        return pandas().DataFrame([{"x": p["x"], "y": p["y"], "claim": p["claim"], **(p.get("separators") or {})} for p in self.pairs])

    def __repr__(self) -> str:
        return f"<Separators of {len(self)} pairs>"


class Check(Text):
    """The class of a graph, or why it is not of its class. It is true if the graph is valid."""

    @property
    def valid(self) -> bool:
        return self.data["valid"]

    @property
    def graph_class(self) -> str:
        return self.data["class"]

    @property
    def why(self) -> str:
        """What is wrong, or an empty text."""
        return self.data["why"] or ""

    @property
    def witness(self) -> list[str]:
        """The nodes that show what is wrong."""
        return list(self.data.get("witness") or ())

    @property
    def nodes(self) -> int:
        return self.data["nodes"]

    @property
    def edges(self) -> int:
        return self.data["edges"]

    @property
    def equivalence_class_size(self) -> int | None:
        size = self.data["equivalence_class_size"]
        return None if size is None else int(size)

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


class Progress:
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


def check(graph: Any, graph_class: ClassName | None = None, **reading: Unpack[SourceOptions]) -> Check:
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
    answer, _ = call({"op": "check", "graph": g._encode(parts)}, parts)
    data = answer["check"]
    return Check(data, answer["text"])


def convert(graph: Any, to: FormatName | None = None, *, as_class: ClassName | None = None, path: Any = None, lossy: bool = False,
            to_orientation: str | None = None, to_codes: str | None = None, window: int | None = None, latent: Sequence[str] = (), **reading: Unpack[SourceOptions]) -> Any:
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
    header: dict[str, Any] = {"op": "convert", "graph": g._encode(parts), "as": as_class or "", "to": to or "", "file": "" if path is None else os.fspath(path)}
    out = {"orientation": to_orientation, "codes": to_codes, "lossy": "true" if lossy else None}
    header["output"] = {k: v for k, v in out.items() if v is not None}
    if window is not None:
        header["window"] = integer("window", window, 1)
    if latent:
        header["latent"] = [latent] if isinstance(latent, str) else [str(v) for v in latent]
    answer, arrays = call(header, parts)
    if to is None and path is None:
        return Graph._decode(answer["graph"], arrays, g.name)
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
        header["graph"] = as_graph(truth, **cast(Any, options))._encode(parts)
    else:
        for k in options:
            if k in OPTIONS and k not in DRAW_OPTIONS:
                raise TypeError(f"unexpected keyword {k!r}: it does not change the picture")
        readings, sent = split(options)
        t, g = read_pair(truth, guess, readings, "by-position" in sent or "rename" in sent)
        header["truth"], header["guess"], header["options"] = t._encode(parts), g._encode(parts), sent
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
    readings, sent = split(options)
    t, g = read_pair(truth, guess, readings, "by-position" in sent or "rename" in sent)
    parts: list[Any] = []
    header = {"op": "report", "truth": t._encode(parts), "guess": g._encode(parts), "metrics": metric_names(metrics), "options": sent, "title": title,
              "explain": ([explain] if isinstance(explain, str) else list(explain)) if explain is not None else None, "limit": integer("limit", limit)}
    with Progress(progress) as tell:
        answer, arrays = call(header, parts, tell)
    with open(path, "wb") as f:
        f.write(arrays[answer["data"]])
    return os.fspath(path)


def read(path: Any, **reading: Unpack[ReadOptions]) -> Graph:
    """Read the graph in a file of any format: see :func:`as_graph` for the keywords."""
    o = reading_of(reading)
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


def separated(graph: Any, x: Any, y: Any, given: Any = (), **reading: Unpack[SourceOptions]) -> bool:
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
    g = as_graph(graph, **reading)
    parts: list[Any] = []
    answer, _ = call({"op": "separated", "graph": g._encode(parts), "x": _nodes(g, x), "y": _nodes(g, y), "given": _nodes(g, given)}, parts)
    return bool(answer["separated"])


def separators(graph: Any, x: Any = None, y: Any = None, metrics: Any = (), **reading: Unpack[SourceOptions]) -> Separators:
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
    header = {"op": "separators", "graph": g._encode(parts), "metrics": metric_names(metrics) if metrics else [],
              "x": [] if x is None else [str(x)], "y": [] if y is None else [str(y)]}
    answer, _ = call(header, parts)
    return Separators(answer["separators"], answer["text"])


def members(graph: Any, limit: int = 100, **reading: Unpack[SourceOptions]) -> list[Graph]:
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
    g = as_graph(graph, **reading)
    parts: list[Any] = []
    answer, arrays = call({"op": "members", "graph": g._encode(parts), "limit": integer("limit", limit)}, parts)
    ends, marks = (np.frombuffer(arrays[answer[k]], dtype=t).reshape(-1, 2) for k, t in (("ends", "<i4"), ("marks", np.uint8)))
    found: list[Graph] = []
    at = 0
    for m in answer["edges"]:
        found.append(Graph.from_arrays(answer["nodes"], ends[at:at + m], marks[at:at + m], name=g.name))
        at += m
    return found


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
    header: dict[str, Any] = {"op": "simulate", "seed": integer("seed", seed), "bidirected": number("bidirected", bidirected)}
    if graph is not None:
        header["graph"] = as_graph(graph)._encode(parts)
        header["changes"] = {k: integer(k, v) for k, v in (("remove", remove), ("reverse", reverse), ("add", add), ("any", any))}
    else:
        if nodes is None or edges is None and probability is None:
            raise OptionError(f"how large is the graph? Use {option('nodes', '...')} and {option('edges', '...')} or {option('probability', '...')}", option="nodes" if nodes is None else "edges")
        check_choice("graph_class", graph_class, CLASSES)
        header["class"] = graph_class
        integers = {"nodes": nodes, "edges": edges or 0, "latent": latent, "selected": selected, "max_lag": max_lag}
        numbers = {"probability": probability or 0, "bows": bows, "two_cycles": two_cycles, "known": known, "auto": auto}
        given = {**{k: integer(k, v) for k, v in integers.items()}, **{k: number(k, v) for k, v in numbers.items()}, "prefix": str(prefix)}
        header["random"] = {k.replace("_", "-"): v for k, v in given.items()}
    answer, arrays = call(header, parts)
    return Graph._decode(answer["graph"], arrays)


def metrics() -> Metrics:
    """Return the table of metrics: a list of dicts, which a notebook can put into a frame.

    Each has ``name``, ``doc``, ``group``, ``truth`` and ``guess`` (the classes it is defined for),
    ``symmetric`` and ``score`` (the larger, the better).
    """
    answer, _ = call({"op": "metrics"})
    return Metrics(answer["metrics"])


if metrics.__doc__:  # not where Python runs with -OO
    metrics.__doc__ += "\n    The metrics are\n" + METRICS_DOC
