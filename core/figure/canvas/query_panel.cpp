// SPDX-License-Identifier: MIT
#include "core/figure/canvas/query_panel.h"

#include "core/base/covered.h"
#include "core/base/number_text.h"
#include "core/document/model/model.h"
#include "core/document/model/sheet.h"
#include "core/document/telling/expected.h"
#include "core/document/telling/step.h"
#include "core/engine/numbers/normalisers.h"
#include "core/figure/base/colours.h"
#include "core/figure/base/drawing.h"
#include "core/figure/base/number_form.h"
#include "core/figure/base/text.h"
#include "core/figure/canvas/canvas.h"
#include "core/figure/canvas/model_figures.h"
#include "core/figure/matrix/changes.h"
#include "core/figure/matrix/pooled.h"
#include "core/figure/matrix/sheet_look.h"
#include "core/figure/plots/heatmap_figure.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <numeric>
#include <optional>
#include <string>
#include <vector>

namespace attn::figure {

// Parts of attention's lower panel: a heading with a line for each key, and the bars of a row of
// scores or weights, computed or expected.

/// One part of the panel: a heading and one line for each shown key.
struct QueryPart {
    Rect area;
    float first_line = 0; // middle of the first line
    float line = 0;
    float unit = 0;

    float middle(std::size_t at) const { return first_line + static_cast<float>(at) * line; }
};

struct QueryPanel {
    Drawing& drawing;
    const SheetLook& scores; // input of the normaliser: scores, scaled or masked
    const SheetLook& weights;
    const SheetLook& values;
    const SheetLook& weighted;
    const SheetLook& output;
    bool has_scores, has_sum; // else the looks stand for nothing: given weights need no scores
    const std::vector<std::string>& words;
    std::vector<Index> keys; // in the order they are shown
    Index query = 0;
    std::optional<Index> key;
    bool is_selection = false; // not all keys fit
    /// The sum of e^score over all keys, if the weights are shares of it. The powers then replace
    /// the words before the bars of the weights.
    std::optional<Real> power_sum = {};
    /// The weights with more decimals, if their products with the values would look wrong
    /// otherwise.
    std::optional<SheetLook> finer_weights = {};

