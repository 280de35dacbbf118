// SPDX-License-Identifier: MIT
// Derives any number of a document, and everything it comes from, back to X and the weights.
#pragma once

#include "core/document/model/evaluate.h"
#include "core/engine/graph/explain.h"
#include "core/engine/graph/graph.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace attn {

/// Says what the number at a place is: "weight of “mouse” for “cat”". The place must exist.
std::string title(const Document& document, const Place& place);

/// Returns the graph with repeated stages bypassed: a stage that would read a copy, such as masked
/// scores without a mask, reads the stage before it.
Graph graph_as_shown(const Document& document);

/// Explains the number at a place, with its title. The place must exist and the trace must belong
/// to the document.
Derivation derive(const Document& document, const Trace& trace, const Place& place);
/// Does the same for callers that explain many places: `stages` is the graph of the document.
Derivation derive(const Graph& stages, const Document& document, const Trace& trace,
                  const Place& place);

/// The derivations of a number's sources within one matrix.
struct ChainLevel {
    SheetId sheet;
    std::vector<Derivation> derivations;
    std::size_t left_out = 0; // places that are also read but not followed
};

/// Derives a number and its sources: first the number itself, then level by level down to the
/// inputs, later stages before earlier ones. Follows at most `most_places` of each matrix, those
/// that the largest terms (or numbers of an expression) read, in the order of rows and columns.
std::vector<ChainLevel> derivation_chain(const Document& document, const Trace& trace,
                                         const Place& place, std::size_t most_places = 32);

/// Derives the steps to the number within its own row and column: score, scaled score, weight.
/// Copies are left out unless they are the number itself, which comes last.
std::vector<Derivation> derivation_steps(const Document& document, const Trace& trace,
                                         const Place& place);

/// Finds which of the derivation's matrices have whole numbers only. `cells_of` returns the cells
/// of a sheet, nothing for those it does not have.
void find_whole(Derivation& derivation,
                const std::function<std::optional<Cells>(const SheetId&)>& cells_of);

/// Lists the places a number is made of, beginning with the largest terms (or numbers of an
/// expression).
std::vector<Place> largest_places(const Derivation& derivation);

/// Returns the number that continues a derivation step by step: the one of its own row and column,
/// or the only computed one of an expression. `stages`: the graph of the document.
std::optional<Place> next_step(const Graph& stages, const Derivation& derivation);

/// Picks at most `most` terms to show, or all if only one would be left out. The others add up as
/// addend() says.
ShownTerms shown_terms(const Derivation& derivation, std::size_t most);

/// Whether the number is a copy of the number it comes from.
bool is_copy(const Derivation& derivation);

/// Whether the exponents are so large that e^score would be useless; then the subtraction of the
/// largest is shown, e^(998 − 1000).
bool shows_subtraction(const Derivation& derivation);

/// Returns what a term adds to the sum: for a softmax the power as shown, else the term itself.
Real addend(const Derivation& derivation, const Term& term);

} // namespace attn
