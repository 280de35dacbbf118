// SPDX-License-Identifier: MIT
#include "tests/support/referee.h"

#include "core/base/number_text.h"
#include "core/document/sheet.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <sstream>
#include <vector>

namespace attn::testing {
namespace {

using Long = long double;
static_assert(std::numeric_limits<Long>::digits >= 64, "the referee has more digits than a double");

constexpr Long most = std::numeric_limits<Real>::max();
constexpr Long unit = std::numeric_limits<Real>::epsilon() / 2; // what one operation may be off by
constexpr Long tiny = std::numeric_limits<Real>::denorm_min();  // and where numbers get too small
constexpr Long infinity = std::numeric_limits<Long>::infinity();

/// A true number, and how far off a double that was computed for it may be. Where an operation
/// leaves the range of doubles on its way anything may come out.
struct Verdict {
    Long value = 0;
    Long allowed = 0;
    bool is_open = false;
};

/// Too close to the largest double to say on which side of it an operation ends.
bool is_borderline(Long magnitude) {
    return magnitude > most * (1 - 1e-9L) && magnitude < most * (1 + 1e-9L);
}

/// What a double does with a number beyond its range.
Long in_range(Long value) {
    return value > most ? infinity : value < -most ? -infinity : value;
}

bool agrees(Real shown, const Verdict& verdict) {
    if (verdict.is_open)
        return true;
    const Long value = in_range(verdict.value);
    if (std::isnan(value))
        return std::isnan(shown);
    if (std::isinf(value))
        return static_cast<Long>(shown) == value;
    return std::isfinite(shown) && std::abs(static_cast<Long>(shown) - value) <= verdict.allowed;
}

/// Σ a[i] b[i] in any order.
Verdict dot(Index count, const std::function<Real(Index)>& a, const std::function<Real(Index)>& b) {
    Long sum = 0, magnitude = 0, smallest = 0;
    for (Index at = 0; at < count; ++at) {
        const Long product = static_cast<Long>(a(at)) * static_cast<Long>(b(at));
        sum += product;
        magnitude += std::isfinite(product) ? std::abs(product) : 0;
        smallest += tiny;
    }
    // Where finite terms reach beyond the doubles, the order decides what overflows on the way.
    const bool is_open = !std::isnan(sum) && magnitude > most * (1 - 1e-9L);
    return {sum, static_cast<Long>(count + 1) * unit * magnitude * 1.01L + smallest, is_open};
}

class Referee {
public:
    Referee(const Document& document, const Trace& trace, Index head, Real slack)
        : document_(document), trace_(trace), head_(head), slack_(slack),
          switches_(document.switches) {}

    std::string fault() {
        const Matrix& x = *document_.embeddings;
        const bool is_learned = document_.projections == Projections::Learned;
        q_ = shown(Stage::Q), k_ = shown(Stage::K), v_ = shown(Stage::V);
        if (is_learned) {
            const HeadWeights& by = document_.heads[static_cast<std::size_t>(head_)];
            product(Stage::Q, x, *by.w_q, q_);
            product(Stage::K, x, *by.w_k, k_);
            product(Stage::V, x, *by.w_v, v_);
        } else {
            for (const Stage stage : {Stage::Q, Stage::K, Stage::V})
                every(stage, shown(stage), [&](Index row, Index column) {
                    return Verdict{x(row, column), 0, false};
                });
        }
        const Matrix scores = shown(Stage::Scores), scaled = shown(Stage::Scaled),
                     masked = shown(Stage::Masked), weights = shown(Stage::Weights);
        product(Stage::Scores, q_, Matrix(k_.transpose()), scores);
        every(Stage::Scaled, scaled,
              [&](Index row, Index column) { return scale(scores(row, column)); });
        every(Stage::Masked, masked, [&](Index row, Index column) {
            return Verdict{is_blocked(row, column) ? -infinity : Long(scaled(row, column)), 0,
                           false};
        });
        check_weights(masked, weights);
        const Long largest = magnitude(v_);
        every(Stage::Output, shown(Stage::Output), [&](Index row, Index column) {
            Verdict sum = dot(
                v_.rows(), [&](Index key) { return weights(row, key); },
                [&](Index key) { return v_(key, column); });
            // A power takes the rounding of its exponent along, once for each block of keys that
            // brought a larger score.
            for (Index key = 0; key < v_.rows(); ++key) {
                const Long weight = weights(row, key), value = v_(key, column);
                if (weight != 0 && std::isfinite(weight) && std::isfinite(value))
                    sum.allowed += 2 * (8 + std::abs(std::log(std::abs(weight)))) * unit *
                                       std::abs(weight * value) +
                                   2 * tiny * std::abs(value);
            }
            sum.allowed = 2 * sum.allowed + (slack_ > 0 ? slack_ * largest : 0);
            return sum;
        });
        check_cells();
        check_weighted_values(weights);
        return said_;
    }

private:
    Matrix shown(Stage stage) const { return matrix_of(document_, trace_, {stage, head_, 0}); }

