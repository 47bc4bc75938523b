// Chromium for the tests, and a small server for the built page.
import { createRequire } from 'node:module';
import { execFileSync, spawn } from 'node:child_process';
import { createServer } from 'node:http';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { extname, join, resolve, sep } from 'node:path';

const root = resolve(import.meta.dirname ?? new URL('.', import.meta.url).pathname, '../..');
const require = createRequire(join(root, 'front/web/package.json'));
const { chromium } = require('playwright-core');
export const axeSource = require('axe-core').source;
export const build = resolve(root, process.env.B ?? 'build');
export { root };

const types = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml',
  '.webmanifest': 'application/manifest+json' };

// Serves the folder, and the texts of `extra` by path, on a free port of this machine. A function in `extra` sends its
// own response.
export async function serve(folder, extra = {}) {
  const server = createServer(async (request, response) => {
    const path = new URL(request.url, 'http://x').pathname.replace(/\/$/, '/index.html');
    const file = resolve(folder, `.${path}`);
    if (typeof extra[path] === 'function') return extra[path](response);
    try {
      const body = extra[path] ?? (file.startsWith(folder + sep) ? await readFile(file) : null);
      response.writeHead(200, { 'content-type': `${types[extname(path)] ?? 'text/plain'}; charset=utf-8`,
        'access-control-allow-origin': '*' }).end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((done) => server.listen(0, '127.0.0.1', done));
  return {
    address: `http://127.0.0.1:${server.address().port}/`,
    close: () => new Promise((done) => {
      server.closeAllConnections();
      server.close(done);
    }),
  };
}

const flags = ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking',
  '--disable-component-update', '--disable-sync', '--disable-quic'];

const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium';

// One browser for many tests. Each test uses a context of its own, with an empty storage.
export function launch(more = []) {
  return chromium.launch({ executablePath, headless: true, args: [...flags, ...more], chromiumSandbox: false });
}

// A browser that can be killed: `kill` ends it suddenly, like a crash.
export async function launchMortal(profile) {
  const child = spawn(executablePath, ['--headless', ...flags, `--user-data-dir=${profile}`, '--remote-debugging-port=0',
    'about:blank'], { detached: true, stdio: ['ignore', 'ignore', 'pipe'] });
  const address = await new Promise((resolve, reject) => {
    let output = '';
    child.stderr.on('data', (some) => {
      output += some;
      const found = output.match(/ws:\/\/\S+/);
      if (found) resolve(found[0]);
    });
    child.on('exit', () => reject(new Error(`the browser ended: ${output}`)));
  });
  const browser = await chromium.connectOverCDP(address);
  return {
    context: browser.contexts()[0],
    kill: async () => {
      const ended = new Promise((resolve) => child.once('close', resolve));
      process.kill(-child.pid, 'SIGKILL');
      await ended;
      await browser.close().catch(() => {});
    },
  };
}

export function freshFolder() {
  return mkdtemp(join(tmpdir(), 'eleven-web-'));
}

export function removeFolder(folder) {
  return rm(folder, { recursive: true, force: true, maxRetries: 5 });
}

// The bytes of a small network, trained now. It opens quickly.
export async function smallNetwork() {
  const folder = await freshFolder(), recipe = join(folder, 'small.recipe'), file = join(folder, 'small.weights');
  await writeFile(recipe, 'eleven recipe 1\nname small\ntuple 0 1 2 3\ntuple 4 5 6 7\n');
  execFileSync(join(build, 'eleven'), ['train', '--recipe', recipe, '--hours', '0.000001', '--games', '1', '-o', file],
    { stdio: 'ignore' });
  const bytes = await readFile(file);
  await removeFolder(folder);
  return bytes;
}
