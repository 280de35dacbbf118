// SPDX-License-Identifier: MIT
#include "core/figure/pages/pages.h"

#include "core/document/model/model.h"
#include "core/document/model/open_part.h"
#include "core/document/model/sheet.h"
#include "core/document/telling/lens.h"
#include "core/figure/canvas/model_figures.h"
#include "core/figure/pages/effects_page.h"
#include "core/figure/pages/focus_figure.h"
#include "core/figure/pages/heads_of_layers.h"
#include "core/figure/pages/layers_page.h"
#include "core/figure/pages/lens_page.h"
#include "core/figure/spotlight/spotlight_figure.h"

#include <algorithm>
#include <array>

namespace attn::figure {
namespace {

std::string lacks_no_page(const Document&) {
    return "";
}
std::string lacks_heads(const Document& document) {
    return has_stage(document, Stage::Weights) && (head_count(document) > 1 || has_parts(document))
               ? ""
               : "It has a single head, which the canvas shows.";
}
std::string lacks_loss(const Document& document) {
    return has_stage(document, Stage::Loss)
               ? ""
               : "It has no loss that a training could make smaller; choose one in the window, in "
                 "Model, Loss.";
}
std::string lacks_block(const Document& document) {
    return has_block_page(document) ? ""
                                    : "It has no block; switch one on in the window, in Model.";
}

std::string lacks_layers(const Document& document) {
    return layer_count(document) > 1 ? "" : "It has a single layer, which the canvas shows.";
}

bool always(const Document&) {
    return true;
}
/// Whether its layers give nothing to the next one: those of a document without X.
bool has_layers_apart(const Document& document) {
    return layer_count(document) > 1 && !document.options.block;
}

/// The options for the whole document. What is kept belongs to the open attention, as before.
CanvasOptions options_for_whole(const PageInput& input) {
    CanvasOptions options = input.options;
    options.before = input.before;
    options.part = nullptr;
    return options;
}

PageFigure make_canvas(const PageInput& input) {
    const OpenPart& part = input.part;
    return {in_whole(canvas(part.document(), part.trace(), part.view(input.view), input.options),
                     part)};
}

PageFigure make_heads(const PageInput& input) {
    const OpenPart& part = input.part;
    auto made = heads_page(part.document(), part.trace(), part.view(input.view), input.options);
    PageFigure page{in_whole(std::move(made.figure), part)};
    page.head_cards = std::move(made.regions);
    return page;
}

PageFigure make_training(const PageInput& input) {
    auto made = training_page(input.part.whole(), input.trace, input.view,
                              input.training ? *input.training : TrainingSeen{}, input.options);
    PageFigure page{std::move(made.figure)};
    page.loss = std::move(made.curve);
    return page;
}

PageFigure make_block(const PageInput& input) {
    auto made = block_page(input.part.whole(), input.trace, input.view, input.folded,
                           options_for_whole(input));
    PageFigure page{std::move(made.figure)};
    page.block_cards = std::move(made.cards);
    return page;
}

PageFigure make_layers(const PageInput& input) {
    const Document& document = input.part.whole();
    return {(has_layers_apart(document) ? heads_of_layers : layers_page)(
        document, input.trace, input.view, input.options)};
}

PageFigure make_lens(const PageInput& input) {
    return {lens_page(input.part.whole(), input.trace, input.view, input.options)};
}

PageFigure make_effects(const PageInput& input) {
    if (input.of_folder)
        return {effects_page(input.part.whole(), input.view, *input.of_folder, input.options)};
    return {
        effects_page(input.part.whole(), input.trace, input.view, input.options, input.effects)};
}

/// The part's name for a stage of the whole document; its main stage if the part does not have it.
Stage stage_in_part(const OpenPart& part, std::optional<Stage> stage) {
    if (stage)
        for (const SheetId& sheet : sheets(part.document()))
            if (part.in_whole(sheet).stage == *stage)
                return sheet.stage;
    return model_of(part.document()).shown;
}

PageFigure make_enlarged(const PageInput& input) {
    const OpenPart& part = input.part;
    return {in_whole(focus_figure(part.document(), part.trace(), part.view(input.view),
                                  stage_in_part(part, input.enlarged), input.options),
                     part)};
}

PageFigure make_spotlight(const PageInput& input) {
    const Document& whole = input.part.whole();
    const auto usual = [&] {
        const View view = within(whole, input.view);
        if (view.selected && exists(whole, *view.selected))
            return spotlight_of(whole, input.trace, *view.selected);
        const Stage stage = stage_in_part(input.part, input.enlarged);
        const View inside = input.part.view(view);
        return spotlight_of(
            whole, input.part.in_whole(sheet_of_head(input.part.document(), stage, inside.head)));
    };
    return {spotlight_figure(whole, input.trace, input.view, input.light ? *input.light : usual(),
                             options_for_whole(input), input.lit_phrase)};
}

} // namespace

std::span<const PageInfo> canvas_pages() {
    namespace reads = page_reads;
    static constexpr std::array rows{
        PageInfo{.name = "canvas",
                 .title = "The whole calculation",
                 .lack = lacks_no_page,
                 .make = make_canvas,
                 .id = "forward",
                 .tab = "Forward",
                 .sentence = "Shows the calculation from the embeddings to the output."},
        PageInfo{
            .name = "heads/outputs",
            .title = "Every head with its output",
            .lack = lacks_heads,
            .make = make_heads,
            .id = "heads",
            .tab = "Heads",
            .sentence =
                "Shows every head with its weights and its output, how they are joined, and what "
                "each adds to the output of the query word."},
        PageInfo{
            .name = "sensitivity",
            .title = "What moves a number",
            .lack = lacks_no_page,
            .make = make_canvas, // with gradients
            .id = "backward",
            .tab = "Backward",
            .sentence =
                "Shows on every matrix how much each number changes the selected one, else the "
                "loss, else the largest weight: the gradient.",
            .needs_more = true},
        PageInfo{.name = "training",
                 .title = "The training: what is, and what should be",
                 .lack = lacks_loss,
                 .make = make_training,
                 .reads = reads::matrices & ~reads::Head, // the compared head
                 .id = "training",
                 .tab = "Training",
                 .sentence =
                     "Makes the loss smaller step by step, and shows what should be, what is, "
                     "and what learns.",
                 .invites = always,
                 .needs_more = true},
        PageInfo{.name = "stream",
                 .title = "The stream of words through the block",
                 .lack = lacks_block,
                 .make = make_block,
                 .id = "block",
                 .tab = "Block",
                 .sentence =
                     "Shows the stream of words through the open layer, and below it a card for "
                     "each thing that is added to it."},
        PageInfo{.name = "layers",
                 .title = "All layers, one below the other",
                 .lack = lacks_layers,
                 .make = make_layers,
                 .reads = reads::Query | reads::Head | reads::Numbers | reads::Marks |
                          reads::Weights | reads::Signed | reads::SharedRange,
                 .is_drawn_on_paper = has_layers_apart,
                 .id = "layers",
                 .tab = "Layers",
                 .sentence = "Shows every layer: the weights of the open head and what the layer "
                             "gives to the next one. Of layers that give nothing on it shows every "
                             "head."},
        PageInfo{.name = "lens",
                 .title = "What each layer would say next",
                 .lack = why_no_lens,
                 .make = make_lens,
                 .reads = reads::Query | reads::Numbers | reads::Weights,
                 .is_drawn_on_paper = always,
                 .id = "lens",
                 .tab = "Lens",
                 .sentence = "Shows which word would come next after each layer, if the layers "
                             "after it were left out."},
        PageInfo{.name = effects_figure,
                 .title = "What each head does to a number",
                 .lack = why_no_effects,
                 .make = make_effects,
                 .reads = reads::Head | reads::Numbers | reads::Changes,
                 .is_drawn_on_paper = always,
                 .id = "effects",
                 .tab = "Effects",
                 .sentence =
                     "Switches each head off, or gives it the mean of its output, and shows how "
                     "the selected number changes, else the likeliest next word.",
                 .invites = has_effects_of_folder},
        PageInfo{.name = enlarged_figure,
                 .title = "One matrix enlarged, beside what it is made of",
                 .lack = lacks_no_page,
                 .make = make_enlarged},
        PageInfo{.name = lit_figure,
                 .title = "One matrix or number in the spotlight, with what it is made of",
                 .lack = lacks_no_page,
                 .make = make_spotlight},
    };
    return rows;
}

const PageInfo* page_with_id(std::span<const PageInfo> pages, std::string_view id) {
    const auto found =
        std::find_if(pages.begin(), pages.end(), [&](const PageInfo& one) { return one.id == id; });
    return found == pages.end() || id.empty() ? nullptr : &*found;
}

const PageInfo* page_with_name(std::span<const PageInfo> pages, std::string_view name) {
    const auto found = std::find_if(pages.begin(), pages.end(),
                                    [&](const PageInfo& one) { return one.name == name; });
    return found == pages.end() ? nullptr : &*found;
}

} // namespace attn::figure
