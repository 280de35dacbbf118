// SPDX-License-Identifier: MIT
// The formula of a document as a row of switches: the sign of each part, its present setting, and
// the actions that change it. A part without effect keeps its place. page_formulas.h has the
// formulas of the other pages.
#pragma once

#include "core/document/document.h"

#include <string>
#include <string_view>
#include <vector>

namespace app {

struct FormulaPiece {
    std::string text;                         // as "W_{Q}"; empty: a gap between two formulas
    std::string name = {};                    // the switch's name; empty: only a sign
    std::string caption = {};                 // the present setting
    std::string question = {};                // the heading above its choices
    std::vector<std::string_view> menus = {}; // the menus whose actions are the choices
    bool is_off = false;                      // has no effect now
    bool is_unusual = false;                  // differs from Vaswani et al. 2017, eq. 1
    /// More choices; a single action without menus runs at once.
    std::vector<std::string_view> actions = {};
    bool has_weights = true; // choices may change the weights, which are shown beside them
    std::string room = {};   // the longest text of its caption, a number that moves
};

/// Returns the formula in the order of writing, with words as rows or as columns. Empty for
/// documents of concepts.
std::vector<FormulaPiece> formula(const attn::Document& document);

/// Returns the piece that the menu belongs to; null if none.
const FormulaPiece* piece_with(const std::vector<FormulaPiece>& pieces, std::string_view menu);

} // namespace app
