// SPDX-License-Identifier: MIT
#include "app/editing/filling.h"
#include "app/panels/panels.h"
#include "app/panels/question.h"
#include "app/ui/line_field.h"
#include "core/figure/word.h"

#include <array>

namespace app {

using namespace attn;
using figure::Font;
using figure::Rect;

namespace {

/// Draws the choices of generator and distribution.
template <class Label>
void draw_streams(RandomFill& random, float& y, const Label& label, const Look& look) {
    const float size = look.text;
    label(y, "Generator");
    const auto generator = [&](const char* id, const char* name, Generator one) {
        if (choice_button(id, name, random.generator == one, look))
            choose_generator(random, one);
    };
    generator("filling.numpy", "NumPy, legacy", Generator::NumPy);
    ImGui::SameLine();
    generator("filling.default_rng", "NumPy, default_rng", Generator::NumPyGenerator);
    ImGui::SameLine();
    generator("filling.pytorch", "PyTorch", Generator::PyTorch);
    y += size * 2.4F;
    label(y, "Distribution");
    const auto distribution = [&](const char* id, const char* name, Distribution one) {
        if (choice_button(id, name, random.distribution == one, look))
            random.distribution = one;
    };
    const bool is_newer = random.generator == Generator::NumPyGenerator;
    distribution("filling.uniform", is_newer ? "0 to 1 (random)" : "0 to 1 (rand)",
                 Distribution::Uniform);
    ImGui::SameLine();
    distribution("filling.normal", is_newer ? "normal (standard_normal)" : "normal (randn)",
                 Distribution::Normal);
    ImGui::SameLine();
    if (has_distribution(random.generator, Distribution::Whole))
        distribution("filling.whole", is_newer ? "whole (integers)" : "whole (randint)",
                     Distribution::Whole);
    else
        distribution("filling.linear", "as nn.Linear begins", Distribution::Linear);
    y += size * 2.4F;
}

} // namespace

void draw_filling(const Frame& frame, const Look& look) {
    if (!frame.ui.filling)
        return;
    Filling& filling = *frame.ui.filling;
    RandomFill& random = filling.random;
    const float size = look.text;
    const Rect card = begin_question(
        "filling",
        (filling.is_scaling ? "Times a number: " : "Random numbers for ") +
            std::to_string(filling.range.rows) + " × " + std::to_string(filling.range.columns) +
            " of " + to_text(filling.range.sheet),
        {size * 42, size * (filling.is_scaling ? 11.7F : 16.5F)}, look);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float left = card.x + size * 1.2F, choices = left + size * 8;
    const auto label = [&](float y, const char* text) {
        look.fonts.draw(list, {left, y + size * 0.9F}, text, Font::Sans, size,
                        packed(look.theme.dim_text));
        ImGui::SetCursorScreenPos({choices, y});
    };
    float y = card.y + size * 3;
    if (!filling.is_scaling)
        draw_streams(random, y, label, look);
    const std::array<const char*, 3> names = {filling.is_scaling ? "Factor" : "Seed", "from",
                                              "to below"};
    const std::size_t fields =
        !filling.is_scaling && random.distribution == Distribution::Whole ? 3 : 1;
    if (filling.field >= fields)
        filling.field = 0;
    label(y, names[0]);
    float x = choices;
    for (std::size_t at = 0; at < fields; ++at) {
        if (at > 0) {
            look.fonts.draw(list, {x, y + size * 0.9F}, names[at], Font::Sans, size,
                            packed(look.theme.dim_text));
            x += look.fonts.width(names[at], Font::Sans, size) + size * 0.5F;
        }
        const Rect field{x, y, size * 7, size * 1.9F};
        ImGui::SetCursorScreenPos({field.x, field.y});
        ImGui::PushID(static_cast<int>(at));
        if (ImGui::InvisibleButton("field", {field.width, field.height}))
            filling.field = at;
        ImGui::PopID();
        const auto draw = at == filling.field ? draw_line_field : draw_resting_field;
        draw(list, field, filling.fields[at], {Font::Mono, size, false, "", ""}, look);
        look.note("filling.field." + std::to_string(at), {field.x, field.y},
                  {field.right(), field.bottom()});
        x = field.right() + size;
    }
    y += size * 3;
    const bool has_fault = !filling.fault.empty();
    look.fonts.draw(list, {left, y},
                    figure::shortened(has_fault ? filling.fault : filling_source(filling),
                                      card.width - 2.4F * size,
                                      has_fault || filling.is_scaling ? Font::Sans : Font::Mono,
                                      size * 0.9F, measure(look.fonts)),
                    has_fault || filling.is_scaling ? Font::Sans : Font::Mono, size * 0.9F,
                    packed(has_fault ? look.theme.text : look.theme.dim_text));
    const Answer answer =
        question_buttons("filling", filling.is_scaling ? "Multiply" : "Draw", true, card, look);
    const bool is_beside = end_question(card);
    if (answer == Answer::Confirm)
        confirm_filling(frame);
    else if (answer == Answer::Leave || is_beside)
        frame.ui.filling.reset();
}

} // namespace app
