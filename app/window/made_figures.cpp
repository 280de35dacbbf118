// SPDX-License-Identifier: MIT
#include "app/window/made_figures.h"

#include "app/explaining/comparing.h"
#include "app/learning/learning.h"
#include "app/panels/lesson_room.h"
#include "core/document/learning/training_run.h"
#include "core/document/model/given_layers.h"
#include "core/document/model/open_part.h"
#include "core/document/model/sheet.h"
#include "core/document/model/table.h"
#include "core/figure/matrix/sheet_look.h"
#include "core/figure/plots/derivation_figure.h"
#include "core/figure/plots/sensitivity_figure.h"
#include "core/figure/spotlight/spotlight_figure.h"
#include "core/figure/spotlight/spotlight_map.h"

#include <algorithm>
#include <cassert>

namespace app {
namespace {

using attn::figure::CanvasOptions;
using attn::figure::PageInfo;
using attn::figure::PageInput;
using attn::figure::Size;

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

const PageInfo& canvas_page(const FigureInput& now) {
    using namespace attn::figure;
    const bool is_enlarged =
        now.enlarged && (now.page == page_id::forward || now.page == page_id::backward);
    const PageInfo* const page = is_enlarged ? page_with_name(canvas_pages(), enlarged_figure)
                                             : page_with_id(canvas_pages(), now.page);
    assert(page && "the window shows pages of the table");
    return *page;
}

const PageInfo& panel_page(const FigureInput& now) {
    for (const PageInfo& page : attn::figure::panel_pages())
        if (!page.on.empty() && page.on == now.page && page.instead_of == now.tab)
            return page;
    const PageInfo* const page = attn::figure::page_with_id(attn::figure::panel_pages(), now.tab);
    assert(page && "the lower panel shows pages of the table");
    return *page;
}

/// The training for the page and the panel. Sorts the inputs that learn.
attn::figure::TrainingSeen seen_training(Figures& made, const FigureInput& now,
                                         const FigureSource& source) {
    const attn::Document& document = source.seen.document;
    attn::figure::TrainingSeen training;
    training.curve = {source.losses,
                      static_cast<std::size_t>(attn::training_settings(document).steps),
                      now.training.at, now.training.is_logarithmic};
    if (now.page != page_id::training)
        return training;
    training.start = now.before.get();
    if (now.before && now.before != now.training.begun) {
        constexpr std::string_view said = "before: ";
        training.start_title = "before";
        training.start_name = now.before_name.starts_with(said)
                                  ? now.before_name.substr(said.size())
                                  : now.before_name;
    }
    training.has_no_start = !now.before && now.training.is_seen && now.training.at > 0;
    // The order of the inputs changes only at rest, not from step to step.
    std::vector<attn::SheetId> learned = settings_of_run(document).learned;
    const bool is_moving = now.training.is_moving;
    const std::size_t at = now.training.at;
    const bool is_far = std::max(at, made.ranked_at) - std::min(at, made.ranked_at) > 1;
    if (!std::is_permutation(learned.begin(), learned.end(), made.learned.begin(),
                             made.learned.end()) ||
        at == 0)
        made.learned = std::move(learned);
    else if (now.before && is_far && !is_moving)
        made.learned = attn::figure::by_change(std::move(learned), now.before->document, document);
    if (!is_moving)
        made.ranked_at = at;
    training.learned = made.learned;
    return training;
}

/// Whether the matrix in the light has lines that it would show without numbers. The page of an
/// enlarged matrix writes them smaller.
bool is_too_large(const LightOf& light, const attn::Document& document, const attn::View& view) {
    if (light.lesson || light.number)
        return false;
    const attn::SheetId sheet = open_sheet(document, light.stage, view);
    if (!exists(document, sheet))
        return false;
    const attn::Shape shape = shape_of(document, sheet);
    return std::max(shape.rows, shape.columns) > attn::figure::most_rows;
}

/// Makes the light and its map. Returns whether the light is what the canvas shows.
bool make_light(Figures& made, const FigureInput& now, const FigureSource& source,
                attn::figure::KeptLooks* kept) {
    made.light.reset();
    made.map = {};
    if (!now.light)
        return false;
    const auto& [document, trace] = source.seen;
    attn::figure::Spotlight light =
        spotlight_of(*now.light, source.seen, now.view, now.gradients.get());
    if (light.sheets.empty())
        return false;
    CanvasOptions options{now.map, 1, now.text, source.measure, kept};
    made.map = attn::figure::spotlight_map(document, now.view, light.sheets, options);
    if (!now.gradients && is_too_large(*now.light, document, now.view))
        return false;
    options.available = now.canvas;
    options.layouts = &source.layouts;
    options.has_offers = true;
    options.gradients = now.gradients.get();
    options.before = now.before.get();
    options.expected_number = now.guess ? &*now.guess : nullptr;
    attn::View view = now.view;
    if (view.selected == now.light->number && !view.pointed)
        view.marked.clear(); // The frames say what the number is made of.
    made.canvas = {
        attn::figure::spotlight_figure(document, trace, view, light, options, now.lit_phrase)};
    made.light = std::move(light);
    return true;
}

} // namespace

ShownNames names_of(const attn::Document& document) {
    return {document.title,
            document.tokens,
            document.memory,
            attn::output_words(document),
            document.concepts.columns,
            document.concepts.names};
}

void make_figures(Figures& made, FigureInput now, const FigureSource& source) {
    const auto& [document, trace] = source.seen;
    const attn::figure::Measure& measure = source.measure;
    attn::figure::KeptLooks& kept = source.kept;
    const attn::View inside = attn::figure::within(document, now.view);
    const attn::OpenPart part(document, trace, now.view);
    const bool has_parts = attn::has_parts(document);
    // What is kept belongs to one part.
    constexpr auto most_parts = 2 * static_cast<std::uint64_t>(attn::max_given_layers);
    const std::uint64_t part_number =
        2 * static_cast<std::uint64_t>(now.view.layer) + (now.view.is_cross ? 1 : 0);
    kept.follow(part.document(), part.trace(), inside.head,
                has_parts ? most_parts * now.evaluation + part_number : now.evaluation);
    // On the training page, colours mean the same at all steps.
    kept.hold_ranges(now.holds_ranges || (now.page == page_id::training && now.training.has_run));
    attn::figure::KeptLooks* const kept_of_whole = has_parts ? nullptr : &kept;
    const auto was = before_part(now.before, part, now.view);
    const attn::figure::TrainingSeen training = seen_training(made, now, source);

    PageInput input{part, trace, now.view, {now.canvas, now.zoom, now.text, measure, &kept}};
    input.options.visible = now.visible;
    input.options.before = was.get();
    input.options.gradients = now.gradients.get();
    input.options.part = has_parts ? &part : nullptr;
    input.options.layouts = &source.layouts;
    input.options.has_offers = true;
    input.options.scale = now.scale;
    input.options.expected_number = now.guess && !has_parts ? &*now.guess : nullptr;
    input.before = now.before.get();
    input.folded = now.folded;
    if (!made.is_made || made.from.evaluation != now.evaluation)
        made.effects.reset();
    input.effects = &made.effects;
    input.of_folder = now.of_folder ? &*now.of_folder : nullptr;
    input.enlarged = now.enlarged;
    input.training = &training;
    if (!make_light(made, now, source, kept_of_whole))
        made.canvas = canvas_page(now).make(input);

    // The derivation of a selected number takes half of the room.
    const bool is_halved = now.view.selected || now.is_sensing;
    Size room{is_halved ? now.panel.width * attn::figure::query_panel_split : now.panel.width,
              now.panel.height};
    if (now.tab == page_id::map)
        room.width -= now.map_controls;
    else if (now.tab == page_id::training)
        room = now.curve;
    input.options = {room, 1, now.text, measure, &kept};
    input.options.before = was.get();
    input.options.expected = now.expected && !has_parts ? &*now.expected : nullptr;
    input.panel = now.panel;
    input.map_columns = now.map_columns;
    // The axes of the map stay fixed during a drag.
    if (made.is_made && made.from.tab == now.tab && made.from.map_columns == now.map_columns &&
        now.holds_ranges)
        input.kept_axes = std::move(made.panel.maps);
    made.panel = panel_page(now).make(input);

    CanvasOptions of_line{{now.panel.width - now.tabs, explaining_row * now.text},
                          1,
                          now.text,
                          measure,
                          kept_of_whole,
                          {},
                          now.before.get()};
    const auto& grids = made.canvas.figure.grids;
    of_line.shows_weights = std::any_of(grids.begin(), grids.end(), [](const auto& grid) {
        return grid.sheet.stage == attn::Stage::Weights;
    });
    made.line = now.gradients ? attn::figure::sensitivity_line(document, trace, now.view,
                                                               *now.gradients, of_line, now.cause)
                : now.is_of_gesture
                    ? attn::figure::change_line(document, trace, now.view, of_line, now.cause)
                    : attn::figure::derivation_line(document, trace, now.view, of_line);
    const CanvasOptions of_right{
        {now.panel.width * (1 - attn::figure::query_panel_split), now.panel.height},
        1,
        now.text,
        measure,
        kept_of_whole};
    if (now.gradients)
        made.derivation = attn::figure::sensitivity_panel(document, trace, now.view, *now.gradients,
                                                          of_right, now.buttons);
    else if (now.view.selected && exists(document, *now.view.selected))
        made.derivation =
            attn::figure::derivation_panel(document, trace, now.view, of_right, now.buttons);
    else
        made.derivation = {};
    if (now.comparing && now.comparing->replaces_canvas())
        made.compared = compare_figure(
            source.exact.document, source.exact.trace, now.own_view, *now.comparing,
            {{now.canvas.width, now.canvas.height - now.compare_buttons}, 1, now.text, measure});
    made.from = std::move(now);
    made.is_made = true;
}

} // namespace app
