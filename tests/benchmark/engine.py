#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Measures the lab and its peers in turn, in one run, and prints ratios.

usage: engine.py [--rounds N] [--seconds S] [--json FILE]      (scripts/benchmark builds and calls it)

Every round times each program for each size once, one after another, so that whatever else the
machine does disturbs all alike. Each of our instruction sets is compared with peers that are told
to use the same one: a processor without AVX-512 has none for NumPy either. Needs libbenchmark-dev,
python3-numpy and libopenblas0-pthread; python3-torch joins where it is installed. No number here
decides whether anything passes.
"""
import datetime
import json
import math
import os
import platform
import statistics
import subprocess
import sys
import tempfile

from beside import BUILD, ROOT, options_of
from instruction_sets import OPENBLAS, environment_of, openblas_folder, processor, sets_here

SIZES = [3, 10, 128, 512, 1024, 2048, 4096]
EDITS = ["edit_embedding", "edit_w_v", "edit_w_q", "edit_w_k"]
WANTED = {"avx512": {3: "≥ 30", 10: "≥ 2", 1024: "≥ 2.2", 4096: "≥ 2.2"},
          "avx2": {10: "≥ 1.5", 128: "≥ 1.5", **dict.fromkeys([512, 1024, 2048, 4096], "≥ 2")},
          "plain": {10: "≥ 1", 128: "≥ 1"}}
REPEATS = 5  # of each timing of ours, whose median counts, as the peers' does


class Peer:
    """A Python process that stays and answers one size after another."""

    def __init__(self, kind, threads, kernels, folder):
        self.name = f"{kind} {threads} threads" if threads > 1 else f"{kind} 1 thread"
        self.name += f", {kernels}"
        self.kernels = kernels
        self.process = subprocess.Popen(
            [sys.executable, os.path.join(ROOT, "tests", "benchmark", "forward_peer.py"), kind,
             str(threads)],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
            env=environment_of(kernels, threads, folder))

    def time(self, tokens, seconds):
        try:
            self.process.stdin.write(f"{tokens} {seconds}\n")
            self.process.stdin.flush()
            return float(self.process.stdout.readline())
        except (ValueError, BrokenPipeError):
            return None

    def close(self):
        try:
            self.process.stdin.close()
        except BrokenPipeError:
            pass  # It could not run, and its times are missing.
        self.process.wait()


def ours(name_filter, seconds, kernels):
    """Microseconds by benchmark and size, and what the limits say per second."""
    with tempfile.NamedTemporaryFile(suffix=".json") as file:
        subprocess.run(
            [os.path.join(BUILD, "tests", "benchmark", "engine_benchmark"),
             f"--benchmark_filter={name_filter}", f"--benchmark_min_time={seconds / REPEATS}",
             f"--benchmark_repetitions={REPEATS}", f"--benchmark_out={file.name}",
             "--benchmark_out_format=json"],
            check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            env=dict(os.environ, ATTENTION_LAB_KERNELS=kernels))
        with open(file.name, encoding="utf-8") as text:
            runs = json.load(text)["benchmarks"]
    times = {}
    for run in runs:
        if run.get("aggregate_name") != "median":
            continue
        parts = run["run_name"].split("/")
        if "per_second" in run:
            times[(parts[0], 0)] = run["per_second"]
        else:
            times[(parts[0], int(parts[1]))] = run["real_time"]
    return times


def spread(numbers):
    return {"min": min(numbers), "median": statistics.median(numbers), "max": max(numbers)}


def ratio(over, under):
    """Round by round, so that the machine's speed falls out."""
    pairs = [a / b for a, b in zip(over, under) if a and b]
    return spread(pairs) if pairs else None


def exponent(first, last, small, large):
    return math.log(last / first) / math.log(large / small)


def said(value):
    if value is None:
        return "–"
    return f"{value['median']:.3g} [{value['min']:.3g}–{value['max']:.3g}]"


