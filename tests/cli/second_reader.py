# SPDX-License-Identifier: MIT
"""Reads the reports of imports line by line and compares them with the files.

    second_reader.py FOLDER    the arrays are ARRAYS, the document N.attn and its report N.err

FOLDER/list.json has a list of [ARRAYS, N]. Prints each line that is not true or that it does not
understand."""
import json
import re
import struct
import sys
from pathlib import Path

import numpy as np

folder = Path(sys.argv[1])


def arrays_of(path):
    """Name → array, by NumPy and by hand; None for what cannot be read."""
    if path.suffix == ".npy":
        return {path.stem: np.load(path)}
    if path.suffix == ".csv":
        return {path.stem: np.loadtxt(path, delimiter=",")}
    if path.suffix == ".npz":
        found = {}
        for name in (archive := np.load(path, allow_pickle=False)).files:
            try:
                found[name] = archive[name]
            except ValueError:
                found[name] = None
        return found
    raw = path.read_bytes()
    length = struct.unpack("<Q", raw[:8])[0]
    found = {}
    for name, entry in json.loads(raw[8:8 + length]).items():
        if name == "__metadata__":
            continue
        begin, end = entry["data_offsets"]
        code = {"F64": "<f8", "F32": "<f4", "F16": "<f2"}.get(entry["dtype"])
        found[name] = None if code is None else np.frombuffer(
            raw[8 + length + begin:8 + length + end], code).reshape(entry["shape"]).astype(float)
    return found


def indices(text):
    numbers = []
    for part in text.split(","):
        first, colon, last = part.partition(":")
        numbers += range(int(first), int(last)) if colon else [int(first)]
    return numbers


