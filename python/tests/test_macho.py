"""The library for macOS is the same bytes every time, and its signature holds."""

import hashlib
import pathlib
import struct
import sys

import pytest

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))
import macho  # noqa: E402

PAGE = 12  # bits


def library(rest, table=(5, 6, 7, 9, 5, 6, 7)):
    """Return a library with three stubs, two entries that are not lazy, one of them local, three lazy pointers, and rest at the end of the table."""
    def section(kind, first, length, width=0):
        return bytes(32) + struct.pack("<QQ8I", 0, length, 0, 0, 0, 0, kind, first, width, 0)

    sections = section(macho.STUBS, 0, 36, 12) + section(6, 3, 16) + section(macho.LAZY, 5, 24)
    segment = struct.pack("<II", macho.SEGMENT, 72 + len(sections)) + bytes(56) + struct.pack("<II", 3, 0) + sections
    table = struct.pack(f"<{len(table)}I", *table) + struct.pack(f"<{len(rest)}I", *rest)
    start, signature = 4066, 8192  # the last entry is on two pages
    symbols = struct.pack("<II", macho.DYSYMTAB, 80) + bytes(48) + struct.pack("<II", start, len(table) // 4) + bytes(16)
    signed = struct.pack("<IIII", macho.SIGNATURE, 16, signature, 1000)
    data = bytes(16) + struct.pack("<I", 3) + bytes(12) + segment + symbols + signed
    data = data.ljust(start, b"\0") + table
    data = data.ljust(signature, b"\0")
    directory = struct.pack(">9I4B", macho.DIRECTORY, 0, 0, 0, 44, 0, 0, 2, signature, 32, 2, 0, PAGE).ljust(44, b"\0") + bytes(64)
    return data + struct.pack(">IIIII", 0xFADE0CC0, 0, 1, 0, 20) + directory


def test_settle(tmp_path):
    path = tmp_path / "libsepdist.dylib"
    results = set()
    for rest in ((1,), (0xFFFF,), (0,)):
        path.write_bytes(library(rest))
        macho.settle(path)
        results.add(path.read_bytes())
    (data,) = results
    assert struct.unpack_from("<8I", data, 4066) == (5, 6, 7, 9, 5, 6, 7, macho.LOCAL)
    hashes = data[8192 + 20 + 44:]
    assert hashes == b"".join(hashlib.sha256(data[k << PAGE:k + 1 << PAGE]).digest() for k in range(2))
    path.write_bytes(data)
    macho.settle(path)  # once more is the same
    assert path.read_bytes() == data


def test_nothing_left_out(tmp_path):
    path = tmp_path / "libsepdist.dylib"
    path.write_bytes(library((5, 6, 7), (5, 6, 7, 9, 8)))
    before = path.read_bytes()
    macho.settle(path)
    assert path.read_bytes()[:8192] == before[:8192]


def test_another_form(tmp_path):
    path = tmp_path / "libsepdist.dylib"
    path.write_bytes(library((1, 2, 3, 4, 5), (5, 6, 7)))
    with pytest.raises(ValueError, match="not as expected"):
        macho.settle(path)
