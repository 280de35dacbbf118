// SPDX-License-Identifier: MIT
// Makes a worksheet with one usual mistake: the numbers it shows, and where they differ from the
// right ones. Only the worksheet….cpp files use it.
#pragma once

#include "core/document/evaluate.h"
#include "core/figure/sheet_look.h"

#include <cstdint>
#include <string>
#include <vector>

namespace attn::figure {

struct WorksheetMistake {
    std::string title;        // "Scores not scaled"
    std::string sentence;     // what was done, and two of the resulting numbers
    std::vector<Place> wrong; // the numbers that read differently on the sheet, in its order
};

/// Makes one of the usual mistakes, picked by the seed, that changes the looks' numbers as they are
/// written. The looks then have the wrong numbers, except on the key. Fails if no mistake can be
/// made.
Result<WorksheetMistake> make_worksheet_mistake(const Document& document, const View& view,
                                                std::uint32_t seed, bool is_key, Contents& contents,
                                                std::vector<SheetLook>& looks);

} // namespace attn::figure
