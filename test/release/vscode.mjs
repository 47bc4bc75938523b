// Installs the extension into Visual Studio Code, as the npm package code-server contains it, and plays with Enter alone
// in a browser. Without the program, the extension says what to do.
//
//     node vscode.mjs EXTENSION.vsix PROGRAM [PICTURE.png]
import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { chromium } from "playwright-core";

const [extension, program, picture] = process.argv.slice(2);
const code = join(dirname(createRequire(import.meta.url).resolve("code-server/package.json")), "lib/vscode");
if (!existsSync(join(code, "node_modules")))
    execFileSync("npm", ["install", "--silent", "--ignore-scripts", "--omit=dev", "--no-package-lock"], { cwd: code });

const folder = mkdtempSync(join(tmpdir(), "eleven-vscode-"));
const main = join(code, "out/server-main.js");
const common = ["--user-data-dir", join(folder, "user"), "--extensions-dir", join(folder, "extensions"),
                "--accept-server-license-terms"];
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", chromiumSandbox: false });

// Visual Studio Code with this command as the language server; the function gets its window.
async function in_editor(command, use) {
    const settings = join(folder, "user/Machine/settings.json");
    mkdirSync(dirname(settings), { recursive: true });
    writeFileSync(settings, JSON.stringify({ "eleven.command": command, "workbench.startupEditor": "none" }));
    const server = spawn(process.execPath, [main, ...common, "--host", "127.0.0.1", "--port", "0",
        "--without-connection-token", "--disable-workspace-trust"], { stdio: ["ignore", "pipe", "ignore"] });
    try {
        const port = await new Promise((resolve, reject) => {
            let said = "";
            server.on("exit", () => reject(new Error(`the editor ended: ${said}`)));
            server.stdout.on("data", data => {
                said += data;
                const found = /listening on (\d+)[^]*started/.exec(said);
                if (found) resolve(found[1]);
            });
        });
        const page = await browser.newPage({ viewport: { width: 900, height: 500 } });
        const file = `vscode-remote://127.0.0.1:${port}${join(folder, "work/notes.txt")}`;
        await page.goto(`http://127.0.0.1:${port}/?folder=${join(folder, "work")}` +
                        `&payload=${encodeURIComponent(JSON.stringify([["openFile", file]]))}`);
        await page.locator(".monaco-editor .view-line").first().click({ timeout: 60000 });
        await use(page);
        await page.close();
    } finally {
        server.removeAllListeners("exit");
        server.kill();
    }
}

const suggestion = ".suggest-widget.visible .monaco-list-row.focused";

// The server may still be starting: the list is asked for until it has our entry.
async function type_head(page) {
    await page.keyboard.press("Control+End");
    await page.keyboard.type("2048.");
    for (let attempt = 0; attempt < 60; attempt++) {
        const entry = page.locator(suggestion, { hasText: "Begin" });
        if (await entry.waitFor({ timeout: 1000 }).then(() => true, () => false)) return;
        await page.keyboard.press("Escape");
        await page.keyboard.press("Control+Space");
    }
    throw new Error("the completion list did not offer a game");
}

async function play(page) {
    const line = () => page.locator(".view-line").last().innerText();
    await type_head(page);
    for (let enter = 0; enter < 4; enter++) {
        const before = await line();
        await page.locator(suggestion).waitFor();
        await page.keyboard.press("Enter");
        await page.waitForFunction(old => [...document.querySelectorAll(".view-line")].at(-1).innerText !== old, before);
    }
    if (picture) await page.screenshot({ path: picture });
    const moves = /^2048\(.*\)\.Begin\.(\w+)\.(\w+)\.(\w+)/.exec((await line()).replaceAll("\u00a0", " "));
    assert(moves, `the text is ${await line()}`);
    console.log(moves[0]);
}

try {
    mkdirSync(join(folder, "work"));
    writeFileSync(join(folder, "work/notes.txt"), "Notes\n\n");
    execFileSync(process.execPath, [main, ...common, "--install-extension", extension], { stdio: "ignore" });
    await in_editor([program, "lsp"], play);
    await in_editor(["/no/such/program", "lsp"], page =>
        page.getByText("the program '/no/such/program' cannot be started. Install Eleven").first().waitFor());
} finally {
    await browser.close();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}
