// SPDX-License-Identifier: MIT
// The start page: the fields at the left, and cards of recent files, lessons and presets, each with
// a small picture of its document.

#include "app/panels/above/sentence_row.h"
#include "app/panels/over.h"
#include "app/panels/panels.h"
#include "app/starting/glimpse_maker.h"
#include "app/starting/leaflet.h"
#include "app/starting/model_field.h"
#include "app/starting/start_page.h"
#include "app/ui/line_field.h"
#include "core/figure/base/text.h"
#include "core/figure/pages/glance.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string>
#include <utility>

namespace app {
namespace {

using namespace attn;
using figure::Font;
using figure::Rect;

/// The cards, while they are drawn.
struct Cards {
    const Frame& frame;
    const Look& look;
    const std::vector<StartSection>& sections;
    Rect view; // their visible part

    float size() const { return look.text; }
    Starting& starting() const { return frame.ui.starting; }
    ImDrawList& list() const { return *ImGui::GetWindowDrawList(); }

    bool is_chosen(CardPlace place) const {
        return starting().part == StartPart::Cards && starting().card == place;
    }

    /// Call after a card's widget: scrolls to the card that the keyboard chose.
    void scroll_to(const Rect& rect) const {
        if (!std::exchange(starting().must_scroll, false))
            return;
        if (rect.y < view.y || rect.bottom() > view.bottom())
            ImGui::SetScrollHereY();
    }

    /// Returns the width.
    float write(ImVec2 at, const std::string& rich, Font font, float em, figure::Colour ink) const {
        const figure::PlacedText placed = figure::place_text(rich, font, em, measure(look.fonts));
        for (const figure::PlacedSpan& span : placed.spans)
            look.fonts.draw(list(), {at.x + span.x, at.y + span.drop}, span.text, font, span.size,
                            packed(ink));
        return placed.width;
    }

    /// Cuts `line` and `rest` to the width, ending in "…".
    std::string cut(const std::string& line, const std::string& rest, Font font, float em,
                    float wide) const {
        const std::string whole = figure::plain_text(line + " " + rest);
        return figure::escape(figure::shortened(whole, wide, font, em, measure(look.fonts)));
    }

    float title_size() const { return size() * 0.93F; }
    float title_line() const { return title_size() * 1.25F; }

    /// Writes the title in at most `lines` lines; the rest is replaced by "…". Returns the middle
    /// of its last line.
    float write_title(ImVec2 at, const StartCard& card, Font font, float wide, int lines) const {
        const float em = title_size();
        const auto fits = [&](const std::string& text) {
            return figure::rich_width(text, font, em, measure(look.fonts)) <= wide;
        };
        const std::string all =
            card.opens ? card.title : figure::escape(figure::visible_word(card.title));
        std::string now;
        std::size_t from = 0;
        while (from < all.size()) {
            const std::size_t end = std::min(all.find(' ', from), all.size());
            const std::string word = all.substr(from, end - from);
            const std::string longer = now.empty() ? word : now + " " + word;
            if (!now.empty() && !fits(longer)) {
                if (--lines == 0) {
                    now = cut(now, all.substr(from), font, em, wide);
                    break;
                }
                write(at, now, font, em, look.theme.text);
                at.y += title_line();
                now = word;
            } else {
                now = longer;
            }
            from = end + 1;
        }
        // A single word, such as a file name, may be too long.
        write(at, fits(now) ? now : cut(now, "", font, em, wide), font, em, look.theme.text);
        return at.y;
    }

    /// What is known about the card so far.
    std::shared_ptr<const Glimpse> glimpse(const StartSection& section, const StartCard& card,
                                           float side) const {
        const View& looks = frame.view;
        return starting().glimpses->glimpse({section.kind,
                                             card.name,
                                             looks.theme,
                                             looks.sequential,
                                             looks.diverging,
                                             {std::round(side), std::round(side)}});
    }