    const SheetLook& factors() const { return finer_weights ? *finer_weights : weights; }
};

void draw_heading(QueryPanel& panel, const QueryPart& part, const std::string& text);
/// Draws the heading of the weight bars, with "e^score" over the powers if they are shown.
void draw_weights_heading(QueryPanel& panel, const QueryPart& part, const std::string& text);
/// Draws the word of a key, right-aligned in the width, with its region.
void draw_word(QueryPanel& panel, const QueryPart& part, std::size_t at, float width);
float label_width(const QueryPanel& panel, const QueryPart& part);

/// Draws the bars of one row of a matrix, from zero to the right; negative ones to the left.
void draw_bars(QueryPanel& panel, const QueryPart& part, const SheetLook& look, bool is_weights);

/// Draws expected weights, from 0 to 1. A covered weight shows only the expected bar, dashed. A
/// revealed weight shows its bar with the expected one as a dashed outline, and the colour of the
/// difference between them.
void draw_expected_bars(QueryPanel& panel, const QueryPart& part, const ExpectedRow& expected);

/// The weights with just enough more decimals that each product of the query word is true as shown:
/// it differs from the number after "=" by at most half a unit of its last digit for each factor.
/// Nothing if no more are needed.
std::optional<SheetLook> finer_weights(const QueryPanel& panel);

/// The columns of the values that a sum shows; "…" follows if there are more.
struct SumColumns {
    Index first = 0, count = 0;
    bool has_more = false;
};
/// The number of columns that fit in a part.
Index columns_with_room(const QueryPanel& panel, const QueryPart& part);
/// Draws weight × value for each key and their sum, the output of the query word: for as many
/// columns as fit, or for `columns`.
void draw_sum(QueryPanel& panel, const QueryPart& part);
void draw_sum(QueryPanel& panel, const QueryPart& part, SumColumns columns);

namespace {

using Panel = QueryPanel;

/// The look of the stage, or of the weights, which are always shown.
const SheetLook& look_at(const Contents& contents, Stage stage) {
    const SheetLook* found = look_of(contents, stage);
    if (!found)
        found = look_of(contents, Stage::Weights);
    assert(found && "the weights are always shown");
    return *found;
}

/// The last stage before the weights whose numbers differ from the stage before it; null if the
/// document has none.
const SheetLook* before_weights(const Contents& contents) {
    const SheetLook* last = look_of(contents, Stage::Scores);
    for (const SheetLook& look : contents.sheets)
        if (look.id.stage == Stage::Scaled || look.id.stage == Stage::WithBias ||
            look.id.stage == Stage::Biased || look.id.stage == Stage::Limited ||
            look.id.stage == Stage::Masked)
            last = &look;
    return last;
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
    if (panel.scores.id.stage == Stage::WithBias)
        scores += " with bias";
    else if (panel.scores.id.stage != Stage::Scores)
        scores = std::string(panel.scores.id.stage.name()) + " " + scores;
    return {word + " asks " + (panel.is_selection ? count + of_all + " words" : "each word") +
                ": " + scores,
            panel.is_selection ? "The " + count + " largest weights" + of_all
                               : "Weights: how much it listens",
            "Output of " + word + " = Σ weight × value"};
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
    const bool is_beside = is_wide && panel.has_scores;
    const QueryPart scores = part(false, is_wide, 0),
                    weights = part(is_beside, false, is_wide || !panel.has_scores ? 0 : high);
    if (panel.has_scores) {
        draw_heading(panel, scores, headings.scores);
        draw_bars(panel, scores, panel.scores, false);
    }
    draw_heading(panel, weights, headings.weights);
    draw_bars(panel, weights, panel.weights, true);
    const QueryPart sum = part(false, false, weights.area.y + high);
    if (!panel.has_sum) {
        panel.drawing.figure.size.height = weights.area.y + high;
        return;
    }
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
    const SheetLook* const before = before_weights(shown);
    Panel panel{drawing,
                before ? *before : look_at(shown, Stage::Weights),
                look_at(shown, Stage::Weights),
                look_at(shown, Stage::V),
                look_at(shown, Stage::WeightedValues),
                look_at(shown, Stage::Output),
                before != nullptr,
                look_of(shown, Stage::V) && look_of(shown, Stage::Output) &&
                    look_of(shown, Stage::WeightedValues),
                shown.keys(),
                {},
                view.query,
                view.key};

    if (panel.has_sum)
        panel.finer_weights = finer_weights(panel);
    const std::string word = quoted_word(shown.words(), view.query);
    if (is_page) {
        draw_on_page(panel, word, unit);
        return figure;
    }
    if (panel.has_scores)
        panel.power_sum = power_sum(document, shown, view, panel.scores);

    const float heading = 1.9F * unit;
    const float room = options.available.height - heading - 0.4F * unit;
    const float least_line = 1.25F * std::max(9.0F, 0.8F * unit);
    choose_keys(panel, static_cast<std::size_t>(std::max(2.0F, std::floor(room / least_line))));
    const std::size_t used = panel.keys.size() + (panel.is_selection ? 2 : 1);
    const float line = std::min(1.8F * unit, room / static_cast<float>(used));

    const float padding = 1.1F * unit;
    const float width = options.available.width;
    std::array<float, 4> edges{0, 0.25F * width, query_panel_split * width, width};
    const auto part = [&](std::size_t at) {
        Rect area{edges[at] + padding, 0.25F * unit, edges[at + 1] - edges[at] - 2 * padding,
                  options.available.height};
        return QueryPart{area, heading + line / 2, line, unit};
    };
    // The bars give room to a sum that then has all its columns.
    const Index all = panel.has_sum ? panel.values.column_count() : 0;
    const std::array<float, 4> usual = edges;
    for (const float narrower : {0.0F, 0.02F, 0.045F, 0.07F}) {
        edges = {0, usual[1] - narrower / 2 * width, usual[2] - narrower * width, width};
        if (columns_with_room(panel, part(2)) >= all)
            break;
        edges = usual;
    }
    for (std::size_t at = 1; at < 3; ++at)
        draw_line(drawing, {edges[at], 0}, {edges[at], options.available.height}, colours.line,
                  colours.stroke);
    const Headings headings = headings_of(panel, word);
    if (panel.has_scores) {
        draw_heading(panel, part(0), headings.scores);
        draw_bars(panel, part(0), panel.scores, false);
    } else {
        draw_heading(panel, part(0), "Nothing makes scores: the weights are given");
    }
    const ExpectedRow* const expected = options.expected;
    if (expected && exists(document, *expected) && expected->sheet == panel.weights.id &&
        expected->row == view.query) {
        draw_heading(panel, part(1), expected_heading(document, *expected, panel.weights.numbers));
        draw_expected_bars(panel, part(1), *expected);
    } else {
        draw_weights_heading(panel, part(1), headings.weights);
        draw_bars(panel, part(1), panel.weights, true);
    }
    if (panel.has_sum) {
        draw_heading(panel, part(2), headings.output);
        draw_sum(panel, part(2));
    } else {
        draw_heading(panel, part(2), "There are no values, so there is no output");
    }
    return figure;
}

namespace {

/// The old number, if it is written differently now.
std::optional<Real> before_of(const SheetLook& look, Index query, Index key) {
    if (!look.changes || look.changes->at({look.id, query, key}) == Changes::Way::Same)
        return std::nullopt;
    return look.changes->before(query, key);
}

/// "  ▲ 8 points" for a weight that rose; "  was 2.76" for a score.
std::string change_text(const SheetLook& look, Index query, Index key, Real before,
                        bool is_weights) {
    const Real points = std::abs(look.values(query, key) - before) * 100;
    if (!is_weights || !std::isfinite(points))
        return "  was " + number_text(before, look.numbers);
    const Changes::Way way = look.changes->at({look.id, query, key});
    const std::string mark = way == Changes::Way::Up     ? "  ▲ "
                             : way == Changes::Way::Down ? "  ▼ "
                                                         : "  – ";
    const std::string count = points < 10 ? decimals(points, 1) : decimals(points, 0);
    return mark + count + (count == "1.0" ? " point" : " points");
}

/// Adds the region of the key's number in the row.
void note_cell(QueryPanel& panel, const QueryPart& part, const SheetLook& look, std::size_t at,
               float begin) {
    panel.drawing.figure.grids.push_back(
        {look.id,
         {begin, part.middle(at) - part.line / 2, part.area.right() - begin, part.line},
         1,
         1,
         panel.query,
         panel.keys[at]});
}

} // namespace

void draw_heading(QueryPanel& panel, const QueryPart& part, const std::string& text) {
    const float size = 0.8F * part.unit;
    draw_text(panel.drawing, {part.area.x, part.area.y + 0.75F * part.unit},
              escape(shortened(text, part.area.width, Font::Bold, size, panel.drawing.measure)),
              {Font::Bold, size, panel.drawing.theme.dim_text});
}

void draw_word(QueryPanel& panel, const QueryPart& part, std::size_t at, float width) {
    const Theme& theme = panel.drawing.theme;
    const Index key = panel.keys[at];
    const bool is_key = panel.key == key;
    const float size = std::min(0.86F * part.unit, 0.8F * part.line);
    const Font font = is_key ? Font::Bold : Font::Sans;
    draw_text(panel.drawing, {part.area.x + width, part.middle(at)},
              escape(shortened_name(panel.words[static_cast<std::size_t>(key)], panel.words, width,
                                    font, size, panel.drawing.measure)),
              {font, size, is_key ? theme.key_text : theme.text, Anchor::Right});
    panel.drawing.figure.labels.push_back(
        {{part.area.x, part.middle(at) - part.line / 2, width, part.line},
         panel.weights.id,
         false,
         key,
         1,
         true});
}

float label_width(const QueryPanel& panel, const QueryPart& part) {
    float widest = panel.drawing.measure("output", Font::Bold, 0.86F * part.unit);
    for (const Index key : panel.keys)
        widest = std::max(widest, panel.drawing.measure(panel.words[static_cast<std::size_t>(key)],
                                                        Font::Bold, 0.86F * part.unit));
    return std::min(widest, 0.3F * part.area.width);
}

namespace {

/// The decimals with which a power of this size has three digits.
int power_decimals(Real power) {
    return power < 9.995 ? 2 : power < 999.95 ? 1 : 0;
}

/// "13.1", "579", "0.02": at most six characters.
std::string score_power_text(Real power, int digits) {
    constexpr Real widest = 99999.5;
    return power >= widest ? with_minus(scientific(power, 1)) : decimals(power, digits);
}

float powers_width(const QueryPanel& panel, const QueryPart& part) {
    const float size = std::min(0.86F * part.unit, 0.8F * part.line);
    return 6 * panel.drawing.measure("0", Font::Mono, size);
}

/// Draws the powers before the bars if the weights are shares of a sum, and below them the sums.
/// Returns the width.
float draw_score_powers(QueryPanel& panel, const QueryPart& part) {
    const Theme& theme = panel.drawing.theme;
    const float size = std::min(0.86F * part.unit, 0.8F * part.line);
    const float width = powers_width(panel, part);
    const auto draw = [&](std::size_t line, const std::string& text, Colour colour) {
        draw_text(panel.drawing, {part.area.x + width, part.middle(line)}, escape(text),
                  {Font::Mono, size, colour, Anchor::Right});
    };
    // All have the decimals of their sum, so that a reader can add them up.
    const int digits = power_decimals(*panel.power_sum);
    std::vector<Real> powers;
    for (std::size_t at = 0; at < panel.keys.size(); ++at) {
        const Index key = panel.keys[at];
        const bool is_blocked = panel.scores.is_blocked(panel.query, key);
        const Real power = is_blocked ? 0 : std::exp(panel.scores.values(panel.query, key));
        powers.push_back(power);
        draw(at, score_power_text(power, digits),
             panel.key == key ? theme.key_text : theme.dim_text);
    }
    const std::size_t last = panel.keys.size() + (panel.is_selection ? 1 : 0);
    draw(last, score_power_text(*panel.power_sum, digits), theme.text);
    const bool is_rounded = !panel.is_selection && !adds_up(powers, *panel.power_sum, digits);
    draw_text(panel.drawing, {part.area.x + width + 0.6F * part.unit, part.middle(last)},
              is_rounded ? "≈ sum" : "sum", {Font::Sans, size, theme.dim_text});
    return width;
}

} // namespace

void draw_weights_heading(QueryPanel& panel, const QueryPart& part, const std::string& text) {
    if (!panel.power_sum)
        return draw_heading(panel, part, text);
    const float width = powers_width(panel, part);
    draw_text(panel.drawing, {part.area.x + width, part.area.y + 0.75F * part.unit}, "e^{score}",
              {Font::Sans, 0.8F * part.unit, panel.drawing.theme.dim_text, Anchor::Right});
    QueryPart rest = part;
    rest.area.x += width + 0.6F * part.unit;
    rest.area.width -= width + 0.6F * part.unit;
    draw_heading(panel, rest, text);
}

void draw_bars(QueryPanel& panel, const QueryPart& part, const SheetLook& look, bool is_weights) {
    const Theme& theme = panel.drawing.theme;
    const bool has_powers = is_weights && panel.power_sum;
    const float labels = has_powers ? draw_score_powers(panel, part) : label_width(panel, part);
    const float size = std::min(0.86F * part.unit, 0.8F * part.line);
    const auto text_of = [&](Index key) {
        std::string text = cell_text(look, panel.query, key);
        if (is_weights && !look.has_no_key(panel.query, key) &&
            !look.is_blocked(panel.query, key) && !is_covered(look.values(panel.query, key)))
            text += "  " + percent(look.values(panel.query, key));
        if (look.is_blocked(panel.query, key) && !is_covered(look.values(panel.query, key)))
            text = is_weights ? text + "  masked" : "−∞  masked";
        if (const auto before = before_of(look, panel.query, key))
            text += change_text(look, panel.query, key, *before, is_weights);
        return text;
    };
    float widest = 0;
    Real low = 0, high = is_weights ? look.scale.high : 0;
    for (const Index key : panel.keys) {
        widest = std::max(widest, panel.drawing.measure(text_of(key), Font::Mono, size));
        const Real value = look.values(panel.query, key);
        for (const Real end : {value, before_of(look, panel.query, key).value_or(value)})
            if (std::isfinite(end)) {
                low = std::min(low, end);
                high = std::max(high, end);
            }
    }
    const float begin = part.area.x + labels + 0.6F * part.unit;
    const float room = std::max(1.0F, part.area.right() - begin - widest - 0.6F * part.unit);
    const auto across = [&](Real value) {
        const Real width = high / 2 - low / 2;
        return width > 0 ? static_cast<float>((value / 2 - low / 2) / width) * room : 0;
    };
    const float zero = begin + across(0);
    for (std::size_t at = 0; at < panel.keys.size(); ++at) {
        const Index key = panel.keys[at];
        const Real value = look.values(panel.query, key);
        const float y = part.middle(at), height = 0.6F * part.line;
        if (!has_powers)
            draw_word(panel, part, at, labels);
        float end = zero;
        if (is_weights) // so that one sees what a full bar is
            panel.drawing.figure.shapes.emplace_back(
                Box{{begin, y - height / 2, room, height},
                    mix(theme.panel_background, theme.text, 0.05F),
                    transparent,
                    0,
                    std::min(2.0F, height / 4)});
        if (std::isfinite(value) && !look.has_no_key(panel.query, key)) {
            const float to = begin + across(value);
            const Colour fill = panel.key == key ? theme.key
                                : is_weights     ? theme.weight
                                                 : theme.score;
            panel.drawing.figure.shapes.emplace_back(
                Box{{std::min(zero, to), y - height / 2, std::abs(to - zero), height},
                    fill,
                    transparent,
                    0,
                    std::min(2.0F, height / 4)});
            end = std::max(zero, to);
        }
        if (const auto before = before_of(look, panel.query, key);
            before && std::isfinite(*before)) {
            const float to = begin + across(*before);
            draw_dashed_frame(
                panel.drawing,
                {std::min(zero, to), y - height / 2 - 1, std::abs(to - zero), height + 2},
                theme.text);
            end = std::max(end, to);
        }
        draw_text(panel.drawing, {end + 0.5F * part.unit, y}, text_of(key),
                  {Font::Mono, size, theme.text});
        note_cell(panel, part, look, at, begin);
    }
    if (low < 0)
        draw_line(panel.drawing, {zero, part.first_line - part.line / 2},
                  {zero, part.middle(panel.keys.size() - 1) + part.line / 2}, theme.dim_text, 1);
}

void draw_expected_bars(QueryPanel& panel, const QueryPart& part, const ExpectedRow& expected) {
    Drawing& drawing = panel.drawing;
    const Theme& theme = drawing.theme;
    const SheetLook& look = panel.weights;
    const float labels = label_width(panel, part);
    const float size = std::min(0.86F * part.unit, 0.8F * part.line);
    const float begin = part.area.x + labels + 0.6F * part.unit;
    const float room = expected_bar * (part.area.right() - begin);
    const ColourTable& colours = table(Diverging::BlueRed, luminance(theme.background) < 0.5);
    for (std::size_t at = 0; at < panel.keys.size(); ++at) {
        const Index key = panel.keys[at];
        const float y = part.middle(at), height = 0.6F * part.line;
        const auto bar = [&](Real from, Real to, float share) {
            const auto left = static_cast<float>(std::clamp(from, 0.0, 1.0)) * room;
            const auto right = static_cast<float>(std::clamp(to, 0.0, 1.0)) * room;
            return Rect{begin + left, y + height * (0.5F - share), right - left, height * share};
        };
        const Real value = look.values(panel.query, key);
        const Real thought = expected.values[static_cast<std::size_t>(key)];
        const std::string said = number_text(thought, look.numbers);
        draw_word(panel, part, at, labels);
        std::string text = "you expect " + said;
        if (is_covered(value)) {
            drawing.figure.shapes.emplace_back(
                Box{bar(0, thought, 1), mix(theme.panel_background, theme.weight, 0.3F)});
        } else {
            text = cell_text(look, panel.query, key) + ", not " + said;
            if (cell_text(look, panel.query, key) == said)
                text = said + ", as expected";
            if (std::isfinite(value)) {
                drawing.figure.shapes.emplace_back(
                    Box{bar(0, value, 1), mix(theme.panel_background, theme.weight, 0.5F)});
                const bool is_more = value > thought;
                drawing.figure.shapes.emplace_back(
                    Box{bar(std::min(value, thought), std::max(value, thought), 0.4F),
                        colours[is_more ? 225 : 30]});
            }
        }
        const Rect outline = grown(bar(0, thought, 1), 1);
        draw_dashed_frame(drawing, outline, theme.text);
        draw_text(drawing, {begin + room + 0.5F * part.unit, y},
                  escape(shortened(text, part.area.right() - begin - room - 0.5F * part.unit,
                                   Font::Mono, size, drawing.measure)),
                  {Font::Mono, size, theme.text});
        note_cell(panel, part, look, at, begin);
    }
}

// Draws weight × value for each key and their sum: the output of the query word.

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
    Index room = 0;     // number of columns of values, and of products, that fit
    Index cut_room = 0; // the same, with "…" after them

