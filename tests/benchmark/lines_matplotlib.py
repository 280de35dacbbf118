#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Lines between words, thick and full by weight, as people draw them with matplotlib.

lines_matplotlib.py MATRIX.json FILE [REPEATS]: with REPEATS it prints the milliseconds of each
further time in the running process.
"""
import sys

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy
from drawn_again import draw_again, matrix_of
from matplotlib.collections import LineCollection

source, target = sys.argv[1:3]
repeats = int(sys.argv[3]) if len(sys.argv) > 3 else 0
weights, words = matrix_of(source)
count = len(words)


def draw():
    figure, axes = plt.subplots(figsize=(6.9, 6))
    shares = (weights / weights.max()).ravel()
    queries, keys = (index.ravel() for index in numpy.indices(weights.shape))
    seen = shares >= 0.01
    ends = numpy.stack([numpy.stack([numpy.zeros(count * count), queries], 1),
                        numpy.stack([numpy.ones(count * count), keys], 1)], 1)
    colours = numpy.tile(matplotlib.colors.to_rgba("tab:blue"), (count * count, 1))
    colours[:, 3] = shares
    axes.add_collection(LineCollection(ends[seen], linewidths=4 * shares[seen],
                                       colors=colours[seen]))
    for at, word in enumerate(words):
        axes.text(-0.03, at, word, ha="right", va="center")
        axes.text(1.03, at, word, ha="left", va="center")
    axes.set_xlim(-0.4, 1.4)
    axes.set_ylim(count - 0.5, -0.5)
    axes.axis("off")
    figure.savefig(target, dpi=300)
    plt.close(figure)


draw_again(draw, repeats)
