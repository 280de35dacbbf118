// SPDX-License-Identifier: MIT
#include "core/figure/spotlight/spotlight_layout.h"

#include "core/figure/base/number_form.h"
#include "core/figure/base/phrase_style.h"
#include "core/figure/canvas/readable.h"

#include <algorithm>
#include <utility>

namespace attn::figure {
namespace {

constexpr float most_digits = 2;                              // in text sizes
constexpr float usual_line = 1.42F, tight_line = 1.3F;        // of cells, in sizes of their digits
constexpr float number_room = 1.1F, tight_number_room = 0.6F; // characters beside a number
constexpr float letter_height = 0.74F;                        // of a digit, in its size
constexpr float most_of_unit = 1.8F;                          // of digits, in sizes of their title
constexpr float crowded = 1000;                               // more than any arrangement is liked
constexpr float thinnest_cell = 1, usual_thin_cell = 6;       // cells without numbers
constexpr Index very_many = 48;                               // lines, as thin as can be
constexpr float thin_share = 0.25F;                           // of the room, for all of them

/// How large cells without numbers are.
float colour_score(const SpotlightFit& one) {
    return std::min(one.cells.wide[1], one.cells.high[1]);
}

} // namespace

SpotlightSizes sizes_on_page(float unit) {
    return {0.8F * unit, 0.72F * unit, 0.72F * unit, 0.94F * unit, 0.05F * unit, 0.2F * unit};
}

SpotlightLayout::SpotlightLayout(SpotlightItems& items, Size room, float text,
                                 const std::vector<Run>& sum, const Measure& measure,
                                 const SpotlightSizes& sizes)
    : items_(items), room_(room), text_(text), sum_(sum), measure_(measure), sizes_(sizes),
      digit_(measure("0", Font::Mono, 64) / 64) {}

FlowStyle SpotlightLayout::sum_style(const SpotlightFit& fit, Rect area) const {
    FlowStyle style;
    style.area = area;
    style.size = std::max(sizes_.large, 0.6F * most()) * (fit.unit < text_ ? 0.8F : 1);
    style.line = 1.5F * style.size;
    return style;
}

float SpotlightLayout::names_width(const SpotlightItem& item, const SpotlightFit& fit) const {
    const float share = fit.tightness > 0 ? 0.08F : 0.16F;
    return std::min({item.names * fit.unit, 9 * fit.unit, share * room_.width});
}
/// Above the cells: the title and the names of columns.
float SpotlightLayout::head(float unit) const {
    return lengths(unit).title_line() + lengths(unit).label_line();
}

float SpotlightLayout::frame_width() const {
    return std::max(sizes_.frame, std::min(0.13F * text_, 5.0F));
}

/// The room inside a cell that `depth` frames around the innermost one take on a side.
float SpotlightLayout::frame_room(float depth) const {
    if (!items_.has_frames_inside())
        return 0;
    const float width = frame_width();
    return phrase_frame_room(width) + depth * (width + 1.5F) + width / 2 + 1;
}

board::Piece SpotlightLayout::piece(std::size_t at, const SpotlightFit& fit) const {
    const SpotlightItem& item = items_.list[at];
    const SheetLook& look = item.look;
    const float unit = fit.unit;
    const Lengths long_as = lengths(unit);
    board::Piece made =
        board::matrix(static_cast<int>(at), look, long_as, names_width(item, fit), head(unit));
    // Cells have one size, but thin lines of the same kind have another. A matrix of very many
    // lines leaves the room to the numbers of others, but where factors meet, rows and columns run
    // on from one matrix to the other.
    const bool is_free = fit.form != SpotlightForm::Lanes && !item.has_numbers() &&
                         std::max(look.row_count(), look.column_count()) > very_many;
    made.wide = is_free || item.has_many_columns() ? 1 : 0;
    made.high = is_free || item.has_many_rows() ? 1 : 0;
    if (look.has_row_sums)
        made.around.right = (static_cast<float>(look.characters) + 2.8F) * digit_ *
                            std::max(fit.digits, std::min(0.75F * most(), 1.6F * sizes_.title));
    made.around.bottom = long_as.sums(look);
    made.least.width = item.title * unit;
    return made;
}

board::Piece SpotlightLayout::page(const SpotlightFit& fit) const {
    using namespace board;
    const float unit = fit.unit;
    Piece body;
    if (fit.form == SpotlightForm::Lanes) {
        std::vector<Piece> groups;
        for (std::size_t group = 0; group <= items_.list.size(); ++group)
            if (Piece one = lanes(fit, group); !one.parts.empty())
                groups.push_back(std::move(one));
        body = row(std::move(groups), 3 * unit);
    } else if (fit.form == SpotlightForm::Stack) {
        std::vector<Piece> parts;
        for (const std::size_t at : fit.items)
            parts.push_back(piece(at, fit));
        body = column(std::move(parts), 0.8F * unit);
    } else {
        std::vector<Piece> parts;
        for (std::size_t at = 0; at < fit.items.size(); ++at) {
            if (at > 0)
                parts.push_back(board::room((fit.tightness > 0 ? 0.9F : 1.9F) * unit, 0,
                                            sign_key + static_cast<int>(at)));
            parts.push_back(piece(fit.items[at], fit));
        }
        body = row(std::move(parts), 0.35F * unit);
    }
    if (sum_.empty())
        return body;
    const FlowStyle style = sum_style(fit, {0, 0, room_.width, 0});
    const auto lines = static_cast<float>(flow_lines(sum_, style, measure_));
    Piece sum = board::room(0, lines * style.line + 0.6F * style.size, sum_key);
    sum.fills_across = true;
    return column({std::move(body), std::move(sum)}, 0.6F * unit);
}

board::Piece SpotlightLayout::lanes(const SpotlightFit& fit, std::size_t group) const {
    std::vector<std::pair<std::size_t, int>> columns;
    std::vector<std::size_t> rows;
    const auto note = [](auto& list, const auto& value) {
        if (std::find(list.begin(), list.end(), value) == list.end())
            list.push_back(value);
    };
    for (const std::size_t at : fit.items)
        if (items_.list[at].group == group) {
            note(columns, items_.list[at].column);
            note(rows, items_.list[at].lane);
        }
    std::sort(columns.begin(), columns.end());
    std::sort(rows.begin(), rows.end());
    std::vector<board::Piece> parts;
    for (const std::size_t at : fit.items) {
        const SpotlightItem& item = items_.list[at];
        if (item.group != group)
            continue;
        parts.push_back(piece(at, fit));
        parts.back().column = static_cast<std::size_t>(
            std::find(columns.begin(), columns.end(), item.column) - columns.begin());
        parts.back().lane =
            static_cast<std::size_t>(std::find(rows.begin(), rows.end(), item.lane) - rows.begin());
        parts.back().aside.y = item.lane % 2 == 0 ? 1 : 0;
    }
    const float gap = fit.tightness > 0 ? 0.6F : 1.0F;
    return board::grid(std::move(parts), {2.6F * gap * fit.unit, 1.1F * gap * fit.unit});
}

float SpotlightLayout::most() const {
    return most_digits * text_;
}

/// The size of a cell for the numbers with digits of this size, and frames around them.
Size SpotlightLayout::needed(const SpotlightFit& fit, float digits) const {
    const bool is_tight = fit.tightness > 0;
    const float frames = 2 * frame_room(items_.frame_depth().width);
    Size cell{0, std::max((is_tight ? tight_line : usual_line) * digits,
                          letter_height * digits + 2 * frame_room(items_.frame_depth().height))};
    for (const std::size_t at : fit.items) {
        const SheetLook& look = items_.list[at].look;
        if (!items_.list[at].shows_numbers() || items_.list[at].has_many_columns())
            continue;
        // Room for a sign, whatever the numbers are now, as long as there is enough.
        const bool has_sign = is_tight ? look.range.low < 0 : look.family != Family::Weights;
        const int characters = fit.tightness > 1 ? least_characters(look) : look.characters;
        const float number = static_cast<float>(characters + (has_sign ? 1 : 0)) * digit_ * digits;
        const float around = (is_tight ? tight_number_room : number_room) * digit_ * digits + 2;
        cell.width = std::max(cell.width, number + std::max(around, frames));
    }
    return cell;
}

/// The letters that numbers should have at least.
float SpotlightLayout::wanted(const std::vector<std::size_t>& items) const {
    Index rows = 0;
    for (const std::size_t at : items)
        if (items_.list[at].has_numbers())
            rows = std::max(rows, items_.list[at].look.row_count());
    if (rows == 0)
        return has_any_numbers(items) ? sizes_.small : 0;
    return rows <= few_rows ? sizes_.large : sizes_.small;
}

bool SpotlightLayout::has_any_numbers(const std::vector<std::size_t>& items) const {
    return std::any_of(items.begin(), items.end(),
                       [&](std::size_t at) { return items_.list[at].shows_numbers(); });
}

Size SpotlightLayout::thin_cell(const std::vector<std::size_t>& items) const {
    Index rows = 1, columns = 1;
    for (const std::size_t at : items) {
        rows = std::max(rows, items_.list[at].look.row_count());
        columns = std::max(columns, items_.list[at].look.column_count());
    }
    // Very many are as thin as can be, so that numbers beside them stay large.
    const auto share = [](float room, Index count) {
        return count > very_many ? thinnest_cell
                                 : std::clamp(thin_share * room / static_cast<float>(count),
                                              thinnest_cell, usual_thin_cell);
    };
    return {share(room_.width, columns), share(room_.height, rows)};
}

Size SpotlightLayout::cell_for(const SpotlightFit& fit, float digits) const {
    return has_any_numbers(fit.items) ? needed(fit, digits) : Size{thinnest_cell, thinnest_cell};
}

bool SpotlightLayout::holds(const board::Piece& made, const SpotlightFit& fit) const {
    return fits_in(board::width_across(made, fit.cells), room_.width) &&
           fits_in(board::height_down(made, fit.cells), room_.height);
}

/// Whether the room holds the arrangement with digits of this size: much quicker than finding the
/// largest.
bool SpotlightLayout::can_have(SpotlightFit fit, float digits) const {
    fit.digits = digits;
    const Size cell = cell_for(fit, digits);
    const Size thin = thin_cell(fit.items);
    fit.cells = {{cell.width, thin.width}, {cell.height, thin.height}};
    return holds(page(fit), fit);
}

void SpotlightLayout::find_size(SpotlightFit& fit) const {
    fit.digits = 0;
    const bool has_numbers = has_any_numbers(fit.items);
    const Size thin = thin_cell(fit.items);
    const bool has_many = std::any_of(fit.items.begin(), fit.items.end(), [&](std::size_t at) {
        return !items_.list[at].has_numbers();
    });
    std::vector<float>& wide = fit.cells.wide;
    std::vector<float>& high = fit.cells.high;
    const auto set = [&](float digits) {
        const Size cell = cell_for(fit, digits);
        wide = {cell.width, thin.width};
        high = {cell.height, thin.height};
    };
    const auto fits = [&](const board::Piece& made) { return holds(made, fit); };
    fit.digits = most();
    board::Piece made = page(fit);
    if (has_numbers) {
        for (int again = 0; again < 2; ++again) {
            fit.digits = largest(1, most(), [&](float digits) {
                set(digits);
                return fits(made);
            });
            made = page(fit);
        }
        set(fit.digits);
    } else {
        fit.digits = 0;
        set(0);
    }
    fit.is_inside = fits(made);
    grow(fit, made, has_many);
}

/// Gives cells the room that is left: those without numbers first.
void SpotlightLayout::grow(SpotlightFit& fit, const board::Piece& made, bool has_many) const {
    std::vector<float>& wide = fit.cells.wide;
    std::vector<float>& high = fit.cells.high;
    const float unit = fit.unit;
    const auto grow_one = [&](float& cell, float to, auto extent, float limit) {
        const float from = cell;
        if (to > from)
            cell = largest(from, to, [&](float size) {
                cell = size;
                return fits_in(extent(), limit);
            });
    };
    const auto across = [&] { return board::width_across(made, fit.cells); };
    const auto down = [&] { return board::height_down(made, fit.cells); };
    if (has_many) {
        grow_one(wide[1], 2 * unit, across, room_.width);
        grow_one(high[1], 1.5F * unit, down, room_.height);
    }
    if (fit.digits <= 0) {
        grow_one(wide[0], 2 * unit, across, room_.width);
        grow_one(high[0], 1.5F * unit, down, room_.height);
        return;
    }
    float names = 0; // of columns
    for (const std::size_t at : fit.items)
        if (items_.list[at].widest_column > 0 && items_.list[at].has_numbers())
            names = std::max(
                names, (items_.list[at].widest_column * Lengths{1}.label_size() + 0.5F) * unit);
    grow_one(high[0], 2.6F * fit.digits, down, room_.height);
    grow_one(wide[0], std::max({wide[0], 1.5F * high[0], std::min(names, 6.5F * fit.digits)}),
             across, room_.width);
}

/// The best arrangement of these matrices.
SpotlightFit SpotlightLayout::best_of(const std::vector<std::size_t>& items) const {
    SpotlightFit best;
    const bool has_lanes = std::any_of(items.begin(), items.end(), [&](std::size_t at) {
        return items_.list[at].lane != items_.list[items.front()].lane;
    });
    const bool has_product = std::any_of(items.begin(), items.end(), [&](std::size_t at) {
        return items_.is_product(items_.list[at]) && items_.input(items_.list[at], 0) &&
               items_.input(items_.list[at], 1);
    });
    const bool has_gradients = std::any_of(
        items.begin(), items.end(), [&](std::size_t at) { return items_.list[at].is_gradient; });
    const float least = wanted(items);
    for (const SpotlightForm form :
         {SpotlightForm::Lanes, SpotlightForm::Line, SpotlightForm::Stack}) {
        if (form == SpotlightForm::Lanes && !has_lanes)
            continue;
        if (form != SpotlightForm::Line && items.size() < 2)
            continue;
        float last_unit = 0;
        for (const float share : {1.4F, 1.2F, 1.0F, 0.86F, 0.72F, 0.6F, 0.5F}) {
            const float unit = std::max(sizes_.title, share * text_);
            if (std::exchange(last_unit, unit) == unit)
                break;
            SpotlightFit one;
            one.items = items;
            one.form = form;
            one.unit = unit;
            const int tightest = may_drop_decimals_ ? 2 : 1;
            bool has_room = false;
            for (one.tightness = 0; one.tightness <= tightest; ++one.tightness) {
                has_room = can_have(one, least);
                const bool is_last = one.tightness == tightest && !must_be_readable_;
                if (!has_room && !is_last)
                    continue;
                find_size(one);
                if (one.tightness == tightest || (one.is_inside && one.digits >= least))
                    break;
            }
            if (!has_room && must_be_readable_)
                continue;
            // Products are best read where they meet; small titles only for larger numbers.
            const float liked = form == SpotlightForm::Lanes  ? (has_product ? 1.25F : 0.9F)
                                : form == SpotlightForm::Line ? 1.0F
                                : has_gradients               ? 0.5F // has no arrows
                                                              : 0.85F;
            const float fitting = 1.15F * (one.digits > 0 ? one.digits : text_);
            // Digits much larger than their titles gain nothing.
            const float size = std::min(one.digits, most_of_unit * one.unit);
            one.score = liked * (one.digits > 0 ? size : colour_score(one)) +
                        0.2F * (one.unit - 1.5F * std::max(0.0F, one.unit - fitting));
            one.score -= crowded * static_cast<float>(one.tightness);
            if (one.digits < least || !one.is_inside)
                one.score = one.digits - (one.is_inside ? 4 : 8) * crowded;
            const bool is_largest = one.digits >= most();
            if (best.items.empty() || one.score > best.score)
                best = std::move(one);
            if (is_largest)
                break; // Smaller titles leave no more room for numbers.
        }
        if (form == SpotlightForm::Lanes && has_product && best.digits >= most())
            break;
    }
    return best;
}

/// Leaves out what is not needed until the numbers are large enough: matrices, then rows, then
/// decimals, then columns.
SpotlightFit SpotlightLayout::chosen(bool must_be_readable) {
    must_be_readable_ = must_be_readable;
    std::vector<std::size_t> items;
    for (std::size_t at = 0; at < items_.list.size(); ++at)
        items.push_back(at);
    SpotlightFit best = best_of(items);
    const auto is_enough = [&] { return !best.items.empty() && is_readable(best); };
    while (!is_enough() || best.tightness > 0) { // Fewer matrices are better than crowded ones.
        auto least = items.end();                // the largest that is not needed
        for (auto at = items.begin(); at != items.end(); ++at)
            if (!items_.list[*at].is_needed &&
                (least == items.end() ||
                 items_.list[*at].look.values.size() >= items_.list[*least].look.values.size()))
                least = at;
        if (least == items.end())
            break;
        items.erase(least);
        if (items.empty())
            return best;
        best = best_of(items);
    }
    const auto cut_all = [&](bool cuts_columns) {
        bool is_cut = false;
        for (const std::size_t at : items)
            is_cut |= items_.cut(items_.list[at], cuts_columns);
        if (is_cut)
            best = best_of(items);
    };
    if (!is_enough())
        cut_all(false);
    if (!is_enough() && !must_be_readable_) { // Sentences beside it have all decimals.
        may_drop_decimals_ = true;
        best = best_of(items);
    }
    if (!is_enough())
        cut_all(true);
    return best;
}

SpotlightSource SpotlightLayout::source(const std::vector<Region>& pointed) const {
    SpotlightSource from{{room_.width, room_.height, text_, sizes_.large, sizes_.small,
                          sizes_.least, sizes_.title, sizes_.frame, digit_,
                          items_.frame_depth().width, items_.frame_depth().height,
                          items_.has_frames_inside() ? 1.0 : 0.0},
                         pointed};
    const auto note = [&](auto... values) {
        (from.lengths.push_back(static_cast<double>(values)), ...);
    };
    for (const Run& run : sum_)
        note(measure_(run.text, run.font, 64), run.has_space_before, run.may_break_before);
    for (const SpotlightItem& item : items_.list) {
        const SheetLook& look = item.look;
        note(look.values.rows(), look.values.cols(), look.is_transposed, look.characters,
             least_characters(look), look.has_row_sums, look.has_column_sums, look.has_word_rows,
             look.has_word_columns, static_cast<int>(look.family), look.range.low < 0,
             item.has_open_lines(), item.row ? *item.row : -1, item.is_needed, item.group,
             item.column.first, item.column.second, item.lane, item.names, item.title,
             item.widest_column, items_.is_product(item));
        for (std::size_t number = 0; number < items_.input_count(item); ++number)
            if (const auto input = items_.input(item, number))
                note(*input);
        note(-2);
    }
    return from;
}

} // namespace attn::figure
