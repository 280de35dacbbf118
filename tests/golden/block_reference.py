#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Blocks computed by PyTorch's own modules in float64, to compare the stages of a block with.

Each case holds inputs by the names of their stages, the result, its mean squared error from a
target, and the gradient of that error with respect to every input. Encoder layers are
nn.TransformerEncoderLayer; the last case, of RMSNorm and SwiGLU, is written out, as PyTorch 1 has
no module for it. Needs python3-torch, and only to make new numbers:
    tests/golden/block_reference.py > tests/golden/block_reference.json
"""
import json
import sys

import torch
from torch import nn
from torch.nn import functional

WORDS, D_MODEL, HEADS, D_FF, WORDS_OUT = 3, 4, 2, 6, 5
D_K = D_MODEL // HEADS


def split(weight, names):
    """Rows of an (out x in) weight or of a bias, one part for each name, as words are rows."""
    parts = weight.chunk(len(names), 0)
    return {name: part.T if part.dim() == 2 else part[None, :] for name, part in zip(names, parts)}


def inputs_of(layer, values):
    """The layer's parameters, or their gradients, by the names of stages."""
    heads = [f"{kind}/{head}" for kind in "QKV" for head in range(HEADS)]
    found = {}
    found.update(split(values(layer.self_attn.in_proj_weight), ["W_" + name for name in heads]))
    found.update(split(values(layer.self_attn.in_proj_bias), ["b_" + name for name in heads]))
    for name, parameter in (("W_O", layer.self_attn.out_proj.weight),
                            ("b_O", layer.self_attn.out_proj.bias),
                            ("gamma_1", layer.norm1.weight), ("beta_1", layer.norm1.bias),
                            ("gamma_2", layer.norm2.weight), ("beta_2", layer.norm2.bias),
                            ("W_1", layer.linear1.weight), ("b_1", layer.linear1.bias),
                            ("W_2", layer.linear2.weight), ("b_2", layer.linear2.bias)):
        found.update(split(values(parameter), [name]))
    return found


def case(name, inputs, result, target, gradients):
    as_lists = lambda matrices: {key: matrix.tolist() for key, matrix in matrices.items()}
    loss = functional.mse_loss(result, target)
    loss.backward()
    return {"name": name, "inputs": as_lists({**inputs, "target": target}),
            "result": result.tolist(), "loss": loss.item(), "gradients": as_lists(gradients())}


def encoder(activation, norm_first):
    layer = nn.TransformerEncoderLayer(D_MODEL, HEADS, D_FF, dropout=0.0, activation=activation,
                                       batch_first=True, norm_first=norm_first)
    with torch.no_grad():
        for parameter in layer.parameters():
            parameter.uniform_(-1, 1)
    x = torch.randn(WORDS, D_MODEL, requires_grad=True)
    inputs = {"X": x, **inputs_of(layer, lambda parameter: parameter.detach())}
    made = case(f"{activation} {'before' if norm_first else 'after'}", inputs, layer(x[None])[0],
                torch.randn(WORDS, D_MODEL),
                lambda: {"X": x.grad, **inputs_of(layer, lambda parameter: parameter.grad)})
    return {**made, "activation": activation, "norm_first": norm_first}


def gated():
    """x + SwiGLU(RMSNorm(x)): Zhang and Sennrich 2019; Shazeer 2020."""
    draw = lambda *shape: torch.randn(*shape, requires_grad=True)
    inputs = {"X": draw(WORDS, D_MODEL), "gamma_2": draw(1, D_MODEL), "W_1": draw(D_MODEL, D_FF),
              "W_gate": draw(D_MODEL, D_FF), "W_2": draw(D_FF, D_MODEL)}
    x = inputs["X"]
    norm = x * torch.rsqrt(x.pow(2).mean(-1, keepdim=True) + 1e-5) * inputs["gamma_2"]
    opened = functional.silu(norm @ inputs["W_gate"]) * (norm @ inputs["W_1"])
    made = case("swiglu", inputs, x + opened @ inputs["W_2"], torch.randn(WORDS, D_MODEL),
                lambda: {name: matrix.grad for name, matrix in inputs.items()})
    return {**made, "activation": "silu", "norm_first": True}


def words_out():
    """Logits, probabilities and the cross entropy of a target of one word or shares of several."""
    x, e = (torch.randn(rows, D_MODEL, requires_grad=True) for rows in (WORDS, WORDS_OUT))
    target = torch.zeros(WORDS, WORDS_OUT)
    target[0, 2] = target[1, 4] = 1
    target[2] = torch.tensor([0.5, 0, 0.25, 0.25, 0])
    logits = x @ e.T
    loss = functional.cross_entropy(logits, target)
    loss.backward()
    return {"inputs": {"X": x.tolist(), "E": e.tolist(), "target": target.tolist()},
            "probabilities": logits.softmax(-1).tolist(), "loss": loss.item(),
            "gradients": {"X": x.grad.tolist(), "E": e.grad.tolist()}}


def mean_weights(memory, causal):
    """A document of nn.MultiheadAttention, and what the module returns beside its output: the mean
    of the heads' weights (average_attn_weights, which is on by default)."""
    module = nn.MultiheadAttention(D_MODEL, HEADS, batch_first=True)
    with torch.no_grad():
        for parameter in module.parameters():
            parameter.uniform_(-1, 1)
    x = torch.randn(WORDS, D_MODEL)
    source = torch.randn(memory, D_MODEL) if memory else x
    blocked = torch.ones(WORDS, len(source)).triu(1).bool() if causal else None
    out, mean = module(x[None], source[None], source[None], attn_mask=blocked)
    heads = [f"{kind}/{head}" for kind in "QKV" for head in range(HEADS)]
    inputs = {"X": x, **split(module.in_proj_weight, ["W_" + name for name in heads]),
              **split(module.in_proj_bias, ["b_" + name for name in heads]),
              **split(module.out_proj.weight, ["W_O"]), **split(module.out_proj.bias, ["b_O"])}
    model = {"kind": "attention", "heads": HEADS, "join": "w_o", "biases": True,
             "mean_weights": True, "mask": "causal" if causal else "none",
             "keys_from": "memory" if memory else "self"}
    lists = {"words": [f"w{at}" for at in range(WORDS)]}
    if memory:
        inputs["M"], lists["memory"] = source, [f"m{at}" for at in range(memory)]
    return {"document": {"format": "attention-lab", "version": [2, 0], "title": "Mean weights",
                         "model": model, "lists": lists,
                         "inputs": {name: part.tolist() for name, part in inputs.items()}},
            "stages": {"mean_weights": mean[0].tolist(), "attention": out[0].tolist()}}


def activations():
    x = torch.linspace(-6, 6, 25)
    return {"x": x.tolist(), "relu": functional.relu(x).tolist(),
            "gelu": functional.gelu(x).tolist(), "silu": functional.silu(x).tolist(),
            "gelu_tanh": functional.gelu(x, approximate="tanh").tolist()}


torch.set_default_dtype(torch.float64)
torch.manual_seed(42)
made = {"blocks": [encoder(activation, norm_first) for activation in ("relu", "gelu")
                   for norm_first in (True, False)] + [gated()],
        "words_out": words_out(), "activations": activations(),
        "mean_weights": [mean_weights(memory, causal) for memory in (0, 5)
                         for causal in (False, True)]}
json.dump(made, sys.stdout, indent=None, separators=(",", ":"))
print()
