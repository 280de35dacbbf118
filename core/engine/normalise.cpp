// SPDX-License-Identifier: MIT
#include "core/engine/normalise.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace attn {
namespace {

/// Normalises the cells of one line in place: those that are not blocked, in order.
void normalise_line(std::vector<Real>& line, Normaliser normaliser) {
    if (normaliser == Normaliser::Softmax) {
        Real largest = -std::numeric_limits<Real>::infinity();
        for (const Real value : line)
            // A NaN must win, whatever its place: std::max would depend on the order.
            largest = value > largest || std::isnan(value) ? value : largest;
        for (Real& value : line)
            value = std::exp(value - largest);
    } else if (normaliser == Normaliser::NaiveSoftmax) {
        for (Real& value : line)
            value = std::exp(value);
    }
    Real sum = 0;
    for (const Real value : line)
        sum += value;
    for (Real& value : line)
        value /= sum;
}

} // namespace

Normalised normalise(const Matrix& scaled, const Mask& mask, Normaliser normaliser, Axis axis) {
    const bool by_rows = axis == Axis::Rows;
    const Index lines = by_rows ? scaled.rows() : scaled.cols();
    const Index length = by_rows ? scaled.cols() : scaled.rows();

    Normalised result{Matrix::Zero(scaled.rows(), scaled.cols()),
                      std::vector<bool>(static_cast<std::size_t>(lines), false)};
    std::vector<Real> line;
    std::vector<Index> open; // The positions in the line that are not blocked.
    for (Index i = 0; i < lines; ++i) {
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
        normalise_line(line, normaliser);
        for (std::size_t at = 0; at < open.size(); ++at)
            result.weights(by_rows ? i : open[at], by_rows ? open[at] : i) = line[at];
    }
    return result;
}

} // namespace attn
