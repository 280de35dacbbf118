// SPDX-License-Identifier: MIT
// The rows of an array with more of them than a document holds: why some are taken, and going on to
// the next ones.
#pragma once

#include "app/importing/import_state.h"

namespace app {

/// Rows that follow each other, of all that X has.
struct RowWindow {
    attn::Index first = 0, count = 0, total = 0;
};

/// The rows that are taken, where X has too many and those taken are one window: "8:16".
std::optional<RowWindow> row_window(const Importing& importing);
/// Why not all rows are taken; empty where they could be.
std::string row_sentence(const Importing& importing);

/// The window of the same size before (−1) or after (1) it; nothing at the end.
std::optional<RowWindow> neighbour(const RowWindow& window, int by);
/// Takes that one, if there is one.
void page_rows(Importing& importing, int by);

} // namespace app
