"""Studies in blocks on this machine: rows, journals, and what can go wrong. Engines are tested in test/engines."""

import hashlib
import json
import os
import subprocess
import sys

import numpy as np
import pytest

import sepdist
from sepdist import studies


@pytest.fixture(scope="module")
def manifest(tmp_path_factory):
    folder = tmp_path_factory.mktemp("study")
    lines = ["id,truth,guess,method"]
    for k in range(60):
        g = sepdist.simulate("dag", 8, 12, seed=k + 1)
        (folder / f"t{k}.txt").write_text(g.to_text())
        (folder / f"g{k}.txt").write_text(sepdist.simulate(graph=g, any=2, seed=k).to_text())
        lines.append(f"p{k},t{k}.txt,{'none' if k == 7 else f'g{k}'}.txt,{k % 3}")
    path = folder / "manifest.csv"
    path.write_text("\n".join(lines) + "\n")
    return path


def numbers(rows):
    """Return the rows by pair and metric."""
    import csv
    import io

    return {(r["id"], r["metric"]): r for r in csv.DictReader(io.StringIO(rows.text))}


def test_rows_are_those_of_compare(manifest):
    rows = sepdist.study(manifest, metrics=["zl-sd", "shd"]).run(block_seconds=0.002)
    assert (rows.pairs, rows.failed) == (60, 1) and rows.first.startswith("missing-file: none.txt")
    found = numbers(rows)
    for k in (0, 6, 59):
        r = sepdist.compare(manifest.parent / f"t{k}.txt", manifest.parent / f"g{k}.txt", ["zl-sd", "shd"])
        for m in ("zl-sd", "shd"):
            assert float(found[f"p{k}", m]["value"]) == r[m].value
    assert found["p7", "shd"]["status"] == "error" and found["p8", "shd"]["method"] == "2"


def test_any_cut_gives_the_same_bytes(manifest, tmp_path):
    s = sepdist.study(manifest, metrics="default")
    texts = {s.run(block_seconds=b, workers=w).text for b, w in ((1e-6, 1), (0.002, 3), (100, 1))}
    assert len(texts) == 1
    s.run(out=tmp_path / "rows.jsonl", block_seconds=0.002)
    assert sum(1 for line in open(tmp_path / "rows.jsonl") if json.loads(line)["metric"] == "shd") == 59
    assert os.listdir(tmp_path) == ["rows.jsonl"]


def test_pairs_in_memory(manifest):
    graphs = [(sepdist.read(manifest.parent / f"t{k}.txt"), sepdist.read(manifest.parent / f"g{k}.txt")) for k in range(7)]
    rows = numbers(sepdist.study([(f"p{k}", *pair) for k, pair in enumerate(graphs)], metrics="shd,zl-sd").run(block_seconds=1e-6))
    for k, (t, g) in enumerate(graphs):
        assert float(rows[f"p{k}", "zl-sd"]["value"]) == sepdist.compare(t, g, "zl-sd")["zl-sd"].value


def test_pairs_that_cannot_be_read_have_rows(tmp_path):
    rows = sepdist.study([("a --> b", "b --> a"), (tmp_path / "none.txt", "a --> b"), ("a --> b", None)], metrics="shd").run()
    assert (rows.pairs, rows.failed) == (3, 2)
    good, missing, odd = rows.text.splitlines()[1:]
    assert ",ok," in good and "error,missing-file,truth: " in missing and "none.txt" in missing and "guess: expected a graph, got a NoneType" in odd
    with pytest.raises(sepdist.OptionError, match="orientation"):
        sepdist.study([(np.array([[0, 1], [0, 0]]), "0 --> 1")])


def test_random_pairs_and_a_large_pair_in_parts():
    how = dict(graph_class="dag", nodes=120, edges=240, any=5, count=2, seed=3)
    s = sepdist.study(simulate=how, metrics=["shd", "zl-sd", "parent-aid", "ancestor-sd"])
    parts = s.plan(1e-5)["blocks"]
    assert sum(1 for b in parts if b.get("part")) > 10
    assert s.run(block_seconds=1e-5).text == s.run(block_seconds=100).text


