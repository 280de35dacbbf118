// SPDX-License-Identifier: MIT
// Finds the look of one stage among the looks of a figure.
#pragma once

#include "core/figure/sheet_look.h"

#include <algorithm>

namespace attn::figure {

/// The look of the stage; null if it is not shown.
inline const SheetLook* look_of(const Contents& shown, Stage stage) {
    const auto found = std::find_if(shown.sheets.begin(), shown.sheets.end(),
                                    [&](const SheetLook& one) { return one.id.stage == stage; });
    return found == shown.sheets.end() ? nullptr : &*found;
}

} // namespace attn::figure
