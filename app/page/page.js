// The controls around the figures. Each click and key calls the core, as in the window; the next frame
// then shows everything again.

const find = (name) => document.getElementById(name);
const [wholePart, matrixPart, queryPart, pagePart] = [0, 1, 2, 3];
const whole = "the whole", ofPage = "page "; // and its id
const dark = window.matchMedia("(prefers-color-scheme: dark)");

const lessThan700 = window.matchMedia("(max-width: 700px)");
let guessed = {}; // the latest guess of a covered number: its place, and how far off it was
let lab, state, shown = whole, isWaiting = false, gesture = 0, follows = false;

const isPage = () => shown.startsWith(ofPage);
const isMatrix = () => shown !== whole && !isPage();
const part = () => (shown === whole ? wholePart : isPage() ? pagePart : matrixPart);

function button(parent, said, isPressed, act) {
  const made = document.createElement("button");
  made.type = "button";
  made.textContent = said;
  if (isPressed !== null) made.setAttribute("aria-pressed", isPressed);
  made.addEventListener("click", act);
  parent.append(made);
  return made;
}

function say(said, isFault = false) {
  find("said").textContent = said;
  find("said").classList.toggle("is-fault", isFault);
}

// Shows the picture of the given document if the core has ended. For a page opened as a file, browsers
// do not always pass on the reason.
function end(fault) {
  const reason = fault instanceof Error ? ": " + fault.message : "";
  find("why").textContent = "The calculation ended" + reason +
    ". This is the document as it was given. Load the page again to go on from there.";
  find("lab").hidden = true;
  find("still").hidden = false;
  window.scrollTo(0, 0);
}

// Does something that the core may refuse, and shows its reason.
function attempt(act) {
  try {
    act();
    say("");
    return true;
  } catch (fault) {
    if (fault instanceof Refused) say(fault.message, true);
    else end(fault);
    return false;
  } finally {
    soon();
  }
}

function soon() {
  if (isWaiting) return;
  isWaiting = true;
  requestAnimationFrame(() => {
    isWaiting = false;
    try {
      show();
    } catch (fault) {
      end(fault);
    }
  });
}

// Fills a list of buttons again only if it has changed, so that the focus stays.
function buttons(parent, key, fill) {
  if (parent.dataset.key === key) return;
  parent.dataset.key = key;
  const focused = [...parent.children].indexOf(document.activeElement);
  parent.replaceChildren();
  fill();
  if (focused >= 0 && parent.children[focused]) parent.children[focused].focus();
}

function showControls() {
  state = lab.state();
  find("title").textContent = state.title || "Attention Lab";
  const words = find("words");
  words.dataset.of = state.rows;
  words.setAttribute("aria-label", state.rows);
  buttons(words, JSON.stringify([state.words, state.query]), () =>
    state.words.forEach((word, at) => button(words, word, at === state.query, () => {
      lab.core.query(at);
      soon();
    })));
  buttons(find("matrices"), JSON.stringify([state.pages, state.matrices, shown]), () => {
    button(find("matrices"), "Whole", shown === whole, () => { shown = whole; soon(); });
    for (const { id, title, sentence } of state.pages)
      button(find("matrices"), title, shown === ofPage + id, () => {
        shown = ofPage + id;
        soon();
      }).title = sentence;
    for (const one of state.matrices)
      button(find("matrices"), one.title, shown === one.name, () => {
        shown = one.name;
        soon();
      });
    find("matrices").querySelector("[aria-pressed=true]")?.scrollIntoView({ block: "nearest", inline: "nearest" });
  });
  showSentence();
  const heads = find("head");
  find("head-label").hidden = state.heads < 2;
  if (heads.length !== state.heads)
    heads.replaceChildren(...Array.from({ length: state.heads }, (_, at) => new Option(at, at)));
  heads.value = state.head;
  const layers = find("layer");
  find("layer-label").hidden = state.layers.length < 2;
  if (layers.length !== state.layers.length)
    layers.replaceChildren(...state.layers.map((said, at) => new Option(said, at)));
  layers.value = state.layer;
  choices.normaliser = state.normalisers;
  for (const name of Object.keys(choices)) showChoice(name, state[name]);
  find("temperature-label").hidden = !state.temperature;
  if (state.temperature && document.activeElement !== find("temperature"))
    find("temperature").value = state.temperature.to;
  for (const [name, said] of [["undo", state.undo], ["redo", state.redo]]) {
    find(name).disabled = said === "";
    find(name).title = said;
  }
  for (const name of ["undo", "redo", "reset", "compare", "hint-edits"]) find(name).hidden = !state.edits;
  find("reveal-next").hidden = !state.covered || !!worksheet;
  find("reset").disabled = !state.changed;
  find("compare").disabled = !state.changed && !state.compared;
  find("compare").setAttribute("aria-pressed", state.compared);
  find("part").hidden = !isMatrix() || !state.parts;
  find("part").setAttribute("aria-pressed", state.part);
  showStep(state.told);
}

