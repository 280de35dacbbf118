// SPDX-License-Identifier: MIT
#include "core/figure/page.h"

#include "core/document/open_part.h"
#include "core/figure/model_figures.h"
#include "core/figure/prose_layout.h"
#include "core/figure/rich_text.h"

#include <algorithm>
#include <cmath>

namespace attn::figure {
namespace {

constexpr float unit_of_height = 34.0F / 1080;
constexpr float small_text = 0.74F; // hints and notes, in units: 25 of 1080 lines

/// The hints that fit side by side, beginning with the first.
std::string hint_line(const std::vector<std::string>& hints, float width, float size,
                      const Measure& measure) {
    std::string line;
    for (const std::string& hint : hints) {
        const std::string longer = line.empty() ? hint : line + "   ·   " + hint;
        if (!fits_in(measure(longer, Font::Sans, size), width))
            break;
        line = longer;
    }
    return line;
}

/// Draws the progress line, finished pieces dark, or the hints in its place, and "6 / 14" at the
/// right.
void draw_progress(Drawing& drawing, const Page& page, Rect bar, float unit) {
    const float size = small_text * unit, middle = bar.y + bar.height / 2;
    const Theme& theme = drawing.theme;
    float room = bar.width;
    if (page.count > 0) {
        const std::string text = std::to_string(page.at) + " / " + std::to_string(page.count);
        draw_text(drawing, {bar.right(), middle}, text,
                  {Font::Sans, size, theme.dim_text, Anchor::Right});
        room -= drawing.measure(text, Font::Sans, size) + unit;
    }
    if (!page.hints.empty()) {
        draw_text(drawing, {bar.x, middle},
                  escape(hint_line(page.hints, room, size, drawing.measure)),
                  {Font::Sans, size, theme.dim_text});
        return;
    }
    const float gap = 0.18F * unit, height = 0.14F * unit;
    const float piece = (room + gap) / static_cast<float>(page.count) - gap;
    for (int at = 0; at < page.count && piece > 0; ++at)
        drawing.figure.shapes.emplace_back(Box{
            {bar.x + static_cast<float>(at) * (piece + gap), middle - height / 2, piece, height},
            at < page.at ? theme.text : theme.line,
            transparent,
            0,
            height / 2});
}

float draw_formula(Drawing& drawing, Point at, float width, const std::string& formula,
                   float size) {
    if (formula.empty())
        return 0;
    const float wide = rich_width(formula, Font::Sans, size, drawing.measure);
    const float fitting = wide > width ? size * width / wide : size;
    draw_text(drawing, {at.x, at.y + 0.75F * size}, formula,
              {Font::Sans, fitting, drawing.theme.text});
    return 1.6F * size;
}

} // namespace

float page_unit(Size size) {
    // A tall narrow window must have room for a line of words as well.
    return std::max(8.0F, std::min(unit_of_height * size.height, size.width / 36));
}

Figure page_figure(const Document& document, const Trace& trace, const View& view, const Page& page,
                   const PageOptions& options) {
    if (has_parts(document) && page.picture.part)
        return draw_part(document, trace, view, *page.picture.part,
                         [&](const Document& part, const Trace& of_part, const View& seen) {
                             return page_figure(part, of_part, seen, page, options);
                         });
    const Theme colours = theme(view.theme);
    const float unit = options.unit > 0 ? options.unit : page_unit(options.size);
    Figure figure;
    figure.size = options.size;
    figure.background = colours.background;
    Drawing drawing{figure, colours, options.measure};

    const float margin = 1.6F * unit, width = options.size.width - 2 * margin;
    const bool has_bar = !page.hints.empty() || page.count > 0;
    const float bar = has_bar ? 2.0F * unit : 0;
    const float bottom = options.size.height - bar;
    float y = 1.0F * unit;
    y += draw_prose(drawing, {margin, y}, width, page.title,
                    {Font::Bold, 1.45F * unit, colours.text, 1.25F});
    y += draw_formula(drawing, {margin, y}, width, page.formula, 1.2F * unit);
    if (!page.note.empty())
        y += draw_prose(drawing, {margin, y}, width, {{page.note}},
                        {Font::Sans, small_text * unit, colours.dim_text, 1.5F});
    y += 0.5F * unit;

    const ProseStyle text{Font::Sans, 1.12F * unit, colours.text, 1.4F};
    const float prose = prose_height(page.text, width, text, options.measure);
    const float asked =
        page.question ? 0.5F * unit + question_height(*page.question, width, unit, options.measure)
                      : 0;
    const float text_height = prose + asked;
    const bool has_picture = !page.picture.columns.empty() || page.picture.is_map;
    const float text_top = has_picture ? bottom - 0.6F * unit - text_height : y + 0.5F * unit;
    if (has_picture)
        draw_picture(drawing, document, trace, view, page.picture,
                     {{margin, y, width, std::max(1.0F, text_top - y - 0.4F * unit)}, unit});
    draw_prose(drawing, {margin, text_top}, width, page.text, text);
    if (page.question)
        draw_question(drawing, *page.question, {margin, text_top + prose + 0.5F * unit}, width,
                      unit);

    if (has_bar)
        draw_progress(drawing, page, {margin, bottom, width, bar}, unit);
    return figure;
}

} // namespace attn::figure
