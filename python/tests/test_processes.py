"""A good citizen: signals, threads, forks and other processes, with the library and with the worker."""

import concurrent.futures
import multiprocessing
import os
import random
import signal
import subprocess
import sys
import textwrap
import threading
import time

import pytest

import sepdist

SMALL = sepdist.Graph(list("abcd"), [("a", "-->", "b"), ("c", "-->", "b"), ("b", "-->", "d")]), sepdist.Graph(list("abcd"), [("a", "-->", "b"), ("b", "-->", "c"), ("b", "-->", "d")])
ENGINES = ["library", "worker"]


def small(_=None):
    return sepdist.compare(*SMALL, "zl-sd")["zl-sd"].wrong


def run(code, engine="library", seconds=240, **more):
    """Run a script in a process of its own and return what it prints."""
    if engine == "worker" and not os.path.exists(os.environ.get("SEPDIST_WORKER", "")):
        raise AssertionError("SEPDIST_WORKER must name the worker: see the Makefile")
    done = subprocess.run([sys.executable, "-W", "ignore", "-c", textwrap.dedent(code)], capture_output=True, text=True, timeout=seconds,
                          env={**os.environ, "SEPDIST_ENGINE": engine, **more})
    assert done.returncode == 0, done.stderr
    return done.stdout.split()


START = """
    import os, signal, sys, threading, time
    import sepdist
    small = sepdist.simulate("dag", 12, 20, seed=1), sepdist.simulate("dag", 12, 20, seed=2)
    large = sepdist.simulate("dag", 400, 1600, seed=1), sepdist.simulate("dag", 400, 1600, seed=2)
    slow = sepdist.simulate("dag", 22, 60, seed=1), sepdist.simulate("dag", 22, 60, seed=2)
    want = sepdist.compare(*small)["zl-sd"].value
"""


@pytest.mark.parametrize("engine", ENGINES)
def test_forks(engine):
    """100 children of a parent that is busy in the engine, each with the right number."""
    code = START + """
    stop = False
    def busy():
        while not stop:
            sepdist.compare(*large, "zl-sd")
    threads = [threading.Thread(target=busy) for _ in range(2)]
    for t in threads: t.start()
    good = 0
    for _ in range(100):
        child = os.fork()
        if child == 0:
            try:
                os._exit(0 if sepdist.compare(*small)["zl-sd"].value == want else 3)
            except BaseException:
                os._exit(4)
        end = time.time() + 60
        while time.time() < end:
            done, status = os.waitpid(child, os.WNOHANG)
            if done:
                good += status == 0
                break
            time.sleep(0.002)
        else:
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
    stop = True
    for t in threads: t.join()
    print(good)
    """
    assert run(code, engine) == ["100"]


def test_killed_child():
    """A child that is killed in the engine leaves the parent as it was."""
    code = START + """
    for _ in range(5):
        child = os.fork()
        if child == 0:
            sepdist.compare(*slow, "sc-metric", exact_limit=30)
            os._exit(0)
        time.sleep(0.1)
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        assert sepdist.compare(*small)["zl-sd"].value == want
    print("good")
    """
    assert run(code) == ["good"]


def test_killed_worker():
    """Where the worker is killed the request fails, and the next one has a new worker."""
    code = START + """
    from sepdist import _native as engine
    threading.Timer(0.3, engine.engine().process.kill).start()
    try:
        while True:
            sepdist.compare(*slow, "sc-metric", exact_limit=30)
    except sepdist.EngineError:
        print("failed")
    print(sepdist.compare(*small)["zl-sd"].value == want)
    """
    assert run(code, "worker") == ["failed", "True"]


@pytest.mark.parametrize("engine", ENGINES)
def test_interrupts(engine):
    """20 interrupts at random moments, each heard within a second; then all is well."""
    code = START + """
    import random
    rng = random.Random(1)
    heard, worst = 0, 0
    for _ in range(20):
        wait = 0.4 * rng.random()
        began = time.time()
        try:
            threading.Timer(wait, os.kill, (os.getpid(), signal.SIGINT)).start()
            while True:
                sepdist.compare(*slow, "sc-metric", exact_limit=30)
        except KeyboardInterrupt:
            heard += 1
        worst = max(worst, time.time() - began - wait)
    print(heard, worst < 1, sepdist.compare(*small)["zl-sd"].value == want)
    """
    assert run(code, engine) == ["20", "True", "True"]


