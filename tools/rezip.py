#!/usr/bin/env python3
"""Writes a zip file again so that it is the same on every machine: names in order, all files of the date SOURCE_DATE_EPOCH.

    tools/rezip.py FROM TO
"""

import os
import sys
import time
import zipfile


def main(source, target):
    date = time.gmtime(int(os.environ["SOURCE_DATE_EPOCH"]))[:6]
    with zipfile.ZipFile(source) as old, zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as new:
        for name in sorted(old.namelist()):
            entry = zipfile.ZipInfo(name, date)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = 0o644 << 16
            new.writestr(entry, old.read(name))


if __name__ == "__main__":
    main(*sys.argv[1:])
