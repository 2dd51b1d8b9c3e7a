"""Time series as tigramite has them: PCMCI+ with a perfect test, and its answers to queries."""

import itertools
import json
import random

import numpy as np
from tigramite import data_processing as pp
from tigramite.independence_tests.oracle_conditional_independence import OracleCI
from tigramite.lpcmci import LPCMCI
from tigramite.pcmci import PCMCI

from command import FileTest, run

TRUTHS = 100
QUERIES = 500
LATENT_TRUTHS = 50


def links_of(rng, n, lag):
    """Return random stationary links as OracleCI takes them: {j: [(i, -lag), ...]}.

    A variable has between one and two links into it on average: 0.4 from itself, 0.6 from others at
    the same time, so that there are colliders and undirected links at lag 0, and 0.6 lagged ones.
    """
    order = list(range(n))
    rng.shuffle(order)
    place = {v: i for i, v in enumerate(order)}
    links = {j: [] for j in range(n)}
    for j in range(n):
        for i in range(n):
            for tau in range(lag + 1):
                if tau == 0:
                    chance = 1.2 / (n - 1) if place[i] < place[j] else 0
                elif i == j:
                    chance = 0.4 / lag
                else:
                    chance = 0.6 / ((n - 1) * lag)
                if rng.random() < chance:
                    links[j].append(((i, -tau), 0.5, lambda x: x))
    return links


def colliders(links):
    """Return the number of unshielded colliders at t that have an end at t."""
    into = {j: [source for source, _, _ in of] for j, of in links.items()}

    def adjacent(x, y):
        x, y = sorted((x, y), key=lambda m: -m[1])  # x is the later one
        return (y[0], y[1] - x[1]) in into[x[0]] or x[1] == y[1] and (x[0], 0) in into[y[0]]

    return sum(
        0 in (x[1], y[1]) and not adjacent(x, y)
        for of in into.values() for x, y in itertools.combinations(of, 2)
    )


def name(i, tau):
    return f"X{i}(t)" if tau == 0 else f"X{i}(t-{tau})"


def text(links):
    """Return the links as native text."""
    lines = [f"X{j}" for j in links]
    for j, into in links.items():
        lines += [f"{name(i, -tau)} --> {name(j, 0)}" for (i, tau), _, _ in into]
    return "\n".join(lines) + "\n"


