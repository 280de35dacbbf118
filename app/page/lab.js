// The core as WebAssembly, and the functions of it that the controls call (page.cpp).

const measuring = document.createElement("canvas").getContext("2d");
const segments = typeof Intl === "object" && Intl.Segmenter ? new Intl.Segmenter() : null;
const fromRight = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Samaritan}\p{Script=Mandaic}\p{Script=Adlam}\p{Script=Hanifi_Rohingya}\p{Script=Mende_Kikakui}]/u;
const letter = /\p{L}/u;

// The core refuses a request, with the reason. Any other error is a fault of the page.
class Refused extends Error {}

// A text may begin with U+FEFF, which is a letter like others.
const newDecoder = () => new TextDecoder("utf-8", { ignoreBOM: true });

function makeLab(core) {
  const decoder = newDecoder(), encoder = new TextEncoder();
  const bytes = (at, length) => new Uint8Array(core.memory.buffer, at, length);
  const text = (at, length) => decoder.decode(bytes(at, length));
  const answer = () => text(core.answer(), core.answer_size());
  const give = (said) => {
    const given = encoder.encode(said), at = core.input(given.length);
    bytes(at, given.length).set(given);
  };
  const sizeOf = (said) => encoder.encode(said).length;
  const done = (isDone) => { if (!isDone) throw new Refused(answer()); };
  return {
    core,
    open(said) { give(said); done(core.open()); },
    beginLesson(said) { give(said); done(core.begin_lesson()); },
    carryDocument(said) { give(said); done(core.carry_document()); },
    carryLesson() { done(core.carry_lesson()); },
    apply(command, gesture = 0) {
      give(typeof command === "string" ? command : JSON.stringify(command));
      done(core.apply(gesture));
    },
    type(said) { give(said); done(core.type()); },
    typeText(said, caret, gesture) {
      give(said);
      done(core.type_text(sizeOf(said.slice(0, caret)), gesture));
      return JSON.parse(answer());
    },
    takeOffered(said, caret, which) {
      give(said);
      core.take_offered(sizeOf(said.slice(0, caret)), which);
      const made = JSON.parse(answer());
      return { text: made.text, caret: decoder.decode(encoder.encode(made.text).slice(0, made.caret)).length };
    },
    judge(place, typed) { give(place + "\n" + typed); done(core.judge()); return JSON.parse(answer()); },
    reveal(expected) { give(expected); done(core.reveal()); return answer(); },
    answerNumber(said) { give(said); done(core.answer_number()); },
    press(part, x, y) {
      const hit = core.press(part, x, y);
      return { hit, command: hit === 3 ? answer() : "" };
    },
    drag(steps, isFine, gesture) { done(core.drag(steps, isFine, gesture)); },
    select(place) { give(place); done(core.select()); },
    alone(sheet) { give(sheet); done(core.alone()); },
    page(id) { give(id); done(core.page()); },
    show(stage) {
      give(stage);
      done(core.numbers());
      return JSON.parse(answer(), (_, one) => (typeof one === "string" ? Number(one) : one));
    },
    table(stage) { give(stage); done(core.table()); return JSON.parse(answer()); },
    state() { core.state(); return JSON.parse(answer()); },
    explanation() { core.explanation(); return answer(); },
    file() { core.file(); return answer(); },
    selectedRect(part) {
      const at = core.selected_rect(part);
      return at ? [...new Float32Array(core.memory.buffer, at, 4)] : null;
    },
    draw(part, width, height, size, isDark) {
      const at = core.draw(part, width, height, size, isDark), count = core.words();
      const memory = core.memory.buffer;
      return {
        words: new Uint32Array(memory, at, count), lengths: new Float32Array(memory, at, count),
        texts: answer().split("\0"), memory,
      };
    },
  };
}

// Returns a document as JSON; nothing if the page has none. A large one is packed: its text has ~ for
// each long number; a zero follows, then the first bytes of all these numbers, then the second, and so
// on.
async function kept(name) {
  const element = document.getElementById(name);
  if (!element) return "";
  if (!element.dataset.size) return element.textContent;
  const bytes = new Uint8Array(await fromGzip(await packedBytes(element))), end = bytes.indexOf(0);
  const count = (bytes.length - end - 1) / 8, numbers = new DataView(new ArrayBuffer(8 * count));
  for (let at = 0; at < 8 * count; ++at)
    numbers.setUint8(8 * (at % count) + Math.floor(at / count), bytes[end + 1 + at]);
  let next = 0;
  return newDecoder().decode(bytes.subarray(0, end)).replace(/"(?:[^"\\]|\\.)*"|~/g,
    (one) => (one === "~" ? numbers.getFloat64(8 * next++, true) : one));
}

async function startCore() {
  const held = document.getElementById("core");
  let core;
  const decoder = newDecoder();
  const text = (at, length) => decoder.decode(new Uint8Array(core.memory.buffer, at, length));
  const page = {
    width(at, length, face) {
      measuring.font = fontOf(face, 100);
      return measuring.measureText(text(at, length)).width;
    },
    grapheme(at, length) {
      const said = text(at, length);
      const first = segments ? segments.segment(said)[Symbol.iterator]().next().value.segment
                             : String.fromCodePoint(said.codePointAt(0));
      return Math.min(length, new TextEncoder().encode(first).length);
    },
    way(code) {
      const one = String.fromCodePoint(code);
      return fromRight.test(one) ? 2 : letter.test(one) ? 1 : 0;
    },
  };
  // The core needs only one function of a system: it says why an assertion ended the core.
  const system = {
    fd_write(file, list, count, written) {
      const view = new DataView(core.memory.buffer);
      let said = "", sum = 0;
      for (let at = list; at < list + 8 * count; at += 8) {
        said += text(view.getUint32(at, true), view.getUint32(at + 4, true));
        sum += view.getUint32(at + 4, true);
      }
      console.error(said);
      view.setUint32(written, sum, true);
      return 0;
    },
    environ_sizes_get(count, size) {
      const view = new DataView(core.memory.buffer);
      view.setUint32(count, 0, true);
      view.setUint32(size, 0, true);
      return 0;
    },
    environ_get: () => 0,
    proc_exit(code) { throw new Error("it stopped with code " + code); },
  };
  const missing = new Proxy(system, { get: (known, name) => known[name] || (() => 52) });
  // The browser compiles the beginning while the end is still packed.
  const bytes = new Response(fromLzma(held, Number(held.dataset.length)),
    { headers: { "Content-Type": "application/wasm" } });
  const made = await WebAssembly.instantiateStreaming(bytes, { page, wasi_snapshot_preview1: missing });
  core = made.instance.exports;
  core._initialize();
  return core;
}
