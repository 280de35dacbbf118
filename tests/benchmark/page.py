#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Measures an exported page beside other ways to a picture that follows a number, in turn and in one
run: the page of d3 in page_peer.html, in the same Chromium, and a round trip to a kernel of Jupyter
that computes the same with NumPy.

usage: page.py PROGRAM [--rounds N] [--edits N] [--json FILE]    (scripts/benchmark builds and calls it)

An edit is timed from the changed number until the browser has laid the frame out and painted it, so
far as its page does that; the screen shows it with the next frame. An opening is timed from the
browser's start of it to the first picture, as the browser itself notes it, and to the first one that
can be edited, by marks that the page sets off.
Needs chromium-driver, d3 from npm (package.json) and python3-ipykernel with python3-jupyter-client;
what is missing is left out.
"""
import argparse
import importlib.util
import json
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
D3 = ROOT / "build" / "node-benchmark" / "node_modules" / "d3" / "dist" / "d3.min.js"
SIZES = {10: 8, 128: 16}  # words: d_model
GOALS = {10: "≤ 16.7 ms, a frame", 128: "≤ 33.3 ms, two frames"}
PRESETS = ["the-cat-chased-the-mouse", "ten-by-sixty-four"]
OPENINGS = 5  # of each page in each round, after the first one of a new browser

# Edits at the start of frames; a message is received when the frame has been painted. Of each: the
# time to that, and the time from the start of its frame to the start of the next one's.
EDITS = """const [count, edit, done] = [arguments[0], new Function("at", arguments[1]), arguments[2]];
const times = [], frames = [];
function one(at) {
  requestAnimationFrame((begun) => {
    const start = performance.now();
    frames.push(begun);
    if (times.length === count) {
      done([times, frames.slice(1).map((next, at) => next - frames[at])]);
      return;
    }
    edit(at);
    const painted = new MessageChannel();
    painted.port1.onmessage = () => {
      times.push(performance.now() - start);
      one(at + 1);
    };
    painted.port2.postMessage(0);
  });
}
one(0);"""
OURS = "attentionLab.apply({command: 'set_cell', place: `X[${at % 9},${at % 7}]`, value: Math.sin(at)});"
THEIRS = "peer.edit(at % 9, at % 7, Math.sin(at));"
SHOWN = "return ['weights', 'output'].map((name) => %s.show(name));"
PLACES = """const canvas = document.getElementById("canvas"), places = {};
for (const name of ["X", "W_Q", "W_K", "W_V", "Q", "K", "V", "scores", "scaled", "weights", "output"]) {
  const rows = attentionLab.show(name);
  places[name] = [[0, 0], [rows.length - 1, rows[0].length - 1]].map((at) => attentionLab.where(`${name}[${at}]`));
}
return {places, size: [canvas.clientWidth, canvas.clientHeight]};"""

# Runs before a page: what the page asks of the browser says how far its opening is.
MARKS = """(() => {
  const marks = window.openingMarks = {};
  const mark = (name) => { marks[name] ??= performance.now(); };
  const paint = () => requestAnimationFrame(() => {
    const painted = new MessageChannel();
    painted.port1.onmessage = () => mark("painted");
    painted.port2.postMessage(0);
  });
  const whenMade = (name, act) => {
    let made;
    Object.defineProperty(window, name, { get: () => made, set(given) { made = given; act(made); } });
  };
  whenMade("attentionLab", (lab) => lab.ready.then(() => { mark("ready"); paint(); }));
  whenMade("peer", paint);
  const found = document.getElementById, compiled = WebAssembly.instantiateStreaming;
  document.getElementById = (name) => {
    if (name === "core") mark("read");
    return found.call(document, name);
  };
  WebAssembly.instantiateStreaming = (...given) => {
    const made = compiled(...given);
    made.then(() => mark("compiled"));
    return made;
  };
})();"""
OPENED = """const done = arguments[0];
const look = () => {
  const [first] = performance.getEntriesByName("first-contentful-paint");
  if (openingMarks.painted && first) done({ ...openingMarks, first: first.startTime });
  else setTimeout(look, 10);
};
look();"""
STEPS = [("reading the page", None, "read"), ("unpacking and compiling the core", "read", "compiled"),
         ("typefaces, document, first figures", "compiled", "ready"), ("painting", "ready", "painted")]
KERNEL = """
import json, numpy as np
inputs = {name: np.array(rows) for name, rows in json.loads(%r).items()}
def edit(at):
    X, W_Q, W_K, W_V = (inputs[name] for name in ("X", "W_Q", "W_K", "W_V"))
    X[at %% 9, at %% 7] = np.sin(at)
    Q, K, V = X @ W_Q, X @ W_K, X @ W_V
    scaled = Q @ K.T / np.sqrt(Q.shape[1])
    powers = np.exp(scaled - scaled.max(axis=1, keepdims=True))
    weights = powers / powers.sum(axis=1, keepdims=True)
    print(json.dumps([weights.tolist(), (weights @ V).tolist()]))
