// SPDX-License-Identifier: MIT
#include "app/actions/action_lists.h"
#include "app/editing/editing.h"
#include "app/editing/playing.h"
#include "core/engine/normalisers.h"

namespace app {
namespace {

using namespace attn;

/// An action that sends one command, and is checked if the document is as the command makes it.
template <class IsNow, class MakeCommand>
Action setting(std::string id, std::string name, const char* menu, std::string sentence,
               IsNow is_now, MakeCommand make_command) {
    Action action{id, name, menu, sentence, {}, {}};
    send(action, make_command);
    action.is_checked = [is_now](const Frame& frame) { return is_now(frame.document); };
    return action;
}

Action scale_action(const char* id, const char* name, Scale::Kind kind, const char* sentence) {
    return setting(
        id, name, "Scale", sentence,
        [kind](const Document& now) { return now.switches.scale.kind == kind; },
        [kind](const Document& now) {
            return SetScale{{kind, now.switches.scale.number}};
        });
}

/// For choices without a softmax over each query: why a sink prevents them.
std::string why_not_with_sink(const Document& now) {
    return now.options.has_sink
               ? "A sink takes part in the softmax of each query. Switch the sink off first"
               : "";
}

Action normaliser_action(const NormaliserInfo& how) {
    Action action = setting(
        "normalise." + std::string(how.word), std::string(how.title), "Normalise",
        std::string(how.sentence),
        [&how](const Document& now) { return now.switches.normaliser == how.normaliser; },
        [&how](const Document&) { return SetNormaliser{how.normaliser}; });
    if (!how.takes_sink)
        action.why_not = why_not_with_sink;
    return action;
}

Action axis_action(const char* id, const char* name, Axis axis, const char* sentence) {
    Action action = setting(
        id, name, "Over", sentence,
        [axis](const Document& now) { return now.switches.axis == axis; },
        [axis](const Document&) { return SetAxis{axis}; });
    if (axis == Axis::Columns)
        action.why_not = why_not_with_sink;
    return action;
}

Action projection_action(const char* id, const char* name, Projections projections,
                         const char* sentence) {
    return setting(
        id, name, "Projections", sentence,
        [projections](const Document& now) { return now.projections == projections; },
        [projections](const Document&) { return SetProjections{projections}; });
}

Action convention_action(const char* id, const char* name, Convention convention,
                         const char* sentence) {
    return setting(
        id, name, "Convention", sentence,
        [convention](const Document& now) { return now.convention == convention; },
        [convention](const Document&) { return SetConvention{convention}; });
}

/// Returns to plain attention.
Action plain_temperature() {
    Action action{"temperature.reset",
                  "Temperature 1",
                  "Temperature",
                  "Sets the temperature back to 1, which is plain attention.",
                  {},
                  {},
                  [](const Frame& frame) { return frame.document.switches.temperature != 1; }};
    send(action, [](const Document&) { return SetTemperature{1}; });
    return action;
}

} // namespace

std::vector<Action> switch_actions() {
    std::vector<Action> actions = {
        scale_action("scale.sqrt_d_k", "÷ √d_k", Scale::Kind::SqrtDk,
                     "Right for dot products: their spread grows like √d_k. Dividing by it keeps "
                     "the softmax from saturating."),
        scale_action("scale.none", "No scaling", Scale::Kind::None,
                     "Uses the scores as they are. This is harmless for small d_k, but saturates "
                     "the weights for large d_k."),
        scale_action("scale.d_k", "÷ d_k", Scale::Kind::Dk,
                     "Divides by too much. With large d_k the weights become nearly equal."),
        scale_action(
            "scale.sqrt_d_model", "÷ √d_model", Scale::Kind::SqrtDmodel,
            "A common mistake: the width of the keys matters, not the width of the model."),
        {"scale.number",
         "÷ a number …",
         "Scale",
         "Divides the scores by a number that you type.",
         {},
         [](const Frame& frame) { begin_editing(frame, ScaleTarget{}); },
         [](const Frame&) { return true; },
         [](const Frame& frame) {
             return frame.document.switches.scale.kind == Scale::Kind::Number;
         }},
    };
    for (const NormaliserInfo& how : normalisers)
        actions.push_back(normaliser_action(how));
    const std::vector<Action> others = {
        axis_action("axis.rows", "Over keys: each query sums to 1", Axis::Rows,
                    "The weights of each query sum to 1: along rows if words are rows, along "
                    "columns if words are columns."),
        axis_action("axis.columns", "Over queries: each key sums to 1", Axis::Columns,
                    "The weights of each key sum to 1. This is a common mistake, such as dim=0 "
                    "where rows are queries."),
        convention_action(
            "convention.rows", "Words as rows", Convention::TokensAsRows,
            "Q = X W_Q, scores = Q Kᵀ, softmax over rows: as in Vaswani et al. 2017 and in "
            "code."),
        convention_action("convention.columns", "Words as columns", Convention::TokensAsColumns,
                          "Q = W_Q X, scores = Kᵀ Q, softmax over columns: as in textbooks of "
                          "linear algebra. The numbers are the same, transposed."),
        {"convention.other",
         "Words as rows or as columns",
         "Convention",
         "Transposes every matrix and formula. The numbers stay the same.",
         {control_shift('r')},
         [](const Frame& frame) {
             const bool by_rows = frame.document.convention == Convention::TokensAsRows;
             frame.outbox.edit(
                 SetConvention{by_rows ? Convention::TokensAsColumns : Convention::TokensAsRows});
         }},
        {"temperature.set",
         "Temperature …",
         "Temperature",
         "Divides the scaled scores. A value below 1 sharpens the weights, a value above 1 evens "
         "them out.",
         {},
         [](const Frame& frame) { begin_editing(frame, TemperatureTarget{}); }},
        plain_temperature(),
        {"temperature.play",
         "Play the temperature",
         "Temperature",
         "Moves τ from 0.1 to 10 and back while all weights follow. Space pauses, Esc takes it "
         "back.",
         {},
         play_temperature,
         [](const Frame& frame) { return !frame.ui.dragging.playing; }},
        projection_action("projections.learned", "Learned projections", Projections::Learned,
                          "Q = X W_Q, K = X W_K, V = X W_V."),
        projection_action("projections.none", "No projections", Projections::None,
                          "Q = K = V = X: the scores are plain dot products of the embeddings."),
    };
    actions.insert(actions.end(), others.begin(), others.end());
    return actions;
}

} // namespace app
