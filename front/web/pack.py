#!/usr/bin/env python3
"""Completes the page: lists the files in the service worker, and packs the page into a single file.

    front/web/pack.py PAGE_FOLDER WORK_FOLDER SINGLE_FILE EXPORTS

In the single file, styles and scripts are inline. Its Content-Security-Policy allows them by their hashes and allows
nothing else.
"""

import base64
import hashlib
import json
import pathlib
import re
import sys

FRONT = pathlib.Path(__file__).resolve().parent
LATER = ["eleven-players.js", "eleven-network.weights"]  # loaded when the players are first used


def hash_of(text):
    return "'sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode() + "'"


def write_service_worker(page):
    names = sorted(path.name for path in page.iterdir() if path.name != "sw.js")
    digest = hashlib.sha256(b"".join((page / name).read_bytes() for name in names)).hexdigest()[:12]
    text = (FRONT / "page/sw.js").read_text().replace("'VERSION'", f"'{digest}'")
    for word, some in [("'FILES'", [name for name in names if name not in LATER]), ("'LATER'", LATER)]:
        text = text.replace(word, ", ".join(f"'./{'' if name == 'index.html' else name}'" for name in some))
    (page / "sw.js").write_text(text)


def without_modules(text):
    """Removes imports and exports, like strip_modules in tools/build_web.sh."""
    return re.sub(r"^import .* from .*\n", "", re.sub(r"^export ", "", text, flags=re.M), flags=re.M)


def inline(html, pattern, replacement):
    result, count = re.subn(pattern, lambda match: replacement, html)
    assert count == 1, f"{pattern} is {count} times in the page"
    return result


def write_single_file(page, work, target, exports):
    html = (page / "index.html").read_text()
    style = (page / "page.css").read_text()
    early = (page / "early.js").read_text()
    worker = json.dumps((page / LATER[0]).read_text())
    component = without_modules((FRONT / "component/alone.js").read_text()).replace("'WORKER'", worker)
    component += (work / "component.js").read_text()
    script = f"const {{ {exports} }} = await (async () => {{\n{component}return {{ {exports} }};\n}})();\n"
    script += (work / "page.js").read_text()
    icon = base64.b64encode((page / "icon.svg").read_bytes()).decode()
    policy = (f"default-src 'none'; script-src {hash_of(early)} {hash_of(script)} 'wasm-unsafe-eval'; "
              f"style-src {hash_of(style)}; img-src data:; worker-src blob:; base-uri 'none'; form-action 'none'")
    html = inline(html, r'(?<=http-equiv="Content-Security-Policy" content=")[^"]*', policy)
    html = inline(html, r'<link rel="stylesheet"[^>]*>', f"<style>{style}</style>")
    html = inline(html, r'<script src="early.js"></script>', f"<script>{early}</script>")
    html = inline(html, r'<script type="module" src="page.js"></script>', f'<script type="module">{script}</script>')
    html = inline(html, r'<link rel="icon"[^>]*>', f'<link rel="icon" href="data:image/svg+xml;base64,{icon}">')
    html = re.sub(r'\s*<link rel="(manifest|modulepreload)"[^>]*>', "", html)
    assert "</script" not in script and "</style" not in style
    target.write_text(html)


def main(page, work, target, exports):
    write_service_worker(pathlib.Path(page))
    write_single_file(pathlib.Path(page), pathlib.Path(work), pathlib.Path(target), exports)


if __name__ == "__main__":
    main(*sys.argv[1:])
