// SPDX-License-Identifier: MIT
#include "app/panels/above/light_row.h"

#include "app/explaining/lighting.h"
#include "app/panels/panels.h"
#include "app/ui/figure_view.h"
#include "core/document/explaining/derivation.h"
#include "core/document/model/model.h"
#include "core/document/model/sheet.h"
#include "core/figure/base/text.h"

#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>

namespace app {
namespace {

using namespace attn;
using figure::Font;
using figure::Rect;

constexpr float title_share = 0.27F; // of the row

/// What is in the light, in large letters, and a line about it. Both with mark-up.
struct LightTitle {
    std::string title, below;
};

LightTitle light_title(const Frame& frame, const LightOf& light) {
    const Document& document = frame.document;
    if (light.lesson) {
        const Lesson& lesson = light.lesson->lesson;
        std::string below =
            "step " + std::to_string(light.step + 1) + " of " + std::to_string(lesson.steps.size());
        if (const auto shown = shown_step(lesson, light.step, document))
            if (const std::string text = formula(document, *shown); !text.empty())
                below += " · " + text;
        return {lesson.steps[light.step].title, below};
    }
    const SheetId sheet = open_sheet(document, light.stage, frame.view);
    if (!exists(document, sheet))
        return {};
    if (const auto& sensing = frame.ui.sensing; sensing && sensing->found) {
        if (key_of(sensing->found->of.sheet) == key_of(sheet))
            return {title(document, light.stage), "the number that is moved"};
        std::string from;
        for (const SheetGradient& one : sensing->found->gradients)
            if (key_of(one.sheet) == key_of(sheet))
                from = one.formula;
        return {"∂" + title(document, light.stage), from.empty() ? "" : "∂ = " + from};
    }
    const std::string made = formula(document, sheet);
    const std::string from =
        made.empty() ? "an input"
                     : std::string(info(light.stage, document.model).symbol) + " = " + made;
    if (light.number && exists(document, *light.number))
        return {figure::escape(title(document, *light.number)), from};
    return {title(document, light.stage), from};
}

Rect inner_row(const Look& look) {
    Rect row = second_row(look);
    const float padding = ImGui::GetStyle().WindowPadding.x;
    row.x += padding;
    row.width -= 2 * padding;
    row.height -= 2;
    return row;
}

/// The text in one line, smaller if it needs that, else cut.
void draw_line(const Bar& bar, figure::Point at, float width, const std::string& rich, Font font,
               float size, figure::Colour colour) {
    const Look& look = bar.look;
    const float wide = bar.rich_width(rich, font, size), least = std::min(size, 12.0F);
    const float fitting = wide > width ? std::max(least, size * width / wide) : size;
    const std::string shown =
        bar.rich_width(rich, font, fitting) <= width
            ? rich
            : figure::escape(figure::shortened(figure::plain_text(rich), width, font, fitting,
                                               measure(look.fonts)));
    bar.draw_rich({at.x, at.y}, shown, font, fitting, packed(colour));
}

} // namespace

float light_button_width(const Bar& bar) {
    return bar.width("Whole canvas  Z");
}

void draw_light_button(const Bar& bar, const Rect& row) {
    const bool is_lit = light_of(bar.frame).has_value();
    const float wide = light_button_width(bar);
    ImGui::SetCursorScreenPos(
        {row.right() - wide, row.y + (row.height - ImGui::GetFrameHeight()) / 2});
    const bool is_clicked =
        ImGui::Button(is_lit ? "Whole canvas  Z###light" : "Spotlight  Z###light", {wide, 0});
    const Action& toggles = action(bar.actions, "view.enlarge");
    if (bar.is_entered("view.enlarge") || is_clicked)
        toggles.run(bar.frame);
    bar.look.note_item("view.enlarge");
    bar.tooltip(toggles.sentence);
}

figure::Size light_map_size(const Frame& frame, const Look& look,
                            const std::vector<Action>& actions) {
    const Bar bar{frame, look, actions};
    const Rect row = inner_row(look);
    return {std::max(1.0F, (1 - title_share) * row.width - light_button_width(bar) - 2 * look.text),
            row.height};
}

void draw_light_row(const Frame& frame, const Look& look, const std::vector<Action>& actions,
                    const figure::Figure& map) {
    const auto light = light_of(frame);
    if (!light)
        return;
    ImGui::Begin("toolbar"); // more of it
    Bar bar{frame, look, actions};
    bar.part = WindowPart::Formula;
    const Rect row = inner_row(look);
    const float size = look.text, room = title_share * row.width;
    const LightTitle said = light_title(frame, *light);
    draw_line(bar, {row.x, row.y + 0.36F * row.height}, room, said.title, Font::Bold, 1.15F * size,
              look.theme.text);
    if (light->lesson)
        look.note("light.heading", {row.x, row.y}, {row.x + room, row.y + 0.6F * row.height});
    draw_line(bar, {row.x, row.y + 0.75F * row.height}, room, said.below, Font::Sans,
              std::max(12.0F, 0.86F * size), look.theme.dim_text);

    float used = 0;
    for (const figure::TitleRegion& box : map.titles)
        used = std::max(used, box.rect.right());
    const float left = row.x + room + size;
    const ImVec2 origin(left + std::max(0.0F, (map.size.width - used) / 2), row.y);
    paint(map, *ImGui::GetWindowDrawList(), origin, {0, 0, map.size.width, map.size.height},
          look.fonts, look.textures);
    for (std::size_t at = 0; at < map.titles.size(); ++at) {
        const figure::TitleRegion& box = map.titles[at];
        std::string name = "map/" + std::string(box.sheet.stage.name());
        if (box.sheet.layer > 0)
            name += "@" + std::to_string(box.sheet.layer);
        ImGui::SetCursorScreenPos({origin.x + box.rect.x, origin.y + box.rect.y});
        ImGui::PushID(static_cast<int>(at));
        const bool is_clicked = ImGui::InvisibleButton(
            name.c_str(), {std::max(1.0F, box.rect.width), std::max(1.0F, box.rect.height)});
        ImGui::PopID();
        const bool is_entered = bar.is_entered(name);
        look.note_item(name);
        if (ImGui::IsItemHovered()) {
            ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
            const std::string stage = figure::plain_text(title(frame.document, box.sheet.stage));
            if (look.fonts.width(stage, Font::Sans, size) > box.rect.width) // its name is cut
                ImGui::SetTooltip("%s", stage.c_str());
        }
        if (is_clicked || is_entered)
            light_up(frame, box.sheet);
    }
    bar.part = WindowPart::Pages;
    draw_light_button(bar, row);
    ImGui::End();
}

} // namespace app
