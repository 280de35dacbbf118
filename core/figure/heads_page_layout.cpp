// SPDX-License-Identifier: MIT
#include "core/figure/heads_page_layout.h"

#include "core/figure/heads_page_fit.h"
#include "core/figure/kept_layouts.h"

#include <algorithm>
#include <cstddef>

namespace attn::figure {
namespace {

/// Places everything according to the best fit.
class Placing {
public:
    Placing(const HeadsLooks& looks, const HeadsMeasures& measures, const HeadsFit& fit,
            Size available)
        : looks_(looks), measures_(measures), fit_(fit), unit_(fit.unit) {
        layout_.lengths.unit = unit_;
        layout_.lengths.least_digits = measures.readable.digits;
        layout_.is_brief = measures.is_brief;
        layout_.has_arrows = !measures.is_brief && fit.card_rows == 1 && looks.joined;
        layout_.is_one_band = !fit.is_beside;
        layout_.has_legend_line = fit.has_legend_line;
        layout_.size = {std::max(available.width, fit.width),
                        std::max(available.height, fit.height)};
        spare_ = layout_.size.height - fit.height;
    }

    HeadsLayout made() && {
        place_cards();
        if (looks_.joined)
            place_lower();
        place_legend();
        return std::move(layout_);
    }

private:
    float wide(const SheetLook& look, float cell) const {
        return cell * static_cast<float>(look.column_count());
    }
    float high(const SheetLook& look, float cell) const {
        return cell * static_cast<float>(look.row_count());
    }

    /// A box whose cells begin at `cells`, with its title `head` above them.
    SheetBox box(const SheetLook& look, Point cells, Size cell, float head, bool has_names) const {
        SheetBox made;
        made.look = &look;
        made.lengths = layout_.lengths;
        made.label_width = has_names ? fit_.names : 0;
        made.widest_word = measures_.widest_word;
        made.has_header = made.has_colour_bar = false;
        made.drops_decimals = true;
        // Larger cells are readable anyway.
        made.opens_lines = std::min(cell.width, cell.height) < 0.75F * unit_;
        made.cells = {cells.x, cells.y, wide(look, cell.width), high(look, cell.height)};
        const float margin = has_names ? fit_.names + layout_.lengths.label_gap() : 0;
        made.corner = {cells.x - margin, cells.y - head};
        made.width = margin + made.cells.width;
        made.has_numbers = measures_.has_numbers(look, cell);
        made.number_size = measures_.number_size(look, cell, unit_);
        return made;
    }

    /// The switch whose right end and middle height are at the point.
    Rect control(Point at) const {
        const float width = HeadsUnits::switch_width * unit_;
        const float height = HeadsUnits::switch_height * unit_;
        return {at.x - width, at.y - height / 2, width, height};
    }

    void place_cards() {
        const float gap = HeadsUnits::card_gap * unit_, side = HeadsUnits::card_side * unit_;
        const auto columns = static_cast<float>(fit_.in_row);
        const float names_before = layout_.is_brief ? fit_.names + layout_.lengths.label_gap() : 0;
        const float whole = names_before + columns * fit_.card_width + (columns - 1) * gap;
        const float left = (layout_.size.width - whole) / 2 + names_before;
        float y = HeadsUnits::top * unit_ + 0.2F * spare_;
        const std::size_t heads = looks_.heads.size();
        for (std::size_t at = 0; at < heads + (looks_.mean ? 1 : 0); ++at) {
            const auto column = static_cast<Index>(at) % fit_.in_row;
            if (column == 0 && at > 0)
                y += fit_.card_height + gap;
            const SheetLook& weights =
                at < heads ? looks_.heads[at].weights_look() : looks_.mean->look();
            const float x = left + static_cast<float>(column) * (fit_.card_width + gap);
            CardPlace card;
            card.rect = {x, y, fit_.card_width, fit_.card_height};
            const float title = HeadsUnits::card_title(layout_.is_brief) * unit_;
            card.title = {x + (layout_.is_brief ? 0.45F * unit_ : side),
                          y + HeadsUnits::card_top * unit_ + title / 2};
            const float top = y + fit_.card_head();
            if (layout_.is_brief) {
                const float inset = (fit_.card_width - wide(weights, fit_.weights)) / 2;
                card.weights =
                    box(weights, {x + inset, top}, {fit_.weights, fit_.card_cell}, title, false);
                card.weights.has_column_labels =
                    !weights.has_word_columns ||
                    fits_in(measures_.widest_word * measures_.readable.digits + 3, fit_.weights);
                if (column == 0 && weights.has_word_rows) {
                    card.weights.label_width = fit_.names;
                    card.weights.corner.x = x - names_before;
                }
            } else {
                place_whole_card(card, weights,
                                 at < heads ? &looks_.heads[at].output_look() : nullptr, top);
            }
            if (at == heads) {
                layout_.mean = card;
                break;
            }
            if (looks_.w_o && !layout_.is_brief)
                card.control = control({card.rect.right() - side, card.title.y});
            layout_.cards.push_back(card);
        }
        layout_.cards_bottom = y + fit_.card_height;
    }

