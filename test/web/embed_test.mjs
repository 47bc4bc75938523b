// The component on another page.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { build } from './browser.mjs';
import { almostLost, almostWon, known, stateOf, tilesOf } from './known.mjs';

const html = `<!DOCTYPE html><html lang="en"><title>Two games</title><link rel="icon" href="data:,">
<eleven-2048 id="small" size="3" seed="1" rules="provider" style="width: 200px"></eleven-2048>
<eleven-2048 id="wide" size="5x2" seed="2" goal="16" theme="dark" lang="de" style="width: 400px"></eleven-2048>
<script type="module" src="embed.js"></script></html>`;

const script = `import { Eleven2048, RecordError } from './eleven-2048.js';
globalThis.events = [];
for (const name of ['score', 'move', 'won', 'lost', 'newgame'])
  document.addEventListener(name, (event) => events.push([event.target.id, name, event.detail]));
globalThis.refused = (call) => { try { call(); return false; } catch (error) { return error instanceof RecordError; } };
globalThis.isReady = customElements.get('eleven-2048') === Eleven2048;`;

// Properties are set before the module defines the element.
const earlyHtml = `<!DOCTYPE html><html lang="en"><title>Early</title><link rel="icon" href="data:,">
<body style="height: 3000px"><eleven-2048 id="early" goal="64" style="width: 300px"></eleven-2048>
<eleven-2048 id="wrong" size="4x5x6" seed="3" style="width: 200px"></eleven-2048>
<script>early.size = '3x4'; early.seed = 5; early.goal = 128; early.theme = 'dark';</script>
<script type="module" src="embed.js"></script></html>`;

async function embed(t, name = 'embed.html', context = null) {
  const server = await t.serve(join(build, 'web'), { '/embed.html': html, '/early.html': earlyHtml, '/embed.js': script });
  t.defer(server.close);
  const page = await (context ?? await t.context()).newPage();
  await page.goto(`${server.address}${name}`);
  await page.waitForFunction(() => globalThis.isReady);
  return page;
}