    void draw_card(std::size_t which, std::size_t at, const Rect& rect) const {
        const StartSection& section = sections[which];
        const StartCard& card = section.cards[at];
        const bool is_open = section.kind != CardKind::Preset;
        ImGui::SetCursorScreenPos({rect.x, rect.y});
        ImGui::PushID(static_cast<int>(at));
        // A model's field is not part of the button.
        const float high = section.kind == CardKind::Model ? size() * 2 : rect.height;
        const bool is_pressed = ImGui::InvisibleButton("card", {rect.width, high});
        ImGui::PopID();
        const bool is_hovered = ImGui::IsItemHovered();
        const bool is_here = is_chosen({which, at});
        const std::string id = section.kind == CardKind::Recent
                                   ? "start/recent." + std::to_string(at)
                                   : "start/" + card.opens->id;
        if (is_here)
            scroll_to(rect);
        if (is_pressed)
            open_card(frame, sections, {which, at});
        if (rect.bottom() < view.y || rect.y > view.bottom())
            return;
        look.note_item(id);
        if (section.kind == CardKind::Model)
            return draw_model(section, card, rect, at == 0, is_hovered || is_here);
        const ImVec2 from(rect.x, rect.y), to(rect.right(), rect.bottom());
        const float radius = size() * 0.6F;
        if (is_open)
            list().AddRectFilled(from, to, packed(look.theme.panel_background), radius);
        if (is_open || is_hovered || is_here)
            list().AddRect(from, to,
                           packed(is_here || is_hovered ? look.theme.accent : look.theme.line),
                           radius, 0, is_here ? 2.0F : 1.0F);
        const bool is_beside = section.kind != CardKind::Lesson;
        const float pad = size() * (is_open ? 0.9F : 0.3F);
        const float side = !is_beside ? size() * 3.4F
                           : is_open  ? rect.height - 2 * pad
                                      : size() * 2.4F;
        const auto known = glimpse(section, card, side);
        if (known)
            paint(known->picture, list(), {rect.x + pad, rect.y + pad}, {0, 0, side, side},
                  look.fonts, look.textures);
        const ImVec2 text = is_beside
                                ? ImVec2(rect.x + side + 2 * pad + (is_open ? 0 : size() * 0.3F),
                                         rect.y + pad + size() * 0.5F)
                                : ImVec2(rect.x + pad, rect.y + pad + side + size());
        const float wide = rect.right() - pad - text.x;
        const int lines = is_beside ? 2 : 3;
        const float last = write_title(text, card, is_open ? Font::Bold : Font::Sans, wide, lines);
        const LessonProgress progress =
            section.kind == CardKind::Lesson ? progress_of(card.name) : LessonProgress{};
        if (section.kind == CardKind::Lesson)
            draw_place(at + 1, progress, {to.x - pad, from.y + pad + size() * 0.45F});
        if (!known)
            return;
        // A card with its picture beside the text keeps its line in place.
        const float y =
            is_beside && is_open ? text.y + size() * 2.55F : last + title_line() + size() * 0.15F;
        const bool goes_on = progress.is_begun() && progress.step < known->steps;
        const std::string detail = goes_on ? "go on: step " + std::to_string(progress.step + 1) +
                                                 " of " + std::to_string(known->steps)
                                           : known->detail;
        const Font font = goes_on ? Font::Bold : Font::Sans;
        look.fonts.draw(list(), {text.x, y},
                        figure::shortened(detail, wide, font, size() * 0.86F, measure(look.fonts)),
                        font, size() * 0.86F,
                        packed(goes_on ? look.theme.accent_text : look.theme.dim_text));
    }

