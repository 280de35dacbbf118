#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Measures gradients and training beside PyTorch's eager loop, in turn and in one run.

usage: learning.py [--rounds N] [--seconds S] [--json FILE]    (scripts/benchmark builds and calls it)

PyTorch's loop of a task is the program that the lab exports. Needs libbenchmark-dev and python3-torch;
without PyTorch only our own times are printed. No number here decides whether anything passes.
"""
import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
BUILD = os.path.join(ROOT, "build", "release")
GOALS = {"gradient/5": "≥ 30", "gradient/1024": "≥ 1.5", "sensitivity/128": "≤ 16,700 µs, a frame"}
STEPS = "≥ 20"  # of training, beside the eager loop
TASKS = ["copy-the-word-before", "find-the-same-word", "match-pairs", "majority",
         "sort-by-position", "learn-four-words"]
ALONE = ["sensitivity/128"]  # ours only
CASES = ["gradient/5", "gradient/128", "gradient/1024", *ALONE, *(f"training/{task}" for task in TASKS)]


def ours(case, seconds):
    with tempfile.NamedTemporaryFile(suffix=".json") as file:
        subprocess.run(
            [os.path.join(BUILD, "tests", "benchmark", "learning_benchmark"),
             f"--benchmark_filter=^{case}/", f"--benchmark_min_time={seconds}",
             f"--benchmark_out={file.name}", "--benchmark_out_format=json"],
            check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        with open(file.name, encoding="utf-8") as text:
            return json.load(text)["benchmarks"][0]["real_time"]


class Peer:
    """PyTorch in a process that stays; None where it is not installed."""

    def __init__(self, folder):
        self.folder = folder
        self.process = subprocess.Popen(
            ["/usr/bin/python3", os.path.join(ROOT, "tests", "benchmark", "learning_peer.py")],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)

    def time(self, case, seconds):
        what, of = case.split("/")
        if what == "training":
            of = os.path.join(self.folder, of + ".py")
        try:
            self.process.stdin.write(f"{what} {of} {seconds}\n")
            self.process.stdin.flush()
            return float(self.process.stdout.readline())
        except (ValueError, BrokenPipeError):
            return None


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=0.2, help="of each timing")
    parser.add_argument("--json", metavar="FILE", help="writes every number there")
    options = parser.parse_args()
    times = {case: [] for case in CASES}
    with tempfile.TemporaryDirectory() as folder:
        for task in TASKS:
            subprocess.run([os.path.join(BUILD, "app", "attention-lab"), "export", task,
                            os.path.join(folder, task + ".py"), "--training", "--program",
                            "pytorch", "--steps", "1", "--rate", "1e-6"], check=True)
        peer = Peer(folder)
        for at in range(options.rounds):
            print(f"round {at + 1} of {options.rounds}", file=sys.stderr)
            for case in CASES:
                times[case].append((ours(case, options.seconds),
                                    None if case in ALONE else
                                    peer.time(case, options.seconds)))
    print("| | ours, µs | per second | PyTorch / ours | goal |\n|---|---|---|---|---|")
    rows = []
    for case, pairs in times.items():
        own = statistics.median(mine for mine, _ in pairs)
        ratios = [theirs / mine for mine, theirs in pairs if theirs]
        goal = STEPS if case.startswith("training") else GOALS.get(case, "")
        rows.append({"what": case, "microseconds": own, "ratios": ratios, "wanted": goal})
        said = (f"{statistics.median(ratios):.3g} [{min(ratios):.3g}–{max(ratios):.3g}]"
                if ratios else "–")
        print(f"| {case} | {own:.3g} | {1e6 / own:.4g} | {said} | {goal} |")
    if options.json:
        with open(options.json, "w", encoding="utf-8") as file:
            json.dump(rows, file, ensure_ascii=False, indent=1)


if __name__ == "__main__":
    main()
