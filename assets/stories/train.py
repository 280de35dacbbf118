#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Trains the model of assets/presets/stories.attn: a decoder that continues the stories of stories.py. With
`--layers 1` that of stories-one-layer.attn, which stands beside it.

Each layer is a block with LayerNorm before attention and before the MLP; queries and keys are turned
by their positions (rotary, in halves), attention has W_O and no biases, the MLP a ReLU; a last
LayerNorm and the table of words itself give the logits. Everything is drawn from one seed, and one
thread computes, so that the same versions of PyTorch and NumPy give the same numbers.
"""
import argparse
import copy
import json
import math
import random
import time
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as functional
from torch import nn

import stories

WORDS_AT_MOST = 36  # of the texts that the model is trained with
WEIGHT_OF_WORDS_THAT_FOLLOW = 10.0  # in the loss; the others have 1
OFTEN = {"owns": 5.0, "where": 5.0, "because": 1.0, "feels": 0.5, "agrees": 0.5}  # looking up is learned last
POOL = 50_000  # texts that batches are drawn from
TEST_SEED = 2_000_000  # of the stories that accuracy is measured with
PRESETS = Path(__file__).resolve().parents[1] / "presets"
TITLE = "Stories: a small trained model that continues a sentence"
WORDS = "the cat chased the mouse because it was hungry . the"  # of the document
NOTES = """A whole model, small enough to look into: a table of {words} words, {layers} blocks of {heads} heads, and the \
table again for the next word. It was trained to go on with small stories: who has the ball, where the hat is, who \
is meant by “it”, she or he, sleep or sleeps. Type other words, change any number, switch a head off, and see what it \
says now.

**Where the numbers come from.** PyTorch trained them (AdamW, {steps} steps) with stories that a grammar of our own \
draws; `assets/stories` of the sources has both, and how to make the same numbers again. They are rounded to \
{decimals} decimals, {numbers} numbers in all. In 2,000 stories of each kind that no training has drawn, at least \
{least} of 100 words that follow from the story are right.

**What to look at.** The pages Lens (what each layer would say) and Effects (what each head does to the answer). Change \
“hungry” to “slow”: the story continues with the other animal. Ask “Tom has a red ball . Anna has a blue kite . who \
has the kite ?”: looking a fact up is what the training learned last.

Blocks as in Radford et al. 2019 (GPT-2), with rotary positions (Su et al. 2021) and tied tables (Press and Wolf 2017)."""
TITLE_OF_ONE_LAYER = "Stories, one layer: a model that cannot look facts up"
NOTES_OF_ONE_LAYER = """A block of {heads} heads of the width of the preset `stories`, trained beside it in the same way: PyTorch, AdamW, \
{steps} steps, the same stories from the same seed. It knows who “it” is, she or he, sleep or sleeps. But it does \
not find where a thing is, and often not who has it: for that, a word has to learn first what stands near it, and then \
be found, which takes two layers one after the other.

