// SPDX-License-Identifier: MIT
// A text on its way to tokens is a list of pieces. Splits a piece at the places that a search
// found, whatever was searched; a `Behaviour` says what happens to these places.
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
    bool is_at_start = false; // the piece begins the whole text
    std::optional<Index> id;  // settled: an added token, never split or changed again
};

/// What happens to the places that were found.
enum class Behaviour { Removed, Isolated, MergedWithPrevious, MergedWithNext, Contiguous };

/// Splits `text` at `matches`, which are in order and do not overlap. No part is empty. `inverted`:
/// treats the text between the matches as found instead.
std::vector<Match> split(std::string_view text, const std::vector<Match>& matches,
                         Behaviour behaviour, bool inverted = false);

/// Finds each character for which `question` is true.
std::vector<Match> find_characters(std::string_view text, bool (*question)(char32_t));

/// Finds every occurrence of `wanted`, from left to right.
std::vector<Match> find_text(std::string_view text, std::string_view wanted);

} // namespace attn::tokenizer