def test_interrupts_many():
    """compare_many and the short calls can be interrupted, too."""
    code = START + """
    import numpy as np
    from sepdist import gadjid
    a = np.triu(np.ones((10, 10), np.int8), 1)
    stack = np.stack([a] * 20000)
    def loop():
        while True:
            gadjid.parent_aid(a, a, "from row to column")
    for call in (loop, lambda: [sepdist.compare_many(stack, stack, "all", orientation="row-to-col") for _ in range(1000)]):
        began = time.time()
        try:
            threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT)).start()
            call()
        except KeyboardInterrupt:
            print(time.time() - began < 1.5)
    """
    assert run(code) == ["True", "True"]


def test_signals_stay():
    """The handlers of the user are the same before and after, and are called while the engine works."""
    code = """
    import signal, sys, threading, os, time
    heard = []
    for s in (signal.SIGTERM, signal.SIGUSR1, signal.SIGALRM):
        signal.signal(s, lambda n, f: heard.append(n))
    before = {s: signal.getsignal(s) for s in signal.valid_signals()}
    import sepdist
    slow = sepdist.simulate("dag", 16, 50, seed=1), sepdist.simulate("dag", 16, 50, seed=2)
    assert {s: signal.getsignal(s) for s in signal.valid_signals()} == before
    signal.setitimer(signal.ITIMER_REAL, 0.05)
    threading.Timer(0.02, os.kill, (os.getpid(), signal.SIGUSR1)).start()
    end = time.time() + 1
    while time.time() < end:
        sepdist.compare(*slow, "sc-metric", exact_limit=30)
    print(sorted(heard) == sorted([signal.SIGUSR1, signal.SIGALRM]))
    """
    assert run(code) == ["True"]


@pytest.mark.parametrize("engine", ENGINES)
def test_threads(engine):
    """8 threads at once for a minute; SEPDIST_SECONDS says for how long where there is less time."""
    seconds = float(os.environ.get("SEPDIST_SECONDS", "60"))
    code = START + f"""
    import numpy as np
    from sepdist import gadjid
    a, b = (g.to_numpy() for g in small)
    count = gadjid.parent_aid(a, b, "from row to column")
    every = sepdist.compare(*small).to_dict()["results"]
    many = sepdist.compare_many([a] * 50, [b] * 50, "zl-sd", orientation="row-to-col")["zl-sd"].tolist()
    end, wrong, calls = time.time() + {seconds if engine == "library" else min(seconds, 15)}, [], [0] * 8
    def same(results):
        return all((x["value"], x.get("wrong")) == (y["value"], y.get("wrong")) for x, y in zip(results, every))
    def work(k):
        try:
            while time.time() < end:
                if not same(sepdist.compare(*small).to_dict()["results"]): wrong.append(k)
                if gadjid.parent_aid(a, b, "from row to column") != count: wrong.append(k)
                if sepdist.compare_many([a] * 50, [b] * 50, "zl-sd", orientation="row-to-col")["zl-sd"].tolist() != many: wrong.append(k)
                calls[k] += 1
        except BaseException as e:
            wrong.append(repr(e))
    threads = [threading.Thread(target=work, args=(k,)) for k in range(8)]
    for t in threads: t.start()
    for t in threads: t.join()
    print(len(wrong), min(calls) > 0, *wrong[:3])
    print(sum(calls), file=sys.stderr)
    """
    assert run(code, engine) == ["0", "True"]


def test_gil_is_free():
    """Python goes on while the engine works."""
    slow = sepdist.simulate("dag", 22, 60, seed=1), sepdist.simulate("dag", 22, 60, seed=2)
    done = threading.Event()

    def work():
        try:
            sepdist.compare(*slow, "sc-metric", exact_limit=30)
        finally:
            done.set()

    threading.Thread(target=work).start()
    turns = 0
    while not done.is_set() and turns < 200:
        turns += 1
        time.sleep(0.001)
    done.wait()
    assert turns > 20


@pytest.mark.parametrize("method", ["fork", "spawn", "forkserver"])
def test_multiprocessing(method):
    want = small()
    with concurrent.futures.ProcessPoolExecutor(2, mp_context=multiprocessing.get_context(method)) as pool:
        assert list(pool.map(small, range(8))) == [want] * 8


