"""Runs each method on each data set, and writes one file for each finished run.

A run is finished when runs/ID.json exists, which is written last and renamed into place. So a study that is
killed resumes where it was. A method has a limit of processor time, not of time on the clock, so that a busy
machine does not change results.
"""

import importlib.util
import json
import os
import pathlib
import resource
import signal
import subprocess
import time

import numpy as np

HERE = pathlib.Path(__file__).parent
HELD_OUT = 1000  # rows of each data set that methods do not see


def load(folder, wanted=None):
    """Return {name: module} of the files in a folder, in the order of their names."""
    found = {}
    for path in sorted(pathlib.Path(folder).glob("*.py")):
        if wanted is None or path.stem in wanted:
            spec = importlib.util.spec_from_file_location(path.stem.replace("-", "_"), path)
            found[path.stem] = importlib.util.module_from_spec(spec)
            spec.loader.exec_module(found[path.stem])
    return found


def write(path, text):
    """Write a file that is either complete or not there."""
    part = path.with_suffix(f".{os.getpid()}.part")
    part.write_text(text)
    part.replace(path)


class Dataset:
    """One truth and one sample from it."""

    def __init__(self, study, cell, seed):
        self.source, self.samples, self.seed = cell["source"], cell["samples"], seed
        self.module = study.sources[self.source]
        if hasattr(self.module, "network"):
            (self.names, self.A), self.degree = self.module.network, "own"
            name = self.source
        else:
            self.degree = cell["degree"]
            name = f"{cell['nodes']}-{self.degree}-{seed}"
        self.truth = study.out / "truths" / f"{name}.json"
        if not hasattr(self.module, "network"):
            if not self.truth.exists():
                study.sepdist("simulate", "--class", "dag", "--nodes", cell["nodes"], "--edges", cell["nodes"] * self.degree // 2,
                              "--seed", seed, "--force", "--out", self.truth)
            self.names, self.A = read(self.truth)
        elif not self.truth.exists():
            write(self.truth, graph_json(self.names, "dag", edges_of(self.A, self.names)))
        self.nodes = len(self.names)
        self.id = f"{self.source}-{self.nodes}-{self.degree}-{self.samples}-{seed}"
        hidden = self.module.hidden(self.A) if hasattr(self.module, "hidden") else []
        self.seen = [i for i in range(self.nodes) if i not in hidden]
        self.observed = [self.names[i] for i in self.seen]
        self.held_out = study.out / "held-out" / f"{self.id}.npz"

    def accepted(self, method):
        return self.module.DATA in method.DATA and len(self.seen) <= getattr(method, "MAX_NODES", len(self.seen))

    def data(self):
        """Return the rows that methods see, and write the others for sepdist falsify."""
        rng = np.random.default_rng([self.nodes, int(self.A.sum()), self.seed])  # gauss and gauss-std differ in scale only
        rows = self.module.draw(self.A, self.samples + HELD_OUT, rng)[:, self.seen]
        if not self.held_out.exists():
            part = self.held_out.with_suffix(".part.npz")
            np.savez(part, data=rows[:HELD_OUT], names=np.array(self.observed))
            part.replace(self.held_out)
        return rows[HELD_OUT:]


def read(path):
    """Return the nodes of a DAG, and its matrix: 1 in row i, column j is i --> j."""
    document = json.loads(path.read_text())
    place = {name: i for i, name in enumerate(document["nodes"])}
    A = np.zeros((len(place), len(place)), dtype=int)
    for edge in document["edges"]:
        A[place[edge["from"]], place[edge["to"]]] = 1
    return document["nodes"], A


