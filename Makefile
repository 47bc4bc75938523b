# Eleven: 2048 in C. `make play` starts the game, `make test` runs all tests. doc/ARCHITECTURE.md describes the folders.

CC       ?= cc
CFLAGS   ?= -O2 -g
# These would change arithmetic, also that of a program that only loads the library.
override CFLAGS := $(filter-out -ffast-math -funsafe-math-optimizations,$(CFLAGS:-Ofast=-O3))
PREFIX   ?= /usr/local
# The environment names a build folder only from one make to the next: `make clean` deletes it.
ifeq ($(MAKELEVEL)$(origin B),0environment)
B         = build
endif
B        ?= build
# In `make match A=... B=...` the letter B is a revision. The build folder is the default one then.
ifeq ($(MAKECMDGOALS),match)
REVISION := $(if $(findstring command,$(origin B)),$(B))
override B = build
endif
CORES    := $(shell nproc 2>/dev/null || echo 2)
PYTHON   ?= $(firstword $(wildcard /usr/bin/python3) python3)
export CC B MAKE

SANITIZE  = -O1 -g -DSMALL_TESTS -DNO_MEMORY_LIMIT -fsanitize=address,undefined -fno-sanitize-recover=all
# Clang warns where a double meets a constant of an enumeration, which is exact.
WARNINGS  = -std=c11 -Wall -Wextra -Wshadow -Wconversion -Wno-enum-float-conversion
# Warnings are errors in `make check` and `make test`. A newer compiler, with new ones, stops nobody else.
WERROR   ?=
export WERROR
# Files may be larger than 2 GB, and their numbers too, where sizes have 32 bits.
override CPPFLAGS += -Iinclude -D_DEFAULT_SOURCE -D_FILE_OFFSET_BITS=64
# The path of the build folder is not part of the output, so a build gives the same bytes everywhere.
REPEAT    = -ffile-prefix-map="$(CURDIR)"=.
# Arithmetic must be that of float and double everywhere, whatever the flags of a packager say. clang multiplies and adds
# in one step where the processor can. The x87 of 32-bit x86 computes with more digits, and so does gcc on s390x with
# -std=c11.
REPEAT   += -fno-fast-math -ffp-contract=off
ifneq ($(shell echo __i386__ | $(CC) $(CFLAGS) -E -P - 2>/dev/null),__i386__)
REPEAT   += -msse2 -mfpmath=sse
endif
ifneq ($(shell echo __s390x__ | $(CC) $(CFLAGS) -E -P - 2>/dev/null),__s390x__)
REPEAT   += -fexcess-precision=fast
endif
# Damage that a mistake in the program could do is stopped by the compiler and the loader, where they can; see
# doc/TRUST.md for the cost. Not with sanitizers, which stop it themselves, nor where packagers give flags of their own.
ifeq ($(findstring -fsanitize,$(CFLAGS))$(findstring FORTIFY,$(CFLAGS)$(CPPFLAGS))$(findstring -O0,$(CFLAGS)),)
HARDEN    = -fstack-protector-strong -fPIE $(if $(findstring -O,$(CFLAGS)),-U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=2)
$(shell mkdir -p $(B))
HARD_LINK := $(shell echo 'int main(void) { return 0; }' | $(CC) $(CFLAGS) -fPIE -x c -o $(B)/probe$$$$ - $(LDFLAGS) \
              -pie -Wl,-z,relro,-z,now >/dev/null 2>&1 && echo -pie -Wl,-z,relro,-z,now; rm -f $(B)/probe$$$$)
endif
COMPILE   = $(CC) $(WARNINGS) $(CPPFLAGS) $(CFLAGS) $(HARDEN) $(REPEAT) -MMD -MP