class Failing(studies.Study):
    """A study some of whose blocks fail: as often as `times` says."""

    times: dict = {}

    def block(self, block):
        if self.times.get(block["number"], 0) > 0:
            self.times[block["number"]] -= 1
            raise RuntimeError("this block fails")
        return super().block(block)


def failing(manifest, **times):
    s = sepdist.study(manifest, metrics="shd")
    f = Failing(s.request)
    f.times = {int(k[1:]): v for k, v in times.items()}
    return f


def test_a_block_that_fails_is_tried_again(manifest):
    assert failing(manifest, b1=2).run(block_seconds=0.001).text == sepdist.study(manifest, metrics="shd").run().text


def test_a_block_that_always_fails_is_named_and_the_rest_is_kept(manifest, tmp_path):
    journal = tmp_path / "j"
    with pytest.raises(sepdist.StudyError, match="1 of .* blocks failed, each 3 times: pairs .* this block fails") as e:
        failing(manifest, b1=99).run(block_seconds=1e-6, journal=journal)
    assert list(e.value.blocks) == ["pairs 1 to 1"]
    done = []
    text = sepdist.study(manifest, metrics="shd").run(journal=journal, progress=lambda *a: done.append(a)).text
    assert done == [(60, 60, 0.0)]
    assert text == sepdist.study(manifest, metrics="shd").run().text


