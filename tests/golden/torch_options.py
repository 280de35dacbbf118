#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Documents computed by PyTorch's own modules in float64, to compare the lab with.

Prints what options_reference.py prints: documents with the stages that a module gives. Only what
PyTorch 1.13 has is used; scaled dot products with its masks are written out. Needs python3-torch.
"""
import json
import math
import sys

import torch
from torch import nn
from torch.nn import functional

D_MODEL, HEADS = 4, 2


def document(title, model, lists, inputs):
    model = {"heads": HEADS, "join": "w_o", "biases": True, **model}
    return {"format": "attention-lab", "version": [2, 0], "title": title, "model": model,
            "lists": lists, "inputs": {name: as_lists(matrix) for name, matrix in inputs.items()}}


def as_lists(matrix):
    return matrix.detach().tolist()


def words(begin, count):
    return [f"{begin}{at}" for at in range(count)]


def parts(names, weight):
    """Rows of an (out × in) weight or of a bias, a part for each name, as words are rows."""
    return {name: part.T if part.dim() == 2 else part[None, :]
            for name, part in zip(names, weight.chunk(len(names), 0))}


def attention_inputs(module):
    """The parameters of nn.MultiheadAttention by the names of inputs."""
    of = lambda kind, letter: [f"{kind}_{letter}/{head}" for head in range(HEADS)]
    weights = ([module.q_proj_weight, module.k_proj_weight, module.v_proj_weight]
               if module.in_proj_weight is None else module.in_proj_weight.chunk(3, 0))
    found = {}
    for letter, weight, bias in zip("QKV", weights, module.in_proj_bias.chunk(3, 0)):
        found.update({**parts(of("W", letter), weight), **parts(of("b", letter), bias)})
    return {**found, **parts(["W_O"], module.out_proj.weight), **parts(["b_O"], module.out_proj.bias)}


def shaken(module):
    with torch.no_grad():
        for parameter in module.parameters():
            parameter.uniform_(-1, 1)
    return module


def heads(memory_width, mask):
    """nn.MultiheadAttention with biases; keys and values of words of another width."""
    module = shaken(nn.MultiheadAttention(D_MODEL, HEADS, kdim=memory_width, vdim=memory_width,
                                          batch_first=True))
    x = torch.randn(3, D_MODEL)
    inputs, lists, model = {"X": x}, {"words": words("w", 3)}, {}
    source = x
    if memory_width:
        source = torch.randn(5, memory_width)
        inputs["M"], lists["memory"], model["keys_from"] = source, words("m", 5), "memory"
    blocked = None
    if mask:
        model["mask"] = "causal"
        blocked = torch.ones(3, len(source)).triu(1).bool()
    out, weights = module(x[None], source[None], source[None], attn_mask=blocked,
                          average_attn_weights=False)
    stages = {"attention": as_lists(out[0])}
    stages.update({f"weights/{head}": as_lists(weights[0, head]) for head in range(HEADS)})
    return {"document": document(f"heads {memory_width} {mask}", model, lists,
                                 {**inputs, **attention_inputs(module)}), "stages": stages}


def dot_products(mask, groups):
    """softmax(Q Kᵀ / √d_k + mask) V, keys and values repeated for the heads of a group."""
    x, d_k, count = torch.randn(4, D_MODEL), 3, 4
    inputs = {"X": x}
    for name in ("W_K", "W_V"):
        inputs.update({f"{name}/{group}": torch.randn(D_MODEL, d_k) for group in range(groups)})
    inputs.update({f"W_Q/{head}": torch.randn(D_MODEL, d_k) for head in range(count)})
    stack = lambda name, number: torch.stack([x @ inputs[f"{name}/{at}"] for at in range(number)])
    queries = stack("W_Q", count)
    keys, values = (stack(name, groups).repeat_interleave(count // groups, 0)
                    for name in ("W_K", "W_V"))
    i, j = torch.arange(4)[:, None], torch.arange(4)[None, :]
    blocked = {"causal": j > i, "window": (i - j).abs() >= 2, "padding": (j >= 3) & (i >= 0)}[mask]
    model = {"biases": False, "join": "none", "heads": count, "key_value_groups": groups,
             "mask": {"window": {"window": 2}, "padding": {"padding": 1}}.get(mask, mask)}
    scores = queries @ keys.transpose(1, 2) / math.sqrt(d_k)
    weights = scores.masked_fill(blocked, -math.inf).softmax(-1)
    out = weights @ values
    stages = {f"{name}/{head}": as_lists(made[head])
              for name, made in (("weights", weights), ("output", out)) for head in range(count)}
    return {"document": document(f"{mask}, {groups} groups", model, {"words": words("w", 4)},
                                 inputs), "stages": stages}


def encoder(activation, norm_first, mask):
    """nn.TransformerEncoderLayer, and nn.LayerNorm of what comes to it first."""
    layer = shaken(nn.TransformerEncoderLayer(D_MODEL, HEADS, 6, dropout=0.0, batch_first=True,
                                              activation=activation, norm_first=norm_first))
    x, e = torch.randn(3, D_MODEL), torch.randn(5, D_MODEL)
    blocked = torch.ones(3, 3).triu(1).bool() if mask else None
    inputs = {"X": x, "E": e, **attention_inputs(layer.self_attn)}
    for number, norm in (("1", layer.norm1), ("2", layer.norm2)):
        inputs.update({**parts(["gamma_" + number], norm.weight),
                       **parts(["beta_" + number], norm.bias)})
    for number, linear in (("1", layer.linear1), ("2", layer.linear2)):
        inputs.update({**parts(["W_" + number], linear.weight), **parts(["b_" + number], linear.bias)})
    out = layer(x[None], src_mask=blocked)[0]
    logits = functional.linear(out, e)
    stages = {"block": out, "logits": logits, "probabilities": logits.softmax(-1)}
    if norm_first:
        stages["norm_1"] = layer.norm1(x)
    model = {"kind": "block", "mask": "causal" if mask else "none",
             "block": {"norm": "layer", "place": "before" if norm_first else "after",
                       "epsilon": layer.norm1.eps, "mlp": activation, "words_out": True}}
    return {"document": document(f"encoder {activation} {norm_first} {mask}", model,
                                 {"words": words("w", 3), "words_out": words("o", 5)}, inputs),
            "stages": {name: as_lists(made) for name, made in stages.items()}}


def layer_inputs(layer, end):
    """The parameters of an encoder or decoder layer by the names of inputs; `end` says which layer."""
    found = attention_inputs(layer.self_attn)
    if hasattr(layer, "multihead_attn"):
        found.update({"cross." + name: numbers
                      for name, numbers in attention_inputs(layer.multihead_attn).items()})
    for number in ("1", "2", "3") if hasattr(layer, "norm3") else ("1", "2"):
        norm = getattr(layer, "norm" + number)
        found.update({**parts(["gamma_" + number], norm.weight),
                      **parts(["beta_" + number], norm.bias)})
    for number, linear in (("1", layer.linear1), ("2", layer.linear2)):
        found.update({**parts(["W_" + number], linear.weight), **parts(["b_" + number], linear.bias)})
    return {name + end: numbers for name, numbers in found.items()}


def stacked(kind, activation, norm_first, mask, count):
    """nn.TransformerEncoder and nn.TransformerDecoder of some layers, each the input of the next."""
    settings = {"dropout": 0.0, "batch_first": True, "activation": activation,
                "norm_first": norm_first}
    x, memory = torch.randn(3, D_MODEL), torch.randn(5, D_MODEL)
    make = nn.TransformerDecoderLayer if kind == "decoder" else nn.TransformerEncoderLayer
    layers = [shaken(make(D_MODEL, HEADS, 6, **settings)) for _ in range(count)]
    blocked = torch.ones(3, 3).triu(1).bool() if mask else None
    inputs, stages, now = {"X": x}, {}, x[None]
    for at, layer in enumerate(layers):
        end = f"@{at}" if at else ""
        inputs.update(layer_inputs(layer, end))
        now = (layer(now, memory[None], tgt_mask=blocked) if kind == "decoder"
               else layer(now, src_mask=blocked))
        stages["block" + end] = as_lists(now[0])
    lists = {"words": words("w", 3)}
    if kind == "decoder":
        inputs["M"], lists["memory"] = memory, words("m", 5)
    model = {"kind": "block", "mask": "causal" if mask else "none",
             "block": {"norm": "layer", "place": "before" if norm_first else "after",
                       "epsilon": layers[0].norm1.eps, "mlp": activation, "layers": count,
                       "cross": kind == "decoder"}}
    return {"document": document(f"{kind} of {count}, {activation} {norm_first} {mask}", model,
                                 lists, inputs), "stages": stages}


def main():
    torch.set_default_dtype(torch.float64)
    torch.manual_seed(42)
    yes_no = (False, True)
    made = [heads(width, mask) for width in (None, 3, D_MODEL) for mask in yes_no]
    made += [dot_products(mask, groups) for mask in ("causal", "window", "padding")
             for groups in (1, 2, 4)]
    made += [encoder(activation, norm_first, mask) for activation in ("relu", "gelu")
             for norm_first in yes_no for mask in yes_no]
    made += [stacked(kind, activation, norm_first, mask, count)
             for kind, count in (("decoder", 1), ("decoder", 2), ("encoder", 3))
             for activation in ("relu", "gelu") for norm_first in yes_no for mask in yes_no]
    json.dump(made, sys.stdout)


main()
