#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Measures a transformer block beside PyTorch's nn.TransformerEncoderLayer, in turn and in one run.

usage: block.py [--rounds N] [--seconds S] [--json FILE]      (scripts/benchmark builds and calls it)

Ours computes and keeps every stage, PyTorch's layer only its output. Needs libbenchmark-dev and
python3-torch; without PyTorch only our own times are printed. No number here decides whether
anything passes.
"""
import os
import statistics
import sys

from beside import Peer, options_of, said, time_of, write

SIZES = [(words, 64, 4) for words in (5, 32, 128, 512, 1024)] + [(128, 768, 12)]
EDITS = ["edit_w_o", "edit_gamma", "edit_position"]


def main():
    options = options_of(__doc__)
    peers = [Peer("block_peer.py", str(threads)) for threads in sorted({1, os.cpu_count() or 1})]
    mine = {(what, size): [] for size in SIZES for what in ["forward", *EDITS]}
    theirs = {size: [] for size in SIZES}
    for at in range(options.rounds):
        print(f"round {at + 1} of {options.rounds}", file=sys.stderr)
        for size in SIZES:
            for what in ["forward", *EDITS]:
                case = "/".join(map(str, (what, *size)))
                mine[what, size].append(time_of("block_benchmark", case, options.seconds))
            found = [peer.time(*size, options.seconds) for peer in peers]
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
    write(rows, options.json)


if __name__ == "__main__":
    main()
