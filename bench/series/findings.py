"""The tables of docs/time-series-study.md, from the rows of sepdist batch.

An interval is the 2.5 % and 97.5 % percentile of the mean over 2000 resamples of the truths.
"""

import collections
import csv
import io
import itertools
import json

import numpy as np

import learn

RESAMPLES = 2000
NUMBERS = ["shd", "adjacency-f1", "zl-sd", "reverse zl-sd", "mb-pparent-sd"]
CHANGES = ["shd", "adjacency-f1", "adjacency-precision", "adjacency-recall", "zl-sd", "reverse zl-sd", "mb-pparent-sd"]


def blocks(study, methods):
    values = read(study)
    return {
        "means": means(study, ["variables", "samples", "method"], [("", study.both("forward")), ("reverse ", study.both("reverse"))], NUMBERS),
        "limit": means(study, ["variables"], [("", [study.rows("limit")]), ("reverse ", [study.rows("limit-reverse")])], NUMBERS[:4]),
        "extra": extra(study),
        "single": single(study),
        "change": change(study, methods, values),
        "order": order(study, methods, values),
        "same": same(study, values),
        "readings": readings(study),
        "hidden": hidden(study),
    }


def read(study):
    """Return {(variables, samples, seed, method): {number: value}}."""
    values = collections.defaultdict(dict)
    for direction, prefix in (("forward", ""), ("reverse", "reverse ")):
        for path in study.both(direction):
            for row in rows_of(path):
                if row["status"] == "ok":
                    values[key(row)][prefix + row["metric"]] = float(row["value"])
    for row in rows_of(study.rows("parents")):  # all links are lagged, so each is alone in its class
        if float(row["value"]) != values[key(row)]["mb-pparent-sd"]:
            raise SystemExit(f"{row['id']}: mb-parent-sd is {row['value']}, and mb-pparent-sd another number")
    return values


def rows_of(path):
    with path.open(newline="") as file:
        return list(csv.DictReader(file))


def key(row):
    return int(row["variables"]), int(row["samples"]), int(row["seed"]), row["method"]


def interval(by_truth):
    """Return the mean over truths and its interval; by_truth has a list of numbers for each."""
    sums = np.array([[sum(of), len(of)] for of in by_truth], dtype=float)
    rng = np.random.default_rng(1)
    picked = sums[rng.integers(len(sums), size=(RESAMPLES, len(sums)))].sum(axis=1)
    return sums[:, 0].sum() / sums[:, 1].sum(), *np.percentile(picked[:, 0] / picked[:, 1], [2.5, 97.5])


def table(head, rows):
    lines = [head, ["---"] * len(head), *rows]
    return "".join("| " + " | ".join(map(str, line)) + " |\n" for line in lines)


def mean_of(row):
    """Return a mean with its interval; one value has none."""
    if not row["mean_lower"]:
        return f"{float(row['mean']):.3f}"
    return f"{float(row['mean']):.3f} ({float(row['mean_lower']):.3f} to {float(row['mean_upper']):.3f})"


def means(study, by, files, numbers):
    """Return the means of sepdist summary, with their intervals and numbers of graphs."""
    found, groups = {}, {}
    for prefix, rows in files:
        text = study.sepdist("summary", "--by", ",".join(by), "--to", "csv", *rows)
        for row in csv.DictReader(io.StringIO(text)):
            group = tuple(row[name] for name in by)
            groups[group] = row["pairs"]
            if int(row["values"]) not in (0, int(row["pairs"])):
                raise SystemExit(f"{group}: {row['metric']} has {row['values']} values of {row['pairs']}")
            if row["mean"]:
                found[group, prefix + row["metric"]] = mean_of(row)
    return table(
        [*by, "graphs", *numbers],
        [[*group, count, *(found.get((group, name), "–") for name in numbers)] for group, count in groups.items()],
    )


def extra(study):
    """Return how many of the lagged links that a truth does not have are in the reduced form."""
    rows = []
    for method, n, samples in itertools.product(["granger", "pcmci"], study.asked.variables, study.asked.samples):
        found = explained = 0
        for seed in range(1, study.asked.seeds + 1):
            truth = links_of(study.out / "truths" / f"{n}-{seed}.json")
            limit = links_of(study.out / "guesses" / f"{n}--{seed}-granger-limit.json")
            more = links_of(study.out / "guesses" / f"{n}-{samples}-{seed}-{method}.json") - truth
            found, explained = found + len(more), explained + len(more & limit)
        rows.append([method, n, samples, found, explained])
    return table(["method", "variables", "samples", "lagged links that are not in the truth", "of these in the reduced form"], rows)


def hidden(study):
    """Return how many claims PCMCI+ and LPCMCI make if a variable is hidden, and how many are wrong.

    PCMCI+'s readings differ in orientations, so all of them claim a separation of each pair without a link.
    """
    cells = collections.defaultdict(list)
    for truth, guess, kind, method, n, samples, _ in study.hidden:
        found = json.loads(study.sepdist(
            "compare", "--metrics", "zl-sd", "--max-lag", learn.MAX_LAG, "--project", "--guess-class", kind,
            "--invalid", "undirected" if kind == "ts-cpdag" else "drop", "--json", truth, guess,
        ))
        value, pairs = found["results"][0], n * (n - 1) + 2 * learn.MAX_LAG * n * n
        if "of" in value and value["of"] not in (None, pairs):
            raise SystemExit(f"{guess}: zl-sd counts {value['of']} pairs, expected {pairs}")
        claims = value.get("claims", pairs - 2 * found["guess"]["edges"])
        cells[n, samples, method].append((claims / pairs, value["value"], pairs))
    rows = []
    for (n, samples, method), of in cells.items():
        valid = [(share, value) for share, value, _ in of if value is not None]
        rows.append([
            n, samples, method, len(of), len(of) - len(valid),
            *("{:.3f} ({:.3f} to {:.3f})".format(*interval([[x] for x in numbers])) if numbers else "–" for numbers in (
                [share for share, _ in valid], [value for _, value in valid], [value / share for share, value in valid if share],
            )),
        ])
    return table(["variables", "samples", "method", "graphs", "without a value", "pairs with a claim", "zl-sd", "wrong among the claims"], rows)


