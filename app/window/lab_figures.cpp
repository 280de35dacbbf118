// SPDX-License-Identifier: MIT
// Makes the lab's figures: which document, view and size they show, and whether they must be made
// again.
#include "app/explaining/comparing.h"
#include "app/explaining/sensing.h"
#include "app/learning/learning.h"
#include "app/panels/panels.h"
#include "app/panels/temperature_card.h"
#include "app/panels/training_panel.h"
#include "app/presenting/presenting.h"
#include "app/session/pages.h"
#include "app/session/panel_tabs.h"
#include "app/window/lab.h"
#include "core/document/covers.h"
#include "core/document/open_part.h"
#include "core/document/sheet.h"
#include "core/document/training_run.h"
#include "core/figure/block_page.h"
#include "core/figure/derivation_figure.h"
#include "core/figure/focus_figure.h"
#include "core/figure/heads_figure.h"
#include "core/figure/lines_figure.h"
#include "core/figure/model_figures.h"
#include "core/figure/sensitivity_figure.h"
#include "core/figure/sheet_look.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <memory>
#include <utility>

namespace app {

using attn::figure::Rect;
using attn::figure::Size;

namespace {

/// `before`, reduced to the part that is open now; null if it has other places.
std::shared_ptr<const attn::Calculation>
before_part(const std::shared_ptr<const attn::Calculation>& before, const attn::OpenPart& part,
            const attn::View& view) {
    if (!before || !attn::has_parts(part.whole()))
        return before;
    if (!attn::have_same_places(before->document, part.whole()))
        return nullptr;
    const attn::OpenPart then(before->document, before->trace, view);
    return std::make_shared<const attn::Calculation>(
        attn::Calculation{then.document(), then.trace()});
}

} // namespace

ShownNames names_of(const attn::Document& document) {
    return {document.title,     document.tokens,           document.memory,
            document.words_out, document.concepts.columns, document.concepts.names};
}

void Lab::make_temperature(const Look& look) {
    if (!asks_temperature(session_.frame())) {
        curve_.reset();
        return;
    }
    const attn::View view = shown_view();
    attn::figure::TemperatureCurve none;
    attn::Matrix now;
    const auto& [document, trace] = session_.results.shown();
    // With several attentions there is no single curve for the temperature.
    if (session_.results.is_shown(session_.document()) && !attn::has_parts(document)) {
        const attn::View inside = attn::figure::within(document, view);
        attn::Document at_one = document;
        at_one.switches.temperature = 1;
        if (!curve_ || curve_->query != inside.query || curve_->head != inside.head ||
            curve_->of != at_one)
            curve_ = KeptCurve{attn::figure::temperature_curve(at_one, inside), at_one,
                               inside.query, inside.head};
        const attn::Seen seen(document, trace);
        if (!curve_->curve.weights.empty())
            now = attn::matrix_of(seen.document(), seen.trace(),
                                  attn::sheet_of_head(document, attn::Stage::Weights, inside.head))
                      .row(inside.query);
    }
    figures_.temperature = attn::figure::temperature_plot(
        curve_ ? curve_->curve : none, session_.document(), now, view, temperature_plot_size(look),
        look.text, app::measure(fonts_));
}

void Lab::make_figures(Size canvas, Size panel, const Look& look) {
    Figures& made = figures_;
    const Results& results = session_.results;
    if (!results.is_shown(session_.document())) {
        made = {};
        made.canvas = computing_figure(session_.frame(), look, canvas);
        return;
    }
    follow_sensing(session_.frame(), screen_.wake);
    const auto& sensing = session_.ui.sensing;
    const auto gradients = sensing ? sensing->found : nullptr;
    const auto& [document, trace] = results.seen();
    const float text = look.text;
    const ShownNames names = names_of(document);
    const float zoom = session_.ui.window.canvas_zoom;
    const attn::View view = shown_view();
    const Rect seen = part_to_draw(canvas);
    const Dragging& dragging = session_.ui.dragging;
    const PanelTab tab = shown_panel_tab(document, session_.ui.window.panel_tab);
    const bool holds_ranges = dragging.holds_ranges();
    const auto& map_columns = session_.ui.window.map_columns;
    // If the keyboard moves the selection to an invisible matrix, that one is enlarged.
    std::optional<attn::Stage>& enlarged = session_.ui.window.enlarged;
    if (enlarged && view.selected && view.selected != made.view.selected &&
        !attn::has_parts(document) &&
        !attn::figure::is_seen_enlarged(document, view, *enlarged, view.selected->sheet.stage))
        enlarged = view.selected->sheet.stage;
    std::optional<attn::ExpectedNumber>& guess = session_.ui.guess;
    if (guess && view.selected != guess->place)
        guess.reset();
    const auto [before, name, is_of_gesture] = app::before(session_.frame());
    const WindowPage page = shown_page(session_.frame());
    const attn::figure::FoldedCards& folded = session_.ui.window.folded_cards;
    if (made.is_made && !made.has_old_widths && made.evaluation == results.count() &&
        made.view == view && made.canvas_size == canvas && made.panel_size == panel &&
        made.text == text && made.zoom == zoom && made.names == names &&
        made.comparing == session_.ui.comparing && made.seen == seen &&
        made.holds_ranges == holds_ranges && made.before == before && made.tab == tab &&
        made.map_columns == map_columns && made.enlarged == enlarged &&
        made.expected == session_.ui.expected && made.guess == guess &&
        made.gradients == gradients && made.is_sensing == sensing.has_value() &&
        made.page == page && made.folded == folded && made.training == session_.ui.learning.news)
        return;
    const auto measure = app::measure(fonts_);
    const attn::View inside = attn::figure::within(document, view);
    // The axes of the map stay fixed during a drag.
    const bool keeps_map =
        made.is_made && made.tab == tab && made.map_columns == map_columns && holds_ranges;
    made.page = page;
    const bool is_training = page == WindowPage::Training;
    made.folded = folded;
    made.seen = seen;
    made.map_columns = map_columns;
    made.holds_ranges = holds_ranges;
    made.before = before;
    made.tab = tab;
    made.gradients = gradients;
    made.expected = session_.ui.expected;
    made.guess = guess;
    made.is_sensing = sensing.has_value();
    made.training = session_.ui.learning.news;
    const attn::OpenPart part(document, trace, view);
    const attn::View of_part = part.view(view);
    const bool has_parts = attn::has_parts(document);
    // What is kept belongs to one part.
    const std::uint64_t part_number =
        2 * static_cast<std::uint64_t>(view.layer) + (view.is_cross ? 1 : 0);
    kept_.follow(part.document(), part.trace(), inside.head,
                 has_parts ? 32 * results.count() + part_number : results.count());
    // On the training page, colours mean the same at all steps.
    kept_.hold_ranges(holds_ranges || (is_training && session_.ui.learning.run));
    attn::figure::KeptLooks* const kept_of_whole = has_parts ? nullptr : &kept_;
    made.enlarged = enlarged;
    const auto was = before_part(before, part, view);
    attn::figure::CanvasOptions of_canvas{canvas,
                                          zoom,
                                          text,
                                          measure,
                                          &kept_,
                                          made.seen,
                                          was.get(),
                                          gradients.get(),
                                          has_parts ? &part : nullptr,
                                          nullptr,
                                          guess && !has_parts ? &*guess : nullptr};
    of_canvas.layouts = &layouts_;
    make_canvas(part, of_canvas, loss_curve_size(panel, look), before, name);
    // The derivation of a selected number takes half of the room.
    const bool is_halved = view.selected || made.is_sensing;
    const Size room{is_halved ? panel.width * attn::figure::query_panel_split : panel.width,
                    panel.height};
    if (tab == PanelTab::Map)
        made.map = attn::figure::map_panel(
            document, trace, view, map_columns,
            keeps_map ? std::move(made.map.plots) : std::vector<attn::figure::MapPlot>{},
            {room.width - map_controls_width(look), room.height}, text, measure);
    if (tab == PanelTab::Training && !is_training)
        made.loss = attn::figure::loss_curve(shown_losses(session_.ui.learning, document), view,
                                             loss_curve_size(panel, look), text, measure);
    const attn::ExpectedRow* const expected =
        session_.ui.expected && !has_parts ? &*session_.ui.expected : nullptr;
    if (tab == PanelTab::Heads) // the heads of all parts
        made.panel = attn::figure::heads_figure(document, trace, inside, room, text, measure);
    else if (page == WindowPage::Block && tab == PanelTab::Query)
        made.panel = attn::figure::block_panel(document, trace, view,
                                               {room, 1, text, measure, &kept_, {}, before.get()});
    // Belongs to no part.
    else if (tab == PanelTab::Positions && has_stage(document, attn::Stage("P")))
        made.panel = attn::figure::positions_figure(document, trace, inside, room, text, measure);
    else if (tab != PanelTab::Training || !is_training)
        made.panel = attn::figure::in_whole(
            tab == PanelTab::Map || tab == PanelTab::Training ? attn::figure::Figure{}
            : tab == PanelTab::Positions
                ? attn::figure::positions_figure(part.document(), part.trace(), of_part, room, text,
                                                 measure)
            : tab == PanelTab::Lines && page == WindowPage::Heads
                ? attn::figure::lines_of_heads(part.document(), part.trace(), of_part, room, text,
                                               measure)
            : tab == PanelTab::Lines
                ? attn::figure::lines_figure(part.document(), part.trace(), of_part,
                                             attn::figure::LinesOf::Everyone, room, text, measure)
                : attn::figure::query_panel(
                      part.document(), part.trace(), of_part,
                      {panel, 1, text, measure, &kept_, {}, was.get(), nullptr, nullptr, expected}),
            part);
    const attn::figure::CanvasOptions of_line{
        {panel.width - panel_tabs_width(session_.frame(), look, actions_), line_height * text},
        1,
        text,
        measure,
        kept_of_whole,
        {},
        before.get()};
    const std::string cause = is_of_gesture ? session_.history().undo_description() : "";
    made.line = gradients       ? attn::figure::sensitivity_line(document, trace, view, *gradients,
                                                                 of_line, cause)
                : is_of_gesture ? attn::figure::change_line(document, trace, view, of_line, cause)
                                : attn::figure::derivation_line(document, trace, view, of_line);
    const attn::figure::CanvasOptions of_right{
        {panel.width * (1 - attn::figure::query_panel_split), panel.height},
        1,
        text,
        measure,
        kept_of_whole};
    const float buttons = derivation_buttons_width(session_.frame(), look);
    if (gradients)
        made.derivation =
            attn::figure::sensitivity_panel(document, trace, view, *gradients, of_right, buttons);
    else if (view.selected)
        made.derivation = attn::figure::derivation_panel(document, trace, view, of_right, buttons);
    else
        made.derivation = {};
    made.comparing = session_.ui.comparing;
    if (made.comparing && made.comparing->replaces_canvas())
        made.compared = compare_figure(
            results.shown().document, results.shown().trace, session_.view, *made.comparing,
            {{canvas.width, canvas.height - compare_buttons_height(look)}, 1, text, measure});
    made.evaluation = results.count();
    made.view = view;
    made.canvas_size = canvas;
    made.panel_size = panel;
    made.text = text;
    made.zoom = zoom;
    made.names = names;
    made.is_made = true;
    made.has_old_widths = false;
}

/// The part of a large document's canvas to draw: the cells near the window, with a margin so that
/// small steps of the scroll bars show no gap.
Rect Lab::part_to_draw(Size canvas) const {
    if (attn::token_count(session_.document()) <= attn::slide_tokens ||
        session_.ui.window.canvas_zoom <= 1)
        return {};
    const float step = 64;
    const float left = std::floor(seen_.x / step) * step, top = std::floor(seen_.y / step) * step;
    return {left - 2 * step, top - 2 * step, canvas.width + 5 * step, canvas.height + 5 * step};
}

/// The view with the places that the lesson marks, unless something else is highlighted. Beside
/// gradients nothing is marked, because their colours are what counts.
attn::View Lab::shown_view() const {
    attn::View view = session_.view;
    if (session_.ui.sensing && session_.ui.sensing->found)
        view.marked.clear();
    if (session_.ui.teaching.lesson && view.marked.empty())
        for (const attn::Place& place : session_.ui.teaching.lesson->current().view.marked)
            if (attn::exists(session_.document(), place))
                view.marked.push_back(place);
    return view;
}

CanvasPlace Lab::draw_page(const Frame& frame, const Look& of_window) {
    const ImVec2 screen = ImGui::GetIO().DisplaySize;
    attn::View view = shown_view();
    view.theme = presenting_theme(view);
    const Size size{std::max(1.0F, screen.x), std::max(1.0F, screen.y)};
    follow_sensing(frame, screen_.wake);
    const Look look{attn::figure::theme(view.theme), fonts_, textures_,
                    attn::figure::page_unit(size),   false,  controls_};
    page_ = has_page(frame)
                ? attn::figure::page_figure(frame.shown().document, frame.shown().trace, view,
                                            presented_page(frame), {size, app::measure(fonts_)})
                : computing_figure(frame, look, size);
    const CanvasPlace place = draw_presentation(frame, look, page_);
    draw_context_menu(frame, of_window, actions_, page_, place);
    return place;
}

} // namespace app
