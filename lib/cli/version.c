/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The constants that the Makefile passes in: SS_VERSION from the file VERSION, SS_DATADIR from
 * the installation prefix. Called by help.c and by programs that look for installed files.
 */
#include "cli/version.h"

#ifndef SS_VERSION
#define SS_VERSION "0.0.0-dev"
#endif
#ifndef SS_DATADIR
#define SS_DATADIR ""
#endif

const char *
ss_version(void)
{
	return SS_VERSION;
}

const char *
ss_data_folder(void)
{
	return SS_DATADIR;
}
