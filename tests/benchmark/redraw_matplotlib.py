#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Five annotated heatmaps redrawn by matplotlib after one number changed, as in the lab's canvas.

redraw_matplotlib.py REPEATS: prints the milliseconds of a redraw and of blitting what changed, in
turn, line by line. Its events are not counted, nor the calculation.
"""
import sys
import time

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy

rng = numpy.random.default_rng(1)
names = ["X", "Q", "scores", "weights", "output"]
words = ["the", "cat", "chased", "the", "mouse"]
values = [rng.random((5, 5)) for _ in names]
figure, all_axes = plt.subplots(1, 5, figsize=(16, 9), dpi=100)
images, texts = [], []
for axes, name, matrix in zip(all_axes, names, values):
    images.append(axes.imshow(matrix, cmap="viridis", vmin=0, vmax=1))
    axes.set_xticks(range(5), words, rotation=90)
    axes.set_yticks(range(5), words)
    axes.set_title(name)
    texts.append([[axes.text(column, row, f"{matrix[row, column]:.2f}", ha="center", va="center")
                   for column in range(5)] for row in range(5)])


def change():
    """One row of every matrix, as a change of an embedding does."""
    for image, rows, matrix in zip(images, texts, values):
        matrix[2] = rng.random(5)
        image.set_data(matrix)
        for column in range(5):
            rows[2][column].set_text(f"{matrix[2, column]:.2f}")


figure.canvas.draw()
for image, rows in zip(images, texts):
    for artist in [image, *sum(rows, [])]:
        artist.set_animated(True)
figure.canvas.draw()
backgrounds = [figure.canvas.copy_from_bbox(axes.bbox) for axes in all_axes]
for _ in range(int(sys.argv[1])):
    for rows, image in zip(texts, images):
        for artist in [image, *sum(rows, [])]:
            artist.set_animated(False)
    change()
    begin = time.perf_counter()
    figure.canvas.draw()
    whole = time.perf_counter() - begin
    for rows, image in zip(texts, images):
        for artist in [image, *sum(rows, [])]:
            artist.set_animated(True)
    change()
    begin = time.perf_counter()
    for axes, background, image, rows in zip(all_axes, backgrounds, images, texts):
        figure.canvas.restore_region(background)
        axes.draw_artist(image)
        for row in rows:
            for text in row:
                axes.draw_artist(text)
        figure.canvas.blit(axes.bbox)
    blitted = time.perf_counter() - begin
    print(1000 * whole, 1000 * blitted, flush=True)
