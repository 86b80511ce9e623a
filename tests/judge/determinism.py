#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The value function of ss-determinism(7) once more, written from the page alone.

    determinism.py [--seed N] [--first N] [--count N] FILE.yaml

prints the records of a structure as JSON lines, the bytes that "ss-gen ... | ss-fmt json" prints.
Whole-number arithmetic is Python's own; XXH3 comes from the package xxhash or from libxxhash.
YAML is read as far as the tests need it: "key: datatype" lines and {datatype: ..., hidden: true}.
Not here: now and today, spans, escapes in quotes of YAML.
"""

import argparse
import base64
import ctypes
import datetime
import decimal
import json
import os
import re
import struct

M64 = (1 << 64) - 1
C0, C1, C2 = 0x9E3779B97F4A7C15, 0xBB67AE8584CAA73B, 0xA54FF53A5F1D36F1
M, P = 0xD1342543DE82EF95, 0x9E6C63D0876A9A47


# ---- hash, keys, addresses, draws ----

def xxh3_128():
    """A function of bytes and seed that gives (low, high)."""
    try:
        import xxhash
    except ImportError:
        class Hash(ctypes.Structure):
            _fields_ = [("low", ctypes.c_uint64), ("high", ctypes.c_uint64)]
        hash_ = ctypes.CDLL("libxxhash.so.0").XXH3_128bits_withSeed
        hash_.argtypes = [ctypes.c_char_p, ctypes.c_size_t, ctypes.c_uint64]
        hash_.restype = Hash

        def by_library(data, seed):
            h = hash_(data, len(data), seed)
            return h.low, h.high
        return by_library

    def by_package(data, seed):
        h = xxhash.xxh3_128_intdigest(data, seed)
        return h & M64, h >> 64
    return by_package


XXH3 = xxh3_128()


def key_root(structure, seed):
    return XXH3(structure.encode(), seed & M64)


def key_child(outer, name):
    return XXH3(struct.pack("<QQ", *outer) + name.encode(), 0)


def child_address(address, index):
    return (address * M + (index + 1) * P) & M64


def mum(p, q):
    product = p * q
    return (product & M64) ^ (product >> 64)


class Draws:
    """The draws of one value."""

    def __init__(self, key, address):
        x = (address * C0 + key[0]) & M64
        self.y = x ^ key[1]
        self.s = mum(x, self.y)

    def __getitem__(self, j):
        return mum((self.s + (j + 1) * C1) & M64, (self.y + (j + 1) * C2) & M64)

    def below(self, j, n):
        return (self[j] * n) >> 64


# ---- the language ----

def split_arguments(text):
    """"int[1..9]" gives ("int", [("1..9", False)]); the flag says that it was in quotes."""
    text = text.strip()
    if "[" not in text:
        return text.lower(), []
    name, rest = text.split("[", 1)
    arguments, depth, quoted, i, start = [], 0, False, 0, 0
    inside = rest[:-1]
    while i <= len(inside):
        c = inside[i] if i < len(inside) else ","
        if quoted and c == "\\":
            i += 1
        elif c == '"' and (quoted or not inside[start:i].strip()):
            quoted = not quoted
        elif not quoted and c in "[]":
            depth += 1 if c == "[" else -1
        elif not quoted and depth == 0 and c == ",":
            piece = inside[start:i].strip()
            is_quoted = piece.startswith('"')
            arguments.append((re.sub(r"\\(.)", r"\1", piece[1:-1]) if is_quoted else piece, is_quoted))
            start = i + 1
        i += 1
    return name.strip().lower(), arguments


class Structure:
    def __init__(self, path):
        self.folder, self.name, self.fields = os.path.dirname(path), None, []
        with open(path, encoding="utf-8") as file:
            for line in file:
                match = re.match(r"(\s*)([\w.]+):\s*(.*?)\s*$", line)
                if not match or match[2] == "data":
                    continue
                if not match[1]:
                    self.name = self.unquote(match[3])
                    continue
                text, hidden = match[3], False
                if text.startswith("{"):
                    hidden = "hidden: true" in text
                    text = re.match(r"\{datatype: (.*?)(, hidden: true)?\}$", text)[1]
                self.fields.append((match[2], self.unquote(text), hidden))

    @staticmethod
    def unquote(text):
        return text[1:-1] if len(text) > 1 and text[0] == text[-1] and text[0] in "'\"" else text


class Rows:
    """Where a value stands: address, number behind sequence, and the row that holds it."""

    def __init__(self, address, ordinal, outer=None):
        self.address, self.ordinal, self.outer = address, ordinal, outer


class Scope:
    """A structure within a structure: what ref[parent.f] climbs."""

    def __init__(self, structure, key, level, outer):
        self.structure, self.key, self.level, self.outer = structure, key, level, outer


class Number(str):
    """Text that stands in the JSON as it is."""


# ---- datatypes: bind_NAME(arguments, key, context) gives a function of Rows ----

class Context:
    def __init__(self, scope, level, element, count):
        self.scope, self.level, self.element, self.count = scope, level, element, count


def bounds(text):
    low, high = text.split("..", 1)
    return low.strip(), high.strip()


def whole(key, low, high):
    return lambda rows: low + Draws(key, rows.address).below(0, high - low + 1)


def bind_int(arguments, key, context):
    low, high = map(int, bounds(arguments[0][0]))
    value = whole(key, low, high)
    return lambda rows: Number(value(rows))


def fixed(value, scale):
    """value / 10^scale with exactly scale places."""
    digits = str(abs(value)).rjust(scale + 1, "0")
    sign = "-" if value < 0 else ""
    return Number(sign + (digits if scale == 0 else digits[:-scale] + "." + digits[-scale:]))


def places(text):
    sign, digits, exponent = decimal.Decimal(text).as_tuple()
    return max(0, -exponent)


def unscaled(text, scale):
    with decimal.localcontext(decimal.Context(prec=80)):
        return int(decimal.Decimal(text).scaleb(scale))


def bind_decimal(arguments, key, context):
    low, high = bounds(arguments[0][0])
    scale = max(places(low), places(high))
    low, high = unscaled(low, scale), unscaled(high, scale)
    span = high - low + 1

    def value(rows):
        draws = Draws(key, rows.address)
        if span < 1 << 64:
            return fixed(low + draws.below(0, span), scale)
        return fixed(low + (((draws[0] << 64 | draws[1]) * span) >> 128), scale)
    return value


def shortest(v):
    """Python's repr has the same digits; exponents are written without leading zeros."""
    return Number(re.sub(r"e([+-])0+(\d)", r"e\1\2", repr(v)))


