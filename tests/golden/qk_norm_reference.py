#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Two layers of a small decoder with norms of queries and keys, in NumPy, for the lab to be compared
with.

    tests/golden/qk_norm_reference.py > tests/golden/qk_norm_reference.json

prints one document in the document format with its weights, attention and block of each layer. Written
from the definition of the model alone (Qwen Team 2025, "Qwen3 Technical Report"; the
transformers library, Qwen3DecoderLayer and Qwen3Attention): all heads stand side by side in one
projection of another width than the words, q_norm and k_norm are RMSNorm over the width of a head
before the rotation, keys and values are repeated for the heads of a group, and the MLP is SwiGLU.
Needs python3-numpy.
"""
import json
import sys

import numpy as np

WORDS, D_MODEL, HEADS, GROUPS, HEAD_DIM, HIDDEN, LAYERS = 5, 6, 4, 2, 8, 10, 2
EPSILON, THETA = 1e-6, 1e6
random = np.random.default_rng(20250514)


def rms_norm(x, weight):
    return weight * (x / np.sqrt(np.mean(x ** 2, axis=-1, keepdims=True) + EPSILON))


def rotate_half(x):
    half = x.shape[-1] // 2
    return np.concatenate([-x[..., half:], x[..., :half]], axis=-1)


def with_rotary(x):
    rates = 1 / THETA ** (np.arange(0, HEAD_DIM, 2) / HEAD_DIM)
    angles = np.outer(np.arange(WORDS), rates)
    angles = np.concatenate([angles, angles], axis=-1)
    return x * np.cos(angles) + rotate_half(x) * np.sin(angles)


def heads_of(x, weight, count):
    """nn.Linear, whose weight is out × in; heads × words × columns."""
    return (x @ weight.T).reshape(WORDS, count, HEAD_DIM).transpose(1, 0, 2)


def softmax(x):
    powers = np.exp(x - x.max(axis=-1, keepdims=True))
    return powers / powers.sum(axis=-1, keepdims=True)


def drawn(*shape):
    return random.uniform(-1, 1, shape).round(3)


def drawn_layer():
    return {"input_layernorm": drawn(D_MODEL), "post_attention_layernorm": drawn(D_MODEL),
            "q_proj": drawn(HEADS * HEAD_DIM, D_MODEL), "k_proj": drawn(GROUPS * HEAD_DIM, D_MODEL),
            "v_proj": drawn(GROUPS * HEAD_DIM, D_MODEL), "o_proj": drawn(D_MODEL, HEADS * HEAD_DIM),
            "q_norm": drawn(HEAD_DIM), "k_norm": drawn(HEAD_DIM),
            "gate_proj": drawn(HIDDEN, D_MODEL), "up_proj": drawn(HIDDEN, D_MODEL),
            "down_proj": drawn(D_MODEL, HIDDEN)}


def layer(x, of, end, found):
    read = rms_norm(x, of["input_layernorm"])
    q = with_rotary(rms_norm(heads_of(read, of["q_proj"], HEADS), of["q_norm"]))
    k = with_rotary(rms_norm(heads_of(read, of["k_proj"], GROUPS), of["k_norm"]))
    v = heads_of(read, of["v_proj"], GROUPS)
    k, v = (np.repeat(one, HEADS // GROUPS, axis=0) for one in (k, v))
    scores = q @ k.transpose(0, 2, 1) * HEAD_DIM ** -0.5
    scores[:, np.triu(np.ones((WORDS, WORDS), dtype=bool), 1)] = -np.inf
    weights = softmax(scores)
    joined = (weights @ v).transpose(1, 0, 2).reshape(WORDS, HEADS * HEAD_DIM)
    attention = joined @ of["o_proj"].T
    now = x + attention
    second = rms_norm(now, of["post_attention_layernorm"])
    gate = second @ of["gate_proj"].T
    made = now + (gate / (1 + np.exp(-gate)) * (second @ of["up_proj"].T)) @ of["down_proj"].T
    found.update({f"weights/{head}{end}": weights[head] for head in range(HEADS)})
    found.update({"attention" + end: attention, "block" + end: made})
    return made


def inputs_of(of, end):
    """The same numbers as a document calls them: input × output, a matrix for each head."""
    given = {"gamma_1": of["input_layernorm"][None], "gamma_2": of["post_attention_layernorm"][None],
             "gamma_Q": of["q_norm"][None], "gamma_K": of["k_norm"][None], "W_O": of["o_proj"].T,
             "W_1": of["up_proj"].T, "b_1": np.zeros((1, HIDDEN)), "W_gate": of["gate_proj"].T,
             "W_2": of["down_proj"].T, "b_2": np.zeros((1, D_MODEL))}
    for name, part, count in (("W_Q", "q_proj", HEADS), ("W_K", "k_proj", GROUPS),
                              ("W_V", "v_proj", GROUPS)):
        for at, rows in enumerate(np.split(of[part], count)):
            given[f"{name}/{at}"] = rows.T
    return {name + end: numbers for name, numbers in given.items()}


def main():
    x, found, inputs = drawn(WORDS, D_MODEL), {}, {}
    inputs["X"] = x
    for at in range(LAYERS):
        of, end = drawn_layer(), f"@{at}" if at else ""
        inputs.update(inputs_of(of, end))
        x = layer(x, of, end, found)
    model = {"kind": "block", "heads": HEADS, "key_value_groups": GROUPS, "join": "w_o",
             "positions": {"rotary": THETA, "pairs": "halves"}, "mask": "causal", "qk_norm": True,
             "block": {"norm": "rms", "place": "before", "epsilon": EPSILON, "mlp": "swiglu",
                       "layers": LAYERS}}
    as_lists = lambda all_of: {name: numbers.tolist() for name, numbers in all_of.items()}
    json.dump({"document": {"format": "attention-lab", "version": [2, 0], "title": "Two layers",
                            "model": model,
                            "lists": {"words": [f"w{at}" for at in range(WORDS)]},
                            "inputs": as_lists(inputs)}, "stages": as_lists(found)}, sys.stdout)
    print()


main()
