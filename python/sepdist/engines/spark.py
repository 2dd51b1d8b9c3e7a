"""Spark: each block is a job of one task, so that one that fails takes no other with it."""

from __future__ import annotations

import os
import sys
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from typing import Any, Iterable, Iterator

from pyspark import SparkConf, SparkContext

from . import in_window, processors, reach


class Engine:
    def __init__(self, address: str | None = None, workers: int | None = None, timeout: float = 30.0):
        os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
        if address and "://" in address:
            reach("spark", address, timeout)
        self.ours = SparkContext._active_spark_context is None
        conf = SparkConf().setAppName("sepdist").setMaster(address or f"local[{workers or processors()}]")
        conf.setIfMissing("spark.ui.enabled", "false").setIfMissing("spark.log.level", "ERROR").setIfMissing("spark.ui.showConsoleProgress", "false")
        self.context = SparkContext.getOrCreate(conf)

    def map_unordered(self, fn: Any, blocks: Iterable[Any]) -> Iterator[tuple[Any, Any]]:
        size = lambda: max(2, 2 * self.context.defaultParallelism)  # noqa: E731
        job = lambda b: self.context.parallelize([b], 1).map(fn).collect()[0]  # noqa: E731
        with ThreadPoolExecutor(256) as pool:
            for block, done in in_window(blocks, size, lambda b: pool.submit(job, b), lambda jobs: wait(jobs, return_when=FIRST_COMPLETED).done):
                failed = done.exception()
                yield block, done.result() if failed is None else failed

    def close(self) -> None:
        if self.ours:
            self.context.stop()
