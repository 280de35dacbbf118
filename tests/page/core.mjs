// SPDX-License-Identifier: MIT
// Runs the core of the page, as WebAssembly, with the page's own script for it (app/page/lab.js) and
// without a browser: node core.mjs PAGE_SOURCES PAGE.WASM < DOCUMENTS. Reads a list of documents as
// texts; writes a list of what each holds: {stage: [every number by its bits]}, or {fault: sentence}.
// With "pages" as a third argument it writes the texts of each page of the window instead: {id: [texts]}.
// A browser would add the widths of letters, which decide where words stand, but no number.
import { readFileSync } from "node:fs";
import { join } from "node:path";

const [sources, core, what] = process.argv.slice(2);
const wasm = readFileSync(core);
const held = { dataset: { length: String(wasm.length) } };
const page = {
  document: {
    createElement: () => ({ getContext: () => ({ measureText: (text) => ({ width: 55 * text.length }) }) }),
    getElementById: () => held,
  },
  fontOf: () => "",
  fromLzma: () => wasm,
};
const { makeLab, startCore } = new Function(...Object.keys(page),
  readFileSync(join(sources, "lab.js"), "utf8") + "\nreturn { makeLab, startCore };")(...Object.values(page));
const lab = makeLab(await startCore());

const number = new Float64Array(1), bits = new BigUint64Array(number.buffer);
const bitsOf = (one) => {
  number[0] = one;
  return bits[0].toString(16);
};
const textsOf = (id) => {
  lab.page(id);
  return lab.draw(3, 1200, 500, 14, false).texts;
};
const found = JSON.parse(readFileSync(0, "utf8")).map((said) => {
  try {
    lab.open(said);
    if (what === "pages")
      return Object.fromEntries(lab.state().pages.map(({ id }) => [id, textsOf(id)]));
    return Object.fromEntries(lab.state().stages.map((stage) => [stage, lab.show(stage).flat(9).map(bitsOf)]));
  } catch (fault) {
    return { fault: String(fault) };
  }
});
process.stdout.write(JSON.stringify(found));
