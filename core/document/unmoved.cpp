// SPDX-License-Identifier: MIT
#include "core/document/unmoved.h"

#include "core/document/model.h"
#include "core/document/sheet.h"

namespace attn {

std::string why_unmoved(const Document& document, const Place& place) {
    const Stage stage = place.sheet.stage;
    const bool is_under_mask = (stage == Stage::Masked || stage == Stage::Weights) &&
                               has_stage(document, Stage::Weights) && !place.sheet.is_cross;
    if (!is_under_mask || !is_blocked(document.switches.mask, place.row, place.column))
        return "";
    return "The mask blocks this cell, so it stays the same whatever the inputs are. A mask says "
           "yes or no and is no number: nothing has a gradient with respect to it.";
}

} // namespace attn
