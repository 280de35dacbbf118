// SPDX-License-Identifier: MIT
// The common mistakes in attention code, computed next to the correct result.
#pragma once

#include "core/document/model/evaluate.h"
#include "core/document/model/view.h"

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace attn {

enum class Mistake {
    OtherAxis,            // softmax over the other axis
    NoScaling,            // unscaled scores
    DividedByDk,          // ÷ d_k
    DividedBySqrtDmodel,  // ÷ √d_model
    MaskAfterSoftmax,     // weights of blocked cells set to 0, the others unchanged
    MaskWithZero,         // blocked scores set to 0
    MaskWithMinusBillion, // blocked scores set to −1e9
    QueryAndKeySwapped,   // W_Q and W_K exchanged
    ValueIsKey,           // V = K
    OneMatrix,            // W_K = W_Q
    DividedBySum,         // weights are scores divided by their sum
    NaiveOverflow,        // e^score without subtracting the largest
    MissingKeepdim,       // each column divided by a row sum
    ComponentSums,        // the components of each weighted value summed, not the words
    ForgottenWO,          // the attention is the heads side by side, without W_O
    HeadsAdded,           // the outputs of the heads added, not joined
    LatePositions,        // positions added to Q and K, not to X
    NormOnOtherSide,      // the norm after each sublayer instead of before it, or the reverse
    MaskOffByOne          // each row of the mask moved by one key
};

struct MistakeInfo {
    Mistake mistake;
    std::string_view name;  // stable: "other_axis"
    std::string_view title; // for readers
    std::string_view cause; // what was done and what follows, without numbers
    Stage stage;            // where it first shows
};
const std::array<MistakeInfo, 19>& mistakes();
const MistakeInfo& info(Mistake mistake);

/// A is right; B is the same with the mistake. A is the document itself unless the mistake needs
/// something to go wrong with: a mask, a word without a key, large scores.
struct Mistaken {
    Calculation right, wrong;
    SheetId sheet;            // where it shows
    Place place;              // the number that changed most
    std::string sentence;     // the cause, and both numbers at the place
    bool is_prepared = false; // A was given something to go wrong with
};

/// Makes the mistake. The error says why it changes nothing in this document, what the document
/// lacks, or that the mistake does not apply to its options.
Result<Mistaken> make_mistake(const Document& document, Mistake mistake, Index head = 0,
                              Index query = 0);

/// Covers in both what the document covers, so that a comparison of them does not reveal it.
void cover_like(Mistaken& made, const Document& document);

// Mistakes in what models have beside a single head: W_O, positions, norms, a shifted mask.

/// Says what the document lacks to make the mistake, and the remedy. Empty if it lacks nothing.
std::string lack_for(const Document& document, Mistake mistake);

/// Computes one of these mistakes; empty for any other. The document must lack nothing.
std::optional<Calculation> mistaken_options(const Document& document, Mistake mistake);

// Explains a wrong guess: makes the common mistakes at its place and names those that give the
// guessed number.

/// What a wrong number comes from. `name` is the same for all numbers, so that it can be counted;
/// empty if no usual mistake gives the number.
struct Slip {
    std::string name;
    std::string sentence;
    bool is_right = false; // the number follows from the numbers as they are shown
};
/// Returns each mistake whose number reads like the expected one, as slips() says them.
std::vector<Slip> named_slips(const Document& document, const Trace& trace, const Place& place,
                              Real expected, const NumberFormat& numbers);
/// Returns a sentence for each mistake whose number reads like the expected one: the what-ifs of
/// mistake.h, another sign, rows and columns exchanged, a neighbouring cell. Empty if the expected
/// number reads like the right one; if nothing fits, a sentence says so. `trace` belongs to the
/// document.
std::vector<std::string> slips(const Document& document, const Trace& trace, const Place& place,
                               Real expected, const NumberFormat& numbers);

/// What a student's number is worth.
struct Judged {
    bool is_right = false;
    std::string right;                 // the right number as it is compared
    std::vector<std::string> mistakes; // usual ones that give the number, by their names
};
/// Marks a number: it is right if it reads like the right one, or follows from the numbers as they
/// are shown. `trace` belongs to the document, which covers nothing.
Judged judged(const Document& document, const Trace& trace, const Place& place, Real number,
              const NumberFormat& numbers);

} // namespace attn
