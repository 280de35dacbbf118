// SPDX-License-Identifier: MIT
// The derivation of any number of a document, and of all it comes from, back to X and the weights.
#pragma once

#include "core/document/evaluate.h"
#include "core/engine/explain.h"

#include <string>
#include <vector>

namespace attn {

/// What the number at a place is, in words: "weight of “mouse” for “cat”". The place must exist.
std::string title(const Document& document, const Place& place);

/// Explains the number at a place, with its title; the place must exist and the trace be that of
/// the document.
Derivation derive(const Document& document, const Trace& trace, const Place& place);

/// The derivations of one matrix's places that a number comes from.
struct ChainLevel {
    SheetId sheet;
    std::vector<Derivation> derivations;
    std::size_t left_out = 0; // places that are read as well but not followed
};

/// A number and what it comes from: first the number itself, then level by level down to the
/// inputs, a later stage before an earlier one. Of each matrix at most `most_places` are followed,
/// those first that the largest terms read.
std::vector<ChainLevel> derivation_chain(const Document& document, const Trace& trace,
                                         const Place& place, std::size_t most_places = 8);

/// The number and, before it, what it was made of step by step within its own row and column:
/// score, scaled score, weight. Copies are left out unless they are the number itself, which comes
/// last.
std::vector<Derivation> derivation_steps(const Document& document, const Trace& trace,
                                         const Place& place);

/// The terms that are shown of a long sum: the largest first, the rest counted and added up.
struct ShownTerms {
    std::vector<std::size_t> indices; // into the terms; all of them in their order if few
    std::size_t others = 0;           // how many terms are not shown
    Real rest = 0;                    // what they add up to, see addend()
};

/// At most `most` terms, or all if only one would be left out.
ShownTerms shown_terms(const Derivation& derivation, std::size_t most);

/// Whether the number is that of the place it comes from, unchanged.
bool is_copy(const Derivation& derivation);

/// Whether exponents are so large that e^score itself would say nothing: then the subtraction of
/// the largest is shown, e^(998 − 1000).
bool shows_subtraction(const Derivation& derivation);

/// What a term adds to the sum: of a softmax the power as it is shown, else the term itself.
Real addend(const Derivation& derivation, const Term& term);

} // namespace attn
