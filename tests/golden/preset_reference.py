#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Every stage of the presets of models beyond one head, in NumPy, written from the papers alone.

Reads the inputs of each such preset and prints its stages by name, to compare the engine with.
Nothing here is shared with the program: positions are complex numbers that are turned, norms are
NumPy's mean and variance, a group of keys is repeated for each head that reads it. Needs
python3-numpy, and only to make new numbers:
    tests/golden/preset_reference.py > tests/golden/preset_reference.json
"""
import json
import math
import sys
from pathlib import Path

import numpy as np

OPTIONS = {"join", "keys_from", "score", "positions", "key_value_groups", "block", "target"}


def sines(words, width, base):
    """Vaswani et al. 2017."""
    table = np.zeros((words, width))
    for position in range(words):
        for column in range(width):
            angle = position / base ** (2 * (column // 2) / width)
            table[position, column] = math.cos(angle) if column % 2 else math.sin(angle)
    return table


def turned(rows, base, are_neighbours):
    """Pairs of columns as complex numbers, times e^(i m theta). Su et al. 2021."""
    half = rows.shape[1] // 2
    first, second = ((rows[:, 0::2], rows[:, 1::2]) if are_neighbours
                     else (rows[:, :half], rows[:, half:]))
    angles = np.outer(np.arange(len(rows)), base ** (-2 * np.arange(half) / rows.shape[1]))
    pairs = (first + 1j * second) * np.exp(1j * angles)
    result = np.zeros_like(rows)
    if are_neighbours:
        result[:, 0::2], result[:, 1::2] = pairs.real, pairs.imag
    else:
        result[:, :half], result[:, half:] = pairs.real, pairs.imag
    return result


def buckets(queries, keys, count, furthest):
    """Raffel et al. 2020, where no key is ahead of its query: half of the buckets hold
    one distance each, the others ever more, and the last all that are further."""
    table = np.zeros((queries, keys), dtype=int)
    single = count // 2
    for query in range(queries):
        for key in range(keys):
            away = max(query - key, 0)
            if away >= single:
                further = math.log(away / single) / math.log(furthest / single)
                away = min(single + int(further * (count - single)), count - 1)
            table[query, key] = away
    return table


def softmax(rows):
    powers = np.exp(rows - rows.max(axis=1, keepdims=True))
    return powers / powers.sum(axis=1, keepdims=True)


ONCE = {"X", "M", "P", "E", "target", "embedded", "logits", "probabilities", "loss"}


class Stages(dict):
    """The stages of one document by their names, computed in order. While a layer after the first is
    computed, a name means that of the layer."""

    def __init__(self, document):
        super().__init__()
        self.layer = 0
        self.model, self.inputs = document["model"], document["inputs"]
        if self.model.get("embedding") == "table":  # each word has its row
            words, vocabulary = document["lists"]["words"], document["lists"]["vocabulary"]
            x = self["X"] = self.given("E")[[vocabulary.index(word) for word in words]]
        else:
            x = self.given("X")
        positions = self.model.get("positions", "none")
        if "sinusoidal" in positions:
            self["P"] = sines(*x.shape, positions["sinusoidal"])
            x = self["embedded"] = x + self["P"]
        self.block = self.model.get("block")
        for self.layer in range(self.block.get("layers", 1) if self.block else 1):
            read = self.norm("norm_1", x) if self.has_norm("before") else x
            source = self.given("M") if self.model.get("keys_from") == "memory" else read
            attention = self.attend(read, source, positions)
            if self.block:
                x = self.around(x, attention)
        self.layer = 0
        if self.block and self.block.get("final_norm"):
            x = self.norm("norm_f", x)
        if self.block and self.block["words_out"]:
            assert self.model.get("unembedding", "tied") == "tied"
            self["logits"] = x @ self.given("E").T
            self["probabilities"] = softmax(self["logits"])
        if "target" in self.model:
            self["loss"] = self.loss(self.model["target"])

    def of_layer(self, name):
        return name if self.layer == 0 or name in ONCE else f"{name}@{self.layer}"

    def __setitem__(self, name, stage):
        super().__setitem__(self.of_layer(name), stage)

    def __getitem__(self, name):
        return super().__getitem__(self.of_layer(name))

    def loss(self, of):
        """Squared: the mean over all numbers. Cross-entropy: Goodfellow et al. 2016."""
        name, at, layer = of.partition("@")
        made = self[(name if "/" in name else name + "/0") + at + layer]
        target = self.given("target")
        if self.model["loss"] == "squared":
            return ((made - target) ** 2).mean().reshape(1, 1)
        logs = np.log(np.where(target > 0, made, 1.0))
        return -(target * logs).sum().reshape(1, 1) / len(target)

    def given(self, name):
        bare = self.of_layer(name[:-2] if name.endswith("/0") else name)
        name = self.of_layer(name)
        rows = self.inputs[name] if name in self.inputs else self.inputs[bare]
        return np.array(rows, dtype=np.float64)

    def has_norm(self, place):
        return self.block and self.block["norm"] != "none" and self.block["place"] == place

    def rms_norm(self, name, x, gain, epsilon, place=""):
        """Zhang and Sennrich 2019, eq. 4: each row over its root mean square. `place`: "/0" of a head."""
        deviation = self[f"{name}.deviation{place}"] = np.sqrt(
            np.square(x).mean(axis=1, keepdims=True) + epsilon)
        self[f"{name}.scaled{place}"] = x / deviation
        self[name + place] = self[f"{name}.scaled{place}"] * gain
        return self[name + place]

    def norm(self, name, x):
        """Layer: Ba et al. 2016, eq. 3, for each word alone."""
        if self.block["norm"] == "rms":
            return self.rms_norm(name, x, self.given("gamma_" + name[-1]), self.block["epsilon"])
        self[name + ".mean"] = x.mean(axis=1, keepdims=True)
        self[name + ".centred"] = x - self[name + ".mean"]
        self[name + ".deviation"] = np.sqrt(x.var(axis=1, keepdims=True) + self.block["epsilon"])
        self[name + ".scaled"] = self[name + ".centred"] / self[name + ".deviation"]
        self[name] = (self[name + ".scaled"] * self.given("gamma_" + name[-1])
                      + self.given("beta_" + name[-1]))
        return self[name]

    def scores(self, query, key, head):
        kind = self.model.get("score", "dot")
        if kind == "dot":
            return query @ key.T
        if kind == "additive":  # Bahdanau et al. 2015
            self[f"Q_mapped/{head}"] = query @ self.given(f"U_Q/{head}")
            self[f"K_mapped/{head}"] = key @ self.given(f"U_K/{head}")
            sums = self[f"Q_mapped/{head}"][:, None, :] + self[f"K_mapped/{head}"][None, :, :]
            return np.tanh(sums) @ self.given(f"u/{head}")[0]
        squares = ((query[:, None, :] - key[None, :, :]) ** 2).sum(axis=2)
        if kind == "distance":
            return -squares
        return -squares / (2 * kind["gaussian"] ** 2)

    def attend(self, read, source, positions):
        heads = self.model.get("heads", 1)
        groups = self.model.get("key_value_groups", heads)
        is_normed = self.model.get("qk_norm", False)
        for group in range(groups):
            self[f"K/{group}"] = source @ self.given(f"W_K/{group}")
            self[f"V/{group}"] = source @ self.given(f"W_V/{group}")
        for head in range(heads):
            group = head * groups // heads
            query = self[f"Q/{head}"] = read @ self.given(f"W_Q/{head}")
            key, value = self[f"K/{group}"], self[f"V/{group}"]
            if is_normed:  # Qwen Team 2025, section 2: over the width of a head, before it is turned
                epsilon = self.block["epsilon"]
                query = self.rms_norm("Q_normed", query, self.given("gamma_Q"), epsilon, f"/{head}")
                key = self.rms_norm("K_normed", key, self.given("gamma_K"), epsilon, f"/{group}")
            if "rotary" in positions:
                pairs = positions["rotary"], positions["pairs"] == "neighbours"
                query = self[f"Q_rotated/{head}"] = turned(query, *pairs)
                key = self[f"K_rotated/{group}"] = turned(key, *pairs)
            scores = self[f"scores/{head}"] = self.scores(query, key, head)
            divisor = {"sqrt_d_k": math.sqrt(query.shape[1]), "none": 1.0}[self.model["scale"]]
            temperature = self.model.get("temperature", 1)
            now = self[f"scaled/{head}"] = scores / divisor / temperature
            if "buckets" in positions:
                assert self.model["mask"] == "causal"  # Else keys ahead have buckets of their own.
                places = buckets(*scores.shape, positions["buckets"], positions["furthest"])
                now = self[f"biased/{head}"] = now + self.given(f"T/{head}")[0][places] / temperature
            later = np.arange(scores.shape[1])[None, :] > np.arange(len(scores))[:, None]
            closed = later if self.model["mask"] == "causal" else np.zeros_like(later)
            masked = self[f"masked/{head}"] = np.where(closed, -np.inf, now)
            self[f"weights/{head}"] = softmax(masked)
            self[f"output/{head}"] = self[f"weights/{head}"] @ value
        if self.model.get("join", "none") == "none":
            return None
        self["joined"] = np.hstack([self[f"output/{head}"] for head in range(heads)])
        if self.model["join"] != "w_o":
            return None
        self["attention"] = self["joined"] @ self.given("W_O")
        return self["attention"]

    def around(self, x, attention):
        """A block: Vaswani et al. 2017, with the norm before or after."""
        now = self["after_attention"] = x + attention
        if self.has_norm("after"):
            now = self.norm("norm_1", now)
        if self.block["mlp"] != "none":
            read = self.norm("norm_2", now) if self.has_norm("before") else now
            last = self["hidden"] = read @ self.given("W_1") + self.given("b_1")
            if self.block["mlp"] == "swiglu":  # Shazeer 2020, eq. 6: x σ(x) of the gate
                gate = self["gate"] = read @ self.given("W_gate")
                self["activated"] = gate / (1 + np.exp(-gate))
                last = self["gated"] = self["activated"] * self["hidden"]
            else:
                assert self.block["mlp"] == "relu"
                last = self["activated"] = np.maximum(last, 0)
            self["mlp"] = last @ self.given("W_2") + self.given("b_2")
            now = now + self["mlp"]
            if self.has_norm("after"):
                self["after_mlp"] = now
                now = self.norm("norm_2", now)
        self["block"] = now
        return now


def plain(matrix):
    """JSON knows no infinity; the document format writes it as a string."""
    return [[value if math.isfinite(value) else "-Infinity" for value in row]
            for row in matrix.tolist()]


def main():
    folder = Path(__file__).parents[2] / "assets" / "presets"
    lines = []
    for file in sorted(folder.glob("*.attn")):
        document = json.loads(file.read_text())
        if not OPTIONS & document["model"].keys():
            continue
        made = {stage: plain(matrix) for stage, matrix in Stages(document).items()}
        lines.append(json.dumps({"preset": file.stem, "stages": made}, separators=(",", ":")))
    sys.stdout.write("[\n" + ",\n".join(lines) + "\n]\n")


if __name__ == "__main__":
    main()