function write(name, said) {
  if (find(name).textContent !== said) find(name).textContent = said;
}

// Writes the pieces of a sentence; words, the query word and numbers look as they do in the figures. An
// unchanged sentence stays as it is, so that screen readers do not read it aloud again.
function writePieces(name, pieces) {
  const key = JSON.stringify(pieces);
  if (find(name).dataset.key === key) return;
  find(name).dataset.key = key;
  find(name).replaceChildren(...pieces.map(([text, tone, phrase]) => {
    const piece = document.createElement(tone === "strong" || tone === "query" ? "strong" :
      tone === "code" ? "code" : "span");
    piece.textContent = text;
    if (tone) piece.className = "is-" + tone;
    if (phrase) {
      const light = (on) => () => { lab.core.light(on ? phrase : 0); soon(); };
      piece.dataset.phrase = phrase;
      piece.addEventListener("pointerenter", light(true));
      piece.addEventListener("pointerleave", light(false));
    }
    return piece;
  }));
}

// The words as a sentence: the document follows what is typed as long as it can have the words. A text
// that it cannot have stays in the field, with the reason.
let sentence = null; // while it is typed: its gesture, what is offered, whether Enter was pressed

function showSentence() {
  const field = find("sentence-text"), isTyped = document.activeElement === field;
  find("sentence").hidden = state.text === null && state.next.length === 0;
  field.hidden = find("sentence").querySelector("label").hidden = state.text === null;
  if (!isTyped && !sentence) field.value = state.text ?? "";
  const offered = sentence && isTyped ? sentence.offered : [];
  buttons(find("offered"), JSON.stringify(offered), () => offered.forEach((word, at) => {
    const made = button(find("offered"), at === 0 ? word + "  Tab" : word, null, () => takeOffered(at));
    made.tabIndex = -1;
    made.addEventListener("pointerdown", (event) => event.preventDefault()); // the field keeps the focus
  }));
  const hasFault = !!sentence?.fault && (!sentence.begun || sentence.isEntered);
  write("sentence-fault", hasFault ? sentence.fault : "");
  field.setAttribute("aria-invalid", hasFault);
  const next = find("next"), key = JSON.stringify([state.next, state.goes_on]);
  buttons(next, key, () => {
    if (state.next.length) next.append("next");
    for (const one of state.next) {
      const made = button(next, "", null, () => appendWord(one.word));
      made.disabled = !state.goes_on;
      const bar = (part, of) => {
        const made = document.createElement("i");
        made.className = of;
        made.style.width = `${Math.round(100 * part)}%`;
        return made;
      };
      const number = document.createElement("b");
      number.textContent = one.said;
      made.append(one.word + " ", number, bar(one.now, "now"));
      if (one.before === null) continue;
      const before = document.createElement("small");
      before.textContent = "before " + one.said_before;
      made.append(bar(one.before, "before"), before);
    }
  });
}

function appendWord(word) {
  leaveSentence();
  attempt(() => {
    lab.apply({ command: "insert_token", row: state.words.length, name: word });
    lab.core.query(state.words.length);
  });
}

function typeSentence() {
  const field = find("sentence-text");
  sentence ??= { gesture: ++gesture };
  try {
    Object.assign(sentence, { isEntered: false },
      lab.typeText(field.value, field.selectionStart, sentence.gesture));
  } catch (fault) {
    if (!(fault instanceof Refused)) end(fault);
    else Object.assign(sentence, { offered: [], begun: false, fault: fault.message });
  }
  soon();
}

