#!/usr/bin/env python3
"""Prints the bill of materials of a release as SPDX 2.3 in JSON.

    tools/sbom.py VERSION TARBALL

The libraries are those that a program is linked with. Nothing of theirs is in the tarball.
"""

import datetime
import hashlib
import json
import os
import pathlib
import sys

HOMEPAGE = os.environ.get("HOMEPAGE", "https://github.com/eleven2048/eleven")
# Name, supplier, licence, whether the program can be built without it.
LIBRARIES = [
    ("ncurses", "Organization: Free Software Foundation", "MIT-open-group", False),
    ("sqlite", "Organization: SQLite", "blessing", False),
    ("zstd", "Organization: Meta", "BSD-3-Clause", True),
    ("jansson", "Person: Petri Lehtinen", "MIT", True),
    ("libwebsockets", "Person: Andy Green", "MIT", True),
    ("wslay", "Person: Tatsuhiro Tsujikawa", "MIT", True),
]


def library(name, supplier, licence, is_optional):
    return {"SPDXID": f"SPDXRef-{name}", "name": name, "supplier": supplier, "downloadLocation": "NOASSERTION",
            "filesAnalyzed": False, "licenseConcluded": licence, "licenseDeclared": licence,
            "copyrightText": "NOASSERTION", "comment": "optional" if is_optional else "required"}


def relation(source, kind, target):
    return {"spdxElementId": source, "relationshipType": kind, "relatedSpdxElement": target}


def main(words):
    if len(words) != 2:
        print("usage: tools/sbom.py VERSION TARBALL", file=sys.stderr)
        return 2
    version, tarball = words[0], pathlib.Path(words[1])
    checksum = hashlib.sha256(tarball.read_bytes()).hexdigest()
    date = datetime.datetime.fromtimestamp(int(os.environ["SOURCE_DATE_EPOCH"]), datetime.timezone.utc)
    eleven = {"SPDXID": "SPDXRef-eleven", "name": "eleven", "versionInfo": version,
              "supplier": "Organization: The Eleven authors", "packageFileName": tarball.name,
              "downloadLocation": f"{HOMEPAGE}/releases/download/v{version}/{tarball.name}", "homepage": HOMEPAGE,
              "filesAnalyzed": False, "checksums": [{"algorithm": "SHA256", "checksumValue": checksum}],
              "licenseConcluded": "MIT", "licenseDeclared": "MIT", "copyrightText": "Copyright (c) 2026 The Eleven authors",
              "primaryPackagePurpose": "APPLICATION"}
    document = {"spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT",
                "name": f"eleven-{version}", "documentNamespace": f"{HOMEPAGE}/spdx/{version}-{checksum}",
                "creationInfo": {"created": date.strftime("%Y-%m-%dT%H:%M:%SZ"), "creators": ["Tool: tools/sbom.py"]},
                "packages": [eleven] + [library(*row) for row in LIBRARIES],
                "relationships": [relation("SPDXRef-DOCUMENT", "DESCRIBES", "SPDXRef-eleven")] +
                                 [relation(f"SPDXRef-{name}", "OPTIONAL_DEPENDENCY_OF", "SPDXRef-eleven") if is_optional
                                  else relation("SPDXRef-eleven", "DEPENDS_ON", f"SPDXRef-{name}")
                                  for name, _, _, is_optional in LIBRARIES]}
    print(json.dumps(document, indent=2))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
