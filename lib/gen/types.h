/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Declares the descriptors of types.def, so that a datatype's file needs no extern of its own.
 */
#ifndef SS_GEN_TYPES_H
#define SS_GEN_TYPES_H

#include "gen/type.h"

#define SS_TYPE(name) extern const struct ss_type ss_type_##name;
#include "gen/types.def"
#undef SS_TYPE

#endif
