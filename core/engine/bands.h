// SPDX-License-Identifier: MIT
// A table of single-precision numbers whose columns can be read and written as fast as its rows.
#pragma once

#include "core/base/matrix.h"

#include <cstddef>
#include <vector>

namespace attn {

/// Splits the columns into bands as wide as a cache line and stores band after band, each row by
/// row. Places of the last band beyond the columns keep the number they were filled with.
class Bands {
public:
    static constexpr Index width = 16;

    void assign(Index rows, Index columns, float filled) {
        rows_ = rows;
        columns_ = columns;
        numbers_.assign(static_cast<std::size_t>(rows * bands() * width), filled);
    }

    Index rows() const { return rows_; }
    Index columns() const { return columns_; }
    Index bands() const { return (columns_ + width - 1) / width; }

    float& operator()(Index row, Index column) { return band(column / width, row)[column % width]; }
    float operator()(Index row, Index column) const {
        return band(column / width, row)[column % width];
    }
    /// The `width` numbers of one row in one band.
    float* band(Index band, Index row) { return numbers_.data() + (band * rows_ + row) * width; }
    const float* band(Index band, Index row) const {
        return numbers_.data() + (band * rows_ + row) * width;
    }

private:
    Index rows_ = 0, columns_ = 0;
    std::vector<float> numbers_;
};

} // namespace attn
