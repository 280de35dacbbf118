// SPDX-License-Identifier: MIT
// The formula of each page: the calculation where it is about that, all heads and what joins them,
// the loss and what a step of training does with it, or the words on their way through a block.
#pragma once

#include "app/actions/formula.h"
#include "app/session/frame.h"

#include <string>
#include <vector>

namespace app {

struct AskedFormula {
    WindowPage page = WindowPage::Forward;
    attn::Index layer = 0; // that is open
    std::string loss = {}; // its value, as the formula says it; empty: not known
};

/// Parts are switches as in the formula of the calculation, and true to the document's options.
std::vector<FormulaPiece> page_formula(const attn::Document& document, const AskedFormula& asked);
/// Of the page that is shown, with the loss as it is seen.
std::vector<FormulaPiece> page_formula(const Frame& frame);

} // namespace app
