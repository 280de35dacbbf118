// SPDX-License-Identifier: MIT
#include "tests/support/verdict.h"

#include "core/base/number_text.h"
#include "core/document/model/sheet.h"

#include <algorithm>
#include <sstream>

namespace attn::test {
namespace {

constexpr Long infinity = std::numeric_limits<Long>::infinity();

/// One number's part in the sum of its line, and the part's allowed error.
Verdict part_of_line(Normaliser normaliser, Long score, Long subtracted) {
    switch (normaliser) {
    case Normaliser::Sum:
        return {score, 0, is_borderline(std::abs(score))};
    case Normaliser::Softmax:
    case Normaliser::NaiveSoftmax:
    case Normaliser::Sparsemax: // whose weights are no shares
        break;
    }
    const Long exponent = score - subtracted, power = std::exp(exponent);
    return {in_range(power), power * (8 + std::min(std::abs(exponent), 800.0L)) * unit + least_real,
            is_borderline(power) || (exponent > 709.78L && exponent < 709.79L)};
}

/// Σ max(score − τ, 0) = 1 is solved for τ by halving, between the largest less 1 and the largest.
LineVerdict sparsemax_of_line(const std::vector<Real>& scores, Real slack) {
    Long largest = -infinity;
    for (const Long score : scores)
        if (score > largest || std::isnan(score))
            largest = score;
    const auto count = static_cast<Long>(scores.size());
    LineVerdict right;
    right.sum = {1, 4 * count * unit + count * slack, scores.empty() || !std::isfinite(largest)};
    Long low = -1, high = 0;
    const auto above = [&](Real score, Long threshold) {
        return std::max(static_cast<Long>(score) - largest - threshold, 0.0L);
    };
    for (int halving = 0; halving < 100; ++halving) {
        const Long middle = (low + high) / 2;
        Long total = 0;
        for (const Real score : scores)
            total += above(score, middle);
        (total > 1 ? low : high) = middle;
    }
    for (const Real score : scores)
        right.weights.push_back(std::isfinite(largest)
                                    ? Verdict{above(score, low), (count + 8) * unit + slack, false}
                                    : Verdict{std::nan(""), 0, false});
    return right;
}

} // namespace

bool is_borderline(Long magnitude) {
    return magnitude > most_real * (1 - 1e-9L) && magnitude < most_real * (1 + 1e-9L);
}

Long in_range(Long value) {
    return value > most_real ? infinity : value < -most_real ? -infinity : value;
}

bool agrees(Long shown, const Verdict& verdict) {
    if (verdict.is_open)
        return true;
    const Long value = in_range(verdict.value);
    if (std::isnan(value))
        return std::isnan(shown);
    if (std::isinf(value))
        return shown == value;
    return std::isfinite(shown) && std::abs(shown - value) <= verdict.allowed;
}

LineVerdict weights_of_line(Normaliser normaliser, const std::vector<Real>& open_scores,
                            std::optional<Real> sink, Real slack) {
    if (normaliser == Normaliser::Sparsemax)
        return sparsemax_of_line(open_scores, slack);
    std::vector<Real> scores = open_scores;
    if (sink)
        scores.push_back(*sink);
    Long largest = -infinity;
    for (const Long score : scores)
        if (score > largest || std::isnan(score))
            largest = score;
    std::vector<Verdict> parts;
    Long sum = 0, off = 0, magnitude = 0;
    bool is_open_line = false;
    for (const Real score : scores) {
        parts.push_back(
            part_of_line(normaliser, score, normaliser == Normaliser::Softmax ? largest : 0));
        sum += parts.back().value;
        magnitude += std::abs(parts.back().value);
        off += parts.back().allowed;
        is_open_line = is_open_line || parts.back().is_open;
    }
    const auto count = static_cast<Long>(scores.size());
    off += count * unit * magnitude;
    is_open_line =
        is_open_line || is_borderline(magnitude) || (std::isfinite(sum) && magnitude > most_real);
    sum = in_range(sum);
    // A sum that cancels has no correct digits.
    const bool has_cancelled = std::isfinite(sum) && std::abs(sum) <= 4 * off && magnitude != 0;
    LineVerdict right;
    Long total = 0, size = 0;
    bool is_any_open = false;
    for (std::size_t at = 0; at < open_scores.size(); ++at) {
        const Long value = parts[at].value / sum;
        const Long allowed =
            std::isfinite(sum)
                ? (parts[at].allowed + std::abs(value) * off) / (std::abs(sum) - off) +
                      4 * unit * std::abs(value) + least_real + slack
                : 0;
        const bool is_open = is_open_line || is_borderline(std::abs(value)) || has_cancelled;
        right.weights.push_back({value, allowed, is_open});
        is_any_open = is_any_open || is_open;
        total += value;
        size += std::abs(value);
    }
    // Errors of the powers cancel, because the same powers form the sum; but the share of a sink is
    // not among the weights.
    right.sum = {sink ? total : 1, 4 * count * 2 * unit * std::max(1.0L, size) + count * slack,
                 open_scores.empty() || !std::isfinite(sum) || sum == 0 || is_any_open};
    if (sink && !right.weights.empty())
        right.sum.allowed += 2 * off / std::abs(sum);
    return right;
}

void Comparison::compare(const Place& place, Real shown, const Verdict& right) {
    if (!said_.empty() || agrees(shown, right))
        return;
    std::ostringstream text;
    text.precision(21);
    text << to_text(place) << " is " << shortest(shown) << ", but should be " << right.value
         << " within " << right.allowed;
    said_ = text.str();
}

void Comparison::compare_weights(const SheetId& sheet, const Normalising& how, const Matrix& scores,
                                 const Matrix& shown, std::optional<Real> sink, Real slack) {
    const bool by_rows = how.axis == Axis::Rows;
    const Index lines = by_rows ? scores.rows() : scores.cols();
    for (Index line = 0; line < lines; ++line) {
        std::vector<Place> open;
        std::vector<Real> open_scores;
        for (Index at = 0; at < scores.size() / lines; ++at) {
            const Place place{sheet, by_rows ? line : at, by_rows ? at : line};
            if (is_closed(how.mask, place.row, place.column, scores.cols())) {
                compare(place, shown(place.row, place.column), {});
                continue;
            }
            open.push_back(place);
            open_scores.push_back(scores(place.row, place.column));
        }
        compare_line(open, shown, weights_of_line(how.normaliser, open_scores, sink, slack));
    }
}

void Comparison::compare_line(const std::vector<Place>& open, const Matrix& shown,
                              const LineVerdict& right) {
    Long total = 0;
    for (std::size_t at = 0; at < open.size(); ++at) {
        const Real weight = shown(open[at].row, open[at].column);
        compare(open[at], weight, right.weights[at]);
        total += weight;
    }
    if (!said_.empty() || agrees(total, right.sum))
        return;
    std::ostringstream text;
    text.precision(21);
    text << "the weights around " << to_text(open.front()) << " sum to " << total
         << ", but should sum to " << right.sum.value << " within " << right.sum.allowed;
    said_ = text.str();
}

} // namespace attn::test