    bool is_blocked(Index row, Index column) const {
        return is_blocked(switches_.mask, row, column);
    }
    bool is_blocked(const Mask& mask, Index row, Index column) const {
        switch (mask.kind) {
        case Mask::Kind::None:
            return false;
        case Mask::Kind::Causal:
            return column > row;
        case Mask::Kind::Painted:
            return (*mask.painted)(row, column);
        case Mask::Kind::Window:
            return column - row >= mask.number || row - column >= mask.number;
        case Mask::Kind::Prefix:
            return column > row && column >= mask.number;
        case Mask::Kind::Padding:
            return column >= k_.rows() - mask.number;
        case Mask::Kind::All:
            for (const Mask& one : mask.all)
                if (is_blocked(one, row, column))
                    return true;
            return false;
        }
        return false;
    }

    void say(Stage stage, Index row, Index column, Real shown, const Verdict& verdict) {
        if (!said_.empty())
            return;
        std::ostringstream text;
        text.precision(21);
        text << to_text(Place{{stage, head_, 0}, row, column}) << " is " << shortest(shown)
             << ", but should be " << verdict.value << " within " << verdict.allowed;
        said_ = text.str();
    }

    void every(Stage stage, const Matrix& shown,
               const std::function<Verdict(Index, Index)>& verdict) {
        for (Index row = 0; row < shown.rows(); ++row)
            for (Index column = 0; column < shown.cols(); ++column) {
                const Verdict right = verdict(row, column);
                if (!agrees(shown(row, column), right))
                    say(stage, row, column, shown(row, column), right);
            }
    }

    void product(Stage stage, const Matrix& a, const Matrix& b, const Matrix& shown) {
        every(stage, shown, [&](Index row, Index column) {
            return dot(
                a.cols(), [&](Index at) { return a(row, at); },
                [&](Index at) { return b(at, column); });
        });
    }

    /// score / scale / temperature, in either order or by one factor.
    Verdict scale(Real score) const {
        const Long temperature = switches_.temperature, by = divisor();
        const Long value = static_cast<Long>(score) / by / temperature;
        const Long on_the_way = std::abs(static_cast<Long>(score) / by);
        const Long factor = 1 / by / temperature;
        const bool is_open = std::isfinite(score) && score != 0 &&
                             (on_the_way > most * (1 - 1e-9L) || is_borderline(std::abs(value)) ||
                              1 / by > most || factor > most);
        return {value, 4 * unit * std::abs(value) + tiny / temperature + tiny, is_open};
    }

    Long divisor() const {
        const auto d_k = static_cast<Long>(q_.cols());
        const auto d_model = static_cast<Long>(document_.embeddings.cols());
        switch (switches_.scale.kind) {
        case Scale::Kind::SqrtDk:
            return std::sqrt(d_k);
        case Scale::Kind::None:
            return 1;
        case Scale::Kind::Dk:
            return d_k;
        case Scale::Kind::SqrtDmodel:
            return std::sqrt(d_model);
        case Scale::Kind::Number:
            return switches_.scale.number;
        }
        return 1;
    }

    static Long magnitude(const Matrix& matrix) {
        Long largest = 0;
        for (Index at = 0; at < matrix.size(); ++at)
            largest = std::max(largest, std::abs(static_cast<Long>(matrix.data()[at])));
        return largest;
    }
    void check_weights(const Matrix& masked, const Matrix& weights) {
        const bool by_rows = switches_.axis == Axis::Rows;
        const Index lines = by_rows ? masked.rows() : masked.cols();
        const Index length = by_rows ? masked.cols() : masked.rows();
        for (Index line = 0; line < lines; ++line) {
            std::vector<Index> open;
            const auto at = [&](const Matrix& matrix, Index place) {
                return by_rows ? matrix(line, place) : matrix(place, line);
            };
            for (Index place = 0; place < length; ++place) {
                const Index row = by_rows ? line : place, column = by_rows ? place : line;
                if (!is_blocked(row, column))
                    open.push_back(place);
                else if (at(weights, place) != 0)
                    say(Stage::Weights, row, column, at(weights, place), {});
            }
            const auto place_of = [&](Index place) {
                return Place{
                    {Stage::Weights, head_, 0}, by_rows ? line : place, by_rows ? place : line};
            };
            check_line(
                open, [&](Index place) { return at(masked, place); },
                [&](Index place) { return at(weights, place); }, place_of);
        }
    }