**Where the numbers come from.** `assets/stories` of the sources has the grammar and the training, and the accuracy in \
each kind of story. The numbers are rounded to {decimals} decimals, {numbers} in all."""


def turned(x):
    """Turns vectors (…, words, d) by their position, number i with number i + d/2: rotary, in halves."""
    words, d = x.shape[-2:]
    numbers = torch.arange(d // 2, dtype=x.dtype)
    angles = torch.arange(words, dtype=x.dtype)[:, None] * 10000.0 ** (-2 * numbers / d)
    cosine, sine = angles.cos(), angles.sin()
    first, second = x.chunk(2, -1)
    return torch.cat([first * cosine - second * sine, first * sine + second * cosine], -1)


class Block(nn.Module):
    def __init__(self, width, heads):
        super().__init__()
        self.heads = heads
        self.norm1 = nn.LayerNorm(width)
        self.qkv = nn.Linear(width, 3 * width, bias=False)
        self.out = nn.Linear(width, width, bias=False)
        self.norm2 = nn.LayerNorm(width)
        self.mlp1 = nn.Linear(width, 2 * width)
        self.mlp2 = nn.Linear(2 * width, width)

    def forward(self, x):
        texts, words, width = x.shape
        q, k, v = [part.view(texts, words, self.heads, -1).transpose(1, 2)
                   for part in self.qkv(self.norm1(x)).split(width, -1)]
        scores = turned(q) @ turned(k).transpose(-1, -2) / (width // self.heads) ** 0.5
        ahead = torch.ones(words, words).triu(1).bool()
        weights = scores.masked_fill(ahead, -torch.inf).softmax(-1)
        x = x + self.out((weights @ v).transpose(1, 2).reshape(texts, words, width))
        return x + self.mlp2(functional.relu(self.mlp1(self.norm2(x))))


class Model(nn.Module):
    def __init__(self, words, width, heads, layers):
        super().__init__()
        self.table = nn.Embedding(words, width)
        self.blocks = nn.ModuleList([Block(width, heads) for _ in range(layers)])
        self.norm = nn.LayerNorm(width)
        for parameter in self.parameters():
            if parameter.dim() > 1:
                nn.init.normal_(parameter, std=0.1)

    def forward(self, rows):
        """Returns logits (texts, words, vocabulary) of rows of the table (texts, words)."""
        x = self.table(rows)
        for block in self.blocks:
            x = block(x)
        return self.norm(x) @ self.table.weight.T


def row_of():
    return {word: row for row, word in enumerate(stories.vocabulary())}


def texts_to_learn(number, random_):
    """Draws texts of one story, or of two where they fit; returns rows of the table and weights of the
    loss, each number × WORDS_AT_MOST; after the end of a text the weight is 0."""
    rows = np.zeros((number, WORDS_AT_MOST), np.int64)
    weights = np.zeros((number, WORDS_AT_MOST), np.float32)
    row = row_of()
    short = ["because", "feels", "agrees"]
    for i in range(number):
        story = stories.draw(random_.choices(list(OFTEN), OFTEN.values())[0], random_, for_tests=False)
        if random_.random() < 0.3 and len(story) < 18:
            second = random_.choices(short, [OFTEN[kind] for kind in short])[0]
            story = story + stories.draw(second, random_, for_tests=False)
        story = story[:WORDS_AT_MOST]
        rows[i, :len(story)] = [row[word.text] for word in story]
        weights[i, :len(story)] = [WEIGHT_OF_WORDS_THAT_FOLLOW if word.follows else 1.0 for word in story]
    return torch.from_numpy(rows), torch.from_numpy(weights)


def accuracy(model, number, seed):
    """Returns for each kind how many of the words that follow are the likeliest next word, in stories
    that the training never draws."""
    row = row_of()
    model.eval()
    result = {}
    for kind in stories.KINDS:
        random_ = random.Random(seed)
        by_length = {}
        for _ in range(number):
            story = stories.draw(kind, random_, for_tests=True)
            by_length.setdefault(len(story), []).append(story)
        hits = asked = 0
        for texts in by_length.values():
            rows = torch.tensor([[row[word.text] for word in story] for story in texts])
            follows = torch.tensor([[word.follows for word in story] for story in texts])[:, 1:]
            with torch.no_grad():
                likeliest = model(rows)[:, :-1].argmax(-1)
            hits += int((likeliest == rows[:, 1:])[follows].sum())
            asked += int(follows.sum())
        result[kind] = hits / asked
    model.train()
    return result


def shown(accuracies):
    return "  ".join(f"{kind} {value:.4f}" for kind, value in accuracies.items())


def train(model, arguments):
    random_ = random.Random(arguments.seed)
    rows, weights = texts_to_learn(POOL, random_)
    batches = np.random.default_rng(arguments.seed)
    optimizer = torch.optim.AdamW(model.parameters(), lr=arguments.rate, weight_decay=0.01, betas=(0.9, 0.98))
    steady = 0.7 * arguments.steps

    def rate(step):
        return min(1, (step + 1) / 200) * (1 if step < steady else max(0.02, 1 - (step - steady) / (arguments.steps - steady)))

    schedule = torch.optim.lr_scheduler.LambdaLR(optimizer, rate)
    start = time.monotonic()
    for step in range(min(arguments.until, arguments.steps)):
        chosen = torch.from_numpy(batches.integers(POOL, size=arguments.batch))
        words, weight = rows[chosen], weights[chosen][:, 1:]
        logits = model(words[:, :-1])
        losses = functional.cross_entropy(logits.flatten(0, 1), words[:, 1:].flatten(), reduction="none")
        loss = (losses * weight.flatten()).sum() / weight.sum()
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        schedule.step()
        if (step + 1) % 250 == 0 or step + 1 == min(arguments.until, arguments.steps):
            print(f"{step + 1:5} steps, {time.monotonic() - start:5.0f} s, loss {loss.item():.4f}: "
                  f"{shown(accuracy(model, 100, arguments.seed))}", flush=True)
            if arguments.keep:
                torch.save(model.state_dict(), arguments.keep)


def rounded(model, decimals):
    """Returns the model in double precision with its numbers rounded, as the document has them."""
    result = copy.deepcopy(model).double()
    with torch.no_grad():
        for parameter in result.parameters():
            parameter.copy_(torch.from_numpy(np.round(parameter.numpy(), decimals)))
    return result


def inputs_of(model):
    """Returns the matrices of the document by their names there, in the order in which the program
    writes them. There rows are words, so that the weights of PyTorch's linear layers are transposed."""
    heads = model.blocks[0].heads
    result = {"E": model.table.weight}
    for layer, block in enumerate(model.blocks):
        of = f"@{layer}" if layer else ""
        parts = {name: part.chunk(heads) for name, part in zip(("W_Q", "W_K", "W_V"), block.qkv.weight.chunk(3))}
        if layer == 0:
            order = [(name, head) for head in range(heads) for name in parts]
        else:
            order = [(name, head) for name in parts for head in range(heads)]
        result.update({f"{name}/{head}{of}": parts[name][head].T for name, head in order})
        if layer == 0:
            result["W_O"] = block.out.weight.T
        for number, norm in enumerate((block.norm1, block.norm2), 1):
            result.update({f"gamma_{number}{of}": norm.weight[None, :], f"beta_{number}{of}": norm.bias[None, :]})
        for number, linear in enumerate((block.mlp1, block.mlp2), 1):
            result.update({f"W_{number}{of}": linear.weight.T, f"b_{number}{of}": linear.bias[None, :]})
        if layer == 0:
            result.update({"gamma_f": model.norm.weight[None, :], "beta_f": model.norm.bias[None, :]})
        else:
            result["W_O" + of] = block.out.weight.T
    return {name: parameter.detach().numpy() for name, parameter in result.items()}


