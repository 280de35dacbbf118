// SPDX-License-Identifier: MIT
#include "core/figure/block_layout.h"

#include "core/document/sheet.h"
#include "core/figure/block_attempt.h"
#include "core/figure/look_of.h"

#include <algorithm>
#include <utility>

namespace attn::figure {
namespace {

class BlockPlacing {
public:
    BlockPlacing(const BlockAttempting& trying, const BlockAttempt& found, BlockContents& shown,
                 const CanvasOptions& options)
        : trying_(trying), found_(found), across_(trying.across(found, true)), shown_(shown),
          options_(options), unit_(found.lengths.unit) {
        layout_.lengths = found.lengths;
    }

    BlockLayout made() && {
        const BlockHeights heights = trying_.heights(found_);
        top_ = heights.top + heights.spare;
        cards_ = top_ + heights.stream + heights.arrows + heights.spare;
        heights_ = heights;
        layout_.number_size = number_size();
        for (std::size_t at = 0; at < trying_.columns().size(); ++at)
            place_column(trying_.columns()[at], across_.columns[at]);
        const float bottom = cards_ + heights.cards + heights.bottom;
        layout_.has_legend_line = trying_.has_legend_line(found_);
        layout_.size = {found_.scrolls ? across_.width
                                       : snug(across_.width, options_.available.width),
                        snug(bottom + heights.legend, options_.available.height)};
        if (layout_.has_legend_line)
            layout_.legend = {1.2F * unit_, bottom, layout_.size.width - 2.4F * unit_,
                              heights.legend};
        const SheetBox& first = layout_.states.front().matrix.box;
        const SheetBox& last = layout_.states.back().matrix.box;
        const float high = 1.1F * unit_;
        layout_.band = {first.cells.right(), first.cells.y + first.cells.height / 2 - high / 2,
                        last.corner.x - first.cells.right(), high};
        return std::move(layout_);
    }

private:
    /// Absorbs rounding: sums of floats miss the size of the window by a hair.
    static float snug(float wanted, float available) {
        return wanted <= available + 0.5F ? available : wanted;
    }

    void place_column(const BlockColumn& column, const BlockAcross::Column& at) {
        if (column.card)
            place_card(*column.card, column.step, at);
        else if (trying_.has_place_for_legend(found_, column))
            place_legend(at);
        if (column.state) {
            const BlockState& state = *column.state;
            const SheetLook& look = *shown_.look(state.of);
            const float cells = top_ + layout_.lengths.title_line() + layout_.lengths.label_line();
            BlockBox box =
                matrix(look, state.of, state.name, {at.cells, cells}, at.state_labels, top_);
            box.box.has_labels = true;
            layout_.states.push_back({&state, std::move(box)});
        }
    }

    /// Puts the legend below the state of a column without a card.
    void place_legend(const BlockAcross::Column& at) {
        if (layout_.legend.width > 0)
            return;
        layout_.legend = {at.x, cards_, at.right - at.x, heights_.cards};
    }

