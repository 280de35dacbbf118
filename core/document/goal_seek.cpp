// SPDX-License-Identifier: MIT
// The only file that sees NLopt.
#include "core/document/goal_seek.h"

#include "core/document/evaluate.h"
#include "core/document/model.h"
#include "core/document/sheet.h"
#include "core/document/slopes.h"
#include "core/engine/random.h"

#include <nlopt.hpp>

#include <algorithm>
#include <cmath>
#include <exception>
#include <limits>
#include <string>
#include <utility>

namespace attn {
namespace {

/// From here on the least squares, which cost the cube of the count, take too long.
constexpr std::size_t many = 400;
constexpr int most_evaluations = 3000;

/// The goals as a function of all moving numbers one after another.
class Function {
public:
    Function(const Document& document, const std::vector<Goal>& goals, Progress* progress)
        : goals_(goals), progress_(progress) {
        for (const Goal& goal : goals)
            values_.push_back(value_at(document, evaluate(document), goal.place));
    }
    void add(SheetId sheet, Slopes slopes) {
        sheets_.push_back(sheet);
        slopes_.push_back(std::move(slopes));
    }

    std::vector<Real> start() const {
        std::vector<Real> numbers;
        const Slopes& first = slopes_.front();
        for (std::size_t which = 0; which < first.count(); ++which)
            numbers.insert(numbers.end(), first.input(which).data(),
                           first.input(which).data() + first.input(which).size());
        return numbers;
    }
    /// Moves the inputs and computes how far each goal's number is from what it should be.
    /// `slopes`, if there are any: goals × numbers, row by row.
    void offs(const Real* numbers, Real* off, Real* slopes) {
        if (progress_)
            ++progress_->done;
        const std::size_t count = start().size();
        for (std::size_t at = 0; at < slopes_.size(); ++at) {
            Slopes& of = slopes_[at];
            const Real* next = numbers;
            for (std::size_t which = 0; which < of.count(); ++which) {
                Matrix& input = of.input(which);
                std::copy_n(next, input.size(), input.data());
                next += input.size();
            }
            const Matrix result = of.forward();
            for (std::size_t goal = 0; goal < goals_.size(); ++goal) {
                const Place& place = goals_[goal].place;
                if (!(place.sheet == sheets_[at]))
                    continue;
                values_[goal] = result(place.row, place.column);
                off[goal] = values_[goal] - goals_[goal].value;
                if (slopes)
                    gradient(of, place, result, slopes + goal * count);
            }
        }
    }
    /// Σ off² / 2, and its gradient.
    Real distance(const Real* numbers, std::size_t count, Real* slope) {
        std::vector<Real> off(goals_.size()), slopes(slope ? goals_.size() * count : 0);
        offs(numbers, off.data(), slope ? slopes.data() : nullptr);
        Real sum = 0;
        for (const Real one : off)
            sum += one * one / 2;
        if (slope)
            std::fill_n(slope, count, 0);
        for (std::size_t at = 0; slope && at < slopes.size(); ++at)
            slope[at % count] += off[at / count] * slopes[at];
        return std::isfinite(sum) ? sum : std::numeric_limits<Real>::max();
    }
    bool is_cancelled() const { return attn::is_cancelled(progress_); }
    const std::vector<Real>& values() const { return values_; }
    std::size_t goals() const { return goals_.size(); }
    const Slopes& inputs() const { return slopes_.front(); }

private:
    static void gradient(Slopes& of, const Place& place, const Matrix& result, Real* slope) {
        Matrix seed = Matrix::Zero(result.rows(), result.cols());
        seed(place.row, place.column) = 1;
        of.backward(seed);
        for (std::size_t which = 0; which < of.count(); ++which)
            slope = std::copy_n(of.gradient(which).data(), of.gradient(which).size(), slope);
    }

