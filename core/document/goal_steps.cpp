// SPDX-License-Identifier: MIT
#include "core/document/goal_steps.h"

#include <Eigen/Cholesky>

#include <algorithm>
#include <cmath>
#include <utility>

namespace attn {
namespace {

using Column = Eigen::Matrix<Real, Eigen::Dynamic, 1>;

constexpr Real is_there = 1e-10; // close enough

Column column_of(const std::vector<Real>& numbers) {
    return Eigen::Map<const Column>(numbers.data(), static_cast<Index>(numbers.size()));
}

/// How far all goals are off, and the slopes, at the numbers `at`.
struct Point {
    Column at, off;
    Matrix slopes; // goals × numbers

    Real largest() const { return off.cwiseAbs().maxCoeff(); }
};

/// The function with its limits, by columns.
class Field {
public:
    explicit Field(GoalFunction& function)
        : function_(function), start_(column_of(function.start())),
          least_(column_of(function.least())), greatest_(column_of(function.greatest())) {}

    Column off(const Column& at) {
        Column off(static_cast<Index>(function_.goals()));
        function_.evened_offs(at.data(), off.data(), nullptr);
        return off;
    }
    Point point(Column at) {
        const auto goals = static_cast<Index>(function_.goals());
        Point point{std::move(at), Column(goals), {}};
        point.slopes.resize(goals, point.at.size());
        function_.evened_offs(point.at.data(), point.off.data(), point.slopes.data());
        return point;
    }
    Column within(const Column& at) const { return at.cwiseMax(least_).cwiseMin(greatest_); }
    const Column& start() const { return start_; }
    bool is_cancelled() const { return function_.is_cancelled(); }

    /// Returns the slopes without numbers that are at a bound and would go beyond it.
    Matrix open_slopes(const Point& point) const {
        const Column downhill = -point.slopes.transpose() * point.off;
        Matrix slopes = point.slopes;
        for (Index at = 0; at < downhill.size(); ++at)
            if ((point.at[at] <= least_[at] && downhill[at] < 0) ||
                (point.at[at] >= greatest_[at] && downhill[at] > 0))
                slopes.col(at).setZero();
        return slopes;
    }
    /// Returns the slopes of numbers that are not at a bound.
    Matrix inner_slopes(const Matrix& slopes, const Column& at) const {
        Matrix inner = slopes;
        for (Index number = 0; number < at.size(); ++number)
            if (at[number] <= least_[number] || at[number] >= greatest_[number])
                inner.col(number).setZero();
        return inner;
    }

private:
    GoalFunction& function_;
    Column start_, least_, greatest_;
};

/// Finds the multipliers for which slopesᵀ · multipliers moves the goals by `by`, damped in
/// proportion.
Column multipliers(const Matrix& slopes, const Column& by, Real damping) {
    Matrix system = slopes * slopes.transpose();
    const Column sizes = system.diagonal();
    const Real floor = 1e-12 * sizes.maxCoeff() + 1e-300;
    system.diagonal() += damping * (sizes.array() + floor).matrix();
    Column found = system.ldlt().solve(by);
    for (Index at = 0; at < found.size(); ++at)
        if (sizes[at] == 0)
            found[at] = 0; // a goal that no number moves is ignored
    return found;
}

/// Finds the y within the limits nearest to the start for which slopes · (y − at) = −off: y is
/// start + slopesᵀ · multipliers clipped to the limits, and Newton's method finds the multipliers.
std::pair<Column, Column> nearest_to_start(const Field& field, const Point& point) {
    constexpr int most = 30;
    constexpr Real damping = 1e-12;
    const Column wanted = point.slopes * point.at - point.off;
    Column by = Column::Zero(point.off.size()), y = field.within(field.start());
    for (int step = 0; step < most; ++step) {
        const Column missing = wanted - point.slopes * y;
        if (missing.norm() <= 1e-13 * (1 + wanted.norm()))
            break;
        by += multipliers(field.inner_slopes(point.slopes, y), missing, damping);
        y = field.within(field.start() + point.slopes.transpose() * by);
        if (!y.allFinite())
            break;
    }
    return {y, by};
}

std::vector<Real> list_of(const Column& column) {
    return {column.data(), column.data() + column.size()};
}

} // namespace

std::vector<Real> steps_to_goals(GoalFunction& function, std::vector<Real> numbers) {
    constexpr int most = 300;
    Field field(function);
    Point point = field.point(column_of(numbers));
    Real damping = 30; // short first steps end nearer
    for (int step = 0; step < most && point.largest() > is_there && !field.is_cancelled(); ++step) {
        const Matrix slopes = field.open_slopes(point);
        const Column next =
            field.within(point.at - slopes.transpose() * multipliers(slopes, point.off, damping));
        const bool is_nearer =
            next.allFinite() && field.off(next).squaredNorm() < point.off.squaredNorm();
        damping = is_nearer ? std::max(damping / 4, 1e-12) : damping * 4;
        if (is_nearer)
            point = field.point(next);
        else if (damping > 1e12)
            break;
    }
    return list_of(point.at);
}

std::vector<Real> moved_least(GoalFunction& function, std::vector<Real> numbers) {
    constexpr int most = 60;
    Field field(function);
    Point point = field.point(column_of(numbers));
    Real price = 1; // the price of being off, compared to moving
    const auto merit = [&](const Column& at, const Column& off) {
        return (at - field.start()).squaredNorm() / 2 + price * off.cwiseAbs().sum();
    };
    for (int step = 0; step < most && !field.is_cancelled(); ++step) {
        const auto [y, by] = nearest_to_start(field, point);
        if (!y.allFinite())
            break;
        price = std::max(price, 2 * by.cwiseAbs().maxCoeff());
        const Real now = merit(point.at, point.off);
        Real part = 1;
        Column next = y;
        while (part > 1e-4 && !(merit(next, field.off(next)) < now)) {
            part /= 2;
            next = point.at + part * (y - point.at);
        }
        if (part <= 1e-4)
            break;
        const Real moved = (next - point.at).norm();
        point = field.point(next);
        if (moved < 1e-9 * (1 + next.norm()))
            break;
    }
    return steps_to_goals(function, list_of(point.at));
}

} // namespace attn
