// SPDX-License-Identifier: MIT
#include "tests/support/referee.h"

#include "core/document/model/model.h"
#include "core/document/model/option_inputs.h"
#include "core/document/model/sheet.h"
#include "core/engine/graph/operation.h"
#include "tests/support/exact_rounding.h"
#include "tests/support/verdict.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace attn::test {
namespace {

/// Judges one head that the engine computes in a pass over heads, by any of its methods.
class HeadReferee {
public:
    HeadReferee(const Document& document, const Trace& trace, Index head, Real slack,
                Comparison& comparison)
        : document_(document), trace_(trace), head_(head), slack_(slack), comparison_(comparison),
          switches_(document.switches) {}

    void judge() {
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
            return Verdict{is_closed(switches_.mask, row, column, k_.rows())
                               ? -std::numeric_limits<Long>::infinity()
                               : Long(scaled(row, column)),
                           0, false};
        });
        comparison_.compare_weights({Stage::Weights, head_},
                                    {switches_.normaliser, switches_.axis, switches_.mask}, masked,
                                    weights, {}, slack_);
        every(Stage::Output, shown(Stage::Output),
              [&, largest = magnitude(v_), off = roundings(weights)](Index row, Index column) {
                  return output(weights, off, row, column, largest);
              });
        check_cells();
        check_weighted_values(weights);
    }

private:
    Matrix shown(Stage stage) const { return matrix_of(document_, trace_, {stage, head_, 0}); }

    template <class VerdictOf>
    void every(Stage stage, const Matrix& shown, const VerdictOf& verdict_of) {
        comparison_.compare({stage, head_, 0}, shown, verdict_of);
    }

    void product(Stage stage, const Matrix& a, const Matrix& b, const Matrix& shown) {
        every(stage, shown, [&](Index row, Index column) {
            return dot(
                a.cols(), [&](Index at) { return a(row, at); },
                [&](Index at) { return b(at, column); });
        });
    }

    /// score / scale / temperature, in either order or as one factor.
    Verdict scale(Real score) const {
        const Long temperature = switches_.temperature, by = divisor();
        const Long value = static_cast<Long>(score) / by / temperature;
        const Long on_the_way = std::abs(static_cast<Long>(score) / by);
        const Long factor = 1 / by / temperature;
        const bool is_open =
            std::isfinite(score) && score != 0 &&
            (on_the_way > most_real * (1 - 1e-9L) || is_borderline(std::abs(value)) ||
             1 / by > most_real || factor > most_real);
        return {value, 4 * unit * std::abs(value) + least_real / temperature + least_real, is_open};
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

    /// A power carries the rounding error of its exponent, once for each block of keys with a new
    /// largest score.
    static LongMatrix roundings(const Matrix& weights) {
        return weights.cast<Long>().unaryExpr([](Long weight) -> Long {
            return weight == 0 || !std::isfinite(weight)
                       ? 0
                       : 2 * (8 + std::abs(std::log(std::abs(weight)))) * unit * std::abs(weight) +
                             2 * least_real;
        });
    }
    /// `off`: allowed error of each weight in the sum. `largest`: the largest number of V.
    Verdict output(const Matrix& weights, const LongMatrix& off, Index row, Index column,
                   Long largest) const {
        Verdict sum = dot(
            v_.rows(), [&](Index key) { return weights(row, key); },
            [&](Index key) { return v_(key, column); });
        for (Index key = 0; key < v_.rows(); ++key)
            if (const Long value = v_(key, column); std::isfinite(value))
                sum.allowed += off(row, key) * std::abs(value);
        sum.allowed = 2 * sum.allowed + (slack_ > 0 ? slack_ * largest : 0);
        return sum;
    }

    /// Cells, rows and the whole matrix are read by three different functions.
    void check_cells() {
        const Index tokens = q_.rows();
        for (const Stage stage : {Stage::Scores, Stage::Scaled, Stage::Masked, Stage::Weights}) {
            const SheetId sheet{stage, head_, 0};
            const Cells cells = cells_of(document_, trace_, sheet);
            const Matrix whole = cells.matrix();
            for (Index at = 0; at < std::min<Index>(tokens, 5); ++at) {
                const Index row = (at * 7 + 3) % tokens;
                const Vector line = cells.row(row);
                for (Index column = 0; column < tokens; ++column)
                    for (const Real read : {line(column), cells(row, column)})
                        comparison_.compare({sheet, row, column}, read,
                                            {whole(row, column), 0, false});
            }
        }
    }

    void check_weighted_values(const Matrix& weights) {
        const Index query = q_.rows() / 2;
        const SheetId sheet{Stage::WeightedValues, head_, query};
        comparison_.compare(sheet, matrix_of(document_, trace_, sheet),
                            [&](Index row, Index column) {
                                return dot(
                                    1, [&](Index) { return weights(query, row); },
                                    [&](Index) { return v_(row, column); });
                            });
    }

    const Document& document_;
    const Trace& trace_;
    const Index head_;
    const Real slack_;
    Comparison& comparison_;
    const Switches& switches_;
    Matrix q_, k_, v_;
};

