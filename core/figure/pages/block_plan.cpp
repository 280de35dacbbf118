// SPDX-License-Identifier: MIT
#include "core/figure/pages/block_plan.h"

#include "core/document/model/model.h"
#include "core/document/model/sheet.h"
#include "core/document/model/table.h"
#include "core/engine/graph/operation.h"
#include "core/engine/graph/place.h"
#include "core/figure/canvas/legend.h"
#include "core/figure/matrix/changes.h"
#include "core/figure/matrix/sheet_look.h"

#include <algorithm>
#include <string_view>
#include <utility>

namespace attn::figure {
namespace {

std::string lowered(std::string_view letter, std::size_t number) {
    return std::string(letter) + "_{" + std::to_string(number) + "}";
}

/// Walks through the stages of the parts in the order of computation and plans what represents
/// them.
class BlockPlanning {
public:
    BlockPlanning(const Document& document, const std::vector<OpenPart>& parts, const View& view)
        : document_(document), parts_(parts), view_(view), block_(*document.options.block),
          layer_(std::clamp<Index>(view.layer, 0, layer_count(document) - 1)) {}

    BlockPlan plan() && {
        begin();
        for (std::size_t part = 0; part < parts_.size(); ++part)
            add_attention(part);
        if (has(last_part(), Stage("mlp")))
            add_mlp(last_part());
        end();
        return std::move(made_);
    }

private:
    std::size_t last_part() const { return parts_.size() - 1; }
    const Document& in(std::size_t part) const { return parts_[part].document(); }
    bool has(std::size_t part, Stage stage) const { return has_stage(in(part), stage); }
    bool is_after() const { return block_.is_normed_after(); }
    bool has_norm() const { return block_.has_norm(); }
    std::string state(std::size_t at) const { return lowered("x", at); }

    void begin() {
        const bool has_positions = has(0, Stage::Embedded);
        made_.states.push_back({{0, has_positions ? Stage::Embedded : Stage::X},
                                state(0),
                                has_positions ? "X + P"
                                : layer_ > 0  ? "output of layer " + std::to_string(layer_ - 1)
                                : document_.options.has_table ? "X, rows of E by word"
                                                              : "X, one row a word"});
        if (layer_ > 0)
            made_.before = "from layer " + std::to_string(layer_ - 1);
        if (!has_positions)
            return;
        const std::string kind(info(document_.options.positions.kind).noun);
        made_.words = BlockCardPlan{
            BlockCard::Words,
            "Words and positions",
            state(0) + " = X + P, " + kind,
            {0, Stage::Embedded},
            {{{0, Stage::X}, "X, one row a word", false}, {{0, Stage::P}, "P, " + kind, true}},
            {},
            {},
            false,
            {},
            true};
    }

    /// Plans the next norm, numbered through the document, for the part.
    BlockCardPlan norm(std::size_t part, Stage from, Stage to) const {
        constexpr BlockCard cards[] = {BlockCard::FirstNorm, BlockCard::SecondNorm,
                                       BlockCard::ThirdNorm};
        BlockCardPlan card{cards[norms_],
                           "Norm",
                           std::string(info(block_.norm).on_card),
                           {part, to},
                           {{is_after() ? BlockStage{part, from} : BlockStage{part, to},
                             is_after() ? "the sum before it" : "each row on one scale", false}},
                           BlockStage{part, from},
                           BlockStage{part, to},
                           !info(block_.norm).centres,
                           {},
                           false};
        return card;
    }

    /// Adds the step from the last state to the next by a card whose result is added.
    void add_step(std::size_t part, BlockCardPlan card, Stage sum, Stage norm_stage,
                  const std::string& added) {
        const Stage from = made_.states.back().of.stage;
        const std::string before = state(made_.states.size() - 1);
        BlockStep step;
        if (has_norm() && !is_after())
            step.cards.push_back(norm(part, stage_in(part, from), norm_stage));
        step.adds = step.cards.size();
        step.cards.push_back(std::move(card));
        step.has_sum = is_sum(part, sum);
        const std::string formula = step.has_sum ? before + " + " + added : added;
        Stage now = sum;
        if (is_after()) {
            step.norms_sum = true;
            step.cards.push_back(norm(part, sum, norm_stage));
            now = norm_stage;
        }
        norms_ += has_norm() ? 1 : 0;
        made_.states.push_back({{part, now},
                                state(made_.states.size()),
                                is_after() ? "norm(" + formula + ")" : formula});
        made_.steps.push_back(std::move(step));
    }
    /// The state's name in the part: X if the part begins with it.
    Stage stage_in(std::size_t part, Stage stage) const {
        return made_.states.back().of.part == part ? stage : Stage::X;
    }
    bool is_sum(std::size_t part, Stage stage) const {
        const Graph stages = graph(in(part), 2);
        const auto at = stages.find({stage});
        return at && stages[*at].operation == &operation::sum;
    }

