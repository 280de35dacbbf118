// SPDX-License-Identifier: MIT
#include "core/engine/pass/change.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstring>
#include <utility>

namespace attn {
namespace {

using How = Change::Kind;

bool same(const Real* a, const Real* b, Index count) {
    return std::memcmp(a, b, static_cast<std::size_t>(count) * sizeof(Real)) == 0;
}

bool same_row(const Matrix& a, const Matrix& b, Index row) {
    return same(a.data() + row * a.cols(), b.data() + row * b.cols(), a.cols());
}

} // namespace

bool same(const Matrix& a, const Matrix& b) {
    return &a == &b ||
           (a.rows() == b.rows() && a.cols() == b.cols() && same(a.data(), b.data(), a.size()));
}

Change change_of_rows(const Matrix& before, const Matrix& after) {
    if (&before == &after)
        return {};
    if (before.cols() != after.cols() || std::abs(before.rows() - after.rows()) > 1)
        return {How::All, {}};
    const Index width = before.cols();
    if (before.rows() == after.rows()) {
        std::vector<Index> rows;
        for (Index row = 0; row < before.rows(); ++row)
            if (!same_row(before, after, row)) {
                rows.push_back(row);
                if (rows.size() > few_rows)
                    return {How::All, {}};
            }
        return {rows.empty() ? How::None : How::Rows, std::move(rows)};
    }
    const bool grew = after.rows() > before.rows();
    const Matrix& shorter = grew ? before : after;
    const Matrix& longer = grew ? after : before;
    Index row = 0;
    while (row < shorter.rows() && same_row(shorter, longer, row))
        ++row;
    if (!same(shorter.data() + row * width, longer.data() + (row + 1) * width,
              (shorter.rows() - row) * width))
        return {How::All, {}};
    return {grew ? How::Inserted : How::Removed, {row}};
}

Change change_of_rows(const SharedMatrix& before, const SharedMatrix& after) {
    const auto known = after.only_difference(before);
    if (!known || before.is_same(after))
        return change_of_rows(*before, *after);
    if (same_row(*before, *after, *known))
        return {};
    return {How::Rows, {*known}};
}

Change change_of_columns(const Matrix& before, const Matrix& after) {
    if (&before == &after)
        return {};
    if (before.rows() != after.rows() || before.cols() != after.cols())
        return {How::All, {}};
    std::vector<unsigned char> is_changed(static_cast<std::size_t>(after.cols()));
    for (Index row = 0; row < after.rows(); ++row) {
        if (same_row(before, after, row))
            continue;
        for (Index column = 0; column < after.cols(); ++column)
            if (!same(&before(row, column), &after(row, column), 1))
                is_changed[static_cast<std::size_t>(column)] = 1;
    }
    std::vector<Index> columns;
    for (std::size_t at = 0; at < is_changed.size(); ++at)
        if (is_changed[at])
            columns.push_back(static_cast<Index>(at));
    return {columns.empty() ? How::None : How::Columns, std::move(columns)};
}

} // namespace attn