    void place_whole_card(CardPlace& card, const SheetLook& weights, const SheetLook* output,
                          float top) {
        const float head_lines = HeadsUnits::matrix_head * unit_;
        const float arrow = HeadsUnits::card_arrow * unit_;
        const float content = fit_.names + layout_.lengths.label_gap() +
                              wide(weights, fit_.weights) +
                              (output ? arrow + wide(*output, fit_.values) : 0);
        const float x =
            card.rect.x + std::max(HeadsUnits::card_side * unit_, (card.rect.width - content) / 2);
        const float cells = x + fit_.names + layout_.lengths.label_gap();
        card.weights = box(weights, {cells, top}, {fit_.weights, fit_.card_cell}, head_lines, true);
        if (output)
            card.output = box(*output, {card.weights.cells.right() + arrow, top},
                              {fit_.values, fit_.card_cell}, head_lines, false);
    }

    void place_lower() {
        const float head_lines = HeadsUnits::matrix_head * unit_;
        layout_.head_names = HeadsUnits::head_names * unit_;
        const float joined_head = head_lines + layout_.head_names;
        const float top = layout_.cards_bottom + fit_.arrows + 0.35F * spare_;
        const SheetLook& joined = looks_.joined->sheets.front();
        const Size cell{fit_.cell, fit_.lower_cell};
        // The blocks share the free width between them.
        const float free = std::max(0.0F, layout_.size.width - fit_.lower_width);
        const float blocks = looks_.w_o ? 3 : 1;
        const float between = std::min(free / (blocks + 1), 5 * unit_);
        float x = (layout_.size.width - fit_.lower_width - between * (blocks - 1)) / 2;
        if (fit_.legend > 0) {
            x = std::max(x - 0.5F * fit_.legend, HeadsUnits::margin * unit_);
            layout_.legend = {HeadsUnits::margin * unit_, top, fit_.legend - unit_,
                              layout_.size.height - top - 0.3F * unit_};
            x += fit_.legend;
        } else {
            x += HeadsUnits::margin * unit_;
        }
        const float bottom = top + fit_.lower_height - HeadsUnits::strips * unit_;
        const float cells_y =
            fit_.is_beside ? top + joined_head : bottom - high(joined, cell.height);
        if (measures_.is_turned && looks_.w_o) { // W_O times the joined heads
            const SheetLook& w_o = looks_.w_o->sheets.front();
            layout_.w_o = box(w_o, {x, cells_y}, {fit_.cell, fit_.w_o_cell}, joined_head, false);
            x = layout_.w_o->cells.right() + HeadsUnits::before_w_o * unit_ - unit_;
        }
        layout_.joined_title = x;
        x += fit_.gutter + layout_.lengths.label_gap();
        layout_.joined = box(joined, {x, cells_y}, cell,
                             measures_.is_turned ? head_lines : joined_head, joined.has_word_rows);
        if (!looks_.w_o)
            return;
        place_output(head_lines, between);
        x = std::max(layout_.attention->cells.right(), layout_.w_o->cells.right()) +
            HeadsUnits::before_sum * unit_ + between;
        place_sum({x, top});
    }

