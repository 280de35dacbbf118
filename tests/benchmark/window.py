#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Measures the window from outside, in turn with its peers, in one run, and prints ratios.

usage: window.py PROGRAM BARE [--rounds N] [--only PART,…] [--json FILE]

Parts: start, rest, canvas, drags, growth, heatmap, stories, movement. PROGRAM is the lab, BARE is attention-bare-window. A time
ends when the X server has the picture. No number here decides whether anything passes.
"""
import argparse
import json
import math
import os
import random
import re
import signal
import statistics
import subprocess
import sys
import tempfile
import time

from screen import Screen

FOLDER = os.path.dirname(os.path.abspath(__file__))
WORDS = [10, 64, 128, 512, 1024, 2048, 4096]


def spread(numbers):
    ordered = sorted(numbers)
    return {"min": ordered[0], "median": statistics.median(ordered), "max": ordered[-1],
            "p99": ordered[min(len(ordered) - 1, math.ceil(0.99 * len(ordered)) - 1)]}


def said(value):
    return f"{value['median']:.3g} [{value['min']:.3g}–{value['max']:.3g}]"


def document(folder, words):
    """A document of so many words, 64 wide, with numbers by seed."""
    path = os.path.join(folder, f"{words}.attn")
    draw = random.Random(words)

    def matrix(rows, size):
        return [[round(draw.gauss(0, size), 3) for _ in range(64)] for _ in range(rows)]
    with open(path, "w", encoding="utf-8") as file:
        json.dump({"format": "attention-lab", "version": [2, 0],
                   "lists": {"words": [f"w{at}" for at in range(words)]},
                   "inputs": {"X": matrix(words, 1), "W_Q": matrix(64, 0.125),
                              "W_K": matrix(64, 0.125), "W_V": matrix(64, 0.125)}}, file)
    return path


class Program:
    """A program on the screen; its seconds from before it was started until it showed something."""

    def __init__(self, screen, command, home):
        for _ in screen.changes(time.monotonic() + 0.05):
            pass
        begin = time.monotonic()
        self.process = subprocess.Popen(
            command, env=screen.environment(HOME=home, ATTENTION_LAB_STATE=home),
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.seconds = screen.first_change() - begin

    def peak(self):
        with open(f"/proc/{self.process.pid}/status", encoding="utf-8") as file:
            return int(re.search(r"VmHWM:\s+(\d+)", file.read())[1]) / 1024

    def processor_seconds(self):
        total = 0
        folder = f"/proc/{self.process.pid}/task"
        for task in os.listdir(folder):
            with open(f"{folder}/{task}/schedstat", encoding="utf-8") as file:
                total += int(file.read().split()[0])
        return total / 1e9

    def close(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()


class Run:
    def __init__(self, options, folder):
        self.lab, self.bare, self.rounds = options.program, options.bare, options.rounds
        self.folder, self.screen, self.ratios, self.times = folder, Screen(), [], {}
        self.paths = {}

    def path(self, words):
        if words not in self.paths:
            self.paths[words] = ("the-cat-chased-the-mouse" if words == 5
                                 else document(self.folder, words))
        return self.paths[words]

    def home(self):
        """Programs that are killed leave journals, which the next start would offer."""
        return tempfile.mkdtemp(dir=self.folder)

    def open(self, *command):
        return Program(self.screen, list(command), self.home())

    def note(self, what, value):
        self.times.setdefault(what, []).append(value)

    def ratio(self, sentence, over, under, wanted):
        """Round by round, so that the machine's speed falls out."""
        pairs = [a / b for a, b in zip(self.times[over], self.times[under])]
        self.ratios.append({"what": sentence, "wanted": wanted, **spread(pairs)})

    def number(self, sentence, values, wanted):
        self.ratios.append({"what": sentence, "wanted": wanted, **spread(values)})

    def start(self):
        """From before the process is started until the first picture is on the screen."""
        for _ in range(self.rounds):
            for name, command in [("GLX", [self.bare, "glx"]), ("EGL", [self.bare, "egl"]),
                                  ("Dear ImGui", [self.bare, "imgui"]),
                                  ("start, 5 words", [self.lab]),
                                  ("start, 10 words", [self.lab, self.path(10)])]:
                program = self.open(*command)
                self.note(name, program.seconds)
                program.close()
            matrix = os.path.join(self.folder, "matrix.json")
            with open(matrix, "w", encoding="utf-8") as file:
                json.dump({"rows": [f"w{at}" for at in range(10)],
                           "values": [[0.1] * 10 for _ in range(10)]}, file)
            begin = time.monotonic()
            subprocess.run(["/usr/bin/python3", os.path.join(FOLDER, "heatmap_matplotlib.py"),
                            "matplotlib", matrix, os.path.join(self.folder, "a.png")], check=True)
            self.note("matplotlib", time.monotonic() - begin)
        self.ratio("start: ours, 5 words / bare GLX", "start, 5 words", "GLX", "≤ 2.3")
        self.ratio("start: ours, 5 words / bare EGL", "start, 5 words", "EGL", "")
        self.ratio("start: bare Dear ImGui window / bare GLX", "Dear ImGui", "GLX", "")
        self.ratio("start: ours, 10 words / python3 drawing the heatmap with matplotlib",
                   "start, 10 words", "matplotlib", "≤ 0.3")

    def rest(self):
        """At rest for ten seconds; and the memory that was used at most."""
        bare = self.open(self.bare, "imgui")
        self.screen.settle()
        empty = bare.peak()
        bare.close()
        for words in [10, 4096]:
            program = self.open(self.lab, self.path(words))
            self.screen.settle(1)
            if words == 10:
                before = program.processor_seconds()
                frames = sum(1 for _ in self.screen.changes(time.monotonic() + 10))
                used = (program.processor_seconds() - before) / 10 * 100
                self.number("at rest for 10 s: % of a core", [used], "≤ 0.05")
                self.number("at rest for 10 s: frames", [frames], "0")
                self.number("peak memory, 10 words: MB above a bare Dear ImGui window",
                            [program.peak() - empty], "≤ 25")
            else:
                self.number("peak memory, 4096 words: 4096² float64 matrices above that window",
                            [(program.peak() - empty) / (words * words * 8 / 2**20)], "≤ 4")
            program.close()

    def place(self, words, sheet="X"):
        """Where a matrix is in the window: asked once, of a program that is not timed."""
        probe = os.path.join(self.folder, "probe")
        if os.path.exists(probe):
            os.remove(probe)
        program = self.open(self.lab, self.path(words), "--probe", probe)
        self.screen.settle(1)
        program.close()
        with open(probe, encoding="utf-8") as file:
            return json.loads(file.readline())["cells"][sheet]["rect"]

    def drag(self, words, moves=40, *options, sheet="X", down=0.5):
        """Milliseconds from each move of a dragging pointer to the last picture that it causes; of
        frames that are drawn whole, to the first, which already shows the number."""
        left, top, width, height = self.place(words, sheet)
        x, y = left + width / 2, top + min(height, 880 - top) * down
        program = self.open(self.lab, self.path(words), *options)
        self.screen.settle(0.5)
        self.screen.move(x, y)
        self.screen.settle()
        self.screen.button(True)
        self.screen.settle()
        self.screen.move(x + 10, y)
        self.screen.settle()
        times = []
        for at in range(moves):
            step = 12 + at if at < moves / 2 else 12 + moves - at
            times.append(1000 * self.screen.time_move(x + step, y)[0 if options else 1])
        self.screen.button(False)
        program.close()
        return times

    def canvas(self):
        """The frame of an edit, and the same drawn whole by OpenGL over a background."""
        for _ in range(self.rounds):
            self.note("part", statistics.median(self.drag(5)))
            self.note("whole", statistics.median(self.drag(5, 40, "--draw-whole")))
        self.ratio("a dragged cell, 5 words: ours / the frame drawn whole as Dear ImGui does", "part",
                   "whole", "≤ 0.35")

    def drags(self):
        """Against matplotlib."""
        every, peers = [], {"redraw": [], "blit": []}
        for _ in range(self.rounds):
            times = self.drag(5)
            every += times
            self.note("drag", statistics.median(times))
            lines = subprocess.run(
                ["/usr/bin/python3", os.path.join(FOLDER, "redraw_matplotlib.py"), "12"],
                check=True, capture_output=True, text=True).stdout.split("\n")[:-1]
            for name, at in [("redraw", 0), ("blit", 1)]:
                self.note(name, statistics.median(float(line.split()[at]) for line in lines))
        self.ratio("a dragged cell, 5 words: matplotlib redrawing five heatmaps / ours", "redraw",
                   "drag", "≥ 20")
        self.ratio("a dragged cell, 5 words: matplotlib blitting / ours", "blit", "drag", "≥ 4")
        self.number("a dragged cell, 5 words: ms to the picture", every, "")
        self.ratios.append({"what": "a dragged cell, 5 words: 99th percentile, ms",
                            "wanted": "≤ 16.7", **spread([spread(every)["p99"]])})

    def growth(self):
        for _ in range(self.rounds):
            for words in [128, 512, 1024, 2048, 4096]:
                self.note(f"drag {words}", statistics.median(self.drag(words, 24)))
        for words in [128, 512, 1024, 2048, 4096]:
            self.number(f"a dragged cell, {words} words: ms to the picture",
                        self.times[f"drag {words}"], "")
        self.number("a dragged cell: growth from 128 to 2048 words, exponent",
                    [math.log(b / a) / math.log(16) for a, b in
                     zip(self.times["drag 128"], self.times["drag 2048"])], "≤ 0.15")

    def hover(self, words, moves=24):
        """Milliseconds from a move of the pointer over the weights to the picture that shows which
        number it is over, and where that comes from."""
        left, top, width, height = self.place(words, "weights")
        program = self.open(self.lab, self.path(words))
        self.screen.settle(1)
        self.screen.move(left + 4, top + 4)
        self.screen.settle()
        times = []
        for at in range(moves):
            x, y = 8 + at * 37 % (width - 12), 8 + at * 23 % (min(height, 400) - 12)
            times.append(1000 * self.screen.time_move(left + x, top + y)[0])
        program.close()
        return times

    def heatmap(self):
        """The frame that a move of the pointer causes where an N × N heatmap is shown: ours with
        all the other matrices, theirs with a number changed."""
        for _ in range(self.rounds):
            for words in [64, 1024, 4096]:
                self.note(f"ours {words}", statistics.median(self.hover(words)))
                program = self.open(self.bare, "cells", str(words))
                self.screen.move(100, 100)
                self.screen.settle(1)
                times = [1000 * self.screen.time_move(200 + 3 * at, 300, 0.01)[0]
                         for at in range(3 if words == 4096 else 8)]
                self.note(f"cells {words}", statistics.median(times))
                program.close()
        for words in [64, 1024, 4096]:
            self.ratio(f"frame with a heatmap of {words} words: a rectangle per cell / ours",
                       f"cells {words}", f"ours {words}", "≥ 500" if words == 4096 else "")
        for name, wanted in [("ours", "≤ 0.15"), ("cells", "")]:
            who = "ours" if name == "ours" else "a rectangle per cell"
            self.number(f"frame with a heatmap: growth from 64 to 4096 words, exponent, {who}",
                        [math.log(b / a) / math.log(64) for a, b in
                         zip(self.times[f"{name} 64"], self.times[f"{name} 4096"])], wanted)


    def stories(self):
        """The trained model of 40 words: opening it, and edits that change all its layers."""
        path = os.path.join(self.folder, "stories.attn")
        with open(os.path.join(FOLDER, "../../assets/presets/stories.attn"), encoding="utf-8") as file:
            told = json.load(file)
        words = ("Tom has a red ball . Anna has a blue kite . Lena has a green hat . the cat chased "
                 "the mouse because it was hungry . who has the kite ? Anna has the").split()
        told["lists"]["words"] = (words * 2)[:40]
        with open(path, "w", encoding="utf-8") as file:
            json.dump(told, file)
        self.paths["stories"] = path
        vocabulary = told["lists"]["vocabulary"]
        row = (vocabulary.index("has") + 0.5) / len(vocabulary)
        every = []
        for _ in range(self.rounds):
            for name, command in [("small", [self.lab]), ("stories", [self.lab, path])]:
                program = self.open(*command)
                self.note(f"start, {name}", program.seconds)
                program.close()
            every += self.drag("stories", sheet="E", down=row)
        self.number("stories: opening, ms more than five words",
                    [1000 * (a - b) for a, b in zip(self.times["start, stories"],
                                                    self.times["start, small"])], "≤ 300")
        self.number("stories, 40 words: a dragged number, ms to the picture", every, "≤ 16.7")

    def movement(self):
        """Frames of each second in which a spotlight moves to the next one, which takes 0.15
        seconds, and how long after these the last picture comes."""
        rates, late = [], []
        for _ in range(self.rounds):
            program = self.open(self.lab, self.path(5))
            self.screen.settle(1)
            self.screen.move(5, 5)
            self.screen.press("z")
            self.screen.settle(0.5)
            for key in ["Right"] * 4 + ["Left"] * 4:
                for _ in self.screen.changes(time.monotonic()):
                    pass
                self.screen.press(key)
                frames = []
                last = time.monotonic()
                for when, _ in self.screen.changes(last + 0.6):
                    if not frames or when - frames[-1] > 0.004:  # of one frame there are several
                        frames.append(when)
                times = [when - frames[0] for when in frames]
                # From a spotlight that shares no matrix with the next one, nothing moves. A frame
                # of a movement that is late counts.
                end = next((at for at, gone in enumerate(times) if gone > 0.13), None)
                if end is not None:
                    rates.append(end / times[end])
                    late.append(1000 * (times[-1] - 0.15))
            program.close()
        self.number("between two spotlights: frames per second", rates or [0], "≥ 60")
        self.number("after its 0.15 s, until its last picture: ms", late or [0], "")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("bare")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--only", default="start,rest,canvas,drags,growth,heatmap,stories,movement")
    parser.add_argument("--json", metavar="FILE", help="writes every number there")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        os.environ["MPLCONFIGDIR"] = os.path.join(folder, "matplotlib")
        run = Run(options, folder)
        try:
            for part in options.only.split(","):
                print(part, file=sys.stderr)
                getattr(run, part)()
        finally:
            run.screen.close()
    print("\n| window | median [min–max] | wanted |\n|---|---|---|")
    for row in run.ratios:
        print(f"| {row['what']} | {said(row)} | {row['wanted']} |")
    if options.json:
        with open(options.json, "w", encoding="utf-8") as file:
            json.dump({"ratios": run.ratios, "seconds or ms": run.times}, file, indent=1)


if __name__ == "__main__":
    main()
