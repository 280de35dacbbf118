// SPDX-License-Identifier: MIT
#include "app/action_lists.h"
#include "app/editing.h"

namespace app {
namespace {

using namespace attn;

Action scale_action(const char* id, const char* name, Scale::Kind kind, const char* sentence) {
    return {id,
            name,
            "Scale",
            sentence,
            {},
            [kind](const Frame& frame) {
                frame.outbox.edit(SetScale{{kind, frame.document.switches.scale.number}});
            },
            [](const Frame&) { return true; },
            [kind](const Frame& frame) { return frame.document.switches.scale.kind == kind; }};
}

/// Painting starts from what the mask blocks now.
Mask painted_like(const Document& document) {
    const Mask& mask = document.switches.mask;
    if (mask.kind == Mask::Kind::Painted)
        return mask;
    const Index count = token_count(document);
    Flags cells(count, count);
    for (Index row = 0; row < count; ++row)
        for (Index column = 0; column < count; ++column)
            cells(row, column) = is_blocked(mask, row, column);
    return {Mask::Kind::Painted, std::move(cells)};
}

Action mask_action(const char* id, const char* name, Mask::Kind kind, const char* sentence) {
    return {id,
            name,
            "Mask",
            sentence,
            {},
            [kind](const Frame& frame) {
                frame.outbox.edit(SetMask{kind == Mask::Kind::Painted ? painted_like(frame.document)
                                                                      : Mask{kind, {}}});
            },
            [](const Frame&) { return true; },
            [kind](const Frame& frame) { return frame.document.switches.mask.kind == kind; }};
}

Action normaliser_action(const char* id, const char* name, Normaliser normaliser,
                         const char* sentence) {
    return {id,
            name,
            "Normalise",
            sentence,
            {},
            [normaliser](const Frame& frame) { frame.outbox.edit(SetNormaliser{normaliser}); },
            [](const Frame&) { return true; },
            [normaliser](const Frame& frame) {
                return frame.document.switches.normaliser == normaliser;
            }};
}

Action axis_action(const char* id, const char* name, Axis axis, const char* sentence) {
    return {id,
            name,
            "Over",
            sentence,
            {},
            [axis](const Frame& frame) { frame.outbox.edit(SetAxis{axis}); },
            [](const Frame&) { return true; },
            [axis](const Frame& frame) { return frame.document.switches.axis == axis; }};
}

Action projection_action(const char* id, const char* name, Projections projections,
                         const char* sentence) {
    return {
        id,
        name,
        "Projections",
        sentence,
        {},
        [projections](const Frame& frame) { frame.outbox.edit(SetProjections{projections}); },
        [](const Frame&) { return true; },
        [projections](const Frame& frame) { return frame.document.projections == projections; }};
}

} // namespace

std::vector<Action> switch_actions() {
    return {
        scale_action("scale.sqrt_d_k", "÷ √d_k", Scale::Kind::SqrtDk,
                     "The right one for dot products: a sum of d_k products spreads like √d_k, and "
                     "dividing by it keeps the softmax from saturating as d_k grows."),
        scale_action("scale.none", "No scaling", Scale::Kind::None,
                     "Scores as they are. Harmless for small d_k, saturated weights for large."),
        scale_action("scale.d_k", "÷ d_k", Scale::Kind::Dk,
                     "Divides too much: with large d_k the weights become nearly uniform."),
        scale_action("scale.sqrt_d_model", "÷ √d_model", Scale::Kind::SqrtDmodel,
                     "A usual slip: the width that matters is that of the keys, not of the model."),
        {"scale.number",
         "÷ a number …",
         "Scale",
         "Divides the scores by a number of your own.",
         {},
         [](const Frame& frame) { begin_editing(frame, ScaleTarget{}); },
         [](const Frame&) { return true; },
         [](const Frame& frame) {
             return frame.document.switches.scale.kind == Scale::Kind::Number;
         }},
        mask_action("mask.none", "No mask", Mask::Kind::None,
                    "Every word may attend to every word, as in an encoder."),
        mask_action("mask.causal", "Causal mask", Mask::Kind::Causal,
                    "A word may attend to itself and to earlier words only, as in a decoder."),
        mask_action("mask.painted", "Painted mask", Mask::Kind::Painted,
                    "Click or drag over the masked scores to block and open single cells."),
        normaliser_action("normalise.softmax", "Softmax", Normaliser::Softmax,
                          "exp of each score, less the largest, over their sum: positive, sums to "
                          "1, never overflows."),
        normaliser_action("normalise.naive_softmax", "Naive softmax", Normaliser::NaiveSoftmax,
                          "exp of each score over their sum, without subtracting the largest: the "
                          "same numbers until exp overflows near 709."),
        normaliser_action("normalise.sum", "Divide by the sum", Normaliser::Sum,
                          "Sums to 1 without exp. Negative scores give negative weights, and a sum "
                          "near 0 blows up."),
        axis_action("axis.rows", "Over rows", Axis::Rows,
                    "Each query's weights sum to 1: the right axis when rows are queries."),
        axis_action("axis.columns", "Over columns", Axis::Columns,
                    "Each key's column sums to 1: a usual slip (dim=0) when rows are queries."),
        {"temperature.set",
         "Temperature …",
         "Temperature",
         "Divides the scaled scores: below 1 sharpens the weights, above 1 evens them out.",
         {},
         [](const Frame& frame) { begin_editing(frame, TemperatureTarget{}); }},
        {"temperature.reset",
         "Temperature 1",
         "Temperature",
         "Back to plain attention.",
         {},
         [](const Frame& frame) { frame.outbox.edit(SetTemperature{1}); },
         [](const Frame& frame) { return frame.document.switches.temperature != 1; }},
        projection_action("projections.learned", "Learned projections", Projections::Learned,
                          "Q = X W_Q, K = X W_K, V = X W_V."),
        projection_action("projections.none", "No projections", Projections::None,
                          "Q = K = V = X: the scores are plain dot products of the embeddings."),
    };
}

} // namespace app