    /// Draws a model with the field for its sentence, and what it says next. Only the first one has
    /// a field.
    void draw_model(const StartSection& section, const StartCard& card, const Rect& rect,
                    bool has_field, bool is_lit) const {
        const float em = size(), pad = em * 0.9F;
        list().AddRectFilled({rect.x, rect.y}, {rect.right(), rect.bottom()},
                             packed(look.theme.panel_background), em * 0.6F);
        list().AddRect({rect.x, rect.y}, {rect.right(), rect.bottom()},
                       packed(is_lit ? look.theme.accent : look.theme.line), em * 0.6F);
        const auto known = glimpse(section, card, 1);
        const float line = rect.y + pad + em * 0.5F;
        const float title =
            write({rect.x + pad, line}, card.title, Font::Bold, title_size(), look.theme.text);
        if (!known)
            return;
        if (const float room = rect.width - 2 * pad - title - em; room > 4 * em) {
            const std::string detail =
                figure::shortened(known->detail, room, Font::Sans, em * 0.86F, measure(look.fonts));
            const float wide = look.fonts.width(detail, Font::Sans, em * 0.86F);
            look.fonts.draw(list(), {rect.right() - pad - wide, line}, detail, Font::Sans,
                            em * 0.86F, packed(look.theme.dim_text));
        }
        if (!has_field || !known->model)
            return;
        ModelField& field = starting().model;
        begin_model_field(field, card.name, known->model);
        draw_model_field(field, {rect.x + pad, std::round(line + em), rect.width - 2 * pad,
                                 std::round(em * 2.3F)});
        draw_below_field(
            field, {rect.x + pad, std::round(line + em * 3.7F), rect.width - 2 * pad, em * 2.6F});
    }

    void draw_model_field(ModelField& field, const Rect& rect) const {
        const bool is_typed = starting().part == StartPart::Model;
        const FieldStyle style = sentence_style(look, field.typed, field.chosen);
        (is_typed ? draw_line_field : draw_resting_field)(list(), rect, field.line, style, look);
        const std::string hint = "Enter opens it";
        const float wide = look.fonts.width(hint, Font::Sans, size() * 0.86F);
        const float text = look.fonts.width(field.line.text + style.rest, style.font, style.text);
        if (text + wide + 2 * size() < rect.width)
            look.fonts.draw(list(), {rect.right() - wide - size() * 0.6F, rect.y + rect.height / 2},
                            hint, Font::Sans, size() * 0.86F, packed(look.theme.dim_text));
        ImGui::SetCursorScreenPos({rect.x, rect.y});
        ImGui::InvisibleButton("start.model", {rect.width, rect.height});
        look.note_item("start.model");
        if (ImGui::IsItemHovered())
            ImGui::SetMouseCursor(ImGuiMouseCursor_TextInput);
        if (!ImGui::IsItemActivated())
            return;
        starting().part = StartPart::Model;
        field.line.caret = field.line.anchor =
            caret_at(ImGui::GetIO().MousePos.x, rect, field.line, style, look);
        follow_model_field(field);
    }

    /// Draws what is wrong with the sentence, or the offered words while it is typed, or what the
    /// model says next.
    void draw_below_field(ModelField& field, const Rect& rect) const {
        const float em = size();
        const std::string fault = shown_fault(field);
        float x = rect.x;
        if (!fault.empty()) {
            const std::string shown =
                figure::shortened(fault, rect.width, Font::Sans, em * 0.93F, measure(look.fonts));
            look.fonts.draw(list(), {x, rect.y + em * 0.5F}, shown, Font::Sans, em * 0.93F,
                            packed(look.theme.error));
        }
        const bool is_typed = starting().part == StartPart::Model;
        if (is_typed && field.typed.at && !field.typed.offered.empty()) {
            const float y = rect.y + (fault.empty() ? 0.4F : 1.1F) * em;
            look.fonts.draw(list(), {x, y + 0.75F * em}, "Tab", Font::Sans, em * 0.86F,
                            packed(look.theme.dim_text));
            x += 2.4F * em;
            std::optional<std::size_t> taken;
            for (std::size_t at = 0; at < field.typed.offered.size(); ++at) {
                const std::string& word = field.typed.offered[at];
                const Rect box{x, y, button_width(word, look), 1.5F * em};
                if (box.right() > rect.right())
                    break;
                ImGui::PushID(static_cast<int>(at));
                ImGui::SetCursorScreenPos({box.x, box.y});
                if (ImGui::InvisibleButton("offered", {box.width, box.height}))
                    taken = at;
                ImGui::PopID();
                look.note_item("start.offered/" + std::to_string(at));
                list().AddRect({box.x, box.y}, {box.right(), box.bottom()},
                               packed(at == field.chosen || ImGui::IsItemHovered()
                                          ? look.theme.accent
                                          : look.theme.line),
                               em * 0.3F);
                const float wide = look.fonts.width(word, Font::Sans, em);
                look.fonts.draw(list(), {box.x + (box.width - wide) / 2, box.y + box.height / 2},
                                word, Font::Sans, em, packed(look.theme.text));
                x = box.right() + 0.5F * em;
            }
            if (taken)
                take_offered(field, *taken);
            return;
        }
        if (!fault.empty())
            return;
        look.fonts.draw(list(), {x, rect.y + rect.height / 2}, "says next", Font::Sans, em * 0.86F,
                        packed(look.theme.dim_text));
        x += 5.2F * em;
        for (std::size_t at = 0; at < field.next.words.size(); ++at) {
            const Rect box{std::round(x), rect.y, next_word_width * em, rect.height};
            if (box.right() > rect.right())
                break;
            draw_next_word(look, field.next.words[at], at == 0, false, box);
            x += next_word_width * em;
        }
    }

