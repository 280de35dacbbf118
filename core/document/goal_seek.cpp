// SPDX-License-Identifier: MIT
// The only file that sees NLopt.
#include "core/document/goal_seek.h"

#include "core/document/goal_function.h"
#include "core/document/goal_steps.h"
#include "core/document/model.h"
#include "core/document/sheet.h"
#include "core/document/written_cells.h"
#include "core/engine/random.h"

#include <nlopt.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <exception>
#include <string>
#include <utility>

namespace attn {
namespace {

/// From this count on the least squares, which take time cubic in it, are too slow.
constexpr std::size_t many = 400;
constexpr int most_evaluations = 3000;
/// With more slopes (one per goal and number), only the sum over all goals is computed.
constexpr std::size_t most_slopes = 20'000'000;

/// Data for NLopt, which passes it back as a pointer.
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
    auto& function = *static_cast<GoalFunction*>(data);
    if (function.is_cancelled())
        throw nlopt::forced_stop();
    function.offs(numbers, result, slopes);
}
double distance(unsigned, const double* numbers, double* slope, void* data) {
    auto& function = *static_cast<GoalFunction*>(data);
    if (function.is_cancelled())
        throw nlopt::forced_stop();
    return function.distance(numbers, slope);
}

/// Returns the numbers where NLopt stops, also if it stops because rounding allows no progress.
std::vector<Real> end_of(nlopt::opt& way, const GoalFunction& function, std::vector<Real> numbers) {
    way.set_maxeval(most_evaluations);
    way.set_xtol_rel(1e-12);
    way.set_lower_bounds(function.least());
    way.set_upper_bounds(function.greatest());
    Real least = 0;
    try {
        way.optimize(numbers, least);
    } catch (const std::exception&) { // the numbers are where it stopped
    }
    return function.within(std::move(numbers));
}

/// Steps aside before each further try: the length in one direction.
constexpr std::array<Real, 8> asides = {0, 0.01, 0.3, 1, 1, 1.5, 1.5, 2};

/// Moves the numbers a step aside: if every slope is 0, as with W_Q and W_K both 0, there is no way
/// down; and if one way ends before the goals, another may reach them.
std::vector<Real> beside(std::vector<Real> numbers, std::size_t which) {
    NumpyLegacy stream(static_cast<std::uint32_t>(std::max<std::size_t>(which, 1)));
    const Matrix by = asides[which] * stream.randn(1, static_cast<Index>(numbers.size()));
    for (std::size_t at = 0; at < numbers.size(); ++at)
        numbers[at] += by(0, static_cast<Index>(at));
    return numbers;
}

std::vector<Real> least_squares(GoalFunction& function, const std::vector<Real>& from) {
    Least least{function.start()};
    nlopt::opt way(nlopt::LD_SLSQP, static_cast<unsigned>(from.size()));
    way.set_min_objective(moved, &least);
    way.add_equality_mconstraint(constraints, &function,
                                 std::vector<Real>(function.goals(), goal_tolerance / 100));
    return end_of(way, function, from);
}

std::vector<Real> nearest(GoalFunction& function, const std::vector<Real>& from) {
    nlopt::opt way(nlopt::LD_LBFGS, static_cast<unsigned>(from.size()));
    way.set_min_objective(distance, &function);
    way.set_stopval(goal_tolerance * goal_tolerance / 8);
    return end_of(way, function, from);
}

/// The best numbers found: among those that reach all goals the ones that moved least, else the
/// nearest ones.
class Best {
public:
    explicit Best(GoalFunction& function) : function_(function) {
        best_ = looked_at(function.within(function.start()));
        nearest_ = best_.off;
    }
    void consider(std::vector<Real> found) {
        Found one = looked_at(std::move(found));
        nearest_ = std::min(nearest_, one.off);
        const bool moves_less = one.moved < best_.moved;
        const bool is_better = one.is_near != best_.is_near ? one.is_near
                               : one.is_near                ? moves_less
                               : one.off + as_near < best_.off
                                   ? true
                                   : moves_less && one.off <= nearest_ + as_near;
        if (is_better)
            best_ = std::move(one);
    }
    const std::vector<Real>& numbers() const { return best_.numbers; }
    /// The goals' numbers there.
    const std::vector<Real>& values() const { return best_.values; }
    bool is_near() const { return best_.is_near; }

private:
    /// If two results differ by no more than this, neither is nearer.
    static constexpr Real as_near = goal_tolerance;
    struct Found {
        std::vector<Real> numbers, values;
        Real off = 0, moved = 0; // √Σ off², and the squared length of the move
        bool is_near = false;
    };
    Found looked_at(std::vector<Real> numbers) {
        Found found{std::move(numbers), {}, 0, 0, false};
        found.off = std::sqrt(2 * function_.distance(found.numbers.data(), nullptr));
        found.values = function_.values();
        found.is_near = function_.are_near();
        for (std::size_t at = 0; at < found.numbers.size(); ++at) {
            const Real by = found.numbers[at] - function_.start()[at];
            found.moved += by * by;
        }
        return found;
    }