function takeOffered(which) {
  const field = find("sentence-text");
  const made = lab.takeOffered(field.value, field.selectionStart, which);
  field.value = made.text;
  field.focus({ preventScroll: true });
  field.setSelectionRange(made.caret, made.caret);
  typeSentence();
}

// Keeps a text that the document cannot have.
function leaveSentence() {
  if (sentence && !sentence.fault) sentence = null;
}

function listenToSentence() {
  const field = find("sentence-text");
  field.addEventListener("input", typeSentence);
  field.addEventListener("focus", () => { if (sentence) typeSentence(); });
  field.addEventListener("blur", () => { leaveSentence(); soon(); });
  field.addEventListener("keydown", (event) => {
    if (event.key === "Tab" && !event.shiftKey && sentence?.offered?.length) {
      event.preventDefault();
      takeOffered(0);
    }
    if (event.key !== "Escape") return;
    if (sentence) lab.core.cancel(sentence.gesture);
    sentence = null;
    field.value = lab.state().text ?? "";
    find("canvas").focus({ preventScroll: true });
    soon();
  });
  find("sentence").addEventListener("submit", (event) => {
    event.preventDefault();
    if (sentence?.fault) sentence.isEntered = true;
    else {
      sentence = null;
      find("canvas").focus({ preventScroll: true });
    }
    soon();
  });
}

// Marks Back and Next as disabled without disabling them, so that they keep the focus.
function showStep(told) {
  find("tell").setAttribute("aria-pressed", told?.what === "steps");
  showLessons(told?.what === "lesson" ? told.which : -1);
  find("told").hidden = !told;
  if (!told) return;
  find("told").setAttribute("aria-label", told.what === "lesson" ? "Lesson" : "Step by step");
  find("told-back").setAttribute("aria-disabled", told.at === 1);
  find("told-next").setAttribute("aria-disabled", told.at === told.count);
  write("told-at", `${told.at} of ${told.count}`);
  write("told-note", told.note);
  for (const name of ["title", "text"]) writePieces("told-" + name, told[name]);
  for (const piece of find("told-text").querySelectorAll("[data-phrase]")) {
    const [light, dim, line] = told.phrases[piece.dataset.phrase - 1], colour = dark.matches ? dim : light;
    piece.style.color = colour;
    piece.style.textDecoration = `underline ${line} ${colour}`;
    piece.classList.toggle("is-lit", told.lit === Number(piece.dataset.phrase));
  }
  showQuestion(told.at);
}

function showQuestion(step) {
  const { question } = state;
  find("question").hidden = !question;
  if (!question) return;
  writePieces("question-ask", question.ask);
  writePieces("question-said", question.said);
  const key = JSON.stringify([step, question.choices, question.answered]);
  buttons(find("question-choices"), key, () => question.choices.forEach(({ text, right }, at) => {
    const made = button(find("question-choices"), `${at + 1} ${text}`, right, () => {
      if (!question.answered) lab.core.answer_choice(at);
      soon();
    });
    made.setAttribute("aria-disabled", question.answered);
  }));
  find("question-number").hidden = !question.number || question.answered;
  if (find("question-typed").dataset.step !== String(step)) find("question-typed").value = "";
  find("question-typed").dataset.step = step;
  const hadFocus = find("question").contains(document.activeElement);
  find("question-hint").hidden = question.answered || !question.hint;
  find("question-answer").hidden = question.answered;
  if (hadFocus && !document.activeElement.offsetParent) find("told-next").focus();
}

// Shows a button for one lesson, or a list for several.
function showLessons(told) {
  const { lessons } = state;
  find("teach").hidden = lessons.length !== 1;
  find("lessons-label").hidden = lessons.length < 2;
  if (lessons.length === 1) write("teach", "Lesson: " + lessons[0]);
  find("teach").setAttribute("aria-pressed", told === 0);
  if (find("lessons").length !== lessons.length + 1)
    find("lessons").replaceChildren(new Option("none", -1), ...lessons.map((title, at) => new Option(title, at)));
  find("lessons").value = told;
}

function tell(what, which = 0) {
  const [nothing, steps, lesson] = [0, 1, 2];
  const isTold = which < 0 || (state.told?.what === what && state.told.which === which);
  lab.core.tell(isTold ? nothing : what === "lesson" ? lesson : steps, Math.max(0, which));
  if (!isTold) shown = whole;
  soon();
}