    LessonProgress progress_of(const std::string& lesson) const {
        const auto at = starting().lessons.find(lesson);
        return at == starting().lessons.end() ? LessonProgress{} : at->second;
    }

    /// Draws the lesson's number in the order of teaching, or a tick if it is done, left of
    /// `right`.
    void draw_place(std::size_t number, const LessonProgress& progress, ImVec2 right) const {
        if (progress.is_done) {
            const float radius = size() * 0.6F;
            const ImVec2 middle(right.x - radius, right.y);
            list().AddCircleFilled(middle, radius, packed(look.theme.background));
            list().AddCircle(middle, radius, packed(look.theme.line));
            const ImVec2 foot(middle.x - radius * 0.1F, middle.y + radius * 0.4F);
            for (const ImVec2& end : {ImVec2(middle.x - radius * 0.45F, middle.y + radius * 0.05F),
                                      ImVec2(middle.x + radius * 0.5F, middle.y - radius * 0.35F)})
                list().AddLine(foot, end, packed(look.theme.text), std::max(1.5F, size() * 0.11F));
            return;
        }
        const std::string text = std::to_string(number);
        const Font font = progress.is_begun() ? Font::Bold : Font::Sans;
        const float em = size() * 0.93F;
        look.fonts.draw(list(), {right.x - look.fonts.width(text, font, em), right.y}, text, font,
                        em,
                        packed(progress.is_begun() ? look.theme.accent_text : look.theme.dim_text));
    }

    /// Draws "All 31" at the right of the heading.
    void draw_unfolding(std::size_t which, float right, float middle) const {
        const StartSection& section = sections[which];
        const std::string label = "All " + std::to_string(section.cards.size());
        const float em = size() * 0.93F, wide = look.fonts.width(label, Font::Bold, em);
        const float inset = size() * 0.4F, half = size() * 0.8F;
        const ImVec2 from(right - wide - 2 * inset, middle - half), to(right, middle + half);
        ImGui::SetCursorScreenPos(from);
        const bool is_pressed = ImGui::InvisibleButton("all", {to.x - from.x, to.y - from.y});
        look.note_item("start.all." + std::to_string(which));
        if (ImGui::IsItemHovered())
            list().AddRectFilled(from, to, ImGui::GetColorU32(ImGuiCol_ButtonHovered),
                                 size() * 0.3F);
        if (is_chosen({which, section.shown()})) {
            list().AddRect(from, to, packed(look.theme.accent), size() * 0.3F, 0, 2);
            scroll_to({from.x, from.y, to.x - from.x, to.y - from.y});
        }
        look.fonts.draw(list(), {from.x + inset, middle}, label, Font::Bold, em,
                        packed(look.theme.accent_text));
        if (is_pressed)
            open_card(frame, sections, {which, section.shown()});
    }