    /// Places the output, and W_O above it or before it.
    void place_output(float head_lines, float between) {
        const SheetLook& w_o = looks_.w_o->sheets.front();
        const SheetLook& attention = looks_.attention->sheets.front();
        const Rect& joined = layout_.joined->cells;
        const Size cell{fit_.cell, fit_.lower_cell};
        float x = joined.right() + HeadsUnits::before_w_o * unit_ + between;
        const float y = joined.y;
        if (measures_.is_turned) {
            x = joined.right() + HeadsUnits::before_output * unit_;
        } else if (fit_.is_beside) {
            const float taller = high(w_o, fit_.w_o_cell) - joined.height;
            const float up = std::clamp(taller, 0.0F, layout_.head_names);
            layout_.w_o = box(w_o, {x, y - up}, {fit_.cell, fit_.w_o_cell}, head_lines, false);
            x = layout_.w_o->cells.right() + HeadsUnits::before_output * unit_;
        } else {
            const float above =
                head_lines + HeadsUnits::below_w_o * unit_ + high(w_o, fit_.w_o_cell);
            layout_.w_o = box(w_o, {x, y - above}, {fit_.cell, fit_.w_o_cell}, head_lines, false);
        }
        layout_.attention = box(attention, {x, y}, cell, head_lines, false);
    }

    void place_sum(Point from) {
        SumPlace sum;
        const SheetLook& added = looks_.added->sheets.front();
        const SheetLook& total = looks_.total->sheets.front();
        const Size cell{fit_.cell, fit_.sum_cell};
        const float height = fit_.sum_height();
        from.y += std::max(0.0F, (fit_.lower_height - height) / 2);
        sum.title = {from.x, from.y + 0.5F * layout_.lengths.title_line()};
        sum.labels = from.x;
        const float x = from.x + fit_.sum_labels;
        float y = from.y + HeadsUnits::sum_head * unit_;
        sum.added = box(added, {x, y}, cell, layout_.lengths.label_line(), false);
        if (layout_.is_brief) // The cards have no room for the switch.
            for (std::size_t at = 0; at < layout_.cards.size(); ++at)
                layout_.cards[at].control =
                    control({x - 0.5F * unit_, y + (static_cast<float>(at) + 0.5F) * cell.height});
        y = sum.added.cells.bottom();
        if (looks_.b_o) {
            sum.b_o = box(looks_.b_o->sheets.front(), {x, y + HeadsUnits::sum_gap * unit_ / 2},
                          cell, 0, false);
            sum.b_o->has_labels = false;
            y = sum.b_o->cells.bottom();
        }
        sum.total = box(total, {x, y + HeadsUnits::sum_gap * unit_}, cell, 0, false);
        sum.total.has_labels = false;
        sum.bars = sum.added.cells.right() + 0.9F * unit_;
        sum.bar_length = 3.2F * unit_;
        sum.lengths = sum.bars + HeadsUnits::sum_lengths * unit_ - 0.9F * unit_;
        sum.rect = {from.x, from.y, sum.lengths - from.x, height};
        layout_.sum = sum;
    }

    void place_legend() {
        if (!layout_.has_legend_line)
            return;
        const float line = HeadsUnits::legend_line * unit_;
        layout_.legend = {HeadsUnits::margin * unit_, layout_.size.height - line,
                          layout_.size.width - 2 * HeadsUnits::margin * unit_, line};
    }

    const HeadsLooks& looks_;
    const HeadsMeasures& measures_;
    const HeadsFit& fit_;
    float unit_, spare_ = 0;
    HeadsLayout layout_;
};

} // namespace

HeadsLayout lay_out_heads(const HeadsLooks& looks, const CanvasOptions& options) {
    const float zoom = std::clamp(options.zoom, 0.25F, 8.0F);
    Size available{options.available.width * std::max(1.0F, zoom),
                   options.available.height * std::max(1.0F, zoom)};
    const HeadsMeasures measures = measured(looks, options);
    Size room{options.available.width * zoom, options.available.height * zoom};
    const auto fit_in = [&](Size size) {
        const HeadsShape shape{measures, size, options.text * zoom};
        return options.layouts ? options.layouts->heads.of(shape, best_fit) : best_fit(shape);
    };
    HeadsFit fit = fit_in(room);
    if (fit.height > available.height + 0.5F) { // Leaves room for the vertical scroll bar.
        room.width -= scroll_bar * options.text;
        available.width -= scroll_bar * options.text;
        fit = fit_in(room);
    }
    return Placing(looks, measures, fit, available).made();
}

} // namespace attn::figure