function goTo(by) {
  lab.core.tell_next(by);
  soon();
}

const choices = {
  scale: [["sqrt_d_k", "√d_k"], ["none", "none"], ["d_k", "d_k"], ["sqrt_d_model", "√d_model"]],
  mask: [["none", "none"], ["causal", "causal"]],
  normaliser: [], // filled from the state
  axis: [["rows", "rows"], ["columns", "columns"]],
};

function showChoice(name, command) {
  find(name + "-label").hidden = !command;
  if (!command) return;
  const now = JSON.stringify(command.to);
  const turned = name === "axis" && state.turned ? { rows: "columns", columns: "rows" } : {};
  const list = choices[name].map(([value, said]) => [JSON.stringify(value), turned[said] || said]);
  if (!list.some(([value]) => value === now)) list.push([now, name === "mask" ? "as in the document" : now]);
  if (find(name).dataset.key !== JSON.stringify(list)) {
    find(name).dataset.key = JSON.stringify(list);
    find(name).replaceChildren(...list.map(([value, said]) => new Option(said, value)));
  }
  find(name).value = now;
}

// The stage without its head and layer ("cross.Q/1@2" is Q): another head or layer shows the same stage.
const stage = (name) => name.replace(/^cross\.|\/\d+|@\d+$/g, "");

// A narrow screen keeps the size of letters; the reader scrolls to what has no room.
function showFigures() {
  const room = find("room"), narrow = lessThan700.matches;
  const width = room.clientWidth, size = narrow ? 15 : Math.min(17, Math.max(14, width / 95));
  if (isPage()) {
    const id = shown.slice(ofPage.length);
    if (state.pages.some((one) => one.id === id)) lab.page(id); else shown = whole;
  } else if (shown !== whole) {
    const wanted = state.matrices.find((one) => stage(one.name) === stage(shown));
    if (wanted) { shown = wanted.name; lab.alone(shown); } else shown = whole;
  }
  // What a step is about is always wholly in view.
  const isLit = state.told?.shown && shown === whole;
  const least = !isMatrix() && !isLit ? Math.max(width, 64 * size) : width;
  const height = isLit && narrow ? width : !isMatrix() ? least * (narrow ? 0.5 : isLit ? 0.36 : 0.42)
                                                       : Math.max(280, window.innerHeight * 0.45);
  const drawn = lab.draw(part(), Math.min(least, !isMatrix() ? Infinity : 56 * size), height, size, dark.matches);
  paint(find("canvas"), drawn);
  if (follows) follow(lab.selectedRect(part()));
  follows = false;
  const lines = Math.min(18, state.words.length) + 3;
  const below = Math.max(width, narrow ? 46 * size : width);
  paint(find("query"), lab.draw(queryPart, below, lines * size * 1.65, size, dark.matches));
}

function follow(rect) {
  if (!rect) return;
  const room = find("room"), [x, y, width, height] = rect, margin = 24;
  if (x - margin < room.scrollLeft) room.scrollLeft = x - margin;
  if (x + width + margin > room.scrollLeft + room.clientWidth)
    room.scrollLeft = x + width + margin - room.clientWidth;
  const top = find("canvas").getBoundingClientRect().top + y;
  if (top < 0 || top + height > window.innerHeight) window.scrollBy(0, top - window.innerHeight / 3);
}

function link(parent, one, said) {
  const made = button(parent, said, null, () => attempt(() => {
    lab.core.leave();
    lab.select(one.place);
    follows = true;
  }));
  made.setAttribute("aria-label", `${said}, ${one.title}`);
  return made;
}

