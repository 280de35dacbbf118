// SPDX-License-Identifier: MIT
#include "core/figure/matrix/kept_looks.h"

#include "core/document/model/model.h"
#include "core/engine/kernels/kernels.h"
#include "core/engine/numbers/parallel.h"
#include "core/engine/pass/cells.h"
#include "core/figure/base/text.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <utility>

namespace attn::figure {
namespace {

std::optional<LowHigh> ends_of(const Real* numbers, Index count) {
    LowHigh ends;
    if (!kernels().find_ends(numbers, count, &ends.first, &ends.second))
        return std::nullopt;
    return ends;
}

/// The range of rows whose ends are known.
std::optional<LowHigh> range_of_ends(const Vector& low, const Vector& high) {
    const auto lows = finite_range(low.data(), low.size());
    const auto highs = finite_range(high.data(), high.size());
    if (!lows || !highs)
        return std::nullopt;
    return LowHigh{lows->first, highs->second};
}

} // namespace

std::optional<LowHigh> finite_range(const Real* numbers, Index count) {
    constexpr Index block = 8192;
    constexpr Real moved = 4; // reading a number takes as long as so many multiplications
    if (count <= block)
        return ends_of(numbers, count);
    std::vector<std::optional<LowHigh>> found(
        static_cast<std::size_t>((count + block - 1) / block));
    for_blocks(count, block, moved * static_cast<Real>(count), [&](Index first, Index last) {
        found[static_cast<std::size_t>(first / block)] = ends_of(numbers + first, last - first);
    });
    std::optional<LowHigh> all = found.front();
    for (const auto& ends : found) {
        if (!ends)
            return std::nullopt;
        *all = {std::min(all->first, ends->first), std::max(all->second, ends->second)};
    }
    return all;
}

std::optional<LowHigh> RowRanges::follow(const Matrix& matrix, const Stale& stale) {
    constexpr Real none = std::numeric_limits<Real>::quiet_NaN();
    const auto make = [&](Index row) {
        const auto ends = finite_range(matrix.data() + row * matrix.cols(), matrix.cols());
        low_(row) = ends ? ends->first : none;
        high_(row) = ends ? ends->second : none;
    };
    if (stale.is_all || low_.size() != matrix.rows()) {
        low_.resize(matrix.rows());
        high_.resize(matrix.rows());
        for (Index row = 0; row < matrix.rows(); ++row)
            make(row);
    } else {
        for (const Index row : stale.words)
            make(row);
    }
    return range_of_ends(low_, high_);
}

std::optional<LowHigh> RowRanges::times(const Vector& factors) const {
    // Rounding keeps the order: the ends of a row give the ends of its products.
    const Vector a = low_.cwiseProduct(factors), b = high_.cwiseProduct(factors);
    return range_of_ends(a.cwiseMin(b), a.cwiseMax(b));
}

namespace {

constexpr float infinity = std::numeric_limits<float>::infinity();

} // namespace

void PixelExtremes::gather_run(const Extremes& runs, Index query, Index x) {
    float low = infinity, high = -infinity;
    const Index end = first_of(x + 1, width_, runs_);
    for (Index run = first_of(x, width_, runs_); run < end; ++run) {
        low = std::min(low, runs.low(query, run));
        high = std::max(high, runs.high(query, run));
    }
    low_(query, x) = low;
    high_(query, x) = high;
}

void PixelExtremes::gather_pixels(Index band, Index y) {
    float* const low = pixel_low_.band(band, y);
    float* const high = pixel_high_.band(band, y);
    std::fill(low, low + Bands::width, infinity);
    std::fill(high, high + Bands::width, -infinity);
    for (Index query = first_query(y); query < first_query(y + 1); ++query) {
        const float *lows = low_.band(band, query), *highs = high_.band(band, query);
        for (Index at = 0; at < Bands::width; ++at) {
            low[at] = std::min(low[at], lows[at]);
            high[at] = std::max(high[at], highs[at]);
        }
    }
}

void PixelExtremes::follow(const Extremes& runs, Index width, Index height, const Stale& stale) {
    assert(width > 0 && width <= runs.runs() && "a pixel holds a run at least");
    assert(height > 0 && height <= runs.queries() && "a pixel holds a query at least");
    const bool is_alike =
        width_ == width && height_ == height && queries_ == runs.queries() && runs_ == runs.runs();
    if (is_alike && !stale.is_all) {
        const Index keys = runs.first_key(runs_);
        for (const Index word : stale.words) {
            for (Index x = 0; x < width_; ++x)
                gather_run(runs, word, x);
            for (Index band = 0; band < low_.bands(); ++band)
                gather_pixels(band, part_of(word, height_, queries_));
            const Index x = part_of(part_of(word, runs_, keys), width_, runs_);
            for (Index query = 0; query < queries_; ++query)
                gather_run(runs, query, x);
            for (Index y = 0; y < height_; ++y)
                gather_pixels(x / Bands::width, y);
        }
        return;
    }
    width_ = width;
    height_ = height;
    queries_ = runs.queries();
    runs_ = runs.runs();
    low_.assign(queries_, width_, infinity);
    high_.assign(queries_, width_, -infinity);
    pixel_low_.assign(height_, width_, infinity);
    pixel_high_.assign(height_, width_, -infinity);
    for (Index x = 0; x < width_; ++x)
        for (Index query = 0; query < queries_; ++query)
            gather_run(runs, query, x);
    for (Index band = 0; band < low_.bands(); ++band)
        for (Index y = 0; y < height_; ++y)
            gather_pixels(band, y);
}

void KeptLooks::take_changes(const Trace& trace, bool is_next) {
    const auto take = [&](Stage stage, Stale& stale) {
        if (is_next)
            stale.add(change(trace, {stage, head_, 0}));
        else
            stale.add_all();
    };
    for (auto& [name, picture] : pictures_)
        take(name.first, picture.stale);
    for (auto& [stage, ranges] : row_ranges_)
        take(stage, ranges.stale);
    take(Stage::Scores, all_pixels_.stale);
    take(Stage::Masked, open_pixels_.stale);
}

void KeptLooks::follow(const Document& document, const Trace& trace, Index head,
                       std::uint64_t evaluation) {
    if (!words_ || tokens_ != document.tokens) {
        tokens_ = document.tokens;
        words_ = visible_words(tokens_);
    }
    if (head == head_ && evaluation == evaluation_)
        return;
    ranges_.clear();
    computed_.clear();
    parts_.clear();
    query_weights_.reset();
    const bool is_next = head == head_ && evaluation == evaluation_ + 1 && is_followed_;
    head_ = head;
    evaluation_ = evaluation;
    const bool has_head =
        static_cast<std::size_t>(head) < trace.heads.size() && has_stage(document, Stage::Scores);
    const Cells scores = has_head ? cells_of(document, trace, {Stage::Scores, head}) : Cells();
    is_followed_ = scores.is_derived();
    if (!is_followed_) {
        take_changes(trace, false);
        return;
    }
    const bool was_masked = std::exchange(is_masked_, is_masked(scores));
    take_changes(trace, is_next);
    all_.follow(scores, false, is_next);
    if (is_masked_) {
        open_.follow(scores, true, is_next && was_masked);
        if (!was_masked)
            open_pixels_.stale.add_all();
    }
    // Any change affects the whole output.
    const Matrix& output = *cells_of(document, trace, {Stage::Output, head}).held();
    if (const auto found = finite_range(output.data(), output.size()))
        ranges_[Stage::Output] = {found->first, found->second, true, 0};
}

const PixelExtremes& KeptLooks::pixel_extremes(bool open_only, Index width, Index height) {
    auto& followed = open_only && is_masked_ ? open_pixels_ : all_pixels_;
    // Fresh extremes are only read, so several threads may do it at once.
    if (!followed.stale.is_none() || followed.kept.width() != width ||
        followed.kept.height() != height)
        followed.kept.follow(extremes(open_only), width, height,
                             std::exchange(followed.stale, Stale{false, {}}));
    return followed.kept;
}

PixelExtremes extremes_of(const Cells& cells, bool open_only, const CellPart& part, Index width,
                          Index height) {
    std::vector<Index> edges;
    for (Index x = 0; x <= width; ++x)
        edges.push_back(part.column + first_of(x, width, part.columns));
    Extremes runs;
    runs.look_at(cells, open_only, part.row, part.row + part.rows, std::move(edges));
    PixelExtremes made;
    made.follow(runs, width, height, Stale());
    return made;
}

const PixelExtremes& KeptLooks::part_extremes(const Cells& cells, bool open_only,
                                              const CellPart& part, Index width, Index height) {
    constexpr std::size_t most_kept = 8; // two rows and two columns, with and without a mask
    for (const PartExtremes& kept : parts_)
        if (kept.part == part && kept.open_only == open_only && kept.pixels.width() == width &&
            kept.pixels.height() == height)
            return kept.pixels;
    if (parts_.size() == most_kept)
        parts_.pop_front();
    parts_.push_back({part, open_only, extremes_of(cells, open_only, part, width, height)});
    return parts_.back().pixels;
}

NumberRange KeptLooks::held(const std::string& group, NumberRange now) {
    NumberRange& before = held_[group];
    if (holds_ranges_ && before.has_any && now.has_any) {
        now.low = std::min(now.low, before.low);
        now.high = std::max(now.high, before.high);
    }
    return before = now;
}

const std::shared_ptr<const Vector>& KeptLooks::weights_of(const Cells& weights, Index query) {
    if (!query_weights_ || query != query_) {
        query_weights_ = std::make_shared<const Vector>(weights.row(query));
        query_ = query;
        ranges_.erase(Stage::WeightedValues);
        std::erase_if(pictures_,
                      [](const auto& kept) { return kept.first.first == Stage::WeightedValues; });
    }
    return query_weights_;
}

std::optional<LowHigh> KeptLooks::range_of_rows(Stage stage, const Matrix& matrix) {
    auto& followed = row_ranges_[stage];
    return followed.kept.follow(matrix, std::exchange(followed.stale, Stale{false, {}}));
}

std::optional<LowHigh> KeptLooks::range_of_weighted_values(const Matrix& value) {
    assert(query_weights_ && "the query whose weights they are is known");
    range_of_rows(Stage::V, value);
    return row_ranges_[Stage::V].kept.times(*query_weights_);
}

namespace {

/// The range of all cells.
NumberRange range_of_all(const Cells& cells) {
    NumberRange range;
    for (Index row = 0; row < cells.rows(); ++row) {
        const Vector numbers = cells.row(row);
        for (const Real number : numbers)
            if (std::isfinite(number)) {
                range.low = range.has_any ? std::min(range.low, number) : number;
                range.high = range.has_any ? std::max(range.high, number) : number;
                range.has_any = true;
            }
    }
    return range;
}

} // namespace

NumberRange range_of(const Cells& cells, const KeptLooks& kept) {
    const Stage stage = cells.stage();
    if (!is_single_enough(cells))
        return range_of_all(cells);
    const Extremes& extremes = kept.extremes(stage == Stage::Masked || stage == Stage::Weights);
    const StageExtremes of_stage(cells);
    struct Found {
        float value = 0;
        Index query = -1, run = 0;
    } low, high;
    for (Index query = 0; query < extremes.queries(); ++query) {
        if (extremes.least(query) > extremes.most(query))
            continue;
        const float lowest = of_stage.compared(query, extremes.least(query));
        const float highest = of_stage.compared(query, extremes.most(query));
        if (low.query < 0 || lowest < low.value)
            low = {lowest, query, 0};
        if (high.query < 0 || highest > high.value)
            high = {highest, query, 0};
    }
    if (low.query >= 0) {
        while (extremes.low(low.query, low.run) != extremes.least(low.query))
            ++low.run;
        while (extremes.high(high.query, high.run) != extremes.most(high.query))
            ++high.run;
    }
    NumberRange range;
    if (low.query < 0)
        return range;
    range.has_any = true;
    range.low = INFINITY;
    range.high = -INFINITY;
    for (const Found& found : {low, high})
        for (Index key = extremes.first_key(found.run); key < extremes.first_key(found.run + 1);
             ++key) {
            const Real value = cells(found.query, key);
            if (!std::isfinite(value))
                continue;
            range.low = std::min(range.low, value);
            range.high = std::max(range.high, value);
        }
    const bool has_zeros = stage == Stage::Weights && is_masked(cells);
    if (has_zeros)
        range.low = std::min(range.low, 0.0);
    return range;
}

} // namespace attn::figure
