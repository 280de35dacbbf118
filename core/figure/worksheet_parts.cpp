// SPDX-License-Identifier: MIT
#include "core/figure/worksheet_parts.h"

#include "core/document/sheet.h"
#include "core/figure/number_form.h"
#include "core/figure/rich_text.h"
#include "core/figure/word.h"

#include <cmath>
#include <utility>

namespace attn::figure {
namespace {

/// Whether queries, keys and values are made from it.
bool is_before_queries(const Document& document, Stage stage) {
    const bool is_of_words = info(stage, document.model).zone == Zone::Words;
    const bool is_projection = stage == Stage::W_Q || stage == Stage::W_K || stage == Stage::W_V ||
                               stage == Stage::BQ || stage == Stage::BK || stage == Stage::BV;
    return document.projections == Projections::Learned && (is_of_words || is_projection);
}

bool is_whole(const SheetLook& look) {
    for (Index row = 0; row < look.row_count(); ++row)
        for (Index column = 0; column < look.column_count(); ++column)
            if (const Real number = look.value(row, column);
                std::isfinite(number) && std::abs(number - std::round(number)) > 1e-9)
                return false;
    return true;
}

} // namespace

std::vector<SheetLook> worksheet_looks(const Document& document, const Contents& contents,
                                       WorksheetLevel level) {
    std::vector<SheetLook> list;
    for (SheetLook look : contents.sheets) {
        const bool is_hidden =
            level == WorksheetLevel::FromQK && is_before_queries(document, look.id.stage);
        if (look.id.stage == Stage::WeightedValues || look.id.stage == Stage::Target ||
            look.id.stage == Stage::Loss || is_hidden)
            continue;
        look.is_input = false; // nothing is edited on paper
        look.has_row_sums = false;
        look.has_column_sums = false;
        look.query_row.reset();
        look.query_column.reset();
        look.key_row.reset();
        look.key_column.reset();
        if (look.numbers.has_decimals() && is_whole(look)) {
            look.numbers = {NumberFormat::Kind::Decimals, 0};
            reserve_characters(look);
        }
        list.push_back(std::move(look));
    }
    return list;
}

void draw_name_line(Drawing& drawing, Point left, float width, const std::string& name,
                    std::size_t points, float size) {
    const TextStyle style{Font::Sans, size, drawing.theme.text};
    const float points_width = 9.6F * size, date_width = 12 * size, gap = 1.4F * size;
    const float right = left.x + width, y = left.y;
    const auto rule = [&](float from, float to) {
        draw_line(drawing, {from, y + 0.5F * size}, {to, y + 0.5F * size}, drawing.theme.text,
                  0.6F);
    };
    const float date = right - points_width - date_width;
    draw_text(drawing, left, "Name", style);
    const std::string shown =
        shortened(name, date - left.x - 3.8F * size - gap, Font::Bold, size, drawing.measure);
    draw_text(drawing, {left.x + 3.8F * size, y}, escape(shown),
              {Font::Bold, size, drawing.theme.text});
    rule(left.x + 3.4F * size, date - gap);
    draw_text(drawing, {date, y}, "Date", style);
    rule(date + 2.8F * size, right - points_width - gap);
    const std::string all = "of " + std::to_string(points);
    draw_text(drawing, {right - points_width, y}, "Points", style);
    draw_text(drawing, {right, y}, all, {style.font, style.size, style.colour, Anchor::Right});
    rule(right - points_width + 3.6F * size,
         right - 0.6F * size - drawing.measure(all, Font::Sans, size));
}

float draw_findings(Drawing& drawing, Point corner, float width, const std::string& where,
                    const std::string& what, float size) {
    const TextStyle style{Font::Sans, size, drawing.theme.text};
    const float line = 3.2F * size;
    float y = corner.y + 0.5F * line;
    for (const auto& [asked, answer] :
         {std::pair("The first matrix that is wrong", where), std::pair("What was done", what)}) {
        const float from = corner.x + drawing.measure(asked, Font::Sans, size) + 0.8F * size;
        draw_text(drawing, {corner.x, y}, asked, style);
        draw_text(
            drawing, {from, y},
            escape(shortened(answer, corner.x + width - from, Font::Bold, size, drawing.measure)),
            {Font::Bold, size, drawing.theme.text});
        draw_line(drawing, {from, y + 0.6F * size}, {corner.x + width, y + 0.6F * size},
                  drawing.theme.text, 0.6F);
        y += line;
    }
    return 2 * line;
}

float draw_powers(Drawing& drawing, Point corner, float width, float size) {
    struct Line {
        double step;
        int first, last, decimals;
    };
    const TextStyle style{Font::Sans, size, drawing.theme.text};
    draw_text(drawing, {corner.x, corner.y + 0.9F * size},
              "Powers of e. Subtract the largest score of a line first: its weights stay the same.",
              {style.font, style.size, drawing.theme.dim_text});
    float y = 1.7F * size;
    for (const Line& line : {Line{1, 0, 6, 0}, {0.1, 1, 9, 1}, {0.01, 1, 9, 2}}) {
        for (int at = line.first; at <= line.last; ++at) {
            const double power = -at * line.step;
            const std::string exponent =
                number_text(power, {NumberFormat::Kind::Decimals, line.decimals});
            const std::string value =
                number_text(std::exp(power), {NumberFormat::Kind::Decimals, 3});
            draw_text(drawing,
                      {corner.x + static_cast<float>(at) * width / 10, corner.y + y + 0.8F * size},
                      "e^{" + exponent + "} " + value, style);
        }
        y += 1.55F * size;
    }
    return y;
}

} // namespace attn::figure
