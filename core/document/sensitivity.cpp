// SPDX-License-Identifier: MIT
#include "core/document/sensitivity.h"

#include "core/document/sheet.h"
#include "core/document/slopes.h"
#include "core/document/written_place.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>
#include <utility>

namespace attn {
namespace {

/// Counts the numbers of a gradient's stages.
Index numbers_on_the_way(const GradientGraph& stages) {
    Index count = 0;
    for (const Node& node : stages.graph.nodes())
        count += node.shape.rows * node.shape.columns;
    return count;
}

bool is_larger(const InputSlope& a, const InputSlope& b) {
    return std::abs(a.slope) > std::abs(b.slope);
}

/// Keeps the largest; equal ones stay in the order of the calculation.
void rank(std::vector<InputSlope>& largest, const InputSlope& one) {
    const auto at = std::upper_bound(largest.begin(), largest.end(), one, is_larger);
    if (at == largest.end() && largest.size() == named_inputs)
        return;
    largest.insert(at, one);
    if (largest.size() > named_inputs)
        largest.pop_back();
}

} // namespace

const Matrix* Sensitivity::find(const SheetId& sheet) const {
    for (const SheetGradient& one : gradients)
        if (one.sheet == sheet)
            return &one.values;
    return nullptr;
}

Sensitivity sensitivity(const Document& document, const Trace& trace, const Place& place,
                        Index most_numbers) {
    Sensitivity made;
    made.of = place;
    made.value = value_at(document, trace, place);
    auto stages = backward_stages(document, place);
    if (!stages) {
        made.why = stages.error().message;
        return made;
    }
    const Index count = numbers_on_the_way(*stages);
    if (count > most_numbers) {
        made.why = "the gradient of " + place_text(document, place) + " has " +
                   std::to_string(count) + " numbers on its way, more than the " +
                   std::to_string(most_numbers) + " that there is room for; use fewer words";
        return made;
    }
    BackwardPass pass = backward_pass(document, trace, place, *std::move(stages));
    if (count <= most_explained_numbers) {
        made.pass = std::make_shared<const BackwardPass>(std::move(pass));
        made.gradients = gradients_in(document, *made.pass);
    } else {
        made.gradients = gradients_in(document, std::move(pass));
    }
    std::erase_if(made.gradients,
                  [](const SheetGradient& one) { return one.sheet.stage == Stage::Target; });
    for (const SheetGradient& one : made.gradients) {
        if (!is_given(document, one.sheet.stage) || one.sheet == place.sheet)
            continue;
        for (Index row = 0; row < one.values.rows(); ++row)
            for (Index column = 0; column < one.values.cols(); ++column) {
                const Real slope = one.values(row, column);
                if (!std::isfinite(slope) || slope == 0)
                    continue;
                made.most = std::max(made.most, std::abs(slope));
                rank(made.strongest, {{one.sheet, row, column}, slope});
            }
    }
    return made;
}

std::optional<Place> loss_place(const Document& document) {
    const Place place{{Stage::Loss}, 0, 0};
    return exists(document, place) ? std::optional(place) : std::nullopt;
}

} // namespace attn
