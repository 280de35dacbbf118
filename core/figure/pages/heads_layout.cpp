// SPDX-License-Identifier: MIT
#include "core/figure/pages/heads_layout.h"

#include "core/base/covered.h"
#include "core/document/model/model.h"
#include "core/document/model/sheet.h"
#include "core/document/telling/step.h"
#include "core/figure/base/number_form.h"
#include "core/figure/matrix/changes.h"
#include "core/figure/pages/kept_layouts.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace attn::figure {
namespace {

/// One sheet in the wanted format. Its size does not depend on its current numbers.
Contents one_sheet(const Document& document, const Trace& trace, View view, const SheetId& sheet) {
    view.head = sheet.head;
    Contents made = contents(document, trace, view, sheet);
    SheetLook& look = made.sheets.front();
    set_numbers(look, view.numbers);
    look.has_row_sums = look.has_column_sums = false;
    reserve_characters(look);
    return made;
}

Listening listening(const Contents& of, Index query) {
    const SheetLook& look = of.sheets.front();
    const Vector weights = look.values.row(query);
    if (has_covered(weights))
        return {"?", "?"};
    Index most = 0;
    if (weights.size() == 0 || !(weights.maxCoeff(&most) > 0))
        return {};
    const std::vector<std::string>& own = of.keys();
    return {own[static_cast<std::size_t>(most)], percent(weights(most))};
}

/// Gives all looks one scale.
void give_range(const std::vector<SheetLook*>& looks, const std::string& name, const View& view,
                KeptLooks* kept) {
    NumberRange range;
    for (const SheetLook* const look : looks)
        range.join(look->range);
    if (kept)
        range = kept->held(name, range);
    for (SheetLook* const look : looks)
        set_scale(*look, range, view);
}

/// A table of numbers with rows of its own that is drawn like the attention.
Contents added_contents(const Contents& attention, Matrix numbers) {
    Contents made;
    made.kept_words = attention.kept_words;
    made.kept_keys = attention.kept_keys;
    made.made.push_back(std::make_unique<const Matrix>(std::move(numbers)));
    const Matrix& rows = *made.made.back();
    SheetLook look = attention.sheets.front();
    if (look.is_transposed)
        turn(look);
    look.values = rows;
    look.kept = nullptr; // The kept images belong to the stage.
    look.query_row = look.key_row = look.query_column = look.key_column = std::nullopt;
    look.has_word_rows = false;
    look.changes.reset();
    look.range = {};
    for (Index row = 0; row < rows.rows(); ++row)
        for (Index column = 0; column < rows.cols(); ++column)
            if (const Real number = rows(row, column); std::isfinite(number))
                look.range.join({number, number, true, 0, 0});
    reserve_characters(look);
    made.sheets.push_back(std::move(look));
    return made;
}

/// The query word's row of the attention, never transposed.
Contents total_contents(const Document& document, const Trace& trace, const View& view,
                        const Calculation* before) {
    Contents made = one_sheet(document, trace, view, {Stage::Attention});
    if (before)
        compare_with(made, *before);
    SheetLook& look = made.sheets.front();
    if (look.is_transposed)
        turn(look);
    show_part(made, look, {view.query, 0, 1, look.values.cols()});
    look.kept = nullptr;
    return made;
}

void give_ranges(HeadsLooks& all, const View& view, KeptLooks* kept) {
    std::vector<SheetLook*> weights, computed, inputs;
    for (HeadLooks& head : all.heads) {
        weights.push_back(&head.weights.sheets.front());
        if (head.has_output())
            computed.push_back(&head.output.sheets.front());
    }
    if (all.mean)
        weights.push_back(&all.mean->weights.sheets.front());
    for (std::optional<Contents>* one : {&all.joined, &all.attention, &all.total, &all.added})
        if (*one)
            computed.push_back(&(*one)->sheets.front());
    for (std::optional<Contents>* one : {&all.w_o, &all.b_o})
        if (*one)
            inputs.push_back(&(*one)->sheets.front());
    give_range(weights, "weights of all heads", view, kept);
    give_range(computed, "computed of all heads", view, kept);
    give_range(inputs, "inputs of all heads", view, kept);
}

} // namespace

