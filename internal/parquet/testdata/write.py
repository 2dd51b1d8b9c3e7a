"""Writes the files of this folder: one table of 100 rows in the forms that other programs give it.

Written with pyarrow 26.0.1, polars 2.1.0, duckdb 2.0.0 and fastparquet 2026.9.0. TestForeign has the values.
"""

import datetime

import duckdb
import fastparquet
import polars
import pyarrow as pa
import pyarrow.parquet as pq

K = range(100)
START = datetime.datetime(2020, 1, 1)
columns = {
    "flag": ([None if k % 7 == 6 else k % 3 == 0 for k in K], pa.bool_()),
    "int": ([k * k - 50 for k in K], pa.int32()),
    "long": ([(k - 50) * 2**40 + k for k in K], pa.int64()),
    "float": ([k / 8 for k in K], pa.float32()),
    "double": ([None if k % 5 == 4 else k / 16 - 1 for k in K], pa.float64()),
    "text": ([None if k % 11 == 10 else "é" * (k % 4) + str(k % 13) for k in K], pa.string()),
    "none": ([None for k in K], pa.float64()),
    "list": ([[k, 1] for k in K], pa.list_(pa.int64())),
    "record": ([{"double": None if k % 2 else 1.5} for k in K], pa.struct([("double", pa.float64())])),
    "fixed": ([b"%03d" % k for k in K], pa.binary(3)),
    "time": ([START + datetime.timedelta(seconds=k) for k in K], pa.timestamp("ns")),
}
table = pa.table(
    [pa.array(values, kind) for values, kind in columns.values()],
    pa.schema([pa.field(name, kind, nullable=name not in ("int", "float")) for name, (_, kind) in columns.items()]),
)
plain = dict(write_statistics=False, store_schema=False)
delta = {
    "flag": "RLE", "int": "DELTA_BINARY_PACKED", "long": "DELTA_BINARY_PACKED", "text": "DELTA_BYTE_ARRAY", "fixed": "DELTA_BYTE_ARRAY",
    "double": "BYTE_STREAM_SPLIT", "float": "BYTE_STREAM_SPLIT",
}
split = {**delta, "int": "BYTE_STREAM_SPLIT", "fixed": "BYTE_STREAM_SPLIT", "text": "DELTA_LENGTH_BYTE_ARRAY"}
pq.write_table(table, "arrow-snappy.parquet", row_group_size=40, use_deprecated_int96_timestamps=True, **plain)
pq.write_table(table, "arrow-none.parquet", compression="none", use_dictionary=False, data_page_version="2.0", write_page_checksum=True, **plain)
pq.write_table(table, "arrow-zstd.parquet", compression="zstd", use_dictionary=False, column_encoding=delta, data_page_version="2.0", **plain)
pq.write_table(table, "arrow-gzip.parquet", compression="gzip", use_dictionary=False, column_encoding=split, row_group_size=60, **plain)
pq.write_table(table, "arrow-lz4.parquet", compression="lz4", row_group_size=30, data_page_version="2.0", **plain)
pq.write_table(table.select(["int", "text"]), "arrow-brotli.parquet", compression="brotli", **plain)
table = table.drop_columns(["fixed", "time"])
polars.from_arrow(table).write_parquet("polars.parquet", row_group_size=50)
for version in "V1", "V2":
    duckdb.sql(f"copy (select * from 'polars.parquet') to 'duckdb-{version}.parquet' (format parquet, parquet_version {version})")
frame = table.drop_columns(["list", "record", "none"]).to_pandas()
fastparquet.write("fastparquet.parquet", frame, compression="GZIP", row_group_offsets=[0, 70])