    /// One line of weights from the scores above it.
    void check_line(const std::vector<Index>& open, const std::function<Real(Index)>& score,
                    const std::function<Real(Index)>& weight,
                    const std::function<Place(Index)>& place_of) {
        const bool is_sum = switches_.normaliser == Normaliser::Sum;
        Long largest = -infinity;
        for (const Index place : open)
            if (score(place) > largest || std::isnan(score(place)))
                largest = score(place);
        const Long subtracted = switches_.normaliser == Normaliser::Softmax ? largest : 0;
        Long sum = 0, off = 0, magnitude = 0;
        bool is_borderline_line = false;
        std::vector<Long> parts(open.size()), offs(open.size());
        for (std::size_t at = 0; at < open.size(); ++at) {
            const Long value = score(open[at]);
            const Long exponent = value - subtracted;
            const Long part = is_sum ? value : std::exp(exponent);
            parts[at] = in_range(part);
            is_borderline_line = is_borderline_line || is_borderline(std::abs(part)) ||
                                 (!is_sum && exponent > 709.78L && exponent < 709.79L);
            offs[at] = is_sum ? 0 : part * (8 + std::min(std::abs(exponent), 800.0L)) * unit + tiny;
            sum += parts[at];
            magnitude += std::abs(parts[at]);
            off += offs[at];
        }
        off += static_cast<Long>(open.size()) * unit * magnitude;
        is_borderline_line = is_borderline_line || is_borderline(magnitude) ||
                             (std::isfinite(sum) && magnitude > most);
        sum = in_range(sum);
        // A sum that cancels has no digits of its own.
        const bool has_cancelled = std::isfinite(sum) && std::abs(sum) <= 4 * off;
        Long total = 0, total_off = 0;
        for (std::size_t at = 0; at < open.size(); ++at) {
            const Long value = parts[at] / sum;
            const Long allowed = std::isfinite(sum)
                                     ? (offs[at] + std::abs(value) * off) / (std::abs(sum) - off) +
                                           4 * unit * std::abs(value) + tiny + slack_
                                     : 0;
            const Real shown = weight(open[at]);
            const bool is_open = is_borderline_line || is_borderline(std::abs(value)) ||
                                 (has_cancelled && magnitude != 0);
            const Place place = place_of(open[at]);
            const Verdict right{value, allowed, is_open};
            if (!agrees(shown, right))
                say(Stage::Weights, place.row, place.column, shown, right);
            total += shown;
            total_off += is_open ? infinity : allowed;
        }
        if (open.empty() || !std::isfinite(sum) || sum == 0 || is_borderline_line)
            return;
        const bool is_softmax = switches_.normaliser == Normaliser::Softmax;
        const Long allowed = is_softmax ? 4 * static_cast<Long>(open.size()) * 2 * unit +
                                              static_cast<Long>(open.size()) * slack_
                                        : total_off;
        if (!std::isinf(allowed) && !(std::abs(total - 1) <= allowed) && said_.empty()) {
            std::ostringstream text;
            text.precision(21);
            text << "the weights around " << to_text(place_of(open.front())) << " sum to " << total
                 << ", but should sum to 1 within " << allowed;
            said_ = text.str();
        }
    }

    /// A single cell, a row and the whole matrix are read in three ways.
    void check_cells() {
        const Index tokens = q_.rows();
        for (const Stage stage : {Stage::Scores, Stage::Scaled, Stage::Masked, Stage::Weights}) {
            const SheetId sheet{stage, head_, 0};
            const Cells cells = cells_of(document_, trace_, sheet);
            const Matrix whole = cells.matrix();
            for (Index at = 0; at < std::min<Index>(tokens, 5); ++at) {
                const Index row = (at * 7 + 3) % tokens;
                const Vector line = cells.row(row);
                for (Index column = 0; column < tokens; ++column) {
                    const Verdict right{whole(row, column), 0, false};
                    for (const Real read : {line(column), cells(row, column)})
                        if (!agrees(read, right))
                            say(stage, row, column, read, right);
                }
            }
        }
    }

    void check_weighted_values(const Matrix& weights) {
        const Index query = q_.rows() / 2;
        const Matrix values = matrix_of(document_, trace_, {Stage::WeightedValues, head_, query});
        every(Stage::WeightedValues, values, [&](Index row, Index column) {
            return dot(
                1, [&](Index) { return weights(query, row); },
                [&](Index) { return v_(row, column); });
        });
    }

    const Document& document_;
    const Trace& trace_;
    const Index head_;
    const Real slack_;
    const Switches& switches_;
    Matrix q_, k_, v_;
    std::string said_;
};

} // namespace

std::string fault(const Document& document, const Trace& trace, Real slack) {
    for (Index head = 0; head < head_count(document); ++head) {
        const std::string said = Referee(document, trace, head, slack).fault();
        if (!said.empty())
            return said;
    }
    return "";
}

} // namespace attn::testing
