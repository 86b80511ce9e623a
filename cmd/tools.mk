# SPDX-License-Identifier: Apache-2.0
# The registry of programs: a line names a tool (its sources are cmd/<tool>/*.c) and lists the libraries it links.
LIBS_ss-fmt := $(XXHASH_LIBS)
LIBS_ss-gen := $(FYAML_LIBS) $(XXHASH_LIBS)