ROOMS     = base core fast player review solver facts endgame train players session formats picture
LIB_SRC   = $(foreach room,$(ROOMS),$(sort $(wildcard src/$(room)/*.c)))
APP_SRC   = $(sort $(wildcard src/store/*.c front/base/*.c front/chart/*.c front/term/*.c front/cli/*.c bench/*.c))
LIB_OBJ   = $(LIB_SRC:%.c=$(B)/%.o)
APP_OBJ   = $(APP_SRC:%.c=$(B)/%.o)
APP_LIBS  = -lncursesw -ltinfo -lsqlite3 -lm

# Optional libraries of the program. $(call has,HEADER,LIBRARY) is not empty if a program that uses both can be built.
# Several makes can ask at once.
has = $(shell echo 'int main(void) { return 0; }' | \
        $(CC) $(CPPFLAGS) $(CFLAGS) -include $1 -x c -o $(B)/probe$$$$ - $(LDFLAGS) -l$2 >/dev/null 2>&1 && echo yes; \
        rm -f $(B)/probe$$$$)
$(shell mkdir -p $(B))
OPTIONAL  =

# Layers of large solves are compressed; without zstd they must fit into memory.
ifneq ($(call has,zstd.h,zstd),)
OPTIONAL += -DELEVEN_HAS_ZSTD
APP_LIBS += -lzstd
endif

# The language server needs jansson. Without it, `eleven lsp` only prints that it is missing.
ifneq ($(call has,jansson.h,jansson),)
OPTIONAL += -DELEVEN_HAS_JANSSON
APP_SRC  += $(sort $(wildcard front/lsp/*.c))
APP_LIBS += -ljansson
endif

# The HTTP server needs libwebsockets and wslay, in the same way.
ifneq ($(call has,libwebsockets.h,websockets),)
OPTIONAL += -DELEVEN_HAS_WEBSOCKETS
ifneq ($(call has,wslay/wslay.h,wslay),)
OPTIONAL += -DELEVEN_HAS_WSLAY
APP_SRC  += $(sort $(wildcard front/serve/*.c))
APP_LIBS += -lwebsockets -lwslay -lpthread
endif
endif

# Each .c file in test/unit and test/property is a program of cmocka tests, linked with everything but the commands.
TEST_SRC  = $(sort $(wildcard test/unit/*.c test/property/*.c))
TESTS     = $(TEST_SRC:%.c=$(B)/%)
ORACLE    = $(patsubst %.c,$(B)/%.o,$(sort $(wildcard test/oracle/*.c)))

C_FILES   = $(shell find include src front test bench examples -name node_modules -prune -o -name '*.[ch]' -print | sort)

.DEFAULT_GOAL = all
.PHONY: all mpi play check test tests torture fuzz fuzzers fuzz-run checked analyze mutants proof threads \
        memory soak cross hosts unit seams deps pure figures losses facts-check english names versions schema \
        format format-fix api picture screens bench match clean
.SECONDARY:

all: $(B)/eleven $(B)/libeleven.a

$(B)/%.o: %.c
	@mkdir -p $(@D)
	$(COMPILE) $(WERROR) -Isrc -Ifront -I. -c -o $@ $<

# Compiler, flags and optional libraries of the last build: when they change, what depends on them is built again.
remember  = $(shell echo '$2' | cmp -s - $(B)/$1 || echo '$2' > $(B)/$1)
$(call remember,flags,$(COMPILE))$(call remember,optional,$(OPTIONAL))
$(LIB_OBJ) $(APP_OBJ) $(ORACLE) $(TESTS:%=%.o): $(B)/flags
$(APP_OBJ): $(B)/optional
$(APP_OBJ): override CPPFLAGS += $(OPTIONAL)

# Data files that the assembler includes in the library.
INSIDE    = data/default.weights $(sort $(wildcard data/facts/*.2048))
$(B)/src/player/network_shipped.o $(B)/src/facts/facts_evidence.o: $(INSIDE)

$(B)/libeleven.a: $(LIB_OBJ)
	rm -f $@
	ar rcs $@ $^

# Where it costs more than 1%: only numbers are computed there.
$(B)/src/fast/%.o $(B)/src/core/line.o $(B)/src/train/train_play.o: HARDEN = -fPIE

# A program finds the folder data beside its own folder. So builds below build/ have it, too.
$(B)/eleven: $(APP_OBJ) $(B)/libeleven.a
	$(CC) $(CFLAGS) $(LDFLAGS) $(HARD_LINK) -o $@ $^ $(APP_LIBS)
	$(if $(filter build/%,$(B)),ln -sfn ../data build/data)

# The program for several machines; it needs OpenMPI. `eleven` does not.
MPI_OBJ   = $(patsubst %.c,$(B)/%.o,$(sort $(wildcard front/mpi/*.c)))
mpi: $(B)/eleven-mpi
$(MPI_OBJ): override CPPFLAGS += $(shell mpicc --showme:compile)
$(MPI_OBJ): $(B)/flags
$(B)/front/mpi/eleven_main.o: front/cli/main.c
	@mkdir -p $(@D)
	$(COMPILE) $(WERROR) $(OPTIONAL) -Isrc -Ifront -I. -Dmain=eleven_main -c -o $@ $<
$(B)/eleven-mpi: $(MPI_OBJ) $(B)/front/mpi/eleven_main.o $(filter-out $(B)/front/cli/main.o,$(APP_OBJ)) $(B)/libeleven.a
	$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(APP_LIBS) $(shell mpicc --showme:link) -lpthread

# The program on a system that fails, see test/faults/torture.c. `make torture` lets every call of every command fail.
SEAM      = malloc calloc realloc strdup strndup open_memstream pthread_create mmap mmap64 open open64 fopen fopen64 \
            fdopen fileno fsync fdatasync flock stat stat64 lstat lstat64 fstat fstat64 opendir readdir readdir64 \
            scandir scandir64 rename linkat ftruncate ftruncate64 truncate truncate64 posix_fallocate posix_fallocate64 \
            msync mkdir fchmod fchown realpath __realpath_chk getrandom getentropy socket bind listen accept
$(B)/test/faults/torture.o: override CPPFLAGS += $(OPTIONAL)
$(B)/test/faults/torture.o: $(B)/flags $(B)/optional
$(B)/torture: $(B)/test/faults/torture.o $(APP_OBJ) $(B)/libeleven.a
	$(CC) $(CFLAGS) $(LDFLAGS) $(SEAM:%=-Wl,--wrap=%) -o $@ $^ $(APP_LIBS)

# The signature of the bench, without the libraries of the program.
$(B)/signature: $(B)/test/cross/signature.o $(filter-out $(B)/bench/bench_%,$(filter $(B)/bench/%,$(APP_OBJ))) $(B)/libeleven.a
	$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ -lm -lpthread
$(B)/test/cross/signature.o: $(B)/flags

# All failures of all commands: first alone, then with sanitizers, which find leaks.
torture: $(B)/torture
	@ELEVEN=$(B)/torture $(PYTHON) test/faults/torture.py
	@$(MAKE) --no-print-directory -s -j$(CORES) B=$(B)/leaks CFLAGS='$(SANITIZE)' $(B)/leaks/torture
	@ELEVEN=$(B)/leaks/torture $(PYTHON) test/faults/torture.py --most 40

# Each file in test/fuzz is a fuzz target, and a program. With clang libFuzzer drives it, otherwise it replays files.
FUZZ_PART = $(patsubst %,$(B)/test/fuzz/%.o,support $(if $(findstring fuzzer,$(CFLAGS)),,main))
FUZZERS   = $(filter-out $(FUZZ_PART:.o=) $(B)/test/fuzz/main,$(patsubst %.c,$(B)/%,$(sort $(wildcard test/fuzz/*.c))))
FUZZ      = -O2 -g -fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=all
$(FUZZERS:=.o) $(FUZZ_PART): $(B)/flags
$(FUZZERS:=.o): override CPPFLAGS += $(OPTIONAL)

# So that a target contains only what it uses, and can replace the terminal.
$(B)/front.a: $(filter-out $(B)/front/cli/% $(B)/bench/%,$(APP_OBJ)) $(ORACLE)
	rm -f $@
	ar rcs $@ $^

$(FUZZERS): $(B)/%: $(B)/%.o $(FUZZ_PART) $(B)/front.a $(B)/libeleven.a
	$(CC) $(CFLAGS) $(LDFLAGS) $(if $(findstring fuzzer,$(CFLAGS)),-fsanitize=fuzzer) -o $@ $^ $(APP_LIBS)

fuzzers: $(FUZZERS)

fuzz:
	@$(MAKE) --no-print-directory -s B=$(B)/fuzz CC=clang CFLAGS='$(FUZZ)' fuzzers

# Runs every target: make fuzz-run [SECONDS=60] [TARGETS='board lsp']
fuzz-run: fuzz
	@$(PYTHON) tools/fuzz.py $(B)/fuzz/test/fuzz $(or $(SECONDS),60) $(TARGETS)

# A build with sanitizers that counts which lines and branches the tests reach. Its profiles grow while a program runs (%c),
# and those of one program are one file (%m). An emulator of older processors has no space for sanitizers.
COVER     = -fcoverage-mapping -Xclang -mllvm -Xclang -runtime-counter-relocation \
            -fprofile-instr-generate=$(abspath $(B))/checked/profiles/%c%m.profraw
EMULATED  = unit/batch_test unit/bitboard_test property/envs_test
checked:
	@$(MAKE) --no-print-directory -s -j$(CORES) B=$(B)/checked CC=clang CFLAGS='$(SANITIZE) $(COVER)' all tests fuzzers \
	  $(B)/checked/torture $(if $(shell command -v mpicc),mpi)
	@$(MAKE) --no-print-directory -s -j$(CORES) B=$(B)/emulated CC=clang CFLAGS='-O1 -g $(COVER)' \
	  $(EMULATED:%=$(B)/emulated/test/%)

# Two analysers, and one small mistake at a time.
analyze:
	@$(PYTHON) tools/analyze.py

mutants:
	@$(PYTHON) tools/mutate.py

# The line and the board against their contracts in test/proof, with Frama-C.
proof:
	@$(PYTHON) tools/proof.py $(B)/proof

# The threads under ThreadSanitizer, and the readers under MemorySanitizer, which needs libraries of its own for the rest.
threads:
	@$(PYTHON) tools/run_tests.py threads

READERS   = board rules record session chain formats recipe network elx endgame checkpoint envs_state bitboard envs solver
memory:
	@$(MAKE) --no-print-directory -s -j$(CORES) B=$(B)/memory CC=clang CFLAGS='-O1 -g -fsanitize=memory' \
	  $(READERS:%=$(B)/memory/test/fuzz/%)
	@for test in $(READERS); do $(B)/memory/test/fuzz/$$test 20 test/fuzz/corpus/$$test >/dev/null 2>$(B)/memory/log || \
	  { tail -30 $(B)/memory/log; exit 1; }; echo "$$test"; done

play:
	@sh tools/install.sh play
	@$(MAKE) --no-print-directory -s -j$(CORES) $(B)/eleven
	@$(B)/eleven && echo "Play again: $(B)/eleven"

# ---- Checks -----------------------------------------------------------------------------------------------

TEST_OBJ  = $(ORACLE) $(filter-out $(B)/front/cli/% $(B)/front/lsp/% $(B)/front/serve/% $(B)/bench/%,$(APP_OBJ))
$(TESTS): $(B)/%: $(B)/%.o $(TEST_OBJ) $(B)/libeleven.a
	$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ -lcmocka $(APP_LIBS)

# Who allocates is seen there.
$(B)/test/unit/memory_test: LDFLAGS += $(foreach name,malloc calloc realloc free strdup,-Wl,--wrap=$(name))

# For tools/mutate.py.
$(B)/everything.so: $(TEST_OBJ) $(B)/libeleven.a
	$(CC) -shared -o $@ $(TEST_OBJ) -Wl,--whole-archive $(B)/libeleven.a -Wl,--no-whole-archive $(APP_LIBS)

# A test in which the system fails.
$(B)/test/unit/store_fault_test: $(B)/test/faults/torture.o
$(B)/test/unit/store_fault_test: LDFLAGS += $(SEAM:%=-Wl,--wrap=%)

check: WERROR = -Werror
check: deps pure format english api abi names versions schema seams unit web

# A new function that asks for memory, or a new one of the C library, has its test of a failure.
seams: $(B)/torture $(B)/libeleven.a
	@ELEVEN=$(B)/eleven $(PYTHON) test/library/allocation_test.py
	@ELEVEN=$(B)/torture $(PYTHON) test/faults/torture.py --most 1 version >$(B)/seams || { cat $(B)/seams; exit 1; }

test: WERROR = -Werror
test:
	@sh tools/install.sh test
	@$(MAKE) --no-print-directory -s -j$(CORES) all tests
	@$(PYTHON) tools/run_tests.py

tests: $(TESTS)

unit: $(TESTS)
	@$(PYTHON) tools/run_tests.py unit

deps: $(LIB_OBJ) $(APP_OBJ)
	@$(PYTHON) tools/check_includes.py

figures:
	@$(PYTHON) tools/figures.py

# Prints the table of faults and losses in doc/SAVING.md.
losses: $(B)/eleven
	@$(PYTHON) tools/losses.py

# All evidence for the facts, whether doc/FACTS.md and its pictures show it, and the recorded chances of 3x3: a minute or
# two. The unit tests run the same provers at a small size.
facts-check: $(B)/eleven
	@ELEVEN=$(B)/eleven $(PYTHON) tools/facts_page.py --check
	@ELEVEN=$(B)/eleven $(PYTHON) tools/odds.py 3x3

english:
	@$(PYTHON) tools/check_english.py

names:
	@$(PYTHON) tools/check_names.py
	@$(PYTHON) tools/check_api.py

# JSON Schema and OpenAPI files of all answers, and a comparison of their table with the source.
schema:
	@$(PYTHON) tools/schema.py $(B)/schema

versions:
	@$(PYTHON) tools/version.py

pure: $(LIB_OBJ)
	@sh tools/check_pure.sh $(filter $(B)/src/core/% $(B)/src/fast/%,$(LIB_OBJ))

format:
	@clang-format --dry-run -Werror $(C_FILES)

# Generated from the public headers: the reference as one page, and the declarations for the Python package.
HEADERS      = include/eleven.h $(wildcard include/eleven/*.h)
DECLARATIONS = bindings/python/eleven/_declarations.py
api: $(B)/API.md $(DECLARATIONS)

$(B)/API.md: tools/api.py $(HEADERS)
	@mkdir -p $(@D)
	@$(PYTHON) tools/api.py $@

$(DECLARATIONS): tools/cdefs.py $(HEADERS)
	@$(PYTHON) tools/cdefs.py

format-fix:
	clang-format -i $(C_FILES)

screens: all
	$(PYTHON) tools/screens.py $(B)/screens

picture: all
	PYTHON=$(PYTHON) sh tools/picture.sh

bench: $(B)/eleven
	@$(B)/eleven bench

# The unit and property tests on i386, arm64 and s390x: Debian's cross compilers and libraries, and qemu.
cross:
	@$(PYTHON) tools/run_tests.py cross

# Solves by several hosts, which are network namespaces here, with slow and late networks: needs root and iproute2.
hosts:
	@$(PYTHON) tools/run_tests.py hosts

# Random use of all front ends at the same time: make soak [MINUTES=60] [SEED=N]
soak: all web front/web/node_modules
	@$(PYTHON) test/soak/soak.py --minutes $(or $(MINUTES),60) $(if $(SEED),--seed $(SEED))

# Compares the play of two revisions: make match A=REV B=REV [PLAYER=NAME] [DEPTH=N] [GAMES=N] [SEED=N]
match: $(B)/eleven
	@$(PYTHON) tools/match.py $(foreach o,PLAYER DEPTH GAMES SEED,$(if $($o),--$(shell echo $o | tr A-Z a-z) '$($o)')) \
	  -- '$(A)' '$(REVISION)'

include front/web/web.mk

include package/package.mk

include package/release.mk

clean:
	rm -rf "$(B)" bindings/python/build bindings/python/eleven_2048.egg-info

-include $(shell find $(B) -type f -name '*.d' 2>/dev/null)
