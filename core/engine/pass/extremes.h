// SPDX-License-Identifier: MIT
// The smallest and the largest score of every query in runs of keys: the data for a picture that
// has fewer pixels than the matrix has columns.
#pragma once

#include "core/base/matrix.h"
#include "core/engine/pass/cells.h"

#include <cstddef>
#include <vector>

namespace attn {

// A table of single-precision numbers whose columns can be read and written as fast as its rows.

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

/// Follows a large head, given the cells of any of its derived stages. After a change of one word
/// it recomputes only that word's row and run. Scores are q · k, neither scaled nor masked.
class Extremes {
public:
    static constexpr Index most_runs = 512; // more pixels than a heatmap of the canvas is wide

    /// Recomputes what changed. `is_next`: the head is the one last followed, changed by one
    /// attend_again. If `skips_blocked`, keys blocked by the head's mask are left out.
    void follow(const Cells& of_head, bool skips_blocked, bool is_next);

    /// Computes some queries and runs only; nothing can be followed from there. `edges`: the first
    /// key of each run, and the end of the last.
    void look_at(const Cells& of_head, bool skips_blocked, Index first_query, Index last_query,
                 std::vector<Index> edges);

    Index queries() const { return queries_; }
    Index runs() const { return static_cast<Index>(edges_.size()) - 1; }
    /// Returns the first key of a run; for run `runs()`, the number of keys.
    Index first_key(Index run) const { return edges_[static_cast<std::size_t>(run)]; }

    /// The extremes of a query's run; queries and runs count from the first one looked at. A run
    /// whose keys are all blocked has a low above its high.
    float low(Index query, Index run) const { return low_(query, run); }
    float high(Index query, Index run) const { return high_(query, run); }

    /// The extremes of a query over all runs.
    float least(Index query) const { return least_[static_cast<std::size_t>(query)]; }
    float most(Index query) const { return most_[static_cast<std::size_t>(query)]; }

private:
    void begin(Index first, Index queries, bool skips_blocked);
    void make_rows(const HeadTrace& trace, Index first, Index count);
    void take_row(Index query, const float* low, const float* high);
    void change_word(const HeadTrace& trace, Index word);
    void change_run(Index run, Index query, float low, float high);

    std::vector<Index> edges_{0};
    Bands low_, high_;                // queries × runs
    Bands band_least_, band_most_;    // queries × bands of runs
    std::vector<float> least_, most_; // one for each query
    Index first_ = 0, queries_ = 0;
    bool skips_blocked_ = false;
};

} // namespace attn
