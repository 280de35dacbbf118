#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Annotated heatmaps, ours beside matplotlib and seaborn, and lines between words beside
matplotlib: pictures.py ATTENTION-LAB PICTURE-TIMES.

Prints milliseconds as minimum, median and maximum and how many times as fast ours are, for a whole
process and inside a running one. Rounds are interleaved, so that a busy machine slows all alike.
Fails where a whole process misses a goal: 8 times for PNG, 25 for PDF, 60 for SVG. Whole processes
are compared by processor time as well, which says the same on a busy machine. Lines of 20 words
are to be 10 times as fast, and a canvas across two columns of a paper to take 100 ms of the
processor.
"""
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time

GOALS = {"png": 8, "pdf": 25, "svg": 60}
LINES_GOAL, CANVAS_GOAL = 10, 100  # times as fast; milliseconds of the processor
ROUNDS = int(os.environ.get("ROUNDS", "5"))
WORDS = "The cat chased the mouse because it was hungry and".split()
lab, times = sys.argv[1:3]
here = os.path.dirname(os.path.abspath(__file__))
keep = os.environ.get("KEEP")  # a folder for the pictures, to be looked at


def run(command):
    """Wall and processor milliseconds of a whole process."""
    begin = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        sys.exit(f"{command} ended with {process.returncode}")
    return 1000 * (time.perf_counter() - begin), 1000 * (usage.ru_utime + usage.ru_stime)


def line(what, numbers, base=None):
    middle = statistics.median(numbers)
    ratio = f"{base / middle:8.1f} ×" if base else ""
    print(f"  {what:38}{min(numbers):9.1f}{middle:9.1f}{max(numbers):9.1f}{ratio}")
    return middle


missed = []
with tempfile.TemporaryDirectory() as temporary:
    folder = keep or temporary
    os.makedirs(folder, exist_ok=True)
    def made(count):
        """A document of so many words, and its weights."""
        draw = random.Random(1)
        document = os.path.join(folder, f"{count}.attn")
        with open(document, "w") as file:
            json.dump({"format": "attention-lab", "version": [2, 0],
                       "model": {"projections": "none"},
                       "lists": {"words": [WORDS[at % 10] for at in range(count)]},
                       "inputs": {"X": [[round(draw.gauss(0, 1), 3) for _ in range(8)]
                                        for _ in range(count)]}}, file)
        matrix = os.path.join(folder, f"{count}.json")
        subprocess.run([lab, "show", document, "--stage", "weights", "--format", "json", "-o",
                        matrix], check=True)
        return document, matrix

    for count in (10, 64):
        document, matrix = made(count)
        size = "2070x1800" if count == 10 else "4140x3600"
        for ending in ("png", "pdf", "svg"):
            target = lambda name: os.path.join(folder, f"{count}-{name}.{ending}")
            script = os.path.join(here, "heatmap_matplotlib.py")
            commands = {
                "ours": [lab, "export", document, target("ours"), "--figure", "weights", "--size",
                         size, "--dpi", "300"],
                "matplotlib": ["/usr/bin/python3", script, "matplotlib", matrix,
                               target("matplotlib")],
                "seaborn": ["/usr/bin/python3", script, "seaborn", matrix, target("seaborn")],
            }
            walls = {name: [] for name in commands}
            processors = {name: [] for name in commands}
            for _ in range(ROUNDS):
                for name, command in commands.items():
                    for _ in range(5 if name == "ours" else 1):
                        wall, processor = run(command)
                        walls[name].append(wall)
                        processors[name].append(processor)
            print(f"{count} × {count} {ending.upper()}, milliseconds        "
                  "      min   median      max     ours is")
            for what, numbers in (("whole process", walls), ("its processor time", processors)):
                ours = line(f"{what}: ours", numbers["ours"])
                for name in ("matplotlib", "seaborn"):
                    theirs = statistics.median(numbers[name])
                    print(f"  {what + ': ' + name:38}{min(numbers[name]):9.1f}{theirs:9.1f}"
                          f"{max(numbers[name]):9.1f}{theirs / ours:8.1f} × as fast")
            for name in ("matplotlib", "seaborn"):
                ratio = statistics.median(processors[name]) / statistics.median(processors["ours"])
                if ratio < GOALS[ending]:
                    missed.append(f"{count} × {count} {ending}: {ratio:.1f} times as fast as "
                                  f"{name}, the goal is {GOALS[ending]}")
            inside = lambda command: [float(text) for text in subprocess.run(
                command, check=True, capture_output=True, text=True).stdout.split()]
            ours = line("inside a process: ours",
                        inside([times, document, ending, size, "9"]))
            for name in ("matplotlib", "seaborn"):
                numbers = inside(commands[name] + ["3"])
                theirs = statistics.median(numbers)
                print(f"  {'inside a process: ' + name:38}{min(numbers):9.1f}{theirs:9.1f}"
                      f"{max(numbers):9.1f}{theirs / ours:8.1f} × as fast")
    document, matrix = made(20)
    for ending in ("png", "pdf", "svg"):
        target = lambda name: os.path.join(folder, f"lines-{name}.{ending}")
        commands = {
            "ours": [lab, "export", document, target("ours"), "--figure", "lines", "--size",
                     "2070x1800", "--dpi", "300"],
            "matplotlib": ["/usr/bin/python3", os.path.join(here, "lines_matplotlib.py"), matrix,
                           target("matplotlib")],
        }
        took = {name: [] for name in commands}
        for _ in range(ROUNDS):
            for name, command in commands.items():
                took[name] += [run(command) for _ in range(5 if name == "ours" else 1)]
        print(f"lines of 20 words, {ending.upper()}, milliseconds   "
              "      min   median      max     ours is")
        for at, what in enumerate(("whole process", "its processor time")):
            ours = line(f"{what}: ours", [one[at] for one in took["ours"]])
            theirs = [one[at] for one in took["matplotlib"]]
            ratio = statistics.median(theirs) / ours
            print(f"  {what + ': matplotlib':38}{min(theirs):9.1f}{statistics.median(theirs):9.1f}"
                  f"{max(theirs):9.1f}{ratio:8.1f} × as fast")
        if ratio < LINES_GOAL:
            missed.append(f"lines of 20 words, {ending}: {ratio:.1f} times as fast as matplotlib, "
                          f"the goal is {LINES_GOAL}")
    print("a canvas at paper-2, milliseconds               min   median      max")
    for document in ("the-cat-chased-the-mouse", "two-heads", made(20)[0]):
        for ending in ("png", "pdf", "svg"):
            command = [lab, "export", document, os.path.join(folder, f"canvas.{ending}"),
                       "--figure", "canvas", "--size", "paper-2"]
            took = [run(command)[1] for _ in range(3 * ROUNDS)]
            name = "20 words" if document.endswith(".attn") else document
            middle = line(f"processor: {name} {ending.upper()}", took)
            if middle > CANVAS_GOAL:
                missed.append(f"the canvas of {name} at paper-2, {ending}: {middle:.0f} ms of the "
                              f"processor, the goal is {CANVAS_GOAL}")
for sentence in missed:
    print("missed: " + sentence)
sys.exit(1 if missed else 0)
