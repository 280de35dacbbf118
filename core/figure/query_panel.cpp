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
#include "core/figure/rich_text.h"
#include "core/figure/sheet_look.h"
#include "core/figure/word.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace attn::figure {
namespace {

/// One part of the panel: a heading and one line for each key that is shown.
struct Part {
    Rect area;
    float first_line = 0; // middle of the first line
    float line = 0;
    float unit = 0;

    float middle(std::size_t at) const { return first_line + static_cast<float>(at) * line; }
};

struct Panel {
    Drawing& drawing;
    const SheetLook& scores; // what the normaliser sees: scores, scaled or masked
    const SheetLook& weights;
    const SheetLook& values;
    const SheetLook& weighted;
    const SheetLook& output;
    const std::vector<std::string>& words;
    std::vector<Index> keys; // in the order they are shown
    Index query = 0;
    std::optional<Index> key;
    bool is_selection = false; // not every key has room
};

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

void draw_heading(Panel& panel, const Part& part, const std::string& text) {
    const float size = 0.8F * part.unit;
    draw_text(panel.drawing, {part.area.x, part.area.y + 0.75F * part.unit},
              escape(shortened(text, part.area.width, Font::Bold, size, panel.drawing.measure)),
              {Font::Bold, size, panel.drawing.theme.dim_text});
}

void draw_word(Panel& panel, const Part& part, std::size_t at, float width) {
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

float label_width(const Panel& panel, const Part& part) {
    float widest = panel.drawing.measure("output", Font::Bold, 0.86F * part.unit);
    for (const Index key : panel.keys)
        widest = std::max(widest, panel.drawing.measure(panel.words[static_cast<std::size_t>(key)],
                                                        Font::Bold, 0.86F * part.unit));
    return std::min(widest, 0.3F * part.area.width);
}

/// The number before, where it reads otherwise now.
std::optional<Real> before_of(const SheetLook& look, Index query, Index key) {
    if (!look.changes || look.changes->at({look.id, query, key}) == Changes::Way::Same)
        return std::nullopt;
    return look.changes->before(query, key);
}

/// "  ▲ 8 points" of a weight, "  ▲ 2.76" of a score, which was that before.
std::string change_text(const SheetLook& look, Index query, Index key, Real before,
                        bool is_weights) {
    const Changes::Way way = look.changes->at({look.id, query, key});
    const std::string mark = way == Changes::Way::Up     ? "  ▲ "
                             : way == Changes::Way::Down ? "  ▼ "
                                                         : "  – ";
    const Real points = std::abs(look.values(query, key) - before) * 100;
    if (!is_weights || !std::isfinite(points))
        return mark + number_text(before, look.numbers);
    const std::string count = points < 10 ? decimals(points, 1) : decimals(points, 0);
    return mark + count + (count == "1.0" ? " point" : " points");
}

/// Bars of one row of a matrix, from zero to the right, negative ones to the left of it.
void draw_bars(Panel& panel, const Part& part, const SheetLook& look, bool is_weights) {
    const Theme& theme = panel.drawing.theme;
    const float labels = label_width(panel, part);
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
        draw_word(panel, part, at, labels);
        float end = zero;
        if (std::isfinite(value) && !look.has_no_key(panel.query, key)) {
            const float to = begin + across(value);
            const Colour fill = panel.key == key ? theme.key : theme.accent;
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
        panel.drawing.figure.grids.push_back(
            {look.id,
             {begin, y - part.line / 2, part.area.right() - begin, part.line},
             1,
             1,
             panel.query,
             key});
    }
    if (low < 0)
        draw_line(panel.drawing, {zero, part.first_line - part.line / 2},
                  {zero, part.middle(panel.keys.size() - 1) + part.line / 2}, theme.dim_text, 1);
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
    draw_heading(panel, part(1),
                 panel.is_selection ? "The " + count + " largest weights" + of_all
                                    : "Weights: how much it listens");
    draw_bars(panel, part(1), panel.weights, true);
    draw_heading(panel, part(2), "Output of “" + word + "” = Σ weight × value");
    draw_sum(panel, part(2));
    return figure;
}

} // namespace attn::figure