class SeriesTest(FileTest):
    def save(self, file, links):
        """Write links as JSON of the native format, which shows a time series without links."""
        edges = [
            {"from": f"X{i}", "lag": -tau, "edge": "-->", "to": f"X{j}"}
            for j, into in links.items()
            for (i, tau), _, _ in into
        ]
        largest = max([e["lag"] for e in edges], default=0)
        path = self.folder / file
        path.write_text(json.dumps({
            "format": "sepdist", "version": 1, "max_lag": largest, "nodes": [f"X{j}" for j in links], "edges": edges,
        }))
        return path

    def pairs(self, rows):
        path = self.folder / "manifest.csv"
        path.write_text("id,truth,guess\n" + "".join(",".join(map(str, r)) + "\n" for r in rows))
        return path

    def test_lpcmci_with_a_perfect_test(self):
        """Every claim of its result is true, whatever the latent variables are."""
        rng = random.Random(2)
        claims = circles = 0
        for k in range(LATENT_TRUTHS):
            n, lag = rng.randint(3, 4), rng.randint(1, 2)
            links = links_of(rng, n, lag)
            latent = rng.randrange(n)
            seen = [i for i in range(n) if i != latent]
            oracle = OracleCI(links=links, observed_vars=seen)
            frame = pp.DataFrame(np.zeros((50, n - 1)), var_names=[f"X{i}" for i in seen])
            graph = LPCMCI(dataframe=frame, cond_ind_test=oracle, verbosity=0).run_lpcmci(tau_max=lag, pc_alpha=0.5)["graph"]
            circles += any("o" in link for link in graph.flat)
            truth = self.save(f"latent-{k}.json", links)
            guess = self.folder / f"latent-{k}.npz"
            np.savez(guess, graph=graph, var_names=np.array([f"X{i}" for i in seen]))
            found = json.loads(run(
                "compare", "--json", "--latent", f"X{latent}", "--guess-class", "ts-pag", "--truth-class", "ts-dag",
                "--max-lag", lag, "--metrics", "zl-sd,mb-zl-sd,pancestor-sd", truth, guess))
            for result in found["results"]:
                self.assertEqual(result["wrong"], 0, f"{text(links)} without X{latent}: {graph.tolist()}: {result}")
                claims += result["claims"]
        self.assertGreater(circles, LATENT_TRUTHS // 3)
        self.assertGreater(claims, LATENT_TRUTHS)

    def test_pcmciplus_with_a_perfect_test(self):
        """It finds the equivalence class: distance 0 both ways, and the graph is ours."""
        rng = random.Random(1)
        there, back, same = [], [], []
        unshielded = undirected = 0
        for k in range(TRUTHS):
            n, lag = rng.randint(3, 6), rng.randint(1, 3)
            links = links_of(rng, n, lag)
            truth = self.save(f"{k}-truth.json", links)
            oracle = OracleCI(links=links)
            frame = pp.DataFrame(np.zeros((50, n)), var_names=[f"X{i}" for i in range(n)])
            graph = PCMCI(dataframe=frame, cond_ind_test=oracle, verbosity=0).run_pcmciplus(tau_max=lag, pc_alpha=0.5)["graph"]
            unshielded += colliders(links) > 0
            undirected += bool((graph == "o-o").any())
            guess = self.folder / f"{k}-guess.npz"
            np.savez(guess, graph=graph, var_names=np.array([f"X{i}" for i in range(n)]))
            ours = self.folder / f"{k}-class.json"
            run("convert", "--as", "ts-cpdag", truth, ours)
            there.append((k, truth.name, guess.name))
            back.append((k, guess.name, truth.name))
            same.append((k, ours.name, guess.name))
        # The rules of orientation have something to do, and leave something open.
        self.assertGreater(unshielded, TRUTHS // 3)
        self.assertGreater(undirected, TRUTHS // 10)
        for flag, metric, rows in [("--guess-class", "zl-sd", there), ("--truth-class", "zl-sd", back), ("--class", "shd", same)]:
            lines = run("batch", flag, "ts-cpdag", "--to", "jsonl", "--metrics", metric, self.pairs(rows)).splitlines()
            self.assertEqual(len(lines), TRUTHS)
            for line in lines:
                row = json.loads(line)
                self.assertEqual((row["status"], row["value"]), ("ok", 0), row)

    def test_separations_with_hidden_variables(self):
        """Queries about moments agree with tigramite's oracle."""
        rng = random.Random(2)
        for k in range(QUERIES // 25):
            n, lag = rng.randint(3, 6), rng.randint(1, 3)
            links = links_of(rng, n, lag)
            hidden = rng.sample(range(n), rng.randint(0, n - 2))
            seen = [v for v in range(n) if v not in hidden]
            oracle = OracleCI(links=links, observed_vars=seen)
            truth = self.save(f"{k}.json", links)
            window = 2 * lag + 1
            args = ["--latent", ",".join(f"X{v}" for v in hidden)] if hidden else []
            doc = json.loads(run("convert", "--window", window, *args, "--to", "json", truth))
            edges = [(e["from"], e["edge"], e["to"]) for e in doc["edges"]]
            for _ in range(25):
                moments = [(v, -tau) for v in seen for tau in range(window)]
                y = (rng.choice(seen), 0)
                x = rng.choice([m for m in moments if m != y])
                rest = [m for m in moments if m not in (x, y)]
                given = rng.sample(rest, min(len(rest), rng.randint(0, 5)))
                place = lambda m: (seen.index(m[0]), m[1])  # as its test counts variables
                _, p = oracle.run_test([place(x)], [place(y)], [place(m) for m in given])
                theirs = p < 0.5
                ours = not separated(edges, name(x[0], -x[1]), name(y[0], -y[1]), {name(v, -tau) for v, tau in given})
                self.assertEqual(ours, theirs, (text(links), hidden, x, y, given))


def separated(edges, x, y, given):
    """m-separation by the definition of walks: from node and arrowhead to the next."""
    near = {}
    for a, arrow, b in edges:
        near.setdefault(a, []).append((b, arrow == "<->", True))
        near.setdefault(b, []).append((a, True, arrow == "<->"))
    above = set(given)
    todo = list(given)
    while todo:
        v = todo.pop()
        for u, here, there in near.get(v, []):
            if here and not there and u not in above:
                above.add(u)
                todo.append(u)
    seen, todo = set(), [(v, there) for v, _, there in near.get(x, [])]
    while todo:
        v, head = todo.pop()
        if (v, head) in seen:
            continue
        seen.add((v, head))
        if v == y:
            return False
        for u, here, there in near.get(v, []):
            if (v in above) if head and here else v not in given:
                todo.append((u, there))
    return True