"""


def browser_of_tests():
    """The Chromium that the tests of pages drive, on a screen of 1366 × 768."""
    path = ROOT / "tests" / "page" / "browser.py"
    spec = importlib.util.spec_from_file_location("browser", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    browser = module.Browser({})
    browser.do({"screen": [1366, 768, "light"]})
    return browser


def run(program, *arguments):
    done = subprocess.run([program, *arguments], check=True, stdout=subprocess.PIPE, text=True)
    return done.stdout


def inputs_of(program, document):
    stages = json.loads(run(program, "show", document, "--format", "json"))["stages"]
    return {one["stage"]: one["values"] for one in stages
            if one["stage"] in ("X", "W_Q", "W_K", "W_V")}


class Pages:
    """The page of a document, and the peer's with the same matrices in the same places."""

    def __init__(self, program, document, folder):
        name = pathlib.Path(document).stem
        self.ours, self.theirs = folder / f"{name}.html", None
        run(program, "export", document, str(self.ours))
        self.inputs = inputs_of(program, document)
        if D3.exists():
            self.theirs = folder / f"peer-{name}.html"

    def write_peer(self, browser):
        go(browser, self.ours)
        text = (ROOT / "tests" / "benchmark" / "page_peer.html").read_text(encoding="utf-8")
        for mark, given in [("@INPUTS@", json.dumps(self.inputs)),
                            ("@PLACES@", json.dumps(browser.run(PLACES))),
                            ("@D3@", D3.read_text(encoding="utf-8"))]:
            text = text.replace(mark, given, 1)
        self.theirs.write_text(text, encoding="utf-8")


def go(browser, page):
    """Opens a page, the lab's or the peer's; the lab's is waited for."""
    browser.ask("POST", "/url", {"url": page.as_uri()})
    fault = browser.ask("POST", "/execute/async", {"args": [], "script":
        "const done = arguments[0]; Promise.resolve(window.attentionLab?.ready)"
        ".then(() => done(null), (fault) => done(String(fault)));"})
    if fault:
        sys.exit(f"{page.name} does not open: {fault}")


def timed_edits(browser, page, script, count):
    """Times to the painted picture and to the next frame, and what the page shows at the end."""
    go(browser, page)
    warm = 10
    times, frames = browser.ask("POST", "/execute/async",
                                {"script": EDITS, "args": [count + warm, script]})
    return times[warm:], frames[warm:], browser.run(SHOWN % script.split(".")[0])


def differ(ours, theirs):
    return any(abs(a - b) > 1e-9 for one, other in zip(ours, theirs, strict=True)
               for row, peer in zip(one, other, strict=True)
               for a, b in zip(row, peer, strict=True))


def timed_openings(page):
    """Marks of openings in a new browser: the first one, and those that follow."""
    browser = browser_of_tests()
    try:
        browser.do({"before": MARKS})
        found = []
        for _ in range(1 + OPENINGS):
            browser.ask("POST", "/url", {"url": "about:blank"})
            browser.ask("POST", "/url", {"url": page.as_uri()})
            found.append(browser.ask("POST", "/execute/async", {"script": OPENED, "args": []}))
        return found[:1], found[1:]
    finally:
        browser.end()


def timed_kernel(inputs, count):
    """Round trips of a kernel that is up; nothing where Jupyter is not installed."""
    if not all(importlib.util.find_spec(one) for one in ("ipykernel", "jupyter_client")):
        return []
    from jupyter_client.manager import start_new_kernel
    os.environ["PYDEVD_DISABLE_FILE_VALIDATION"] = "1"  # or the kernel warns of its own debugger
    manager, client = start_new_kernel(kernel_name="python3")
    try:
        client.execute_interactive(KERNEL % json.dumps(inputs), timeout=60)
        times = []
        for at in range(count):
            start = time.perf_counter()
            client.execute_interactive(f"edit({at})", output_hook=lambda message: None, timeout=60)
            times.append(1000 * (time.perf_counter() - start))
        return times
    finally:
        client.stop_channels()
        manager.shutdown_kernel(now=True)


def said(times):
    ordered = sorted(times)
    return f"{statistics.median(times):.3g} ({ordered[int(0.95 * (len(ordered) - 1))]:.3g})"


