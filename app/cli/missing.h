// SPDX-License-Identifier: MIT
// Finds stages, places and words by name. The error says what the document has, and what was
// probably meant.
#pragma once

#include "core/document/model/document.h"
#include "core/document/model/view.h"

#include <string>
#include <vector>

namespace app::cli {

/// Returns the stage with a name such as "weights/1".
attn::Result<attn::SheetId> sheet_named(const attn::Document& document, const std::string& name);

/// Returns the place with a name such as "weights[1,4]"; row and column are as show prints them. A
/// stage with a single number needs neither: "loss".
attn::Result<attn::Place> place_named(const attn::Document& document, const std::string& name);

/// Returns the stages of a list such as "X,W_Q/0"; none for an empty text.
attn::Result<std::vector<attn::SheetId>> inputs_named(const attn::Document& document,
                                                      const std::string& list);

/// Returns the cells of a list such as "X[cat],W_Q/0[0,:]" (written_place.h); none for an empty
/// text.
attn::Result<std::vector<attn::CellRange>> cells_named(const attn::Document& document,
                                                       const std::string& list);

/// Returns the index of a word, given as the index or as the word.
attn::Result<attn::Index> query_named(const attn::Document& document, const std::string& name);

/// Returns for example "the heads are 0 to 3".
std::string head_list(const attn::Document& document);

} // namespace app::cli
