// SPDX-License-Identifier: MIT
// For an array with more rows than a document holds: explains which rows are taken, and moves to
// the next ones.
#pragma once

#include "app/importing/import_state.h"

namespace app {

/// Consecutive rows, out of all rows of X.
struct RowWindow {
    attn::Index first = 0, count = 0, total = 0;
};

/// The rows that are taken ("8:16"), if X has too many and the rows taken are consecutive.
std::optional<RowWindow> row_window(const Importing& importing);
/// Why only some rows are taken; empty if all could be.
std::string row_sentence(const Importing& importing);

/// The window of the same size before (−1) or after (1) this one; nothing at the end.
std::optional<RowWindow> neighbour(const RowWindow& window, int by);
/// Moves to that window, if there is one.
void page_rows(Importing& importing, int by);

} // namespace app