    /// Draws a section. Returns where the next one begins.
    float draw_section(std::size_t which, float left, float y, float wide) const {
        const StartSection& section = sections[which];
        ImGui::PushID(static_cast<int>(which));
        look.fonts.draw(list(), {left, y + size() * 0.6F}, section.title, Font::Bold,
                        size() * 1.07F, packed(look.theme.text));
        if (section.is_folded())
            draw_unfolding(which, left + wide, y + size() * 0.6F);
        y += size() * start_heading;
        const float gap = size(), high = card_height(section.kind) * size();
        const auto columns = static_cast<float>(section.columns);
        const float each = (wide - gap * (columns - 1)) / columns;
        for (std::size_t at = 0; at < section.shown(); ++at) {
            const auto column = static_cast<float>(at % section.columns);
            const auto row = static_cast<float>(at / section.columns);
            draw_card(which, at,
                      {std::round(left + column * (each + gap)), std::round(y + row * high),
                       std::round(each), std::round(high - gap)});
        }
        const auto rows =
            static_cast<float>((section.shown() + section.columns - 1) / section.columns);
        ImGui::PopID();
        return y + rows * high + size() * start_between;
    }
};

} // namespace

void draw_start_page(const Frame& frame, const Look& look, const std::vector<Action>& actions,
                     Rect rect) {
    ImGui::SetNextWindowPos({rect.x, rect.y});
    ImGui::SetNextWindowSize({rect.width, rect.height});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, 0});
    ImGui::Begin("start", nullptr,
                 ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                     ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoBringToFrontOnFocus);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float side = std::min(look.text * 27.4F, rect.width * 0.45F);
    const Rect right{rect.x + side, rect.y, rect.width - side, rect.height};
    list.AddRectFilled({right.x, right.y}, {right.right(), right.bottom()},
                       packed(look.theme.background));
    list.AddLine({right.x, right.y}, {right.x, right.bottom()}, packed(look.theme.line));
    draw_start_form(frame, look, actions, {rect.x, rect.y, side, rect.height});

    const float margin = look.text * 2, top = look.text * 1.8F;
    frame.ui.starting.room = {(right.width - 2 * margin) / look.text,
                              (right.height - 2 * top) / look.text};
    const auto sections =
        start_sections(frame.ui, actions, frame.ui.starting.room.wide, frame.ui.starting.room.high);
    ImGui::SetCursorScreenPos({right.x + 1, right.y});
    ImGui::BeginChild("start.cards", {right.width - 1, right.height});
    const Cards cards{frame, look, sections, right};
    float y = right.y + top - ImGui::GetScrollY();
    for (std::size_t which = 0; which < sections.size(); ++which)
        y = cards.draw_section(which, right.x + margin, y, right.width - 2 * margin);
    ImGui::SetCursorScreenPos({right.x, y - look.text * start_between});
    ImGui::Dummy({1, top * 0.5F});
    ImGui::EndChild();
    ImGui::End();
    ImGui::PopStyleVar();
}

// The left side of the start page: a sentence and three numbers, a preview of their document, and
// below it the ways to open something.

namespace {

using figure::Font;
using figure::Rect;

/// The side, while it is drawn; `y` moves down.
struct Side {
    const Frame& frame;
    const Look& look;
    float left = 0, width = 0, y = 0;

    float size() const { return look.text; }
    Starting& starting() const { return frame.ui.starting; }
    ImDrawList& list() const { return *ImGui::GetWindowDrawList(); }

    /// Draws a note; it always takes two lines.
    void note(const std::string& text, bool is_fault) {
        (void)draw_wrapped(&list(), {left, y}, width, text, Font::Sans, size() * 0.86F,
                           packed(is_fault ? look.theme.error : look.theme.dim_text), look);
        y += size() * 2.7F;
    }

    void draw_field(StartPart part, const char* name, const Rect& rect, const FieldStyle& style) {
        StartForm& form = starting().form;
        LineEdit& line = *field(form, part);
        const auto draw = starting().part == part ? draw_line_field : draw_resting_field;
        draw(list(), rect, line, style, look);
        if (form.fault && form.fault->at == part)
            list().AddRect({rect.x, rect.y}, {rect.right(), rect.bottom()},
                           packed(look.theme.error), style.text * 0.25F, 0, 2);
        ImGui::SetCursorScreenPos({rect.x, rect.y});
        ImGui::InvisibleButton(name, {rect.width, rect.height});
        if (ImGui::IsItemActivated()) {
            starting().part = part;
            line.caret = line.anchor = caret_at(ImGui::GetIO().MousePos.x, rect, line, style, look);
        }
        if (ImGui::IsItemHovered())
            ImGui::SetMouseCursor(ImGuiMouseCursor_TextInput);
        look.note_item(name);
    }

