// SPDX-License-Identifier: MIT
#include "core/engine/normalise.h"

#include "core/engine/cost.h"
#include "core/engine/kernels.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace attn {
namespace {

void subtract_largest(Real* line, Index length) {
    Real largest = -std::numeric_limits<Real>::infinity();
    for (Index at = 0; at < length; ++at)
        // A NaN must win, whatever its place: std::max would depend on the order.
        largest = line[at] > largest || std::isnan(line[at]) ? line[at] : largest;
    for (Index at = 0; at < length; ++at)
        line[at] -= largest;
}

void divide_by_sum(Real* line, Index length) {
    Real sum = 0;
    for (Index at = 0; at < length; ++at)
        sum += line[at];
    for (Index at = 0; at < length; ++at)
        line[at] /= sum;
}

/// Normalises lines in place: cells that are not blocked, in order.
void normalise_lines(Real* cells, Index lines, Index length, Normaliser normaliser) {
    for (Index line = 0; line < lines && normaliser == Normaliser::Softmax; ++line)
        subtract_largest(cells + line * length, length);
    if (normaliser != Normaliser::Sum) // All at once: they do not wait for each other.
        kernels().exact_exponentials(cells, 0, cells, lines * length);
    for (Index line = 0; line < lines; ++line)
        divide_by_sum(cells + line * length, length);
}

void count_lines(Progress* progress, Index lines, Index length) {
    if (progress)
        progress->done += static_cast<std::int64_t>(held_cell_cost) * lines * length;
}

} // namespace

Normalised normalise(const Matrix& scaled, const Mask& mask, Normaliser normaliser, Axis axis,
                     Progress* progress, Normalised used, std::optional<Real> sink) {
    const bool by_rows = axis == Axis::Rows;
    const Index lines = by_rows ? scaled.rows() : scaled.cols();
    const Index length = by_rows ? scaled.cols() : scaled.rows();
    Normalised result = std::move(used);
    result.no_key.assign(static_cast<std::size_t>(lines), false);
    if (by_rows && mask.kind == Mask::Kind::None && !sink) {
        result.weights = scaled;
        constexpr Index at_once = 64;
        for (Index row = 0; row < lines && !is_cancelled(progress); row += at_once) {
            const Index count = std::min(at_once, lines - row);
            normalise_lines(result.weights.data() + row * length, count, length, normaliser);
            count_lines(progress, count, length);
        }
        return result;
    }

    result.weights = Matrix::Zero(scaled.rows(), scaled.cols());
    std::vector<Real> line;
    std::vector<Index> open; // The positions in the line that are not blocked.
    for (Index i = 0; i < lines && !is_cancelled(progress); ++i) {
        line.clear();
        open.clear();
        for (Index j = 0; j < length; ++j) {
            const Index row = by_rows ? i : j, column = by_rows ? j : i;
            if (is_blocked(mask, row, column))
                continue;
            open.push_back(j);
            line.push_back(scaled(row, column));
        }
        result.no_key[static_cast<std::size_t>(i)] = open.empty();
        if (sink && !open.empty())
            line.push_back(*sink);
        normalise_lines(line.data(), 1, static_cast<Index>(line.size()), normaliser);
        for (std::size_t at = 0; at < open.size(); ++at)
            result.weights(by_rows ? i : open[at], by_rows ? open[at] : i) = line[at];
        count_lines(progress, 1, length);
    }
    return result;
}

} // namespace attn
