// SPDX-License-Identifier: MIT
#include "core/engine/numbers/concepts.h"

#include "core/engine/numbers/decompose_settled.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <limits>
#include <utility>

namespace attn {
namespace {

constexpr Real rounding = std::numeric_limits<Real>::epsilon();

/// Computes the cosines of all pairs of rows; rows without a direction give 0.
Matrix cosines(const Matrix& rows, const std::vector<bool>& no_direction) {
    const Index count = rows.rows();
    Matrix unit = rows;
    for (Index row = 0; row < count; ++row)
        if (no_direction[static_cast<std::size_t>(row)])
            unit.row(row).setZero();
        else
            unit.row(row) /= rows.row(row).stableNorm();
    Matrix result = Matrix::Zero(count, count);
    for (Index row = 0; row < count; ++row)
        for (Index column = 0; column <= row; ++column) {
            const Real cosine = unit.row(row).dot(unit.row(column));
            result(row, column) = std::min(1.0, std::max(-1.0, cosine));
            result(column, row) = result(row, column);
        }
    return result;
}

/// Sets numbers below `least` to 0: they are rounding errors.
Matrix without_rounding(Matrix matrix, Real least) {
    return matrix.unaryExpr([least](Real value) { return std::abs(value) <= least ? 0.0 : value; });
}

} // namespace

ConceptTrace find_concepts(const Matrix& x, Index kept, const Matrix& vectors) {
    assert(kept >= 1 && kept <= std::min(x.rows(), x.cols()) && "the kept concepts are some of r");
    assert(vectors.cols() == x.cols() && "vectors have a number for each column");
    ConceptTrace trace;
    trace.svd = decompose(x);
    const Svd& svd = trace.svd;
    const Index count = svd.s.cols();
    const Real largest = svd.s(0, 0);
    const Real noise = 8 * static_cast<Real>(std::max(x.rows(), x.cols())) * rounding * largest;

    const bool is_nothing = svd.rank == 0;
    trace.no_share = {is_nothing};
    trace.share = Matrix::Zero(1, count);
    if (!is_nothing) {
        trace.share = (svd.s / largest).array().square();
        trace.share /= trace.share.sum();
    }
    const Matrix v = svd.vt.transpose();
    trace.people = without_rounding(x * v, noise);
    trace.reconstruction = without_rounding(
        svd.u.leftCols(kept) * svd.s.row(0).head(kept).asDiagonal() * svd.vt.topRows(kept), noise);
    trace.difference = without_rounding(x - trace.reconstruction, noise);
    trace.error = Matrix::Constant(1, 1, svd.s.rightCols(count - kept).stableNorm());

    const Matrix projected = vectors * v;
    trace.projected = projected;
    for (Index row = 0; row < vectors.rows(); ++row) {
        const Real length = vectors.row(row).stableNorm();
        // What remains of a vector at right angles to the concepts is rounding, not a direction.
        const Real least = 8 * static_cast<Real>(x.cols()) * rounding * length;
        trace.projected.row(row) = without_rounding(projected.row(row), least);
        trace.no_direction.push_back(length == 0);
        trace.no_concept_direction.push_back(trace.projected.row(row).head(kept).stableNorm() <=
                                             least);
    }
    trace.cosine = cosines(vectors, trace.no_direction);
    trace.concept_cosine = cosines(trace.projected.leftCols(kept), trace.no_concept_direction);
    return trace;
}

const Matrix* matrix_of(const ConceptTrace& trace, Stage stage) {
    constexpr std::array<std::pair<Stage, Matrix ConceptTrace::*>, 8> members = {
        {{Stage::Share, &ConceptTrace::share},
         {Stage::Reconstruction, &ConceptTrace::reconstruction},
         {Stage::Difference, &ConceptTrace::difference},
         {Stage::Error, &ConceptTrace::error},
         {Stage::People, &ConceptTrace::people},
         {Stage::Projected, &ConceptTrace::projected},
         {Stage::Cosine, &ConceptTrace::cosine},
         {Stage::ConceptCosine, &ConceptTrace::concept_cosine}}};
    for (const auto& [of, member] : members)
        if (of == stage)
            return &(trace.*member);
    return stage == Stage::U    ? &trace.svd.u
           : stage == Stage::S  ? &trace.svd.s
           : stage == Stage::Vt ? &trace.svd.vt
                                : nullptr;
}

Svd decompose(const Matrix& x) {
    assert(x.size() > 0 && x.allFinite() && "only finite ratings can be taken apart");
    const Index count = std::min(x.rows(), x.cols());
    const Real scale = x.cwiseAbs().maxCoeff();
    if (scale == 0)
        return settled({Matrix::Zero(x.rows(), count), Matrix::Zero(1, count),
                        Matrix::Zero(count, x.cols()), 0});
    Svd svd = raw_decomposition(x / scale);
    const Real least = static_cast<Real>(std::max(x.rows(), x.cols())) * rounding * svd.s(0, 0);
    while (svd.rank < count && svd.s(0, svd.rank) > least)
        ++svd.rank;
    svd = settled(std::move(svd));
    svd.s *= scale;
    return svd;
}

PrincipalDirections principal_directions(const Matrix& x) {
    PrincipalDirections found;
    if (x.size() == 0)
        return found;
    const Vector mean = x.colwise().mean();
    const Matrix centred = x.rowwise() - mean;
    // Rows that differ only by the rounding of the mean count as equal.
    const Real noise = static_cast<Real>(x.rows()) * std::numeric_limits<Real>::epsilon() *
                       x.cwiseAbs().maxCoeff();
    if (centred.cwiseAbs().maxCoeff() <= noise)
        return found;
    const Svd svd = decompose(centred);
    found.count = std::min<Index>(2, svd.rank);
    found.directions = svd.vt.topRows(found.count).transpose();
    // Relative to the largest, so that no square overflows or underflows.
    const Matrix relative = svd.s / svd.s(0, 0);
    const Real all = relative.squaredNorm();
    for (Index at = 0; at < found.count; ++at)
        found.share[static_cast<std::size_t>(at)] = relative(0, at) * relative(0, at) / all;
    return found;
}

} // namespace attn
