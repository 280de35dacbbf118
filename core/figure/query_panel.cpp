// SPDX-License-Identifier: MIT
#include "core/base/covered.h"
#include "core/base/number_text.h"
#include "core/document/sheet.h"
#include "core/document/step.h"
#include "core/figure/canvas.h"
#include "core/figure/changes.h"
#include "core/figure/drawing.h"
#include "core/figure/heatmap_parts.h"
#include "core/figure/look_of.h"
#include "core/figure/model_figures.h"
#include "core/figure/number_form.h"
#include "core/figure/query_bars.h"
#include "core/figure/rich_text.h"
#include "core/figure/sheet_look.h"
#include "core/figure/softmax_table.h"
#include "core/figure/word.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace attn::figure {
namespace {

using Panel = QueryPanel;

const SheetLook& look_at(const Contents& contents, Stage stage) {
    const SheetLook* const found = look_of(contents, stage);
    assert(found && "the stage is always shown");
    return *found;
}

/// The last stage before the weights whose numbers differ from the stage before it.
const SheetLook& before_weights(const Contents& contents) {
    const SheetLook* last = &look_at(contents, Stage::Scores);
    for (const SheetLook& look : contents.sheets)
        if (look.id.stage == Stage::Scaled || look.id.stage == Stage::Biased ||
            look.id.stage == Stage::Limited || look.id.stage == Stage::Masked)
            last = &look;
    return *last;
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

/// Returns the sum that the query word's weights are shares of; nothing if they are no shares.
std::optional<Real> power_sum(const Document& document, const Contents& shown, const View& view,
                              const SheetLook& scores) {
    if (!has_softmax_table(document, shown, view, scores.id.stage))
        return std::nullopt;
    Real sum = 0;
    const Vector row = scores.values.row(view.query);
    for (Index key = 0; key < row.size(); ++key)
        if (!scores.is_blocked(view.query, key))
            sum += std::exp(row(key));
    return std::isfinite(sum) && sum > 0 ? std::optional(sum) : std::nullopt;
}

/// Picks every key in order if there are lines for all and what follows them; otherwise the keys
/// with the largest weights.
void choose_keys(Panel& panel, std::size_t lines) {
    const auto tokens = static_cast<std::size_t>(panel.weights.column_count());
    panel.keys.resize(tokens);
    std::iota(panel.keys.begin(), panel.keys.end(), Index{0});
    if (tokens + 1 <= lines)
        return;
    panel.is_selection = true;
    const auto keep = static_cast<std::ptrdiff_t>(std::max<std::size_t>(1, lines - 2));
    const Vector weights = panel.weights.values.row(panel.query);
    const auto weight = [&](Index key) {
        const Real value = weights(key);
        return std::isnan(value) ? Real{0} : std::abs(value);
    };
    std::partial_sort(
        panel.keys.begin(), panel.keys.begin() + keep, panel.keys.end(),
        [&](Index a, Index b) { return weight(a) != weight(b) ? weight(a) > weight(b) : a < b; });
    panel.keys.resize(static_cast<std::size_t>(keep));
}

struct Headings {
    std::string scores, weights, output;
};

Headings headings_of(const Panel& panel, const std::string& word) {
    const std::string count = std::to_string(panel.keys.size());
    const std::string of_all = " of " + std::to_string(panel.weights.column_count());
    std::string scores = "scores";
    if (panel.scores.id.stage != Stage::Scores)
        scores = std::string(panel.scores.id.stage.name()) + " " + scores;
    return {"“" + word + "” asks " +
                (panel.is_selection ? count + of_all + " words" : "each word") + ": " + scores,
            panel.is_selection ? "The " + count + " largest weights" + of_all
                               : "Weights: how much it listens",
            "Output of “" + word + "” = Σ weight × value"};
}

/// Draws the sum in as many pieces as its columns need. If that would be too long, draws its first
/// columns and names the figures that have the others. Returns the lower end.
float draw_sum_on_page(Panel& panel, const QueryPart& first, const std::string& heading) {
    constexpr Index most_lines = 90; // all pieces together
    const Index columns = panel.values.column_count();
    const Index room = std::max<Index>(1, columns_with_room(panel, first));
    const Index pieces = (columns + room - 1) / room;
    const auto lines = static_cast<Index>(panel.keys.size()) + (panel.is_selection ? 2 : 1);
    const bool has_all = pieces == 1 || pieces * (lines + 2) <= most_lines;
    const Index each = has_all ? (columns + pieces - 1) / pieces : std::max<Index>(1, room - 1);
    QueryPart part = first;
    for (Index from = 0; from < columns; from += each) {
        const Index count = std::min(each, columns - from);
        const bool is_whole = count == columns;
        draw_heading(panel, part,
                     heading + (is_whole     ? ""
                                : count == 1 ? ", column " + std::to_string(from)
                                             : ", columns " + std::to_string(from) + " to " +
                                                   std::to_string(from + count - 1)));
        draw_sum(panel, part, {from, count, !has_all});
        const float high = part.first_line - part.area.y + static_cast<float>(lines) * part.line +
                           0.3F * part.unit;
        part.area.y += high;
        part.first_line += high;
        if (!has_all)
            break;
    }
    if (!has_all)
        for (const std::string& line : caption_lines(
                 "The other columns have no room here; the figures weighted_values and output show "
                 "them.",
                 part.area.width, 0.8F * part.unit, panel.drawing.measure)) {
            draw_text(panel.drawing, {part.area.x, part.area.y + 0.5F * part.line}, escape(line),
                      {Font::Sans, 0.8F * part.unit, panel.drawing.theme.dim_text});
            part.area.y += part.line;
        }
    return part.area.y;
}

/// Draws the parts below each other, the first two side by side on a wide page.
void draw_on_page(Panel& panel, const std::string& word, float unit) {
    const float width = panel.drawing.figure.size.width;
    const float padding = 0.8F * unit, line = 1.2F * unit;
    const bool is_wide = width >= 50 * unit;
    // Three or two such lists below each other are about as high as a page.
    choose_keys(panel, is_wide ? 32 : 24);
    const Headings headings = headings_of(panel, word);
    const auto part = [&](bool is_right, bool is_left, float top) {
        const float left = is_right ? width / 2 + padding : padding;
        const float right = is_left ? width / 2 - padding : width - padding;
        return QueryPart{{left, top, right - left, 0}, top + 1.7F * unit + line / 2, line, unit};
    };
    const float high = 1.7F * unit + (static_cast<float>(panel.keys.size()) + 0.5F) * line;
    const QueryPart scores = part(false, is_wide, 0),
                    weights = part(is_wide, false, is_wide ? 0 : high);
    draw_heading(panel, scores, headings.scores);
    draw_bars(panel, scores, panel.scores, false);
    draw_heading(panel, weights, headings.weights);
    draw_bars(panel, weights, panel.weights, true);
    const QueryPart sum = part(false, false, weights.area.y + high);
    panel.drawing.figure.size.height = draw_sum_on_page(panel, sum, headings.output) + 0.3F * unit;
}

} // namespace

Figure attention_panel(const Document& document, const Trace& trace, const View& asked,
                       const CanvasOptions& options) {
    const View view = within(document, asked);
    const Theme colours = theme(view.theme);
    Contents shown = contents(document, trace, view, options.kept);
    if (options.before)
        compare_with(shown, *options.before);
    const bool is_page = options.available.height <= 0;
    for (SheetLook& look : shown.sheets) {
        look.is_transposed = false; // Keys are below each other, transposed or not.
        if (is_page) {              // A page is as high as its numbers need; nothing moves on it.
            look.numbers = readable_form(look);
            reserve_characters(look);
        }
    }
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

    panel.finer_weights = finer_weights(panel);
    const std::string& word = shown.words()[static_cast<std::size_t>(view.query)];
    if (is_page) {
        draw_on_page(panel, word, unit);
        return figure;
    }
    panel.power_sum = power_sum(document, shown, view, panel.scores);

    const float heading = 1.9F * unit;
    const float room = options.available.height - heading - 0.4F * unit;
    const float least_line = 1.25F * std::max(9.0F, 0.8F * unit);
    choose_keys(panel, static_cast<std::size_t>(std::max(2.0F, std::floor(room / least_line))));
    const std::size_t used = panel.keys.size() + (panel.is_selection ? 2 : 1);
    const float line = std::min(1.8F * unit, room / static_cast<float>(used));

    const float padding = 1.1F * unit;
    const float width = options.available.width;
    const std::array<float, 4> edges{0, 0.25F * width, query_panel_split * width, width};
    const auto part = [&](std::size_t at) {
        Rect area{edges[at] + padding, 0.25F * unit, edges[at + 1] - edges[at] - 2 * padding,
                  options.available.height};
        return QueryPart{area, heading + line / 2, line, unit};
    };
    for (std::size_t at = 1; at < 3; ++at)
        draw_line(drawing, {edges[at], 0}, {edges[at], options.available.height}, colours.line,
                  colours.stroke);
    const Headings headings = headings_of(panel, word);
    draw_heading(panel, part(0), headings.scores);
    draw_bars(panel, part(0), panel.scores, false);
    const ExpectedRow* const expected = options.expected;
    if (expected && exists(document, *expected) && expected->sheet == panel.weights.id &&
        expected->row == view.query) {
        draw_heading(panel, part(1), expected_heading(document, *expected, panel.weights.numbers));
        draw_expected_bars(panel, part(1), *expected);
    } else {
        draw_weights_heading(panel, part(1), headings.weights);
        draw_bars(panel, part(1), panel.weights, true);
    }
    draw_heading(panel, part(2), headings.output);
    draw_sum(panel, part(2));
    return figure;
}

} // namespace attn::figure
