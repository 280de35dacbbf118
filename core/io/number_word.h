// SPDX-License-Identifier: MIT
// One number as programs print it, among the words of a larger text.
#pragma once

#include "core/base/matrix.h"

#include <optional>
#include <string_view>

namespace attn::io {

/// The number that the whole word is: "1.", ".5", "-2e-3", "+1", "−1" (U+2212), "nan", "inf",
/// "-Infinity", "∞", "True". With `decimal_comma` a comma is the decimal point ("1,5") and a point
/// is none. Words beyond the largest double are no numbers; those below the smallest are 0.
std::optional<Real> number_word(std::string_view word, bool decimal_comma = false);

std::string_view trimmed(std::string_view text);

} // namespace attn::io
