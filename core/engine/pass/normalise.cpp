// SPDX-License-Identifier: MIT
#include "core/engine/pass/normalise.h"

#include "core/engine/kernels/kernels.h"
#include "core/engine/pass/plan.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <functional>
#include <limits>
#include <utility>

namespace attn {
namespace {

/// Computes e^(cell − the largest of its line).
void take_powers(const Real* from, Real* to, Index lines, Index length) {
    const Kernels& kernels = attn::kernels();
    const bool is_long = length >= 2 * kernels.lanes;
    for (Index line = 0; line < lines; ++line) {
        const Real* const own = from + line * length;
        Real* const made = to + line * length;
        const Real largest = kernels.find_largest(own, length);
        if (is_long)
            kernels.exact_exponentials(own, largest, made, length);
        else
            std::transform(own, own + length, made, [&](Real cell) { return cell - largest; });
    }
    // Short lines all at once: they do not wait for each other.
    if (!is_long)
        kernels.exact_exponentials(to, 0, to, lines * length);
}

void divide_by_sums(Real* cells, Index lines, Index length) {
    constexpr Index most = 16; // sums at once
    std::array<Real, most> sums;
    for (Index line = 0; line < lines; ++line) {
        if (line % most == 0)
            add_rows(cells + line * length, std::min(most, lines - line), length, sums.data());
        Real* const own = cells + line * length;
        kernels().divide(own, sums[static_cast<std::size_t>(line % most)], own, length);
    }
}

/// Computes sparsemax by Algorithm 1 of Martins and Astudillo 2016, on the scores less their
/// largest, which changes no weight (proposition 2). So τ is at least −1, and only scores above
/// that are sorted.
void make_sparse(const Real* from, Real* to, Index lines, Index length) {
    std::vector<Real> near;
    for (Index line = 0; line < lines; ++line) {
        const Real* const own = from + line * length;
        Real* const made = to + line * length;
        const Real largest = kernels().find_largest(own, length);
        if (!std::isfinite(largest)) {
            std::fill_n(made, length, std::numeric_limits<Real>::quiet_NaN());
            continue;
        }
        near.clear();
        for (Index at = 0; at < length; ++at)
            if (const Real less = own[at] - largest; less > -1)
                near.push_back(less);
        std::sort(near.begin(), near.end(), std::greater<>());
        const Real threshold = sparse_threshold(near).value;
        std::transform(own, own + length, made, [&](Real score) {
            const Real above = (score - largest) - threshold;
            return above > 0 ? above : 0;
        });
    }
}

/// Normalises lines without blocked cells, in order; `to` may equal `from`.
void normalise_lines(const Real* from, Real* to, Index lines, Index length, Normaliser normaliser) {
    switch (normaliser) {
    case Normaliser::Softmax:
        take_powers(from, to, lines, length);
        return divide_by_sums(to, lines, length);
    case Normaliser::NaiveSoftmax:
        kernels().exact_exponentials(from, 0, to, lines * length);
        return divide_by_sums(to, lines, length);
    case Normaliser::Sum:
        if (from != to)
            std::copy_n(from, lines * length, to);
        return divide_by_sums(to, lines, length);
    case Normaliser::Sparsemax:
        return make_sparse(from, to, lines, length);
    }
    assert(false && "every normaliser has its numbers");
}

/// Normalises the cells of a line that are not blocked, and leaves the others unchanged.
class OpenCells {
public:
    /// `from(at)` and `to(at)` access the cells of the line. Returns whether any cell is open.
    template <class IsBlocked, class From, class To>
    bool normalise(Index length, const IsBlocked& is_blocked_at, const From& from, const To& to,
                   Normaliser normaliser, std::optional<Real> sink = {}) {
        line_.clear();
        open_.clear();
        for (Index at = 0; at < length; ++at) {
            if (is_blocked_at(at))
                continue;
            open_.push_back(at);
            line_.push_back(from(at));
        }
        if (open_.empty())
            return false;
        if (sink)
            line_.push_back(*sink);
        normalise_lines(line_.data(), line_.data(), 1, static_cast<Index>(line_.size()),
                        normaliser);
        for (std::size_t at = 0; at < open_.size(); ++at)
            to(open_[at]) = line_[at];
        return true;
    }

private:
    std::vector<Real> line_;
    std::vector<Index> open_; // their places in the line
};

void count_lines(Progress* progress, Index lines, Index length) {
    if (progress)
        progress->done += static_cast<std::int64_t>(held_cell_cost) * lines * length;
}

} // namespace

SparseThreshold sparse_threshold(std::span<const Real> sorted) {
    SparseThreshold found;
    Real sum = 0;
    for (std::size_t at = 0; at < sorted.size(); ++at) {
        const auto count = static_cast<Real>(at + 1);
        sum += sorted[at];
        if (!(1 + count * sorted[at] > sum))
            break;
        found = {(sum - 1) / count, at + 1};
    }
    return found;
}

void normalise_rows(const Real* scaled, Real* weights, Index first, Index rows, Index columns,
                    const Mask& mask, Normaliser normaliser) {
    if (mask.kind == Mask::Kind::None)
        return normalise_lines(scaled, weights, rows, columns, normaliser);
    std::fill_n(weights, rows * columns, 0);
    OpenCells open;
    for (Index row = 0; row < rows; ++row)
        open.normalise(
            columns, [&](Index key) { return is_blocked(mask, first + row, key); },
            [&](Index key) { return scaled[row * columns + key]; },
            [&](Index key) -> Real& { return weights[row * columns + key]; }, normaliser);
}

Normalised normalise(const Matrix& scaled, const Mask& mask, Normaliser normaliser, Axis axis,
                     Progress* progress, Normalised used, std::optional<Real> sink) {
    const bool by_rows = axis == Axis::Rows;
    const Index lines = by_rows ? scaled.rows() : scaled.cols();
    const Index length = by_rows ? scaled.cols() : scaled.rows();
    Normalised result = std::move(used);
    result.no_key.assign(static_cast<std::size_t>(lines), false);
    if (by_rows && mask.kind == Mask::Kind::None && !sink) {
        result.weights.resize(scaled.rows(), scaled.cols());
        constexpr Index at_once = 64;
        for (Index row = 0; row < lines && !is_cancelled(progress); row += at_once) {
            const Index count = std::min(at_once, lines - row);
            normalise_rows(scaled.data() + row * length, result.weights.data() + row * length, row,
                           count, length, mask, normaliser);
            count_lines(progress, count, length);
        }
        return result;
    }

    result.weights = Matrix::Zero(scaled.rows(), scaled.cols());
    OpenCells open;
    for (Index line = 0; line < lines && !is_cancelled(progress); ++line) {
        const auto row = [&](Index at) { return by_rows ? line : at; };
        const auto column = [&](Index at) { return by_rows ? at : line; };
        result.no_key[static_cast<std::size_t>(line)] = !open.normalise(
            length, [&](Index at) { return is_blocked(mask, row(at), column(at)); },
            [&](Index at) { return scaled(row(at), column(at)); },
            [&](Index at) -> Real& { return result.weights(row(at), column(at)); }, normaliser,
            sink);
        count_lines(progress, 1, length);
    }
    return result;
}

} // namespace attn
