# SPDX-License-Identifier: MIT
"""Writes one attention layer of a PyTorch model, as it runs, to an archive that Attention Lab opens:

    from capture import capture
    capture(model, layer=3, head=5, tokens=tokenizer("The cat sat", return_tensors="pt"))

and then: attention-lab import capture.npz -o head.attn

It knows nn.MultiheadAttention, and modules by the names of their projections: q_proj, k_proj, v_proj
and o_proj; query, key and value; W_query, W_key, W_value and out_proj; W_q, W_k, W_v and W_o; c_attn
and c_proj; a list of linears; and others (NAMES). From any other module it takes the queries, keys and
values that its attention computes with. The softmax may be a function of PyTorch or exponentials over
their sums, and products may be written with torch.einsum. It computes the weights and the output again
from what it writes, and fails if they differ from the module's. It needs only PyTorch.
"""
import struct
import zipfile

import torch
import torch.nn.functional as F

NAMES = (("q_proj", "k_proj", "v_proj"), ("query", "key", "value"), ("q", "k", "v"),
         ("W_query", "W_key", "W_value"), ("w_query", "w_key", "w_value"), ("W_q", "W_k", "W_v"),
         ("w_q", "w_k", "w_v"), ("W_Q", "W_K", "W_V"), ("wq", "wk", "wv"), ("Wq", "Wk", "Wv"),
         ("to_q", "to_k", "to_v"), ("q_lin", "k_lin", "v_lin"), ("queries", "keys", "values"),
         ("q_linear", "k_linear", "v_linear"), ("linear_q", "linear_k", "linear_v"),
         ("query_proj", "key_proj", "value_proj"),
         ("query_projection", "key_projection", "value_projection"))
FUSED = ("c_attn", "qkv", "qkv_proj", "Wqkv", "W_qkv", "to_qkv", "in_proj", "query_key_value")
LISTS = ("linears", "linear_layers", "projections")
OUTPUTS = ("o_proj", "out_proj", "c_proj", "W_o", "w_o", "W_O", "wo", "Wo", "W_out", "out", "to_out",
           "out_lin", "dense", "o", "proj", "output_linear", "out_projection", "output_projection",
           "output", "fc_out", "fc")

# Two numbers of 32 bits that differ by more than this differ by more than rounding.
NEAR = 1e-4
# A number below this, added to a score, makes its weight 0.
BLOCKED = -1000.0


# What PyTorch calls the first and the second tensor of a call; some names come from NumPy.
FIRST = ("input", "x", "a", "x1", "dividend")
SECOND = ("other", "x2", "mat2", "divisor")


NO_SOFTMAX = ("it calls neither softmax nor F.scaled_dot_product_attention, and divides no "
              "exponentials of its scores by the sums of their rows; write its weights as "
              "torch.softmax(scores, dim=-1)")


class Refused(Exception):
    """The lab cannot show the layer, for this reason."""


def capture(model, layer=0, head=None, tokens=None, inputs=None, words=None, batch=0,
            path="capture.npz", memory_words=None):
    """Runs the model once and writes the layer's attention to `path`.

    layer: the number of the attention module, from 0. head: one of its heads; None: all of them,
    joined by its output projection. tokens: ids, or what a tokenizer returns; inputs: a tensor or a
    tuple of them for models that read something else. words: a name for each row; memory_words: of
    the text that keys and values come from, if it is another. batch: which text of several. Returns
    the names of the arrays."""
    modules = attention_modules(model)
    if not modules:
        raise Refused("the model has no attention module that capture knows or "
                      "can tell by its parts; give the attention module itself")
    if not 0 <= layer < len(modules):
        raise Refused(f"there is no attention layer {layer}; the layers are 0 to {len(modules) - 1}")
    module = modules[layer]
    seen = run(model, module, tokens, inputs)
    with torch.no_grad():
        layer_of = attention_of(module, seen, batch)
        check(layer_of)
        arrays = arrays_of(layer_of, head)
    count = arrays["X"].shape[0]
    if words is None:
        ids = ids_of(tokens)
        words = [str(i) for i in (ids if ids is not None and len(ids) == count else range(count))]
    texts = {"tokens": named(words, count, "words")}
    if "M" in arrays:
        of_memory = arrays["M"].shape[0]
        texts["memory"] = named(memory_words if memory_words is not None else range(of_memory),
                                of_memory, "memory_words")
    if layer_of.note:
        texts["model.note"] = [layer_of.note]
    write_npz(path, arrays, texts)
    return list(arrays)


def named(words, count, what):
    if len(words) != count:
        raise Refused(f"{len(words)} {what} were given for {count} rows; give one word for each row")
    return [str(word) for word in words]


class NotProjected(Refused):
    """Capture does not know what happens between projections and scores; it may know the products."""


# ---- which modules, and what they were called with ----

def is_weight(part):
    return isinstance(part, torch.nn.Parameter) and part.dim() == 2 or \
        isinstance(part, torch.nn.Module) and hasattr(part, "weight") and part.weight.dim() == 2


