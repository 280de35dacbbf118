// SPDX-License-Identifier: MIT
#include "core/base/covered.h"
#include "core/base/number_text.h"
#include "core/document/sheet.h"
#include "core/document/step.h"
#include "core/figure/canvas.h"
#include "core/figure/changes.h"
#include "core/figure/drawing.h"
#include "core/figure/look_of.h"
#include "core/figure/model_figures.h"
#include "core/figure/query_bars.h"
#include "core/figure/rich_text.h"
#include "core/figure/sheet_look.h"
#include "core/figure/word.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace attn::figure {
namespace {

using Part = QueryPart;
using Panel = QueryPanel;

const SheetLook& look_at(const Contents& contents, Stage stage) {
    const SheetLook* const found = look_of(contents, stage);
    assert(found && "the stage is always shown");
    return *found;
}

/// The last stage before the weights that differs from the one before it.
const SheetLook& before_weights(const Contents& contents) {
    const SheetLook* last = &look_at(contents, Stage::Scores);
    for (const SheetLook& look : contents.sheets)
        if (look.id.stage == Stage::Scaled || look.id.stage == Stage::Limited ||
            look.id.stage == Stage::Masked)
            last = &look;
    return *last;
}

/// weight × value, key by key, and their sum: the output of the query word.
void draw_sum(Panel& panel, const Part& part) {
    const Theme& theme = panel.drawing.theme;
    Drawing& drawing = panel.drawing;
    const float labels = label_width(panel, part);
    const float size = std::min(0.86F * part.unit, 0.8F * part.line);
    const float digit = drawing.measure("0", Font::Mono, size);
    const auto width_of = [&](const SheetLook& look) {
        return static_cast<float>(look.characters + 1) * digit;
    };
    const float weight_right =
        part.area.x + labels + 0.5F * part.unit + 2 * digit + width_of(panel.weights);
    const float begin = weight_right + 3 * digit;
    const float pitch =
        std::max({width_of(panel.values), width_of(panel.weighted), width_of(panel.output)}) +
        1.2F * digit;
    const Index columns = panel.values.column_count();
    const float between = 3 * digit; // "=" and, where columns are left out, "…"
    const auto room =
        static_cast<Index>((part.area.right() - begin - between - 2 * digit) / 2 / pitch);
    const Index shown = std::clamp<Index>(columns <= room ? columns : room - 1, 0, columns);
    const float second =
        begin + static_cast<float>(shown + (shown < columns ? 1 : 0)) * pitch + between;

    const auto draw_row = [&](const SheetLook& look, Index row, float left, float y,
                              Colour colour) {
        for (Index column = 0; column < shown; ++column)
            draw_text(drawing, {left + static_cast<float>(column + 1) * pitch, y},
                      cell_text(look, row, column), {Font::Mono, size, colour, Anchor::Right});
        if (shown < columns)
            draw_text(drawing, {left + static_cast<float>(shown) * pitch + digit, y}, "…",
                      {Font::Mono, size, colour});
        if (shown > 0)
            drawing.figure.grids.push_back({look.id,
                                            {left + 0.35F * digit, y - part.line / 2,
                                             static_cast<float>(shown) * pitch, part.line},
                                            1,
                                            shown,
                                            row,
                                            0});
    };
    for (std::size_t at = 0; at < panel.keys.size(); ++at) {
        const Index key = panel.keys[at];
        const float y = part.middle(at);
        const Colour colour = panel.key == key ? theme.key_text : theme.text;
        draw_word(panel, part, at, labels);
        draw_text(drawing, {part.area.x + labels + 0.5F * part.unit, y}, at == 0 ? " " : "+",
                  {Font::Mono, size, theme.dim_text});
        draw_text(drawing, {weight_right, y}, cell_text(panel.weights, panel.query, key),
                  {Font::Mono, size, theme.query_text, Anchor::Right});
        drawing.figure.grids.push_back({panel.weights.id,
                                        {weight_right - width_of(panel.weights), y - part.line / 2,
                                         width_of(panel.weights), part.line},
                                        1,
                                        1,
                                        panel.query,
                                        key});
        draw_text(drawing, {weight_right + 1.2F * digit, y}, "×",
                  {Font::Mono, size, theme.dim_text});
        draw_row(panel.values, key, begin, y, colour);
        draw_text(drawing, {second - 1.2F * digit, y}, "=", {Font::Mono, size, theme.dim_text});
        draw_row(panel.weighted, key, second, y, colour);
    }
    float y = part.middle(panel.keys.size());
    if (panel.is_selection) {
        draw_text(drawing, {part.area.x + labels + 0.5F * part.unit, y},
                  "+ " +
                      std::to_string(panel.weights.column_count() -
                                     static_cast<Index>(panel.keys.size())) +
                      " more words with smaller weights",
                  {Font::Sans, size, theme.dim_text});
        y += part.line;
    }
    draw_line(drawing, {part.area.x, y - 0.5F * part.line},
              {std::min(part.area.right(), second + static_cast<float>(shown) * pitch + 2 * digit),
               y - 0.5F * part.line},
              theme.line, theme.stroke);
    draw_text(drawing, {part.area.x + labels, y},
              escape(shortened("output", labels, Font::Bold, size, drawing.measure)),
              {Font::Bold, size, theme.query_text, Anchor::Right});
    draw_text(drawing, {second - 1.2F * digit, y}, "=", {Font::Mono, size, theme.dim_text});
    draw_row(panel.output, panel.query, second, y, theme.query_text);
}

std::string expected_heading(const Document& document, const ExpectedRow& expected,
                             const NumberFormat& numbers) {
    const std::string all = number_text(sum(expected), numbers);
    if (!can_expect(document, expected.sheet, expected.row))
        return "Weights, and what you expected";
    return all == number_text(1, numbers)
               ? "You expect " + all + " in all: reveal it"
               : "You expect " + all + " in all: drag to " + number_text(1, numbers);
}

} // namespace

