"""The queues of docs/clusters.md: a Slurm array by its variables, a Snakemake rule and a Benchpress module for real."""

import os
import pathlib
import re
import shutil
import subprocess
import sys

import pytest

import sepdist
from sepdist.engines.local import Engine as Local

ROOT = pathlib.Path(__file__).resolve().parents[2]
QUEUES = ROOT / "examples" / "queues"
SEPDIST = os.environ["SEPDIST"]
BIN = pathlib.Path(sys.executable).parent


@pytest.fixture
def folder(tmp_path):
    run([SEPDIST, "simulate", "--class", "dag", "--nodes", 8, "--edges", 12, "--any", 2, "--count", 50, "--out", "."], tmp_path)
    run([SEPDIST, "batch", "--metrics", "zl-sd,shd,parent-aid", "--out", "want.csv", "manifest.csv"], tmp_path)
    return tmp_path


def run(command, folder, **env):
    # The command sepdist of the examples is found first.
    (folder / "bin").mkdir(exist_ok=True)
    if not (folder / "bin" / "sepdist").exists():
        (folder / "bin" / "sepdist").symlink_to(SEPDIST)
    path = os.pathsep.join([str(folder / "bin"), str(BIN), os.environ["PATH"]])
    p = subprocess.run([str(c) for c in command], cwd=folder, env={**os.environ, "PATH": path, "HOME": str(folder), "XDG_CACHE_HOME": str(folder / "cache"), **env}, capture_output=True, text=True)
    assert p.returncode == 0, p.stdout + p.stderr
    return p


def test_slurm(folder):
    for task in range(3, 8):  # an array that does not begin at 1
        run(["bash", QUEUES / "slurm.sh"], folder, SLURM_ARRAY_TASK_ID=str(task), SLURM_ARRAY_TASK_MIN="3", SLURM_ARRAY_TASK_COUNT="5", SLURM_CPUS_PER_TASK="1")
    run([SEPDIST, "merge", "--out", "rows.csv", *sorted(folder.glob("rows-*.csv"))], folder)
    assert (folder / "rows.csv").read_bytes() == (folder / "want.csv").read_bytes()


def test_snakemake(folder):
    shutil.copy(QUEUES / "Snakefile", folder)
    run([BIN / "snakemake", "--cores", 2, "--quiet", "all"], folder)
    assert (folder / "rows.csv").read_bytes() == (folder / "want.csv").read_bytes()


def test_benchpress(tmp_path):
    module = QUEUES / "benchpress" / "sepdist"
    assert {p.name for p in module.iterdir()} == {"rules.smk", "schema.json", "info.json", "docs.rst", "script.sh"}
    estimate = pathlib.Path("adjmat=/pcalg_randdag/seed=1/parameters=/sem/seed=1/data=/iid/n=100/algorithm=/pc/alpha=0.05/seed=1")
    names = "A,B,C,D"
    truth = tmp_path / "results" / "adjmat" / "pcalg_randdag" / "seed=1.csv"
    guess = tmp_path / "results" / "adjmat_estimate" / estimate / "adjmat.csv"
    for path, rows in ((truth, ("0,1,0,0", "0,0,0,0", "0,1,0,1", "0,0,0,0")), (guess, ("0,1,0,0", "0,0,0,0", "0,1,0,1", "0,0,1,0"))):
        path.parent.mkdir(parents=True)
        path.write_text("\n".join([names, *rows]) + "\n")
    result = pathlib.Path("results/evaluation/sepdist") / estimate / "sepdist.csv"
    run([BIN / "snakemake", "--cores", 1, "--quiet", "all", "--snakefile", module / "rules.smk", result], tmp_path)
    # The estimate is the CPDAG of the truth: A --> B <-- C --- D.
    assert (tmp_path / result).read_text().splitlines()[0].startswith("metric,value,wrong,of")
    assert "zl-sd,0,0,12" in (tmp_path / result).read_text()
    guess.write_text("")
    run(["bash", module / "script.sh", truth, guess, "out.csv", "shd"], tmp_path)
    assert (tmp_path / "out.csv").read_text() == ""


def test_the_page_shows_what_was_run():
    page = (ROOT / "docs" / "clusters.md").read_text()
    for path in ("slurm.sh", "Snakefile", "benchpress/sepdist/rules.smk", "benchpress/sepdist/script.sh"):
        assert (QUEUES / path).read_text().strip() in page, path


def blocks(language):
    return re.findall(rf"^```{language}\n(.*?)^```$", (ROOT / "docs" / "clusters.md").read_text(), re.S | re.M)


def test_calls_of_the_page(folder, monkeypatch):
    """The calls are those of the page; this machine stands in for its clusters, which test_engines.py has."""
    monkeypatch.chdir(folder)
    asked = []
    monkeypatch.setattr("sepdist.studies.open_engine", lambda engine, address, *rest: asked.append((engine, address)) or Local(workers=1))
    exec(blocks("python")[0], {})
    assert [e for e, _ in asked][1:] == ["ray", "dask", "spark"] and all(a for _, a in asked[1:])
    assert (folder / "rows.csv").read_bytes() == (folder / "rows-dask.csv").read_bytes() == (folder / "want.csv").read_bytes()


def test_an_engine_of_your_own(folder, monkeypatch):
    monkeypatch.chdir(folder)
    (code,) = (b for b in blocks("python") if "class Engine:" in b)
    names = {}
    exec(code, names)
    sepdist.study("manifest.csv", metrics="zl-sd,shd,parent-aid").run(names["Engine"](workers=2), out="rows.csv", block_seconds=0.001)
    assert (folder / "rows.csv").read_bytes() == (folder / "want.csv").read_bytes()


def test_sbatch(folder):
    """A queue that runs the array at once."""
    shutil.copy(QUEUES / "slurm.sh", folder)
    first, last = re.search(r"--array=(\d+)-(\d+)", (QUEUES / "slurm.sh").read_text()).groups()
    (folder / "bin").mkdir(exist_ok=True)
    (folder / "bin" / "sbatch").write_text(f'#!/bin/sh\nfor i in $(seq {first} {last}); do SLURM_ARRAY_TASK_ID=$i SLURM_ARRAY_TASK_COUNT={last} bash "$1"; done\n')
    (folder / "bin" / "sbatch").chmod(0o755)
    run(["bash", "-euc", blocks("sh")[0]], folder)
    assert (folder / "rows.csv").read_bytes() == (folder / "want.csv").read_bytes()
