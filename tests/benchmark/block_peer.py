# SPDX-License-Identifier: MIT
"""nn.TransformerEncoderLayer in float64, in one process that answers line by line.

usage: block_peer.py THREADS     then lines of "WORDS D_MODEL HEADS MLP SECONDS" on standard input, each
answered by the median time of one forward pass in microseconds.
"""
import statistics
import sys
import time

import torch
from torch import nn

torch.set_num_threads(int(sys.argv[1]))
torch.set_default_dtype(torch.float64)

for request in sys.stdin:
    words, width, heads, hidden, seconds = request.split()
    torch.manual_seed(1)
    layer = nn.TransformerEncoderLayer(int(width), int(heads), int(hidden), dropout=0.0,
                                       batch_first=True, norm_first=True).eval()
    x = torch.randn(1, int(words), int(width))
    with torch.inference_mode():
        layer(x)
        times, end = [], time.perf_counter() + float(seconds)
        while len(times) < 3 or time.perf_counter() < end:
            start = time.perf_counter()
            layer(x)
            times.append(time.perf_counter() - start)
    print(statistics.median(times) * 1e6, flush=True)
