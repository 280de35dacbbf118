// SPDX-License-Identifier: MIT
#include "app/panels/model_menu.h"

#include "app/actions/model_choices.h"
#include "app/editing/model_numbers.h"
#include "app/panels/over.h"
#include "app/ui/line_field.h"
#include "core/base/number_text.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <variant>

namespace app {
namespace {

using namespace attn;
using figure::Font;

std::string present_heads(const Document& document) {
    const std::string count = std::to_string(head_count(document));
    return document.join == Join::WO           ? count + ", joined by W_O"
           : document.join == Join::SideBySide ? count + ", side by side"
                                               : count;
}

/// What stands now: "Gaussian kernel, σ 1".
std::string present(const Document& document, std::string_view part) {
    if (part == "Heads")
        return present_heads(document);
    std::string text;
    const auto add = [&](const std::string& one) { text += (text.empty() ? "" : ", ") + one; };
    for (const ModelChoice& choice : model_choices())
        if (choice.part == part && choice.is_offered(document) && choice.is_chosen(document))
            add(choice.name);
    for (const ModelNumberInfo& number : model_numbers())
        if (number.part == part && number.is_used(document))
            add(std::string(number.name) + " " + significant(number.value(document), 4));
    return text;
}

bool is_beyond_one_head(const Document& document) {
    return document.options != AttentionOptions{} || head_count(document) > 1 ||
           document.join != Join::None;
}

/// One line, which opens the choices of the part beside it.
void draw_part(const Bar& bar, std::string_view part, float wide) {
    const Look& look = bar.look;
    const std::string name(part), now = present(bar.frame.document, part);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const bool is_open = ImGui::BeginMenu(name.c_str());
    const float line = ImGui::GetTextLineHeight();
    look.note("model/" + name, at, {at.x + wide, at.y + line});
    const float room = look.text * 2; // for the arrow
    look.fonts.draw(
        list, {at.x + wide - room - look.fonts.width(now, Font::Sans, look.text), at.y + line / 2},
        now, Font::Sans, look.text, packed(look.theme.dim_text));
    if (!is_open)
        return;
    if (look.escape)
        ImGui::CloseCurrentPopup();
    bar.items(name, bar.menu_width(name));
    ImGui::EndMenu();
}

/// The field in which a number of the model or a mask is typed, under the button of the menu.
void draw_number(const Bar& bar, ImVec2 below) {
    const std::optional<Editing>& editing = bar.frame.ui.editing;
    const auto* target = editing ? std::get_if<NumberTarget>(&editing->target) : nullptr;
    if (!target)
        return;
    const Look& look = bar.look;
    const ModelNumberInfo& about = info(target->number);
    const float size = look.text, inset = size * 0.8F, field = size * 8;
    const float name = look.fonts.width(about.name, Font::Bold, size);
    const float sentence = look.fonts.width(about.sentence, Font::Sans, size * 0.86F);
    const float fault = look.fonts.width(editing->fault, Font::Sans, size);
    const float wide =
        std::min(std::max({name + field + inset, sentence, fault + name + inset}) + 2 * inset,
                 ImGui::GetIO().DisplaySize.x - size);
    const ImVec2 from(std::min(below.x, ImGui::GetIO().DisplaySize.x - wide), below.y);
    const float high = size * (editing->fault.empty() ? 4.6F : 6.6F);
    ImGui::SetNextWindowPos(from);
    ImGui::SetNextWindowSize({wide, high});
    ImGui::Begin("number", nullptr,
                 ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                     ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoBackground);
    draw_card({from.x, from.y, wide, high}, look);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    look.fonts.draw(list, {from.x + inset, from.y + size * 1.6F}, about.name, Font::Bold, size,
                    packed(look.theme.text));
    const figure::Rect rect{from.x + inset + name + inset, from.y + size * 0.6F, field, size * 2};
    draw_line_field(list, rect, editing->line, {Font::Mono, size, false, "", editing->fault}, look);
    look.note("number", {rect.x, rect.y}, {rect.right(), rect.bottom()});
    look.fonts.draw(list, {from.x + inset, from.y + high - size * 0.9F}, about.sentence, Font::Sans,
                    size * 0.86F, packed(look.theme.dim_text));
    ImGui::End();
}

} // namespace

void draw_model_menu(const Bar& bar) {
    const Look& look = bar.look;
    const Document& document = bar.frame.document;
    const ImVec2 at = ImGui::GetCursorScreenPos();
    if (bar.begin_menu("Model", "Model", is_beyond_one_head(document))) {
        float wide = 0;
        for (const std::string_view part : model_parts())
            wide = std::max(wide,
                            look.fonts.width(std::string(part), Font::Sans, look.text) +
                                look.fonts.width(present(document, part), Font::Sans, look.text));
        wide += look.text * 5;
        ImGui::Dummy({wide, 0});
        for (const std::string_view part : model_parts())
            if (part.empty())
                ImGui::Separator();
            else
                draw_part(bar, part, wide);
        bar.end_menu();
    }
    draw_number(bar, {at.x, at.y + ImGui::GetFrameHeight() + look.text * 0.4F});
}

} // namespace app
