// SPDX-License-Identifier: MIT
#include "core/engine/numbers/decompose_settled.h"

#include <Eigen/QR>
#include <Eigen/SVD>

#include <algorithm>
#include <cmath>
#include <limits>

namespace attn {
namespace {

constexpr Real one_rounding = std::numeric_limits<Real>::epsilon();
constexpr Real tie = 1e-9; // relative; numbers nearer to each other count as equal
constexpr Index most_for_jacobi = 64;

/// Column-major, as Eigen's decompositions compute. With row-major matrices each would be compiled
/// for both orders, which takes twice as long.
using ByColumns = Eigen::MatrixXd;

template <class Solver>
Svd read(const Solver& solver) {
    return {solver.matrixU(), solver.singularValues().transpose(), solver.matrixV().transpose(), 0};
}

/// Finds a basis of the span of `count` of the orthonormal columns of `plane`, and returns the
/// orthogonal matrix to multiply the plane with: first the projection of the axis nearest to the
/// plane, then of the axis nearest to the rest, and so on.
Matrix basis_by_axes(Matrix plane, Index count) {
    const Index width = plane.cols();
    Matrix basis = Matrix::Zero(width, count);
    for (Index at = 0; at < count; ++at) {
        Index nearest = 0;
        Real most = 0;
        for (Index axis = 0; axis < plane.rows(); ++axis) {
            const Real size = plane.row(axis).squaredNorm();
            if (size > most * (1 + tie)) {
                most = size;
                nearest = axis;
            }
        }
        Matrix direction = plane.row(nearest).transpose();
        for (int twice = 0; twice < 2; ++twice)
            for (Index before = 0; before < at; ++before)
                direction -= basis.col(before).dot(direction.col(0)) * basis.col(before);
        basis.col(at) = direction / direction.norm();
        plane -= plane * basis.col(at) * basis.col(at).transpose();
    }
    return basis;
}

/// Returns `count` orthonormal columns at right angles to the first `rank` columns of `matrix`.
Matrix complement(const Matrix& matrix, Index rank, Index count) {
    const Index rows = matrix.rows();
    Matrix plane = Matrix::Identity(rows, rows);
    if (rank > 0) {
        const Eigen::HouseholderQR<ByColumns> solver(matrix.leftCols(rank));
        plane = ByColumns(solver.householderQ() * ByColumns(plane)).rightCols(rows - rank);
    }
    return plane * basis_by_axes(plane, count);
}

/// Returns +1, −1, or 0 if the numbers give no sign that would survive reordering them.
int sign_of(const Eigen::Ref<const Matrix>& numbers) {
    const Real most = numbers.cwiseAbs().maxCoeff();
    bool has_positive = false, has_negative = false;
    for (Index at = 0; at < numbers.size(); ++at)
        if (const Real value = numbers(at, 0); std::abs(value) >= most * (1 - tie))
            (value > 0 ? has_positive : has_negative) = true;
    if (has_positive != has_negative)
        return has_positive ? 1 : -1;
    const Real sum = numbers.sum();
    return std::abs(sum) <= tie * most ? 0 : sum > 0 ? 1 : -1;
}

int sign_of_first(const Eigen::Ref<const Matrix>& numbers) {
    const Real most = numbers.cwiseAbs().maxCoeff();
    for (Index at = 0; at < numbers.size(); ++at)
        if (std::abs(numbers(at, 0)) >= most * (1 - tie))
            return numbers(at, 0) < 0 ? -1 : 1;
    return 1;
}

void settle_signs(Matrix& u, Matrix& v, Index rank) {
    for (Index at = 0; at < u.cols(); ++at) {
        Matrix own_u = u.col(at), own_v = v.col(at);
        int by_v = sign_of(own_v), by_u = sign_of(own_u);
        if (at < rank) { // both change their sign together
            by_v = by_v != 0 ? by_v : by_u != 0 ? by_u : sign_of_first(own_v);
            by_u = by_v;
        } else {
            by_v = by_v != 0 ? by_v : sign_of_first(own_v);
            by_u = by_u != 0 ? by_u : sign_of_first(own_u);
        }
        v.col(at) *= by_v;
        u.col(at) *= by_u;
    }
}

} // namespace

// The two versions of the library name their options in different places.
Svd raw_decomposition(const Matrix& x) {
#if EIGEN_VERSION_AT_LEAST(3, 4, 90)
    constexpr int thin = Eigen::ComputeThinU | Eigen::ComputeThinV;
    if (std::min(x.rows(), x.cols()) <= most_for_jacobi)
        return read(Eigen::JacobiSVD<ByColumns, thin>(x));
    return read(Eigen::BDCSVD<ByColumns, thin>(x));
#else
    constexpr unsigned thin = Eigen::ComputeThinU | Eigen::ComputeThinV;
    if (std::min(x.rows(), x.cols()) <= most_for_jacobi)
        return read(Eigen::JacobiSVD<ByColumns>(x, thin));
    return read(Eigen::BDCSVD<ByColumns>(x, thin));
#endif
}

Svd settled(Svd svd) {
    const Index count = svd.s.cols(), rank = svd.rank;
    Matrix v = svd.vt.transpose();
    const Real near =
        8 * static_cast<Real>(std::max(svd.u.rows(), v.rows())) * one_rounding * svd.s(0, 0);
    for (Index first = 0; first < rank;) {
        Index last = first;
        while (last + 1 < rank && svd.s(0, last) - svd.s(0, last + 1) <= near)
            ++last;
        if (const Index size = last - first + 1; size > 1) {
            const Matrix plane = v.middleCols(first, size);
            const Matrix turn = basis_by_axes(plane, size);
            v.middleCols(first, size) = plane * turn;
            svd.u.middleCols(first, size) = Matrix(svd.u.middleCols(first, size)) * turn;
        }
        first = last + 1;
    }
    if (rank < count) {
        v.rightCols(count - rank) = complement(v, rank, count - rank);
        svd.u.rightCols(count - rank) = complement(svd.u, rank, count - rank);
        svd.s.rightCols(count - rank).setZero();
    }
    const Real noise = 4 * static_cast<Real>(std::max(svd.u.rows(), v.rows())) * one_rounding;
    for (Matrix* matrix : {&svd.u, &v})
        *matrix = matrix->unaryExpr(
            [noise](Real value) { return std::abs(value) <= noise ? 0.0 : value; });
    settle_signs(svd.u, v, rank);
    svd.vt = v.transpose();
    return svd;
}

} // namespace attn