Matrix added_by_heads(const Document& document, const Trace& trace, Index query) {
    const Matrix w_o = cells_of(document, trace, {Stage::WO}).matrix();
    Matrix added(head_count(document), w_o.cols());
    Index row = 0;
    for (Index head = 0; head < head_count(document); ++head) {
        const Vector output = cells_of(document, trace, {Stage::Output, head}).row(query);
        added.row(head) = output * w_o.middleRows(row, output.size());
        row += output.size();
    }
    // Covers the parts of a covered number too, as they would reveal it.
    const Vector sum = cells_of(document, trace, {Stage::Attention}).row(query);
    for (Index column = 0; column < added.cols(); ++column)
        if (is_covered(sum(column)))
            added.col(column).setConstant(covered_number);
    return added;
}

bool is_switched_off(const Document& document, Index head) {
    const auto w_o = input(document, SheetId{Stage::WO});
    if (!w_o)
        return false;
    Index row = 0;
    for (Index at = 0; at < head; ++at)
        row += d_v(document, at);
    return (**w_o).middleRows(row, d_v(document, head)).isZero(0);
}

HeadsLooks heads_looks(const Document& document, const Trace& trace, const View& view,
                       const CanvasOptions& options) {
    HeadsLooks all;
    for (Index head = 0; head < head_count(document); ++head) {
        HeadLooks one{head,
                      one_sheet(document, trace, view, {Stage::Weights, head}),
                      has_stage(document, Stage::Output)
                          ? one_sheet(document, trace, view, {Stage::Output, head})
                          : Contents{},
                      {},
                      is_switched_off(document, head)};
        one.listening = listening(one.weights, view.query);
        all.heads.push_back(std::move(one));
    }
    const auto sheet = [&](Stage stage) -> std::optional<Contents> {
        if (!has_stage(document, stage))
            return std::nullopt;
        return one_sheet(document, trace, view, {stage});
    };
    if (auto mean = sheet(Stage("mean_weights"))) {
        all.mean.emplace(MeanLooks{*std::move(mean), {}});
        all.mean->listening = listening(all.mean->weights, view.query);
    }
    all.joined = sheet(Stage::Joined);
    all.w_o = sheet(Stage::WO);
    all.b_o = all.w_o ? sheet(Stage::BO) : std::nullopt;
    all.attention = all.w_o ? sheet(Stage::Attention) : std::nullopt;
    if (options.before) {
        for (HeadLooks& head : all.heads) {
            compare_with(head.weights, *options.before);
            if (head.has_output())
                compare_with(head.output, *options.before);
        }
        if (all.mean)
            compare_with(all.mean->weights, *options.before);
        for (std::optional<Contents>* one : {&all.joined, &all.w_o, &all.b_o, &all.attention})
            if (*one)
                compare_with(**one, *options.before);
    }
    if (all.w_o && all.attention) {
        Matrix numbers = added_by_heads(document, trace, view.query);
        for (Index head = 0; head < numbers.rows(); ++head)
            all.lengths.push_back(numbers.row(head).norm());
        if (all.b_o)
            all.lengths.push_back(all.b_o->sheets.front().values.row(0).norm());
        for (const Real length : all.lengths)
            if (std::isfinite(length))
                all.longest = std::max(all.longest, length);
        all.added = added_contents(*all.attention, std::move(numbers));
        all.total = total_contents(document, trace, view, options.before);
        if (all.b_o && all.b_o->sheets.front().is_transposed)
            turn(all.b_o->sheets.front());
    }
    give_ranges(all, view, options.kept);
    return all;
}

