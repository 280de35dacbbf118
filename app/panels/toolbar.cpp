// SPDX-License-Identifier: MIT
#include "app/actions/menus.h"
#include "app/editing/editing.h"
#include "app/editing/navigation.h"
#include "app/explaining/comparing.h"
#include "app/panels/bar.h"
#include "app/panels/canvas_words.h"
#include "app/panels/formula_row.h"
#include "app/panels/kept_slider.h"
#include "app/panels/model_menu.h"
#include "app/panels/pages_row.h"
#include "app/panels/panels.h"
#include "app/panels/query_chips.h"
#include "app/panels/typed_number.h"
#include "app/ui/word_button.h"
#include "core/base/number_text.h"
#include "core/document/model.h"
#include "core/figure/word.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <type_traits>
#include <vector>

namespace app {
namespace {

using namespace attn;
using figure::Font;

/// Returns "0.00", "auto", "3 digits", "1/3" or "1.00e-3".
std::string number_label(const NumberFormat& numbers) {
    switch (numbers.kind) {
    case NumberFormat::Kind::Decimals:
        return decimals(0, numbers.digits);
    case NumberFormat::Kind::Automatic:
        return "auto";
    case NumberFormat::Kind::Significant:
        return std::to_string(numbers.digits) + " digits";
    case NumberFormat::Kind::Fraction:
        return "1/3";
    case NumberFormat::Kind::Scientific:
        return scientific(1e-3, numbers.digits);
    }
    return "";
}

/// Draws what documents of concepts have instead of the formula.
void draw_concept_parts(const Bar& above) {
    Bar bar = above;
    bar.part = WindowPart::Formula;
    draw_kept_slider(bar.frame, bar.look);
    ImGui::Dummy({bar.look.text, 1});
    ImGui::SameLine();
    bar.menu("New people", {{"New people"}});
    bar.menu("Films", {{"Films"}, {"Concepts"}});
}

/// Draws the menus. Lines that would not fit a window 700 pixels high are in submenus. On the start
/// page no document is visible, so menus that change or explain one are grey.
void draw_menus(const Bar& bar) {
    const bool sees_document = !bar.frame.ui.starting.is_shown;
    bar.menu("File", {{"File"}, {""}, {"Export", true}});
    bar.menu("Edit",
             {{"Edit"},
              {""},
              {"Words", true},
              {"Shape", true},
              {"Copy", true},
              {"What is copied", true}},
             sees_document);
    bar.menu("View", {{"View"},
                      {""},
                      {"Pages", true},
                      {"Lower panel", true},
                      {"Map", true},
                      {"Training", true},
                      {"Numbers", true, number_label(bar.frame.view.numbers)},
                      {"Colours", true},
                      {"Theme", true}});
    bar.menu("Insert", {{"Fill"}, {"Attend to"}}, sees_document);
    const bool has_model = has_stage(bar.frame.document, Stage::Weights) || !sees_document;
    if (has_model && bar.begin_menu("Model", sees_document)) {
        bar.parts("Model", model_menu(bar.frame.document)); // evaluates every option
        bar.end_menu();
    }
    bar.menu("Explain", {{"Explain"}, {""}, {"Compare", true}, {"What if it were wrong", true}},
             sees_document);
    bar.menu("Teach", {{"Lessons", true}, {"Presets", true}, {"Lesson", true}, {""}, {"Present"}});
    bar.menu("Help", {{"Help"}});
}

/// Draws the document's title if there is room beside everything else.
void draw_document_title(const Bar& bar, float most) {
    const Look& look = bar.look;
    const float room = std::min(most - look.text, look.text * 30);
    if (room < look.text * 8)
        return;
    const std::string mark = bar.frame.ui.files.is_unsaved ? "● " : "";
    const std::string title =
        figure::shortened(mark + figure::visible_word(bar.frame.document.title), room, Font::Sans,
                          look.text, measure(look.fonts));
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float width = look.fonts.draw(
        *ImGui::GetWindowDrawList(), {at.x + look.text * 0.5F, at.y + ImGui::GetFrameHeight() / 2},
        title, Font::Sans, look.text, packed(look.theme.dim_text));
    ImGui::Dummy({width + look.text, ImGui::GetFrameHeight()});
    ImGui::SameLine();
}

/// Draws the chip that tells what "before" means during a comparison, in place of the title, so
/// that nothing else moves. A click chooses another.
void draw_before_chip(const Bar& bar, const std::string& name, float most) {
    const Look& look = bar.look;
    const ImGuiStyle& style = ImGui::GetStyle();
    const float room =
        std::min(most - style.ItemSpacing.x - 2 * style.FramePadding.x, look.text * 30);
    const std::string label =
        figure::shortened(name, room, Font::Sans, look.text, measure(look.fonts));
    const bool is_clicked = ImGui::Button((label + "###before").c_str());
    const bool is_pressed = bar.is_entered("Before") || is_clicked;
    bar.tooltip(
        "The canvas marks what differs from this state. Click to compare with another one.");
    if (bar.begin_popup("Before", is_pressed)) {
        bar.parts("Before", {{"Compare"}});
        bar.end_popup();
    }
    ImGui::SameLine();
}

/// Draws undo, the chip for "before" or the title, the query words, and Present.
void draw_beside_menus(const Bar& bar, float width) {
    const ImGuiStyle& style = ImGui::GetStyle();
    ImGui::SameLine(0, bar.look.text);
    bar.button("edit.undo", "↶");
    bar.button("edit.redo", "↷");
    const float present = bar.width("Present") + style.ItemSpacing.x;
    const float room = ImGui::GetContentRegionAvail().x - present;
    const QueryChips chips = query_chips(bar, room);
    if (const Before compared = before(bar.frame); compared.calculation)
        draw_before_chip(bar, compared.name, room - chips.width);
    else
        draw_document_title(bar, room - chips.width);
    draw_query_chips(bar, ImGui::GetContentRegionAvail().x - present, chips);
    ImGui::SameLine();
    ImGui::SetCursorPosX(width - style.WindowPadding.x - bar.width("Present"));
    const bool is_clicked = ImGui::Button("Present");
    if (bar.is_entered("present.start") || is_clicked)
        action(bar.actions, "present.start").run(bar.frame);
    bar.look.note_item("present.start");
}

/// Draws the formula, or what documents of concepts have instead.
void draw_second_row(const Bar& bar, const figure::Rect& row) {
    if (has_stage(bar.frame.document, Stage::Weights)) {
        const bool as_tabs = formula_width(bar) + pages_width(bar, true) <= row.width;
        figure::Rect formula = row;
        formula.width -= pages_width(bar, as_tabs);
        draw_formula_row(bar, formula);
        draw_pages(bar, row, as_tabs);
        return;
    }
    ImGui::SetCursorPosY(row.y + (row.height + 2 - ImGui::GetFrameHeight()) / 2);
    draw_concept_parts(bar);
}

} // namespace

float draw_toolbar(const Frame& frame, const Look& look, const std::vector<Action>& actions) {
    const ImGuiStyle& style = ImGui::GetStyle();
    const bool has_document = !frame.ui.starting.is_shown;
    Menus& menus = frame.ui.menus;
    menus.seen.clear();
    menus.drawn.clear();
    menus.open_now.clear();
    const float first = std::round(look.text * 2.5F);
    const float second = has_document ? std::round(look.text * 3.6F) : 0;
    const float height = first + second, width = ImGui::GetIO().DisplaySize.x;
    ImGui::SetNextWindowPos({0, 0});
    ImGui::SetNextWindowSize({width, height});
    ImGui::Begin("toolbar", nullptr,
                 ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                     ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoBringToFrontOnFocus);
    const Bar bar{frame, look, actions};
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddLine({0, first - 1}, {width, first - 1}, packed(look.theme.line));
    list.AddLine({0, height - 1}, {width, height - 1}, packed(look.theme.line));
    ImGui::SetCursorPosY((first - ImGui::GetFrameHeight()) / 2);
    draw_menus(bar);
    if (has_document) {
        draw_beside_menus(bar, width);
        draw_second_row(
            bar, {style.WindowPadding.x, first, width - 2 * style.WindowPadding.x, second - 2});
    }
    if (!has_document) {
        const std::string name = "Attention Lab";
        look.fonts.draw(list,
                        {width - style.WindowPadding.x - look.text -
                             look.fonts.width(name, Font::Sans, look.text * 0.93F),
                         first / 2},
                        name, Font::Sans, look.text * 0.93F, packed(look.theme.dim_text));
    }
    ImGui::End();
    draw_typed_number(bar);
    menus.names = menus.seen;
    menus.lines = menus.drawn;
    menus.open = menus.open_now;
    if (menus.open.empty() && !menus.context) {
        menus.marked.clear();
        menus.beside.clear();
        end_trial(frame);
    }
    return height;
}

} // namespace app