export const tests = {
  'a component that was removed does not stay in memory': async (t) => {
    const context = await t.context(), page = await embed(t, 'embed.html', context), tools = await context.newCDPSession(page);
    await page.evaluate(async () => {
      globalThis.removed = [];
      for (let i = 0; i < 5; i++) {
        const element = document.createElement('eleven-2048');
        document.body.append(element);
        removed.push(new WeakRef(element));
        await new Promise(requestAnimationFrame);
        element.remove();
      }
    });
    for (let tries = 0, left = 5; left > 1; tries++) { // the newest one may be in use
      assert.ok(tries < 100, `${left} components are in memory`);
      await tools.send('HeapProfiler.collectGarbage');
      left = await page.evaluate(() => removed.filter((one) => one.deref()).length);
    }
  },

  'in a dialog or a link it accepts strokes of a mouse': async (t) => {
    const page = await embed(t);
    for (const around of ['dialog', 'a']) {
      await page.evaluate((tag) => {
        document.querySelector('#framed')?.remove();
        const frame = Object.assign(document.createElement(tag), { id: 'framed' });
        frame.innerHTML = '<eleven-2048 id="inside" seed="42" style="width: 300px"></eleven-2048>';
        document.body.prepend(frame);
        frame.showModal?.();
      }, around);
      const box = await page.locator('#inside').boundingBox(), x = box.x + 150, y = box.y + 150;
      await page.mouse.move(x, y);
      await page.mouse.down();
      await page.mouse.move(x, y - 80, { steps: 4 });
      await page.mouse.up();
      assert.equal(await page.evaluate(() => document.querySelector('#inside').state.moves), 1, around);
    }
  },

  'a finger that is lifted over a frame is not counted for ever': async (t) => {
    const context = await t.context({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });
    const page = await embed(t, 'embed.html', context), tools = await context.newCDPSession(page);
    const send = (type, touchPoints) => tools.send('Input.dispatchTouchEvent', { type, touchPoints });
    const swipe = async ({ x, y }, right, down) => {
      await send('touchStart', [{ x, y }]);
      for (let i = 1; i <= 5; i++) await send('touchMove', [{ x: x + right * i, y: y + down * i }]);
      await send('touchEnd', []);
    };
    await page.evaluate((record) => {
      document.body.innerHTML = ['first', 'second']
        .map((id) => `<eleven-2048 id="${id}" style="width: 300px"></eleven-2048>`).join('');
      first.load(record);
      second.newGame({ seed: 42 });
      first.addEventListener('won', () => {
        const frame = Object.assign(document.createElement('iframe'), { width: 300, height: 300 });
        frame.style = 'border: 0; display: block';
        first.replaceWith(frame);
      });
    }, almostWon);
    await swipe({ x: 200, y: 150 }, -20, 0);
    assert.equal(await page.evaluate(() => document.querySelector('#first')), null);
    for (const [right, down] of [[0, -20], [-20, 0], [0, 20], [20, 0]]) await swipe({ x: 150, y: 450 }, right, down);
    assert.equal(await page.evaluate(() => second.state.moves), 4);
  },

  'it becomes higher with a max-height that grows': async (t) => {
    const page = await embed(t);
    const height = () => page.evaluate(() => document.querySelector('eleven-2048').getBoundingClientRect().height);
    await page.setViewportSize({ width: 800, height: 300 });
    await page.evaluate(() => { document.body.innerHTML = '<eleven-2048 style="width: 600px; max-height: 50vh"></eleven-2048>'; });
    await page.waitForFunction(() => document.querySelector('eleven-2048').state);
    assert.ok(await height() <= 150);
    await page.setViewportSize({ width: 800, height: 900 });
    await page.waitForFunction(() => document.querySelector('eleven-2048').getBoundingClientRect().height > 400);
  },

  'padding and a border are outside of the board': async (t) => {
    const page = await embed(t);
    for (const sizing of ['border-box', 'content-box']) {
      await page.evaluate((value) => {
        document.body.innerHTML = `<eleven-2048 style="width: 300px; box-sizing: ${value}; padding: 10px 30px; border: 5px solid"></eleven-2048>`;
      }, sizing);
      await page.waitForFunction(() => document.querySelector('eleven-2048').state);
      await page.waitForFunction(() => {
        const game = document.querySelector('eleven-2048'), outer = game.getBoundingClientRect();
        const inner = game.shadowRoot.querySelector('.board').getBoundingClientRect();
        return inner.width > 200 && inner.left >= outer.left + 35 && inner.right <= outer.right - 35;
      });
    }
  },

  'in another document the board looks the same': async (t) => {
    const page = await embed(t);
    const look = (frame) => frame.evaluate(() => {
      const { shadowRoot } = document.querySelector('#small'), tile = shadowRoot.querySelector('.tiles > *');
      const { position, backgroundColor } = getComputedStyle(tile);
      return { position, backgroundColor, width: tile.offsetWidth };
    });
    const before = await look(page);
    await page.evaluate(() => {
      const frame = document.body.appendChild(Object.assign(document.createElement('iframe'), { width: 600, height: 600 }));
      frame.contentDocument.body.append(document.querySelector('#small'));
    });
    const frame = page.frames()[1];
    assert.deepEqual(await look(frame), before);
    await page.evaluate(() => document.body.append(document.querySelector('iframe').contentDocument.querySelector('#small')));
    assert.deepEqual(await look(page), before);
  },

  'what comes after a changed attribute counts': async (t) => {
    const page = await embed(t);
    const after = (act) => page.evaluate(async (text) => {
      const game = document.querySelector('#small');
      new Function('game', text)(game);
      await null; // the game of the attributes begins before this
      const { size, seed } = game.state;
      return [...size, seed];
    }, act);
    assert.deepEqual(await after("game.size = 4; game.newGame({ size: 3, seed: 7 })"), [3, 3, '7']);
    assert.deepEqual(await after("game.size = 5; game.newGame({ seed: 8 })"), [5, 5, '8']);
    const record = await page.evaluate(() => document.querySelector('#wide').save());
    assert.deepEqual(await after(`game.size = 6; game.load(${JSON.stringify(record)})`), [5, 2, '2']);
    assert.deepEqual((await after("game.size = 3; game.undo()")).slice(0, 2), [3, 3]);
    assert.deepEqual((await after("game.size = 4; try { game.load('nonsense'); } catch { }")).slice(0, 2), [4, 4]);
    assert.deepEqual((await after("game.size = 5; try { game.newGame({ seed: 'x y' }); } catch { }")).slice(0, 2), [5, 5]);
    assert.deepEqual((await after("game.newGame({ size: 4 }); game.size = 6; game.seed = 9")), [6, 6, '9']);
  },

  'it becomes narrower with the column of a grid or a flex row': async (t) => {
    const page = await embed(t);
    for (const style of ['display: grid', 'display: grid; grid-template-columns: 1fr 1fr', 'display: flex']) {
      await page.setViewportSize({ width: 800, height: 600 });
      await page.evaluate((text) => { document.body.innerHTML = `<div style="${text}"><eleven-2048></eleven-2048><p>Text</div>`; }, style);
      await page.waitForFunction(() => document.querySelector('eleven-2048').getBoundingClientRect().width > 300);
      await page.setViewportSize({ width: 400, height: 600 });
      await page.waitForFunction(() => document.documentElement.scrollWidth === 400);
    }
  },

  'two components with different sizes, each with its own events': async (t) => {
    const page = await embed(t);
    const states = await page.evaluate(() => [small, wide]
      .map(({ state: { size, rules, goal, seed } }) => [...size, rules, goal, seed]));
    assert.deepEqual(states, [[3, 3, 'provider', 512, '1'], [5, 2, 'classic', 16, '2']]);
    const widths = await page.evaluate(() => [small, wide].map((at) => {
      const box = at.shadowRoot.querySelector('.board').getBoundingClientRect();
      return [box.width, box.height].map((length) => Math.round(length / 10));
    }));
    assert.deepEqual(widths, [[20, 20], [40, 17]]);
    assert.equal(await tilesOf(page, '#small').then((board) => board.flat().filter(Boolean).length), 1); // provider's start
    assert.equal(await tilesOf(page, '#wide').then((board) => board.flat().filter(Boolean).length), 2);

    await page.evaluate(() => small.newGame({ seed: 42, size: 4, rules: 'classic' }));
    const events = await page.evaluate(() => {
      events.length = 0;
      small.move('up');
      small.move('up');
      return events;
    });
    assert.deepEqual(events, [
      ['small', 'move', { direction: 'up', gain: 0, merges: [], spawns: [{ cell: 15, value: 2 }], score: 0, moves: 1 }],
      ['small', 'score', { score: 4, gain: 4 }],
      ['small', 'move', { direction: 'up', gain: 4, merges: [{ cell: 3, met: 2, moved: 2, result: 4 }],
        spawns: [{ cell: 8, value: 2 }], score: 4, moves: 2 }],
    ]);
    assert.deepEqual(await tilesOf(page, '#small'), known.afterTwo);
  },

  'embedded at 280 pixels, and inside a page that is written from right to left': async (t) => {
    const page = await embed(t);
    for (const [width, direction] of [[280, 'ltr'], [280, 'rtl'], [200, 'rtl'], [600, 'rtl']]) {
      await page.evaluate(([w, dir]) => {
        document.documentElement.dir = dir;
        small.style.width = `${w}px`;
      }, [width, direction]);
      for (const [record, left] of [[almostWon, 'won'], [almostLost, 'lost']]) {
        await page.evaluate((text) => { small.load(text); small.move('left'); }, record);
        await tilesOf(page, '#small');
        const wrong = await page.evaluate(() => {
          const root = small.shadowRoot, board = root.querySelector('.board').getBoundingClientRect(), host = small.getBoundingClientRect();
          const cells = [...root.querySelectorAll('.cell')].map((cell) => cell.getBoundingClientRect().x);
          const outside = [...root.querySelectorAll('.banner, .buttons button, .tile')].filter((node) => {
            const { left: a, right: b, top, bottom } = node.getBoundingClientRect();
            return a < board.left - 1 || b > board.right + 1 || top < board.top - 1 || bottom > board.bottom + 1;
          });
          return [...outside.map((node) => node.className || node.textContent), ...(cells[1] < cells[0] ? ['columns'] : []),
            ...(board.left < host.left - 1 || board.right > host.right + 1 ? ['board'] : []),
            ...(document.documentElement.scrollWidth > innerWidth ? ['it scrolls'] : [])];
        });
        assert.deepEqual(wrong, [], `${width} ${direction}, ${left}`);
      }
    }
  },

  'keys play in the component that has the focus': async (t) => {
    const page = await embed(t);
    const moves = () => page.evaluate(() => [small.state.moves, wide.state.moves]);
    await page.evaluate(() => { small.newGame({ seed: 42, size: 4, rules: 'classic' }); wide.focus(); });
    await page.evaluate(() => small.focus());
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    assert.deepEqual(await moves(), [2, 0]);
    await page.evaluate(() => small.blur());
    await page.keyboard.press('ArrowUp');
    assert.deepEqual(await moves(), [2, 0]);
  },

  'an element that waits for its first game has no state, no ranks and nothing to save': async (t) => {
    const page = await embed(t);
    const found = await page.evaluate(() => {
      const one = document.createElement('eleven-2048');
      one.setAttribute('waiting', '');
      document.body.append(one);
      one.mark('left');
      one.restore([], 0, 0);
      const before = [one.state, one.ranks, one.save(), one.position(), one.seek(0), one.undo()];
      one.newGame({ size: 3 });
      return [...before, one.ranks.length];
    });
    assert.deepEqual(found, [null, [], '', '', false, false, 3]);
  },

  'properties that were set before the element was defined count': async (t) => {
    const page = await embed(t, 'early.html');
    const { size: [w, h], seed, goal } = await stateOf(page, '#early');
    assert.deepEqual({ w, h, seed, goal }, { w: 3, h: 4, seed: '5', goal: 128 });
    const found = await page.evaluate(() => {
      early.size = '2';
      return [early.getAttribute('size'), early.getAttribute('theme'), Object.keys(early)];
    });
    assert.deepEqual(found, ['2', 'dark', []]);
    t.errors.length = 0; // those of the wrong element
  },

  'a size has one or two numbers': async (t) => {
    const page = await embed(t, 'early.html');
    const { size: [w, h] } = await stateOf(page, '#wrong');
    assert.deepEqual({ w, h }, { w: 4, h: 4 }); // the default game
    assert.match(t.errors.splice(0).join(), /size/);
    const wrong = await page.evaluate(() => ['4x5x6', '4x', 'x4', '0', '4 ', '3\nseed 1', 'four']
      .filter((size) => !refused(() => early.newGame({ size }))));
    assert.deepEqual(wrong, []);
  },

  'the board keeps the focus after a button on it was used': async (t) => {
    const page = await embed(t, 'early.html');
    t.errors.length = 0;
    const isFocused = () => page.evaluate(() => document.activeElement === early && early.shadowRoot.activeElement?.className);
    const left = async (text) => {
      await page.evaluate((record) => early.load(record), text);
      await page.evaluate(() => early.focus());
      await page.keyboard.press('ArrowLeft');
    };
    const press = (name) => page.locator('#early').getByRole('button', { name }).press('Enter');
    const click = (name) => page.locator('#early').getByRole('button', { name }).click();
    for (const use of [press, click]) {
      await left(almostWon);
      await use('Keep going');
      assert.equal(await isFocused(), 'grid');
      await page.keyboard.press('ArrowDown');
      assert.equal((await stateOf(page, '#early')).moves, 2);
      await left(almostLost);
      await use('Undo');
      assert.equal(await isFocused(), 'grid');
      await left(almostLost);
      await use('Try again');
      assert.equal(await isFocused(), 'grid');
    }
    await left(almostWon);
    await page.locator('#early').getByRole('button', { name: 'Try again' }).focus();
    await page.evaluate(() => early.setAttribute('lang', 'de')); // writes the buttons again
    assert.notEqual(await isFocused(), false);
    assert.equal(await page.evaluate(() => scrollY), 0);
  },

  'without WebAssembly the component says so': async (t) => {
    const context = await t.context();
    await context.addInitScript(() => { delete globalThis.WebAssembly; });
    const page = await embed(t, 'embed.html', context);
    await page.locator('#small').getByText(/WebAssembly/).waitFor();
    await page.locator('#wide').getByText(/Browser.*WebAssembly/).waitFor(); // in German
    assert.equal(await page.evaluate(() => small.state), null);
  },

  'attributes and methods': async (t) => {
    const page = await embed(t);
    const { size, sides, broken, saved, same } = await page.evaluate(async () => {
      wide.goal = null;
      wide.size = '6';
      wide.rules = 'fibonacci';
      await null;
      const first = { size: wide.getAttribute('size'), sides: [...wide.state.size, wide.state.rules, wide.state.goal] };
      const wrong = [refused(() => wide.load('nonsense')), refused(() => wide.newGame({ size: 9 })),
        refused(() => wide.newGame({ seed: 'x' })), refused(() => wide.newGame({ goal: 17 }))];
      const text = wide.save(), board = JSON.stringify(wide.state.board);
      wide.newGame();
      wide.load(text);
      return { ...first, broken: wrong, saved: text.split('\n')[0], same: JSON.stringify(wide.state.board) === board };
    });
    assert.deepEqual({ size, sides, broken, saved, same },
      { size: '6', sides: [6, 6, 'fibonacci', 2584], broken: [true, true, true, true], saved: 'eleven game 1', same: true });
  },

  'a new game that is refused ends nothing, and one of another size has the goal of its size': async (t) => {
    const page = await embed(t);
    const found = await page.evaluate(() => {
      small.newGame({ size: 4, rules: 'classic', seed: 1 });
      small.setAside('eleven game 1\nrules classic\nsize 3x3\nseed 5\n\nL U\n');
      const aside = [refused(() => small.newGame({ size: 99 })), refused(() => small.newGame({ rules: 'nonsense' })), small.isAside];
      small.newGame({ size: 3, goal: 'none' });
      small.newGame({ seed: 7 });
      const goals = [small.isAside, small.state.goal];
      small.newGame({ rules: 'classic', size: 4 });
      for (const options of [{ size: 3 }, { seed: 1 }, { size: 2 }, { size: 4 }, { size: 4, goal: 512 }, { size: '5x4' }, { size: 2 },
                             { rules: 'fibonacci', size: 2 }, { size: '5x4' }, { goal: 'none' }, { size: 4 }]) {
        small.newGame(options);
        goals.push(small.state.goal);
      }
      return [...aside, ...goals];
    });
    assert.deepEqual(found, [true, true, true, false, null, 1024, 1024, 32, 2048, 512, 512, 32, 34, 2584, null, null]);
  },

  'only directions can be marked': async (t) => {
    const page = await embed(t);
    const messages = await page.evaluate(() => ['move', 'mark'].map((name) => {
      try { small[name]('x'); } catch (error) { return `${error}`; }
      return '';
    }));
    assert.deepEqual(messages, Array(2).fill('TypeError: \'x\' is not one of up, right, down, left'));
  },

  'the module may come from another host, and its players with it': async (t) => {
    const host = await t.serve(join(build, 'web'), { '/eleven-network.weights': t.network });
    t.defer(host.close);
    const guest = await t.serve(join(build, 'web'), {
      '/embed.html': html, '/embed.js': script.replace('./eleven-2048.js', `${host.address}eleven-2048.js`) });
    t.defer(guest.close);
    const page = await (await t.context()).newPage();
    await page.goto(`${guest.address}embed.html`);
    await page.waitForFunction(() => globalThis.isReady);
    const events = await page.evaluate(async () => {
      small.newGame({ seed: 42, size: 4, rules: 'classic' });
      const [one, two] = await Promise.all([small.hint('network', { depth: 1 }), wide.hint('corner')]);
      return [one.player, one.reason, two.player, wide.state.legal.includes(two.direction)];
    });
    assert.deepEqual(events, ['network', null, 'corner', true]);
  },

  'in a sandboxed frame the players give advice': async (t) => {
    const host = await t.serve(join(build, 'web'),
      { '/eleven-network.weights': t.network, '/embed.html': html, '/embed.js': script });
    t.defer(host.close);
    const frame = `<!DOCTYPE html><title>Frame</title><link rel="icon" href="data:,">
      <iframe sandbox="allow-scripts" src="${host.address}embed.html" width="700" height="800"></iframe>`;
    const guest = await t.serve('/nowhere', { '/frame.html': frame });
    t.defer(guest.close);
    const page = await (await t.context()).newPage();
    await page.goto(`${guest.address}frame.html`);
    const inside = page.frames()[1];
    await inside.waitForFunction(() => globalThis.isReady);
    const { reason, isLegal } = await inside.evaluate(async () => {
      small.newGame({ seed: 42, size: 4, rules: 'classic' });
      const advice = await small.hint();
      return { reason: advice.reason, isLegal: small.state.legal.includes(advice.direction) };
    });
    assert.deepEqual([reason, isLegal], [null, true]);
  },

  'won and keep playing; then lost': async (t) => {
    const page = await embed(t);
    const names = await page.evaluate((record) => {
      small.load(record);
      events.length = 0;
      small.move('left');
      const kept = [small.move('down'), small.keepPlaying(), small.move('down')];
      small.load('eleven game 1\nrules provider\nsize 2x2\nboard 4 8 / . 16\n');
      small.move('left');
      return [...events.map(([, name]) => name), ...kept];
    }, almostWon);
    assert.deepEqual(names.filter((name) => ['won', 'lost', true, false].includes(name)), ['won', 'lost', false, true, true]);
  },
};
