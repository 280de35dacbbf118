# SPDX-License-Identifier: MIT
"""Writes one attention layer of a PyTorch model, as it runs, to an archive that Attention Lab opens:

    from capture import capture
    capture(model, layer=3, head=5, tokens=tokenizer("The cat sat", return_tensors="pt"))

and then: attention-lab import capture.npz -o head.attn

It knows nn.MultiheadAttention and the attention of the transformers library, by the names of their
projections: q_proj, k_proj, v_proj and o_proj; query, key and value; c_attn and c_proj. Of any other
module it takes what F.scaled_dot_product_attention is called with. It needs PyTorch alone.
"""
import struct
import zipfile

import torch
import torch.nn.functional as F


class Refused(Exception):
    """What the lab cannot show, with the reason."""


def capture(model, layer=0, head=None, tokens=None, inputs=None, words=None, batch=0,
            path="capture.npz"):
    """Runs the model once and writes the layer's attention to `path`.

    layer: the number of the attention module, from 0. head: one of its heads; None: all of them,
    joined by its output projection. tokens: ids, or what a tokenizer returns; inputs: a tensor or a
    tuple of them for models that read something else. words: a name for each row. batch: which text
    of several. Returns the names of the arrays."""
    modules = attention_modules(model)
    if not modules:
        raise Refused("the model has no attention module that capture knows or "
                      "can tell by its parts; give the attention module itself")
    if not 0 <= layer < len(modules):
        raise Refused(f"there is no attention layer {layer}; the layers are 0 to {len(modules) - 1}")
    module = modules[layer]
    seen = run(model, module, tokens, inputs)
    arrays = multihead(module, seen, batch) if isinstance(module, torch.nn.MultiheadAttention) \
        else projected(module, seen, batch) if parts_of(module) else attended(seen, batch)
    result = seen.result[0] if isinstance(seen.result, tuple) else seen.result
    if "W_O" in arrays and torch.is_tensor(result):
        # What the import compares the document with.
        if isinstance(module, torch.nn.MultiheadAttention) and not module.batch_first \
                and result.dim() == 3:
            result = result.transpose(0, 1)
        arrays["attention"] = of_batch(result, batch)
    if head is not None:
        arrays = only_head(arrays, head)
    count = arrays["X"].shape[0]
    if words is None:
        ids = ids_of(tokens)
        words = [str(i) for i in (ids if ids is not None and len(ids) == count else range(count))]
    if len(words) != count:
        raise Refused(f"{len(words)} words were given for {count} rows; give one word for each row")
    write_npz(path, arrays, [str(word) for word in words])
    return list(arrays)


# ---- which modules, and what they were called with ----

def parts_of(module):
    """The projections: (q, k, v, output), or (fused, None, None, output); None if unknown."""
    for names in (("q_proj", "k_proj", "v_proj"), ("query", "key", "value"), ("q", "k", "v")):
        if all(isinstance(getattr(module, name, None), torch.nn.Module) for name in names):
            out = next((getattr(module, name) for name in ("o_proj", "out_proj", "dense", "o")
                        if isinstance(getattr(module, name, None), torch.nn.Module)), None)
            return tuple(getattr(module, name) for name in names) + (out,)
    if isinstance(getattr(module, "c_attn", None), torch.nn.Module):
        return (module.c_attn, None, None, getattr(module, "c_proj", None))
    return None


def attention_modules(model):
    known = [module for module in model.modules()
             if isinstance(module, torch.nn.MultiheadAttention) or parts_of(module)]
    if known:
        return known
    # Any other: those whose names say so, or the model itself.
    named = [module for name, module in model.named_modules()
             if name and "attention" in type(module).__name__.lower()]
    return named or [model]


class Seen:
    """What the module was called with, and what its softmax or its fused attention did."""

    def __init__(self):
        self.arguments, self.named, self.result = None, {}, None
        self.scores, self.weights, self.fused = None, None, None


