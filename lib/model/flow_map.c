/* SPDX-License-Identifier: Apache-2.0 */
/*
 * From places in the text that YAML reads back to places in the user's: the characters that
 * the flow pass put in, in order, searched by halves. Called by the YAML reader for every event.
 */
#include "model/flow.h"

static const struct ss_flow_insert *
all_inserts(const struct ss_flow *flow)
{
	return (const struct ss_flow_insert *)(const void *)flow->inserts.p;
}

/* The index of the first insert at or behind a place of the text with inserts. */
static size_t
first_insert(const struct ss_flow *flow, int line, int column)
{
	const struct ss_flow_insert *inserts = all_inserts(flow);
	size_t lo = 0;
	size_t hi = flow->inserts.len / sizeof(*inserts);

	while (lo < hi) {
		size_t mid = lo + (hi - lo) / 2;

		if (inserts[mid].line < line ||
		    (inserts[mid].line == line && inserts[mid].column < column))
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo;
}

void
ss_flow_release(struct ss_flow *flow)
{
	ss_buf_release(&flow->text);
	ss_buf_release(&flow->inserts);
}

int
ss_flow_column(const struct ss_flow *flow, int line, int column)
{
	const struct ss_flow_insert *inserts = all_inserts(flow);
	size_t at = first_insert(flow, line, column);

	if (at == 0 || inserts[at - 1].line != line)
		return column;
	return column - inserts[at - 1].ordinal;
}

bool
ss_flow_inserted(const struct ss_flow *flow, int line, int column)
{
	const struct ss_flow_insert *inserts = all_inserts(flow);
	size_t at = first_insert(flow, line, column);

	return at > 0 && inserts[at - 1].line == line && inserts[at - 1].column == column - 1;
}
