# SPDX-License-Identifier: Apache-2.0
# The whole build. It globs: a new file in lib/<layer>/, cmd/<tool>/ or tests/ needs no line here; a new tool
# needs one line in cmd/tools.mk. "make help" lists the targets and switches.
SHELL := /bin/bash
.SHELLFLAGS := -e -o pipefail -c
MAKEFLAGS += -r --no-print-directory
.DELETE_ON_ERROR:
.SUFFIXES:
.DEFAULT_GOAL := all
VERSION := $(file <VERSION)
comma := ,

# ---- what a user sets, on the command line, in the environment or in config.mk ----
-include config.mk
CC ?= cc
CFLAGS ?=
CPPFLAGS ?=
LDFLAGS ?=
PREFIX ?= /usr/local
BINDIR ?= $(PREFIX)/bin
MANDIR ?= $(PREFIX)/share/man
DATADIR ?= $(PREFIX)/share
DESTDIR ?=
OPT ?= $(if $(COVERAGE),-O0,$(if $(SAN),-O1,-O2))

# ---- variant: each combination of switches has its own folder ----
words := $(filter-out cc gcc,$(notdir $(firstword $(CC)))) $(if $(SAN),san-$(subst $(comma),-,$(SAN))) \
	$(if $(PESSIMIST),pessimist) $(if $(COVERAGE),coverage) $(if $(FUZZ),fuzz) $(filter-out O2,$(OPT:-%=%))
words := $(if $(SAN)$(COVERAGE),$(filter-out O0 O1,$(words)),$(words))
VARIANT := $(subst $() ,_,$(strip $(words)))
B := build$(if $(VARIANT),/$(VARIANT))

# ---- flags: a user's CFLAGS add to ours and come last ----
probe = $(shell for f in $(1); do $(CC) -Werror $$f -x c -c /dev/null -o /dev/null 2>/dev/null && echo $$f; done)
pkg = $(or $(shell pkg-config --libs $(1) 2>/dev/null),$(2))
FYAML_LIBS := $(call pkg,libfyaml,-lfyaml)
XXHASH_LIBS := $(call pkg,libxxhash,-lxxhash)
WARN := -Wall -Wextra -Wshadow -Wconversion -Wsign-conversion -Wvla -Wundef -Wwrite-strings -Wpointer-arith \
	-Wstrict-prototypes -Wmissing-prototypes -Wold-style-definition -Wformat=2 -Wimplicit-fallthrough
BASE := -std=c17 -ffp-contract=off -fno-strict-aliasing -pthread $(WARN)
INCLUDES := -Ilib $(shell pkg-config --cflags libfyaml libxxhash 2>/dev/null)
ifneq ($(SAN)$(FUZZ),)
MODE := -fno-omit-frame-pointer $(if $(SAN),-fsanitize=$(SAN) -fno-sanitize-recover=all -DSS_SANITIZED=1) \
	$(if $(FUZZ),-fsanitize=fuzzer-no-link) $(call probe,-Wno-maybe-uninitialized)
else
MODE := $(call probe,-fstack-protector-strong -fstack-clash-protection -fcf-protection=full \
	-mbranch-protection=standard -ftrivial-auto-var-init=zero -fno-delete-null-pointer-checks \
	-fno-strict-overflow -fstrict-flex-arrays=3 -Wtrampolines) \
	$(if $(filter -O0,$(OPT))$(findstring _FORTIFY_SOURCE,$(CFLAGS) $(CPPFLAGS)),,-U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=3)
endif
MODE += $(if $(PESSIMIST),-include tests/pessimist.h) $(if $(COVERAGE),--coverage -fprofile-update=atomic)
ALL_CFLAGS := $(BASE) $(OPT) -g -fPIE -ffile-prefix-map=$(CURDIR)=. $(MODE) $(if $(filter-out 0,$(WERROR)),-Werror) \
	$(INCLUDES) $(CPPFLAGS) $(CFLAGS)
ALL_LDFLAGS := -pie -pthread -Wl,-z,relro,-z,now,-z,noexecstack,-z,nodlopen,--as-needed \
	$(if $(SAN),-fsanitize=$(SAN)) $(if $(COVERAGE),--coverage) $(LDFLAGS)
$(B)/lib/cli/version.o: private ALL_CFLAGS += -DSS_VERSION='"$(VERSION)"' -DSS_DATADIR='"$(DATADIR)/seedstream"'

# ---- sources ----
include cmd/tools.mk
TOOLS := $(sort $(patsubst LIBS_%,%,$(filter LIBS_ss-%,$(.VARIABLES))))
ALL_LIBS := $(foreach t,$(TOOLS),$(LIBS_$t))
LIB_O := $(patsubst %.c,$(B)/%.o,$(sort $(wildcard lib/*/*.c)))
BINS := $(TOOLS:%=$(B)/bin/%)
TEST_FILES := $(if $(TESTS),$(wildcard $(TESTS)),$(sort $(wildcard tests/unit/*.c tests/*/*.bats tests/fuzz/fuzz_*.c)) \
	tests/lint/run tests/check-hardening)
