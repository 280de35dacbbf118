// SPDX-License-Identifier: MIT
// The only file that sees NLopt.

#include "core/document/learning/goal_seek.h"

#include "core/document/learning/slopes.h"
#include "core/document/model/model.h"
#include "core/document/model/sheet.h"
#include "core/document/model/written_place.h"
#include "core/engine/numbers/random.h"

#include <Eigen/Cholesky>
#include <nlopt.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <limits>
#include <string>
#include <utility>
#include <vector>

namespace attn {

// The distance from goals as a function of the numbers that may move; solvers call it.

class GoalFunction {
public:
    /// Builds the function. The error says which stage has no gradient. Goals and cells must be
    /// valid for seek().
    static Result<GoalFunction> of(const Document& document, const std::vector<Goal>& goals,
                                   const Freedom& freedom, const SeekWatch& watch);

    std::size_t goals() const { return goals_.size(); }
    std::size_t numbers() const { return start_.size(); }
    /// The moving numbers as they are in the document.
    const std::vector<Real>& start() const { return start_; }
    /// The bounds of each moving number.
    const std::vector<Real>& least() const { return least_; }
    const std::vector<Real>& greatest() const { return greatest_; }
    /// Returns the nearest numbers within the bounds.
    std::vector<Real> within(std::vector<Real> numbers) const;

    /// Moves the numbers and computes how far each goal's number is off. `slopes`, if not null:
    /// goals × numbers, row by row.
    void offs(const Real* numbers, Real* off, Real* slopes);
    /// Does the same with weights measured by their log-odds, log w − log (1 − w). These follow a
    /// score evenly, while a weight near 0 or 1 hardly responds to it.
    void evened_offs(const Real* numbers, Real* off, Real* slopes);
    /// Computes Σ off² / 2 and, if `slope` is not null, its gradient.
    Real distance(const Real* numbers, Real* slope);

    bool is_cancelled() const { return attn::is_cancelled(watch_.progress); }
    /// The goals' numbers from the last computation.
    const std::vector<Real>& values() const { return values_; }
    bool are_near() const;
    /// Replaces the goals by these values. Later improvements are not reported.
    void aim_at(const std::vector<Real>& values);
    /// Returns the document with these numbers.
    Document document(const std::vector<Real>& numbers) const;

private:
    /// The place of a moving number: which input, and which number of it.
    struct Cell {
        std::size_t input = 0;
        Index at = 0;
    };

    GoalFunction(const Document& document, const std::vector<Goal>& goals, const SeekWatch& watch)
        : document_(document), goals_(goals), watch_(watch) {}
    void find_cells(const std::vector<CellRange>& free);
    void find_limits(const Limits& limits);
    /// Computes how far one goal is off, and the `seed` for its gradient.
    using Off = Real (GoalFunction::*)(std::size_t goal, const Matrix& result, Matrix& seed) const;
    Real plain_off(std::size_t goal, const Matrix& result, Matrix& seed) const;
    Real evened_off(std::size_t goal, const Matrix& result, Matrix& seed) const;
    void offs(const Real* numbers, Real* off, Real* slopes, Off how);
    const Matrix& moved(std::size_t which, const Real* numbers);
    void tell(const Real* numbers);
    void add_gradient(Slopes& of, const Matrix& seed, Real* slope) const;

    Document document_;
    std::vector<Goal> goals_;
    SeekWatch watch_;
    Real nearest_ = std::numeric_limits<Real>::infinity(); // Σ off² / 2 of the nearest so far
    std::int64_t computed_ = 0;                            // how often computed
    bool is_told_ = true;                                  // whether improvements are reported
    std::vector<SheetId> inputs_;
    std::vector<Cell> cells_;
    std::vector<Real> start_, least_, greatest_, values_;
    std::vector<SheetId> sheets_; // each has slopes of its own
    std::vector<Slopes> slopes_;
};

/// Whether the number reaches the goal.
bool is_near(Real value, const Goal& goal);

// Cheap ways to reach goals if many numbers move for few goals: each step solves a system as large
// as the number of goals.

/// Moves from these numbers to ones that reach the goals, or as near as damped Gauss-Newton steps
/// get (Levenberg 1944, Marquardt 1963). Measures weights by their log-odds, so that they recover
/// from values near 0 or 1. Stays within the limits.
std::vector<Real> steps_to_goals(GoalFunction& function, std::vector<Real> numbers);

/// Moves from numbers that reach the goals to nearby ones that also do and have moved least:
/// repeatedly takes the point nearest to the start at which the linearised goals hold (Nocedal and
/// Wright 2006, section 18.1).
std::vector<Real> moved_least(GoalFunction& function, std::vector<Real> numbers);

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
        else if (!are_many && which < 2 && function.goals() <= function.numbers())
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
