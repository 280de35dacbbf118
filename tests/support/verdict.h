// SPDX-License-Identifier: MIT
// What a referee says of numbers: what they truly are, and how far off doubles that were computed
// for them may be.
#pragma once

#include "core/engine/graph.h"
#include "tests/support/exact_graph.h"

#include <cmath>
#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace attn::testing {

constexpr Long most_real = std::numeric_limits<Real>::max();
constexpr Long unit = std::numeric_limits<Real>::epsilon() / 2;      // of one rounding
constexpr Long least_real = std::numeric_limits<Real>::denorm_min(); // where numbers get too small

/// A true number, and how far off a double may be. Where an operation leaves the range of doubles
/// on its way anything may come out.
struct Verdict {
    Long value = 0;
    Long allowed = 0;
    bool is_open = false;
};

/// Too close to the largest double to say on which side of it an operation ends.
bool is_borderline(Long magnitude);
/// What a double does with a number beyond its range.
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
    // Where finite terms reach beyond the doubles, the order decides what overflows on the way.
    const bool is_open = !std::isnan(sum) && magnitude > most_real * (1 - 1e-9L);
    const auto terms = static_cast<Long>(count);
    return {sum, (terms + 1) * unit * magnitude * 1.01L + terms * least_real, is_open};
}

/// The weights of the open cells of one line, and what all of them add up to: 1 less the share of a
/// sink. `slack`: what each may be off by besides.
struct LineVerdict {
    std::vector<Verdict> weights;
    Verdict sum;
};
LineVerdict weights_of_line(Normaliser normaliser, const std::vector<Real>& open_scores,
                            std::optional<Real> sink = {}, Real slack = 0);

/// Compares, and keeps the first disagreement.
class Comparison {
public:
    /// Where it is, both numbers and what was allowed; empty as long as all agree.
    const std::string& said() const { return said_; }

    void compare(const Place& place, Real shown, const Verdict& right);
    /// Each number of a matrix with the verdict of its row and column.
    template <class VerdictOf>
    void compare(const SheetId& sheet, const Matrix& shown, const VerdictOf& verdict_of) {
        for (Index row = 0; row < shown.rows(); ++row)
            for (Index column = 0; column < shown.cols(); ++column)
                compare({sheet, row, column}, shown(row, column), verdict_of(row, column));
    }
    /// Every line of weights with the scores that it is made of.
    void compare_weights(const SheetId& sheet, const Normalising& how, const Matrix& scores,
                         const Matrix& shown, std::optional<Real> sink = {}, Real slack = 0);

private:
    void compare_line(const std::vector<Place>& open, const Matrix& shown,
                      const LineVerdict& right);

    std::string said_;
};

} // namespace attn::testing
