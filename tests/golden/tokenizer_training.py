# SPDX-License-Identifier: MIT
"""Learns small vocabularies from a few sentences, by counting: byte pair encoding and WordPiece.

Only what tokenizer_reference.py needs. A tie goes to the pair that is first in the order of
characters, so that the same sentences give the same vocabulary.
"""
import re
from collections import Counter

SENTENCES = [
    "The cat sat on the mat, and the cat chased the mouse. The mouse ran away from the cat.",
    "Attention is all you need: queries, keys and values of every word in the sentence.",
    "It's what we'll have; they're sure that I'd've said they don't. The cats' mats aren't ours.",
    "def attention(query, key, value):\n    scores = query @ key.T\n    return softmax(scores) @ value\n",
    "for (int i = 0; i < 10; ++i) {\n\tsum += values[i] * weights[i];\n}\n",
    "In 1999 there were 365 days, in 2000 there were 366, and 3.14159 is no whole number.",
    "Кошка сидела на ковре, и кошка поймала мышь. Мышь убежала от кошки.",
    "Внимание — это всё, что нужно: запросы, ключи и значения каждого слова.",
    "القط يجلس على السجادة والفأر يهرب من القط. الانتباه هو كل ما تحتاجه.",
    "猫坐在垫子上,老鼠从猫那里跑开了。注意力就是你所需要的一切。猫和老鼠。",
    "बिल्ली चटाई पर बैठी है और चूहा बिल्ली से भागता है। ध्यान ही सब कुछ है।",
    "Die Katze saß auf der Matte, über der Tür. Le café où l'élève déjeune, à côté de l'hôtel.",
    "🐱 sits, 🐭 runs! 👩‍👩‍👧 and 🇩🇪 and 👍🏽 are one picture each.",
    "   many    spaces   and\n\n\nline   ends\r\n\r\n\ttabs\t\tas well   ",
]


def byte_letters():
    """The letter of each byte in byte-level vocabularies, after GPT-2's encoder."""
    own = [*range(0x21, 0x7F), *range(0xA1, 0xAD), *range(0xAE, 0x100)]
    letters, other = {}, 256
    for byte in range(256):
        letters[byte] = chr(byte) if byte in own else chr(other)
        other += byte not in own
    return letters


LETTERS = byte_letters()


def as_letters(text):
    return "".join(LETTERS[byte] for byte in text.encode())


def merges_of(words, count):
    """The `count` most frequent merges of words, a Counter of tuples of symbols."""
    merges = []
    for _ in range(count):
        pairs = Counter()
        for word, times in words.items():
            for pair in zip(word, word[1:]):
                pairs[pair] += times
        if not pairs:
            break
        best = min(pairs, key=lambda pair: (-pairs[pair], pair))
        merges.append(best)
        words = Counter({merged(word, best): times for word, times in words.items()})
    return merges


def merged(word, pair):
    result, at = [], 0
    while at < len(word):
        if word[at : at + 2] == pair:
            result.append("".join(pair))
            at += 2
        else:
            result.append(word[at])
            at += 1
    return tuple(result)


def words_with_spaces():
    """Words with the space before them, and what stands between."""
    return [word for text in SENTENCES for word in re.findall(r" ?\w+| ?[^\w\s]+|\s+", text)]


def byte_level(count):
    """Vocabulary and merges over bytes."""
    merges = merges_of(Counter(tuple(as_letters(word)) for word in words_with_spaces()), count)
    tokens = sorted(LETTERS.values()) + ["".join(pair) for pair in merges]
    return list(dict.fromkeys(tokens)), merges


def metaspace(count, most_letters):
    """Tokens and merges over characters, spaces written as "▁". Rare letters are left out."""
    words = Counter(
        tuple(word.replace(" ", "▁")) for word in words_with_spaces() if not word.isspace()
    )
    letters = Counter(letter for word, times in words.items() for letter in word * times)
    kept = sorted(sorted(letters, key=lambda letter: (-letters[letter], letter))[:most_letters])
    words = Counter({word: times for word, times in words.items() if set(word) <= set(kept)})
    merges = merges_of(words, count)
    return list(dict.fromkeys(kept + ["".join(pair) for pair in merges])), merges


def suffixed(count):
    """Tokens and merges over characters; what ends a word has "</w>"."""
    words = Counter(
        (*word[:-1], word[-1] + "</w>")
        for text in SENTENCES
        for word in re.findall(r"[a-z]+", text.lower())
    )
    merges = merges_of(words, count)
    letters = [chr(code) for code in range(ord("a"), ord("z") + 1)] + list("0123456789.,:;'")
    tokens = letters + [letter + "</w>" for letter in letters]
    return list(dict.fromkeys(tokens + ["".join(pair) for pair in merges])), merges


def word_pieces(count, lower):
    """Pieces of words; those that continue a word begin with "##"."""
    words = Counter()
    for text in SENTENCES:
        for word in re.findall(r"[一-鿿]|\w+|[^\w\s]", text.lower() if lower else text):
            words[(word[0], *("##" + letter for letter in word[1:]))] += 1
    pieces = sorted({piece for word in words for piece in word})
    for _ in range(count):
        pairs = Counter()
        for word, times in words.items():
            for pair in zip(word, word[1:]):
                pairs[pair] += times
        best = min(pairs, key=lambda pair: (-pairs[pair], pair))
        piece = best[0] + best[1][2:]
        pieces.append(piece)
        words = Counter(
            {
                tuple(
                    piece if part == "".join(best) else part for part in merged(word, best)
                ): times
                for word, times in words.items()
            }
        )
    return list(dict.fromkeys(pieces))
