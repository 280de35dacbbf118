// SPDX-License-Identifier: MIT
// How far goals are from being reached, as a function of the numbers that may move: what solvers
// ask for.
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
    /// The error says which stage has no gradient. Goals and cells must be such as seek() takes.
    static Result<GoalFunction> of(const Document& document, const std::vector<Goal>& goals,
                                   const Freedom& freedom, const SeekWatch& watch);

    std::size_t goals() const { return goals_.size(); }
    std::size_t numbers() const { return start_.size(); }
    /// The moving numbers as the document has them.
    const std::vector<Real>& start() const { return start_; }
    /// Between which numbers each stays.
    const std::vector<Real>& least() const { return least_; }
    const std::vector<Real>& greatest() const { return greatest_; }
    /// The nearest numbers that are within these.
    std::vector<Real> within(std::vector<Real> numbers) const;

    /// Moves the numbers and computes how far each goal's number is from what it should be.
    /// `slopes`, if there are any: goals × numbers, row by row.
    void offs(const Real* numbers, Real* off, Real* slopes);
    /// The same, but weights by their log-odds, log w − log (1 − w). A score moves these evenly,
    /// where a weight that is nearly 0 or 1 hardly answers to it.
    void evened_offs(const Real* numbers, Real* off, Real* slopes);
    /// Σ off² / 2, and its gradient, if there is any.
    Real distance(const Real* numbers, Real* slope);

    bool is_cancelled() const { return attn::is_cancelled(watch_.progress); }
    /// The goals' numbers as they were computed last.
    const std::vector<Real>& values() const { return values_; }
    bool are_near() const;
    /// From here on the goals are these values. Nobody is told of what comes nearer to them.
    void aim_at(const std::vector<Real>& values);
    /// The document with these numbers.
    Document document(const std::vector<Real>& numbers) const;

private:
    /// Where a moving number stands: in which input, and there which number.
    struct Cell {
        std::size_t input = 0;
        Index at = 0;
    };

    GoalFunction(const Document& document, const std::vector<Goal>& goals, const SeekWatch& watch)
        : document_(document), goals_(goals), watch_(watch) {}
    void find_cells(const std::vector<CellRange>& free);
    void find_limits(const Limits& limits);
    /// How far one goal is off, and what `seed` has to be for the gradient of that.
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
    std::int64_t computed_ = 0;                            // how often
    bool is_told_ = true;                                  // what comes nearer
    std::vector<SheetId> inputs_;
    std::vector<Cell> cells_;
    std::vector<Real> start_, least_, greatest_, values_;
    std::vector<SheetId> sheets_; // each with slopes of its own
    std::vector<Slopes> slopes_;
};

/// Whether the number is what it should be.
bool is_near(Real value, const Goal& goal);

} // namespace attn
