// SPDX-License-Identifier: MIT
// Stages, places and words as they are typed. What a document does not have is refused with what
// it has, and with what was probably meant.
#pragma once

#include "core/document/document.h"
#include "core/document/view.h"

#include <string>
#include <vector>

namespace app::cli {

/// The stage of a name such as "weights/1".
attn::Result<attn::SheetId> sheet_named(const attn::Document& document, const std::string& name);

/// The place of a name such as "weights[1,4]", with row and column as show prints them; a
/// stage of one number needs neither: "loss".
attn::Result<attn::Place> place_named(const attn::Document& document, const std::string& name);

/// The stages of a list such as "X,W_Q/0"; none of an empty text.
attn::Result<std::vector<attn::SheetId>> inputs_named(const attn::Document& document,
                                                      const std::string& list);

/// The cells of a list such as "X[cat],W_Q/0[0,:]" (written_cells.h); none of an empty text.
attn::Result<std::vector<attn::CellRange>> cells_named(const attn::Document& document,
                                                       const std::string& list);

/// The number of a word: its number as it is typed, or the word itself.
attn::Result<attn::Index> query_named(const attn::Document& document, const std::string& name);

/// "the heads are 0 to 3".
std::string head_list(const attn::Document& document);

} // namespace app::cli