def output_of(module):
    for name in OUTPUTS:
        part = getattr(module, name, None)
        if isinstance(part, torch.nn.Sequential) and len(part):
            part = part[0]
        if is_weight(part) or isinstance(part, torch.nn.Module) and is_weight(
                getattr(part, "dense", None)):
            return part if is_weight(part) else part.dense
    return None


def parts_of(module):
    """The projections: (q, k, v, output), or (fused, None, None, output); None if unknown."""
    for names in NAMES:
        parts = tuple(getattr(module, name, None) for name in names)
        if all(is_weight(part) for part in parts):
            return parts + (output_of(module),)
    for name in FUSED:
        if is_weight(getattr(module, name, None)):
            return getattr(module, name), None, None, output_of(module)
    for name in LISTS:
        part = getattr(module, name, None)
        if isinstance(part, (torch.nn.ModuleList, list, tuple)) and len(part) in (3, 4) and \
                all(is_weight(one) for one in part):
            return tuple(part[:3]) + (part[3] if len(part) == 4 else output_of(module),)
    return None


def attention_modules(model):
    known = [module for module in model.modules()
             if isinstance(module, torch.nn.MultiheadAttention) or parts_of(module)]
    if known:
        return known
    # Any other model: the modules whose names say so, or the model itself.
    own = [module for name, module in model.named_modules()
           if name and "attention" in type(module).__name__.lower()]
    return own or [model]


class Powers:
    """Follows exponentials to a softmax by hand: e^s over its sums. The largest number may be
    subtracted from s before, and a mask may set cells of e^s to 0 after."""

    def __init__(self, softmax):
        self.softmax = softmax  # scores and weights are added here
        self.shifted = []       # scores, and the same less one number for each row
        self.logarithms = []    # scores, and what log_softmax made of them
        self.made = []          # scores, and their exponentials

    @staticmethod
    def scores_of(pairs, x):
        return next((scores for scores, made in reversed(pairs) if made is x), None)

    def shift(self, a, b, result):
        is_of_rows = not torch.is_tensor(b) or b.numel() == 1 or b.dim() and b.shape[-1] == 1
        if is_of_rows and torch.is_tensor(a) and a.shape == result.shape and a.dim() >= 2:
            scores = self.scores_of(self.shifted, a)
            self.shifted.append((a.detach().clone() if scores is None else scores, result))

    def power(self, x, given, result):
        scores = self.scores_of(self.logarithms, x)
        if scores is not None:
            self.softmax.append((scores, result.detach().clone()))
        elif result.dim() >= 2:
            scores = self.scores_of(self.shifted, x)
            scores = given if scores is None else scores
            if not scores.is_floating_point():  # Whole numbers have no −∞ for what a mask blocks.
                return
            self.made.append((scores, result))
            self.take(scores, result)

    def take(self, scores, result):
        """Whether the rows sum to 1; then they are weights."""
        sums = result.detach().sum(-1)
        sums = sums[torch.isfinite(sums)]
        if not len(sums) or (sums - 1).abs().max() >= NEAR:
            return False
        self.softmax.append((scores, result.detach().clone()))
        return True

    def change(self, a, b, result):
        """Sees a product or a quotient: rows that sum to 1 are weights, zeros and ones are a mask."""
        for x, other in ((a, b), (b, a)):
            scores = self.scores_of(self.made, x)
            if scores is None or result.shape != scores.shape:
                continue
            if self.take(scores, result):
                return
            if torch.is_tensor(other) and ((other == 0) | (other == 1)).all():
                self.made.append((scores.masked_fill(other == 0, -torch.inf), result))
            return

    def fill(self, a, mask, value, result):
        scores = self.scores_of(self.made, a)
        if scores is not None and value == 0:
            self.made.append((scores.masked_fill(mask, -torch.inf), result))


