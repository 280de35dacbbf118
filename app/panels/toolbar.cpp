// SPDX-License-Identifier: MIT
#include "app/editing/editing.h"
#include "app/editing/navigation.h"
#include "app/panels/bar.h"
#include "app/panels/kept_slider.h"
#include "app/panels/model_menu.h"
#include "app/panels/panels.h"
#include "app/panels/switch_labels.h"
#include "app/ui/line_field.h"
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

bool is_same(const EditTarget& editing, const WidthTarget& target) {
    const auto* width_target = std::get_if<WidthTarget>(&editing);
    return width_target && width_target->width == target.width;
}
template <class Target>
bool is_same(const EditTarget& editing, const Target&) {
    return std::holds_alternative<Target>(editing);
}

/// Dragging across the temperature changes it by a hundredth of itself for each pixel. Returns
/// whether the pointer is dragging or has just let go.
bool scrub_temperature(const Frame& frame) {
    std::optional<TemperatureScrub>& scrub = frame.ui.dragging.temperature;
    // The whole drag may lie in the frame that sees the button up.
    const float gone = ImGui::GetIO().MousePos.x - ImGui::GetIO().MouseClickedPos[0].x;
    const bool is_whole = ImGui::IsItemDeactivated() && std::abs(gone) >= 3;
    const float travel = is_whole ? gone : ImGui::GetMouseDragDelta(0, 3).x;
    if ((ImGui::IsItemActive() || is_whole) && !scrub && travel != 0)
        scrub = {frame.document.switches.temperature, ++frame.ui.dragging.last_gesture};
    if (!scrub)
        return false;
    if (!scrub->is_cancelled && ImGui::IsMousePosValid()) {
        const Real wanted =
            std::clamp(scrub->start * std::exp(0.01 * static_cast<Real>(travel)), 0.01, 100.0);
        frame.outbox.edit(SetTemperature{std::round(wanted * 100) / 100}, scrub->gesture);
    }
    if (!ImGui::IsMouseDown(0))
        scrub.reset();
    ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeEW);
    return true;
}

/// A number that is clicked to be typed over.
template <class Target>
void number(const Bar& bar, const std::string& name, const std::string& label, const Target& target,
            const std::string& sentence, bool is_enabled = true) {
    const Frame& frame = bar.frame;
    const Look& look = bar.look;
    const Editing* editing = frame.ui.editing ? &*frame.ui.editing : nullptr;
    if (editing && is_same(editing->target, target)) {
        const ImVec2 at = ImGui::GetCursorScreenPos();
        const ImVec2 size(std::max(bar.width(label), look.text * 7), ImGui::GetFrameHeight());
        ImGui::Dummy(size);
        look.note_item(name);
        draw_line_field(*ImGui::GetWindowDrawList(), {at.x, at.y, size.x, size.y}, editing->line,
                        {Font::Mono, look.text, false, sentence, editing->fault}, look);
    } else {
        if (!is_enabled)
            ImGui::PushStyleColor(ImGuiCol_Text, vec4(look.theme.dim_text));
        const bool is_clicked = ImGui::Button((label + "##" + name).c_str());
        if constexpr (std::is_same_v<Target, TemperatureTarget>)
            if (scrub_temperature(frame))
                return ImGui::SameLine();
        if (is_clicked && is_enabled)
            begin_editing(frame, target);
        if (!is_enabled)
            ImGui::PopStyleColor();
        look.note_item(name);
        bar.tooltip(sentence);
    }
    ImGui::SameLine();
}

/// A word short enough for a button.
std::string shown_word(const Bar& bar, Index row) {
    const auto at = static_cast<std::size_t>(row);
    return figure::shortened(figure::visible_word(bar.frame.document.tokens[at]), bar.look.text * 8,
                             Font::Sans, bar.look.text, measure(bar.look.fonts));
}

void draw_concept_parts(const Bar& bar) {
    draw_kept_slider(bar.frame, bar.look);
    ImGui::Dummy({bar.look.text, 1});
    ImGui::SameLine();
    bar.menu("New people", "New people", {"New people"});
    bar.menu("Films", "Films", {"Films", "Concepts"});
    ImGui::NewLine();
}

