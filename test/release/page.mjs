// Plays the published page in a browser: `node page.mjs ADDRESS...`. The board changes, and nothing is reported as an error.
import assert from "node:assert/strict";
import { chromium } from "playwright-core";

// waitForFunction evaluates strings, which the page's policy forbids.
async function until(page, isTrue, argument) {
    for (const end = Date.now() + 60000; !await page.evaluate(isTrue, argument); await page.waitForTimeout(50))
        assert(Date.now() < end, `${isTrue} is not true`);
}

const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", chromiumSandbox: false });
try {
    for (const address of process.argv.slice(2)) {
        const page = await browser.newPage(), errors = [];
        page.on("pageerror", error => errors.push(error.message));
        await page.goto(address);
        const shown = () => page.evaluate(() => document.querySelector("eleven-2048")?.ranks?.join(" "));
        await until(page, () => document.querySelector("eleven-2048")?.ranks?.length === 4);
        const before = await shown();
        for (const key of ["ArrowLeft", "ArrowUp", "ArrowRight", "ArrowDown"]) await page.keyboard.press(key);
        await until(page, old => document.querySelector("eleven-2048").ranks.join(" ") !== old, before);
        assert.deepEqual(errors, []);
        await page.close();
    }
} finally {
    await browser.close();
}