PROGRAMS := $(patsubst %.c,$(B)/%,$(wildcard tests/unit/*.c tests/stat/*.c))
FUZZERS := $(patsubst %.c,$(B)/%,$(wildcard tests/fuzz/fuzz_*.c))
TEST_BINS := $(patsubst %.c,$(B)/%,$(filter tests/unit/%.c tests/fuzz/%.c,$(TEST_FILES)) $(if $(TESTS),,$(wildcard tests/stat/*.c))) \
	$(patsubst %.c,$(B)/%.so,$(wildcard tests/fault/*.c))

# ---- rules ----
.PHONY: all test-programs lib help deps quickstart check lint lint-flags check-hardening golden coverage torture fuzz fuzzers bench \
	install uninstall install-list dist distcheck format completions clean distclean FORCE
.SECONDARY:
Q := $(if $(V),,@)
say = $(if $(V),@:,@printf '  %-5s %s\n' $(1) $@)
all: $(BINS) ## build all programs (build/bin; with switches build/<variant>/bin)
lib: $(B)/libss.a
test-programs: $(TEST_BINS)
fuzzers: $(FUZZERS)

stamp = @mkdir -p $(@D); echo '$(subst ','\'',$(1))' | cmp -s - $@ || echo '$(subst ','\'',$(1))' >$@
$(B)/flags: FORCE
	$(call stamp,$(CC) $(ALL_CFLAGS) $(ALL_LDFLAGS) $(ALL_LIBS))
$(B)/version: FORCE
	$(call stamp,$(VERSION) $(DATADIR))
$(B)/lib/cli/version.o: $(B)/version
$(B)/objects: FORCE
	$(call stamp,$(LIB_O))
$(B)/%.o: %.c $(B)/flags
	$(call say,CC)
	$(Q)mkdir -p $(@D) && $(CC) $(ALL_CFLAGS) -MMD -MP -c -o $@ $<
$(B)/libss.a: $(LIB_O) $(B)/objects
	$(call say,AR)
	$(Q)rm -f $@ && ar qcsD $@ $(LIB_O)
$(B)/tests/fault/%.so: tests/fault/%.c $(B)/flags
	$(call say,SO)
	$(Q)mkdir -p $(@D) && $(CC) $(BASE) -O1 -g -fPIC -shared -MMD -MP -o $@ $< -ldl
$(B)/tests/fuzz/%: $(B)/tests/fuzz/%.o $(if $(FUZZ),,$(B)/tests/fuzz-replay.o) $(B)/libss.a
	$(call say,LINK)
	$(Q)$(CC) $(if $(FUZZ),-fsanitize=fuzzer) $(ALL_LDFLAGS) -o $@ $^ $(ALL_LIBS)
$(PROGRAMS): $(B)/tests/%: $(B)/tests/%.o $(B)/libss.a
	$(call say,LINK)
	$(Q)$(CC) $(ALL_LDFLAGS) -o $@ $^ $(ALL_LIBS)
$(B)/bench/%: $(B)/bench/%.o $(B)/libss.a
	$(call say,LINK)
	$(Q)$(CC) $(ALL_LDFLAGS) -o $@ $^ $(ALL_LIBS)
define tool
$(B)/bin/$(1): $(patsubst %.c,$(B)/%.o,$(sort $(wildcard cmd/$(1)/*.c))) $(B)/libss.a
	$$(call say,LINK)
	$(Q)mkdir -p $$(@D) && $(CC) $(ALL_LDFLAGS) -o $$@ $$^ $(LIBS_$(1))
endef
$(foreach t,$(TOOLS),$(eval $(call tool,$t)))
-include $(wildcard $(B)/*/*.d $(B)/*/*/*.d)

# ---- everyday targets ----
help: ## this list
	@sed -nE 's/^([a-z-]+):[^#]*## (.*)/\1|\2/p' Makefile | awk -F '|' '{ printf "  %-16s %s\n", $$1, $$2 }'
	@echo '  switches: SAN=address,undefined SAN=thread PESSIMIST=1 COVERAGE=1 CC=clang OPT=-O3 WERROR=1 V=1'
deps: ## install the Debian packages that the build needs and that are missing
	@tests/install-deps build
quickstart: ## install what is missing, build, make a million nested invoices as JSON, show the rate
	@tests/install-deps build
	@$(MAKE) -j$$(nproc) all
	@tests/quickstart $(B)/bin
check: ## all tests and lint; TESTS=tests/unit/buf.c runs some; last line "N passed, N failed, N skipped"
	+@tests/install-deps build test || :
	+@MAKE='$(MAKE)' B=$(B) tests/run $(TEST_FILES)
lint: all ## style, layers, vendor doors, banned calls, pages, scripts
	@CC='$(CC)' B=$(B) SAN='$(SAN)$(COVERAGE)' LINT_CFLAGS='$(BASE) $(INCLUDES)' TOOLS='$(TOOLS)' tests/lint/run
lint-flags:
	@printf '%s' '$(BASE) $(INCLUDES)'
check-hardening: all ## prove the hardening of the programs with readelf
	@B=$(B) SAN='$(SAN)' tests/check-hardening
golden: ## rewrite the expected files in tests/golden (tests see SS_UPDATE_GOLDEN=1); read the diff before a commit
	@SS_UPDATE_GOLDEN=1 $(MAKE) check TESTS='tests/golden/*.bats'
coverage: ## line coverage of lib/ by the tests, per file
	@$(MAKE) check COVERAGE=1 && tests/coverage build/coverage
torture: ## the checks under every variant, then T seconds per fuzzer
	@$(MAKE) check && $(MAKE) check SAN=address,undefined PESSIMIST=1 && $(MAKE) check SAN=address,undefined \
	&& $(MAKE) check SAN=thread && $(MAKE) check CC=clang && $(MAKE) check OPT=-O3 && $(MAKE) fuzz
fuzz: ## T=60: seconds per fuzzer (clang, address and undefined behaviour checked); findings land in build/fuzz
	@tests/install-deps build test; $(MAKE) -j$$(nproc) CC=clang SAN=address,undefined FUZZ=1 fuzzers
	@for f in $(notdir $(FUZZERS)); do mkdir -p build/fuzz/$$f tests/fuzz/corpus/$${f#fuzz_}; \
	build/clang_san-address-undefined_fuzz/tests/fuzz/$$f -max_total_time=$(or $(T),60) -timeout=10 -rss_limit_mb=2048 \
		-artifact_prefix=build/fuzz/$$f- build/fuzz/$$f tests/fuzz/corpus/$${f#fuzz_}; done
bench: all $(patsubst %.c,$(B)/%,$(wildcard bench/*.c)) ## the benchmarks: ratios against a rival, measured in one run
	@SS_BIN=$(CURDIR)/$(B)/bin bench/run

# ---- installing, packing: one list of mode|source|target serves install, uninstall and install-list ----
one = $(1)|$(2)|$(3)
INSTALL_MAP := $(foreach t,$(TOOLS),$(call one,755,$(B)/bin/$t,$(BINDIR)/$t)) \
	$(foreach m,$(wildcard man/*.[1-8]),$(call one,644,$m,$(MANDIR)/man$(patsubst .%,%,$(suffix $m))/$(notdir $m))) \
	$(foreach t,$(TOOLS),$(foreach p,$(wildcard completions/$t.bash),$(call one,644,$p,$(DATADIR)/bash-completion/completions/$t)) \
	$(foreach p,$(wildcard completions/_$t),$(call one,644,$p,$(DATADIR)/zsh/site-functions/_$t)) \
	$(foreach p,$(wildcard completions/$t.fish),$(call one,644,$p,$(DATADIR)/fish/vendor_completions.d/$t.fish))) \
	$(foreach s,$(sort $(shell find schemas -type f 2>/dev/null)),$(call one,644,$s,$(DATADIR)/seedstream/$(s:schemas/%=%)))
each = @while IFS='|' read -r mode from to; do $(1); done < <(printf '%s\n' $(patsubst %,'%',$(INSTALL_MAP)))
install: all ## programs, man pages, completions, schemas under PREFIX (staged under DESTDIR)
	$(call each,install -D -m $$mode "$$from" "$(DESTDIR)$$to")
uninstall: ## remove exactly what install put there
	$(call each,rm -f "$(DESTDIR)$$to")
	@if [ -d "$(DESTDIR)$(DATADIR)/seedstream" ]; then find "$(DESTDIR)$(DATADIR)/seedstream" -depth -type d -empty -delete; fi
install-list: ## the installed paths under PREFIX (make -s install-list >tests/golden/install.list)
	$(call each,printf '%s\n' "$${to#$(PREFIX)/}") | LC_ALL=C sort
dist: ## seedstream-VERSION.tar.gz of HEAD, the same bytes every time
	@git archive --prefix=seedstream-$(VERSION)/ HEAD | gzip -9n >seedstream-$(VERSION).tar.gz
distcheck: dist ## unpack the tarball, build, test, install, compare with tests/golden/install.list, uninstall
	@tests/distcheck seedstream-$(VERSION).tar.gz
format: ## clang-format all C sources but generated tables
	@clang-format -i $(filter-out %_table.h,$(wildcard lib/*/*.[ch] cmd/*/*.[ch] tests/*.[ch] tests/*/*.[ch]))
completions: all ## write completions/ anew from the option tables
	@mkdir -p completions; for t in $(TOOLS); do for s in bash:$$t.bash zsh:_$$t fish:$$t.fish; do \
	$(B)/bin/$$t --completion=$${s%%:*} >completions/$${s#*:}; done; done
clean: ## remove what was built (keeps build/venv)
	@[ ! -d build ] || find build -mindepth 1 -maxdepth 1 ! -name venv -exec rm -rf {} +
distclean: ## remove build/ altogether
	@rm -rf build
