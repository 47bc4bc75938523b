// Starts the extension in the folder of the first argument with a stand-in for VS Code, and plays with the server that
// it starts. The messages are sent by vscode-jsonrpc, which is part of the package.
const { spawn } = require("node:child_process");
const Module = require("node:module");
const { join } = require("node:path");

const folder = process.argv[2], manifest = require(join(folder, "package.json"));
const { createMessageConnection, StreamMessageReader, StreamMessageWriter } =
    Module.createRequire(join(folder, manifest.main))("vscode-jsonrpc/node");
const settings = manifest.contributes.configuration.properties;
const started = [];

class LanguageClient {
    constructor(id, name, server, options) {
        Object.assign(this, { id, name, server, options });
    }

    start() {
        started.push(this);
        this.process = spawn(this.server.command, this.server.args, { stdio: ["pipe", "pipe", "inherit"] });
        this.connection = createMessageConnection(new StreamMessageReader(this.process.stdout),
            new StreamMessageWriter(this.process.stdin));
        this.connection.listen();
        return this.connection.sendRequest("initialize", { processId: process.pid, rootUri: null, capabilities: {},
            initializationOptions: this.options.initializationOptions });
    }

    async stop() {
        await this.connection.sendRequest("shutdown");
        await this.connection.sendNotification("exit");
        return new Promise((resolve) => { this.process.on("exit", resolve); });
    }
}

const stands = {
    "vscode": { workspace: { getConfiguration: (name) => ({ get: (key) => settings[`${name}.${key}`].default }) } },
    "vscode-languageclient/node": { LanguageClient },
};
const load = Module._load;
Module._load = (name, ...rest) => stands[name] ?? load(name, ...rest);

(async () => {
    const extension = require(join(folder, manifest.main));
    const { capabilities } = await extension.activate();
    const [{ connection }] = started, uri = "untitled:game";
    connection.sendNotification("textDocument/didOpen",
        { textDocument: { uri, languageId: "plaintext", version: 1, text: "2048." } });
    const list = await connection.sendRequest("textDocument/completion",
        { textDocument: { uri }, position: { line: 0, character: 5 } });
    const labels = (list.items ?? list).map((item) => item.label);
    if (!capabilities.completionProvider || !labels.length) throw new Error(`no completion: ${labels}`);
    if (await extension.deactivate() !== 0) throw new Error("the server did not end");
    console.log(labels.join(" "));
})().catch((error) => {
    console.error(error);
    process.exit(1);
});
