// SPDX-License-Identifier: MIT
#include "core/figure/paper/figures.h"

#include "core/base/number_text.h"
#include "core/base/utf8.h"
#include "core/document/model/covers.h"
#include "core/document/model/model.h"
#include "core/document/model/open_part.h"
#include "core/document/model/sheet.h"
#include "core/document/model/written_place.h"
#include "core/document/telling/mistake.h"
#include "core/figure/base/drawing.h"
#include "core/figure/base/text.h"
#include "core/figure/canvas/canvas.h"
#include "core/figure/canvas/concepts_canvas.h"
#include "core/figure/canvas/model_figures.h"
#include "core/figure/matrix/sheet_look.h"
#include "core/figure/pages/page_figures.h"
#include "core/figure/pages/step_figure.h"
#include "core/figure/paper/paper_page.h"
#include "core/figure/plots/compare_figure.h"
#include "core/figure/plots/curves.h"
#include "core/figure/plots/derivation_figure.h"
#include "core/figure/plots/every_head.h"
#include "core/figure/plots/lines_figure.h"
#include "core/figure/plots/map_figure.h"
#include "core/figure/plots/positions_figure.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <string_view>
#include <utility>
#include <vector>

namespace attn::figure {

// Figures of words by name: lines between them, their positions, and words as points.

/// Lines between words; with several heads also every head at a glance.
std::vector<NamedFigure> figures_of_weights(const Document& document);

/// What positions do to the numbers; empty without positions.
std::vector<NamedFigure> figures_of_positions(const Document& document);

/// The words as points: of X, and of Q, of K and of both if the document has them.
std::vector<NamedFigure> maps_of_words(const Document& document);

namespace {

/// The lowest end of the texts in the figure.
float bottom_of_texts(const Figure& figure) {
    float bottom = 0;
    for (const Shape& shape : figure.shapes)
        if (const auto* text = std::get_if<Text>(&shape))
            bottom = std::max(bottom, text->at.y + 0.9F * text->size);
    return bottom;
}

Figure draw_canvas(const Document& of, const Trace& trace, const View& view,
                   const HeatmapOptions& options) {
    return with_words(options.is_column
                          ? paper_canvas(of, trace, view, options.width, room_on_page(options, 1))
                          : canvas(of, trace, view, room_of(options, 1100, 0.5625F)),
                      theme(view.theme), options);
}

Figure draw_derivation(const Document& of, const Trace& trace, const View& asked,
                       const HeatmapOptions& options) {
    View view = within(of, asked);
    if (!view.selected || !exists(of, *view.selected))
        view.selected = usual_number(of, trace, view);
    const Seen seen(of, trace);
    Figure figure = derivation_panel(seen.document(), seen.trace(), view,
                                     options.is_column ? room_on_page(options, 0.86F)
                                                       : room_of(options, 500, 0.4F));
    figure.size.height = bottom_of_texts(figure) + 0.5F * options.text;
    return with_words(std::move(figure), theme(view.theme), options);
}

/// Draws the canvas with the gradient of a number in place of its numbers.
Figure draw_sensitivity(const Place& of_number, const Document& of, const Trace& trace,
                        const View& asked, const HeatmapOptions& options) {
    View view = within(of, asked);
    view.head = head_showing(of, of_number.sheet, view.head);
    view.selected.reset(); // The number gets a frame of its own.
    open_part_of(of, of_number.sheet, view);
    const Sensitivity found = sensitivity(of, trace, of_number);
    CanvasOptions room =
        options.is_column ? room_on_page(options, 1) : room_of(options, 1100, 0.5625F);
    room.gradients = &found;
    const Seen seen(of, trace);
    return with_words(options.is_column
                          ? paper_canvas(seen.document(), seen.trace(), view, options.width, room)
                          : canvas(seen.document(), seen.trace(), view, room),
                      theme(view.theme), options);
}

/// What moves the selected number (otherwise the query's largest weight), and what moves the loss.
std::vector<NamedFigure> figures_of_gradients(const Document& document) {
    std::vector<NamedFigure> list{
        figure_of_page(sensitivity_figure, [](const Document& of, const Trace& trace,
                                              const View& asked, const HeatmapOptions& options) {
            const View view = within(of, asked);
            const bool is_chosen = view.selected && exists(of, *view.selected);
            return draw_sensitivity(is_chosen ? *view.selected
                                              : usual_moving_number(of, trace, view),
                                    of, trace, view, options);
        })};
    list.back().is_computed = true;
    if (const auto loss = loss_place(document))
        list.push_back({std::string(sensitivity_figure) + "/loss", "What moves the loss", "Whole",
                        [loss = *loss](const Document& of, const Trace& trace, const View& view,
                                       const HeatmapOptions& options) {
                            return draw_sensitivity(loss, of, trace, view, options);
                        },
                        true});
    return list;
}

Figure draw_step(const Step& step, const Document& of, const Trace& trace, const View& view,
                 const HeatmapOptions& options) {
    if (options.is_column)
        return with_words(
            paper_step(of, trace, view, page_of(of, trace, view, step), room_on_page(options, 1)),
            theme(view.theme), options);
    const CanvasOptions room = room_of(options, 500, 0.62F);
    return with_words(page_figure(of, trace, view, page_of(of, trace, view, step),
                                  {room.available, options.measure, options.text}),
                      theme(view.theme), options);
}

/// The sheet of a stage for the view's head and query word.
SheetId seen(const Document& document, Stage stage, const View& view) {
    return {stage, sheet_of_head(document, stage, view.head).head,
            stage == Stage::WeightedValues ? view.query : 0};
}

Figure draw_comparison(const Compared& compared, const View& view, const HeatmapOptions& options) {
    return with_words(
        compare_figure(compared, view,
                       options.is_column ? room_on_page(options, 1) : room_of(options, 1000, 0.5F)),
        theme(view.theme), options);
}

Figure draw_mistake(const MistakeInfo& mistake, const Document& of, const Trace& trace,
                    const View& asked, const HeatmapOptions& options) {
    const View view = within(of, asked);
    const std::string title(mistake.title);
    auto made = make_mistake(of, mistake.mistake, view.head, view.query);
    if (made)
        cover_like(*made, of);
    if (made)
        return draw_comparison({made->right, made->wrong, "right", title,
                                seen(of, mistake.stage, view), made->sentence},
                               view, options);
    const Calculation now{of, trace};
    return draw_comparison(
        {now, now, "right", title, seen(of, mistake.stage, view), made.error().text()}, view,
        options);
}

NamedFigure figure_of_losses(const ShownLosses& shown) {
    constexpr float shape = 0.5F; // height : width, if no height is given
    return figure_of_page(loss_figure, [shown](const Document&, const Trace&, const View& view,
                                               const HeatmapOptions& options) {
        const float high = options.most_height > 0 ? options.most_height : shape * options.width;
        const LossCurve curve{*shown.losses, 1, shown.at, shown.is_logarithmic};
        return with_words(
            loss_curve(curve, view, {options.width, high}, letters(options, 0.8F), options.measure)
                .figure,
            theme(view.theme), options);
    });
}

/// Makes a figure that shows the trace's numbers hide covered ones. Figures that compute need the
/// covered numbers and hide them themselves.
void cover_numbers(NamedFigure& one) {
    if (one.is_computed)
        return;
    one.draw = [draw = std::move(one.draw)](const Document& of, const Trace& trace,
                                            const View& view, const HeatmapOptions& options) {
        const Seen seen(of, trace);
        return draw(seen.document(), seen.trace(), view, options);
    };
}

/// "Weights, head 1": the title, and what tells matrices with the same title apart.
std::string named_in_full(const Document& document, const SheetId& sheet) {
    const StageInfo& about = info(sheet.stage);
    const bool is_shared = about.is_per_group && group_count(document) < head_count(document);
    std::string name = title(document, sheet.stage);
    if (sheet.is_cross)
        name += ", cross-attention";
    if (layer_count(document) > 1)
        name += ", layer " + std::to_string(sheet.layer);
    if (is_shared)
        name += ", group " + std::to_string(sheet.head);
    else if (about.is_per_head && head_count(document) > 1)
        name += ", " + head_name(sheet.head);
    return name;
}

} // namespace

Place usual_number(const Document& of, const Trace& trace, const View& view) {
    if (!has_stage(of, Stage::Weights)) {
        const bool has_pair = of.concepts.names.size() > 1;
        return has_pair ? Place{{Stage::ConceptCosine}, 0, 1}
                        : Place{{Stage::Reconstruction}, view.query, 0};
    }
    Index column = 0;
    View inside = view;
    keep_part_inside(of, inside);
    const SheetId sheet{Stage::Weights, view.head, 0, inside.layer, inside.is_cross};
    const Cells weights = cells_of(of, trace, sheet);
    weights.row(view.query).maxCoeff(&column);
    return {sheet, view.query, column};
}

Place usual_moving_number(const Document& of, const Trace& trace, const View& view) {
    const Place usual = usual_number(of, trace, view);
    if (usual.sheet.stage != Stage::Weights)
        return usual;
    const Cells weights = cells_of(of, trace, usual.sheet);
    for (Index after = 0; after < weights.rows(); ++after) {
        const Index query = (usual.row + after) % weights.rows();
        Index column = 0;
        const Real largest = weights.row(query).maxCoeff(&column);
        if (largest > 0 && largest < 1)
            return {usual.sheet, query, column};
    }
    return usual;
}

std::vector<NamedFigure> figures(const Document& document, const Beside& beside) {
    std::vector<NamedFigure> list;
    list.push_back(figure_of_page("canvas", draw_canvas));
    const ModelFigures& drawn = figures_of(document);
    if (drawn.has_map)
        list.push_back({"map", "The map of the first two concepts", "Whole",
                        [](const Document& of, const Trace& trace, const View& view,
                           const HeatmapOptions& options) {
                            const CanvasOptions room = room_of(options, 0, 0.75F);
                            return with_words(concept_map(of, trace, view, room.available,
                                                          letters(options, 0.8F), options.measure),
                                              theme(view.theme), options);
                        }});
    list.push_back({"query", std::string(drawn.panel_title), "Whole",
                    [](const Document& of, const Trace& trace, const View& view,
                       const HeatmapOptions& options) {
                        CanvasOptions room = room_of(options, 1000, 0.5625F);
                        const auto lines =
                            static_cast<float>(std::min<Index>(figures_of(of).panel_lines(of), 24));
                        room.available.height = (lines + 3) * 1.9F * options.text;
                        if (options.is_column)
                            room = room_on_page(options, 0.8F);
                        return with_words(query_panel(of, trace, view, room), theme(view.theme),
                                          options);
                    }});
    if (has_stage(document, Stage::Weights))
        for (NamedFigure& one : figures_of_weights(document))
            list.push_back(std::move(one));
    for (const auto& some : {figures_of_positions(document), maps_of_words(document)})
        list.insert(list.end(), some.begin(), some.end());
    add_pages(list, document, beside);
    for (const SheetId& sheet : sheets(document))
        list.push_back({to_text(sheet), named_in_full(document, sheet), "Matrices",
                        [sheet](const Document& of, const Trace& trace, const View& view,
                                const HeatmapOptions& options) {
                            SheetId wanted = sheet;
                            wanted.query = view.query;
                            return heatmap_figure(of, trace, view, wanted, options);
                        }});
    list.push_back({"derivation", "Where a number comes from", "Whole", draw_derivation});
    for (NamedFigure& one : figures_of_gradients(document))
        list.push_back(std::move(one));
    if (beside.losses.losses)
        list.push_back(figure_of_losses(beside.losses));
    for (const auto& [number, step, skipped] : numbered_steps(document))
        list.push_back({"step/" + std::to_string(number),
                        "Step " + std::to_string(number) + ": " + std::string(name(step.kind)) +
                            (!has_query(step.kind) ? ""
                             : step.is_for_all     ? " for all words"
                                                   : " for the query word"),
                        "Steps",
                        [step = step](const Document& of, const Trace& trace, const View& view,
                                      const HeatmapOptions& options) {
                            return draw_step(step, of, trace, view, options);
                        }});
    if (const ComparedWith& compared = beside.compared; compared.a)
        list.push_back({"comparison", "Comparison with " + compared.a_name, "Whole",
                        [compared](const Document& of, const Trace& trace, const View& view,
                                   const HeatmapOptions& options) {
                            const Calculation now{of, trace};
                            return draw_comparison(
                                {*compared.a, now, compared.a_name,
                                 compared.b_name.empty() ? visible_word(of.title) : compared.b_name,
                                 seen(of, compared.stage, view), "", compared.lists_changes},
                                view, options);
                        }});
    for (const MistakeInfo& mistake : mistakes()) {
        if (!has_stage(document, mistake.stage) || !lack_for(document, mistake.mistake).empty())
            continue; // these are mistakes of attention and of parts it must have
        list.push_back({"mistake/" + std::string(mistake.name), std::string(mistake.title),
                        "Mistakes",
                        [&mistake](const Document& of, const Trace& trace, const View& view,
                                   const HeatmapOptions& options) {
                            return draw_mistake(mistake, of, trace, view, options);
                        },
                        true});
    }
    for (NamedFigure& one : list)
        cover_numbers(one);
    return list;
}

Result<NamedFigure> named_figure(const Document& document, const std::string& name,
                                 const Beside& beside) {
    if (const auto place = parse_written_place(document, name); place && exists(document, *place))
        return NamedFigure{name, "Where a number comes from", "Whole",
                           [place = *place](const Document& of, const Trace& trace,
                                            const View& asked, const HeatmapOptions& options) {
                               View view = asked;
                               view.selected = place;
                               return draw_derivation(of, trace, view, options);
                           }};
    if (const std::string prefix = std::string(sensitivity_figure) + "/"; name.starts_with(prefix))
        if (const auto place = parse_written_place(document, name.substr(prefix.size()));
            place && exists(document, *place))
            return NamedFigure{name, "What moves a number", "Whole",
                               [place = *place](const Document& of, const Trace& trace,
                                                const View& view, const HeatmapOptions& options) {
                                   return draw_sensitivity(place, of, trace, view, options);
                               },
                               true};
    for (const auto& of_name : {figure_of_enlarged, figure_of_light, figure_of_effects})
        if (auto one = of_name(document, name)) {
            cover_numbers(*one);
            return *std::move(one);
        }
    std::string known, wanted = name.ends_with("/0") ? name.substr(0, name.size() - 2) : name;
    for (NamedFigure& one : figures(document, beside)) {
        if (one.name == wanted)
            return std::move(one);
        known += (known.empty() ? "" : ", ") + one.name;
    }
    if (const auto part = part_name(document, wanted))
        if (auto one = named_figure(document, part->figure, beside)) {
            one->name = name;
            return with_part(*std::move(one), part->part);
        }
    std::string lack = lack_of_page(document, wanted);
    for (const MistakeInfo& mistake : mistakes())
        if (name == "mistake/" + std::string(mistake.name))
            lack = lack_for(document, mistake.mistake);
    if (!lack.empty())
        return Error{"the figure " + cite(name) + " cannot be made of this document. " + lack};
    return Error{"there is no figure " + cite(name) + "; the figures are " + known +
                 "; a place such as weights[0,0] shows where its number comes from, and " +
                 std::string(sensitivity_figure) + "/weights[0,0] what moves it"};
}

NamedFigure of_open_part(NamedFigure one) {
    one.draw = [draw = std::move(one.draw)](const Document& of, const Trace& trace,
                                            const View& view, const HeatmapOptions& options) {
        const OpenPart part(of, trace, view);
        return draw(part.document(), part.trace(), part.view(view), options);
    };
    return one;
}

std::optional<PartName> part_name(const Document& document, const std::string& name) {
    constexpr std::string_view cross = "cross.";
    if (!has_parts(document))
        return std::nullopt;
    PartName found{name, 0};
    View view;
    view.is_cross = name.starts_with(cross);
    if (view.is_cross)
        found.figure.erase(0, cross.size());
    const auto at = found.figure.find('@');
    if (at != std::string::npos) {
        const auto layer = whole_number(std::string_view(found.figure).substr(at + 1));
        if (!layer || *layer >= layer_count(document))
            return std::nullopt;
        view.layer = *layer;
        found.figure.erase(at);
    }
    if (found.figure == name || (view.is_cross && !has_cross(document)))
        return std::nullopt;
    found.part = part_index(document, view);
    return found;
}

NamedFigure with_part(NamedFigure one, Index part) {
    one.draw = [draw = std::move(one.draw), part](const Document& of, const Trace& trace,
                                                  const View& asked,
                                                  const HeatmapOptions& options) {
        View view = asked;
        open_part(of, part, view);
        return draw(of, trace, view, options);
    };
    return one;
}

namespace {

/// Side by side, or in a column of a paper one below the other.
Figure draw_lines_of_heads(const Document& of, const Trace& trace, const View& view,
                           const HeatmapOptions& options) {
    const float text = letters(options, 0.86F);
    const Index heads = head_count(of);
    const float usual =
        std::min(0.6F * options.width, 2.2F * text * static_cast<float>(token_count(of) + 2));
    const float high = options.most_height > 0 ? options.most_height : usual;
    if (!options.is_column || heads > most_beside)
        return with_words(
            lines_of_heads(of, trace, view, {options.width, high}, text, options.measure),
            theme(view.theme), options);
    Figure all;
    all.background = theme(view.theme).panel_background;
    all.size.width = options.width;
    for (Index head = 0; head < heads; ++head) {
        View own = view;
        own.head = head;
        Figure one = lines_figure(of, trace, own, LinesOf::Everyone, {options.width, 0}, text,
                                  options.measure, {0, {}, true});
        const float height = one.size.height;
        one = magnified(std::move(one), 1, {0, all.size.height});
        std::move(one.shapes.begin(), one.shapes.end(), std::back_inserter(all.shapes));
        all.size.height += height;
    }
    return with_words(std::move(all), theme(view.theme), options);
}

} // namespace

std::vector<NamedFigure> figures_of_weights(const Document& document) {
    const auto lines = [](LinesOf which) {
        return [which](const Document& of, const Trace& trace, const View& view,
                       const HeatmapOptions& options) {
            return with_words(lines_figure(of, trace, view, which,
                                           {options.width, options.most_height},
                                           letters(options, 0.86F), options.measure,
                                           {options.least_weight, options.heads}),
                              theme(view.theme), options);
        };
    };
    std::vector<NamedFigure> list{
        of_open_part(figure_of_page("lines", lines(LinesOf::Everyone))),
        of_open_part({"lines/query", "Lines of the query word", "Whole", lines(LinesOf::Query)})};
    if (page_named("heads").lack(document).empty())
        list.push_back(figure_of_page("heads", [](const Document& of, const Trace& trace,
                                                  const View& view, const HeatmapOptions& options) {
            return with_words(heads_picture(of, trace, view, options), theme(view.theme), options);
        }));
    if (page_named("lines/heads").lack(document).empty())
        list.push_back(of_open_part(figure_of_page("lines/heads", draw_lines_of_heads)));
    return list;
}

std::vector<NamedFigure> figures_of_positions(const Document& document) {
    if (!has_positions_figure(document))
        return {};
    NamedFigure one = figure_of_page("positions", [](const Document& of, const Trace& trace,
                                                     const View& view,
                                                     const HeatmapOptions& options) {
        return with_words(positions_figure(of, trace, view, {options.width, options.most_height},
                                           letters(options, small_letters), options.measure),
                          theme(view.theme), options);
    });
    // P belongs to no layer; queries and keys are turned in each.
    const bool is_of_each_part = !has_stage(document, Stage("P"));
    return {is_of_each_part ? of_open_part(std::move(one)) : std::move(one)};
}

std::vector<NamedFigure> maps_of_words(const Document& document) {
    struct Named {
        MapOf of;
        const char *name, *title;
    };
    const std::array<Named, 4> all{{{MapOf::X, "map/x", page_named("map/x").title.data()},
                                    {MapOf::Q, "map/q", "Q as points"},
                                    {MapOf::K, "map/k", "K as points"},
                                    {MapOf::QAndK, "map/qk", "Q and K as points"}}};
    std::vector<NamedFigure> list;
    for (const Named& one : all)
        if (has_map(document, one.of))
            list.push_back(of_open_part(
                {one.name, one.title, "Whole",
                 [of = one.of](const Document& drawn, const Trace& trace, const View& view,
                               const HeatmapOptions& options) {
                     return with_words(map_figure(drawn, trace, view, {of, {}},
                                                  {options.width, options.most_height},
                                                  letters(options, 0.86F), options.measure),
                                       theme(view.theme), options);
                 }}));
    return list;
}

} // namespace attn::figure
