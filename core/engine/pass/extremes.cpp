// SPDX-License-Identifier: MIT
#include "core/engine/pass/extremes.h"

#include "core/engine/numbers/parallel.h"
#include "core/engine/pass/large_pass.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <limits>
#include <utility>

namespace attn {
namespace {

PoolTask task_of(const HeadTrace& trace, bool skips_blocked) {
    PoolTask task;
    task.query = trace[Stage::Q].data();
    task.packed_key = trace.large.packed_key.data();
    task.keys = trace[Stage::K].rows();
    task.d_k = trace[Stage::K].cols();
    if (skips_blocked)
        task.mask = kernel_mask(trace.large.mask);
    return task;
}

/// The multiplications of some queries with the keys of the runs.
Real cost_of(const PoolTask& task, Index queries) {
    const Index keys = task.edges[task.runs] - task.edges[0];
    return static_cast<Real>(queries) * static_cast<Real>(keys) * static_cast<Real>(task.d_k + 8);
}

/// Returns the task from query `first` on, with its own places for the results.
PoolTask from_query(PoolTask task, Index first, float* low, float* high) {
    task.query += first * task.d_k;
    task.first_number += first;
    task.low = low;
    task.high = high;
    return task;
}

constexpr float infinity = std::numeric_limits<float>::infinity();

float least_of(const float* numbers, Index count) {
    return *std::min_element(numbers, numbers + count);
}

float most_of(const float* numbers, Index count) {
    return *std::max_element(numbers, numbers + count);
}

/// Returns the least of some numbers after one of them changed from `old` to `now`; calls `again`
/// if all must be read.
template <class Again>
float least_after(float least, float old, float now, Again again) {
    return now <= least ? now : old > least ? least : again();
}

template <class Again>
float most_after(float most, float old, float now, Again again) {
    return now >= most ? now : old < most ? most : again();
}

} // namespace

void Extremes::follow(const Cells& of_head, bool skips_blocked, bool is_next) {
    assert(of_head.is_derived() && "only a large head has more cells than pixels");
    const HeadTrace& trace = *of_head.derived_from();
    const Index tokens = trace[Stage::K].rows();
    const bool is_same = first_ == 0 && queries_ == tokens && skips_blocked_ == skips_blocked;
    using How = Change::Kind;
    const Change change = is_same && is_next
                              ? change_of(trace, skips_blocked ? Stage::Masked : Stage::Scores)
                              : Change{How::All, {}};
    if (change.is_none())
        return;
    if (change.kind == How::Rows || change.kind == How::RowsAndColumns) {
        for (const Index line : change.lines)
            change.kind == How::Rows ? make_rows(trace, line, 1) : change_word(trace, line);
        return;
    }
    const Index count = std::min(tokens, most_runs);
    edges_.clear();
    for (Index run = 0; run <= count; ++run)
        edges_.push_back(run * tokens / count);
    begin(0, tokens, skips_blocked);
    make_rows(trace, 0, tokens);
}

void Extremes::look_at(const Cells& of_head, bool skips_blocked, Index first_query,
                       Index last_query, std::vector<Index> edges) {
    edges_ = std::move(edges);
    begin(first_query, last_query - first_query, skips_blocked);
    make_rows(*of_head.derived_from(), 0, queries_);
}

void Extremes::begin(Index first, Index queries, bool skips_blocked) {
    first_ = first;
    queries_ = queries;
    skips_blocked_ = skips_blocked;
    low_.assign(queries, runs(), infinity);
    high_.assign(queries, runs(), -infinity);
    band_least_.assign(queries, low_.bands(), infinity);
    band_most_.assign(queries, low_.bands(), -infinity);
    least_.resize(static_cast<std::size_t>(queries));
    most_.resize(least_.size());
}

void Extremes::make_rows(const HeadTrace& trace, Index first, Index count) {
    PoolTask task = task_of(trace, skips_blocked_);
    task.edges = edges_.data();
    task.runs = runs();
    task.query += (first_ + first) * task.d_k;
    task.first_number = first_ + first;
    for_blocks(count, row_block, cost_of(task, count), [&](Index from, Index to) {
        const auto work = working_memory(1);
        std::vector<float> low(static_cast<std::size_t>((to - from) * task.runs));
        std::vector<float> high(low.size());
        const PoolTask own = from_query(task, from, low.data(), high.data());
        kernels().pool_rows(own, 0, to - from, work.get());
        for (Index query = from; query < to; ++query)
            take_row(first + query, own.low + (query - from) * task.runs,
                     own.high + (query - from) * task.runs);
    });
}

void Extremes::take_row(Index query, const float* low, const float* high) {
    const auto own = static_cast<std::size_t>(query);
    least_[own] = infinity;
    most_[own] = -infinity;
    for (Index band = 0; band < low_.bands(); ++band) {
        const Index begin = band * Bands::width, end = std::min(begin + Bands::width, runs());
        std::copy(low + begin, low + end, low_.band(band, query));
        std::copy(high + begin, high + end, high_.band(band, query));
        const float least = least_of(low + begin, end - begin);
        const float most = most_of(high + begin, end - begin);
        band_least_(query, band) = least;
        band_most_(query, band) = most;
        least_[own] = std::min(least_[own], least);
        most_[own] = std::max(most_[own], most);
    }
}

/// Recomputes the word's row, and its run under every other query.
void Extremes::change_word(const HeadTrace& trace, Index word) {
    const Index run = std::upper_bound(edges_.begin(), edges_.end(), word) - edges_.begin() - 1;
    PoolTask task = task_of(trace, skips_blocked_);
    task.edges = edges_.data() + run;
    task.runs = 1;
    const Index blocks = (queries_ + row_block - 1) / row_block;
    for_blocks(1 + blocks, 1, cost_of(task, queries_), [&](Index item, Index) {
        if (item == 0) {
            make_rows(trace, word, 1);
            return;
        }
        const Index first = (item - 1) * row_block, last = std::min(first + row_block, queries_);
        const auto work = working_memory(1);
        std::array<float, row_block> low, high;
        kernels().pool_rows(from_query(task, first, low.data(), high.data()), 0, last - first,
                            work.get());
        for (Index query = first; query < last; ++query)
            if (query != word)
                change_run(run, query, low[static_cast<std::size_t>(query - first)],
                           high[static_cast<std::size_t>(query - first)]);
    });
}

void Extremes::change_run(Index run, Index query, float low, float high) {
    const Index band = run / Bands::width;
    const auto own = static_cast<std::size_t>(query);
    const float old_low = std::exchange(low_(query, run), low);
    const float old_high = std::exchange(high_(query, run), high);
    float &band_least = band_least_(query, band), &band_most = band_most_(query, band);
    const float old_least = band_least, old_most = band_most;
    band_least = least_after(old_least, old_low, low,
                             [&] { return least_of(low_.band(band, query), Bands::width); });
    band_most = most_after(old_most, old_high, high,
                           [&] { return most_of(high_.band(band, query), Bands::width); });
    const auto over_bands = [&](const Bands& of, auto choose) {
        float chosen = of(query, 0);
        for (Index at = 1; at < low_.bands(); ++at)
            chosen = choose(chosen, of(query, at));
        return chosen;
    };
    least_[own] = least_after(least_[own], old_least, band_least, [&] {
        return over_bands(band_least_, [](float a, float b) { return std::min(a, b); });
    });
    most_[own] = most_after(most_[own], old_most, band_most, [&] {
        return over_bands(band_most_, [](float a, float b) { return std::max(a, b); });
    });
}

} // namespace attn
