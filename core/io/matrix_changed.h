// SPDX-License-Identifier: MIT
// Finds what a program does to a matrix apart from where it writes its numbers: what was read would
// no longer be the matrix. Only for the readers of brackets and of R.
#pragma once

#include "core/base/result.h"
#include "core/io/bracket_text.h"

#include <optional>
#include <string_view>
#include <vector>

namespace attn::io {

/// Finds a line that changes one of the named matrices after it was written: "W = W.T", "W *= 2",
/// "W[0] *= 2", "W <- W * 2". The error names the place.
std::optional<Error> changed_later(std::string_view text, const std::vector<BracketGroup>& groups);

struct TextPart {
    std::size_t begin = 0, end = 0;
};
/// Finds what R sets where it sets a part of a matrix: "W[1, 2]" of "W[1, 2] <- 5", and of
/// "W[1, 2] = 5" if equal signs are asked for, which other texts write for what is equal.
std::optional<TextPart> set_part(std::string_view text, bool has_equal_signs);

/// Returns where the expression begins that the bracket at `open` takes a part of: "m" of "m[1,
/// 2]", "f(x)" of "f(x)[1]". Empty if nothing is right before the bracket.
std::optional<std::size_t> indexed_at(std::string_view text, std::size_t open);

} // namespace attn::io
