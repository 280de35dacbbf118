// SPDX-License-Identifier: MIT
#include "core/document/telling/lens.h"

#include "core/base/covered.h"
#include "core/document/explaining/instead.h"
#include "core/document/model/given.h"
#include "core/document/model/model.h"
#include "core/document/model/sheet.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace attn {
namespace {

constexpr Stage probabilities("probabilities");

/// Whether the probabilities do not follow from the last layer, because a stage between is given.
bool are_cut_off(const Document& document, const Graph& stages, const SheetId& last) {
    const std::vector<SheetId> given = given_stages(document);
    return std::any_of(given.begin(), given.end(), [&](const SheetId& sheet) {
        const auto at = stages.find(sheet);
        return at && *at > *stages.find(last) && *at <= *stages.find({probabilities});
    });
}

} // namespace

std::string why_no_lens(const Document& document) {
    return has_stage(document, probabilities)
               ? ""
               : "It has no next word; switch one on in the window, in Model, Next word.";
}

std::vector<Matrix> said_after_layers(const Document& document, const Trace& trace) {
    assert(has_stage(document, probabilities) && "the document says a next word");
    const Graph stages = graph(document);
    const auto layer_sheet = [](Index layer) { return SheetId{Stage("block"), 0, 0, layer}; };
    const SheetId last = layer_sheet(layer_count(document) - 1);
    const Matrix now = matrix_of(document, trace, {probabilities});
    const bool is_cut_off = are_cut_off(document, stages, last);
    std::vector<Matrix> list;
    for (Index layer = 0; layer + 1 < layer_count(document); ++layer) {
        list.push_back(is_cut_off
                           ? now
                           : computed_instead_of(document, trace, stages, last,
                                                 matrix_of(document, trace, layer_sheet(layer)),
                                                 {probabilities}));
        // A sum of covered numbers may lose their mark.
        if (!document.covers.empty())
            list.back() = list.back().unaryExpr(
                [](Real number) { return std::isnan(number) ? covered_number : number; });
    }
    list.push_back(now);
    return list;
}

} // namespace attn
