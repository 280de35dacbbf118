// SPDX-License-Identifier: MIT
#include "core/document/goal_function.h"

#include "core/document/model.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace attn {

Result<GoalFunction> GoalFunction::of(const Document& document, const std::vector<Goal>& goals,
                                      const Freedom& freedom, const SeekWatch& watch) {
    GoalFunction function(document, goals, watch);
    function.values_.resize(goals.size());
    function.find_cells(freedom.cells);
    for (const Limits& limits : freedom.limits)
        function.find_limits(limits);
    for (const Goal& goal : goals) {
        const SheetId& sheet = goal.place.sheet;
        if (std::find(function.sheets_.begin(), function.sheets_.end(), sheet) !=
            function.sheets_.end())
            continue;
        auto stages = gradient_graph(document, sheet);
        if (!stages)
            return stages.error();
        function.sheets_.push_back(sheet);
        function.slopes_.emplace_back(document, *std::move(stages), function.inputs_);
    }
    function.distance(function.start_.data(), nullptr);
    return function;
}

void GoalFunction::find_cells(const std::vector<CellRange>& free) {
    for (const CellRange& range : free) {
        const Matrix& matrix = **input(document_, range.sheet);
        const auto found = std::find(inputs_.begin(), inputs_.end(), range.sheet);
        const auto which = static_cast<std::size_t>(found - inputs_.begin());
        if (found == inputs_.end())
            inputs_.push_back(range.sheet);
        for (Index row = range.row; row < range.row + range.rows; ++row)
            for (Index column = range.column; column < range.column + range.columns; ++column) {
                cells_.push_back({which, row * matrix.cols() + column});
                start_.push_back(matrix(row, column));
            }
    }
    least_.resize(cells_.size(), -std::numeric_limits<Real>::infinity());
    greatest_.resize(cells_.size(), std::numeric_limits<Real>::infinity());
}

void GoalFunction::find_limits(const Limits& limits) {
    const CellRange& range = limits.cells;
    const auto found = std::find(inputs_.begin(), inputs_.end(), range.sheet);
    const auto which = static_cast<std::size_t>(found - inputs_.begin());
    const Index columns = (**input(document_, range.sheet)).cols();
    for (std::size_t at = 0; at < cells_.size(); ++at) {
        const Index row = cells_[at].at / columns, column = cells_[at].at % columns;
        if (cells_[at].input != which || row < range.row || row >= range.row + range.rows ||
            column < range.column || column >= range.column + range.columns)
            continue;
        least_[at] = limits.least;
        greatest_[at] = limits.greatest;
    }
}

std::vector<Real> GoalFunction::within(std::vector<Real> numbers) const {
    for (std::size_t at = 0; at < numbers.size(); ++at)
        numbers[at] = std::clamp(numbers[at], least_[at], greatest_[at]);
    return numbers;
}

/// Computes the stage at `which` with these numbers.
const Matrix& GoalFunction::moved(std::size_t which, const Real* numbers) {
    Slopes& of = slopes_[which];
    for (std::size_t at = 0; at < cells_.size(); ++at)
        of.input(cells_[at].input).data()[cells_[at].at] = numbers[at];
    const Matrix& result = of.forward();
    for (std::size_t goal = 0; goal < goals_.size(); ++goal)
        if (const Place& place = goals_[goal].place; place.sheet == sheets_[which])
            values_[goal] = result(place.row, place.column);
    return result;
}

void GoalFunction::add_gradient(Slopes& of, const Matrix& seed, Real* slope) const {
    of.backward(seed);
    for (std::size_t at = 0; at < cells_.size(); ++at)
        slope[at] += of.gradient(cells_[at].input).data()[cells_[at].at];
}

Real GoalFunction::plain_off(std::size_t goal, const Matrix&, Matrix& seed) const {
    seed(goals_[goal].place.row, goals_[goal].place.column) = 1;
    return values_[goal] - goals_[goal].value;
}

