"""The engine as a process of its own, like ``sepdist serve --stdio``, for systems where a Go library cannot be loaded.

A message on either pipe is a head and a frame::

    job      int64
    kind     uint32: 1 request, 2 cancel, 3 progress, 4 response
    zero     uint32
    length   uint64 of what follows: the frame, or a float64 of progress, or nothing
"""

from __future__ import annotations

import os
import struct
import subprocess
import threading
from typing import Any

from ..errors import EngineError

HEAD = struct.Struct("<qIIQ")
REQUEST, CANCEL, PROGRESS, RESPONSE = 1, 2, 3, 4


class _Job:
    __slots__ = ("done", "progress", "answer")

    def __init__(self) -> None:
        self.done = threading.Event()
        self.progress = 0.0
        self.answer: bytes | None = None


class Worker:
    """A process that answers requests. It ends with its pipe, so with this process at the latest."""

    count = None
    compare = None

    def __init__(self, path: str):
        try:
            # It has its own session, so Ctrl-C does not reach it; a message cancels its work.
            self.process = subprocess.Popen([path, "serve", "--stdio"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                            start_new_session=os.name == "posix")
        except OSError as e:
            raise EngineError(f"cannot start {path}: {e}") from e
        self.jobs: dict[int, _Job] = {}
        self.ended = False
        self.lock = threading.Lock()
        threading.Thread(target=self._read, name="sepdist-worker", daemon=True).start()

    def _send(self, job: int, kind: int, data: bytes = b"") -> None:
        assert self.process.stdin is not None
        with self.lock:
            try:
                self.process.stdin.write(HEAD.pack(job, kind, 0, len(data)) + data)
                self.process.stdin.flush()
            except (OSError, ValueError) as e:
                raise EngineError(f"the worker of sepdist ended with status {self.process.poll()}") from e

    def _read(self) -> None:
        pipe: Any = self.process.stdout
        while True:
            head = pipe.read(HEAD.size)
            if len(head) < HEAD.size:
                break
            job, kind, _, size = HEAD.unpack(head)
            data = pipe.read(size)
            if len(data) < size:
                break
            found = self.jobs.get(job)
            if found is None:
                continue
            if kind == PROGRESS:
                (found.progress,) = struct.unpack("<d", data)
            elif kind == RESPONSE:
                found.answer = data
                found.done.set()
        self.ended = True  # the system may say so a moment later
        for found in list(self.jobs.values()):
            found.done.set()

    @property
    def alive(self) -> bool:
        return not self.ended and self.process.poll() is None

    def start(self, job: int, frame: bytes) -> None:
        self.jobs[job] = _Job()
        self._send(job, REQUEST, frame)

    def poll(self, job: int, milliseconds: int) -> tuple[bool, float]:
        found = self.jobs[job]
        done = found.done.wait(milliseconds / 1000)
        if not done and not self.alive:
            done = found.done.wait(1) or True
        return done, found.progress

    def take(self, job: int) -> bytes:
        answer = self.jobs.pop(job).answer
        if answer is None:
            raise EngineError(f"the worker of sepdist ended with status {self.process.wait(5)}")
        return answer

    def drop(self, job: int) -> None:
        if self.jobs.pop(job, None) is not None and self.alive:
            try:
                self._send(job, CANCEL)
            except EngineError:
                pass
