"""Ray: each block is a task of one processor. Ray itself runs tasks of lost workers again."""

from __future__ import annotations

import contextlib
import os
from typing import Any, Iterable, Iterator

import ray
from ray._private import ray_constants

from . import in_window, processors, reach


def _answer(fn: Any, block: Any) -> Any:
    return fn(block)


@contextlib.contextmanager
def _loopback() -> Iterator[None]:
    """Let a cluster that is started here listen on 127.0.0.1 only. Ray does so by itself on macOS and Windows, and has no
    option for it: it replaces the address 127.0.0.1 by one that others can reach."""
    variable = "RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER"  # for the processes that Ray starts
    before, enabled = os.environ.get(variable), getattr(ray_constants, "ENABLE_RAY_CLUSTER", None)
    os.environ[variable], ray_constants.ENABLE_RAY_CLUSTER = "0", False
    try:
        yield
    finally:
        ray_constants.ENABLE_RAY_CLUSTER = enabled
        if before is None:
            del os.environ[variable]
        else:
            os.environ[variable] = before


class Engine:
    def __init__(self, address: str | None = None, workers: int | None = None, timeout: float = 30.0):
        if address not in (None, "auto", "local"):
            reach("ray", str(address), timeout)
        self.ours = not ray.is_initialized()
        if self.ours:
            quiet = {"log_to_driver": False, "logging_level": "error"}
            if address in (None, "local"):
                with _loopback():  # "local", since Ray would else look for a cluster that was once started on this machine
                    ray.init(address="local", num_cpus=workers or processors(), include_dashboard=False, _node_ip_address="127.0.0.1", **quiet)
            else:
                ray.init(address=address, **quiet)

    def map_unordered(self, fn: Any, blocks: Iterable[Any]) -> Iterator[tuple[Any, Any]]:
        shared = ray.put(fn)
        task = ray.remote(num_cpus=1, max_retries=3)(_answer)
        size = lambda: max(2, 2 * int(ray.cluster_resources().get("CPU", 1)))  # noqa: E731
        for block, job in in_window(blocks, size, lambda b: task.remote(shared, b), lambda jobs: ray.wait(list(jobs), num_returns=1)[0]):
            try:
                yield block, ray.get(job)
            except ray.exceptions.RayError as e:
                yield block, e

    def close(self) -> None:
        if self.ours:
            ray.shutdown()
