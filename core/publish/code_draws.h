// SPDX-License-Identifier: MIT
// Inputs whose numbers are those of a usual seed, to the last bit: programs draw them again in
// place of their digits.
#pragma once

#include "core/document/document.h"
#include "core/engine/place.h"
#include "core/publish/code.h"

#include <string>
#include <vector>

namespace attn::publish {

/// One input that a library draws: "np.random.randint(0, 3, (3, 3)).astype(float)". Where it begins
/// a stream, its seed is set before: "np.random.seed(42)".
struct CodeDraw {
    SheetId sheet;
    std::string call;
    std::string seed; // empty: the stream goes on
};

/// The draws of the inputs that a program of the language gives in this order: of NumPy by
/// np.random.seed and np.random.default_rng, of PyTorch by torch.manual_seed, where nn.Linear may
/// begin them as well. A seed counts only where chance would not give as many equal numbers.
std::vector<CodeDraw> drawn_inputs(const Document& document, const std::vector<SheetId>& inputs,
                                   Language language);
/// Nothing where the input is not drawn.
const CodeDraw* find_draw(const std::vector<CodeDraw>& draws, const SheetId& sheet);

} // namespace attn::publish