namespace {

/// Places everything according to the best fit.
class HeadsPlacing {
public:
    HeadsPlacing(const HeadsLooks& looks, const HeadsMeasures& measures, const HeadsFit& fit,
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
                                 at < heads && looks_.heads[at].has_output()
                                     ? &looks_.heads[at].output_look()
                                     : nullptr,
                                 top);
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
    return HeadsPlacing(looks, measures, fit, available).made();
}

namespace {

constexpr float most_rows = 16;           // more rows do not make the page longer to show numbers
constexpr float least_card_extent = 4.5F; // the least size of a matrix without numbers, in units

float count_or_one(Index count) {
    return static_cast<float>(std::max<Index>(count, 1));
}

enum class LegendPlace { Left, Foot, Nowhere };

/// One way to arrange the page. `windows` is its greatest height for the sake of numbers, in
/// windows.
struct Wish {
    float growth = 1, windows = 1;
    Index in_row = 1;
    bool is_beside = false;
    LegendPlace legend = LegendPlace::Foot;
};

/// Rows of one height; `times` groups of them are below each other.
struct CardRows {
    float rows = 1, times = 1;
    bool is_wide_enough = false; // for numbers
    float most = 0;              // largest height of a cell
    float least = 0;             // least height of a cell
    float height = 0;            // the chosen height

    float all() const { return rows * times; }
};

class Fitting {
public:
    Fitting(const HeadsMeasures& measures, Size available, const Wish& wish, float text)
        : measures_(measures), available_(available), wish_(wish), unit_(wish.growth * text) {
        fit_.unit = unit_;
        fit_.in_row = wish.in_row;
        fit_.card_rows = (measures.cards + wish.in_row - 1) / wish.in_row;
        fit_.is_brief = measures.is_brief;
        fit_.is_beside = wish.is_beside;
        fit_.legend = wish.legend == LegendPlace::Left ? HeadsUnits::legend * unit_ : 0;
        fit_.has_legend_line = wish.legend == LegendPlace::Foot;
        fit_.sum_rows = measures.sum_rows;
    }

    HeadsFit made() && {
        fit_.names = std::min(0.86F * unit_ * measures_.widest_name, 5.5F * unit_) + 0.1F * unit_;
        fit_cards();
        fit_.gutter = std::max(fit_.names, measures_.joined_title * unit_);
        if (measures_.has_joined)
            fit_lower();
        fit_heights();
        score();
        return fit_;
    }

private:
    float label_gap() const { return 0.5F * unit_; }

    void fit_cards() {
        const float columns = count_or_one(fit_.in_row), side = 2 * HeadsUnits::card_side * unit_;
        const float weights = count_or_one(measures_.weights_columns);
        float room = available_.width - 2 * HeadsUnits::margin * unit_ -
                     (columns - 1) * HeadsUnits::card_gap * unit_;
        if (measures_.is_brief) {
            room = (room - fit_.names - label_gap()) / columns - unit_;
            fit_.weights = std::min(room / weights, 2.6F * unit_);
            fit_.card_width = std::max(fit_.weights * weights, std::min(room, 7 * unit_)) + unit_;
            return;
        }
        room = room / columns;
        const float around = side + fit_.names + label_gap() + HeadsUnits::card_arrow * unit_;
        const float cells = std::max(room - around, 2 * unit_);
        const float outputs = count_or_one(measures_.output_columns);
        constexpr float narrower = 0.9F; // a weight has no sign
        float value = cells / (narrower * weights + outputs);
        // A few dimensions beside many words keep their numbers.
        value =
            std::max(value, std::min(measures_.readable.scarce_width(), 0.35F * cells / outputs));
        fit_.values = std::min(value, 4.2F * unit_);
        fit_.weights = std::min((cells - fit_.values * outputs) / weights, narrower * 4.2F * unit_);
        const float content = around + fit_.weights * weights + fit_.values * outputs;
        fit_.card_width = std::clamp(content, std::min(room, 25 * unit_), room);
    }

