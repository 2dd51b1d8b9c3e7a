"""Studies on every engine: the rows of sepdist batch, whatever fails."""

import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import time

import pytest

import sepdist
from clusters import CLUSTERS, environment, free_port
from faults import Faulty
from sepdist.engines import open_engine

SEPDIST = os.environ["SEPDIST"]
DRIVER = pathlib.Path(__file__).with_name("driver.py")
METRICS = "mb-zl-sd,shd,parent-aid"
PAIRS = 20_000
ENGINES = list(CLUSTERS)
HANGS = 600  # seconds after which a run is taken to hang
RECORD = b"\nsepdist-study "  # begins a block in a journal


def sepdist_command(*args, **more):
    return subprocess.run([SEPDIST, *map(str, args)], check=True, capture_output=True, text=True, **more)


@pytest.fixture(scope="session")
def pairs(tmp_path_factory):
    """20 000 small pairs and one of 20 000 nodes, and what batch says of them."""
    folder = tmp_path_factory.mktemp("pairs")
    sepdist_command("simulate", "--class", "dag", "--nodes", 10, "--edges", 15, "--any", 3, "--count", PAIRS, "--out", folder)
    sepdist_command("simulate", "--class", "dag", "--nodes", 20_000, "--edges", 40_000, "--seed", 1, "--out", folder / "large.txt")
    sepdist_command("simulate", "--any", 2000, "--seed", 2, "--out", folder / "guess.txt", folder / "large.txt")
    with open(folder / "manifest.csv", "a") as f:
        f.write("large,large.txt,guess.txt\nmissing,large.txt,none.txt\n")
    (folder / "few.csv").write_text("".join((folder / "manifest.csv").read_text().splitlines(keepends=True)[:25]))  # each a block of its own
    (folder / "one.csv").write_text("id,truth,guess\nlarge,large.txt,guess.txt\n")
    for name in ("manifest", "few", "one"):
        p = subprocess.run([SEPDIST, "batch", "--metrics", METRICS, "--out", folder / f"{name}.rows.csv", folder / f"{name}.csv"], capture_output=True, text=True)
        assert p.returncode == (3 if name == "manifest" else 0), p.stderr
    return folder


class Connection:
    """A cluster, and a connection to it that is open while it is used: Spark gives all its workers to the first."""

    def __init__(self, name, address):
        self.name, self.address, self._engine = name, address, None

    @property
    def engine(self):
        self._engine = self._engine or open_engine(self.name, self.address, 2, HANGS)
        return self._engine

    def release(self):
        if self._engine is not None:
            self._engine.close()
        self._engine = None


@pytest.fixture(scope="module", params=ENGINES)
def cluster(request, tmp_path_factory):
    with CLUSTERS[request.param](tmp_path_factory.mktemp(request.param)) as address:
        os.environ.update(environment())
        connection = Connection(request.param, address)
        try:
            yield connection
        finally:
            connection.release()


def same(path, want):
    """Rows are the same, byte for byte, and in the order of the pairs."""
    got, want = pathlib.Path(path).read_bytes(), pathlib.Path(want).read_bytes()
    assert sorted(got.splitlines()) == sorted(want.splitlines())
    assert got == want


def test_rows_are_those_of_batch(cluster, pairs, tmp_path):
    engine = cluster.engine
    done = []
    s = sepdist.study(pairs / "manifest.csv", metrics=METRICS)
    rows = s.run(engine, out=tmp_path / "rows.csv", block_seconds=0.1, progress=lambda *a: done.append(a), journal=tmp_path / "j")
    same(tmp_path / "rows.csv", pairs / "manifest.rows.csv")
    assert (rows.pairs, rows.failed) == (PAIRS + 2, 1)
    assert len(done) == done[-1][1] > 1 and done[-1][2] == 0


