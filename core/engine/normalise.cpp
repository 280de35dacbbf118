// SPDX-License-Identifier: MIT
#include "core/engine/normalise.h"

#include "core/engine/cost.h"
#include "core/engine/kernels.h"

#include <cmath>
#include <limits>

namespace attn {
namespace {

/// Normalises the cells of one line in place: those that are not blocked, in order.
void normalise_line(Real* line, Index length, Normaliser normaliser) {
    if (normaliser == Normaliser::Softmax) {
        Real largest = -std::numeric_limits<Real>::infinity();
        for (Index at = 0; at < length; ++at)
            // A NaN must win, whatever its place: std::max would depend on the order.
            largest = line[at] > largest || std::isnan(line[at]) ? line[at] : largest;
        kernels().exact_exponentials(line, largest, line, length);
    } else if (normaliser == Normaliser::NaiveSoftmax) {
        kernels().exact_exponentials(line, 0, line, length);
    }
    Real sum = 0;
    for (Index at = 0; at < length; ++at)
        sum += line[at];
    for (Index at = 0; at < length; ++at)
        line[at] /= sum;
}

void count_line(Progress* progress, Index length) {
    if (progress)
        progress->done += static_cast<std::int64_t>(held_cell_cost) * length;
}

} // namespace

Normalised normalise(const Matrix& scaled, const Mask& mask, Normaliser normaliser, Axis axis,
                     Progress* progress) {
    const bool by_rows = axis == Axis::Rows;
    const Index lines = by_rows ? scaled.rows() : scaled.cols();
    const Index length = by_rows ? scaled.cols() : scaled.rows();
    Normalised result{{}, std::vector<bool>(static_cast<std::size_t>(lines), false)};
    if (by_rows && mask.kind == Mask::Kind::None) {
        result.weights = scaled;
        for (Index row = 0; row < lines && !is_cancelled(progress); ++row) {
            normalise_line(result.weights.row(row).data(), length, normaliser);
            count_line(progress, length);
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
        normalise_line(line.data(), static_cast<Index>(line.size()), normaliser);
        for (std::size_t at = 0; at < open.size(); ++at)
            result.weights(by_rows ? i : open[at], by_rows ? open[at] : i) = line[at];
        count_line(progress, length);
    }
    return result;
}

} // namespace attn
