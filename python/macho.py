"""Makes what zig links for macOS the same bytes every time.

Of the table of indirect symbols zig leaves out the local ones, but makes room for them: the last entries are whatever was in
its memory. The loader does not read the table, since the library has opcodes for it; only tools that print symbols do.
"""

import hashlib
import struct

SEGMENT, DYSYMTAB, SIGNATURE = 0x19, 0xB, 0x1D
LAZY, STUBS = 7, 8  # kinds of sections
LOCAL = 0x80000000
DIRECTORY = 0xFADE0C02  # of the hashes of pages


def settle(path):
    """Set the entries that were left out to "local", and sign the page that they are on again."""
    data = bytearray(path.read_bytes())
    start, count, lazy, stubs, signature = layout(data)
    table = list(struct.unpack_from(f"<{count}I", data, start))
    names = table[stubs[0]:stubs[0] + stubs[1]]
    # Each stub has a pointer, with the same symbols in the same order, where the table ends as it should, or earlier.
    at = max((i for i in range(stubs[0] + stubs[1], lazy[0] + 1) if table[i:i + len(names)] == names), default=None)
    if lazy[1] != stubs[1] or lazy[0] + lazy[1] != count or at is None:
        raise ValueError(f"{path.name}: its table of indirect symbols is not as expected")
    left = count - at - len(names)
    place = start + 4 * (count - left)
    data[place:start + 4 * count] = struct.pack("<I", LOCAL) * left
    if signature:
        sign(data, signature, place, start + 4 * count)
    path.write_bytes(data)


def layout(data):
    """Return where the table is and how long, which entries are those of lazy pointers and of stubs, and where the signature is."""
    lazy = stubs = signature = None
    at = 32
    for _ in range(struct.unpack_from("<I", data, 16)[0]):
        command, size = struct.unpack_from("<II", data, at)
        if command == DYSYMTAB:
            start, count = struct.unpack_from("<II", data, at + 56)
        elif command == SIGNATURE:
            (signature,) = struct.unpack_from("<I", data, at + 8)
        elif command == SEGMENT:
            for k in range(struct.unpack_from("<I", data, at + 64)[0]):
                section = at + 72 + 80 * k
                (length,) = struct.unpack_from("<Q", data, section + 40)
                flags, first, width = struct.unpack_from("<III", data, section + 64)
                if flags & 0xFF == LAZY:
                    lazy = first, length // 8
                elif flags & 0xFF == STUBS:
                    stubs = first, length // width
        at += size
    return start, count, lazy, stubs, signature


def sign(data, signature, lo, hi):
    """Put the hashes of the pages that hold bytes lo to hi into the signature."""
    _, _, blobs = struct.unpack_from(">III", data, signature)
    for k in range(blobs):
        blob = signature + struct.unpack_from(">I", data, signature + 16 + 8 * k)[0]
        magic, _, _, _, hashes, _, _, _, limit, size, _, _, bits = struct.unpack_from(">9I4B", data, blob)
        if magic != DIRECTORY:
            continue
        for page in range(lo >> bits, (hi - 1 >> bits) + 1):
            digest = hashlib.sha256(data[page << bits:min(page + 1 << bits, limit)]).digest()
            data[blob + hashes + page * size:blob + hashes + (page + 1) * size] = digest[:size]