Figure attention_panel(const Document& document, const Trace& trace, const View& asked,
                       const CanvasOptions& options) {
    const View view = within(document, asked);
    const Theme colours = theme(view.theme);
    Contents shown = contents(document, trace, view, options.kept);
    if (options.before)
        compare_with(shown, *options.before);
    for (SheetLook& look : shown.sheets)
        look.is_transposed = false; // Keys stand below each other, however matrices are drawn.
    const float unit = options.text;
    Figure figure;
    figure.size = options.available;
    figure.background = colours.panel_background;
    Drawing drawing{figure, colours, options.measure};
    Panel panel{drawing,
                before_weights(shown),
                look_at(shown, Stage::Weights),
                look_at(shown, Stage::V),
                look_at(shown, Stage::WeightedValues),
                look_at(shown, Stage::Output),
                shown.keys(),
                {},
                view.query,
                view.key};

    // Every key in its order while there is room; else those with the largest weights.
    const float heading = 1.9F * unit;
    const float room = options.available.height - heading - 0.4F * unit;
    const auto tokens = static_cast<std::size_t>(key_count(document));
    const float least_line = 1.25F * std::max(9.0F, 0.8F * unit);
    const auto lines = static_cast<std::size_t>(std::max(2.0F, std::floor(room / least_line)));
    panel.keys.resize(tokens);
    std::iota(panel.keys.begin(), panel.keys.end(), Index{0});
    if (tokens + 1 > lines) {
        panel.is_selection = true;
        const auto keep = static_cast<std::ptrdiff_t>(std::max<std::size_t>(1, lines - 2));
        const Vector weights = panel.weights.values.row(view.query);
        const auto weight = [&](Index key) {
            const Real value = weights(key);
            return std::isnan(value) ? Real{0} : std::abs(value);
        };
        std::partial_sort(panel.keys.begin(), panel.keys.begin() + keep, panel.keys.end(),
                          [&](Index a, Index b) {
                              return weight(a) != weight(b) ? weight(a) > weight(b) : a < b;
                          });
        panel.keys.resize(static_cast<std::size_t>(keep));
    }
    const std::size_t used = panel.keys.size() + (panel.is_selection ? 2 : 1);
    const float line = std::min(1.8F * unit, room / static_cast<float>(used));

    const float padding = 1.1F * unit;
    const float width = options.available.width;
    const std::array<float, 4> edges{0, 0.25F * width, query_panel_split * width, width};
    const auto part = [&](std::size_t at) {
        Rect area{edges[at] + padding, 0.25F * unit, edges[at + 1] - edges[at] - 2 * padding,
                  options.available.height};
        return Part{area, heading + line / 2, line, unit};
    };
    for (std::size_t at = 1; at < 3; ++at)
        draw_line(drawing, {edges[at], 0}, {edges[at], options.available.height}, colours.line,
                  colours.stroke);
    const std::string& word = shown.words()[static_cast<std::size_t>(view.query)];
    const std::string count = std::to_string(panel.keys.size());
    const std::string of_all = " of " + std::to_string(tokens);
    std::string scores = "scores";
    if (panel.scores.id.stage != Stage::Scores)
        scores = std::string(panel.scores.id.stage.name()) + " " + scores;
    draw_heading(panel, part(0),
                 "“" + word + "” asks " +
                     (panel.is_selection ? count + of_all + " words" : "each word") + ": " +
                     scores);
    draw_bars(panel, part(0), panel.scores, false);
    const ExpectedRow* const expected = options.expected;
    if (expected && exists(document, *expected) && expected->sheet == panel.weights.id &&
        expected->row == view.query) {
        draw_heading(panel, part(1), expected_heading(document, *expected, panel.weights.numbers));
        draw_expected_bars(panel, part(1), *expected);
    } else {
        draw_heading(panel, part(1),
                     panel.is_selection ? "The " + count + " largest weights" + of_all
                                        : "Weights: how much it listens");
        draw_bars(panel, part(1), panel.weights, true);
    }
    draw_heading(panel, part(2), "Output of “" + word + "” = Σ weight × value");
    draw_sum(panel, part(2));
    return figure;
}

} // namespace attn::figure
