// SPDX-License-Identifier: MIT
// The formula of each page: the calculation, all heads and how they are joined, the loss and a
// training step, or the words passing through a block.
#pragma once

#include "app/actions/formula.h"
#include "app/session/frame.h"

#include <string>
#include <string_view>
#include <vector>

namespace app {

struct AskedFormula {
    std::string_view page = page_id::forward;
    attn::Index layer = 0; // the open one
    std::string loss = {}; // its value as text; empty: not known
};

/// Returns the formula of a page. Its parts are switches, and follow the document's options.
std::vector<FormulaPiece> page_formula(const attn::Document& document, const AskedFormula& asked);
/// The formula of the shown page, with the loss that is shown.
std::vector<FormulaPiece> page_formula(const Frame& frame);

} // namespace app
