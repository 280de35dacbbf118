// SPDX-License-Identifier: MIT
// Goal seeking: inputs that bring computed numbers to given values, and change as little as they
// can on the way there.
#pragma once

#include "core/document/document.h"
#include "core/document/view.h"
#include "core/engine/progress.h"

#include <cstdint>
#include <functional>
#include <limits>
#include <vector>

namespace attn {

/// A computed number and what it should be.
struct Goal {
    Place place;
    Real value = 0;
};

/// Between which numbers cells of an input stay; both ends are allowed.
struct Limits {
    CellRange cells;
    Real least = -std::numeric_limits<Real>::infinity();
    Real greatest = std::numeric_limits<Real>::infinity();
};

/// What may move.
struct Freedom {
    std::vector<CellRange> cells;    // of inputs
    std::vector<Limits> limits = {}; // the last that has a cell counts; without one any number does
    bool moves_least = true;         // else the first numbers that are found do
};

/// What is told on the way, where somebody asks.
struct SeekWatch {
    /// Counts how often the goals were computed. Once it is cancelled what comes is the best so
    /// far.
    Progress* progress = nullptr;
    /// Called when numbers come nearer to the goals than any before, with what makes their
    /// document.
    std::function<void(const std::function<Document()>&)> on_nearer = {};
    /// Called each time that the goals were computed: how often so far, and how far the nearest
    /// numbers are off, √Σ off².
    std::function<void(std::int64_t times, Real off)> on_computed = {};
};

struct Sought {
    Document document;        // with the numbers that were found
    std::vector<Real> values; // what each goal's number is then
    std::vector<bool> is_reached;
    bool are_all_reached() const;
};

/// A goal is reached where its number is off by less than this, for large numbers relatively.
inline constexpr Real goal_tolerance = 1e-6;

/// Every input but the target.
std::vector<SheetId> movable_inputs(const Document& document);

/// The inputs moved as little as possible, in the sum of squares, so that every goal is reached:
/// sequential least squares programming (Kraft 1994). Where that finds no such numbers, or there
/// are too many for it, damped Gauss-Newton steps (goal_steps.h) from the document's numbers and
/// from some beside them. Where those do not lead there either, what comes nearest, found by L-BFGS
/// (Liu and Nocedal 1989), and of numbers that come as near those that move least. The first and
/// the last are NLopt's. What is outside of its limits begins at the nearest end of them. Where
/// nothing asks for the least move, the Gauss-Newton steps alone go there. The error says which
/// place or input does not do, or which stage has no gradient.
Result<Sought> seek(const Document& document, const std::vector<Goal>& goals,
                    const Freedom& freedom, const SeekWatch& watch = {});

} // namespace attn
