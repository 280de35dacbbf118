// SPDX-License-Identifier: MIT
// The words in a program: its title, the names of people and words, and a sentence or two about
// each stage that fit the document's switches.
#pragma once

#include "core/document/model/document.h"
#include "core/engine/graph/graph.h"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace attn::publish {

/// The document's title, or a default name if it has none.
std::string title_of(const Document& document);
/// Says what is computed and where it is explained.
std::string_view subject_of(const Document& document);

/// Says what the stage does; its name if it is a stage of a gradient. Consecutive stages with equal
/// words are explained together.
std::string words_about(const Document& document, const Node& node);
/// Whether the table of words has the stage. A law asks for every stage of every model.
bool has_words_about(Model model, Stage stage);
/// Says which keys each query may not see.
std::string words_about_mask(const Document& document);

/// The lists of names for the rows and columns of an input, each with its variable name in a
/// program.
std::vector<std::pair<std::string_view, std::vector<std::string>>>
lists_of(const Document& document, const SheetId& input);
/// The lists of a document without X, which stand before all numbers.
std::vector<std::pair<std::string_view, std::vector<std::string>>>
lists_without_x(const Document& document);

/// Whether words are rows of the program's matrices, as in the document's convention.
bool words_are_rows(const Document& document);
/// Whether the lines of the axis are rows in the program.
bool sums_rows(const Document& document, Axis axis);

} // namespace attn::publish
