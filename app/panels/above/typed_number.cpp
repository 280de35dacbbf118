// SPDX-License-Identifier: MIT
#include "app/panels/above/typed_number.h"

#include "app/actions/formula.h"
#include "app/editing/editing.h"
#include "app/editing/model_numbers.h"
#include "app/editing/playing.h"
#include "app/panels/over.h"
#include "app/ui/line_field.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <variant>

namespace app {

void follow_document(const Frame& frame) {
    Editing& editing = *frame.ui.editing;
    const std::string now = text_of(frame.document, editing.target);
    if (editing.begun_as == now)
        return;
    editing.line = line_edit(now, true);
    editing.begun_as = now;
    editing.fault.clear();
}

void draw_play_button(const Frame& frame, const Look& look, const Action& play,
                      const attn::figure::Rect& rect) {
    const EditTarget target = frame.ui.editing->target;
    const attn::Gesture begun_after = frame.ui.editing->begun_after;
    const bool is_moving = is_playing(frame, target);
    look.note(play.id, {rect.x, rect.y}, {rect.right(), rect.bottom()});
    const bool is_pressed = draw_button(rect, is_moving ? "Pause" : "▸ Play", is_moving, look);
    // The press has paused already when the button is released, so the state at the press decides.
    ImGuiStorage& memory = *ImGui::GetStateStorage();
    const ImGuiID was_playing = ImGui::GetID("was playing"), pauses = ImGui::GetID("pauses");
    if (ImGui::IsMouseClicked(0))
        memory.SetBool(pauses, memory.GetBool(was_playing));
    memory.SetBool(was_playing, is_moving);
    if (!is_pressed || memory.GetBool(pauses) || !finish_editing(frame))
        return;
    play.run(frame);
    begin_editing(frame, target);
    frame.ui.editing->begun_after = begun_after; // Esc takes back what came before the play, too.
}

namespace {

using namespace attn;
using figure::Font;

struct AskedNumber {
    std::string name, sentence;
    std::string under; // the control above the field
};

constexpr float slider_height = 3.2F, play_width = 6; // in text sizes

/// Draws a slider from 1 to the play's largest value, with both labelled.
void draw_slider(const Frame& frame, const Look& look, const figure::Rect& rect) {
    const float size = look.text, y = rect.y + 0.6F * size;
    const std::optional<Playing>& playing = frame.ui.dragging.playing;
    const Document& base = playing && playing->base ? *playing->base : frame.document;
    const auto most = static_cast<float>(most_d_k(base));
    ImGui::SetCursorScreenPos({rect.x - size, rect.y});
    ImGui::InvisibleButton("slider", {rect.width + 2 * size, rect.height});
    look.note("shape.d_k.slider", {rect.x, rect.y}, {rect.right(), rect.bottom()});
    if (ImGui::IsItemHovered() || ImGui::IsItemActive())
        ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeEW);
    if (ImGui::IsItemActive() && ImGui::IsMousePosValid() && ImGui::IsMouseDown(0)) {
        const float part =
            std::clamp((ImGui::GetIO().MousePos.x - rect.x) / rect.width, 0.0F, 1.0F);
        hold_d_k(frame, static_cast<Index>(std::lround(1 + part * (most - 1))));
    } else if (ImGui::IsItemDeactivated()) {
        hold_d_k(frame, std::nullopt);
    }
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float now = std::clamp(static_cast<float>(d_k(frame.document)), 1.0F, most);
    const float knob = rect.x + rect.width * (now - 1) / (most - 1);
    list.AddRectFilled({rect.x, y - 2}, {rect.right(), y + 2}, packed(look.theme.line), 2);
    list.AddRectFilled({rect.x, y - 2}, {knob, y + 2}, packed(look.theme.accent), 2);
    list.AddCircleFilled({knob, y}, 0.5F * size, packed(look.theme.accent));
    list.AddCircleFilled({knob, y}, 0.5F * size - 2, packed(look.theme.panel_background));
    const float small = 0.86F * size, text = rect.bottom() - 0.6F * size;
    const std::string end = std::to_string(static_cast<Index>(most));
    look.fonts.draw(list, {rect.x, text}, "1", Font::Mono, small, packed(look.theme.dim_text));
    look.fonts.draw(list, {rect.right() - look.fonts.width(end, Font::Mono, small), text}, end,
                    Font::Mono, small, packed(look.theme.dim_text));
}

AskedNumber width_asked(Width width) {
    switch (width) {
    case Width::Model:
        return {"d_model", "The width of an embedding: columns of X, rows of W.", "X"};
    case Width::QueryKey:
        return {"d_k", "Columns of W_Q and W_K.    ↑ ↓ change it    Space plays    Enter keeps it",
                "W_Q"};
    case Width::Value:
        return {"d_v", "The width of values and outputs: columns of W_V.", "W_V"};
    }
    return {};
}

std::optional<AskedNumber> asked(const Bar& bar, const EditTarget& target) {
    if (std::holds_alternative<ScaleTarget>(target))
        return AskedNumber{"÷", "The number that scores are divided by.", "Scale"};
    if (const auto* width = std::get_if<WidthTarget>(&target))
        return width_asked(width->width);
    const auto* number = std::get_if<NumberTarget>(&target);
    if (!number)
        return std::nullopt;
    const ModelNumberInfo& about = info(number->number);
    const std::vector<FormulaPiece> pieces = page_formula(bar.frame);
    const FormulaPiece* const piece = piece_with(pieces, about.part);
    return AskedNumber{about.name, about.sentence, piece ? piece->name : "Model"};
}

} // namespace