    void fit_lower() {
        fit_.sum_labels = 1.6F * unit_ + std::max(5 * unit_, 0.86F * unit_ * measures_.sum_label);
        if (measures_.is_brief)
            fit_.sum_labels = std::max(fit_.sum_labels, (5.9F + HeadsUnits::switch_width) * unit_);
        float around = 2 * HeadsUnits::margin * unit_ + fit_.legend + fit_.gutter + label_gap();
        float columns = count_or_one(measures_.joined_columns);
        if (measures_.has_w_o) {
            around += (HeadsUnits::before_w_o + HeadsUnits::before_sum + HeadsUnits::sum_lengths) *
                          unit_ +
                      fit_.sum_labels;
            const float attention = count_or_one(measures_.attention_columns);
            const float w_o = count_or_one(measures_.w_o_columns);
            if (fit_.is_beside) {
                around += HeadsUnits::before_output * unit_;
                columns += attention + w_o;
            } else {
                columns += std::max(attention, w_o);
            }
            columns += count_or_one(measures_.sum_columns);
        }
        fit_.cell = std::clamp((available_.width - around) / columns, 0.15F * unit_, 4 * unit_);
        fit_.lower_width = around + fit_.cell * columns;
    }

    /// Gives each matrix its least height, lowering the largest until all fit or scroll a little;
    /// then lets all grow as far as there is room.
    void fit_heights() {
        const float least = measures_.readable.height();
        const bool cards_wide =
            fit_.weights >= measures_.readable.scarce_weight() &&
            (measures_.is_brief || fit_.values >= measures_.readable.scarce_width());
        const bool lower_wide = fit_.cell >= measures_.readable.scarce_width();
        std::array<CardRows, 3> all{
            CardRows{count_or_one(measures_.card_rows), count_or_one(fit_.card_rows), cards_wide,
                     1.95F * unit_},
            CardRows{count_or_one(std::max(measures_.joined_rows, measures_.attention_rows)), 1,
                     lower_wide, 1.95F * unit_},
            CardRows{count_or_one(measures_.w_o_rows), 1, lower_wide, 1.5F * unit_}};
        if (!measures_.has_joined)
            all[1].times = 0;
        if (!measures_.has_w_o)
            all[2].times = 0;
        for (CardRows& one : all)
            one.least = one.is_wide_enough && one.rows <= most_rows
                            ? least
                            : std::min(least, least_card_extent * unit_ / one.rows);
        fit_.arrows = measures_.has_joined && !measures_.is_brief && fit_.card_rows == 1
                          ? (1 + HeadsUnits::arrow_step * count_or_one(measures_.heads)) * unit_
                          : 1.1F * unit_;
        const float limit = wish_.windows * available_.height;
        while (height(all, 1) > limit) { // The largest matrix gives up its numbers.
            CardRows* largest = nullptr;
            for (CardRows& one : all)
                if (one.times > 0 && one.rows * one.least > least_card_extent * unit_ + 1 &&
                    (!largest || one.all() * one.least > largest->all() * largest->least))
                    largest = &one;
            if (!largest)
                break;
            largest->least = least_card_extent * unit_ / largest->rows;
        }
        float low = 1, high = 400;
        for (int halved = 0; halved < 24 && height(all, low) < available_.height; ++halved) {
            const float middle = (low + high) / 2;
            (height(all, middle) <= available_.height ? low : high) = middle;
        }
        fit_.height = height(all, low);
        set_heights(all, low);
        fit_.width = fit_.lower_width;
    }

    void set_heights(const std::array<CardRows, 3>& all, float growth) {
        const auto cell = [&](const CardRows& one) {
            return std::min(one.least * growth, one.most);
        };
        fit_.card_cell = cell(all[0]);
        fit_.lower_cell = cell(all[1]);
        fit_.w_o_cell = fit_.is_beside ? std::min(cell(all[2]), 2 * fit_.lower_cell) : cell(all[2]);
        if (measures_.is_turned ||
            (fit_.is_beside && count_or_one(measures_.w_o_rows) <= most_rows))
            fit_.w_o_cell = std::min(cell(all[1]), 1.5F * unit_);
        fit_.sum_cell = std::clamp(fit_.lower_cell, 1.3F * unit_, 1.7F * unit_);
        fit_.card_height =
            fit_.card_head() + all[0].rows * fit_.card_cell + HeadsUnits::card_below * unit_;
        const float w_o = all[2].rows * fit_.w_o_cell, lower = all[1].rows * fit_.lower_cell;
        const float joined =
            (HeadsUnits::matrix_head + HeadsUnits::head_names + HeadsUnits::strips) * unit_ + lower;
        fit_.lower_height = joined;
        if (measures_.has_w_o) {
            const float head = HeadsUnits::matrix_head * unit_;
            fit_.lower_height = std::max(
                {joined, fit_.sum_height(),
                 fit_.is_beside
                     ? joined - lower + std::max(lower, w_o - HeadsUnits::head_names * unit_)
                     : 2 * head + (HeadsUnits::below_w_o + HeadsUnits::strips) * unit_ + w_o +
                           lower});
        }
    }

