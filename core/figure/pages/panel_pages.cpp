// SPDX-License-Identifier: MIT
#include "core/document/model/model.h"
#include "core/document/model/open_part.h"
#include "core/figure/canvas/model_figures.h"
#include "core/figure/pages/pages.h"
#include "core/figure/pages/training_page.h"
#include "core/figure/plots/every_head.h"
#include "core/figure/plots/lines_figure.h"
#include "core/figure/plots/positions_figure.h"

#include <array>

namespace attn::figure {
namespace {

std::string panel_lacks_nothing(const Document&) {
    return "";
}
std::string panel_lacks_weights(const Document& document) {
    return has_stage(document, Stage::Weights) ? "" : "It has no weights between words.";
}
std::string panel_lacks_heads(const Document& document) {
    return page_with_name(canvas_pages(), "heads/outputs")->lack(document);
}
std::string panel_lacks_loss(const Document& document) {
    return page_with_name(canvas_pages(), "training")->lack(document);
}
std::string panel_lacks_block(const Document& document) {
    return page_with_name(canvas_pages(), "stream")->lack(document);
}
std::string lacks_map(const Document& document) {
    return has_map(document, MapOf::X) ? "" : "It has no words with embeddings.";
}
std::string lacks_positions(const Document& document) {
    return has_positions_figure(document) ? "" : "It has no positions.";
}

PageFigure make_query(const PageInput& input) {
    const OpenPart& part = input.part;
    CanvasOptions options = input.options;
    options.available = input.panel;
    return {
        in_whole(query_panel(part.document(), part.trace(), part.view(input.view), options), part)};
}

PageFigure make_query_of_block(const PageInput& input) {
    CanvasOptions options = input.options;
    options.before = input.before;
    options.part = nullptr;
    return {block_panel(input.part.whole(), input.trace, input.view, options)};
}

PageFigure make_lines(const PageInput& input) {
    const OpenPart& part = input.part;
    const CanvasOptions& options = input.options;
    return {
        in_whole(lines_figure(part.document(), part.trace(), part.view(input.view),
                              LinesOf::Everyone, options.available, options.text, options.measure),
                 part)};
}

PageFigure make_lines_of_heads(const PageInput& input) {
    const OpenPart& part = input.part;
    const CanvasOptions& options = input.options;
    return {in_whole(lines_of_heads(part.document(), part.trace(), part.view(input.view),
                                    options.available, options.text, options.measure),
                     part)};
}

/// The heads of all parts.
PageFigure make_every_head(const PageInput& input) {
    const CanvasOptions& options = input.options;
    return {heads_figure(input.part.whole(), input.trace, input.view, options.available,
                         options.text, options.measure)};
}

PageFigure make_map(const PageInput& input) {
    const CanvasOptions& options = input.options;
    auto made = map_panel(input.part.whole(), input.trace, input.view, input.map_columns,
                          input.kept_axes, options.available, options.text, options.measure);
    PageFigure page{std::move(made.figure)};
    page.maps = std::move(made.plots);
    return page;
}

PageFigure make_losses(const PageInput& input) {
    PageFigure page;
    page.loss = loss_curve(input.training ? input.training->curve : LossCurve{}, input.view,
                           input.options.available, input.options.text, input.options.measure);
    return page;
}

PageFigure make_training_row(const PageInput& input) {
    const CanvasOptions& options = input.options;
    return {training_table(input.part.whole(), input.trace, input.view,
                           input.training ? *input.training : TrainingSeen{},
                           {options.available, 1, options.text, options.measure})};
}

/// P belongs to no part; queries and keys are turned in each.
PageFigure make_positions(const PageInput& input) {
    const OpenPart& part = input.part;
    const CanvasOptions& options = input.options;
    if (has_stage(part.whole(), Stage("P")))
        return {positions_figure(part.whole(), input.trace, input.view, options.available,
                                 options.text, options.measure)};
    return {in_whole(positions_figure(part.document(), part.trace(), part.view(input.view),
                                      options.available, options.text, options.measure),
                     part)};
}

} // namespace

std::span<const PageInfo> panel_pages() {
    namespace reads = page_reads;
    static constexpr std::array rows{
        PageInfo{.name = "query",
                 .title = "The query word: its scores, weights and output",
                 .lack = panel_lacks_nothing,
                 .make = make_query,
                 .reads = reads::Query | reads::Head | reads::Numbers | reads::Ends,
                 .id = "query",
                 .tab = "Query word",
                 .sentence = "Shows the scores, the weights and the output of the query word.",
                 .is_listed_always = true},
        PageInfo{.name = "lines",
                 .title = "Lines between words",
                 .lack = panel_lacks_weights,
                 .make = make_lines,
                 .reads = reads::Query | reads::Head | reads::Lines | reads::Numbers,
                 .id = "lines",
                 .tab = "Lines",
                 .sentence =
                     "Shows the weights as lines from each query word to the words it listens to.",
                 .is_listed_always = true},
        PageInfo{.name = "heads",
                 .title = "Every head at a glance",
                 .lack = panel_lacks_heads,
                 .make = make_every_head,
                 .reads =
                     reads::Query | reads::Numbers | reads::Marks | reads::Weights | reads::Parts,
                 .id = "heads",
                 .tab = "Every head",
                 .sentence = "Shows the weights of every head side by side; a click opens one."},
        PageInfo{.name = "map/x",
                 .title = "X as points",
                 .lack = lacks_map,
                 .make = make_map,
                 .reads = reads::Query,
                 .id = "map",
                 .tab = "Map",
                 .sentence =
                     "Shows the words as points of a plane. Drag a word of X there to change its "
                     "numbers.",
                 .is_listed_always = true},
        PageInfo{.name = "losses",
                 .title = "The loss over the steps",
                 .lack = panel_lacks_weights,
                 .make = make_losses,
                 .reads = 0,
                 .id = "training",
                 .tab = "Loss curve",
                 .sentence = "Makes the loss smaller step by step, and shows its curve.",
                 .is_listed_always = true,
                 .needs_more = true},
        PageInfo{.name = "positions",
                 .title = "What positions do",
                 .lack = lacks_positions,
                 .make = make_positions,
                 .reads = reads::Query | reads::Head,
                 .id = "positions",
                 .tab = "Positions",
                 .sentence =
                     "Shows the columns of P as curves, or how queries and keys are turned."},
        PageInfo{.name = "stream/query",
                 .title = "The query word along the stream",
                 .lack = panel_lacks_block,
                 .make = make_query_of_block,
                 .reads = reads::matrices & ~reads::Head,
                 .on = "block",
                 .instead_of = "query"},
        PageInfo{.name = "lines/heads",
                 .title = "Lines of every head",
                 .lack = panel_lacks_heads,
                 .make = make_lines_of_heads,
                 .reads = reads::Query | reads::Numbers,
                 .on = "heads",
                 .instead_of = "lines"},
        PageInfo{.name = "training/query",
                 .title = "The query word's numbers, and what they should be",
                 .lack = panel_lacks_loss,
                 .make = make_training_row,
                 .reads = reads::Query | reads::Numbers | reads::Bars,
                 .on = "training",
                 .instead_of = "training"},
    };
    return rows;
}

} // namespace attn::figure
