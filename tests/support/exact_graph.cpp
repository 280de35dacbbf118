// SPDX-License-Identifier: MIT
#include "tests/support/exact_graph.h"

#include "core/engine/graph/operation.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numbers>
#include <numeric>
#include <optional>
#include <variant>
#include <vector>

namespace attn::test {
namespace {

/// A stage and its inputs.
struct Read {
    const Node& node;
    const std::vector<const LongMatrix*>& inputs;

    const LongMatrix& operator[](std::size_t at) const { return *inputs[at]; }
    bool has(std::size_t at) const { return inputs.size() > at; }
    template <class Option>
    const Option& told() const {
        return std::get<Option>(node.options);
    }
    /// Makes a matrix of the stage's shape.
    template <class CellOf>
    LongMatrix each(const CellOf& cell_of) const {
        LongMatrix made(node.shape.rows, node.shape.columns);
        for (Index row = 0; row < made.rows(); ++row)
            for (Index column = 0; column < made.cols(); ++column)
                made(row, column) = cell_of(row, column);
        return made;
    }
};

template <class PartOf>
Long sum(Index count, const PartOf& part_of) {
    Long total = 0;
    for (Index at = 0; at < count; ++at)
        total += part_of(at);
    return total;
}

LongMatrix product(const Read& read) {
    const LongMatrix &a = read[0], &b = read[1];
    return read.each([&](Index row, Index column) {
        return sum(a.cols(), [&](Index at) { return a(row, at) * b(at, column); }) +
               (read.has(2) ? read[2](0, column) : 0);
    });
}

LongMatrix product_transposed(const Read& read) {
    return read.each([&](Index row, Index column) {
        return sum(read[0].cols(),
                   [&](Index at) { return read[0](row, at) * read[1](column, at); });
    });
}

LongMatrix scaled(const Read& read) {
    return read.each([&](Index row, Index column) {
        Long score = read[0](row, column);
        for (const Divisor& by : read.told<std::vector<Divisor>>())
            score /= by.is_root ? std::sqrt(static_cast<Long>(by.number)) : by.number;
        return score;
    });
}

LongMatrix masked(const Read& read) {
    return read.each([&](Index row, Index column) {
        return is_closed(read.told<Mask>(), row, column, read.node.shape.columns)
                   ? -std::numeric_limits<Long>::infinity()
                   : read[0](row, column);
    });
}

/// Solves Σ max(score − τ, 0) = 1 for τ: starts with all scores and keeps those above the last τ
/// until none is dropped (Michelot 1986).
Long threshold_of(const std::vector<Long>& scores) {
    Long threshold = -std::numeric_limits<Long>::infinity();
    for (std::size_t again = 0; again <= scores.size(); ++again) {
        Long total = 0, count = 0;
        for (const Long score : scores)
            if (score > threshold) {
                total += score;
                ++count;
            }
        threshold = (total - 1) / count;
    }
    return threshold;
}

/// The weight of one open score of a line; `sink` is a further score.
Long weight(Normaliser normaliser, Long own, const std::vector<Long>& scores,
            std::optional<Long> sink) {
    switch (normaliser) {
    case Normaliser::Softmax:
    case Normaliser::NaiveSoftmax: {
        Long total = sink ? std::exp(*sink - own) : 0;
        for (const Long score : scores)
            total += std::exp(score - own);
        return 1 / total;
    }
    case Normaliser::Sum:
        return own / std::accumulate(scores.begin(), scores.end(), 0.0L);
    case Normaliser::Sparsemax:
        return std::max(own - threshold_of(scores), 0.0L);
    }
    return std::nan("");
}

/// Closed cells have no weight.
LongMatrix normalised(const Read& read) {
    const auto& how = read.told<Normalising>();
    const LongMatrix& scores = read[0];
    const bool by_rows = how.axis == Axis::Rows;
    const auto sink = read.has(1) ? std::optional(read[1](0, how.sink_column)) : std::nullopt;
    return read.each([&](Index row, Index column) -> Long {
        if (is_closed(how.mask, row, column, scores.cols()))
            return 0;
        std::vector<Long> open;
        for (Index at = 0; at < (by_rows ? scores.cols() : scores.rows()); ++at) {
            const Index other_row = by_rows ? row : at, other_column = by_rows ? at : column;
            if (!is_closed(how.mask, other_row, other_column, scores.cols()))
                open.push_back(scores(other_row, other_column));
        }
        return weight(how.normaliser, scores(row, column), open, sink);
    });
}

LongMatrix joined(const Read& read) {
    LongMatrix made(read.node.shape.rows, read.node.shape.columns);
    Index first = 0;
    for (const LongMatrix* const part : read.inputs) {
        made.middleCols(first, part->cols()) = *part;
        first += part->cols();
    }
    return made;
}

LongMatrix rotated(const Read& read) {
    const auto& how = read.told<Rotation>();
    const LongMatrix& from = read[0];
    const Index width = how.columns > 0 ? how.columns : from.cols(), half = width / 2;
    return read.each([&](Index row, Index column) {
        if (column >= width)
            return from(row, column);
        const Index pair = how.neighbours ? column / 2 : column % half;
        const bool is_first = how.neighbours ? column % 2 == 0 : column < half;
        const Index x = how.neighbours ? 2 * pair : pair, y = how.neighbours ? x + 1 : pair + half;
        const Long turn = angle(how.base, row, pair, width);
        return is_first ? from(row, x) * std::cos(turn) - from(row, y) * std::sin(turn)
                        : from(row, x) * std::sin(turn) + from(row, y) * std::cos(turn);
    });
}

LongMatrix sinusoidal(const Read& read) {
    return read.each([&](Index row, Index column) {
        const auto& how = read.told<Sinusoid>();
        const Index width = read.node.shape.columns, half = width / 2;
        const bool alternates = how.waves == Waves::Alternating;
        const Index pair = alternates ? column / 2 : column % half;
        const bool is_sine = alternates ? column % 2 == 0 : column < half;
        // tensor2tensor: half as many wavelengths, in a geometric series from 1 to the base.
        const Index over =
            how.waves == Waves::Tensor2Tensor ? std::max<Index>(2 * (half - 1), 2) : width;
        const Long at = angle(how.base, row, pair, over);
        return is_sine ? std::sin(at) : std::cos(at);
    });
}

LongMatrix alibi(const Read& read) {
    const auto& how = read.told<Slope>();
    return read.each([&](Index row, Index column) {
        return read[0](row, column) -
               how.slope * static_cast<Long>(std::abs(row - column)) / how.temperature;
    });
}

/// Raffel et al. 2020: half of the buckets of a direction hold one distance each, the others
/// logarithmically growing ranges; the last holds all further distances.
LongMatrix bucketed(const Read& read) {
    const auto& how = read.told<Buckets>();
    const Index all = read[1].cols(), count = how.both_ways ? all / 2 : all, single = count / 2;
    return read.each([&](Index row, Index column) {
        const Index ahead = column - row;
        const Index away = how.both_ways ? std::abs(ahead) : std::max<Index>(-ahead, 0);
        Index bucket = away;
        if (away >= single) {
            const Long part = std::log(static_cast<Long>(away) / static_cast<Long>(single)) /
                              std::log(static_cast<Long>(how.furthest) / static_cast<Long>(single));
            bucket = std::min(
                single + static_cast<Index>(part * static_cast<Long>(count - single) + 1e-6L),
                count - 1);
        }
        return read[0](row, column) +
               read[1](0, bucket + (how.both_ways && ahead > 0 ? count : 0)) / how.temperature;
    });
}

LongMatrix general_scores(const Read& read) {
    const LongMatrix &q = read[0], &between = read[1], &k = read[2];
    return read.each([&](Index row, Index column) {
        return sum(q.cols(), [&](Index a) {
            return sum(k.cols(), [&](Index b) { return q(row, a) * between(a, b) * k(column, b); });
        });
    });
}

LongMatrix additive_scores(const Read& read) {
    return read.each([&](Index row, Index column) {
        return sum(read[0].cols(), [&](Index at) {
            return read[2](0, at) * std::tanh(read[0](row, at) + read[1](column, at));
        });
    });
}

LongMatrix cosine_scores(const Read& read) {
    const LongMatrix &q = read[0], &k = read[1];
    return read.each([&](Index row, Index column) -> Long {
        const Long both = q.row(row).norm() * k.row(column).norm();
        return both == 0 ? 0 : q.row(row).dot(k.row(column)) / both;
    });
}

LongMatrix distance_scores(const Read& read) {
    const Long sigma = read.told<Distances>().sigma;
    return read.each([&](Index row, Index column) {
        const Long squares = (read[0].row(row) - read[1].row(column)).squaredNorm();
        return -squares / (sigma == 0 ? 1 : 2 * sigma * sigma);
    });
}

LongMatrix limited(const Read& read) {
    const Long most = read.told<SoftLimit>().limit;
    return read.each(
        [&](Index row, Index column) { return most * std::tanh(read[0](row, column) / most); });
}

LongMatrix line_mean(const Read& read) {
    if (read.told<Axis>() == Axis::Rows)
        return read[0].rowwise().mean();
    return read[0].colwise().mean();
}

LongMatrix root_mean_square(const Read& read) {
    return read.each([&](Index row, Index) {
        return std::sqrt(read[0].row(row).squaredNorm() / static_cast<Long>(read[0].cols()) +
                         read.told<Epsilon>().epsilon);
    });
}

LongMatrix sample_deviation(const Read& read) {
    return read.each([&](Index row, Index) {
        return read[0].row(row).norm() / std::sqrt(static_cast<Long>(read[0].cols()) - 1) +
               read.told<Epsilon>().epsilon;
    });
}

LongMatrix mean(const Read& read) {
    LongMatrix made = *read.inputs.front();
    for (std::size_t at = 1; at < read.inputs.size(); ++at)
        made += *read.inputs[at];
    return made / static_cast<Long>(read.inputs.size());
}

/// The number for the cell's line.
Long of_line(const Read& read, Index row, Index column) {
    return read.told<Axis>() == Axis::Rows ? read[1](row, 0) : read[1](0, column);
}

LongMatrix stretched(const Read& read) {
    return read.each([&](Index row, Index column) {
        return read[0](row, column) * read[1](0, column) + (read.has(2) ? read[2](0, column) : 0);
    });
}

Long activation(Activation::Kind kind, Long x) {
    switch (kind) {
    case Activation::Kind::Relu:
        return std::max<Long>(x, 0);
    case Activation::Kind::Gelu:
        return x / 2 * std::erfc(-x / std::numbers::sqrt2_v<Long>);
    case Activation::Kind::GeluTanh:
        return x / 2 *
               (1 +
                std::tanh(std::sqrt(2 / std::numbers::pi_v<Long>) * (x + 0.044715 * x * x * x)));
    case Activation::Kind::Silu:
        return x / (1 + std::exp(-x));
    }
    return x;
}

/// A matrix with a 1 in the column of each word, times the table.
LongMatrix looked_up(const Read& read) {
    const std::vector<Index>& rows = read.told<Lookup>().rows;
    LongMatrix one_hot = LongMatrix::Zero(static_cast<Index>(rows.size()), read[0].rows());
    for (std::size_t at = 0; at < rows.size(); ++at)
        one_hot(static_cast<Index>(at), rows[at]) = 1;
    return one_hot * read[0];
}

LongMatrix squared_error(const Read& read) {
    return LongMatrix::Constant(1, 1, (read[0] - read[1]).array().square().mean());
}

LongMatrix cross_entropy(const Read& read) {
    Long total = 0;
    for (Index at = 0; at < read[0].size(); ++at)
        if (const Long wanted = read[1].data()[at]; wanted != 0)
            total -= wanted * std::log(read[0].data()[at]);
    return LongMatrix::Constant(1, 1, total / static_cast<Long>(read[0].rows()));
}

struct Formula {
    const Operation* operation;
    LongMatrix (*run)(const Read&);
};
constexpr Formula formulas[] = {
    {&operation::copied, [](const Read& read) { return LongMatrix(read[0]); }},
    {&operation::product, product},
    {&operation::product_transposed, product_transposed},
    {&operation::sum, [](const Read& read) { return LongMatrix(read[0] + read[1]); }},
    {&operation::each, [](const Read& read) { return LongMatrix(read[0].cwiseProduct(read[1])); }},
    {&operation::scaled, scaled},
    {&operation::masked, masked},
    {&operation::normalised, normalised},
    {&operation::joined, joined},
    {&operation::rotated, rotated},
    {&operation::sinusoidal, sinusoidal},
    {&operation::alibi, alibi},
    {&operation::bucketed, bucketed},
    {&operation::with_bias,
     [](const Read& read) {
         return LongMatrix(read[0] +
                           read[1] / static_cast<Long>(read.told<Tempered>().temperature));
     }},
    {&operation::general_scores, general_scores},
    {&operation::additive_scores, additive_scores},
    {&operation::cosine_scores, cosine_scores},
    {&operation::distance_scores, distance_scores},
    {&operation::limited, limited},
    {&operation::line_mean, line_mean},
    {&operation::root_mean_square, root_mean_square},
    {&operation::sample_deviation, sample_deviation},
    {&operation::mean, mean},
    {&operation::less_line,
     [](const Read& read) {
         return read.each([&](Index row, Index column) {
             return read[0](row, column) - of_line(read, row, column);
         });
     }},
    {&operation::over_line,
     [](const Read& read) {
         return read.each([&](Index row, Index column) {
             return read[0](row, column) / of_line(read, row, column);
         });
     }},
    {&operation::stretched, stretched},
    {&operation::looked_up, looked_up},
    {&operation::activated,
     [](const Read& read) {
         return read.each([&](Index row, Index column) {
             return activation(read.told<Activation>().kind, read[0](row, column));
         });
     }},
    {&operation::squared_error, squared_error},
    {&operation::cross_entropy, cross_entropy},
};

} // namespace

bool is_closed(const Mask& mask, Index query, Index key, Index keys) {
    switch (mask.kind) {
    case Mask::Kind::None:
        return false;
    case Mask::Kind::Causal:
        return key > query;
    case Mask::Kind::Painted:
        return (*mask.painted)(query, key);
    case Mask::Kind::Window:
        return std::abs(key - query) >= mask.number;
    case Mask::Kind::Prefix:
        return key > query && key >= mask.number;
    case Mask::Kind::Padding:
        return key >= keys - mask.number;
    case Mask::Kind::All:
        return std::any_of(mask.all.begin(), mask.all.end(),
                           [&](const Mask& one) { return is_closed(one, query, key, keys); });
    }
    return false;
}

Long angle(Real base, Index place, Index pair, Index width) {
    return static_cast<Long>(place) *
           std::pow(static_cast<Long>(base),
                    -2 * static_cast<Long>(pair) / static_cast<Long>(width));
}

LongMatrix exactly(const Node& node, const std::vector<const LongMatrix*>& inputs) {
    const auto* const formula =
        std::find_if(std::begin(formulas), std::end(formulas),
                     [&](const Formula& one) { return one.operation == node.operation; });
    if (formula == std::end(formulas)) {
        ADD_FAILURE() << node.operation->name << " has no formula here";
        return LongMatrix::Zero(node.shape.rows, node.shape.columns);
    }
    return formula->run({node, inputs});
}

void run_exactly(const Graph& graph, std::size_t last, std::vector<LongMatrix>& numbers) {
    for (std::size_t at = 0; at <= last; ++at) {
        const Node& node = graph[at];
        if (graph.is_given(at) || node.operation == &operation::weighted)
            continue;
        std::vector<const LongMatrix*> inputs;
        for (const std::size_t input : node.inputs)
            inputs.push_back(&numbers[input]);
        numbers[at] = exactly(node, inputs);
    }
}

} // namespace attn::test