def run(model, module, tokens, inputs):
    seen = Seen()
    inside = []
    forward = module.forward

    def watched(*arguments, **named):
        seen.arguments, seen.named = arguments, named
        inside.append(True)
        try:
            seen.result = forward(*arguments, **named)
            return seen.result
        finally:
            inside.pop()

    def watched_softmax(own):
        def softmax(*arguments, **named):
            result = own(*arguments, **named)
            if inside and arguments[0].dim() >= 3:
                seen.scores, seen.weights = arguments[0], result
            return result
        return softmax

    def watched_fused(own):
        def attention(query, key, value, attn_mask=None, dropout_p=0.0, is_causal=False, **named):
            if inside:
                seen.fused = (query, key, value, attn_mask, is_causal, named.get("scale"))
            return own(query, key, value, attn_mask, dropout_p, is_causal, **named)
        return attention

    places = [(F, "softmax", watched_softmax), (torch, "softmax", watched_softmax),
              (torch.Tensor, "softmax", watched_softmax),
              (F, "scaled_dot_product_attention", watched_fused)]
    places = [(place, name, getattr(place, name), watch) for place, name, watch in places
              if hasattr(place, name)]
    was_training = model.training
    fast = getattr(torch.backends, "mha", None)
    was_fast = fast.get_fastpath_enabled() if hasattr(fast, "get_fastpath_enabled") else None
    try:
        model.eval()
        if was_fast is not None:
            fast.set_fastpath_enabled(False)
        module.forward = watched
        for place, name, own, watch in places:
            setattr(place, name, watch(own))
        call(model, tokens, inputs)
    finally:
        for place, name, own, _ in places:
            setattr(place, name, own)
        del module.forward
        if was_fast is not None:
            fast.set_fastpath_enabled(was_fast)
        model.train(was_training)
    if seen.arguments is None:
        raise Refused("the layer was not called; in a nn.TransformerEncoder turn off its fast "
                      "path, or give the layer itself")
    return seen


def call(model, tokens, inputs):
    # Gradients stay on: without them nn.TransformerEncoderLayer does not call its attention.
    if inputs is not None:
        return model(*inputs) if isinstance(inputs, tuple) else model(inputs)
    if tokens is None:
        raise Refused("say what the model reads: tokens=… or inputs=…")
    if hasattr(tokens, "keys"):
        return model(**tokens)
    return model(tokens if torch.is_tensor(tokens) else torch.tensor([tokens]))


def ids_of(tokens):
    ids = tokens["input_ids"] if hasattr(tokens, "keys") else tokens
    if torch.is_tensor(ids):
        ids = ids.reshape(-1).tolist() if ids.dim() == 1 or ids.shape[0] == 1 else None
    return ids


def argument(seen, place, *names):
    for name in names:
        if seen.named.get(name) is not None:
            return seen.named[name]
    return seen.arguments[place] if len(seen.arguments) > place else None


def of_batch(x, batch):
    return x if x.dim() == 2 else x[batch]


# ---- the arrays of each kind of module ----

def heads_of(arrays, name, weight, bias, count):
    """weight: inputs × outputs; each head has its columns."""
    if weight.shape[1] % count:
        raise Refused(f"{weight.shape[1]} columns cannot be divided evenly into {count} heads")
    width = weight.shape[1] // count
    for at in range(count):
        arrays[f"W_{name}/{at}"] = weight[:, at * width:(at + 1) * width]
        if bias is not None:
            arrays[f"b_{name}/{at}"] = bias[at * width:(at + 1) * width].reshape(1, -1)


def add_output(arrays, weight, bias):
    arrays["W_O"] = weight
    if bias is not None:
        arrays["b_O"] = bias.reshape(1, -1)


