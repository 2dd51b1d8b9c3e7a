"""Runs the command sepdist, which SEPDIST names, on files in a folder of its own."""

import os
import pathlib
import random
import shutil
import subprocess
import tempfile
import unittest

COMMAND = os.environ.get("SEPDIST") or shutil.which("sepdist")


def run(*args):
    """Return what the command prints."""
    done = subprocess.run([COMMAND, *map(str, args)], capture_output=True, text=True, encoding="utf-8")
    if done.returncode != 0:
        raise AssertionError(f"sepdist {' '.join(map(str, args))}: {done.stderr.strip()}")
    return done.stdout


def quoted(name):
    return '"' + name.replace("\\", "\\\\").replace('"', '\\"') + '"'


def unquoted(text):
    """Split a line of the native text into its words."""
    words, i = [], 0
    while i < len(text):
        if text[i] == " ":
            i += 1
        elif text[i] == '"':
            word, i = "", i + 1
            while text[i] != '"':
                i += text[i] == "\\"
                word += text[i]
                i += 1
            words.append(word)
            i += 1
        else:
            j = text.find(" ", i)
            j = len(text) if j < 0 else j
            words.append(text[i:j])
            i = j
    return words


MIRROR = str.maketrans("<>", "><")


def edge(x, arrow, y):
    """Return an edge in one way, from whichever end it is read."""
    return min((x, arrow, y), (y, arrow[::-1].translate(MIRROR), x))


class FileTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def write(self, name, nodes, edges, *flags):
        """Let sepdist write a graph into a file, and return its path."""
        text, path = self.folder / "graph.txt", self.folder / name
        lines = [quoted(v) for v in nodes] + [f"{quoted(x)} {arrow} {quoted(y)}" for x, arrow, y in edges]
        text.write_text("\n".join(lines) + "\n", encoding="utf-8")
        run("convert", "--format", "text", "--force", *flags, text, path)
        return path

    def read(self, path, *flags):
        """Return the nodes and the edges that sepdist reads from a file."""
        nodes, edges = [], set()
        for line in run("convert", "--to", "text", *flags, path, "-").split("\n"):
            words = unquoted(line)
            if len(words) == 1:
                nodes.append(words[0])
            elif len(words) == 3:
                edges.add(edge(*words))
        return nodes, edges


def graphs(arrows, count=20, names="v{}", acyclic=True):
    """Yield random graphs of up to eight nodes with these kinds of edges; a kind such as
    "--> <->" puts two of them between two nodes."""
    for seed in range(count):
        rng = random.Random(seed)
        nodes = [names.format(i) for i in range(rng.randint(2, 8))]
        edges = []
        for j in range(len(nodes)):
            for i in range(j):
                if rng.random() < 0.4:
                    x, y = (i, j) if acyclic or rng.random() < 0.5 else (j, i)
                    edges += [(nodes[x], a, nodes[y]) for a in rng.choice(arrows).split()]
        yield nodes, edges


def same(edges):
    return {edge(*e) for e in edges}
