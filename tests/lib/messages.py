# SPDX-License-Identifier: Apache-2.0
"""Takes Arrow IPC streams apart, for tests that damage them: messages.py FILE writes FILE.0,
FILE.1, ... with one message each (the end marker is the last) and prints how many."""
import struct
import sys


def body_length(metadata):
    """Field 3 of the FlatBuffers table Message."""
    table = struct.unpack_from('<I', metadata)[0]
    vtable = table - struct.unpack_from('<i', metadata, table)[0]
    size = struct.unpack_from('<H', metadata, vtable)[0]
    slot = 4 + 2 * 3
    at = struct.unpack_from('<H', metadata, vtable + slot)[0] if slot < size else 0
    return struct.unpack_from('<q', metadata, table + at)[0] if at else 0


def messages(data):
    at = 0
    while at < len(data):
        marker, size = struct.unpack_from('<II', data, at)
        assert marker == 0xFFFFFFFF
        end = at + 8 + size
        if size:
            end += body_length(data[at + 8:end])
        yield data[at:end]
        at = end


def main():
    path = sys.argv[1]
    with open(path, 'rb') as f:
        data = f.read()
    n = 0
    for message in messages(data):
        with open(f'{path}.{n}', 'wb') as f:
            f.write(message)
        n += 1
    print(n)


main()