void draw_switches(const Bar& bar) {
    const Document& document = bar.frame.document;
    if (has_stage(document, Stage::Reconstruction))
        return draw_concept_parts(bar);
    const Switches& switches = document.switches;
    const bool is_learned = document.projections == Projections::Learned;
    // Words before the values go where the window is narrow.
    const bool is_wide = ImGui::GetContentRegionAvail().x > bar.look.text * 76;
    const auto labelled = [is_wide](const char* label, const std::string& value) {
        return is_wide ? std::string(label) + ": " + value : value;
    };
    bar.menu("Projections", labelled("Projections", is_learned ? "learned" : "Q = K = V = X"),
             {"Projections"}, !is_learned);
    draw_model_menu(bar);
    bar.menu("Scale", labelled("Scale", scale_label(switches.scale)), {"Scale"},
             switches.scale.kind != Scale::Kind::SqrtDk);
    const std::string mask = figure::shortened(mask_label(switches.mask), bar.look.text * 9,
                                               Font::Sans, bar.look.text, measure(bar.look.fonts));
    bar.menu("Mask", (is_wide ? "Mask: " : "mask ") + mask, {"Mask"},
             switches.mask.kind != Mask::Kind::None);
    bar.menu("Normalise", labelled("Normalise", normaliser_label(switches.normaliser)),
             {"Normalise"}, switches.normaliser != Normaliser::Softmax);
    const bool is_over_rows = written(switches.axis, document.convention) == Axis::Rows;
    bar.menu("Over", is_over_rows ? "over rows" : "over columns", {"Over"},
             switches.axis != Axis::Rows);
    const bool by_rows = document.convention == Convention::TokensAsRows;
    bar.menu("Convention", by_rows ? "words as rows" : "words as columns", {"Convention"},
             !by_rows);
    number(bar, "Temperature", "τ " + significant(switches.temperature, 3), TemperatureTarget{},
           "Divides the scaled scores. Drag to change it, or click and type.");
    if (bar.frame.ui.editing && std::holds_alternative<ScaleTarget>(bar.frame.ui.editing->target))
        number(bar, "ScaleNumber", "", ScaleTarget{}, "Number to divide by");

    const auto width = [&](const char* name, Index size, Width which, const char* sentence,
                           bool is_enabled) {
        number(bar, name, std::string(name) + " " + std::to_string(size), WidthTarget{which},
               sentence, is_enabled);
    };
    width("d_model", d_model(document), Width::Model, "The width of an embedding", true);
    width("d_k", d_k(document), Width::QueryKey, "The width of queries and keys", is_learned);
    width("d_v", d_v(document), Width::Value, "The width of values and outputs", is_learned);
    ImGui::NewLine();
}

/// The words as chips as far as there is room, else the query word alone with a menu of all.
void draw_query_chips(const Bar& bar, float room) {
    const Look& look = bar.look;
    const float spacing = ImGui::GetStyle().ItemSpacing.x;
    const ModelInfo& model = model_of(bar.frame.document);
    float whole = look.fonts.width(std::string(model.chosen), Font::Sans, look.text) + spacing;
    const Index count = token_count(bar.frame.document);
    for (Index row = 0; row < count && whole <= room; ++row)
        whole += bar.width(shown_word(bar, row)) + spacing;

    ImGui::SetCursorPosX(ImGui::GetCursorPosX() + std::max(0.0F, room - std::min(whole, room)));
    if (whole > room) {
        const std::string label =
            std::string(model.choice) + ": " + shown_word(bar, bar.frame.view.query) + " ▾";
        ImGui::SetCursorPosX(std::max(ImGui::GetStyle().WindowPadding.x,
                                      ImGui::GetWindowWidth() - ImGui::GetStyle().WindowPadding.x -
                                          bar.width(label)));
        if (ImGui::Button((label + "###query").c_str()))
            ImGui::OpenPopup("queries");
        look.note_item("query");
        if (ImGui::BeginPopup("queries")) {
            if (look.escape)
                ImGui::CloseCurrentPopup();
            for (Index row = 0; row < count; ++row) {
                const std::string word = shown_word(bar, row) + "##" + std::to_string(row);
                if (ImGui::Selectable(word.c_str(), row == bar.frame.view.query))
                    choose_query(bar.frame, row);
            }
            ImGui::EndPopup();
        }
        return;
    }
    ImGui::AlignTextToFramePadding();
    ImGui::TextColored(vec4(look.theme.dim_text), "%s", std::string(model.chosen).c_str());
    for (Index row = 0; row < count; ++row) {
        ImGui::SameLine();
        const bool is_query = row == bar.frame.view.query;
        if (is_query) {
            ImGui::PushStyleColor(ImGuiCol_Border, vec4(look.theme.query));
            ImGui::PushStyleColor(ImGuiCol_Text, vec4(look.theme.query));
        }
        const std::string word = shown_word(bar, row) + "##" + std::to_string(row);
        if (ImGui::Button(word.c_str()))
            choose_query(bar.frame, row);
        if (is_query)
            ImGui::PopStyleColor(2);
        look.note_item("query/" + std::to_string(row));
    }
}