// Makes the links again only if the explanation has changed, so that the focus stays.
function showExplanation() {
  const said = lab.explanation(), about = JSON.parse(said), key = said + state.selected;
  if (find("where").dataset.key === key) return;
  find("where").dataset.key = key;
  const hadFocus = find("parts").contains(document.activeElement);
  find("hint").hidden = !!about;
  find("explained").hidden = !about;
  if (!about) return;
  find("number-title").textContent = about.title;
  find("number-place").textContent = about.place;
  write("guessed", guessed.place === about.place && !about.covered ? guessed.said : "");
  // The field that changes an input takes the guess of a covered number.
  const isTyped = !(worksheet && about.covered) && (about.covered || (state.edits && about.given)) && state.selected === about.place;
  find("typing").hidden = !isTyped;
  write("typed-label", about.covered ? "what do you expect?" : "new value");
  write("typed-done", about.covered ? "Reveal" : "Enter");
  if (isTyped && document.activeElement !== find("typed")) {
    find("typed").value = about.covered ? "" : about.exact;
    find("typed-fault").textContent = "";
  }
  find("steps").replaceChildren(...about.steps.filter((step) => !about.given && !about.covered).map((step) => {
    const line = document.createElement("li");
    line.textContent = step.line;
    return line;
  }));
  find("parts-line").hidden = about.parts.length === 0;
  find("parts").replaceChildren();
  for (const one of about.parts) link(find("parts"), one, `${one.place} = ${one.value}`);
  if (hadFocus) find("canvas").focus({ preventScroll: true });
}

// Shows the chosen matrix as a table, for readers who use a screen reader.
function showTable() {
  if (!find("table-details").open) return;
  const name = !isMatrix() ? (state.selected || "weights").split("[")[0] : shown;
  const about = lab.table(state.stages.includes(name) ? name : state.stages[0]);
  const key = JSON.stringify(about);
  if (find("table").dataset.key === key) return;
  find("table").dataset.key = key;
  const table = document.createElement("table");
  table.createCaption().textContent = about.title;
  const named = (line, scope, said) => {
    const head = document.createElement("th");
    head.scope = scope;
    head.textContent = said;
    line.append(head);
  };
  const first = table.createTHead().insertRow();
  first.insertCell();
  for (const one of about.columns) named(first, "col", one);
  const body = table.createTBody();
  for (const [at, row] of about.numbers.entries()) {
    const line = body.insertRow();
    named(line, "row", about.rows[at]);
    for (const number of row) line.insertCell().textContent = number;
  }
  find("table").replaceChildren(table);
}

function show() {
  showControls();
  showFigures();
  showExplanation();
  showTable();
}

const asName = (said) => said.replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-|-$/g, "").toLowerCase();

function downloadAs(name, text, type) {
  const made = document.createElement("a");
  made.href = URL.createObjectURL(new Blob([text], { type }));
  made.download = name;
  made.click();
  setTimeout(() => URL.revokeObjectURL(made.href), 10000);
}

function download() {
  downloadAs((asName(state.title) || "document") + ".attn", lab.file(), "application/json");
}

// A worksheet: a field for each covered number, marked as the program marks the answers of a class. Every
// sheet keeps what was typed while another one is open.
let worksheet = null;

const fields = () => [...find("boxes").querySelectorAll("input")];

function fillSheet() {
  const { boxes } = worksheet.sheets[worksheet.at], typed = worksheet.typed[worksheet.at];
  const groups = new Map();
  for (const [place, title] of boxes) {
    const of = place.split("[")[0];
    if (!groups.has(of)) {
      const group = document.createElement("fieldset"), name = document.createElement("legend");
      name.textContent = state.matrices.find((one) => one.name === of)?.title ?? of;
      group.append(name);
      groups.set(of, group);
    }
    const label = document.createElement("label"), field = document.createElement("input");
    const verdict = document.createElement("output"), code = document.createElement("code");
    code.textContent = place;
    label.title = title;
    field.dataset.place = place;
    field.setAttribute("aria-label", `${place}, ${title}`);
    field.inputMode = "text"; // numbers have a sign, a comma, a fraction
    field.value = typed[place] ?? "";
    field.addEventListener("input", () => {
      typed[place] = field.value;
      worksheet.isSaved = false;
      verdict.textContent = "";
      label.className = "";
      write("worksheet-said", "");
    });
    field.addEventListener("focus", () => {
      lab.core.leave();
      lab.select(place);
      follows = true;
      soon();
    });
    label.append(code, field, verdict);
    groups.get(of).append(label);
  }
  find("boxes").replaceChildren(...groups.values());
  write("worksheet-said", "");
  write("worksheet-task", worksheet.task ||
    `Fill in the ${boxes.length} empty ${boxes.length === 1 ? "box" : "boxes"}, matrix by matrix. ` +
    "The numbers shown are rounded, so the last digit of your answer may differ by one.");
}

