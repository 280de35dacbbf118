// SPDX-License-Identifier: MIT
#include "core/engine/rows_change.h"

#include <cmath>
#include <cstring>

namespace attn {
namespace {

bool same(const Real* a, const Real* b, Index count) {
    return std::memcmp(a, b, static_cast<std::size_t>(count) * sizeof(Real)) == 0;
}

} // namespace

bool same(const Matrix& a, const Matrix& b) {
    return &a == &b ||
           (a.rows() == b.rows() && a.cols() == b.cols() && same(a.data(), b.data(), a.size()));
}

RowsChange change_of(const Matrix& before, const Matrix& after, std::optional<Index> known) {
    if (&before == &after)
        return {};
    if (known) {
        const Index first = *known * after.cols();
        if (same(before.data() + first, after.data() + first, after.cols()))
            return {};
        return {RowsChange::Kind::Numbers, {*known}};
    }
    if (before.cols() != after.cols() || std::abs(before.rows() - after.rows()) > 1)
        return {RowsChange::Kind::Else, {}};
    const Index width = before.cols();
    if (before.rows() == after.rows()) {
        RowsChange change;
        for (Index row = 0; row < before.rows(); ++row)
            if (!same(before.data() + row * width, after.data() + row * width, width)) {
                change.rows.push_back(row);
                if (change.rows.size() > RowsChange::few)
                    return {RowsChange::Kind::Else, {}};
            }
        change.kind = change.rows.empty() ? RowsChange::Kind::None : RowsChange::Kind::Numbers;
        return change;
    }
    const bool grew = after.rows() > before.rows();
    const Matrix& shorter = grew ? before : after;
    const Matrix& longer = grew ? after : before;
    Index row = 0;
    while (row < shorter.rows() &&
           same(shorter.data() + row * width, longer.data() + row * width, width))
        ++row;
    if (!same(shorter.data() + row * width, longer.data() + (row + 1) * width,
              (shorter.rows() - row) * width))
        return {RowsChange::Kind::Else, {}};
    return {grew ? RowsChange::Kind::Inserted : RowsChange::Kind::Removed, {row}};
}

} // namespace attn