def test_large_pair_is_cut(cluster, pairs, tmp_path):
    """The blocks are far shorter than the pair takes on the fastest machine."""
    s = sepdist.study(pairs / "one.csv", metrics=METRICS)
    rows = s.run(cluster.engine, out=tmp_path / "rows.csv", block_seconds=0.002, journal=tmp_path / "j")
    same(tmp_path / "rows.csv", pairs / "one.rows.csv")
    assert (rows.pairs, rows.failed) == (1, 0)
    plan = json.loads((tmp_path / "j").read_bytes().split(b"\n")[1])["plan"]
    assert sum("part" in b for b in plan["blocks"]) > 2


def test_faults(cluster, pairs, tmp_path):
    name, engine = cluster.name, cluster.engine
    faults = {1: "once", 5: "once"} | ({} if name == "local" else {3: "kill"})
    s = Faulty(sepdist.study(pairs / "few.csv", metrics=METRICS), tmp_path, faults)
    s.run(engine, out=tmp_path / "rows.csv", block_seconds=1e-9, journal=tmp_path / "j")
    same(tmp_path / "rows.csv", pairs / "few.rows.csv")
    assert {p.name for p in tmp_path.glob("*-*")} == {f"{what}-{number}" for number, what in faults.items()}
    assert once_each(tmp_path / "j")


def once_each(journal):
    """Every block is in the journal, once."""
    records = [json.loads(line) for line in journal.read_bytes().splitlines() if line.startswith(b'{"')]
    numbers = [r["block"] for r in records[1:]]
    return sorted(numbers) == list(range(len(records[0]["plan"]["blocks"])))


def test_a_block_that_always_fails_is_named_and_another_engine_goes_on(cluster, pairs, tmp_path):
    engine = cluster.engine
    study = sepdist.study(pairs / "few.csv", metrics=METRICS)
    with pytest.raises(sepdist.StudyError) as e:
        Faulty(study, tmp_path, {2: "always", 4: "always"}).run(engine, out=tmp_path / "rows.csv", block_seconds=1e-9, retries=1)
    assert len(e.value.blocks) == 2 and "2 of " in str(e.value) and "each 2 times: pairs " in str(e.value)
    assert all("fails as it should" in why and "\n" not in why for why in e.value.blocks.values())
    assert not (tmp_path / "rows.csv").exists()
    done = []
    study.run("local", out=tmp_path / "rows.csv", progress=lambda *a: done.append(a))
    assert len(done) == 2
    same(tmp_path / "rows.csv", pairs / "few.rows.csv")


def test_a_manifest_that_changes_under_way(cluster, pairs, tmp_path):
    engine = cluster.engine
    for part in ("truth", "guess"):
        (tmp_path / part).symlink_to(pairs / part)
    shutil.copy(pairs / "few.csv", tmp_path / "few.csv")
    s = Faulty(sepdist.study(tmp_path / "few.csv", metrics=METRICS), tmp_path, {1: "change"})
    with pytest.raises(sepdist.StudyError, match="few.csv: the file changed during the run"):
        s.run(engine, out=tmp_path / "rows.csv", block_seconds=1e-9)
    assert not (tmp_path / "rows.csv").exists()


def command(name, address, manifest, out, *more):
    at = ["--address", address] if address else []
    return [sys.executable, "-W", "ignore", str(DRIVER), str(manifest), "--metrics", METRICS, "--engine", name, *at, "--out", str(out), *more]


def test_a_driver_that_is_killed_and_started_again(cluster, pairs, tmp_path):
    name, address = cluster.name, cluster.address
    cluster.release()
    out, journal = tmp_path / "rows.csv", tmp_path / "rows.csv.journal"
    run = command(name, address, pairs / "manifest.csv", out, "--block-seconds", "0.02", "--workers", "2")
    code, said, before = stopped_under_way(run, out, journal, signal.SIGKILL)
    assert code == -signal.SIGKILL, said
    again = subprocess.run(run, env=environment(), capture_output=True, text=True, timeout=HANGS)
    assert again.returncode == 3, again.stderr
    assert "1 of 20002 pairs could not be compared" in again.stderr
    assert before.count(RECORD) > 2 and not journal.exists()
    same(out, pairs / "manifest.rows.csv")


