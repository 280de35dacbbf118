// SPDX-License-Identifier: MIT
// Gathers what the lab's figures are made from: which document, view and size they show.
#include "app/explaining/comparing.h"
#include "app/explaining/lighting.h"
#include "app/explaining/sensing.h"
#include "app/panels/above/light_row.h"
#include "app/panels/above/typed_number.h"
#include "app/panels/lower/training_panel.h"
#include "app/panels/panels.h"
#include "app/presenting/presenting.h"
#include "app/session/pages.h"
#include "app/window/lab.h"
#include "core/document/model/covers.h"
#include "core/document/model/open_part.h"
#include "core/document/model/sheet.h"
#include "core/figure/canvas/model_figures.h"
#include "core/figure/matrix/sheet_look.h"
#include "core/figure/pages/focus_figure.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace app {

using attn::figure::Rect;
using attn::figure::Size;

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
    temperature_plot_ = attn::figure::temperature_plot(
        curve_ ? curve_->curve : none, session_.document(), now, view, temperature_plot_size(look),
        look.text, app::measure(fonts_));
}

FigureInput Lab::figure_input(Size canvas, Size panel, const Look& look) {
    const Frame frame = session_.frame();
    const UiState& ui = session_.ui;
    const attn::Document& document = session_.results.seen().document;
    const Learning& learning = ui.learning;
    FigureInput now;
    now.evaluation = session_.results.count();
    now.letters = letters_;
    now.names = names_of(document);
    now.view = shown_view();
    now.own_view = session_.view;
    now.page = shown_page(frame);
    now.tab = shown_panel_tab(document, ui.window.panel_tab);
    now.enlarged = ui.window.enlarged;
    now.light = light_of(frame);
    now.lit_phrase = now.light && now.light->lesson ? ui.teaching.lesson->lit_phrase() : 0;
    now.map = light_map_size(frame, look, actions_);
    now.folded = ui.window.folded_cards;
    now.map_columns = ui.window.map_columns;
    now.canvas = canvas;
    now.panel = panel;
    now.visible = part_to_draw(canvas);
    now.text = look.text;
    now.zoom = ui.window.canvas_zoom;
    now.scale = ui.window.interface_scale;
    now.curve = loss_curve_size(panel, look);
    now.map_controls = map_controls_width(look);
    now.tabs = panel_tabs_width(frame, look, actions_);
    now.buttons = derivation_buttons_width(frame, look);
    now.compare_buttons = compare_buttons_height(look);
    const Before before = app::before(frame);
    now.before = before.calculation;
    now.before_name = before.name;
    now.is_of_gesture = before.is_of_gesture;
    now.cause = before.is_of_gesture ? session_.history().undo_description() : "";
    now.comparing = ui.comparing;
    now.gradients = ui.sensing ? ui.sensing->found : nullptr;
    now.is_sensing = ui.sensing.has_value();
    now.expected = ui.expected;
    now.guess = ui.guess;
    now.holds_ranges = ui.dragging.holds_ranges();
    now.training = {learning.news,
                    learning.at(),
                    learning.is_logarithmic,
                    learning.run != nullptr,
                    learning.is_running || ui.dragging.moves_numbers(),
                    learning.seen.has_value(),
                    learning.begun};
    if (now.page == page_id::effects && has_effects_of_folder(document))
        now.of_folder = ui.folder_words.effects.value_or(
            attn::FolderEffects{"", 0, {}, "Computing what the model says next …"});
    return now;
}

/// If the keyboard moves the selection to a matrix that is out of view, that one is lit.
void Lab::follow_selection() {
    const Frame frame = session_.frame();
    const std::optional<attn::Place>& selected = frame.view.selected;
    if (!selected || selected == figures_.from.view.selected)
        return;
    const auto& document = session_.results.seen().document;
    if (figures_.light) {
        const auto light = light_of(frame);
        if (light && figures_.from.light == light &&
            !attn::figure::cell_rect(figures_.canvas.figure,
                                     attn::shown_place(document, *selected)))
            light_up(frame, selected->sheet);
        return;
    }
    std::optional<attn::Stage>& enlarged = session_.ui.window.enlarged;
    if (enlarged && !attn::has_parts(document) &&
        !attn::figure::is_seen_enlarged(document, shown_view(), *enlarged, selected->sheet.stage))
        enlarged = selected->sheet.stage;
}

void Lab::make_figures(Size canvas, Size panel, const Look& look) {
    if (!session_.results.is_shown(session_.document())) {
        figures_ = {};
        figures_.canvas.figure = computing_figure(session_.frame(), look, canvas);
        return;
    }
    follow_sensing(session_.frame(), screen_.wake);
    follow_selection();
    const attn::View view = shown_view();
    std::optional<attn::ExpectedNumber>& guess = session_.ui.guess;
    if (guess && view.selected != guess->place)
        guess.reset();
    FigureInput now = figure_input(canvas, panel, look);
    if (figures_.is_made && figures_.from == now)
        return;
    const bool moves =
        session_.ui.window.has_motion && figures_.is_made && figures_.from.light != now.light;
    const attn::figure::Figure before =
        moves ? std::exchange(figures_.canvas.figure, {}) : attn::figure::Figure{};
    app::make_figures(figures_, std::move(now),
                      {session_.results.shown(), session_.results.seen(),
                       session_.ui.learning.losses, app::measure(fonts_), kept_, layouts_});
    if (moves)
        movement_ = movement_between(before, figures_.canvas.figure, screen_.time());
}

void Lab::draw_movement(const Look& look, Rect canvas, attn::figure::Point origin) {
    if (movement_ && movement_->has_ended(screen_.time()))
        movement_.reset();
    if (!movement_)
        return;
    ImDrawList& list = *ImGui::GetForegroundDrawList();
    list.PushClipRect({canvas.x, canvas.y}, {canvas.right(), canvas.bottom()});
    for (const Rect& frame : frames_of(*movement_, screen_.time()))
        list.AddRect({origin.x + frame.x, origin.y + frame.y},
                     {origin.x + frame.right(), origin.y + frame.bottom()},
                     packed(look.theme.accent), 2, 0, 0.15F * look.text);
    list.PopClipRect();
}

float Lab::usual_panel(float middle, float band, float text) const {
    const attn::figure::ModelFigures& drawn = attn::figure::figures_of(session_.document());
    // On the page of all heads, the cards show most of it.
    const bool has_cards = shown_page(session_.document(), session_.ui) == page_id::heads;
    const float share = has_cards ? 0.23F : drawn.panel_share;
    return std::clamp(middle * share - band, text * 9, text * drawn.panel_most_lines);
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
    std::vector<attn::figure::PhraseRect> phrases;
    std::vector<Rect> choices;
    if (has_page(frame)) {
        const std::optional<LessonState>& lesson = frame.ui.teaching.lesson;
        page_ = attn::figure::page_figure(
            frame.shown().document, frame.shown().trace, view, presented_page(frame),
            {size, app::measure(fonts_), 0, lesson ? lesson->lit_phrase() : 0, &phrases, &layouts_,
             &choices});
    } else {
        page_ = computing_figure(frame, look, size);
    }
    const CanvasPlace place = draw_presentation(frame, look, page_, phrases, choices);
    draw_context_menu(frame, of_window, actions_, page_, place);
    draw_palette(frame, of_window, actions_);
    draw_help(frame, of_window, actions_);
    draw_leaflet(frame, of_window);
    return place;
}

} // namespace app
