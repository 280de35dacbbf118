#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Writes small tokenizers, as the models have them, and the texts that tests split by them.

    tests/golden/tokenizer_reference.py tests/data/tokenizers
    node tests/golden/tokenizer_reference.js tests/data/tokenizers

The first line needs python3-sentencepiece. Each folder is one tokenizer, written as Hugging Face
writes it, its vocabulary learned from a few sentences (tokenizer_training.py). It also splits the
texts by the SentencePiece models, with SentencePiece itself.

The second line asks the library "tokenizers" of Hugging Face (here its version 0.23.2, for
JavaScript) for the ids of every text by every tokenizer.json, and adds them to references.json. It
is needed to make new ids only; the tests read the file.
"""
import io
import json
import sys
from pathlib import Path

import sentencepiece

import tokenizer_training as training

TEXTS = [
    "The cat sat on the mat.",
    "the cats' mats aren't that thatched, that's what they're for; I'll say it's theirs, don't SHOUT'S",
    "Кошка сидела на ковре — это всё, что нужно ёлке.",
    "القط يجلس على السجادة، ٣٤٥ مرة.",
    "猫坐在垫子上。注意力就是一切,龘。",
    "बिल्ली चटाई पर बैठी है। क्षत्रिय",
    "🐱 chases 🐭! 👩‍👩‍👧 🇩🇪 👍🏽 🫠",
    "def attention(q, k):\n    return softmax(q @ k.T / d**0.5)  # weights\n",
    "for (int i = 0; i < 10; ++i) {\n\tsum += w[i];\r\n}\n\n\n",
    "   three before,    four between, and two after  ",
    " ",
    "\n",
    "a\n \nb \n c\t\td  \r\n",
    "In 1984: 365 days, 3.14159, 1,234,567 and 42nd; ½ Ⅷ ๓",
    "café naïve Ångström ÅNGSTRÖM e\u0301te\u0301 ﬁne ＡＢＣ ǅ",
    "İstanbul ΣΊΣΥΦΟΣ Σ STRASSE straße",
    "zero\u200bwidth no\u00a0break \u3000wide \ufeffmark soft\u00adhyphen \u0085 next",
    "한국어 日本語のテキスト ไทย",
    "<s>The cat</s> [MASK] <mask> sat [SEP]<|endoftext|> <|begin_of_text|>x",
    "x" * 120 + " antidisestablishmentarianism",
    "$5 + €10 = ~£12^2 `code` |x| <y> _under_score_",
    "▁already ▁▁marked <0x41>",
    "don’t “quote” … – —",
    "A",
    "\u0301 \u0301a \U000e0041 \U0010fffd \u0378 \ufffd",
]

LLAMA3 = (
    r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*"
    r"|\s*[\r\n]+|\s+(?!\S)|\s+"
)
QWEN2 = LLAMA3.replace("{1,3}", "")
BYTES = [f"<0x{byte:02X}>" for byte in range(256)]


def added(text, number, **more):
    return {
        "id": number,
        "content": text,
        "single_word": False,
        "lstrip": False,
        "rstrip": False,
        "normalized": False,
        "special": True,
        **more,
    }


def ids(tokens):
    return {token: number for number, token in enumerate(tokens)}


def bpe(tokens, merges, **more):
    return {
        "type": "BPE",
        "dropout": None,
        "unk_token": None,
        "continuing_subword_prefix": None,
        "end_of_word_suffix": None,
        "fuse_unk": False,
        "byte_fallback": False,
        "vocab": ids(tokens),
        "merges": [list(pair) for pair in merges],
        **more,
    }


def byte_level(adds_space, regex=True):
    return {
        "type": "ByteLevel",
        "add_prefix_space": adds_space,
        "trim_offsets": True,
        "use_regex": regex,
    }


def framed(before, after):
    """A template around the text; each token with its id."""
    special = lambda pair: {"SpecialToken": {"id": pair[0], "type_id": 0}}
    single = [*map(special, before), {"Sequence": {"id": "A", "type_id": 0}}, *map(special, after)]
    return {
        "type": "TemplateProcessing",
        "single": single,
        "pair": single + [{"Sequence": {"id": "B", "type_id": 1}}],
        "special_tokens": {
            text: {"id": text, "ids": [number], "tokens": [text]}
            for text, number in (*before, *after)
        },
    }


def tokenizer(model, normalizer=None, pre=None, post=None, tokens=()):
    return {
        "version": "1.0",
        "truncation": None,
        "padding": None,
        "added_tokens": list(tokens),
        "normalizer": normalizer,
        "pre_tokenizer": pre,
        "post_processor": post,
        "decoder": None,
        "model": model,
    }


def sequence(name, *parts):
    return {"type": "Sequence", name: list(parts)}


def split(pattern, behaviour, kind="Regex"):
    return {"type": "Split", "pattern": {kind: pattern}, "behavior": behaviour, "invert": False}


def byte_level_folders(folders):
    tokens, merges = training.byte_level(220)
    end = "<|endoftext|>"
    gpt2 = [*tokens, end]
    folders["gpt2"] = {
        "tokenizer.json": tokenizer(
            # As older files are written: without a type, merges as one text.
            {
                "dropout": None,
                "unk_token": "",
                "continuing_subword_prefix": "",
                "end_of_word_suffix": "",
                "fuse_unk": False,
                "vocab": ids(gpt2),
                "merges": [" ".join(pair) for pair in merges],
            },
            pre=byte_level(False),
            post=byte_level(True),
            tokens=[added(end, len(tokens))],
        )
    }
    lines = "#version: 0.2\n" + "".join(f"{a} {b}\n" for a, b in merges)
    folders["gpt2-files"] = {"vocab.json": ids(gpt2), "merges.txt": lines}
    before, special = ["<s>", "<pad>", "</s>", "<unk>"], "<mask>"
    roberta = [*before, *tokens, special]
    specials = [added(text, number) for number, text in enumerate(before)]
    specials.append(added(special, len(roberta) - 1, lstrip=True))
    folders["roberta"] = {
        "tokenizer.json": tokenizer(
            bpe(roberta, merges),
            pre=byte_level(False),
            post={
                "type": "RobertaProcessing",
                "sep": ["</s>", 2],
                "cls": ["<s>", 0],
                "trim_offsets": True,
                "add_prefix_space": False,
            },
            tokens=specials,
        )
    }
    folders["roberta-files"] = {
        "vocab.json": ids(roberta),
        "merges.txt": lines,
        "config.json": {"model_type": "roberta"},
    }
    begin = "<|begin_of_text|>"
    # A token that no merge makes, for ignore_merges.
    llama3 = [*tokens, training.as_letters(" antidisestablishmentarianism")]
    folders["llama3"] = {
        "tokenizer.json": tokenizer(
            bpe(llama3, merges, ignore_merges=True),
            pre=sequence(
                "pretokenizers", split(LLAMA3, "Isolated"), byte_level(False, regex=False)
            ),
            post=sequence(
                "processors", byte_level(True), framed([(begin, len(llama3))], [])
            ),
            tokens=[added(begin, len(llama3)), added(end, len(llama3) + 1)],
        )
    }
    folders["qwen2"] = {
        "tokenizer.json": tokenizer(
            bpe(tokens, merges, continuing_subword_prefix="", end_of_word_suffix=""),
            normalizer={"type": "NFC"},
            pre=sequence("pretokenizers", split(QWEN2, "Isolated"), byte_level(False, regex=False)),
            post=byte_level(False),
            tokens=[added(end, len(tokens)), added("<think>", len(tokens) + 1, special=False)],
        )
    }
    folders["spaced"] = {
        "tokenizer.json": tokenizer(
            bpe(tokens, merges),
            normalizer=sequence("normalizers", {"type": "NFKD"}),
            pre=sequence(
                "pretokenizers",
                {"type": "Digits", "individual_digits": True},
                byte_level(True),
            ),
        )
    }


def metaspace_folders(folders):
    tokens, merges = training.metaspace(150, 150)
    specials = ["<unk>", "<s>", "</s>"]
    all_tokens = [*specials, *BYTES, *tokens]
    model = bpe(all_tokens, merges, unk_token="<unk>", fuse_unk=True, byte_fallback=True)
    marks = [added(text, number) for number, text in enumerate(specials)]
    template = framed([("<s>", 1)], [])
    replaced = {"type": "Replace", "pattern": {"String": " "}, "content": "▁"}
    folders["llama2"] = {
        "tokenizer.json": tokenizer(
            model,
            normalizer=sequence("normalizers", {"type": "Prepend", "prepend": "▁"}, replaced),
            post=template,
            tokens=marks,
        )
    }
    more = added("\n\n", len(all_tokens), special=False)
    folders["gemma"] = {
        "tokenizer.json": tokenizer(
            model,
            normalizer=replaced,
            pre=split(" ", "MergedWithPrevious", "String"),
            post=template,
            tokens=[*marks, more],
        )
    }
    folders["mistral"] = {
        "tokenizer.json": tokenizer(
            model,
            pre={
                "type": "Metaspace",
                "replacement": "▁",
                "prepend_scheme": "first",
                "split": False,
            },
            post=template,
            tokens=marks,
        )
    }
    folders["no-bytes"] = {
        "tokenizer.json": tokenizer(
            bpe([*specials, *tokens], merges, unk_token="<unk>"),
            pre=sequence(
                "pretokenizers",
                {"type": "Metaspace", "replacement": "▁", "prepend_scheme": "always", "split": True},
                split(r"[0-9]", "MergedWithNext"),
            ),
            tokens=[added("that", 3 + len(tokens), single_word=True, normalized=True)],
        )
    }


def word_folders(folders):
    specials = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
    marks = [added(text, number) for number, text in enumerate(specials)]
    for name, lower in (("bert", True), ("bert-cased", False)):
        tokens = [*specials, *training.word_pieces(150, lower)]
        frame = (
            framed([("[CLS]", 2)], [("[SEP]", 3)])
            if lower
            else {"type": "BertProcessing", "sep": ["[SEP]", 3], "cls": ["[CLS]", 2]}
        )
        folders[name] = {
            "tokenizer.json": tokenizer(
                {
                    "type": "WordPiece",
                    "unk_token": "[UNK]",
                    "continuing_subword_prefix": "##",
                    "max_input_chars_per_word": 100,
                    "vocab": ids(tokens),
                },
                normalizer={
                    "type": "BertNormalizer",
                    "clean_text": True,
                    "handle_chinese_chars": True,
                    "strip_accents": None,
                    "lowercase": lower,
                },
                pre={"type": "BertPreTokenizer"},
                post=frame,
                tokens=marks,
            )
        }
        files = {"vocab.txt": "".join(token + "\n" for token in tokens)}
        if not lower:
            files["tokenizer_config.json"] = {"do_lower_case": False, "unk_token": "[UNK]"}
        folders[name + "-files"] = files
    tokens, merges = training.suffixed(120)
    folders["suffixed"] = {
        "tokenizer.json": tokenizer(
            bpe(["<unk>", *tokens], merges, unk_token="<unk>", end_of_word_suffix="</w>"),
            normalizer=sequence(
                "normalizers",
                {"type": "NFD"},
                {"type": "StripAccents"},
                {"type": "Lowercase"},
                {"type": "Replace", "pattern": {"Regex": "[‘’]"}, "content": "'"},
                {"type": "Strip", "strip_left": True, "strip_right": True},
            ),
            pre=sequence(
                "pretokenizers",
                {"type": "WhitespaceSplit"},
                {"type": "Punctuation", "behavior": "Isolated"},
                {"type": "Digits", "individual_digits": False},
            ),
        )
    }
    folders["words"] = {
        "tokenizer.json": tokenizer(
            bpe(["<unk>", *tokens], merges, unk_token="<unk>", fuse_unk=True),
            normalizer={"type": "NFKC"},
            pre=sequence(
                "pretokenizers",
                {"type": "Whitespace"},
                {"type": "Punctuation", "behavior": "Contiguous"},
            ),
        )
    }


def trained(**options):
    """A SentencePiece model learned from the sentences."""
    model = io.BytesIO()
    lines = [line for text in training.SENTENCES for line in text.splitlines() if line.strip()]
    sentencepiece.SentencePieceTrainer.train(
        sentence_iterator=iter(lines * 4),
        model_writer=model,
        hard_vocab_limit=False,
        minloglevel=2,
        **options,
    )
    return model.getvalue()


def sentence_piece_folders(folders, folder):
    rules = folder.parent / "rules.tsv"
    # One character in place of another, as NFKC does, but so few that the model stays small.
    rules.write_text("FF21\t41\nFF22\t42\nFB01\t66 69\nA0\t20\n3000\t20\n")
    unigram = trained(
        model_type="unigram",
        vocab_size=330,
        character_coverage=0.98,
        normalization_rule_tsv=str(rules),
    )
    rules.unlink()
    folders["sentencepiece-unigram"] = {"tokenizer.model": unigram}
    folders["sentencepiece-bpe"] = {
        "tokenizer.model": trained(
            model_type="bpe",
            vocab_size=560,
            byte_fallback=True,
            split_digits=True,
            normalization_rule_name="identity",
            remove_extra_whitespaces=False,
            character_coverage=0.98,
        )
    }
    model = sentencepiece.SentencePieceProcessor(model_proto=unigram)
    refuse_ties(model)
    pieces = [[model.id_to_piece(at), model.get_score(at)] for at in range(len(model))]
    for name, has_bytes in (("unigram", False), ("unigram-bytes", True)):
        vocab = pieces + [[byte, 0.0] for byte in BYTES] if has_bytes else pieces
        folders[name] = {
            "tokenizer.json": tokenizer(
                {"type": "Unigram", "unk_id": 0, "vocab": vocab, "byte_fallback": has_bytes},
                normalizer=sequence(
                    "normalizers",
                    {"type": "NFKC"},
                    {"type": "Replace", "pattern": {"Regex": " {2,}"}, "content": " "},
                ),
                pre={"type": "Metaspace", "replacement": "▁", "prepend_scheme": "always"},
                post=framed([], [("</s>", 2)]),
                tokens=[added(text, at) for at, text in enumerate(("<unk>", "<s>", "</s>"))],
            )
        }


def refuse_ties(model):
    """Refuses texts with two splits of equal likelihood: which one is given differs between releases."""
    for text in TEXTS:
        splits = model.nbest_encode_as_ids(text, 2)
        scores = [sum(map(model.get_score, split)) for split in splits]
        if len(scores) == 2 and abs(scores[0] - scores[1]) < 1e-4:
            sys.exit(f"two splits of {text!r} are equally likely; change the text")


def main():
    folder = Path(sys.argv[1])
    folders = {}
    byte_level_folders(folders)
    metaspace_folders(folders)
    word_folders(folders)
    sentence_piece_folders(folders, folder)
    references = {"texts": TEXTS, "ids": {}}
    for name, files in folders.items():
        (folder / name).mkdir(parents=True, exist_ok=True)
        for file, content in files.items():
            if isinstance(content, dict):
                content = json.dumps(content, ensure_ascii=False, separators=(",", ":")) + "\n"
            if isinstance(content, str):
                content = content.encode()
            (folder / name / file).write_bytes(content)
        if "tokenizer.model" in files:
            model = sentencepiece.SentencePieceProcessor(model_proto=files["tokenizer.model"])
            references["ids"][name] = [model.encode(text, add_bos=True) for text in TEXTS]
    (folder / "references.json").write_text(json.dumps(references, ensure_ascii=False) + "\n")


main()
