// SPDX-License-Identifier: MIT
// The formula of a document as a row of switches: the sign of each part, its present setting, and
// the actions that change it. A part without effect keeps its place. formula.h has the
// formulas of the other pages.
#pragma once

#include "app/session/frame.h"
#include "core/document/model/document.h"

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

// The formula of each page: the calculation, all heads and how they are joined, the loss and a
// training step, or the words passing through a block.

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
