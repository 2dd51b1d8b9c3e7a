"""Threads of this process. The library computes without Python's lock, each block on one processor."""

from __future__ import annotations

import queue
import threading
from typing import Any, Iterable, Iterator

from . import processors


class Engine:
    def __init__(self, address: str | None = None, workers: int | None = None, timeout: float = 30.0):
        self.workers = workers or processors()

    def map_unordered(self, fn: Any, blocks: Iterable[Any]) -> Iterator[tuple[Any, Any]]:
        todo: queue.SimpleQueue[Any] = queue.SimpleQueue()
        done: queue.SimpleQueue[Any] = queue.SimpleQueue()
        count = 0
        for block in blocks:
            todo.put(block)
            count += 1

        def work() -> None:
            while True:
                try:
                    block = todo.get_nowait()
                except queue.Empty:
                    return
                try:
                    done.put((block, fn(block)))
                except Exception as e:
                    done.put((block, e))

        for _ in range(min(self.workers, count)):
            threading.Thread(target=work, daemon=True).start()  # none is waited for after Ctrl-C
        try:
            for _ in range(count):
                yield done.get()
        finally:
            while not todo.empty():
                todo.get_nowait()

    def close(self) -> None:
        pass