    GoalFunction& function_;
    Found best_;
    Real nearest_ = 0; // the nearest of all results considered
};

/// Among numbers nearby that come as near, finds those that moved least.
std::vector<Real> as_near_moved_least(const GoalFunction& function, const Best& best) {
    GoalFunction there = function;
    there.aim_at(best.values());
    return moved_least(there, best.numbers());
}

std::vector<Real> find(GoalFunction& function, bool moves_least) {
    Best best(function);
    const std::vector<Real> first = best.numbers();
    const bool are_many = function.numbers() > many;
    const auto is_done = [&] { return best.is_near() || function.is_cancelled(); };
    const bool has_room = function.numbers() <= most_slopes / function.goals();
    const std::size_t tries = !has_room ? 0 : are_many ? 4 : asides.size();
    for (std::size_t which = 0; which < tries; ++which) {
        const std::vector<Real> from = function.within(beside(first, which));
        if (!moves_least)
            best.consider(steps_to_goals(function, from));
        else if (!are_many && which < 2)
            best.consider(least_squares(function, from));
        if (moves_least && !is_done())
            best.consider(moved_least(function, steps_to_goals(function, from)));
        if (is_done())
            return best.numbers();
    }
    best.consider(nearest(function, best.numbers()));
    if (!is_done())
        best.consider(nearest(function, function.within(beside(first, 1))));
    if (moves_least && has_room && !is_done())
        best.consider(as_near_moved_least(function, best));
    return best.numbers();
}

bool overlap(const CellRange& a, const CellRange& b) {
    return a.sheet == b.sheet && a.row < b.row + b.rows && b.row < a.row + a.rows &&
           a.column < b.column + b.columns && b.column < a.column + a.columns;
}

Result<> check_free(const Document& document, const std::vector<CellRange>& free) {
    for (auto at = free.begin(); at != free.end(); ++at) {
        if (!exists(document, at->sheet) || !input(document, at->sheet))
            return Error{to_text(at->sheet) + " is not an input of the document; its inputs are " +
                         input_names(document)};
        if (std::any_of(free.begin(), at,
                        [&](const CellRange& other) { return overlap(other, *at); }))
            return Error{cells_text(document, *at) +
                         " is named twice among the inputs that may move; remove one"};
    }
    return free.empty() ? Result<>(Error{"no input may move; name one, such as X"})
                        : Result<>(Nothing{});
}

Result<> check_limits(const Document& document, const Freedom& freedom) {
    for (const Limits& limits : freedom.limits) {
        const std::string name = cells_text(document, limits.cells);
        if (!(limits.least <= limits.greatest))
            return Error{"the range of " + name +
                         " has no number in it; write the least number "
                         "first"};
        if (std::none_of(freedom.cells.begin(), freedom.cells.end(),
                         [&](const CellRange& cells) { return overlap(cells, limits.cells); }))
            return Error{name + " has a range and may not move; remove the range, or let " + name +
                         " move"};
    }
    return Nothing{};
}

Result<> check_goals(const Document& document, const std::vector<Goal>& goals) {
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
                    const Freedom& freedom, const SeekWatch& watch) {
    if (auto fault = check_goals(document, goals); !fault)
        return fault.error();
    if (auto fault = check_free(document, freedom.cells); !fault)
        return fault.error();
    if (auto fault = check_limits(document, freedom); !fault)
        return fault.error();
    auto function = GoalFunction::of(document, goals, freedom, watch);
    if (!function)
        return function.error();
    const std::vector<Real> best = find(*function, freedom.moves_least);
    function->distance(best.data(), nullptr);
    Sought found{function->document(best), function->values(), {}};
    for (std::size_t at = 0; at < goals.size(); ++at)
        found.is_reached.push_back(is_near(found.values[at], goals[at]));
    return found;
}

} // namespace attn
