"""The tables of docs/methods-study.md: means from sepdist summary, and orders of methods from the rows of sepdist batch.

An interval is the 2.5 % and 97.5 % percentile over 2000 resamples of the seeds.
"""

import collections
import io
import json

import numpy as np
import pandas
from scipy import stats

import compare
import findings
import grids

RESAMPLES = 2000
CELL = ["source", "nodes", "degree", "samples"]
# Metrics that rank methods, and those of them that are better if larger.
RANKED = ["mean-zl-sd", "zl-sd", "reverse-zl-sd", "mb-zl-sd", "pparent-sd", "sc-metric", "c-metric", "s-metric",
          "parent-aid", "oset-aid", "shd", "adjacency-f1", "arrowhead-f1", "held-out"]
SHOWN = ["mean-zl-sd", "zl-sd", "reverse-zl-sd", "sc-metric", "parent-aid", "shd", "arrowhead-f1", "held-out"]  # in the table of ranks
LARGER = {"adjacency-precision", "adjacency-recall", "adjacency-f1", "arrowhead-precision", "arrowhead-recall", "arrowhead-f1"}
OUTCOMES = ["method", "runs", "time-outs", "failures", "invalid graphs", "most frequent reasons", "with ambiguous triples",
            "median seconds", "largest"]
AID = ["parent-aid", "mean-zl-sd", "zl-sd", "reverse-zl-sd", "shd"]
LINGAM = ["direct-lingam", "ica-lingam", "exact", "tetrad-boss", "boss", "ges", "pc", "r2-sort", "dagma", "empty"]
LATENT = ["mean-zl-sd", "zl-sd", "reverse-zl-sd", "shd", "mark-distance", "canonical-aid", "canonical-aid-mag"]
LABEL = {"class": "{}", "pag": "{}", "held": "{}", "dag": "{}-dag", "mag": "{}-mag",
         "reverse": "reverse-{}", "both": "mean-{}", "strict": "strict-{}"}


def combine(study):
    """Return all rows, with metrics named by their view, and write them for sepdist summary and plot."""
    parts = []
    for path in sorted((study.out / "rows").glob("*.csv")):
        part = pandas.read_csv(path, dtype={"code": str, "degree": str, "wrong": float, "of": float})
        part["metric"] = part["metric"].map(LABEL[path.stem.split("-")[0]].format)
        parts.append(part)
    rows = pandas.concat(parts)[[*compare.BEFORE, *compare.COLUMNS, *compare.AFTER]]
    rows.to_csv(study.out / "rows.csv", index=False)
    return rows


