// SPDX-License-Identifier: MIT
// The distance from goals as a function of the numbers that may move; solvers call it.
#pragma once

#include "core/document/goal_seek.h"
#include "core/document/slopes.h"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace attn {

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

} // namespace attn
