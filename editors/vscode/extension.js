// Starts the language server for every document. After an accepted completion the list opens again, so that Enter alone plays
// a game.
const { spawnSync } = require("node:child_process");
const { window, workspace } = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

let client;

exports.activate = () => {
    const [command, ...args] = workspace.getConfiguration("eleven").get("command");
    if (spawnSync(command, ["version"]).error) {
        window.showErrorMessage(`2048: the program '${command}' cannot be started. Install Eleven, or write its place into ` +
            "the setting 'eleven.command', and reload the window.");
        return undefined;
    }
    client = new LanguageClient("eleven", "2048", { command, args }, {
        documentSelector: [{ scheme: "file" }, { scheme: "untitled" }],
        initializationOptions: { acceptCommand: "editor.action.triggerSuggest" },
    });
    return client.start();
};

exports.deactivate = () => client?.stop();