def bind_double(arguments, key, context):
    low, high = map(float, bounds(arguments[0][0]))

    def value(rows):
        u = (Draws(key, rows.address)[0] >> 11) * 2.0 ** -53
        return shortest(min(max(low * (1.0 - u) + high * u, low), high))
    return value


def bind_boolean(arguments, key, context):
    p = float(arguments[0][0]) if arguments else 0.5
    threshold = 1 << 64 if p >= 1 else int(p * 2.0 ** 64)
    return lambda rows: Draws(key, rows.address)[0] < threshold


def alphabet_of(text):
    if text is None:
        text = "A-Za-z"
    marks, i, letters = [], 0, set()
    while i < len(text):
        escaped = text[i] == "\\" and i + 1 < len(text)
        i += escaped
        marks.append((text[i], text[i] == "-" and not escaped))
        i += 1
    i = 0
    while i < len(marks):
        low = high = marks[i][0]
        if i + 2 < len(marks) and marks[i + 1][1]:
            high = marks[i + 2][0]
            i += 2
        i += 1
        letters.update(c for c in range(ord(low), ord(high) + 1) if not 0xD800 <= c < 0xE000)
    return "".join(map(chr, sorted(letters)))


def letters(draws, alphabet, length):
    k = len(alphabet)
    if k > 64 or not alphabet.isascii():
        return "".join(alphabet[draws.below(1 + i, k)] for i in range(length))
    text, j = "", 1
    while len(text) < length:
        draw = draws[j]
        j += 1
        for half in (draw & 0xFFFFFFFF, draw >> 32):
            for _ in range(4):
                half *= k
                text += alphabet[half >> 32]
                half &= 0xFFFFFFFF
    return text[:length]


