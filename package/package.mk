# The installation. All files are first built in $(S), in the same folders as below PREFIX, and `make install` copies
# that tree. The contents of the files do not depend on PREFIX. Distributions set BINDIR and LIBDIR, relative to PREFIX.

VERSION   := $(shell sed -n 's/^\#define ELEVEN_VERSION "\(.*\)"/\1/p' include/eleven/version.h)
# The number in the SONAME. A program runs with every library of its ABI; a change that breaks programs increases it.
ABI       := $(shell sed -n 's/^\#define ELEVEN_ABI \(.*\)/\1/p' include/eleven/version.h)
BINDIR    ?= bin
LIBDIR    ?= lib
UP        := $(shell echo $(LIBDIR) | sed 's|[^/][^/]*|..|g')
S          = $(B)/stage
LIB_NEEDS  = -lm -pthread
NM        ?= nm
LDCONFIG  ?= ldconfig

SHARED     = libeleven.so.$(VERSION)
LINKS      = lib/libeleven.so.$(ABI) lib/libeleven.so
PROGRAMS   = bin/eleven
DATA       = include/eleven.h $(patsubst %,include/eleven/%,$(notdir $(sort $(wildcard include/eleven/*.h)))) \
             lib/libeleven.a lib/pkgconfig/eleven.pc \
             lib/cmake/eleven/elevenConfig.cmake lib/cmake/eleven/elevenConfigVersion.cmake \
             share/man/man6/eleven.6 share/man/man3/libeleven.3 share/man/man5/eleven-formats.5 \
             share/bash-completion/completions/eleven share/zsh/site-functions/_eleven \
             share/fish/vendor_completions.d/eleven.fish \
             share/applications/eleven.desktop share/metainfo/io.github.eleven2048.Eleven.metainfo.xml share/icons/hicolor/scalable/apps/eleven.svg
# The schemas of all answers and their manual page, which `make schema` makes of package/answers.json. `make install`
# needs no Python: without it they are left out.
ifneq ($(shell command -v $(PYTHON) 2>/dev/null),)
SCHEMAS    = $(addsuffix .schema.json,$(shell sed -n '/^"answers"/,/^}/s/^  "\([a-z]*\)": .*/\1/p' package/answers.json)) openapi.json
DATA      += share/man/man5/eleven-json.5 $(SCHEMAS:%=share/eleven/schema/%)
endif
# The web page for `eleven serve`, if `make web` has built it.
DATA      += $(patsubst $(B)/%,share/eleven/%,$(wildcard $(B)/web/*))
# The weights of the players network-large and strong.
LARGE_WEIGHTS     ?= $(wildcard data/large.weights)
STRONG_WEIGHTS    ?= $(wildcard data/strong.weights)
DATA      += $(if $(LARGE_WEIGHTS),share/eleven/large.weights) $(if $(STRONG_WEIGHTS),share/eleven/strong.weights)
INSTALLED  = $(PROGRAMS) lib/$(SHARED) $(LINKS) $(DATA)
OWN_DIRS   = include/eleven lib/cmake/eleven share/eleven

.PHONY: library stage install uninstall abi abi-write
library: $(S)/lib/$(SHARED) $(addprefix $(S)/,$(LINKS)) $(S)/lib/libeleven.a $(DECLARATIONS)
stage: $(addprefix $(S)/,$(INSTALLED))

# ---- The libraries ----------------------------------------------------------------------------------------

# Both libraries consist of the same position-independent objects. Private names that several files use get a prefix by
# macros, so that they cannot clash with the names of a program. The shared library exports only public names.
PIC_OBJ    = $(LIB_SRC:%.c=$(B)/pic/%.o)
$(PIC_OBJ): $(B)/flags $(B)/private.h
$(B)/private.h: $(LIB_OBJ)
	$(NM) -g --defined-only $^ | awk 'NF == 3 && $$3 !~ /^(eleven)?_/ {print "#define", $$3, "eleven__" $$3}' > $@.new
	cmp -s $@.new $@ || cp $@.new $@

# The assembler puts files into these objects. With LTO it would do so only when a program is linked, in another folder.
WITH_FILES = $(B)/pic/src/player/network_shipped.o $(B)/pic/src/facts/facts_evidence.o
$(WITH_FILES): $(INSIDE)
$(WITH_FILES): private REPEAT += -fno-lto
$(B)/pic/%.o: %.c
	@mkdir -p $(@D)
	$(COMPILE) $(WERROR) -fPIC -fno-semantic-interposition -include $(B)/private.h -Isrc -Ifront -I. -c -o $@ $<

# It is never unloaded: what it keeps until the program ends, such as the network, would be lost and loaded again.
$(S)/lib/$(SHARED): $(PIC_OBJ) package/exports.map
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) $(LDFLAGS) -shared -Wl,-soname,libeleven.so.$(ABI) -Wl,--version-script=package/exports.map \
	    -Wl,-z,defs -Wl,-z,nodelete -o $@ $(PIC_OBJ) $(LIB_NEEDS)

$(addprefix $(S)/,$(LINKS)): $(S)/lib/$(SHARED)
	ln -sf $(SHARED) $@

$(S)/lib/libeleven.a: $(PIC_OBJ)
	@mkdir -p $(@D)
	rm -f $@
	ar rcs $@ $^

# The binary interface is recorded in package/libeleven.abi. `make abi-write` records an intended change.
abi:
	@$(PYTHON) tools/abi.py

abi-write:
	@$(PYTHON) tools/abi.py write

# ---- The rest ---------------------------------------------------------------------------------------------

$(S)/bin/%: $(B)/%
	@mkdir -p $(@D)
	cp $< $@

$(S)/include/%: include/%
	@mkdir -p $(@D)
	cp $< $@

FILL_IN    = sed 's/@VERSION@/$(VERSION)/g; s/@NEEDS@/$(LIB_NEEDS)/; s/@ABI@/$(ABI)/g; s/@SHARED@/$(SHARED)/g; \
                  s|@LIBDIR@|$(LIBDIR)|g; s|@UP@|$(UP)|g'
$(call remember,libdir,$(LIBDIR))
$(S)/lib/pkgconfig/%: package/%.in include/eleven/version.h $(B)/libdir
	@mkdir -p $(@D)
	$(FILL_IN) $< > $@

$(S)/lib/cmake/eleven/%: package/%.in include/eleven/version.h $(B)/libdir
	@mkdir -p $(@D)
	$(FILL_IN) $< > $@

# The program prints the commands for its manual page. The chapters of the library's page come from eleven.h.
$(S)/share/man/man6/eleven.6: package/eleven.6.in $(B)/eleven
	@mkdir -p $(@D)
	$(B)/eleven completion mdoc > $(B)/commands.mdoc
	sed -e '/@COMMANDS@/r $(B)/commands.mdoc' -e '/@COMMANDS@/d' $< > $@

$(S)/share/man/man3/libeleven.3: package/libeleven.3.in include/eleven.h include/eleven/version.h
	@mkdir -p $(@D)
	sed -nE 's|^#include "(eleven/.*)" */\* (.*) \*/|.It In \1\n\2|p' include/eleven.h > $(B)/chapters.mdoc
	sed -e '/@CHAPTERS@/r $(B)/chapters.mdoc' -e '/@CHAPTERS@/d' -e 's/@ABI@/$(ABI)/' $< > $@

$(S)/share/bash-completion/completions/eleven: SHELL_NAME = bash
$(S)/share/zsh/site-functions/_eleven: SHELL_NAME = zsh
$(S)/share/fish/vendor_completions.d/eleven.fish: SHELL_NAME = fish
COMPLETIONS = $(filter share/bash-completion/% share/zsh/% share/fish/%,$(INSTALLED))
$(addprefix $(S)/,$(COMPLETIONS)): $(B)/eleven
	@mkdir -p $(@D)
	$(B)/eleven completion $(SHELL_NAME) > $@

$(B)/schema/eleven-json.5: tools/schema.py package/answers.json include/eleven/version.h
	$(PYTHON) tools/schema.py $(@D)

$(addprefix $(S)/share/eleven/schema/,$(SCHEMAS)) $(S)/share/man/man5/eleven-json.5: $(B)/schema/eleven-json.5
	@mkdir -p $(@D)
	cp $(B)/schema/$(@F) $@

$(S)/share/man/man5/%: package/%
	@mkdir -p $(@D)
	cp $< $@

$(S)/share/eleven/%: $(B)/%
	@mkdir -p $(@D)
	cp $< $@

# Another file may have been installed before, so the contents decide.
.PHONY: always
$(S)/share/eleven/large.weights: FROM = $(LARGE_WEIGHTS)
$(S)/share/eleven/strong.weights: FROM = $(STRONG_WEIGHTS)
$(S)/share/eleven/large.weights $(S)/share/eleven/strong.weights: always
	@mkdir -p $(@D)
	cmp -s "$(FROM)" $@ || cp "$(FROM)" $@

$(S)/share/applications/% $(S)/share/metainfo/%: package/%
	@mkdir -p $(@D)
	cp $< $@

$(S)/share/icons/hicolor/scalable/apps/eleven.svg: front/web/page/icon.svg
	@mkdir -p $(@D)
	cp $< $@

# ---- Installing -------------------------------------------------------------------------------------------

TO         = $(DESTDIR)$(PREFIX)
# Where a file of the stage is installed.
placed     = $(patsubst lib/%,$(LIBDIR)/%,$(patsubst bin/%,$(BINDIR)/%,$1))

# Without DESTDIR, the dynamic linker of this machine is informed of the new library, if the user may do that.
install: stage
	@set -e; $(foreach file,$(PROGRAMS) lib/$(SHARED),install -D -m 755 $(S)/$(file) "$(TO)"/$(call placed,$(file));)
	@set -e; $(foreach file,$(DATA),install -D -m 644 $(S)/$(file) "$(TO)"/$(call placed,$(file));)
	@set -e; $(foreach link,$(LINKS),ln -sf $(SHARED) "$(TO)"/$(call placed,$(link));)
	@[ -n "$(DESTDIR)" ] || $(LDCONFIG) 2>/dev/null || true
	@echo "Eleven $(VERSION) is installed in $(TO)."

# With PREFIX=$HOME/.local, share/eleven is also the folder of the saved games.
uninstall:
	@[ -d "$(TO)/" ] || { echo "make uninstall: there is no folder $(TO)" >&2; exit 1; }
	@[ ! -e "$(TO)/src/core/core.h" ] || { echo "make uninstall: $(TO)/ is a source folder" >&2; exit 1; }
	@cd "$(TO)/" && rm -f $(call placed,$(INSTALLED)) share/man/man5/eleven-json.5 \
	    share/eleven/large.weights share/eleven/strong.weights && \
	    rm -rf share/eleven/web share/eleven/schema && for folder in $(call placed,$(OWN_DIRS)); do rmdir $$folder 2>/dev/null || true; done
	@[ -n "$(DESTDIR)" ] || $(LDCONFIG) 2>/dev/null || true
	@echo "Eleven $(VERSION) is removed from $(TO)."

# ---- One file ---------------------------------------------------------------------------------------------

# The library as two files, one.c and eleven.h, for programs that include its source.
.PHONY: one
one: $(B)/one/one.c

$(B)/one/one.c: tools/amalgamate.py tools/check_names.py tools/sources.py $(INSIDE) $(LIB_SRC) $(wildcard src/*/*.h include/*.h include/eleven/*.h)
	$(PYTHON) tools/amalgamate.py $(@D) $(LIB_SRC)

# ---- Python -----------------------------------------------------------------------------------------------

# The wheel, which contains the library, and the source distribution, which builds it from one.c.
.PHONY: wheel
wheel: library one
	@rm -rf $(B)/python
	@mkdir -p $(B)/python
	cd bindings/python && $(PYTHON) -W ignore setup.py -q egg_info --egg-base "$(abspath $(B)/python)" \
	    sdist --dist-dir "$(abspath $(B)/python/dist)" \
	    build --build-base "$(abspath $(B)/python/build)" bdist_wheel --dist-dir "$(abspath $(B)/python/dist)"
