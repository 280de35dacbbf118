// SPDX-License-Identifier: MIT
#include "core/document/model/given.h"

#include "core/document/model/model.h"
#include "core/document/model/option_inputs.h"
#include "core/document/model/sheet.h"
#include "core/engine/graph/operation.h"

#include <cassert>
#include <string>

namespace attn {
namespace {

/// Whether the document computes the stage, so that numbers for it are given ones. Others belong to
/// options: P, which is computed or learned, and inputs of options that are off for a while.
bool is_computed(const Document& document, Stage stage) {
    const OptionInput* const input = find_option_input(stage);
    return !input || (!input->is_asked(document) && has_stage(document, stage));
}

} // namespace

std::vector<SheetId> given_stages(const Document& document) {
    std::vector<SheetId> list;
    for (const auto& [key, matrix] : document.of_options)
        if (is_computed(document, key.first))
            list.push_back(sheet_of(key));
    return list;
}

bool is_given_stage(const Document& document, const SheetId& sheet) {
    return document.of_options.contains(key_of(sheet)) && is_computed(document, sheet.stage);
}

Result<> may_be_given(const Document& document, const SheetId& sheet) {
    const auto fault = [&](const std::string& why) { return Error{why, to_text(sheet)}; };
    if (document.model != Model::Attention)
        return fault("ratings are split as a whole, so their stages cannot be given one by one");
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

Document released(Document document, const SheetId& sheet) {
    assert(is_given_stage(document, sheet) && "only a given stage can be released");
    document.of_options.erase(key_of(sheet));
    return document;
}

Matrix computed_instead(const Document& document, const Trace& trace, const SheetId& sheet) {
    const Graph stages = graph(released(document, sheet));
    const Node& node = stages[*stages.find(sheet)];
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