def bind_char(arguments, key, context):
    low, high = map(int, bounds(arguments[0][0]))
    alphabet = alphabet_of(arguments[1][0] if len(arguments) > 1 else None)

    def value(rows):
        draws = Draws(key, rows.address)
        return letters(draws, alphabet, low + draws.below(0, high - low + 1))
    return value


def bind_bytes(arguments, key, context):
    low, high = map(int, bounds(arguments[0][0]))

    def value(rows):
        draws = Draws(key, rows.address)
        length = low + draws.below(0, high - low + 1)
        data = b"".join(struct.pack("<Q", draws[1 + k]) for k in range((length + 7) // 8))
        return base64.b64encode(data[:length]).decode()
    return value


def bind_enum(arguments, key, context):
    texts = [text for text, _ in arguments]
    return lambda rows: texts[Draws(key, rows.address).below(0, len(texts))]


def bind_const(arguments, key, context):
    text, quoted = arguments[0]
    if not quoted and re.fullmatch(r"-?(0|[1-9]\d*)(\.\d+)?", text):
        return lambda rows: Number(text)
    if not quoted and text in ("true", "false"):
        return lambda rows: text == "true"
    return lambda rows: text


EPOCH = datetime.datetime(1970, 1, 1, tzinfo=datetime.timezone.utc)
DAY = 86400 * 10 ** 6


def micros_of(text, upper):
    """Microseconds since the epoch, and digits of the fraction as written."""
    if len(text) == 10:
        day = datetime.date.fromisoformat(text).toordinal() - EPOCH.date().toordinal()
        return day * DAY + (86399 * 10 ** 6 if upper else 0), 0
    fraction = re.search(r"\.(\d+)", text)
    digits = len(fraction[1]) if fraction else 0
    text = re.sub(r"\.\d+", "", text).replace("Z", "+00:00")
    moment = datetime.datetime.fromisoformat(text)
    if moment.tzinfo is None:
        moment = moment.replace(tzinfo=datetime.timezone.utc)
    since = moment - EPOCH
    return ((since.days * 86400 + since.seconds) * 10 ** 6
            + (int(fraction[1].ljust(6, "0")) if fraction else 0)), digits


def unit_of(digits):
    """Microseconds of a unit and the digits that it has."""
    return (10 ** 6, 0) if digits == 0 else (1000, 3) if digits <= 3 else (1, 6)


def clock(micros, digits):
    seconds, fraction = divmod(micros, 10 ** 6)
    text = f"{seconds // 3600:02d}:{seconds // 60 % 60:02d}:{seconds % 60:02d}"
    return text + (f".{fraction:06d}"[:1 + digits] if digits else "")


def date_text(days):
    return datetime.date.fromordinal(days + EPOCH.date().toordinal()).isoformat()


def bind_date(arguments, key, context):
    low, high = (micros_of(text, False)[0] // DAY for text in bounds(arguments[0][0]))
    value = whole(key, low, high)
    return lambda rows: date_text(value(rows))


def bind_timestamp(arguments, key, context):
    low_text, high_text = bounds(arguments[0][0])
    (low, a), (high, b) = micros_of(low_text, False), micros_of(high_text, True)
    unit, digits = unit_of(max(a, b))
    value = whole(key, low // unit, high // unit)

    def text(rows):
        days, micros = divmod(value(rows) * unit, DAY)
        return f"{date_text(days)}T{clock(micros, digits)}Z"
    return text


def time_of(text):
    match = re.fullmatch(r"(\d\d):(\d\d)(?::(\d\d)(?:\.(\d+))?)?", text)
    fraction = match[4] or ""
    seconds = int(match[1]) * 3600 + int(match[2]) * 60 + int(match[3] or 0)
    return seconds * 10 ** 6 + int(fraction.ljust(6, "0")), len(fraction)


def bind_time(arguments, key, context):
    (low, a), (high, b) = map(time_of, bounds(arguments[0][0]))
    unit, digits = unit_of(max(a, b))
    value = whole(key, low // unit, high // unit)
    return lambda rows: clock(value(rows) * unit, digits)


def bind_uuid(arguments, key, context):
    def value(rows):
        draws = Draws(key, rows.address)
        b = bytearray(struct.pack("<QQ", draws[0], draws[1]))
        b[6] = b[6] & 0x0F | 0x40
        b[8] = b[8] & 0x3F | 0x80
        h = b.hex()
        return f"{h[:8]}-{h[8:12]}-{h[12:16]}-{h[16:20]}-{h[20:]}"
    return value


def bind_sequence(arguments, key, context):
    start = int(arguments[0][0]) if arguments else 1
    step = int(arguments[1][0]) if len(arguments) > 1 else 1
    return lambda rows: Number(start + rows.ordinal * step)


def bind_array(arguments, key, context):
    low, high = map(int, bounds(arguments[1][0]))
    inner = Context(context.scope, context.level + 1, True, context.count)
    element = bind(arguments[0][0], key_child(key, "[]"), inner)

    def value(rows):
        length = low + Draws(key, rows.address).below(0, high - low + 1)
        return [element(Rows(child_address(rows.address, k), rows.ordinal * max(high, 1) + k, rows))
                for k in range(length)]
    return value


def bind_object(arguments, key, context):
    folder = context.scope.structure.folder
    nested = Structure(os.path.join(folder, arguments[0][0] + ".yaml"))
    return bind_structure(nested, key, context)


def bind_ref(arguments, key, context):
    name = arguments[0][0]
    if len(arguments) == 2:
        low, high = bounds(arguments[1][0])
        value = whole(key, int(low), context.count if high == "count" else int(high))
        return lambda rows: Number(value(rows))
    scope = context.scope if context.element else context.scope.outer
    wanted = name.split(".", 1)[1]
    text = next(t for k, t, _ in scope.structure.fields if k == wanted)
    target = bind(text, key_child(scope.key, wanted), Context(scope, scope.level, False, context.count))
    levels = context.level - scope.level

    def value(rows):
        for _ in range(levels):
            rows = rows.outer
        return target(rows)
    return value


def bind(text, key, context):
    name, arguments = split_arguments(text)
    return globals()["bind_" + name](arguments, key, context)


def bind_structure(structure, key, context):
    scope = Scope(structure, key, context.level, context.scope)
    inner = Context(scope, context.level, False, context.count)
    fields = [(name, bind(text, key_child(key, name), inner))
              for name, text, hidden in structure.fields if not hidden]
    return lambda rows: {name: value(rows) for name, value in fields}


# ---- output ----

def to_json(value):
    if isinstance(value, Number):
        return str(value)
    if isinstance(value, dict):
        return "{" + ",".join(f"{json.dumps(k)}:{to_json(v)}" for k, v in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ",".join(map(to_json, value)) + "]"
    return json.dumps(value, ensure_ascii=False)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("file")
    options = parser.parse_args()
    structure = Structure(options.file)
    context = Context(None, 0, False, options.count)
    record = bind_structure(structure, key_root(structure.name, options.seed), context)
    for number in range(options.first, options.first + options.count):
        print(to_json(record(Rows(number, number))))


if __name__ == "__main__":
    main()
