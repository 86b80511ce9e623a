# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# A private PostgreSQL for one bats file: a cluster of its own in a folder of its own, reached through a socket in that
# folder and nothing else, stopped by its process id. In setup_file: pg_start || [ -n "$PG_MISSING" ], which says why
# there is none; in teardown_file: pg_stop. Programs find the server through PGHOST, PGPORT, PGUSER and PGDATABASE.

# as_server COMMAND...: runs it in place of this shell; the server refuses to run as root
as_server()
{
	[ "$(id -u)" = 0 ] || exec "$@"
	exec setpriv --reuid=postgres --regid="$(id -gn postgres)" --init-groups -- "$@"
}

# pg_programs: the folder of the newest server that is installed
pg_programs() { find /usr/lib/postgresql/*/bin -maxdepth 0 -type d 2>/dev/null | sort -V | tail -n 1; }

pg_start()
{
	local bin i
	export PG_MISSING=''
	bin=$(pg_programs)
	if ! [ -x "$bin/initdb" ] || ! command -v psql >/dev/null; then
		PG_MISSING='PostgreSQL is not installed (tests/install-deps test)'
		return 1
	fi
	PG_FOLDER=$(mktemp -d "${TMPDIR:-/tmp}/ss-pg.XXXXXX")
	export PG_FOLDER PG_PID=''
	[ "$(id -u)" != 0 ] || chown postgres "$PG_FOLDER"
	cd "$PG_FOLDER" || return
	(as_server "$bin/initdb" -D "$PG_FOLDER/data" -U postgres -A trust -E UTF8 --locale=C.UTF-8 --no-sync) \
		>"$PG_FOLDER/initdb.log" 2>&1 || {
		cat "$PG_FOLDER/initdb.log"
		return 1
	}
	unset PGHOSTADDR PGSERVICE PGOPTIONS PGTZ PGPASSWORD PGSSLMODE
	# the port only names the socket, but leave the usual one alone
	export PGHOST=$PG_FOLDER PGPORT=$((20000 + RANDOM % 10000)) PGUSER=postgres PGDATABASE=postgres PGCONNECT_TIMEOUT=10
	(as_server "$bin/postgres" -D "$PG_FOLDER/data" -k "$PG_FOLDER" -p "$PGPORT" -c listen_addresses= -c fsync=off \
		-c synchronous_commit=off -c full_page_writes=off -c autovacuum=off -c max_parallel_workers_per_gather=0 \
		-c synchronize_seqscans=off) >"$PG_FOLDER/log" 2>&1 </dev/null 3>&- 4>&- &
	PG_PID=$!
	for ((i = 0; i < 300; i++)); do
		! sql 'select 1' >/dev/null 2>&1 || return 0
		kill -0 "$PG_PID" 2>/dev/null || break
		sleep 0.1
	done
	cat "$PG_FOLDER/log"
	return 1
}

pg_stop()
{
	local i
	cd / || return
	[ -n "${PG_FOLDER:-}" ] || return 0
	# not a child of this shell: bats runs setup and teardown in shells of their own
	[ -z "$PG_PID" ] || ! kill -INT "$PG_PID" 2>/dev/null || for ((i = 0; i < 300; i++)); do
		kill -0 "$PG_PID" 2>/dev/null || break
		sleep 0.1
	done
	rm -rf "$PG_FOLDER"
}

# sql COMMAND [OPTION...]: bare rows, | between columns; the first error ends it
sql()
{
	local command=$1
	shift
	psql -X -q -A -t -v ON_ERROR_STOP=1 "$@" -c "$command"
}
