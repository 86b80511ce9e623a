# SPDX-License-Identifier: Apache-2.0
"""same_as_json.py JSON ROWS [COLUMN=KIND...]: compares what ss-fmt json wrote with rows that PostgreSQL gave back as
JSON (select to_json(t) from t). Values are compared as text, digit for digit; the kinds of columns that PostgreSQL spells
otherwise are: double (the same number), instant (the same moment), clock (zeros at the end), bytes (base64 against hex)."""
import base64
import datetime
import json
import sys


def plain(value):
    return value


def double(value):
    return None if value is None else float(value).hex()


def instant(value):
    if value is None:
        return None
    moment = datetime.datetime.fromisoformat(value.replace('Z', '+00:00'))
    return moment.astimezone(datetime.timezone.utc).isoformat()


def clock(value):
    return value.rstrip('0') if value is not None and '.' in value else value


def octets(value):
    if value is None:
        return None
    return bytes.fromhex(value[2:]) if value.startswith('\\x') else base64.b64decode(value, validate=True)


KINDS = {'double': double, 'instant': instant, 'clock': clock, 'bytes': octets}


def load(path):
    with open(path, encoding='utf-8', newline='\n') as f:
        return [json.loads(line, parse_int=str, parse_float=str) for line in f.read().split('\n') if line]


def main():
    want, got = load(sys.argv[1]), load(sys.argv[2])
    kinds = dict(arg.split('=') for arg in sys.argv[3:])
    if len(want) != len(got):
        sys.exit(f'{len(want)} records were written, {len(got)} came back')
    for number, (a, b) in enumerate(zip(want, got)):
        if list(a) != list(b):
            sys.exit(f'record {number}: columns {list(a)}, then {list(b)}')
        for key in a:
            kind = KINDS.get(kinds.get(key), plain)
            if kind(a[key]) != kind(b[key]):
                sys.exit(f'record {number}, {key}: {a[key]!r} was written, {b[key]!r} came back')
    print(len(want))


main()
