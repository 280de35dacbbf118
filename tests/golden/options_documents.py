# SPDX-License-Identifier: MIT
"""Seeded documents with options, in the document format, for options_reference.py."""
import numpy as np

HEADS_AND_GROUPS = [(1, 1), (2, 2), (2, 1), (4, 2), (4, 1), (3, 1)]
CHOICES = {
    "projections": ["learned"] * 5 + ["none"],
    "heads": HEADS_AND_GROUPS,
    "biases": [False, True],
    "join": ["none", "side_by_side", "w_o"],
    "memory": [False, False, True],
    "score": ["dot", "general", "additive", "cosine", "gaussian", "distance"],
    "positions": ["none", "learned", "sinusoidal", "sines_first", "tensor2tensor", "halves",
                  "neighbours", "part", "alibi", "buckets"],
    "scale": ["sqrt_d_k", "none", "d_k", "sqrt_d_model", "number"],
    "mask": ["none", "causal", "window", "prefix", "padding", "painted", "list"],
    "normaliser": ["softmax", "naive_softmax", "sum", "sparsemax"],
    "axis": ["rows", "columns"],
    "soft_limit": [False, False, True],
    "score_bias": [False, False, True],
    "sink": [False, False, True],
    "qk_norm": [False, True],
    "mean_weights": [False, True],
    "kind": ["attention", "block"],
    "norm": ["layer", "layer_sample", "rms", "none"],
    "place": ["before", "after"],
    "mlp": ["relu", "gelu", "gelu_tanh", "silu", "swiglu", "geglu", "geglu_tanh", "none"],
    "words_out": [False, True],
    "cross": [False, False, True],
    "layers": [1, 1, 2, 3, 12],
    "beginning": [["weights"], ["weights", "V"], ["weights", "output"], ["scores"],
                  ["scores", "V"], ["scaled", "V"], ["masked"], ["Q", "K"], ["Q", "K", "V"]],
    "given_layers": [1, 2, 3, 4],
}


