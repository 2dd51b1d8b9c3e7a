"""The journal of a study: what the driver knows, in a file that only grows.

The first record has the identity and the plan, each other one a block with its rows::

    sepdist-study LENGTH SHA256\\n
    {"block": 3, ...}\\n
    rows, and a line break

What follows a record that is torn or damaged is cut off, and computed again.
"""

from __future__ import annotations

import hashlib
import json
import os
from typing import Any, BinaryIO, Iterator

from .errors import Error, option

_MAGIC = b"sepdist-study "


class Journal:
    """A journal that is open for writing, by nobody else."""

    def __init__(self, path: str, identity: dict[str, Any], plan: dict[str, Any], force: bool = False):
        self.path = path
        self.file: BinaryIO = open(path, "a+b")
        self.done: dict[int, dict[str, Any]] = {}
        self._at: dict[int, tuple[int, int]] = {}
        self._lock()
        try:
            if force:
                self.file.truncate(0)
            self.plan = self._resume(identity) or plan
            if self.file.tell() == 0:
                self._write({"identity": identity, "plan": plan})
        except BaseException:
            self.close()
            raise

    def _lock(self) -> None:
        try:
            import fcntl
        except ImportError:  # Windows
            return
        try:
            fcntl.flock(self.file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as e:
            self.file.close()
            raise Error(f"{self.path}: another run writes to this journal: wait until it ends, or choose another journal") from e

    def _resume(self, identity: dict[str, Any]) -> dict[str, Any] | None:
        """Read the journal, cut it after the last whole record, and return its plan."""
        self.file.seek(0)
        end, plan = 0, None
        for head, at, length in self._records():
            if plan is None:
                if head.get("identity") != identity:
                    other = [k for k, v in identity.items() if head.get("identity", {}).get(k) != v]
                    raise Error(f"{self.path}: was written for another study (other {', '.join(other)}): choose another journal, or use {option('force', True)} to start over", option="force")
                plan = head["plan"]
            elif head["block"] not in self.done:  # a block that ran twice counts once
                self.done[head["block"]] = head
                self._at[head["block"]] = at, length
            end = self.file.tell()
        if plan is None and os.path.getsize(self.path):
            raise Error(f"{self.path}: is not the journal of a study: choose another file, or use {option('force', True)} to overwrite it", option="force")
        self.file.truncate(end)
        self.file.seek(0, os.SEEK_END)
        return plan

    def _records(self) -> Iterator[tuple[dict[str, Any], int, int]]:
        while True:
            line = self.file.readline(200)
            fields = line[len(_MAGIC):].split()
            if not line.startswith(_MAGIC) or not line.endswith(b"\n") or len(fields) != 2 or not fields[0].isdigit():
                return
            start, size = self.file.tell(), int(fields[0])
            if start + size + 1 > os.fstat(self.file.fileno()).st_size:
                return
            body = self.file.read(size)
            if self.file.read(1) != b"\n" or hashlib.sha256(body).hexdigest().encode() != fields[1]:
                return
            head, _, rows = body.partition(b"\n")
            try:
                yield json.loads(head), start + len(head) + 1, len(rows)
            except ValueError:
                return

    def _write(self, head: dict[str, Any], rows: bytes = b"") -> tuple[int, int]:
        text = json.dumps(head, ensure_ascii=False).encode()
        body = text + b"\n" + rows
        first = _MAGIC + f"{len(body)} {hashlib.sha256(body).hexdigest()}\n".encode()
        start = self.file.seek(0, os.SEEK_END)
        self.file.write(first + body + b"\n")
        self.file.flush()
        return start + len(first) + len(text) + 1, len(rows)

    def add(self, block: int, head: dict[str, Any], rows: bytes) -> bool:
        """Keep the rows of a block. Return whether it was new."""
        if block in self.done:
            return False
        head = {"block": block, **head}
        self._at[block] = self._write(head, rows)
        self.done[block] = head
        return True

    def rows(self, block: int) -> bytes:
        """Return the rows of a block."""
        at, length = self._at[block]
        self.file.seek(at)
        return self.file.read(length)

    def close(self) -> None:
        self.file.close()
