// A session that uses every method of the server, with vscode-jsonrpc, the library of Visual Studio Code.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once, EventEmitter } from "node:events";
import rpc from "vscode-jsonrpc/node.js";

const program = process.env.ELEVEN ?? "build/eleven";
const server = spawn(program, ["lsp", "--seed", "1", "--stdio"], { stdio: ["pipe", "pipe", "inherit"] });
const connection = rpc.createMessageConnection(new rpc.StreamMessageReader(server.stdout),
                                               new rpc.StreamMessageWriter(server.stdin));
const problems = new Map(), news = new EventEmitter();
connection.onNotification("textDocument/publishDiagnostics", (published) => {
    problems.set(published.uri, published);
    news.emit("published");
});
connection.listen();
const ask = (method, params) => connection.sendRequest(method, params);
const notify = (method, params) => connection.sendNotification(method, params);

// The problems of that version of a document, once the server has published them.
async function diagnosed(uri, version) {
    while (problems.get(uri)?.version !== version) await once(news, "published");
    return problems.get(uri).diagnostics;
}

const uri = "file:///notes.md", textDocument = { uri };
const at = (line, character) => ({ textDocument, position: { line, character } });
const all = { start: { line: 0, character: 0 }, end: { line: 99, character: 0 } };

const markdown = { documentationFormat: ["markdown"], resolveSupport: { properties: ["documentation", "detail"] } };
const { capabilities } = await ask("initialize", {
    processId: process.pid, rootUri: null,
    capabilities: { textDocument: { completion: { completionItem: markdown }, hover: { contentFormat: ["markdown"] },
                                    codeAction: { codeActionLiteralSupport: { codeActionKind: { valueSet: [] } }, resolveSupport: { properties: ["edit"] } },
                                    documentSymbol: { hierarchicalDocumentSymbolSupport: true } } },
});
assert.equal(capabilities.textDocumentSync.change, 2);
await notify("initialized", {});
await notify("textDocument/didOpen", { textDocument: { uri, languageId: "markdown", version: 1, text: "game: 2048." } });

let { items } = await ask("textDocument/completion", at(0, 11));
assert.deepEqual(items.map(item => item.label), ["Begin Game"]);
const item = await ask("completionItem/resolve", items[0]);
assert.match(item.documentation.value, /^```text\nScore 0, 0 moves\n╭/);
const seed = item.additionalTextEdits[0].newText;
assert.match(seed, /^\(seed=\d+\)$/);
const changes = [{ range: item.additionalTextEdits[0].range, text: seed },
                 { range: { start: { line: 0, character: 11 + seed.length }, end: { line: 0, character: 11 + seed.length } },
                   text: "Begin.Down.Lefy" }];
await notify("textDocument/didChange", { textDocument: { uri, version: 2 }, contentChanges: changes });
const end = 11 + seed.length + "Begin.Down.Lefy".length;

const hover = await ask("textDocument/hover", at(0, end - 6));
assert.match(hover.contents.value, /1 move\n/);
assert.match((await diagnosed(uri, 2)).at(-1).message, /there is no option 'Lefy'/);
const [hint] = await ask("textDocument/inlayHint", { textDocument, range: all });
assert.match(hint.label, /^score \d+$/);
let actions = await ask("textDocument/codeAction", { textDocument, context: { diagnostics: [] },
                                                     range: { start: at(0, end).position, end: at(0, end).position } });
assert.deepEqual(actions.map(action => action.title), ["Write the nearest option", "Remove this word"]);
const remove = await ask("codeAction/resolve", actions[1]);
const [edit] = remove.edit.changes[uri];
await notify("textDocument/didChange", { textDocument: { uri, version: 3 }, contentChanges: [{ range: edit.range, text: "" }] });
actions = await ask("textDocument/codeAction", { textDocument, context: { diagnostics: [] },
                                                 range: { start: at(0, 8).position, end: at(0, 8).position } });
assert.deepEqual(actions.map(action => action.title),
                 ["Play the best move", "Let the player finish the game", "Convert the chain to notation"]);
const [symbol] = await ask("textDocument/documentSymbol", { textDocument });
assert.match(symbol.name, /^2048 classic 4x4: score/);
assert.deepEqual(await ask("textDocument/foldingRange", { textDocument }), []);
const place = await ask("textDocument/definition", at(0, end - 6));
assert.equal(place.range.start.character, 6);
const [lens] = await ask("textDocument/codeLens", { textDocument });
assert.deepEqual(lens.range.start, place.range.start);
assert.ok(capabilities.executeCommandProvider.commands.includes(lens.command.command));
assert.equal(await ask("workspace/executeCommand", { command: lens.command.command, arguments: lens.command.arguments }), null);

const head = { uri: "file:///head.txt" };
await notify("textDocument/didOpen", { textDocument: { ...head, languageId: "plaintext", version: 1, text: "2048(rules=" } });
({ items } = await ask("textDocument/completion", { textDocument: head, position: { line: 0, character: 5 } }));
assert.deepEqual(items.map(item => item.label), ["seed", "size", "rules", "goal"]);
({ items } = await ask("textDocument/completion", { textDocument: head, position: { line: 0, character: 11 } }));
assert.ok(items.some(item => item.label === "fibonacci" && item.textEdit.newText === "fibonacci"));
await notify("textDocument/didClose", { textDocument: head });

const record = { uri: "file:///a.2048" };
const notation = await ask("codeAction/resolve", actions[2]);
const text = notation.edit.changes[uri][0].newText.trimStart();
await notify("textDocument/didOpen", { textDocument: { ...record, languageId: "2048", version: 1, text: text.replace("1. ", "1.  ") } });
assert.equal((await ask("textDocument/formatting", { textDocument: record, options: {} }))[0].newText, text);
assert.ok((await ask("textDocument/semanticTokens/full", { textDocument: record })).data.length % 5 === 0);
assert.deepEqual(await diagnosed(record.uri, 1), []);

await assert.rejects(ask("no/such/method", {}), { code: rpc.ErrorCodes.MethodNotFound });
const token = new rpc.CancellationTokenSource();
const cancelled = connection.sendRequest("textDocument/hover", at(0, 12), token.token).catch(error => error);
token.cancel();
await cancelled; // answered in either case: with the hover, or as cancelled
await notify("textDocument/didClose", { textDocument });
await ask("textDocument/documentSymbol", { textDocument: record });
assert.deepEqual(problems.get(uri).diagnostics, []);
await ask("shutdown");
const exit = new Promise(done => server.once("exit", done));
await notify("exit");
assert.equal(await exit, 0);
connection.dispose();
console.log("every method answered");