def test_journals_that_are_torn_or_doubled(manifest, tmp_path):
    journal = tmp_path / "j"
    s = sepdist.study(manifest, metrics="shd")
    want = s.run(block_seconds=1e-6, journal=journal).text
    whole = journal.read_bytes()
    records = whole.split(b"sepdist-study ")
    for damaged in (whole[: len(whole) // 2], whole + b"sepdist-study " + records[5], whole[:-30] + b"x" + whole[-29:], b"sepdist-study ".join(records[:4])):
        journal.write_bytes(damaged)
        assert s.run(journal=journal).text == want
    journal.write_bytes(whole[:50])  # a run was killed when it created the journal
    assert s.run(journal=journal).text == want
    for foreign in (b"hello\n", b"sepdist-study x y\n"):
        journal.write_bytes(foreign)
        with pytest.raises(sepdist.Error, match="is not the journal of a study"):
            s.run(journal=journal)
        assert journal.read_bytes() == foreign
    assert s.run(journal=journal, force=True).text == want


def _record(head, rows=b""):
    body = json.dumps(head).encode() + b"\n" + rows
    return b"sepdist-study %d %s\n" % (len(body), hashlib.sha256(body).hexdigest().encode()) + body + b"\n"


def test_odd_journals_are_one_sentence(manifest, tmp_path):
    journal = tmp_path / "j"
    s = sepdist.study(manifest, metrics="shd")
    want = s.run(block_seconds=1e-6, journal=journal).text
    first = journal.read_bytes().split(b"\n", 2)[1]
    start = json.loads(first)
    for odd in (_record([1]), _record({}), _record({"identity": 3}), _record({**start, "plan": [2]}), _record({**start, "identity": {**start["identity"], "version": "0.0"}})):
        journal.write_bytes(odd)
        with pytest.raises(sepdist.Error) as e:
            s.run(journal=journal)
        assert str(journal) in str(e.value) and "\n" not in str(e.value)
    assert "another version of sepdist" in str(e.value)
    assert s.run(journal=journal, force=True).text == want
    for odd in ({"block": 0}, {"block": "x"}, {"block": 10**9, "files": "", "pairs": 1, "failed": 0, "first": ""}, []):
        journal.write_bytes(_record(start) + _record(odd))
        assert s.run(journal=journal).text == want


def test_force_replaces_a_stale_journal(manifest, tmp_path):
    out = tmp_path / "rows.csv"
    with pytest.raises(sepdist.StudyError):
        failing(manifest, b1=99).run(block_seconds=1e-6, out=out)
    other = sepdist.study(manifest, metrics="zl-sd")
    with pytest.raises(sepdist.Error, match="another study"):
        other.run(out=out)
    assert other.run(out=out, force=True).text == other.run().text


@pytest.mark.parametrize("link", [False, True])
@pytest.mark.parametrize("what", ["manifest", "graph", "journal"])
def test_an_output_that_is_an_input_is_refused(tmp_path, what, link):
    for name, text in (("m.csv", "id,truth,guess\n1,t.csv,g.csv\n"), ("t.csv", "a,b\n0,1\n0,0\n"), ("g.csv", "a,b\n0,1\n0,0\n")):
        (tmp_path / name).write_text(text)
    output = tmp_path / {"manifest": "m.csv", "graph": "g.csv", "journal": "t.csv"}[what]
    want = output.read_text()
    name = output
    if link:
        name = tmp_path / "link.csv"
        name.symlink_to(output)
    s = sepdist.study(tmp_path / "m.csv", metrics="shd", orientation="row-to-col")
    with pytest.raises(sepdist.Error, match="is the same file as the input .*: choose another file to write" if link else "is also an input"):
        s.run(force=True, **{"journal" if what == "journal" else "out": name})
    assert output.read_text() == want
    assert s.run(out=tmp_path / "rows.csv").failed == 0


def test_a_journal_of_another_study_is_refused(manifest, tmp_path):
    journal = tmp_path / "j"
    sepdist.study(manifest, metrics="shd").run(journal=journal)
    with pytest.raises(sepdist.Error, match=r"was written for another study \(other options\)"):
        sepdist.study(manifest, metrics="zl-sd").run(journal=journal)
    with pytest.raises(sepdist.Error, match=r"other pairs"):
        text = manifest.read_text()
        try:
            manifest.write_text(text.replace("p59", "p60"))
            sepdist.study(manifest, metrics="shd").run(journal=journal)
        finally:
            manifest.write_text(text)


def test_files_that_changed_before_a_run_goes_on(manifest, tmp_path):
    journal, file = tmp_path / "j", manifest.parent / "g3.txt"
    s = sepdist.study(manifest, metrics="shd")
    s.run(journal=journal, block_seconds=1e-6)
    text = file.read_text()
    try:
        file.write_text(text + "# a remark\n")
        with pytest.raises(sepdist.ChangedError, match="files of 1 finished blocks have changed since, the first of pairs 3 to 3"):
            s.run(journal=journal)
    finally:
        file.write_text(text)
    s.run(journal=journal)


def test_bad_input(manifest, tmp_path):
    s = sepdist.study(manifest, metrics="shd")
    (tmp_path / "there.csv").write_text("")
    for run, message in (
        (dict(engine="slurm"), "engine='slurm': there is no such engine: expected one of dask, local, ray, spark"),
        (dict(out=tmp_path / "rows.xlsx"), "expected a file that ends with .csv, .jsonl or .parquet"),
        (dict(out=tmp_path / "there.csv"), "already exists"),
        (dict(block_seconds=0), "block_seconds=0: expected a positive number"),
    ):
        with pytest.raises(sepdist.OptionError, match=message):
            s.run(**run)
    for source, message in ((("nowhere.csv",), "no such file"), ((), "no pairs"), (([1],), "pair 0 is a int")):
        with pytest.raises(sepdist.Error, match=message):
            sepdist.study(*source, metrics="shd").run()
    with pytest.raises(sepdist.MetricError):
        sepdist.study(manifest, metrics="sdh").run()
    with pytest.raises(sepdist.OptionError, match="count=0"):
        sepdist.study(simulate={"nodes": 3})


def test_pairs_that_take_long(tmp_path):
    # all statements about 100 nodes take years
    truth, guess = (sepdist.simulate("dag", 100, 300, seed=seed) for seed in (1, 2))
    small = sepdist.simulate("dag", 5, 6, seed=1)
    pairs = [("long", truth, guess), ("short", small, small)]

    def compared(**options):
        rows = sepdist.study(pairs, metrics="sc-metric", exact_limit=100, **options).run(journal=tmp_path / "j")
        found = numbers(rows)
        assert found["short", "sc-metric"]["value"] == "0"
        return found["long", "sc-metric"]

    assert compared()["code"] == "too-long"
    (tmp_path / "j").unlink()
    assert compared(pair_timeout="0.2s")["reason"] == "took longer than 200ms: use a longer --pair-timeout"
    assert compared(pair_timeout=1)["code"] == "timeout"  # the journal is that of the same study
    with pytest.raises(sepdist.OptionError, match='pair_timeout="5x": expected a time such as 90s'):
        compared(pair_timeout="5x")