def edges_of(graph, names):
    """Return lines such as "X1 --> X2" and "ambiguous X1 X2 X3" for the result of a method.

    The result is a matrix (an entry in row i, column j means i --> j, entries in both cells i --- j), a graph of
    causal-learn or of Tetrad, or a list of such lines about X1, X2, ...
    """
    if isinstance(graph, np.ndarray):
        there = graph != 0
        return ([f"{names[i]} --> {names[j]}" for i, j in np.argwhere(there & ~there.T)]
                + [f"{names[i]} --- {names[j]}" for i, j in np.argwhere(np.triu(there & there.T, 1))])
    if hasattr(graph, "get_graph_edges"):
        lines = [str(edge) for edge in graph.get_graph_edges()]
    elif hasattr(graph, "getEdges"):
        lines = [str(edge) for edge in graph.getEdges()]
        lines += [f"ambiguous {t.getX()} {t.getY()} {t.getZ()}" for t in graph.getAmbiguousTriples()]
    else:
        lines = graph
    called = {f"X{i + 1}": name for i, name in enumerate(names)}
    return sorted(" ".join(called.get(word, word) for word in line.split()[:4]) for line in lines)


def graph_json(names, kind, lines):
    """Return a graph in the JSON of sepdist."""
    words = [line.split() for line in lines]
    return json.dumps({
        "format": "sepdist", "version": 1, "class": kind, "nodes": list(names),
        "edges": [{"from": w[0], "edge": w[1], "to": w[2]} for w in words if w[0] != "ambiguous"],
        "triples": [{"status": "ambiguous", "nodes": w[1:]} for w in words if w[0] == "ambiguous"],
    })


class Runner:
    """Runs the methods on a data set in one process, so that Java starts once. If one is stopped, the rest runs in another."""

    def __init__(self, study):
        self.study, self.running = study, {}  # {process: (data set, methods)}

    def start(self, dataset, methods):
        while len(self.running) >= self.study.asked.workers:
            self.wait()
        data = dataset.data()
        process = os.fork()
        if process:
            self.running[process] = dataset, methods
            return
        try:
            self.learn(dataset, data, methods)
        finally:
            os._exit(0)

    def learn(self, dataset, data, methods):
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        quiet = os.open(os.devnull, os.O_RDWR)
        for stream in (1, 2):
            os.dup2(quiet, stream)
        limit = self.study.asked.limit
        for name in methods:
            method = self.study.methods[name]
            started = time.process_time()
            try:
                getattr(method, "prepare", lambda: None)()
                resource.setrlimit(resource.RLIMIT_CPU, (int(time.process_time()) + limit + 1, resource.RLIM_INFINITY))
                signal.alarm(100 * limit)  # for a method that waits without computing
                started = time.process_time()
                graph = method.learn(*[data.copy(), int(dataset.A.sum())][:method.learn.__code__.co_argcount])
                seconds = time.process_time() - started
                lines = edges_of(graph, dataset.observed)
                write(self.study.guess(dataset, name), graph_json(dataset.observed, method.CLASS, lines))
                self.finish(dataset, name, "ok", seconds)
            except Exception as error:  # counted in the table of failures
                self.finish(dataset, name, "failed", time.process_time() - started, f"{type(error).__name__}: {error}")

    def finish(self, dataset, name, status, seconds, error=""):
        record = {"status": status, "seconds": round(seconds, 3), "error": error[:300]}
        write(self.study.record(dataset, name), json.dumps(record))

    def wait(self):
        """Wait for one process. If it was stopped, it was in its first unfinished method; start the others again."""
        process, code = os.wait()
        dataset, methods = self.running.pop(process)
        left = [name for name in methods if not self.study.record(dataset, name).exists()]
        if left:
            stopped = os.WTERMSIG(code)
            if stopped in (signal.SIGXCPU, signal.SIGALRM):
                self.finish(dataset, left[0], "timeout", self.study.asked.limit)
            else:
                self.finish(dataset, left[0], "failed", 0, f"the process ended with signal {stopped}")
            if left[1:]:
                self.start(dataset, left[1:])


def sepdist(command, *words, check=True):
    done = subprocess.run([command, *map(str, words)], capture_output=True, text=True, encoding="utf-8")
    if check and done.returncode:
        raise SystemExit(f"sepdist {' '.join(map(str, words))[:300]}: {done.stderr.strip()}")
    return done.stdout
