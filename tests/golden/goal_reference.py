#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Goals in the presets and the results of an independent solver, to compare `seek` with.

The stages are those of preset_reference.py, the slopes are differences, the solver is Gauss-Newton:
each step goes to the point nearest to the start at which the goals hold where the stages are taken
as linear (Nocedal and Wright 2006). Where that does not end, Levenberg and Marquardt's
method finds the values that come nearest. Nothing is shared with the program. Needs python3-numpy:
    tests/golden/goal_reference.py > tests/golden/goal_reference.json
"""
import json
import re
import sys
from pathlib import Path

import numpy as np

from preset_reference import OPTIONS, Stages

PRESETS = Path(__file__).parents[2] / "assets" / "presets"


def split(place):
    name, row, column = re.fullmatch(r"(.+)\[(\d+),(\d+)\]", place).groups()
    return (name if "/" in name else name + "/0"), int(row), int(column)


class Problem:
    """How far the goals are from what they should be, as a function of all numbers that move."""

    def __init__(self, document, goals, free):
        self.document, self.goals, self.free = document, goals, free
        self.start = np.concatenate([np.ravel(document["inputs"][name]) for name in free])

    def values(self, numbers):
        inputs, first = dict(self.document["inputs"]), 0
        for name in self.free:
            shape = np.shape(inputs[name])
            count = int(np.prod(shape))
            inputs[name] = numbers[first:first + count].reshape(shape)
            first += count
        stages = Stages({**self.document, "inputs": inputs})
        return np.array([stages[name][row, column]
                         for name, row, column in (split(place) for place, _ in self.goals)])

    def off(self, numbers):
        return self.values(numbers) - [value for _, value in self.goals]

    def slopes(self, numbers, step=1e-5):
        columns = []
        for at in range(len(numbers)):
            moved = np.zeros(len(numbers))
            moved[at] = step
            columns.append((self.off(numbers + moved) - self.off(numbers - moved)) / (2 * step))
        return np.array(columns).T

    def nearest_that_holds(self):
        """The numbers that bring the goals about and moved least; None where no step leads there."""
        numbers = self.start
        for _ in range(60):
            slopes, off = self.slopes(numbers), self.off(numbers)
            if not np.isfinite(slopes).all() or np.linalg.matrix_rank(slopes, 1e-9) < len(off):
                return None
            wanted = slopes @ (numbers - self.start) - off
            target = self.start + slopes.T @ np.linalg.solve(slopes @ slopes.T, wanted)
            part, size = 1.0, self.merit(numbers)
            while part > 1e-3 and not self.merit(numbers + part * (target - numbers)) < size:
                part /= 2
            moved = part * (target - numbers)
            numbers = numbers + moved
            if np.abs(self.off(numbers)).max() < 1e-11 and np.abs(moved).max() < 1e-7:
                return numbers
        return numbers if np.abs(self.off(numbers)).max() < 1e-9 else None

    def merit(self, numbers):
        """What a step makes smaller: the way, and the misses a hundred times as much."""
        return np.linalg.norm(numbers - self.start) + 100 * np.abs(self.off(numbers)).sum()

    def least_off(self):
        numbers, damping = self.start, 1e-3
        for _ in range(2000):
            slopes, off = self.slopes(numbers), self.off(numbers)
            step = slopes.T @ np.linalg.solve(slopes @ slopes.T + damping * np.eye(len(off)), -off)
            better = np.sum(self.off(numbers + step) ** 2) < np.sum(off ** 2)
            damping = damping / 2 if better else damping * 4
            if better:
                numbers = numbers + step
            if damping > 1e12 or np.abs(slopes.T @ off).max() < 1e-10:
                break
        return self.values(numbers)


def solved(name, document, goals, free):
    problem = Problem(document, goals, free)
    entry = {"preset": name, "goals": goals, "free": free}
    numbers = problem.nearest_that_holds()
    if numbers is None:
        off = problem.least_off()
        return {**entry, "reached": False, "values": off.tolist()}
    return {**entry, "reached": True, "moved": float(np.linalg.norm(numbers - problem.start))}


def goals_of(name, document):
    """A weight, an output, both at once; and what cannot be."""
    inputs = document["inputs"]
    moving = [key for key in inputs if key != "target"]
    stages = Stages(document)
    weights, output = stages["weights/0"], stages["output/0"]
    row = len(weights) - 1
    weight = [f"weights[{row},0]", round(0.8 * weights[row, 0] + 0.05, 6)]
    number = [f"output[{row},0]", round(output[row, 0] + 0.1, 6)]
    yield [weight], moving
    yield [number], moving
    yield [weight, number], moving
    if name in ("match-pairs", "translation"):
        yield [[f"weights[{row},0]", 0.7], [f"weights[{row},1]", 0.6]], moving
    if name in ("two-heads", "additive-score"):
        yield [weight], [key for key in inputs if key.startswith("W_V")]
    if name == "majority":
        yield [["weights[0,1]", 0.25]], moving
        yield [["output[0,0]", 0.3]], ["W_Q/0", "W_K/0"]


def main():
    entries = []
    for file in sorted(PRESETS.glob("*.attn")):
        document = json.loads(file.read_text())
        if OPTIONS & document["model"].keys():
            entries += [solved(file.stem, document, goals, free)
                        for goals, free in goals_of(file.stem, document)]
    sys.stdout.write("[\n" + ",\n".join(map(json.dumps, entries)) + "\n]\n")


main()
