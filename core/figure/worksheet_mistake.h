// SPDX-License-Identifier: MIT
// A worksheet on which one usual mistake was made: the numbers that it shows, and where they differ
// from the right ones. Only for the worksheet….cpp files.
#pragma once

#include "core/document/evaluate.h"
#include "core/figure/sheet_look.h"

#include <cstdint>
#include <string>
#include <vector>

namespace attn::figure {

struct WorksheetMistake {
    std::string title;        // "Scores not scaled"
    std::string sentence;     // what was done, and two of the numbers that came of it
    std::vector<Place> wrong; // whose numbers read otherwise on the sheet, in its order
};

/// Makes one of the usual mistakes, by the seed, that changes numbers of the looks as they read;
/// these then have the wrong numbers, unless the right ones stay because it is the key. The error
/// says that none can be made.
Result<WorksheetMistake> make_worksheet_mistake(const Document& document, const View& view,
                                                std::uint32_t seed, bool is_key, Contents& contents,
                                                std::vector<SheetLook>& looks);

} // namespace attn::figure
