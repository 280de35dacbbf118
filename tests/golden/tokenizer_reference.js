// SPDX-License-Identifier: MIT
// Adds the ids of every text by every tokenizer.json to references.json. tokenizer_reference.py says
// how and with which library.
const fs = require("fs");
const path = require("path");
const { Tokenizer } = require("tokenizers");

async function main(folder) {
  const file = path.join(folder, "references.json");
  const references = JSON.parse(fs.readFileSync(file, "utf8"));
  for (const name of fs.readdirSync(folder).sort()) {
    const json = path.join(folder, name, "tokenizer.json");
    if (!fs.existsSync(json)) continue;
    const tokenizer = Tokenizer.fromFile(json);
    references.ids[name] = [];
    for (const text of references.texts)
      references.ids[name].push((await tokenizer.encode(text)).getIds());
  }
  const lines = Object.entries(references.ids).map(
    ([name, lists]) => `  ${JSON.stringify(name)}: [\n` +
      lists.map((ids) => "   " + JSON.stringify(ids)).join(",\n") + "]");
  fs.writeFileSync(file, `{"texts": [\n${references.texts.map((text) => " " + JSON.stringify(text)).join(",\n")}],\n` +
    ` "ids": {\n${lines.join(",\n")}}}\n`);
}

main(process.argv[2]);
