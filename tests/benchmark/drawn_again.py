# SPDX-License-Identifier: MIT
"""What the peers that draw one picture with matplotlib share: the matrix of it, and the times of
drawing it again in the running process."""
import json
import time

import numpy


def matrix_of(path):
    """Numbers and names of rows, from a JSON table of the lab."""
    with open(path) as file:
        sheet = json.load(file)
    return numpy.array(sheet["values"]), sheet["rows"]


def draw_again(draw, repeats):
    """Draws once, and prints the milliseconds of each further time."""
    draw()
    for _ in range(repeats):
        begin = time.perf_counter()
        draw()
        print(1000 * (time.perf_counter() - begin))
