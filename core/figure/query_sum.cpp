// SPDX-License-Identifier: MIT
// Draws weight × value for each key and their sum: the output of the query word.
#include "core/base/number_text.h"
#include "core/figure/number_form.h"
#include "core/figure/query_bars.h"
#include "core/figure/rich_text.h"
#include "core/figure/word.h"

#include <algorithm>
#include <cmath>

namespace attn::figure {
namespace {

/// The number as a reader reads it, after rounding.
Real read_back(Real value, const NumberFormat& numbers) {
    const auto read = parse_number(format(value, numbers));
    return read ? *read : value;
}

/// The positions of the parts of a line in the sum.
struct SumPlaces {
    float labels = 0, size = 0, digit = 0;
    float weight_width = 0, weight_right = 0;
    float begin = 0, pitch = 0;
    Index room = 0; // number of columns of values, and of products, that fit

    /// Room for "=" and, if columns are omitted, "…".
    float between() const { return 3 * digit; }
};

SumPlaces places_of(const QueryPanel& panel, const QueryPart& part) {
    SumPlaces at;
    at.labels = label_width(panel, part);
    at.size = std::min(0.86F * part.unit, 0.8F * part.line);
    at.digit = panel.drawing.measure("0", Font::Mono, at.size);
    const auto width_of = [&](const SheetLook& look) {
        return static_cast<float>(look.characters + 1) * at.digit;
    };
    at.weight_width = width_of(panel.factors());
    at.weight_right = part.area.x + at.labels + 0.5F * part.unit + 2 * at.digit + at.weight_width;
    at.begin = at.weight_right + 3 * at.digit;
    at.pitch =
        std::max({width_of(panel.values), width_of(panel.weighted), width_of(panel.output)}) +
        1.2F * at.digit;
    at.room = static_cast<Index>((part.area.right() - at.begin - at.between() - 2 * at.digit) / 2 /
                                 at.pitch);
    return at;
}

class QuerySum {
public:
    QuerySum(QueryPanel& panel, const QueryPart& part, SumColumns columns)
        : panel_(panel), part_(part), columns_(columns), at_(places_of(panel, part)),
          second_(at_.begin +
                  static_cast<float>(columns.count + (columns.has_more ? 1 : 0)) * at_.pitch +
                  at_.between()) {}

    void draw() {
        const Theme& theme = panel_.drawing.theme;
        for (std::size_t at = 0; at < panel_.keys.size(); ++at)
            draw_product(at);
        float y = part_.middle(panel_.keys.size());
        if (panel_.is_selection) {
            draw_text(panel_.drawing, {part_.area.x + at_.labels + 0.5F * part_.unit, y},
                      "+ " +
                          std::to_string(panel_.weights.column_count() -
                                         static_cast<Index>(panel_.keys.size())) +
                          " more words with smaller weights",
                      {Font::Sans, at_.size, theme.dim_text});
            y += part_.line;
        }
        const float right =
            second_ + static_cast<float>(columns_.count) * at_.pitch + 2 * at_.digit;
        draw_line(panel_.drawing, {part_.area.x, y - 0.5F * part_.line},
                  {std::min(part_.area.right(), right), y - 0.5F * part_.line}, theme.line,
                  theme.stroke);
        draw_text(
            panel_.drawing, {part_.area.x + at_.labels, y},
            escape(shortened("output", at_.labels, Font::Bold, at_.size, panel_.drawing.measure)),
            {Font::Bold, at_.size, theme.query_text, Anchor::Right});
        sign({second_ - 1.2F * at_.digit, y}, "=");
        draw_row(panel_.output, panel_.query, second_, y, theme.query_text);
    }

private:
    void sign(Point at, const char* text) {
        draw_text(panel_.drawing, at, text, {Font::Mono, at_.size, panel_.drawing.theme.dim_text});
    }

