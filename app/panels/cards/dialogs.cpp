// SPDX-License-Identifier: MIT
#include "app/files/file_dialog.h"
#include "app/files/reading.h"
#include "app/input/keys.h"
#include "app/panels/over.h"
#include "app/panels/panels.h"
#include "app/system/system_dialog.h"
#include "app/ui/line_field.h"
#include "core/base/utf8.h"
#include "core/figure/base/text.h"
#include "core/io/journal/machine.h"

#include <algorithm>
#include <string>

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

using namespace attn;
using figure::Font;
using figure::Rect;

void draw_reading(const Frame& frame, const Look& look) {
    const std::shared_ptr<FileReader> reader = frame.ui.files.reader;
    if (!reader)
        return;
    if (!frame.ui.starting.has_document) { // there is no opened document below
        begin_over("reading.ground");
        ImGui::GetWindowDrawList()->AddRectFilled({0, 0}, ImGui::GetIO().DisplaySize,
                                                  packed(look.theme.background));
        ImGui::End();
    }
    const float size = look.text;
    const std::string title = "Reading " + printable(io::name_of(reader->path()), 40) + " …";
    const Rect card = begin_question("reading", title, {size * 34, size * 8.5F}, look);
    std::string text = size_text(reader->bytes());
    if (const auto seconds = reader->time().count(); seconds > 0)
        text += " · " + std::to_string(seconds) + " s";
    look.fonts.draw(*ImGui::GetWindowDrawList(), {card.x + size * 1.2F, card.y + size * 3.8F}, text,
                    Font::Sans, size, packed(look.theme.dim_text));
    const std::string label = "Cancel";
    const float wide = button_width(label, look), high = size * 2.2F;
    const Rect button{card.right() - size * 1.2F - wide, card.bottom() - high - size, wide, high};
    look.note("reading.cancel", {button.x, button.y}, {button.right(), button.bottom()});
    const bool is_pressed = draw_button(button, label, false, look);
    ImGui::End();
    if (is_pressed)
        leave_reading(frame.ui);
}

namespace {

using attn::figure::Font;
using attn::figure::Rect;

/// The end of a path that fits.
std::string tail(const std::string& text, float room, const Look& look) {
    std::string shown = attn::printable(text, 4096);
    if (look.fonts.width(shown, Font::Sans, look.text) <= room)
        return shown;
    for (std::size_t at = shown.find('/', 1); at != std::string::npos; at = shown.find('/', at + 1))
        if (look.fonts.width("…" + shown.substr(at), Font::Sans, look.text) <= room)
            return "…" + shown.substr(at);
    return attn::figure::shortened(shown, room, Font::Sans, look.text, measure(look.fonts));
}

/// The card, while it is drawn.
struct FileCard {
    const Frame& frame;
    const Look& look;
    FileDialog& dialog;
    Rect card;

    float size() const { return look.text; }
    float left() const { return card.x + size() * 1.5F; }
    float inside() const { return card.width - size() * 3; }
    bool is_mine() const { return ImGui::IsWindowHovered() && !frame.ui.question; }

    void draw_head() const {
        ImDrawList& list = *ImGui::GetWindowDrawList();
        const bool saves = dialog.purpose == FileDialog::Purpose::SaveAs;
        const bool marks = dialog.purpose == FileDialog::Purpose::Answers;
        const std::string title = saves                ? "Save as"
                                  : marks              ? "Answers of a class, as .csv"
                                  : dialog.is_recent() ? "Open a recent file"
                                                       : "Open";
        const float y = card.y + size() * 1.8F;
        const float width = look.fonts.draw(list, {left(), y}, title, Font::Bold, size() * 1.15F,
                                            packed(look.theme.text));
        const float x = left() + width + size();
        look.fonts.draw(list, {x, y}, tail(dialog.folder, left() + inside() - x, look), Font::Sans,
                        size(), packed(look.theme.dim_text));
    }

    void draw_line(float y) const {
        const Rect field{left(), y, inside(), size() * 2.2F};
        draw_line_field(
            *ImGui::GetWindowDrawList(), field, dialog.line,
            {Font::Sans, size() * 1.05F, false,
             dialog.is_recent() ? "Type a part of the name" : "A name or a path; Tab completes it",
             ""},
            look);
        look.note("file.line", {field.x, field.y}, {field.right(), field.bottom()});
        if (is_mine() && ImGui::IsMouseClicked(0) &&
            ImGui::IsMouseHoveringRect({field.x, field.y}, {field.right(), field.bottom()}, false))
            dialog.line.caret = dialog.line.anchor =
                caret_at(ImGui::GetIO().MousePos.x, field, dialog.line,
                         {Font::Sans, size() * 1.05F, false, "", ""}, look);
    }

