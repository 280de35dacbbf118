// SPDX-License-Identifier: MIT
// Writes a sentence about each choice that the import made by names and shapes.
#include "core/io/import_parts.h"

#include <algorithm>

namespace attn::io {
namespace {

constexpr std::array parts = {PlanPart::WQ, PlanPart::WK, PlanPart::WV};

void say_weights(ArrayReader& reader, const ImportPlan& plan,
                 const std::array<bool, plan_part_count>& is_chosen) {
    std::vector<std::string> guessed;
    std::string owner;
    for (const PlanPart part : parts)
        if (const auto& own = choice_of(plan, part);
            own && !is_chosen[static_cast<std::size_t>(part)]) {
            guessed.emplace_back(name_of(part));
            if (const auto name = projection_name(name_in(reader.files, *own)))
                owner = name->owner;
        }
    if (guessed.empty())
        return;
    const bool is_all_guessed =
        guessed.size() == parts.size() || (!is_chosen[static_cast<std::size_t>(PlanPart::WQ)] &&
                                           !is_chosen[static_cast<std::size_t>(PlanPart::WK)] &&
                                           !is_chosen[static_cast<std::size_t>(PlanPart::WV)]);
    std::string text = joined(guessed) + (guessed.size() == 1 ? " was" : " were") + " found by " +
                       (guessed.size() == 1 ? "its name" : "their names");
    const std::string layer = layer_name(owner);
    if (!is_all_guessed) {
        reader.say(text + (layer.empty() ? "" : " in " + layer) + ", beside what was chosen.");
        return;
    }
    std::vector<std::string> layers;
    for (const AttentionArrays& one : attentions_of(reader.files))
        if (const std::string name = layer_name(one.owner);
            std::find(layers.begin(), layers.end(), name) == layers.end())
            layers.push_back(name);
    if (layers.size() > 1) {
        const auto place = std::find(layers.begin(), layers.end(), layer) - layers.begin();
        text += " in " + layer + ", one of " + std::to_string(layers.size()) + " such layers" +
                (place == 0 ? " and the first" : "") +
                ". To take another, name one of its arrays: " +
                reader.words({ImportOption::WQ, ImportChoice::Kind::Own});
    }
    reader.say(text + ".");
}

void say_x(ArrayReader& reader, const ImportPlan& plan) {
    const std::string& name = name_in(reader.files, *plan.x);
    if (is_name_of_x(name))
        reader.say("X was found by its name, " + name + ".");
    else
        reader.say("X is " + name + ", the only array.");
}

} // namespace

void say_guesses(ArrayReader& reader, const ImportPlan& plan,
                 const std::array<bool, plan_part_count>& is_chosen) {
    say_weights(reader, plan, is_chosen);
    if (plan.x && !is_chosen[static_cast<std::size_t>(PlanPart::X)])
        say_x(reader, plan);
    if (plan.tokens && plan.words.empty() && !is_chosen[static_cast<std::size_t>(PlanPart::Tokens)])
        reader.say("The words were found by their name, " + name_in(reader.files, *plan.tokens) +
                   ".");
    const auto turned = std::find_if(parts.begin(), parts.end(), [&](PlanPart part) {
        const auto& own = choice_of(plan, part);
        return own && own->is_transposed && is_stored_by_linear(name_in(reader.files, *own));
    });
    if (turned != parts.end())
        reader.say(
            "nn.Linear stores tensors such as " + name_in(reader.files, *choice_of(plan, *turned)) +
            " output × input; they were transposed. " + reader.words({ImportOption::AsStored}) +
            " with their names takes them as they are.");
    if (!plan.w_q || plan.w_q->parts == 1)
        return;
    const ArrayInfo& info = info_of(reader.files, *plan.w_q);
    const auto fused = fused_heads(info, reader.extent(*plan.w_q), *plan.heads);
    if (!fused)
        return;
    std::string text = info.name + " was read " +
                       (plan.w_q->layout == FusedLayout::HeadByHead
                            ? "head by head: Q, K and V of a head stand together"
                            : "with all queries first, then all keys, then all values");
    if (fused->groups < fused->heads)
        text += ". It has fewer keys than queries: " + std::to_string(fused->heads) + " heads of " +
                std::to_string(fused->width) + " columns share " + std::to_string(fused->groups) +
                (fused->groups == 1 ? " group of keys" : " groups of keys");
    reader.say(text + ".");
}

} // namespace attn::io