class Tables:
    def __init__(self, study):
        self.study, self.rows = study, combine(study)
        text = study.sepdist("summary", "--by", ",".join([*CELL, "method"]), "--to", "csv", study.out / "rows.csv")
        self.summary = pandas.read_csv(io.StringIO(text), dtype={"degree": str}).set_index([*CELL, "method", "metric"]).sort_index()
        usable = self.rows[(self.rows.status == "ok") & self.rows.value.notna()]
        self.values = {key: part.pivot_table(index="seed", columns=["metric", "method"], values="value")
                       for key, part in usable.groupby(CELL)}
        first = study.cells[0]
        self.size = first["nodes"], str(first["degree"]), first["samples"]  # of the cells that rank methods
        self.base = [key for key in self.values if key[1:] == self.size and key[0] in grids.BASE]
        self.blocks = {}

    def make(self):
        known, outcomes = self.known(), self.outcomes()
        self.blocks = {
            "ran": self.ran(), "methods": self.methods(), "outcomes": table(OUTCOMES, outcomes), "ranks": self.rank_table(),
            "tau": self.tau_table(), "orders": self.orders(), "repairs": self.repairs(), "scale": self.scale(),
            "lingam": self.means([("uniform-std", 10, "3", n) for n in (100, 1000, 10000)],
                                 ["shd-dag", "parent-aid-dag", "mean-zl-sd"], LINGAM),
            "latent": self.means([key for key in self.values if key[0] == "latent"], LATENT),
            "networks": self.means([key for key in self.values if key[2] == "own"],
                                   ["mean-zl-sd", "parent-aid", "shd", "adjacency-f1", "held-out"]),
            "same": self.same(), "aid": self.aid(), "known": table(["statement", "metric", "difference", "shown"], known),
        }
        self.blocks["learned"] = findings.learned(self, known, outcomes)
        return self.blocks

    # What ran.

    def ran(self):
        rows = []
        for key in sorted({(d.source, len(d.seen), str(d.degree), d.samples) for d in self.study.datasets()}):
            seen = self.rows[(self.rows[CELL] == key).all(axis=1)]
            rows.append([*key, seen.seed.nunique(), seen.method.nunique()])
        return table(["source", "variables", "degree", "samples", "data sets", "methods"], rows)

    def methods(self):
        return table(["method", "what", "returns", "data"],
                     [[f"`{name}`", m.__doc__, m.CLASS, ", ".join(m.DATA)] for name, m in self.study.methods.items()])

    def outcomes(self):
        """Return how the runs of each method ended, how many graphs are invalid and why, and processor times."""
        records = collections.defaultdict(list)
        for dataset in self.study.datasets():
            for name in self.study.accepted(dataset):
                path = self.study.record(dataset, name)
                if path.exists():
                    records[name].append(json.loads(path.read_text()) | {"id": f"{dataset.id}-{name}"})
        strict = self.rows[self.rows.metric == "strict-zl-sd"].set_index("id")
        read = self.rows[(self.rows.metric == "zl-sd") & ~self.rows.id.isin(strict.index)].set_index("id")  # graphs with ambiguous triples
        rows = []
        for name, runs in records.items():
            ended = collections.Counter(run["status"] for run in runs)
            graphs = [run["id"] for run in runs if run["status"] == "ok"]
            triples = read.loc[[i for i in graphs if i in read.index]]
            checked = pandas.concat([strict.loc[[i for i in graphs if i in strict.index]], triples])
            why = collections.Counter(checked.code[checked.value.isna()].fillna(""))
            seconds = np.array([run["seconds"] for run in runs])
            rows.append([f"`{name}`", len(runs), ended["timeout"], ended["failed"], sum(why.values()),
                         ", ".join(f"{code} {count}" for code, count in why.most_common(3)) or "–",
                         len(triples), f"{np.median(seconds):.2f}", f"{seconds.max():.1f}"])
        return rows

    # Orders of methods.

    def ranked(self, metric, methods=None):
        """Return the values of the base cells: {cell: array of seeds and methods}, with large values bad."""
        sign = -1 if metric in LARGER else 1
        return {key: sign * self.values[key][metric].reindex(columns=methods) for key in self.base}

    def common(self):
        """Return the methods that have a value by every metric that ranks, on every base cell. Graphs with ambiguous
        triples are not tested on held-out rows."""
        found = [set(self.values[key][metric].columns) for key in self.base for metric in RANKED if metric != "held-out"]
        return sorted(set.intersection(*found))

    def resampled(self):
        """Return ranks and Kendall's τ-b, for the seeds that ran and for each resample: arrays with that first."""
        methods = self.common()
        cubes = {key: np.stack([self.ranked(metric, methods)[key].to_numpy() for metric in RANKED]) for key in self.base}
        rng, ranks, taus = np.random.default_rng(1), [], []
        x, y = np.triu_indices(len(methods), 1)
        for resample in range(RESAMPLES + 1):
            rank, tau = [], []
            for cube in cubes.values():  # metrics, seeds, methods
                seeds = rng.integers(cube.shape[1], size=cube.shape[1]) if resample else slice(None)
                with np.errstate(all="ignore"):
                    means = (np.nansum(cube[:, seeds], axis=1) / (~np.isnan(cube[:, seeds])).sum(axis=1)).round(12)
                tau.append(kendall(means[:, x] - means[:, y]))
                rank.append(stats.rankdata(means, axis=1, nan_policy="omit"))
            ranks.append(np.nanmean(rank, axis=0))
            taus.append(np.mean(tau, axis=0))
        return methods, np.array(ranks), np.array(taus)

    def rank_table(self):
        self.methods_ranked, self.ranks, self.taus = self.resampled()
        low, high = np.nanpercentile(self.ranks[1:], [2.5, 97.5], axis=0)
        first = self.ranks[0]
        columns = [RANKED.index(metric) for metric in SHOWN]

        def cell(k, m):
            return "–" if np.isnan(first[k, m]) else f"{first[k, m]:.1f} ({low[k, m]:.1f}–{high[k, m]:.1f})"

        rows = [[f"`{self.methods_ranked[m]}`", *(cell(k, m) for k in columns)] for m in np.nanmean(first, axis=0).argsort()]
        return table(["method", *SHOWN], rows)

    def tau_table(self):
        low, high = np.nanpercentile(self.taus[1:], [2.5, 97.5], axis=0)
        columns = [RANKED.index(metric) for metric in ("mean-zl-sd", "zl-sd", "parent-aid", "shd", "held-out")]
        rows = [[RANKED[i], *("1" if i == j else f"{self.taus[0][i, j]:.2f} ({low[i, j]:.2f} to {high[i, j]:.2f})" for j in columns)]
                for i in range(len(RANKED))]
        return table(["τ", *(RANKED[j] for j in columns)], rows)

    def opposite(self, one, other, cells, methods=None):
        """Return the share of pairs of methods on the same data that two metrics order oppositely, its interval and counts."""
        by_data = []
        for key in cells:
            a, b = (self.values[key][m] * (-1 if m in LARGER else 1) for m in (one, other))
            shared = methods or sorted(set(a.columns) & set(b.columns))
            a, b = a.reindex(columns=shared).to_numpy(), b.reindex(columns=shared).to_numpy()
            x, y = np.triu_indices(len(shared), 1)
            product = np.sign(np.round(a[:, x] - a[:, y], 12)) * np.sign(np.round(b[:, x] - b[:, y], 12))
            by_data += [[(p < 0).sum(), (np.abs(p) > 0).sum()] for p in product]
        return share(np.array(by_data, dtype=float))

    def orders(self):
        pairs = [("shd", "mean-zl-sd"), ("shd", "parent-aid"), ("parent-aid", "mean-zl-sd"), ("adjacency-f1", "mean-zl-sd"),
                 ("held-out", "zl-sd"), ("zl-sd", "sc-metric")]
        rows = []
        for cells, name in [*(([key], key[0]) for key in self.base), (self.base, "all")]:
            found = [self.opposite(a, b, cells) for a, b in pairs]
            rows.append([name, *(f"{o:.0f} of {n:.0f}: {mean:.0%} ({low:.0%} to {high:.0%})" for mean, low, high, o, n in found)])
        return table(["source", *(f"{a} / {b}" for a, b in pairs)], rows)

    # Means.

    def mean(self, key, method, metric):
        try:
            row = self.summary.loc[(*key, method, metric)]
        except KeyError:
            return "–"
        if not row["values"]:
            return "–"
        some = "" if row["values"] == len(self.values[key]) else f", {row['values']:.0f} values"
        between = f"{row['mean_lower']:.3f}–{row['mean_upper']:.3f}" if row["values"] > 1 else "one value"
        return f"{row['mean']:.3f} ({between}{some if row['values'] > 1 else ''})"

    def means(self, cells, metrics, methods=None):
        cells = [key for key in cells if key in self.values]
        rows = []
        for key in cells:
            names = [name for name in methods or sorted(self.study.methods) if any((metric, name) in self.values[key] for metric in metrics)]
            first = {name: self.values[key].get((metrics[0], name), pandas.Series([np.inf])).mean() for name in names}
            for name in sorted(names, key=first.get):
                rows.append([*key, f"`{name}`", *(self.mean(key, name, metric) for metric in metrics)])
        return table(["source", "variables", "degree", "samples", "method", *metrics], rows)

    def scale(self):
        """Return what standardizing changes, for methods that may read the order off the variances."""
        rows = []
        names = ["var-sort", "r2-sort", "random-sort", "dagma", "direct-lingam", "boss", "ges", "pc"]
        cells = [(source, 10, "3", 1000) for source in ("gauss", "gauss-std", "gauss-internal")]
        for metric in ("shd-dag", "parent-aid-dag", "mean-zl-sd"):
            for name in names:
                if all(key in self.values and (metric, name) in self.values[key] for key in cells):
                    change = self.difference(cells[0], cells[1], name, name, metric)
                    rows.append([metric, f"`{name}`", *(self.mean(key, name, metric) for key in cells),
                                 "{:+.3f} ({:+.3f} to {:+.3f})".format(*change)])
        return table(["metric", "method", "gauss", "gauss-std", "gauss-internal", "gauss-std minus gauss"], rows)

    def difference(self, one, other, a, b, metric):
        """Return the mean of other's b minus one's a over the shared seeds, and its interval."""
        x, y = self.values[one][metric, a], self.values[other][metric, b]
        d = (y - x).dropna().to_numpy()
        rng = np.random.default_rng(1)
        means = d[rng.integers(len(d), size=(RESAMPLES, len(d)))].mean(axis=1)
        return d.mean(), *np.percentile(means, [2.5, 97.5])

    def known(self):
        """Return the results that are known from the literature, each as a difference of means on the same data."""
        def key(source, samples=1000):
            return source, 10, "3", samples

        cases = [("standardizing costs `dagma`", "shd-dag", key("gauss"), "dagma", key("gauss-std"), "dagma"),
                 ("standardizing costs `var-sort`", "shd-dag", key("gauss"), "var-sort", key("gauss-std"), "var-sort"),
                 ("`var-sort` gains over a random order, raw data", "shd-dag", key("gauss"), "var-sort", key("gauss"), "random-sort"),
                 ("`dagma` gains over the empty graph, standardized data", "shd-dag", key("gauss-std"), "dagma", key("gauss-std"), "empty"),
                 ("`r2-sort` gains over a random order, standardized data", "shd-dag", key("gauss-std"), "r2-sort", key("gauss-std"), "random-sort"),
                 ("`r2-sort` gains over a random order, internally standardized data", "shd-dag", key("gauss-internal"), "r2-sort", key("gauss-internal"), "random-sort")]
        for samples in (100, 1000, 10000):
            cell = key("uniform-std", samples)
            if cell in self.values:
                for metric in ("shd-dag", "parent-aid-dag"):
                    best = self.values[cell][metric].mean().drop(["direct-lingam", "ica-lingam"]).idxmin()
                    cases.append((f"`direct-lingam` gains over the best other method, `{best}`, {samples} samples", metric,
                                  cell, "direct-lingam", cell, best))
        for samples in (1000, 10000):
            for fci, metric in [("fci", "mean-zl-sd"), ("fci", "shd"), ("fci", "canonical-aid-mag"), ("tetrad-fci", "canonical-aid-mag")]:
                cell = key("latent", samples)
                cases.append((f"`{fci}` gains over `pc`, latent, {samples} samples", metric, cell, fci, cell, "pc"))
        rows = []
        for what, metric, one, a, other, b in cases:
            if one in self.values and other in self.values and (metric, a) in self.values[one] and (metric, b) in self.values[other]:
                mean, low, high = self.difference(one, other, a, b, metric)
                shown = "yes" if low > 0 else "no: the opposite" if high < 0 else "not shown"
                rows.append([what, metric, f"{mean:+.3f} ({low:+.3f} to {high:+.3f})", shown])
        return rows

    def repairs(self):
        """Return the values of zl-sd if invalid graphs are left out, and if they are replaced by the nearest valid one."""
        rows = []
        zl = self.rows[self.rows.metric.isin(["zl-sd", "strict-zl-sd"])].set_index(["id", "metric"])["value"].unstack()
        method = self.rows.drop_duplicates("id").set_index("id")["method"]
        for name in self.study.methods:
            part = zl[zl.index.map(method) == name]
            invalid = part[part["strict-zl-sd"].isna() & part["zl-sd"].notna()]
            valid = part[part["strict-zl-sd"].notna()]
            if len(invalid) and len(valid):
                rows.append([f"`{name}`", len(valid), len(invalid), f"{valid['zl-sd'].mean():.3f}", f"{invalid['zl-sd'].mean():.3f}", f"{part['zl-sd'].mean():.3f}"])
        return table(["method", "valid graphs", "others with a value", "zl-sd of valid graphs", "zl-sd of the others", "zl-sd of all"], rows)

    def same(self):
        """Return the range of zl-sd over guesses with the same number of wrong edges: in each cell the most frequent number, from 1 on."""
        rows = []
        for key in self.base:
            both = pandas.DataFrame({m: self.values[key][m].stack() for m in ("shd", "mean-zl-sd")}).dropna()
            both["wrong"] = (both["shd"] * key[1] * (key[1] - 1) / 2).round(6)
            whole = both[(both.wrong > 0) & (both.wrong % 1 == 0)]
            count = whole.wrong.mode().min()
            of = whole[whole.wrong == count]["mean-zl-sd"]
            rows.append([key[0], f"{count:.0f}", len(of), f"{of.min():.3f}", f"{of.median():.3f}", f"{of.max():.3f}"])
        return table(["source", "wrong edges", "graphs", "least mean-zl-sd", "median", "largest"], rows)

    def aid(self):
        """Return a data set on which r2-sort is better than BOSS by parent-aid, and worse by mean-zl-sd."""
        key, one, other = ("gauss-std", *self.size), "r2-sort", "tetrad-boss"
        rows = []
        if key in self.values and {one, other} <= set(self.values[key]["parent-aid"].columns):
            gain = {m: self.values[key][m, other] - self.values[key][m, one] for m in ("parent-aid", "mean-zl-sd")}
            product = gain["parent-aid"] * -gain["mean-zl-sd"]
            seed = product[gain["parent-aid"] > 0].idxmax()
            rows = [[seed, f"`{name}`", *(f"{self.values[key].loc[seed, (m, name)]:.3f}" for m in AID)] for name in (one, other)]
        return table(["seed", "method", *AID], rows)

    def save(self, path):
        """Write the means of all cells, methods and metrics, with 3 digits."""
        wide = self.summary[["mean", "mean_lower", "mean_upper", "values"]]
        wide = wide[wide["values"] > 0].reset_index()
        wide = wide[wide.metric.isin([*RANKED, "shd-dag", "parent-aid-dag", "sid-dag", "mark-distance", "canonical-aid"])]
        wide.round(3).to_csv(path, index=False)


def kendall(differences):
    """Return Kendall's τ-b between metrics, from the differences of each pair of methods; a missing one is left out."""
    signs, there = np.sign(np.nan_to_num(differences)), (~np.isnan(differences)).astype(float)
    return signs @ signs.T / np.sqrt((signs**2 @ there.T) * (there @ (signs**2).T))


def share(counts):
    """Return the share of counts[:, 0] in counts[:, 1], its interval over the rows, and both sums."""
    rng = np.random.default_rng(1)
    picked = counts[rng.integers(len(counts), size=(RESAMPLES, len(counts)))].sum(axis=1)
    total = counts.sum(axis=0)
    return total[0] / total[1], *np.percentile(picked[:, 0] / picked[:, 1], [2.5, 97.5]), *total


def table(head, rows):
    lines = [head, ["---"] * len(head), *rows]
    return "".join("| " + " | ".join(str(cell).replace("|", "\\|") for cell in line) + " |\n" for line in lines)
