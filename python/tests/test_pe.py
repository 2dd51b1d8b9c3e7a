"""The library for Windows is the same bytes every time."""

import pathlib
import struct
import sys

import pytest

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))
import pe  # noqa: E402

HEADER, DIRECTORIES = 0x80, 16


def library(time, identity, rest=b"code"):
    """Return a library with two sections, the second of which has a debug directory with two entries."""
    optional = struct.pack("<H", 0x20B).ljust(112, b"\0")
    for k in range(DIRECTORIES):
        optional += struct.pack("<II", *((0x2010, 56) if k == pe.DEBUG else (0, 0)))
    coff = struct.pack("<HHIIIHH", 0x8664, 2, time, 0, 0, len(optional), 0x2022)
    sections = b"".join(struct.pack("<8s4I", name, 0x200, address, 0x200, raw).ljust(40, b"\0") for name, address, raw in ((b".text", 0x1000, 0x400), (b".rdata", 0x2000, 0x600)))
    data = b"MZ".ljust(0x3C, b"\0") + struct.pack("<I", HEADER)
    data = data.ljust(HEADER, b"\0") + b"PE\0\0" + coff + optional + sections
    data = data.ljust(0x400, b"\0") + rest
    data = data.ljust(0x610, b"\0")
    for kind in (pe.CODEVIEW, 16):
        data += struct.pack("<IIHHIIII", 0, time, 0, 0, kind, 24, 0, 0x700 if kind == pe.CODEVIEW else 0)
    return data.ljust(0x700, b"\0") + b"RSDS" + identity + b"\1\0\0\0"


def settled(path, *how):
    path.write_bytes(library(*how))
    pe.settle(path)
    return path.read_bytes()


def test_settle(tmp_path):
    path = tmp_path / "libsepdist.dll"
    one, two = settled(path, 1, bytes(16)), settled(path, 0xDEADBEEF, b"0123456789abcdef")
    assert one == two
    where = [HEADER + 8, 0x610 + 4, 0x610 + 28 + 4]
    assert len({one[at:at + 4] for at in where}) == 1
    changed = {i for i, (a, b) in enumerate(zip(one, library(1, bytes(16)))) if a != b}
    assert changed <= {at + i for at in where for i in range(4)} | set(range(0x704, 0x714))
    assert settled(path, 1, bytes(16), b"other code")[HEADER + 8:HEADER + 12] != one[HEADER + 8:HEADER + 12]


@pytest.mark.parametrize("data", [b"", b"MZ".ljust(0x100, b"\0"), library(1, bytes(16)).replace(struct.pack("<I", 0x2010), struct.pack("<I", 0x9010))])
def test_what_is_no_such_library(tmp_path, data):
    path = tmp_path / "libsepdist.dll"
    path.write_bytes(data)
    with pytest.raises((ValueError, struct.error)):
        pe.settle(path)
    assert path.read_bytes() == data
