// SPDX-License-Identifier: MIT
#include "core/figure/word_figures.h"

#include "core/document/model.h"
#include "core/document/open_part.h"
#include "core/document/sheet.h"
#include "core/figure/captioned.h"
#include "core/figure/heads_picture.h"
#include "core/figure/lines_figure.h"
#include "core/figure/map_figure.h"
#include "core/figure/part_figures.h"
#include "core/figure/positions_figure.h"

#include <array>

namespace attn::figure {

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
        of_open_part({"lines", "Lines between words", "Whole", lines(LinesOf::Everyone)}),
        of_open_part({"lines/query", "Lines of the query word", "Whole", lines(LinesOf::Query)})};
    if (head_count(document) > 1 || has_parts(document))
        list.push_back({"heads", "Every head at a glance", "Whole",
                        [](const Document& of, const Trace& trace, const View& view,
                           const HeatmapOptions& options) {
                            return with_words(heads_picture(of, trace, view, options),
                                              theme(view.theme), options);
                        }});
    return list;
}

std::vector<NamedFigure> figures_of_positions(const Document& document) {
    if (!has_positions_figure(document))
        return {};
    NamedFigure one{"positions", "What positions do", "Whole",
                    [](const Document& of, const Trace& trace, const View& view,
                       const HeatmapOptions& options) {
                        return with_words(
                            positions_figure(of, trace, view, {options.width, options.most_height},
                                             letters(options, small_letters), options.measure),
                            theme(view.theme), options);
                    }};
    // P belongs to no layer; queries and keys are turned in each.
    const bool is_of_each_part = !has_stage(document, Stage("P"));
    return {is_of_each_part ? of_open_part(std::move(one)) : std::move(one)};
}

std::vector<NamedFigure> maps_of_words(const Document& document) {
    struct Named {
        MapOf of;
        const char *name, *title;
    };
    constexpr std::array<Named, 4> all{{{MapOf::X, "map/x", "X as points"},
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
