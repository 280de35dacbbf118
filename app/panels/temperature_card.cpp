// SPDX-License-Identifier: MIT
#include "app/panels/temperature_card.h"

#include "app/editing/editing.h"
#include "app/panels/over.h"
#include "app/panels/play_button.h"
#include "app/ui/line_field.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <variant>

namespace app {
namespace {

using namespace attn;
using figure::Font;
using figure::Rect;

constexpr float left_part = 8.6F, height = 13.2F, most_width = 50; // in text sizes

void drag_slider(const Frame& frame, const Look& look, const figure::TemperaturePlot& plot,
                 ImVec2 at) {
    const Rect& curves = plot.plot;
    ImGui::SetCursorScreenPos({at.x + curves.x - look.text, at.y + curves.y});
    ImGui::InvisibleButton("slider",
                           {curves.width + 2 * look.text, curves.height + 1.6F * look.text});
    look.note("temperature.slider", {at.x + curves.x, at.y + curves.y},
              {at.x + curves.right(), at.y + curves.bottom() + 1.6F * look.text});
    if (ImGui::IsItemHovered() || ImGui::IsItemActive())
        ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeEW);
    std::optional<TemperatureScrub>& scrub = frame.ui.dragging.temperature;
    if (ImGui::IsItemActivated())
        scrub = {frame.document.switches.temperature, ++frame.ui.dragging.last_gesture};
    if (!scrub || !(ImGui::IsItemActive() || ImGui::IsItemDeactivated()))
        return;
    const Real wanted = figure::temperature_at(plot, ImGui::GetIO().MousePos.x - at.x, look.text);
    if (!scrub->is_cancelled && ImGui::IsMousePosValid() &&
        wanted != frame.document.switches.temperature)
        frame.outbox.edit(SetTemperature{wanted}, scrub->gesture);
    if (!ImGui::IsMouseDown(0))
        scrub.reset();
}

} // namespace

bool asks_temperature(const Frame& frame) {
    return frame.ui.editing && std::holds_alternative<TemperatureTarget>(frame.ui.editing->target);
}

figure::Size temperature_plot_size(const Look& look) {
    const float wide = std::min(ImGui::GetIO().DisplaySize.x - look.text, most_width * look.text);
    return {wide - (left_part + 1.6F) * look.text, (height - 3.2F) * look.text};
}

void draw_temperature_card(const Frame& frame, const Look& look, const std::vector<Action>& actions,
                           const figure::TemperaturePlot& plot) {
    if (!asks_temperature(frame))
        return;
    follow_document(frame);
    Rect under{0, 0, 0, look.text * 5};
    for (const char* const name : {"Model", "Temperature"})
        for (const Control& control : look.controls)
            if (control.name == name) // some pages have no temperature
                under = control.rect;
    const float size = look.text, inset = size * 0.8F, screen = ImGui::GetIO().DisplaySize.x;
    const Editing& editing = *frame.ui.editing;
    const float wide = plot.figure.size.width + (left_part + 1.6F) * size;
    const float high = height * size;
    const ImVec2 from(std::clamp(under.x - 12 * size, 0.0F, std::max(0.0F, screen - wide)),
                      under.bottom() + size * 0.3F);
    ImGui::SetNextWindowPos(from);
    ImGui::SetNextWindowSize({wide, high});
    ImGui::Begin("temperature", nullptr,
                 ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                     ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoBackground);
    draw_card({from.x + 1, from.y + 1, wide - 2, high - 2}, look);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const auto text = [&](float x, float y, const std::string& said, Font font, float letters,
                          figure::Colour colour) {
        look.fonts.draw(list, {from.x + x, from.y + y}, said, font, letters, packed(colour));
    };
    text(inset, 1.3F * size, "Temperature τ", Font::Bold, size, look.theme.text);
    const Rect field{from.x + inset, from.y + 2.5F * size, 6.4F * size, 2 * size};
    draw_line_field(list, field, editing.line, {Font::Mono, size, false, "", editing.fault}, look);
    look.note("number", {field.x, field.y}, {field.right(), field.bottom()});
    const Rect button{field.x, field.bottom() + 0.6F * size, field.width, field.height};
    draw_play_button(frame, look, action(actions, "temperature.play"), button);
    const ImVec2 at(from.x + left_part * size, from.y + 0.8F * size);
    paint(plot.figure, list, at, {0, 0, plot.figure.size.width, plot.figure.size.height},
          look.fonts, look.textures);
    drag_slider(frame, look, plot, at);
    const std::string& fault = editing.fault;
    text(inset, high - size,
         !fault.empty()
             ? fault
             : "Divides the scaled scores.    ↑ ↓ change it    Space plays    Enter keeps "
               "it",
         Font::Sans, 0.8F * size, fault.empty() ? look.theme.dim_text : look.theme.error);
    ImGui::End();
}

} // namespace app
