// SPDX-License-Identifier: MIT
// The left side of the start page: a sentence and three numbers, a preview of their document, and
// below it the ways to open something.
#include "app/panels/over.h"
#include "app/panels/panels.h"
#include "app/starting/news.h"
#include "app/starting/start_form.h"
#include "app/starting/start_page.h"
#include "app/ui/line_field.h"
#include "core/figure/glance.h"
#include "core/figure/rich_text.h"
#include "core/figure/word.h"

#include <algorithm>
#include <array>

namespace app {
namespace {

using namespace attn;
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
