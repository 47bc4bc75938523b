#!/usr/bin/env python3
"""Completes the page: puts the style and the early script into it, lists the files in the service worker, and packs the
page into a single file.

    front/web/pack.py PAGE_FOLDER WORK_FOLDER SINGLE_FILE EXPORTS PAGE_EXPORTS

The first answer of the server then contains all that the first picture needs. The Content-Security-Policy allows the
inline texts by their hashes and allows nothing else. In the single file all scripts, words and the font are inline.
"""

import base64
import hashlib
import json
import pathlib
import re
import sys

FRONT = pathlib.Path(__file__).resolve().parent
LATER = ["eleven-players.js", "eleven-network.weights"]  # loaded when the players are first used
OUTSIDE = ["icon.png", "preview.png"]  # for home screens and for links in messages; the page does not load them


def hash_of(text):
    return "'sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode() + "'"


def base64_of(path):
    return base64.b64encode(path.read_bytes()).decode()


def write_service_worker(page):
    names = sorted(path.name for path in page.iterdir() if path.name != "sw.js")
    digest = hashlib.sha256(b"".join((page / name).read_bytes() for name in names)).hexdigest()[:12]
    text = re.sub(r"^//.*\n", "", (FRONT / "page/sw.js").read_text(), flags=re.M)
    assert text.count("VERSION") == 1
    text = text.replace("VERSION", digest)
    words = [name for name in names if name.startswith("eleven-words-")]
    now = [name for name in names if name not in LATER + OUTSIDE + words]
    for word, some in [("'FILES'", now), ("'LATER'", LATER + words)]:
        text = text.replace(word, ", ".join(f"'./{'' if name == 'index.html' else name}'" for name in some))
    (page / "sw.js").write_text(text)


def exports_of(text):
    return re.findall(r"^export (?:async )?(?:const|let|class|function) (\w+)", text, flags=re.M)


def write_parts(page, work, exports, page_exports):
    """Writes the parts of the page that are loaded when they are first used. Each imports the names that it uses from
    the component, from the page and from the part `more`, which all others share."""
    more = [] if not (work / "part-more.js").exists() else exports_of((work / "part-more.js").read_text())
    for path in sorted(work.glob("part-*.js")):
        text, head = path.read_text(), ""
        name = path.stem.removeprefix("part-")
        own = exports_of(text)
        for file, names in [("eleven-2048", exports.split(", ")), ("page", page_exports.split(",")), ("page-more", more)]:
            used = [one for one in names if one not in own and re.search(rf"\b{one}\b", text)]
            head += f"import {{ {', '.join(used)} }} from './{file}.js';\n" if used else ""
        (page / f"page-{name}.js").write_text(head + text)


def inner_parts(work):
    """The same parts for the single file: functions that return what a part exports. What all share is part of the page."""
    more, parts = work / "part-more.js", []
    for path in sorted(work.glob("part-*.js")):
        text = path.read_text()
        if path != more:
            names = ", ".join(exports_of(text))
            parts.append(f"async {path.stem.removeprefix('part-')}() {{\n{without_modules(text)}return {{ {names} }};\n}},\n")
    return (without_modules(more.read_text()) if more.exists() else "") + f"const innerParts = {{\n{''.join(parts)}}};\n"


def without_modules(text):
    """Removes imports and exports, like strip_modules in tools/build_web.sh."""
    return re.sub(r"^import .* from .*\n", "", re.sub(r"^export ", "", text, flags=re.M), flags=re.M)


def inline(html, pattern, replacement):
    result, count = re.subn(pattern, lambda match: replacement, html)
    assert count == 1, f"{pattern} is {count} times in the page"
    return result


def with_style(work, html, font):
    """Puts the style, with this address of the font, and the early script into the page; returns them too."""
    style = (work / "page.css").read_text().replace("eleven-font.woff2", font)
    style = re.sub(r"/\*.*?\*/", "", style, flags=re.S).replace("\n", "").replace(";}", "}")
    early = (work / "early.js").read_text()
    html = inline(html, r'<link rel="stylesheet"[^>]*>', f"<style>{style}</style>")
    html = inline(html, r'<script src="early.js"></script>', f"<script>{early}</script>")
    assert "</script" not in early and "</style" not in style
    return html, style, early


def write_page(page, work):
    html, style, early = with_style(work, (work / "index.html").read_text(), "eleven-font.woff2")
    policy = (f"default-src 'none'; script-src 'self' {hash_of(early)} 'wasm-unsafe-eval'; style-src {hash_of(style)}; "
              "img-src 'self' blob:; media-src blob:; font-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self' blob:; "
              "base-uri 'none'; form-action 'none'")
    (page / "index.html").write_text(html.replace("POLICY", policy))


def words_of(page):
    """The words of all languages but English, as the entries of an object."""
    entries = []
    for path in sorted(page.glob("eleven-words-*.js")):
        text = re.sub(r"^export default ", "", path.read_text(), flags=re.M).strip().rstrip(";")
        entries.append(f"{path.stem.rsplit('-', 1)[1]}: {text}")
    return ",\n".join(entries)


def write_single_file(page, work, target, exports):
    font = f"data:font/woff2;base64,{base64_of(page / 'eleven-font.woff2')}"
    html, style, early = with_style(work, (work / "index.html").read_text(), font)
    worker = json.dumps((page / LATER[0]).read_text())
    alone = without_modules((FRONT / "component/alone.js").read_text())
    component = alone.replace("'WORKER'", worker).replace("LANGUAGES", words_of(page))
    component += (work / "component.js").read_text()
    script = f"const {{ {exports} }} = await (async () => {{\n{component}return {{ {exports} }};\n}})();\n"
    script += inner_parts(work) + (work / "page.js").read_text().replace("importPart(name).catch", "innerParts[name]().catch")
    policy = (f"default-src 'none'; script-src {hash_of(early)} {hash_of(script)} 'wasm-unsafe-eval'; "
              f"style-src {hash_of(style)}; img-src data: blob:; media-src blob:; font-src data:; worker-src blob:; base-uri 'none'; "
              "form-action 'none'")
    html = html.replace("POLICY", policy)
    html = inline(html, r'<script type="module" src="page.js"></script>', f'<script type="module">{script}</script>')
    icon = base64_of(page / "icon.svg")
    html = inline(html, r'<link rel="icon"[^>]*>', f'<link rel="icon" href="data:image/svg+xml;base64,{icon}">')
    html = re.sub(r'\s*<(link rel="(manifest|modulepreload|preload|apple-touch-icon)"|meta property)[^>]*>', "", html)
    assert "</script" not in script
    target.write_text(html)


def main(page, work, target, exports, page_exports):
    page, work = pathlib.Path(page), pathlib.Path(work)
    write_parts(page, work, exports, page_exports)
    write_page(page, work)
    write_service_worker(page)
    write_single_file(page, work, pathlib.Path(target), exports)


if __name__ == "__main__":
    main(*sys.argv[1:])
