// SPDX-License-Identifier: MIT
#include "core/figure/cell_fit.h"

#include "core/figure/rich_text.h"
#include "core/figure/word.h"

#include <algorithm>
#include <cmath>

namespace attn::figure {
namespace {

constexpr float most_growth = 2;     // of everything, where a window has room to spare
constexpr float most_stretch = 1.5F; // of the height of cells, where there is room below them
constexpr float widest_label = 7;    // of row labels, in units
constexpr float least_label = 2.9F;  // before row labels give way
constexpr float widest_column_word = 5;
constexpr float least_extent = 5;       // of a matrix without numbers, in units
constexpr float colour_cell = 1.25F;    // of cells without numbers, in units, at the most
constexpr float side_characters = 2.5F; // room around a number: its sign and a little air
constexpr float least_side = 1.5F;      // the same where width is scarce
constexpr float label_haste = 2.5F;     // words get their room before numbers get more

float number_of(Index count) {
    return static_cast<float>(count);
}
std::size_t at(Dimension dimension) {
    return static_cast<std::size_t>(dimension);
}
float between(float low, float high, float part) {
    return low + (high - low) * part;
}

} // namespace

Fitting::Fitting(const Contents& contents, std::size_t first_derived, const LayoutOptions& options,
                 const Measure& measure)
    : looks_(contents.sheets), has_projections_(contents.has_projections),
      first_derived_(first_derived), options_(options),
      least_digits_(std::max(9.0F, 0.62F * options.text)), least_row_(1.28F * least_digits_) {
    constexpr float size = 64; // measured large, so that rounding of widths does not matter
    const Lengths one{1};
    digit_ = measure("0", Font::Mono, size) / size;
    const float digit_sans = measure("0", Font::Sans, size) / size;
    for (const std::string& word : contents.words())
        widest_word_ = std::max(widest_word_, measure(word, Font::Bold, size) / size);
    const float widest_word = widest_word_ * one.label_size();
    for (const SheetLook& look : looks_) {
        Widths widths;
        const auto width = [&](std::string_view rich, Font font, float relative) {
            return rich.empty() ? 0 : rich_width(rich, font, size, measure) / size * relative;
        };
        constexpr float slack = 0.3F; // widths do not grow quite evenly with the size
        widths.title = width(look.title, Font::Bold, 1) + 0.5F +
                       width(look.shape, Font::Sans, one.formula_size()) + slack;
        const float formula = width(look.formula_brief, Font::Sans, one.formula_size());
        widths.roles =
            width(look.column_role, Font::Sans, one.small_size()) + 2.4F + std::min(formula, 9.0F);
        if (look.is_derived)
            widths.title = std::max(widths.title, std::min(formula, 13.0F));
        else if (formula > 0)
            widths.title += 1.4F + formula;
        else
            widths.title += 0.6F + width("editable", Font::Sans, one.small_size());
        // The colour bar with its range; the reserved characters keep it from changing.
        const int characters_of_range = std::min(look.characters, longest_range) + 1;
        widths.title = std::max(
            widths.title, 2 * number_of(characters_of_range) * digit_ * one.range_size() + 2.6F);
        const auto digits =
            static_cast<float>(std::to_string(std::max<Index>(1, look.row_count()) - 1).size());
        widths.labels = look.has_word_rows ? std::clamp(widest_word + 0.3F, 0.9F, widest_label)
                                           : digits * digit_sans * one.small_size() + 0.15F;
        if (look.has_row_sums)
            widths.sums = (number_of(look.characters) + 2.4F) * digit_ * one.number_size();
        widths_.push_back(widths);
        int& characters = characters_[at(look.columns)];
        characters = std::max(characters, look.characters);
        if (look.has_word_columns)
            words_[at(look.columns)] = std::min(widest_word + 0.5F, widest_column_word);
    }
}

float Fitting::natural_width(const SheetLook& look, float unit) const {
    const float number = (number_of(characters_[at(look.columns)]) + side_characters) * digit_ *
                         Lengths{unit}.number_size();
    return std::max({number, words_[at(look.columns)] * unit, 2 * unit});
}

float Fitting::least_width(const SheetLook& look) const {
    return (number_of(characters_[at(look.columns)]) + least_side) * digit_ * least_digits_;
}

float Fitting::block_height(const Fit& fit, std::size_t sheet) const {
    return fit.lengths.header(looks_[sheet]) +
           fit.sheets[sheet].cell_height * number_of(looks_[sheet].row_count()) +
           fit.lengths.footer(looks_[sheet]);
}

/// Rows share the height of their column evenly; small differences between the columns are evened
/// out.
void Fitting::set_heights(Fit& fit, float unit) const {
    fit.lengths.unit = unit;
    fit.lengths.least_digits = least_digits_;
    const Lengths& lengths = fit.lengths;
    const float height = options_.available.height - lengths.heading_line() -
                         lengths.notice_line() * static_cast<float>(options_.notices);
    const float natural = lengths.cell_height();
    float lowest = most_stretch * natural;
    std::array<float, dimension_count> readable; // the lowest rows with numbers of each dimension
    readable.fill(natural);
    for (std::size_t i = 0; i < looks_.size(); ++i) {
        const SheetLook& look = looks_[i];
        const std::size_t blocks = i == 0 ? 1 : i < first_derived_ ? 3 : fit.split.size();
        const float space = height / static_cast<float>(blocks) - lengths.header(look) -
                            lengths.footer(look) - lengths.block_gap();
        const float rows = number_of(std::max<Index>(1, look.row_count()));
        const float least = std::min(rows * least_row_, 4 * unit);
        const float cell = std::max(space, least) / rows;
        lowest = std::min(lowest, cell);
        if (cell >= least_row_)
            readable[at(look.rows)] = std::min(readable[at(look.rows)], cell);
        fit.sheets[i].cell_height = std::min(natural, cell);
    }
    for (std::size_t i = 0; i < looks_.size(); ++i) {
        float& cell = fit.sheets[i].cell_height;
        const float factor = i == 0 ? 1.25F : i < first_derived_ ? 1.0F : 1.5F;
        if (lowest >= natural)
            cell = lowest; // all of them, so that the room below is used
        else if (cell >= least_row_)
            cell = std::min(cell, factor * readable[at(looks_[i].rows)]);
    }
}

/// `part` 0: as narrow as can be; 1: as wide as it is pleasant.
void Fitting::set_widths(Fit& fit, const Modes& modes, float part) const {
    const Lengths& lengths = fit.lengths;
    const float unit = lengths.unit;
    std::vector<float> columns; // widths of X, the projections and Q, K, V
    const auto widest = [&](std::size_t first, std::size_t count) {
        float width = 0;
        for (std::size_t i = first; i < first + count; ++i)
            width = std::max(width, fit.sheets[i].width);
        return width;
    };
    for (std::size_t i = 0; i < looks_.size(); ++i) {
        const SheetLook& look = looks_[i];
        SheetFit& sheet = fit.sheets[i];
        const float natural = natural_width(look, unit);
        const float count = number_of(std::max<Index>(1, look.column_count()));
        if (modes[at(look.columns)]) {
            sheet.cell_width = between(std::min(least_width(look), natural), natural, part);
        } else {
            const float colour = std::min(natural, colour_cell * unit);
            sheet.cell_width = between(std::min(colour, least_extent * unit / count), colour, part);
        }
        const float labels = widths_[i].labels * unit;
        sheet.label_width = between(std::min(labels, least_label * unit), labels,
                                    std::min(1.0F, label_haste * part));
        const float sums = widths_[i].sums * unit;
        sheet.sums_width =
            between(std::min(sums, sums * least_digits_ / lengths.number_size()), sums, part);
        const float around = sheet.label_width + lengths.label_gap() + sheet.sums_width;
        float title = widths_[i].title * unit;
        if (look.is_derived && lengths.is_compact) // the formula stands beside the column role
            title = std::max(title, around - sheet.sums_width + widths_[i].roles * unit);
        if (!modes[at(look.columns)]) // a title wider than the cells: the cells take its width
            sheet.cell_width =
                std::max(sheet.cell_width,
                         std::min((title - around) / count, std::min(natural, colour_cell * unit)));
        sheet.width = std::max(around + sheet.cell_width * count, title);
    }
    fit.attention_width = 0;
    for (const auto& row : fit.split) {
        float width = lengths.arrow_gap() * static_cast<float>(row.size() - 1);
        for (const std::size_t i : row)
            width += fit.sheets[i].width;
        fit.attention_width = std::max(fit.attention_width, width);
    }
    const float projections =
        has_projections_ ? widest(1, 3) + lengths.arrow_gap() + widest(4, 3) : widest(1, 3);
    fit.width =
        fit.sheets[0].width + projections + fit.attention_width + 6 * lengths.section_padding();
}

bool Fitting::fits_naturally(Fit& fit, float unit) const {
    set_heights(fit, unit);
    for (const SheetFit& sheet : fit.sheets)
        if (sheet.cell_height < fit.lengths.cell_height() * 0.999F)
            return false;
    Modes all;
    all.fill(true);
    set_widths(fit, all, 1);
    return fit.width <= options_.available.width;
}

Fit Fitting::fit(const Split& split) const {
    Fit fit;
    fit.split = split;
    fit.sheets.resize(looks_.size());
    if (fits_naturally(fit, options_.text)) {
        float fitting = 1, beyond = most_growth;
        if (fits_naturally(fit, options_.text * most_growth)) {
            fitting = most_growth;
        } else {
            for (int step = 0; step < 6; ++step) {
                const float middle = (fitting + beyond) / 2;
                (fits_naturally(fit, options_.text * middle) ? fitting : beyond) = middle;
            }
            fits_naturally(fit, options_.text * fitting);
        }
        finish(fit);
        fit.score += 100 * fitting;
        return fit;
    }

    Fit airy = shrunk(split, false), compact = shrunk(split, true);
    return compact.score > airy.score + 0.5F ? compact : airy;
}

/// As readable as can be where not everything fits at its natural size.
Fit Fitting::shrunk(const Split& split, bool is_compact) const {
    Fit fit;
    fit.split = split;
    fit.sheets.resize(looks_.size());
    fit.lengths.is_compact = is_compact;
    set_heights(fit, options_.text);
    // Columns show numbers where the rows of one of their matrices can; the longest give way first,
    // and scores and weights last.
    Modes modes{};
    for (std::size_t i = 0; i < looks_.size(); ++i)
        if (fit.sheets[i].cell_height >= least_row_)
            modes[at(looks_[i].columns)] = true;
    const Modes readable = modes;
    for (set_widths(fit, modes, 0); fit.width > options_.available.width;
         set_widths(fit, modes, 0)) {
        const SheetLook* longest = nullptr;
        float extent = 0;
        for (const SheetLook& look : looks_) {
            const float own = least_width(look) * number_of(look.column_count()) *
                              (look.columns == Dimension::Tokens ? 0.4F : 1.0F);
            if (modes[at(look.columns)] && own > extent) {
                longest = &look;
                extent = own;
            }
        }
        if (!longest)
            break;
        modes[at(longest->columns)] = false;
    }
    // What gave way first may have room again beside what gave way later.
    for (const Dimension columns : {Dimension::Tokens, Dimension::Value, Dimension::QueryKey,
                                    Dimension::Model, Dimension::Heads, Dimension::Out}) {
        if (modes[at(columns)] || !readable[at(columns)])
            continue;
        modes[at(columns)] = true;
        set_widths(fit, modes, 0);
        modes[at(columns)] = fit.width <= options_.available.width;
    }
    set_widths(fit, modes, 0);
    if (fit.width <= options_.available.width) {
        float fitting = 0, beyond = 1;
        set_widths(fit, modes, 1);
        if (fit.width > options_.available.width) {
            for (int step = 0; step < 10; ++step) {
                const float middle = (fitting + beyond) / 2;
                set_widths(fit, modes, middle);
                (fit.width <= options_.available.width ? fitting : beyond) = middle;
            }
            set_widths(fit, modes, fitting);
        }
    }
    finish(fit);
    return fit;
}

/// Which matrices show numbers, how large those are, and how readable the whole is.
void Fitting::finish(Fit& fit) const {
    const Lengths& lengths = fit.lengths;
    float smallest = lengths.number_size(), largest = 0;
    fit.score = 0;
    for (std::size_t i = 0; i < looks_.size(); ++i) {
        SheetFit& sheet = fit.sheets[i];
        const SheetLook& look = looks_[i];
        const float by_width =
            sheet.cell_width / ((number_of(look.characters) + least_side) * digit_);
        const float size = std::min({lengths.number_size(), 0.79F * sheet.cell_height, by_width});
        sheet.has_numbers =
            size >= least_digits_ * 0.999F && look.row_count() * look.column_count() <= most_boxes;
        sheet.number_size = size;
        if (sheet.has_numbers) {
            smallest = std::min(smallest, size);
            largest = std::max(largest, size);
        }
        // Scores and weights are what it is all about; without numbers their pattern counts, and
        // that wants both sides.
        const bool is_attention = look.has_word_rows && look.has_word_columns;
        const float side = std::min(sheet.cell_width, sheet.cell_height);
        const float extent = std::min(sheet.cell_width * number_of(look.column_count()),
                                      sheet.cell_height * number_of(look.row_count()));
        if (sheet.has_numbers)
            fit.score += (is_attention ? 4.0F : 2.5F) + size / lengths.number_size();
        else
            fit.score +=
                std::min(1.0F, side / least_cell) + 0.5F * std::min(1.0F, side / (2 * least_cell)) +
                (is_attention ? 2.5F : 0.5F) * std::min(1.0F, extent / (16 * lengths.unit));
    }
    if (largest < 1.12F * smallest)
        for (SheetFit& sheet : fit.sheets)
            if (sheet.has_numbers)
                sheet.number_size = smallest;

    fit.height = 0;
    const auto column = [&](std::size_t first, std::size_t count) {
        float tallest = 0;
        for (std::size_t i = first; i < first + count; ++i)
            tallest = std::max(tallest, block_height(fit, i) + lengths.block_gap());
        return tallest;
    };
    for (const auto& row : fit.split) {
        float tallest = 0;
        for (const std::size_t i : row)
            tallest = std::max(tallest, block_height(fit, i) + lengths.block_gap());
        fit.height = std::max(fit.height, tallest * static_cast<float>(fit.split.size()));
    }
    fit.height = std::max({fit.height, column(0, 1), column(1, first_derived_ - 1) * 3}) +
                 lengths.heading_line() +
                 lengths.notice_line() * static_cast<float>(options_.notices);
    if (fit.height > options_.available.height + 0.5F ||
        fit.width > options_.available.width + 0.5F)
        fit.score -= 20; // it must be scrolled
}

void Fitting::magnify(Fit& fit, float zoom) const {
    if (zoom == 1)
        return;
    // Names and titles stop growing where only cells are looked for.
    constexpr float most_text = 8;
    const float text = std::min(zoom, most_text);
    fit.lengths.unit *= text;
    fit.width *= text;
    for (std::size_t at = 0; at < fit.sheets.size(); ++at) {
        SheetFit& sheet = fit.sheets[at];
        const float wider = (zoom - text) * sheet.cell_width * number_of(looks_[at].column_count());
        sheet.cell_width *= zoom;
        sheet.cell_height *= zoom;
        sheet.label_width *= text;
        sheet.sums_width *= text;
        sheet.width = sheet.width * text + wider;
        fit.width += wider;
    }
    fit.attention_width *= text;
    if (zoom > text)
        for (const auto& row : fit.split) {
            float width = 0;
            for (const std::size_t sheet : row)
                width += fit.sheets[sheet].width + 4 * fit.lengths.unit;
            fit.attention_width = std::max(fit.attention_width, width);
        }
    finish(fit);
}

} // namespace attn::figure
