// SPDX-License-Identifier: MIT
#include "app/input/dialog_keys.h"
#include "app/panels/over.h"
#include "app/panels/panels.h"
#include "core/figure/word.h"

#include <algorithm>

namespace app {
namespace {

using attn::figure::Font;
using attn::figure::Rect;

/// A card in the middle, no higher than the window.
Rect card_of(float width, float height, float text) {
    const ImVec2 screen = ImGui::GetIO().DisplaySize;
    const float wide = std::min(width, screen.x - 2 * text);
    const float high = std::min(height, screen.y - 2 * text);
    return {(screen.x - wide) / 2, std::max(text, (screen.y - high) * 0.4F), wide, high};
}

} // namespace

void draw_question(const Frame& frame, const Look& look) {
    if (!frame.ui.question)
        return;
    const Question& question = *frame.ui.question;
    const float size = look.text, row = size * 2.2F, gap = size * 0.7F;
    const float inside = std::min(size * 40, ImGui::GetIO().DisplaySize.x - size * 6);
    // Buttons side by side, or stacked if there is no room.
    float buttons = -gap;
    for (const Question::Choice& choice : question.choices)
        buttons += button_width(choice.label, look) + gap;
    const bool is_one_row = buttons <= inside;
    const auto rows = is_one_row ? 1.0F : static_cast<float>(question.choices.size());
    const float title =
        draw_wrapped(nullptr, {}, inside, question.title, Font::Bold, size * 1.15F, 0, look);
    const float text = draw_wrapped(nullptr, {}, inside, question.text, Font::Sans, size, 0, look);
    const Rect card =
        card_of(inside + size * 4, title + text + rows * (row + gap) + size * 5, size);

    begin_over("question");
    dim_everything();
    draw_card(card, look);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float left = card.x + size * 2;
    float y = card.y + size * 1.5F;
    y += draw_wrapped(&list, {left, y}, inside, question.title, Font::Bold, size * 1.15F,
                      packed(look.theme.text), look);
    y += size * 0.6F;
    y += draw_wrapped(&list, {left, y}, inside, question.text, Font::Sans, size,
                      packed(look.theme.text), look);
    y += size * 1.2F;
    float x = is_one_row ? left + inside - buttons : left;
    std::optional<std::size_t> answered;
    for (std::size_t at = 0; at < question.choices.size(); ++at) {
        const Question::Choice& choice = question.choices[at];
        const float width = is_one_row ? button_width(choice.label, look) : inside;
        const Rect rect{x, y, width, row};
        if (draw_button(rect, choice.label, at == question.chosen, look))
            answered = at;
        look.note("choice/" + choice.id, {rect.x, rect.y}, {rect.right(), rect.bottom()});
        if (is_one_row)
            x += width + gap;
        else
            y += row + gap;
    }
    ImGui::End();
    if (answered)
        answer(frame, *answered);
}

void draw_recovery(const Frame& frame, const Look& look) {
    if (!frame.ui.recovery.offer)
        return;
    RecoveryOffer& offer = *frame.ui.recovery.offer;
    const bool has_unkept =
        std::any_of(offer.works.begin(), offer.works.end(),
                    [](const OfferedWork& work) { return !work.unkept.empty(); });
    const float size = look.text, line = size * (has_unkept ? 4.6F : 3.2F), row = size * 2.2F;
    const float name_at = has_unkept ? 0.22F : 0.3F, detail_at = has_unkept ? 0.52F : 0.72F;
    const std::size_t most = 6, shown = std::min(offer.works.size(), most);
    const std::size_t first = offer.chosen >= shown ? offer.chosen - shown + 1 : 0;
    const Rect card =
        card_of(size * 48, size * 9.4F + static_cast<float>(shown) * line + row, size);
    begin_over("recovery");
    dim_everything();
    draw_card(card, look);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float left = card.x + size * 2, inside = card.width - size * 4;
    float y = card.y + size * 1.5F;
    y += draw_wrapped(&list, {left, y}, inside, "Unsaved work was found", Font::Bold, size * 1.15F,
                      packed(look.theme.text), look);
    y += draw_wrapped(&list, {left, y + size * 0.4F}, inside,
                      "A window ended before its work was saved. Restored work is written to its "
                      "file only when you save it.",
                      Font::Sans, size, packed(look.theme.dim_text), look);
    y += size;
    const auto shorten = [&](const std::string& text, float room, Font font, float em) {
        return attn::figure::shortened(text, room, font, em, measure(look.fonts));
    };
    for (std::size_t at = first; at < first + shown; ++at, y += line) {
        const OfferedWork& work = offer.works[at];
        const ImVec2 from(left - size * 0.6F, y), to(left + inside + size * 0.6F, y + line);
        if (at == offer.chosen)
            list.AddRectFilled(from, to, ImGui::GetColorU32(ImGuiCol_Header), size * 0.3F);
        look.fonts.draw(list, {left, y + line * name_at},
                        shorten(work.name, inside, Font::Bold, size), Font::Bold, size,
                        packed(look.theme.text));
        std::string detail = work.fault;
        if (work.fault.empty())
            detail = std::to_string(work.edits) + (work.edits == 1 ? " edit" : " edits") +
                     ", the last one " + work.when +
                     (work.place.empty() ? "  ·  never saved" : "  ·  " + work.place);
        const float em = size * 0.9F;
        detail = shorten(detail, inside, Font::Sans, em);
        look.fonts.draw(list, {left, y + line * detail_at}, detail, Font::Sans, em,
                        packed(work.fault.empty() ? look.theme.dim_text : look.theme.error));
        if (!work.unkept.empty())
            look.fonts.draw(list, {left, y + line * 0.8F},
                            shorten(work.unkept, inside, Font::Sans, em), Font::Sans, em,
                            packed(look.theme.error));
        look.note("recovery/" + std::to_string(at), from, to);
        if (ImGui::IsWindowHovered() && ImGui::IsMouseHoveringRect(from, to, false) &&
            ImGui::IsMouseClicked(0)) {
            offer.chosen = at;
            offer.is_discarding = false;
        }
    }
    y += size;
    const bool is_whole =
        offer.chosen < offer.works.size() && offer.works[offer.chosen].fault.empty();
    float x = left + inside;
    const auto button = [&](const char* id, const std::string& label, bool is_marked,
                            bool is_enabled) {
        const float width = button_width(label, look);
        x -= width;
        const Rect rect{x, y, width, row};
        const bool is_pressed = draw_button(rect, label, is_marked, look, is_enabled);
        look.note(id, {rect.x, rect.y}, {rect.right(), rect.bottom()});
        x -= size * 0.7F;
        return is_pressed;
    };
    const bool later = button("recovery.later", "Later", false, true);
    const bool discards =
        button("recovery.discard", offer.is_discarding ? "Press again to discard" : "Discard",
               false, true);
    const bool restores = button("recovery.restore", "Restore", true, is_whole);
    ImGui::End();
    if (restores)
        restore_chosen(frame);
    if (discards)
        discard_chosen(frame);
    if (later)
        frame.ui.recovery.offer.reset();
}

} // namespace app
