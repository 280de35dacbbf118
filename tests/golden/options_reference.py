#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Attention with its options in NumPy, from the sources in READ_IN, to compare the lab with.

    tests/golden/options_reference.py FIRST COUNT [given|tables]

prints COUNT seeded documents in the document format, each with every number that is computed from
it, and with where each of its formulas was read:
{"document": {…}, "read_in": {"score": "…", …}, "stages": {"Q/0": [[…]], …}}. Needs python3-numpy,
and only to make new numbers:
tests/golden/options_reference.py 0 40 > tests/golden/options_reference.json
With "given", each document gives the numbers of one to three stages that it would compute, and
each third has no X, but the stages that one to four layers begin with:
tests/golden/options_reference.py 7 30 given > tests/golden/given_reference.json
With "tables", each document looks its words up in a table:
tests/golden/options_reference.py 3 30 tables > tests/golden/table_reference.json

`stages` reads a document and knows nothing of how options_documents.py drew it.
"""
import json
import math
import sys

import numpy as np

from options_documents import Drawing
from sparsemax_reference import sparsemax

# Where the formula of each choice was read: the text or the program that was opened.
TRANSFORMER = "Vaswani et al. 2017, as The Annotated Transformer (Huang et al. 2022) quotes it: "
D2L = "Zhang et al., Dive into Deep Learning, section "
READ_IN = {
    "key_value_groups": "transformers, repeat_kv of Llama; PyTorch, scaled_dot_product_attention, "
                        "enable_gqa: keys and values repeated heads / groups times",
    "join": {
        "none": TRANSFORMER + "softmax(Q Kᵀ / √d_k) V, each head by itself",
        "side_by_side": TRANSFORMER + "Concat(head_1, …, head_h)",
        "w_o": TRANSFORMER + "Concat(head_1, …, head_h) W^O"},
    "keys_from": {
        "self": TRANSFORMER + "keys, values and queries come from the same place",
        "memory": TRANSFORMER + "memory keys and values come from the output of the encoder"},
    "score": {
        "dot": TRANSFORMER + "Q Kᵀ",
        "general": D2L + "11.3.4: qᵀ M k; OpenNMT-py, GlobalAttention, general, of Luong et al.",
        "additive": D2L + "11.3.4, of Bahdanau et al.: w_vᵀ tanh(W_q q + W_k k)",
        "cosine": "PyTorch, CosineSimilarity: x_1 · x_2 / (‖x_1‖ ‖x_2‖); dnc, dnc/addressing.py, "
                  "CosineWeights; both keep the divisor from 0 by a small number",
        "gaussian": D2L + "11.2.3: exp(−‖q − k‖² / 2σ²)",
        "distance": "x-transformers, x_transformers/attend.py, l2_distance: −‖q − k‖², which is "
                    "scaled after"},
    "positions": {
        "none": TRANSFORMER + "positions are added to the words, the formula of attention "
                              "has none",
        "learned": "GPT-2, src/model.py, model: the rows of wte and of wpe are added",
        "sinusoidal": TRANSFORMER + "sin and cos of pos / 10000^(2i / d_model)",
        "sinusoidal.halves": "TensorFlow, Neural machine translation with a Transformer and Keras, "
                             "positional_encoding",
        "sinusoidal.tensor2tensor": "tensor2tensor, layers/common_attention.py, "
                                    "get_timing_signal_1d",
        "part": "GPT-NeoX, megatron/model/transformer.py: the first rotary_ndims columns are "
                "turned (rotary_pct)",
        "halves": "transformers, rotate_half and LlamaRotaryEmbedding of Llama",
        "neighbours": "transformers, rotate_every_two and create_sinusoidal_positions of GPT-J",
        "alibi": "the program of Press et al. 2022, attention_with_linear_biases: get_slopes; q is "
                 "scaled first, the bias is added to q kᵀ; its issue 5 for both sides: −m |i − j|",
        "buckets": "mesh, _relative_position_bucket, and attention: a bias is added to the logits"},
    "scale": {
        "sqrt_d_k": TRANSFORMER + "Q Kᵀ / √d_k",
        "none": "OpenNMT-py, GlobalAttention, dot and general, of Luong et al.: the product itself",
        "d_k": "mup, README, of Tensor Programs V: 1/d instead of 1/sqrt(d)",
        "sqrt_d_model": "vit-pytorch before its commit 85314cf: scale = dim ** -0.5, the width of "
                        "the words for that of a head",
        "number": "PyTorch, scaled_dot_product_attention: its scale is 1 over this number"},
    "temperature": "annotated_deep_learning_paper_implementations, distillation, of Hinton et al.: "
                   "exp(z_i / T) / Σ exp(z_j / T)",
    "soft_limit": "transformers, eager_attention_forward of Gemma 2: soft_cap · tanh(score / "
                  "soft_cap), after the scale and before the mask",
    "mask": {
        "none": TRANSFORMER + "each position of the encoder can attend to all positions",
        "causal": TRANSFORMER + "−∞ for all that comes later",
        "window": "transformers, sliding_window_overlay, and gpt-oss, sdpa, for earlier keys; for "
                  "both sides _bidirectional_window_overlay of Gemma 3: distances below W",
        "prefix": "flaxformer, make_decoder_mask: causal, or query and key are both of the prefix",
        "padding": "PyTorch, MultiheadAttention: its argument key_padding_mask",
        "painted": "PyTorch, MultiheadAttention: its argument attn_mask of booleans",
        "list": "PyTorch 1.13, multi_head_attention_forward: attn_mask and key_padding_mask are "
                "joined by logical_or"},
    "normaliser": {
        "softmax": D2L + "4.5.2: the largest is subtracted first",
        "naive_softmax": D2L + "4.1.1.2: exp(o_i) / Σ exp(o_j)",
        "sum": D2L + "11.2, of Nadaraya and Watson: α(q, k_i) / Σ α(q, k_j)",
        "sparsemax": "entmax, entmax/activations.py, _sparsemax_threshold_and_support, of Martins "
                     "and Astudillo 2016"},
    "qk_norm": "transformers, Qwen3Attention: RMSNorm of each head's queries and keys by gains of "
               "its width, before they are turned",
    "score_bias": "PyTorch, scaled_dot_product_attention: attn_weight = query @ key.transpose(-2, "
                  "-1) * scale_factor, then attn_weight += attn_bias",
    "sink": "gpt-oss, gpt_oss/torch/model.py, sdpa: the sink is one more logit, and its share is "
            "dropped",
    "loss": {
        "squared": "PyTorch, MSELoss: the mean of (x_n − y_n)² over all numbers",
        "cross_entropy": D2L + "4.1.2: −Σ y_j log ŷ_j; PyTorch, CrossEntropyLoss of probabilities: "
                         "the mean of the rows"},
    "block.norm": {
        "layer_sample": "The Annotated Transformer (Rush 2018; Huang et al. 2022), class LayerNorm",
        "layer": "PyTorch, LayerNorm, of Ba et al. 2016: biased variance, ε under the root",
        "rms": "transformers, LlamaRMSNorm: ε under the root",
        "none": TRANSFORMER + "x + Sublayer(x), without its LayerNorm"},
    "block.place": {
        "before": "GPT-2, src/model.py, block: x + attn(norm(x)), x + mlp(norm(x)); PyTorch, "
                  "TransformerDecoderLayer, norm_first",
        "after": TRANSFORMER + "LayerNorm(x + Sublayer(x))"},
    "block.mlp": {
        "relu": TRANSFORMER + "max(0, x W_1 + b_1) W_2 + b_2",
        "gelu": "PyTorch, GELU: x Φ(x); transformers, GELUActivation: x / 2 (1 + erf(x / √2))",
        "gelu_tanh": "PyTorch, GELU, approximate: 0.5 x (1 + tanh(√(2/π) (x + 0.044715 x³)))",
        "silu": "PyTorch, SiLU: x σ(x)",
        "swiglu": "annotated_deep_learning_paper_implementations, transformers/configs.py, of "
                  "Shazeer 2020: (Swish_1(x W_1) ⊗ x V) W_2; transformers, LlamaMLP",
        "geglu": "annotated_deep_learning_paper_implementations, transformers/configs.py, of "
                 "Shazeer 2020: (GELU(x W_1) ⊗ x V) W_2",
        "geglu_tanh": "transformers, Gemma2MLP, whose hidden_activation is gelu_pytorch_tanh",
        "none": TRANSFORMER + "a layer without its feed-forward network"},
    "embedding": {
        "given": TRANSFORMER + "the embeddings of the words are the input",
        "table": "GPT-2, src/model.py, model: tf.gather(wte, X)"},
    "unembedding": {
        "tied": "GPT-2, src/model.py, model: tf.matmul(h_flat, wte, transpose_b=True)",
        "own": "transformers, GPTNeoXForCausalLM: embed_out, a matrix of its own without a bias"},
    "block.final_norm": "GPT-2, src/model.py, model: norm(h, 'ln_f') after the last block",
    "block.cross": TRANSFORMER + "multi-head attention over the output of the encoder stack, "
                   "between the two others as in its DecoderLayer",
}


class Found(dict):
    """The stages computed so far. A stage whose numbers the document gives keeps these, so that all
    that follows reads them."""

    def __init__(self, given):
        super().__init__()
        self.given = given

    def put(self, name, numbers):
        self[name] = self.given.get(name, numbers)
        return self[name]


def kind_of(value):
    """"buckets" of {"buckets": 8, "furthest": 20}; pairs and columns tell positions apart."""
    if isinstance(value, dict):
        first, columns = next(iter(value)), value.get("columns", "alternating")
        if isinstance(columns, int):
            return "part"
        if columns != "alternating":
            return first + "." + columns
        return value.get("pairs", next(iter(value)))
    if isinstance(value, list):
        return "painted" if isinstance(value[0], list) else "list"
    return value if isinstance(value, str) else "number"


def read_in(model):
    """Where each formula of the model was read; a choice without a source ends the program."""
    options = {**model, **{"block." + name: value for name, value in model.get("block", {}).items()}}
    return {name: source if isinstance(source, str) else source[kind_of(options[name])]
            for name, source in READ_IN.items() if options.get(name) not in (None, False)}


def slopes(heads):
    """Press et al. 2022: for 8 heads 1/2, 1/4, …, 1/256; in general a geometric sequence
    that begins at 2^(−8 / heads), which is its ratio too. Their program, get_slopes: where heads are
    no power of two, the sequence of the power below, then every other number of that of twice as
    many."""
    power = 2 ** math.floor(math.log2(heads))
    if power == heads:
        first = 2 ** (-8 / heads)
        return [first ** (at + 1) for at in range(heads)]
    return slopes(power) + slopes(2 * power)[0::2][:heads - power]


def softmax(rows):
    powers = np.exp(rows - rows.max(axis=1, keepdims=True))
    return powers / powers.sum(axis=1, keepdims=True)


def sines(words, width, base, columns="alternating"):
    """Vaswani et al. 2017: columns 2i and 2i + 1 are the sine and the cosine of the
    position over base^(2i / width). All sines first: TensorFlow's tutorial "Neural machine
    translation with a Transformer and Keras", positional_encoding, has the same waves; tensor2tensor
    (layers/common_attention.py, get_timing_signal_1d) a geometric row of half as many waves as
    columns, from 1 to the base."""
    if columns != "alternating":
        waves = width // 2
        rates = (1 / base ** (np.arange(waves) / waves) if columns == "halves"
                 else np.exp(-np.arange(waves) * math.log(base) / max(waves - 1, 1)))
        angles = np.arange(words)[:, None] * rates[None, :]
        return np.concatenate([np.sin(angles), np.cos(angles)], axis=1)
    return np.array([[(math.cos if at % 2 else math.sin)(word / base ** ((at - at % 2) / width))
                      for at in range(width)] for word in range(words)])


def turned(rows, how):
    """Su et al. 2021: pairs of columns are complex numbers, times e^(i position θ);
    θ = base^(−2 pair / width). Pairs are a column of each half, or neighbours. GPT-NeoX (Black et
    al. 2022; rotary_pct) turns the first columns as if there were no others."""
    if "columns" in how:
        first = how["columns"]
        whole = {name: value for name, value in how.items() if name != "columns"}
        return np.concatenate([turned(rows[:, :first], whole), rows[:, first:]], axis=1)
    half = rows.shape[1] // 2
    first, second = ((slice(0, half), slice(half, None)) if how.get("pairs", "halves") == "halves"
                     else (slice(0, None, 2), slice(1, None, 2)))
    angle = np.outer(np.arange(len(rows)), how["rotary"] ** (-np.arange(half) / half))
    numbers = (rows[:, first] + 1j * rows[:, second]) * np.exp(1j * angle)
    made = np.empty_like(rows)
    made[:, first], made[:, second] = numbers.real, numbers.imag
    return made


def bucket(ahead, count, furthest, both_ways):
    """Raffel et al. 2020, as in their relative_position_bucket, in 32 bits as there:
    near distances have a bucket each, far ones share them by logarithm."""
    first = 0
    if both_ways:
        count //= 2
        first = count if ahead > 0 else 0
    distance = abs(ahead) if both_ways else max(-ahead, 0)
    single = count // 2
    if distance < single:
        return first + distance
    single_precision = np.float32
    share = (np.log(single_precision(distance) / single_precision(single))
             / single_precision(math.log(furthest / single)))
    return first + min(single + int(share * single_precision(count - single)), count - 1)


def blocked(mask, queries, keys):
    """True where a query may not attend to a key; a list blocks what any of its masks blocks."""
    i, j = np.indices((queries, keys))
    if mask == "none":
        return np.zeros((queries, keys), dtype=bool)
    if mask == "causal":
        return j > i
    if isinstance(mask, dict):
        (kind, number), = mask.items()
        return {"window": abs(i - j) >= number,             # transformers, sliding_window_overlay
                "prefix": (j > i) & (j >= number),          # Raffel et al. 2020
                "padding": j >= keys - number}[kind]
    if isinstance(mask[0], list) and isinstance(mask[0][0], bool):
        return np.array(mask)
    return np.any([blocked(one, queries, keys) for one in mask], axis=0)


def is_causal(mask):
    return mask == "causal" or (isinstance(mask, list) and "causal" in mask)


def score(kind, q, k, given, head, found):
    """Luong et al. 2015; Bahdanau et al. 2015; Gaussian kernels of
    Nadaraya 1964 and Watson 1964."""
    squares = ((q[:, None, :] - k[None, :, :]) ** 2).sum(axis=2)
    if kind == "dot":
        return q @ k.T
    if kind == "general":
        return q @ given[f"W_S/{head}"] @ k.T
    if kind == "additive":
        mapped_q = found.put(f"Q_mapped/{head}", q @ given[f"U_Q/{head}"])
        mapped_k = found.put(f"K_mapped/{head}", k @ given[f"U_K/{head}"])
        return (np.tanh(mapped_q[:, None] + mapped_k[None]) * given[f"u/{head}"]).sum(axis=2)
    if kind == "cosine":
        return (q @ k.T) / np.outer(np.linalg.norm(q, axis=1), np.linalg.norm(k, axis=1))
    if kind == "distance":
        return -squares
    return -squares / (2 * kind["gaussian"] ** 2)


def normalised(masked, closed, model, sink):
    """Lines of weights. A line whose cells are all blocked is 0. A sink is one more score of each
    row, whose weight is dropped."""
    lines = masked if model["axis"] == "rows" else masked.T
    closed = closed if model["axis"] == "rows" else closed.T
    made = np.zeros_like(lines)
    for at, line in enumerate(lines):
        is_open = ~closed[at]
        scores = line[is_open]
        if scores.size == 0:
            continue
        if model["normaliser"] == "sum":
            made[at, is_open] = scores / scores.sum()
            continue
        if model["normaliser"] == "sparsemax":
            # Documents that overflow are wild, and others drawn.
            made[at, is_open] = sparsemax(scores) if np.all(abs(scores) < 1e9) else np.nan
            continue
        scores = scores if sink is None else np.append(scores, sink)
        powers = np.exp(scores - scores.max() if model["normaliser"] == "softmax" else scores)
        made[at, is_open] = (powers / powers.sum())[:is_open.sum()]
    return made if model["axis"] == "rows" else made.T


def norm(name, x, block, given, found):
    """Ba et al. 2016: (x − mean) / √(variance + ε) γ + β. Zhang and Sennrich 2019:
    x / √(mean of squares + ε) γ. "The Annotated Transformer" (Rush 2018; Huang et al. 2022),
    class LayerNorm: a_2 * (x - mean) / (std + eps) + b_2, where std of PyTorch divides by n − 1."""
    if block["norm"] == "none":
        return x
    number = name[-1]
    rows = x
    if block["norm"] in ("layer", "layer_sample"):
        mean = found.put(name + ".mean", x.mean(axis=1, keepdims=True))
        rows = found.put(name + ".centred", x - mean)
    if block["norm"] == "layer_sample":
        # PyTorch's std centres its rows; a given mean or given centred rows are taken as they are.
        std = (np.sqrt((rows ** 2).sum(axis=1, keepdims=True) / (rows.shape[1] - 1))
               if name + ".centred" in given or name + ".mean" in given
               else np.std(x, axis=1, ddof=1, keepdims=True))
        deviation = std + block["epsilon"]
    else:
        deviation = np.sqrt((rows ** 2).mean(axis=1, keepdims=True) + block["epsilon"])
    deviation = found.put(name + ".deviation", deviation)
    scaled = found.put(name + ".scaled", rows / deviation)
    return found.put(name, scaled * given["gamma_" + number] + given.get("beta_" + number, 0))


def activation(kind, x):
    """Nair and Hinton 2010; Hendrycks and Gimpel 2016, exact and with tanh; Elfwing et al. 2018."""
    erf = np.vectorize(math.erf)
    return {"relu": lambda: np.maximum(x, 0),
            "gelu": lambda: x / 2 * (1 + erf(x / math.sqrt(2))),
            "gelu_tanh": lambda: x / 2 * (1 + np.tanh(math.sqrt(2 / math.pi)
                                                      * (x + 0.044715 * x ** 3))),
            "silu": lambda: x / (1 + np.exp(-x))}[kind]()


def mlp(kind, x, given, found):
    """x W_1 + b_1, bent, times W_2 + b_2. Shazeer 2020: the activation of x W_gate
    opens x W_1 + b_1."""
    hidden = found.put("hidden", x @ given["W_1"] + given["b_1"])
    gates = {"swiglu": "silu", "geglu": "gelu", "geglu_tanh": "gelu_tanh"}
    if kind in gates:
        gate = found.put("gate", x @ given["W_gate"])
        activated = found.put("activated", activation(gates[kind], gate))
        last = found.put("gated", activated * hidden)
    else:
        last = found.put("activated", activation(kind, hidden))
    return found.put("mlp", last @ given["W_2"] + given["b_2"])


def attention(x, read, source, model, given, found):
    """Every head, and their join: queries of `read`, keys and values of `source`. `x` is what stood
    before the norm, whose width some scales divide by."""
    heads, groups = model["heads"], model["key_value_groups"]
    positions = model["positions"]
    how = next(iter(positions)) if isinstance(positions, dict) else positions
    words = len(read)

    def projected(name, rows, at):
        made = rows if model["projections"] == "none" else rows @ given[f"W_{name}/{at}"]
        made = found.put(f"{name}/{at}", made + given.get(f"b_{name}/{at}", 0))
        return made

    def normed(name, rows, at):
        """Each row over √(mean of squares + ε), times gains that all heads have. ε: the model's, and
        Qwen3's 1e-6 where there is no block."""
        if not model.get("qk_norm"):
            return rows
        epsilon = model["block"]["epsilon"] if "block" in model else 1e-6
        deviation = np.sqrt((rows ** 2).mean(axis=1, keepdims=True) + epsilon)
        deviation = found.put(f"{name}_normed.deviation/{at}", deviation)
        scaled = found.put(f"{name}_normed.scaled/{at}", rows / deviation)
        made = found.put(f"{name}_normed/{at}", scaled * given[f"gamma_{name}"])
        return made

    def rotated(name, rows, at):
        if how != "rotary":
            return rows
        made = found.put(f"{name}_rotated/{at}", turned(rows, positions))
        return made

    keys = [rotated("K", normed("K", projected("K", source, at), at), at) for at in range(groups)]
    values = [projected("V", source, at) for at in range(groups)]
    closed = blocked(model["mask"], words, len(source))
    outputs = []
    for head in range(heads):
        group = head * groups // heads  # Ainslie et al. 2023
        q = rotated("Q", normed("Q", projected("Q", read, head), head), head)
        outputs.append(output_of(head, q, keys[group], values[group], x.shape[1], closed, model,
                                 given, found))
    return joined(outputs, model, given, found)


