"""python -m sepdist is called as the program sepdist is, and prints what it prints."""

import json
import pathlib
import re
import subprocess
import sys

import numpy as np
import pytest

from commandline import run as program

ROOT = pathlib.Path(__file__).parents[2]
EXAMPLES = ROOT / "examples"


def python(*args, code=0, stdin=None):
    done = subprocess.run([sys.executable, "-m", "sepdist", *map(str, args)], capture_output=True, text=True, encoding="utf-8", cwd=ROOT, input=stdin)
    assert done.returncode == code, (done.returncode, done.stderr)
    return done.stdout if code == 0 else done.stderr


SAME = """
compare examples/asia.txt examples/asia-pc.txt
compare --metrics all examples/asia.txt examples/asia-pc.txt
compare --csv --metrics zl-sd,shd examples/asia.txt examples/asia-pc.txt
compare --markdown --as cpdag --symmetric=mean examples/asia.txt examples/asia-pc.txt
compare --baseline 20 --seed 3 --sources asia,smoke examples/asia.txt examples/asia-pc.txt
compare --metrics sc --max-order 2 --order-weights 1,2,1 examples/asia.txt examples/asia-pc.txt
compare --metrics sc --samples 100 --seed 5 --ungraded examples/asia.txt examples/asia-pc.txt
compare examples/climate.txt examples/climate-guess.txt
compare --max-lag 3 --links lagged,cross --metrics default,sc --window 2 examples/climate.txt examples/climate-guess.txt
compare --lag0 examples/climate.txt examples/climate-guess.txt
explain examples/asia.txt examples/asia-pc.txt
explain --metric parent-aid --limit 3 examples/asia.txt examples/asia-pc.txt
explain --reverse examples/asia.txt examples/asia-pc.txt
explain examples/asia.txt examples/asia-pc.txt asia xray
explain --repairs --metrics shd,skeleton-shd examples/asia.txt examples/asia-pc.txt
explain --metric zl-sd examples/climate.txt examples/climate-guess.txt
check examples/asia.txt
check examples/asia-pc.txt
check examples/climate.txt
convert --as cpdag examples/asia.txt
convert --as dag --to json examples/asia-pc.txt
convert --to csv --to-orientation row-to-col examples/asia.txt
convert --window 3 --latent Solar examples/climate.txt
convert --as ts-cpdag examples/climate.txt
draw examples/asia.txt
draw --title Asia --no-legend examples/asia.txt examples/asia-pc.txt
draw --to tikz examples/asia.txt examples/asia-pc.txt
draw --view process examples/climate.txt
draw --view matrix examples/asia.txt
separated examples/asia.txt smoke dysp --given bronc,either
separated examples/asia.txt smoke dysp
separated examples/climate.txt Solar(t-1) Rain(t)
separators examples/asia.txt smoke dysp
separators --metrics zl-sd examples/asia-pc.txt
members examples/asia-pc.txt
members --limit 2 examples/asia-pc.txt
simulate --class dag --nodes 12 --edges 20 --seed 4
simulate --class ts-dag --nodes 4 --edges 8 --max-lag 2
simulate --class admg --nodes 6 --probability 0.4 --bidirected 0.3 --bows 0.2 --to json
simulate --remove 2 --reverse 1 --seed 1 examples/asia.txt
metrics
metrics zl-sd shd
formats
formats npy csv
""".strip().split("\n")


@pytest.mark.parametrize("line", SAME)
def test_same_text(line, monkeypatch):
    monkeypatch.chdir(ROOT)
    args = line.split()
    assert python(*args) == program(*args)


JSON = [line for line in SAME if line.split()[0] in ("compare", "explain", "check", "separated", "separators", "members") and not re.search("--csv|--markdown", line)]


@pytest.mark.parametrize("line", JSON)
def test_same_json(line, monkeypatch):
    monkeypatch.chdir(ROOT)
    args = line.split()
    args.insert(1, "--json")

    def lines(text):
        return [json.loads(x) for x in text.splitlines()] if args[0] == "members" else timeless(json.loads(text))

    assert lines(python(*args)) == lines(program(*args))


