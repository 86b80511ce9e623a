/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What the Makefile knows and the programs want to tell: the version, and the folder of the
 * installed schemas. version.c is the only file that is compiled with these macros, so that
 * a new version compiles one file.
 */
#ifndef SS_CLI_VERSION_H
#define SS_CLI_VERSION_H

#include "base/defs.h"

const char *ss_version(void) SS_NODISCARD;
/* Folder of installed structures, "" in a program that was built without make. */
const char *ss_data_folder(void) SS_NODISCARD;

#endif
