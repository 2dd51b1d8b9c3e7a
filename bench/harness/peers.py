"""One side of a row of the table: python peers.py FUNCTION TRUTH GUESS.

Reads two graphs (the number of nodes and zero, then two numbers an arrow), times the
function on them, and prints seconds, processor, value and peak_mb as JSON. To add a peer, add an entry
to WORKS: a function that gets the two files and returns what is to be timed.
"""
import json
import os
import sys
import time

ENOUGH, FEW, LONG = 2.0, 4, 10.0  # seconds, runs, seconds


def matrix(name):
    """The graph as a sparse matrix with a 1 in row x and column y for x --> y."""
    import numpy as np
    from scipy.sparse import csr_matrix

    with open(name) as f:
        numbers = np.array(f.read().split(), dtype=np.int64)
    n, edges = numbers[0], numbers[2:].reshape(-1, 2)
    ones = np.ones(len(edges), dtype=np.int8)
    return csr_matrix((ones, (edges[:, 0], edges[:, 1])), shape=(n, n))


def gadjid(function):
    def work(truth, guess):
        import gadjid

        f, g, h = getattr(gadjid, function), matrix(truth), matrix(guess)
        if function == "shd":
            return lambda: f(g, h)[1]
        return lambda: f(g, h, "from row to column")[1]

    return work


def separation(separator):
    """The distance for a function that gives the separator of x and y in the guess."""

    def work(truth, guess):
        import networkx as nx

        g, h = (nx.from_scipy_sparse_array(matrix(name), create_using=nx.DiGraph) for name in (truth, guess))

        def wrong():
            claims = ((x, y) for x in h for y in h if x != y and not h.has_edge(x, y) and not h.has_edge(y, x))
            return sum(not nx.is_d_separator(g, x, y, separator(nx, h, x, y)) for x, y in claims)

        return wrong

    return work


def parents(nx, h, x, y):
    return set(h.predecessors(x)) | set(h.predecessors(y))


def nearest(nx, h, x, y):
    return nx.find_minimal_d_separator(h, x, y)


def numpy_load(truth, _):
    import numpy as np

    return lambda: len(np.load(truth + ".npy"))


def numpy_nonzero(truth, _):
    import numpy as np

    def edges():
        cells = np.load(truth + ".npy")
        np.nonzero(cells)
        return len(cells)

    return edges


def pandas_read_csv(truth, _):
    import pandas as pd

    return lambda: len(pd.read_csv(truth + ".csv", index_col=0))


def scipy_mmread(truth, _):
    import scipy.io

    return lambda: scipy.io.mmread(truth + ".mtx").shape[0]


def scipy_rows(truth, _):
    """Neighbours both ways, as a graph has them."""
    import scipy.io

    def lists():
        cells = scipy.io.mmread(truth + ".mtx")
        cells.tocsr()
        return cells.tocsc().shape[0]

    return lists


MANY = 50  # pairs in one call


def gadjid_loop(truth, guess):
    """Many pairs with one thread, as python_many has one worker."""
    os.environ["RAYON_NUM_THREADS"] = "1"  # read when the first pair starts
    import gadjid

    g, h = matrix(truth).toarray(), matrix(guess).toarray()
    return lambda: sum(gadjid.parent_aid(g, h, "from row to column")[1] for _ in range(MANY))


def networkx_graph(a):
    import networkx as nx

    g = nx.DiGraph()
    g.add_nodes_from(f"v{i}" for i in range(len(a)))
    g.add_edges_from((f"v{x}", f"v{y}") for x, y in zip(*a.nonzero()))
    return g


def pandas_frame(a):
    import pandas as pd

    names = [f"v{i}" for i in range(len(a))]
    return pd.DataFrame(a, names, names)


def causal_learn_graph(a):
    from causallearn.graph.GeneralGraph import GeneralGraph
    from causallearn.graph.GraphNode import GraphNode

    g = GeneralGraph([GraphNode(f"v{i}") for i in range(len(a))])
    g.graph = a.T.astype(int) - a
    return g


KINDS = {"array": lambda a: a, "networkx": networkx_graph, "pandas": pandas_frame, "causal-learn": causal_learn_graph}


def python_compare(kind):
    """Our Python package: one pair."""

    def work(truth, guess):
        import sepdist

        g, h = (KINDS[kind](matrix(name).toarray()) for name in (truth, guess))
        options = {"orientation": "row-to-col"} if kind in ("array", "pandas") else {}
        return lambda: sepdist.compare(g, h, "parent-aid", **options)["parent-aid"].wrong

    return work


def python_many(kind):
    """Our Python package: many pairs, with one worker."""

    def work(truth, guess):
        import sepdist

        g, h = ([KINDS[kind](matrix(name).toarray()) for _ in range(MANY)] for name in (truth, guess))
        options = {"orientation": "row-to-col"} if kind in ("array", "pandas") else {}
        return lambda: float(sepdist.compare_many(g, h, "parent-aid", workers=1, **options).wrong["parent-aid"].sum())

    return work


def python_gadjid(truth, guess):
    from sepdist import gadjid

    g, h = matrix(truth).toarray(), matrix(guess).toarray()
    return lambda: gadjid.parent_aid(g, h, "from row to column")[1]


WORKS = {"gadjid." + f: gadjid(f) for f in ("parent_aid", "ancestor_aid", "oset_aid", "sid", "shd")}
WORKS |= {"networkx.parent_sd": separation(parents), "networkx.zl_sd": separation(nearest)}
WORKS |= {"numpy.load": numpy_load, "numpy.load + nonzero": numpy_nonzero, "pandas.read_csv": pandas_read_csv, "scipy.mmread": scipy_mmread}
WORKS |= {"scipy.mmread + tocsr + tocsc": scipy_rows}
WORKS |= {"python compare " + kind: python_compare(kind) for kind in KINDS} | {"python many " + kind: python_many(kind) for kind in KINDS}
WORKS |= {"python gadjid": python_gadjid, "gadjid loop": gadjid_loop}


def peak_mb():
    try:
        import resource
    except ImportError:  # Windows
        return 0
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / 1024 if sys.platform != "darwin" else peak / 1024**2


def main():
    name, truth, guess, *limit = sys.argv[1:]
    run = WORKS[name](truth, guess)
    if limit:  # seconds of processor time, after which the process is killed
        import resource

        end = int(time.process_time() + float(limit[0])) + 1
        resource.setrlimit(resource.RLIMIT_CPU, (end, end))
    runs, start = [], time.perf_counter()
    while not runs or time.perf_counter() - start < ENOUGH or len(runs) < FEW and time.perf_counter() - start < LONG:
        before, spent = time.perf_counter(), time.process_time()
        value = run()
        processor = time.process_time() - spent
        runs.append((time.perf_counter() - before, processor))
    seconds, processor = min(runs)
    print(json.dumps({"seconds": seconds, "processor": processor, "value": value, "peak_mb": peak_mb()}))


if __name__ == "__main__":
    main()
