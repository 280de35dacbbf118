// SPDX-License-Identifier: MIT
#include "core/figure/heads_page_fit.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace attn::figure {
namespace {

constexpr float most_rows = 16;      // more rows do not make the page longer to show numbers
constexpr float least_extent = 4.5F; // the least size of a matrix without numbers, in units

float number_of(Index count) {
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
struct Rows {
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
        const float columns = number_of(fit_.in_row), side = 2 * HeadsUnits::card_side * unit_;
        const float weights = number_of(measures_.weights_columns);
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
        const float outputs = number_of(measures_.output_columns);
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
        float columns = number_of(measures_.joined_columns);
        if (measures_.has_w_o) {
            around += (HeadsUnits::before_w_o + HeadsUnits::before_sum + HeadsUnits::sum_lengths) *
                          unit_ +
                      fit_.sum_labels;
            const float attention = number_of(measures_.attention_columns);
            const float w_o = number_of(measures_.w_o_columns);
            if (fit_.is_beside) {
                around += HeadsUnits::before_output * unit_;
                columns += attention + w_o;
            } else {
                columns += std::max(attention, w_o);
            }
            columns += number_of(measures_.sum_columns);
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
        std::array<Rows, 3> all{
            Rows{number_of(measures_.card_rows), number_of(fit_.card_rows), cards_wide,
                 1.95F * unit_},
            Rows{number_of(std::max(measures_.joined_rows, measures_.attention_rows)), 1,
                 lower_wide, 1.95F * unit_},
            Rows{number_of(measures_.w_o_rows), 1, lower_wide, 1.5F * unit_}};
        if (!measures_.has_joined)
            all[1].times = 0;
        if (!measures_.has_w_o)
            all[2].times = 0;
        for (Rows& one : all)
            one.least = one.is_wide_enough && one.rows <= most_rows
                            ? least
                            : std::min(least, least_extent * unit_ / one.rows);
        fit_.arrows = measures_.has_joined && !measures_.is_brief && fit_.card_rows == 1
                          ? (1 + HeadsUnits::arrow_step * number_of(measures_.heads)) * unit_
                          : 1.1F * unit_;
        const float limit = wish_.windows * available_.height;
        while (height(all, 1) > limit) { // The largest matrix gives up its numbers.
            Rows* largest = nullptr;
            for (Rows& one : all)
                if (one.times > 0 && one.rows * one.least > least_extent * unit_ + 1 &&
                    (!largest || one.all() * one.least > largest->all() * largest->least))
                    largest = &one;
            if (!largest)
                break;
            largest->least = least_extent * unit_ / largest->rows;
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

    void set_heights(const std::array<Rows, 3>& all, float growth) {
        const auto cell = [&](const Rows& one) { return std::min(one.least * growth, one.most); };
        fit_.card_cell = cell(all[0]);
        fit_.lower_cell = cell(all[1]);
        fit_.w_o_cell = fit_.is_beside ? std::min(cell(all[2]), 2 * fit_.lower_cell) : cell(all[2]);
        if (measures_.is_turned || (fit_.is_beside && number_of(measures_.w_o_rows) <= most_rows))
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

    float height(const std::array<Rows, 3>& all, float growth) {
        set_heights(all, growth);
        const float gaps = (number_of(fit_.card_rows) - 1) * HeadsUnits::card_gap * unit_;
        const float foot = (fit_.has_legend_line ? HeadsUnits::legend_line : 0.5F) * unit_;
        const float lower =
            measures_.has_joined ? fit_.arrows + fit_.lower_height : HeadsUnits::apart * unit_;
        return HeadsUnits::top * unit_ + number_of(fit_.card_rows) * fit_.card_height + gaps +
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
        score -= 1.2F * (number_of(fit_.card_rows) - 1);
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
    constexpr float large = 64; // so that rounding of widths does not matter
    const auto width = [&](const std::string& text, Font font) {
        return options.measure(text, font, large) / large;
    };
    for (const auto* const words : {&looks.words(), &looks.heads.front().weights.keys()})
        for (const std::string& word : *words) {
            made.widest_name = std::max(made.widest_name, width(word, Font::Bold));
            made.widest_word = std::max(made.widest_word, width(word, Font::Sans));
        }
    made.sum_label = width("output of ", Font::Sans) + std::min(made.widest_name, 5.0F);
    made.joined_title = HeadsUnits::title * width(joined_heading, Font::Bold);
    made.readable = find_readable(options.text, weights.numbers, options.measure);
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