def attention_without_x(words, keys, model, given, found):
    """A layer of a document without X: every head that follows from the stages that are given. No
    layer reads another."""
    heads, groups = model["heads"], model["key_value_groups"]
    closed = blocked(model["mask"], words, keys)

    def begun(name, at):
        return found.put(f"{name}/{at}", None) if f"{name}/{at}" in given else None

    q, k, v = ([begun(name, at) for at in range(count)]
               for name, count in (("Q", heads), ("K", groups), ("V", groups)))
    outputs = [output_of(head, q[head], k[head * groups // heads], v[head * groups // heads], None,
                         closed, model, given, found) for head in range(heads)]
    joined(outputs, model, given, found)


def output_of(head, q, k, v, d_model, closed, model, given, found):
    """The output of a head, and all that leads to it from its queries, keys and values. Without
    some of these, what needs them is given, or is not there."""
    positions = model["positions"]
    how = next(iter(positions)) if isinstance(positions, dict) else positions
    words, keys = closed.shape
    distance = np.arange(keys)[None, :] - np.arange(words)[:, None]

    def follows(stage, make, *read):
        name = f"{stage}/{head}"
        is_there = all(numbers is not None for numbers in read)
        return found.put(name, make(*read) if is_there else None) \
            if is_there or name in given else None

    def scaled(scores):
        d_k = q.shape[1] if q is not None else None
        scale = model["scale"]
        divisor = {"sqrt_d_k": lambda: math.sqrt(d_k), "none": lambda: 1, "d_k": lambda: d_k,
                   "sqrt_d_model": lambda: math.sqrt(d_model)}.get(scale, lambda: scale)()
        return scores / divisor / model["temperature"]

    def masked(now):
        if model["score_bias"]:
            bias = given[f"bias/{head}"] / model["temperature"]
            now = found.put(f"with_bias/{head}", now + bias)
        # The bias comes after the scale (Press et al. 2022; Raffel et al. 2020), and a temperature
        # divides all that the softmax reads (Hinton et al. 2015).
        if how == "alibi":
            bias = -slopes(model["heads"])[head] * abs(distance)
            now = found.put(f"biased/{head}", now + bias / model["temperature"])
        if how == "buckets":
            bias = np.vectorize(lambda ahead: given[f"T/{head}"][0, bucket(
                int(ahead), positions["buckets"], positions["furthest"],
                not is_causal(model["mask"]))])(distance)
            now = found.put(f"biased/{head}", now + bias / model["temperature"])
        if model["soft_limit"] is not None:  # Gemma Team 2024
            limit = model["soft_limit"]
            now = found.put(f"limited/{head}", limit * np.tanh(now / limit))
        return np.where(closed, -np.inf, now)

    now = follows("scores", lambda q, k: score(model["score"], q, k, given, head, found), q, k)
    now = follows("masked", masked, follows("scaled", scaled, now))
    sink = given["sink"][0, head] if model["sink"] else None
    weights = follows("weights", lambda open: normalised(open, closed, model, sink), now)
    if weights is not None and v is not None:
        found[f"weighted_values/{head}"] = weights[:, :, None] * v[None, :, :]
    return follows("output", lambda weights, v: weights @ v, weights, v)


def joined(outputs, model, given, found):
    """The heads side by side, times W_O; and the mean of their weights."""
    if model["mean_weights"]:  # torch.nn.MultiheadAttention, average_attn_weights
        found.put("mean_weights", np.mean([found[f"weights/{head}"]
                                           for head in range(model["heads"])], axis=0))
    if model["join"] != "none" and outputs[0] is not None:
        found.put("joined", np.concatenate(outputs, axis=1))
        if model["join"] == "w_o":
            found.put("attention", found["joined"] @ given["W_O"] + given.get("b_O", 0))
    return found.get("attention")


def layer(x, memory, model, given, cross):
    """One block: Vaswani et al. 2017; Xiong et al. 2020. `cross` are the
    inputs of its second attention, which reads the whole memory by plain scaled products."""
    block, found = model["block"], Found(given)
    is_after = block["place"] == "after"

    def before(number, rows):
        return rows if is_after else norm(f"norm_{number}", rows, block, given, found)

    def after(number, rows):
        return norm(f"norm_{number}", rows, block, given, found) if is_after else rows

    read = before(1, x)
    source = memory if model["keys_from"] == "memory" else read
    added = attention(x, read, source, model, given, found)
    y = after(1, found.put("after_attention", x + added))
    last = 2
    if block["cross"]:
        plain = {**model, "score": "dot", "positions": "none", "mask": "none", "soft_limit": None,
                 "score_bias": False, "sink": False}
        of_cross = Found(cross)
        added = attention(y, before(2, y), memory, plain, cross, of_cross)
        found.update({"cross." + name: made for name, made in of_cross.items()})
        y, last = after(2, found.put("after_cross", y + added)), 3
    if block["mlp"] != "none":
        y = y + mlp(block["mlp"], before(last, y), given, found)
        if is_after and block["norm"] != "none":
            y = found.put("after_mlp", y)
        y = after(last, y)
    return found.put("block", y), found


def loss(kind, made, target):
    """Goodfellow, Bengio and Courville 2016, sections 5.1.4 and 3.13: the mean squared error, and
    the cross entropy of shares, of each row on average. Where the target is 0 nothing is added."""
    if kind == "squared":
        return ((made - target) ** 2).mean()
    wanted = target != 0
    return -(target[wanted] * np.log(made[wanted])).sum() / len(made)


def stages(document, real=np.float64):
    """Every computed stage by its name, in numbers of type `real`."""
    found = stages_before_loss(document, real)
    model = document["model"]
    if "target" in model:
        target = np.array(document["inputs"]["target"], dtype=real)
        found["loss"] = np.array([[loss(model["loss"], found[model["target"]], target)]])
    return found


def of_each_layer(given):
    """The inputs of each layer by their names in the first, with what ends their own names."""
    layers = 1 + max(int(name.partition("@")[2] or 0) for name in given)
    for at in range(layers):
        end = f"@{at}" if at else ""
        yield end, {name.removesuffix(end): rows for name, rows in given.items()
                    if name.endswith(end) and ("@" in name) == bool(at)}


def stages_before_loss(document, real):
    model = document["model"]
    given = {name: np.array(rows, dtype=real) for name, rows in document["inputs"].items()}
    found = Found(given)
    if "X" not in given and model.get("embedding") != "table":
        lists = document["lists"]
        words, keys = len(lists["words"]), len(lists.get("memory", lists["words"]))
        for at, mine in of_each_layer(given):
            made = Found(mine)
            attention_without_x(words, keys, model, mine, made)
            found.update({name + at: numbers for name, numbers in made.items()})
        return found
    positions = model["positions"]
    how = next(iter(positions)) if isinstance(positions, dict) else positions
    if model.get("embedding") == "table":
        vocabulary = document["lists"]["vocabulary"]
        x = found.put("X", np.stack([given["E"][vocabulary.index(word)]
                                     for word in document["lists"]["words"]]))
    else:
        x = given["X"]
    if how == "sinusoidal":
        found.put("P", sines(*x.shape, positions["sinusoidal"],
                             positions.get("columns", "alternating")))
    if how in ("sinusoidal", "learned"):
        x = found.put("embedded", x + found.get("P", given.get("P")))
    if model["kind"] == "attention":
        attention(x, x, given.get("M", x), model, given, found)
        return found
    for end, mine in of_each_layer(given):
        cross = {name.removeprefix("cross."): rows for name, rows in mine.items()
                 if name.startswith("cross.")}
        x, made = layer(x, given.get("M"), model, mine, cross)
        found.update({name + end: numbers for name, numbers in made.items()})
    if model["block"].get("final_norm"):
        x = norm("norm_f", x, model["block"], given, found)
    if model["block"]["words_out"]:
        words = given["U" if model.get("unembedding") == "own" else "E"]
        found.put("probabilities", softmax(found.put("logits", x @ words.T)))
    return found


def as_text(number):
    return number if math.isfinite(number) else repr(number).replace("inf", "Infinity")


def as_lists(numbers):
    return ([as_lists(part) for part in numbers] if np.ndim(numbers)
            else as_text(float(numbers)))


def is_steep(found):
    """Whether a line is divided by a sum near 0: rounding leaves no twelve digits of its weights."""
    return any(abs(numbers).max() > 5 for name, numbers in found.items()
               if name.removeprefix("cross.").startswith("weights/"))


def is_wild(document, found):
    """Whether layers after layers grow beyond what twelve digits follow."""
    return (document["model"].get("block", {}).get("layers", 1) > 1
            and any(not np.all(abs(numbers) < 1000) for name, numbers in found.items()
                    if "masked/" not in name))


def is_rounded_away(document, found):
    """Whether rounding to 64 bits moves a number so far that another order of the same sums could
    not be asked for twelve digits. Some layers do that: a norm divides by a deviation near 0."""
    for name, exact in stages(document, np.longdouble).items():
        far = abs(found[name] - exact) > 1e-13 * np.maximum(1, abs(exact))
        if np.any(far & np.isfinite(exact)):
            return True
    return False


def with_given(document, found, random):
    """The document with numbers for one to three of the stages that it would compute."""
    names = [name for name, numbers in found.items()
             if numbers.ndim == 2 and np.all(np.isfinite(numbers))]
    chosen = random.choice(names, size=min(len(names), int(random.integers(1, 4))), replace=False)
    low = {name: 0 if "weights/" in name or "probabilities" in name else -2 for name in chosen}
    given = {str(name): random.uniform(low[name], 1, found[name].shape).round(3).tolist()
             for name in chosen}
    return {**document, "inputs": {**document["inputs"], **given}}


def with_table(document, random):
    """The document with words of a vocabulary, whose rows of a table are X. Words may stand there
    twice, and some of the vocabulary not at all."""
    model, lists, inputs = document["model"], dict(document["lists"]), dict(document["inputs"])
    width = len(inputs.pop("X")[0])
    vocabulary = [f"v{at}" for at in range(int(random.integers(2, 7)))]

    def matrix(rows):
        return random.uniform(-2, 2, (rows, width)).round(3).tolist()

    inputs["E"] = matrix(len(vocabulary))
    lists.pop("words_out", None)
    lists["vocabulary"] = vocabulary
    drawn = random.integers(len(vocabulary), size=len(lists["words"]))
    lists["words"] = [vocabulary[at] for at in drawn]
    model = {**model, "embedding": "table"}
    if model["kind"] == "block":
        block = model["block"] = {**model["block"], "words_out": bool(random.random() < 0.6)}
        if block["words_out"]:
            model["unembedding"] = ["tied", "own"][random.integers(2)]
            if model["unembedding"] == "own":
                inputs["U"] = matrix(len(vocabulary))
            block["final_norm"] = bool(block["norm"] != "none" and random.random() < 0.7)
            if block["final_norm"]:
                inputs["gamma_f"] = matrix(1)
                if block["norm"] in ("layer", "layer_sample"):
                    inputs["beta_f"] = matrix(1)
    return {**document, "model": model, "lists": lists, "inputs": inputs}


def main():
    first, count, how = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3:]
    gives, looks_up = how == ["given"], how == ["tables"]
    random = np.random.default_rng([first, 2])
    drawing = Drawing(first)
    for at in range(count):
        title = f"Document {at} of seed {first}"

        def drawn():
            if gives and at % 3 == 2:
                return drawing.document_without_x(title)
            made = drawing.document(title)
            return with_table(made, random) if looks_up else made

        document = drawn()
        with np.errstate(all="ignore"):  # Documents that overflow are wild, and others drawn.
            while (is_steep(found := stages(document)) or is_wild(document, found)
                   or is_rounded_away(document, found)):
                document = drawn()
            if gives:
                plain = document
                while (is_steep(found := stages(document := with_given(plain, found, random)))
                       or is_wild(document, found) or is_rounded_away(document, found)):
                    found = stages(plain)
            while is_rounded_away(compared := drawing.compared(document, found),
                                  found := stages(compared)):
                pass
        document = compared
        print("[\n" if at == 0 else ",\n", end="")
        json.dump({"document": document, "read_in": read_in(document["model"]),
                   "stages": {name: as_lists(numbers) for name, numbers in found.items()}},
                  sys.stdout, separators=(",", ":"))
    print("\n]")


main()
