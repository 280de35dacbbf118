// SPDX-License-Identifier: MIT
#include "core/figure/query_bars.h"

#include "core/base/covered.h"
#include "core/base/number_text.h"
#include "core/document/step.h"
#include "core/figure/canvas.h"
#include "core/figure/colour_map.h"
#include "core/figure/rich_text.h"
#include "core/figure/word.h"

#include <algorithm>
#include <cmath>

namespace attn::figure {
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
              escape(shortened(panel.words[static_cast<std::size_t>(key)], width, font, size,
                               panel.drawing.measure)),
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

/// "13.1", "579", "0.02": at most six characters.
std::string score_power_text(Real power) {
    constexpr Real widest = 99999.5;
    if (power >= widest)
        return with_minus(scientific(power, 1));
    return decimals(power, power >= 99.95 ? 0 : power >= 0.995 ? 1 : 2);
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
    for (std::size_t at = 0; at < panel.keys.size(); ++at) {
        const Index key = panel.keys[at];
        const bool is_blocked = panel.scores.is_blocked(panel.query, key);
        const Real power = is_blocked ? 0 : std::exp(panel.scores.values(panel.query, key));
        draw(at, score_power_text(power), panel.key == key ? theme.key_text : theme.dim_text);
    }
    const std::size_t last = panel.keys.size() + (panel.is_selection ? 1 : 0);
    draw(last, score_power_text(*panel.power_sum), theme.text);
    draw_text(panel.drawing, {part.area.x + width + 0.6F * part.unit, part.middle(last)}, "sum",
              {Font::Sans, size, theme.dim_text});
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
    Real low = 0, high = is_weights ? 1e-300 : 0;
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

} // namespace attn::figure
