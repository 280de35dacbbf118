// SPDX-License-Identifier: MIT
#include "core/document/model/model.h"

#include "core/document/model/covers.h"
#include "core/document/model/kept_figure.h"
#include "core/document/model/sheet.h"
#include "core/document/telling/step.h"

#include <array>
#include <cassert>
#include <utility>

namespace attn {
namespace {

constexpr std::array<std::pair<Stage, SharedMatrix HeadWeights::*>, 3> of_heads = {
    {{Stage::W_Q, &HeadWeights::w_q},
     {Stage::W_K, &HeadWeights::w_k},
     {Stage::W_V, &HeadWeights::w_v}}};

/// Only the first attention has its own members in the document.
bool is_of_first(const SheetId& sheet) {
    return sheet.layer == 0 && !sheet.is_cross;
}

/// In the order of the enum.
constexpr std::array all = {&models::attention, &models::concepts};

} // namespace

namespace models {

std::string shape_text(Index rows, Index columns) {
    return std::to_string(rows) + " × " + std::to_string(columns);
}

Result<> within(Index found, Index limit, const std::string& what, const std::string& where) {
    if (found < 1)
        return Error{"there are no " + what + "; at least one is needed", where};
    if (found > limit)
        return Error{std::to_string(found) + " " + what + " are more than the limit of " +
                         std::to_string(limit),
                     where};
    return Nothing{};
}

Result<> has_shape(const SharedMatrix& matrix, Index rows, Index columns, const std::string& where,
                   const std::string& why) {
    if (matrix.rows() == rows && matrix.cols() == columns)
        return Nothing{};
    return Error{"the matrix is " + shape_text(matrix.rows(), matrix.cols()) + ", expected " +
                     shape_text(rows, columns) + " " + why,
                 where};
}

} // namespace models

const ModelInfo& info(Model model) {
    const ModelInfo& found = *all[static_cast<std::size_t>(model)];
    assert(found.model == model && "the models stand in the order of the enum");
    return found;
}

const ModelInfo& model_of(const Document& document) {
    return info(document.model);
}

std::string_view name_begin(Model model, Names of) {
    return of == Names::Columns ? info(model).new_column : info(model).new_row;
}

Result<> validate(const Document& document) {
    if (auto fault = model_of(document).validate(document); !fault)
        return fault;
    if (auto fault = validate_figures(document); !fault)
        return fault;
    if (auto fault = validate_covers(document); !fault || !document.training)
        return fault;
    if (auto fault = validate(document, *document.training); !fault) {
        const std::string& key = fault.error().where;
        return Error{fault.error().message, key.empty() ? "training" : "training." + key};
    }
    return Nothing{};
}

Graph graph(const Document& document, Index heads) {
    return model_of(document).graph(document, heads);
}

bool has_stage(const Document& document, Stage stage) {
    return belongs(stage, document.model) && model_of(document).has(document, stage);
}

SharedMatrix Document::*member_of_document(const SheetId& sheet) {
    if (!is_of_first(sheet))
        return nullptr;
    return sheet.stage == Stage::X    ? &Document::embeddings
           : sheet.stage == Stage::WO ? &Document::w_o
                                      : nullptr;
}

SharedMatrix HeadWeights::*member_of_head(const SheetId& sheet) {
    for (const auto& [stage, member] : of_heads)
        if (is_of_first(sheet) && stage == sheet.stage)
            return member;
    return nullptr;
}

const SharedMatrix* input(const Document& document, const SheetId& sheet) {
    if (!has_stage(document, sheet.stage))
        return nullptr;
    const bool is_looked_up = sheet.stage == Stage::X && document.options.has_table;
    if (const auto member = is_looked_up ? nullptr : member_of_document(sheet))
        return &(document.*member);
    if (const auto member = member_of_head(sheet))
        return exists(document, SheetId{sheet.stage, sheet.head})
                   ? &(document.heads[static_cast<std::size_t>(sheet.head)].*member)
                   : nullptr;
    if (is_of_first(sheet) && sheet.stage == Stage::Vectors)
        return &document.concepts.vectors;
    const auto found = document.of_options.find(key_of(sheet));
    return found == document.of_options.end() ? nullptr : &found->second;
}

SharedMatrix* input(Document& document, const SheetId& sheet) {
    return const_cast<SharedMatrix*>(input(std::as_const(document), sheet));
}

std::string input_names(const Document& document) {
    std::vector<std::string> list;
    for (const StageInfo& stage : stages(document.model))
        if (is_given(document, stage.stage))
            list.emplace_back(stage.name());
    return in_a_sentence(list);
}

} // namespace attn
