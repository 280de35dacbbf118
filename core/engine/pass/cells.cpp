// SPDX-License-Identifier: MIT
#include "core/engine/pass/cells.h"

#include "core/engine/kernels/kernels.h"
#include "core/engine/numbers/parallel.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <limits>

namespace attn {
namespace {

const Matrix* held_in(const HeadTrace& trace, const Stage& stage) {
    const bool is_square =
        std::find(square_stages.begin(), square_stages.end(), stage) != square_stages.end();
    return is_square && trace.large.is_used() ? nullptr : &trace.matrices.at(stage);
}

/// Fills in the stage's cells for one query and the keys from `first` on; `first` begins a panel.
/// Computes each number by the very operations of the kernels that made the output: the same sum in
/// the same order, the rounded product with the factor, the power of the difference. Any other way
/// could differ by a unit in the last place of the score, which matters if the score is large.
void fill(const HeadTrace& trace, Stage stage, Index row, Index first, Index count, Real* to) {
    const LargeHead& head = trace.large;
    const Matrix& query = trace[Stage::Q];
    const Index d_k = query.cols();
    kernels().product(query.row(row).data(), head.packed_key.data() + first * d_k, to, 1, d_k,
                      count);
    if (stage == Stage::Scores)
        return;
    const Real by = scaling(head);
    const bool is_under_mask = stage != Stage::Scaled && head.mask.kind != Mask::Kind::None;
    for (Index at = 0; at < count; ++at)
        to[at] = is_under_mask && is_blocked(head.mask, row, first + at)
                     ? -std::numeric_limits<Real>::infinity()
                     : to[at] * by;
    if (stage != Stage::Weights)
        return;
    const auto at_query = static_cast<std::size_t>(row);
    const Real sum = head.sum[at_query];
    if (sum == 0) { // No key is open.
        std::fill_n(to, count, 0.0);
        return;
    }
    for (Index at = 0; at < count; ++at)
        to[at] -= head.largest[at_query];
    kernels().exponentials(to, to, count);
    for (Index at = 0; at < count; ++at)
        to[at] /= sum;
}

} // namespace

Cells::Cells(const HeadTrace& trace, Stage stage)
    : held_(held_in(trace, stage)), trace_(&trace), stage_(stage) {}

Real Cells::derived(Index row, Index column) const {
    assert(row >= 0 && row < rows() && column >= 0 && column < cols() && "the cell exists");
    std::array<Real, most_panel> numbers;
    const Index panel = kernels().panel, first = column / panel * panel;
    fill(*trace_, stage_, row, first, std::min(panel, cols() - first), numbers.data());
    return numbers[static_cast<std::size_t>(column - first)];
}

Vector Cells::row(Index row) const {
    if (held_)
        return factors_ ? Vector(factors_[row] * held_->row(row)) : Vector(held_->row(row));
    assert(row >= 0 && row < rows() && "the row exists");
    Vector numbers(cols());
    fill(*trace_, stage_, row, 0, cols(), numbers.data());
    return numbers;
}

Matrix Cells::matrix() const {
    if (held_ && factors_)
        return Eigen::Map<const Vector>(factors_, rows()).transpose().asDiagonal() * *held_;
    if (held_)
        return *held_;
    Matrix numbers(rows(), cols());
    for_blocks(rows(), 32, static_cast<Real>(size() * (*trace_)[Stage::K].cols()),
               [&](Index first, Index last) {
                   for (Index row = first; row < last; ++row)
                       fill(*trace_, stage_, row, 0, cols(), numbers.row(row).data());
               });
    return numbers;
}

void hold_all(HeadTrace& trace) {
    if (!trace.large.is_used())
        return;
    for (const Stage& stage : square_stages)
        trace.matrices.at(stage) = Cells(trace, stage).matrix();
    trace.large = {};
}

} // namespace attn
