// SPDX-License-Identifier: MIT
#include "app/panels/above/folder_row.h"

#include "app/explaining/folder_words.h"
#include "app/panels/above/sentence_row.h"
#include "app/panels/over.h"
#include "core/figure/base/text.h"

#include <algorithm>
#include <cmath>
#include <string>

namespace app {
namespace {

using namespace attn;
using figure::Font;
using figure::Rect;

// In text sizes. The button's room stays free without a button, so that nothing moves.
constexpr float run_width = 3.8F, least_before = 8, least_next_word = 5.3F, why_letters = 0.86F;

/// The word as it is shown in a sentence: a blank before it is a blank.
std::string without_mark(const std::string& word) {
    return word.size() > 1 && word.starts_with(' ') ? " " + figure::visible_word(word.substr(1))
                                                    : figure::visible_word(word);
}

/// The words that come before, as far as they fit; a long text shows its end.
void draw_words_before(const Frame& frame, const Look& look, const Rect& rect) {
    std::string text;
    const auto is_joined = [](const std::string& word) { return word.starts_with(' '); };
    const std::vector<std::string>& words = frame.document.tokens;
    const bool have_blanks = std::any_of(words.begin(), words.end(), is_joined);
    for (const std::string& word : words)
        text += (text.empty() || have_blanks ? "" : " ") + without_mark(word);
    const float size = std::round(look.text * 1.07F);
    const float wide = look.fonts.width(text, Font::Sans, size);
    const float middle = rect.y + rect.height / 2;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float cut = wide > rect.width ? look.fonts.width("… ", Font::Sans, size) : 0;
    if (cut > 0)
        look.fonts.draw(list, {rect.x, middle}, "…", Font::Sans, size, packed(look.theme.dim_text));
    list.PushClipRect({rect.x + cut, rect.y}, {rect.right(), rect.bottom()}, true);
    look.fonts.draw(list, {cut > 0 ? rect.right() - wide : rect.x, middle}, text, Font::Sans, size,
                    packed(look.theme.text));
    list.PopClipRect();
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
    const float per = std::clamp((room - least_before * em) / static_cast<float>(words_of_folder),
                                 least_next_word * em, next_word_width * em);
    const auto fits =
        static_cast<std::size_t>(std::max(0.0F, (room - least_before * em) / per + 0.01F));
    const std::size_t count = std::min(next.words.size(), fits);
    const float shown = next.words.empty() ? room * 0.62F : per * static_cast<float>(count);
    const Rect text{row.x, row.y, room - shown - em, row.height - 2};
    draw_words_before(frame, look, text);
    float x = text.right() + em;
    if (next.words.empty()) {
        const Rect rect{x, row.y, row.right() - button - em - x, row.height - 2};
        draw_why(bar, rect,
                 next.why.empty() ? "The layers after this one are running …" : next.why);
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

} // namespace app
