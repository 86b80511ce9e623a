#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Whether another program reads a stream as we do: agree.py READER FOLDER

READER is pyarrow, polars, duckdb or csv. FOLDER has NAME.arrows, and NAME.ndjson and NAME.csv that ss-fmt made of it.
Each value that the reader gets is compared with the JSON's, after the JSON's text was turned into the Python type that
the stream's schema asks for. The reader csv is Python's csv module on NAME.csv. Differences are printed, with status 1.
"""
import base64
import csv
import datetime
import decimal
import io
import json
import pathlib
import sys
import uuid

import pyarrow
import pyarrow.ipc

UTC = datetime.timezone.utc


def from_text(kind, value):
    """What JSON says, as the type of the schema says."""
    if is_uuid(kind):
        return uuid.UUID(value).bytes
    if pyarrow.types.is_dictionary(kind):
        kind = kind.value_type
    if pyarrow.types.is_list(kind):
        return [from_text(kind.value_type, v) for v in value]
    if pyarrow.types.is_struct(kind):
        assert list(value) == [f.name for f in kind], (list(value), kind)
        return {f.name: from_text(f.type, value[f.name]) for f in kind}
    if pyarrow.types.is_boolean(kind):
        assert isinstance(value, bool), value
        return value
    if pyarrow.types.is_integer(kind):
        assert isinstance(value, int) and not isinstance(value, bool), value
        return value
    if pyarrow.types.is_decimal(kind):
        number = decimal.Decimal(value)
        assert -number.as_tuple().exponent == kind.scale, (value, kind)
        return number
    if pyarrow.types.is_floating(kind):
        return float(value)
    if pyarrow.types.is_date(kind):
        return datetime.date.fromisoformat(value)
    if pyarrow.types.is_time(kind):
        digits = {"s": 0, "ms": 3, "us": 6}[kind.unit]
        assert len(value) == 8 + (digits + 1 if digits else 0), (value, kind)
        return datetime.time.fromisoformat(value)
    if pyarrow.types.is_timestamp(kind):
        digits = {"s": 0, "ms": 3, "us": 6}[kind.unit]
        assert value.endswith("Z") and len(value) == 20 + (digits + 1 if digits else 0), (value, kind)
        return datetime.datetime.fromisoformat(value)
    if pyarrow.types.is_binary(kind):
        return base64.b64decode(value, validate=True)
    assert pyarrow.types.is_string(kind) and isinstance(value, str), (kind, value)
    return value


def is_uuid(kind):
    return isinstance(kind, pyarrow.BaseExtensionType) and kind.extension_name == "arrow.uuid"


def plain(kind, value):
    """What a reader gave, with the spelling of readers taken out."""
    if hasattr(value, "to_list"):
        value = value.to_list()
    if isinstance(value, list):
        return [plain(kind.value_type, v) for v in value]
    if isinstance(value, dict):
        assert list(value) == [f.name for f in kind], (list(value), kind)
        return {f.name: plain(f.type, value[f.name]) for f in kind}
    if is_uuid(kind):
        # an object, DuckDB's text, or the bytes
        return value if isinstance(value, bytes) else uuid.UUID(str(value)).bytes
    if isinstance(value, datetime.datetime):
        assert value.tzinfo is not None, value
        return value.astimezone(UTC)
    return value


def read_pyarrow(path):
    with pyarrow.ipc.open_stream(pyarrow.OSFile(str(path))) as reader:
        table = reader.read_all()
    table.validate(full=True)
    return table.column_names, [tuple(row.values()) for row in rows_of(table)]


def rows_of(table):
    """Records as dicts of columns by number: two columns may have one name elsewhere, here none may."""
    assert len(set(table.column_names)) == table.num_columns
    return table.to_pylist()


def read_polars(path):
    import polars

    # polars reads fixed-size binary as binary, and an extension type it has never heard of as its storage
    frame = polars.read_ipc_stream(path, use_pyarrow=False)
    return frame.columns, frame.rows()


def read_duckdb(path):
    import duckdb

    with pyarrow.ipc.open_stream(pyarrow.OSFile(str(path))) as reader:
        stream = reader.read_all()
    connection = duckdb.connect()
    connection.execute("SET TimeZone = 'UTC'")
    connection.register("stream", stream)
    table = connection.sql("SELECT * FROM stream").to_arrow_table()
    return table.column_names, [tuple(row.values()) for row in rows_of(table)]


def from_cell(kind, cell):
    """A CSV cell as JSON's parser would have given it: nested values are JSON in a cell."""
    if pyarrow.types.is_nested(kind):
        return parse(cell)
    if pyarrow.types.is_boolean(kind):
        return {"true": True, "false": False}[cell]
    if pyarrow.types.is_integer(kind):
        return int(cell)
    if pyarrow.types.is_binary(kind):
        # as PostgreSQL takes bytea; JSON has base64
        assert cell.startswith("\\x"), cell
        return base64.b64encode(bytes.fromhex(cell[2:]))
    return cell


def parse(text):
    return json.loads(text, parse_float=decimal.Decimal)


def read_csv(path, schema):
    rows = list(csv.reader(io.StringIO(path.read_text(encoding="utf-8"), newline=""), strict=True))
    return rows[0], [tuple(from_text(f.type, from_cell(f.type, c)) for f, c in zip(schema, row, strict=True)) for row in rows[1:]]


def compare(reader, path):
    with pyarrow.ipc.open_stream(pyarrow.OSFile(str(path))) as stream:
        schema = stream.schema
    if reader == "csv":
        names, rows = read_csv(path.with_suffix(".csv"), schema)
    else:
        names, rows = {"pyarrow": read_pyarrow, "polars": read_polars, "duckdb": read_duckdb}[reader](path)
    lines = path.with_suffix(".ndjson").read_text(encoding="utf-8").split("\n")
    assert lines.pop() == ""
    assert list(names) == schema.names, (names, schema.names)
    assert len(rows) == len(lines), (len(rows), len(lines))
    for number, (line, row) in enumerate(zip(lines, rows, strict=True)):
        wanted = parse(line)
        assert list(wanted) == schema.names, (number, list(wanted))
        for field, value in zip(schema, row, strict=True):
            want, got = from_text(field.type, wanted[field.name]), plain(field.type, value)
            assert type(want) is type(got) and want == got, (number, field.name, want, got)
    return len(rows)


def main():
    reader, folder = sys.argv[1], pathlib.Path(sys.argv[2])
    bad = records = 0
    for path in sorted(folder.glob("*.arrows")):
        try:
            records += compare(reader, path)
        except (AssertionError, pyarrow.ArrowException, ValueError, KeyError) as error:
            print(f"{reader} on {path.name}: {type(error).__name__} {error}"[:2000])
            bad += 1
    print(f"{reader} {sys.modules[reader].__version__ if reader in sys.modules and reader != 'csv' else ''}: {records} records agree")
    return 1 if bad or not records else 0


sys.exit(main())
