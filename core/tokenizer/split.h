// SPDX-License-Identifier: MIT
// A text on its way to tokens is a list of pieces. Splitting a piece at what was found in it is the
// same whatever was looked for; what becomes of the places found is a `Behaviour`.
#pragma once

#include "core/base/matrix.h"
#include "core/tokenizer/unicode.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace attn::tokenizer {

struct Piece {
    std::string text;
    bool is_at_start = false; // of the whole text
    std::optional<Index> id;  // settled: an added token, which nothing splits or changes any more
};

/// What becomes of the places that were found.
enum class Behaviour { Removed, Isolated, MergedWithPrevious, MergedWithNext, Contiguous };

/// The parts of `text` between and at `matches`, which stand in order and do not overlap. None is
/// empty. `inverted`: what stands between them was found, they were not.
std::vector<Match> split(std::string_view text, const std::vector<Match>& matches,
                         Behaviour behaviour, bool inverted = false);

/// Each character that the question is true of.
std::vector<Match> find_characters(std::string_view text, bool (*question)(char32_t));

/// Every place of a text in another, from left to right.
std::vector<Match> find_text(std::string_view text, std::string_view wanted);

} // namespace attn::tokenizer