    /// Room for "=".
    float between() const { return 3 * digit; }
    /// Room for "…" where columns are omitted.
    float more() const { return 3 * digit; }
};

/// `gap`: between numbers, in digits.
SumPlaces places_of_size(const QueryPanel& panel, const QueryPart& part, float size,
                         float gap = 2.2F) {
    SumPlaces at;
    at.labels = label_width(panel, part);
    at.size = size;
    at.digit = panel.drawing.measure("0", Font::Mono, at.size);
    const auto width_of = [&](const SheetLook& look) {
        return static_cast<float>(look.characters + 1) * at.digit;
    };
    at.weight_width = width_of(panel.factors());
    at.weight_right = part.area.x + at.labels + 0.5F * part.unit + 2 * at.digit + at.weight_width;
    at.begin = at.weight_right + 3 * at.digit;
    at.pitch =
        std::max({width_of(panel.values), width_of(panel.weighted), width_of(panel.output)}) +
        (gap - 1) * at.digit;
    const float half = (part.area.right() - at.begin - at.between() - 2 * at.digit) / 2;
    at.room = static_cast<Index>(half / at.pitch);
    at.cut_room = static_cast<Index>((half - at.more()) / at.pitch);
    return at;
}

/// Numbers stand closer if all then fit. In a narrow part letters become smaller before its only
/// column of numbers vanishes.
SumPlaces places_of(const QueryPanel& panel, const QueryPart& part) {
    constexpr float smallest = 0.65F, step = 0.07F, close = 1.9F; // a minus is as wide as a digit
    const float wanted = std::min(0.86F * part.unit, 0.8F * part.line);
    SumPlaces at = places_of_size(panel, part, wanted);
    if (const Index all = panel.values.column_count(); at.room < all)
        if (const SumPlaces closer = places_of_size(panel, part, wanted, close); closer.room >= all)
            return closer;
    const bool is_one = panel.values.column_count() == 1;
    for (float share = 1 - step; share > smallest && (is_one ? at.room : at.cut_room) < 1;
         share -= step)
        at = places_of_size(panel, part, share * wanted);
    return at;
}

class QuerySum {
public:
    QuerySum(QueryPanel& panel, const QueryPart& part, SumColumns columns)
        : panel_(panel), part_(part), columns_(columns), at_(places_of(panel, part)),
          second_(at_.begin + static_cast<float>(columns.count) * at_.pitch +
                  (columns.has_more ? at_.more() : 0) + at_.between()) {}

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
    const NumberFormat &of_product = panel.weighted.numbers, &asked = panel.weighted.asked;
    const bool is_whole = of_product.has_decimals() && of_product.digits == 0;
    const Real unit = std::pow(10.0, -(is_whole ? asked : of_product).digits);
    const auto are_true = [&](const NumberFormat& numbers) {
        for (Index key = 0; key < panel.values.values.rows(); ++key) {
            const Real weight = panel.weights.values(panel.query, key);
            const Real as_shown = read_back(weight, numbers);
            for (Index column = 0; column < panel.values.values.cols(); ++column) {
                const Real value = panel.values.values(key, column);
                // False for covered numbers.
                if (std::round(as_shown * read_back(value, of_value) / unit) !=
                        std::round(weight * value / unit) &&
                    std::isfinite(weight * value))
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
    const Index columns = panel.values.column_count();
    const SumPlaces places = places_of(panel, part);
    const Index shown =
        std::clamp<Index>(columns <= places.room ? columns : places.cut_room, 0, columns);
    draw_sum(panel, part, {0, shown, shown < columns});
}

namespace {

constexpr std::size_t most_softmax_keys = 8; // lines for keys; a page has no time for more
constexpr Real largest_power = 9;            // e to the power of more has too many digits

/// A key, or all keys without a line of their own.
struct SoftmaxLine {
    std::optional<Index> key;
    Index others = 0;
    Real power = 0; // e to the power of its score; the sum of them for the others
    Real weight = 0;
};

/// The keys with the largest weights, in their order.
std::vector<Index> chosen_keys(const SheetLook& weights, Index query, std::size_t count) {
    std::vector<Index> keys(static_cast<std::size_t>(weights.values.cols()));
    std::iota(keys.begin(), keys.end(), Index{0});
    if (keys.size() <= count)
        return keys;
    const auto end = keys.begin() + static_cast<std::ptrdiff_t>(count - 1);
    const Vector row = weights.values.row(query);
    std::partial_sort(keys.begin(), end, keys.end(), [&](Index a, Index b) {
        const auto weight = [&](Index key) {
            const Real value = row(key);
            return std::isnan(value) ? Real{0} : value;
        };
        const Real left = weight(a), right = weight(b);
        return left != right ? left > right : a < b;
    });
    keys.erase(end, keys.end());
    std::sort(keys.begin(), keys.end());
    return keys;
}

/// The number of decimals that show two digits of the smallest number above 0, at most four.
int decimals_for(const std::vector<SoftmaxLine>& lines) {
    Real least = 0;
    for (const SoftmaxLine& line : lines)
        if (line.power > 0 && (least == 0 || line.power < least))
            least = line.power;
    if (least == 0)
        return 1;
    return static_cast<int>(std::clamp(1 - std::floor(std::log10(least)), 0.0, 4.0));
}

class SoftmaxTable {
public:
    SoftmaxTable(Drawing& drawing, const Contents& shown, const View& view, Stage scores,
                 const PictureSpace& space)
        : drawing_(drawing), theme_(drawing.theme), view_(view), area_(space.area),
          unit_(space.unit), words_(shown.keys()), names_(shown.words()),
          scores_(*look_of(shown, scores)), weights_(*look_of(shown, Stage::Weights)) {
        // Keys stand below each other, however matrices are drawn.
        scores_.is_transposed = weights_.is_transposed = false;
        add_lines();
        // In a narrow place everything is smaller and closer together, before a bar has no room.
        for (const float share : {1.0F, 0.92F, 0.84F, 0.76F, 0.68F, 0.64F}) {
            measure_columns(share);
            if (bar_room_ >= 2 * unit_)
                break;
        }
    }

    void draw() {
        draw_heading();
        for (std::size_t at = 0; at < lines_.size(); ++at)
            draw_line_of(lines_[at], top_ + line_ * (static_cast<float>(at) + 0.5F));
        draw_sums(top_ + line_ * static_cast<float>(lines_.size()));
    }

private:
    void add_lines() {
        const auto room =
            static_cast<std::size_t>(std::max(4.0F, std::floor(area_.height / (1.35F * unit_))));
        const auto keys = chosen_keys(weights_, view_.query, std::min(most_softmax_keys, room - 2));
        Real largest = -std::numeric_limits<Real>::infinity();
        const Vector scores = scores_.values.row(view_.query);
        const Vector weights = weights_.values.row(view_.query);
        for (Index key = 0; key < scores.size(); ++key)
            if (!scores_.is_blocked(view_.query, key))
                largest = std::max(largest, scores(key));
        is_shifted_ = largest > largest_power;
        SoftmaxLine others;
        for (Index key = 0; key < scores.size(); ++key) {
            SoftmaxLine line{key, 0, 0, weights(key)};
            if (!scores_.is_blocked(view_.query, key))
                line.power = std::exp(scores(key) - (is_shifted_ ? largest : 0));
            sum_ += line.power;
            weight_sum_ += line.weight;
            if (std::binary_search(keys.begin(), keys.end(), key)) {
                lines_.push_back(line);
            } else {
                ++others.others;
                others.power += line.power;
                others.weight += line.weight;
            }
        }
        if (others.others > 0)
            lines_.push_back(others);
        decimals_ = decimals_for(lines_);
    }

    /// `share`: of the usual sizes of numbers and words, and of the gaps.
    void measure_columns(float share) {
        const float rows = static_cast<float>(lines_.size()) + 2;
        line_ = std::min(3.2F * unit_, area_.height / rows);
        number_ = std::min(1.5F * share * unit_, 0.6F * line_);
        small_ = std::min(0.95F * unit_, 0.6F * line_);
        word_ = std::min(std::max(1.2F * share * unit_, small_), 0.6F * line_);
        const float used = line_ * rows;
        top_ = area_.y + 0.35F * std::max(0.0F, area_.height - used) + line_;
        const auto width = [&](const std::string& text, Font font, float size) {
            return drawing_.measure(text, font, size);
        };
        const float most = 0.25F * area_.width;
        const std::string& query = names_[static_cast<std::size_t>(view_.query)];
        float words = std::min(most, width(query, Font::Bold, small_)) + 1.2F * small_ +
                      width("  asks", Font::Sans, small_);
        for (const SoftmaxLine& line : lines_)
            words = std::max(words, std::min(most, width(name_of(line), Font::Bold, word_)));
        words_right_ = area_.x + words;
        const float digit = width("0", Font::Mono, number_);
        float score = width("score", Font::Sans, small_), power = 0;
        for (const SoftmaxLine& line : lines_) {
            if (line.key)
                score = std::max(score, digit * (static_cast<float>(scores_.characters) + 2.2F));
            power = std::max(power, width(power_text(line.power), Font::Mono, number_));
        }
        power = std::max({power, width(power_text(sum_), Font::Bold, number_),
                          rich_width(power_name(), Font::Sans, small_, drawing_.measure)});
        score_ = {words_right_ + share * unit_, 0, score, 0.74F * line_};
        const float arrow = 1.3F * share * unit_, gap = 0.45F * share * unit_;
        first_arrow_ = score_.right() + gap;
        power_right_ = first_arrow_ + arrow + gap + power;
        second_arrow_ = power_right_ + gap;
        bar_left_ = second_arrow_ + arrow + gap;
        float weight = 0;
        for (const SoftmaxLine& line : lines_)
            weight = std::max(weight, width(percent(line.weight), Font::Mono, number_));
        bar_room_ = std::max(1.0F, area_.right() - bar_left_ - weight - 0.8F * unit_);
        arrow_ = arrow;
    }

    std::string name_of(const SoftmaxLine& line) const {
        return line.key ? words_[static_cast<std::size_t>(*line.key)]
                        : std::to_string(line.others) + " others";
    }
    /// "13.1"; "< 0.0001" if it would be written as 0.
    std::string power_text(Real power) const {
        const Real least = std::pow(10.0, -decimals_);
        return power > 0 && power < least / 2 ? "< " + decimals(least, decimals_)
                                              : decimals(power, decimals_);
    }
    std::string power_name() const { return is_shifted_ ? "e^{score − largest}" : "e^{score}"; }
    bool is_pointed(const SoftmaxLine& line) const { return line.key && view_.key == line.key; }

    void draw_heading() {
        const float y = top_ - 0.5F * line_;
        const float most = 0.25F * area_.width;
        const std::string query = shortened(names_[static_cast<std::size_t>(view_.query)], most,
                                            Font::Bold, small_, drawing_.measure);
        const float width = drawing_.measure(query, Font::Bold, small_) + 1.2F * small_;
        const Rect chip{area_.x, y - 0.8F * small_, width, 1.6F * small_};
        drawing_.figure.shapes.emplace_back(
            Box{chip, theme_.query, transparent, 0, 0.25F * small_});
        draw_text(drawing_, {chip.x + width / 2, y}, escape(query),
                  {Font::Bold, small_, digit_colour(theme_.query), Anchor::Centre});
        draw_text(drawing_, {chip.right() + 0.5F * small_, y}, "asks",
                  {Font::Sans, small_, theme_.dim_text});
        draw_text(drawing_, {score_.x + score_.width / 2, y}, "score",
                  {Font::Sans, small_, theme_.dim_text, Anchor::Centre});
        draw_text(drawing_, {power_right_, y}, power_name(),
                  {Font::Sans, small_, theme_.dim_text, Anchor::Right});
        draw_text(drawing_, {bar_left_, y}, "weight", {Font::Bold, small_, theme_.weight});
        rule(top_);
    }

    void rule(float y) {
        draw_line(drawing_, {area_.x, y}, {area_.right(), y}, theme_.line, theme_.stroke);
    }

    void draw_line_of(const SoftmaxLine& line, float y) {
        const Colour colour = is_pointed(line) ? theme_.key_text : theme_.text;
        const Font font = is_pointed(line) ? Font::Bold : Font::Sans;
        draw_text(
            drawing_, {words_right_, y},
            escape(shortened(name_of(line), words_right_ - area_.x, font, word_, drawing_.measure)),
            {font, word_, line.key ? colour : theme_.dim_text, Anchor::Right});
        if (line.key) {
            drawing_.figure.labels.push_back(
                {{area_.x, y - line_ / 2, words_right_ - area_.x, line_},
                 weights_.id,
                 false,
                 *line.key,
                 1,
                 true});
            draw_score(*line.key, y);
            arrow(first_arrow_, y);
        }
        draw_text(drawing_, {power_right_, y}, power_text(line.power),
                  {Font::Mono, number_, theme_.dim_text, Anchor::Right});
        arrow(second_arrow_, y);
        draw_bar(line, y, font, colour);
    }

    void draw_score(Index key, float y) {
        const Rect cell{score_.x, y - score_.height / 2, score_.width, score_.height};
        const Colour fill = cell_colour(scores_, theme_, view_.query, key);
        drawing_.figure.shapes.emplace_back(Box{cell, fill, transparent, 0, 0.15F * unit_});
        const Colour ink =
            scores_.is_masked(view_.query, key) ? theme_.masked_text : digit_colour(fill);
        draw_text(drawing_, {cell.x + cell.width / 2, y}, cell_text(scores_, view_.query, key),
                  {Font::Mono, number_, ink, Anchor::Centre});
        region(scores_, key, cell);
    }

    void draw_bar(const SoftmaxLine& line, float y, Font font, Colour colour) {
        const float width = static_cast<float>(line.weight / weights_.scale.high) * bar_room_;
        const Rect bar{bar_left_, y - score_.height / 2, width, score_.height};
        if (width > 0)
            drawing_.figure.shapes.emplace_back(Box{bar,
                                                    is_pointed(line) ? theme_.key
                                                    : line.key       ? theme_.weight
                                                                     : theme_.dim_text,
                                                    transparent, 0,
                                                    std::min(0.15F * unit_, width / 2)});
        draw_text(drawing_, {bar.right() + 0.5F * unit_, y}, percent(line.weight),
                  {font == Font::Bold ? Font::Bold : Font::Mono, number_, colour});
        if (line.key)
            region(weights_, *line.key, {bar_left_, bar.y, area_.right() - bar_left_, bar.height});
    }

    /// Adds a region so that the place can be pointed at, and shows whether it is pointed at or
    /// selected.
    void region(const SheetLook& look, Index key, Rect rect) {
        drawing_.figure.grids.push_back({look.id, rect, 1, 1, view_.query, key});
        const Place place{look.id, view_.query, key};
        const float width = std::max(1.5F, 0.07F * unit_) * theme_.stroke;
        if (std::find(view_.marked.begin(), view_.marked.end(), place) != view_.marked.end())
            draw_frame(drawing_, rect, theme_.mark, width);
        if (view_.selected == place)
            draw_frame(drawing_, rect, theme_.accent, width);
        else if (view_.pointed == place)
            draw_frame(drawing_, rect, theme_.dim_text, pointer_frame * theme_.stroke);
    }

    void draw_sums(float y) {
        rule(y);
        const float middle = y + 0.5F * line_;
        draw_text(drawing_, {words_right_, middle}, "sum",
                  {Font::Sans, word_, theme_.dim_text, Anchor::Right});
        draw_text(drawing_, {power_right_, middle}, power_text(sum_),
                  {Font::Mono, number_, theme_.text, Anchor::Right});
        draw_text(drawing_, {bar_left_, middle}, percent(weight_sum_),
                  {Font::Mono, number_, theme_.text});
    }

    void arrow(float x, float y) {
        draw_arrow(drawing_, {x, y}, arrow_, theme_.dim_text, 0.06F * unit_);
    }

    Drawing& drawing_;
    const Theme& theme_;
    const View& view_;
    Rect area_;
    float unit_;
    const std::vector<std::string>& words_;
    const std::vector<std::string>& names_;
    SheetLook scores_, weights_;
    std::vector<SoftmaxLine> lines_;
    Real sum_ = 0, weight_sum_ = 0;
    bool is_shifted_ = false; // by the largest score
    int decimals_ = 1;
    float line_ = 0, top_ = 0;                // the height of a line; where the first begins
    float number_ = 0, word_ = 0, small_ = 0; // sizes of texts
    float words_right_ = 0, power_right_ = 0; // right ends of columns
    float first_arrow_ = 0, second_arrow_ = 0, arrow_ = 0;
    float bar_left_ = 0, bar_room_ = 0;
    Rect score_; // where scores stand in a line; its y is not used
};

} // namespace

bool has_softmax_table(const Document& document, const Contents& shown, const View& view,
                       Stage scores) {
    const Switches& switches = document.switches;
    const SheetLook* const look = look_of(shown, scores);
    const SheetLook* const weights = look_of(shown, Stage::Weights);
    if (!look || !weights || switches.axis != Axis::Rows || !is_of_powers(switches.normaliser) ||
        document.options.has_sink)
        return false;
    const Vector row = look->values.row(view.query), shares = weights->values.row(view.query);
    bool has_key = false;
    for (Index key = 0; key < row.size(); ++key) {
        if (look->mask && attn::is_blocked(*look->mask, view.query, key))
            continue;
        has_key = true;
        if (!std::isfinite(row(key)) || !std::isfinite(shares(key)))
            return false;
    }
    return has_key;
}

void draw_softmax_table(Drawing& drawing, const Contents& shown, const View& view, Stage scores,
                        const PictureSpace& space) {
    SoftmaxTable(drawing, shown, view, scores, space).draw();
}

} // namespace attn::figure