void draw_title(const Bar& bar) {
    const Look& look = bar.look;
    const ImVec2 at = ImGui::GetCursorScreenPos();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float middle = at.y + ImGui::GetFrameHeight() / 2;
    const float name = look.fonts.draw(list, {at.x, middle}, "Attention Lab", Font::Bold, look.text,
                                       packed(look.theme.text));
    ImGui::Dummy({name + look.text * 0.6F, ImGui::GetFrameHeight()});
    ImGui::SameLine();
}

/// The title of the document where the window is wide enough to hold it beside everything else.
void draw_document_title(const Bar& bar) {
    const Look& look = bar.look;
    const float room = std::min(ImGui::GetContentRegionAvail().x - look.text * 40, look.text * 30);
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

} // namespace

float draw_toolbar(const Frame& frame, const Look& look, const std::vector<Action>& actions) {
    const ImGuiStyle& style = ImGui::GetStyle();
    const float height =
        2 * ImGui::GetFrameHeight() + style.ItemSpacing.y + 2 * style.WindowPadding.y;
    const float width = ImGui::GetIO().DisplaySize.x;
    ImGui::SetNextWindowPos({0, 0});
    ImGui::SetNextWindowSize({width, height});
    ImGui::Begin("toolbar", nullptr,
                 ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                     ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoBringToFrontOnFocus);
    const Bar bar{frame, look, actions};
    const bool is_narrow = width < look.text * 80; // then some of it stands elsewhere
    if (!is_narrow)
        draw_title(bar);
    bar.menu("File", "File", {"File", "Export"}, frame.ui.files.is_unsaved);
    bar.menu("Presets", "Presets", {"Presets"});
    bar.menu("Lessons", "Lessons", {"Lessons", "Lesson", "Present"});
    bar.button("present.start", "Present");
    if (width > look.text * 100) {
        bar.menu("Edit", "Edit", {"Edit", "Words", "Shape"});
        bar.menu("Copy", "Copy", {"Copy", "What is copied"});
        bar.menu("Fill", "Fill", {"Fill", "Attend to"});
    } else {
        bar.menu("Edit", "Edit",
                 {"Edit", "Copy", "What is copied", "Fill", "Attend to", "Words", "Shape"});
    }
    bar.menu("View", "View",
             is_narrow ? std::vector{"View", "Theme", "Colours"} : std::vector{"View", "Theme"});
    if (!is_narrow)
        bar.menu("Colours", "Colours", {"Colours"});
    bar.menu("Numbers", number_label(frame.view.numbers), {"Numbers"});
    bar.menu("Explain", "Explain", {"Explain"});
    bar.menu("Compare", "Compare", {"Compare", "What if it were wrong"},
             frame.ui.comparing.has_value());
    bar.menu("Help", "Help", {"Help"});
    bar.button("edit.undo", is_narrow ? "↶" : "Undo");
    bar.button("edit.redo", is_narrow ? "↷" : "Redo");
    draw_document_title(bar);
    draw_query_chips(bar, ImGui::GetContentRegionAvail().x);
    draw_switches(bar);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddLine({0, height - 1}, {width, height - 1}, packed(look.theme.line));
    ImGui::End();
    return height;
}

} // namespace app
