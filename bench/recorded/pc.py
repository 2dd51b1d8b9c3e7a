"""How often do the sets that PC recorded contradict the graph that it returned?

    python bench/recorded/pc.py

causal-learn's PC learns 100 graphs of 10 variables from 1000 rows of linear Gaussian data. Prints a row
of the table in docs/explaining.md for each variant of the skeleton search. Needs causal-learn and sepdist.
"""

import math
import sys

import numpy as np
from causallearn.search.ConstraintBased.PC import pc

import sepdist

RUNS, NODES, EDGES, ROWS = 100, 10, 15, 1000


def data(seed):
    """Return a random DAG and rows of a linear model on it."""
    rng = np.random.default_rng(seed)
    pairs = [(i, j) for i in range(NODES) for j in range(i + 1, NODES)]
    weights = np.zeros((NODES, NODES))
    for k in rng.choice(len(pairs), EDGES, replace=False):
        weights[pairs[k]] = rng.uniform(0.3, 1) * rng.choice([-1, 1])
    order = rng.permutation(NODES)
    rows = np.zeros((ROWS, NODES))
    for j in range(NODES):
        rows[:, j] = rows @ weights[:, j] + rng.normal(size=ROWS)
    names = [f"X{v + 1}" for v in range(NODES)]
    truth = sepdist.Graph(names, [(names[order[i]], "-->", names[order[j]]) for i, j in pairs if weights[i, j]])
    shuffled = np.empty_like(rows)
    shuffled[:, order] = rows
    return truth, shuffled


def share(values):
    """Return a mean with its standard error."""
    return f"{np.mean(values):.3f} ± {np.std(values, ddof=1) / math.sqrt(len(values)):.3f}"


print("| skeleton search | runs with an incoherent set | incoherent sets | given-sd | zl-sd | not a CPDAG |")
print("|---|---:|---:|---:|---:|---:|")
for stable in (False, True):
    incoherent, given, nearest, failed = [], [], [], 0
    for seed in range(RUNS):
        truth, rows = data(seed)
        learned = pc(rows, stable=stable, show_progress=False)
        try:
            r = sepdist.compare(truth, learned, ["given-sd", "zl-sd"], separators=learned, guess_class="cpdag")
        except sepdist.Error as e:  # PC's graph is not a CPDAG
            failed += 1
            print(seed, e, file=sys.stderr)
            continue
        incoherent.append(r["given-sd"].incoherent / r["given-sd"].recorded)
        given.append(r["given-sd"].value)
        nearest.append(r["zl-sd"].value)
    some = sum(x > 0 for x in incoherent)
    print(f"| {'stable' if stable else 'original'} | {some} of {len(incoherent)} | {share(incoherent)} | {share(given)} | {share(nearest)} | {failed} of {RUNS} |")
