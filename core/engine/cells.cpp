// SPDX-License-Identifier: MIT
#include "core/engine/cells.h"

#include "core/engine/kernels.h"
#include "core/engine/parallel.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>

namespace attn {
namespace {

const Matrix* held_in(const HeadTrace& trace, Stage stage) {
    switch (stage) {
    case Stage::Q:
        return &trace.query;
    case Stage::K:
        return &trace.key;
    case Stage::V:
        return &trace.value;
    case Stage::Scores:
        return trace.large.is_used() ? nullptr : &trace.scores;
    case Stage::Scaled:
        return trace.large.is_used() ? nullptr : &trace.scaled;
    case Stage::Masked:
        return trace.large.is_used() ? nullptr : &trace.masked;
    case Stage::Weights:
        return trace.large.is_used() ? nullptr : &trace.weights;
    case Stage::Output:
        return &trace.output;
    default:
        assert(false && "a trace holds the computed stages");
        return nullptr;
    }
}

/// A score becomes the number of the stage; `blocked` cells are known beforehand.
Real of_stage(const LargeHead& head, Stage stage, Index row, bool is_blocked, Real score) {
    if (stage == Stage::Scores)
        return score;
    const Real scaled = score / head.scale / head.temperature;
    if (stage == Stage::Scaled)
        return scaled;
    if (stage == Stage::Masked)
        return is_blocked ? -std::numeric_limits<Real>::infinity() : scaled;
    const auto at = static_cast<std::size_t>(row);
    return is_blocked || head.sum[at] == 0 ? 0 : std::exp(scaled - head.largest[at]) / head.sum[at];
}

/// The scores of one query with every key, and what the stage makes of them.
void fill_row(const HeadTrace& trace, Stage stage, Index row, Real* to, std::vector<Real>& work) {
    const LargeHead& head = trace.large;
    const Index keys = trace.key.rows();
    kernels().product(trace.query.row(row).data(), head.packed_key.data(), to, 1,
                      trace.query.cols(), keys);
    if (stage != Stage::Weights) {
        for (Index key = 0; key < keys; ++key)
            to[key] = of_stage(head, stage, row, is_blocked(head.mask, row, key), to[key]);
        return;
    }
    const auto at = static_cast<std::size_t>(row);
    work.resize(static_cast<std::size_t>(keys));
    for (Index key = 0; key < keys; ++key)
        work[static_cast<std::size_t>(key)] =
            is_blocked(head.mask, row, key) || head.sum[at] == 0
                ? -std::numeric_limits<Real>::infinity()
                : to[key] / head.scale / head.temperature - head.largest[at];
    kernels().exponentials(work.data(), to, keys);
    if (head.sum[at] != 0)
        for (Index key = 0; key < keys; ++key)
            to[key] /= head.sum[at];
}

} // namespace

Cells::Cells(const HeadTrace& trace, Stage stage)
    : held_(held_in(trace, stage)), trace_(&trace), stage_(stage) {}

Real Cells::derived(Index row, Index column) const {
    assert(row >= 0 && row < rows() && column >= 0 && column < cols() && "the cell exists");
    return of_stage(trace_->large, stage_, row, is_blocked(trace_->large.mask, row, column),
                    trace_->query.row(row).dot(trace_->key.row(column)));
}

Vector Cells::row(Index row) const {
    if (held_)
        return factors_ ? Vector(factors_[row] * held_->row(row)) : Vector(held_->row(row));
    assert(row >= 0 && row < rows() && "the row exists");
    Vector numbers(cols());
    std::vector<Real> work;
    fill_row(*trace_, stage_, row, numbers.data(), work);
    return numbers;
}

Matrix Cells::matrix() const {
    if (held_ && factors_)
        return Eigen::Map<const Vector>(factors_, rows()).transpose().asDiagonal() * *held_;
    if (held_)
        return *held_;
    Matrix numbers(rows(), cols());
    for_blocks(rows(), 32, static_cast<Real>(size() * trace_->key.cols()),
               [&](Index first, Index last) {
                   std::vector<Real> work;
                   for (Index row = first; row < last; ++row)
                       fill_row(*trace_, stage_, row, numbers.row(row).data(), work);
               });
    return numbers;
}

void hold_all(HeadTrace& trace) {
    if (!trace.large.is_used())
        return;
    trace.scores = Cells(trace, Stage::Scores).matrix();
    trace.scaled = Cells(trace, Stage::Scaled).matrix();
    trace.masked = Cells(trace, Stage::Masked).matrix();
    trace.weights = Cells(trace, Stage::Weights).matrix();
    trace.large = {};
}

} // namespace attn
