// SPDX-License-Identifier: MIT
#include "app/panels/above/folder_row.h"

#include "app/editing/editing.h"
#include "app/editing/folder_text.h"
#include "app/explaining/folder_words.h"
#include "app/panels/above/sentence_row.h"
#include "app/panels/over.h"
#include "app/ui/line_field.h"
#include "core/figure/base/text.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>

namespace app {
namespace {

using namespace attn;
using figure::Font;
using figure::Rect;

// In text sizes. The button's room stays free without a button, so that nothing moves.
constexpr float run_width = 3.8F, least_before = 11, least_next_word = 5.3F, why_letters = 0.86F;
constexpr float words_field_height = 2.1F, least_typed = 24;

/// The word as it is shown in a sentence: a blank before it is a blank.
std::string without_mark(const std::string& word) {
    return word.size() > 1 && word.starts_with(' ') ? " " + figure::visible_word(word.substr(1))
                                                    : figure::visible_word(word);
}

FieldStyle words_style(const Look& look) {
    return {Font::Sans, std::round(look.text * 1.07F), false, "Type a text", ""};
}

/// The words that come before, as far as they fit; a long text shows its last words.
void draw_words_before(const Frame& frame, const Look& look, const Rect& rect) {
    const std::vector<std::string>& words = frame.document.tokens;
    const std::string between = between_words(words);
    const float size = words_style(look).text;
    const auto width = [&](const std::string& text) {
        return look.fonts.width(text, Font::Sans, size);
    };
    std::string text;
    std::size_t first = words.size();
    for (; first > 0; --first) {
        const std::string longer =
            without_mark(words[first - 1]) + (text.empty() ? "" : between) + text;
        if (!text.empty() && width((first > 1 ? "… " : "") + longer) > rect.width)
            break;
        text = longer;
    }
    const float middle = rect.y + rect.height / 2;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.PushClipRect({rect.x, rect.y}, {rect.right(), rect.bottom()}, true);
    float x = rect.x;
    if (first > 0) {
        look.fonts.draw(list, {x, middle}, "…", Font::Sans, size, packed(look.theme.dim_text));
        x += width(words[first].starts_with(' ') ? "…" : "… ");
    }
    look.fonts.draw(list, {x, middle}, text, Font::Sans, size, packed(look.theme.text));
    list.PopClipRect();
}

/// The field of the words: at the left of the row, as wide as what comes next leaves it.
Rect words_field(const Look& look, const Rect& row, float width) {
    const float high = words_field_height * look.text;
    return {row.x, std::round(row.y + (row.height - high) / 2), std::max(1.0F, width), high};
}

/// Draws the words, or the text that is typed in their place.
void draw_words_field(const Bar& bar, const Rect& rect) {
    const Frame& frame = bar.frame;
    const Look& look = bar.look;
    ImGui::SetCursorScreenPos({rect.x, rect.y});
    (void)ImGui::InvisibleButton("sentence", {rect.width, rect.height});
    look.note_item("sentence");
    const bool is_pressed = ImGui::IsItemActivated(), is_hovered = ImGui::IsItemHovered();
    if (is_hovered)
        ImGui::SetMouseCursor(ImGuiMouseCursor_TextInput);
    const bool is_entered = bar.is_entered("sentence");
    ImDrawList& list = *ImGui::GetWindowDrawList();
    FieldStyle style = words_style(look);
    if (is_typing_folder_text(frame.ui)) {
        LineEdit& line = frame.ui.editing->line;
        if (is_pressed)
            line.caret = line.anchor = caret_at(ImGui::GetIO().MousePos.x, rect, line, style, look);
        draw_line_field(list, rect, line, style, look);
        look.note("editing", {rect.x, rect.y}, {rect.right(), rect.bottom()});
        return;
    }
    const std::optional<FolderText>& typed = frame.ui.folder_words.typed;
    if (typed) {
        style.fault = typed->fault;
        draw_resting_field(list, rect, line_edit(typed->text, false), style, look);
        bar.tooltip(typed->fault.empty() ? "The model reads this text."
                                         : typed->fault + ". Click or press T to change it.");
    } else {
        const float round = style.text * 0.25F, inset = style.text * 0.4F;
        list.AddRectFilled({rect.x, rect.y}, {rect.right(), rect.bottom()},
                           packed(look.theme.panel_background), round);
        list.AddRect({rect.x, rect.y}, {rect.right(), rect.bottom()},
                     packed(is_hovered ? look.theme.accent : look.theme.line), round);
        const float key = look.fonts.width("T", Font::Sans, look.text);
        draw_words_before(frame, look,
                          {rect.x + inset, rect.y, rect.width - 3 * inset - key, rect.height});
        look.fonts.draw(list, {rect.right() - key - inset, rect.y + rect.height / 2}, "T",
                        Font::Sans, look.text, packed(look.theme.dim_text));
        bar.tooltip("Click or press T to type another text. The folder's tokenizer splits it.");
    }
    if (is_pressed || is_entered)
        begin_folder_text(frame);
}

/// Draws a button with a line of text. Returns whether it was pressed.
bool draw_run_button(const Bar& bar, const Rect& rect, const std::string& name,
                     const std::string& label, const std::string& what) {
    const Look& look = bar.look;
    ImGui::SetCursorScreenPos({rect.x, rect.y});
    const bool is_clicked = ImGui::InvisibleButton(name.c_str(), {rect.width, rect.height});
    look.note_item(name);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImVec2 from(rect.x, rect.y), to(rect.right(), rect.bottom());
    list.AddRectFilled(
        from, to,
        ImGui::GetColorU32(ImGui::IsItemHovered() ? ImGuiCol_ButtonHovered : ImGuiCol_Button),
        look.text * 0.3F);
    list.AddRect(from, to, packed(look.theme.line), look.text * 0.3F);
    const float width = look.fonts.width(label, Font::Sans, look.text);
    look.fonts.draw(list, {rect.x + (rect.width - width) / 2, rect.y + rect.height / 2}, label,
                    Font::Sans, look.text, packed(look.theme.text));
    bar.tooltip(what);
    return bar.is_entered(name) || is_clicked;
}

void draw_run_progress(const Look& look, const Rect& rect, double fraction) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float thick = std::max(2.0F, std::round(look.text * 0.16F));
    const float top = rect.bottom() - thick;
    list.AddRectFilled({rect.x, top}, {rect.right(), rect.bottom()}, packed(look.theme.line));
    list.AddRectFilled({rect.x, top},
                       {rect.x + rect.width * static_cast<float>(fraction), rect.bottom()},
                       packed(look.theme.accent));
    look.note("folder.progress", {rect.x, top}, {rect.right(), rect.bottom()});
}

/// The sentence that stands where the words would be, in at most two lines; all of it is in the
/// tooltip.
void draw_why(const Bar& bar, const Rect& rect, const std::string& text) {
    const Look& look = bar.look;
    const float em = look.text;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float high = draw_wrapped(nullptr, {0, 0}, rect.width, text, Font::Sans, em * why_letters,
                                    packed(look.theme.text), look);
    const float top = rect.y + std::max(0.0F, (rect.height - high) / 2);
    list.PushClipRect({rect.x, rect.y}, {rect.right(), rect.bottom()}, true);
    draw_wrapped(&list, {rect.x, top}, rect.width, text, Font::Sans, em * why_letters,
                 packed(look.theme.text), look);
    list.PopClipRect();
    ImGui::SetCursorScreenPos({rect.x, rect.y});
    ImGui::Dummy({rect.width, rect.height});
    look.note("folder.why", {rect.x, rect.y}, {rect.right(), rect.bottom()});
    bar.tooltip(text);
}

} // namespace

