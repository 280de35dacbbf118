// SPDX-License-Identifier: MIT
#include "app/panels/guess_card.h"

#include "app/editing/editing.h"
#include "app/explaining/covering.h"
#include "app/panels/over.h"
#include "app/ui/line_field.h"
#include "core/document/model/covers.h"
#include "core/figure/base/figure.h"
#include "core/figure/base/text.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace app {
namespace {

using namespace attn;
using figure::Font;
using figure::Rect;

constexpr const char* guess_hint = "your guess";
constexpr const char* reveal_label = "Reveal";
constexpr const char* reveal_key = "Space";

/// What a card is about, on the screen: its cell, and the matrices and texts that it leaves free.
struct Beside {
    Rect cell;
    std::vector<Rect> matrices, texts;
    Rect room;
};

float shared_area(const Rect& a, const Rect& b) {
    const float wide = std::min(a.right(), b.right()) - std::max(a.x, b.x);
    const float high = std::min(a.bottom(), b.bottom()) - std::max(a.y, b.y);
    return std::max(0.0F, wide) * std::max(0.0F, high);
}

/// A card close to the cell, where it covers as few numbers as can be: beside the cell, else beside
/// its matrix.
Rect place_card(const Beside& about, float wide, float high, float gap) {
    const Rect &cell = about.cell, &room = about.room;
    std::vector<Rect> around{cell};
    for (const Rect& matrix : about.matrices)
        if (matrix.contains({cell.x + cell.width / 2, cell.y + cell.height / 2}))
            around.push_back(matrix);
    const float middle_x = cell.x + (cell.width - wide) / 2, last_x = cell.right() - wide;
    const float middle_y = cell.y + (cell.height - high) / 2;
    std::optional<Rect> best;
    float least = 0;
    for (const Rect& one : around)
        for (const auto& [x, y] : {std::pair(middle_x, one.bottom() + gap),
                                   {last_x, one.bottom() + gap},
                                   {middle_x, one.y - gap - high},
                                   {last_x, one.y - gap - high},
                                   {one.right() + gap, middle_y},
                                   {one.x - gap - wide, middle_y}}) {
            const Rect card{std::max(room.x, std::min(x, room.right() - wide)),
                            std::max(room.y, std::min(y, room.bottom() - high)), wide, high};
            float covered = 4 * shared_area(card, cell); // Its own cell is seen first of all.
            for (const Rect& matrix : about.matrices)
                covered += shared_area(card, matrix);
            for (const Rect& text : about.texts)
                covered += shared_area(card, text);
            if (!best || covered < least - 1) {
                best = card;
                least = covered;
            }
        }
    return *best;
}

/// Returns the rectangles on the screen that the texts of a figure fill.
std::vector<Rect> texts_of(const figure::Figure& figure, ImVec2 origin, const Look& look) {
    std::vector<Rect> rects;
    for (const figure::Shape& shape : figure.shapes)
        if (const auto* text = std::get_if<figure::Text>(&shape)) {
            const float wide =
                figure::rich_width(text->text, text->font, text->size, measure(look.fonts));
            const float left = text->anchor == figure::Anchor::Left     ? 0
                               : text->anchor == figure::Anchor::Centre ? wide / 2
                                                                        : wide;
            rects.push_back({origin.x + text->at.x - left, origin.y + text->at.y - text->size / 2,
                             wide, text->size});
        }
    return rects;
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

void draw_guess_field(const Frame& frame, const Look& look, const Place& place,
                      const Beside& about) {
    const float size = look.text, inset = 0.6F * size, high = 2 * size;
    const std::optional<Editing>& editing = frame.ui.editing;
    const std::string fault = editing ? editing->fault : "";
    const float field = 7 * size, button = button_width(reveal_label, look);
    const float key = look.fonts.width(reveal_key, Font::Sans, 0.86F * size);
    const float least = field + button + key + 4 * inset;
    const float wide = std::min(
        about.room.width, std::max(least, look.fonts.width(fault, Font::Sans, size) + 2 * inset));
    const Rect card =
        place_card(about, wide, high + 2 * inset + (fault.empty() ? 0 : 2 * size), 0.3F * size);
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

void draw_verdict(const Look& look, const std::string& text, const Beside& about) {
    const float size = look.text, inset = 0.7F * size;
    const float longest = look.fonts.width(text, Font::Sans, size) + 2 * inset + 1;
    const float wide = std::min({about.room.width, 30 * size, longest});
    const auto draw = [&](ImDrawList* list, ImVec2 at) {
        return draw_wrapped(list, at, wide - 2 * inset, text, Font::Sans, size,
                            packed(look.theme.text), look);
    };
    const Rect card = place_card(about, wide, draw(nullptr, {}) + 2 * inset, 0.3F * size);
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
    Beside about{on_screen, {}, texts_of(figure, origin, look), room};
    for (const figure::GridRegion& grid : figure.grids)
        about.matrices.push_back({origin.x + grid.cells.x, origin.y + grid.cells.y,
                                  grid.cells.width, grid.cells.height});
    place ? draw_guess_field(frame, look, *place, about) : draw_verdict(look, verdict->text, about);
}

} // namespace app
