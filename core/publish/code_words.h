// SPDX-License-Identifier: MIT
// What a program says of itself in words: its title, its names of people and words, and a sentence
// or two about each stage under the document's switches.
#pragma once

#include "core/document/document.h"
#include "core/engine/graph.h"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace attn::publish {

/// The title, or a name for a document without one.
std::string title_of(const Document& document);
/// What is computed and where it is explained.
std::string_view subject_of(const Document& document);

/// What the stage does. Stages that follow each other with the same words are told together.
std::string words_about(const Document& document, const Node& node);
/// Which keys each query may not see.
std::string words_about_mask(const Document& document);

/// The lists of names that belong to an input, each with the name it has in a program.
std::vector<std::pair<std::string_view, std::vector<std::string>>>
lists_of(const Document& document, Stage input);

/// Whether words are rows of the program's matrices, as the document writes them, or columns.
bool words_are_rows(const Document& document);
/// Whether the lines of the axis are rows as they are written.
bool sums_rows(const Document& document, Axis axis);

} // namespace attn::publish
