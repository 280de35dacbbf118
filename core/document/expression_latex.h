// SPDX-License-Identifier: MIT
// Spells expressions in LaTeX: fractions, roots and functions as in amsmath. The code that writes a
// derivation spells the numbers and names of places.
#pragma once

#include "core/engine/expression_text.h"

#include <string>
#include <string_view>

namespace attn {

/// Returns the spelling of everything except leaves and the rest of a series.
Spelling latex_spelling();

/// Writes the name of a constant: "\theta_{1}", "d_{\mathrm{model}}", "\mathrm{temperature}".
std::string latex_name(std::string_view rich);

} // namespace attn
