# The game for browsers. `make web` builds the page in $(B)/web, and as one file in $(B)/eleven.html. `make serve` serves the page
# to this machine only.

WEB_PORT   ?= 8048
WEB_SOURCES = $(shell find front/web -path '*/node_modules' -prune -o -path '*/dist' -prune -o -type f -print) \
              $(wildcard include/*.h include/eleven/*.h src/*/*.[ch] bench/*.[ch]) \
              data/default.weights tools/build_web.sh

.PHONY: web web-package serve web-test web-budget web-screens web-picture

web: $(B)/eleven.html front/web/dist/game.js

$(B)/eleven.html: $(WEB_SOURCES)
	@B=$(B) PYTHON=$(PYTHON) sh tools/build_web.sh

$(B)/engine-work/engine.wasm: $(wildcard front/web/engine/*) $(wildcard include/*.h include/eleven/*.h src/core/*.[ch]) \
                              front/web/libc.c front/web/exchange.c front/web/exchange.h tools/build_engine.sh
	@B=$(B) sh tools/build_engine.sh

# The same script makes it, in the folder of the package, where it outlives $(B).
front/web/dist/game.js: $(B)/engine-work/engine.wasm
	@test $@ -nt $< || B=$(B) sh tools/build_engine.sh

serve: web
	@echo "Eleven: http://127.0.0.1:$(WEB_PORT)/   (Ctrl-C stops the server)"
	@cd $(B)/web && $(PYTHON) -m http.server $(WEB_PORT) --bind 127.0.0.1 >/dev/null 2>&1 || \
	    echo "The server has stopped. If the port is in use, try make serve WEB_PORT=8049."

# Playwright and axe are installed once from npm. The browser is the one of the system, or the one that CHROMIUM names.
front/web/node_modules: front/web/package-lock.json
	cd front/web && npm ci --silent
	@touch $@

# Everything that the npm package contains, in front/web/dist.
web-package: web $(B)/engine-work/engine.wasm front/web/node_modules
	@node front/web/bundle.mjs $(B)

web-test: all web-package
	B=$(B) node test/web/run.mjs

# Pictures of all states of the page, to look at.
web-screens: web front/web/node_modules
	B=$(B) node test/web/screens.mjs $(B)/screens

# The sizes of the first load and of each part that is loaded later, and the times that the page needs, on a machine that
# does nothing else.
web-budget: web front/web/node_modules
	B=$(B) node test/web/run.mjs "budgets: " "look: small"

web-picture: web front/web/node_modules
	B=$(B) node front/web/picture.mjs doc/web.png
