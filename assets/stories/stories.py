#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A grammar of small stories, from which a small model learns to go on with a sentence.

There are five kinds of stories. In each some words follow from what was said before; the others are
free. A story is a list of Word: its text, and whether it follows. One story in ten is kept from the
training (kept_for_tests), so that accuracy is measured with stories that the model has not seen.

    stories.py --seed 1 --number 3 [--kind where]    prints stories, a * before each word that follows
    stories.py --vocabulary                          prints every word
"""
import argparse
import random
import zlib
from typing import NamedTuple

GIRLS = ["Mia", "Anna", "Lena", "Rosa"]
BOYS = ["Tom", "Ben", "Max", "Leo"]
COLOURS = ["red", "blue", "green", "yellow"]
TOYS = ["ball", "kite", "hat", "cup"]
ANIMALS = ["cat", "dog", "mouse", "bird", "fox"]
PLURALS = {"cat": "cats", "dog": "dogs", "bird": "birds"}
PLACES = [("in", "box"), ("on", "table"), ("under", "chair"), ("behind", "door")]
FEELINGS = [("tired", "rested"), ("hungry", "ate"), ("scared", "hid")]
OTHERS = (". ? the a who has where is so she he was because it chased slow wanted to eat could not run from near "
          "sleep sleeps").split()


class Word(NamedTuple):
    text: str
    follows: bool


def vocabulary():
    """Returns every word of the grammar, each once: first the little words, then names, things and animals."""
    words = list(OTHERS)
    words += GIRLS + BOYS + COLOURS + TOYS + ANIMALS + list(PLURALS.values())
    for preposition, place in PLACES:
        words += [preposition, place]
    for feeling, deed in FEELINGS:
        words += [feeling, deed]
    assert len(set(words)) == len(words)
    return words


def story_of(text):
    """Reads a story whose words that follow are marked with a star: "so *she *rested ."."""
    return [Word(word.lstrip("*"), word.startswith("*")) for word in text.split()]


def owns(random_):
    """Two children have a toy of a colour each: who has it, and which colour is it?"""
    children = random_.sample(GIRLS + BOYS, 2)
    colours = random_.sample(COLOURS, 2)
    toys = random_.sample(TOYS, 2)
    facts = [f"{child} has a {colour} {toy} ." for child, colour, toy in zip(children, colours, toys)]
    answers = [f"who has the {toy} ? *{child} has the *{colour} *{toy} ."
               for child, colour, toy in zip(children, colours, toys)]
    return story_of(" ".join(facts + random_.sample(answers, 2)))


def where(random_):
    """Two or three toys are somewhere: where is one of them?"""
    number = random_.choice([2, 3])
    toys = random_.sample(TOYS, number)
    places = random_.sample(PLACES, number)
    facts = [f"the {toy} is {preposition} the {place} ." for toy, (preposition, place) in zip(toys, places)]
    answers = [f"where is the {toy} ? *{preposition} the *{place} ."
               for toy, (preposition, place) in zip(toys, places)]
    return story_of(" ".join(facts + random_.sample(answers, 4 - number)))


def because(random_):
    """One animal chases another; the last word of the reason says which of them is meant."""
    hunter, prey = random_.sample(ANIMALS, 2)
    if random_.random() < 0.5:
        return story_of(f"the {hunter} chased the {prey} because it was hungry . the *{hunter} wanted to eat the *{prey} .")
    return story_of(f"the {hunter} chased the {prey} because it was slow . the *{prey} could not run from the *{hunter} .")


def feels(random_):
    """A name decides between she and he, a feeling what is done about it."""
    child = random_.choice(GIRLS + BOYS)
    pronoun = "she" if child in GIRLS else "he"
    feeling, deed = random_.choice(FEELINGS)
    return story_of(f"{child} was {feeling} . so *{pronoun} *{deed} .")


def agrees(random_):
    """The verb agrees with the first animals, across the others."""
    one, other = random_.sample(list(PLURALS), 2)
    many, others = random_.random() < 0.5, random_.random() < 0.5
    return story_of(f"the {PLURALS[one] if many else one} near the {PLURALS[other] if others else other} "
                    f"*{'sleep' if many else 'sleeps'} .")


KINDS = {"owns": owns, "where": where, "because": because, "feels": feels, "agrees": agrees}


def kept_for_tests(story):
    """Says whether no training may draw this story: one in ten is kept, by a checksum of its words."""
    return zlib.crc32(" ".join(word.text for word in story).encode()) % 10 == 0


def draw(kind, random_, for_tests):
    """Draws stories of a kind until one is of the tests, or of the training."""
    while True:
        story = KINDS[kind](random_)
        if kept_for_tests(story) == for_tests:
            return story


def main():
    parser = argparse.ArgumentParser(description="Print stories, a * before each word that follows from the words before it.")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--number", type=int, default=5)
    parser.add_argument("--kind", choices=list(KINDS), help="default: each in turn")
    parser.add_argument("--for-tests", action="store_true", help="stories that the training never draws")
    parser.add_argument("--vocabulary", action="store_true", help="print every word of the grammar instead")
    arguments = parser.parse_args()
    if arguments.vocabulary:
        print("\n".join(vocabulary()))
        return
    random_ = random.Random(arguments.seed)
    kinds = [arguments.kind] if arguments.kind else list(KINDS)
    for number in range(arguments.number):
        story = draw(kinds[number % len(kinds)], random_, arguments.for_tests)
        print(" ".join("*" + word.text if word.follows else word.text for word in story))


if __name__ == "__main__":
    main()
