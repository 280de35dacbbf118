// SPDX-License-Identifier: MIT
#include "app/importing/import_rows.h"

#include "app/importing/importing.h"

#include <algorithm>

namespace app {
namespace {

using namespace attn;

/// The number of rows of X if there are too many, else 0.
Index too_many_rows(const Importing& importing) {
    const auto& x = importing.plan.x;
    if (!x)
        return 0;
    const io::Extent extent = io::extent_of(importing.files[x->file].arrays[x->array].shape);
    const Index rows = x->is_transposed ? extent.columns : extent.rows;
    return rows > max_tokens ? rows : 0;
}

} // namespace

std::optional<RowWindow> row_window(const Importing& importing) {
    const Index total = too_many_rows(importing);
    const auto rows = io::parse_indices(importing.line(ImportField::Rows).text);
    if (total == 0 || !rows || rows->empty() || rows->front() < 0 || rows->back() >= total)
        return std::nullopt;
    for (std::size_t at = 0; at < rows->size(); ++at)
        if ((*rows)[at] != rows->front() + static_cast<Index>(at))
            return std::nullopt;
    return RowWindow{rows->front(), static_cast<Index>(rows->size()), total};
}

std::string row_sentence(const Importing& importing) {
    const Index total = too_many_rows(importing);
    if (total == 0)
        return "";
    return "X has " + std::to_string(total) + " rows, more than the " + std::to_string(max_tokens) +
           " words that fit into a document. Choose which rows to import. Page Up and Page Down go "
           "through them. ";
}

std::optional<RowWindow> neighbour(const RowWindow& window, int by) {
    const Index last = window.total - window.count;
    const Index first =
        std::clamp(window.first + by * window.count, Index{0}, std::max(last, Index{0}));
    if (first == window.first)
        return std::nullopt;
    return RowWindow{first, window.count, window.total};
}

void page_rows(Importing& importing, int by) {
    const auto window = row_window(importing);
    const auto next = window ? neighbour(*window, by) : std::nullopt;
    if (!next)
        return;
    importing.field = ImportField::Rows;
    importing.line(ImportField::Rows) = line_edit(
        std::to_string(next->first) + ":" + std::to_string(next->first + next->count), true);
    follow_fields(importing);
}

} // namespace app