def row(rows, what, ours, theirs, goal):
    ratio = statistics.median(theirs) / statistics.median(ours) if theirs else None
    rows.append({"what": what, "ours": ours, "theirs": theirs, "ratio": ratio, "wanted": goal})
    print(f"| {what} | {said(ours)} | {said(theirs) if theirs else '–'} | "
          f"{f'{ratio:.3g}' if ratio else '–'} | {goal} |", flush=True)


class Run:
    def __init__(self, options, folder):
        program = os.path.abspath(options.program)
        self.edits, self.pages, self.times = options.edits, {}, {}
        for words, width in SIZES.items():
            document = str(folder / f"{words}.attn")
            run(program, "new", *(f"w{at}" for at in range(words)), "--d-model", str(width),
                "--seed", "1", "-o", document)
            self.pages[words] = Pages(program, document, folder)
        for preset in PRESETS:
            self.pages[preset] = Pages(program, preset, folder)
        if D3.exists():
            browser = browser_of_tests()
            try:
                for pages in self.pages.values():
                    pages.write_peer(browser)
            finally:
                browser.end()

    def note(self, what, values):
        self.times.setdefault(what, []).extend(values)

    def of(self, *what):
        return self.times.get(what, [])

    def once(self):
        """A round: every page in turn."""
        browser = browser_of_tests()
        try:
            for words in SIZES:
                pages, shown = self.pages[words], []
                for who, page, script in [("ours", pages.ours, OURS),
                                          ("theirs", pages.theirs, THEIRS)]:
                    if page:
                        times, frames, matrices = timed_edits(browser, page, script, self.edits)
                        self.note(("edit", who, words), times)
                        self.note(("frame", who, words), frames)
                        shown.append(matrices)
                if len(shown) == 2 and differ(*shown):
                    sys.exit(f"with {words} words the two pages do not compute the same")
                self.note(("kernel", words), timed_kernel(pages.inputs, self.edits))
        finally:
            browser.end()
        for preset in PRESETS:
            for who in ("ours", "theirs"):
                if page := getattr(self.pages[preset], who):
                    first, later = timed_openings(page)
                    for what, found in [("first of a new browser", first), ("later", later)]:
                        # The peer has no picture before the one that can be edited.
                        shown = "first" if who == "ours" else "painted"
                        self.note((what, who, preset), [one[shown] for one in found])
                        self.note((what, "editable", who, preset), [one["painted"] for one in found])
                    if who == "ours":
                        self.note(("marks", preset), later)

    def print(self):
        rows, steps = [], {}
        print("Milliseconds: medians, and the 95th of a hundred.\n")
        print("| | the page | theirs | theirs / ours | goal |\n|---|---|---|---|---|")
        for words in SIZES:
            ours = self.of("edit", "ours", words)
            row(rows, f"edit to painted picture, {words} words, d3", ours,
                self.of("edit", "theirs", words), GOALS[words])
            row(rows, f"edit to the next frame, {words} words, d3", self.of("frame", "ours", words),
                self.of("frame", "theirs", words), "")
            row(rows, f"edit, {words} words, round trip of a NumPy kernel", ours,
                self.of("kernel", words), "")
        for preset in PRESETS:
            for what in ("later", "first of a new browser"):
                row(rows, f"opening to first picture, {preset}, {what}, d3",
                    self.of(what, "ours", preset), self.of(what, "theirs", preset), "≤ 300 ms")
                row(rows, "the same, to the first that can be edited",
                    self.of(what, "editable", "ours", preset),
                    self.of(what, "editable", "theirs", preset), "")
        print("\n| where the time of an opening goes | " + " | ".join(PRESETS) + " |")
        print("|---" * (1 + len(PRESETS)) + "|")
        for what, begin, end in STEPS:
            parts = [[one[end] - (one[begin] if begin else 0) for one in self.of("marks", preset)]
                     for preset in PRESETS]
            steps[what] = dict(zip(PRESETS, parts))
            print(f"| {what} | " + " | ".join(said(times) for times in parts) + " |")
        return {"rows": rows, "steps of an opening": steps}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--edits", type=int, default=100, help="of each round")
    parser.add_argument("--json", metavar="FILE", help="writes every number there")
    options = parser.parse_args()
    if not D3.exists():
        print("d3 is not installed; only our own times are printed", file=sys.stderr)
    with tempfile.TemporaryDirectory() as name:
        measured = Run(options, pathlib.Path(name))
        for at in range(options.rounds):
            print(f"round {at + 1} of {options.rounds}", file=sys.stderr)
            measured.once()
        result = measured.print()
    if options.json:
        with open(options.json, "w", encoding="utf-8") as file:
            json.dump(result, file, ensure_ascii=False, indent=1)


if __name__ == "__main__":
    main()
