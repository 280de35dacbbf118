#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Writes small random checkpoints of every type of model that the lab reads, with the names and
layouts that the transformers library gives their tensors, and what each layer computes, by NumPy in
64 bits from the very weights of the files:

    tests/golden/checkpoint_reference.py tests/data/checkpoints

Each folder holds config.json, the weights, and expected.tensors (safetensors): the numbers of every layer
("layers.1.input", "layers.1.read", "layers.1.heads.2.weights" …) for the token ids in "ids", and
for models that say a next word "final", the last norm's result, and "logits".

Two of them have edits.json too, numbers that are added to inputs of one layer, and edited.tensors:
the logits of the model with these numbers in its tensors ("1.weights.logits": layer 1, the edits of
its weights). Its X is what the layer reads: the embeddings of its words, for it.
"""
import json
import os
import struct
import sys

import numpy as np

WORDS = 6


def rounded(values, kind):
    """The numbers as a file of this kind can hold them, in 64 bits."""
    if kind == "F32":
        return values.astype(np.float32).astype(np.float64)
    if kind == "F16":
        return values.astype(np.float16).astype(np.float64)
    bits = values.astype(np.float32).view(np.uint32)
    bits = (bits + 0x7FFF + ((bits >> 16) & 1)) & 0xFFFF0000
    return bits.astype(np.uint32).view(np.float32).astype(np.float64)


def stored(values, kind):
    if kind == "F64":
        return values.astype("<f8").tobytes()
    if kind == "F32":
        return values.astype("<f4").tobytes()
    if kind == "F16":
        return values.astype("<f2").tobytes()
    if kind == "I64":
        return values.astype("<i8").tobytes()
    return (values.astype("<f4").view("<u4") >> 16).astype("<u2").tobytes()


def write_tensors(path, tensors):
    """tensors: name → (array, kind)."""
    head, data = {"__metadata__": {"format": "pt"}}, b""
    for name in sorted(tensors):
        values, kind = tensors[name]
        values = np.ascontiguousarray(values)
        part = stored(values, kind)
        head[name] = {"dtype": kind, "shape": list(values.shape),
                      "data_offsets": [len(data), len(data) + len(part)]}
        data += part
    text = json.dumps(head).encode()
    text += b" " * (-len(text) % 8)
    with open(path, "wb") as file:
        file.write(struct.pack("<Q", len(text)) + text + data)


class Edits:
    """What is added to the inputs of one layer: (tensor or "X", index, amount) each."""

    def __init__(self, layer=None, list=()):
        self.layer, self.list = layer, list

    def of(self, name, values):
        for tensor, index, amount in self.list:
            if tensor == name:
                values = values.copy()
                values[index] += amount
        return values

    def read(self, layer, x):
        return self.of("X", x) if layer == self.layer else x


class Tensors:
    """Random weights, rounded as they are stored, and then edited."""

    edits = Edits()

    def __init__(self, seed, kind):
        self.random, self.kind, self.all = np.random.default_rng(seed), kind, {}

    def make(self, name, *shape, size=None, around=0.0):
        size = size if size is not None else 1.0 / np.sqrt(shape[-1])
        self.all[name] = rounded(around + size * self.random.standard_normal(shape), self.kind)

    def __getitem__(self, name):
        return Tensors.edits.of(name, self.all[name])

    def get(self, name, otherwise):
        return self.all.get(name, otherwise)


def layer_norm(x, gain, shift, epsilon):
    centred = x - x.mean(-1, keepdims=True)
    return centred / np.sqrt((centred ** 2).mean(-1, keepdims=True) + epsilon) * gain + shift


def rms_norm(x, gain, epsilon):
    return x / np.sqrt((x ** 2).mean(-1, keepdims=True) + epsilon) * gain


erf = np.vectorize(__import__("math").erf)
activations = {
    "gelu": lambda x: 0.5 * x * (1 + erf(x / np.sqrt(2))),
    "gelu_new": lambda x: 0.5 * x * (1 + np.tanh(np.sqrt(2 / np.pi) * (x + 0.044715 * x ** 3))),
    "gelu_pytorch_tanh": lambda x: activations["gelu_new"](x),
    "silu": lambda x: x / (1 + np.exp(-x)),
}


def softmax(scores):
    powers = np.exp(scores - scores.max(-1, keepdims=True))
    return powers / powers.sum(-1, keepdims=True)


def attend(q, k, v, allowed, scale, cap=None):
    """q: heads × words × width; k and v may have fewer heads, each repeated for its group."""
    repeats = q.shape[0] // k.shape[0]
    k, v = np.repeat(k, repeats, axis=0), np.repeat(v, repeats, axis=0)
    scores = np.einsum("hid,hjd->hij", q, k) * scale
    if cap is not None:
        scores = cap * np.tanh(scores / cap)
    weights = softmax(np.where(allowed, scores, -np.inf))
    return weights, np.einsum("hij,hjd->hid", weights, v)


def parted(x, heads):
    return x.reshape(x.shape[0], heads, -1).transpose(1, 0, 2)


def rotate_half(x):
    half = x.shape[-1] // 2
    return np.concatenate([-x[..., half:], x[..., :half]], axis=-1)


def rotary(x, base, share=1):
    """With a share, only the first columns are turned, as in GPTNeoXAttention and PhiAttention of
    the transformers library: rotary_ndims = int(head_size * share)."""
    if share < 1:
        columns = int(x.shape[-1] * share)
        return np.concatenate([rotary(x[..., :columns], base), x[..., columns:]], axis=-1)
    width = x.shape[-1]
    inverse = 1.0 / base ** (np.arange(0, width, 2) / width)
    angles = np.outer(np.arange(x.shape[-2]), inverse)
    angles = np.concatenate([angles, angles], axis=-1)
    return x * np.cos(angles) + rotate_half(x) * np.sin(angles)


def seen(causal, window):
    i, j = np.arange(WORDS)[:, None], np.arange(WORDS)[None, :]
    allowed = (j <= i) if causal else np.ones((WORDS, WORDS), bool)
    if window:
        allowed = allowed & (i - j < window)
    return allowed


class Kept:
    """The computed numbers, by name."""

    def __init__(self, ids):
        self.all = {"ids": (np.array(ids), "I64")}

    def keep(self, layer, **values):
        for name, value in values.items():
            if name in ("weights", "outputs"):
                for head in range(value.shape[0]):
                    self.all[f"layers.{layer}.heads.{head}.{name}"] = (value[head], "F64")
            else:
                self.all[f"layers.{layer}.{name}"] = (value, "F64")

    def say(self, final, table, shift=0.0, cap=None):
        """table: vocabulary × width, as nn.Linear stores it; cap: the bound of the logits, as in
        Gemma 2 (section 2)."""
        self.all["final"] = (final, "F64")
        logits = final @ table.T + shift
        self.all["logits"] = (logits if cap is None else cap * np.tanh(logits / cap), "F64")


def gpt2():
    config = {"model_type": "gpt2", "architectures": ["GPT2LMHeadModel"], "n_layer": 2, "n_head": 4,
              "n_embd": 16, "n_positions": 12, "n_ctx": 12, "vocab_size": 32, "n_inner": None,
              "activation_function": "gelu_new", "layer_norm_epsilon": 1e-5}
    t = Tensors(1, "F32")
    t.make("wte.weight", 32, 16, size=1)
    t.make("wpe.weight", 12, 16, size=0.5)
    for n in range(2):
        for norm in ("ln_1", "ln_2"):
            t.make(f"h.{n}.{norm}.weight", 16, size=0.2, around=1)
            t.make(f"h.{n}.{norm}.bias", 16, size=0.2)
        for name, shape in (("attn.c_attn", (16, 48)), ("attn.c_proj", (16, 16)),
                            ("mlp.c_fc", (16, 64)), ("mlp.c_proj", (64, 16))):
            t.make(f"h.{n}.{name}.weight", *shape, size=0.4)
            t.make(f"h.{n}.{name}.bias", shape[1], size=0.3)
    t.make("ln_f.weight", 16)
    t.make("ln_f.bias", 16)
    ids = [5, 31, 0, 7, 7, 12]
    x = t["wte.weight"][ids] + t["wpe.weight"][:WORDS]
    kept = Kept(ids)
    for n in range(2):
        at = lambda name: t[f"h.{n}.{name}"]
        x = Tensors.edits.read(n, x)
        read = layer_norm(x, at("ln_1.weight"), at("ln_1.bias"), 1e-5)
        fused = read @ at("attn.c_attn.weight") + at("attn.c_attn.bias")
        q, k, v = (parted(part, 4) for part in np.split(fused, 3, axis=-1))
        weights, outputs = attend(q, k, v, seen(True, 0), 1 / np.sqrt(4))
        joined = outputs.transpose(1, 0, 2).reshape(WORDS, 16)
        attention = joined @ at("attn.c_proj.weight") + at("attn.c_proj.bias")
        middle = x + attention
        hidden = layer_norm(middle, at("ln_2.weight"), at("ln_2.bias"), 1e-5)
        hidden = activations["gelu_new"](hidden @ at("mlp.c_fc.weight") + at("mlp.c_fc.bias"))
        output = middle + hidden @ at("mlp.c_proj.weight") + at("mlp.c_proj.bias")
        kept.keep(n, input=x, read=read, weights=weights, outputs=outputs, attention=attention,
                  output=output)
        x = output
    kept.say(layer_norm(x, t["ln_f.weight"], t["ln_f.bias"], 1e-5), t["wte.weight"])
    extra = {f"h.{n}.attn.bias": (np.tril(np.ones((1, 1, 12, 12))), "F32") for n in range(2)}
    return config, t, extra, kept


def bert_like(kind, seed, model_type, prefix, old_names):
    roberta = model_type == "roberta"
    config = {"model_type": model_type, "num_hidden_layers": 2, "num_attention_heads": 4,
              "hidden_size": 16, "intermediate_size": 32, "vocab_size": 32, "hidden_act": "gelu",
              "max_position_embeddings": 12, "type_vocab_size": 1 if roberta else 2,
              "layer_norm_eps": 1e-5 if roberta else 1e-12}
    if roberta:
        config["pad_token_id"] = 1
    gain, shift = ("gamma", "beta") if old_names else ("weight", "bias")
    t = Tensors(seed, kind)
    e = prefix + "embeddings."
    t.make(e + "word_embeddings.weight", 32, 16, size=1)
    t.make(e + "position_embeddings.weight", 12, 16, size=0.5)
    t.make(e + "token_type_embeddings.weight", config["type_vocab_size"], 16, size=0.5)

    def norm(name):
        t.make(f"{name}.LayerNorm.{gain}", 16, size=0.2, around=1)
        t.make(f"{name}.LayerNorm.{shift}", 16, size=0.2)

    def normed(x, name):
        return layer_norm(x, t[f"{name}.LayerNorm.{gain}"], t[f"{name}.LayerNorm.{shift}"],
                          config["layer_norm_eps"])

    def linear(x, name):
        return x @ t[name + ".weight"].T + t[name + ".bias"]

    norm(prefix + "embeddings")
    for n in range(2):
        layer = f"{prefix}encoder.layer.{n}."
        for name, rows, columns in (("attention.self.query", 16, 16), ("attention.self.key", 16, 16),
                                    ("attention.self.value", 16, 16),
                                    ("attention.output.dense", 16, 16),
                                    ("intermediate.dense", 32, 16), ("output.dense", 16, 32)):
            t.make(layer + name + ".weight", rows, columns, size=0.4)
            t.make(layer + name + ".bias", rows, size=0.3)
        norm(layer + "attention.output")
        norm(layer + "output")
    t.make(prefix + "pooler.dense.weight", 16, 16)
    t.make(prefix + "pooler.dense.bias", 16)
    ids = [0, 9, 1, 30, 9, 2] if roberta else [3, 9, 17, 30, 9, 2]
    if roberta:
        is_word = np.array(ids) != 1
        places = np.cumsum(is_word) * is_word + 1
    else:
        places = np.arange(WORDS)
    x = (t[e + "word_embeddings.weight"][ids] + t[e + "position_embeddings.weight"][places] +
         t[e + "token_type_embeddings.weight"][0])
    x = normed(x, prefix + "embeddings")
    kept = Kept(ids)
    for n in range(2):
        layer = f"{prefix}encoder.layer.{n}."
        q, k, v = (parted(linear(x, layer + "attention.self." + name), 4)
                   for name in ("query", "key", "value"))
        weights, outputs = attend(q, k, v, seen(False, 0), 1 / np.sqrt(4))
        joined = outputs.transpose(1, 0, 2).reshape(WORDS, 16)
        attention = linear(joined, layer + "attention.output.dense")
        middle = normed(x + attention, layer + "attention.output")
        hidden = activations["gelu"](linear(middle, layer + "intermediate.dense"))
        output = normed(middle + linear(hidden, layer + "output.dense"), layer + "output")
        kept.keep(n, input=x, read=x, weights=weights, outputs=outputs, attention=attention,
                  output=output)
        x = output
    return config, t, {}, kept


def llama_like(model_type, kind, seed, heads=4, groups=2, width=4, base=10000.0, biases=(),
               window=lambda n: 0, extra=None, cap=None, scalar=None, share=1):
    gemma = model_type.startswith("gemma")
    three = model_type.startswith("gemma3")
    two = model_type == "gemma2" or three
    has_qk_norm = model_type == "qwen3" or three
    bases = base if callable(base) else lambda n: base
    begin = "language_model.model." if model_type == "gemma3" else "model."
    act = "gelu_pytorch_tanh" if gemma else "silu"
    config = {"model_type": model_type, "num_hidden_layers": 2, "num_attention_heads": heads,
              "num_key_value_heads": groups, "hidden_size": 16, "intermediate_size": 32,
              "vocab_size": 32, "max_position_embeddings": 64, "rms_norm_eps": 1e-6,
              "rope_theta": bases(1), "head_dim": width,
              "hidden_activation" if gemma else "hidden_act": act}
    config.update(extra or {})
    t = Tensors(seed, kind)
    t.make(begin + "embed_tokens.weight", 32, 16, size=1)
    around = 0 if gemma else 1
    norms = (["input_layernorm", "post_attention_layernorm"] +
             (["pre_feedforward_layernorm", "post_feedforward_layernorm"] if two else []))
    for n in range(2):
        layer = f"{begin}layers.{n}."
        for name in norms:
            t.make(layer + name + ".weight", 16, size=0.2, around=around)
            if model_type == "stablelm":
                t.make(layer + name + ".bias", 16, size=0.2)
        for name, rows, columns in (("self_attn.q_proj", heads * width, 16),
                                    ("self_attn.k_proj", groups * width, 16),
                                    ("self_attn.v_proj", groups * width, 16),
                                    ("self_attn.o_proj", 16, heads * width),
                                    ("mlp.gate_proj", 32, 16), ("mlp.up_proj", 32, 16),
                                    ("mlp.down_proj", 16, 32)):
            t.make(layer + name + ".weight", rows, columns, size=0.4)
            if name in biases:
                t.make(layer + name + ".bias", rows, size=0.3)
        for name in ("q_norm", "k_norm") if has_qk_norm else ():
            t.make(f"{layer}self_attn.{name}.weight", width, size=0.4, around=around)
    t.make(begin + "norm.weight", 16, around=around)
    is_tied = gemma or config.get("tie_word_embeddings", False)
    if not is_tied:
        t.make("lm_head.weight", 32, 16)
    if model_type == "stablelm":
        t.make(begin + "norm.bias", 16, size=0.2)
    ids = [2, 11, 30, 5, 5, 19]

    def linear(x, name):
        return x @ t[name + ".weight"].T + t.get(name + ".bias", 0.0)

    def normed(x, name):
        if model_type == "stablelm":
            return layer_norm(x, t[name + ".weight"], t[name + ".bias"], 1e-5)
        return rms_norm(x, t[name + ".weight"] + (1 if gemma else 0), 1e-6)

    def heads_of(x, name, count):
        """transformers, Qwen3Attention and Gemma3Attention: each head's queries and keys are normed
        by gains of its width, which all heads share."""
        made = parted(linear(x, f"{layer}self_attn.{name}_proj"), count)
        return normed(made, f"{layer}self_attn.{name}_norm") if has_qk_norm else made

    x = t[begin + "embed_tokens.weight"][ids] * (np.sqrt(16) if gemma else 1)
    kept = Kept(ids)
    for n in range(2):
        layer = f"{begin}layers.{n}."
        x = Tensors.edits.read(n, x)
        read = normed(x, layer + "input_layernorm")
        q = rotary(heads_of(read, "q", heads), bases(n), share)
        k = rotary(heads_of(read, "k", groups), bases(n), share)
        v = parted(linear(read, layer + "self_attn.v_proj"), groups)
        weights, outputs = attend(q, k, v, seen(True, window(n)), (scalar or width) ** -0.5, cap)
        joined = outputs.transpose(1, 0, 2).reshape(WORDS, heads * width)
        attention = linear(joined, layer + "self_attn.o_proj")
        if two:
            middle = x + normed(attention, layer + "post_attention_layernorm")
            second = normed(middle, layer + "pre_feedforward_layernorm")
        else:
            middle = x + attention
            second = normed(middle, layer + "post_attention_layernorm")
        hidden = (activations[act](linear(second, layer + "mlp.gate_proj")) *
                  linear(second, layer + "mlp.up_proj"))
        mlp = linear(hidden, layer + "mlp.down_proj")
        output = middle + (normed(mlp, layer + "post_feedforward_layernorm") if two else mlp)
        kept.keep(n, input=x, read=read, weights=weights, outputs=outputs, attention=attention,
                  output=output)
        x = output
    kept.say(normed(x, begin + "norm"),
             t[begin + "embed_tokens.weight" if is_tied else "lm_head.weight"],
             cap=30.0 if model_type == "gemma2" else None)
    return config, t, {}, kept


def neox_like(model_type, kind, seed, share, width, is_parallel=True):
    """GPT-NeoX (Black et al. 2022): x + attention(norm_1(x)) + mlp(norm_2(x)), and q, k
    and v of one head after the other's in one tensor. Phi has one norm for both, and tensors of
    their own. If it is not parallel, the MLP reads what the attention has added."""
    neox, heads = model_type == "gpt_neox", 4
    act = "gelu" if neox else "gelu_new"
    config = {"model_type": model_type, "num_hidden_layers": 2, "num_attention_heads": heads,
              "hidden_size": heads * width, "intermediate_size": 24, "vocab_size": 32,
              "max_position_embeddings": 64, "layer_norm_eps": 1e-5, "hidden_act": act}
    config.update({"rotary_pct": share, "rotary_emb_base": 1000, "use_parallel_residual": is_parallel}
                  if neox else {"partial_rotary_factor": share, "rope_theta": 1000.0})
    t, size = Tensors(seed, kind), heads * width
    begin = "gpt_neox." if neox else "model."
    own = ([("attention.query_key_value", 3 * size, size), ("attention.dense", size, size),
            ("mlp.dense_h_to_4h", 24, size), ("mlp.dense_4h_to_h", size, 24)] if neox else
           [(f"self_attn.{part}_proj", size, size) for part in "qkv"] +
           [("self_attn.dense", size, size), ("mlp.fc1", 24, size), ("mlp.fc2", size, 24)])
    norms = ["input_layernorm"] + (["post_attention_layernorm"] if neox else [])
    words = begin + ("embed_in" if neox else "embed_tokens") + ".weight"
    t.make(words, 32, size, size=1)
    for n in range(2):
        for name in norms:
            t.make(f"{begin}layers.{n}.{name}.weight", size, size=0.2, around=1)
            t.make(f"{begin}layers.{n}.{name}.bias", size, size=0.2)
        for name, rows, columns in own:
            t.make(f"{begin}layers.{n}.{name}.weight", rows, columns, size=0.4)
            t.make(f"{begin}layers.{n}.{name}.bias", rows, size=0.3)
    ids = [2, 11, 30, 5, 5, 19]
    x, kept = t[words][ids], Kept(ids)
    for n in range(2):
        layer = f"{begin}layers.{n}."

        def linear(x, name):
            return x @ t[layer + name + ".weight"].T + t[layer + name + ".bias"]

        def normed(x, name):
            return layer_norm(x, t[layer + name + ".weight"], t[layer + name + ".bias"], 1e-5)

        read = normed(x, "input_layernorm")
        if neox:
            fused = linear(read, own[0][0]).reshape(WORDS, heads, 3, width)
            q, k, v = (fused[:, :, part].transpose(1, 0, 2) for part in range(3))
        else:
            q, k, v = (parted(linear(read, f"self_attn.{part}_proj"), heads) for part in "qkv")
        q, k = rotary(q, 1000, share), rotary(k, 1000, share)
        weights, outputs = attend(q, k, v, seen(True, 0), width ** -0.5)
        joined = outputs.transpose(1, 0, 2).reshape(WORDS, size)
        attention = linear(joined, own[-3][0])
        middle = x + attention
        second = normed(x if is_parallel else middle, "post_attention_layernorm") if neox else read
        output = middle + linear(activations[act](linear(second, own[-2][0])), own[-1][0])
        kept.keep(n, input=x, read=read, weights=weights, outputs=outputs, attention=attention,
                  output=output)
        x = output
    last, table = ("final_layer_norm", "embed_out") if neox else ("final_layernorm", "lm_head")
    t.make(begin + last + ".weight", size, size=0.2, around=1)
    t.make(begin + last + ".bias", size, size=0.2)
    t.make(table + ".weight", 32, size)
    if not neox:
        t.make(table + ".bias", 32, size=0.3)
    kept.say(layer_norm(x, t[begin + last + ".weight"], t[begin + last + ".bias"], 1e-5),
             t[table + ".weight"], t.get(table + ".bias", 0.0))
    extra = {f"{begin}layers.{n}.attention.bias": (np.tril(np.ones((1, 1, 64, 64))), "F32")
             for n in range(2)} if neox else {}
    return config, t, extra, kept


def stablelm():
    """x + attention(norm(x)), then + mlp(norm(·)), by LayerNorm, with gates and a half turned."""
    config, t, extra, kept = llama_like(
        "stablelm", "BF16", 11, width=4, share=0.5, biases=qkv,
        extra={"partial_rotary_factor": 0.5, "use_qkv_bias": True, "layer_norm_eps": 1e-5})
    del config["rms_norm_eps"], config["head_dim"]
    return config, t, extra, kept


def gemma_with_images():
    """Its words alone: their settings are in text_config, beside tensors of images."""
    config, t, extra, kept = llama_like("gemma3", "F16", 14, **gemma_3)
    for old in ("rope_theta", "rope_local_base_freq", "layer_types"):  # as newer files write it
        del config[old]
    config["layer_types"] = ["sliding_attention", "full_attention"]
    config["rope_parameters"] = {
        "sliding_attention": {"rope_type": "default", "rope_theta": 100.0},
        "full_attention": {"rope_type": "default", "rope_theta": 5000.0}}
    config["model_type"] = "gemma3_text"
    t.make("vision_tower.vision_model.embeddings.position_embedding.weight", 4, 8)
    t.make("multi_modal_projector.mm_input_projection_weight", 8, 16)
    return {"model_type": "gemma3", "text_config": config, "vision_config": {"hidden_size": 8}}, \
        t, extra, kept


# Layer 0 sees a window and turns by a base of its own.
gemma_3 = {"groups": 2, "width": 6, "scalar": 9, "base": lambda n: (100.0, 5000.0)[n],
           "window": lambda n: (3, 0)[n],
           "extra": {"sliding_window": 3, "query_pre_attn_scalar": 9, "rope_local_base_freq": 100.0,
                     "layer_types": ["sliding_attention", "full_attention"]}}
qkv = tuple(f"self_attn.{part}_proj" for part in "qkv")
models = {
    "gpt2": gpt2,
    "bert": lambda: bert_like("F32", 2, "bert", "bert.", True),
    "roberta": lambda: bert_like("F16", 3, "roberta", "roberta.", False),
    "llama": lambda: llama_like("llama", "BF16", 4, base=500000.0),
    "mistral": lambda: llama_like("mistral", "BF16", 5, width=6, window=lambda n: 3,
                                  extra={"sliding_window": 3}),
    "qwen2": lambda: llama_like("qwen2", "F32", 6, biases=qkv, base=1000000.0,
                                window=lambda n: 4 if n >= 1 else 0,
                                extra={"use_sliding_window": True, "sliding_window": 4,
                                       "max_window_layers": 1}),
    "gemma": lambda: llama_like("gemma", "BF16", 7, groups=1, width=6),
    "gemma2": lambda: llama_like("gemma2", "F16", 8, width=6, cap=1.5, scalar=9,
                                 window=lambda n: 3 if n % 2 == 0 else 0,
                                 extra={"sliding_window": 3, "attn_logit_softcapping": 1.5,
                                        "query_pre_attn_scalar": 9}),
    "qwen3": lambda: llama_like("qwen3", "BF16", 12, width=8, base=1000000.0,
                                extra={"tie_word_embeddings": True}),
    "gemma3_text": lambda: llama_like("gemma3_text", "F32", 13, **gemma_3),
    "gemma3": gemma_with_images,
    "gpt_neox": lambda: neox_like("gpt_neox", "F16", 9, share=0.25, width=8),
    "gpt_neox_serial": lambda: neox_like("gpt_neox", "F32", 15, share=0.25, width=8,
                                         is_parallel=False),
    "phi": lambda: neox_like("phi", "F32", 10, share=0.5, width=4),
    "stablelm": stablelm,
}


def gpt2_place(layer, part, row, column):
    """The tensor and index of a number of GPT-2: Conv1D stores inputs × outputs, with q, k and v of
    all heads beside each other."""
    begin = f"h.{layer}."
    if part[:3] in ("W_Q", "W_K", "W_V", "b_Q", "b_K", "b_V"):
        column += 16 * "QKV".index(part[2]) + 4 * int(part[4:])
        return (begin + "attn.c_attn.weight", (row, column)) if part[0] == "W" else \
            (begin + "attn.c_attn.bias", column)
    name, is_row = {"W_O": ("attn.c_proj.weight", False), "b_O": ("attn.c_proj.bias", True),
                    "W_1": ("mlp.c_fc.weight", False), "b_1": ("mlp.c_fc.bias", True),
                    "W_2": ("mlp.c_proj.weight", False), "b_2": ("mlp.c_proj.bias", True),
                    "gamma_1": ("ln_1.weight", True), "beta_1": ("ln_1.bias", True),
                    "gamma_2": ("ln_2.weight", True), "beta_2": ("ln_2.bias", True)}[part]
    return begin + name, column if is_row else (row, column)


def llama_place(layer, part, row, column):
    """The tensor and index of a number of Llama, whose nn.Linear stores outputs × inputs."""
    begin = f"model.layers.{layer}."
    if "/" in part:
        return begin + f"self_attn.{part[2].lower()}_proj.weight", (4 * int(part[4:]) + column, row)
    name, is_row = {"W_O": ("self_attn.o_proj.weight", False),
                    "W_gate": ("mlp.gate_proj.weight", False),
                    "W_1": ("mlp.up_proj.weight", False), "W_2": ("mlp.down_proj.weight", False),
                    "gamma_1": ("input_layernorm.weight", True),
                    "gamma_2": ("post_attention_layernorm.weight", True)}[part]
    return begin + name, column if is_row else (column, row)


# Model: where its numbers are, and (part of the document's block, row, column, amount) by kind.
edited = {
    "gpt2": (gpt2_place, {
        "weights": [("W_Q/2", 3, 1, 0.7), ("W_K/1", 5, 2, -0.9), ("W_V/3", 6, 3, 1.1),
                    ("W_O", 7, 2, 0.6), ("W_1", 2, 33, -0.8), ("W_2", 35, 6, 1.3),
                    ("gamma_1", 0, 4, 0.3), ("gamma_2", 0, 6, -0.4)],
        "biases": [("b_Q/2", 0, 1, 0.7), ("b_K/1", 0, 2, 0.5), ("b_V/3", 0, 3, -1.2),
                   ("b_O", 0, 3, 0.8), ("b_1", 0, 34, 1.4), ("b_2", 0, 8, -0.6),
                   ("beta_1", 0, 5, 0.9), ("beta_2", 0, 7, 0.2)],
        "embeddings": [("X", 2, 5, 1.5), ("X", 5, 0, -0.7), ("X", 0, 15, 2.1)]}),
    "llama": (llama_place, {
        "weights": [("W_Q/3", 3, 1, 0.7), ("W_K/1", 5, 2, -0.9), ("W_V/0", 6, 3, 1.1),
                    ("W_O", 7, 2, 0.6), ("W_gate", 2, 30, -0.8), ("W_1", 2, 30, 0.5),
                    ("W_2", 30, 6, 1.3), ("gamma_1", 0, 4, 0.3), ("gamma_2", 0, 6, -0.4)],
        "embeddings": [("X", 2, 5, 1.5), ("X", 5, 0, -0.7), ("X", 0, 15, 2.1)]}),
}


def write_edited(folder, name, make):
    place, kinds = edited[name]
    parts = {kind: [dict(zip(("part", "row", "column", "add"), edit)) for edit in edits]
             for kind, edits in kinds.items()}
    with open(os.path.join(folder, "edits.json"), "w") as file:
        json.dump(parts, file, indent=1)
        file.write("\n")
    logits = {}
    for layer in range(2):
        for kind, edits in kinds.items():
            Tensors.edits = Edits(layer, [
                ("X", (row, column), add) if part == "X" else (*place(layer, part, row, column), add)
                for part, row, column, add in edits])
            logits[f"{layer}.{kind}.logits"] = make()[3].all["logits"]
    Tensors.edits = Edits()
    write_tensors(os.path.join(folder, "edited.tensors"), logits)


def main(target):
    for name, make in models.items():
        folder = os.path.join(target, name)
        os.makedirs(folder, exist_ok=True)
        config, tensors, extra, kept = make()
        with open(os.path.join(folder, "config.json"), "w") as file:
            json.dump(config, file, indent=1)
            file.write("\n")
        everything = {key: (value, tensors.kind) for key, value in tensors.all.items()}
        everything.update(extra)
        if name == "llama":  # in two files, as larger models are
            files = ["model-00001-of-00002.safetensors", "model-00002-of-00002.safetensors"]
            where = {key: files[".layers.1." in key] for key in everything}
            for file in files:
                write_tensors(os.path.join(folder, file),
                              {key: everything[key] for key in everything if where[key] == file})
            with open(os.path.join(folder, "model.safetensors.index.json"), "w") as file:
                json.dump({"metadata": {}, "weight_map": where}, file, indent=0, sort_keys=True)
                file.write("\n")
        else:
            write_tensors(os.path.join(folder, "model.safetensors"), everything)
        # Not among the weights: its ending is another.
        write_tensors(os.path.join(folder, "expected.tensors"), kept.all)
        if name in edited:
            write_edited(folder, name, make)


main(sys.argv[1])
