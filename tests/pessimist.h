/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Forced into every file by PESSIMIST=1: buffers start with one byte, reads and writes move 64 bytes, the
 * ring has one slot per thread. Every growth path, every split and every wait is then taken all the time.
 * The headers in lib/ define these only when they are not defined yet.
 */
#ifndef SS_PESSIMIST_H
#define SS_PESSIMIST_H

#define SS_PESSIMIST 1
#define SS_BUF_INITIAL 1
#define SS_IO_CHUNK 64

#endif
