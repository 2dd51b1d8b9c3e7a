"""Parquet files of sepdist read by pyarrow, and files of pyarrow read by sepdist, in every form that pyarrow writes."""

import itertools
import json
import os
import random
import subprocess

import pyarrow as pa
import pyarrow.csv
import pyarrow.parquet as pq
import pytest

ENCODINGS = {
    "string": ["PLAIN", "DELTA_LENGTH_BYTE_ARRAY", "DELTA_BYTE_ARRAY"],
    "int32": ["PLAIN", "DELTA_BINARY_PACKED", "BYTE_STREAM_SPLIT"],
    "int64": ["PLAIN", "DELTA_BINARY_PACKED", "BYTE_STREAM_SPLIT"],
    "float": ["PLAIN", "BYTE_STREAM_SPLIT", "BYTE_STREAM_SPLIT"],
    "double": ["PLAIN", "BYTE_STREAM_SPLIT", "BYTE_STREAM_SPLIT"],
    "bool": ["PLAIN", "RLE", "RLE"],
}
FORMS = list(itertools.product(["snappy", "gzip", "zstd", "lz4", "none"], ["1.0", "2.0"], [None, 0, 1, 2]))


def sepdist(*args):
    p = subprocess.run([os.environ["SEPDIST"], *map(str, args)], capture_output=True, text=True)
    assert p.returncode == 0, p.stderr
    return p.stdout


def write(table, path, codec, version, encoding):
    """Write pages of 500 bytes or so in row groups of 150 rows. Without an encoding, there are dictionaries."""
    chosen = encoding is not None and {f.name: ENCODINGS[str(f.type)][encoding] for f in table.schema}
    pq.write_table(
        table, path, compression=codec, data_page_version=version, use_dictionary=encoding is None, column_encoding=chosen or None,
        data_page_size=500, row_group_size=150, write_page_checksum=True,
    )


@pytest.fixture
def rows(tmp_path):
    """400 pairs of a batch with columns of each type, and a name with a comma."""
    (tmp_path / "t.txt").write_text("A --> B\nB --> C\n")
    (tmp_path / "g.txt").write_text("B --> A\nB --> C\n")
    lines = [f"{i},t.txt,{'tg'[i % 3 == 0]}.txt,{i % 7},{i / 8 if i % 5 else ''},{'ä' * (i % 4)},00{i % 10}" for i in range(400)]
    (tmp_path / "manifest.csv").write_text("\n".join(['id,truth,guess,n,x,"a,b",method', *lines]) + "\n")
    for form in "csv", "parquet":
        sepdist("batch", "--metrics", "shd,zl-sd", "--out", tmp_path / f"rows.{form}", tmp_path / "manifest.csv")
    return tmp_path


def test_rows(rows):
    ours = pq.read_table(rows / "rows.parquet")
    types = {f.name: str(f.type) for f in ours.schema}
    assert [types[c] for c in ("id", "n", "x", "a,b", "value", "reason")] == ["string", "int64", "double", "string", "double", "string"]
    same = pyarrow.csv.ConvertOptions(column_types={f.name: f.type for f in ours.schema if f.name != "seconds"})
    text = pyarrow.csv.read_csv(rows / "rows.csv", convert_options=same)
    assert ours.select(text.column_names).to_pylist() == text.to_pylist()
    summary = ["summary", "--by", "n,method", "--to", "csv"]
    want = sepdist(*summary, rows / "rows.csv")
    for form in FORMS:
        write(ours, rows / "again.parquet", *form)
        assert sepdist(*summary, rows / "again.parquet") == want, form


def test_data(tmp_path):
    """The claims of a graph on data with every type, with and without missing values, are those of the same data in CSV."""
    (tmp_path / "g.txt").write_text("A --> B\nB --> C\nA --> D\nD --> E\nE --> F\n")
    rng = random.Random(1)
    kinds = {"A": pa.int32(), "B": pa.int64(), "C": pa.float32(), "D": pa.float64(), "E": pa.bool_(), "F": pa.string()}
    for gap in 1001, 7:
        table = pa.table({
            name: pa.array([None if k % (gap + i) == gap - 1 else value(kind, rng.randrange(-20, 44)) for k in range(1000)], kind)
            for i, (name, kind) in enumerate(kinds.items())
        })
        text = table.set_column(4, "E", table["E"].cast(pa.string()))
        pyarrow.csv.write_csv(text, tmp_path / "data.csv")
        want = claims(tmp_path, "data.csv")
        assert (want["rows"] == 1000) == (gap > 1000) and len(want["claims"]) > 5
        for form in FORMS:
            write(table, tmp_path / "data", *form)
            assert claims(tmp_path, "data") == want, (gap, form)


def claims(folder, data):
    found = json.loads(sepdist("falsify", "--missing", "drop", "--json", folder / "g.txt", folder / data))
    del found["data"]
    return found


def value(kind, x):
    return x > 10 if kind == pa.bool_() else "abc"[x % 3] if kind == pa.string() else x / 4 if pa.types.is_floating(kind) else x


def test_codec_that_is_not_read(tmp_path):
    pq.write_table(pa.table({"A": [1, 2]}), tmp_path / "data", compression="brotli")
    (tmp_path / "g.txt").write_text("A --> B\n")
    p = subprocess.run([os.environ["SEPDIST"], "falsify", tmp_path / "g.txt", tmp_path / "data"], capture_output=True, text=True)
    assert p.returncode == 1 and p.stderr == f"{tmp_path / 'data'}: compressed with BROTLI: write it with snappy, gzip or zstd\n"
