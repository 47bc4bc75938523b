// WebKit for the tests: the browser of Debian's libwebkit2gtk, controlled by WebKitWebDriver, on a screen of its own.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { freePort, keyCodes } from './firefox.mjs';

const driver = '/usr/bin/WebKitWebDriver', screen = '/usr/bin/Xvfb';
export const hasWebKit = existsSync(driver) && existsSync(screen);

// Starts a program with its children in a group of their own, which ends with the test.
function start(t, command, words, options) {
  const child = spawn(command, words, { detached: true, stdio: ['ignore', 'pipe', 'ignore'], ...options });
  t.defer(async () => {
    if (child.exitCode !== null || child.signalCode) return;
    const ended = new Promise((resolve) => { child.once('exit', resolve); });
    process.kill(-child.pid, 'SIGKILL');
    await ended;
  });
  return child;
}

// The number of the display that the X server has chosen.
function displayOf(server) {
  return new Promise((resolve, reject) => {
    server.stdout.once('data', (text) => resolve(`:${String(text).trim()}`));
    server.once('exit', () => reject(new Error('Xvfb ended')));
  });
}

async function send(address, method, path, body) {
  const response = await fetch(address + path, { method, body: body && JSON.stringify(body) });
  const { value } = await response.json();
  if (value?.error) throw new Error(`${value.error}: ${value.message}`);
  return value;
}

async function answers(address) {
  for (let tries = 0; tries < 300; tries++) {
    if (await send(address, 'GET', '/status').catch(() => null)) return;
    await new Promise((resolve) => { setTimeout(resolve, 100); });
  }
  throw new Error('WebKitWebDriver does not answer');
}

// The result has `ask(method, path, body)` and the functions that the tests need.
export async function launchWebKit(t) {
  const display = await displayOf(start(t, screen, ['-displayfd', '1', '-nolisten', 'tcp', '-screen', '0', '1280x1000x24']));
  const port = await freePort(), address = `http://127.0.0.1:${port}`;
  start(t, driver, [`--port=${port}`], { env: { ...process.env, DISPLAY: display, NO_AT_BRIDGE: '1', LIBGL_ALWAYS_SOFTWARE: '1',
    WEBKIT_DISABLE_COMPOSITING_MODE: '1', WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1' } });
  await answers(address);
  const { sessionId } = await send(address, 'POST', '/session', { capabilities: { alwaysMatch: {} } });
  const ask = (method, path, body) => send(address, method, `/session/${sessionId}${path}`, body);
  t.defer(() => ask('DELETE', '').catch(() => {}));
  const evaluate = (script, ...args) => ask('POST', '/execute/async', { args,
    script: `const done = arguments[arguments.length - 1]; (${script})(...Array.from(arguments).slice(0, -1)).then(done, (error) => done(String(error)));` });
  const actions = (keys) => keys.flatMap((key) => ['keyDown', 'keyUp'].map((type) => ({ type, value: keyCodes[key] ?? key })));
  return {
    ask, evaluate,
    visit: async (url) => {
      await ask('POST', '/url', { url });
      await evaluate(`async () => { while (document.documentElement.dataset.ready !== '') await new Promise((go) => setTimeout(go, 20)); }`);
    },
    press: (keys) => ask('POST', '/actions', { actions: [{ type: 'key', id: 'keyboard', actions: actions(keys) }] }),
    click: async (selector) => {
      const found = await ask('POST', '/element', { using: 'css selector', value: selector });
      await ask('POST', `/element/${Object.values(found)[0]}/click`, {});
    },
    screenshot: () => ask('GET', '/screenshot'),
  };
}
