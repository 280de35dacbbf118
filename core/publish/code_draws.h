// SPDX-License-Identifier: MIT
// Inputs whose numbers are those of a usual seed, to the last bit: programs draw them again in
// place of their digits.
#pragma once

#include "core/document/document.h"
#include "core/engine/place.h"

#include <string>
#include <vector>

namespace attn::publish {

/// One input that NumPy draws: "np.random.randint(0, 3, (3, 3))". Where it begins a stream, its
/// seed is set before.
struct CodeDraw {
    SheetId sheet;
    std::string call;
    bool sets_seed = false;
    unsigned seed = 0;
};

/// The draws of the inputs that a program gives in this order. A seed counts only where chance
/// would not give as many equal numbers.
std::vector<CodeDraw> numpy_draws(const Document& document, const std::vector<SheetId>& inputs);
/// Nothing where the input is not drawn.
const CodeDraw* find_draw(const std::vector<CodeDraw>& draws, const SheetId& sheet);

} // namespace attn::publish