def links_of(path):
    """Return the lagged links of a file."""
    return {(e["from"], e["lag"], e["to"]) for e in json.loads(path.read_text())["edges"] if e.get("lag", 0) > 0}


def single(study):
    """Return what one missing link costs, by its kind."""
    cells = collections.defaultdict(list)
    for row in csv.DictReader(io.StringIO(study.sepdist("summary", "--by", "variables,method", "--to", "csv", study.rows("single")))):
        of = cells[row["variables"], row["method"], row["pairs"]]
        if row["metric"] == "shd":
            of.append(f"{float(row['mean']):.3f}")
        else:
            of.append(mean_of(row))
            of.append(f"{float(row['min']):.3f} to {float(row['max']):.3f}")
    return table(
        ["variables", "missing link", "graphs", "shd", "zl-sd", "least to largest", "mb-parent-sd", "least to largest"],
        [[*group, *of] for group, of in cells.items()],
    )


def change(study, methods, values):
    """Return how the numbers change from the fewest to the most samples, on the same truths."""
    few, many = min(study.asked.samples), max(study.asked.samples)
    rows = []
    for n, method in itertools.product(study.asked.variables, methods):
        cells = []
        for name in CHANGES:
            if name not in values[n, few, 1, method]:
                cells.append("–")
                continue
            mean, low, high = interval(
                [[values[n, many, seed, method][name] - values[n, few, seed, method][name]] for seed in range(1, study.asked.seeds + 1)]
            )
            text = f"{mean:+.3f} ({low:+.3f} to {high:+.3f})"
            cells.append(f"**{text}**" if low > 0 or high < 0 else text)
        rows.append([n, method, study.asked.seeds, *cells])
    return table(["variables", "method", "truths", *CHANGES], rows)


def order(study, methods, values):
    """Return how often two methods are in one order by links and in the other by zl-sd."""
    rows = []
    cases = list(itertools.product(study.asked.variables, range(1, study.asked.seeds + 1)))
    for a, b in itertools.combinations(methods, 2):
        cells = []
        for links, better in (("shd", -1), ("adjacency-f1", 1)):
            for claims in ("zl-sd", "reverse zl-sd"):
                by_truth, decided, opposite = [], 0, 0
                for n, seed in cases:
                    of = []
                    for samples in study.asked.samples:
                        x, y = values[n, samples, seed, a], values[n, samples, seed, b]
                        one, other = better * (x[links] - y[links]), y[claims] - x[claims]
                        if one != 0 and other != 0:
                            of.append(float(one * other < 0))
                    by_truth.append(of)
                    decided, opposite = decided + len(of), opposite + int(sum(of))
                if decided == 0:
                    cells.append("–")
                    continue
                mean, low, high = interval(by_truth)
                cells.append(f"{opposite} of {decided}: {mean:.0%} ({low:.0%} to {high:.0%})")
        rows.append([f"{a}, {b}", *cells])
    return table(["methods", "shd, zl-sd", "shd, reverse zl-sd", "F1, zl-sd", "F1, reverse zl-sd"], rows)


def same(study, values):
    """Return the range of zl-sd over guesses with as many wrong links: for each size the number
    of wrong links, from 1 on, that most guesses have."""
    rows = []
    for n, samples in itertools.product(study.asked.variables, study.asked.samples):
        pairs = n * (n - 1) // 2 + n * n * learn.MAX_LAG
        by_links = collections.defaultdict(list)
        for (variables, length, _, _), of in values.items():
            wrong = of["shd"] * pairs
            if (variables, length) == (n, samples) and wrong > 0.5 and abs(wrong - round(wrong)) < 1e-9:
                by_links[round(wrong)].append(of)
        wrong, guesses = max(by_links.items(), key=lambda item: (len(item[1]), -item[0]))
        cells = []
        for name in ("zl-sd", "reverse zl-sd"):
            low, middle, high = np.percentile([of[name] for of in guesses], [0, 50, 100])
            cells.append(f"{low:.3f}, {middle:.3f}, {high:.3f}")
        rows.append([n, samples, f"{wrong} of {pairs}", len(guesses), *cells])
    return table(["variables", "samples", "wrong links", "graphs", "zl-sd: least, median, largest", "reverse zl-sd"], rows)


def readings(study):
    """Return what there was to read in the graphs of PCMCI+."""
    graphs = conflicts = triples = several = failed = 0
    for row in rows_of(study.rows("forward-plus")):
        if row["metric"] != "zl-sd":
            continue
        arrays = np.load(study.out / row["guess"])
        graphs += 1
        conflicts += bool((arrays["graph"] == "x-x").any())
        triples += len(arrays["ambiguous_triples"]) > 0
        several += row["lower"] != row["upper"]
        failed += row["status"] != "ok"
    return table(
        ["graphs of PCMCI+", "with conflicts", "with ambiguous triples", "whose zl-sd depends on the reading", "without a valid reading"],
        [[graphs, conflicts, triples, several, failed]],
    )
