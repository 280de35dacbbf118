# SPDX-License-Identifier: MIT
"""What engine.py, learning.py and block.py share: their options, a case of a Google Benchmark program,
and a peer in its own process that answers each line with a time."""
import argparse
import json
import os
import statistics
import subprocess
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
BUILD = os.path.join(ROOT, "build", "release")


def options_of(description):
    """The options of the command line: rounds, seconds of each timing, and a file for the numbers."""
    parser = argparse.ArgumentParser(description=description.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=0.2, help="of each timing")
    parser.add_argument("--json", metavar="FILE", help="writes every number there")
    return parser.parse_args()


def time_of(program, case, seconds, kernels=None):
    """Microseconds of one case after a warm-up, as for its peer; with an
    instruction set, or the fastest."""
    environment = dict(os.environ, **({"ATTENTION_LAB_KERNELS": kernels} if kernels else {}))
    with tempfile.NamedTemporaryFile(suffix=".json") as file:
        subprocess.run(
            [os.path.join(BUILD, "tests", "benchmark", program), f"--benchmark_filter=^{case}/",
             f"--benchmark_min_time={seconds}", f"--benchmark_min_warmup_time={seconds}",
             f"--benchmark_out={file.name}", "--benchmark_out_format=json"],
            check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=environment)
        with open(file.name, encoding="utf-8") as text:
            return json.load(text)["benchmarks"][0]["real_time"]


class Peer:
    """A Python program that stays; its times are None where what it needs is not installed."""

    def __init__(self, program, *arguments, environment=None):
        self.process = subprocess.Popen(
            ["/usr/bin/python3", os.path.join(ROOT, "tests", "benchmark", program), *arguments],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
            env=environment)

    def time(self, *request):
        try:
            self.process.stdin.write(" ".join(map(str, request)) + "\n")
            self.process.stdin.flush()
            return float(self.process.stdout.readline())
        except (ValueError, BrokenPipeError):
            return None


def said(ratios):
    """Their median with the range over the rounds; a dash where there is no peer."""
    return (f"{statistics.median(ratios):.3g} [{min(ratios):.3g}–{max(ratios):.3g}]"
            if ratios else "–")


def write(rows, path):
    """Every number, where a file was asked for."""
    if path:
        with open(path, "w", encoding="utf-8") as file:
            json.dump(rows, file, ensure_ascii=False, indent=1)
