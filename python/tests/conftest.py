"""Every response that the tests get is what docs/schema says."""

import json
import pathlib
import threading

import jsonschema
import pytest

from sepdist import _native as engine

FOLDER = pathlib.Path(__file__).parents[2] / "docs" / "schema"
RESPONSES = json.loads((FOLDER / "response-v1.schema.json").read_text())
VALIDATORS = {name: jsonschema.Draft202012Validator({"$ref": f"#/$defs/{name}", "$defs": RESPONSES["$defs"]}) for name in [*(r["$ref"].rpartition("/")[2] for r in RESPONSES["anyOf"])]}
UNTOUCHED = {"test_speed", "test_processes"}  # times count there


@pytest.fixture(autouse=True)
def responses(request, monkeypatch):
    """Hold responses against the schema; the operations that were seen, for those that ask."""
    seen = set()
    if request.module.__name__ in UNTOUCHED:
        return seen
    last = threading.local()
    pack, unpack = engine.pack, engine.unpack

    def packed(header, parts=()):
        last.op = header["op"]
        return pack(header, parts)

    def unpacked(frame):
        answer, parts = unpack(frame)
        op = "error" if "error" in answer else getattr(last, "op", "counted")  # which has no request
        VALIDATORS[op].validate(answer)
        seen.add(op)
        last.op = "counted"
        return answer, parts

    monkeypatch.setattr(engine, "pack", packed)
    monkeypatch.setattr(engine, "unpack", unpacked)
    return seen