/// Judges the heads' outputs side by side, and those times W_O.
void judge_join(const Document& document, const Trace& trace, Comparison& comparison) {
    if (document.join == Join::None)
        return;
    const Matrix joined = matrix_of(document, trace, {Stage::Joined});
    Index first = 0;
    for (Index head = 0; head < head_count(document); ++head) {
        const Matrix output = matrix_of(document, trace, {Stage::Output, head, 0});
        for (Index row = 0; row < output.rows(); ++row)
            for (Index column = 0; column < output.cols(); ++column)
                comparison.compare({{Stage::Joined}, row, first + column},
                                   joined(row, first + column), {output(row, column), 0, false});
        first += output.cols();
    }
    if (document.join != Join::WO)
        return;
    comparison.compare({Stage::Attention}, matrix_of(document, trace, {Stage::Attention}),
                       [&, &w_o = *document.w_o](Index row, Index column) {
                           return dot(
                               joined.cols(), [&](Index at) { return joined(row, at); },
                               [&](Index at) { return w_o(at, column); });
                       });
}

/// Judges each stage of a document with options by its formula and its inputs.
class StageReferee {
public:
    StageReferee(const Document& document, const Trace& trace, Comparison& comparison)
        : document_(document), trace_(trace), comparison_(comparison), stages_(graph(document)) {}

    void judge() {
        for (const Node& node : stages_.nodes()) {
            shown_.push_back(matrix_of(document_, trace_, node.sheet));
            exact_.push_back(shown_.back().cast<Long>());
        }
        for (std::size_t at = 0; at < stages_.size(); ++at)
            if (!stages_.is_given(at))
                judge(at);
    }

private:
    void judge(std::size_t at) {
        const Node& node = stages_[at];
        if (node.operation == &operation::normalised) {
            const auto& how = std::get<Normalising>(node.options);
            std::optional<Real> sink;
            if (node.inputs.size() > 1)
                sink = shown_[node.inputs[1]](0, how.sink_column);
            comparison_.compare_weights(node.sheet, how, shown_[node.inputs[0]], shown_[at], sink);
            return;
        }
        if (node.operation == &operation::weighted) {
            const Index queries = shown_[node.inputs[0]].rows();
            for (const Index query : {Index{0}, queries / 2, queries - 1})
                judge_weighted(node, query);
            return;
        }
        std::vector<const LongMatrix*> read;
        for (const std::size_t input : node.inputs)
            read.push_back(&exact_[input]);
        const LongMatrix right = exactly(node, read), allowed = rounding(node, read, right);
        comparison_.compare(node.sheet, shown_[at], [&](Index row, Index column) {
            return Verdict{right(row, column), allowed(row, column),
                           is_borderline(std::abs(right(row, column)))};
        });
    }

    void judge_weighted(const Node& node, Index query) {
        const Matrix &weights = shown_[node.inputs[0]], &values = shown_[node.inputs[1]];
        SheetId sheet = node.sheet;
        sheet.query = query;
        comparison_.compare(sheet, matrix_of(document_, trace_, sheet),
                            [&](Index row, Index column) {
                                return dot(
                                    1, [&](Index) { return weights(query, row); },
                                    [&](Index) { return values(row, column); });
                            });
    }

    const Document& document_;
    const Trace& trace_;
    Comparison& comparison_;
    const Graph stages_;
    std::vector<Matrix> shown_;
    std::vector<LongMatrix> exact_; // `numbers` in extended precision
};

} // namespace

std::string fault(const Document& document, const Trace& trace, Real slack) {
    Comparison comparison;
    if (!is_plain(document)) {
        StageReferee(document, trace, comparison).judge();
        return comparison.said();
    }
    for (Index head = 0; head < head_count(document); ++head)
        HeadReferee(document, trace, head, slack, comparison).judge();
    judge_join(document, trace, comparison);
    return comparison.said();
}

} // namespace attn::test
