// SPDX-License-Identifier: MIT
// A referee's verdict on numbers: their true value, and the error that doubles may have.
#pragma once

#include "core/engine/graph/graph.h"
#include "tests/support/exact_graph.h"

#include <cmath>
#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace attn::test {

constexpr Long most_real = std::numeric_limits<Real>::max();
constexpr Long unit = std::numeric_limits<Real>::epsilon() / 2;      // of one rounding
constexpr Long least_real = std::numeric_limits<Real>::denorm_min(); // below it numbers are lost

/// A true number and the allowed error of a double. If an operation leaves the range of doubles on
/// the way, any result is allowed.
struct Verdict {
    Long value = 0;
    Long allowed = 0;
    bool is_open = false;
};

/// Whether the number is too close to the largest double to say if an operation overflows.
bool is_borderline(Long magnitude);
/// What a double makes of a number beyond its range.
Long in_range(Long value);
bool agrees(Long shown, const Verdict& verdict);

/// Σ a(i) b(i) in any order.
template <class First, class Second>
Verdict dot(Index count, const First& a, const Second& b) {
    Long sum = 0, magnitude = 0;
    for (Index at = 0; at < count; ++at) {
        const Long product = static_cast<Long>(a(at)) * static_cast<Long>(b(at));
        sum += product;
        magnitude += std::isfinite(product) ? std::abs(product) : 0;
    }
    // If partial sums can exceed the largest double, the order decides about overflow.
    const bool is_open = !std::isnan(sum) && magnitude > most_real * (1 - 1e-9L);
    const auto terms = static_cast<Long>(count);
    return {sum, (terms + 1) * unit * magnitude * 1.01L + terms * least_real, is_open};
}

/// The weights of a line's open cells and their sum: 1 minus the share of a sink. `slack`: a
/// further allowed error of each weight.
struct LineVerdict {
    std::vector<Verdict> weights;
    Verdict sum;
};
LineVerdict weights_of_line(Normaliser normaliser, const std::vector<Real>& open_scores,
                            std::optional<Real> sink = {}, Real slack = 0);

/// Compares numbers and keeps the first disagreement.
class Comparison {
public:
    /// The place, both numbers and what was allowed; empty while all agree.
    const std::string& said() const { return said_; }

    void compare(const Place& place, Real shown, const Verdict& right);
    /// Compares each number of a matrix with the verdict for its row and column.
    template <class VerdictOf>
    void compare(const SheetId& sheet, const Matrix& shown, const VerdictOf& verdict_of) {
        for (Index row = 0; row < shown.rows(); ++row)
            for (Index column = 0; column < shown.cols(); ++column)
                compare({sheet, row, column}, shown(row, column), verdict_of(row, column));
    }
    /// Compares every line of weights with its scores.
    void compare_weights(const SheetId& sheet, const Normalising& how, const Matrix& scores,
                         const Matrix& shown, std::optional<Real> sink = {}, Real slack = 0);

private:
    void compare_line(const std::vector<Place>& open, const Matrix& shown,
                      const LineVerdict& right);

    std::string said_;
};

} // namespace attn::test
