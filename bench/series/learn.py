"""Linear Gaussian data of a stationary DAG, and what PCMCI, PCMCI+, LPCMCI and Granger's tests learn from it.

A graph is a list of links (x, lag, arrow, y), read as x(t-lag) arrow y(t).
"""

import numpy as np
from scipy import stats
from tigramite import data_processing as pp
from tigramite.independence_tests.parcorr import ParCorr
from tigramite.lpcmci import LPCMCI
from tigramite.pcmci import PCMCI

MAX_LAG = 2
LEVEL = 0.01  # of every test that decides about a link
PC_LEVEL = 0.2  # of the first stage of PCMCI: the default of tigramite
BURN_IN = 200


def simulate(links, n, samples, seed):
    """Return samples of y(t) = sum over links of weight * x(t-lag) + noise.

    Weights are from 0.2 to 0.5, of either sign. All of them shrink by a tenth until the process
    is stationary: the spectral radius of its companion matrix is below 0.95.
    """
    rng = np.random.default_rng(seed)
    weights = np.zeros((MAX_LAG + 1, n, n))  # [lag, y, x]
    for x, lag, _, y in links:
        weights[lag, y, x] = rng.uniform(0.2, 0.5) * rng.choice([-1, 1])
    while True:
        mix = np.linalg.inv(np.eye(n) - weights[0])
        companion = np.zeros((MAX_LAG * n, MAX_LAG * n))
        companion[:n] = np.hstack([mix @ w for w in weights[1:]])
        companion[n:, :-n] = np.eye((MAX_LAG - 1) * n)
        if np.abs(np.linalg.eigvals(companion)).max() < 0.95:
            break
        weights *= 0.9
    data = np.zeros((BURN_IN + samples, n))
    noise = rng.normal(size=data.shape)
    for t in range(MAX_LAG, len(data)):
        data[t] = mix @ (noise[t] + sum(weights[lag] @ data[t - lag] for lag in range(1, MAX_LAG + 1)))
    return data[BURN_IN:]


def granger(data):
    """Return the lagged and the contemporaneous links of a vector autoregression.

    x is a cause of y if an F-test rejects that all coefficients of x in the equation of y are 0.
    Its lags are those whose t-test rejects, or the one with the least p-value. Residuals that
    correlate give x(t) <-> y(t): an autoregression does not say which of the two comes first.
    """
    samples, n = data.shape
    rows = samples - MAX_LAG
    past = np.hstack([np.ones((rows, 1))] + [data[MAX_LAG - lag:samples - lag] for lag in range(1, MAX_LAG + 1)])
    now = data[MAX_LAG:]
    inverse = np.linalg.inv(past.T @ past)
    coefficients = inverse @ past.T @ now
    residuals = now - past @ coefficients
    free = rows - past.shape[1]
    variances = (residuals**2).sum(axis=0) / free
    lagged = []
    for x in range(n):
        at = [1 + lag * n + x for lag in range(MAX_LAG)]
        within = inverse[np.ix_(at, at)]
        for y in range(n):
            b = coefficients[at, y]
            joint = b @ np.linalg.solve(within, b) / (len(at) * variances[y])
            if stats.f.sf(joint, len(at), free) >= LEVEL:
                continue
            single = 2 * stats.t.sf(np.abs(b) / np.sqrt(variances[y] * np.diag(within)), free)
            lags = np.flatnonzero(single < LEVEL)
            lagged += [(x, int(k) + 1, "-->", y) for k in (lags if len(lags) else [single.argmin()])]
    correlations = np.corrcoef(residuals.T)
    now = []
    for x in range(n):
        for y in range(x + 1, n):
            r = correlations[x, y]
            if 2 * stats.t.sf(abs(r) * np.sqrt((free - 1) / (1 - r * r)), free - 1) < LEVEL:
                now.append((x, 0, "<->", y))
    return lagged, now


def granger_limit(links, n):
    """Return the links that granger finds where no test errs: those of the reduced form.

    x(t-l) --> w(t) is passed on along contemporaneous arrows from w(t), and so is the noise of
    w(t), which all that it reaches have in common.
    """
    reach = [{w} for w in range(n)]  # along contemporaneous arrows
    for _ in range(n):
        for x, lag, _, y in links:
            if lag == 0:
                for from_w in reach:
                    if x in from_w:
                        from_w.add(y)
    lagged = sorted({(x, lag, "-->", y) for x, lag, _, w in links if lag > 0 for y in reach[w]})
    now = sorted({(x, 0, "<->", y) for from_w in reach for x in from_w for y in from_w if x < y})
    return lagged + now


def tigramite_on(data):
    return PCMCI(pp.DataFrame(data), cond_ind_test=ParCorr(), verbosity=0)


def pcmci(data):
    """Return the lagged and the contemporaneous links of PCMCI.

    It tests x(t) and y(t) given their lagged parents, and no other variables at t. That is a
    correlation of innovations, as in an autoregression, and drawn in the same way: <->.
    """
    graph = tigramite_on(data).run_pcmci(tau_min=0, tau_max=MAX_LAG, pc_alpha=PC_LEVEL, alpha_level=LEVEL)["graph"]
    n = len(graph)
    lagged = [(x, lag, "-->", y) for lag in range(1, MAX_LAG + 1) for x in range(n) for y in range(n) if graph[x, y, lag]]
    return lagged, [(x, 0, "<->", y) for x in range(n) for y in range(x + 1, n) if graph[x, y, 0]]


def pcmciplus(data):
    """Return the arrays of PCMCI+ as sepdist reads them, conflicts and ambiguous triples included."""
    results = tigramite_on(data).run_pcmciplus(tau_min=0, tau_max=MAX_LAG, pc_alpha=LEVEL)
    triples = [(i, tau, k, j) for (i, tau), k, j in results["ambiguous_triples"]]
    return {"graph": results["graph"], "ambiguous_triples": np.array(triples, dtype=int).reshape(-1, 4)}


def lpcmci(data):
    """Return the array of LPCMCI as sepdist reads it."""
    found = LPCMCI(dataframe=pp.DataFrame(data), cond_ind_test=ParCorr(), verbosity=0)
    return {"graph": found.run_lpcmci(tau_max=MAX_LAG, pc_alpha=LEVEL)["graph"]}


def most_children(links, n):
    """Return the variable with the most other variables as children, the first of several."""
    return max(range(n), key=lambda x: len({y for from_x, _, _, y in links if from_x == x != y}))
