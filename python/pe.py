"""Makes what zig links for Windows the same bytes every time.

The linker hashes what it writes before all of it is final, and puts the hash where times and the identity of the debug
file are: into the header, into the entries of the debug directory, and into the entry for CodeView. Two builds of the same
files differ there and nowhere else.
"""

import hashlib
import struct

CODEVIEW, DEBUG = 2, 6  # kind of a debug entry; which of the directories lists them


def settle(path):
    """Replace times and the identity by a hash of everything else."""
    data = bytearray(path.read_bytes())
    times, identities = places(data)
    for at in times:
        data[at:at + 4] = bytes(4)
    for at in identities:
        data[at:at + 16] = bytes(16)
    digest = hashlib.sha256(data).digest()
    for at in times:
        data[at:at + 4] = digest[:4]
    for at in identities:
        data[at:at + 16] = digest[:16]
    path.write_bytes(data)


def places(data):
    """Return where times are, and where identities of debug files are."""
    (start,) = struct.unpack_from("<I", data, 0x3C)
    if data[:2] != b"MZ" or data[start:start + 4] != b"PE\0\0":
        raise ValueError("not a library for Windows")
    sections, size = struct.unpack_from("<2xH12xH", data, start + 4)
    header = start + 24
    if struct.unpack_from("<H", data, header)[0] != 0x20B:
        raise ValueError("not a library for 64 bits")
    times, identities = [start + 8], []
    address, length = struct.unpack_from("<II", data, header + 112 + 8 * DEBUG)
    first = offset(data, header + size, sections, address) if length else 0
    for entry in range(first, first + length, 28):
        times.append(entry + 4)
        kind, _, _, raw = struct.unpack_from("<4I", data, entry + 12)
        if kind == CODEVIEW and data[raw:raw + 4] == b"RSDS":
            identities.append(raw + 4)
    return times, identities


def offset(data, table, sections, address):
    """Return where in the file an address is, by the table of sections."""
    for k in range(sections):
        _, first, size, raw = struct.unpack_from("<4I", data, table + 40 * k + 8)
        if first <= address < first + size:
            return raw + address - first
    raise ValueError(f"no section has the address {address:#x}")