    void place_card(const BlockCardPlan& plan, std::optional<std::size_t> step,
                    const BlockAcross::Column& at) {
        const Lengths& lengths = layout_.lengths;
        const float pad = trying_.card_padding(found_);
        CardBox card;
        card.plan = &plan;
        card.is_folded = trying_.is_folded(plan);
        card.rect = {at.x, cards_, at.card_right - at.x,
                     card.is_folded ? heights_.card_head + 0.3F * unit_ : heights_.cards};
        card.fold = {card.rect.right() - 2.1F * unit_, card.rect.y + 0.35F * unit_, 1.8F * unit_,
                     1.8F * unit_};
        card.title = {card.rect.x + pad, card.rect.y + 0.45F * unit_,
                      card.fold.x - card.rect.x - pad, lengths.title_line()};
        const float inner = cards_ + heights_.card_head;
        card.inner = {card.rect.x + pad, inner, card.rect.width - 2 * pad,
                      card.rect.bottom() - inner - 0.7F * unit_};
        const float upper = inner + heights_.name + lengths.label_line();
        const float lower = upper + heights_.upper + heights_.between;
        card.lower = {card.inner.x, lower, card.inner.width, heights_.lower};
        card.note = {card.inner.x, lower + heights_.lower, card.inner.width, heights_.note};
        if (!card.is_folded)
            for (const BlockPiece& piece : trying_.pieces(found_, plan)) {
                const Point cells{at.cells + piece.left,
                                  piece.is_lower ? lower + heights_.name : upper};
                BlockBox box =
                    matrix(*row_of(piece), piece.matrix->of, piece.matrix->name, cells,
                           piece.left > 0 ? 0 : at.labels, piece.is_lower ? lower : inner);
                box.box.has_column_labels = !piece.is_lower;
                box.name_right = piece.is_beside ? box.box.cells.right() : card.inner.right();
                if (piece.is_one_row)
                    box.box.cells.height = heights_.one_row;
                box.whole = piece.look;
                give_numbers(box.box);
                card.boxes.push_back(std::move(box));
            }
        const std::size_t number = layout_.cards.size();
        layout_.cards.push_back(std::move(card));
        if (plan.card == BlockCard::Words)
            layout_.words = number;
        else if (plan.card == BlockCard::NextWord)
            layout_.next_word = number;
        if (step) {
            layout_.steps.resize(std::max(layout_.steps.size(), *step + 1));
            layout_.steps[*step].push_back(number);
        }
    }

    /// The look of the piece, or of the query word's row of it.
    const SheetLook* row_of(const BlockPiece& piece) {
        return piece.is_one_row ? shown_.query_row(piece.matrix->of) : piece.look;
    }

    BlockBox matrix(const SheetLook& look, const BlockStage& of, const std::string& name,
                    Point cells, float labels, float top) {
        SheetBox box;
        box.look = &look;
        box.lengths = layout_.lengths;
        box.cells = {cells.x, cells.y,
                     found_.width_of(look, trying_) * static_cast<float>(look.column_count()),
                     found_.height * static_cast<float>(look.row_count())};
        box.label_width = labels;
        box.widest_word = trying_.widest_word();
        box.has_header = box.has_colour_bar = false;
        box.drops_decimals = true;
        box.opens_lines = true;
        const float margin = labels > 0 ? labels + layout_.lengths.label_gap() : 0;
        box.corner = {cells.x - margin, top};
        box.width = box.cells.right() - box.corner.x;
        give_numbers(box);
        return {box, of.part, name, box.cells.right(), &look};
    }
    void give_numbers(SheetBox& box) const {
        box.has_numbers = trying_.has_numbers(box.cell_width(), box.cell_height()) &&
                          box.look->row_count() * box.look->column_count() <= most_boxes;
        box.number_size = layout_.number_size;
    }

    /// The size of all numbers on the page, with room for a sign.
    float number_size() const {
        float size = 1.25F * unit_;
        for (const float width : trying_.widths(found_)) {
            // If rows are thin only matrices of one row show numbers.
            const float height = trying_.has_numbers(width, found_.height)
                                     ? found_.height
                                     : trying_.heights(found_).one_row;
            if (trying_.has_numbers(width, height))
                size = std::min({size, 0.56F * height,
                                 (width - 4) / (static_cast<float>(trying_.characters() + 1) *
                                                trying_.digit())});
        }
        return std::max(size, trying_.least_digits());
    }

    const BlockAttempting& trying_;
    const BlockAttempt& found_;
    BlockAcross across_;
    BlockContents& shown_;
    const CanvasOptions& options_;
    float unit_;
    float top_ = 0, cards_ = 0;
    BlockHeights heights_;
    BlockLayout layout_;
};

} // namespace

BlockLayout lay_out_block(const BlockPlan& plan, BlockContents& shown, const View& view,
                          const FoldedCards& folded, const CanvasOptions& options) {
    const BlockAttempting trying(plan, shown, view, folded, options);
    const BlockAttempt found = trying.best();
    return BlockPlacing(trying, found, shown, options).made();
}

} // namespace attn::figure
