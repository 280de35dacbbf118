#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Measures gradients and training beside PyTorch's eager loop, in turn and in one run.

usage: learning.py [--rounds N] [--seconds S] [--json FILE]    (scripts/benchmark builds and calls it)

PyTorch's loop of a task is the program that the lab exports. Needs libbenchmark-dev and python3-torch;
without PyTorch only our own times are printed. No number here decides whether anything passes.
"""
import os
import statistics
import subprocess
import sys
import tempfile

from beside import BUILD, Peer, options_of, said, time_of, write

GOALS = {"gradient/5": "≥ 30", "gradient/1024": "≥ 1.5", "sensitivity/128": "≤ 16,700 µs, a frame",
         "effects/40": "≤ 50,000 µs"}
STEPS = "≥ 20"  # of training, beside the eager loop
TASKS = ["copy-the-word-before", "find-the-same-word", "induction", "match-pairs",
         "majority", "sort-by-position", "learn-four-words"]
ALONE = ["sensitivity/128", "effects/40"]  # ours only
CASES = ["gradient/5", "gradient/128", "gradient/1024", *ALONE, *(f"training/{task}" for task in TASKS)]


def request_of(case, folder):
    """What the peer is asked for: a pass of so many words, or a step of an exported program."""
    what, of = case.split("/")
    return what, os.path.join(folder, of + ".py") if what == "training" else of


def main():
    options = options_of(__doc__)
    times = {case: [] for case in CASES}
    with tempfile.TemporaryDirectory() as folder:
        for task in TASKS:
            subprocess.run([os.path.join(BUILD, "app", "attention-lab"), "export", task,
                            os.path.join(folder, task + ".py"), "--training", "--program",
                            "pytorch", "--steps", "1", "--rate", "1e-6"], check=True)
        peer = Peer("learning_peer.py")
        for at in range(options.rounds):
            print(f"round {at + 1} of {options.rounds}", file=sys.stderr)
            for case in CASES:
                times[case].append((time_of("learning_benchmark", case, options.seconds),
                                    None if case in ALONE else
                                    peer.time(*request_of(case, folder), options.seconds)))
    print("| | ours, µs | per second | PyTorch / ours | goal |\n|---|---|---|---|---|")
    rows = []
    for case, pairs in times.items():
        own = statistics.median(mine for mine, _ in pairs)
        ratios = [theirs / mine for mine, theirs in pairs if theirs]
        goal = STEPS if case.startswith("training") else GOALS.get(case, "")
        rows.append({"what": case, "microseconds": own, "ratios": ratios, "wanted": goal})
        print(f"| {case} | {own:.3g} | {1e6 / own:.4g} | {said(ratios)} | {goal} |")
    write(rows, options.json)


if __name__ == "__main__":
    main()