class Drawing:
    """Draws documents. Each option takes its values in turn, in an order of its own each time."""

    def __init__(self, seed):
        self.random = np.random.default_rng(seed)
        self.of_losses = np.random.default_rng([seed, 1])
        self.turns = {}

    def next(self, option):
        left = self.turns.setdefault(option, [])
        if not left:
            left.extend(self.random.permutation(len(CHOICES[option])).tolist())
        return CHOICES[option][left.pop()]

    def whole(self, low, high):
        return int(self.random.integers(low, high + 1))

    def number(self, low, high):
        return round(float(self.random.uniform(low, high)), 3)

    def matrix(self, rows, columns):
        return self.random.uniform(-2, 2, (rows, columns)).round(3).tolist()

    def mask(self, kind, queries, keys):
        if kind == "painted":
            return (self.random.random((queries, keys)) < 0.4).tolist()
        if kind == "list":
            some = ["causal"] + [self.mask(one, queries, keys)
                                 for one in ("window", "prefix", "padding", "painted")]
            return [some[at] for at in self.random.permutation(5)[:self.whole(2, 3)]]
        return {"window": {"window": self.whole(1, 3)}, "prefix": {"prefix": self.whole(0, 3)},
                "padding": {"padding": self.whole(0, 2)}}.get(kind, kind)

    def positions(self, kind):
        base = self.number(2, 200)
        return {"sinusoidal": {"sinusoidal": base}, "halves": {"rotary": base, "pairs": "halves"},
                "neighbours": {"rotary": base, "pairs": "neighbours"},
                "part": {"rotary": base, "columns": 2,
                         "pairs": ["halves", "neighbours"][self.whole(0, 1)]},
                "sines_first": {"sinusoidal": base, "columns": "halves"},
                "tensor2tensor": {"sinusoidal": base, "columns": "tensor2tensor"},
                "buckets": {"buckets": self.whole(4, 8), "furthest": self.whole(9, 20)}
                }.get(kind, kind)

    def model(self, kind, words, keys, memory, cross):
        heads, groups = self.next("heads")
        projections = self.next("projections")
        if projections == "none":
            heads = groups = 1
        sink = self.next("sink")
        score, scale = self.next("score"), self.next("scale")
        normaliser, axis = self.next("normaliser"), self.next("axis")
        model = {
            "kind": kind, "projections": projections, "biases": self.next("biases"),
            "heads": heads, "key_value_groups": groups,
            "join": "w_o" if kind == "block" else self.next("join"),
            "keys_from": "memory" if memory else "self",
            "score": {"gaussian": self.number(0.5, 3)} if score == "gaussian" else score,
            "positions": self.positions(self.next("positions")),
            "scale": self.number(0.3, 5) if scale == "number" else scale,
            "temperature": self.number(0.3, 3) if self.whole(0, 1) else 1,
            "soft_limit": self.number(0.5, 4) if self.next("soft_limit") else None,
            "mask": self.mask(self.next("mask"), words, keys),
            "normaliser": "softmax" if sink and normaliser in ("sum", "sparsemax") else normaliser,
            "axis": "rows" if sink else axis, "sink": sink}
        model["qk_norm"] = self.next("qk_norm")
        model["score_bias"] = self.next("score_bias")
        model["mean_weights"] = self.next("mean_weights") and model["join"] != "none"
        if kind == "block":
            model["block"] = {name: self.next(name) for name in ("norm", "place", "mlp")}
            model["block"]["epsilon"] = self.number(0.001, 0.1)
            for name in ("words_out", "layers"):
                model["block"][name] = self.next(name)
            model["block"]["cross"] = cross
        return model

    def inputs(self, model, words, keys, words_out):
        """The numbers that the model reads, of any shapes that fit it."""
        given = self.inputs_but_bias(model, words, keys, words_out)
        if model["score_bias"]:
            layers = model["block"]["layers"] if model["kind"] == "block" else 1
            of_keys = keys if model["keys_from"] == "memory" else words
            for layer in range(layers):
                for head in range(model["heads"]):
                    end = f"@{layer}" if layer else ""
                    given[f"bias/{head}{end}"] = self.matrix(words, of_keys)
        return given

    def inputs_but_bias(self, model, words, keys, words_out):
        matrix, whole = self.matrix, self.whole
        is_learned, is_block = model["projections"] == "learned", model["kind"] == "block"
        positions = model["positions"] if isinstance(model["positions"], dict) else {}
        pairs, is_part = "rotary" in positions, isinstance(positions.get("columns"), int)
        sines_first = "sinusoidal" in positions and "columns" in positions
        d_k = whole(2, 5) if is_part else 2 * whole(1, 2) if pairs else whole(1, 4)
        least = 2 if is_block and model["block"]["norm"] == "layer_sample" else 1
        d_model = (d_k if pairs and not is_learned else 2 * whole(1, 3) if sines_first
                   else whole(least, 4))
        given = {"X": matrix(words, d_model)}
        width = of_memory = d_model
        if model["keys_from"] == "memory" or (is_block and model["block"]["cross"]):
            of_memory = whole(1, 4) if is_learned else d_model
            given["M"] = matrix(keys, of_memory)
        if model["keys_from"] == "memory":
            width = of_memory
        if model["positions"] == "learned":
            given["P"] = matrix(words, d_model)
        d_v = [whole(1, 3) if is_learned else width for _ in range(model["key_value_groups"])]
        d_k = d_k if is_learned else d_model
        for at in range(model["key_value_groups"] if is_learned else 0):
            given[f"W_K/{at}"], given[f"W_V/{at}"] = matrix(width, d_k), matrix(width, d_v[at])
            if model["biases"]:
                given[f"b_K/{at}"], given[f"b_V/{at}"] = matrix(1, d_k), matrix(1, d_v[at])
        if model["qk_norm"]:
            given["gamma_Q"], given["gamma_K"] = matrix(1, d_k), matrix(1, d_k)
        for head in range(model["heads"]):
            if is_learned:
                given[f"W_Q/{head}"] = matrix(d_model, d_k)
                if model["biases"]:
                    given[f"b_Q/{head}"] = matrix(1, d_k)
            if model["score"] == "general":
                given[f"W_S/{head}"] = matrix(d_k, d_k)
            if model["score"] == "additive":
                mapped = whole(1, 3)
                given[f"U_Q/{head}"] = matrix(d_k, mapped)
                given[f"U_K/{head}"] = matrix(d_k, mapped)
                given[f"u/{head}"] = matrix(1, mapped)
            if isinstance(model["positions"], dict) and "buckets" in model["positions"]:
                given[f"T/{head}"] = matrix(1, model["positions"]["buckets"])
        if model["sink"]:
            given["sink"] = matrix(1, model["heads"])
        if model["join"] == "w_o":
            joined = sum(d_v[head * len(d_v) // model["heads"]] for head in range(model["heads"]))
            out = d_model if is_block else whole(1, 4)
            given["W_O"] = matrix(joined, out)
            if model["biases"]:
                given["b_O"] = matrix(1, out)
        if is_block:
            self.more_layers(model, given, d_model, of_memory, words_out)
        return given

    def more_layers(self, model, given, d_model, of_memory, words_out):
        """The block around the attention; cross-attention and further layers, as wide as the first
        attention."""
        block, first = model["block"], dict(given)
        around = self.block_inputs(block, d_model, words_out)
        for layer in range(block["layers"]):
            end = f"@{layer}" if layer else ""
            for name, rows in {**first, **around}.items():
                if name not in ("X", "M", "P", "E") and end:
                    given[name + end] = self.matrix(len(rows), len(rows[0]))
            for name, rows in first.items() if block["cross"] else []:
                kind = name.split("/")[0]
                if kind in ("W_Q", "W_K", "W_V", "b_Q", "b_K", "b_V", "W_O", "b_O", "gamma_Q",
                            "gamma_K"):
                    high = of_memory if kind in ("W_K", "W_V") else len(rows)
                    given["cross." + name + end] = self.matrix(high, len(rows[0]))
        given.update(around)

    def block_inputs(self, block, d_model, words_out):
        matrix, given = self.matrix, {}
        has_mlp = block["mlp"] != "none"
        norms = 1 + has_mlp + block["cross"] if block["norm"] != "none" else 0
        for number in range(1, norms + 1):
            given[f"gamma_{number}"] = matrix(1, d_model)
            if block["norm"] in ("layer", "layer_sample"):
                given[f"beta_{number}"] = matrix(1, d_model)
        if has_mlp:
            wide = self.whole(1, 5)
            given["W_1"], given["b_1"] = matrix(d_model, wide), matrix(1, wide)
            given["W_2"], given["b_2"] = matrix(wide, d_model), matrix(1, d_model)
        if block["mlp"] in ("swiglu", "geglu", "geglu_tanh"):
            given["W_gate"] = matrix(d_model, wide)
        if block["words_out"]:
            given["E"] = matrix(words_out, d_model)
        return given

    def document(self, title):
        memory, words, words_out = self.next("memory"), self.whole(1, 4), self.whole(1, 4)
        kind = self.next("kind")
        cross = kind == "block" and self.next("cross")
        of_memory = self.whole(1, 4)
        model = self.model(kind, words, of_memory if memory else words, memory, cross)
        keys = of_memory
        lists = {"words": [f"w{at}" for at in range(words)]}
        if memory or cross:
            lists["memory"] = [f"m{at}" for at in range(keys)]
        if model["kind"] == "block" and model["block"]["words_out"]:
            lists["words_out"] = [f"o{at}" for at in range(words_out)]
        return {"format": "attention-lab", "version": [2, 0], "title": title, "model": model,
                "lists": lists, "inputs": self.inputs(model, words, keys, words_out)}

    def document_without_x(self, title):
        """A document that begins with given stages: the same ones in each of its layers."""
        begins, layers = self.next("beginning"), self.next("given_layers")
        memory, words, of_memory = self.next("memory"), self.whole(1, 4), self.whole(1, 4)
        keys = of_memory if memory else words
        model = {**self.model("attention", words, keys, memory, False), "projections": "learned",
                 "biases": False, "positions": "none", "qk_norm": False}
        has_scaled, is_masked = begins[0] in ("Q", "scores", "scaled"), begins[0] != "weights"
        if begins[0] != "Q":
            model["score"] = "dot"
            if isinstance(model["scale"], str):
                model["scale"] = "none"  # nothing says d_k
        elif model["scale"] == "sqrt_d_model":
            model["scale"] = "sqrt_d_k"
        if not {"K", "V"} & set(begins):
            model["key_value_groups"] = model["heads"]
        if model["join"] == "w_o" and not {"V", "output"} & set(begins):
            model["join"] = "side_by_side"
        model["sink"] = model["sink"] and is_masked
        model["score_bias"] = model["score_bias"] and has_scaled
        lists = {"words": [f"w{at}" for at in range(words)]}
        if memory:
            lists["memory"] = [f"m{at}" for at in range(keys)]
        return {"format": "attention-lab", "version": [2, 0], "title": title, "model": model,
                "lists": lists, "inputs": self.layers_of_given(model, begins, layers, words, keys)}

    def layers_of_given(self, model, begins, layers, words, keys):
        """Draws numbers for each layer. All layers have the same stages and shapes."""
        heads, groups, whole = model["heads"], model["key_value_groups"], self.whole
        d_k, d_v = whole(1, 4), [whole(1, 3) for _ in range(groups)]
        of_head = [d_v[head * groups // heads] for head in range(heads)]
        shapes = {}
        for stage in begins:
            for at in range(groups if stage in ("K", "V") else heads):
                shapes[f"{stage}/{at}"] = {"Q": (words, d_k), "K": (keys, d_k),
                                           "V": (keys, d_v[at] if at < groups else 0),
                                           "output": (words, of_head[at])}.get(stage, (words, keys))
        for head in range(heads):
            if model["score"] == "general":
                shapes[f"W_S/{head}"] = d_k, d_k
            if model["score"] == "additive":
                mapped = whole(1, 3)
                shapes.update({f"U_Q/{head}": (d_k, mapped), f"U_K/{head}": (d_k, mapped),
                               f"u/{head}": (1, mapped)})
            if model["score_bias"]:
                shapes[f"bias/{head}"] = words, keys
        if model["sink"]:
            shapes["sink"] = 1, heads
        if model["join"] == "w_o":
            shapes["W_O"] = sum(of_head), whole(1, 4)
        given = {}
        for layer in range(layers):
            for name, shape in shapes.items():
                low = 0 if name.startswith("weights/") else -2
                numbers = self.random.uniform(low, 1 if low == 0 else 2, shape).round(3)
                given[name + (f"@{layer}" if layer else "")] = numbers.tolist()
        return given

    def compared(self, document, found):
        """The document with a loss, or without one: a stage of those that were found beside a
        target. Shares above 0 have a cross entropy."""
        random = self.of_losses
        kind = ["none", "squared", "cross_entropy"][random.integers(3)]
        apart = ("P", "masked", "weighted_values", "loss")  # Nothing is compared with these.
        names = [name for name, numbers in found.items()
                 if name.removeprefix("cross.").split("/")[0] not in apart
                 and np.all(np.isfinite(numbers))]
        if kind == "cross_entropy":
            names = [name for name in names if name == "probabilities"
                     or name.removeprefix("cross.").startswith("weights")]
            names = [name for name in names if np.all(found[name] >= 0)]
        if kind == "none" or not names:
            return document
        name = names[random.integers(len(names))]
        target = random.uniform(0, 1, found[name].shape).round(3)
        if kind == "cross_entropy":
            target[found[name] == 0] = 0
        return {**document, "model": {**document["model"], "loss": kind, "target": name},
                "inputs": {**document["inputs"], "target": target.tolist()}}
