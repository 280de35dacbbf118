// SPDX-License-Identifier: MIT
// The formula of a document as the row of its switches: what stands in it, what each part is set to
// now, and what changes it. A part that does nothing now keeps its place. page_formulas.h has those
// of the pages that are about something else than the calculation.
#pragma once

#include "core/document/document.h"

#include <string>
#include <string_view>
#include <vector>

namespace app {

struct FormulaPiece {
    std::string text;                           // as "W_{Q}"; empty: room between two formulas
    std::string name = {};                      // of the switch; empty: only a sign
    std::string caption = {};                   // what stands now
    std::string question = {};                  // above its choices
    std::vector<std::string_view> menus = {};   // whose actions are the choices
    bool is_off = false;                        // it does nothing now
    bool is_unusual = false;                    // it is not as in Vaswani et al. 2017, eq. 1
    std::vector<std::string_view> actions = {}; // more choices; where it has no others, one runs
    bool has_weights = true; // the choices may change the weights, which stand beside them
    std::string room = {};   // its caption, a number that moves, is never wider than this text
};

/// In the order in which it is written, with words as rows or as columns; empty for documents of
/// concepts.
std::vector<FormulaPiece> formula(const attn::Document& document);

/// The piece that a menu belongs to; null if to none.
const FormulaPiece* piece_with(const std::vector<FormulaPiece>& pieces, std::string_view menu);

} // namespace app
