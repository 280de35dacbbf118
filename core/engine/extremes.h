// SPDX-License-Identifier: MIT
// The smallest and the largest score of every query in runs of keys: what is left of a large matrix
// where a picture has fewer pixels than the matrix has columns.
#pragma once

#include "core/engine/bands.h"
#include "core/engine/cells.h"

#include <vector>

namespace attn {

/// Follows a large head, any of whose derived stages it is given: after a change of one word only
/// its row and its run are made again. Scores are q · k, neither scaled nor masked.
class Extremes {
public:
    static constexpr Index most_runs = 512; // more pixels than a heatmap of the canvas is wide

    /// `is_next`: the head is the one followed last, changed by one attend_again. Blocked keys of
    /// the head's mask are left out if `skips_blocked`.
    void follow(const Cells& of_head, bool skips_blocked, bool is_next);

    /// Looks at some queries and some runs only: `edges` are the first key of each run and the last
    /// one's end. Nothing is followed from there.
    void look_at(const Cells& of_head, bool skips_blocked, Index first_query, Index last_query,
                 std::vector<Index> edges);

    Index queries() const { return queries_; }
    Index runs() const { return static_cast<Index>(edges_.size()) - 1; }
    /// The first key of a run; that of run `runs()` is how many keys there are.
    Index first_key(Index run) const { return edges_[static_cast<std::size_t>(run)]; }

    /// Of a run of a query, counted from the first that was looked at. A run whose every key is
    /// blocked has a low above its high.
    float low(Index query, Index run) const { return low_(query, run); }
    float high(Index query, Index run) const { return high_(query, run); }

    /// Over all runs of a query.
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
    std::vector<float> least_, most_; // of each query
    Index first_ = 0, queries_ = 0;
    bool skips_blocked_ = false;
};

} // namespace attn
