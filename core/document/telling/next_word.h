// SPDX-License-Identifier: MIT
// Generates one word: the likeliest next word after the last one, or a drawn one, and the command
// that appends it. Under a causal mask nothing computed for earlier words changes, so their keys
// and values can be kept.
#pragma once

#include "core/document/commands/command.h"
#include "core/document/commands/texts.h"
#include "core/document/model/evaluate.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace attn {

/// Whether the model of a folder says what comes after the words of the document: it is a layer of
/// that model, and has no next word of its own.
bool is_layer_of_folder(const Document& document);

/// How the next word is chosen.
struct Choosing {
    /// The seed of NumPy's legacy stream, drawn as numpy.random.choice does; empty: take the
    /// likeliest word.
    std::optional<std::uint32_t> seed = {};
    Real temperature = 1; // > 0; divides the logits before a word is drawn
};

struct NextWord {
    std::string name;
    Real probability = 0;    // at temperature 1, as the stage has it
    Real at_temperature = 0; // at Choosing::temperature
    /// Appends the word: with its row of X if the word is already there, else with its row of E.
    InsertToken command;
};

/// A possible next word.
struct Candidate {
    std::string name;
    Real probability = 0;    // at temperature 1, as the stage has it
    Real at_temperature = 0; // at Choosing::temperature
    bool is_chosen = false;
};

/// A column of the logits: which of output_words(), and how likely it comes next.
struct Likely {
    Index word = 0;
    Real probability = 0;
};
/// Returns the likeliest of the columns, at most `most`, likeliest first. Of equally likely ones
/// the first comes first.
std::vector<Likely> likeliest(const Vector& probabilities, Index most);
/// Returns the likeliest words after the last word, at most `most`. The error says why nothing is
/// said, or why it means nothing.
Result<std::vector<Likely>> words_after(const Document& document, const Trace& trace, Index most);

/// The probability of each of output_words() after the first `count` words, as long as no word sees
/// those after it; empty if it is not known, or means nothing.
std::optional<Vector> likely_after(const Document& document, const Trace& trace, Index count);

/// Reads a typed text as read_typed() does. Offers likely words first where the document has the
/// words before the caret.
TypedText read_typed(const Document& document, const Trace& trace, std::string_view text,
                     std::size_t caret);

/// How likely one of output_words() comes next, and how likely it was before.
struct ComparedWord {
    Index word = 0;
    Real now = 0;
    std::optional<Real> before = {};
};
/// Lists the likeliest words, at most `most`, likeliest first, with what they were before, if that
/// is not null. The word that was the likeliest is the last if it is none of them.
std::vector<ComparedWord> compared_likely(const Vector& now, const Vector* before, Index most);
/// Lists the likeliest words after the last word, as compared_likely() does, with what they had in
/// another state of equally many words of the same table, if there is one. Fails as words_after()
/// does.
Result<std::vector<ComparedWord>> compared_words(const Document& document, const Trace& trace,
                                                 const Calculation* before, Index most);
/// Whether one of the words had another probability before.
bool has_changed(const std::vector<ComparedWord>& words);

/// Says why the probabilities of the next word mean nothing, with the remedy; empty if they do mean
/// something. E starts as zeros, and then all words are equally likely.
std::string why_no_next_word(const Document& document);
/// Says why no word can be generated, with the remedy; empty if one can.
std::string why_not_generated(const Document& document);
/// Chooses the next word. The error says why there is none.
Result<NextWord> next_word(const Document& document, const Trace& trace, const Choosing& how);
/// Lists the likeliest words, at most `most`, likeliest first; the chosen one comes last if it is
/// not among them.
Result<std::vector<Candidate>> next_words(const Document& document, const Trace& trace,
                                          const Choosing& how, Index most);

/// Counts how many of the earlier words have the same keys and values in every head of every layer,
/// bit for bit: a model keeps these while it generates.
Index kept_words(const Calculation& before, const Calculation& after);

} // namespace attn