    void draw_label(float x, const std::string& rich) const {
        const figure::PlacedText placed =
            figure::place_text(rich, Font::Sans, size() * 0.86F, measure(look.fonts));
        for (const figure::PlacedSpan& span : placed.spans)
            look.fonts.draw(list(), {x + span.x, y + size() * 0.6F + span.drop}, span.text,
                            Font::Sans, span.size, packed(look.theme.dim_text));
    }

    void draw_fields() {
        const StartForm& form = starting().form;
        look.fonts.draw(list(), {left, y + size()}, "New from a sentence", Font::Bold,
                        size() * 1.4F, packed(look.theme.text));
        y += size() * 2.6F;
        draw_field(StartPart::Sentence, "start.sentence", {left, y, width, size() * 2.9F},
                   {Font::Sans, size() * 1.14F, false, "Type a sentence", ""});
        y += size() * 3.2F;
        const bool is_of_sentence = form.fault && form.fault->at == StartPart::Sentence;
        note(is_of_sentence ? form.fault->text : words_note(form), is_of_sentence);

        const float gap = size() * 0.85F, wide = (width - 2 * gap) / 3;
        const std::array labels{"d_{model}", "heads", "seed"};
        const std::array names{"start.d_model", "start.heads", "start.seed"};
        const std::array fields{StartPart::Width, StartPart::Heads, StartPart::Seed};
        for (std::size_t at = 0; at < fields.size(); ++at)
            draw_label(left + static_cast<float>(at) * (wide + gap), labels[at]);
        y += size() * 1.5F;
        for (std::size_t at = 0; at < fields.size(); ++at)
            draw_field(fields[at], names[at],
                       {left + static_cast<float>(at) * (wide + gap), y, wide, size() * 2.15F},
                       {Font::Mono, size() * 0.95F, false, "", ""});
        y += size() * 2.4F;
        const bool is_of_number = form.fault && !is_of_sentence;
        note(is_of_number ? form.fault->text : heads_note(form), is_of_number);
    }

    /// Draws the preview at a fixed place.
    void draw_preview() {
        const float high = figure::beginning_height(size());
        const StartForm& form = starting().form;
        if (form.preview) {
            const figure::Figure shown =
                figure::beginning(form.preview->document, form.preview->trace, frame.view, width,
                                  size(), measure(look.fonts));
            paint(shown, list(), {left, y}, {0, 0, width, high}, look.fonts, look.textures);
            look.note("start.preview", {left, y}, {left + width, y + high});
        } else if (form.asked) {
            (void)draw_wrapped(&list(), {left, y + high * 0.35F}, width,
                               "The matrices of this document are too large to draw while you "
                               "type. Press Enter to make it.",
                               Font::Sans, size(), packed(look.theme.dim_text), look);
        }
        y += high + size() * 0.9F;
    }

    void draw_button() {
        const bool can_make = starting().form.asked.has_value();
        const float high = size() * 2.5F;
        const float wide = look.fonts.width("Make it", Font::Bold, size()) + size() * 2.8F;
        ImGui::SetCursorScreenPos({left, y});
        const bool is_pressed = ImGui::InvisibleButton("start.make", {wide, high});
        const bool is_hovered = ImGui::IsItemHovered() && can_make;
        look.note_item("start.make");
        const ImVec2 to(left + wide, y + high);
        const float radius = size() * 0.4F;
        list().AddRectFilled({left, y}, to,
                             packed(can_make ? look.theme.accent : look.theme.background), radius);
        if (is_hovered || !can_make)
            list().AddRect({left, y}, to, packed(can_make ? look.theme.text : look.theme.line),
                           radius, 0, is_hovered ? 2.0F : 1.0F);
        look.fonts.draw(list(), {left + size() * 1.4F, y + high / 2}, "Make it", Font::Bold, size(),
                        packed(can_make ? look.theme.on_accent : look.theme.dim_text));
        look.fonts.draw(list(), {to.x + size() * 0.85F, y + high / 2}, "Enter", Font::Sans,
                        size() * 0.93F, packed(look.theme.dim_text));
        if (is_pressed)
            make_from_sentence(frame);
        y += high + size() * 1.3F;
    }