class Report:
    def __init__(self, path, name):
        self.arrays = arrays_of(Path(path))
        self.document = json.loads((folder / f"{name}.attn").read_text())
        self.inputs = {key if "/" in key or key in ("X", "W_O", "M", "gamma_Q", "gamma_K") else key + "/0": np.array(value)
                       for key, value in self.document["inputs"].items()}
        self.model = self.document["model"]
        self.lines = [line.removeprefix("attention-lab: ")
                      for line in (folder / f"{name}.err").read_text().splitlines()]
        self.rows = []  # part, tensor, rows, columns, how
        for line in self.document["notes"].splitlines():
            cells = [cell.strip() for cell in line.strip("|").split("|")]
            if line.startswith("| ") and len(cells) == 5 and cells[0] != "part":
                self.rows.append((cells[0], cells[1].strip("`"), indices(cells[2]),
                                  indices(cells[3]), cells[4]))
        self.left_out = [m[1] for line in self.lines if (m := re.match(r"left out (.*?): ", line))]
        self.told = set()  # tensors of a sentence about many
        self.said = set()  # arrays that a sentence says were taken

    def whole(self, tensor):
        """The name of the array and the matrix of a name such as query/kernel[:,0]."""
        if tensor in self.arrays:
            return tensor, self.arrays[tensor]
        name = tensor[:tensor.index("[")]
        assert name in self.arrays, f"there is no array {tensor}"
        array = self.arrays[name]
        for axes in re.findall(r"\[(.*?)\]", tensor):
            array = array[tuple(slice(None) if a == ":" else int(a) for a in axes.split(","))]
        return name, array

    def used(self):
        return {self.whole(row[1])[0] for row in self.rows} | self.said

    def check_row(self, part, tensor, rows, columns, how):
        stored = np.atleast_2d(self.whole(tensor)[1])
        taken = stored[np.ix_(rows, columns)]
        if how == "transposed":
            taken = taken.T
        if how == "1 + here":
            taken = 1 + taken
        own = self.inputs[part if part in self.inputs else part.removesuffix("/0")]
        assert np.array_equal(own, taken), f"{part} is not {tensor}[{rows}][{columns}]"

    # ---- one function for each kind of line ----

    def took(self, parts, tensor, how):
        names = [one.strip() for one in parts.split(",")]
        rows = [row for row in self.rows if row[1] == tensor]
        assert [row[0] for row in rows] == names, f"{tensor} gave {[row[0] for row in rows]}"
        for row in rows:
            assert row[4] == {"transposed": "transposed", "as it is stored": "as here",
                              "as 1 + what is stored": "1 + here"}[how]
            self.check_row(*row)

    def took_many(self, first, last, count, first_tensor, last_tensor):
        """Many matrices of one stage, said in one line."""
        rows = [row for row in self.rows if row[0].split("/")[0] == first.split("/")[0]]
        assert len(rows) == int(count) and [rows[0][0], rows[-1][0]] == [first, last]
        assert [rows[0][1], rows[-1][1]] == [first_tensor, last_tensor]
        self.told |= {row[1] for row in rows}
        for row in rows:
            assert row[4] == "as here"
            self.check_row(*row)

    def left(self, name, why):
        assert name in self.arrays, f"there is no array {name}"
        assert name not in self.used(), f"{name} was taken"
        if why.startswith("it cannot be read"):
            assert self.arrays[name] is None or self.arrays[name].dtype.kind not in "biuf" \
                or self.arrays[name].dtype.itemsize > 8
        if match := re.match(r"X is (.*)", why):
            assert any(row[0] == "X" and row[1].startswith(match[1]) for row in self.rows)

    def others(self, count, layers):
        rest = set(self.arrays) - self.used() - set(self.left_out)
        assert len(rest) == int(count), f"{sorted(rest)} are the others"
        if layers:
            names = re.split(", | and ", layers)
            for row in self.rows:
                if row[0].startswith(("W_", "b_")):
                    assert row[1].startswith(tuple(name + "." for name in names)), row[1]
            for other in rest:
                assert not other.startswith(tuple(name + "." for name in names)), other

    def found_weights(self, parts, layer, count, first):
        parts = re.split(", | and ", parts)
        for part in parts:
            tensor = next(row[1] for row in self.rows if row[0] == part + "/0")
            assert not layer or tensor.startswith(layer + "."), tensor
        if count:
            kind = re.compile(r"(?:^|\.)(\d+)\.(?:.*\.)?(?:q_proj|query|c_attn|W_query|in_proj|to_q|"
                              r"query_key_value|qkv_proj)(?:\.weight|_weight)$")
            layers = {name[:m.end(1)] for name in self.arrays if (m := kind.search(name))}
            assert len(layers) == int(count), sorted(layers)
            if first:
                key = [int(one) if one.isdigit() else one for one in layer.split(".")]
                assert all(key <= [int(o) if o.isdigit() else o for o in one.split(".")]
                           for one in layers), "it is not the first"

    def found_x(self, name):
        row = next(row for row in self.rows if row[0] == "X")
        assert self.whole(row[1])[0] == name

    def only(self, name):
        assert list(self.arrays) == [name]
        self.found_x(name)

    def identity(self, part):
        own = self.inputs[part if part == "X" else part + "/0"]
        assert np.array_equal(own, np.eye(*own.shape)), f"{part} is not the identity"
        assert not any(row[0].startswith(part) for row in self.rows)

    def shape(self, name, shape, *_):
        assert self.arrays[name].shape == tuple(int(axis) for axis in shape.split(" × ")), name

    def head_axis(self, name, shape, order, head, heads):
        self.shape(name, shape)
        axis = 1 if order.startswith("d_model") else 0
        assert self.arrays[name].shape[-3:][axis] == int(heads)
        expected = np.moveaxis(self.arrays[name].reshape(self.arrays[name].shape[-3:]), axis, 0)
        assert np.array_equal(self.inputs["W_Q/0"], expected[int(head)])

    def shares(self, part, head, group, groups):
        row = next(row for row in self.rows if row[0] == part + "/0")
        width = self.inputs[part + "/0"].shape[1]
        assert int(group) < int(groups) and width > 0 and row

    def one_head(self, columns, name):
        assert self.inputs["W_Q/0"].shape[1] == int(columns)
        assert any(row[0] == "W_Q/0" and row[1] == name for row in self.rows)

    def fused(self, name, how):
        assert sum(row[1] == name for row in self.rows) >= 3

    def shared_keys(self, name, how, heads, width, groups):
        self.fused(name, how)
        assert int(groups) < int(heads) and self.inputs["W_K/0"].shape[1] == int(width)

    def turned(self, name):
        assert any(row[1] == name and row[4] == "transposed" for row in self.rows)

    def mask(self, name, what, how):
        stored = self.arrays[name]
        self.said.add(name)
        mask = self.model.get("mask", "none")
        words = self.document["lists"]["words"]
        count, keys = len(words), len(self.document["lists"].get("memory", words))
        blocked = np.triu(np.ones((count, keys), bool), 1) if mask == "causal" else \
            np.zeros((count, keys), bool) if mask == "none" else np.array(mask)
        rows = next((row[2] for row in self.rows if row[0] == "X"), list(range(count)))
        if stored.shape[-1] != self.all_rows():
            rows = list(range(len(rows)))  # by the places of the words
        last = stored.reshape(-1, *stored.shape[-2:])[0] if stored.ndim > 1 else stored[None]
        if len(last) == 1:
            last = np.repeat(last, max(rows) + 1, 0)
        lines = np.ix_(rows, rows if keys == count else range(keys))
        part = last[lines]
        bias = self.bias_beside(lines)
        if "taken as a bias" in how:
            assert np.array_equal(self.inputs["bias/0"], np.where(part < -999, 0, part) +
                                  np.where(bias < -999, 0, bias))
        if "is a key that takes part" in how:
            expected = part == 0
        elif "is a key that is blocked" in how:
            expected = part != 0
        else:
            expected = part < -999
        expected = expected | (bias < -999)
        assert np.array_equal(blocked, expected), "the mask is another"
        assert what.startswith("is causal") == (mask == "causal")
        if match := re.match(r"blocks (\d+) cells?", what):
            assert int(match[1]) == blocked.sum()

    def all_rows(self):
        tensor = next((row[1] for row in self.rows if row[0] == "X"), None)
        lists = self.document["lists"]
        return (len(np.atleast_2d(self.whole(tensor)[1])) if tensor
                else len(lists.get("memory", lists["words"])))

    def bias_beside(self, lines):
        """The first head of the bias that another line speaks of; 0 if there is none."""
        names = [m[1] for line in self.lines if (m := re.match(r"The bias (\S+) is added", line))]
        if not names:
            return np.zeros((1, 1))
        stored = self.whole(names[0])[1]
        return stored.reshape(-1, *stored.shape[-2:])[0][lines]

    def bias(self, name, each, count):
        self.said.add(name)
        assert self.model["score_bias"] is True
        assert bool(each) == (len({row[0] for row in self.rows if row[0].startswith("bias/")}) > 1)
        assert (np.array(self.model["mask"]).sum() if count else 0) >= int(count or 0)

    def layers(self, name, shape, *_):
        self.shape(name, shape)
        axes = [axis for axis in self.arrays[name].shape[:-2] if axis != 1]
        for part, tensor, *_ in self.rows:
            assert len(axes) > 1 and (self.whole(tensor)[0] != name or "[0]" in tensor)

    def all_layers(self, names, count, heads):
        """Each layer has numbers of its own for each of its heads, or for what its heads share."""
        stages = {"weights", "scores", "Q", "K", "V"} & {row[0].split("/")[0] for row in self.rows}
        each = 1 if heads == "one head" else int(heads.split()[0])
        assert self.model.get("heads", 1) == each
        told = False
        for stage in stages:
            rows = [row for row in self.rows if row[0].split("/")[0] == stage]
            of_each = self.model.get("key_value_groups", each) if stage in ("K", "V") else each
            assert {row[0] for row in rows} == {f"{stage}/{at}" + (f"@{layer}" if layer else "")
                                                for layer in range(int(count))
                                                for at in range(of_each)}, stage
            assert len({row[1] for row in rows}) == len(rows), "one array was taken twice"
            taken = {row[0]: self.whole(row[1])[0] for row in rows}
            first, last = taken[f"{stage}/0"], taken[f"{stage}/0@{int(count) - 1}"]
            if not names:
                for part, tensor, *_ in rows:
                    layer = int(part.partition("@")[2] or 0)
                    assert tensor.partition("[")[2].startswith(f"{layer}]"), tensor
                continue
            # "attentions/0 to attentions/1": an array for each layer. The number that differs is it.
            parts, others = re.split(r"(\d+)", first), re.split(r"(\d+)", last)
            [at] = [at for at, (one, other) in enumerate(zip(parts, others)) if one != other]
            before, after = "".join(parts[:at]), "".join(parts[at + 1:])
            found = (re.fullmatch(re.escape(before) + r"(\d+)" + re.escape(after), name)
                     for name in self.arrays)
            numbers = sorted(int(match[1]) for match in found if match)
            for part, name in taken.items():
                layer = numbers[int(part.partition("@")[2] or 0)]
                assert name == f"{before}{layer}{after}", name
            if names.startswith(f"{first} to "):
                assert names == f"{first} to {last}", names
                told = True
        assert not names or told, names

    def layers_of_axis(self, name, shape, count, heads):
        self.shape(name, shape)
        self.all_layers("", count, heads)

    def absent(self, does):
        """What the model computes and the document does not."""
        for one in re.split(", | and ", does):
            if one == "masks later words":
                assert self.model.get("mask", "none") == "none"
            if match := re.match(r"changes the words in (\d+) layers? before", one):
                weight = next(row[1] for row in self.rows if row[0] == "W_Q/0")
                assert re.findall(r"(?:^|\.)(\d+)\.", weight)[-1] == match[1], weight
            assert "positions" not in self.model and self.model["kind"] == "attention"

    def normed(self, model, gemma_3=None):
        """The gains of queries and keys, found beside their weights."""
        assert self.model["qk_norm"] is True and "block" not in self.model
        for part, weight, own in (("gamma_Q", "W_Q/0", "q"), ("gamma_K", "W_K/0", "k")):
            tensor = next(row[1] for row in self.rows if row[0] == weight)
            owner = tensor.removesuffix(own + "_proj.weight")
            layer = [name for name in self.arrays if name.startswith(owner.removesuffix("self_attn."))]
            is_gemma = any("pre_feedforward_layernorm" in name for name in layer)
            is_newer = any(one in name for name in layer for one in ("altup", "laurel", "layer_scalar"))
            assert (model == "Gemma 3n") == (is_gemma and is_newer), layer
            assert bool(gemma_3) == (is_gemma and not is_newer), layer
            gain = self.arrays[f"{owner}{own}_norm.weight"] + (1 if gemma_3 else 0)
            assert np.array_equal(self.inputs[part], gain[None]), f"{part} is another"

    def words(self, name):
        assert [str(one) for one in self.arrays[name]] == self.document["lists"]["words"]

    def square(self, name):
        assert len(set(self.arrays[name].shape)) == 1

    def given(self, name, shape):
        """Attention weights, of each head, with rows that sum to 1."""
        assert shape == " × ".join(str(axis) for axis in self.arrays[name].shape)
        stem = re.sub(r"\d+$", "", name)  # arrays of other layers differ in the number alone
        for part, tensor, rows, columns, _ in self.rows:
            if part.startswith("weights/"):
                numbers = self.whole(tensor)[1][np.ix_(rows, columns)]
                array = self.whole(tensor)[0]
                assert array == name or "@" in part and re.sub(r"\d+$", "", array) == stem, array
                assert (numbers >= 0).all()
                assert np.abs(numbers.sum(1) - 1).max() <= 1e-3

    def first_axis(self, name, shape, count):
        assert shape == " × ".join(str(axis) for axis in self.arrays[name].shape)
        assert sum(self.whole(row[1])[0] == name for row in self.rows) == int(count)

    def other_keys(self, count):
        assert len(self.document["lists"]["memory"]) == int(count)

    def themselves(self, *names):
        assert [self.whole(row[1])[0] for row in self.rows if row[0] in ("Q/0", "K/0", "V/0")] \
            == [name for name in names if name]

    def groups(self, heads, groups):
        assert self.model["heads"] == int(heads) and self.model["key_value_groups"] == int(groups)

    def negative(self, row):
        assert min(self.inputs["weights/0"][int(row)]) < 0

    def unlike_one(self, row, total):
        assert abs(sum(self.inputs["weights/0"][int(row)]) - float(total)) < 1e-3

    def unscaled(self):
        assert self.model["scale"] == "none" and "Q/0" not in self.inputs

    def nothing(self, *_):
        pass

    kinds = [
        (r"took (\S+) to (\S+), (\d+) matrices, from (\S+) to (\S+), as they are stored", took_many),
        (r"took (.*) from (.*), (transposed|as it is stored|as 1 \+ what is stored)", took),
        (r"Queries and keys are normed by q_norm and k_norm, with ε = 1e-6, as (Qwen3 and Gemma 3) "
         r"do(?:\.|; the names are those of (Gemma 3), .* 1 \+ what is stored\.)", normed),
        (r"Queries and keys are normed by q_norm and k_norm, with ε = 1e-6, as (Gemma 3n) and Gemma "
         r"4 do\. They also norm .* root of d_k, .*", normed),
        (r"left out (.*?): (.*)", left),
        (r"(\d+) other arrays? (?:was|were) left out(?:; the weights are from (.*?)\. To "
         r"import another layer.*|\.)", others),
        (r"(W_.*?) (?:was|were) found by (?:its name|their names)(?: in (.*?))?(?:, one of (\d+) "
         r"such layers( and the first)?\. To take another.*|, beside what was chosen)?\.",
         found_weights),
        (r"X was found by its name, (.*)\.", found_x),
        (r"X is (.*), the only array\.", only),
        (r"The words were found by their name, (.*)\.", words),
        (r"(.*) is ([\d ×]+): its ax[ei]s of 1 (?:was|were) dropped\.", shape),
        (r"(.*) is ([\d ×]+), taken as (\S+ × \S+ × \S+): head (\d+) \(\d+[a-z]+ of (\d+)\)\.", head_axis),
        (r"(W_[KV]): head (\d+) shares group (\d+) \(\d+[a-z]+ of (\d+)\)\.", shares),
        (r"The (\d+) columns? of (.*) (?:is|are) taken as one head; --heads N parts them\.",
         one_head),
        (r"(.*) was read (.*?)\. It has fewer keys than queries: (\d+) heads of (\d+) columns share "
         r"(\d+) groups? of keys\.", shared_keys),
        (r"(.*) was read (head by head: .*|with all queries .*)\.", fused),
        (r"nn\.Linear stores tensors such as (.*?) output × input; they were transposed\..*",
         turned),
        (r"The mask (\S+) (?:of its first \d+ words )?(.*?)\. In it (.*)\.", mask),
        (r".*?(?:tensors|GPT-2|GPT-NeoX|BLOOM|BERT|OPT|Llama|Qwen3|Gemma 3|Gemma 4) "
         r"((?:masks|norms|adds|turns|changes).*?);"
         r" (?:none of it is here|that is not here), so the weights are not the model's\. .*",
         absent),
        (r"(.*) is square, so that its shape does not tell.*", square),
        (r"(.*) was taken as attention weights: it is ([\d ×]+), no number is negative and each row "
         r"sums to 1\. To take it as X: --x .*\.", given),
        (r"The first axis of (\S+) ([\d ×]+) that is not 1 became its (\d+) heads; --batch I takes "
         r"one text of a batch instead\.", first_axis),
        (r"The bias (\S+) is added to the scores after the scale(, a matrix for each head)?(?:\.|; "
         r"where it is −∞ or as good as that, the mask blocks (\d+) cells?\.)", bias),
        (r"(\S+) is ([\d ×]+): its first axis that is not 1 counts layers(?:, or texts of a batch)?"
         r"\. The first was taken; --layer N(?: or --batch I)? takes another\.", layers),
        (r"(\S+) is ([\d ×]+): its first axis that is not 1 counts layers(?:, or texts of a batch)?"
         r"\. All (\d+) were taken as layers of (one head|\d+ heads); --layer N(?: or --batch I)? "
         r"takes one of them\.", layers_of_axis),
        (r"(\S+ to \S+) are layers\. All (\d+) were taken as layers of (one head|\d+ heads); "
         r"--layer N takes one of them\.", all_layers),
        (r"The \d+ matrices that were taken have \d+ million numbers, \d+ MB of memory\.", nothing),
        (r"Of \d+ layers it is layer \d+; --layer N takes another\.", nothing),
        (r"The keys are (\d+) other words than the queries\.", other_keys),
        (r"(\S+?)(?:, | and )(\S+)(?: and (\S+))? were taken as queries, keys(?: and values)? "
         r"themselves, by their names\.", themselves),
        (r"(\d+) heads share (\d+) groups? of keys\.", groups),
        (r"weights: row (\d+) has a negative weight; it is taken as it is\.", negative),
        (r"weights: row (\d+) sums to (\S+); it is taken as it is\. .* --normalise\.", unlike_one),
        (r"Each row of (\S+) was divided by its sum\.", nothing),
        (r"Nothing says d_k, so that the scores are not divided by its root\.", unscaled),
        (r".*: Read as .*", nothing),
        (r"The archive does not say what scores are divided by; the document divides them by the "
         r"root of d_k\.", nothing),
    ]

    def check(self):
        wrong = []
        # Sentences about masks first: they say what was taken.
        for line in sorted(self.lines, key=lambda one: "The mask " not in one):
            if line.startswith("There is no "):
                sentences = re.findall(r"There is no \S+:.*?\.(?= |$)", line)
                for one in sentences:
                    try:
                        self.identity(re.match(r"There is no (\S+):", one)[1])
                    except AssertionError as error:
                        wrong.append(f"{line}: {error}")
                continue
            for pattern, check in self.kinds:
                if match := re.fullmatch(pattern, line):
                    try:
                        check(self, *match.groups())
                    except (AssertionError, KeyError, IndexError, StopIteration) as error:
                        wrong.append(f"{line}: {error!r}")
                    break
            else:
                wrong.append(f"{line}: not understood")
        taken = {row[1] for row in self.rows}
        told = {m[1] for line in self.lines
                if (m := re.search(r"took .* from (.*), (?:transposed|as it is stored|"
                                  r"as 1 \+ what is stored)$", line))} | self.told
        if taken != told:
            wrong.append(f"taken {sorted(taken)}, told {sorted(told)}")
        is_normed = any(line.startswith("Queries and keys are normed") for line in self.lines)
        if is_normed != self.model.get("qk_norm", False):
            wrong.append(f"the document has qk_norm: {self.model.get('qk_norm', False)}")
        return wrong


faults = 0
for arrays, number in json.loads((folder / "list.json").read_text()):
    for fault in Report(arrays, number).check():
        print(f"{Path(arrays).name}: {fault}")
        faults += 1
sys.exit(faults > 0)