def stopped_under_way(run, out, journal, by):
    """Start a run, end it by a signal when some blocks are done, and return how it ended, what it said and its journal.

    On a busy machine it may be done before; then it starts again.
    """
    for _ in range(5):
        with open(f"{out}.said", "w") as said:  # no pipe: what a killed driver leaves behind may hold it open
            p = subprocess.Popen(run, env=environment(), stderr=said)
        end = time.monotonic() + HANGS
        while p.poll() is None and time.monotonic() < end and not (journal.exists() and journal.read_bytes().count(RECORD) > 2):
            time.sleep(0.01)
        p.send_signal(by)
        p.wait(HANGS)
        if not out.exists():
            what = pathlib.Path(said.name).read_text()
            assert journal.exists(), what
            return p.returncode, what, journal.read_bytes()
        out.unlink()
    raise AssertionError("it was always done before it was stopped")


def test_workers_of_another_version(cluster, pairs, tmp_path):
    name, address = cluster.name, cluster.address
    cluster.release()
    if name == "local":  # the driver and its workers are one process
        s = sepdist.study(pairs / "few.csv", metrics=METRICS)
        s.version = "9.9.9"
        with pytest.raises(sepdist.StudyError, match="the worker has sepdist .*, and the driver has 9.9.9"):
            s.run()
        return
    package = tmp_path / "other" / "sepdist"
    shutil.copytree(pathlib.Path(sepdist.__file__).parent, package)
    (package / "version.py").write_text('__version__ = "9.9.9"\n')
    env = environment()
    env["PYTHONPATH"] = os.pathsep.join([str(package.parent), env["PYTHONPATH"]])
    p = subprocess.run(command(name, address, pairs / "few.csv", tmp_path / "rows.csv"), env=env, capture_output=True, text=True, timeout=HANGS)
    said = [line for line in p.stderr.splitlines() if line.startswith("sepdist: ")]
    assert p.returncode == 1 and len(said) == 1, p.stderr
    assert f"the worker has sepdist {sepdist.__version__}, and the driver has 9.9.9: install the same version on all machines" in said[0]


@pytest.mark.parametrize("name", [e for e in ENGINES if e != "local"])
def test_wrong_addresses(name, pairs, tmp_path):
    where = {"ray": "127.0.0.1:{}", "dask": "tcp://127.0.0.1:{}", "spark": "spark://127.0.0.1:{}"}[name].format(free_port())
    for address, said in ((where, f"address={where!r}: no {name} cluster answers there: Connection refused"), ("tcp://", "expected HOST:PORT")):
        p = subprocess.run(command(name, address, pairs / "few.csv", tmp_path / "rows.csv", "--timeout", "5"), capture_output=True, text=True, env=environment(), timeout=HANGS)
        assert p.returncode == 1 and p.stderr.count("\n") == 1 and said in p.stderr, p.stderr


def test_ray_starts_its_own_cluster(pairs, tmp_path):
    """Ray remembers clusters of this machine, also those that have ended."""
    out, env = tmp_path / "rows.csv", {**environment(), "RAY_ADDRESS": f"127.0.0.1:{free_port()}"}
    p = subprocess.run(command("ray", None, pairs / "few.csv", out, "--workers", "2"), capture_output=True, text=True, env=env)
    assert p.returncode == 0, p.stderr
    same(out, pairs / "few.rows.csv")


LISTENING = """
import os
from sepdist.engines.ray import Engine

engine = Engine(None, 1)
assert list(engine.map_unordered(str, [1])) == [(1, "1")]
sockets, parents = {}, {}
for family in "tcp", "tcp6":
    with open(f"/proc/net/{family}") as f:
        rows = [line.split() for line in f.readlines()[1:]]
    sockets.update({f"socket:[{r[9]}]": r[1].split(":")[0] for r in rows if r[3] == "0A"})  # those that listen
for pid in filter(str.isdigit, os.listdir("/proc")):
    try:
        with open(f"/proc/{pid}/stat") as f:
            parents[pid] = f.read().rsplit(")", 1)[1].split()[1]
    except OSError:
        pass
found = []
for pid in parents:
    up = pid
    while up in parents and up != str(os.getpid()):
        up = parents[up]
    if up not in parents:
        continue
    for fd in os.listdir(f"/proc/{pid}/fd"):
        try:
            found.append(sockets.get(os.readlink(f"/proc/{pid}/fd/{fd}")))
        except OSError:
            pass
print(sorted({a for a in found if a}))
engine.close()
"""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc")
def test_ray_on_this_machine_listens_to_this_machine():
    p = subprocess.run([sys.executable, "-W", "ignore", "-c", LISTENING], capture_output=True, text=True)
    assert p.returncode == 0, p.stderr
    here = {"0100007F", "0000000000000000FFFF00000100007F", "00000000000000000000000001000000"}
    found = set(eval(p.stdout))
    assert found and found <= here, found


