// SPDX-License-Identifier: MIT
// One word generated: the likeliest of the words out after the last word, or one that is drawn, and
// the command that appends it. Under a causal mask nothing that was computed for the words before
// changes, so that their keys and values can be kept.
#pragma once

#include "core/document/command.h"
#include "core/document/compare.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace attn {

/// How the next word is chosen.
struct Choosing {
    /// Of NumPy's legacy stream, as numpy.random.choice draws; none: the likeliest word.
    std::optional<std::uint32_t> seed = {};
    Real temperature = 1; // > 0; the logits are divided by it before a word is drawn
};

struct NextWord {
    std::string name;
    Real probability = 0;    // at temperature 1, as the stage has it
    Real at_temperature = 0; // of Choosing
    /// Appends the word: with its row of X where it stands already, else with its row of E.
    InsertToken command;
};

/// One of the words that can come next.
struct Candidate {
    std::string name;
    Real probability = 0;    // at temperature 1, as the stage has it
    Real at_temperature = 0; // of Choosing
    bool is_chosen = false;
};

/// Why the probabilities of the next word say nothing, with the remedy; empty: they do. E begins
/// as zeros, and then every word is as likely as any other.
std::string why_no_next_word(const Document& document);
/// Why no word can be generated, with the remedy; empty: one can.
std::string why_not_generated(const Document& document);
/// The error says why there is none.
Result<NextWord> next_word(const Document& document, const Trace& trace, const Choosing& how);
/// The likeliest words, at most `most`, the likeliest first; the chosen one is last where it is
/// none of them.
Result<std::vector<Candidate>> next_words(const Document& document, const Trace& trace,
                                          const Choosing& how, Index most);

/// How many of the words before have the same keys and values in every head of every layer, bit for
/// bit: these are what a model keeps while it generates.
Index kept_words(const Calculation& before, const Calculation& after);

} // namespace attn
