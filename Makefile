# Eleven: 2048 in C. `make play` starts the game, `make test` runs all tests. doc/ARCHITECTURE.md describes the folders.

CC       ?= cc
CFLAGS   ?= -O2 -g
PREFIX   ?= /usr/local
B        ?= build
# In `make match A=... B=...` the letter B is a revision. The build folder is the default one then.
ifeq ($(MAKECMDGOALS),match)
REVISION := $(if $(findstring command,$(origin B)),$(B))
override B = build
endif
CORES    := $(shell nproc 2>/dev/null || echo 2)
PYTHON   ?= $(firstword $(wildcard /usr/bin/python3) python3)
export CC B MAKE

WARNINGS  = -std=c11 -Wall -Wextra -Wshadow -Wconversion -Werror
CPPFLAGS += -Iinclude -D_DEFAULT_SOURCE
# The path of the build folder is not part of the output, so a build gives the same bytes everywhere.
REPEAT    = -ffile-prefix-map=$(CURDIR)=.
COMPILE   = $(CC) $(WARNINGS) $(CPPFLAGS) $(CFLAGS) $(REPEAT) -MMD -MP

ROOMS     = base core fast player train review solver facts endgame players session formats
LIB_SRC   = $(foreach room,$(ROOMS),$(sort $(wildcard src/$(room)/*.c)))
APP_SRC   = $(sort $(wildcard src/store/*.c front/base/*.c front/picture/*.c front/term/*.c front/cli/*.c bench/*.c))
LIB_OBJ   = $(LIB_SRC:%.c=$(B)/%.o)
APP_OBJ   = $(APP_SRC:%.c=$(B)/%.o)
APP_LIBS  = -lncursesw -ltinfo -lsqlite3 -lm

# Optional libraries of the program. $(call has,HEADER,LIBRARY) is not empty if a program that uses both can be built.
has = $(shell echo 'int main(void) { return 0; }' | \
        $(CC) $(CPPFLAGS) $(CFLAGS) -include $1 -x c -o $(B)/probe - $(LDFLAGS) -l$2 >/dev/null 2>&1 && echo yes)
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

C_FILES   = $(shell find include src front test bench examples -name '*.[ch]' | sort)

.DEFAULT_GOAL = all
.PHONY: all play check test tests unit deps pure figures english names format format-fix api picture bench \
        match clean
.SECONDARY:

all: $(B)/eleven $(B)/libeleven.a

$(B)/%.o: %.c
	@mkdir -p $(@D)
	$(COMPILE) -Isrc -Ifront -I. -c -o $@ $<

# Compiler, flags and optional libraries of the last build: when they change, what depends on them is built again.
remember  = $(shell echo '$2' | cmp -s - $(B)/$1 || echo '$2' > $(B)/$1)
$(call remember,flags,$(COMPILE))$(call remember,optional,$(OPTIONAL))
$(LIB_OBJ) $(APP_OBJ) $(ORACLE) $(TESTS:%=%.o): $(B)/flags
$(APP_OBJ): $(B)/optional
$(APP_OBJ): CPPFLAGS += $(OPTIONAL)

# Data files that the assembler includes in the library.
INSIDE    = data/default.weights $(sort $(wildcard data/facts/*.2048))
$(B)/src/player/network_shipped.o $(B)/src/facts/facts_evidence.o: $(INSIDE)

$(B)/libeleven.a: $(LIB_OBJ)
	rm -f $@
	ar rcs $@ $^

$(B)/eleven: $(APP_OBJ) $(B)/libeleven.a
	$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(APP_LIBS)

play:
	@sh tools/install.sh play
	@$(MAKE) --no-print-directory -s -j$(CORES) $(B)/eleven
	@$(B)/eleven && echo "Play again: $(B)/eleven"

# ---- Checks -----------------------------------------------------------------------------------------------

TEST_OBJ  = $(ORACLE) $(filter-out $(B)/front/cli/% $(B)/front/lsp/% $(B)/front/serve/% $(B)/bench/%,$(APP_OBJ))
$(TESTS): $(B)/%: $(B)/%.o $(TEST_OBJ) $(B)/libeleven.a
	$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ -lcmocka $(APP_LIBS)

check: deps pure format english api abi names unit

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

english:
	@$(PYTHON) tools/check_english.py

names:
	@$(PYTHON) tools/check_names.py

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

picture: all
	PYTHON=$(PYTHON) sh tools/picture.sh

bench: $(B)/eleven
	@$(B)/eleven bench

# Compares the play of two revisions: make match A=REV B=REV [PLAYER=NAME] [DEPTH=N] [GAMES=N] [SEED=N]
match: $(B)/eleven
	@$(PYTHON) tools/match.py $(foreach o,PLAYER DEPTH GAMES SEED,$(if $($o),--$(shell echo $o | tr A-Z a-z) '$($o)')) \
	  -- '$(A)' '$(REVISION)'

include front/web/web.mk

include package/package.mk

clean:
	rm -rf $(B)

-include $(shell find $(B) -type f -name '*.d' 2>/dev/null)
