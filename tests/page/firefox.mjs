// SPDX-License-Identifier: MIT
// Drives a headless Firefox through WebDriver BiDi, by puppeteer-core. It reads the orders that
// browser.py explains from standard input, and writes a list with the result of each.
// usage: node firefox.mjs FOLDER-OF-NODE-MODULES < orders

import { createRequire } from "node:module";
import { mkdtempSync, readdirSync, readFileSync, rmSync, unlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const puppeteer = createRequire(join(process.argv[2], "here.js"))("puppeteer-core");
const downloads = mkdtempSync(join(tmpdir(), "attention-downloads-"));
// The characters that WebDriver has for keys; the first two are held to the end of the text.
const keys = { "\uE008": "Shift", "\uE009": "Control", "\uE007": "Enter", "\uE00C": "Escape" };
const held = ["Shift", "Control"];

// Every network request goes to a port where nothing listens.
const nowhere = { "network.proxy.type": 1, "network.proxy.http": "127.0.0.1", "network.proxy.http_port": 9,
                  "network.proxy.ssl": "127.0.0.1", "network.proxy.ssl_port": 9 };
const givenAway = { "browser.download.folderList": 2, "browser.download.dir": downloads,
                     "browser.download.always_ask_before_handling_new_types": false };

function middle(place) {
  const box = document.getElementById("canvas").getBoundingClientRect();
  const [x, y, width, height] = attentionLab.where(place);
  return [box.left + x + width / 2, box.top + y + height / 2];
}

async function downloaded() {
  for (let tries = 0; tries < 100; ++tries) {
    for (const name of readdirSync(downloads).filter((one) => one.endsWith(".attn"))) {
      const file = join(downloads, name), text = readFileSync(file, "utf8");
      if (text === "") continue; // It holds the place of what is still being written.
      unlinkSync(file);
      return text;
    }
    await new Promise((done) => setTimeout(done, 100));
  }
  throw new Error("no file was downloaded within ten seconds");
}

async function press(page, place, by = 0) {
  const [x, y] = typeof place === "string" ? await page.evaluate(middle, place) : place;
  await page.mouse.move(x, y);
  await page.mouse.down();
  if (by) await page.mouse.move(x + by, y, { steps: 8 });
  await page.mouse.up();
}

async function type(page, text) {
  const down = [];
  for (const letter of text) {
    const key = keys[letter] ?? letter;
    if (held.includes(key)) down.push(key);
    await (held.includes(key) ? page.keyboard.down(key) : page.keyboard.press(key));
  }
  for (const key of down) await page.keyboard.up(key);
}

async function act(page, order) {
  const [[name, given]] = Object.entries(order);
  switch (name) {
    case "open":
      await page.goto(pathToFileURL(given).href);
      return page.evaluate(() => (window.attentionLab ? attentionLab.ready.then(() => null, String)
                                                      : "there is no lab"));
    case "run": return (await page.evaluate(`(() => {${given}})()`)) ?? null;
    case "drag": return press(page, ...given);
    case "click": return press(page, given);
    case "keys": return type(page, given);
    case "picture": return writeFileSync(given, await page.screenshot());
    case "downloaded": return downloaded();
    default: throw new Error("there is no order " + name);
  }
}

const browser = await puppeteer.launch({
  browser: "firefox", executablePath: "/usr/bin/firefox-esr", headless: true,
  extraPrefsFirefox: { ...nowhere, ...givenAway },
});
try {
  const page = await browser.newPage();
  await page.setViewport({ width: 1200, height: 900 });
  const results = [];
  for (const order of JSON.parse(readFileSync(0, "utf8")).orders)
    results.push((await act(page, order)) ?? null);
  process.stdout.write(JSON.stringify(results));
} finally {
  await browser.close();
  rmSync(downloads, { recursive: true, force: true });
}
