// SPDX-License-Identifier: MIT
#include "core/engine/extremes.h"

#include "core/engine/large_pass.h"
#include "core/engine/parallel.h"

#include <algorithm>
#include <cassert>
#include <limits>
#include <utility>

namespace attn {
namespace {

PoolTask task_of(const HeadTrace& trace, bool skips_blocked) {
    PoolTask task;
    task.query = trace.query.data();
    task.packed_key = trace.large.packed_key.data();
    task.keys = trace.key.rows();
    task.d_k = trace.key.cols();
    if (skips_blocked)
        task.mask = kernel_mask(trace.large.mask);
    return task;
}

/// For `count` queries from `first` on.
void run_task(PoolTask task, Index first, Index count) {
    const Index keys = task.edges[task.runs] - task.edges[0];
    task.query += first * task.d_k;
    task.first_number = first;
    for_blocks(count, row_block,
               static_cast<Real>(count) * static_cast<Real>(keys) * static_cast<Real>(task.d_k + 8),
               [&](Index from, Index to) {
                   std::vector<Real> work(static_cast<std::size_t>(work_length(kernels(), 1)));
                   kernels().pool_rows(task, from, to, work.data());
               });
}

} // namespace

void Extremes::follow(const HeadTrace& trace, bool skips_blocked, bool is_next) {
    assert(trace.large.is_used() && "only a large head has more cells than pixels");
    const Index tokens = trace.key.rows();
    const bool is_same = first_ == 0 && queries_ == tokens && skips_blocked_ == skips_blocked;
    if (is_same && is_next && !trace.large.is_all_changed) {
        for (const Index row : trace.large.changed) {
            make_rows(trace, row, 1);
            make_run(trace,
                     std::upper_bound(edges_.begin(), edges_.end(), row) - edges_.begin() - 1);
        }
        return;
    }
    first_ = 0;
    queries_ = tokens;
    skips_blocked_ = skips_blocked;
    const Index count = std::min(tokens, most_runs);
    edges_.clear();
    for (Index run = 0; run <= count; ++run)
        edges_.push_back(run * tokens / count);
    low_.resize(static_cast<std::size_t>(tokens * count));
    high_.resize(low_.size());
    make_rows(trace, 0, tokens);
}

void Extremes::look_at(const HeadTrace& trace, bool skips_blocked, Index first_query,
                       Index last_query, std::vector<Index> edges) {
    first_ = first_query;
    queries_ = last_query - first_query;
    skips_blocked_ = skips_blocked;
    edges_ = std::move(edges);
    low_.resize(static_cast<std::size_t>(queries_ * runs()));
    high_.resize(low_.size());
    make_rows(trace, 0, queries_);
}

void Extremes::sum_up(Index query) {
    const float *lows = low(query), *highs = high(query);
    float least = std::numeric_limits<float>::infinity(), most = -least;
    for (Index run = 0; run < runs(); ++run) {
        least = std::min(least, lows[run]);
        most = std::max(most, highs[run]);
    }
    least_[static_cast<std::size_t>(query)] = least;
    most_[static_cast<std::size_t>(query)] = most;
}

void Extremes::make_rows(const HeadTrace& trace, Index first, Index count) {
    PoolTask task = task_of(trace, skips_blocked_);
    task.edges = edges_.data();
    task.runs = runs();
    task.low = low_.data() + first * runs();
    task.high = high_.data() + first * runs();
    run_task(task, first_ + first, count);
    least_.resize(static_cast<std::size_t>(queries_));
    most_.resize(least_.size());
    for (Index query = first; query < first + count; ++query)
        sum_up(query);
}

void Extremes::make_run(const HeadTrace& trace, Index run) {
    std::vector<float> low(static_cast<std::size_t>(queries_)), high(low.size());
    PoolTask task = task_of(trace, skips_blocked_);
    task.edges = edges_.data() + run;
    task.runs = 1;
    task.low = low.data();
    task.high = high.data();
    run_task(task, 0, queries_);
    for (Index query = 0; query < queries_; ++query) {
        const auto at = static_cast<std::size_t>(query * runs() + run);
        const auto own = static_cast<std::size_t>(query);
        const bool was_end = low_[at] == least_[own] || high_[at] == most_[own];
        low_[at] = low[own];
        high_[at] = high[own];
        if (was_end)
            sum_up(query);
        least_[own] = std::min(least_[own], low[own]);
        most_[own] = std::max(most_[own], high[own]);
    }
}

} // namespace attn
