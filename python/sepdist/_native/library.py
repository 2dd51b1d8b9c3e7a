"""The engine as a shared library in this process, through ctypes."""

from __future__ import annotations

import ctypes
import os
import sys
import tempfile
from typing import Any

from ..errors import EngineError

ABI = 3
ROOM = 16384  # bytes for the numbers of a comparison

_Room = ctypes.c_char * ROOM


class Library:
    """The shared library. Calls release the GIL; a job runs in threads of the library."""

    def __init__(self, path: str, copy: bool):
        try:
            self.handle = _load_copy(path) if copy else ctypes.CDLL(path)
        except OSError as e:
            raise EngineError(f"cannot load {path}: {e}") from e
        lib = self.handle
        lib.sepdist_abi.restype = ctypes.c_int32
        found = lib.sepdist_abi()
        if found != ABI:
            raise EngineError(f"{path} has ABI {found}, and this package needs {ABI}: reinstall sepdist")
        i32, i64, ptr = ctypes.c_int32, ctypes.c_int64, ctypes.c_void_p
        for name, result, args in (
            ("sepdist_start", i32, [i64, ctypes.c_char_p, i64]),
            ("sepdist_poll", i32, [i64, i32, ctypes.POINTER(ctypes.c_double)]),
            ("sepdist_take", i64, [i64, ctypes.POINTER(ptr)]),
            ("sepdist_drop", None, [i64]),
            ("sepdist_free", None, [ptr]),
            ("sepdist_count", i32, [i32, i64, ctypes.c_char_p, ctypes.c_char_p, i32, ctypes.POINTER(ctypes.c_double), ctypes.c_char_p, i64]),
            ("sepdist_compare", i64, [ctypes.c_char_p, ctypes.c_char_p, ptr, ptr, ctypes.c_char_p, ptr, ptr, ctypes.c_char_p, ptr, i64]),
            ("sepdist_start_count", i32, [i64, i32, i64, ptr, ptr, i32, ctypes.c_char_p, i64]),
        ):
            function = getattr(lib, name)
            function.restype, function.argtypes = result, args
        self.count = lib.sepdist_count
        self.start_count = lib.sepdist_start_count
        self._compare = lib.sepdist_compare

    def start(self, job: int, frame: bytes) -> None:
        if self.handle.sepdist_start(job, frame, len(frame)) != 0:
            raise EngineError("the engine has no room for another request")

    def poll(self, job: int, milliseconds: int) -> tuple[bool, float]:
        """Wait that long at most; return whether the job is done, and its progress."""
        progress = ctypes.c_double(0)
        state = self.handle.sepdist_poll(job, milliseconds, ctypes.byref(progress))
        return state != 0, progress.value

    def take(self, job: int) -> bytes:
        data = ctypes.c_void_p()
        size = self.handle.sepdist_take(job, ctypes.byref(data))
        if size < 0:
            raise EngineError("the engine lost a request")
        try:
            return ctypes.string_at(data, size)
        finally:
            self.handle.sepdist_free(data)

    def compare(self, *graphs: Any) -> bytes | None:
        """Return the numbers of a pair, or None if it needs a compare request."""
        out = _Room()
        size = self._compare(*graphs, out, ROOM)
        if size <= ROOM:
            return None if size < 0 else ctypes.string_at(out, size)
        data = ctypes.c_void_p.from_buffer(out)
        try:
            return ctypes.string_at(data, size)
        finally:
            self.handle.sepdist_free(data)

    def drop(self, job: int) -> None:
        """Cancel a job and forget it. A job that was taken is forgotten already."""
        self.handle.sepdist_drop(job)


def _load_copy(path: str) -> Any:
    """Load the library from another inode than its own, so that it has a runtime of its own.

    The Go runtime does not survive a fork: its threads are gone in the child. What the parent
    loaded stays where it is, and is never called again.
    """
    with open(path, "rb") as f:
        data = f.read()
    if sys.platform.startswith("linux") and hasattr(os, "memfd_create"):
        try:
            fd = os.memfd_create("libsepdist", os.MFD_CLOEXEC)
        except OSError:
            pass
        else:
            with os.fdopen(fd, "wb") as f:
                f.write(data)
                f.flush()
                return ctypes.CDLL(f"/proc/self/fd/{fd}")
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        copy = os.path.join(folder, os.path.basename(path))
        with open(copy, "wb") as f:
            f.write(data)
        return ctypes.CDLL(copy)