    /// Draws the list. Returns whether a file was double-clicked.
    bool draw_list(float top, float bottom) const {
        ImDrawList& list = *ImGui::GetWindowDrawList();
        const float line = size() * 1.9F;
        const auto room = static_cast<std::size_t>(std::max(1.0F, (bottom - top) / line));
        const std::size_t count = dialog.shown.size();
        // The wheel changes the chosen entry, which is always in view: the list has no separate
        // scroll position.
        std::size_t first = 0;
        if (count > room && dialog.chosen > room / 2)
            first = std::min(dialog.chosen - room / 2, count - room);
        bool is_taken = false;
        const bool is_untyped =
            dialog.line.text.empty() || dialog.purpose == FileDialog::Purpose::SaveAs;
        if (count == 0)
            look.fonts.draw(list, {left(), top + line / 2},
                            dialog.entries.empty() ? "The folder is empty"
                            : is_untyped           ? "All names in the folder are hidden"
                                                   : "No name contains the text you typed",
                            Font::Sans, size(), packed(look.theme.dim_text));
        list.PushClipRect({card.x, top}, {card.right(), bottom}, true);
        for (std::size_t at = first; at < std::min(count, first + room); ++at) {
            const FileDialog::Entry& entry = dialog.entries[dialog.shown[at]];
            const float y = top + static_cast<float>(at - first) * line;
            const ImVec2 from(left() - size() * 0.5F, y),
                to(left() + inside() + size() * 0.5F, y + line);
            if (dialog.is_choosing && at == dialog.chosen)
                list.AddRectFilled(from, to, ImGui::GetColorU32(ImGuiCol_Header), size() * 0.3F);
            const float detail = look.fonts.width(entry.detail, Font::Sans, size() * 0.86F);
            const std::string name =
                dialog.is_recent()
                    ? tail(entry.name, inside() - detail - size(), look)
                    : attn::figure::shortened(
                          attn::printable(entry.name) + (entry.is_folder ? "/" : ""),
                          inside() - detail - size(), Font::Sans, size(), measure(look.fonts));
            look.fonts.draw(list, {left(), y + line / 2}, name,
                            entry.is_folder ? Font::Bold : Font::Sans, size(),
                            packed(look.theme.text));
            look.fonts.draw(list, {left() + inside() - detail, y + line / 2}, entry.detail,
                            Font::Sans, size() * 0.86F, packed(look.theme.dim_text));
            look.note("file/" + entry.name, from, to);
            if (!is_mine() || !ImGui::IsMouseHoveringRect(from, to, false))
                continue;
            if (ImGui::IsMouseClicked(0)) {
                dialog.chosen = at;
                dialog.is_choosing = false;
                choose(dialog, 0);
                is_taken = entry.is_folder; // a single click opens folders
            }
            is_taken = is_taken || ImGui::IsMouseDoubleClicked(0);
        }
        list.PopClipRect();
        if (is_mine() && ImGui::GetIO().MouseWheel != 0)
            choose(dialog, ImGui::GetIO().MouseWheel > 0 ? -3 : 3);
        return is_taken;
    }
};

} // namespace

void draw_file_dialog(const Frame& frame, const Look& look) {
    if (!frame.ui.files.dialog)
        return;
    FileDialog& dialog = *frame.ui.files.dialog;
    const ImVec2 screen = ImGui::GetIO().DisplaySize;
    const float size = look.text, row = size * 2.2F;
    const float width = std::min(size * 56, screen.x - size * 2);
    const float height = std::min(size * 40, screen.y - size * 2);
    const FileCard card{
        frame, look, dialog, {(screen.x - width) / 2, (screen.y - height) / 2, width, height}};
    begin_over("file dialog");
    dim_everything();
    draw_card(card.card, look);
    card.draw_head();
    const float field = card.card.y + size * 3.2F;
    card.draw_line(field);
    float top = field + row + size * 0.6F;
    if (!dialog.fault.empty())
        top += draw_wrapped(ImGui::GetWindowDrawList(), {card.left(), top}, card.inside(),
                            dialog.fault, Font::Sans, size, packed(look.theme.error), look) +
               size * 0.4F;
    const float buttons = card.card.bottom() - row - size * 1.2F;
    bool accepts = card.draw_list(top, buttons - size * 0.8F);

    float x = card.left() + card.inside();
    const auto button = [&](const char* id, const std::string& label, bool is_marked) {
        const float wide = button_width(label, look);
        x -= wide;
        const Rect rect{x, buttons, wide, row};
        const bool is_pressed = draw_button(rect, label, is_marked, look);
        look.note(id, {rect.x, rect.y}, {rect.right(), rect.bottom()});
        x -= size * 0.7F;
        return is_pressed && !frame.ui.question;
    };
    accepts = button("file.accept", dialog.purpose == FileDialog::Purpose::SaveAs ? "Save" : "Open",
                     true) ||
              accepts;
    const bool takes_folder =
        dialog.holds_model && button("file.folder", "Open this folder", dialog.line.text.empty());
    const bool closes = button("file.cancel", "Cancel", false);
    if (dialog.is_elsewhere)
        look.fonts.draw(*ImGui::GetWindowDrawList(), {card.left(), buttons + row / 2},
                        "The desktop's dialog is open", Font::Sans, size,
                        packed(look.theme.dim_text));
    else if (!dialog.is_recent() && may_have_system_dialog() &&
             button("file.system", "Desktop's dialog", false))
        dialog.asks_system = true;
    const bool goes_up = !dialog.is_recent() && button("file.up", "Folder above", false);
    ImGui::End();
    if (takes_folder) {
        dialog.line = {};
        dialog.is_choosing = false;
        accept_file(frame);
    } else if (accepts)
        accept_file(frame);
    else if (closes)
        close_file_dialog(frame);
    else if (goes_up)
        show_folder(dialog, dialog.folder + "..");
}

} // namespace app
