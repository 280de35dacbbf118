#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Measures an exported page beside other ways to a picture that follows a number, in turn and in one
run: the page of d3 in page_peer.html, in the same Chromium, and a round trip to a kernel of Jupyter
that computes the same with NumPy.

usage: page.py PROGRAM [--rounds N] [--edits N] [--json FILE]    (scripts/benchmark builds and calls it)

An edit is timed from the changed number until the browser has laid the frame out and painted it, so
far as its page does that; the screen shows it with the next frame. An opening is timed from the
browser's start of it to the first picture. Needs chromium-driver, d3 from npm (package.json) and
python3-ipykernel with python3-jupyter-client; what is missing is left out.
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
FRAME = 1000 / 60  # milliseconds
SIZES = {10: 8, 128: 16}  # words: d_model
GOALS = {10: "≤ 16.7 ms, a frame", 128: "≤ 33.3 ms, two frames"}
PRESETS = ["the-cat-chased-the-mouse", "ten-by-sixty-four"]

# Edits at the start of frames; a message is received when the frame has been painted.
EDITS = """const [count, edit, done] = [arguments[0], new Function("at", arguments[1]), arguments[2]];
const times = [];
function one(at) {
  requestAnimationFrame(() => {
    const start = performance.now();
    edit(at);
    const painted = new MessageChannel();
    painted.port1.onmessage = () => {
      times.push(performance.now() - start);
      if (times.length < count) one(at + 1);
      else done(times);
    };
    painted.port2.postMessage(0);
  });
}
one(0);"""
OURS = "attentionLab.apply({command: 'set_cell', place: `X[${at % 9},${at % 7}]`, value: Math.sin(at)});"
THEIRS = "peer.edit(at % 9, at % 7, Math.sin(at));"
OPENED = """const done = arguments[0];
Promise.resolve(window.attentionLab && attentionLab.ready).then(() => requestAnimationFrame(() => {
  const painted = new MessageChannel();
  painted.port1.onmessage = () => done(performance.now());
  painted.port2.postMessage(0);
}));"""
UNPACKED = """const held = document.getElementById("core"), start = performance.now();
fromLzma(packedBytes(held), Number(held.dataset.length));
return performance.now() - start;"""
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
    """The Chromium that the tests of pages drive."""
    path = ROOT / "tests" / "page" / "browser.py"
    spec = importlib.util.spec_from_file_location("browser", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.Browser({})


def run(program, *arguments):
    done = subprocess.run([program, *arguments], check=True, stdout=subprocess.PIPE, text=True)
    return done.stdout


def inputs_of(program, document):
    stages = json.loads(run(program, "show", document, "--format", "json"))["stages"]
    return {one["stage"]: one["values"] for one in stages
            if one["stage"] in ("X", "W_Q", "W_K", "W_V")}


def timed_edits(browser, page, script, count):
    browser.do({"open": str(page)}) if script == OURS else browser.ask(
        "POST", "/url", {"url": page.as_uri()})
    warm = 10
    times = browser.ask("POST", "/execute/async", {"script": EDITS, "args": [count + warm, script]})
    return times[warm:]


def timed_opening(browser, page):
    browser.ask("POST", "/url", {"url": "about:blank"})
    browser.ask("POST", "/url", {"url": page.as_uri()})
    return browser.ask("POST", "/execute/async", {"script": OPENED, "args": []})


def timed_kernel(inputs, count):
    """Round trips of a kernel that is up; nothing where Jupyter is not installed."""
    try:
        from jupyter_client.manager import start_new_kernel
    except ImportError:
        return []
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


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--edits", type=int, default=100, help="of each round")
    parser.add_argument("--json", metavar="FILE", help="writes every number there")
    options = parser.parse_args()
    program, rows = os.path.abspath(options.program), []
    if not D3.exists():
        print("d3 is not installed; only our own times are printed", file=sys.stderr)
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        edits = {words: ([], [], []) for words in SIZES}
        openings = {preset: [] for preset in PRESETS}
        peer_opening, unpacked, pages = [], [], {}
        for words, width in SIZES.items():
            document = folder / f"{words}.attn"
            run(program, "new", *(f"w{at}" for at in range(words)), "--d-model", str(width),
                "--seed", "1", "-o", str(document))
            run(program, "export", str(document), str(folder / f"{words}.html"))
            pages[words] = inputs_of(program, str(document))
            if D3.exists():
                text = (ROOT / "tests" / "benchmark" / "page_peer.html").read_text(encoding="utf-8")
                text = text.replace("@INPUTS@", json.dumps(pages[words]))
                (folder / f"peer-{words}.html").write_text(
                    text.replace("@D3@", D3.read_text(encoding="utf-8"), 1), encoding="utf-8")
        for preset in PRESETS:
            run(program, "export", preset, str(folder / f"{preset}.html"))
        for at in range(options.rounds):
            print(f"round {at + 1} of {options.rounds}", file=sys.stderr)
            browser = browser_of_tests()
            try:
                browser.do({"screen": [1366, 768, "light"]})
                for words, (ours, theirs, kernel) in edits.items():
                    ours += timed_edits(browser, folder / f"{words}.html", OURS, options.edits)
                    if D3.exists():
                        theirs += timed_edits(browser, folder / f"peer-{words}.html", THEIRS,
                                              options.edits)
                    kernel += timed_kernel(pages[words], options.edits)
                for preset, times in openings.items():
                    for _ in range(5):
                        times.append(timed_opening(browser, folder / f"{preset}.html"))
                    unpacked.append(browser.run(UNPACKED))
                if D3.exists():
                    for _ in range(5):
                        peer_opening.append(timed_opening(browser, folder / "peer-10.html"))
            finally:
                browser.end()
        print("Milliseconds: medians, and the 95th of a hundred.\n")
        print("| | the page | theirs | theirs / ours | goal |\n|---|---|---|---|---|")
        for words, (ours, theirs, kernel) in edits.items():
            row(rows, f"edit to painted picture, {words} words, d3", ours, theirs, GOALS[words])
            row(rows, f"edit, {words} words, round trip of a NumPy kernel", ours, kernel, "")
        for preset, times in openings.items():
            row(rows, f"opening to first picture, {preset}, d3 with 10 words", times, peer_opening,
                "≤ 300 ms")
        row(rows, "of which unpacking the core", unpacked, [], "")
    if options.json:
        with open(options.json, "w", encoding="utf-8") as file:
            json.dump(rows, file, ensure_ascii=False, indent=1)


if __name__ == "__main__":
    main()