void draw_typed_number(const Bar& bar) {
    const std::optional<Editing>& editing = bar.frame.ui.editing;
    const std::optional<AskedNumber> about = editing ? asked(bar, editing->target) : std::nullopt;
    if (!about)
        return;
    const Look& look = bar.look;
    const bool has_play = plays(editing->target);
    if (has_play)
        follow_document(bar.frame);
    figure::Rect under{0, 0, 0, look.text * 5};
    for (const std::string& name : {std::string("Model"), about->under})
        for (const Control& control : look.controls)
            if (control.name == name) // some pages do not have every part
                under = control.rect;
    const float size = look.text, inset = size * 0.8F, field = size * 8;
    const float name = look.fonts.width(about->name, Font::Bold, size);
    const float sentence = look.fonts.width(about->sentence, Font::Sans, size * 0.86F);
    const float fault = look.fonts.width(editing->fault, Font::Sans, size);
    const ImVec2 screen = ImGui::GetIO().DisplaySize;
    const float wide =
        std::min(std::max({name + field + inset + (has_play ? play_width * size + inset : 0),
                           sentence, fault + name + inset}) +
                     2 * inset,
                 screen.x - size);
    const ImVec2 from(std::max(0.0F, std::min(under.x, screen.x - wide)),
                      under.bottom() + size * 0.3F);
    const float high =
        size * ((editing->fault.empty() ? 4.6F : 6.6F) + (has_play ? slider_height : 0));
    ImGui::SetNextWindowPos(from);
    ImGui::SetNextWindowSize({wide, high});
    ImGui::Begin("number", nullptr,
                 ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                     ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoBackground);
    draw_card({from.x, from.y, wide, high}, look);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    look.fonts.draw(list, {from.x + inset, from.y + size * 1.6F}, about->name, Font::Bold, size,
                    packed(look.theme.text));
    const figure::Rect rect{from.x + inset + name + inset, from.y + size * 0.6F, field, size * 2};
    draw_line_field(list, rect, editing->line, {Font::Mono, size, false, "", editing->fault}, look);
    look.note("number", {rect.x, rect.y}, {rect.right(), rect.bottom()});
    if (has_play) {
        draw_slider(bar.frame, look,
                    {from.x + 2 * inset, from.y + high - (slider_height + 1.6F) * size,
                     wide - 4 * inset, (slider_height - 0.6F) * size});
        draw_play_button(bar.frame, look, action(bar.actions, "shape.d_k.play"),
                         {rect.right() + inset, rect.y, play_width * size, rect.height});
    }
    look.fonts.draw(list, {from.x + inset, from.y + high - size * 0.9F}, about->sentence,
                    Font::Sans, size * 0.86F, packed(look.theme.dim_text));
    ImGui::End();
}

namespace {

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
         Font::Sans, 0.86F * size, fault.empty() ? look.theme.dim_text : look.theme.error);
    ImGui::End();
}

} // namespace app