@pytest.mark.parametrize("name,package", [("ray", "ray"), ("dask", "distributed"), ("spark", "pyspark")])
def test_an_engine_that_is_not_installed(name, package, pairs, tmp_path):
    p = subprocess.run(command(name, None, pairs / "few.csv", tmp_path / "rows.csv", "--hide", package), capture_output=True, text=True)
    assert p.returncode == 1 and p.stderr.count("\n") == 1, p.stderr
    assert f"engine={name!r} needs the package {package}, which is not installed here: pip install" in p.stderr


def test_nothing_is_imported_that_is_not_used():
    code = "import sys, sepdist; sepdist.study(simulate=dict(count=3, nodes=4, edges=3), metrics='shd').run(); print([m for m in ('ray', 'distributed', 'pyspark', 'pyarrow') if m in sys.modules])"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "[]\n"


def test_ctrl_c_leaves_the_journal(pairs, tmp_path):
    out, journal = tmp_path / "rows.csv", tmp_path / "rows.csv.journal"
    run = command("local", None, pairs / "manifest.csv", out, "--block-seconds", "0.02", "--workers", "2")
    code, said, _ = stopped_under_way(run, out, journal, signal.SIGINT)
    assert code == 130, said
    assert subprocess.run(run, capture_output=True).returncode == 3
    same(out, pairs / "manifest.rows.csv")


def test_parquet(pairs, tmp_path):
    import pyarrow.parquet as pq

    head, *rows = (pairs / "few.csv").read_text().splitlines()[:40]
    columns = [f"{head},n,x,name"] + [f"{row},{i},{['0.5', '', '1e3', '-7'][i % 4]},{['007', 'a', '3'][i % 3]}" for i, row in enumerate(rows)]
    (tmp_path / "columns.csv").write_text("\n".join(columns) + "\n")
    sepdist.study(tmp_path / "columns.csv", metrics=METRICS, base=pairs).run(out=tmp_path / "rows.parquet", block_seconds=0.001)
    sepdist_command("batch", "--metrics", METRICS, "--base", pairs, "--out", tmp_path / "batch.parquet", tmp_path / "columns.csv")
    ours, batch = pq.read_table(tmp_path / "rows.parquet"), pq.read_table(tmp_path / "batch.parquet")
    assert ours.to_pylist() == batch.to_pylist() and ours.schema.names == batch.schema.names and ours.schema.types == batch.schema.types
    p = subprocess.run(command("local", None, pairs / "few.csv", tmp_path / "x.parquet", "--hide", "pyarrow"), capture_output=True, text=True)
    assert p.returncode == 1 and "Parquet needs the package pyarrow" in p.stderr and p.stderr.count("\n") == 1


def test_the_default_size_of_blocks(pairs, tmp_path):
    """All metrics, in blocks of the default size. What that costs is printed by bench/scale/scale.py: no test depends on a time."""
    p = subprocess.run([SEPDIST, "batch", "--metrics", "all", "--out", tmp_path / "batch.csv", pairs / "few.csv"], capture_output=True, text=True)
    assert p.returncode == 0, p.stderr
    p = subprocess.run([*command("local", None, pairs / "few.csv", tmp_path / "study.csv"), "--metrics", "all"], capture_output=True, text=True)
    assert p.returncode == 0, p.stderr
    same(tmp_path / "study.csv", tmp_path / "batch.csv")