function checkSheet() {
  let right = 0, wrong = 0, empty = 0, unread = 0;
  for (const field of fields()) {
    const label = field.parentElement, verdict = label.querySelector("output");
    label.className = verdict.textContent = "";
    if (!field.value.trim()) {
      ++empty;
      continue;
    }
    try {
      const made = lab.judge(field.dataset.place, field.value);
      if (made.right) ++right; else ++wrong;
      label.className = made.right ? "is-right" : "is-wrong";
      verdict.textContent = made.right ? "✓" : ["✗", ...made.mistakes].join(" ");
    } catch (fault) {
      if (!(fault instanceof Refused)) throw fault;
      ++unread;
      label.className = "is-wrong";
      verdict.textContent = fault.message;
    }
  }
  const said = [`${right} of ${right + wrong + empty + unread} right`];
  if (wrong) said.push(`${wrong} wrong`);
  if (unread) said.push(`${unread} no ${unread === 1 ? "number" : "numbers"}`);
  if (empty) said.push(`${empty} empty`);
  write("worksheet-said", said.join(", "));
}

const inCsv = (text) => (/[",;\n\t]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

// Writes the lines that marking reads: code, place, answer.
function downloadAnswers() {
  const sheet = worksheet.sheets[worksheet.at], code = sheet.code || find("worksheet-name").value.trim();
  if (!code) {
    write("worksheet-said", "Type your name first; it says whose answers these are.");
    find("worksheet-name").focus();
    return;
  }
  const lines = fields().filter((field) => field.value.trim())
    .map((field) => [code, field.dataset.place, field.value.trim()].map(inCsv).join(",") + "\n");
  downloadAs(`answers-${asName(code)}.csv`, "code,place,answer\n" + lines.join(""), "text/csv");
  worksheet.isSaved = true;
}

async function openSheet(at) {
  worksheet.at = at;
  if (worksheet.isOpen !== at) {
    lab.open(await kept(at === 0 ? "document" : "sheet-" + at));
    lab.core.only_look();
    worksheet.isOpen = at;
  }
  state = lab.state();
  fillSheet();
  soon();
}

function startWorksheet(text) {
  const given = JSON.parse(text), several = given.sheets[0].code !== "";
  worksheet = { ...given, at: 0, isOpen: 0, isSaved: true, typed: given.sheets.map(() => ({})) };
  find("worksheet-form").hidden = false;
  find("worksheet-sheet-label").hidden = !several;
  find("worksheet-name-label").hidden = several;
  find("worksheet-sheet").replaceChildren(...given.sheets.map(({ code, name }, at) =>
    new Option(name ? `${code} ${name}` : code, at)));
  find("worksheet-sheet").addEventListener("change", () =>
    openSheet(Number(find("worksheet-sheet").value)).catch(end));
  find("boxes").addEventListener("submit", (event) => {
    event.preventDefault();
    attempt(checkSheet);
  });
  find("worksheet-download").addEventListener("click", downloadAnswers);
  window.addEventListener("beforeunload", (event) => { if (!worksheet.isSaved) event.preventDefault(); });
  fillSheet();
}

// A press selects a number; a drag from an input changes it, as in the window: each pixel is a step, ten
// with Shift and a tenth with Alt. A finger that taps selects, and one that moves sideways on an input
// changes it; any other movement scrolls.
function listenToPointer() {
  const canvas = find("canvas");
  let down = null, drag = null;
  const at = (event) => {
    const box = canvas.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  };
  const isInput = () => state.edits && !!JSON.parse(lab.explanation())?.given;
  const press = () => {
    lab.core.leave();
    const { hit, command } = lab.press(part(), ...down.at);
    if (hit === 3)
      attempt(() => lab.apply(command));
    if (hit === 4) shown = whole; // a layer or a head was opened
    if (hit === 1 && isInput())
      drag = { from: down.x, last: down.x, travelled: 0, moved: false, gesture: ++gesture };
    soon();
  };
  const follow = (event) => {
    if (!drag.moved && Math.abs(event.clientX - drag.from) < 3) return;
    drag.moved = true;
    drag.travelled += (event.clientX - drag.last) * (event.shiftKey ? 10 : event.altKey ? 0.1 : 1);
    drag.last = event.clientX;
    if (Math.abs(drag.travelled) < 0.05) drag.travelled = 0;
    attempt(() => lab.drag(drag.travelled, event.altKey, drag.gesture));
  };
  canvas.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    down = { at: at(event), x: event.clientX, y: event.clientY };
    if (event.pointerType === "touch") {
      down.isInput = lab.core.point(part(), ...down.at) === 1 && isInput();
      lab.core.leave();
      return;
    }
    press();
    if (drag) canvas.setPointerCapture(event.pointerId);
  });
  canvas.addEventListener("pointermove", (event) => {
    if (drag) {
      follow(event);
    } else if (event.pointerType !== "touch") {
      const hit = lab.core.point(part(), ...at(event));
      canvas.classList.toggle("is-input", hit === 1 && isInput());
      canvas.classList.toggle("is-word", hit === 2 || hit === 4 || (hit === 3 && state.edits));
      soon();
    } else if (down) {
      const across = Math.abs(event.clientX - down.x), along = Math.abs(event.clientY - down.y);
      if (Math.max(along, across) < 3) return;
      if (along <= across && down.isInput) press();
      else down = null;
    }
  });
  const letGo = (event) => {
    if (event.type === "pointerup" && event.pointerType === "touch" && down && !drag) press();
    if (drag?.moved) lab.core.end_drag();
    down = drag = null;
    soon();
    if (!worksheet || event.type !== "pointerup") return;
    const { selected } = lab.state(); // an empty box leads to its field
    fields().find((field) => field.dataset.place === selected)?.focus({ preventScroll: true });
  };
  canvas.addEventListener("pointerup", letGo);
  canvas.addEventListener("pointercancel", letGo);
  // The page must not scroll under a finger that changes a number.
  canvas.addEventListener("touchmove", (event) => { if (drag) event.preventDefault(); }, { passive: false });
  canvas.addEventListener("pointerleave", () => { if (!drag) { lab.core.leave(); soon(); } });
  window.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !drag) return;
    lab.core.cancel(drag.gesture);
    lab.core.end_drag();
    down = drag = null;
    soon();
  });
}

