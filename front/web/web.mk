# The game for browsers. `make web` builds the page into $(B)/web and, as one file, into $(B)/eleven.html; `make serve`
# serves the page on this machine alone.

WEB_PORT   ?= 8048
WEB_SOURCES = $(shell find front/web -path '*/node_modules' -prune -o -path '*/dist' -prune -o -type f -print) \
              $(wildcard include/*.h include/eleven/*.h src/*/*.[ch] bench/*.[ch]) \
              data/default.weights tools/build_web.sh

.PHONY: web serve web-test web-picture

web: $(B)/eleven.html front/web/dist/game.js

$(B)/eleven.html: $(WEB_SOURCES)
	@B=$(B) PYTHON=$(PYTHON) sh tools/build_web.sh

front/web/dist/game.js: $(wildcard front/web/engine/*) $(wildcard include/*.h include/eleven/*.h src/core/*.[ch]) \
                        front/web/libc.c front/web/room.c front/web/room.h tools/build_engine.sh
	@B=$(B) sh tools/build_engine.sh

serve: web
	@echo "Eleven: http://127.0.0.1:$(WEB_PORT)/   (Ctrl-C ends it)"
	@cd $(B)/web && $(PYTHON) -m http.server $(WEB_PORT) --bind 127.0.0.1 >/dev/null 2>&1 || \
	    echo "It ended. Where the port is taken: make serve WEB_PORT=8049"

# Playwright and axe come from npm, once; the browser is the system's (CHROMIUM names another one).
front/web/node_modules: front/web/package-lock.json
	cd front/web && npm ci --silent
	@touch $@

web-test: all web front/web/node_modules
	B=$(B) node test/web/run.mjs

web-picture: web front/web/node_modules
	B=$(B) node front/web/picture.mjs doc/web.png
