// SPDX-License-Identifier: MIT
#include "app/actions/actions.h"

#include "app/starting/start_page.h"

#include <algorithm>
#include <array>
#include <cassert>

namespace app {
namespace {

/// The stage that a model must have for the action to make sense.
std::optional<attn::Stage> needed_stage(const Action& action) {
    constexpr std::array<std::string_view, 8> of_attention = {
        "Attend to", "Convention", "Projections", "Scale", "Mask", "Normalise", "Over", "Heads"};
    const std::string stage_prefix = "compare.stage.";
    if (action.id.starts_with(stage_prefix))
        return attn::stage_named(action.id.substr(stage_prefix.size()));
    if (action.id.starts_with("concepts."))
        return attn::Stage::Reconstruction;
    if (std::find(of_attention.begin(), of_attention.end(), action.menu) != of_attention.end() ||
        action.id.starts_with("mistake.") || action.id.starts_with("shape.") ||
        action.id.starts_with("temperature") || action.id.starts_with("model."))
        return attn::Stage::Weights;
    return std::nullopt;
}

} // namespace

void send(Action& action, std::function<attn::Command(const attn::Document&)> command) {
    action.command = command;
    action.run = [command = std::move(command)](const Frame& frame) {
        frame.outbox.edit(command(frame.document));
    };
}

std::vector<Action> all_actions(const std::vector<PresetName>& presets,
                                const std::vector<PresetName>& lessons) {
    std::vector<Action> list;
    for (auto part :
         {file_actions(presets), edit_actions(), copy_actions(), fill_actions(), concept_actions(),
          switch_actions(), mask_actions(), head_actions(), model_actions(), view_actions(),
          page_actions(), training_actions(), explain_actions(), compare_actions(),
          export_actions(), lesson_actions(lessons), writing_actions(), present_actions(),
          help_actions()})
        list.insert(list.end(), part.begin(), part.end());
    for (Action& one : list) {
        one.is_enabled = [why_not = one.why_not, also = one.is_enabled,
                          is_of_start = is_of_start_page(one)](const Frame& frame) {
            return (is_of_start || !frame.ui.starting.is_shown) && also(frame) &&
                   why_not(frame.document).empty();
        };
        const auto stage = needed_stage(one);
        const auto models = attn::all_models();
        const auto has = [&](attn::Model model) { return attn::belongs(*stage, model); };
        if (!stage || std::all_of(models.begin(), models.end(), has))
            continue;
        one.about = stage;
        one.why_not = [stage = *stage, also = one.why_not](const attn::Document& document) {
            return attn::belongs(stage, document.model) ? also(document) : std::string();
        };
        one.is_enabled = [stage = *stage, also = one.is_enabled](const Frame& frame) {
            return attn::belongs(stage, frame.document.model) && also(frame);
        };
    }
    return list;
}

std::string named_with_key(const Action& action, attn::Model model) {
    return words_of(action, model).name +
           (action.shortcuts.empty() ? "" : "  " + to_text(action.shortcuts.front()));
}

ActionWords words_of(const Action& action, attn::Model model) {
    struct Other {
        std::string_view id, name, sentence;
    };
    constexpr std::array<Other, 5> of_people = {{
        {"word.rename", "Rename the person", "A double click on any name does the same."},
        {"word.add", "Add a person",
         "Adds a person below the chosen one. The new person rates every film 0."},
        {"word.remove", "Remove the person", "Removes the chosen person and the person's ratings."},
        {"word.up", "Move the person up",
         "The ratings move with the person. The concepts do not change."},
        {"word.down", "Move the person down",
         "The ratings move with the person. The concepts do not change."},
    }};
    if (belongs(attn::Stage::People, model))
        for (const Other& other : of_people)
            if (other.id == action.id)
                return {std::string(other.name), std::string(other.sentence)};
    return {action.name, action.sentence};
}

const Action& action(const std::vector<Action>& actions, std::string_view id) {
    const auto at = std::find_if(actions.begin(), actions.end(),
                                 [&](const Action& candidate) { return candidate.id == id; });
    assert(at != actions.end() && "the action is in the table");
    return *at;
}

} // namespace app