    void draw_door(const Action& action, std::size_t at) {
        const float high = size() * 2.2F, inset = size() * 0.5F;
        const bool is_enabled = action.is_enabled(frame);
        const ImVec2 from(left - inset, y), to(left + width + inset, y + high);
        ImGui::SetCursorScreenPos(from);
        const bool is_pressed =
            ImGui::InvisibleButton(action.id.c_str(), {to.x - from.x, to.y - from.y});
        const bool is_hovered = ImGui::IsItemHovered() && is_enabled;
        look.note_item("start/" + action.id);
        if (is_hovered)
            list().AddRectFilled(from, to, ImGui::GetColorU32(ImGuiCol_ButtonHovered),
                                 size() * 0.4F);
        if (starting().part == StartPart::Doors && starting().door == at)
            list().AddRect(from, to, packed(look.theme.accent), size() * 0.4F, 0, 2);
        const float middle = y + high / 2;
        const auto colour = packed(is_enabled ? look.theme.text : look.theme.dim_text);
        float x = left;
        if (action.id == "start.at_start") { // a setting, not a door
            const float box = size() * 0.95F;
            const ImVec2 corner(x, middle - box / 2);
            list().AddRect(corner, {corner.x + box, corner.y + box}, packed(look.theme.dim_text),
                           size() * 0.15F);
            if (action.is_checked(frame))
                list().AddRectFilled({corner.x + box * 0.24F, corner.y + box * 0.24F},
                                     {corner.x + box * 0.76F, corner.y + box * 0.76F},
                                     packed(look.theme.accent), size() * 0.1F);
            x += box + size() * 0.6F;
        }
        look.fonts.draw(list(), {x, middle}, action.name, Font::Sans, size(), colour);
        if (action.id == "help.news" && starting().seen_version != program_version()) {
            const float dot = x + look.fonts.width(action.name, Font::Sans, size()) + size() * 0.8F;
            list().AddCircleFilled({dot, middle}, size() * 0.28F, packed(look.theme.accent));
            look.note("start.has_news", {dot, middle}, {dot + 1, middle + 1});
        }
        if (!action.shortcuts.empty()) {
            const std::string keys = to_text(action.shortcuts.front());
            const float wide = look.fonts.width(keys, Font::Sans, size() * 0.9F);
            look.fonts.draw(list(), {left + width - wide, middle}, keys, Font::Sans, size() * 0.9F,
                            packed(look.theme.dim_text));
        }
        if (is_pressed && is_enabled)
            action.run(frame);
        y += high;
    }
};

} // namespace

void draw_start_form(const Frame& frame, const Look& look, const std::vector<Action>& actions,
                     Rect rect) {
    ImGui::SetCursorScreenPos({rect.x, rect.y});
    ImGui::BeginChild("start.form", {rect.width, rect.height});
    const float margin = look.text * 2;
    const float top = rect.y - ImGui::GetScrollY();
    Side side{frame, look, rect.x + margin, rect.width - 2 * margin, top + look.text * 1.4F};
    side.draw_fields();
    side.draw_preview();
    side.draw_button();
    side.list().AddLine({side.left, side.y}, {side.left + side.width, side.y},
                        packed(look.theme.line));
    side.y += look.text * 0.7F;
    const auto doors = start_doors(actions);
    for (std::size_t at = 0; at < doors.size(); ++at) {
        side.draw_door(*doors[at], at);
        if (doors[at]->id == "file.open") {
            side.y += look.text * 0.2F;
            side.note(
                "Documents, pictures, NumPy, safetensors, CSV, a model's folder. Or drop a file "
                "anywhere.",
                false);
        }
    }
    ImGui::SetCursorScreenPos({rect.x, side.y});
    ImGui::Dummy({1, look.text * 0.5F});
    ImGui::EndChild();
}

} // namespace app