Real GoalFunction::evened_off(std::size_t goal, const Matrix& result, Matrix& seed) const {
    const Place& place = goals_[goal].place;
    const Real value = values_[goal], target = goals_[goal].value;
    if (!(place.sheet.stage == Stage::Weights) || target < 0 || target > 1)
        return plain_off(goal, result, seed);
    constexpr Real beside = goal_tolerance / 2;
    if ((target == 0 && value <= beside) || (target == 1 && value >= 1 - beside))
        return 0;
    const Real aim = std::clamp(target, beside, 1 - beside);
    const Real wanted = std::log(aim) - std::log1p(-aim);
    constexpr Real farthest = 700; // no double between 0 and 1 has larger log-odds
    if (!(value > 0 && value < 1))
        return (value <= 0 ? -farthest : farthest) - wanted;
    const bool by_rows = document_.switches.axis == Axis::Rows;
    const Vector line =
        by_rows ? Vector(result.row(place.row)) : Vector(result.col(place.column).transpose());
    const Index own = by_rows ? place.column : place.row;
    Real others = 0;
    for (Index at = 0; at < line.size(); ++at)
        others += at == own ? 0 : line[at];
    // 1 − w is the sum of the line's other weights, without rounding errors also if w is nearly 1.
    const bool is_whole = others > 0 && std::abs(others + value - 1) < 1e-9;
    const Real rest = is_whole ? others : 1 - value;
    if (is_whole && by_rows)
        seed.row(place.row).setConstant(-1 / rest);
    else if (is_whole)
        seed.col(place.column).setConstant(-1 / rest);
    seed(place.row, place.column) = 1 / value + (is_whole ? 0 : 1 / rest);
    return std::log(value) - std::log(rest) - wanted;
}

void GoalFunction::offs(const Real* numbers, Real* off, Real* slopes) {
    offs(numbers, off, slopes, &GoalFunction::plain_off);
}

void GoalFunction::evened_offs(const Real* numbers, Real* off, Real* slopes) {
    offs(numbers, off, slopes, &GoalFunction::evened_off);
}

void GoalFunction::offs(const Real* numbers, Real* off, Real* slopes, Off how) {
    if (watch_.progress)
        ++watch_.progress->done;
    if (slopes)
        std::fill_n(slopes, goals() * this->numbers(), 0);
    for (std::size_t which = 0; which < slopes_.size(); ++which) {
        const Matrix& result = moved(which, numbers);
        Matrix seed(result.rows(), result.cols());
        for (std::size_t goal = 0; goal < goals_.size(); ++goal) {
            if (!(goals_[goal].place.sheet == sheets_[which]))
                continue;
            seed.setZero();
            off[goal] = (this->*how)(goal, result, seed);
            if (slopes && !is_cancelled())
                add_gradient(slopes_[which], seed, slopes + goal * this->numbers());
        }
    }
    tell(numbers);
}

void GoalFunction::tell(const Real* numbers) {
    ++computed_;
    Real sum = 0;
    for (std::size_t goal = 0; is_told_ && goal < goals_.size(); ++goal)
        sum += (values_[goal] - goals_[goal].value) * (values_[goal] - goals_[goal].value) / 2;
    if (is_told_ && sum < nearest_) {
        nearest_ = sum;
        if (watch_.on_nearer)
            watch_.on_nearer(
                [&] { return document(std::vector<Real>(numbers, numbers + this->numbers())); });
    }
    if (watch_.on_computed)
        watch_.on_computed(computed_, std::sqrt(2 * nearest_));
}

void GoalFunction::aim_at(const std::vector<Real>& values) {
    is_told_ = false;
    for (std::size_t goal = 0; goal < goals_.size(); ++goal)
        goals_[goal].value = values[goal];
}

Real GoalFunction::distance(const Real* numbers, Real* slope) {
    if (watch_.progress)
        ++watch_.progress->done;
    if (slope)
        std::fill_n(slope, this->numbers(), 0);
    Real sum = 0;
    for (std::size_t which = 0; which < slopes_.size(); ++which) {
        const Matrix& result = moved(which, numbers);
        Matrix seed = Matrix::Zero(result.rows(), result.cols());
        for (std::size_t goal = 0; goal < goals_.size(); ++goal) {
            const Place& place = goals_[goal].place;
            if (!(place.sheet == sheets_[which]))
                continue;
            const Real off = values_[goal] - goals_[goal].value;
            sum += off * off / 2;
            seed(place.row, place.column) = off;
        }
        if (slope)
            add_gradient(slopes_[which], seed, slope);
    }
    tell(numbers);
    return std::isfinite(sum) ? sum : std::numeric_limits<Real>::max();
}

bool GoalFunction::are_near() const {
    for (std::size_t at = 0; at < goals_.size(); ++at)
        if (!is_near(values_[at], goals_[at]))
            return false;
    return true;
}

Document GoalFunction::document(const std::vector<Real>& numbers) const {
    Document made = document_;
    for (std::size_t which = 0; which < inputs_.size(); ++which) {
        SharedMatrix& into = *input(made, inputs_[which]);
        Matrix matrix = *into;
        for (std::size_t number = 0; number < cells_.size(); ++number)
            if (cells_[number].input == which)
                matrix.data()[cells_[number].at] = numbers[number];
        into = std::move(matrix);
    }
    return made;
}

bool is_near(Real value, const Goal& goal) {
    return std::abs(value - goal.value) <= goal_tolerance * std::max<Real>(1, std::abs(goal.value));
}

} // namespace attn