    float height(const std::array<CardRows, 3>& all, float growth) {
        set_heights(all, growth);
        const float gaps = (count_or_one(fit_.card_rows) - 1) * HeadsUnits::card_gap * unit_;
        const float foot = (fit_.has_legend_line ? HeadsUnits::legend_line : 0.5F) * unit_;
        const float lower =
            measures_.has_joined ? fit_.arrows + fit_.lower_height : HeadsUnits::apart * unit_;
        return HeadsUnits::top * unit_ + count_or_one(fit_.card_rows) * fit_.card_height + gaps +
               lower + foot;
    }

    /// Rates the arrangement: numbers first, complete rather than shortened; then little scrolling,
    /// few rows of cards, large letters, and W_O above the output.
    void score() {
        const float least = 0.999F * measures_.readable.height();
        const float whole = measures_.readable.width();
        float score = 0;
        if (fit_.card_cell >= least && fit_.weights >= measures_.readable.scarce_weight() &&
            (measures_.is_brief || fit_.values >= measures_.readable.scarce_width()))
            score += fit_.weights >= whole && fit_.values >= whole ? 11 : 10;
        if (measures_.has_joined && fit_.cell >= measures_.readable.scarce_width()) {
            if (fit_.lower_cell >= least)
                score += fit_.cell >= whole ? 7 : 6;
            if (measures_.has_w_o && fit_.w_o_cell >= least)
                score += 3;
        }
        score -= 12 * std::max(0.0F, fit_.height / available_.height - 1);
        score -= 12 * std::max(0.0F, fit_.width / available_.width - 1);
        score -= fit_.height > available_.height + 0.5F ? 1.0F : 0;
        score -= 1.2F * (count_or_one(fit_.card_rows) - 1);
        score -= 6 * (1 - wish_.growth);
        score -= fit_.is_beside ? 0.6F : 0;
        score -= fit_.legend > 0 ? 0 : fit_.has_legend_line ? 0.4F : 1.2F;
        fit_.score = score;
    }

