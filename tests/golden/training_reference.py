#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""A hundred steps of PyTorch's own optimisers in float64, to compare training with.

    training_reference.py 1 2 > training_reference.json

Prints, for each seed from the first on, a document with a loss for each optimiser, with and without
weight decay: its settings, the loss before every step and after the last, and the inputs that were
learned. Attention is written out here from the paper's formulas. Needs python3-torch.
"""
import json
import math
import sys

import torch

WORDS, D_MODEL, D_K, D_V, HEADS, STEPS = 3, 4, 3, 2, 2, 100
OPTIMISERS = {
    "gradient": lambda inputs, decay: torch.optim.SGD(inputs, lr=0.05, weight_decay=decay),
    "momentum": lambda inputs, decay: torch.optim.SGD(inputs, lr=0.05, momentum=0.9,
                                                      weight_decay=decay),
    "adam": lambda inputs, decay: torch.optim.Adam(inputs, lr=0.05, weight_decay=decay),
}


def drawn_inputs(kind):
    inputs = {"X": torch.randn(WORDS, D_MODEL)}
    for head in range(HEADS):
        inputs[f"W_Q/{head}"] = torch.randn(D_MODEL, D_K)
        inputs[f"W_K/{head}"] = torch.randn(D_MODEL, D_K)
        inputs[f"W_V/{head}"] = torch.randn(D_MODEL, D_V)
    inputs["W_O"] = torch.randn(HEADS * D_V, D_MODEL)
    inputs["target"] = (torch.randn(WORDS, D_MODEL) if kind == "squared"
                        else torch.randn(WORDS, WORDS).softmax(-1).tril())
    return inputs


def loss_of(inputs, kind, blocked):
    outputs, shares = [], []
    for head in range(HEADS):
        q, k, v = (inputs["X"] @ inputs[f"W_{letter}/{head}"] for letter in "QKV")
        scores = (q @ k.T / math.sqrt(D_K)).masked_fill(blocked, -math.inf)
        shares.append(scores.softmax(-1))
        outputs.append(shares[-1] @ v)
    if kind == "squared":
        return torch.nn.functional.mse_loss(torch.cat(outputs, 1) @ inputs["W_O"], inputs["target"])
    is_open = inputs["target"] != 0
    return -(inputs["target"][is_open] * shares[1][is_open].log()).sum() / WORDS


def trained(seed, optimiser, decay):
    torch.manual_seed(seed)
    kind = "squared" if seed % 2 else "cross_entropy"
    inputs = drawn_inputs(kind)
    is_causal = kind == "cross_entropy" or seed % 4 == 1
    blocked = torch.ones(WORDS, WORDS).triu(1).bool() if is_causal else torch.zeros(1).bool()
    start = {name: matrix.tolist() for name, matrix in inputs.items()}
    learned = [name for name in inputs if name not in ("X", "target")]
    if seed % 3 == 0:
        learned = ["X", "W_Q/1"]
    for name in learned:
        inputs[name].requires_grad_()
    step = OPTIMISERS[optimiser]([inputs[name] for name in learned], decay)
    losses = []
    for _ in range(STEPS):
        step.zero_grad()
        loss = loss_of(inputs, kind, blocked)
        loss.backward()
        losses.append(loss.item())
        step.step()
    losses.append(loss_of(inputs, kind, blocked).item())
    model = {"heads": HEADS, "join": "w_o", "mask": "causal" if is_causal else "none",
             "target": "attention" if kind == "squared" else "weights/1", "loss": kind}
    document = {"format": "attention-lab", "version": [2, 0], "title": f"{seed} {optimiser}",
                "model": model, "lists": {"words": ["a", "b", "c"]}, "inputs": start}
    return {"document": document, "optimiser": optimiser, "rate": 0.05, "weight_decay": decay,
            "losses": losses, "learned": {name: inputs[name].tolist() for name in learned}}


def main():
    torch.set_default_dtype(torch.float64)
    first, last = int(sys.argv[1]), int(sys.argv[2])
    json.dump([trained(seed, optimiser, decay) for seed in range(first, last + 1)
               for optimiser in OPTIMISERS for decay in (0, 0.01)], sys.stdout)
    print()


main()
