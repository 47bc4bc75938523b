# What is published. `make release` builds everything from the last commit into $(DIST) and lists names, sizes and checksums.
# Each file is the same, byte for byte, wherever the commit is built: all dates in it are that of the commit, or the one
# that SOURCE_DATE_EPOCH names.

DIST      ?= dist
HOMEPAGE   = https://github.com/eleven2048/eleven
TARBALL    = $(DIST)/eleven-$(VERSION).tar.gz
COMMITTED := $(shell git log -1 --format=%ct 2>/dev/null)
SOURCE_DATE_EPOCH ?= $(COMMITTED)
export PYTHON DIST HOMEPAGE SOURCE_DATE_EPOCH VERSION

.PHONY: dist deb release
dist:
	@sh tools/release.sh dist

# The Debian packages, built from the tarball.
deb:
	@sh tools/release.sh deb

release:
	@sh tools/release.sh all
