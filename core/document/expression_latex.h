// SPDX-License-Identifier: MIT
// How expressions look in LaTeX: fractions, roots and functions as amsmath has them. Numbers and
// names of places are spelled by whoever writes the derivation.
#pragma once

#include "core/engine/expression_text.h"

#include <string>
#include <string_view>

namespace attn {

/// Everything but the leaves and the rest of a series.
Spelling latex_spelling();

/// The name of a constant: "\theta_{1}", "d_{\mathrm{model}}", "\mathrm{temperature}".
std::string latex_name(std::string_view rich);

} // namespace attn
