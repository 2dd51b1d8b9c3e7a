"""How far is a learned causal graph from a known one, and why?

>>> r = sepdist.compare(truth, guess)      # doctest: +SKIP
>>> r["zl-sd"].value                       # doctest: +SKIP
>>> r.explain("zl-sd")                     # doctest: +SKIP

A graph is whatever :func:`as_graph` takes: objects of networkx, pgmpy, causal-learn, tigramite,
pywhy-graphs, gCastle and lingam, matrices, frames and files.
"""

from . import gadjid
from .api import check, compare, compare_many, convert, draw, explain, members, metrics, read, repairs, report, separated, separators, simulate
from .errors import ChangedError, ClassError, ConversionError, EngineError, Error, MetricError, NodesError, OptionError, ParseError, StudyError
from .falsification import falsify
from .graph import Graph
from .objects import as_graph
from .results import Check, Comparison, Comparisons, Drawing, Explanation, Falsification, Repairs, Result, Separators
from .studies import Rows, Study, study
from .version import __version__

__all__ = [
    "ChangedError", "Check", "ClassError", "Comparison", "Comparisons", "ConversionError", "Drawing", "EngineError", "Error", "Explanation", "Falsification", "Graph", "MetricError",
    "NodesError", "OptionError", "ParseError", "Repairs", "Result", "Rows", "Separators", "Study", "StudyError", "__version__", "as_graph", "check", "compare", "compare_many", "convert", "draw", "explain",
    "falsify", "gadjid", "members", "metrics", "read", "repairs", "report", "separated", "separators", "simulate", "study",
]