    void draw_product(std::size_t line) {
        const Theme& theme = panel_.drawing.theme;
        const Index key = panel_.keys[line];
        const float y = part_.middle(line);
        const Colour colour = panel_.key == key ? theme.key_text : theme.text;
        draw_word(panel_, part_, line, at_.labels);
        sign({part_.area.x + at_.labels + 0.5F * part_.unit, y}, line == 0 ? " " : "+");
        draw_text(panel_.drawing, {at_.weight_right, y},
                  cell_text(panel_.factors(), panel_.query, key),
                  {Font::Mono, at_.size, theme.query_text, Anchor::Right});
        panel_.drawing.figure.grids.push_back({panel_.weights.id,
                                               {at_.weight_right - at_.weight_width,
                                                y - part_.line / 2, at_.weight_width, part_.line},
                                               1,
                                               1,
                                               panel_.query,
                                               key});
        sign({at_.weight_right + 1.2F * at_.digit, y}, "×");
        draw_row(panel_.values, key, at_.begin, y, colour);
        sign({second_ - 1.2F * at_.digit, y}, "=");
        draw_row(panel_.weighted, key, second_, y, colour);
    }

    void draw_row(const SheetLook& look, Index row, float left, float y, Colour colour) {
        for (Index column = 0; column < columns_.count; ++column)
            draw_text(panel_.drawing, {left + static_cast<float>(column + 1) * at_.pitch, y},
                      cell_text(look, row, columns_.first + column),
                      {Font::Mono, at_.size, colour, Anchor::Right});
        if (columns_.has_more)
            draw_text(panel_.drawing,
                      {left + static_cast<float>(columns_.count) * at_.pitch + at_.digit, y}, "…",
                      {Font::Mono, at_.size, colour});
        if (columns_.count > 0)
            panel_.drawing.figure.grids.push_back(
                {look.id,
                 {left + 0.35F * at_.digit, y - part_.line / 2,
                  static_cast<float>(columns_.count) * at_.pitch, part_.line},
                 1,
                 columns_.count,
                 row,
                 columns_.first});
    }

    QueryPanel& panel_;
    const QueryPart& part_;
    SumColumns columns_;
    SumPlaces at_;
    float second_; // left edge of the products
};

} // namespace

std::optional<SheetLook> finer_weights(const QueryPanel& panel) {
    constexpr Index most_products = 4096;
    constexpr int most_more = 3;
    const NumberFormat &of_weight = panel.weights.numbers, &of_value = panel.values.numbers;
    if (!of_weight.has_decimals() || !of_value.has_decimals() ||
        panel.values.values.size() > most_products)
        return std::nullopt;
    const Real allowed = std::pow(10.0, -panel.weighted.numbers.digits);
    const auto are_true = [&](const NumberFormat& numbers) {
        for (Index key = 0; key < panel.values.values.rows(); ++key) {
            const Real weight = panel.weights.values(panel.query, key);
            const Real as_shown = read_back(weight, numbers);
            for (Index column = 0; column < panel.values.values.cols(); ++column) {
                const Real value = panel.values.values(key, column);
                const Real missed = as_shown * read_back(value, of_value) - weight * value;
                if (std::abs(missed) > allowed) // never true for covered numbers
                    return false;
            }
        }
        return true;
    };
    NumberFormat numbers = of_weight;
    while (numbers.digits < of_weight.digits + most_more && !are_true(numbers))
        ++numbers.digits;
    if (numbers == of_weight)
        return std::nullopt;
    SheetLook look = panel.weights;
    look.numbers = numbers;
    look.characters = look.whole_characters = look.fraction_characters = 0;
    reserve_characters(look);
    return look;
}

Index columns_with_room(const QueryPanel& panel, const QueryPart& part) {
    return places_of(panel, part).room;
}

void draw_sum(QueryPanel& panel, const QueryPart& part, SumColumns columns) {
    QuerySum(panel, part, columns).draw();
}

void draw_sum(QueryPanel& panel, const QueryPart& part) {
    const Index columns = panel.values.column_count(), room = columns_with_room(panel, part);
    const Index shown = std::clamp<Index>(columns <= room ? columns : room - 1, 0, columns);
    draw_sum(panel, part, {0, shown, shown < columns});
}

} // namespace attn::figure
