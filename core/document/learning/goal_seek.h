// SPDX-License-Identifier: MIT
// Goal seeking: finds inputs that bring computed numbers to given values, changing the inputs as
// little as possible.
#pragma once

#include "core/document/model/document.h"
#include "core/document/model/view.h"
#include "core/engine/numbers/parallel.h"

#include <cstdint>
#include <functional>
#include <limits>
#include <vector>

namespace attn {

/// A computed number and its wanted value.
struct Goal {
    Place place;
    Real value = 0;
};

/// The bounds for cells of an input; both ends are allowed.
struct Limits {
    CellRange cells;
    Real least = -std::numeric_limits<Real>::infinity();
    Real greatest = std::numeric_limits<Real>::infinity();
};

/// What may move.
struct Freedom {
    std::vector<CellRange> cells; // the cells of inputs that may move
    std::vector<Limits> limits =
        {}; // for each cell the last limits that contain it; a cell without any may take any value
    bool moves_least = true; // else the first numbers found are accepted
};

/// Optional reports during the search.
struct SeekWatch {
    /// Counts how often the goals were computed. If it is cancelled, the best result so far is
    /// returned.
    Progress* progress = nullptr;
    /// Called when numbers come nearer to the goals than any before; its argument makes their
    /// document.
    std::function<void(const std::function<Document()>&)> on_nearer = {};
    /// Called after each computation of the goals, with the count so far and the distance of the
    /// nearest numbers, √Σ off².
    std::function<void(std::int64_t times, Real off)> on_computed = {};
};

struct Sought {
    Document document;        // with the found numbers
    std::vector<Real> values; // what each goal's number then is
    std::vector<bool> is_reached;
    bool are_all_reached() const;
};

/// A goal is reached if its number is off by less than this; relative for large numbers.
inline constexpr Real goal_tolerance = 1e-6;

/// Lists every input except the target.
std::vector<SheetId> movable_inputs(const Document& document);

/// Moves the inputs as little as possible, in the sum of squares, so that every goal is reached, by
/// sequential least squares programming (Kraft 1994). If that fails, or there are too many numbers
/// for it, uses damped Gauss-Newton steps (goal_seek.cpp) from the document's numbers and from some
/// near them. If these fail too, finds the nearest result by L-BFGS (Liu and Nocedal 1989), and
/// among equally near ones the one that moved least. The first and the last method are NLopt's.
/// Numbers outside their limits start at the nearest end. If the least move is not wanted, leaves
/// out the first method and the search for the least move. The error says which place or input is
/// not allowed, or which stage has no gradient.
Result<Sought> seek(const Document& document, const std::vector<Goal>& goals,
                    const Freedom& freedom, const SeekWatch& watch = {});

} // namespace attn
