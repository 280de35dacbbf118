// SPDX-License-Identifier: MIT
// A table of the normalisers, one row each: their texts in documents, menus, formulas, steps and
// programs, and what they can be combined with. The computation is in normalise.cpp.
#pragma once

#include "core/engine/numbers/switches.h"

#include <array>
#include <cstddef>
#include <string_view>

namespace attn {

struct NormaliserInfo {
    /// What a weight is a share of.
    enum class Shares {
        OfPowers, // e^score over the sum of those powers
        OfScores, // the score over the sum of the scores
        OfNothing // there is no sum to divide by
    };
    Normaliser normaliser;
    std::string_view word;     // in documents and in the ids of actions: "naive_softmax"
    std::string_view title;    // title of its switch: "Naive softmax"
    std::string_view choice;   // in the page's list: "÷ sum"
    std::string_view sentence; // what its switch does
    std::string_view noun;     // in the history, after "Normalise: "
    std::string_view head;     // head of the row of formulas: "share"
    std::string_view remark;   // below the head; may be empty
    std::string_view function; // its name in formulas, before "("; empty if it is written out
    std::string_view process;  // what turns scores into weights: "division by the sum"
    std::string_view of_word;  // the title of the step of one word, after the word
    std::string_view program;  // comment above its line in a program; {} is "row" or "column"
    Shares shares;
    bool takes_sink; // each row may have one more score, whose weight is dropped
};

/// A new enumerator fails to compile here until it has a row below.
constexpr bool is_to_have_row(Normaliser normaliser) {
    switch (normaliser) {
    case Normaliser::Softmax:
    case Normaliser::NaiveSoftmax:
    case Normaliser::Sum:
    case Normaliser::Sparsemax:
        return true;
    }
    return false;
}
constexpr std::size_t number_of_normalisers() {
    std::size_t count = 0;
    while (is_to_have_row(static_cast<Normaliser>(count)))
        ++count;
    return count;
}

/// In the order of the enumerators.
inline constexpr std::array<NormaliserInfo, number_of_normalisers()> normalisers = {{
    {Normaliser::Softmax, "softmax", "Softmax", "softmax",
     "Subtracts the largest score, takes exp, divides by the sum. The weights are positive and sum "
     "to 1.",
     "softmax", "softmax", "", "softmax", "softmax", ": softmax turns its scores into weights",
     "Softmax over each {}; the largest score is subtracted first, so that nothing overflows.",
     NormaliserInfo::Shares::OfPowers, true},
    {Normaliser::NaiveSoftmax, "naive_softmax", "Naive softmax", "naive softmax",
     "Takes exp of the scores themselves. The weights are the same until exp overflows at scores "
     "near 709.",
     "naive softmax", "softmax", "naive", "", "softmax", ": softmax turns its scores into weights",
     "The naive softmax over each {}: exp(s) / sum of exp(s), without subtracting the largest "
     "score.",
     NormaliserInfo::Shares::OfPowers, true},
    {Normaliser::Sum, "sum", "Divide by the sum", "÷ sum",
     "Divides each score by their sum. Negative scores give negative weights, and a sum near 0 "
     "gives huge ones.",
     "sum", "share", "", "", "division by the sum",
     ": its scores, divided by their sum, become weights",
     "Each score divided by the sum of its {}; no softmax.", NormaliserInfo::Shares::OfScores,
     false},
    {Normaliser::Sparsemax, "sparsemax", "Sparsemax", "sparsemax",
     "Takes a threshold from every score, chosen so that the weights sum to 1. Scores below it get "
     "a weight of exactly 0.",
     "sparsemax", "sparsemax", "", "sparsemax", "sparsemax",
     ": sparsemax turns its scores into weights",
     "Sparsemax over each {}: the scores less a threshold, or 0, that sum to 1 (Martins and "
     "Astudillo 2016).",
     NormaliserInfo::Shares::OfNothing, false},
}};

constexpr const NormaliserInfo& info(Normaliser normaliser) {
    return normalisers[static_cast<std::size_t>(normaliser)];
}

static_assert([] {
    for (std::size_t at = 0; at < normalisers.size(); ++at)
        if (info(static_cast<Normaliser>(at)).normaliser != static_cast<Normaliser>(at))
            return false;
    return true;
}());

constexpr bool is_of_powers(Normaliser normaliser) {
    return info(normaliser).shares == NormaliserInfo::Shares::OfPowers;
}

} // namespace attn
