// SPDX-License-Identifier: MIT
#include "app/explaining/lighting.h"

#include "app/explaining/pointing.h"
#include "app/session/pages.h"
#include "core/document/model/model.h"
#include "core/document/model/open_part.h"
#include "core/document/model/sheet.h"
#include "core/figure/pages/glance.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace app {
namespace {

using namespace attn;

bool is_replaced(const UiState& ui) {
    return ui.comparing && ui.comparing->replaces_canvas();
}

/// Whether the step shows or names anything.
bool has_matrices(const LessonStep& step) {
    return step.view.step || !step.view.figure.empty() || !step.text.pinned.empty();
}

/// The matrices that the light goes along: those of the open head in every layer, as computed.
std::vector<SheetId> matrices_on_the_way(const Document& document, Index head) {
    std::vector<SheetId> list;
    for (const SheetId& sheet : sheets(document))
        if (sheet.head == sheet_of_head(document, sheet.stage, head).head &&
            sheet.stage != Stage::WeightedValues && !repeats_previous(document, sheet))
            list.push_back(sheet);
    return list;
}

} // namespace

std::optional<LightOf> light_of(const Document& document, const UiState& ui) {
    if (ui.starting.is_shown || ui.teaching.presenting || is_replaced(ui))
        return std::nullopt;
    if (ui.sensing)
        return ui.window.enlarged
                   ? std::optional(LightOf{nullptr, 0, *ui.window.enlarged, std::nullopt})
                   : std::nullopt;
    if (shown_page(document, ui) != page_id::forward)
        return std::nullopt;
    if (ui.window.enlarged)
        return LightOf{nullptr, 0, *ui.window.enlarged, ui.window.lit_number};
    const auto& lesson = ui.teaching.lesson;
    if (lesson && !lesson->shows_whole_canvas && has_matrices(lesson->current()))
        return LightOf{lesson->opened, lesson->step, Stage::X, std::nullopt};
    return std::nullopt;
}

bool has_lit_step(const Frame& frame) {
    const auto& lesson = frame.ui.teaching.lesson;
    return lesson && has_matrices(lesson->current()) && !frame.ui.sensing && !is_replaced(frame.ui);
}

figure::Spotlight spotlight_of(const LightOf& light, const Calculation& shown, const View& view,
                               const Sensitivity* gradients) {
    const auto& [document, trace] = shown;
    if (light.lesson) {
        const LessonStep& step = light.lesson->lesson.steps[light.step];
        return figure::spotlight_of(document, step,
                                    shown_step(light.lesson->lesson, light.step, document), view);
    }
    if (light.number && exists(document, *light.number))
        return figure::spotlight_of(document, trace, *light.number);
    const SheetId sheet = open_sheet(document, light.stage, view);
    if (gradients && gradients->has_gradient() && exists(document, sheet))
        return figure::spotlight_of(document, view, *gradients, sheet);
    return figure::spotlight_of(document, sheet);
}

SheetId open_sheet(const Document& document, Stage stage, const View& view) {
    SheetId sheet = sheet_of_head(document, stage, view.head);
    if (!is_of_all_layers(stage)) {
        sheet.layer = view.layer;
        sheet.is_cross = view.is_cross && may_be_cross(stage);
    }
    if (!exists(document, sheet))
        sheet = SheetId{stage};
    if (is_by_query(stage))
        sheet.query = view.query;
    return sheet;
}

void light_up(const Frame& frame, const SheetId& sheet) {
    if (frame.view.selected && frame.view.selected->sheet.stage != sheet.stage) {
        frame.view.selected.reset(); // Out of view, it must not be typed over.
        frame.view.anchor.reset();
    }
    frame.view.head = head_showing(frame.document, sheet, frame.view.head);
    open_part_of(frame.document, sheet, frame.view);
    frame.ui.window.enlarged = sheet.stage;
    frame.ui.window.lit_number.reset();
}

void light_up(const Frame& frame, const Place& number) {
    if (frame.view.selected != number)
        visit(frame, number);
    light_up(frame, number.sheet);
    if (!is_given(frame.document, number.sheet))
        frame.ui.window.lit_number = number;
}

void toggle_light(const Frame& frame) {
    UiState& ui = frame.ui;
    if (leave_light(ui))
        return;
    if (light_of(frame)) {
        ui.teaching.lesson->shows_whole_canvas = true;
    } else if (has_lit_step(frame)) {
        ui.teaching.lesson->shows_whole_canvas = false;
        ui.window.page = page_id::forward;
    } else if (const auto& selected = frame.view.selected; !selected) {
        light_up(frame,
                 open_sheet(frame.document, figure::glance_stage(frame.document), frame.view));
    } else if (frame.view.anchor) {
        light_up(frame, selected->sheet);
    } else {
        light_up(frame, *selected);
    }
}

void step_light(const Frame& frame, int by) {
    if (!frame.ui.window.enlarged)
        return;
    const std::vector<SheetId> way = matrices_on_the_way(frame.document, frame.view.head);
    SheetId now = open_sheet(frame.document, *frame.ui.window.enlarged, frame.view);
    now = shown_place(frame.document, {now, 0, 0}).sheet;
    const auto at = std::find_if(way.begin(), way.end(),
                                 [&](const SheetId& one) { return key_of(one) == key_of(now); });
    const auto last = static_cast<std::ptrdiff_t>(way.size()) - 1;
    const std::ptrdiff_t to =
        std::clamp<std::ptrdiff_t>(at == way.end() ? 0 : at - way.begin() + by, 0, last);
    if (way.empty())
        return;
    light_up(frame, way[static_cast<std::size_t>(to)]);
}

bool is_lit(const UiState& ui) {
    return ui.window.enlarged.has_value();
}

bool leave_light(UiState& ui) {
    ui.window.lit_number.reset();
    ui.window.has_panel_in_light = false;
    return std::exchange(ui.window.enlarged, std::nullopt).has_value();
}

} // namespace app
