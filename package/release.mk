# What is published. `make release` builds everything from the last commit into $(DIST) and lists names, sizes and checksums.
# Each file is the same, byte for byte, wherever the commit is built: all dates in it are that of the commit, or the one
# that SOURCE_DATE_EPOCH names.

DIST      ?= dist
HOMEPAGE   = https://github.com/eleven2048/eleven
TARBALL    = $(DIST)/eleven-$(VERSION).tar.gz
COMMITTED := $(shell prefix=$$(git rev-parse --show-prefix 2>/dev/null) && [ -z "$$prefix" ] && \
                     git log -1 --format=%ct 2>/dev/null)
export PYTHON DIST HOMEPAGE VERSION
# An unpacked source archive has no commit, also where its folder is inside another repository.
ifneq ($(COMMITTED),)
SOURCE_DATE_EPOCH ?= $(COMMITTED)
export SOURCE_DATE_EPOCH
endif

.PHONY: dist deb release
dist:
	@sh tools/release.sh dist

# The Debian packages, built from the tarball.
deb:
	@sh tools/release.sh deb

release:
	@sh tools/release.sh all
