#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Arrays and checkpoints as other programs write them, and cases.json: the expected result of each on
the command line, with the numbers as NumPy reads them.

Files that a part reads at its beginning came from other people and are kept as they are. The others
are made with python3-numpy:
    tests/golden/border_reference.py tests/data/borders
"""
import json
import struct
import sys
from pathlib import Path

import numpy as np

folder = Path(sys.argv[1])
draw = np.random.RandomState(11)
cases = []


def numbers(*shape):
    """Numbers with few digits, so that 32 bits keep what is compared."""
    return np.round(draw.randn(*shape) * 64) / 64


def npz(name, **arrays):
    np.savez(folder / name, **arrays)


def safetensors(name, arrays, other=()):
    """Builds the format by hand: length, JSON head, data. `other`: name, dtype, shape, bytes."""
    head, data = {}, b""
    parts = [(label, "F32", array.shape, array.astype("<f4").tobytes())
             for label, array in arrays.items()]
    for label, dtype, shape, raw in parts + list(other):
        head[label] = {"dtype": dtype, "shape": list(shape),
                       "data_offsets": [len(data), len(data) + len(raw)]}
        data += raw
    text = json.dumps(head).encode()
    text += b" " * (-len(text) % 8)
    (folder / name).write_bytes(struct.pack("<Q", len(text)) + text + data)


def read_safetensors(name):
    raw = (folder / name).read_bytes()
    length = struct.unpack("<Q", raw[:8])[0]
    return {label: np.frombuffer(raw, "<f4", int(np.prod(entry["shape"])),
                                 8 + length + entry["data_offsets"][0]).reshape(entry["shape"])
            .astype(float)
            for label, entry in json.loads(raw[8:8 + length]).items()}


def made(file, arguments, says, stages, never=(), mask=None):
    """The import makes a document whose stages are these numbers."""
    cases.append({"file": file, "arguments": arguments, "code": 0, "says": list(says),
                  "never": list(never), "mask": mask,
                  "stages": {name: np.asarray(a, float).tolist() for name, a in stages.items()}})


def refused(file, arguments, code, says, never=()):
    cases.append({"file": file, "arguments": arguments, "code": code, "says": list(says),
                  "never": list(never), "mask": None, "stages": {}})


def head_by_head(fused, heads, head, part):
    """Q, K or V of a head of a tensor that GPT-NeoX and BLOOM store: heads × 3 × d_head outputs."""
    d_head = fused.shape[0] // (3 * heads)
    return fused.reshape(heads, 3, d_head, *fused.shape[1:])[head, part].T


# ---- a choice binds what is guessed ----

layers = read_safetensors("layers.safetensors")
for number in (0, 2, 10):
    name = f"layers.{number}.attn."
    made("layers.safetensors", ["--w-q", name + "q_proj.weight", "--heads", "2", "--head", "1"],
         [f"W_K/0 from {name}k_proj.weight", f"in layers.{number}, beside what was chosen"],
         {"X": layers["x"], **{f"W_{p.upper()}": layers[f"{name}{p}_proj.weight"][4:].T
                               for p in "qkv"}})
made("layers.safetensors", ["--w-v", "layers.1.attn.v_proj.weight", "--heads", "1"],
     ["W_Q/0 from layers.1.attn.q_proj.weight"],
     {"W_Q": layers["layers.1.attn.q_proj.weight"].T})
made("layers.safetensors", ["--heads", "4", "--head", "3"],
     ["in layers.0, one of 4 such layers and the first",
      "9 other arrays were left out; the weights are from layers.0"],
     {"W_K": layers["layers.0.attn.k_proj.weight"][6:].T})
refused("layers.safetensors", [], 2, ["add --heads N, as config.json of the model says"])
refused("layers.safetensors", ["--w-q", "2.attn.q_proj.weight", "--w-k", "10.attn.k_proj.weight",
                               "--heads", "1"], 2, ["W_V: ", "--w-v"])

towers = {}
for tower, width in (("text_model", 6), ("vision_model", 6)):
    for part in "qkv":
        towers[f"{tower}.encoder.layers.0.self_attn.{part}_proj.weight"] = numbers(width, width)
towers["vision_model.embeddings.class_embedding.weight"] = numbers(4, 6)
towers["vision_model.embeddings.word_embeddings.weight"] = numbers(5, 6)
safetensors("two-towers.safetensors", towers)
refused("two-towers.safetensors",
        ["--w-q", "text_model.encoder.layers.0.self_attn.q_proj.weight", "--heads", "1"], 2,
        ["X: no array with the name of one belongs to text_model.encoder.layers.0",
         "--x NAME, or leave it out with --x identity"])
made("two-towers.safetensors",
     ["--w-q", "text_model.encoder.layers.0.self_attn.q_proj.weight", "--heads", "1", "--x",
      "identity"], ["There is no X: it is the identity"],
     {"X": np.eye(6), "W_V": towers["text_model.encoder.layers.0.self_attn.v_proj.weight"].T})
made("two-towers.safetensors",
     ["--w-k", "vision_model.encoder.layers.0.self_attn.k_proj.weight", "--heads", "1"],
     ["X was found by its name, vision_model.embeddings.word_embeddings.weight"],
     {"X": towers["vision_model.embeddings.word_embeddings.weight"],
      "W_Q": towers["vision_model.encoder.layers.0.self_attn.q_proj.weight"].T})

ends = {"x": numbers(3, 4), "self.query_key_value": numbers(4, 4), "my_value": numbers(4, 4),
        "attn.query.weight": numbers(4, 4), "attn.key.weight": numbers(4, 4),
        "attn.value.weight": numbers(4, 4)}
safetensors("whole-segments.safetensors", ends)
made("whole-segments.safetensors", ["--heads", "1"],
     ["W_V/0 from attn.value.weight, transposed", "left out my_value",
      "left out self.query_key_value"], {"W_V": ends["attn.value.weight"].T, "X": ends["x"]})

books = {"tok_emb.weight": numbers(9, 6), "pos_emb.weight": numbers(4, 6)}
for block in range(2):
    for part in ("query", "key", "value"):
        books[f"trf_blocks.{block}.att.W_{part}.weight"] = numbers(6, 6)
    books[f"trf_blocks.{block}.att.out_proj.weight"] = numbers(6, 6)
    books[f"trf_blocks.{block}.att.mask"] = np.triu(np.ones((12, 12)), 1)
    books[f"trf_blocks.{block}.norm1.scale"] = numbers(6)
safetensors("course-book.safetensors", books)
made("course-book.safetensors",
     ["--w-q", "trf_blocks.1.att.W_query.weight", "--heads", "2", "--rows", "7,1,3"],
     ["The mask trf_blocks.1.att.mask of its first 3 words is causal", "left out pos_emb.weight: it is added",
      "norms X", "left out trf_blocks.1.norm1.scale: it norms"],
     {"X": books["tok_emb.weight"][[7, 1, 3]],
      "W_K": books["trf_blocks.1.att.W_key.weight"][:3].T}, mask="causal",
     never=["masks later words"])

# ---- how heads and Q, K and V stand ----

neox = read_safetensors("neox.safetensors")
name = "gpt_neox.layers.0.attention.query_key_value."
for heads, head in ((2, 0), (2, 1), (4, 3), (1, 0)):
    made("neox.safetensors", ["--heads", str(heads), "--head", str(head), "--rows", "0:3"],
         ["GPT-NeoX masks later words, norms X and turns queries and keys by their positions; none "
          "of it is here, so the weights are not the model's"] +
         (["read head by head"] if heads > 1 else []),
         {**{f"W_{p}": head_by_head(neox[name + "weight"], heads, head, at)
             for at, p in enumerate("QKV")},
          **{f"b_{p}": head_by_head(neox[name + "bias"], heads, head, at).reshape(1, -1)
             for at, p in enumerate("QKV")}, "X": neox["gpt_neox.embed_in.weight"][:3]})
refused("neox.safetensors", [], 2, ["holds Q, K and V of all heads head by head; add --heads N"])

bloom = {"word_embeddings.weight": numbers(7, 8), "word_embeddings_layernorm.weight": numbers(8),
         "h.0.self_attention.query_key_value.weight": numbers(24, 8),
         "h.0.self_attention.query_key_value.bias": numbers(24),
         "h.0.self_attention.dense.weight": numbers(8, 8), "h.0.input_layernorm.weight": numbers(8)}
safetensors("bloom.safetensors", bloom)
made("bloom.safetensors", ["--heads", "2", "--head", "1"],
     ["BLOOM masks later words, norms X and adds numbers to scores by the distance of words",
      "left out word_embeddings_layernorm.weight: it norms the words before the first layer",
      "left out h.0.self_attention.dense.weight: it joins"],
     {"W_V": head_by_head(bloom["h.0.self_attention.query_key_value.weight"], 2, 1, 2),
      "X": bloom["word_embeddings.weight"]})

open_layout = {"transformer.encoder.layers.0.self_attention.query_key_value.weight": numbers(12, 4),
               "x": numbers(3, 4)}
safetensors("open-layout.safetensors", open_layout)
fused = open_layout["transformer.encoder.layers.0.self_attention.query_key_value.weight"]
refused("open-layout.safetensors", ["--heads", "2"], 2,
        ["--qkv-layout head-by-head or --qkv-layout side-by-side"])
made("open-layout.safetensors", ["--heads", "2", "--head", "1", "--qkv-layout", "head-by-head"],
     ["read head by head"], {"W_K": head_by_head(fused, 2, 1, 1)})
made("open-layout.safetensors", ["--heads", "2", "--head", "1", "--qkv-layout", "side-by-side"],
     ["all queries first"], {"W_K": fused[4:8][2:].T})

phi = {"model.layers.0.self_attn.qkv_proj.weight": numbers(8 + 2 * 4, 8), "x": numbers(3, 8)}
safetensors("fewer-keys.safetensors", phi)
fused = phi["model.layers.0.self_attn.qkv_proj.weight"]
made("fewer-keys.safetensors", ["--heads", "4", "--head", "3"],
     ["fewer keys than queries: 4 heads of 2 columns share 2 groups of keys",
      "W_K: head 3 shares group 1 (2nd of 2)"],
     {"W_Q": fused[6:8].T, "W_K": fused[8:12][2:].T, "W_V": fused[12:16][2:].T})
multi = {"h.0.attn.c_attn.weight": numbers(8, 8 + 2 * 2), "x": numbers(3, 8)}
safetensors("one-key.safetensors", multi)
fused = multi["h.0.attn.c_attn.weight"]
made("one-key.safetensors", ["--heads", "4", "--head", "2"], ["share 1 group of keys"],
     {"W_Q": fused[:, 4:6], "W_K": fused[:, 8:10], "W_V": fused[:, 10:12]})
falcon = {"transformer.h.0.self_attention.query_key_value.weight": numbers(16, 8),
          "x": numbers(2, 8)}
safetensors("groups-by-groups.safetensors", falcon)
fused = falcon["transformer.h.0.self_attention.query_key_value.weight"].reshape(2, 4, 2, 8)
made("groups-by-groups.safetensors", ["--heads", "4", "--head", "3"], ["head by head"],
     {"W_Q": fused[1, 1].T, "W_K": fused[1, 2].T, "W_V": fused[1, 3].T})

qwen3 = read_safetensors("qwen3.safetensors")
name = "model.layers.0.self_attn."
refused("qwen3.safetensors", [], 2,
        ["q_norm.weight has 4 numbers, one for each column of a head, so that there are 2 heads: "
         "add --heads 2"])
refused("qwen3.safetensors", ["--heads", "4"], 3, ["so that there are 2 heads, not 4"])
made("qwen3.safetensors", ["--heads", "2", "--head", "1"],
     ["gamma_Q from model.layers.0.self_attn.q_norm.weight",
      "gamma_K from model.layers.0.self_attn.k_norm.weight",
      "Queries and keys are normed by q_norm and k_norm, with ε = 1e-6",
      "A model with the names of Qwen3 masks later words, norms X and turns queries and keys by "
      "their positions; none of it is here", "attention-lab import FOLDER",
      "W_K: head 1 shares group 0 (1st of 1)"],
     {"W_Q": qwen3[name + "q_proj.weight"][4:].T, "W_K": qwen3[name + "k_proj.weight"].T,
      "X": qwen3["model.embed_tokens.weight"], "gamma_Q": qwen3[name + "q_norm.weight"][None],
      "gamma_K": qwen3[name + "k_norm.weight"][None]}, never=["it norms every query"])
gemma3 = {**qwen3, "model.layers.0.pre_feedforward_layernorm.weight": np.zeros(8)}
safetensors("gemma3.safetensors", gemma3)
made("gemma3.safetensors", ["--heads", "2"],
     ["the names are those of Gemma 3, which multiplies by 1 + what is stored",
      "A model with the names of Gemma 3 masks later words", "attention-lab import FOLDER"],
     {"gamma_Q": 1 + gemma3[name + "q_norm.weight"][None],
      "gamma_K": 1 + gemma3[name + "k_norm.weight"][None]})
# Gemma3nRMSNorm and Gemma4RMSNorm of the transformers library multiply by the weight itself; their
# attention norms values without gains and divides no score.
for file, other in (("gemma3n.safetensors", "altup.router_norm.weight"),
                    ("gemma4.safetensors", "layer_scalar")):
    newer = {**gemma3, "model.layers.0." + other: np.ones(1)}
    safetensors(file, newer)
    made(file, ["--heads", "2"],
         ["as Gemma 3n and Gemma 4 do. They also norm their values and do not divide scores by the "
          "root of d_k, which is not here",
          "A model with the names of Gemma 3n or Gemma 4 masks later words",
          "attention-lab capture"],
         {"gamma_Q": newer[name + "q_norm.weight"][None],
          "gamma_K": newer[name + "k_norm.weight"][None]}, never=["1 + what is stored", "FOLDER"])
# Qwen3NextAttention: q_proj has the gates of a head after its queries, and gains are 1 + weight.
gated = {**qwen3, name + "q_proj.weight": np.vstack([qwen3[name + "q_proj.weight"]] * 2),
         name + "o_proj.weight": np.ones((8, 8))}
safetensors("gated.safetensors", gated)
linear = {**qwen3, "model.layers.1.linear_attn.norm.weight": np.ones(4)}
safetensors("linear.safetensors", linear)
shared = {**qwen3, "model.layers.0.mlp.shared_expert_gate.weight": np.ones((1, 8))}
safetensors("shared.safetensors", shared)
for file in ("gated.safetensors", "linear.safetensors", "shared.safetensors"):
    for arguments in ([], ["--heads", "2"], ["--heads", "4"]):
        refused(file, arguments, 3,
                [name + "q_proj.weight: its shape or the names beside it are those of Qwen3-Next, "
                 "whose q_proj holds a gate beside the queries of each head",
                 "attention-lab capture"])
layered = {**qwen3, name + "q_norm.bias": np.ones(4), name + "k_norm.bias": np.ones(4)}
safetensors("layer-norm.safetensors", layered)
made("layer-norm.safetensors", ["--heads", "2"],
     ["left out model.layers.0.self_attn.q_norm.weight: it norms every query or key before the "
      "scores", "norms queries and keys"],
     {"W_K": layered[name + "k_proj.weight"].T}, never=["gamma_Q"])

llama = read_safetensors("llama.safetensors")
refused("llama.safetensors", [], 2, ["does not tell; add --heads N"])
made("llama.safetensors", ["--heads", "2"],
     ["masks later words, norms X and turns queries and keys by their positions; none of it is "
      "here, so the weights are not the model's", "attention-lab import FOLDER",
      "left out model.layers.0.self_attn.o_proj.weight: it joins"],
     {"W_V": llama[name + "v_proj.weight"][:4].T, "X": llama["model.embed_tokens.weight"]})
gpt2 = read_safetensors("gpt2.safetensors")
refused("gpt2.safetensors", [], 2, ["side by side; add --heads N"])
made("gpt2.safetensors", ["--heads", "2", "--head", "1"],
     ["GPT-2 masks later words, norms X and adds positions; none of it is here, so the weights are "
      "not the model's", "left out wpe.weight: it is added",
      "left out h.0.ln_1.weight: it norms what the attention reads"],
     {"W_K": gpt2["h.0.attn.c_attn.weight"][:, 12:16],
      "b_K": gpt2["h.0.attn.c_attn.bias"][None, 12:16], "X": gpt2["wte.weight"]})

# ---- arrays that cannot be read ----

for file in ("object.npz",):
    refused(file, [], 3, ["X: it holds Python objects (pickle)", "astype(float)"])
npz("complex.npz", X=numbers(2, 2) + 1j, W_Q=numbers(2, 2))
refused("complex.npz", [], 3, ["X: it holds complex numbers (complex128)", ".real"])
npz("long-double.npz", X=np.zeros((2, 2), np.longdouble), W_Q=numbers(2, 2))
refused("long-double.npz", [], 3, ["X: it holds long doubles", "astype(float)"])
npz("unread-weights.npz", X=numbers(2, 2), W_Q=numbers(2, 2), W_K=numbers(2, 2) * 1j)
refused("unread-weights.npz", [], 3, ["W_K: it holds complex numbers (complex128)"])
npz("unread-aside.npz", X=(x := numbers(2, 2)), W_Q=(w := numbers(2, 2)),
    notes=np.array([{"a": 1}], dtype=object))
made("unread-aside.npz", [], ["left out notes: it cannot be read: it holds Python objects"],
     {"X": x, "W_Q": w})
npz("unread-unnamed.npz", vectors=numbers(3, 2) * 1j, W_Q=numbers(2, 2))
refused("unread-unnamed.npz", [], 3,
        ["no array has the name of X, and vectors cannot be read: it holds complex numbers"])
npz("unread-archive.npz", X=numbers(2, 2), W_Q=numbers(2, 2), W_K=numbers(2, 2),
    W_V=np.zeros((2, 2), np.clongdouble))
refused("unread-archive.npz", [], 3, ["W_V: it holds complex numbers"])
safetensors("float8.safetensors", {"W_Q": numbers(2, 2)}, [("X", "F8_E4M3", (2, 2), b"\0" * 4)])
refused("float8.safetensors", [], 3, ["X: its numbers are 8-bit floats (F8_E4M3)",
                                      "to(torch.float32)"])

# ---- axes ----

batch = np.load(folder / "batch.npz")
made("batch.npz", [], ["X is 1 × 4 × 6: its axis of 1 was dropped"],
     {"X": batch["X"][0], "W_K": batch["W_K"]})
npz("batch-of-two.npz", X=(x := numbers(2, 3, 4)), W_Q=(w := numbers(4, 2)), W_K=numbers(4, 2))
refused("batch-of-two.npz", [], 3, ["it is 2 × 3 × 4, which are several matrices", "--x 'X[0]'"])
made("batch-of-two.npz", ["--x", "X[1]"], ["took X from X[1]"],
     {"X": x[1], "W_Q": w})
np.save(folder / "four-axes.npy", x := numbers(1, 1, 3, 2))
made("four-axes.npy", ["--x", "four-axes"], ["its axes of 1 were dropped"], {"X": x[0, 0]})
keras = np.load(folder / "keras.npz")
for head in (0, 1):
    made("keras.npz", ["--head", str(head)] if head else [],
         ["8 × 2 × 4, taken as d_model × heads × d_head: head " + f"{head} ({('1st', '2nd')[head]} of 2)",
          "left out attention_output/kernel"],
         {"W_Q": keras["query/kernel"][:, head], "W_K": keras["key/kernel"][:, head],
          "W_V": keras["value/kernel"][:, head], "X": keras["x"]})
refused("keras.npz", ["--heads", "4"], 3, ["holds 2 heads, not 4"])
heads_first = {f"W_{p}": numbers(3, 6, 2) for p in "QKV"}
npz("heads-first.npz", X=(x := numbers(4, 6)), **heads_first)
made("heads-first.npz", ["--head", "2"],
     ["W_Q is 3 × 6 × 2, taken as heads × d_model × d_head: head 2 (3rd of 3)"],
     {"X": x, **{name: a[2] for name, a in heads_first.items()}})
lens = {f"blocks.0.attn.W_{p}": numbers(4, 4, 2) for p in "QKV"}
lens |= {f"blocks.0.attn.b_{p}": numbers(4, 2) for p in "QKV"}
npz("square-heads.npz", W_E=(x := numbers(5, 4)), **lens)
made("square-heads.npz", ["--head", "1"], ["heads × d_model × d_head: head 1 (2nd of 4)"],
     {"X": x, "W_K": lens["blocks.0.attn.W_K"][1], "b_K": lens["blocks.0.attn.b_K"][1:2]})
square = {f"W_{p}": numbers(3, 3, 2) for p in "QKV"}
npz("open-axes.npz", X=(x := numbers(4, 3)), **square)
refused("open-axes.npz", [], 3, ["--head-axis 1 for the first, --head-axis 0 for the second"])
made("open-axes.npz", ["--head-axis", "0"], ["heads × d_model × d_head"], {"W_Q": square["W_Q"][0]})
made("open-axes.npz", ["--head-axis", "1"], ["d_model × heads × d_head"],
     {"W_Q": square["W_Q"][:, 0]})
grouped = {"query/kernel": numbers(6, 4, 3), "key/kernel": numbers(6, 2, 3),
           "value/kernel": numbers(6, 2, 3), "query/bias": numbers(4, 3),
           "key/bias": numbers(2, 3), "value/bias": numbers(2, 3)}
npz("grouped-kernels.npz", x=(x := numbers(2, 6)), **grouped)
made("grouped-kernels.npz", ["--head", "3"], ["W_K: head 3 shares group 1 (2nd of 2)"],
     {"W_Q": grouped["query/kernel"][:, 3], "W_K": grouped["key/kernel"][:, 1],
      "b_V": grouped["value/bias"][1:2], "b_Q": grouped["query/bias"][3:4]})
np.savez(folder / "fortran-kernels.npz", x=x,
         **{n: np.asfortranarray(a) for n, a in grouped.items()})
made("fortran-kernels.npz", ["--head", "2"], ["head 2 (3rd of 4)"],
     {"W_Q": grouped["query/kernel"][:, 2], "W_V": grouped["value/kernel"][:, 1]})
npz("no-fit-kernels.npz", x=numbers(2, 5), **{"query/kernel": numbers(6, 2, 3)})
refused("no-fit-kernels.npz", [], 3, ["query/kernel: it is 6 × 2 × 3, and d_model is 5"],
        never=["stored transposed"])

# ---- masks ----

lower = np.tril(np.ones((4, 4), bool))
plain = dict(X=numbers(4, 6), W_Q=numbers(6, 3), W_K=numbers(6, 3), W_V=numbers(6, 3))
made("masked.npz", [], ["The mask mask is causal", "True is a key that takes part",
                        "--mask-true blocked reads it the other way"], {}, mask="causal")
made("addmask.npz", [], ["The mask attn_mask is causal", "0 takes part and −∞ is blocked"], {},
     mask="causal")
made("masked.npz", ["--mask-true", "blocked"], ["True is a key that is blocked (as --mask-true says)"],
     {}, mask=lower.tolist())
made("masked.npz", ["--mask", "none"], ["left out mask"], {}, mask="none")
npz("blocked-mask.npz", attn_mask=~lower, **plain)
made("blocked-mask.npz", [], ["True is a key that is blocked", "would see no key"], {},
     mask="causal")
padding = np.array([False, False, False, True])
npz("padding-mask.npz", key_padding_mask=padding, **plain)
made("padding-mask.npz", [], ["as the masks of PyTorch's attention modules have it"], {},
     mask=np.tile(padding, (4, 1)).tolist())
npz("ids-mask.npz", attention_mask=np.array([[1, 1, 1, 0]]), **plain)
made("ids-mask.npz", [], ["1 is a key that takes part (as attention_mask"], {},
     mask=np.tile(padding, (4, 1)).tolist())
made("ids-mask.npz", ["--mask-true", "blocked"], ["blocked"], {},
     mask=np.tile(~padding, (4, 1)).tolist())
npz("large-negative-mask.npz", mask=np.where(lower, 0.0, -1e9)[None, None], **plain)
made("large-negative-mask.npz", [], ["large negative numbers, as good as −∞"], {}, mask="causal")
npz("same-for-heads-mask.npz", attn_mask=np.stack([~lower, ~lower]), **plain)
made("same-for-heads-mask.npz", [], ["is causal"], {}, mask="causal")
npz("other-for-heads-mask.npz", attn_mask=np.stack([~lower, lower & False]), **plain)
refused("other-for-heads-mask.npz", [], 3, ["its masks differ", "--mask 'attn_mask[0]'"])
made("other-for-heads-mask.npz", ["--mask", "attn_mask[0]"], ["is causal"], {}, mask="causal")
npz("bias.npz", attn_mask=numbers(4, 4) + 1 / 128, **plain)
with np.load(folder / "bias.npz") as one:
    bias = one["attn_mask"]
made("bias.npz", [], ["The mask attn_mask blocks nothing", "are taken as a bias"],
     {"X": plain["X"], "bias": bias}, mask="none")
made("bias.npz", ["--mask", "none"], ["left out attn_mask"], {"X": plain["X"]}, mask="none")
npz("small-mask.npz", mask=lower[:3, :3], **plain)
refused("small-mask.npz", [], 3, ["the mask is 3 × 3, expected a row and a column for each of 4"])
npz("two-masks.npz", mask=lower, attn_mask=~lower, **plain)
refused("two-masks.npz", [], 3, ["several arrays have the name of a mask"])
npz("mask-alone.npz", x=plain["X"], mask=lower)
made("mask-alone.npz", ["--rows", "0,2,3"], ["The mask mask is causal"],
     {"X": plain["X"][[0, 2, 3]]}, mask="causal")

refused("batch.npz", ["--mask-true", "blocked"], 2, ["--mask-true changes nothing"])
refused("addmask.npz", ["--mask-true", "blocked"], 3, ["0 takes part and −∞ is blocked"])
refused("mask-alone.npz", ["--head-axis", "0"], 2, ["--head-axis changes nothing"])
refused("keras.npz", ["--qkv-layout", "head-by-head"], 2, ["--qkv-layout changes nothing"])

# ---- numbers that a document computes ----

soft = np.exp(numbers(2, 5, 5))
soft /= soft.sum(-1, keepdims=True)
made("attn_nn.npy", [], ["attn_nn was taken as attention weights", "--x attn_nn"],
     {"weights": np.load(folder / "attn_nn.npy")})
heads = np.load(folder / "attn_bhnn.npy")
refused("attn_bhnn.npy", [], 3, ["--batch I"]) if heads.shape[0] > 1 else made(
    "attn_bhnn.npy", [], ["was taken as attention weights"],
    {f"weights/{head}": one for head, one in enumerate(heads[0])})
made("attn_bhnn.npy", ["--weights", "attn_bhnn[0][1]"], [], {"weights": heads[0, 1]})
made("attn_nn.npy", ["--x", "attn_nn"], [], {"X": np.load(folder / "attn_nn.npy")})
made("attn_bhnn.npy", ["--x", "attn_bhnn[0][1]"], [], {"X": np.load(folder / "attn_bhnn.npy")[0, 1]})
np.save(folder / "heads.npy", soft)
made("heads.npy", [], ["it is 2 × 5 × 5, no number is negative and each row sums to 1",
                       "--x 'heads[0]'", "became its 2 heads"],
     {"weights/0": soft[0], "weights/1": soft[1]})
made("heads.npy", ["--head", "1"], [], {"weights": soft[1]})
made("heads.npy", ["--batch", "1"], [], {"weights": soft[1]})
refused("heads.npy", ["--batch", "2"], 3, ["has no number 2"])
np.save(folder / "layers.npy", np.stack([soft, soft[::-1]]))
made("layers.npy", [], ["its first axis that is not 1 counts layers, or texts of a batch. All 2 were "
                        "taken as layers of 2 heads; --layer N or --batch I takes one of them"],
     {"weights/0": soft[0], "weights/1": soft[1], "weights/0@1": soft[1], "weights/1@1": soft[0]})
made("layers.npy", ["--batch", "1"], [], {"weights/0": soft[1], "weights/1": soft[0]})
made("layers.npy", ["--layer", "1"], [], {"weights/0": soft[1], "weights/1": soft[0]})
npz("layer-by-layer.npz", **{f"attentions/{at}": np.roll(soft, at, 0)[None] for at in range(2)})
made("layer-by-layer.npz", [], ["axis of 1 was dropped", "attentions/0 to attentions/1 are layers",
                                "--layer N takes one of them"],
     {"weights/0": soft[0], "weights/1": soft[1], "weights/0@1": soft[1], "weights/1@1": soft[0]})
made("layer-by-layer.npz", ["--layer", "1"], [], {"weights/0": soft[1], "weights/1": soft[0]})
refused("layer-by-layer.npz", ["--layer", "2"], 2, ["no layer 2 is there"])
np.save(folder / "rounded.npy", np.round(soft[0], 4))
made("rounded.npy", [], ["was taken as attention weights"], {"weights": np.round(soft[0], 4)})
np.savetxt(folder / "weights.csv", soft[1], delimiter=",", fmt="%.5f")
made("weights.csv", [], ["weights was taken as attention weights", "--x weights"],
     {"weights": np.loadtxt(folder / "weights.csv", delimiter=",")})
npz("attentions.npz", attentions=soft)
made("attentions.npz", [], ["attentions was taken as attention weights"],
     {"weights/0": soft[0], "weights/1": soft[1]})
np.save(folder / "one-hot.npy", np.eye(4))
made("one-hot.npy", [], ["X is one-hot, the only array"], {"X": np.eye(4)})
np.save(folder / "negative.npy", soft[0] - 1)
made("negative.npy", [], [], {"X": soft[0] - 1})
npz("named-x.npz", X=soft[0])
made("negative.npy", ["--weights", "negative"], ["row 0 has a negative weight"],
     {"weights": soft[0] - 1})
np.save(folder / "double.npy", np.array([[1.0, 1], [3, 1]]))
made("double.npy", ["--weights", "double"], ["row 0 sums to 2", "--normalise"],
     {"weights": [[1, 1], [3, 1]]})
made("double.npy", ["--weights", "double", "--normalise"], [],
     {"weights": [[0.5, 0.5], [0.75, 0.25]]})
bad = soft[0].copy()
bad[1, 2] = np.nan
np.save(folder / "nan.npy", bad)
refused("nan.npy", ["--weights", "nan"], 3, ["row 1, column 2 is NaN", "finite numbers only"])
refused("heads.npy", ["--weights", "heads", "--rows", "9"], 3, [])
refused("negative.npy", ["--normalise"], 2, ["--normalise changes nothing"])
refused("named-x.npz", ["--weights", "X", "--x", "X"], 2, ["attention-lab give"])
made("named-x.npz", [], ["X was found by its name, X"], {"X": soft[0]})
with np.load(folder / "qkv.npz") as one:
    made("qkv.npz", [], ["were taken as queries, keys and values themselves"],
         {name: one[name] for name in "QKV"})

npz("query-alone.npz", query=(q := numbers(3, 2)), key=(k := numbers(5, 2)),
    value=(v := numbers(5, 4)))
made("query-alone.npz", [], ["The keys are 5 other words than the queries"],
     {"Q": q, "K": k, "V": v})
npz("heads-qkv.npz", q=(q := numbers(2, 3, 4)), k=(k := numbers(1, 3, 4)),
    v=(v := numbers(1, 3, 4)))
made("heads-qkv.npz", [], ["2 heads share 1 group of keys"],
     {"Q/1": q[1], "K": k[0], "V": v[0]})
npz("scores.npz", scores=(s := numbers(3, 3)), v=(v := numbers(3, 2)))
made("scores.npz", ["--scores", "scores", "--v", "v"], ["Nothing says d_k"],
     {"scores": s, "V": v})
refused("scores.npz", ["--q", "scores"], 3, ["Q and K make weights together"])
npz("unlike.npz", weights=soft[0], v=numbers(4, 2))
refused("unlike.npz", ["--weights", "weights", "--v", "v"], 3,
        ["it is 4 × 2, expected 5 × any (one row for each key)"])
npz("lower-weights.npz", x=(x := numbers(3, 2)), query=(q := numbers(2, 2)), key=numbers(2, 2),
    value=numbers(2, 2))
made("lower-weights.npz", [], ["W_Q, W_K and W_V were found by their names"], {"X": x, "W_Q": q})

npz("computed-beside.npz", x=(x := numbers(3, 2)), Q=numbers(3, 2), attn_weights=soft[0, :3, :3])
made("computed-beside.npz", [], ["left out Q: its name is that of numbers which a document computes",
                                 "left out attn_weights: its name is"], {"X": x})

# ---- what is done to scores between scale and softmax ----

low = np.tril(np.ones((3, 5), bool), 2)
npz("other-keys.npz", Q=(q := numbers(3, 2)), K=(k := numbers(5, 2)), attn_mask=~low,
    seen=low.astype("<f8"), keys=np.array([True, True, False, True, True]), added=numbers(3, 5),
    each=np.stack([(b := numbers(3, 5)), b + 1]), closing=np.where(low, numbers(3, 5), -np.inf),
    narrow=numbers(3, 3))
with np.load(folder / "other-keys.npz") as one:
    arrays = {name: one[name] for name in one.files}
given = {"Q": q, "K": k}
made("other-keys.npz", [], ["The mask attn_mask blocks", "True is a key that is blocked"], given,
     mask=(~low).tolist())
made("other-keys.npz", ["--mask", "seen", "--mask-true", "takes-part"],
     ["1 is a key that takes part (as --mask-true says)"], given, mask=(~low).tolist())
made("other-keys.npz", ["--mask", "keys"], ["True is a key that is blocked", "--mask-true takes-part"],
     given, mask=np.tile(arrays["keys"], (3, 1)).tolist())
made("other-keys.npz", ["--mask", "none", "--bias", "added"],
     ["The bias added is added to the scores after the scale."],
     {**given, "bias": arrays["added"]}, mask="none")
made("other-keys.npz", ["--mask", "none", "--bias", "closing"],
     ["where it is −∞ or as good as that, the mask blocks 3 cells"],
     {**given, "bias": np.where(low, arrays["closing"], 0)}, mask=(~low).tolist())
made("other-keys.npz", ["--mask", "keys", "--bias", "closing"], [],
     {"bias": np.where(low, arrays["closing"], 0)}, mask=(~low | arrays["keys"]).tolist())
made("other-keys.npz", ["--mask", "closing"], ["its other numbers are taken as a bias"],
     {"bias": np.where(low, arrays["closing"], 0)}, mask=(~low).tolist())
refused("other-keys.npz", ["--bias", "narrow"], 3, ["narrow: it is 3 × 3, expected 3 × 5 (one row "
                                                    "for each query, one column for each key)"])
refused("other-keys.npz", ["--mask", "narrow"], 3,
        ["the mask is 3 × 3, expected a row for each of 3 queries and a column for each of 5 keys"])
refused("other-keys.npz", ["--bias", "each"], 3,
        ["it is 2 × 3 × 5, which is 2 matrices; the document has 1 head", "--bias 'each[0]'"])
made("other-keys.npz", ["--mask", "none", "--bias", "each[1]"], [], {"bias": b + 1}, mask="none")
refused("other-keys.npz", ["--bias", "added", "--mask-true", "blocked", "--mask", "added"], 3,
        ["--mask-true"])
npz("biased-scores.npz", scores=(s := numbers(2, 3, 3)), bias=(b := numbers(2, 3, 3)),
    ids=np.array([[0, 1, 2]] * 3), holed=np.full((3, 3), np.nan))
made("biased-scores.npz", ["--scores", "scores", "--bias", "bias"],
     ["The bias bias is added to the scores after the scale, a matrix for each head."],
     {"scores/1": s[1], "bias/0": b[0], "bias/1": b[1]})
refused("biased-scores.npz", ["--scores", "scores", "--mask", "ids"], 3,
        ["the mask holds whole numbers other than 0 and 1", "--bias ids adds its numbers"])
refused("biased-scores.npz", ["--scores", "scores", "--bias", "holed"], 3,
        ["row 0, column 0 is NaN"])
refused("biased-scores.npz", ["--weights", "scores", "--bias", "nowhere"], 2, ["--bias"])
made("biased-scores.npz", ["--weights", "scores", "--bias", "bias"],
     ["left out bias: weights that are given are after mask and bias"], {"weights/1": s[1]})
made("mask-alone.npz", ["--rows", "0,2,3", "--bias", "mask", "--mask", "none"], [],
     {"bias": lower[np.ix_([0, 2, 3], [0, 2, 3])]}, mask="none")


# Queries, keys and values of several layers: an axis of layers, or arrays of each.
def each(arrays, layers=range(3)):
    """Every matrix of every head of these layers, by the name of its stage."""
    return {f"{stage}/{head}" + (f"@{at}" if at else ""): array[layer][head]
            for stage, array in arrays.items() for at, layer in enumerate(layers)
            for head in range(len(array[layer]))}


shapes = {"Q": (3, 2, 4, 3), "K": (3, 2, 4, 3), "V": (3, 2, 4, 5)}
qkv = {stage: numbers(*shape) for stage, shape in shapes.items()}
npz("layers-qkv.npz", **{stage.lower(): array for stage, array in qkv.items()})
made("layers-qkv.npz", [], ["its first axis that is not 1 counts layers, or texts of a batch. All 3 "
                            "were taken as layers of 2 heads", "q, k and v were taken as queries, "
                            "keys and values themselves"], each(qkv))
made("layers-qkv.npz", ["--layer", "2"], [], each(qkv, [2]))
made("layers-qkv.npz", ["--batch", "1"], [], each(qkv, [1]))
made("layers-qkv.npz", ["--layer", "1", "--head", "1"], [],
     {f"{stage}/0": array[1][1] for stage, array in qkv.items()})
refused("layers-qkv.npz", ["--layer", "3"], 3, ["q: it is 3 × 2 × 4 × 3, so that its axis 0 has no "
                                                "number 3"])
npz("qkv-by-layer.npz", **{f"layers.{layer}.{stage.lower()}": array[layer][None]
                           for stage, array in qkv.items() for layer in range(3)})
made("qkv-by-layer.npz", [], ["layers.0.q to layers.2.q are layers. All 3 were taken as layers of 2 "
                              "heads", "layers.0.q, layers.0.k and layers.0.v were taken as queries, "
                              "keys and values themselves", "axis of 1 was dropped"], each(qkv))
made("qkv-by-layer.npz", ["--layer", "2"], [], each(qkv, [2]))
made("qkv-by-layer.npz", ["--q", "q", "--k", "k"], ["left out layers.1.v"],
     each({stage: qkv[stage] for stage in ("Q", "K")}), never=["V/0"])
refused("qkv-by-layer.npz", ["--layer", "3"], 2, ["no layer 3 is there; the layers of layers.N.q are "
                                                  "0, 1, 2"])
shapes = {"Q": (3, 4, 4, 2), "K": (3, 2, 4, 2), "V": (3, 2, 4, 3)}
shared = {stage: numbers(*shape) for stage, shape in shapes.items()}
npz("layers-of-groups.npz", **{stage.lower(): array for stage, array in shared.items()})
made("layers-of-groups.npz", [], ["4 heads share 2 groups of keys", "took Q/0 to Q/3@2, 12 matrices, "
                                  "from q[0][0] to q[2][3], as they are stored"], each(shared))
npz("layers-of-texts.npz", **{stage.lower(): np.stack([array, array + 1], 1)
                              for stage, array in qkv.items()})
refused("layers-of-texts.npz", [], 3, ["q: it is 3 × 2 × 2 × 4 × 3: before the axis of heads it has "
                                       "one of texts in a batch. Take one text with --batch I"])
made("layers-of-texts.npz", ["--batch", "1"], ["All 3 were taken as layers of 2 heads"],
     each({stage: array + 1 for stage, array in qkv.items()}))
made("layers-of-texts.npz", ["--batch", "1", "--layer", "2"], [],
     each({stage: array + 1 for stage, array in qkv.items()}, [2]), never=["became its 2 heads"])
npz("unlike-layers.npz", q=qkv["Q"], k=qkv["K"], v=qkv["V"][:2])
refused("unlike-layers.npz", [], 3, ["v: it has 2 layers, and the others 3. Take one layer with "
                                     "--layer N"])
made("unlike-layers.npz", ["--layer", "1"], [], each(qkv, [1]))

(folder / "cases.json").write_text(json.dumps(cases, indent=0, ensure_ascii=False) + "\n")