    const HeadsMeasures& measures_;
    Size available_;
    Wish wish_;
    float unit_;
    HeadsFit fit_;
};

/// Numbers of cards in a row that fill their rows.
std::vector<Index> rows_of_cards(Index cards, bool is_brief) {
    if (is_brief) {
        const Index rows = (cards + most_brief - 1) / most_brief;
        return {(cards + rows - 1) / rows};
    }
    std::vector<Index> list;
    for (Index rows = 1; rows <= cards; ++rows)
        if (const Index in_row = (cards + rows - 1) / rows; list.empty() || list.back() != in_row)
            list.push_back(in_row);
    return list;
}

} // namespace

bool HeadsMeasures::has_numbers(const SheetLook& look, Size cell) const {
    return readable.holds(cell, look.family == Family::Weights ? readable.scarce_weight()
                                                               : readable.scarce_width()) &&
           has_single_cells(look);
}

float HeadsMeasures::number_size(const SheetLook& look, Size cell, float unit) const {
    const int sign = look.family == Family::Weights ? 0 : 1;
    return readable.number_size(cell, unit, readable.characters + sign);
}

namespace {

HeadsWidths widths_of(const HeadsTexts& texts, const Measure& measure) {
    constexpr float large = 64; // so that rounding of widths does not matter
    const auto width = [&](const std::string& text, Font font) {
        return measure(text, font, large) / large;
    };
    HeadsWidths made;
    for (const WordList& list : {texts.words, texts.keys})
        for (const std::string& word : *list.words) {
            made.widest_name = std::max(made.widest_name, width(word, Font::Bold));
            made.widest_word = std::max(made.widest_word, width(word, Font::Sans));
        }
    made.sum_label = width("attention of ", Font::Sans) + std::min(made.widest_name, 5.0F);
    made.joined_title = HeadsUnits::title * width(joined_heading, Font::Bold);
    made.readable = find_readable(texts.text, texts.numbers, measure);
    return made;
}

} // namespace

HeadsMeasures measured(const HeadsLooks& looks, const CanvasOptions& options) {
    HeadsMeasures made;
    const SheetLook& weights = looks.heads.front().weights_look();
    made.heads = static_cast<Index>(looks.heads.size());
    made.cards = made.heads + (looks.mean ? 1 : 0);
    made.is_brief = made.heads > most_whole_cards;
    made.is_turned = weights.is_transposed;
    made.has_joined = looks.joined.has_value();
    made.has_w_o = made.has_joined && looks.added && looks.total;
    made.weights_columns = weights.column_count();
    made.card_rows = weights.row_count();
    for (const HeadLooks& head : looks.heads) {
        if (!head.has_output())
            continue;
        made.output_columns = std::max(made.output_columns, head.output_look().column_count());
        if (!made.is_brief)
            made.card_rows = std::max(made.card_rows, head.output_look().row_count());
    }
    const auto count = [](const std::optional<Contents>& of, Index& rows, Index& columns) {
        if (!of)
            return;
        rows = of->sheets.front().row_count();
        columns = of->sheets.front().column_count();
    };
    count(looks.joined, made.joined_rows, made.joined_columns);
    count(looks.w_o, made.w_o_rows, made.w_o_columns);
    count(looks.attention, made.attention_rows, made.attention_columns);
    count(looks.added, made.sum_rows, made.sum_columns);
    made.sum_rows += looks.b_o ? 1 : 0;
    const Contents& first = looks.heads.front().weights;
    const auto name = widths_name(options.measure);
    const HeadsTexts texts{{first.kept_words},
                           {first.kept_keys},
                           weights.asked,
                           name.value_or(WidthsName{}),
                           options.text};
    const auto measure = [&](const HeadsTexts& of) { return widths_of(of, options.measure); };
    const HeadsWidths widths =
        options.layouts && name ? options.layouts->heads_widths.of(texts, measure) : measure(texts);
    made.widest_name = widths.widest_name;
    made.widest_word = widths.widest_word;
    made.sum_label = widths.sum_label;
    made.joined_title = widths.joined_title;
    made.readable = widths.readable;
    return made;
}

HeadsFit best_fit(const HeadsShape& shape) {
    const HeadsMeasures& measures = shape.measures;
    std::vector<Wish> wishes;
    for (const float growth : {1.0F, 0.92F, 0.84F})
        for (const float windows : {1.0F, 1.6F})
            for (const Index in_row : rows_of_cards(measures.cards, measures.is_brief))
                for (const LegendPlace legend :
                     {LegendPlace::Left, LegendPlace::Foot, LegendPlace::Nowhere}) {
                    if (legend == LegendPlace::Left && !measures.has_joined)
                        continue;
                    if (!measures.has_w_o || !measures.is_turned)
                        wishes.push_back({growth, windows, in_row, false, legend});
                    if (measures.has_w_o)
                        wishes.push_back({growth, windows, in_row, true, legend});
                }
    std::optional<HeadsFit> best;
    for (const Wish& wish : wishes) {
        const HeadsFit fit = Fitting(measures, shape.available, wish, shape.text).made();
        if (!best || fit.score > best->score + 1e-4F)
            best = fit;
    }
    return *best;
}

} // namespace attn::figure
