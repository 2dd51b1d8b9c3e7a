"""How far is a learned causal graph from a known one, and why?

>>> r = sepdist.compare(truth, guess)      # doctest: +SKIP
>>> r["zl-sd"].value                       # doctest: +SKIP
>>> r.explain("zl-sd")                     # doctest: +SKIP

A graph is anything that :func:`as_graph` takes: objects of networkx, igraph, pgmpy, causal-learn, tigramite,
pywhy-graphs, DoWhy, gCastle and lingam, matrices, frames and files.
"""

from . import gadjid
from .comparing import (
    Comparison, Explanation, Guesses, Repairs, Result, ancestor_aid, ancestor_sd, c_metric, canonical_aid, compare, compare_guesses, explain, mb_ancestor_sd, mb_pancestor_sd, mb_parent_sd,
    mb_pparent_sd, mb_zl_sd, oset_aid, pancestor_sd, parent_aid, parent_sd, pparent_sd, repairs, s_metric, sc_metric, shd, sid, skeleton_shd, zl_sd,
)
from ._convert import as_graph
from .errors import ChangedError, ClassError, ConversionError, EngineError, Error, MetricError, MissingFileError, NodesError, OptionError, ParseError, StudyError
from .falsification import Falsification, falsify
from .graph import Graph
from .graphs import Check, Drawing, Separators, check, convert, draw, members, metrics, read, report, separated, separators, simulate
from .many import Comparisons, compare_many
from .studies import Rows, Study, study
from .version import __version__

__all__ = [
    "ChangedError", "Check", "ClassError", "Comparison", "Comparisons", "ConversionError", "Drawing", "EngineError", "Error", "Explanation", "Falsification", "Graph", "Guesses", "MetricError",
    "MissingFileError", "NodesError", "OptionError", "ParseError", "Repairs", "Result", "Rows", "Separators", "Study", "StudyError", "__version__", "ancestor_aid", "ancestor_sd",
    "as_graph", "c_metric", "canonical_aid", "check", "compare", "compare_guesses", "compare_many", "convert", "draw", "explain", "falsify", "gadjid", "mb_ancestor_sd", "mb_pancestor_sd",
    "mb_parent_sd", "mb_pparent_sd", "mb_zl_sd", "members", "metrics", "oset_aid", "pancestor_sd", "parent_aid", "parent_sd", "pparent_sd", "read", "repairs", "report", "s_metric",
    "sc_metric", "separated", "separators", "shd", "sid", "simulate", "skeleton_shd", "study", "zl_sd",
]