void draw_folder_row(const Bar& bar, const Rect& row) {
    const Frame& frame = bar.frame;
    const Look& look = bar.look;
    const NextWords& next = frame.ui.next_words;
    const float em = look.text, button = run_width * em;
    const auto fraction = folder_fraction(frame);
    const float room = row.width - button - next_label_width * em;
    const std::optional<FolderText>& typed = frame.ui.folder_words.typed;
    const bool has_fault = typed && !typed->fault.empty();
    // A text has more room while it is typed, or read.
    const float least =
        (typed || is_typing_folder_text(frame.ui) ? least_typed : least_before) * em;
    const float per = std::clamp((room - least) / static_cast<float>(words_of_folder),
                                 least_next_word * em, next_word_width * em);
    const auto fits = static_cast<std::size_t>(std::max(0.0F, (room - least) / per + 0.01F));
    const std::size_t count = std::min(next.words.size(), fits);
    const bool says_why = next.words.empty() || has_fault;
    const float shown = says_why ? room * 0.62F : per * static_cast<float>(count);
    const Rect text = words_field(look, row, room - shown - em);
    draw_words_field(bar, text);
    float x = text.right() + em;
    if (says_why) {
        const Rect rect{x, row.y, row.right() - button - em - x, row.height - 2};
        draw_why(bar, rect,
                 has_fault          ? typed->fault + ". Click the text to change it."
                 : next.why.empty() ? "The layers after this one are running …"
                                    : next.why);
    } else {
        draw_next_label(bar, {x, row.y, next_label_width * em, row.height});
        x += (next_label_width - 0.4F) * em;
        for (std::size_t at = 0; at < count; ++at, x += per) {
            const Rect rect{std::round(x), row.y + 1, std::round(per), row.height - 2};
            ImGui::SetCursorScreenPos({rect.x, rect.y});
            ImGui::Dummy({rect.width, rect.height});
            look.note_item("next/" + std::to_string(at));
            bar.tooltip(told_next(next, next.words[at]));
            draw_next_word(look, next.words[at], at == 0, false, rect);
        }
    }
    const float high = ImGui::GetFrameHeight();
    const Rect place{row.right() - button, std::round(row.y + (row.height - high) / 2), button,
                     high};
    if (fraction) {
        draw_run_progress(look,
                          {text.right() + em, row.y, row.right() - text.right() - em, row.height},
                          *fraction);
        if (draw_run_button(bar, place, "folder.stop", "Stop",
                            "Stops the layers of the folder; what they say stays unknown."))
            stop_folder(frame);
    } else if (can_run_folder(frame) &&
               draw_run_button(bar, place, "folder.run", "Run",
                               "Lets the layers of the folder say what comes next.")) {
        run_folder(frame);
    }
}

void draw_folder_text_card(const Frame& frame, const Look& look, const Rect& row) {
    const std::string keys = "Enter has the model read it    Esc back";
    const std::string& fault = frame.ui.editing->fault;
    const float em = look.text, inset = text_card_inset * em, letters = why_letters * em;
    const TextCard made = text_card(look, look.fonts.width(keys, Font::Sans, letters), fault);
    const Rect field = words_field(look, row, row.width);
    const Rect card{field.x, std::round(field.bottom() + 0.3F * em), made.width,
                    made.told + 1.6F * em + inset};
    begin_text_card(look, "typed text", card, made, fault);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    look.fonts.draw(list, {card.x + inset, card.bottom() - 1.0F * em - 0.1F * inset}, keys,
                    Font::Sans, letters, packed(look.theme.dim_text));
    ImGui::End();
    const figure::Point pointer{ImGui::GetIO().MousePos.x, ImGui::GetIO().MousePos.y};
    if (ImGui::IsMouseClicked(0) && !field.contains(pointer) && !card.contains(pointer))
        leave_editing(frame);
}

} // namespace app
