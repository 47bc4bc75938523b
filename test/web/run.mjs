#!/usr/bin/env node
// Runs the tests of the game in browsers: `ok NAME`, `skip NAME` or `not ok NAME` with what went wrong, a line each.
//
//     node test/web/run.mjs [PART OF A NAME...]
//
// The pages get a small network in place of the one that ships, except where a test serves them itself.
//
// Every file *_test.mjs beside this one exports `tests`: { name: async (t) => ... }. t has: open(options) for a page with
// the game on it, address, browser, serve, defer(function) for cleaning up; returning 'skip' skips. Those of alone_test.mjs
// come first and one by one, the others several at a time.
import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { build, launch, serve, smallNetwork } from './browser.mjs';
import { ready } from './known.mjs';

const here = new URL('.', import.meta.url);
const wanted = process.argv.slice(2);
const limit = 120000;
const workers = 3;

async function collect() {
  const found = [];
  for (const file of (await readdir(here)).filter((name) => name.endsWith('_test.mjs')).sort()) {
    const { tests } = await import(new URL(file, here));
    for (const [name, run] of Object.entries(tests)) found.push({ name: `${file.replace('_test.mjs', '')}: ${name}`, run,
      isAlone: file === 'alone_test.mjs' });
  }
  return found.filter(({ name }) => !wanted.length || wanted.some((part) => name.includes(part)));
}

// What a test gets. Errors on any of its pages, and requests to other hosts, fail it.
function prepare(browser, server, network) {
  const cleanup = [], errors = [];
  const watch = (context) => {
    context.on('weberror', (error) => errors.push(String(error.error())));
    context.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
    context.on('request', (request) => {
      const url = request.url();
      if (!/^(data|blob|file):/.test(url) && new URL(url).hostname !== '127.0.0.1') errors.push(`request to ${url}`);
    });
  };
  const t = {
    address: server.address, network, browser, serve, errors, watch,
    defer: (action) => cleanup.unshift(action),
    context: async (options = {}) => {
      const context = await browser.newContext({ locale: 'en-GB', viewport: { width: 800, height: 900 }, ...options });
      context.setDefaultTimeout(30000);
      t.defer(() => context.close());
      watch(context);
      return context;
    },
    visit: async (context, address = server.address) => {
      const page = await context.newPage();
      await page.goto(address);
      await ready(page);
      return page;
    },
    open: async (options) => t.visit(await t.context(options)),
    finish: async () => {
      for (const action of cleanup) await action();
      assert.deepEqual(errors, []);
    },
  };
  return t;
}

async function runOne(test, ...means) {
  const t = prepare(...means);
  const late = new Promise((resolve, reject) => {
    setTimeout(() => reject(new Error(`ran longer than ${limit / 1000} s`)), limit).unref();
  });
  let outcome;
  try {
    outcome = await Promise.race([test.run(t), late]);
  } finally {
    await t.finish();
  }
  return outcome;
}

async function report(test, ...means) {
  try {
    const outcome = await runOne(test, ...means);
    console.log(`${outcome === 'skip' ? 'skip' : 'ok'} ${test.name}`);
    return true;
  } catch (error) {
    console.log(`not ok ${test.name}\n${String(error.stack ?? error).replace(/^/gm, '    ')}`);
    return false;
  }
}

async function main() {
  const tests = await collect(), browser = await launch(), network = await smallNetwork();
  const server = await serve(join(build, 'web'), { '/eleven-network.weights': network });
  const waiting = tests.filter(({ isAlone }) => !isAlone);
  let failed = 0;
  const work = async (queue) => {
    for (let test; (test = queue.shift());) if (!await report(test, browser, server, network)) failed++;
  };
  await work(tests.filter(({ isAlone }) => isAlone));
  await Promise.all(Array.from({ length: workers }, () => work(waiting)));
  await browser.close();
  await server.close();
  console.log(`${tests.length - failed} of ${tests.length} web tests passed`);
  process.exitCode = failed ? 1 : 0;
}

await main();
