# SPDX-License-Identifier: Apache-2.0
"""W1 by chDB (ClickHouse in a library): chdb_w1.py FORMAT ROWS writes to /dev/null.

The same seven columns as bench/structures/w1.yaml, by the fastest expressions that we found:
rand() is not reproducible, which is in the rival's favour, as is the code column (base64
letters and digits out of one random string instead of letters drawn one by one).
"""
import sys

import chdb

fmt, rows = sys.argv[1], int(sys.argv[2])
query = f"""
SELECT toInt16(1 + rand(1) % 999) AS id,
       toDecimal64(1 + rand(2) % 999999, 2) / 100 AS amount,
       fromUnixTimestamp64Milli(toInt64(1735689600000 + rand64(3) % 31536000000), 'UTC') AS created,
       toDate32(toInt32(-7305 + rand(4) % 20454)) AS birth,
       rand(5) % 2 = 0 AS active,
       ['new', 'paid', 'shipped', 'cancelled'][1 + rand(6) % 4] AS status,
       substring(base64Encode(randomString(12, number)), 1, 5 + rand(7) % 11) AS code
FROM numbers({rows})
INTO OUTFILE '/dev/null' TRUNCATE FORMAT {fmt}
SETTINGS max_threads = 1, output_format_json_quote_64bit_integers = 0
"""
chdb.query(query)
