"""Clusters of two workers on loopback, each started and ended by the tests."""

import contextlib
import os
import pathlib
import secrets
import signal
import socket
import subprocess
import sys
import time

BIN = pathlib.Path(sys.executable).parent
HERE = pathlib.Path(__file__).resolve().parent

# Ray asks for a token where there is one on the machine. The clusters of these tests have their own.
TOKEN = secrets.token_hex(32)


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


def environment(**more):
    """Return the environment of workers, which find the faults of these tests, and nothing beside loopback."""
    path = os.pathsep.join([str(HERE), *filter(None, [os.environ.get("PYTHONPATH")])])
    return {**os.environ, "PYTHONPATH": path, "SPARK_LOCAL_IP": "127.0.0.1", "RAY_USAGE_STATS_ENABLED": "0", "SPARK_DAEMON_MEMORY": "256m",
            "RAY_worker_niceness": "0", "RAY_AUTH_MODE": "token", "RAY_AUTH_TOKEN": TOKEN, **more}


@contextlib.contextmanager
def running(folder, *commands):
    """Run commands in sessions of their own, and end all that is in them."""
    started = []
    try:
        for i, command in enumerate(commands):
            log = open(folder / f"{i}.log", "ab")
            started.append(subprocess.Popen([str(c) for c in command], stdout=log, stderr=log, stdin=subprocess.DEVNULL, env=environment(), start_new_session=True))
            time.sleep(0.5)
        yield started
    finally:
        for p in reversed(started):
            family = children(p.pid)
            p.terminate()
            with contextlib.suppress(subprocess.TimeoutExpired):
                p.wait(10)
            for pid in [p.pid, *family]:
                with contextlib.suppress(ProcessLookupError, PermissionError):
                    os.kill(pid, signal.SIGKILL)


def children(pid):
    import psutil

    with contextlib.suppress(psutil.NoSuchProcess):
        return [c.pid for c in psutil.Process(pid).children(recursive=True)]
    return []


def listening(port, seconds=600):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        with contextlib.suppress(OSError):
            socket.create_connection(("127.0.0.1", port), 1).close()
            return
        time.sleep(0.2)
    raise AssertionError(f"nothing listens at port {port}")


@contextlib.contextmanager
def ray(folder):
    port = free_port()
    start = [BIN / "ray", "start", "--head", f"--port={port}", "--node-ip-address=127.0.0.1", "--num-cpus=2", "--include-dashboard=false", "--object-store-memory=100000000",
             "--disable-usage-stats", "--block"]
    with running(folder, start):
        listening(port)
        yield f"127.0.0.1:{port}"


@contextlib.contextmanager
def dask(folder):
    port = free_port()
    address = f"tcp://127.0.0.1:{port}"
    with running(folder, [BIN / "dask", "scheduler", "--host", "127.0.0.1", "--port", port, "--no-dashboard"],
                 [BIN / "dask", "worker", address, "--nworkers", 2, "--nthreads", 1, "--no-dashboard", "--local-directory", folder / "dask"]):
        listening(port)
        yield address


@contextlib.contextmanager
def spark(folder):
    import pyspark

    port = free_port()
    home = pathlib.Path(pyspark.__file__).parent
    run = home / "bin" / "spark-class"
    address = f"spark://127.0.0.1:{port}"
    worker = [run, "org.apache.spark.deploy.worker.Worker", "--host", "127.0.0.1", "--webui-port", 0, "-c", 1, "-m", "1g", "-d"]
    with running(folder, [run, "org.apache.spark.deploy.master.Master", "--host", "127.0.0.1", "--port", port, "--webui-port", 0],
                 *([*worker, folder / f"worker{i}", address] for i in range(2))):
        listening(port)
        yield address


@contextlib.contextmanager
def local(folder):
    yield None


CLUSTERS = {"local": local, "ray": ray, "dask": dask, "spark": spark}
