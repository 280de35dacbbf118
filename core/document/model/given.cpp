// SPDX-License-Identifier: MIT
#include "core/document/model/given.h"

#include "core/document/model/given_layers.h"
#include "core/document/model/model.h"
#include "core/document/model/option_inputs.h"
#include "core/document/model/sheet.h"
#include "core/engine/graph/operation.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <iterator>
#include <limits>
#include <optional>
#include <string>

namespace attn {
namespace {

/// Whether the document computes the stage, so that numbers for it are given ones. Others belong to
/// options: P, which is computed or learned, and inputs of options that are off for a while.
bool is_computed(const Document& document, Stage stage) {
    const OptionInput* const input = find_option_input(stage);
    return !input ||
           (input->is_else_computed && !input->is_asked(document) && has_stage(document, stage));
}

/// The stages that a document without X may begin with, in computing order.
constexpr std::array beginnings = {Stage::Q,      Stage::K,      Stage::V,       Stage::Scores,
                                   Stage::Scaled, Stage::Masked, Stage::Weights, Stage::Output};

Index columns_given(const Document& document, Stage stage, Index head) {
    const auto found = document.of_options.find(key_of({stage, head}));
    return found == document.of_options.end() ? 0 : found->second.cols();
}

Index first_above_0(Index first, Index second) {
    return first > 0 ? first : second;
}

/// Checks that all heads of all layers give the same stages, which lead to weights.
Result<> validate_beginnings(const Document& document) {
    const Index layers = layer_count(document);
    if (layers > max_given_layers)
        return Error{std::to_string(layers) + " layers are more than the limit of " +
                         std::to_string(max_given_layers),
                     "inputs"};
    for (const Stage stage : beginnings) {
        if (models::follows_from_given(document, stage))
            continue; // what is not given is computed
        const Index all = sheet_count(document, stage);
        Index count = 0;
        std::optional<SheetId> missing;
        for (Index layer = 0; layer < layers; ++layer)
            for (Index at = 0; at < all; ++at)
                if (const SheetId sheet{stage, at, 0, layer};
                    document.of_options.contains(key_of(sheet)))
                    ++count;
                else if (!missing)
                    missing = sheet;
        if (count > 0 && missing)
            return Error{std::string("it is missing; without X, a stage is given for every head ") +
                             (layers > 1 ? "of every layer " : "") + "or for none",
                         to_text(*missing)};
    }
    if (!has_stage(document, Stage::Weights))
        return Error{"there is no X, and no given stage leads to weights; expected X, or "
                     "\"weights/0\", or \"Q/0\" and \"K/0\"",
                     "inputs"};
    return Nothing{};
}

} // namespace

bool has_x(const Document& document) {
    const Matrix& x = *document.embeddings;
    return x.cols() > 0 || x.rows() == 0; // while a file is being read, X may still be missing
}

bool may_begin_without_x(Stage stage) {
    return std::find(beginnings.begin(), beginnings.end(), stage) != beginnings.end();
}

Index layers_given(const Document& document) {
    Index layers = 1;
    for (const Stage stage : beginnings) { // the last key of a stage has its last layer
        const auto after =
            document.of_options.upper_bound({stage, std::numeric_limits<Index>::max()});
        if (after == document.of_options.begin())
            continue;
        const SheetId last = sheet_of(std::prev(after)->first);
        if (last.stage == stage)
            layers = std::max(layers, last.layer + 1);
    }
    return layers;
}

void take_widths_of_given(Document& document) {
    for (Index at = 0; at < static_cast<Index>(document.heads.size()); ++at) {
        HeadWeights& head = document.heads[static_cast<std::size_t>(at)];
        const Index group = group_of(document, at);
        const Index d_k = first_above_0(columns_given(document, Stage::Q, at),
                                        columns_given(document, Stage::K, group));
        const Index d_v =
            first_above_0(columns_given(document, Stage::V, at),
                          columns_given(document, Stage::Output, first_head_of(document, group)));
        const bool has_keys = at < group_count(document);
        head.w_q = Matrix(0, d_k);
        head.w_k = Matrix(0, has_keys ? d_k : 0);
        head.w_v = Matrix(0, has_keys ? d_v : 0);
    }
}

Result<> validate_without_x(const Document& document) {
    const auto needs_x = [](const std::string& what, const std::string& where) {
        return Error{"the document has no X, which " + what + " would read; leave it out", where};
    };
    const AttentionOptions& options = document.options;
    if (options.has_table)
        return needs_x("a table of words", "embedding");
    if (document.projections != Projections::Learned)
        return Error{"without projections Q, K and V are X, which the document does not have; "
                     "choose \"learned\"",
                     "projections"};
    if (options.block)
        return needs_x("a block", "kind");
    if (options.positions.kind != Positions::Kind::None)
        return needs_x("positions", "positions");
    if (options.has_biases)
        return needs_x("a projection with biases", "biases");
    if (options.has_qk_norm)
        return needs_x("a norm of queries and keys", "qk_norm");
    if (const auto fault = validate_beginnings(document); !fault)
        return fault;
    const Scale::Kind scale = document.switches.scale.kind;
    const auto is_divided = [&](Index head) {
        for (Index layer = 0; layer < layer_count(document); ++layer)
            if (!document.of_options.contains(key_of({Stage::Scaled, head, 0, layer})))
                return has_stage(document, Stage::Scaled);
        return false;
    };
    for (Index head = 0; head < head_count(document) && is_divided(head); ++head)
        if (scale == Scale::Kind::SqrtDmodel ||
            ((scale == Scale::Kind::SqrtDk || scale == Scale::Kind::Dk) &&
             d_k(document, head) == 0))
            return Error{"scores are divided by a width that nothing says; choose \"none\" or a "
                         "number",
                         "scale"};
    return Nothing{};
}

std::vector<SheetId> given_stages(const Document& document) {
    std::vector<SheetId> list;
    // Matrices of one stage follow each other, and each edit asks for them.
    std::optional<Stage> stage;
    bool is_given = false;
    for (const auto& [key, matrix] : document.of_options) {
        if (stage != key.first) {
            stage = key.first;
            is_given = is_computed(document, *stage);
        }
        if (is_given)
            list.push_back(sheet_of(key));
    }
    return list;
}

bool is_given_stage(const Document& document, const SheetId& sheet) {
    return document.of_options.contains(key_of(sheet)) && is_computed(document, sheet.stage);
}

Result<> may_be_given(const Document& document, const SheetId& sheet) {
    const auto fault = [&](const std::string& why) { return Error{why, to_text(sheet)}; };
    if (document.model != Model::Attention)
        return fault("ratings are split as a whole, so their stages cannot be given one by one");
    if (!has_x(document) && may_begin_without_x(sheet.stage) && !sheet.is_cross &&
        sheet.layer < layer_count(document) && sheet.head < sheet_count(document, sheet.stage))
        return Nothing{};
    // Not exists(): a file's words may not be read yet.
    if (!has_stage(document, sheet.stage) || sheet.head >= sheet_count(document, sheet.stage) ||
        !is_of_a_layer(document, sheet))
        return fault(has_stage(document, sheet.stage)
                         ? "the document has no such matrix"
                         : "the document has no such stage: " +
                               model_of(document).lack(document, sheet.stage));
    if (info(sheet.stage).is_by_query)
        return fault("it is one matrix for each query; give V or the weights, whose product it is");
    if (sheet.stage == Stage::Loss)
        return fault("the loss follows from its target; give the stage that it compares");
    if (input(document, sheet) && !is_given_stage(document, sheet))
        return fault("it is an input already; type its numbers");
    return Nothing{};
}

Result<> may_be_released(const Document& document, const SheetId& sheet) {
    if (!is_given_stage(document, sheet))
        return Error{"this stage is not given, so there is nothing to release", to_text(sheet)};
    if (has_x(document))
        return Nothing{};
    Document without = document;
    without.of_options.erase(key_of(sheet));
    if (!exists(without, sheet) || !validate(without))
        return Error{"nothing computes it: the document has no numbers of the stages before it, so "
                     "it stays given",
                     to_text(sheet)};
    return Nothing{};
}

Document released(Document document, const SheetId& sheet) {
    assert(is_given_stage(document, sheet) && "only a given stage can be released");
    document.of_options.erase(key_of(sheet));
    return document;
}

std::optional<Matrix> computed_instead(const Document& document, const Trace& trace,
                                       const SheetId& sheet) {
    if (!may_be_released(document, sheet))
        return std::nullopt;
    const Graph stages = graph(released(document, sheet));
    const auto at = stages.find(sheet);
    if (!at)
        return std::nullopt;
    const Node& node = stages[*at];
    std::vector<Matrix> numbers;
    for (const std::size_t read : node.inputs)
        numbers.push_back(matrix_of(document, trace, stages[read].sheet));
    std::vector<const Matrix*> inputs;
    for (const Matrix& matrix : numbers)
        inputs.push_back(&matrix);
    Matrix made;
    node.operation->run(node.options, inputs, made);
    return made;
}

} // namespace attn