// Whether the selected and explained number is covered.
function isCovered() {
  const about = JSON.parse(lab.explanation());
  return !!about && about.covered && about.place === state.selected;
}

const moves = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

function listenToKeys() {
  find("canvas").addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (isWaiting) show(); // A key may come before the frame that follows its click.
    const isUpOrDown = event.key === "ArrowUp" || event.key === "ArrowDown";
    if (event.key in moves && (state.selected || !isUpOrDown)) lab.core.step(...moves[event.key]);
    else if (isUpOrDown) lab.core.query(state.query + moves[event.key][0]);
    else if (event.key === "PageUp" || event.key === "PageDown") {
      lab.core.step_sheet(event.key === "PageUp" ? -1 : 1);
    } else if (event.key === "Escape") lab.core.unselect();
    else if (event.key === " " && !worksheet && isCovered()) {
      event.preventDefault();
      attempt(() => lab.reveal(""));
      return;
    }
    else if (event.key === "G" && state.edits && state.selected) { // as in the window
      event.preventDefault();
      attempt(() => lab.apply({ command: "release", stage: state.selected.split("[")[0] }));
      return;
    }
    else if (state.told && (event.key === " " || event.key === "Backspace")) {
      event.preventDefault();
      goTo(event.key === " " ? 1 : -1);
      return;
    }
    else if ((event.key === "Enter" || /^[-0-9.,]$/.test(event.key)) && !find("typing").hidden) {
      find("typed").value = event.key === "Enter" ? find("typed").value : event.key;
      find("typed").focus();
      if (event.key === "Enter") find("typed").select();
    } else return;
    event.preventDefault();
    lab.core.leave();
    state = lab.state();
    if (isMatrix() && state.selected) shown = state.selected.split("[")[0];
    follows = true;
    soon();
  });
  find("typing").addEventListener("submit", (event) => {
    event.preventDefault();
    try {
      if (isCovered()) guessed = { place: state.selected, said: lab.reveal(find("typed").value) };
      else lab.type(find("typed").value);
      find("typed-fault").textContent = "";
      find("canvas").focus({ preventScroll: true });
    } catch (fault) {
      if (fault instanceof Refused) find("typed-fault").textContent = fault.message;
      else end(fault);
    }
    soon();
  });
  find("typed").addEventListener("keydown", (event) => {
    if (event.key === "Escape") find("canvas").focus({ preventScroll: true });
    soon();
  });
  // Forgets what was typed but not entered.
  find("typed").addEventListener("blur", () => {
    find("where").dataset.key = "";
    soon();
  });
  window.addEventListener("keydown", (event) => {
    if (!(event.ctrlKey || event.metaKey) || event.target === find("typed") || worksheet) return;
    const key = event.key.toLowerCase();
    if (key !== "z" && key !== "y") return;
    event.preventDefault();
    if (key === "y" || event.shiftKey) lab.core.redo(); else lab.core.undo();
    if (event.target === find("sentence-text")) {
      sentence = null;
      event.target.value = lab.state().text ?? "";
    }
    soon();
  });
}

