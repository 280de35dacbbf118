# SPDX-License-Identifier: MIT
"""PyTorch as the judge of joined heads and of gradients.

torch_judges.py heads FOLDER TOLERANCE      NAME.npz against torch.nn.MultiheadAttention
torch_judges.py gradients FOLDER TOLERANCE  NAME.py run with autograd against NAME.npz, which holds
                                            "seed", the gradients "d.X", "d.W_Q/0" … and the name
                                            of the stage they are taken of as a file NAME.stage
"""
import contextlib
import io
import pathlib
import sys

import numpy as np
import torch

torch.set_default_dtype(torch.float64)


def stacked(arrays, name, heads):
    """The rows that torch keeps of the matrices of all heads: each as heads · d × d_model."""
    return torch.from_numpy(np.concatenate([arrays[f"{name}/{h}" if h else name].T
                                            for h in range(heads)]))


def heads_off(path):
    arrays = np.load(path)
    heads = sum(1 for name in arrays.files if name.split("/")[0] == "W_Q")
    x = torch.from_numpy(arrays["X"])
    module = torch.nn.MultiheadAttention(x.shape[1], heads, bias=False, batch_first=True)
    blocked = None
    if np.isneginf(arrays["masked"]).any():
        blocked = torch.from_numpy(np.isneginf(arrays["masked"]))
    with torch.no_grad():
        module.in_proj_weight.copy_(torch.cat([stacked(arrays, name, heads)
                                               for name in ("W_Q", "W_K", "W_V")]))
        module.out_proj.weight.copy_(torch.from_numpy(arrays["W_O"].T))
        found, weights = module(x[None], x[None], x[None], attn_mask=blocked,
                                average_attn_weights=False)
    off = float((found[0] - torch.from_numpy(arrays["attention"])).abs().max())
    for head in range(heads):
        ours = torch.from_numpy(arrays[f"weights/{head}" if head else "weights"])
        off = max(off, float((weights[0, head] - ours).abs().max()))
    return off


def gradients_off(path):
    arrays = np.load(path)
    stage = path.with_suffix(".stage").read_text(encoding="utf-8")
    text = path.with_suffix(".py").read_text(encoding="utf-8")
    names = {}
    with contextlib.redirect_stdout(io.StringIO()):
        exec(compile(text.replace("\n], dtype=torch.float64)", "\n], dtype=torch.float64, "
                                  "requires_grad=True)"), path.name, "exec"), names)
    stages = names["stages"]
    for made in stages.values():
        if made.requires_grad and not made.is_leaf:
            made.retain_grad()
    (stages[stage] * torch.from_numpy(arrays["seed"])).sum().backward()
    # What cancels leaves the last digits of what it is summed from: weights that are 1 whatever the
    # score is have a gradient of 0, which autograd finds as the difference of two large numbers.
    largest = max(float(made.grad.abs().nan_to_num().max()) for made in stages.values()
                  if made.requires_grad and made.grad is not None)
    rounding = 1e-14 * largest
    off = 0.0
    for name in arrays.files:
        if not name.startswith("d."):
            continue
        theirs = stages[name[2:]].grad
        theirs = np.zeros(arrays[name].shape) if theirs is None else theirs.numpy()
        size = max(1, float(np.max(np.abs(theirs))))  # small numbers are sums of large ones
        off = max(off, (float(np.max(np.abs(theirs - arrays[name]))) - rounding) / size)
    return off


judge = {"heads": heads_off, "gradients": gradients_off}[sys.argv[1]]
paths = sorted(pathlib.Path(sys.argv[2]).glob("*.npz"))
worst, faults = 0.0, []
for path in paths:
    off = judge(path)
    worst = max(worst, off)
    if not off <= float(sys.argv[3]):
        faults.append(f"{path.name} is {off} off")
print(f"{len(paths)} documents, worst {worst}")
print("\n".join(faults), file=sys.stderr)
sys.exit(bool(faults) or not paths)
