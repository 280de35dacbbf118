// SPDX-License-Identifier: MIT
// What the canvas's place shows: the calculation, one enlarged matrix, or the figure of a page.
#include "app/learning/learning.h"
#include "app/session/pages.h"
#include "app/window/lab.h"
#include "core/document/open_part.h"
#include "core/document/sheet.h"
#include "core/document/training_run.h"
#include "core/figure/block_page.h"
#include "core/figure/focus_figure.h"
#include "core/figure/heads_page.h"
#include "core/figure/model_figures.h"
#include "core/figure/training_page.h"
#include "core/figure/training_table.h"

#include <algorithm>
#include <string_view>
#include <utility>

namespace app {

using attn::figure::Size;

namespace {

/// The part's name for a stage of the whole document; the weights if the part does not have it.
attn::Stage stage_in_part(const attn::OpenPart& part, attn::Stage stage) {
    for (const attn::SheetId& sheet : attn::sheets(part.document()))
        if (part.in_whole(sheet).stage == stage)
            return sheet.stage;
    return attn::Stage::Weights;
}

} // namespace

attn::figure::LossCurve shown_losses(const Learning& learning, const attn::Document& document) {
    return {learning.losses, static_cast<std::size_t>(attn::training_settings(document).steps),
            learning.at(), learning.is_logarithmic};
}

float Lab::usual_panel(float middle, float band, float text) const {
    const attn::figure::ModelFigures& drawn = attn::figure::figures_of(session_.document());
    // On the page of all heads, the cards show most of it.
    const bool has_cards = shown_page(session_.document(), session_.ui) == WindowPage::Heads;
    const float share = has_cards ? 0.23F : drawn.panel_share;
    return std::clamp(middle * share - band, text * 9, text * drawn.panel_most_lines);
}

void Lab::make_training_page(const attn::figure::CanvasOptions& options, Size table,
                             const std::shared_ptr<const attn::Calculation>& before,
                             const std::string& name) {
    Figures& made = figures_;
    const Learning& learning = session_.ui.learning;
    const auto& [document, trace] = session_.results.seen();
    attn::figure::TrainingSeen training;
    training.curve = shown_losses(learning, document);
    training.start = before.get();
    if (before && before != learning.begun) {
        constexpr std::string_view said = "before: ";
        training.start_title = "before";
        training.start_name = name.starts_with(said) ? name.substr(said.size()) : name;
    }
    training.has_no_start = !before && learning.seen && learning.seen->step > 0;
    // The order of the inputs changes only at rest, not from step to step.
    std::vector<attn::SheetId> learned = settings_of_run(document).learned;
    const bool is_moving = learning.is_running || session_.ui.dragging.moves_numbers();
    const std::size_t at = learning.at();
    const bool is_far = std::max(at, made.ranked_at) - std::min(at, made.ranked_at) > 1;
    if (!std::is_permutation(learned.begin(), learned.end(), made.learned.begin(),
                             made.learned.end()) ||
        at == 0)
        made.learned = std::move(learned);
    else if (before && is_far && !is_moving)
        made.learned = attn::figure::by_change(std::move(learned), before->document, document);
    if (!is_moving)
        made.ranked_at = at;
    training.learned = made.learned;
    attn::figure::TrainingPage page =
        attn::figure::training_page(document, trace, shown_view(), training, options);
    made.canvas = std::move(page.figure);
    made.loss = std::move(page.curve);
    made.panel = {};
    if (made.tab == PanelTab::Training)
        made.panel = attn::figure::training_table(document, trace, shown_view(), training,
                                                  {table, 1, options.text, options.measure});
}

void Lab::make_canvas(const attn::OpenPart& part, const attn::figure::CanvasOptions& options,
                      Size table, const std::shared_ptr<const attn::Calculation>& before,
                      const std::string& name) {
    Figures& made = figures_;
    const auto& [document, trace] = session_.results.seen();
    const attn::View view = shown_view(), of_part = part.view(view);
    made.block_cards.clear();
    made.head_cards = {};
    if (made.page == WindowPage::Training)
        return make_training_page(options, table, before, name);
    if (made.page == WindowPage::Block) {
        attn::figure::CanvasOptions of_whole = options;
        of_whole.before = before.get();
        of_whole.part = nullptr;
        auto block = attn::figure::block_page(document, trace, view, made.folded, of_whole);
        made.canvas = std::move(block.figure);
        made.block_cards = std::move(block.cards);
        return;
    }
    if (made.page == WindowPage::Heads) {
        auto heads = attn::figure::heads_page(part.document(), part.trace(), of_part, options);
        made.canvas = in_whole(std::move(heads.figure), part);
        made.head_cards = std::move(heads.regions);
        return;
    }
    made.canvas = in_whole(
        made.enlarged ? attn::figure::focus_figure(part.document(), part.trace(), of_part,
                                                   stage_in_part(part, *made.enlarged), options)
                      : attn::figure::canvas(part.document(), part.trace(), of_part, options),
        part);
}

} // namespace app
