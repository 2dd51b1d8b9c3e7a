"""Frames: JSON with binary parts beside it, as both the library and the worker read them.

::

    "SDF1"            4 bytes
    parts P           uint32: 1 for the JSON, and one for each array
    lengths           uint64 each
    the parts         each padded with zeros to a multiple of 8

All numbers are little-endian.
"""

from __future__ import annotations

import json
import struct
from typing import Any, Sequence

MAGIC = b"SDF1"


def pack(header: Any, parts: Sequence[Any] = ()) -> bytes:
    """Return the frame of a header and of arrays or bytes."""
    all_parts: list[Any] = [json.dumps(header, ensure_ascii=False, allow_nan=False).encode("utf-8", "surrogatepass")]
    all_parts += [p if isinstance(p, bytes) else memoryview(p).cast("B") if getattr(p, "size", 1) else b"" for p in parts]
    sizes = [len(p) for p in all_parts]
    out = [MAGIC, struct.pack(f"<I{len(sizes)}Q", len(sizes), *sizes)]
    for p, size in zip(all_parts, sizes):
        out.append(p)
        if size % 8:
            out.append(bytes(8 - size % 8))
    return b"".join(out)


def unpack(frame: Any) -> tuple[Any, list[memoryview]]:
    """Return the header and the parts of a frame."""
    view = memoryview(frame)
    if bytes(view[:4]) != MAGIC:
        raise ValueError("not a frame")
    (count,) = struct.unpack_from("<I", view, 4)
    sizes = struct.unpack_from(f"<{count}Q", view, 8)
    at, parts = 8 + 8 * count, []
    for size in sizes:
        parts.append(view[at:at + size])
        at += size + -size % 8
    return json.loads(bytes(parts[0])), parts[1:]