    const std::vector<Goal>& goals_;
    Progress* progress_ = nullptr;
    std::vector<Real> values_;
    std::vector<SheetId> sheets_; // each with slopes of its own
    std::vector<Slopes> slopes_;
};

/// For NLopt, which gives data back as a pointer.
struct Least {
    const std::vector<Real>& start;
};
double moved(unsigned count, const double* numbers, double* slope, void* data) {
    const std::vector<Real>& start = static_cast<Least*>(data)->start;
    Real sum = 0;
    for (unsigned at = 0; at < count; ++at) {
        const Real by = numbers[at] - start[at];
        sum += by * by / 2;
        if (slope)
            slope[at] = by;
    }
    return sum;
}
void constraints(unsigned, double* result, unsigned, const double* numbers, double* slopes,
                 void* data) {
    auto& function = *static_cast<Function*>(data);
    if (function.is_cancelled())
        throw nlopt::forced_stop();
    function.offs(numbers, result, slopes);
}
double distance(unsigned count, const double* numbers, double* slope, void* data) {
    auto& function = *static_cast<Function*>(data);
    if (function.is_cancelled())
        throw nlopt::forced_stop();
    return function.distance(numbers, count, slope);
}

/// The numbers where NLopt ends; also where it ends because rounding allows no more.
std::vector<Real> end_of(nlopt::opt& way, std::vector<Real> numbers) {
    way.set_maxeval(most_evaluations);
    way.set_xtol_rel(1e-12);
    Real least = 0;
    try {
        way.optimize(numbers, least);
    } catch (const std::exception&) { // The numbers are where it stopped.
    }
    return numbers;
}

bool is_near(Real value, const Goal& goal) {
    return std::abs(value - goal.value) <= goal_tolerance * std::max<Real>(1, std::abs(goal.value));
}

bool are_near(const std::vector<Real>& values, const std::vector<Goal>& goals) {
    for (std::size_t at = 0; at < goals.size(); ++at)
        if (!is_near(values[at], goals[at]))
            return false;
    return true;
}

/// Where every slope is 0, as between W_Q and W_K that are both 0, no way is down: a step aside.
std::vector<Real> beside(std::vector<Real> numbers) {
    constexpr Real step = 0.01;
    NumpyLegacy stream(1);
    const Matrix by = step * stream.randn(1, static_cast<Index>(numbers.size()));
    for (std::size_t at = 0; at < numbers.size(); ++at)
        numbers[at] += by(0, static_cast<Index>(at));
    return numbers;
}

std::vector<Real> least_squares(Function& function, const std::vector<Real>& start,
                                const std::vector<Real>& from) {
    Least least{start};
    nlopt::opt way(nlopt::LD_SLSQP, static_cast<unsigned>(start.size()));
    way.set_min_objective(moved, &least);
    way.add_equality_mconstraint(constraints, &function,
                                 std::vector<Real>(function.goals(), goal_tolerance / 100));
    return end_of(way, from);
}

std::vector<Real> nearest(Function& function, const std::vector<Real>& from) {
    nlopt::opt way(nlopt::LD_LBFGS, static_cast<unsigned>(from.size()));
    way.set_min_objective(distance, &function);
    way.set_stopval(goal_tolerance * goal_tolerance / 8);
    return end_of(way, from);
}

/// Brings the function to the best numbers that were found.
void find(Function& function, const std::vector<Goal>& goals) {
    const std::vector<Real> start = function.start();
    const auto distance_at = [&](const std::vector<Real>& numbers) {
        return function.distance(numbers.data(), numbers.size(), nullptr);
    };
    std::vector<Real> best = start;
    const auto is_enough = [&](const std::vector<Real>& found) {
        if (distance_at(found) < distance_at(best))
            best = found;
        distance_at(best);
        return are_near(function.values(), goals);
    };
    for (const std::vector<Real>& from : {start, beside(start)})
        if ((start.size() <= many && is_enough(least_squares(function, start, from))) ||
            is_enough(nearest(function, from)) || function.is_cancelled())
            return;
}

Result<> check(const Document& document, const std::vector<Goal>& goals,
               const std::vector<SheetId>& free) {
    for (auto at = goals.begin(); at != goals.end(); ++at) {
        const std::string name = to_text(at->place);
        if (!exists(document, at->place))
            return Error{"the document has no " + name +
                         "; name a computed number, such as weights[0,0]"};
        if (input(document, at->place.sheet))
            return Error{name + " is given and not computed; set it to what it should be"};
        if (info(at->place.sheet.stage).is_by_query)
            return Error{"weighted values cannot be sought; choose the output, their sum, or a "
                         "weight"};
        if (!std::isfinite(at->value))
            return Error{"the goal of " + name + " is not a finite number"};
        if (std::any_of(goals.begin(), at,
                        [&](const Goal& other) { return other.place == at->place; }))
            return Error{name + " has two goals; remove one"};
    }
    for (auto at = free.begin(); at != free.end(); ++at) {
        if (!exists(document, *at) || !input(document, *at))
            return Error{to_text(*at) + " is not an input of the document; its inputs are " +
                         input_names(document)};
        if (std::find(free.begin(), at, *at) != at)
            return Error{to_text(*at) +
                         " is named twice among the inputs that may move; remove one"};
    }
    if (free.empty())
        return Error{"no input may move; name one, such as X"};
    return goals.empty()
               ? Result<>(
                     Error{"there is no goal; name a place and its value, as in weights[0,0]=0.8"})
               : Result<>(Nothing{});
}

} // namespace

bool Sought::are_all_reached() const {
    return std::find(is_reached.begin(), is_reached.end(), false) == is_reached.end();
}

std::vector<SheetId> movable_inputs(const Document& document) {
    std::vector<SheetId> list;
    for (const SheetId& sheet : sheets(document))
        if (input(document, sheet) && sheet.stage != Stage::Target)
            list.push_back(sheet);
    return list;
}

Result<Sought> seek(const Document& document, const std::vector<Goal>& goals,
                    const std::vector<SheetId>& free, Progress* progress) {
    if (auto fault = check(document, goals, free); !fault)
        return fault.error();
    Function function(document, goals, progress);
    std::vector<SheetId> seen;
    for (const Goal& goal : goals) {
        if (std::find(seen.begin(), seen.end(), goal.place.sheet) != seen.end())
            continue;
        seen.push_back(goal.place.sheet);
        auto stages = gradient_graph(document, goal.place.sheet);
        if (!stages)
            return stages.error();
        function.add(goal.place.sheet, Slopes(document, *std::move(stages), free));
    }
    find(function, goals);
    Sought found{document, function.values(), {}};
    for (std::size_t which = 0; which < free.size(); ++which)
        *input(found.document, free[which]) = function.inputs().input(which);
    for (std::size_t at = 0; at < goals.size(); ++at)
        found.is_reached.push_back(is_near(found.values[at], goals[at]));
    return found;
}

} // namespace attn