def timeless(d):
    if isinstance(d, dict):
        return {k: timeless(v) for k, v in d.items() if k != "seconds"}
    return [timeless(v) for v in d] if isinstance(d, list) else d


def test_files(tmp_path):
    """Files that flags name, and files that are written."""
    (tmp_path / "weights.csv").write_text("x,y,weight\nasia,tub,2\nsmoke,lung,0.5\n")
    (tmp_path / "statements.csv").write_text("asia,smoke\nasia,xray,either\n")
    (tmp_path / "names.csv").write_text("old,new\nT,tub\n")
    (tmp_path / "guess.txt").write_text((EXAMPLES / "asia-pc.txt").read_text().replace("tub", "T"))
    truth = EXAMPLES / "asia.txt"
    for args in (["compare", f"--weights={tmp_path / 'weights.csv'}", truth, EXAMPLES / "asia-pc.txt"],
                 ["compare", "--metrics=sc", f"--statements={tmp_path / 'statements.csv'}", truth, EXAMPLES / "asia-pc.txt"],
                 ["compare", f"--rename={tmp_path / 'names.csv'}", truth, tmp_path / "guess.txt"],
                 ["draw", "--rename=T=tub", truth, tmp_path / "guess.txt"]):
        assert python(*args) == program(*args)
    (tmp_path / "weights.csv").write_text("asia,tub,1_000\n")
    assert "1_000" in python("compare", f"--weights={tmp_path / 'weights.csv'}", truth, truth, code=2)
    python("convert", truth, tmp_path / "out.json")
    program("convert", truth, tmp_path / "other.json")
    assert (tmp_path / "out.json").read_bytes() == (tmp_path / "other.json").read_bytes()
    assert "use --force" in python("convert", truth, tmp_path / "out.json", code=1)
    python("convert", "--force", truth, tmp_path / "out.json")
    python("report", "--metrics=shd", "-o", tmp_path / "r.html", truth, EXAMPLES / "asia-pc.txt")
    assert "<html" in (tmp_path / "r.html").read_text()
    assert python("check", "-", stdin=truth.read_text()).replace("stdin", str(truth)) == program("check", truth)


@pytest.mark.parametrize("args, code, text", [
    (["check", "nowhere.txt"], 1, "nowhere.txt: No such file or directory"),
    (["compare", "examples/asia.txt", "examples/asia-pc.txt", "--metrics", "zlsd"], 1, "zl-sd"),
    (["compare", "-", "-"], 2, "standard input can be only one of the two graphs"),
    (["explain", "examples/asia.txt", "examples/asia-pc.txt", "asia"], 2, "name the second one"),
    (["simulate", "--nodes", "3", "--edges", "2"], 2, "--class"),
    (["simulate", "--class", "dag"], 1, "nodes"),
    (["draw", "examples/asia.txt", "-o", "asia.png"], 1, "svg"),
    (["batch", "manifest.csv"], 2, "install the program sepdist"),
    (["metrics", "zlsd"], 2, "unknown metric 'zlsd'"),
    (["compare", "examples/asia.txt", "examples/climate.txt"], 1, "--lag0"),
    (["convert", "--latent", "Solar", "examples/climate.txt"], 1, "--window"),
])
def test_bad(args, code, text):
    message = python(*args, code=code)
    assert text in message and len(message.splitlines()) == 1, message


def test_asks_for_flags(tmp_path):
    np.save(tmp_path / "m.npy", np.array([[0, 1], [0, 0]]))
    assert "--orientation row-to-col" in python("check", tmp_path / "m.npy", code=1)


def test_every_command_is_known():
    """A command of the program is here, or it is said that it is not."""
    listed = re.findall(r"(?m)^  ([a-z]+) +[A-Z]", program("--help").partition("Commands:")[2])
    here = set(re.findall(r"(?m)^    ([a-z]+)(?: |$)", python("--help")))
    from sepdist.commandline import PROGRAM as elsewhere

    assert set(listed) | {"study"} == here | set(elsewhere)
