// SPDX-License-Identifier: MIT
#include "app/panels/guess_card.h"

#include "app/editing/editing.h"
#include "app/explaining/covering.h"
#include "app/panels/over.h"
#include "app/ui/line_field.h"
#include "core/document/model/covers.h"
#include "core/figure/base/figure.h"

#include <algorithm>
#include <optional>
#include <string>

namespace app {
namespace {

using namespace attn;
using figure::Font;
using figure::Rect;

constexpr const char* guess_hint = "your guess";
constexpr const char* reveal_label = "Reveal";
constexpr const char* reveal_key = "Space";

/// A card below the cell, or above it if there is no room below.
Rect beside_cell(const Rect& cell, float wide, float high, float gap, const Rect& room) {
    const float x =
        std::max(room.x, std::min(cell.x + (cell.width - wide) / 2, room.right() - wide));
    const bool is_below = cell.bottom() + gap + high <= room.bottom();
    return {x, is_below ? cell.bottom() + gap : std::max(room.y, cell.y - gap - high), wide, high};
}

void begin_card(const Rect& card, const Look& look, ImGuiWindowFlags flags) {
    ImGui::SetNextWindowPos({card.x, card.y});
    ImGui::SetNextWindowSize({card.width, card.height});
    ImGui::Begin("guess", nullptr,
                 ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                     ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoBackground |
                     ImGuiWindowFlags_NoFocusOnAppearing | flags);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.PushClipRect({card.x, card.y}, {card.right(), card.bottom()}); // with the padding
    draw_card({card.x + 1, card.y + 1, card.width - 2, card.height - 2}, look);
    list.PopClipRect();
}

void draw_guess_field(const Frame& frame, const Look& look, const Place& place, const Rect& cell,
                      const Rect& room) {
    const float size = look.text, inset = 0.6F * size, high = 2 * size;
    const std::optional<Editing>& editing = frame.ui.editing;
    const std::string fault = editing ? editing->fault : "";
    const float field = 7 * size, button = button_width(reveal_label, look);
    const float key = look.fonts.width(reveal_key, Font::Sans, 0.86F * size);
    const float least = field + button + key + 4 * inset;
    const float wide = std::min(
        room.width, std::max(least, look.fonts.width(fault, Font::Sans, size) + 2 * inset));
    const Rect card = beside_cell(cell, wide, high + 2 * inset + (fault.empty() ? 0 : 2 * size),
                                  0.3F * size, room);
    begin_card(card, look, ImGuiWindowFlags_None);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const Rect input{card.x + inset, card.y + inset, field, high};
    const FieldStyle style{Font::Mono, size, false, guess_hint, fault};
    if (editing)
        draw_line_field(list, input, editing->line, style, look);
    else
        draw_resting_field(list, input, LineEdit{}, style, look);
    look.note(editing ? "editing" : "guess", {input.x, input.y}, {input.right(), input.bottom()});
    const bool is_hovered =
        ImGui::IsWindowHovered() &&
        ImGui::IsMouseHoveringRect({input.x, input.y}, {input.right(), input.bottom()}, false);
    if (is_hovered)
        ImGui::SetMouseCursor(ImGuiMouseCursor_TextInput);
    if (is_hovered && ImGui::IsMouseClicked(0) && !editing)
        begin_editing(frame, CellTarget{place});
    const Rect pressed{input.right() + inset, input.y, button, high};
    look.note("guess.reveal", {pressed.x, pressed.y}, {pressed.right(), pressed.bottom()});
    if (draw_button(pressed, reveal_label, false, look)) {
        // A typed guess is compared with the number; without one the number is only revealed.
        if (!editing || editing->line.text.empty()) {
            frame.ui.editing.reset();
            reveal(frame, range_of(place));
        } else {
            finish_editing(frame);
        }
    }
    look.fonts.draw(list, {pressed.right() + inset, input.y + high / 2}, reveal_key, Font::Sans,
                    0.86F * size, packed(look.theme.dim_text));
    ImGui::End();
}

void draw_verdict(const Look& look, const std::string& text, const Rect& cell, const Rect& room) {
    const float size = look.text, inset = 0.7F * size;
    const float longest = look.fonts.width(text, Font::Sans, size) + 2 * inset + 1;
    const float wide = std::min({room.width, 30 * size, longest});
    const auto draw = [&](ImDrawList* list, ImVec2 at) {
        return draw_wrapped(list, at, wide - 2 * inset, text, Font::Sans, size,
                            packed(look.theme.text), look);
    };
    const Rect card = beside_cell(cell, wide, draw(nullptr, {}) + 2 * inset, 0.3F * size, room);
    begin_card(card, look, ImGuiWindowFlags_NoInputs); // numbers below it can be clicked
    draw(ImGui::GetWindowDrawList(), {card.x + inset, card.y + inset});
    look.note("verdict", {card.x, card.y}, {card.right(), card.bottom()});
    ImGui::End();
}

} // namespace

void draw_guess(const Frame& frame, const Look& look, const figure::Figure& figure, ImVec2 origin,
                const Rect& room) {
    const std::optional<Place> place = guessed(frame);
    const GuessVerdict* const verdict = seen_verdict(frame.document, frame.view, frame.ui);
    if (!place && !verdict)
        return;
    const auto cell = figure::cell_rect(figure, place ? *place : verdict->place);
    if (!cell)
        return;
    const Rect on_screen{origin.x + cell->x, origin.y + cell->y, cell->width, cell->height};
    if (!room.contains({on_screen.x + on_screen.width / 2, on_screen.y + on_screen.height / 2}))
        return; // scrolled away
    place ? draw_guess_field(frame, look, *place, on_screen, room)
          : draw_verdict(look, verdict->text, on_screen, room);
}

} // namespace app
