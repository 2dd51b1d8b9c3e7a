"""Dask: each block is a task. Answers are fetched as they come, so that none stays on a worker."""

from __future__ import annotations

from typing import Any, Iterable, Iterator

from distributed import Client, LocalCluster, wait

from . import in_window, processors, reach


class Engine:
    def __init__(self, address: str | None = None, workers: int | None = None, timeout: float = 30.0):
        self.cluster = None
        if address is None:
            self.cluster = LocalCluster(n_workers=workers or processors(), threads_per_worker=1, dashboard_address=None)
        else:
            reach("dask", address, timeout)
        self.client = Client(self.cluster or address, timeout=timeout)

    def map_unordered(self, fn: Any, blocks: Iterable[Any]) -> Iterator[tuple[Any, Any]]:
        size = lambda: max(2, 2 * sum(self.client.nthreads().values()))  # noqa: E731
        start = lambda b: self.client.submit(fn, b, pure=False)  # noqa: E731
        for block, job in in_window(blocks, size, start, lambda jobs: wait(list(jobs), return_when="FIRST_COMPLETED").done):
            failed = job.exception()
            yield block, job.result() if failed is None else failed

    def close(self) -> None:
        self.client.close()
        if self.cluster is not None:
            self.cluster.close()
