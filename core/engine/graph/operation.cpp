// SPDX-License-Identifier: MIT
#include "core/engine/graph/operation.h"

#include "core/engine/graph/expression_text.h"

#include <array>
#include <cassert>
#include <string>
#include <utility>

namespace attn {

std::span<const Operation* const> operations() {
    using namespace operation;
    static constexpr std::array list = {&given,
                                        &copied,
                                        &product,
                                        &product_transposed,
                                        &transposed_product,
                                        &sum,
                                        &difference,
                                        &negative,
                                        &scaled,
                                        &masked,
                                        &opened,
                                        &normalised,
                                        &weighted,
                                        &joined,
                                        &part,
                                        &each,
                                        &times_number,
                                        &line_sum,
                                        &line_mean,
                                        &root_mean_square,
                                        &sample_deviation,
                                        &less_line,
                                        &over_line,
                                        &rotated,
                                        &rotated_back,
                                        &sinusoidal,
                                        &alibi,
                                        &bucketed,
                                        &bucket_sums,
                                        &with_bias,
                                        &general_scores,
                                        &additive_scores,
                                        &additive_queries,
                                        &additive_keys,
                                        &additive_weights,
                                        &cosine_scores,
                                        &unit_rows,
                                        &unit_rows_back,
                                        &distance_scores,
                                        &pulled_queries,
                                        &pulled_keys,
                                        &limited,
                                        &limit_slopes,
                                        &sink_changes,
                                        &sparsemax_changes,
                                        &times_line,
                                        &repeated,
                                        &stretched,
                                        &mean,
                                        &looked_up,
                                        &added_rows,
                                        &activated,
                                        &activation_slope,
                                        &squared_error,
                                        &squared_error_slope,
                                        &cross_entropy,
                                        &cross_entropy_slope,
                                        &left_vectors,
                                        &singular_values,
                                        &right_vectors,
                                        &shares,
                                        &rebuilt,
                                        &dropped,
                                        &coordinates,
                                        &cosines};
    return list;
}

Factor Cell::other(std::size_t number, Index row, Index column) const {
    return {{node().seen_with[number], row, column}, others[number](row, column)};
}

Factor Cell::factor(std::size_t input, Index row, Index column) const {
    return {{graph[node().inputs[input]].sheet, row, column}, cells(input)(row, column)};
}

std::string Cell::name(const SheetId& sheet, const std::string& row,
                       const std::string& column) const {
    return entry(sheet, row, column, convention);
}

std::string Cell::name(std::size_t input, const std::string& row, const std::string& column) const {
    return name(graph[node().inputs[input]].sheet, row, column);
}

std::string Cell::name(std::size_t input, Index row, Index column) const {
    return name(input, std::to_string(row), std::to_string(column));
}

Term Cell::product(Factor first, Factor second) const {
    if (convention == Convention::TokensAsColumns)
        std::swap(first, second);
    return {{std::move(first), std::move(second)}};
}

std::string Cell::product(const std::string& first, const std::string& second) const {
    return convention == Convention::TokensAsRows ? first + " · " + second : second + " · " + first;
}

void Cell::copy(Derivation& made, std::size_t input) const {
    made.rule = Rule::SumOfProducts;
    made.terms = {{{factor(input, place.row, place.column)}}};
    made.formula = name(input, place.row, place.column);
}

void Cell::express(Derivation& made, Expression expression) {
    made.rule = Rule::Expression;
    made.expression = std::move(expression);
}

Derivation explain(const Graph& graph, const Place& place, Convention convention,
                   const CellsOf& cells_of) {
    const auto at = graph.find(place.sheet);
    assert(at && "the graph has the stage of the place");
    Derivation made;
    made.place = place;
    made.convention = convention;
    if (const StageInfo* const about = find_info(place.sheet.stage))
        made.label = about->label;
    const Node& node = graph[*at];
    std::vector<Cells> inputs, others;
    for (const std::size_t input : node.inputs)
        inputs.push_back(cells_of(input));
    for (const SheetId& sheet : node.seen_with)
        others.push_back(cells_of(*graph.find(sheet)));
    Cells own;
    if (node.operation != &operation::weighted) {
        own = cells_of(*at);
        made.result = own(place.row, place.column);
    }
    node.operation->explain(
        {graph, *at, place, convention, own, std::move(inputs), std::move(others)}, made);
    if (made.expression && made.formula.empty())
        made.formula = formula_of(*made.expression, convention);
    return made;
}

std::vector<Matrix> run(const Graph& graph,
                        const std::function<const Matrix&(const SheetId&)>& given) {
    std::vector<Matrix> results(graph.size());
    for (std::size_t at = 0; at < graph.size(); ++at) {
        const Node& node = graph[at];
        if (!node.operation->run) {
            results[at] = given(node.sheet);
            assert(results[at].rows() == node.shape.rows &&
                   results[at].cols() == node.shape.columns && "an input has its shape");
            continue;
        }
        std::vector<const Matrix*> inputs;
        for (const std::size_t input : node.inputs)
            inputs.push_back(&results[input]);
        node.operation->run(node.options, inputs, results[at]);
    }
    return results;
}

std::size_t Backward::add(const Operation& by, std::vector<std::size_t> inputs, Options options,
                          const std::vector<std::size_t>& seen_with) {
    std::vector<SheetId> seen;
    for (const std::size_t at : seen_with)
        seen.push_back(graph_[at].sheet);
    // "d.weights:1" is a step on the way back through the weights.
    const SheetId& of = graph_[at_].sheet;
    for (int number = 1;; ++number) {
        SheetId sheet = of;
        sheet.stage = Stage("d." + std::string(of.stage.name()) + ":" + std::to_string(number));
        if (!graph_.find(sheet))
            return graph_.add(
                {sheet, &by, std::move(inputs), std::move(options), {}, std::move(seen)});
    }
}

std::vector<std::optional<std::size_t>> add_gradients(Graph& graph, std::size_t of,
                                                      std::size_t seed) {
    assert(graph[of].shape == graph[seed].shape && "the seed has the shape of the stage");
    std::vector<std::vector<std::size_t>> parts(of + 1);
    std::vector<std::optional<std::size_t>> whole(of + 1);
    parts[of].push_back(seed);
    for (std::size_t at = of + 1; at-- > 0;) {
        if (parts[at].empty())
            continue;
        const SheetId& sheet = graph[at].sheet;
        SheetId named = sheet;
        named.stage = Stage("d." + std::string(sheet.stage.name()));
        whole[at] = graph.add(
            {named, parts[at].size() == 1 ? &operation::copied : &operation::sum, parts[at]});
        if (!graph[at].operation->gradient)
            continue;
        Backward backward(graph, at, *whole[at]);
        const std::vector<std::size_t> inputs = graph[at].inputs;
        const Gradients gradients = graph[at].operation->gradient(backward);
        assert(gradients.size() == inputs.size() && "each input is answered");
        for (std::size_t input = 0; input < inputs.size(); ++input)
            if (gradients[input])
                parts[inputs[input]].push_back(*gradients[input]);
    }
    return whole;
}

} // namespace attn