function listen() {
  listenToPointer();
  listenToKeys();
  listenToSentence();
  for (const name of ["undo", "redo", "reset"])
    find(name).addEventListener("click", () => { lab.core[name](); soon(); });
  find("compare").addEventListener("click", () => { lab.core.compare(!state.compared); soon(); });
  find("tell").addEventListener("click", () => tell("steps"));
  find("teach").addEventListener("click", () => tell("lesson"));
  find("lessons").addEventListener("change", () => tell("lesson", Number(find("lessons").value)));
  for (const name of ["hint", "answer"])
    find("question-" + name).addEventListener("click", () => { lab.core["show_" + name](); soon(); });
  find("question-number").addEventListener("submit", (event) => {
    event.preventDefault();
    attempt(() => lab.answerNumber(find("question-typed").value));
  });
  find("told-back").addEventListener("click", () => goTo(-1));
  find("told-next").addEventListener("click", () => goTo(1));
  find("part").addEventListener("click", () => { lab.core.part(!state.part); soon(); });
  find("reveal-next").addEventListener("click", () => {
    lab.core.reveal_next();
    follows = true;
    soon();
  });
  find("download").addEventListener("click", () => attempt(download));
  find("head").addEventListener("change", () => { lab.core.head(Number(find("head").value)); soon(); });
  find("layer").addEventListener("change", () => { lab.core.layer(Number(find("layer").value)); soon(); });
  find("temperature").addEventListener("change", () => {
    const to = Number(find("temperature").value.replace(",", "."));
    attempt(() => lab.apply({ command: "set_temperature", to: Number.isFinite(to) ? to : 0 }));
    find("temperature").blur();
  });
  for (const name of Object.keys(choices))
    find(name).addEventListener("change", () => attempt(() =>
      lab.apply({ command: "set_" + name, to: JSON.parse(find(name).value) })));
  find("table-details").addEventListener("toggle", soon);
  window.addEventListener("resize", soon);
  window.addEventListener("error", (event) => end(event.error));
  dark.addEventListener("change", soon);
}

// Hands each step's document to the core; it is empty if the step's commands make it of the one before.
async function carryLessons() {
  for (let which = 0; find("lesson-" + which); ++which) {
    const id = "lesson-" + which, steps = Number(find(id).dataset.steps);
    lab.beginLesson(await kept(id));
    for (let at = 0; at < steps; ++at) lab.carryDocument(await kept(`${id}-${at}`));
    lab.carryLesson();
  }
}

async function start() {
  try {
    const [core, given] = await Promise.all([startCore(), kept("document"), loadFonts()]);
    lab = makeLab(core);
    lab.open(given);
    await carryLessons();
    if (find("only-look")) lab.core.only_look();
    state = lab.state();
    const asked = await kept("worksheet");
    if (asked) startWorksheet(asked);
  } catch (fault) {
    find("why").textContent = "This page shows one state of the calculation. Its numbers cannot be changed: " + fault.message;
    throw fault;
  }
  find("still").hidden = true;
  find("lab").hidden = false;
  state = lab.state();
  if (lessThan700.matches) shown = state.alone;
  try {
    show();
    listen();
  } catch (fault) {
    end(fault);
    throw fault;
  }
}

const ready = start();
ready.catch(() => {});
window.attentionLab = {
  ready,
  show: (stage) => lab.show(stage),
  stages: () => lab.state().stages,
  apply(command) { lab.apply(command); show(); },
  refresh() { show(); },
  file: () => lab.file(),
  // Returns where the canvas shows a number: x, y, width, height.
  where(place) { lab.select(place); const rect = lab.selectedRect(part()); lab.core.unselect(); return rect; },
};
