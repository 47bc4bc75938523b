// Plays in Monaco, the editor inside Visual Studio Code, in a browser: types `2048.` and then presses only Enter. Takes a
// picture of the board next to the list.
//
//     node monaco.mjs [PICTURE.png [MOVES]]
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, extname, join } from "node:path";
import { chromium } from "playwright-core";
import rpc from "vscode-jsonrpc/node.js";

const [picture, moves_text = "12"] = process.argv.slice(2);
const monaco = join(dirname(createRequire(import.meta.url).resolve("monaco-editor/package.json")), "min");
const types = { ".js": "text/javascript", ".css": "text/css", ".ttf": "font/ttf", ".html": "text/html" };

const page_text = `<!doctype html><html lang="en"><meta charset="utf-8"><title>2048 in Monaco</title>
<style>body { margin: 0 } #editor { width: 1000px; height: 300px }</style><div id="editor"></div>
<script src="/vs/loader.js"></script>`;

// ---- The server

const program = process.env.ELEVEN ?? "build/eleven";
const server = spawn(program, ["lsp", "--seed", "11"], { stdio: ["pipe", "pipe", "inherit"] });
const connection = rpc.createMessageConnection(new rpc.StreamMessageReader(server.stdout),
                                               new rpc.StreamMessageWriter(server.stdin));
connection.listen();

// ---- The page: Monaco with providers that pass everything to the server

async function start_editor() {
    require.config({ paths: { vs: "/vs" } });
    await new Promise(done => require(["vs/editor/editor.main"], done));
    const uri = "file:///game.txt", textDocument = { uri };
    const place = position => ({ line: position.lineNumber - 1, character: position.column - 1 });
    const range = ({ start, end }) => new monaco.Range(start.line + 1, start.character + 1, end.line + 1, end.character + 1);
    const edit = ({ range: where, newText }) => ({ range: range(where), text: newText });
    const markdown = ({ value }) => ({ value });
    const suggestion = item => ({
        lsp: item, label: item.label, kind: monaco.languages.CompletionItemKind.Event, sortText: item.sortText,
        filterText: item.filterText, preselect: item.preselect, range: range(item.textEdit.range),
        insertText: item.textEdit.newText, additionalTextEdits: item.additionalTextEdits.map(edit),
        command: item.command && { id: item.command.command, title: item.command.title },
    });
    monaco.languages.registerCompletionItemProvider("plaintext", {
        triggerCharacters: ["."],
        async provideCompletionItems(model, position) {
            const list = await ask("textDocument/completion", { textDocument, position: place(position) });
            return { suggestions: list.items.map(suggestion) };
        },
        async resolveCompletionItem(shown) {
            const item = await ask("completionItem/resolve", shown.lsp);
            return { ...shown, detail: item.detail, documentation: markdown(item.documentation) };
        },
    });
    monaco.languages.registerHoverProvider("plaintext", {
        async provideHover(model, position) {
            const hover = await ask("textDocument/hover", { textDocument, position: place(position) });
            return hover && { range: range(hover.range), contents: [markdown(hover.contents)] };
        },
    });
    const editor = monaco.editor.create(document.getElementById("editor"), {
        value: "", language: "plaintext", theme: "vs-dark", fontSize: 15, minimap: { enabled: false },
        lineNumbers: "off", wordWrap: "wordWrapColumn", wordWrapColumn: 52, scrollBeyondLastLine: false, wordBasedSuggestions: "off", renderLineHighlight: "none",
    });
    let version = 1;
    await notify("textDocument/didOpen", { textDocument: { uri, languageId: "plaintext", version, text: "" } });
    editor.onDidChangeModelContent(({ changes }) => notify("textDocument/didChange", {
        textDocument: { uri, version: ++version },
        contentChanges: changes.map(change => ({
            range: { start: place(monaco.Range.lift(change.range).getStartPosition()),
                     end: place(monaco.Range.lift(change.range).getEndPosition()) },
            text: change.text })),
    }));
    editor.focus();
    window.editor = editor;
}

// ---- Playing

const files = createServer((request, response) => {
    const path = new URL(request.url, "http://localhost").pathname;
    const file = join(monaco, path);
    const known = path === "/" || (file.startsWith(monaco) && existsSync(file));
    response.writeHead(known ? 200 : 404, { "content-type": types[extname(path) || ".html"] ?? "application/octet-stream" });
    response.end(known ? (path === "/" ? page_text : readFileSync(file)) : "");
});
await new Promise(done => files.listen(0, "127.0.0.1", done));

const markdown = { documentationFormat: ["markdown"], resolveSupport: { properties: ["documentation", "detail"] } };
await connection.sendRequest("initialize", {
    processId: process.pid, rootUri: null, initializationOptions: { acceptCommand: "editor.action.triggerSuggest" },
    capabilities: { textDocument: { completion: { completionItem: markdown }, hover: { contentFormat: ["markdown"] } } },
});
await connection.sendNotification("initialized", {});

const found = ["chromium", "chromium-browser", "google-chrome"].flatMap(name => (process.env.PATH ?? "").split(":")
    .map(folder => join(folder, name))).find(existsSync);
const profile = mkdtempSync(join(tmpdir(), "eleven-monaco-"));
const browser = await chromium.launchPersistentContext(profile, {
    executablePath: process.env.CHROMIUM ?? found, headless: true, viewport: { width: 1000, height: 300 }, deviceScaleFactor: 2,
    args: ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking",
           "--disable-component-update", "--disable-sync"],
});
let failed = false;
try {
    const page = browser.pages()[0] ?? await browser.newPage();
    const errors = [];
    page.on("pageerror", error => errors.push(error.message));
    await page.exposeFunction("ask", (method, params) => connection.sendRequest(method, params));
    await page.exposeFunction("notify", (method, params) => connection.sendNotification(method, params));
    await page.goto(`http://127.0.0.1:${files.address().port}/`);
    await page.evaluate(start_editor);
    const list = page.locator(".suggest-widget.visible .monaco-list-row.focused");
    const board = page.locator(".suggest-details .docs");
    const text = () => page.evaluate(() => editor.getValue());

    await page.keyboard.type("2048.");
    await list.waitFor();
    await page.keyboard.press("Control+Space"); // shows the documentation, from now on
    await board.waitFor();
    for (let moves = -1; moves < Number(moves_text); moves++) { // -1: Begin
        const before = await text();
        await list.waitFor();
        await page.keyboard.press("Enter");
        await page.waitForFunction(old => editor.getValue() !== old, before);
    }
    await list.waitFor();
    await page.waitForFunction(() => /╭─/.test(document.querySelector(".suggest-details .docs")?.textContent ?? ""));
    await page.waitForTimeout(300);
    if (picture)
        await page.screenshot({ path: picture });
    const game = await text(), shown = await board.innerText();
    assert.match(game, /^2048\(seed=\d+\)\.Begin\.((Up|Down|Left|Right)\.)+$/);
    assert.equal(game.split(".").length, Number(moves_text) + 3);
    assert.match(shown, /Score \d+/);
    const [beside, row] = [await board.boundingBox(), await list.boundingBox()];
    assert.ok(beside.x >= row.x + row.width - 2, "the board is next to the list");
    assert.ok(beside.height > 100, "the board is visible");
    assert.deepEqual(errors, []);
    console.log(`Monaco: ${game}`);
} catch (error) {
    console.error(error);
    failed = true;
} finally {
    await browser.close();
    rmSync(profile, { recursive: true, force: true });
    files.close();
    await connection.sendRequest("shutdown");
    await connection.sendNotification("exit");
    connection.dispose();
    process.exitCode = failed ? 1 : 0;
}
