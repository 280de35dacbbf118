// SPDX-License-Identifier: MIT
#include "app/actions/context_menu.h"
#include "app/panels/bar.h"
#include "app/panels/panels.h"
#include "core/document/sheet.h"
#include "core/figure/hit.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace app {
namespace {

using namespace attn;
using figure::Font;
using figure::Point;
using figure::Rect;

/// The first place that names the query word, beside its row of X or of another matrix.
std::optional<Rect> query_name(const Frame& frame, const figure::Figure& canvas) {
    for (const figure::LabelRegion& region : canvas.labels) {
        const StageInfo& stage = info(region.sheet.stage);
        const Role role = region.is_row ? stage.rows : stage.columns;
        const Index at = frame.view.query - region.at;
        if ((role == Role::Token || role == Role::Query) && at >= 0 && at < region.count)
            return figure::one_of(region, at).rect;
    }
    return std::nullopt;
}

/// The corner below what the menu is about.
Point corner(const Frame& frame, const ContextMenu& menu, const figure::Figure& canvas,
             const CanvasPlace& place) {
    if (menu.at)
        return {menu.at->first, menu.at->second};
    const std::optional<Place>& selected = frame.view.selected;
    std::optional<Rect> rect;
    if (menu.of == ContextOf::Word)
        rect = query_name(frame, canvas);
    else if (selected)
        rect = figure::cell_rect(canvas, *selected);
    return rect ? Point{place.origin.x + rect->x, place.origin.y + rect->bottom()}
                : Point{place.origin.x, place.origin.y};
}

} // namespace

void draw_context_menu(const Frame& frame, const Look& look, const std::vector<Action>& actions,
                       const figure::Figure& canvas, const CanvasPlace& place) {
    Menus& menus = frame.ui.menus;
    if (!menus.context)
        return;
    const Bar bar{frame, look, actions};
    const auto lines = context_actions(frame, menus.context->of, actions);
    float wide = 0, high = 2 * ImGui::GetStyle().WindowPadding.y + told_height(look) + look.text;
    for (const Action* const line : lines) {
        high += line ? 2.1F * look.text : 0.6F * look.text;
        if (!line)
            continue;
        const std::string keys = line->shortcuts.empty() ? "" : to_text(line->shortcuts.front());
        wide = std::max(wide, look.fonts.width(words_of(*line, frame.document.model).name,
                                               Font::Bold, look.text) +
                                  look.fonts.width(keys, Font::Sans, 0.9F * look.text));
    }
    wide = std::max(told_width(look), std::min(wide + 4.5F * look.text, most_line_width(look)));
    ImGui::Begin("context", nullptr,
                 ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoInputs |
                     ImGuiWindowFlags_NoBackground | ImGuiWindowFlags_NoSavedSettings |
                     ImGuiWindowFlags_NoFocusOnAppearing);
    if (std::exchange(menus.context->must_open, false)) {
        const ImVec2 screen = ImGui::GetIO().DisplaySize;
        const Point at = corner(frame, *menus.context, canvas, place);
        ImGui::SetNextWindowPos({std::max(0.0F, std::min(at.x, screen.x - wide - 2 * look.text)),
                                 std::max(0.0F, std::min(at.y, screen.y - high))});
        ImGui::OpenPopup("lines");
        menus.marked.clear();
        menus.told.clear();
        menus.beside.clear();
    }
    if (ImGui::BeginPopup("lines")) {
        menus.drawn.clear();
        if (look.escape)
            ImGui::CloseCurrentPopup();
        for (const Action* const line : lines)
            if (line)
                bar.item(*line, wide);
            else
                ImGui::Separator();
        bar.told(wide);
        ImGui::EndPopup();
        menus.lines = menus.drawn;
        menus.open = "context";
    } else {
        menus.context.reset();
        menus.marked.clear();
        menus.open.clear();
    }
    ImGui::End();
}

} // namespace app
