// SPDX-License-Identifier: MIT
#include "core/document/model.h"

#include <array>
#include <utility>

namespace attn {
namespace {

constexpr std::array<std::pair<Stage, SharedMatrix HeadWeights::*>, 3> of_heads = {
    {{Stage::W_Q, &HeadWeights::w_q},
     {Stage::W_K, &HeadWeights::w_k},
     {Stage::W_V, &HeadWeights::w_v}}};

} // namespace

Graph graph(const Document& document, Index heads) {
    return document.kind == Kind::Attention ? models::attention(document, heads)
                                            : models::concepts(document);
}

bool has_stage(const Document& document, Stage stage) {
    if (!belongs(stage, document.kind))
        return false;
    return document.kind == Kind::Attention ? models::attention_has(document, stage)
                                            : models::concepts_have(document, stage);
}

const SharedMatrix* input(const Document& document, const SheetId& sheet) {
    if (!has_stage(document, sheet.stage))
        return nullptr;
    if (sheet.stage == Stage::X)
        return &document.embeddings;
    if (sheet.stage == Stage::Vectors)
        return &document.concepts.vectors;
    if (sheet.stage == Stage::WO)
        return &document.w_o;
    for (const auto& [stage, member] : of_heads)
        if (stage == sheet.stage && sheet.head >= 0 &&
            sheet.head < static_cast<Index>(document.heads.size()))
            return &(document.heads[static_cast<std::size_t>(sheet.head)].*member);
    return nullptr;
}

SharedMatrix* input(Document& document, const SheetId& sheet) {
    return const_cast<SharedMatrix*>(input(std::as_const(document), sheet));
}

std::string input_names(const Document& document) {
    std::vector<std::string> list;
    for (const StageInfo& stage : stages(document.kind))
        if (stage.is_input && has_stage(document, stage.stage))
            list.emplace_back(stage.name());
    std::string text;
    for (std::size_t at = 0; at < list.size(); ++at)
        text += (at == 0 ? "" : at + 1 == list.size() ? " and " : ", ") + list[at];
    return text;
}

} // namespace attn
