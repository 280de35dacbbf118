#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""The annotated heatmap of a matrix as people draw it with matplotlib or seaborn.

heatmap_matplotlib.py LIBRARY MATRIX.json FILE [REPEATS]: with REPEATS it prints the milliseconds
of each further time in the running process.
"""
import sys

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
from drawn_again import draw_again, matrix_of

library, source, target = sys.argv[1:4]
repeats = int(sys.argv[4]) if len(sys.argv) > 4 else 0
values, words = matrix_of(source)
count = len(words)
size, digits = ((6.9, 6), 10) if count <= 10 else ((13.8, 12), 5)
if library == "seaborn":
    import seaborn


def draw():
    figure, axes = plt.subplots(figsize=size)
    if library == "seaborn":
        seaborn.heatmap(values, annot=True, fmt=".2f", cmap="viridis", vmin=0, vmax=1, ax=axes,
                        xticklabels=words, yticklabels=words, annot_kws={"size": digits})
    else:
        image = axes.imshow(values, cmap="viridis", vmin=0, vmax=1)
        axes.set_xticks(range(count), words, rotation=90)
        axes.set_yticks(range(count), words)
        for row in range(count):
            for column in range(count):
                value = values[row, column]
                axes.text(column, row, f"{value:.2f}", ha="center", va="center", fontsize=digits,
                          color="white" if value < 0.5 else "black")
        figure.colorbar(image)
    axes.set_title("Weights")
    axes.set_xlabel("key")
    axes.set_ylabel("query")
    figure.savefig(target, dpi=300)
    plt.close(figure)


draw_again(draw, repeats)
