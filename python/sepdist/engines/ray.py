"""Ray: each block is a task of one processor. Ray itself runs tasks of lost workers again."""

from __future__ import annotations

from typing import Any, Iterable, Iterator

import ray

from . import in_window, processors, reach


def _answer(fn: Any, block: Any) -> Any:
    return fn(block)


class Engine:
    def __init__(self, address: str | None = None, workers: int | None = None, timeout: float = 30.0):
        if address not in (None, "auto", "local"):
            reach("ray", str(address), timeout)
        self.ours = not ray.is_initialized()
        if self.ours:
            # "local", since Ray would else look for a cluster that was once started on this machine.
            here = {"address": "local", "num_cpus": workers or processors(), "include_dashboard": False} if address in (None, "local") else {"address": address}
            ray.init(log_to_driver=False, logging_level="error", **here)

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
