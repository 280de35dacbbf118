// SPDX-License-Identifier: MIT
#include "core/figure/block_contents.h"

#include "core/document/model.h"
#include "core/document/sheet.h"
#include "core/figure/changes.h"
#include "core/figure/look_of.h"

#include <algorithm>

namespace attn::figure {
namespace {

/// Compares each part with what it was. Compares nothing if the whole document had other places.
void compare_block(BlockContents& made, const Document& document, const View& view,
                   const Calculation* before) {
    if (!before || !have_same_places(before->document, document))
        return;
    const std::vector<OpenPart> then = block_parts(before->document, before->trace, view);
    for (std::size_t part = 0; part < made.parts.size() && part < then.size(); ++part) {
        made.before.push_back(
            std::make_unique<Calculation>(Calculation{then[part].document(), then[part].trace()}));
        compare_with(made.contents[part], *made.before.back());
    }
}

/// The looks of all matrices on the page, each once.
std::vector<SheetLook*> block_looks(const BlockPlan& plan, BlockContents& made) {
    std::vector<SheetLook*> list;
    const auto add = [&](const BlockStage& of) {
        if (const SheetLook* look = made.look(of))
            for (SheetLook& one : made.contents[of.part].sheets)
                if (&one == look && std::find(list.begin(), list.end(), &one) == list.end())
                    list.push_back(&one);
    };
    const auto add_card = [&](const BlockCardPlan& card) {
        for (const BlockMatrix& matrix : card.matrices)
            add(matrix.of);
    };
    if (plan.words)
        add_card(*plan.words);
    for (const BlockState& state : plan.states)
        add(state.of);
    for (const BlockStep& step : plan.steps)
        for (const BlockCardPlan& card : step.cards)
            add_card(card);
    return list;
}

/// Gives all values one colour range and all weights another.
void share_block_scales(const BlockPlan& plan, BlockContents& made, const View& view,
                        KeptLooks* kept) {
    const std::vector<SheetLook*> looks = block_looks(plan, made);
    for (const bool is_weights : {false, true}) {
        NumberRange all;
        for (const SheetLook* look : looks)
            if ((look->family == Family::Weights) == is_weights)
                all.join(look->range);
        if (kept)
            all = kept->held(is_weights ? "weights of the block" : "values of the block", all);
        for (SheetLook* look : looks)
            if ((look->family == Family::Weights) == is_weights) {
                look->has_row_sums = look->has_column_sums = false;
                set_scale(*look, all, view);
            }
    }
}

} // namespace

const SheetLook* BlockContents::look(const BlockStage& of) const {
    const Document& document = parts[of.part].document();
    if (const SheetLook* found = look_of(contents[of.part], of.stage))
        return found;
    // Uses the stage before while both have the same numbers.
    const Stage drawn = shown_place(document, {{of.stage}, 0, 0}).sheet.stage;
    return look_of(contents[of.part], drawn);
}

const SheetLook* BlockContents::query_row(const BlockStage& of) {
    const SheetLook* const whole = look(of);
    if (!whole)
        return nullptr;
    auto row = std::make_unique<SheetLook>(*whole);
    show_part(contents[of.part], *row, {views[of.part].query, 0, 1, row->values.cols()});
    rows.push_back(std::move(row));
    return rows.back().get();
}

BlockShown block_shown(const Document& document, const Trace& trace, const View& view,
                       const CanvasOptions& options) {
    BlockShown made;
    BlockContents& shown = made.contents;
    shown.parts = block_parts(document, trace, view);
    for (std::size_t part = 0; part < shown.parts.size(); ++part) {
        const OpenPart& one = shown.parts[part];
        shown.views.push_back(within(one.document(), one.view(view)));
        const bool is_kept = (part == 1) == (view.is_cross && has_cross(document));
        shown.contents.push_back(contents(one.document(), one.trace(), shown.views.back(),
                                          is_kept ? options.kept : nullptr));
        // X of a part may be a computed stage of the document.
        for (SheetLook& look : shown.contents.back().sheets)
            look.is_input = input(document, one.in_whole(look.id)) != nullptr;
    }
    compare_block(shown, document, view, options.before);
    made.plan = block_plan(document, shown.parts, view);
    share_block_scales(made.plan, shown, view, options.kept);
    return made;
}

} // namespace attn::figure