def einsum_products(equation, a, b, result):
    """The product of two tensors as matmul has it: (batch, rows, same) @ (batch, same, columns);
    empty where it is another one. Axes of the batch stand as in the result and as in `a`."""
    left, arrow, out = equation.replace(" ", "").partition("->")
    terms = left.split(",")
    if len(terms) != 2:
        return []
    spare = [letter for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZ" if letter not in equation]
    kept = {x.dim() - len(term.replace("...", "")) for term, x in zip(terms, (a, b))
            if "..." in term}
    if len(kept) > 1:
        return []
    dots = "".join(spare[:kept.pop()]) if kept else ""
    first, second = (term.replace("...", dots) for term in terms)
    if arrow:
        out = out.replace("...", dots)
    else:
        out = dots + "".join(sorted(letter for letter in set(first + second) - set(dots)
                                    if (first + second).count(letter) == 1))
    if any(len(set(term)) != len(term) for term in (first, second, out)):
        return []
    same = [letter for letter in first if letter in second and letter not in out]
    only = [[letter for letter in term if letter not in other and letter in out]
            for term, other in ((first, second), (second, first))]
    batch = [letter for letter in out if letter in first and letter in second]
    if len(same) != 1 or [len(part) for part in only] != [1, 1] or \
            len(batch) + 2 != len(out) or len(first) != len(batch) + 2 or \
            len(second) != len(batch) + 2:
        return []
    (row,), (column,) = only
    if out.index(row) > out.index(column):  # the first of them goes along the rows
        first, second, a, b, row, column = second, first, b, a, column, row

    def turned_to(x, letters, wanted):
        return x.permute([letters.index(letter) for letter in wanted])

    found = []
    for order in (batch, [letter for letter in first if letter in batch]):
        found.append((turned_to(a, first, order + [row] + same),
                      turned_to(b, second, order + same + [column]),
                      turned_to(result, out, order + [row, column])))
    return found


class Seen:
    """What the module was called with, what its projections read, and what it multiplied."""

    def __init__(self):
        self.arguments, self.named, self.result = None, {}, None
        self.softmax = []   # scores and the weights that came of them
        self.powers = Powers(self.softmax)
        self.fused = None   # of F.scaled_dot_product_attention
        self.products = []  # two factors and their product
        self.reads = {}     # id of a projection: what it was applied to


def operands(arguments, named, *wanted):
    """The operands of a call, given by place or by one of their names; None for one that the call
    does not have."""
    return [arguments[at] if at < len(arguments) else
            next((named[name] for name in names if name in named), None)
            for at, names in enumerate(wanted)]


def run(model, module, tokens, inputs):
    seen = Seen()
    inside = []
    forward = module.forward
    parameters = {id(part) for part in (parts_of(module) or ())
                  if isinstance(part, torch.nn.Parameter)}

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
            scores, = operands(arguments, named, FIRST)
            if inside and torch.is_tensor(scores) and scores.dim() >= 2:
                seen.softmax.append((scores.detach().clone(), result.detach().clone()))
            return result
        return softmax

    def watched_fused(own):
        def attention(*arguments, **named):
            result = own(*arguments, **named)
            if inside:
                query, key, value, mask, _, is_causal, scale = operands(
                    arguments, named, ("query",), ("key",), ("value",), ("attn_mask",),
                    ("dropout_p",), ("is_causal",), ("scale",))
                seen.fused = (query, key, value, mask, bool(is_causal), scale)
            return result
        return attention

    def watched_product(own):
        def product(*arguments, **named):
            result = own(*arguments, **named)
            a, b = operands(arguments, named, FIRST, SECOND)
            if inside and torch.is_tensor(a) and torch.is_tensor(b):
                if id(b) in parameters:
                    seen.reads.setdefault(id(b), a.detach())
                elif torch.is_tensor(result) and a.dim() >= 2 and b.dim() >= 2:
                    seen.products.append((a.detach(), b.detach(), result.detach()))
            return result
        return product

    def watched_einsum(own):
        def einsum(equation, *operands):
            result = own(equation, *operands)
            given = operands[0] if len(operands) == 1 and not torch.is_tensor(operands[0]) \
                else operands
            if inside and isinstance(equation, str) and len(given) == 2:
                a, b = given
                letters = equation.replace(" ", "").replace("->", ",").split(",")
                if id(b) in parameters and len(letters) == 3 and letters[1][0] == \
                        letters[0][-1] and letters[2] == letters[0][:-1] + letters[1][1:]:
                    seen.reads.setdefault(id(b), a.detach())
                else:
                    seen.products.extend(einsum_products(
                        equation, a.detach(), b.detach(), result.detach()))
            return result
        return einsum

    # The calls that a softmax by hand is made of. Before a call changes a tensor, a copy is kept.
    def watched_power(own):
        def power(*arguments, **named):
            x, = operands(arguments, named, FIRST)
            given = x.detach().clone() if inside and torch.is_tensor(x) else None
            result = own(*arguments, **named)
            if given is not None:
                seen.powers.power(x, given, result)
            return result
        return power

    def watched_shift(own):
        def shift(*arguments, **named):
            a, b = operands(arguments, named, FIRST, SECOND)
            before = a.detach().clone() if inside and torch.is_tensor(a) else None
            result = own(*arguments, **named)
            # An old form with three arguments has a factor between the two.
            if before is not None and torch.is_tensor(result) and len(arguments) <= 2:
                seen.powers.shift(before if result is a else a, b, result)
            return result
        return shift

    def watched_change(own):
        def change(*arguments, **named):
            result = own(*arguments, **named)
            if inside and torch.is_tensor(result):
                seen.powers.change(*operands(arguments, named, FIRST, SECOND), result)
            return result
        return change

    def watched_fill(own):
        def fill(*arguments, **named):
            result = own(*arguments, **named)
            if inside and torch.is_tensor(result):
                seen.powers.fill(*operands(arguments, named, FIRST, ("mask",), ("value",)), result)
            return result
        return fill

    def watched_logarithm(own):
        def logarithm(*arguments, **named):
            result = own(*arguments, **named)
            x, = operands(arguments, named, FIRST)
            if inside and torch.is_tensor(x) and x.dim() >= 2:
                seen.powers.logarithms.append((x.detach().clone(), result))
            return result
        return logarithm

    def watched_input(part):
        def read(_, arguments):
            if inside and arguments:
                seen.reads.setdefault(id(part), arguments[0].detach())
        return read

    wanted = [(place, name, watched_softmax) for place in (F, torch, torch.Tensor)
              for name in ("softmax",)]
    wanted += [(F, "scaled_dot_product_attention", watched_fused)]
    wanted += [(place, name, watched_product) for place, name in
               ((torch, "matmul"), (torch, "bmm"), (torch, "mm"), (torch.Tensor, "matmul"),
                (torch.Tensor, "__matmul__"), (torch.Tensor, "bmm"), (torch.Tensor, "mm"))]
    wanted += [(torch, "einsum", watched_einsum)]
    for watch, names in ((watched_power, ("exp", "exp_")),
                         (watched_shift, ("sub", "sub_", "subtract", "__sub__", "__isub__")),
                         (watched_change, ("mul", "mul_", "multiply", "__mul__", "__rmul__",
                                           "__imul__", "div", "div_", "divide", "true_divide",
                                           "__truediv__", "__itruediv__")),
                         (watched_fill, ("masked_fill", "masked_fill_"))):
        wanted += [(place, name, watch) for place in (torch, torch.Tensor) for name in names]
    wanted += [(place, "log_softmax", watched_logarithm) for place in (F, torch, torch.Tensor)]
    places = [(place, name, getattr(place, name), watch) for place, name, watch in wanted
              if hasattr(place, name)]
    hooks = [part.register_forward_pre_hook(watched_input(part)) for part in parts_of(module) or ()
             if isinstance(part, torch.nn.Module)]
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
        for hook in hooks:
            hook.remove()
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
    if x.dim() == 2:
        return x
    if not 0 <= batch < x.shape[0]:
        raise Refused(f"there is no text {batch}; there are {x.shape[0]}")
    return x[batch]


# ---- the attention of one text, in double precision ----

class Attention:
    """What is written, and what the module itself computed."""

    def __init__(self, x, memory, q, k, v, output=None):
        self.x, self.memory = x.double(), None if memory is None else memory.double()
        self.q, self.k, self.v = q, k, v  # of each head or group: weight and bias
        self.output = output              # weight and bias, or None
        self.divisor, self.blocked = None, None  # blocked: heads × queries × keys
        self.bias = None  # added to the scaled scores: heads × queries × keys
        self.rotary, self.limit, self.sink = None, None, False
        self.weights, self.result = None, None  # as the module has them
        self.note = ""

    def heads(self):
        return len(self.q)

    def group(self, head):
        return head * len(self.k) // len(self.q)

    def project(self, part, head):
        x = self.x if part is self.q or self.memory is None else self.memory
        weight, bias = part[head if part is self.q else self.group(head)]
        y = x @ weight
        y = y if bias is None else y + bias
        return y if part is self.v or self.rotary is None else turned(y, self.rotary)

    def scores(self, head):
        return self.project(self.q, head) @ self.project(self.k, head).t()

    def computed_weights(self, head):
        scores = self.scores(head) / self.divisor
        if self.bias is not None:
            scores = scores + self.bias[head]
        if self.limit:
            scores = self.limit * torch.tanh(scores / self.limit)
        scores = scores.masked_fill(self.blocked[head], -torch.inf)
        if self.sink:
            scores = torch.cat((scores, torch.zeros(len(scores), 1).double()), 1)
        weights = torch.softmax(scores, 1)[:, :self.blocked.shape[2]]
        # A word that sees nothing has no weights here.
        return torch.nan_to_num(weights, nan=0.0)


def turned(x, base):
    """Pairs i and i + d/2 turned by position · base^(−2i/d)."""
    half = x.shape[1] // 2
    at = torch.arange(len(x)).double()[:, None]
    angles = at * base ** (-2 * torch.arange(half).double() / x.shape[1])
    a, b = x[:, :half], x[:, half:]
    return torch.cat((a * angles.cos() - b * angles.sin(), b * angles.cos() + a * angles.sin()), 1)


def columns(weight, bias, count):
    """Weight (inputs × outputs) and bias of each of the heads, which stand side by side."""
    if weight.shape[1] % count:
        raise Refused(f"{weight.shape[1]} columns cannot be divided evenly into {count} heads")
    width = weight.shape[1] // count
    weight = weight.detach().double()
    bias = None if bias is None else bias.detach().double()
    return [(weight[:, at * width:(at + 1) * width],
             None if bias is None else bias[at * width:(at + 1) * width])
            for at in range(count)]


def linear(part):
    """Weight as inputs × outputs, and bias."""
    if isinstance(part, torch.nn.Parameter):
        return part, None
    weight = part.weight if type(part).__name__ == "Conv1D" else part.weight.t()
    return weight, getattr(part, "bias", None)


def number_of(module, *names):
    for owner in (module, getattr(module, "config", None)):
        for name in names:
            found = getattr(owner, name, None)
            if isinstance(found, (int, float)) and not isinstance(found, bool):
                return found
    return None


def attention_of(module, seen, batch):
    if isinstance(module, torch.nn.MultiheadAttention):
        return multihead(module, seen, batch)
    if parts_of(module) is None:
        return multiplied(seen, batch, "")
    try:
        found = projected(module, seen, batch)
        check(found)
        return found
    except NotProjected as reason:
        try:
            found = multiplied(seen, batch, str(reason))
            check(found)
            return found
        except Refused:
            raise reason from None


def of_self(q, k, v, batch):
    """X, and M where keys and values come from another text."""
    same_keys = k is q or k.shape == q.shape and torch.equal(k, q)
    same_values = v is k or v.shape == k.shape and torch.equal(v, k)
    if not same_values:
        raise Refused("keys and values come from different texts, which Attention Lab does not have")
    return of_batch(q, batch), None if same_keys else of_batch(k, batch)


def multihead(module, seen, batch):
    q, k, v = (argument(seen, at, name) for at, name in enumerate(("query", "key", "value")))
    if module.bias_k is not None:
        raise Refused("the module adds a key and a value that it has learned (add_bias_kv), which "
                      "Attention Lab does not have")
    if not module.batch_first:
        q, k, v = (part.transpose(0, 1) if part.dim() == 3 else part for part in (q, k, v))
    x, memory = of_self(q, k, v, batch)
    width, heads = module.embed_dim, module.num_heads
    if module.in_proj_weight is not None:
        weights = module.in_proj_weight.split(width)
    else:
        weights = (module.q_proj_weight, module.k_proj_weight, module.v_proj_weight)
    biases = module.in_proj_bias.split(width) if module.in_proj_bias is not None else (None,) * 3
    found = Attention(x, memory, *(columns(weight.t(), bias, heads)
                                   for weight, bias in zip(weights, biases)),
                      (module.out_proj.weight.t(), module.out_proj.bias))
    found.divisor = float(width // heads) ** 0.5
    found.sink = module.add_zero_attn
    keys = len(x if memory is None else memory)
    blocked = torch.zeros(heads, len(x), keys, dtype=torch.bool)
    mask, padding = argument(seen, 5, "attn_mask"), argument(seen, 3, "key_padding_mask")
    if mask is None and seen.named.get("is_causal"):
        blocked |= torch.ones(len(x), keys, dtype=torch.bool).triu(1)
    if mask is not None:
        own = mask.detach().cpu()
        own = own if own.dim() == 2 else own[batch * heads:(batch + 1) * heads]
        blocked |= blocked_by(own)
        add_numbers(found, own, blocked.shape)
    if padding is not None:
        own = (padding if padding.dim() == 1 else padding[batch]).detach().cpu().reshape(1, 1, -1)
        blocked |= blocked_by(own)
        add_numbers(found, own, blocked.shape)
    found.blocked = blocked
    for _, weights_of in reversed(seen.softmax):
        if weights_of.shape[-1] in (keys, keys + 1) and weights_of.shape[-2] == len(x):
            found.weights = weights_of.reshape(-1, heads, *weights_of.shape[-2:])[batch][..., :keys]
            break
    result = seen.result[0] if isinstance(seen.result, tuple) else seen.result
    if not module.batch_first and result.dim() == 3:
        result = result.transpose(0, 1)
    found.result = of_batch(result, batch)
    return found


def blocked_by(mask):
    """The mask of MultiheadAttention blocks where it is True, or very negative."""
    return mask if mask.dtype == torch.bool else mask <= BLOCKED


def add_numbers(found, mask, shape):
    """What a mask of numbers adds to the scores of each head where it does not block."""
    if mask.dtype == torch.bool or not (mask[mask > BLOCKED] != 0).any():
        return
    numbers = torch.where(mask > BLOCKED, mask, torch.zeros_like(mask)).double().expand(shape)
    found.bias = numbers if found.bias is None else found.bias + numbers


def projected(module, seen, batch):
    parts = parts_of(module)
    q, k, v, out = parts
    reads = [seen.reads.get(id(part)) for part in (q, q if k is None else k, q if v is None else v)]
    if any(part is None for part in reads):
        raise NotProjected("a projection of the module was not called")
    x, memory = of_self(*reads, batch)
    scores = last_scores(seen, len(x), len(x if memory is None else memory))
    heads = number_of(module, "num_heads", "num_attention_heads", "n_head", "n_heads", "nhead",
                      "heads", "h", "nh", "n_heads_q")
    if heads is None and seen.fused is not None and seen.fused[0].dim() > 3:
        heads = seen.fused[0].shape[-3]
    if heads is None and scores is not None:
        texts = reads[0].shape[0] if reads[0].dim() == 3 else 1
        heads = scores[0].reshape(-1, *scores[0].shape[-2:]).shape[0] // texts
    if heads is None:
        raise Refused("the module does not say how many heads it has (num_heads)")
    heads = int(heads)
    tried = []
    for layout in ("side by side", "head by head") if k is None else ("",):
        if k is None:
            weight, bias = linear(q)
            weights, biases = parted(weight, bias, heads, layout)
        else:
            weights, biases = zip(*(linear(part) for part in (q, k, v)))
        width = weights[0].shape[1] // heads
        if weights[1].shape[1] % width:
            raise NotProjected(f"the module has {weights[1].shape[1]} columns of keys for heads of "
                               f"{width}")
        found = Attention(x, memory, *(
            columns(weight, bias, max(1, weight.shape[1] // width) if at < 2 else
                    max(1, weights[1].shape[1] // width))
            for at, (weight, bias) in enumerate(zip(weights, biases))),
            None if out is None else linear(out))
        base = rotary_base(module, seen, width)
        found.rotary = None if base is None else float(base)
        found.limit = number_of(module, "attn_logit_softcapping")
        result = seen.result[0] if isinstance(seen.result, tuple) else seen.result
        found.result = of_batch(result, batch) if torch.is_tensor(result) else None
        try:
            see_scores(found, seen, scores, batch)
            check(found)
            return found
        except Refused as reason:
            tried.append(reason)
    # The attempt that got farthest: its weights agree, and its output does not.
    raise next((one for one in tried if not isinstance(one, NotProjected)), tried[0])


def parted(weight, bias, heads, layout):
    """Takes Q, K and V out of one tensor: all queries first, or head by head."""
    each = weight.shape[1] // 3
    if weight.shape[1] % (3 * heads):
        raise Refused(f"{weight.shape[1]} columns cannot be divided evenly into Q, K and V of "
                      f"{heads} heads")
    if layout == "side by side":
        return weight.split(each, dim=1), (None,) * 3 if bias is None else bias.split(each)
    own = weight.reshape(len(weight), heads, 3, -1)
    weights = [own[:, :, at].reshape(len(weight), each) for at in range(3)]
    if bias is None:
        return weights, (None,) * 3
    return weights, [bias.reshape(heads, 3, -1)[:, at].reshape(each) for at in range(3)]


def rotary_base(module, seen, d_head):
    """Finds the angles that were used: in cosines and sines, or in the module's own frequencies."""
    angles = seen.named.get("position_embeddings")
    frequencies = None
    if isinstance(angles, tuple) and angles[0].shape[-2] > 1:
        cosines, sines = (part.reshape(-1, *part.shape[-2:])[0].double() for part in angles)
        if not torch.allclose(cosines ** 2 + sines ** 2, torch.ones_like(cosines), atol=1e-2):
            raise NotProjected("its rotary positions also stretch queries and keys, which Attention "
                               "Lab's do not")
        frequencies = torch.atan2(sines[1] - 0.0, cosines[1])[: d_head // 2]
    elif hasattr(module, "rotary_emb") and hasattr(module.rotary_emb, "inv_freq"):
        frequencies = module.rotary_emb.inv_freq.double()
    if frequencies is None or d_head < 4:
        return number_of(module, "rope_theta") if frequencies is not None else None
    said = number_of(module, "rope_theta")
    base = said or float(frequencies[1] / frequencies[0]) ** (-d_head / 2)
    expected = torch.tensor([base ** (-2 * i / d_head) for i in range(d_head // 2)]).double()
    if frequencies.shape != expected.shape or not torch.allclose(
            frequencies.cpu(), expected, rtol=2e-2, atol=1e-6):
        raise NotProjected("its rotary positions do not turn by base^(-2i/d), as Attention Lab's do")
    return base


# ---- the scale and the mask, from scores and products ----

def last_scores(seen, queries, keys):
    """Returns what went into the last softmax over as many keys, and what came out."""
    for scores, weights in reversed(seen.softmax):
        if scores.shape[-1] == keys and scores.shape[-2] == queries:
            return scores, weights
    return None


def of_heads(x, heads, batch):
    """heads × queries × keys of one text."""
    return x.reshape(-1, heads, *x.shape[-2:])[batch].double().cpu()


def see_scores(found, seen, scores, batch):
    """Sets the divisor, the mask and the weights from what the module's softmax read."""
    heads = found.heads()
    if scores is None:
        return see_fused(found, seen, batch)
    given = of_heads(scores[0], heads, batch)
    found.weights = of_heads(scores[1], heads, batch)
    products = torch.stack([found.scores(head) for head in range(heads)])
    found.divisor, found.blocked = told_by(products, given, found.limit)


def told_by(products, given, limit):
    """Finds the divisor and the blocked cells that turn one into the other."""
    blocked = given <= BLOCKED
    plain = given.clone()
    if limit:
        plain = limit * torch.atanh((plain / limit).clamp(-1 + 1e-12, 1 - 1e-12))
    # The largest product that takes part says the divisor; the median of the larger ones is safe.
    sizes = torch.where(blocked, torch.zeros_like(products), products).abs()
    if not sizes.max() > 0:
        return 1.0, blocked
    large = sizes >= 0.5 * sizes.max()
    ratios = products[large] / plain[large]
    ratios = ratios[torch.isfinite(ratios)]
    if not len(ratios):
        raise NotProjected("its scores are no products of queries and keys over one number")
    divisor = float(ratios.median())
    if not divisor > 0:
        raise NotProjected("its scores are no products of queries and keys over one number")
    for near in (divisor ** 2, divisor):
        if near is not divisor and abs(near - round(near)) < 1e-3 and round(near) > 0:
            divisor = float(round(near)) ** 0.5
            break
    difference = plain - products / divisor
    difference[blocked] = 0
    size = max(1.0, float((products / divisor)[~blocked].abs().max()) if (~blocked).any() else 1.0)
    if difference.abs().max() > 10 * NEAR * size:
        raise NotProjected("its scores are not the products of queries and keys over one number: the "
                           "module adds numbers to them, as ALiBi and other biases do, or does "
                           "something to queries and keys (norms, turns) before")
    return divisor, blocked


def see_fused(found, seen, batch):
    if seen.fused is None:
        raise Refused("the module has projections that capture knows, but " + NO_SOFTMAX)
    query, _, _, mask, is_causal, scale = seen.fused
    found.divisor = 1 / scale if scale else float(query.shape[-1]) ** 0.5
    found.blocked = fused_mask(seen.fused, found, batch)


def fused_mask(fused, found, batch):
    query, key, _, mask, is_causal, _ = fused
    shape = (query.shape[-2], key.shape[-2])
    heads = found.heads()
    blocked = torch.zeros(heads, *shape, dtype=torch.bool)
    if is_causal:
        blocked |= ~torch.ones(shape, dtype=torch.bool).tril()
    if mask is not None:
        one = mask.expand(*query.shape[:-2], *shape).reshape(-1, heads, *shape)[batch].cpu()
        # Here True is what takes part.
        blocked |= ~one if one.dtype == torch.bool else blocked_by(one)
        add_numbers(found, one, blocked.shape)
    return blocked


def multiplied(seen, batch, reason):
    """Captures a module whose projections are unknown, or do more than project: X is Q, K and V side
    by side, and the weights take each out of it."""
    if seen.fused is not None:
        query, key, value = (part.detach().reshape(-1, *part.shape[-3:])[batch] if part.dim() > 3
                             else part.detach().reshape(-1, *part.shape[-2:])
                             for part in seen.fused[:3])
        scores = None
    else:
        query, key, value, scores = factors(seen, batch)
    if query.shape[-2] != key.shape[-2]:
        raise Refused("queries and keys come from different texts (cross attention), and the module "
                      "has no projections that capture knows")
    # Heads that share keys show them once for each head, or once for each group.
    parts = [head.double() for part in (query, key, value) for head in part]
    total, from_column, taken = sum(p.shape[1] for p in parts), 0, []
    for part in (query, key, value):
        taken.append([])
        for head in part:
            width = head.shape[1]
            taken[-1].append((torch.eye(total).double()[:, from_column:from_column + width], None))
            from_column += width
    found = Attention(torch.cat(parts, dim=1), None, *taken)
    found.note = "X holds Q, K and V of the module side by side, and the weights take each out of " \
                 "it" + (f", because {reason}." if reason else ".")
    if scores is None:
        see_fused(found, seen, batch)
        weights = torch.stack([found.computed_weights(head) for head in range(found.heads())])
        values = torch.stack([found.project(found.v, head) for head in range(found.heads())])
        scale = {} if seen.fused[5] is None else {"scale": seen.fused[5]}
        own = F.scaled_dot_product_attention(*seen.fused[:4], 0.0, seen.fused[4], **scale).detach()
        own = own.reshape(-1, *own.shape[-3:])[batch] if own.dim() > 3 else \
            own.reshape(-1, *own.shape[-2:])
        differs(weights @ values, own, "the output of its heads")
        return found
    given, found.weights = scores
    products = torch.stack([found.scores(head) for head in range(found.heads())])
    found.divisor, found.blocked = told_by(products, given, None)
    return found


def factors(seen, batch):
    """Finds Q, K and V in two products: the one that the softmax read, and the one with weights."""
    if not seen.softmax:
        raise Refused("the module has no projections that capture knows, and " + NO_SOFTMAX)
    for scores, weights in reversed(seen.softmax):
        heads = scores.shape[-3] if scores.dim() > 3 else 1
        value = key = None
        for a, b, _ in seen.products:
            if a.shape == weights.shape and torch.equal(a, weights):
                value = b
        for a, b, product in seen.products:
            if product.shape == scores.shape and a.shape[-1] == b.shape[-2]:
                query, key = a, b.transpose(-1, -2)
        if value is None or key is None:
            continue
        if scores.dim() == 3 and batch == 0 and scores.shape[0] > 1:
            heads = scores.shape[0]
        one = [part.reshape(-1, heads, *part.shape[-2:])[batch] for part in (query, key, value)]
        return (*one, (of_heads(scores, heads, batch), of_heads(weights, heads, batch)))
    raise Refused("the module has no projections that capture knows, and its products of queries "
                  "and keys were not found")


# ---- what is compared, and what is written ----

def differs(own, other, what):
    other = other.double().cpu()
    if own.shape != other.shape:
        raise Refused(f"{what} of the module has the shape {tuple(other.shape)}, but "
                      f"{tuple(own.shape)} as captured")
    far = float((own - other).abs().max()) if own.numel() else 0.0
    size = max(1.0, float(other.abs().max())) if own.numel() else 1.0
    if not far <= 10 * NEAR * size:
        kind = NotProjected if what.startswith("the weights") else Refused
        raise kind(f"{what} of the module differs by up to {far:.3g} from what was "
                   "captured, so the module does something that capture does not know")


def check(found):
    """Computes every head's weights and the output again; fails if the module's differ."""
    weights = [found.computed_weights(head) for head in range(found.heads())]
    if found.weights is not None:
        seen = found.weights.double().cpu()
        # A word that sees nothing may have any weights.
        sees = ~found.blocked.all(dim=2)
        for head, own in enumerate(weights):
            differs(own[sees[head]], seen[head][sees[head]], f"the weights of head {head}")
    joined = torch.cat([weights[head] @ found.project(found.v, head)
                        for head in range(found.heads())], 1)
    if found.result is None:
        return
    if found.output is not None:
        weight, bias = found.output
        joined = joined @ weight.double()
        joined = joined if bias is None else joined + bias.double()
    elif joined.shape != found.result.shape:
        return
    rows = ~found.blocked.all(dim=2).any(dim=0)
    differs(joined[rows], found.result[rows], "the output")


def arrays_of(found, head):
    heads = range(found.heads())
    if head is not None and head not in heads:
        raise Refused(f"there is no head {head}; the heads are 0 to {found.heads() - 1}")
    taken = heads if head is None else [head]
    arrays = {"X": found.x}
    if found.memory is not None:
        arrays["M"] = found.memory
    groups = sorted({found.group(one) for one in taken})
    for name, part, numbers in (("Q", found.q, taken), ("K", found.k, groups),
                                ("V", found.v, groups)):
        for at, number in enumerate(numbers):
            weight, bias = part[number]
            arrays[f"W_{name}/{at}"] = weight
            if bias is not None:
                arrays[f"b_{name}/{at}"] = bias.reshape(1, -1)
    if head is None and found.output is not None:
        weight, bias = found.output
        arrays["W_O"] = weight
        if bias is not None:
            arrays["b_O"] = bias.reshape(1, -1)
        if found.result is not None:
            arrays["attention"] = found.result
    elif head is None and found.heads() > 1:
        arrays["joined"] = torch.cat([found.computed_weights(one) @ found.project(found.v, one)
                                      for one in heads], 1)
    arrays["model.captured"] = torch.ones(1)
    arrays["model.scale"] = torch.tensor(float(found.divisor), dtype=torch.float64)
    if found.rotary is not None:
        arrays["model.rotary_base"] = torch.tensor(float(found.rotary), dtype=torch.float64)
    if found.limit:
        arrays["model.soft_limit"] = torch.tensor(float(found.limit), dtype=torch.float64)
    if found.sink:
        arrays["sink"] = torch.zeros(1, len(taken))
    masks = found.blocked[list(taken)]
    if not (masks == masks[0]).all():
        raise Refused("its heads have masks of their own; Attention Lab has one for all heads. "
                      "Capture one head: head=0")
    arrays["model.mask"] = masks[0]
    if found.bias is not None:
        for at, number in enumerate(taken):
            arrays[f"bias/{at}"] = found.bias[number]
    for at, number in enumerate(taken):
        weights = found.computed_weights(number)
        seen = weights if found.weights is None else found.weights[number]
        arrays[f"weights/{at}"] = torch.where(found.blocked[number].all(dim=1)[:, None], weights,
                                              seen.double().cpu())
        arrays[f"output/{at}"] = weights @ found.project(found.v, number)
    return arrays


# ---- the archive, by the formats of NumPy ----

def npy(kind, shape, data):
    head = f"{{'descr': '{kind}', 'fortran_order': False, 'shape': {shape!r}, }}"
    head += " " * (-(10 + len(head) + 1) % 64) + "\n"
    return b"\x93NUMPY\x01\x00" + struct.pack("<H", len(head)) + head.encode() + data


def write_npz(path, arrays, texts):
    with zipfile.ZipFile(path, "w") as archive:
        for name, words in texts.items():
            longest = max(1, max(len(word) for word in words))
            data = b"".join(word.ljust(longest, "\0").encode("utf-32-le") for word in words)
            archive.writestr(name + ".npy", npy(f"<U{longest}", (len(words),), data))
        for name, values in arrays.items():
            numbers = values.detach().double().cpu().contiguous()
            data = struct.pack(f"<{numbers.numel()}d", *numbers.reshape(-1).tolist())
            archive.writestr(name + ".npy", npy("<f8", tuple(numbers.shape), data))