def main():
    options = options_of(__doc__)
    facts = processor()
    folder = openblas_folder()
    if not folder:
        sys.exit("OpenBLAS is missing (apt-get install libopenblas0-pthread): against Debian's "
                 "reference BLAS the comparison would say nothing.")
    cores = os.cpu_count() or 1
    sets = sets_here()
    peers = [Peer(kind, threads, kernels, folder) for kernels in sets
             for kind in ["numpy", "torch"] for threads in sorted({1, cores})]
    times = {}  # (who, what, tokens) → one number for each round

    def note(who, what, tokens, value):
        times.setdefault((who, what, tokens), []).append(value)

    for at in range(options.rounds):
        print(f"round {at + 1} of {options.rounds}", file=sys.stderr)
        for tokens in SIZES:
            for kernels in sets:
                for (name, size), value in ours(f"^forward/{tokens}/", options.seconds,
                                                kernels).items():
                    note(kernels, name, size, value)
            if tokens >= 128:
                for (name, size), value in ours(f"^edit_.*/{tokens}/", options.seconds,
                                                sets[0]).items():
                    note(sets[0], name, size, value)
            for peer in peers:
                note(peer.name, "forward", tokens, peer.time(tokens, options.seconds))
        for (name, _), value in ours("^limit_", options.seconds, sets[0]).items():
            note(sets[0], name, 0, value)
    for peer in peers:
        peer.close()

    def of(who, what, tokens):
        return times.get((who, what, tokens), [])

    # B: the fastest of all Python variants with the same instruction set, by its median.
    best = {}
    for tokens in SIZES:
        for kernels in sets:
            able = [peer.name for peer in peers if peer.kernels == kernels and
                    None not in of(peer.name, "forward", tokens)]
            best[tokens, kernels] = min(
                able, key=lambda name: statistics.median(of(name, "forward", tokens)))
    result = {"date": datetime.date.today().isoformat(), "rounds": options.rounds,
              "machine": {"processor": facts.get("model name", platform.processor()),
                          "cores": cores, "kernels": sets, "openblas_core": OPENBLAS[sets[0]],
                          "system": platform.platform(),
                          "load": os.getloadavg()},
              "microseconds": [{"who": who, "what": what, "tokens": tokens, **spread(values)}
                               for (who, what, tokens), values in times.items()
                               if None not in values and tokens > 0],
              "ratios": []}

    def add(sentence, value, wanted):
        result["ratios"].append({"what": sentence, "wanted": wanted, **(value or {})})

    fast = sets[0]
    for tokens in SIZES:
        for kernels in sets:
            name = best[tokens, kernels]
            add(f"forward pass, {tokens} words, {kernels}: B ({name}) / ours",
                ratio(of(name, "forward", tokens), of(kernels, "forward", tokens)),
                WANTED[kernels].get(tokens, ""))
    adds = statistics.median(of(fast, "limit_multiply_adds", 0))
    powers = statistics.median(of(fast, "limit_exponentials", 0))
    for tokens in [512, 1024, 2048, 4096]:
        limit = (3 * tokens * 64 * 64 + 2 * tokens**2 * 64) / adds + tokens**2 / powers
        add(f"forward pass, {tokens} words, {fast}: arithmetic limit / ours",
            ratio([limit * 1e6] * options.rounds, of(fast, "forward", tokens)), "≥ 0.6")
    b, own = of(best[4096, fast], "forward", 4096), of(fast, "forward", 4096)
    for name, of_b, of_own in [("edit_embedding", "≥ 300", "≥ 60"), ("edit_w_v", "≥ 3000", "")]:
        add(f"{name}, 4096 words: B / ours", ratio(b, of(fast, name, 4096)), of_b)
        add(f"{name}, 4096 words: our own pass / ours", ratio(own, of(fast, name, 4096)), of_own)
    for name in ["edit_w_q", "edit_w_k"]:
        add(f"{name}, 4096 words: ours / our own pass", ratio(of(fast, name, 4096), own), "≤ 0.7")
    growth = []
    for who, what, wanted in [(fast, "forward", "≤ 2"), (best[4096, fast], "forward", ""),
                              *[(fast, edit, "≤ 1.3" if edit == "edit_embedding" else "")
                                for edit in EDITS]]:
        small, large = of(who, what, 512), of(who, what, 4096)
        if small and large:
            growth.append({"who": who, "what": what, "wanted": wanted,
                           "exponent": exponent(statistics.median(small),
                                                statistics.median(large), 512, 4096)})
    result["growth"] = growth

    machine = result["machine"]
    print(f"\n{result['date']} · {machine['processor']} · {cores} cores · {machine['system']}")
    print(f"load {machine['load'][0]:.1f} · {options.rounds} rounds · OpenBLAS as {machine['openblas_core']}\n")
    print("| ratio | median [min–max] | wanted |\n|---|---|---|")
    for row in result["ratios"]:
        print(f"| {row['what']} | {said(row if 'median' in row else None)} | {row['wanted']} |")
    print("\n| growth from 512 to 4096 words | exponent | wanted |\n|---|---|---|")
    for row in growth:
        print(f"| {row['what']}, {row['who']} | {row['exponent']:.2f} | {row['wanted']} |")
    print("\n| µs | " + " | ".join(str(size) for size in SIZES) + " |")
    print("|---" * (len(SIZES) + 1) + "|")
    rows = sorted({(what, who) for who, what, tokens in times if tokens > 0})
    for what, who in rows:
        cells = []
        for tokens in SIZES:
            values = of(who, what, tokens)
            cells.append(f"{statistics.median(values):.3g}" if values and None not in values
                         else "–")
        print(f"| {what}, {who} | " + " | ".join(cells) + " |")
    if options.json:
        with open(options.json, "w", encoding="utf-8") as file:
            json.dump(result, file, ensure_ascii=False, indent=1)


if __name__ == "__main__":
    main()