def document_of(model, decimals, notes):
    """Returns the text of the document as the program writes it: each row of a matrix is a line."""
    def written(value):
        text = f"{value:.{decimals}f}".rstrip("0").rstrip(".")
        return "0" if text == "-0" else text

    def matrix(rows):
        return "[\n" + ",\n".join("      [" + ", ".join(map(written, row)) + "]" for row in rows) + "\n    ]"

    title = TITLE if len(model.blocks) > 1 else TITLE_OF_ONE_LAYER
    block = {"epsilon": model.norm.eps, "final_norm": True, "layers": len(model.blocks), "mlp": "relu",
             "norm": "layer", "place": "before", "words_out": True}
    if len(model.blocks) == 1:
        del block["layers"]
    members = [("kind", '"block"'), ("projections", '"learned"'), ("heads", str(model.blocks[0].heads)), ("join", '"w_o"'),
               ("scale", '"sqrt_d_k"'), ("temperature", "1"), ("mask", '"causal"'), ("normaliser", '"softmax"'),
               ("axis", '"rows"'), ("positions", '{"pairs":"halves","rotary":10000.0}'), ("embedding", '"table"'),
               ("block", json.dumps(block, separators=(",", ":"))), ("unembedding", '"tied"')]
    lists = [("words", json.dumps(WORDS.split())), ("vocabulary", json.dumps(stories.vocabulary()))]
    inputs = [(name, matrix(rows)) for name, rows in inputs_of(model).items()]

    def section(members):
        return "{\n" + ",\n".join(f'    "{name}": {value}' for name, value in members) + "\n  }"

    parts = [("format", '"attention-lab"'), ("version", "[2, 0]"), ("title", json.dumps(title, ensure_ascii=False)),
             ("notes", json.dumps(notes, ensure_ascii=False)), ("model", section(members)), ("lists", section(lists)),
             ("inputs", section(inputs))]
    return "{\n" + ",\n".join(f'  "{name}": {value}' for name, value in parts) + "\n}\n"


def main():
    parser = argparse.ArgumentParser(description="Train the model of the stories and write its document.")
    parser.add_argument("--width", type=int, default=64, help="d_model")
    parser.add_argument("--heads", type=int, default=4)
    parser.add_argument("--layers", type=int, default=2)
    parser.add_argument("--steps", type=int, default=3000, help="that the schedule of the rate is for")
    parser.add_argument("--until", type=int, default=2250, help="stop after this step of them")
    parser.add_argument("--batch", type=int, default=192, help="texts of a step")
    parser.add_argument("--rate", type=float, default=3e-3, help="learning rate of AdamW")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--decimals", type=int, default=3, help="of the numbers of the document")
    parser.add_argument("--keep", metavar="FILE", help="the weights as PyTorch keeps them, again after each 250 steps")
    parser.add_argument("--from", dest="kept", metavar="FILE", help="do not train, but take the weights kept in FILE")
    parser.add_argument("-o", "--output", type=Path, help="the document; default: the preset of that many layers")
    arguments = parser.parse_args()
    torch.set_num_threads(1)
    torch.manual_seed(arguments.seed)
    model = Model(len(stories.vocabulary()), arguments.width, arguments.heads, arguments.layers)
    numbers = sum(parameter.numel() for parameter in model.parameters())
    print(f"{numbers} numbers, {len(stories.vocabulary())} words", flush=True)
    if arguments.kept:
        model.load_state_dict(torch.load(arguments.kept))
    else:
        train(model, arguments)
    result = rounded(model, arguments.decimals)
    accuracies = accuracy(result, 2000, TEST_SEED)
    print(f"in 2,000 stories of each kind that were kept for tests: {shown(accuracy(model, 2000, TEST_SEED))}")
    print(f"rounded to {arguments.decimals} decimals:                            {shown(accuracies)}")
    told = NOTES if arguments.layers > 1 else NOTES_OF_ONE_LAYER
    notes = told.format(words=len(stories.vocabulary()), layers=arguments.layers, heads=arguments.heads,
                         steps=f"{min(arguments.until, arguments.steps):,}", decimals=arguments.decimals, numbers=f"{numbers:,}",
                         least=f"{math.floor(1000 * min(accuracies.values())) / 10:g}")
    preset = PRESETS / ("stories.attn" if arguments.layers > 1 else "stories-one-layer.attn")
    (arguments.output or preset).write_text(document_of(result, arguments.decimals, notes))


if __name__ == "__main__":
    main()
