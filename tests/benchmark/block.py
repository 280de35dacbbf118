#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Measures a transformer block beside PyTorch's nn.TransformerEncoderLayer, in turn and in one run.

usage: block.py [--rounds N] [--seconds S] [--json FILE]      (scripts/benchmark builds and calls it)

Ours computes and keeps every stage, PyTorch's layer only its output. Needs libbenchmark-dev and
python3-torch; without PyTorch only our own times are printed. No number here decides whether
anything passes.
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
SIZES = [(words, 64, 4) for words in (5, 32, 128, 512, 1024)] + [(128, 768, 12)]
EDITS = ["edit_w_o", "edit_gamma", "edit_position"]


def ours(what, size, seconds):
    with tempfile.NamedTemporaryFile(suffix=".json") as file:
        subprocess.run(
            [os.path.join(BUILD, "tests", "benchmark", "block_benchmark"),
             f"--benchmark_filter=^{what}/{'/'.join(map(str, size))}/",
             f"--benchmark_min_time={seconds}", f"--benchmark_out={file.name}",
             "--benchmark_out_format=json"],
            check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        with open(file.name, encoding="utf-8") as text:
            return json.load(text)["benchmarks"][0]["real_time"]


class Peer:
    """PyTorch in a process that stays; its times are None where it is not installed."""

    def __init__(self, threads):
        self.process = subprocess.Popen(
            ["/usr/bin/python3", os.path.join(ROOT, "tests", "benchmark", "block_peer.py"),
             str(threads)],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)

    def time(self, size, seconds):
        try:
            self.process.stdin.write(" ".join(map(str, size)) + f" {seconds}\n")
            self.process.stdin.flush()
            return float(self.process.stdout.readline())
        except (ValueError, BrokenPipeError):
            return None


def said(ratios):
    return (f"{statistics.median(ratios):.3g} [{min(ratios):.3g}–{max(ratios):.3g}]"
            if ratios else "–")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=0.2, help="of each timing")
    parser.add_argument("--json", metavar="FILE", help="writes every number there")
    options = parser.parse_args()
    peers = [Peer(threads) for threads in sorted({1, os.cpu_count() or 1})]
    mine = {(what, size): [] for size in SIZES for what in ["forward", *EDITS]}
    theirs = {size: [] for size in SIZES}
    for at in range(options.rounds):
        print(f"round {at + 1} of {options.rounds}", file=sys.stderr)
        for size in SIZES:
            for what in ["forward", *EDITS]:
                mine[what, size].append(ours(what, size, options.seconds))
            found = [peer.time(size, options.seconds) for peer in peers]
            theirs[size].append(min((one for one in found if one), default=None))
    rows = []
    print("| words, d_model, heads | | ours, µs | PyTorch's forward / ours | goal |\n"
          "|---|---|---|---|---|")
    for (what, size), times in mine.items():
        ratios = [peer / own for own, peer in zip(times, theirs[size]) if peer]
        goal = ("≥ 10" if size[0] == 5 else "≥ 1") if what == "forward" else ""
        rows.append({"what": what, "size": size, "microseconds": times, "ratios": ratios,
                     "wanted": goal})
        print(f"| {', '.join(map(str, size))} | {what} | {statistics.median(times):.4g} "
              f"| {said(ratios)} | {goal} |")
    if options.json:
        with open(options.json, "w", encoding="utf-8") as file:
            json.dump(rows, file, ensure_ascii=False, indent=1)


if __name__ == "__main__":
    main()