def test_joblib():
    import joblib

    want = small()
    for backend in ("loky", "threading", "multiprocessing"):
        assert joblib.Parallel(n_jobs=2, backend=backend)(joblib.delayed(small)(i) for i in range(8)) == [want] * 8


def test_results_travel():
    """Graphs, results and exceptions can be pickled."""
    import pickle

    r = sepdist.compare(*SMALL)
    again = pickle.loads(pickle.dumps(r))
    assert again.to_dict() == r.to_dict() and again.explain("zl-sd").to_dict() == r.explain("zl-sd").to_dict()
    with pytest.raises(sepdist.ClassError) as e:
        sepdist.compare(SMALL[0], sepdist.Graph(list("abcd"), [("a", "-->", "b"), ("b", "-->", "a")]))
    again = pickle.loads(pickle.dumps(e.value))
    assert (type(again), str(again), again.witness, again.role) == (type(e.value), str(e.value), e.value.witness, "guess") and again.witness


def test_progress():
    told = []
    slow = sepdist.simulate("dag", 22, 60, seed=1), sepdist.simulate("dag", 22, 60, seed=2)
    sepdist.compare(*slow, "sc-metric", exact_limit=30, progress=told.append)
    assert told == sorted(told) and told[-1] == 1 and len(told) > 1
    assert sepdist.compare(*SMALL, "shd", progress=True)["shd"].wrong == 1


def test_random_moments_in_this_process():
    """An interrupt leaves no job behind: the next answers are right."""
    slow = sepdist.simulate("dag", 20, 60, seed=1), sepdist.simulate("dag", 20, 60, seed=2)
    rng = random.Random(5)
    want = small()
    for _ in range(5):
        threading.Timer(0.05 + 0.1 * rng.random(), os.kill, (os.getpid(), signal.SIGINT)).start()
        with pytest.raises(KeyboardInterrupt):
            while True:
                sepdist.compare(*slow, "sc-metric", exact_limit=30)
        assert small() == want


def test_script_named_as_its_own_command(tmp_path):
    """SEPDIST_WORKER may name the script of the package, which then runs the shipped command and not itself."""
    script = tmp_path / "sepdist"
    script.write_text(f"#!{sys.executable}\nimport sys\nfrom sepdist.__main__ import main\nsys.exit(main())\n")
    script.chmod(0o755)
    done = subprocess.run(
        [sys.executable, str(script), "version"], env={**os.environ, "SEPDIST_WORKER": str(script)}, capture_output=True, text=True, timeout=60,
    )
    assert "the command is missing" in done.stderr or done.stdout.startswith("sepdist"), done


@pytest.mark.skipif(not hasattr(os, "fork"), reason="forks")
def test_fork_while_the_library_loads():
    """A child that was forked while another thread loaded the library loads a copy of its own."""
    code = """
    import os, sys, threading, time
    import sepdist
    from sepdist import _native
    load, begun, go = _native.Library, threading.Event(), threading.Event()
    def slowly(*args, **options):
        begun.set()
        go.wait()
        return load(*args, **options)
    _native.Library = slowly
    a, b = sepdist.Graph(list("ab"), [("a", "-->", "b")]), sepdist.Graph(list("ab"), [])
    other = threading.Thread(target=sepdist.compare, args=(a, b, "shd"))
    other.start()
    begun.wait()
    child = os.fork()
    if child == 0:
        _native.Library = load
        os._exit(0 if _native._forked and sepdist.compare(a, b, "shd")["shd"].wrong == 1 else 1)
    go.set()
    other.join()
    print(os.waitpid(child, 0)[1])
    """
    assert run(code, "library") == ["0"]


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the limit of other systems cannot be read")
@pytest.mark.parametrize("engine", ENGINES)
def test_little_address_space(engine):
    out = run("""
        import resource
        import sepdist
        used = int(open("/proc/self/statm").read().split()[0]) * resource.getpagesize()
        resource.setrlimit(resource.RLIMIT_AS, (used + 300_000_000,) * 2)
        try:
            sepdist.compare("A --> B", "B --> A")
        except sepdist.EngineError as e:
            print(e)
    """, engine)
    text = " ".join(out)
    assert text.startswith("the address space of this process is limited to ") and "ulimit -v unlimited" in text
