// SPDX-License-Identifier: MIT
#include "core/figure/word_figures.h"

#include "core/document/model.h"
#include "core/document/open_part.h"
#include "core/document/sheet.h"
#include "core/figure/captioned.h"
#include "core/figure/heads_picture.h"
#include "core/figure/lines_figure.h"
#include "core/figure/magnified.h"
#include "core/figure/map_figure.h"
#include "core/figure/page_figures.h"
#include "core/figure/part_figures.h"
#include "core/figure/positions_figure.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>

namespace attn::figure {
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
