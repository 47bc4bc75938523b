#!/usr/bin/env node
// Runs the tests of the game in browsers. Prints one line per test: `ok NAME`, `skip NAME`, or `not ok NAME` and the
// error.
//
//     node test/web/run.mjs [PART OF A NAME...]
//
// The pages get a small network instead of the real one, unless a test serves them itself.
//
// Every file *_test.mjs in this folder exports `tests`: { name: async (t) => ... }. `t` has open(options) for a page
// with the game, address, browser, serve, and defer(function) for cleaning up. A test that returns 'skip' is skipped.
// The tests of budgets.mjs measure time. They run only if their names are given, and one by one.
import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { build, launch, serve, smallNetwork } from './browser.mjs';
import { ready } from './known.mjs';

const here = new URL('.', import.meta.url);
const filters = process.argv.slice(2);
const limit = 300000; // of a test that hangs; a busy machine needs minutes for the longest
const workers = 3;

async function collect() {
  const tests = [];
  for (const file of (await readdir(here)).filter((name) => name.endsWith('_test.mjs') || name === 'budgets.mjs').sort()) {
    const module = await import(new URL(file, here)), isBudget = file === 'budgets.mjs';
    for (const [name, run] of Object.entries(module.tests)) tests.push({ name: `${file.split(/_|\./)[0]}: ${name}`, run, isBudget });
  }
  return tests.filter(({ name, isBudget }) => filters.length ? filters.some((part) => name.includes(part)) : !isBudget);
}

// The argument of a test. Errors on its pages and requests to other hosts make the test fail.
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

async function runOne(test, ...resources) {
  const t = prepare(...resources);
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

async function report(test, ...resources) {
  try {
    const outcome = await runOne(test, ...resources);
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
  const waiting = tests.filter(({ isBudget }) => !isBudget);
  let failed = 0;
  const work = async (queue) => {
    for (let test; (test = queue.shift());) if (!await report(test, browser, server, network)) failed++;
  };
  await work(tests.filter(({ isBudget }) => isBudget));
  await Promise.all(Array.from({ length: workers }, () => work(waiting)));
  await browser.close();
  await server.close();
  console.log(`${tests.length - failed} of ${tests.length} web tests passed`);
  process.exitCode = failed ? 1 : 0;
}

await main();
