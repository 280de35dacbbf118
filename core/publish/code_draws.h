// SPDX-License-Identifier: MIT
// Finds inputs that equal, to the last bit, what a common random seed gives. Programs then draw
// them again instead of listing their digits.
#pragma once

#include "core/document/document.h"
#include "core/engine/place.h"
#include "core/publish/code.h"

#include <string>
#include <vector>

namespace attn::publish {

/// An input that a library draws: "np.random.randint(0, 3, (3, 3)).astype(float)". If it is the
/// first of its stream, the seed is set before: "np.random.seed(42)".
struct CodeDraw {
    SheetId sheet;
    std::string call;
    std::string seed; // empty: the stream continues
};

/// Finds the random draws among the inputs that a program gives in this order. NumPy draws by
/// np.random.seed and np.random.default_rng; PyTorch by torch.manual_seed, where the weights of an
/// nn.Linear may come first. A seed is accepted only if that many equal numbers could not be a
/// coincidence.
std::vector<CodeDraw> drawn_inputs(const Document& document, const std::vector<SheetId>& inputs,
                                   Language language);
/// Returns null if the input is not drawn.
const CodeDraw* find_draw(const std::vector<CodeDraw>& draws, const SheetId& sheet);

} // namespace attn::publish
