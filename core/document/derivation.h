// SPDX-License-Identifier: MIT
// The derivation of any number of a document, and of all it comes from, back to X and the weights.
#pragma once

#include "core/document/evaluate.h"
#include "core/engine/explain.h"
#include "core/engine/graph.h"
#include "core/engine/shown_terms.h"

#include <optional>
#include <string>
#include <vector>

namespace attn {

/// What the number at a place is, in words: "weight of “mouse” for “cat”". The place must exist.
std::string title(const Document& document, const Place& place);

/// The graph, in which no stage reads one that repeats the stage before it, as masked scores do
/// without a mask: it reads that before.
Graph graph_as_shown(const Document& document);

/// Explains the number at a place, with its title; the place must exist and the trace be that of
/// the document.
Derivation derive(const Document& document, const Trace& trace, const Place& place);
/// The same for whoever explains many places: `stages` is the graph of the document.
Derivation derive(const Graph& stages, const Document& document, const Trace& trace,
                  const Place& place);

/// The derivations of one matrix's places that a number comes from.
struct ChainLevel {
    SheetId sheet;
    std::vector<Derivation> derivations;
    std::size_t left_out = 0; // places that are read as well but not followed
};

/// A number and what it comes from: first the number itself, then level by level down to the
/// inputs, a later stage before an earlier one. Of each matrix at most `most_places` are followed,
/// those first that the largest terms read; of an expression the largest numbers.
std::vector<ChainLevel> derivation_chain(const Document& document, const Trace& trace,
                                         const Place& place, std::size_t most_places = 8);

/// The number and, before it, what it was made of step by step within its own row and column:
/// score, scaled score, weight. Copies are left out unless they are the number itself, which comes
/// last.
std::vector<Derivation> derivation_steps(const Document& document, const Trace& trace,
                                         const Place& place);

/// The places a number is made of, those first that the largest terms read; of an expression those
/// of the largest numbers.
std::vector<Place> largest_places(const Derivation& derivation);

/// The number that a derivation goes on with, step by step: that of its own row and column, or the
/// only one of an expression that is computed and not given. `stages`: the graph of the document.
std::optional<Place> next_step(const Graph& stages, const Derivation& derivation);

/// The terms that are shown, at most `most`, or all if only one would be left out. The others add
/// up as addend() says.
ShownTerms shown_terms(const Derivation& derivation, std::size_t most);

/// Whether the number is that of the place it comes from, unchanged.
bool is_copy(const Derivation& derivation);

/// Whether exponents are so large that e^score itself would say nothing: then the subtraction of
/// the largest is shown, e^(998 − 1000).
bool shows_subtraction(const Derivation& derivation);

/// What a term adds to the sum: of a softmax the power as it is shown, else the term itself.
Real addend(const Derivation& derivation, const Term& term);

} // namespace attn
