// Firefox for the tests, controlled by its own protocol (Marionette): messages of JSON after their length, over TCP.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { createServer, connect } from 'node:net';
import { join } from 'node:path';
import { freshFolder, removeFolder } from './browser.mjs';

const executable = process.env.FIREFOX ?? '/usr/bin/firefox-esr';
export const hasFirefox = existsSync(executable);

export function freePort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

// Connects as soon as the browser listens.
async function connected(port, child) {
  for (let tries = 0; tries < 300 && child.exitCode === null; tries++) {
    const socket = connect(port, '127.0.0.1');
    const isOpen = await new Promise((resolve) => {
      socket.once('connect', () => resolve(true));
      socket.once('error', () => resolve(false));
    });
    if (isOpen) return socket;
    await new Promise((resolve) => { setTimeout(resolve, 200); });
  }
  throw new Error('Firefox does not answer');
}

// Reads messages, `LENGTH:JSON`, and passes each answer to the question that waits for it.
function listen(socket, waiting) {
  let bytes = Buffer.alloc(0);
  socket.on('data', (some) => {
    bytes = Buffer.concat([bytes, some]);
    for (;;) {
      const colon = bytes.indexOf(':'), length = Number(bytes.subarray(0, colon));
      if (colon < 0 || bytes.length < colon + 1 + length) return;
      const message = JSON.parse(bytes.subarray(colon + 1, colon + 1 + length));
      bytes = bytes.subarray(colon + 1 + length);
      if (!Array.isArray(message)) continue; // the greeting
      const [, id, error, answer] = message, { resolve, reject } = waiting.get(id);
      waiting.delete(id);
      if (error) reject(new Error(`${error.error}: ${error.message}`));
      else resolve(answer?.value ?? answer);
    }
  });
}

// The keys of WebDriver that are not characters.
export const keyCodes = { ArrowLeft: '\uE012', ArrowUp: '\uE013', ArrowRight: '\uE014', ArrowDown: '\uE015', Escape: '\uE00C', Tab: '\uE004' };

// Starts Firefox with an empty profile. The result has `ask(command, parameters)` and the functions that the tests need.
export async function launchFirefox(t, preferences = {}) {
  const profile = await freshFolder(), port = await freePort();
  const all = { 'marionette.port': port, 'browser.shell.checkDefaultBrowser': false, 'intl.accept_languages': 'en-GB', ...preferences };
  const lines = Object.entries(all).map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`);
  await writeFile(join(profile, 'user.js'), lines.join('\n'));
  const child = spawn(executable, ['--headless', '--marionette', '--no-remote', '--profile', profile],
    { stdio: 'ignore', env: { ...process.env, HOME: profile, MOZ_HEADLESS_WIDTH: '900', MOZ_HEADLESS_HEIGHT: '1000' } });
  t.defer(async () => {
    const ended = new Promise((resolve) => { child.once('close', resolve); });
    child.kill('SIGKILL');
    await ended;
    await removeFolder(profile);
  });
  const socket = await connected(port, child), waiting = new Map();
  t.defer(() => socket.destroy());
  listen(socket, waiting);
  let last = 0;
  const ask = (command, parameters = {}) => new Promise((resolve, reject) => {
    const id = ++last, text = JSON.stringify([0, id, `WebDriver:${command}`, parameters]);
    waiting.set(id, { resolve, reject });
    socket.write(`${Buffer.byteLength(text)}:${text}`);
  });
  await ask('NewSession', {});
  const evaluate = (script, ...args) => ask('ExecuteAsyncScript', { args, scriptTimeout: 30000,
    script: `const done = arguments[arguments.length - 1]; (${script})(...Array.from(arguments).slice(0, -1)).then(done, (error) => done(String(error)));` });
  return {
    ask, evaluate,
    visit: async (address) => {
      await ask('Navigate', { url: address });
      await evaluate(`async () => { while (document.documentElement.dataset.ready !== '') await new Promise((go) => setTimeout(go, 20)); }`);
    },
    press: async (keys) => {
      const actions = keys.flatMap((key) => ['keyDown', 'keyUp'].map((type) => ({ type, value: keyCodes[key] ?? key })));
      await ask('PerformActions', { actions: [{ type: 'key', id: 'keyboard', actions }] });
    },
    click: async (selector) => {
      const found = await ask('FindElement', { using: 'css selector', value: selector });
      await ask('ElementClick', { id: Object.values(found)[0] });
    },
    screenshot: () => ask('TakeScreenshot', { full: false }),
  };
}