def multihead(module, seen, batch):
    query, key, value = (argument(seen, at, name) for at, name in
                         enumerate(("query", "key", "value")))
    if key is not query and not (key.shape == query.shape and torch.equal(key, query)) or \
            value is not key and not (value.shape == key.shape and torch.equal(value, key)):
        raise Refused("queries and keys come from different texts (cross attention); capture takes "
                      "attention of one text to itself")
    if module.bias_k is not None or module.add_zero_attn:
        raise Refused("the module adds a key of its own (add_bias_kv, add_zero_attn), which "
                      "Attention Lab does not have")
    if query.dim() == 3 and not module.batch_first:
        query = query.transpose(0, 1)
    x, width = of_batch(query, batch), module.embed_dim
    arrays = {"X": x}
    if module.in_proj_weight is not None:
        weights = module.in_proj_weight.split(width)
    else:
        weights = (module.q_proj_weight, module.k_proj_weight, module.v_proj_weight)
    biases = module.in_proj_bias.split(width) if module.in_proj_bias is not None else (None,) * 3
    for name, weight, bias in zip("QKV", weights, biases):
        heads_of(arrays, name, weight.t(), bias, module.num_heads)
    add_output(arrays, module.out_proj.weight.t(), module.out_proj.bias)
    arrays["model.scale"] = torch.tensor(float(width // module.num_heads)).double().sqrt()
    words = x.shape[0]
    blocked = torch.zeros(words, words, dtype=torch.bool)
    mask, padding = argument(seen, 5, "attn_mask"), argument(seen, 3, "key_padding_mask")
    if mask is not None:
        blocked = blocked | blocked_by(mask if mask.dim() == 2 else mask[batch * module.num_heads])
    if padding is not None:
        blocked = blocked | blocked_by(of_batch(padding, batch) if padding.dim() == 1
                                       else padding[batch]).reshape(1, -1)
    arrays["model.mask"] = blocked
    return arrays


def blocked_by(mask):
    """Of MultiheadAttention: where True, or very negative."""
    if mask.dtype == torch.bool:
        return mask
    blocked = mask <= torch.finfo(mask.dtype).min / 2
    if (mask[~blocked] != 0).any():
        raise Refused("the mask adds numbers to scores, but the masks of Attention Lab do not")
    return blocked


def number_of(module, *names):
    for owner in (module, getattr(module, "config", None)):
        for name in names:
            found = getattr(owner, name, None)
            if isinstance(found, (int, float)) and not isinstance(found, bool):
                return found
    return None


def linear(part):
    """Weight as inputs × outputs, and bias."""
    weight = part.weight if type(part).__name__ == "Conv1D" else part.weight.t()
    return weight, getattr(part, "bias", None)


def projected(module, seen, batch):
    if any(hasattr(module, name) for name in ("q_norm", "k_norm")):
        raise Refused("the module norms its queries and keys, which Attention Lab does not")
    q, k, v, out = parts_of(module)
    x = of_batch(argument(seen, 0, "hidden_states", "query", "x"), batch)
    arrays = {"X": x}
    heads = number_of(module, "num_heads", "num_attention_heads", "n_head", "n_heads")
    if heads is None:
        raise Refused("the module does not say how many heads it has (num_heads)")
    if k is None:
        weight, bias = linear(q)
        width = weight.shape[1] // 3
        weights = weight.split(width, dim=1)
        biases = bias.split(width) if bias is not None else (None,) * 3
    else:
        weights, biases = zip(*(linear(part) for part in (q, k, v)))
    d_head = weights[0].shape[1] // heads
    for name, weight, bias in zip("QKV", weights, biases):
        heads_of(arrays, name, weight, bias, weight.shape[1] // d_head)
    if out is not None and hasattr(out, "weight"):
        add_output(arrays, *linear(out))
    scaling = number_of(module, "scaling")
    divisor = 1 / scaling if scaling else d_head ** 0.5
    if getattr(module, "scale_attn_weights", True) is False:
        divisor = 1.0
    if seen.fused is not None and seen.fused[5]:
        divisor = 1 / seen.fused[5]
    arrays["model.scale"] = torch.tensor(float(divisor))
    base = rotary_base(module, seen, d_head)
    if base is not None:
        arrays["model.rotary_base"] = torch.tensor(float(base))
    limit = number_of(module, "attn_logit_softcapping")
    if limit:
        arrays["model.soft_limit"] = torch.tensor(float(limit))
    add_seen(arrays, seen, heads, x.shape[0], batch)
    return arrays


def rotary_base(module, seen, d_head):
    """From the angles that were used: cosines and sines, or the module's own frequencies."""
    angles = seen.named.get("position_embeddings")
    frequencies = None
    if isinstance(angles, tuple) and angles[0].shape[-2] > 1:
        cosines, sines = (part.reshape(-1, *part.shape[-2:])[0].double() for part in angles)
        if not torch.allclose(cosines ** 2 + sines ** 2, torch.ones_like(cosines), atol=1e-2):
            raise Refused("its rotary positions also stretch queries and keys, which those of "
                          "Attention Lab do not")
        frequencies = torch.atan2(sines[1] - 0.0, cosines[1])[: d_head // 2]
    elif hasattr(module, "rotary_emb"):
        frequencies = module.rotary_emb.inv_freq.double()
    if frequencies is None or d_head < 4:
        return number_of(module, "rope_theta") if frequencies is not None else None
    said = number_of(module, "rope_theta")
    base = said or float(frequencies[1] / frequencies[0]) ** (-d_head / 2)
    expected = torch.tensor([base ** (-2 * i / d_head) for i in range(d_head // 2)]).double()
    if frequencies.shape != expected.shape or not torch.allclose(
            frequencies.cpu(), expected, rtol=2e-2, atol=1e-6):
        raise Refused("its rotary positions do not turn by base^(-2i/d), as those of Attention "
                      "Lab do")
    return base


def add_seen(arrays, seen, heads, words, batch):
    """The mask that was applied and the weights that came of it."""
    blocked = None
    if seen.scores is not None and seen.scores.shape[-1] == words:
        scores = seen.scores.reshape(-1, heads, *seen.scores.shape[-2:])[batch]
        blocked = (scores <= torch.finfo(scores.dtype).min / 2)[0]
        weights = seen.weights.reshape(-1, heads, *seen.weights.shape[-2:])[batch]
        for at in range(heads):
            arrays[f"weights/{at}"] = weights[at]
    elif seen.fused is not None:
        blocked = fused_mask(seen.fused, batch)
    if blocked is not None:
        arrays["model.mask"] = blocked


def fused_mask(fused, batch):
    query, key, _, mask, is_causal, _ = fused
    shape = (query.shape[-2], key.shape[-2])
    blocked = torch.zeros(shape, dtype=torch.bool)
    if is_causal:
        blocked = ~torch.ones(shape, dtype=torch.bool).tril()
    if mask is not None:
        one = mask.expand(*query.shape[:-2], *shape)
        one = one.reshape(-1, query.shape[-3] if query.dim() > 2 else 1, *shape)[batch][0].cpu()
        # Here True is what takes part.
        blocked = blocked | (~one if one.dtype == torch.bool else blocked_by(one))
    return blocked


def attended(seen, batch):
    """Of a module whose projections are not known: X is Q, K and V side by side, and the weights
    take each out of it."""
    if seen.fused is None:
        raise Refused("the module has no projections that capture knows, and it does not call "
                      "F.scaled_dot_product_attention")
    query, key, value = (part.reshape(-1, *part.shape[-3:])[batch] if part.dim() > 3
                         else part.reshape(-1, *part.shape[-2:]) for part in seen.fused[:3])
    if query.shape[-2] != key.shape[-2]:
        raise Refused("queries and keys come from different texts (cross attention); capture takes "
                      "attention of one text to itself")
    parts = [head for part in (query, key, value) for head in part]
    arrays, total, from_column = {"X": torch.cat(parts, dim=1)}, sum(p.shape[1] for p in parts), 0
    for name, part in (("Q", query), ("K", key), ("V", value)):
        for at, head in enumerate(part):
            width = head.shape[1]
            arrays[f"W_{name}/{at}"] = torch.eye(total)[:, from_column:from_column + width]
            from_column += width
    arrays["model.scale"] = torch.tensor(1 / seen.fused[5] if seen.fused[5]
                                         else query.shape[-1] ** 0.5)
    arrays["model.mask"] = fused_mask(seen.fused, batch)
    return arrays


def only_head(arrays, head):
    heads = sum(name.startswith("W_Q/") for name in arrays)
    groups = sum(name.startswith("W_K/") for name in arrays)
    if not 0 <= head < heads:
        raise Refused(f"there is no head {head}; the heads are 0 to {heads - 1}")
    kept = {}
    for name, values in arrays.items():
        part, slash, number = name.partition("/")
        own = head * groups // heads if part in ("W_K", "W_V", "b_K", "b_V") else head
        if part in ("W_O", "b_O", "attention") or slash and int(number) != own:
            continue
        kept[part + "/0" if slash else name] = values
    return kept


# ---- the archive, by the formats of NumPy ----

def npy(kind, shape, data):
    head = f"{{'descr': '{kind}', 'fortran_order': False, 'shape': {shape!r}, }}"
    head += " " * (-(10 + len(head) + 1) % 64) + "\n"
    return b"\x93NUMPY\x01\x00" + struct.pack("<H", len(head)) + head.encode() + data


def write_npz(path, arrays, words):
    longest = max(1, max(len(word) for word in words))
    texts = b"".join(word.ljust(longest, "\0").encode("utf-32-le") for word in words)
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("tokens.npy", npy(f"<U{longest}", (len(words),), texts))
        for name, values in arrays.items():
            numbers = values.detach().double().cpu().contiguous()
            data = struct.pack(f"<{numbers.numel()}d", *numbers.reshape(-1).tolist())
            archive.writestr(name + ".npy", npy("<f8", tuple(numbers.shape), data))