    void add_attention(std::size_t part) {
        const Document& own = in(part);
        const bool is_cross = part > 0;
        const Index heads = head_count(own);
        const Stage brings = has(part, Stage::Attention) ? Stage::Attention : Stage::Joined;
        std::string about = heads == 1 ? "1 head" : std::to_string(heads) + " heads, joined";
        if (own.join == Join::WO)
            about += heads == 1 ? ", W_{O}" : " by W_{O}";
        if (is_cross || own.options.has_memory)
            about += ", keys from M";
        else if (own.switches.mask.kind != Mask::Kind::None)
            about += ", masked";
        const std::string of_head =
            heads == 1
                ? "weights"
                : "weights of " + head_name(std::clamp<Index>(view_.head, 0, heads - 1), heads);
        add_step(
            part,
            {is_cross ? BlockCard::CrossAttention : BlockCard::Attention,
             is_cross ? "Cross-attention" : "Attention",
             about,
             {part, Stage::Weights},
             {{{part, Stage::Weights}, of_head, false}, {{part, brings}, "what it brings", true}},
             {},
             {},
             false,
             {},
             false},
            Stage("after_attention"), Stage("norm_1"), is_cross ? "cross-attention" : "attention");
    }

    void add_mlp(std::size_t part) {
        const bool is_gated = has(part, Stage("gated"));
        const Stage hidden = is_gated ? Stage("gated") : Stage("activated");
        const std::string name(info(block_.mlp).name);
        const Index width = shape_of(in(part), {hidden}).columns;
        BlockCardPlan card{
            BlockCard::Mlp,
            "MLP",
            name + ", " + std::to_string(width) + " wide",
            {part, hidden},
            {{{part, hidden}, is_gated ? "hidden, gated" : name + " of hidden", false},
             {{part, Stage("mlp")}, "what it brings", true}},
            {},
            {},
            false,
            {},
            false};
        if (block_.mlp == Block::Mlp::Relu)
            card.cut = BlockStage{part, hidden};
        add_step(part, std::move(card), is_after() ? Stage("after_mlp") : Stage("block"),
                 Stage("norm_2"), "MLP");
    }

    void end() {
        const std::size_t part = last_part();
        if (has(part, Stage("probabilities"))) {
            const auto words = static_cast<Index>(output_words(in(part)).size());
            const std::string last = state(made_.states.size() - 1);
            made_.next_word = BlockCardPlan{
                BlockCard::NextWord,
                "Next word",
                "softmax(" + (has(part, Stage("norm_f")) ? "norm(" + last + ")" : last) + " " +
                    std::string(table_of_logits(in(part)).name()) + "^{T}), " +
                    std::to_string(words) + " words",
                {part, Stage("probabilities")},
                {},
                {},
                {},
                false,
                {},
                false};
        }
        if (layer_ + 1 < layer_count(document_))
            made_.after = "to layer " + std::to_string(layer_ + 1);
        const bool by_rows = document_.convention == Convention::TokensAsRows;
        const std::string line = by_rows ? "row" : "column";
        if (layer_count(document_) > 1)
            made_.stream = indexed("layer", layer_, layer_count(document_)) + " · ";
        made_.stream += "the stream: every word keeps its " + line +
                        (is_after() ? "; what a card brings is added, then normed"
                                    : ", each card only adds to it");
    }

    const Document& document_;
    const std::vector<OpenPart>& parts_;
    const View& view_;
    const Block& block_;
    Index layer_;
    std::size_t norms_ = 0;
    BlockPlan made_;
};

} // namespace

std::vector<OpenPart> block_parts(const Document& document, const Trace& trace, const View& asked) {
    std::vector<OpenPart> parts;
    View view = asked;
    for (const bool is_cross : {false, true})
        if (!is_cross || has_cross(document)) {
            view.is_cross = is_cross;
            parts.emplace_back(document, trace, view);
        }
    return parts;
}

BlockPlan block_plan(const Document& document, const std::vector<OpenPart>& parts,
                     const View& view) {
    return BlockPlanning(document, parts, view).plan();
}

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

/// The looks of all matrices on the page, each once, with the range each takes part in.
std::vector<std::pair<SheetLook*, Stage>> block_looks(const BlockPlan& plan, BlockContents& made) {
    std::vector<std::pair<SheetLook*, Stage>> list;
    const auto add = [&](const BlockStage& of, Stage range) {
        const SheetLook* const look = made.look(of);
        for (SheetLook& one : made.contents[of.part].sheets)
            if (&one == look && std::none_of(list.begin(), list.end(), [&](const auto& other) {
                    return other.first == &one;
                }))
                list.push_back({&one, one.family == Family::Weights ? Stage::Weights
                                      : one.is_input                ? Stage::X
                                                                    : range});
    };
    for (const BlockState& state : plan.states)
        add(state.of, stream_range);
    if (plan.words)
        for (const BlockMatrix& matrix : plan.words->matrices)
            add(matrix.of, Stage::X);
    for (const BlockStep& step : plan.steps)
        for (const BlockCardPlan& card : step.cards)
            for (const BlockMatrix& matrix : card.matrices) {
                // A norm after the sum shows the sum.
                const bool is_normed = card.normed_to && !step.norms_sum;
                const bool is_added = &matrix == &card.matrices.back();
                add(matrix.of, is_normed ? normed_range : is_added ? stream_range : hidden_range);
            }
    return list;
}

void share_block_scales(const BlockPlan& plan, BlockContents& made, const View& view,
                        KeptLooks* kept) {
    const std::vector<std::pair<SheetLook*, Stage>> looks = block_looks(plan, made);
    for (const Stage range : {Stage::Weights, Stage::X, stream_range, normed_range, hidden_range}) {
        NumberRange all;
        for (const auto& [look, of] : looks)
            if (of == range)
                all.join(look->range);
        if (kept)
            all = kept->held("block/" + std::string(range.name()), all);
        for (const auto& [look, of] : looks)
            if (of == range) {
                look->has_row_sums = look->has_column_sums = false;
                set_scale(*look, all, view);
                made.ranges.emplace(range, look);
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
